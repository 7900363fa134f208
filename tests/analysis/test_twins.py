"""Nothing hidden shows: twins of every title with secrets, at moments of random play, in all that a side can ask."""

from __future__ import annotations

import random

import pytest

import front1914
from front1914.analysis.twins import check_twins, compare_deeds, imagined_twin

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


def test_what_the_other_does_tells_no_more_than_the_rules_show() -> None:
    """Blocks stand up: whatever the other side does in twins, with what is in sight or with nothing named, a side hears
    and sees the same. (In the other titles an action may uncover who lies below, which is told apart by no event.)"""
    title, rng, compared = "germany_at_war", random.Random("witness"), 0
    info, sheet = front1914.title(title).info, front1914.title(title).sheet()["pieces"]
    while compared < 150:
        options = {option.id: rng.choice(option.choices) for option in info.options}
        game = front1914.new(title, rng.choice(info.scenarios).id, options, seed=rng.getrandbits(32))
        for n in range(400):
            if (decision := game.decision) is None:
                break
            for side in game.sides if n % 8 == 0 else ():
                view = game.view(side)
                twin = imagined_twin(game, view, rng)
                seen = {piece["id"] for piece in view["pieces"] if not piece.get("hidden")}
                his = () if twin.decision is None or decision.side == side else twin.decision.actions
                both = [a for a in decision.actions if a in his and (a.arg not in sheet or a.arg in seen)]
                if both and twin.decision is not None and twin.decision.step == decision.step:
                    compare_deeds(game, twin, side, rng.choice(both))
                    compared += 1
            verb = rng.choice(sorted({action.verb for action in decision.actions}))
            game.act(rng.choice([action for action in decision.actions if action.verb == verb]))
