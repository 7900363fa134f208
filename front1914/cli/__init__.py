"""The command line: `front1914`.

    front1914 new schlieffens_war game.f14      begin a game in a file
    front1914 show game.f14                     what happened, who decides what
    front1914 act game.f14 unit g-1-II to 0812  decide

Exit codes: 0 fine; 1 the game says no, with one line on the standard error that names file, place and reason, and
nothing written; 2 the command was not understood. Each command is loaded when it is called, so that the start is quick.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NamedTuple

import click

import front1914
from front1914 import FrontError, __version__


class _Entry(NamedTuple):
    """Where a command lives, and its line in the list."""

    module: str
    help: str


SECTIONS: dict[str, dict[str, _Entry]] = {
    "Play": {
        "titles": _Entry("library", "What can be played."),
        "handbook": _Entry("handbook", "The rules of a title as prose, by chapter, rule or search."),
        "new": _Entry("play", "Begin a game in a file."),
        "show": _Entry("play", "What happened last, and who decides what."),
        "act": _Entry("play", "Take one decision, or several."),
        "undo": _Entry("play", "Take decisions back, where no die fell and no secret was shown."),
        "resign": _Entry("play", "Give up."),
        "legal": _Entry("look", "Every legal answer, one a line."),
        "why": _Entry("look", "Why an action is not legal, with the rule."),
        "view": _Entry("look", "All that a side may know."),
        "position": _Entry("look", "The whole situation, to edit or to begin from."),
    },
    "Play with others": {
        "serve": _Entry("club", "A club for many people: seats by invitation, each sees only his own."),
        "admin": _Entry("admin", "Look after a club: list, close, export, delete."),
        "mail": _Entry("mail", "Play by letter: a turn is a file, signed and sealed; no server."),
    },
    "Look back": {
        "replay": _Entry("record", "Tell a saved game again and check it; recover a damaged one."),
        "review": _Entry("review", "What decided a finished game: turning points, battles, luck, losses."),
        "export": _Entry("export", "A game as a page that replays it, or as data."),
        "verify": _Entry("record", "Check the dice of a game, or a whole game by letter."),
    },
    "Keep": {
        "backup": _Entry("keep", "Copy all games of the library, also while played."),
        "restore": _Entry("keep", "Bring the games of such a copy back."),
    },
    "Study": {
        "odds": _Entry("chance", "Exactly where actions and then the dice lead."),
        "simulate": _Entry("study", "Let commanders play many games, and count."),
        "study": _Entry("laboratory", "Many games as tables and a report, a grid of settings."),
        "compare": _Entry("laboratory", "Two studies side by side: what differs, and is it chance."),
        "ladder": _Entry("ladder", "Measure one commander against another, on both sides."),
        "follies": _Entry("ladder", "Count what a good commander does not do."),
        "commander": _Entry("ladder", "Lend a commander of ours to another program."),
        "fuzz": _Entry("study", "Play at random and check everything on the way."),
        "perft": _Entry("chance", "Count the sequences of decisions from a position."),
        "bench": _Entry("study", "Measure the speed against the targets."),
        "ledger": _Entry("library", "Rules proved, not for software, and open."),
        "mutants": _Entry("mutants", "Break rules on purpose: do the tests that cite them notice?"),
    },
}
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


class _Lazy(click.Group):
    """Commands that are imported when they are called for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"front1914.cli.{COMMANDS[cmd_name].module}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, entries in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()], col_max=14)

    def main(self, *args: Any, **extra: Any) -> Any:
        """One clear line instead of a traceback for whatever the game refuses."""
        try:
            return super().main(*args, **extra)
        except (FrontError, OSError, UnicodeEncodeError) as bad:
            click.echo(f"front1914: {_one_line(bad)}", err=True)
            sys.exit(1)


def _one_line(bad: Exception) -> str:
    if isinstance(bad, OSError) and bad.strerror:
        text = bad.strerror if bad.filename is None else f"{bad.filename}: {bad.strerror}"
    else:
        text = str(bad)
    return " ".join(text.encode("utf-8", "backslashreplace").decode().split())


@click.group(
    cls=_Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`front1914 COMMAND --help` says more. Add --json to any command for output that programs read.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="Where the library is served.")
@click.option("--no-browser", is_flag=True, help="Serve the library without opening a browser.")
@click.option("--data-dir", type=click.Path(file_okay=False), default=None, help="Where your games are kept.")
@click.option(
    "--data",
    "own",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Charts, units and scenarios of your own: DIR/TITLE/charts.toml and so on.",
)
@click.version_option(__version__, "-V", "--version", prog_name="front1914", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context, port: int | None, no_browser: bool, data_dir: str | None, own: str | None) -> None:
    """Board wargames about the opening campaign of 1914 in the West.

    Without a command, the library opens in the browser.
    """
    given: dict[str, Any] = {} if port is None else {"port": port}
    given |= {"open_browser": False} if no_browser else {}
    given |= {} if data_dir is None else {"data_dir": data_dir}
    if own is not None:
        front1914.own_data(own)
        ctx.call_on_close(_report_own)
    if ctx.invoked_subcommand is None:
        # Games that are played with other charts are kept with them: with the usual ones they would go another way.
        _open_library(ctx, given if own is None else {"data_dir": f"{own}/games"} | given)
    elif given:
        raise click.UsageError("these options belong to the library, which opens without a command")


def _report_own() -> None:
    for line in front1914.overrides():
        click.echo(f"front1914: own data: {line}", err=True)


def _open_library(ctx: click.Context, given: dict[str, Any]) -> None:
    try:
        run = import_module("front1914.server.app").run
    except ModuleNotFoundError as missing:
        if missing.name is None or not missing.name.startswith("front1914.server"):
            raise
        click.echo(ctx.get_help())
    else:
        ctx.exit(run(**given) or 0)
