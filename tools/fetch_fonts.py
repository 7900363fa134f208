"""Fetch the three open type families of the client from their npm packages into front1914/web/fonts.

    python tools/fetch_fonts.py

The folder is not tracked. Without npm, or without a network, nothing happens and the client falls back on the fonts of
the machine. Each family is under the SIL Open Font Licence; its licence is kept beside it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "front1914" / "web" / "fonts"
FAMILIES = {
    "@fontsource/old-standard-tt@5": {
        "old-standard-tt-latin-400-normal.woff2": "old-standard-400.woff2",
        "old-standard-tt-latin-400-italic.woff2": "old-standard-400i.woff2",
        "old-standard-tt-latin-700-normal.woff2": "old-standard-700.woff2",
    },
    "@fontsource-variable/libre-franklin@5": {"libre-franklin-latin-wght-normal.woff2": "libre-franklin.woff2"},
    "@fontsource/barlow-condensed@5": {
        "barlow-condensed-latin-600-normal.woff2": "barlow-condensed-600.woff2",
        "barlow-condensed-latin-700-normal.woff2": "barlow-condensed-700.woff2",
    },
}


def main() -> int:
    wanted = {name for files in FAMILIES.values() for name in files.values()}
    if all((FOLDER / name).exists() for name in wanted):
        print(f"fonts: all {len(wanted)} are there")
        return 0
    npm = shutil.which("npm")
    if npm is None:
        print("fonts: no npm here, the client falls back on the fonts of the machine")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for package, files in FAMILIES.items():
        try:
            fetch(npm, package, files)
        except (OSError, subprocess.SubprocessError, tarfile.TarError, KeyError) as trouble:
            print(f"fonts: {package} could not be fetched ({trouble}); the client falls back", file=sys.stderr)
    found = sum((FOLDER / name).exists() for name in wanted)
    print(f"fonts: {found} of {len(wanted)} in {FOLDER}")
    return 0


def fetch(npm: str, package: str, files: dict[str, str]) -> None:
    """Unpack the wanted files of one package."""
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", package]
        packed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=120)
        with tarfile.open(Path(folder) / packed.stdout.strip().splitlines()[-1]) as archive:
            for name, local in files.items():
                (FOLDER / local).write_bytes(_read(archive, f"package/files/{name}"))
            licence = f"LICENCE-{package.split('/')[1].split('@')[0]}.txt"
            (FOLDER / licence).write_bytes(_read(archive, "package/LICENSE"))


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    if file is None:
        raise KeyError(name)
    return file.read()


if __name__ == "__main__":
    raise SystemExit(main())
