"""Saved games: a text file with a header, then one line for each action, chance included.

    front1914 1
    {"title": "schlieffens_war", "rules": 1, "scenario": "campaign", "options": {}, "dice": "hmac-sha256/1",
     "commitment": "...", "seed": "..."}                                                            (on one line)
    german unit g-1-II <tab> 5c1a09be
    chance die 4 <tab> 90d4f1a2
    = 64 a3b1c2d4e5f60718
    . 65 0011223344556677

Each line ends with a running digest: the first 8 digits of SHA-256 over the digest before and the line, so that a line
that was changed, lost or swapped is found where it stands. `= n digest` is the digest of the state after n actions,
which finds a replay that goes another way; `. n digest` closes the file, and a file without it was cut short.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from front1914.engine.decision import Action, Entry
from front1914.engine.dice import ALGORITHM, SeededDice, check_seed, commitment, fresh_seed
from front1914.engine.errors import BadInput, BadPosition, BadSave, BadScenario, FrontError, UnknownTitle
from front1914.engine.events import Event
from front1914.engine.game import AGREE, RESIGN, Game
from front1914.engine.title import Title
from front1914.engine.words import Words

MAGIC = "front1914"
FORMAT = 1
MOST_BYTES = 64 << 20


def dump(game: Game, share: bool = False) -> str:
    """The game as text. With `share`, the seed of a game that is not over stays out: no throw can be foreseen."""
    header: dict[str, Any] = {
        "title": game.title.info.id,
        "rules": game.title.rules_version,
        "scenario": game.state.scenario,
        "options": dict(game.state.options),
    }
    if game.title.own:
        header["own"] = game.title.own
    if game.start is not None:
        header["start"] = dict(game.start)
    if isinstance(game.dice, SeededDice):
        header |= {"dice": ALGORITHM, "commitment": game.dice.commitment}
        if not share or game.result is not None:
            header["seed"] = game.dice.seed
    elif game.dice is None:
        header["dice"] = "manual"
    head = [f"{MAGIC} {FORMAT}", json.dumps(header, ensure_ascii=False)]
    chain = sha256("\n".join(head).encode()).hexdigest()[:8]
    lines, checks = [f"{head[0]}", f"{head[1]}\t{chain}"], dict(game.checks)
    for number, entry in enumerate(game.log, 1):
        chain = _link(chain, str(entry))
        lines.append(f"{entry}\t{chain}")
        if number in checks:
            lines.append(f"= {number} {checks[number]}")
    lines.append(f". {len(game.log)} {game.digest()}")
    return "\n".join(lines) + "\n"


def save(game: Game, path: str | os.PathLike[str], share: bool = False) -> None:
    """Writes the whole file or nothing."""
    import tempfile  # here, so that the command line starts without it

    target = Path(path)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(dump(game, share))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load(path: str | os.PathLike[str], find: Callable[[str], Title], told: Callable[[int], None] | None = None) -> Game:
    """The game in a file; BadSave with the sound part in `.good` if it is damaged, or goes another way.

    A save of another version of the rules is replayed like any other; where these rules lead another way, `.good` is
    the last moment up to which it is sound, and the reason names both versions. `told` hears after each action how
    many have been read.
    """
    found: Game | None = None
    for number, (game, _, _) in enumerate(moments(path, find)):
        found = game
        if told is not None:
            told(number)
    assert found is not None
    return found


def replay(path: str | os.PathLike[str], find: Callable[[str], Title]) -> Iterator[tuple[Entry, list[Event]]]:
    """Each entry with the events that it causes; the recorded digests are checked on the way."""
    for _, entry, events in moments(path, find):
        if entry is not None:
            yield entry, events


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file; BadInput if there is none or it is no text."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadSave(str(path), "larger than any game")
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as bad:
        reason = bad.strerror if isinstance(bad, OSError) and bad.strerror else "not a text file"
        raise BadSave(str(path), reason) from None


def moments(
    path: str | os.PathLike[str], find: Callable[[str], Title]
) -> Iterator[tuple[Game, Entry | None, list[Event]]]:
    """The game before its first entry and after each one, with the entry and its events; digests are checked.

    It is one and the same game, which goes on when the next moment is asked for.
    """
    lines = read_text(path).split("\n")
    game, chain, header = _begin(str(path), lines, find)
    yield game, None, []
    reader = _Reader(game, header)
    known: dict[str, Entry] = {}  # the same decisions come again and again
    closed = False
    for number, line in enumerate(lines[2:], 3):
        place = f"{path}:{number}"
        if closed:
            if line:
                raise reader.bad(place, "something stands after the end of the game")
            continue
        if line[:2] in ("= ", ". "):
            reader.check(place, line)
            closed = line[0] == "."
            continue
        text, _, seal = line.rpartition("\t")
        chain = _link(chain, text)
        if not text or seal != chain:
            reason = "the file ends here, cut short" if number == len(lines) else "this line was changed"
            raise reader.bad(place, reason)
        entry = known.get(text)
        if entry is None:
            entry = known[text] = reader.entry(place, text)
        told = len(game.events)
        try:
            game.retake(entry)
        except FrontError as bad:
            raise reader.strays(place, str(bad)) from None
        yield game, entry, game.events[told:]
    if not closed:
        raise reader.bad(f"{path}:{len(lines)}", "the file ends here, cut short")
    reader.end(str(path))


_WORDS = (str(RESIGN), str(AGREE))  #: which no verb of a title stands for


class _Reader:
    """A game that is rebuilt from a file: what is checked on the way, and how far it is sound.

    A save of other rules is replayed as far as it goes. Digests of states that have another shape under these rules
    never agree, so they count only once one of them has agreed: then the next that does not shows where the game
    goes another way, and the last good moment is the one before it.
    """

    def __init__(self, game: Game, header: dict[str, Any]) -> None:
        self.game = game
        self.header = header
        title, played = game.title, header["rules"]
        self.foreign = played != title.rules_version and played not in title.replays
        self.agreed = 0  #: actions up to the last digest that was as recorded
        self.doubtful = 0  #: actions up to the first digest that was not, in a save of other rules

    def bad(self, place: str, reason: str) -> BadSave:
        """What is wrong, with the game up to here."""
        return BadSave(place, reason, _ready(self.game, self.header))

    def strays(self, place: str, why: str) -> BadSave:
        """The game goes another way here."""
        if not self.foreign:
            return self.bad(place, f"the game goes another way here: {why}")
        return self.bad(place, self._versions(f"under which the game goes another way after {self._done}: {why}"))

    def check(self, place: str, line: str) -> None:
        """Compares a recorded digest with that of the game."""
        rest = line.split(" ")[1:]
        if len(rest) != 2 or rest[0] != str(len(self.game.log)):
            raise self.bad(place, "lines are missing before this one")
        known = self.game.checks[-1] if self.game.checks else (-1, "")  # worked out there a moment ago
        if rest[1] == (known[1] if known[0] == len(self.game.log) else self.game.digest()):
            self.agreed = len(self.game.log)
        elif not self.foreign:
            raise self.bad(place, "the replay differs from the game that was saved")
        elif self.agreed:
            until = len(self.game.log)
            self.game = self.game.at(self.agreed)
            words = f"under which the game goes another way between its actions {self.agreed} and {until}"
            raise self.bad(place, self._versions(words))
        elif not self.doubtful:
            self.doubtful = len(self.game.log)

    def entry(self, place: str, text: str) -> Entry:
        """The decision in a line."""
        title = self.game.title
        side, _, rest = text.partition(" ")
        verb, _, word = rest.partition(" ")
        noun = None if rest in _WORDS else title.verbs.get(verb, "")
        if noun == "":
            raise self.strays(place, f"{title.info.id} has no verb {verb!r}")
        return Entry(side, Action(verb, _arg(title.nouns[noun], word) if noun is not None else None))

    def end(self, path: str) -> None:
        """Called when the whole file is read: BadSave, with the game, if no digest of other rules could be compared."""
        if self.doubtful and not self.agreed:
            words = (
                f"under which all of its {len(self.game.log)} actions are legal, but the situation after "
                f"{self.doubtful} is not the recorded one"
            )
            raise self.bad(path, self._versions(words))
        _ready(self.game, self.header)

    @property
    def _done(self) -> str:
        return f"{len(self.game.log)} actions"

    def _versions(self, words: str) -> str:
        title = self.game.title
        played = f"played under version {self.header['rules']} of the rules of {title.info.id}"
        return f"{played}; this program has {title.rules_version}, {words}"


def _link(chain: str, line: str) -> str:
    return sha256(f"{chain}\n{line}".encode()).hexdigest()[:8]


def header(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What a saved game says of itself: title, rules version, scenario, options, commitment, the seed if it is there.

    The game is not replayed; BadSave if the header is damaged.
    """
    return _header(str(path), read_text(path).split("\n"))[0]


def _header(path: str, lines: list[str]) -> tuple[dict[str, Any], str]:
    magic, _, version = lines[0].partition(" ")
    if magic != MAGIC:
        raise BadSave(f"{path}:1", "not a saved game of Front 1914")
    if version != str(FORMAT):
        raise BadSave(f"{path}:1", f"format {version} is not known; this program reads format {FORMAT}")
    text, _, seal = (lines[1] if len(lines) > 1 else "").rpartition("\t")
    chain = sha256(f"{lines[0]}\n{text}".encode()).hexdigest()[:8]
    if seal != chain:
        raise BadSave(f"{path}:2", "the header was changed or cut short")
    try:
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()  # half a letter, written as \ud800, could not be kept again
    except RecursionError:
        raise BadSave(f"{path}:2", "the header is not as it should be (nested too deeply)") from None
    except ValueError as bad:
        raise BadSave(f"{path}:2", f"the header is not as it should be ({bad})") from None
    if not isinstance(found, dict):
        raise BadSave(f"{path}:2", "the header is not as it should be (no table)")
    return found, chain


def _begin(path: str, lines: list[str], find: Callable[[str], Title]) -> tuple[Game, str, dict[str, Any]]:
    header, chain = _header(path, lines)
    try:
        title = find(header["title"])
        if type(header["rules"]) is not int:
            raise TypeError("rules must be a number")
        _check_own(path, title, header.get("own", ""))
        if "start" in header:
            state, start = title.read_position(header["start"]), header["start"]
        else:
            options = title.check_choice(header["scenario"], header["options"])
            state, start = title.start(header["scenario"], options), None
            state.scenario, state.options = header["scenario"], options
        game = Game(title, state, None, start)
        if start is not None:
            game.probe()
    except (UnknownTitle, BadScenario, BadPosition) as bad:
        raise BadSave(f"{path}:2", str(bad)) from None
    except FrontError:
        raise
    except Exception as bad:  # a position that somebody typed in can say anything
        raise BadSave(f"{path}:2", f"the header is not as it should be ({type(bad).__name__}: {bad})") from None
    return game, chain, header


def _check_own(path: str, title: Title, own: Any) -> None:
    if own != title.own:
        played = f"with data of a player's own ({own})" if own else "with the usual data"
        present = f"data of a player's own ({title.own})" if title.own else "the usual data"
        raise BadSave(f"{path}:2", f"played {played}; here are {present} of {title.info.id}")


def _arg(words: Words, word: str) -> str | int:
    return int(word) if word not in words and re.fullmatch(r"-?[0-9]{1,18}", word) else word


def _ready(game: Game, header: dict[str, Any]) -> Game:
    """Gives a rebuilt game its dice, so that it can go on."""
    if header.get("dice") == "manual":
        return game
    seed = header.get("seed")
    if seed is None:
        seed = fresh_seed()  # the file was shared without it: what is thrown from here on has another commitment
    elif commitment(check_seed(seed)) != header.get("commitment"):
        raise BadInput("seed", "the seed in the file is not the one that was committed to")
    game.dice = SeededDice(seed)
    try:
        if game.step is not None:
            game._settle()
    except Exception as bad:
        game.blame(bad)
        raise
    return game
