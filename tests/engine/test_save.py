"""Saved games: whole, or an error that names the place and keeps the sound part."""

import json

import pytest

import front1914
from front1914 import BadSave, FrontError
from tests.engine.test_game import random_game
from tests.ford.positions import after, ford


@pytest.fixture
def saved(tmp_path):
    game = random_game(11)
    path = tmp_path / "game.f14"
    game.save(path)
    return game, path


def test_round_trip(saved):
    game, path = saved
    loaded = front1914.load(path)
    assert loaded.digest() == game.digest()
    assert loaded.log == game.log
    assert loaded.result == game.result
    assert [e.plain() for e in loaded.events] == [e.plain() for e in game.events]


def test_a_game_in_which_nothing_was_done_yet_is_opened_again(tmp_path):
    game = front1914.new("ford", seed=1)
    game.save(tmp_path / "new.save")
    assert front1914.load(tmp_path / "new.save").digest() == game.digest()


def test_a_running_game_goes_on_with_the_same_dice(tmp_path):
    game = front1914.new("ford", seed=4)
    after(game, "to 0204", "unit b1", "stay")
    game.save(tmp_path / "x")
    loaded = front1914.load(tmp_path / "x")
    assert loaded.undoable == game.undoable == 2
    for twin in (game, loaded):
        while twin.decision:
            twin.act(twin.decision.actions[0])
    assert loaded.log == game.log


def test_replay_yields_every_action_with_its_events(saved):
    game, path = saved
    entries = list(front1914.replay(path))
    assert [entry for entry, _ in entries] == game.log
    assert sum(len(events) for _, events in entries) == len([e for e in game.events if e.at > 0])


def test_a_shared_file_does_not_hold_the_seed_until_the_end(tmp_path):
    game = front1914.new("ford", seed="hush")
    game.save(tmp_path / "x", share=True)
    text = (tmp_path / "x").read_text()
    assert "hush" not in text
    assert game.commitment in text
    game.resign("red")
    game.save(tmp_path / "x", share=True)
    assert "hush" in (tmp_path / "x").read_text()


def test_a_game_from_a_position_keeps_it(tmp_path):
    game = after(ford("fight", b1="0301", r1="0302"), "to 0302", "unit b1", "commit", "die 5")
    game.save(tmp_path / "x")
    loaded = front1914.load(tmp_path / "x")
    assert loaded.digest() == game.digest()
    assert loaded.decision.side == "red"


def damage(path, change):
    lines = path.read_text().split("\n")
    path.write_text("\n".join(change(lines)))


def swap(lines):
    at = next(i for i in range(3, len(lines)) if lines[i][0] not in "=." and lines[i] != lines[i + 1])
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines


@pytest.mark.parametrize(
    ("change", "line", "words", "good"),
    [
        (lambda t: [t[0].replace("front1914", "vassal"), *t[1:]], 1, "not a saved game", None),
        (lambda t: ["front1914 9", *t[1:]], 1, "format 9 is not known", None),
        (lambda t: t[:1], 2, "header was changed or cut short", None),
        (lambda t: [t[0], t[1].replace("campaign", "skirmish"), *t[2:]], 2, "header was changed", None),
        (lambda t: [*t[:20], t[20].replace("\t", " \t"), *t[21:]], 21, "this line was changed", 18),
        (lambda t: [*t[:20], *t[21:]], 21, "this line was changed", 18),
        (swap, 4, "this line was changed", 1),
        (lambda t: t[:30], None, "cut short", 28),
        (lambda t: [*t[:30], t[30][:5]], 31, "cut short", 28),
        (lambda t: [*t[:-1], "german done\tabc"], None, "something stands after the end", None),
    ],
)
def test_a_damaged_file_is_found_where_it_is_damaged(saved, change, line, words, good):
    game, path = saved
    damage(path, change)
    with pytest.raises(BadSave, match=words) as caught:
        front1914.load(path)
    if line is not None:
        assert caught.value.place == f"{path}:{line}"
    if good is not None:
        kept = caught.value.good
        assert kept.log[:good] == game.log[:good]
        assert len(kept.log) >= good
        assert kept.decision is not None


def reseal(path, header=None, log=lambda lines: lines):
    """A file that was forged with care: all running digests are right."""
    from front1914.engine.save import _link, sha256

    lines = path.read_text().split("\n")
    head = json.loads(lines[1].rpartition("\t")[0]) | (header or {})
    text = json.dumps(head)
    chain = sha256(f"{lines[0]}\n{text}".encode()).hexdigest()[:8]
    found = [lines[0], f"{text}\t{chain}"]
    for line in log(lines[2:]):
        if line[:2] in ("= ", ". ", ""):
            found.append(line)
            continue
        entry = line.rpartition("\t")[0]
        chain = _link(chain, entry)
        found.append(f"{entry}\t{chain}")
    path.write_text("\n".join(found))


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"rules": "new"}, "header is not as it should be"),
        ({"title": "chess"}, "no title 'chess'"),
        ({"title": None}, "no title None"),
        ({"scenario": "moon"}, "no scenario 'moon'"),
        ({"options": []}, "header is not as it should be"),
        ({"options": {"x": 1}}, "options.x: no such option"),
        ({"start": {"units": {"b1": {"at": "9999"}}}}, "units.b1.at: no hex '9999'"),
        ({"start": []}, "header is not as it should be"),
        ({"seed": 5}, "not the one that was committed to"),
    ],
)
def test_a_foreign_header(saved, header, words):
    _, path = saved
    reseal(path, header)
    with pytest.raises(FrontError, match=words):
        front1914.load(path)


def test_a_forged_action_is_refused(saved):
    _, path = saved
    reseal(path, log=lambda lines: [line.replace("chance die 1", "chance die 6") for line in lines])
    reseal(path, log=lambda lines: ["chance draw r1\t", *lines[1:]])
    with pytest.raises(BadSave, match="goes another way here"):
        front1914.load(path)


def test_a_replay_that_goes_another_way_is_found(saved, monkeypatch):
    """As after a change of the rules without a new version."""
    _, path = saved
    reseal(path, log=lambda lines: [f"{line[:-16]}{'0' * 16}" if line.startswith("= ") else line for line in lines])
    with pytest.raises(BadSave, match="the replay differs"):
        front1914.load(path)


ZEROS = "0" * 16


def unlike(line):
    """A recorded digest that no replay has."""
    return f"{line[:-16]}{ZEROS}" if line[:2] in ("= ", ". ") else line


def test_a_save_of_other_rules_that_replays_as_recorded_is_simply_opened(saved):
    game, path = saved
    reseal(path, {"rules": 99})
    assert front1914.load(path).digest() == game.digest()


def test_where_other_rules_forbid_an_action_the_game_is_opened_before_it(saved):
    game, path = saved
    reseal(path, {"rules": 99}, lambda lines: [*lines[:5], "red to 9999\t", *lines[5:]])
    with pytest.raises(BadSave, match="played under version 99 of the rules of ford; this program has 1, under") as bad:
        front1914.load(path)
    assert "goes another way after 5 actions" in bad.value.reason
    assert bad.value.place == f"{path}:8"
    assert bad.value.good.log == game.log[:5]
    assert bad.value.good.decision is not None


def test_a_verb_that_these_rules_do_not_know_keeps_what_is_before_it(saved):
    game, path = saved
    reseal(path, {"rules": 99}, lambda lines: [*lines[:5], "red teleport\t", *lines[5:]])
    with pytest.raises(BadSave, match=r"version 99 .* after 5 actions: ford has no verb 'teleport'") as bad:
        front1914.load(path)
    assert bad.value.good.log == game.log[:5]


def test_a_situation_that_differs_later_leads_back_to_the_last_one_that_agreed(tmp_path):
    """The first digest agrees, so the second one shows that the game went another way after it."""
    path = tmp_path / "long"
    game = long_game(150)
    game.save(path)
    reseal(path, {"rules": 99}, lambda lines: [unlike(x) if x.startswith("= 128 ") else x for x in lines])
    with pytest.raises(BadSave, match=r"version 99 .* another way between its actions 64 and 128") as bad:
        front1914.load(path)
    assert bad.value.good.log == game.log[:64]
    assert bad.value.good.digest() == game.at(64).digest()
    assert bad.value.good.decision == game.at(64).decision


def test_a_game_whose_digests_cannot_be_compared_is_kept_as_far_as_it_is_legal(tmp_path):
    """As after a change of the columns of the state: no digest agrees, all decisions are legal."""
    path = tmp_path / "long"
    game = long_game(150)
    game.save(path)
    reseal(path, {"rules": 99}, lambda lines: [unlike(x) for x in lines])
    with pytest.raises(BadSave, match=r"all of its 150 actions are legal, but the situation after 64 is not") as bad:
        front1914.load(path)
    assert bad.value.good.log == game.log
    bad.value.good.save(path)
    assert front1914.load(path).digest() == game.digest()


def long_game(actions):
    """A game of the given length."""
    for seed in range(50):
        game = random_game(seed)
        if len(game.log) > actions:
            return game.at(actions)
    raise AssertionError("no game is that long")


def test_no_file_and_no_text(tmp_path):
    with pytest.raises(BadSave, match="No such file"):
        front1914.load(tmp_path / "nothing")
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSave, match="not a text file"):
        front1914.load(tmp_path / "x")
    with pytest.raises(BadSave):
        front1914.load(tmp_path)


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    game = front1914.new("ford", seed=1)
    path = tmp_path / "x"
    game.save(path)
    before = path.read_text()
    monkeypatch.setattr("front1914.engine.save.os.fsync", lambda _: (_ for _ in ()).throw(OSError("disk full")))
    game.act("pass")
    with pytest.raises(OSError, match="disk full"):
        game.save(path)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]
