"""A club: the application for many people on one machine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from front1914 import BadInput, FrontError
from front1914.cli.common import json_option

SMTP = re.compile(r"smtps?://(?:[^@/\\s]+@)?[A-Za-z0-9.-]+(?::[0-9]{1,5})?/?$")
ORIGIN = re.compile(r"https?://(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?")


@click.command()
@click.option(
    "--public",
    required=True,
    metavar="URL",
    help="The address by which people reach it, such as https://club.example: no path, behind a proxy that speaks TLS.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=1914, show_default=True)
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), help="Where the games are kept.")
@click.option(
    "--smtp",
    metavar="URL",
    envvar="FRONT1914_SMTP",
    help="Sends notices by e-mail, such as smtp://user:password@mail.example:587 or smtps://...",
)
@click.option("--sender", metavar="ADDRESS", help="From whom notices come, such as club@mail.example.")
@click.option("--hooks/--no-hooks", default=True, show_default=True, help="Sends notices to web hooks.")
@click.option(
    "--database",
    metavar="URL",
    envvar="FRONT1914_DATABASE",
    help="Keeps the games in PostgreSQL, such as postgresql://club@localhost/front1914; else in the data folder.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many serve together; more than one needs PostgreSQL.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="How much one person may ask for, such as games=20: docs/operations.md lists them.",
)
@click.option("--log", "logged", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--listen-fd", type=int, hidden=True)
@json_option
@click.pass_context
def serve(
    ctx: click.Context,
    public: str,
    host: str,
    port: int,
    data_dir: Path | None,
    smtp: str | None,
    sender: str | None,
    hooks: bool,
    database: str | None,
    processes: int,
    limits: tuple[str, ...],
    logged: str,
    listen_fd: int | None,
    as_json: bool,
) -> None:
    """Serve many people: everybody signs in by a name and a link that he keeps, and sits where he was invited.

    Begin with: front1914 serve --public http://localhost:1914 --data-dir club
    """
    try:
        from front1914.server.app import run
        from front1914.server.watch import log_in_json
    except ImportError as missing:
        raise FrontError(f"a club needs more packages ({missing.name}): pip install 'front1914[club]'") from missing
    from front1914.server.club.senders import Hook, Mail, Sender
    from front1914.server.limits import Limits

    origin = public.rstrip("/").lower()
    if ORIGIN.fullmatch(origin) is None:
        raise BadInput("--public", f"must be such as https://club.example, without a path; not {public!r}")
    if smtp is not None and (SMTP.match(smtp) is None or not sender):
        raise BadInput("--smtp", "must be such as smtp://mail.example:587, and --sender must be given")
    if database is not None and not database.startswith(("postgresql://", "postgres://")):
        raise BadInput("--database", "must be such as postgresql://club@localhost/front1914")
    allowed = Limits(**read_limits(limits))
    if logged == "json":
        log_in_json()
    if processes > 1:
        if database is None:
            raise BadInput("--processes", "several processes need PostgreSQL: --database postgresql://...")
        ctx.exit(several(host, port, origin, processes, as_json))
    senders: dict[str, Sender] = {"hook": Hook()} if hooks else {}
    if smtp is not None:
        senders["mail"] = Mail(smtp, sender or "")
    code = run(
        host=host,
        port=port,
        open_browser=False,
        data_dir=data_dir,
        public=origin,
        as_json=as_json,
        senders=senders,
        database=database,
        listen_fd=listen_fd,
        limits=allowed,
    )
    ctx.exit(code)


def read_limits(given: tuple[str, ...]) -> dict[str, int]:
    """Such as games=20."""
    from front1914.server.limits import DEFAULTS

    found = {}
    for each in given:
        name, _, number = each.partition("=")
        if name not in DEFAULTS or not (number.isascii() and number.isdecimal() and 0 < int(number) < 10**9):
            raise BadInput("--limit", f"{each!r}: must be a number of {', '.join(DEFAULTS)}, such as games=20")
        found[name] = int(number)
    return found


def several(host: str, port: int, origin: str, count: int, as_json: bool) -> int:
    """Starts several processes on one port, and sees to it that they live."""
    from front1914.server.app import listen
    from front1914.server.crew import Crew, again

    try:
        listening = listen(host, port, False)
    except OSError as bad:
        raise FrontError(f"{host}:{port}: {bad.strerror}") from bad
    listening.listen(1024)
    told = f"Front 1914 is open at {origin}/ in {count} processes (Ctrl-C ends it)"
    return Crew(again(), listening, count).run(json.dumps({"address": f"{origin}/"}) if as_json else told)
