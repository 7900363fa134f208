"""A real PostgreSQL for tests: a cluster of its own in a temporary folder, reached by a socket in it alone.

`FRONT1914_POSTGRES=required` makes it a failure that there is none; otherwise the tests say that they are skipped.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest


def programs() -> Path | None:
    """The folder of initdb and pg_ctl: in the path, or where Debian puts them."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((place for place in reversed(places) if (place / "pg_ctl").exists()), None)


class Cluster:
    """A PostgreSQL that can be started, ended and killed."""

    def __init__(self, *settings: str) -> None:
        found = programs()
        assert found is not None
        self.programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="front1914-pg-"))
        self.data = self.folder / "data"
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
        self._run(
            "initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        lines = [
            "listen_addresses = ''",
            f"unix_socket_directories = '{self.folder}'",
            "max_connections = 60",
            *settings,
        ]
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write("\n".join(lines) + "\n")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        command = [str(self.programs / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, **user)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-w", "-s", "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "-s", "stop")

    def kill(self) -> None:
        """kill -9 for the postmaster; its children notice, and end without tidying up."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, 9)

    def url(self, name: str = "postgres") -> str:
        return f"postgresql:///{name}?host={self.folder}&user=postgres"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"create database {name}")  # type: ignore[call-overload]
        return self.url(name)

    def close(self) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def need_postgres() -> None:
    """Without PostgreSQL on this machine the test is skipped, or fails where it is required."""
    if programs() is None:
        words = "there is no PostgreSQL here (Debian: apt install postgresql)"
        if os.environ.get("FRONT1914_POSTGRES") == "required":
            pytest.fail(words)
        pytest.skip(words)


def cluster_or_skip(*settings: str) -> Cluster:
    need_postgres()
    return Cluster(*settings)
