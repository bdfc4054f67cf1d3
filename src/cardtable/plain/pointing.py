"""Pointing at the cards and places of a lesson. Learners type the names of what they point at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase

from cardtable.engine.cards import Card
from cardtable.engine.zones import Place
from cardtable.lessons.places import KINDS, Thing, iter_places, learner_name, place_name, thing_at
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.lessons.written_position import read_card

HAND_FIELDS = ("hands", "chards", "tricards")
"""The fields of a state that contain a hand for each seat."""

MAX_SPOTS = 12
"""The maximum number of spaces to list by name."""

_KIND_NAMES = {f"{kind.__name__}s".lower(): f"{kind.__name__}s" for kind in KINDS}


class Pointing:
    """The cards and places in one step of a lesson, and the names that learners type for them."""

    def __init__(self, walk: Walkthrough) -> None:
        self._walk = walk
        self._view = walk.seen.state
        self._teaching = walk.situation.teaching

    def named(self, texts: list[str], *, with_cards: bool) -> str:
        """Return the names of the places that a lesson points at. `with_cards` adds the cards that are there."""
        return _listed([self._named(text, with_cards=with_cards) for text in texts])

    def things_to_name(self, answers: list[str]) -> str:
        """Return the possible answers, which are all things of the same kinds as the right answers."""
        names = [name for name, _ in self._like(answers)]
        if all(self._spot(name) for name in names) and len(names) > MAX_SPOTS:
            return "any space on the board"
        return _listed(names)

    def example(self, answers: list[str]) -> str:
        """Return an example of how to type a card or place. If possible, the example isn't a right answer."""
        right = {self._thing(place) for each in answers for place in self._places(each)}
        found = list(self._like(answers))
        name, thing = next((each for each in found if each[1] not in right), found[0])
        return f"{name} or {thing.code}" if isinstance(thing, Card) and name == str(thing) else name

    def read(self, text: str, answers: list[str]) -> list[Place]:
        """Return the places that were typed, separated by commas or spaces. Raise ValueError for an unknown name."""
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not any(map(self._is_known, parts)) and all(map(self._is_known, words := text.replace(",", " ").split())):
            parts = words
        found: list[Place] = []
        while parts:
            joined = ", ".join(parts[:2])  # a place may have a comma in its name
            length = 2 if len(parts) > 1 and self._named_place(joined) else 1
            name = ", ".join(parts[:length])
            places = self._places(name)
            self._expect_held(name, places, answers)
            found += places
            del parts[:length]
        return found

    def _like(self, answers: list[str]) -> Iterator[tuple[str, Thing]]:
        """Yield each thing of the same kinds as the right answers, with its name. Names are unique."""
        done = set[str]()
        for each in answers:
            for name, thing in self._like_one(each):
                if name not in done:
                    done.add(name)
                    yield name, thing

    def _like_one(self, answer: str) -> Iterator[tuple[str, Thing]]:
        (place, *_) = self._places(answer)
        if self._spot(answer) is not None:
            for name in (f"{letter}{number}" for letter, number in product(ascii_uppercase, range(1, 21))):
                if (spot := self._spot(name)) is not None:
                    yield name, self._thing(spot)
        elif answer.partition(" ")[0].lower() in self._teaching.zones:
            for other, _ in iter_places(self._teaching, self._view):
                if other.zone == place.zone:
                    yield self._name(other), other
        else:
            kind = type(self._thing(place))
            places = iter_places(self._teaching, self._view)
            yield from ((str(card), card) for _, card in places if isinstance(card, kind))

    def _is_known(self, text: str) -> bool:
        try:
            return bool(self._places(text))
        except ValueError:
            return False

    def _places(self, text: str) -> tuple[Place, ...]:
        if (place := self._named_place(text)) is not None:
            return (place,)
        try:
            return self._walk.situation.places(self._walk.viewer, [text])
        except ValueError:
            if (card := _card(text)) is not None:
                raise ValueError(f"You don't hold {card}, and it isn't on the table.") from None
            raise ValueError(f"There's no card or place called '{text}' here; type look to list them.") from None

    def _expect_held(self, name: str, places: tuple[Place, ...], answers: list[str]) -> None:
        """Raise ValueError if the viewer holds all the right answers but not this card."""
        right = [place for each in answers for place in self._places(each)]
        if all(map(self._is_held, right)) and not any(map(self._is_held, places)):
            thing = self._thing(places[0])
            raise ValueError(f"You don't hold {thing if isinstance(thing, Card) else name}.")

    def _is_held(self, place: Place) -> bool:
        zone = self._teaching.zones.get(place.zone)
        return zone is not None and zone.field in HAND_FIELDS and place.row == self._walk.viewer

    def _named_place(self, text: str) -> Place | None:
        """Return the place that is read out under this name. Accept a single word if only one name contains it."""
        places = [place for place, _ in iter_places(self._teaching, self._view)]
        names = {self._name(place).lower(): place for place in reversed(places)}
        similar = [name for name in names if text.lower() in name.split()]
        return names.get(text.lower(), names[similar[0]] if len(similar) == 1 else None)

    def _name(self, place: Place) -> str:
        """Return the name of a place, whatever card is there."""
        zone = self._teaching.zones.get(place.zone)
        if zone is not None and zone.name_format:
            return learner_name(self._teaching, place.zone, (place,))
        return place_name(self._teaching, self._view, place, self._walk.situation.names)

    def _named(self, text: str, *, with_cards: bool) -> str:
        places = self._walk.situation.places(self._walk.viewer, [text])
        if (card := _card(text)) is not None and self._spot(text) is None:
            return str(card)
        name = self._owned(learner_name(self._teaching, text, places))
        cards = [str(thing) for thing in map(self._thing, places) if isinstance(thing, Card)]
        return f"{name} ({', '.join(cards)})" if cards and with_cards else name

    def _owned(self, text: str) -> str:
        """Return `hand Ann` in the form `Ann's hand`, or `your hand` if Ann is the viewer."""
        zone, _, name = text.partition(" ")
        words = _KIND_NAMES.get(zone, zone.replace("_", " "))
        if name not in self._walk.situation.names:
            return f"{words} {name}".strip()
        seat = self._walk.situation.names.index(name)
        return f"your {words}" if seat == self._walk.viewer else f"{name}'s {words}"

    def _spot(self, text: str) -> Place | None:
        return self._teaching.find_place(self._view, text)

    def _thing(self, place: Place) -> Thing:
        return thing_at(self._teaching, self._view, place)


def _listed(names: list[str]) -> str:
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def _card(text: str) -> Card | None:
    """Return the card of any kind that the text names, or None if the text doesn't name a card."""
    try:
        return read_card(text, KINDS)
    except ValueError:
        return None
