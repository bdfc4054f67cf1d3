"""Reads what an author lays: cards as text, piles that are filled up, seats by name.  Nothing here knows any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_type_hints

from cardtable.engine.cards import Card
from cardtable.engine.game import Seat
from cardtable.engine.zones import subtract
from cardtable.formats.codec import load
from cardtable.formats.text import safe_text

ALL = "..."
"""At the end of a pile: and all that is left."""
MOST_WORDS = 200
_ALL = 1_000


def seat_of(names: Sequence[str], word: object) -> Seat:
    """The seat of that name, or of that number counted from 1; ValueError where there is none."""
    for seat, name in enumerate(names):
        if isinstance(word, str) and word.casefold() in (name.casefold(), str(seat + 1)):
            return seat
    if type(word) is int and 1 <= word <= len(names):
        return word - 1
    raise ValueError(f"there is no player {said(word)}: there is {', '.join(names)}")


def said(value: object) -> str:
    """A value of a script in a few words."""
    if isinstance(value, str):
        return f"'{safe_text(value, 30)}'"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return safe_text(str(value) if not isinstance(value, int) or abs(value) < 10**12 else "a large number", 30)


def read_card(text: str, kinds: Sequence[type[Card]]) -> Card:
    """The card of one of these kinds that the text names, by its words or its code."""
    for kind in kinds:
        try:
            return kind.parse(text)
        except ValueError:
            continue
    raise ValueError(f"there is no {' or '.join(kind.kind for kind in kinds)} called {said(text)}")


class CardPool:
    """The cards of some kinds, in the order dealt, of which each is laid once."""

    def __init__(self, dealt: Iterable[Card], *kinds: type[Card]) -> None:
        self.free: tuple[Any, ...] = tuple(dealt)
        self.kinds = kinds
        self._wanting: list[tuple[list[Any], int]] = []

    def take(self, cards: Sequence[Card]) -> None:
        """These are laid; ValueError where there are not so many of one."""
        if missing := subtract(cards, self.free):
            raise ValueError(f"{missing[0]} appears more often than it exists in the deck")
        self.free = subtract(self.free, cards)

    def next(self, count: int) -> list[Any]:
        """So many of those that are left, or as many as there are."""
        taken, self.free = self.free[:count], self.free[count:]
        return list(taken)

    def like(self, dealt: Sequence[Card]) -> list[Any]:
        """The cards as they were dealt; another one for each that lies elsewhere now."""
        kept: list[Card] = []
        for card in dealt:
            if card in self.free:
                self.take((card,))
                kept.append(card)
        return kept + self.next(len(dealt) - len(kept))

    def want(self, pile: list[Any], count: int) -> None:
        """The pile gets so many more once everything that is named is laid."""
        if count:
            self._wanting.append((pile, count))

    def fill(self) -> None:
        """Give the piles what they want: first those that say how many, then those that take all that is left."""
        for pile, count in sorted(self._wanting, key=lambda each: each[1] == _ALL):
            more = self.next(count)
            if len(more) < count != _ALL:
                raise ValueError(f"only {len(more)} cards are left where {count} more are wanted")
            pile.extend(more)
        self._wanting.clear()

    def has(self, pile: list[Any]) -> bool:
        """Whether this pile waits for more."""
        return any(each is pile for each, _ in self._wanting)


class WrittenPosition:
    """What an author has written for one position."""

    def __init__(self, given: dict[str, Any], names: Sequence[str], chosen: Iterable[str] = ()) -> None:
        self._given = dict(given)
        self.names = tuple(names)
        self.chosen = frozenset(chosen)
        """The options that the author chose."""

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def get(self, name: str, otherwise: Any = None) -> Any:
        """The value of a zone, which is read thereby."""
        return self._given.pop(name, otherwise)

    def pile(self, name: str, pool: CardPool) -> list[Any] | None:
        """A pile from its top: cards, and at the end how many more, or ... for all that are left; None if not named."""
        return None if name not in self else self._pile(name, self.get(name), pool)

    def piles(self, name: str, pool: CardPool, count: int) -> list[list[Any]] | None:
        """One pile for each seat: a list of them, or a table by the names of the players."""
        if name not in self:
            return None
        given = self.get(name)
        if isinstance(given, dict):
            by_seat = {seat_of(self.names, word): pile for word, pile in given.items()}
            return [self._pile(name, by_seat.get(seat, []), pool) for seat in range(count)]
        if isinstance(given, str) and count == 1:
            given = [given]
        if not isinstance(given, list) or len(given) != count:
            raise ValueError(f"'{name}' is a list of {count}, one for each")
        return [self._pile(name, each, pool) for each in given]

    def _pile(self, name: str, given: Any, pool: CardPool) -> list[Any]:
        words = self.words(name, given)
        more = 0
        if words and (words[-1] == ALL or words[-1].isdecimal()):
            last = words.pop()
            more = _ALL if last == ALL else int(last[:4])
        cards = [read_card(word, pool.kinds) for word in words]
        pool.take(cards)
        pool.want(cards, more)
        return cards

    def words(self, name: str, given: Any) -> list[str]:
        """A text of words, or a list of them; a number is a word too."""
        if type(given) is int and given >= 0:
            given = str(min(given, _ALL))
        words = given.split() if isinstance(given, str) else given
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words) or len(words) > MOST_WORDS:
            raise ValueError(f"'{name}' is written as words, as in \"red green\", not as {said(given)}")
        return list(words)

    def all_words(self, *names: str) -> list[str]:
        """Every word in these zones, which stay unread."""
        values: list[Any] = [self._given.get(name) for name in names]
        words: list[str] = []
        for value in values:
            if isinstance(value, str):
                words += value.split()
            elif isinstance(value, list | dict):
                values += value.values() if isinstance(value, dict) else value
        return words

    def rows(self, name: str, rows: int, columns: int) -> list[list[str]] | None:
        """Rows of so many words each."""
        if name not in self:
            return None
        given = self.get(name)
        if not isinstance(given, list) or len(given) != rows:
            raise ValueError(f"'{name}' is a list of {rows} rows")
        found = [self.words(name, row) for row in given]
        if any(len(row) != columns for row in found):
            raise ValueError(f"a row of '{name}' has {columns} words, with a dot for an empty place")
        return found

    def seat(self, name: str, otherwise: Any) -> Any:
        """A seat by its name or its number from 1."""
        return seat_of(self.names, self.get(name)) if name in self else otherwise

    def seats(self, name: str) -> list[Seat]:
        """Several seats by name."""
        given = self.get(name, [])
        if not isinstance(given, list):
            raise ValueError(f"'{name}' is a list of players")  # noqa: TRY004  a fault of the script
        return [seat_of(self.names, word) for word in given]

    def number(self, name: str, otherwise: int) -> int:
        """A whole number."""
        given = self.get(name, otherwise)
        if type(given) is not int or not -1_000 <= given <= 1_000:
            raise ValueError(f"'{name}' is a number, not {said(given)}")
        return given

    def numbers(self, name: str, otherwise: Sequence[int], count: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers."""
        given = self.get(name, list(otherwise))
        numeric = isinstance(given, list) and all(type(each) is int and abs(each) <= 1_000 for each in given)
        if not numeric or len(given) not in (count, len(given) if count is None else count):
            raise ValueError(f"'{name}' is a list of {'' if count is None else f'{count} '}numbers")
        return tuple(given)

    def flag(self, name: str, otherwise: bool) -> bool:
        """True or false."""
        given = self.get(name, otherwise)
        if not isinstance(given, bool):
            raise ValueError(f"'{name}' is true or false, not {said(given)}")  # noqa: TRY004  as above
        return given

    def others(self, state: Any) -> Any:
        """The state with all fields that have not been read so far, written as in a position's JSON."""
        hints = get_type_hints(type(state))
        for name, value in self._given.items():
            if name not in state._fields or name in ("options", "key"):
                raise ValueError(f"there is nothing called {said(name)} to lay")
            state = state._replace(**{name: load(hints[name], value, "script", name)})
        return state
