"""The folder of a study.

    manifest.json         the plan, the versions and digests of what it rests on, how far it has come
    parts/000012.part     a batch of games that were played: written at once or not at all
    games.parquet ...     the tables, when the study is done (or was asked for what there is)
    report.html
    so_far/               tables and report of a study that was looked at while somebody played it

A part is compressed and checked when it is read: one that is damaged counts as not played.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec
from filelock import FileLock, Timeout

from front1914 import BadInput, FrontError
from front1914.folders import data_folder
from front1914.lab.tables import MEASURED, TABLES, Rows

if TYPE_CHECKING:
    import polars

MANIFEST, PARTS, REPORT, LOCK = "manifest.json", "parts", "report.html", "lock"
SO_FAR = "so_far"  #: tables and report of a study while somebody is at work on it
FORM = 1  #: of the tables and of the manifest


def studies_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Where studies are kept: beside the games of the library, if no other folder is named."""
    return Path(given) if given is not None else data_folder() / "studies"


def frames() -> Any:
    """The library that reads and writes the tables."""
    try:
        import polars
    except ImportError:
        raise FrontError("tables need polars, which is not installed: pip install 'front1914[lab]'") from None
    return polars


class Busy(FrontError):
    """Somebody is at work on a study."""


class Store:
    """Reads and writes the folder of one study."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    # -- manifest --------------------------------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any] | None:
        """What the study says of itself; None if there is none."""
        file = self.folder / MANIFEST
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        try:
            found: Any = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise BadInput(str(file), "not a manifest of a study")
        if found.get("form") != FORM:
            raise BadInput(str(file), f"form {found.get('form')!r} of a study; this program knows {FORM}")
        return found

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Replaces it as a whole."""
        write(self.folder / MANIFEST, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())

    # -- parts -----------------------------------------------------------------------------------------------------

    def lock(self) -> FileLock:
        """Held by whoever plays: two at once would do everything twice."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise Busy(f"{self.folder}: somebody is at work on this study") from None
        return lock

    def add(self, games: Sequence[Rows]) -> None:
        """Keeps games that were played."""
        number = int(games[0]["games"][0][0])
        content = gzip.compress(msgspec.msgpack.encode(games), 5, mtime=0)
        write(self.folder / PARTS / f"{number:08d}.part", content)

    def parts(self) -> Iterator[Rows]:
        """The games that were played, in no order."""
        for file in sorted((self.folder / PARTS).glob("*.part")):
            try:
                yield from msgspec.msgpack.decode(gzip.decompress(file.read_bytes()), type=list[Rows])
            except (OSError, EOFError, zlib.error, msgspec.MsgspecError):
                continue

    def played(self) -> dict[int, Rows]:
        """By number, in their order."""
        return dict(sorted((int(rows["games"][0][0]), rows) for rows in self.parts()))

    # -- tables ----------------------------------------------------------------------------------------------------

    def write_tables(self, games: Mapping[int, Rows]) -> None:
        """All tables as Parquet, the rows in the order of the games."""
        pl = frames()
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, row in TABLES.items():
            rows = [line for game in games.values() for line in game[name]]
            frame = pl.DataFrame(rows, schema=_schema(row), orient="row")
            part = self.folder / f"{name}.parquet.part"
            frame.write_parquet(part, compression="zstd")
            part.replace(self.folder / f"{name}.parquet")

    def table(self, name: str) -> polars.DataFrame:
        """One table."""
        if name not in TABLES:
            raise BadInput("table", f"no table {name!r}; there is {', '.join(TABLES)}")
        pl, file = frames(), self.folder / f"{name}.parquet"
        if not file.exists():
            raise BadInput(str(file), "missing: the study has not been put together yet")
        found: polars.DataFrame = pl.read_parquet(file)
        return found


def results_digest(games: Mapping[int, Rows]) -> str:
    """Equal for equal results: of all tables but those that tell of the machine."""
    found = blake2b(digest_size=16)
    for rows in games.values():
        found.update(msgspec.msgpack.encode([rows[name] for name in TABLES if name not in MEASURED]))
    return found.hexdigest()


def write(file: Path, content: bytes) -> None:
    """Writes a file at once or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    with part.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)


def _schema(row: type[Any]) -> dict[str, Any]:
    """The columns of a table, from the fields of its rows."""
    pl = frames()
    kinds = {int: pl.Int32, float: pl.Float64, str: pl.String, bool: pl.Boolean}
    found = {}
    for name, kind in get_type_hints(row).items():
        if isinstance(kind, UnionType):
            kind = next(k for k in get_args(kind) if k is not NoneType)
        found[name] = kinds[kind]
    return found
