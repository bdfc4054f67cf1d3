"""Functions that read positions as authors write them, with cards and players by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_type_hints

from cardtable.engine.cards import Card
from cardtable.engine.game import Seat
from cardtable.engine.phrases import counted
from cardtable.engine.zones import subtract
from cardtable.formats.codec import load
from cardtable.formats.text import safe_text

ALL = "..."
"""The mark that stands for all the remaining cards, at the end of a pile."""
MAX_WORDS = 200
_ALL = 1_000
"""The number that represents all the remaining cards."""


def seat_of(names: Sequence[str], word: object) -> Seat:
    """Return the seat with this name or number. Raise ValueError if there is no such seat. Numbers start at 1."""
    for seat, name in enumerate(names):
        if isinstance(word, str) and word.casefold() in (name.casefold(), str(seat + 1)):
            return seat
    if type(word) is int and 1 <= word <= len(names):
        return word - 1
    raise ValueError(f"there is no player {quote_value(word)}; the players are {', '.join(names)}")


def quote_value(value: object) -> str:
    """Return a script's value for use in a sentence: shortened text in quotes, `a list` or `a table`."""
    if isinstance(value, str):
        return f"'{safe_text(value, 30)}'"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return safe_text(str(value) if not isinstance(value, int) or abs(value) < 10**12 else "a large number", 30)


def read_card(text: str, kinds: Sequence[type[Card]]) -> Card:
    """Return the card of one of these kinds that has this name or code. Raise ValueError if there is no such card."""
    for kind in kinds:
        try:
            return kind.parse(text)
        except ValueError:
            continue
    raise ValueError(f"there is no {' or '.join(kind.kind for kind in kinds)} called {quote_value(text)}")


class CardPool:
    """The cards of certain kinds that aren't in the position yet, in the order in which they were dealt."""

    def __init__(self, dealt: Iterable[Card], *kinds: type[Card]) -> None:
        self.remaining: tuple[Any, ...] = tuple(dealt)
        self.kinds = kinds
        self._to_fill: list[tuple[list[Any], int]] = []

    def take(self, cards: Sequence[Card]) -> None:
        """Remove these cards from the pool. Raise ValueError if the pool has too few copies of a card."""
        if missing := subtract(cards, self.remaining):
            raise ValueError(f"the position has more copies of {missing[0]} than the deck")
        self.remaining = subtract(self.remaining, cards)

    def draw(self, count: int) -> list[Any]:
        """Remove and return the next cards. Return at most `count` cards."""
        drawn, self.remaining = self.remaining[:count], self.remaining[count:]
        return list(drawn)

    def redeal(self, dealt: Sequence[Card]) -> list[Any]:
        """Remove these dealt cards from the pool and return them. Replace any that are no longer there with others."""
        found: list[Card] = []
        for card in dealt:
            if card in self.remaining:
                self.take((card,))
                found.append(card)
        return found + self.draw(len(dealt) - len(found))

    def fill_later(self, pile: list[Any], count: int) -> None:
        """Make `fill` add this many cards to the pile, once the cards that the author names have left the pool."""
        if count:
            self._to_fill.append((pile, count))

    def fill(self) -> None:
        """Fill the piles. Piles with a fixed number of cards come first. Piles that take all the rest come last."""
        for pile, count in sorted(self._to_fill, key=lambda each: each[1] == _ALL):
            more = self.draw(count)
            if len(more) < count != _ALL:
                raise ValueError(f"{counted(count, 'more card')} needed, but the deck has {len(more) or 'none'} left")
            pile.extend(more)
        self._to_fill.clear()

    def is_unfilled(self, pile: list[Any]) -> bool:
        """Return whether `fill` will add cards to this pile."""
        return any(each is pile for each, _ in self._to_fill)


class WrittenPosition:
    """The zones that an author has written for one position. Each zone is removed after it is read."""

    def __init__(self, zones: dict[str, Any], names: Sequence[str], options: Iterable[str] = ()) -> None:
        self._zones = dict(zones)
        self.names = tuple(names)
        self.options = frozenset(options)
        """The names of the options that the author set."""

    def __contains__(self, name: str) -> bool:
        return name in self._zones

    def get(self, name: str, default: Any = None) -> Any:
        """Remove a zone and return its value."""
        return self._zones.pop(name, default)

    def pile(self, name: str, pool: CardPool) -> list[Any] | None:
        """Return a pile, or None if the zone isn't set.

        Authors list the cards from the top down. The list may end with a number of further cards, or with `...` for all
        the remaining cards.
        """
        return None if name not in self else self._pile(name, self.get(name), pool)

    def piles(self, name: str, pool: CardPool, count: int) -> list[list[Any]] | None:
        """Return one pile per seat, or None if the zone isn't set. Authors write a list, or a table keyed by player."""
        if name not in self:
            return None
        value = self.get(name)
        if isinstance(value, dict):
            by_seat = self.by_seat(name, value)
            return [self._pile(name, by_seat.get(seat, []), pool) for seat in range(count)]
        if isinstance(value, str) and count == 1:
            value = [value]
        if not isinstance(value, list) or len(value) != count:
            raise ValueError(f"'{name}' must have one item for each player ({count} in all)")
        return [self._pile(name, each, pool) for each in value]

    def _pile(self, name: str, value: Any, pool: CardPool) -> list[Any]:
        words = self.words(name, value)
        more = 0
        if words and (words[-1] == ALL or words[-1].isdecimal()):
            last = words.pop()
            more = _ALL if last == ALL else int(last[:4])
        cards = [read_card(word, pool.kinds) for word in words]
        pool.take(cards)
        pool.fill_later(cards, more)
        return cards

    def by_seat(self, name: str, value: Any, *more: str) -> dict[Seat, Any]:
        """Return a table's values, keyed by seat. The table's keys are players' names or the names in `more`."""
        if not isinstance(value, dict):
            raise ValueError(f"'{name}' must be a table with the names of players, not {quote_value(value)}")  # noqa: TRY004  the author's mistake
        return {seat_of((*self.names, *more), word): each for word, each in value.items()}

    def words(self, name: str, value: Any) -> list[str]:
        """Return the words in a value. The value is text, a list of words, or a number that counts as one word."""
        if type(value) is int and value >= 0:
            value = str(min(value, _ALL))
        words = value.split() if isinstance(value, str) else value
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words) or len(words) > MAX_WORDS:
            raise ValueError(f"'{name}' must be words, such as \"red green\", not {quote_value(value)}")
        return list(words)

    def cards(self, name: str, kind: type[Card]) -> tuple[Any, ...]:
        """Read cards of one kind without removing them from a pool. Return an empty tuple if the zone isn't set."""
        return self.cards_in(name, self.get(name, ""), kind)

    def cards_in(self, name: str, value: Any, kind: type[Card]) -> tuple[Any, ...]:
        """Return the cards of one kind that a value names."""
        return tuple(read_card(word, (kind,)) for word in self.words(name, value))

    def all_words(self, *names: str) -> list[str]:
        """Return every word in these zones. The zones aren't removed."""
        values: list[Any] = [self._zones.get(name) for name in names]
        words: list[str] = []
        for value in values:
            if isinstance(value, str):
                words += value.split()
            elif isinstance(value, list | dict):
                values += value.values() if isinstance(value, dict) else value
        return words

    def rows(self, name: str, rows: int, columns: int) -> list[list[str]] | None:
        """Return rows of words, or None if the zone isn't set. Each row has `columns` words."""
        if name not in self:
            return None
        value = self.get(name)
        if not isinstance(value, list) or len(value) != rows:
            raise ValueError(f"'{name}' must be a list of {rows} rows")
        found = [self.words(name, row) for row in value]
        if any(len(row) != columns for row in found):
            raise ValueError(f"a row of '{name}' must have {columns} words, with a dot for an empty place")
        return found

    def seat(self, name: str, default: Any) -> Any:
        """Read a seat. Authors write the player's name or a number counted from 1."""
        return seat_of(self.names, self.get(name)) if name in self else default

    def seats(self, name: str) -> list[Seat]:
        """Read a list of seats."""
        value = self.get(name, [])
        if not isinstance(value, list):
            raise ValueError(f"'{name}' must be a list of players")  # noqa: TRY004  the author's mistake
        return [seat_of(self.names, word) for word in value]

    def number(self, name: str, default: int) -> int:
        """Read a whole number."""
        value = self.get(name, default)
        if type(value) is not int or not -1_000 <= value <= 1_000:
            raise ValueError(f"'{name}' must be a number from -1000 to 1000, not {quote_value(value)}")
        return value

    def numbers(self, name: str, default: Sequence[int], count: int | None = None) -> tuple[int, ...]:
        """Read a list of whole numbers."""
        value = self.get(name, list(default))
        is_numeric = isinstance(value, list) and all(type(each) is int and abs(each) <= 1_000 for each in value)
        if not is_numeric or len(value) not in (count, len(value) if count is None else count):
            raise ValueError(f"'{name}' must be a list of {'' if count is None else f'{count} '}numbers")
        return tuple(value)

    def flag(self, name: str, default: bool) -> bool:
        """Read a boolean."""
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise ValueError(f"'{name}' must be true or false, not {quote_value(value)}")  # noqa: TRY004  as above
        return value

    def with_other_fields(self, state: Any) -> Any:
        """Return the state with every unread zone set as a field, in the same format as in the position's JSON."""
        hints = get_type_hints(type(state))
        for name, value in self._zones.items():
            if name not in state._fields or name in ("options", "key"):
                raise ValueError(f"there is no zone called {quote_value(name)} that a script can set")
            state = state._replace(**{name: load(hints[name], value, "script", name)})
        return state
