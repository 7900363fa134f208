"""Charts, pictures, worked examples and cards of a handbook, as `data/handbook/figures.toml` describes them.

Everything that is a figure is worked out here: charts are read from the title's own data, pictures and examples are
moments of real games.

    [chart.crt]                       table = "crt" of charts.toml, or of `file`; `pick` columns, or one
                                      `second` die, of a large one
    [picture.ring]                    a moment (below), `show` (places that are to be seen), `caption`; `overlays`,
                                      `trail`, `labels`, `reach = true` for what the decision offers
    [example.guard]                   a moment, `ask`, `head`, `text`; a digit in a text is refused: {figures} in braces
                                      are filled in
    [sequence.turn]                   lines = [["Movement", "what is done", "5.3"]]; phases are named as the engine does
    [log]                             march = "10.1"    the rule that an event is about

A moment is a game: `scenario`, `options`, `seed` or `dice`; `first` (decisions as lessons write them), then `change`
(laid over the position: `{ step = "move", units = { g-2-GD = { at = "1308" } } }`), then `play`; seen by `side`.

An example asks for
    odds      the combat panel: {attack}, {defence}, {base}, {final}, {aim}
    way       the way of a `unit` `to` a place that the decision offers, with the `ground` of hexes: {spent}, {left}
    why       the reason why `try` is not allowed: {rule}
    told      what the log tells of `play`
    answers   what is offered: {count}
    score     the meters of the score: {now}, {end}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from front1914.engine.decision import Action, Decision
from front1914.engine.dice import ScriptedDice, SeededDice
from front1914.engine.errors import BadData, FrontError
from front1914.engine.game import Game
from front1914.engine.shapes import HandbookBlock, HandbookPicture, Hint, Panel, PictureOverlay, Sheet, Span
from front1914.engine.title import Title
from front1914.kit.data import DataFolder, Section
from front1914.play.lessons import decided

FILE = "handbook/figures.toml"
KINDS = ("chart", "picture", "example", "sequence", "log", "source")
POINTS = re.compile(
    r"(\d+(?:\.\d+)?) movement (?:points?|factors?)", re.IGNORECASE
)  #: as the overlay of a unit's reach says them
SLOT = re.compile(r"\{(\w+)\}")
Spans = Callable[[Section, str, str], list[Span]]


class Figures:
    """The figures of one handbook."""

    def __init__(self, title: Title, shelf: DataFolder, sheet: Any, spans: Spans) -> None:
        self.title, self.shelf, self.sheet, self.spans = title, shelf, cast(Sheet, sheet), spans
        self.top = shelf.toml(FILE)
        for key in self.top.data:
            if key not in KINDS:
                raise self.top.error(f"no such kind of figure; there is {', '.join(KINDS)}", key)
        self.log: dict[str, str] = dict(self.top.data.get("log", {}))

    def make(self, kind: str, name: str) -> HandbookBlock:
        """The figure of that kind and name."""
        section = self.top.section(kind).section(name)
        makers = {"chart": self._chart, "picture": self._picture, "example": self._example, "sequence": self._sequence}
        made = makers[kind](section)
        return {"kind": kind, "id": name, **made}  # type: ignore[typeddict-item]

    def names(self, kind: str) -> list[str]:
        """The figures of a kind that are described."""
        return list(self.top.data.get(kind, {}))

    # -- charts and cards ------------------------------------------------------------------------------------------

    def _chart(self, section: Section) -> dict[str, Any]:
        """A table of the title's data: one with rows as it stands, a table of tables a row for each of them."""
        file = section.take("file", str, "charts.toml")
        found = self.shelf.toml(file)
        for step in section.take("table", str, str(section.path[-1])).split("."):
            found = found.section(step)
        wanted = section.data.get("columns")
        pick = section.data.get("pick")
        made = (
            _result_table(found, pick, str(section.data.get("second", "")))
            if "rows" in found.data
            else _list_of_tables(section, found, wanted)
        )
        words = {str(key): str(value) for key, value in section.data.get("words", {}).items()}
        columns, rows = made
        heads = [section.take("corner", str, ""), *(words.get(c, c) for c in columns)]
        lines = [[words.get(cell, cell) for cell in row] for row in rows]
        rule = section.take("rule", str, str(found.data.get("rule", "")))
        note = section.take("note", str, "")
        return {
            "head": section.take("head", str),
            "columns": heads,
            "rows": lines,
            "rule": rule,
            "source": found.origin.source,
            "lines": [self.spans(section, "note", note)] if note else [],
        }

    def _sequence(self, section: Section) -> dict[str, Any]:
        known = set(self.sheet.get("phases", ()))
        rows = []
        for line in section.data.get("lines", ()):
            phase, text, rule = line
            if phase not in known and not phase.startswith("- "):
                raise section.error(f"no phase {phase!r}; there is {', '.join(sorted(known))}", "lines")
            rows.append([phase.removeprefix("- "), text, rule])
        return {"head": section.take("head", str), "rows": rows}

    # -- moments ---------------------------------------------------------------------------------------------------

    def moment(self, section: Section) -> tuple[Game, int]:
        """The game that a section describes, and how many events were told before `play`."""
        scenario = section.take("scenario", str)
        chosen = self.title.check_choice(scenario, dict(section.data.get("options", {})))
        state = self.title.start(scenario, chosen)
        state.scenario, state.options = scenario, chosen
        script = section.data.get("dice")
        dice = SeededDice(section.take("seed", str, "handbook")) if script is None else ScriptedDice(script)
        game = Game(self.title, state, dice)
        self._decide(section, game, "first")
        if change := section.data.get("change"):
            position = _laid_over(game.position(), change)
            if "step" in change:
                position.pop("flow", None)
            game = Game(self.title, self.title.read_position(position), dice, position)
        before = len(game.log)
        self._decide(section, game, "play")
        return game, before

    def _decide(self, section: Section, game: Game, key: str) -> None:
        for side, action in (decided(str(text)) for text in section.data.get(key, ())):
            decision = game.decision
            offered = () if decision is None else decision.actions
            chosen = next((a for a in offered if a.verb == action.verb and str(a.arg) == str(action.arg)), None)
            if decision is None or decision.side != side or chosen is None:
                who = "nobody" if decision is None else f"{decision.side} at {decision.step}"
                raise section.error(f"{side} {action}: not offered; {who} decides", key)
            game.act(chosen)

    def _side(self, section: Section, game: Game) -> str:
        return section.take("side", str, game.decision.side if game.decision else game.sides[0])

    # -- pictures --------------------------------------------------------------------------------------------------

    def _picture(self, section: Section) -> dict[str, Any]:
        game, _ = self._moment_of(section)
        caption = section.take("caption", str)
        return {"picture": self._drawn(section, game), "lines": [self.spans(section, "caption", caption)]}

    def _moment_of(self, section: Section) -> tuple[Game, int]:
        try:
            return self.moment(section)
        except BadData:
            raise
        except FrontError as bad:
            raise section.error(str(bad)) from bad

    def _drawn(self, section: Section, game: Game) -> HandbookPicture:
        side = self._side(section, game)
        screen = game.screen(side)
        frame = [str(place) for place in section.data.get("show", ())]
        for place in frame:
            if place not in self.sheet["places"]:
                raise section.error(f"no place {place!r}", "show")
        hints = self._hints(game) if section.data.get("reach") else {}
        battle = screen.get("battle")
        attack = None
        if battle and section.data.get("attack"):
            at = {piece["id"]: piece.get("at", "") for piece in screen.get("pieces", ())}
            places = sorted({at.get(unit, "") for unit in battle["attackers"]} - {""})
            attack = {"target": battle["target"], "places": places, "odds": str(battle.get("final") or "")}
        return {
            "frame": frame,
            "margin": float(section.data.get("margin", 0.7)),
            "pieces": self._seen(section, screen.get("pieces", []), frame),
            "control": screen.get("control", {}) if section.data.get("control") else {},
            "markers": screen.get("markers", []) if section.data.get("markers") else [],
            "overlays": [self._overlay(section, game, side, wanted) for wanted in section.data.get("overlays", ())],
            "reach": hints,
            "trail": [str(place) for place in section.data.get("trail", ())],
            "left": self._left(section, game),
            "labels": {str(place): str(text) for place, text in section.data.get("labels", {}).items()},
            "attack": attack,  # type: ignore[typeddict-item]
        }

    def _seen(self, section: Section, pieces: Sequence[Any], frame: list[str]) -> list[Any]:
        """The pieces near the places that are shown; a picture of a few hexes needs no other."""
        margin = float(section.data.get("margin", 0.7)) + 1
        spots = [self.sheet["places"][place] for place in frame]
        if not spots:
            return []
        low_x, high_x = min(p["x"] for p in spots) - margin, max(p["x"] for p in spots) + margin
        low_y, high_y = min(p["y"] for p in spots) - margin, max(p["y"] for p in spots) + margin
        found = []
        for piece in pieces:
            place = self.sheet["places"].get(piece.get("at", ""))
            if place is not None and low_x <= place["x"] <= high_x and low_y <= place["y"] <= high_y:
                found.append(dict(piece))
        return found

    def _overlay(self, section: Section, game: Game, side: str, wanted: Mapping[str, Any]) -> PictureOverlay:
        name = str(wanted.get("name", ""))
        look = next((row.get("look", "aid") for row in self.sheet.get("overlays", ()) if row["id"] == name), None)
        if look is None:
            raise section.error(f"no overlay {name!r}", "overlays")
        found = game.overlay(str(wanted.get("side", side)), name, wanted.get("of"))
        return {"look": look, "places": found["places"], "lines": found.get("lines", [])}

    @staticmethod
    def _hints(game: Game) -> dict[str, Hint]:
        found = cast(Mapping[str, Hint], game.hints())
        return {answer.split(" ", 1)[1]: hint for answer, hint in found.items() if " " in answer and "left" in hint}

    # -- examples --------------------------------------------------------------------------------------------------

    def _example(self, section: Section) -> dict[str, Any]:
        game, before = self._moment_of(section)
        ask = section.take("ask", str)
        asks = {
            "odds": self._odds,
            "way": self._way,
            "why": self._why,
            "told": lambda section, game: self._told(section, game, before),
            "answers": self._answers,
            "score": self._score,
        }
        if ask not in asks:
            raise section.error(f"an example asks for {', '.join(asks)}", "ask")
        rows, slots = asks[ask](section, game)
        text = section.take("text", str)
        made: dict[str, Any] = {
            "head": section.take("head", str),
            "lines": [self._filled(section, text, slots)],
            "rows": rows,
        }
        if section.data.get("show"):
            made["picture"] = self._drawn(section, game)
        return made

    def _filled(self, section: Section, text: str, slots: Mapping[str, object]) -> list[Span]:
        """A text with the engine's figures in it; others are refused."""
        bare = re.sub(r"\{[^}]*\}", "", text)
        if re.search(r"\d", bare):
            raise section.error("a figure is typed by hand: name it in braces", "text")

        def fill(match: re.Match[str]) -> str:
            if not str(slots.get(match[1], "")):
                raise section.error(f"no figure {match[1]!r}; there is {', '.join(slots)}", "text")
            return str(slots[match[1]])

        return self.spans(section, "text", SLOT.sub(fill, text))

    def _decision(self, section: Section, game: Game) -> Decision:
        if game.decision is None:
            raise section.error("the game is over")
        return game.decision

    def _odds(self, section: Section, game: Game) -> tuple[list[list[str]], dict[str, object]]:
        panel: Panel | None = game.screen(self._side(section, game)).get("battle")
        if panel is None:
            raise section.error("no battle is prepared at this moment", "ask")
        rows = [["Attack", _figure(panel.get("attack")), ""], ["Defence", _figure(panel.get("defence")), ""]]
        rows = [row for row in rows if row[1]]
        if base := panel.get("base"):
            rows.append(["Column before shifts", base, ""])
        for shift in panel.get("shifts", ()):
            said = (
                _shifted(shift["amount"])
                if panel.get("columns")
                else f"{shift['amount']:+d} on the die"
                if shift["amount"]
                else ""
            )
            rows.append([shift["text"], shift.get("value") or said, shift["rule"]])
        if final := panel.get("final"):
            rows.append(["Column", final, ""])
        for chance in panel.get("chart", ()):
            rows.append([chance["text"] or chance["result"], _percent(chance["probability"]), ""])
        aim = panel.get("aim")
        slots: dict[str, object] = {key: _figure(panel.get(key)) for key in ("attack", "defence", "base", "final")}
        slots["aim"] = _percent(aim["probability"]) if aim else ""
        return rows, slots

    def _way(self, section: Section, game: Game) -> tuple[list[list[str]], dict[str, object]]:
        """The way to a place, what each step of it costs, and what is left."""
        to, hints = section.take("to", str), self._hints(game)
        if to not in hints:
            raise section.error(f"{to!r} is not offered", "to")
        path = [str(place) for place in hints[to].get("path", (to,))]
        places = self.sheet["places"]
        rows, before = [], self._at_first(section, game, path[0])
        spent = 0.0
        for place in path[1:]:
            left = hints[place]["left"] if place in hints else None
            ground = str(places[place].get("terrain", "")) if section.data.get("ground") else ""
            told = [_where(places, place), ground.replace("_", " ")]
            cost = "" if left is None or before is None else _figure(float(before) - left)
            spent += float(cost or 0)
            rows.append([": ".join(filter(None, told)), cost, ""])
            before = left if left is not None else before
        return rows, {"spent": _figure(spent), "left": _figure(hints[to]["left"]), "steps": len(path) - 1}

    def _left(self, section: Section, game: Game) -> dict[str, float]:
        """What is left of the movement at each place of a way that is drawn."""
        way = [str(place) for place in section.data.get("trail", ())]
        if not way or "unit" not in section.data:
            return {}
        first = self._at_first(section, game, way[0])
        hints = self._hints(game)
        found = {place: float(hints[place]["left"]) for place in way if place in hints}
        return found if first is None else {way[0]: first, **found}

    def _at_first(self, section: Section, game: Game, place: str) -> float | None:
        """The points of the `unit` before its first step, as the overlay of its reach tells them."""
        found = game.overlay(self._side(section, game), "reach", section.take("unit", str))
        left = found["places"].get(place, {}).get("left")
        said = POINTS.search(found.get("text", ""))
        return float(left) if left is not None else float(said[1]) if said else None

    def _why(self, section: Section, game: Game) -> tuple[list[list[str]], dict[str, object]]:
        verb, _, arg = section.take("try", str).partition(" ")
        reason = game.why_not(Action(verb, arg or None))
        if reason is None:
            raise section.error("that is allowed", "try")
        return [[reason.text[:1].upper() + reason.text[1:], "", reason.rule]], {"rule": reason.rule}

    def _told(self, section: Section, game: Game, before: int) -> tuple[list[list[str]], dict[str, object]]:
        told = [event.text for event in game.events_for(section.take("side", str, game.sides[0]), before)]
        return [[text, "", ""] for text in told if text], {"count": len(told)}

    def _answers(self, section: Section, game: Game) -> tuple[list[list[str]], dict[str, object]]:
        decision = self._decision(section, game)
        labels = self.sheet.get("labels", {})
        rows = []
        for action in decision.actions:
            arg = str(action.arg) if action.arg is not None else ""
            word = (
                labels.get(f"{decision.step}: {action.verb}") or labels.get(action.verb) or ("" if arg else action.verb)
            )
            piece = self.sheet["pieces"].get(arg)
            name = piece["name"] if piece else _where(self.sheet["places"], arg) if arg in self.sheet["places"] else arg
            rows.append([" ".join(filter(None, (word, name))), "", ""])
        most = section.take("most", int, 12)
        return rows[:most], {"count": len(decision.actions), "prompt": decision.prompt}

    def _score(self, section: Section, game: Game) -> tuple[list[list[str]], dict[str, object]]:
        score = game.screen(self._side(section, game))["score"]
        rows = [[meter["name"], str(meter["now"]), ""] for meter in score["meters"]]
        return rows, {"now": score["meters"][0]["now"], "end": score["meters"][0]["end"]}


def _laid_over(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Nested tables, the second over the first."""
    found = dict(under)
    for key, value in over.items():
        old = found.get(key)
        found[key] = _laid_over(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return found


def _result_table(found: Section, pick: Sequence[Any] | None, second: str) -> tuple[list[str], list[list[str]]]:
    """A result table as it is printed: the die down, the columns across; of a large one what is picked."""
    data = found.data
    heads = data.get("odds") or data.get("names") or data.get("columns") or data.get("points") or []
    kept = [n for n, head in enumerate(heads) if pick is None or head in pick]
    rows = []
    for die, cells in data["rows"].items():
        if isinstance(cells, Mapping):  # two dice read apart
            if second in ("", str(die)):
                rows += [[f"{die}, {other}", *(_figure(inner[n]) for n in kept)] for other, inner in cells.items()]
        else:
            rows.append([str(die).replace("..", " to "), *(_figure(cells[n]) for n in kept)])
    return [str(heads[n]) for n in kept], rows


def _list_of_tables(section: Section, found: Section, wanted: Any) -> tuple[list[str], list[list[str]]]:
    """A row for each table inside a table, with the columns that are wanted; of a plain table, a row for each key."""
    inner = {name: row for name, row in found.data.items() if isinstance(row, Mapping)}
    if not inner:
        keys = wanted or [key for key in found.data if key not in ("source", "rule")]
        return [""], [[str(key), _figure(found.data[key])] for key in keys]
    if not isinstance(wanted, list) or not all(isinstance(key, str) for key in wanted):
        raise section.error("say which columns are wanted", "columns")
    rows = [[str(row.get("name", name)), *(_figure(row.get(key, "")) for key in wanted)] for name, row in inner.items()]
    return [str(key) for key in wanted], rows


def _figure(value: object) -> str:
    """A figure as people write it.

    >>> _figure(2.0), _figure(2.5), _figure(True), _figure(None), _figure([1, 2])
    ('2', '2.5', 'yes', '', '1, 2')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_figure, value))
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _shifted(amount: int) -> str:
    return "no shift" if not amount else f"{abs(amount)} {'left' if amount < 0 else 'right'}"


def _percent(probability: str) -> str:
    """
    >>> _percent("1/6")
    '17 %'
    """
    return f"{round(100 * float(Fraction(probability)))} %"


def _where(places: Mapping[str, Any], place: str) -> str:
    """A place by its name, or after a place near by that has one."""
    here = places.get(place, {})
    return str(here.get("name") or (f"{here['near']} ({place})" if here.get("near") else f"hex {place}"))
