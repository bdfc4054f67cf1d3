"""What a script points at: cards, and places of the table by their names, as the one who looks sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardtable.engine.cards import Card, Chard, Complete, Single, TFCard, TriCard, is_hidden
from cardtable.engine.game import Place
from cardtable.lessons.teaching import PointingZone, Teaching
from cardtable.lessons.written_position import said, seat_of

KINDS: tuple[type[Card], ...] = (Single, Complete, Chard, TriCard, TFCard)
Thing = Place | Card


def things(teaching: Teaching, names: Sequence[str], view: Any, texts: Sequence[str]) -> tuple[Place, ...]:
    """Every place that one of the texts points at; ValueError for the first that points at nothing."""
    found: list[Place] = []
    for text in texts:
        found += [place for place in places(teaching, names, view, text) if place not in found]
    return tuple(found)


def places(teaching: Teaching, names: Sequence[str], view: Any, text: str) -> tuple[Place, ...]:
    """The places that a text points at: a zone with or without numbers, a name of its own, or wherever a card lies."""
    if (spot := teaching.spot(view, text)) is not None:
        return (spot,)
    word, *rest = text.split() or [""]
    if word.lower() in teaching.zones:
        return _in_zone(teaching, names, view, word.lower(), rest)
    cards = {kind.faces[face] for kind in KINDS for face in [_face(kind, text)] if face}
    if not cards:
        raise ValueError(f"{said(text)} is neither a card nor a place; there is {', '.join(teaching.zones)}")
    found = tuple(place for place, card in lying(teaching, view) if card in cards)
    if not found:
        raise ValueError(f"{said(text)} cannot be seen anywhere from this seat")
    return found


def lying(teaching: Teaching, view: Any) -> Iterator[tuple[Place, Card | None]]:
    """Every place that can be pointed at, once, with the card that lies there, or on top, where one is seen."""
    done = set()
    for name, zone in teaching.zones.items():
        if zone.field not in done:
            done.add(zone.field)
            yield from _places(name, zone, getattr(view, zone.field))


def thing_at(teaching: Teaching, view: Any, place: Place) -> Thing:
    """The card that is seen there, or else the place."""
    zone = teaching.zones.get(place.zone)
    if zone is None:
        return place
    for other, card in _places(place.zone, zone, getattr(view, zone.field)):
        if other == place:
            return place if card is None or zone.depth == 0 else card
    return place


def called(teaching: Teaching, view: Any, place: Place, names: Sequence[str] = ()) -> str:
    """What a place is called: its card where one is seen, a name of its own, or its zone with what tells it apart.

    That is a number from 1, or a player's name where the zone has something for each of the `names`.
    """
    thing = thing_at(teaching, view, place)
    if isinstance(thing, Card):
        return str(thing)
    for own in (f"{chr(65 + place.column)}{place.row + 1}", f"{'ABC'[place.row % 3]}{place.column + 1}"):
        if teaching.spot(view, own) == place:
            return own
    zone = teaching.zones.get(place.zone)
    if zone is not None and zone.called:
        return _own_words(teaching, zone, place)
    depth = zone.depth if zone else 0
    numbers = [str(place.row + 1), str(place.column + 1)][:depth]
    if zone is not None and zone.is_of_players and place.row < len(names):
        numbers[0] = names[place.row]
    return " ".join((place.zone.replace("_", " "), *numbers))


def in_words(teaching: Teaching, text: str, places: Sequence[Place]) -> str:
    """What a script points at as a learner would say it: `shape pile` for `pile shape`."""
    zone = teaching.zones.get(text.partition(" ")[0].lower())
    if zone is None or not zone.called or len(places) != 1:
        return text
    return _own_words(teaching, zone, places[0])


def _own_words(teaching: Teaching, zone: PointingZone, place: Place) -> str:
    word = next((word for word, at in teaching.words.items() if at == place.row), "")
    return zone.called.format(word=word, column=place.column + 1)


def _face(kind: type[Card], text: str) -> str:
    try:
        return kind.parse(text).text
    except ValueError:
        return ""


def _in_zone(teaching: Teaching, names: Sequence[str], view: Any, name: str, rest: Sequence[str]) -> tuple[Place, ...]:
    zone = teaching.zones[name]
    name = next(first for first, other in teaching.zones.items() if other.field == zone.field)
    if len(rest) > zone.depth:
        raise ValueError(f"'{name}' takes no more than {zone.depth} numbers behind it")
    wanted = [_number(teaching, names, word) for word in rest]
    found = tuple(
        place
        for place, _ in _places(name, zone, getattr(view, zone.field))
        if list((place.row, place.column)[: len(wanted)]) == wanted
    )
    if not found:
        raise ValueError(f"there is no place {said(' '.join((name, *rest)))}")
    return found


def _number(teaching: Teaching, names: Sequence[str], word: str) -> int:
    """Counted from 0: a word of the game, a number from 1, or a player's name."""
    if word.lower() in teaching.words:
        return teaching.words[word.lower()]
    return int(word[:4]) - 1 if word.isdecimal() else seat_of(names, word)


def _places(name: str, zone: PointingZone, value: Any) -> Iterator[tuple[Place, Card | None]]:
    if zone.depth == 0:
        yield Place(name), _card(value)
        return
    for row, each in enumerate(value):
        if zone.columns:
            yield Place(name, *divmod(row, zone.columns)), _card(each)
            continue
        if zone.depth == 1:
            yield Place(name, row), _card(each)
            continue
        for column, item in enumerate(each):
            yield Place(name, row, column), _card(item)


def _card(value: Any) -> Card | None:
    """The card itself, or the top of a pile; None where only a back is seen."""
    if isinstance(value, tuple):
        return _card(value[0]) if value else None
    return value if isinstance(value, Card) and not is_hidden(value) else None
