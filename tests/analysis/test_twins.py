"""Nothing hidden shows: twins of every title with secrets, at moments of random play, in all that a side can ask."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914.analysis.twins import check_twins

#: by title: decisions that are played, and how many of them lie between two looks
PLAYED = {
    "der_weltkrieg": (480, 60),
    "fixed_1914": (600, 50),
    "germany_at_war": (900, 30),
    "offensive_a_outrance": (240, 60),
    "schlieffens_war": (1200, 40),
}


def test_every_title_with_secrets_is_among_them() -> None:
    hidden = {info.id for info in front1914.titles() if front1914.title(info.id).hidden}
    assert hidden - {"ford", "moody", "grand"} == set(PLAYED)


@pytest.mark.parametrize("title", PLAYED)
def test_twins_cannot_be_told_apart(title: str) -> None:
    most, every = PLAYED[title]
    rng, done, info = random.Random(f"twins:{title}"), 0, front1914.title(title).info
    while done < most:
        options = {option.id: rng.choice(option.choices) for option in info.options}
        game = front1914.new(title, rng.choice(info.scenarios).id, options, seed=rng.getrandbits(32))
        for _ in range(most // 3):
            if (decision := game.decision) is None:
                break
            if done % every == 0:
                for side in game.sides:
                    check_twins(game, side, rng)
            verb = rng.choice(sorted({action.verb for action in decision.actions}))
            game.act(rng.choice([action for action in decision.actions if action.verb == verb]))
            done += 1
