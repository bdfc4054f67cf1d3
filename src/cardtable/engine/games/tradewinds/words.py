"""Events of Tradewinds in words, and what actions would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.cards import Single, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds.model import (
    OFF,
    PILES,
    TF_COUNT,
    Began,
    Blew,
    Ended,
    Flight,
    TurnedUp,
    count_true,
    opposite,
)
from cardtable.engine.phrases import counted, join_words, plural
from cardtable.engine.tellings import Telling


# Events and previews
def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. If `spoken` is true, use names instead of initials and signs."""
    match event:
        case Began(seat, covering, sides):
            cards = join_words(card.name if spoken else card.code for card in covering)
            true_cards = f"{count_true(sides)} of {TF_COUNT} T/F cards are True"
            return Telling((f"{cards} decide what scores; {true_cards}.", f"{names[seat]} begins."))
        case Blew(seat, card):
            collector, played = names[opposite(seat)], f"{names[seat]} plays {card if spoken else card.code}"
            full = (f"{played}.", *tell_moves(event, collector, spoken=spoken))
            brief, points = f"{played}: {sum_up_moves(event, collector)}.", name_points(event)
            return Telling(
                full,
                (brief,) if len(brief) < len(" ".join(full)) else (),
                f"{played}: {f'{points} for {collector}' if points else 'nothing leaves'}.",
            )
        case TurnedUp(_, piles, cards):
            return Telling((_tell_turned_up([PILES[pile] for pile in piles], cards),), weight=0)
        case Ended(_, scored, deducted):  # for those who only hear it, the result comes next
            return Telling((f"Every hand is empty{'' if spoken else f': {count_singles(scored, deducted)}'}.",))
    raise TypeError(f"not an event of Tradewinds: {event!r}")


def tell_moves(event: Blew, collector: str, *, spoken: bool = False) -> tuple[str, ...]:
    """Return sentences about the Singles that leave the grid, and about those that land on other piles."""
    told = _tell_leaving(event, collector) if spoken else _tell_collected(event, collector)
    return (*told, *_tell_landing(event)) or ("Nothing moves.",)


def foretell_moves(event: Blew, collector: str) -> tuple[str, ...]:
    """Return spoken sentences about what would leave the grid, and what would land on other piles."""
    told = (*_tell_leaving(event, collector, would=True), *_tell_landing(event, would=True))
    return told or ("Nothing would move.",)


def _tell_collected(event: Blew, collector: str) -> tuple[str, ...]:
    collected = [f"{card} from {pile} ({'+1' if card in event.scored else '-1'})" for pile, card in _leaving(event)]
    return (f"{collector} collects {join_words(collected)}.",) if collected else ()


def _tell_leaving(event: Blew, collector: str, *, would: bool = False) -> tuple[str, ...]:
    sentences = []
    for cards, verb in ((event.scored, "score"), (event.deducted, "deduct")):
        if found := [f"{card} from {pile}" for pile, card in _leaving(event) if card in cards]:
            sentences.append(f"{join_words(found)} {_verb(verb, len(found), would=would)} for {collector}.")
    return tuple(sentences)


def _tell_landing(event: Blew, *, would: bool = False) -> tuple[str, ...]:
    """Return a sentence such as `Red moves from A1 to A2, Blue and Circle from B1 to B3.`"""
    landing = [flight for flight in event.flights if flight.target != OFF]
    verbs = (f" {_verb('move', len(flight.cards), would=would)}" if flight is landing[0] else "" for flight in landing)
    moves = [
        f"{join_words(map(str, cards))}{verb} from {PILES[source]} to {PILES[target]}"
        for (source, target, cards), verb in zip(landing, verbs, strict=True)
    ]
    return (f"{', '.join(moves)}.",) if moves else ()


def _verb(stem: str, number: int, *, would: bool = False) -> str:
    return f"would {stem}" if would else f"{stem}{'s' * (number == 1)}"


def _leaving(event: Blew) -> Iterator[tuple[str, Single]]:
    """Yield each Single that leaves the grid, and the pile from which it leaves, in the order of the wind."""
    for source, target, cards in event.flights:
        if target == OFF:
            for card in cards:
                yield PILES[source], card


def _tell_turned_up(piles: Sequence[str], cards: Sequence[Single]) -> str:
    if any(map(is_hidden, cards)):
        return f"Then {join_words(piles)} will be turned up."
    return f"Turned up: {', '.join(f'{card} on {pile}' for pile, card in zip(piles, cards, strict=True))}."


def name_points(event: Blew) -> str:
    """Return the points for the Singles leaving the grid, such as `+2` or `+2 -1`, or an empty string if none leave."""
    gains = ((len(event.scored), "+"), (len(event.deducted), "-"))
    return " ".join(f"{sign}{number}" for number, sign in gains if number)


def name_flights(event: Blew) -> tuple[str, ...]:
    """Return text about each flight, in the order of the wind, such as `A3 scores` or `2 from C2 to C3`."""
    return tuple(_name_flight(event, flight) for flight in event.flights) or (NOTHING_MOVES,)


def _name_flight(event: Blew, flight: Flight) -> str:
    source, target, cards = flight
    count = f"{len(cards)} from " if len(cards) > 1 else ""
    if target != OFF:
        return f"{count}{PILES[source]} to {PILES[target]}"
    scoring = sum(card in event.scored for card in cards)
    if 0 < scoring < len(cards):
        return f"{PILES[source]} scores {scoring} and deducts {len(cards) - scoring}"
    return f"{count}{PILES[source]} {'score' if scoring else 'deduct'}{'s' * (len(cards) == 1)}"


NOTHING_MOVES = "nothing moves"


def count_moves(event: Blew) -> str:
    """Return the numbers of Singles that score, deduct and land, such as `2 score, 1 deducts, 3 land`."""
    return ", ".join(_counts(event)) or NOTHING_MOVES


def sum_up_moves(event: Blew, collector: str, *, most: int = 2) -> str:
    """Return text such as `2 Singles score and 1 deducts for East, 3 land on other piles`.

    If `most` is 1, Singles that land are left out when others leave the grid.
    """
    leaving = " and ".join(_counts(event)[: -1 if event.landing else None])
    (landing,) = _counts(event)[-1:] if event.landing else ("",)
    elsewhere = "on another pile" if event.landing == 1 else "on other piles"
    parts = (leaving and f"{leaving} for {collector}", landing and f"{landing} {elsewhere}")
    number, space, rest = ", ".join(list(filter(None, parts))[:most]).partition(" ")
    return f"{number} {plural(int(number), 'Single')} {rest}" if space else NOTHING_MOVES


def _counts(event: Blew) -> list[str]:
    counts = ((len(event.scored), "score"), (len(event.deducted), "deduct"), (event.landing, "land"))
    return [f"{number} {_verb(verb, number)}" for number, verb in counts if number]


def format_tally(scored: Sequence[Single], deducted: Sequence[Single]) -> str:
    """Return the number of Singles that score and the number that deduct, such as `+2 -1`."""
    return f"+{len(scored)} -{len(deducted)}"


def count_singles(scored: int, deducted: int) -> str:
    """Return text such as `12 Singles scored, 7 deducted`."""
    return f"{counted(scored, 'Single', none='0')} scored, {deducted} deducted"
