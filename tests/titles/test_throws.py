"""Whatever throws a die says so before it is chosen: by its hint, or by what the sheet tells of its verb."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914 import CHANCE, Action, Game

#: by title: the scenario, and the steps at which a player chooses something that may throw a die
CASES = {
    "schlieffens_war": ("introduction", ("march", "bombard")),
    "fixed_1914": ("introduction", ("march",)),
    "der_weltkrieg": ("liege", ("defend", "counter")),
    "offensive_a_outrance": ("introduction", ("intensity",)),
    "germany_at_war": ("campaign", ("action",)),
}
#: answers that end a phase or a battle, after which dice may fall that have nothing to do with them
ENDINGS = ("done", "stay")


def announced(game: Game, action: Action) -> bool:
    """Whether an answer says that something is thrown."""
    decision = game.decision
    assert decision is not None
    sheet = game.title.sheet()
    throws = sheet.get("throws", {})
    hint = game.hints().get(str(action), {})
    return bool(
        hint.get("throws")
        or throws.get(action.verb)
        or throws.get(f"{decision.step}: {action.verb}")
        or action.verb in sheet.get("risky", ())
    )


def spent(game: Game, before: int) -> bool:
    """Whether chance decided something since."""
    return any(entry.side == CHANCE for entry in game.log[before:])


@pytest.mark.parametrize("title", CASES)
def test_no_die_falls_that_was_not_announced(title: str) -> None:
    scenario, steps = CASES[title]
    thrown = 0
    for seed in range(6):
        game, rng = front1914.new(title, scenario, seed=f"throws {seed}"), random.Random(seed)
        for _ in range(700):
            decision = game.decision
            if decision is None:
                break
            verbs = sorted({action.verb for action in decision.actions})
            verb = "force" if "force" in verbs else rng.choice(verbs)
            action = rng.choice([one for one in decision.actions if one.verb == verb])
            watched = decision.step in steps and verb not in ENDINGS
            said, before = watched and announced(game, action), len(game.log)
            game.act(action)
            if watched and spent(game, before):
                thrown += 1
                assert said, f"{decision.step}: {action} threw a die without a word"
    assert thrown, "no die was thrown at all"


@pytest.mark.rule("10.6.e")
def test_a_forced_march_is_marked_with_its_die_on_the_hex() -> None:
    """Schlieffen's War: beyond its allowance a corps is checked for attrition, the Germans from the second turn on."""
    for seed in range(6):
        game, rng = front1914.new("schlieffens_war", "introduction", seed=seed), random.Random(seed)
        for _ in range(400):
            if game.decision is None:
                break
            for hint in game.hints().values() if game.decision.step == "march" else ():
                if hint.get("mark") == "forced march" and game.scene.turn != 1:
                    assert hint["throws"] == "die"
                    return
            game.act(rng.choice(game.decision.actions))
    raise AssertionError("nobody could force a march")
