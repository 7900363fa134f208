"""The routes of a club (docs/online.md): a module for each subject."""

from __future__ import annotations

from front1914.server.club.routes import notices, own, seats, sign_in, talk

ROUTES = (*sign_in.ROUTES, *notices.ROUTES, *seats.ROUTES, *talk.ROUTES, *own.ROUTES)
