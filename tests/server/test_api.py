"""The JSON API: the library, playing, looking back."""

from __future__ import annotations

import asyncio
import gzip
import json
from fractions import Fraction
from pathlib import Path

import pytest

import front1914
from front1914.engine.dice import ALGORITHM, draw, key_of
from front1914.server import lookback, record
from front1914.server.lookback import ALGORITHM as OURS
from front1914.server.seats import usual_level
from tests.ford.title import Ford
from tests.server.house import House, open_house

pytestmark = pytest.mark.asyncio

#: Blue marches b2 next to r4 and attacks; who loses depends on the seed.
OPENING = ("red to 0504", "blue unit b1", "blue to 0302")


async def finish(house: House, game: str) -> None:
    """Plays on with whatever comes first until the game is over."""
    table = await house.library.table(game)
    while (decision := table.game.decision) is not None:
        action = next((a for a in decision.actions if a.verb in ("done", "commit", "stay")), decision.actions[-1])
        await table.act(decision.side, action)


# -- the library -----------------------------------------------------------------------------------------------


async def test_titles_say_what_can_be_played(house: House) -> None:
    listed = (await house.get("/api/titles"))["titles"]
    ford = next(title for title in listed if title["id"] == "ford")
    assert [scenario["id"] for scenario in ford["scenarios"]] == ["campaign", "skirmish"]
    assert ford["options"][0]["choices"] == [False, True]
    one = await house.get("/api/titles/ford")
    assert (one["rules_version"], one["hidden"], one["sides"]) == (1, True, ["blue", "red"])


async def test_about_names_levels_and_limits(house: House) -> None:
    about = await house.get("/api/about")
    assert about["version"] == front1914.__version__
    assert usual_level() in [level["id"] for level in about["levels"]]
    assert about["upload_limit"] == 8 << 20


async def test_the_sheet_is_cached_by_its_version(house: House) -> None:
    address = (await house.get("/api/titles/ford"))["sheet"]
    sheet = await house.call("GET", address)
    assert sheet.json == json.loads(json.dumps(Ford().printed()))
    assert "immutable" in sheet.headers["cache-control"]
    old = await house.call("GET", "/api/titles/ford/sheet?v=0123")
    assert (old.headers["cache-control"], old.body) == ("no-cache", sheet.body)
    again = await house.call("GET", address, headers={"if-none-match": sheet.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


async def test_large_papers_are_packed_for_whoever_can_unpack_them(house: House) -> None:
    address = (await house.get("/api/titles/ford"))["sheet"]
    packed = await house.call("GET", address, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == (await house.call("GET", address)).body


async def test_the_map_is_drawn_once_and_kept(house: House, tmp_path: Path) -> None:
    address = (await house.get("/api/titles/ford"))["art"]
    assert "?v=" not in address
    drawn = await house.call("GET", address)
    assert (drawn.status, drawn.headers["cache-control"]) == (200, "no-cache")
    assert drawn.json.keys() == {"frame", "base", "names"}
    again = (await house.get("/api/titles/ford"))["art"]
    assert "immutable" in (await house.call("GET", again)).headers["cache-control"]
    assert [file.name for file in (tmp_path / "art").iterdir()] == [f"ford-{again.rpartition('=')[2]}.json.gz"]


async def test_what_never_changes_is_made_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for it, as often as he likes."""
    real, asked = front1914.ledger, []
    monkeypatch.setattr(front1914, "ledger", lambda name, tests: asked.append(name) or real(name, tests=tests))
    first = await house.get("/api/titles/ford/rules")
    assert await house.get("/api/titles/ford/rules") == first
    assert asked == ["ford"]
    assert (await house.call("GET", "/api/titles/nothing/lessons")).status == 404


async def test_rules_and_rulings_come_from_the_title(house: House) -> None:
    found = await house.get("/api/titles/ford/rules")
    first = next(rule for rule in found["rules"] if rule["rule"] == "3.2")
    assert (first["title"], first["kind"]) == ("Zones of control", "rule")
    assert found["rulings"] == []


async def test_a_handbook_is_worked_out_once_and_kept(house: House) -> None:
    answer = await house.call("GET", "/api/titles/schlieffens_war/handbook")
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    book = answer.json
    assert book["rules"]["7.1"] == "movement.zones"
    assert book["log"]["forced_march"] == "movement.forced"
    again = await house.call(
        "GET", "/api/titles/schlieffens_war/handbook", headers={"if-none-match": answer.headers["etag"]}
    )
    assert again.status == 304


async def test_a_title_without_a_handbook_says_so(house: House) -> None:
    answer = await house.call("GET", "/api/titles/ford/handbook")
    assert (answer.status, answer.error["place"]) == (404, "handbook")


async def test_pages_of_rules_and_handbooks_may_be_named_by_a_number(house: House) -> None:
    for path in ("/rules/ford/3.2", "/handbook/schlieffens_war/11.15"):
        answer = await house.call("GET", path)
        assert answer.status == 200
        assert "text/html" in answer.headers["content-type"]


async def test_a_game_is_begun_listed_renamed_and_deleted(house: House) -> None:
    game = await house.begin(scenario="skirmish", options={"open": True}, name="Kluck's right wing")
    shown = (await house.get(f"/api/games/{game}"))["game"]
    assert (shown["name"], shown["scenario_name"], shown["options"]) == (
        "Kluck's right wing",
        "A skirmish",
        {"open": True},
    )
    assert (shown["turn"], shown["deciding"], shown["result"], shown["rules"]) == (1, "red", None, 1)
    assert shown["commitment"] == front1914.commitment(7)
    assert [each["id"] for each in (await house.get("/api/games"))["games"]] == [game]
    renamed = await house.call("PATCH", f"/api/games/{game}", {"name": "Élan"})
    assert renamed.json["game"]["name"] == "Élan"
    assert (await house.call("DELETE", f"/api/games/{game}")).status == 204
    assert (await house.get("/api/games"))["games"] == []
    assert (await house.call("GET", f"/api/games/{game}")).status == 404


async def test_without_seats_one_plays_the_computer(house: House) -> None:
    shown = (await house.post("/api/games", title="ford"))["game"]
    assert shown["seats"] == {"blue": {"kind": "human"}, "red": {"kind": "computer", "level": usual_level()}}


async def test_last_touched_games_come_first(house: House) -> None:
    first, second = await house.begin(), await house.begin()
    await house.play(first, "red pass")
    assert [game["id"] for game in (await house.get("/api/games"))["games"]] == [first, second]


async def test_without_a_seed_nobody_can_guess_it(house: House) -> None:
    games = [await house.begin(seed=None) for _ in range(2)]
    shown = [(await house.get(f"/api/games/{game}"))["game"]["commitment"] for game in games]
    assert shown[0] != shown[1]


# -- playing ---------------------------------------------------------------------------------------------------


async def test_the_view_is_the_engines_view_with_the_decision_beside_it(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red to 0504")
    twin = front1914.new("ford", seed=7)
    twin.act("to", "0504")
    for side in ("blue", "red", "observer"):
        found = await house.get(f"/api/games/{game}/view?side={side}")
        assert found["view"] == json.loads(json.dumps(twin.screen(side)))
        whole = await house.get(f"/api/games/{game}/view?side={side}&all=1")
        wanted = json.loads(json.dumps(twin.view(side)))
        decision = wanted.pop("decision")
        assert whole["view"] == wanted
        assert set(found["view"]) - {"score"} < set(wanted), "who is winning is told to screens alone"
        assert (found["decision"] is None) == (decision is None)
    decision = (await house.get(f"/api/games/{game}/decision?side=blue"))["decision"]
    assert decision["actions"] == {"unit": ["b1", "b2", "b3", "b4", "b5", "b6"], "done": None}
    assert (decision["step"], decision["rule"]) == ("move", "3.0")


async def test_hints_come_with_the_decision(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1")
    found = (await house.get(f"/api/games/{game}/view?side=blue"))["decision"]
    table = await house.library.table(game)
    for key, hint in table.game.hints().items():
        verb, place = key.split(" ")
        assert _path(found["hints"], verb, place) == hint["path"]
        assert found["hints"][key]["left"] == hint["left"]
    assert any("via" in hint for hint in found["hints"].values())


def _path(hints: dict[str, dict[str, object]], verb: str, place: str) -> list[str]:
    """As a client does it: docs/protocol.md."""
    hint = hints[f"{verb} {place}"]
    if "via" not in hint:
        path = hint["path"]
        assert isinstance(path, list)
        return path
    return [*_path(hints, verb, str(hint["via"])), place]


async def test_what_is_not_legal_has_a_reason(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red pass", "blue unit b1")
    ask = f"/api/games/{game}/why_not?verb=to&side="
    assert (await house.get(f"{ask}blue&arg=0302")) == {"reason": None}
    assert (await house.get(f"{ask}blue&arg=0508")) == {"reason": {"rule": "3.1", "text": "too far"}}
    assert (await house.get(f"{ask}red&arg=0302"))["reason"]["text"] == "it is not your decision"
    refused = await house.call("POST", f"/api/games/{game}/act", {"side": "blue", "verb": "to", "arg": "0508"})
    assert (refused.status, refused.error) == (409, {"place": "action", "reason": "too far", "rule": "3.1"})


async def test_numbers_in_a_query_are_numbers_where_the_verb_wants_them(house: House) -> None:
    game = await house.begin(dice="manual")
    assert (await house.get(f"/api/games/{game}/why_not?verb=die&side=blue&arg=3"))["reason"]["rule"] == ""
    table = await house.library.table(game)
    while table.game.decision is not None and table.game.decision.side == "chance":
        await table.act("chance", table.game.decision.actions[0])
    await house.play(game, "red pass", "blue unit b1", "blue to 0303")
    assert (await house.get(f"/api/games/{game}/why_not?verb=to&side=blue&arg=0303"))["reason"] is not None


async def test_undo_goes_back_as_far_as_nothing_was_shown(house: House) -> None:
    game = await house.begin()
    await house.play(game, *OPENING, "blue unit b2", "blue to 0402")
    before = await house.get(f"/api/games/{game}/view?side=blue")
    assert before["undoable"] == 4
    await house.post(f"/api/games/{game}/undo", side="blue")
    found = await house.get(f"/api/games/{game}/view?side=blue")
    assert (found["undoable"], found["length"], found["seq"]) == (3, before["length"] - 1, before["seq"] + 1)
    await house.post(f"/api/games/{game}/undo", side="blue", all=True)
    found = await house.get(f"/api/games/{game}/view?side=blue")
    assert (found["undoable"], found["length"]) == (0, before["length"] - 4)
    refused = await house.call("POST", f"/api/games/{game}/undo", {"side": "blue"})
    assert (refused.status, refused.error["place"]) == (409, "undo")


async def test_the_other_side_cannot_take_back_ones_moves(house: House) -> None:
    game = await house.begin()
    await house.play(game, *OPENING)
    refused = await house.call("POST", f"/api/games/{game}/undo", {"side": "red"})
    assert (refused.status, refused.error["place"]) == (409, "side")
    assert (await house.get(f"/api/games/{game}/view?side=red"))["undoable"] == 0


async def test_going_back_further_needs_everybodys_consent(house: House) -> None:
    game = await house.begin()
    await house.play(game, *OPENING)
    ask = f"/api/games/{game}/rewind"
    refused = await house.call("POST", ask, {"to": 4, "consent": ["blue"]})
    assert (refused.status, refused.error["reason"]) == (409, "red must agree")
    await house.post(ask, to=4, consent=["blue", "red"])
    found = await house.get(f"/api/games/{game}/view?side=red")
    assert (found["length"], found["decision"]["step"]) == (4, "mine")
    assert (await house.get(f"/api/games/{game}"))["game"]["takebacks"] == 1
    await house.play(game, "red to 0204", "blue unit b1")  # and the game goes on


async def test_a_rewind_into_a_throw_ends_before_the_decision_that_led_to_it(house: House) -> None:
    game = await house.begin()
    refused = await house.call("POST", f"/api/games/{game}/rewind", {"to": 2, "consent": ["blue", "red"]})
    assert refused.error["reason"] == "nobody had decided anything yet"
    await fight(house, game)
    record = (await house.library.table(game)).record
    throw = max(n for n, entry in enumerate(record.entries, 1) if entry.side == "chance")
    seen = [str(entry) for entry in record.entries]
    await house.post(f"/api/games/{game}/rewind", to=throw - 1, consent=["blue", "red"])
    found = await house.get(f"/api/games/{game}/view?side=blue")
    assert (found["length"], found["decision"]["actions"].keys() >= {"commit"}) == (throw - 2, True)
    await house.play(game, "blue commit")
    again = (await house.library.table(game)).record.entries
    assert [str(entry) for entry in again[:throw]] == seen[:throw], "the dice are the same"


async def fight(house: House, game: str) -> None:
    """Blue walks up to red and attacks; a die is thrown."""
    table = await house.library.table(game)
    while not any(event.kind == "clash" for event in table.game.events):
        decision = table.game.decision
        assert decision is not None
        verbs = {action.verb for action in decision.actions}
        wanted = next((a for a in decision.actions if a.verb == "commit"), None)
        if wanted is None and decision.step == "march":
            wanted = max((a for a in decision.actions if a.verb == "to"), key=lambda a: str(a.arg)[2:], default=None)
        if wanted is None and decision.side == "red" and "done" in verbs:
            wanted = next(a for a in decision.actions if a.verb == "done")
        await table.act(decision.side, wanted or decision.actions[0])


async def test_resigning_ends_the_game(house: House) -> None:
    game = await house.begin()
    await house.post(f"/api/games/{game}/resign", side="blue")
    shown = (await house.get(f"/api/games/{game}"))["game"]
    assert (shown["result"]["winner"], shown["over"], shown["deciding"]) == ("red", True, None)
    refused = await house.call("POST", f"/api/games/{game}/act", {"side": "red", "verb": "pass"})
    assert (refused.status, refused.error["reason"]) == (409, "the game is over")


async def test_an_overlay_is_asked_of_the_title(house: House) -> None:
    game = await house.begin()
    found = await house.get(f"/api/games/{game}/overlay?side=blue&name=reach&subject=b1")
    assert found["places"]["0302"] == {"left": 2}
    refused = await house.call("GET", f"/api/games/{game}/overlay?side=blue&name=horoscope")
    assert (refused.status, refused.error["place"]) == (422, "overlay")


async def test_odds_of_an_attack_rest_on_what_the_side_knows(house: House) -> None:
    game = await house.begin()
    await fight(house, game)
    await house.post(f"/api/games/{game}/rewind", to=_before_commit(house, game), consent=["blue", "red"])
    found = await house.post(f"/api/games/{game}/odds", side="blue", actions=[["commit"]])
    assert sum(Fraction(line["probability"]) for line in found["odds"]) == 1
    assert {line["outcome"] for line in found["odds"]} <= {"cost", "stand", "fight", "over", "move"}
    assert (found["assumed"], found["samples"]) == (True, 8)
    assert found["battle"]["attackers"]
    refused = await house.call("POST", f"/api/games/{game}/odds", {"side": "red", "actions": []})
    assert (refused.status, refused.error["reason"]) == (409, "it is not your decision")
    refused = await house.call("POST", f"/api/games/{game}/odds", {"side": "blue", "actions": [["unit", "zz"]]})
    assert refused.status == 409


def _before_commit(house: House, game: str) -> int:
    entries = house.library.tables[game].record.entries
    return max(n for n, entry in enumerate(entries) if entry.action.verb == "commit")


async def test_people_may_throw_the_dice_themselves(house: House) -> None:
    game = await house.begin(dice="manual")
    found = await house.get(f"/api/games/{game}/view?side=blue")
    assert found["decision"]["side"] == "chance"
    assert found["decision"]["outcomes"]["b1"] == "1/6"
    await house.play(game, "chance draw b1")
    assert (await house.get(f"/api/games/{game}/view?side=red"))["length"] == 1
    assert (await house.get(f"/api/games/{game}"))["game"]["dice"] == "manual"
    seeded = await house.begin()
    refused = await house.call("POST", f"/api/games/{seeded}/act", {"side": "chance", "verb": "draw", "arg": "b1"})
    assert refused.status == 400


# -- looking back ----------------------------------------------------------------------------------------------


async def test_any_moment_is_as_the_side_saw_it_then(house: House) -> None:
    game = await house.begin()
    await fight(house, game)
    table = await house.library.table(game)
    whole = front1914.new("ford", seed=7)
    for entry in table.record.entries:
        if entry.side != "chance":
            whole.act(entry.action)
    for n in (0, 1, 5, 7, table.record.length - 1, table.record.length):
        for side in ("blue", "red", "observer"):
            found = await house.get(f"/api/games/{game}/moments/{n}?side={side}")
            then = whole.at(n)
            assert (then.view(side)["decision"] is None) == (found["decision"] is None)
            assert found["view"] == json.loads(json.dumps(then.screen(side)))
            assert found["events"] == [e.plain() for e in whole.events if e.at == n and e.seen(side)]


async def test_others_are_answered_while_many_moments_are_looked_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await house.begin()
    await fight(house, game)
    monkeypatch.setattr(record, "SLICE", 0.0)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    going = asyncio.ensure_future(others())
    table = await house.library.table(game)
    await lookback.moments(table, "blue", 0, 8)
    going.cancel()
    assert turns >= 8


async def test_moments_in_a_row_come_as_patches(house: House) -> None:
    from front1914.server.delta import apply

    game = await house.begin()
    await fight(house, game)
    found = await house.get(f"/api/games/{game}/moments?side=blue&from=2&to=9")
    assert [step["n"] for step in found["steps"]] == list(range(3, 10))
    view = found["view"]
    for step in found["steps"]:
        view = apply(view, step["patch"])
        alone = await house.get(f"/api/games/{game}/moments/{step['n']}?side=blue")
        assert (view, step["events"]) == (alone["view"], alone["events"])


async def test_the_timeline_marks_turns_phases_battles_and_throws(house: House) -> None:
    game = await house.begin()
    await fight(house, game)
    await finish(house, game)
    found = await house.get(f"/api/games/{game}/timeline")
    kinds = [mark["kind"] for mark in found["marks"]]
    assert kinds.count("turn") == 6
    assert {"turn", "phase", "throw"} <= set(kinds)
    turns = [mark for mark in found["marks"] if mark["kind"] == "turn"]
    for mark in turns[1:]:
        before = await house.get(f"/api/games/{game}/moments/{mark['at'] - 1}?side=observer")
        after = await house.get(f"/api/games/{game}/moments/{mark['at']}?side=observer")
        assert (before["view"]["turn"], after["view"]["turn"]) == (mark["turn"] - 1, mark["turn"])
    throw = next(mark for mark in found["marks"] if mark["kind"] == "throw")
    assert "on the die" in throw["text"]


async def test_events_are_those_that_the_side_may_know(house: House) -> None:
    game = await house.begin()
    await house.play(game, *OPENING)
    blue = (await house.get(f"/api/games/{game}/events?side=blue"))["events"]
    red = (await house.get(f"/api/games/{game}/events?side=red"))["events"]
    assert "mined" in {event["kind"] for event in red}
    assert "mined" not in {event["kind"] for event in blue}
    later = await house.get(f"/api/games/{game}/events?side=blue&since=5")
    assert later["events"] == [event for event in blue if event["at"] > 5]
    assert (later["more"], later["next"]) == (False, later["length"])


async def test_both_views_open_when_the_game_is_over(house: House) -> None:
    game = await house.begin(seats={"red": {"kind": "computer", "level": "random"}})
    refused = await house.call("GET", f"/api/games/{game}/moments/4?side=red")
    assert refused.status == 403
    await house.post(f"/api/games/{game}/resign", side="blue")
    assert (await house.get(f"/api/games/{game}/moments/4?side=red"))["view"]["side"] == "red"


async def test_the_seed_is_shown_at_the_end_and_explains_every_throw(house: House) -> None:
    game = await house.begin(seed="vive la France")
    await fight(house, game)
    before = await house.get(f"/api/games/{game}/dice")
    assert (before["seed"], before["throws"], before["algorithm"]) == (None, None, ALGORITHM)
    await finish(house, game)
    after = await house.get(f"/api/games/{game}/dice")
    assert (after["seed"], after["commitment"]) == ("vive la France", before["commitment"])
    assert len(after["throws"]) >= 5
    for throw in after["throws"]:
        assert throw["outcome"] == throw["faces"][draw(key_of(after["seed"]), throw["n"], len(throw["faces"]))]
    assert OURS == ALGORITHM


async def test_the_luck_report_counts_what_was_thrown(house: House) -> None:
    game = await house.begin()
    await fight(house, game)
    during = await house.get(f"/api/games/{game}/luck?side=blue")
    table = await house.library.table(game)
    dice = [entry.action.arg for entry in table.record.entries if entry.action.verb == "die"]
    assert (during["open"], during["value"]) == (False, None)
    assert during["sides"]["blue"]["throws"] == len(dice) == 1
    assert during["sides"]["blue"]["faces"] == {str(dice[0]): 1}
    await finish(house, game)
    after = await house.get(f"/api/games/{game}/luck?side=blue")
    assert after["open"]
    assert after["value"].keys() == {"blue", "red"}
    assert all(0 <= side["percentile"] <= 100 for side in after["value"].values())


async def test_reasons_of_the_computer_open_after_the_game(house: House) -> None:
    game = await house.begin(seats={"red": {"kind": "computer", "level": "random"}})
    refused = await house.call("GET", f"/api/games/{game}/reasons?side=blue")
    assert refused.status == 403
    line = await house.look(game, "blue")
    await line.until(lambda m: m["type"] == "change" and m["by"] == "red")
    await house.post(f"/api/games/{game}/resign", side="blue")
    found = (await house.get(f"/api/games/{game}/reasons?side=red"))["reasons"]
    assert [why["reasons"][0]["kind"] for why in found] == ["random"]


# -- saves and branches ----------------------------------------------------------------------------------------


async def test_a_save_is_loaded_by_the_engine_and_uploaded_again(house: House, tmp_path: Path) -> None:
    game = await house.begin(name='Größe / "1"')
    await fight(house, game)
    found = await house.call("GET", f"/api/games/{game}/save?consent=blue,red")
    assert "attachment" in found.headers["content-disposition"]
    file = tmp_path / "game.front1914"
    file.write_bytes(found.body)
    table = await house.library.table(game)
    assert front1914.load(file).digest() == table.game.digest()
    sent = await house.call(
        "POST", "/api/games/upload?name=Again", raw=found.body, headers={"content-type": "text/plain"}
    )
    assert sent.status == 201, sent.body
    again = await house.library.table(sent.json["game"]["id"])
    assert again.game.digest() == table.game.digest()
    assert again.game.undoable == table.game.undoable
    assert again.record.entries == table.record.entries
    assert again.marks() == table.marks()
    assert again.record.events(None) == table.record.events(None)
    assert sent.json["game"]["name"] == "Again"
    assert sent.json["game"]["commitment"] == (await house.get(f"/api/games/{game}"))["game"]["commitment"]
    await finish(house, again.row.id)


async def test_a_shared_save_has_no_seed_while_the_game_goes_on(house: House) -> None:
    game = await house.begin(seed="hush")
    assert b"hush" in (await house.call("GET", f"/api/games/{game}/save?consent=blue,red")).body
    assert b"hush" not in (await house.call("GET", f"/api/games/{game}/save?share=1&consent=blue,red")).body


async def test_a_damaged_save_is_refused_with_the_place_and_can_be_salvaged(house: House) -> None:
    game = await house.begin()
    await house.play(game, *OPENING)
    saved = (await house.call("GET", f"/api/games/{game}/save?consent=blue,red")).body
    broken = saved.replace(b"blue unit b1", b"blue unit b3")
    headers = {"content-type": "text/plain"}
    refused = await house.call("POST", "/api/games/upload", raw=broken, headers=headers)
    assert (refused.status, refused.error["reason"]) == (422, "this line was changed")
    assert (refused.error["place"], refused.error["good"]) == ("line 8", 5)
    assert len((await house.get("/api/games"))["games"]) == 1
    saved = await house.call("POST", "/api/games/upload?salvage=1", raw=broken, headers=headers)
    assert (saved.status, saved.json["game"]["length"]) == (201, 5)


async def test_a_branch_of_a_game_with_secrets_imagines_them(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red to 0504", "blue unit b1", "blue to 0302")
    made = (await house.post(f"/api/games/{game}/branch", at=6, side="blue"))["game"]
    assert made["branch"] == {"game": game, "at": 6, "imagined": True}
    there = await house.get(f"/api/games/{made['id']}/view?side=blue")
    then = await house.get(f"/api/games/{game}/moments/6?side=blue")
    assert there["view"] == then["view"]
    assert made["commitment"] != (await house.get(f"/api/games/{game}"))["game"]["commitment"]
    await house.play(made["id"], "blue to 0302", "blue unit b2")


async def test_many_branches_do_not_agree_on_what_is_hidden(house: House) -> None:
    game = await house.begin()
    await house.play(game, "red to 0504")
    mines = set()
    for _ in range(25):
        made = (await house.post(f"/api/games/{game}/branch", at=5, side="blue"))["game"]["id"]
        mines.add((await house.get(f"/api/games/{made}/view?side=red&all=1"))["view"]["position"]["mined"])
    assert len(mines) > 2


async def test_a_branch_of_a_finished_game_has_its_log(house: House) -> None:
    game = await house.begin()
    await fight(house, game)
    await finish(house, game)
    record = (await house.library.table(game)).record
    throw = max(n for n, entry in enumerate(record.entries, 1) if entry.side == "chance")
    made = (await house.post(f"/api/games/{game}/branch", at=throw - 1, side="red", name="What if"))["game"]
    assert (made["name"], made["branch"]["imagined"], made["length"]) == ("What if", False, throw - 2)
    there = (await house.library.table(made["id"])).record
    assert there.entries == record.entries[: throw - 2]
    assert there.events(None) == record.events(None, to=throw - 2)
    await finish(house, made["id"])
    assert (await house.get(f"/api/games/{made['id']}/dice"))["since"] > 0


# -- after a restart -------------------------------------------------------------------------------------------


async def test_a_game_goes_on_after_a_restart_as_if_nothing_had_been(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        game = await house.begin()
        await fight(house, game)
        table = await house.library.table(game)
        timeline = await house.get(f"/api/games/{game}/timeline")
        before = (
            table.game.digest(),
            table.game.undoable,
            table.game.thrown,
            table.record.entries,
            table.record.changes,
        )
    async with open_house(tmp_path) as house:
        table = await house.library.table(game)
        after = (
            table.game.digest(),
            table.game.undoable,
            table.game.thrown,
            table.record.entries,
            table.record.changes,
        )
        assert after == before
        assert await house.get(f"/api/games/{game}/timeline") == timeline
        await finish(house, game)
        played = [str(entry) for entry in table.record.entries]
    whole = front1914.new("ford", seed=7)
    for text in played:
        side, verb, *arg = text.split(" ")
        if side != "chance":
            whole.act(verb, *arg)
    assert [str(entry) for entry in whole.log] == played, "the dice are the same as without a restart"
