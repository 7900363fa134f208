"""A small commander that learns: `python -m front1914.environments.train`. Numpy is all it needs; docs/environments.md.

The policy is a sum of weights: of the action in its step, of the action in its step and turn, of the way from the hex
that the question is about to the one that the action names, and of what stands there. The likelier action is the one
with the larger sum (softmax).

It first looks on while the teacher plays against the opponent, and makes likelier what the teacher does. Then it plays
itself: after a batch of games what was chosen in games that went better than the others becomes likelier, and the rest
less likely (REINFORCE). Besides victory and defeat the points at the end count: a near defeat is better than a far one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import front1914
from front1914 import Game
from front1914.analysis.simulate import Share, wilson
from front1914.environments import against
from front1914.environments.encoding import Encoding, Lookout, Vector
from front1914.environments.one_side import OneSide

Numbers = NDArray[np.float64]
Indices = NDArray[np.intp]
PLANES = ("own_counters", "own_strength", "enemy_counters", "enemy_strength", "closed_counters", "held_by_them")
USUAL = np.array([3, 10, 3, 10, 3, 1])  #: what these planes may hold, so that all weigh alike
TURNS = 8  #: turns with weights of their own; later ones are like the last
#: what a point at the end is worth to a side beside victory, which is worth 1; of other titles only victory counts
POINTS = {"schlieffens_war": {"german": 0.2, "entente": -0.2}}
MOST = 600  #: decisions of ours in a game; more is going round in circles, and lost
FRESH = 1_000_000  #: seeds from here on are for measuring; nothing is learned from them


class Question(NamedTuple):
    """A decision as the policy sees it."""

    legal: Indices  #: the actions
    rows: Indices  #: the weights of each, three to an action
    there: Numbers  #: what stands in the hex that each names, by plane
    step: int


class Policy:
    """Weights, and how likely they make each action."""

    def __init__(self, code: Encoding) -> None:
        self.code, self.steps, self.size = code, len(code.steps), len(code.actions)
        self.nodes = code.lens.nodes
        #: by step and action; by turn, step and action; by hex and hex (the last of each: nowhere)
        self.weights = np.zeros((1 + TURNS) * self.steps * self.size + (self.nodes + 1) ** 2)
        self.sight = np.zeros((self.steps, len(PLANES)))
        title = code.title
        node = {"hex": title.nouns["hex"].find} if "hex" in title.nouns else {"area": title.nouns["area"].find}
        named = [node.get(title.verbs[action.verb] or "", _nowhere)(action.arg) for action in code.actions]
        self._node = np.array([self.nodes if found is None else found for found in named])
        self._planes = np.array([code.parts[plane].start for plane in PLANES])

    def ask(self, seen: Vector, legal: Indices) -> Question:
        """What has to be decided, from an observation and the legal actions."""
        code, start = self.code, self.code.parts["facts"].start
        step, turns = int(seen[start + 2 :].argmax()), len(code.turns) and max(code.turns.values())
        turn = min(TURNS - 1, max(0, round(float(seen[start]) * turns) - 1))
        asked = seen[code.parts["asked"]]
        origin = int(asked.argmax()) if asked.any() else self.nodes
        node = self._node[legal]
        first = self.steps * self.size
        rows = np.stack(
            (
                step * self.size + legal,
                first + (turn * self.steps + step) * self.size + legal,
                (1 + TURNS) * first + origin * (self.nodes + 1) + node,
            )
        )
        there = seen[np.minimum(node, self.nodes - 1)[:, None] + self._planes] / USUAL
        there[node == self.nodes] = 0
        return Question(legal, rows, there, step)

    def chances(self, asked: Question) -> Numbers:
        """How likely each of the legal actions is."""
        sums = self.weights[asked.rows].sum(0) + asked.there @ self.sight[asked.step]
        found: Numbers = np.exp(sums - sums.max())
        return np.asarray(found / found.sum())

    def learn(self, asked: Question, chances: Numbers, chosen: int, rate: float) -> None:
        """Makes what was chosen likelier, or with a rate below 0 less likely."""
        change = -rate * chances
        change[chosen] += rate
        for row in asked.rows:
            np.add.at(self.weights, row, change)
        self.sight[asked.step] += 0.3 * change @ asked.there

    def save(self, path: Path) -> None:
        """Writes the weights to a file."""
        np.savez_compressed(path, weights=self.weights, sight=self.sight)

    def load(self, path: Path) -> None:
        """Reads them."""
        with np.load(path) as kept:
            self.weights, self.sight = kept["weights"], kept["sight"]


def _nowhere(_: object) -> None:
    return None


# ---- looking on


def lesson(env: OneSide, policy: Policy, teacher: str, seed: int) -> list[tuple[Question, int]]:
    """What the teacher chose in a game against the opponent of the environment."""
    title, code, found = env.encoding.title.info.id, env.encoding, []
    env.reset(seed=seed)
    game, master, lookout = env.game, front1914.commander(teacher, title, seed), Lookout(code, env.side)
    over = game.decision is None
    while not over:
        chosen = master.decide(game.seat(env.side))
        legal = np.array(sorted(code.numbers(game)))
        if len(legal) > 1:
            asked = policy.ask(lookout.observe(game), legal)
            found.append((asked, int(np.searchsorted(legal, code.index[chosen]))))
        over = env.step(code.index[chosen])[2]
    return found


def imitate(env: OneSide, policy: Policy, teacher: str, games: int, seed: int, times: int = 8) -> float:
    """Learns from games of the teacher; returns how often it would have chosen as the teacher did."""
    seen = [row for n in range(games) for row in lesson(env, policy, teacher, seed + n)]
    rng, rate = np.random.default_rng(seed), 0.3
    for _ in range(times):
        for n in rng.permutation(len(seen)):
            asked, chosen = seen[n]
            policy.learn(asked, policy.chances(asked), chosen, rate)
        rate *= 0.8
    return float(np.mean([policy.chances(asked).argmax() == chosen for asked, chosen in seen])) if seen else 0.0


# ---- playing


class Played(NamedTuple):
    """A game of ours: 1 for a victory, 0 for a defeat; what it is worth; and what was chosen."""

    won: float
    worth: float
    choices: list[tuple[Question, Numbers, int]]


def play(env: OneSide, policy: Policy, seed: int, rng: np.random.Generator | None = None) -> Played:
    """One game: actions are drawn, or without a generator the likeliest is taken."""
    seen, _ = env.reset(seed=seed)
    over, cut, reward = env.game.decision is None, False, 0.0
    choices = []
    while not (over or cut):
        asked = policy.ask(seen["observation"], seen["action_mask"].nonzero()[0])
        chances = policy.chances(asked)
        chosen = int(chances.argmax()) if rng is None else int(np.searchsorted(chances.cumsum(), rng.random()))
        chosen = min(chosen, len(chances) - 1)
        if len(chances) > 1:
            choices.append((asked, chances, chosen))
        seen, reward, over, cut, _ = env.step(int(asked.legal[chosen]))
    if cut:  # it turns in a circle: choose and cancel, for ever
        return Played(0.0, -2.0, choices)
    return Played((1 + reward) / 2, reward + points(env.game, env.side), choices)


def points(game: Game, side: str) -> float:
    """What the score at the end adds to the reward."""
    worth = POINTS.get(game.title.info.id, {}).get(side, 0.0)
    return 0.0 if game.result is None or game.result.score is None else worth * game.result.score


def improve(env: OneSide, policy: Policy, games: int, seed: int, batch: int = 20, rate: float = 0.3) -> list[Played]:
    """Plays and learns from its own games, batch by batch."""
    rng, found = np.random.default_rng(seed), []
    for first in range(0, games, batch):
        played = [play(env, policy, seed + first + n, rng) for n in range(min(batch, games - first))]
        worth = np.array([one.worth for one in played])
        gains = (worth - worth.mean()) / (worth.std() + 1e-6) / len(played)
        for one, gain in zip(played, gains, strict=True):
            for asked, chances, chosen in one.choices:
                policy.learn(asked, chances, chosen, rate * gain)
        found += [one._replace(choices=[]) for one in played]
    return found


def measure(env: OneSide, policy: Policy, games: int, seed: int = FRESH) -> Share:
    """How many games with fresh seeds it wins, with the 95 % interval."""
    return wilson(sum(play(env, policy, seed + n).won for n in range(games)), games)


# ---- the command


class Point(NamedTuple):
    """How good it was after so much training, on seeds that it was not trained with."""

    lessons: int  #: games of the teacher that it has seen
    games: int  #: games of its own
    share: Share
    seconds: float  #: of processor time, training and measuring


def train(
    env: OneSide,
    policy: Policy,
    lessons: int,
    games: int,
    seed: int = 1,
    measured: int = 50,
    rate: float = 0.3,
    every: int = 200,
    teacher: str = "staff",
    tell: Callable[[Point], None] = lambda point: None,
) -> list[Point]:
    """The whole course: looks on, plays, and is measured before, between and after."""
    began, curve = process_time(), list[Point]()

    def look(lessons: int, games: int) -> None:
        share = measure(env, policy, measured)
        curve.append(Point(lessons, games, share, process_time() - began))
        tell(curve[-1])

    look(0, 0)
    if lessons:
        imitate(env, policy, teacher, lessons, seed)
        look(lessons, 0)
    for done in range(0, games, every):
        improve(env, policy, min(every, games - done), seed + 10_000 + done, rate=rate)
        look(lessons, min(games, done + every))
    return curve


def drawn(curves: dict[str, list[Point]], opponent: str) -> str:
    """The curves as SVG: share of games won against seconds, with 95 % intervals."""
    wide, high, left, top = 560, 260, 44, 16
    last = max((point.seconds for curve in curves.values() for point in curve), default=1.0)

    def x(seconds: float) -> float:
        return left + (wide - left - 110) * seconds / last

    def y(share: float) -> float:
        return top + (high - top - 40) * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="11" '
        f'role="img" aria-label="Games won against {opponent} in the course of training">'
        f'<rect width="{wide}" height="{high}" fill="#f2ead3"/>'
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(
            f'<path d="M{left} {y(share):.1f}H{x(last):.1f}" stroke="#cbbf9f"/>'
            f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>'
        )
    for (name, curve), colour in zip(curves.items(), ("#4c5447", "#3b5fa0", "#a0522d", "#0f5a66"), strict=False):
        for point in curve:
            parts.append(
                f'<path d="M{x(point.seconds):.1f} {y(point.share.low):.1f}V{y(point.share.high):.1f}" '
                f'stroke="{colour}" opacity="0.5"/>'
                f'<circle cx="{x(point.seconds):.1f}" cy="{y(point.share.share):.1f}" r="3" fill="{colour}"/>'
            )
        line = "L".join(f"{x(point.seconds):.1f} {y(point.share.share):.1f}" for point in curve)
        end = curve[-1]
        parts.append(
            f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{x(end.seconds) + 8:.1f}" y="{y(end.share.share) + 4:.1f}" fill="{colour}">{name}</text>'
        )
    parts.append(
        f'<text x="{left}" y="{high - 8}">games won against {opponent}, fresh seeds, 95 % intervals; '
        f"processor time up to {last:.0f} s</text></svg>"
    )
    return "".join(parts)


@click.command()
@click.option("--title", default="schlieffens_war", show_default=True)
@click.option("--scenario", default="introduction", show_default=True)
@click.option("--side", "sides", multiple=True, help="Which side learns; all of them, one after the other, if none.")
@click.option("--against", "opponent", default="recruit", show_default=True, help="The commander to beat.")
@click.option("--teacher", default="staff", show_default=True, help="The commander that is looked at first.")
@click.option("--lessons", default=100, show_default=True, help="Games of the teacher.")
@click.option("--games", default=200, show_default=True, help="Games of its own.")
@click.option("--rate", default=0.3, show_default=True, help="How fast it learns from its own games.")
@click.option("--measured", default=100, show_default=True, help="Games with fresh seeds at each point of the curve.")
@click.option("--seed", default=1, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), help="Where weights and curve are written.")
def main(
    title: str,
    scenario: str,
    sides: tuple[str, ...],
    opponent: str,
    teacher: str,
    lessons: int,
    games: int,
    rate: float,
    measured: int,
    seed: int,
    folder: Path | None,
) -> None:
    """Train a small commander and measure it."""
    curves: dict[str, list[Point]] = {}
    try:
        for side in sides or front1914.new(title, scenario, seed=0).sides:
            env = against(title, side, opponent, scenario=scenario, most=MOST)
            policy = Policy(env.encoding)

            def tell(point: Point, side: str = side) -> None:
                low, high = point.share.low, point.share.high
                click.echo(
                    f"{side:10} {point.lessons:4} lessons {point.games:5} games   won {point.share.share:6.1%} "
                    f"({low:.0%} to {high:.0%}) of {measured} against {opponent}   {point.seconds:6.0f} s"
                )

            curves[side] = train(env, policy, lessons, games, seed, measured, rate, teacher=teacher, tell=tell)
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                policy.save(folder / f"{side}.npz")
                (folder / "curve.svg").write_text(drawn(curves, opponent), encoding="utf-8")
    except front1914.FrontError as bad:
        raise click.ClickException(str(bad)) from bad
    whole = wilson(sum(curve[-1].share.times for curve in curves.values()), measured * len(curves))
    click.echo(f"together   won {whole.share:.1%} ({whole.low:.0%} to {whole.high:.0%}) of {measured * len(curves)}")


if __name__ == "__main__":
    main()
