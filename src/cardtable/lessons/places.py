"""The cards and places that a script refers to by name, as one viewer sees them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from cardtable.engine.cards import Card, Chard, Complete, Single, TFCard, TriCard, is_hidden
from cardtable.engine.phrases import counted
from cardtable.engine.zones import Place
from cardtable.lessons.teaching import PointingZone, Teaching
from cardtable.lessons.written_position import quote_value, seat_of

KINDS: tuple[type[Card], ...] = (Single, Complete, Chard, TriCard, TFCard)
Thing = Place | Card


def find_places(teaching: Teaching, names: Sequence[str], view: Any, text: str) -> tuple[Place, ...]:
    """Return the places that the text names. Raise ValueError if the text names no place.

    The text may name a zone with or without numbers, a place that has its own name, or a card.
    """
    if (named := teaching.find_place(view, text)) is not None:
        return (named,)
    word, *rest = text.split() or [""]
    if word.lower() in teaching.zones:
        return _in_zone(teaching, names, view, word.lower(), rest)
    cards = {kind.faces[face] for kind in KINDS for face in [_face(kind, text)] if face}
    if not cards:
        raise ValueError(
            f"{quote_value(text)} is neither a card nor a place; the places are {', '.join(teaching.zones)}"
        )
    found = tuple(place for place, card in iter_places(teaching, view) if card in cards)
    if not found:
        raise ValueError(f"{quote_value(text)} can't be seen anywhere from this seat")
    return found


def iter_places(teaching: Teaching, view: Any) -> Iterator[tuple[Place, Card | None]]:
    """Yield each place that a learner can point at, with its visible card (the top card of a pile) or None."""
    done = set()
    for name, zone in teaching.zones.items():
        if zone.field not in done:
            done.add(zone.field)
            yield from ((place, _card(value)) for place, value in _places(name, zone, getattr(view, zone.field)))


def thing_at(teaching: Teaching, view: Any, place: Place) -> Thing:
    """Return the card visible at a place, or the place itself if it is a single pile or shows no card."""
    zone = teaching.zones.get(place.zone)
    if zone is None:
        return place
    for other, value in _places(place.zone, zone, getattr(view, zone.field)):
        if other == place:
            card = _card(value)
            return place if card is None or zone.depth == 0 else card
    return place


def is_empty(teaching: Teaching, view: Any, place: Place) -> bool:
    """Return whether a place is meant for cards but has none. A hidden card counts as a card."""
    zone = teaching.zones.get(place.zone)
    places = _places(place.zone, zone, getattr(view, zone.field)) if zone is not None else ()
    return any(other == place and _is_nothing(value) for other, value in places)


def place_name(teaching: Teaching, view: Any, place: Place, names: Sequence[str] = ()) -> str:
    """Return the name of a place.

    Use the game's special name for the place if there is one, otherwise the name of a visible card, and otherwise the
    place's own name or its zone and numbers (from 1). With `names`, a player's place is called, for example,
    `Ben's TriCard 1`.
    """
    if own := teaching.name_place(view, place, names):
        return own
    thing = thing_at(teaching, view, place)
    if isinstance(thing, Card):
        return str(thing)
    for name in (f"{chr(65 + place.column)}{place.row + 1}", f"{'ABC'[place.row % 3]}{place.column + 1}"):
        if teaching.find_place(view, name) == place:
            return name
    zone = teaching.zones.get(place.zone)
    if zone is not None and zone.name_format:
        return _format_name(teaching, zone, place)
    numbers = [str(place.row + 1), str(place.column + 1)][: zone.depth if zone else 0]
    if zone is not None and zone.owned and place.row < len(names):
        return " ".join((f"{names[place.row]}'s {zone.owned}", *numbers[1:]))
    return " ".join((place.zone.replace("_", " "), *numbers))


def learner_name(teaching: Teaching, text: str, places: Sequence[Place]) -> str:
    """Rephrase the script's name for these places in ordinary words. For example, `pile shape` becomes `shape pile`."""
    zone = teaching.zones.get(text.partition(" ")[0].lower())
    if zone is None or not zone.name_format or len(places) != 1:
        return text
    return _format_name(teaching, zone, places[0])


class ThingsAskedFor:
    """The cards or places that the learner must point at in the current step."""

    def __init__(self, teaching: Teaching, view: Any, right_places: Collection[Place]) -> None:
        self._teaching, self._view = teaching, view
        self._right = {thing_at(teaching, view, place) for place in right_places}
        self._kinds = {type(thing) for thing in self._right}
        self._parts = {self._part(place) for place in right_places}
        inside = (place for place, _ in iter_places(teaching, view) if self._part(place) in self._parts)
        self._has_wrong_ones = any(self._is_wrong_one(place) for place in inside)
        """Whether the parts of the table with right answers also contain wrong answers of the same kind."""

    def _part(self, place: Place) -> tuple[str, int]:
        """Return the zone of a place, with the seat if each player has a part of the zone, or else with 0."""
        zone = self._teaching.zones.get(place.zone)
        return place.zone, place.row if zone is not None and zone.depth == 2 and not zone.columns else 0

    def _is_wrong_one(self, place: Place) -> bool:
        thing = thing_at(self._teaching, self._view, place)
        is_of_kind = type(thing) in self._kinds and thing not in self._right
        return is_of_kind and not is_empty(self._teaching, self._view, place)

    def rank(self, place: Place) -> int:
        """Return the rank of a place as the pointer's start. The lowest is best: near a right answer, but not on it."""
        thing = thing_at(self._teaching, self._view, place)
        is_bad = thing in self._right or is_empty(self._teaching, self._view, place)
        return 4 * is_bad + 2 * (self._part(place) not in self._parts) + (type(thing) not in self._kinds)

    def are_like(self, place: Place) -> bool:
        """Return whether the place shows the kind of thing that the question is about, such as a TriCard.

        Both right and wrong answers count. If every such card in a hand is right, as in "Point at the Completes", the
        other cards in that hand count as well.
        """
        thing = thing_at(self._teaching, self._view, place)
        is_decoy = not self._has_wrong_ones and self._part(place) in self._parts
        is_thing = not is_empty(self._teaching, self._view, place)
        return thing in self._right or ((type(thing) in self._kinds or is_decoy) and is_thing)


def _format_name(teaching: Teaching, zone: PointingZone, place: Place) -> str:
    word = next((word for word, at in teaching.words.items() if at == place.row), "")
    return zone.name_format.format(word=word, column=place.column + 1)


def _face(kind: type[Card], text: str) -> str:
    try:
        return kind.parse(text).text
    except ValueError:
        return ""


def _in_zone(teaching: Teaching, names: Sequence[str], view: Any, name: str, rest: Sequence[str]) -> tuple[Place, ...]:
    zone = teaching.zones[name]
    name = next(first for first, other in teaching.zones.items() if other.field == zone.field)
    if len(rest) > zone.depth:
        raise ValueError(f"'{name}' can be followed by at most {counted(zone.depth, 'number', none='0')}")
    wanted = [_number(teaching, names, word) for word in rest]
    found = tuple(
        place
        for place, _ in _places(name, zone, getattr(view, zone.field))
        if list((place.row, place.column)[: len(wanted)]) == wanted
    )
    if not found:
        raise ValueError(f"there is no place {quote_value(' '.join((name, *rest)))}")
    return found


def _number(teaching: Teaching, names: Sequence[str], word: str) -> int:
    """Return the index (from 0) that a word stands for: one of the game's words, a number from 1, or a player."""
    if word.lower() in teaching.words:
        return teaching.words[word.lower()]
    return int(word[:4]) - 1 if word.isdecimal() else seat_of(names, word)


def _places(name: str, zone: PointingZone, value: Any) -> Iterator[tuple[Place, Any]]:
    """Yield every place of a zone, with the part of the state at that place."""
    if zone.depth == 0:
        yield Place(name), value
        return
    for row, each in enumerate(value):
        if zone.columns:
            yield Place(name, *divmod(row, zone.columns)), each
            continue
        if zone.depth == 1:
            yield Place(name, row), each
            continue
        for column, item in enumerate(each):
            yield Place(name, row, column), item


def _is_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, tuple) and all(map(_is_nothing, value)))


def _card(value: Any) -> Card | None:
    """Return the card, or the top card of the pile. Return None if that card is hidden or missing."""
    if isinstance(value, tuple):
        return _card(value[0]) if value else None
    return value if isinstance(value, Card) and not is_hidden(value) else None
