"""What happened, as data that a log can tell in sentences and a map can animate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from front1914.engine.decision import OBSERVER
from front1914.engine.state import News

if TYPE_CHECKING:
    from front1914.engine.title import Title


class Event:
    """One thing that happened. Ids are looked up only when somebody reads it."""

    __slots__ = ("_news", "_title", "at")

    def __init__(self, title: Title, at: int, news: News) -> None:
        self._title = title
        self._news = news
        self.at = at  #: the number of actions in the log when it happened, this one included

    @property
    def kind(self) -> str:
        """What sort of thing it is: one word, such as `retreat`."""
        return self._news.kind

    @property
    def reveals(self) -> bool:
        """Whether it showed a secret, so that nothing before it can be taken back."""
        return self._news.reveals

    @property
    def seen_by(self) -> tuple[str, ...] | None:
        """The sides that may know of it; None if everybody may."""
        return self._news.seen_by

    @property
    def data(self) -> dict[str, Any]:
        """JSON-ready, with printed ids."""
        nouns = self._title.nouns
        return {key: _print(nouns.get(key), value, named=False) for key, value in self._news.data.items()}

    @property
    def text(self) -> str:
        """One sentence for the log."""
        story = self._title.stories.get(self.kind)
        nouns = self._title.nouns
        named = {key: _print(nouns.get(key), value, named=True) for key, value in self._news.data.items()}
        if story is None:
            return f"{self.kind}: " + ", ".join(f"{k} {v}" for k, v in named.items())
        if callable(story):
            told = story(named)
        else:
            lists = {k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in named.items()}
            told = story.format(**lists)
        return told[:1].upper() + told[1:]  # a name such as von Kluck begins a sentence too

    def seen(self, side: str | None) -> bool:
        """May the side know of it? None stands for somebody who may know everything."""
        seen_by = self._news.seen_by
        if side is None:  # he is told the full version instead of the one for observers
            return seen_by is None or OBSERVER not in seen_by
        return seen_by is None or side in seen_by

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return {"at": self.at, "kind": self.kind, "data": self.data, "text": self.text}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and (self.at, self._news) == (other.at, other._news)

    def __hash__(self) -> int:
        return hash((self.at, self.kind))

    def __repr__(self) -> str:
        return f"Event({self.at}, {self.kind!r}, {self.data!r})"


def _print(words: Any, value: Any, named: bool) -> Any:
    if isinstance(value, tuple | list):
        return [_print(words, item, named) for item in value]
    if words is None or type(value) is not int or value < 0:
        return value
    return words.name(value) if named else words[value]
