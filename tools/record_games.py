"""Recorded games: every title, scenario and way of ending, kept under tests/games and replayed by the suite.

    python tools/record_games.py                              # replays all; writes what is told anew, shows the diff
    python tools/record_games.py --title fixed_1914           # of one title
    python tools/record_games.py --title fixed_1914 --name introduction-draw
    python tools/record_games.py --title fixed_1914 --find 60 # plays for 60 seconds a scenario, keeps new endings
    python tools/record_games.py --check                      # replays all, the long ones too; writes nothing

A game is three things in the folder of its title: its row in `games.json` (who played, with which seed, how it ended),
`NAME.save.xz` (the save) and `NAME.told.xz` (what each side was told, and how much it was offered, as text).

What is told may change on purpose: this command writes it anew and shows the difference, which belongs into the review.
A replay may not change. When a title's `rules_version` was raised, games that go the same way under the new rules are
kept; the others are played anew with the same players and seeds (with other seeds where the ending has become another
one), and their old saves move to tests/games/old.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import json
import lzma
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import front1914
from front1914 import OBSERVER, Action, FrontError, Game, Seat
from front1914.analysis.fuzz import Fault, check_verdict
from front1914.commanders import Commander, Why, make, play
from front1914.engine.game import CHECK_EVERY
from front1914.engine.save import moments

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "games"
OLD = "old"
LONG = 12_000  #: actions from which a game is replayed by `make games` only
OLD_BYTES = 64_000  #: larger saves of older rules are not kept
TRIES = 400  #: seeds that are tried when the rules have changed
TRY_SECONDS = 90  #: and how long they may take for one game
MOST_ACTIONS = 3000  #: a longer game is not taken for a shorter one of the same ending
MOST_DIFF = 60  #: lines of a diff that are shown for one game


@dataclass(frozen=True)
class Recorded:
    """One recorded game: all that is needed to play it anew, and how it ended."""

    title: str
    name: str
    scenario: str
    options: dict[str, Any]
    players: dict[str, str]  #: by side
    seed: str
    rules: int = 0
    actions: int = 0
    result: dict[str, Any] | None = None
    resign: str = ""  #: the side that gives up after `stop` decisions
    stop: int = 0  #: decisions after which the recording ends; 0: at the end of the game
    long: bool = field(default=False)

    @property
    def ending(self) -> str:
        """What makes two endings the same: who won, how, by which rule; numbers do not count."""
        if self.result is None:
            return "part"
        found = self.result
        reason = re.sub(r"\d+", "#", found["reason"])
        return f"{found['winner'] or 'nobody'}, {found['level']}, {found['rule']}: {reason}"

    def file(self, kind: str) -> Path:
        """Where its save (`save`) or what is told (`told`) is kept."""
        return FOLDER / self.title / f"{self.name}.{kind}.xz"

    def save_text(self) -> str:
        """The save, as a player would have it."""
        return lzma.decompress(self.file("save").read_bytes()).decode()

    def told_text(self) -> str:
        """What is told, as it was recorded."""
        return lzma.decompress(self.file("told").read_bytes()).decode()


class Idle:
    """Does as little as it may: it takes an answer without an argument if there is one. So the other side gets on."""

    looks = False

    def __init__(self, title: str, seed: str) -> None:
        self.reasons: list[Why] = []
        self._rng = random.Random(f"idle:{title}:{seed}")

    def decide(self, seat: Seat) -> Action:
        assert seat.decision is not None
        actions = seat.decision.actions
        return self._rng.choice([action for action in actions if action.arg is None] or list(actions))


def player(level: str, title: str, seed: str) -> Commander:
    """Who plays a side: a commander of the project, or nobody in particular."""
    return Idle(title, seed) if level == "idle" else make(level, title, seed)


# ---- the list


def recorded(title: str) -> list[Recorded]:
    """The games of a title, as its list has them."""
    file = FOLDER / title / "games.json"
    return [Recorded(**row) for row in json.loads(file.read_text(encoding="utf-8"))] if file.exists() else []


def titles() -> list[str]:
    """The titles that have recorded games."""
    return sorted(file.parent.name for file in FOLDER.glob("*/games.json"))


def write(title: str, games: list[Recorded]) -> None:
    """Writes the list of a title, one game a line."""
    rows = [json.dumps(asdict(game), ensure_ascii=False) for game in sorted(games, key=lambda game: game.name)]
    (FOLDER / title).mkdir(parents=True, exist_ok=True)
    (FOLDER / title / "games.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


# ---- playing and replaying


def record(spec: Recorded, seconds: float = 600) -> tuple[Recorded, Game] | None:
    """Plays a game as its row says; None if it takes longer than `seconds`."""
    game = front1914.new(spec.title, spec.scenario, spec.options, seed=spec.seed)
    commanders = {side: player(level, spec.title, f"{spec.seed}:{side}") for side, level in spec.players.items()}
    limit, taken = time.monotonic() + seconds, 0
    while game.result is None and (not spec.stop or taken < spec.stop):
        if time.monotonic() > limit:
            return None
        taken += play(game, commanders, most=min(50, spec.stop - taken) if spec.stop else 50)
    if spec.resign:
        game.resign(spec.resign)
    result = None if game.result is None else game.result._asdict()
    rules, actions = game.title.rules_version, len(game.log)
    return replace(spec, rules=rules, actions=actions, result=result, long=actions >= LONG), game


def replay(text: str) -> tuple[Game, str]:
    """Replays a save with every digest; the game at its end, and what was told on the way."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.save"
        path.write_text(text, encoding="utf-8")
        lines: list[str] = []
        seen = 0
        for game, entry, _ in moments(path, front1914.title):
            if entry is None or len(game.log) % CHECK_EVERY == 0:
                lines += _told(game, seen)
                seen = len(game.events)
                lines += _offers(game)
        lines += _told(game, seen)
        return game, "\n".join(lines) + "\n"


def _told(game: Game, since: int) -> Iterator[str]:
    """Each event after the first `since`: the action that caused it, who is told of it, the sentence."""
    everybody = (*game.sides, OBSERVER)
    for event in game.events[since:]:
        who = [side for side in everybody if event.seen(side)]
        yield f"{event.at}\t{'all' if len(who) == len(everybody) else ' '.join(who)}\t{event.text}"


def _offers(game: Game) -> Iterator[str]:
    """Who decides what, and a digest of all answers that are offered."""
    if (decision := game.decision) is not None:
        offers = sorted(map(str, decision.actions))
        digest = sha256("\n".join(offers).encode()).hexdigest()[:12]
        yield f"{len(game.log)}\t?\t{decision.side} {decision.step}: {len(offers)} answers, {digest}"


def keep(spec: Recorded, game: Game) -> None:
    """Writes the save of a game that was played, and what it tells when it is replayed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.save"
        game.save(path)
        text = path.read_text(encoding="utf-8")
    again, told = replay(text)
    assert again.digest() == game.digest(), f"{spec.title} {spec.name}: the replay differs from what was played"
    _pack(spec.file("save"), text)
    _pack(spec.file("told"), told)


def _pack(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def differences(spec: Recorded) -> list[str]:
    """What a replay shows that is not as it was recorded: nothing, or one line for each difference."""
    try:
        game, told = replay(spec.save_text())
    except FrontError as bad:
        return [f"{spec.title} {spec.name}: {bad}"]
    found = []
    result = None if game.result is None else game.result._asdict()
    if result != spec.result:
        found.append(f"{spec.title} {spec.name}: the result is {result}, not {spec.result}")
    try:
        check_verdict(game)
    except Fault as bad:
        found.append(f"{spec.title} {spec.name}: {bad}")
    if len(game.log) != spec.actions:
        found.append(f"{spec.title} {spec.name}: {len(game.log)} actions, not {spec.actions}")
    if told != (before := spec.told_text()):
        found += diff(f"{spec.title} {spec.name}", before, told)
    return found


def diff(name: str, before: str, after: str) -> list[str]:
    """What is told differently, as far as somebody would read it."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), f"{name} before", "after", n=1))
    more = [f"... and {len(lines) - MOST_DIFF} lines more"] if len(lines) > MOST_DIFF else []
    return [line.rstrip("\n") for line in lines[:MOST_DIFF]] + more


# ---- recording anew


def refresh(spec: Recorded) -> Recorded | None:
    """Records a game anew as far as that is needed; None if its ending could not be found again."""
    now = front1914.title(spec.title).rules_version
    if spec.rules != now:
        return _anew(spec, now)
    try:
        game, told = replay(spec.save_text())
    except FrontError as bad:
        sys.exit(f"{spec.title} {spec.name}: {bad}\nA change that alters a replay raises the title's rules_version.")
    if told != (before := spec.told_text()):
        print("\n".join(diff(f"{spec.title} {spec.name}", before, told)))
        _pack(spec.file("told"), told)
    result = None if game.result is None else game.result._asdict()
    return replace(spec, actions=len(game.log), result=result)


def _anew(spec: Recorded, now: int) -> Recorded | None:
    if (same := _carried(spec, now)) is not None:
        keep(*same)
        print(f"{spec.title} {spec.name}: goes the same way under version {now} of the rules")
        return same[0]
    old = FOLDER / OLD / spec.title / f"{spec.name}.rules{spec.rules}.save.xz"
    packed = spec.file("save").read_bytes()
    if len(packed) <= OLD_BYTES and not old.exists():
        old.parent.mkdir(parents=True, exist_ok=True)
        old.write_bytes(packed)
    limit = time.monotonic() + TRY_SECONDS
    for number in range(TRIES):
        if number and time.monotonic() > limit:
            break
        seed = spec.seed if not number else f"{spec.seed.partition('+')[0]}+{number}"
        if (played := record(replace(spec, seed=seed))) is None:
            break
        if played[0].ending == spec.ending:
            keep(*played)
            print(f"{spec.title} {spec.name}: played anew under version {now} of the rules, seed {seed}")
            return played[0]
        if played[1].state.result is None or played[0].actions > LONG:
            break
    print(f"{spec.title} {spec.name}: this ending was not found under version {now} of the rules; try --find")
    spec.file("save").unlink()
    spec.file("told").unlink()
    return None


def _carried(spec: Recorded, now: int) -> tuple[Recorded, Game] | None:
    """A game that the new rules do not touch: its save is replayed whole, every digest as recorded."""
    try:
        game, told = replay(spec.save_text())
    except FrontError:
        return None
    result = None if game.result is None else game.result._asdict()
    if told != spec.told_text() or result != spec.result or len(game.log) != spec.actions:
        return None
    return replace(spec, rules=now), game


# ---- finding endings


def find(title: str, scenario: str, seconds: float, levels: list[str], start: int) -> None:
    """Plays games of a scenario, every other one with options at random, and keeps the richest of each ending."""
    found = front1914.title(title)
    best: dict[str, tuple[Recorded, int]] = {}
    for spec in recorded(title):
        if spec.scenario == scenario and not spec.resign and not spec.stop:
            best[spec.ending] = spec, richness(replay(spec.save_text())[0])
    limit = time.monotonic() + seconds
    for number in itertools.count(start):
        if (left := limit - time.monotonic()) <= 0:
            break
        rng = random.Random(f"{title}:{scenario}:{number}")
        options = {o.id: rng.choice(o.choices) for o in found.info.options} if number % 2 else {}
        sides = found.sides(found.check_choice(scenario, options))
        players = {side: rng.choice(levels) for side in sides}
        if (played := record(Recorded(title, "", scenario, options, players, f"games{number}"), left)) is None:
            continue
        spec, game = played
        known, rich = best.get(spec.ending, (None, 0))
        if known is not None and (spec.actions > max(MOST_ACTIONS, known.actions) or richness(game) <= rich):
            continue
        spec = replace(spec, name=known.name if known else _name(spec, {game.name for game in recorded(title)}))
        print(f"{title} {spec.name}: {spec.actions} actions, {richness(game)} kinds, {spec.ending}", flush=True)
        keep(spec, game)
        write(title, [*(game for game in recorded(title) if game.name != spec.name), spec])
        best[spec.ending] = spec, richness(game)


def richness(game: Game) -> int:
    """How much of the rules a game shows: kinds of decisions that were taken and of events that were told."""
    return len({entry.action.verb for entry in game.log}) + len({event.kind for event in game.events})


def _name(spec: Recorded, taken: set[str]) -> str:
    """A name for the files: the scenario, who won and how."""
    assert spec.result is not None
    winner = spec.result["winner"]
    parts = [spec.scenario, *([winner] if winner else []), spec.result["level"].replace(" ", "_")]
    base = "-".join(parts)
    return next(name for n in itertools.count(1) if (name := base if n == 1 else f"{base}-{n}") not in taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--title", action="append", help="again for another; all if not given")
    parser.add_argument("--name", action="append", help="only these games")
    parser.add_argument("--find", type=float, metavar="SECONDS", help="look for endings that are not recorded yet")
    parser.add_argument("--check", action="store_true", help="only say what is not as it was recorded")
    parser.add_argument("--scenario", action="append", help="with --find: only these")
    parser.add_argument("--levels", default="random,recruit,staff,idle", help="with --find: who plays")
    parser.add_argument("--start", type=int, default=0, help="with --find: the number of the first seed")
    asked = parser.parse_args()
    wrong: list[str] = []
    for title in asked.title or titles():
        if asked.find:
            for scenario in asked.scenario or [s.id for s in front1914.title(title).info.scenarios]:
                find(title, scenario, asked.find, asked.levels.split(","), asked.start)
            continue
        games = recorded(title)
        if asked.check:
            wrong += [line for spec in games for line in differences(spec)]
            continue
        after = [refresh(g) if not asked.name or g.name in asked.name else g for g in games]
        write(title, [game for game in after if game is not None])
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
