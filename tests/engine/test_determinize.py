"""`determinize` samples uniformly and rarely returns the true state.  All keys are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from math import factorial, prod
from typing import Any

import pytest

from cardtable.engine.cards import Card
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat
from tests.engine import view_laws
from tests.engine.facts import FACTS, Secret
from tests.engine.walks import (
    PROFILE,
    AnyGame,
    Seating,
    Turn,
    each_game,
    each_seating,
    fixed_walks,
    revealing_walk,
    tables,
)

pytestmark = pytest.mark.timeout(1800 if PROFILE == "deep" else 120)
MAX_DEALS = 60
"""The most ways to deal the hidden cards for which each of them is counted."""
SMALL_STATES = {"quick": 1, "ci": 20, "deep": 60}[PROFILE]
LARGE_STATES = {"quick": 2, "ci": 6, "deep": 30}[PROFILE]
SAMPLES_PER_DEAL = {"quick": 25, "ci": 50, "deep": 200}[PROFILE]
SAMPLES_PER_STATE = {"quick": 150, "ci": 400, "deep": 4000}[PROFILE]
FINISHED_GAMES = {"quick": 2, "ci": 20, "deep": 200}[PROFILE]
WALKS = {"quick": 2, "ci": 20, "deep": 200}[PROFILE]

Deal = tuple[tuple[Card, ...], ...]
Sighting = tuple[Turn, Seat | None, str]
"""A turn, a viewer and the pool whose cards are hidden from that viewer."""


def test_the_chi_square_bound_is_right() -> None:
    """One chi-square in 10,000 exceeds 29.9 with 7 degrees of freedom, 161.3 with 100."""
    assert 29 < bound(7) < 31
    assert 161 < bound(100) < 162


@each_game
def test_every_deal_of_a_few_hidden_cards_is_equally_likely(game: AnyGame) -> None:
    """With few ways to deal the hidden cards, each comes up as often as it should (chi-square)."""
    sightings = list(islice(small_sightings(game), SMALL_STATES))
    if not sightings:
        pytest.skip("Too many cards are hidden in this game at all times.")
    for turn, viewer, pool in sightings:
        deals = possible_deals(secrets(turn, viewer, pool))
        rounds = SAMPLES_PER_DEAL * deals.total()
        counts = Counter(
            tuple(map(comparable_cards, zones_of(turn.game, each, viewer, pool)))
            for each in samples(turn, viewer, rounds)
        )
        assert counts.keys() == deals.keys(), (turn, viewer)
        assert tuple(map(comparable_cards, secrets(turn, viewer, pool))) in counts, "the true deal is one of them"
        expected = {deal: rounds * weight / deals.total() for deal, weight in deals.items()}
        assert chi_square(expected, counts) < bound(len(deals) - 1), (turn, viewer, counts)


@each_seating
def test_every_face_turns_up_as_often_as_it_should(seating: Seating) -> None:
    """With many hidden cards, hands and the ends of piles hold each face in proportion to the pool (chi-square)."""
    game, seats = seating
    for walk in fixed_walks(game, seats, LARGE_STATES):
        turn = walk.turns[len(walk.turns) // 3]
        for viewer in (None, turn.actor):
            dealt = [FACTS[game.id].secrets(each, viewer) for each in samples(turn, viewer, SAMPLES_PER_STATE)]
            for at, zone in enumerate(FACTS[game.id].secrets(turn.before, viewer)):
                pool = faces(secrets(turn, viewer, zone.pool))
                if any(each.allowed is not None for each in secrets(turn, viewer, zone.pool)):
                    continue
                for place in (slice(None),) if zone.unordered else (slice(1), slice(-1, None)):
                    size = len(zone.cards[place])
                    if size and size < pool.total() and len(pool) > 1:
                        counts = Counter(card for zones in dealt for card in zones[at].cards[place])
                        assert chi_square_of_place(pool, size, counts) < bound(len(pool) - 1), (turn, viewer, at)


@each_seating
def test_determinize_rarely_returns_the_true_state(seating: Seating) -> None:
    """With at least 100 possible deals, at most 1% of the samples equal the true state."""
    game, seats = seating
    tried = same = 0
    for walk in fixed_walks(game, seats, WALKS):
        for turn in walk.turns:
            for viewer in (None, turn.actor):
                zones = FACTS[game.id].secrets(turn.before, viewer)
                if max(count_orders(secrets(turn, viewer, zone.pool)) for zone in zones) >= 100:
                    tried += 1
                    same += turn.determinized(viewer) == turn.before
    assert tried
    assert same <= tried / 100


@each_seating
def test_determinize_keeps_the_result_of_a_finished_game(seating: Seating) -> None:
    """At the end of a game, too, samples are valid, with the same view and outcome."""
    game, seats = seating
    finished = [walk for walk in fixed_walks(game, seats, FINISHED_GAMES) if game.turn(walk.last) is None]
    assert finished
    for walk in finished:
        for law in (view_laws.determinize_returns_a_valid_state, view_laws.determinize_depends_only_on_the_view):
            law(walk.turns[-1])
        view_laws.samples_obey_the_limits_of_hidden_zones(walk.turns[-1])


# Samples
def zones_of(game: AnyGame, state: Any, viewer: Seat | None, pool: str) -> tuple[Secret, ...]:
    return tuple(zone for zone in FACTS[game.id].secrets(state, viewer) if zone.pool == pool)


def secrets(turn: Turn, viewer: Seat | None, pool: str) -> tuple[Secret, ...]:
    """Return the zones of this pool that are hidden from the viewer before the action."""
    return zones_of(turn.game, turn.before, viewer, pool)


def samples(turn: Turn, viewer: Seat | None, count: int) -> Iterator[Any]:
    """Yield determinized states, each from its own key."""
    seen = turn.game.view(turn.before, viewer)
    return (turn.game.determinize(seen, viewer, Key(key)) for key in range(count))


def small_sightings(game: AnyGame) -> Iterator[Sighting]:
    """Yield, for each game and pool, the turn with the most possible deals up to MAX_DEALS."""
    for key in range(40 * len(game.seats)):
        seats = game.seats[key % len(game.seats)]
        walk = revealing_walk(game, seats, tables(game, seats)[0], Key(key))
        best: dict[str, tuple[int, Sighting]] = {}
        for turn in walk.turns:
            for viewer in turn.viewers:
                for pool in {zone.pool for zone in FACTS[game.id].secrets(turn.before, viewer)}:
                    zones = secrets(turn, viewer, pool)
                    count = len(possible_deals(zones)) if count_orders(zones) <= MAX_DEALS else 0
                    if best.get(pool, (1, None))[0] < count:
                        best[pool] = count, (turn, viewer, pool)
        yield from (best[pool][1] for pool in sorted(best))


# Deals
def faces(zones: tuple[Secret, ...]) -> Counter[Card]:
    return Counter(card for zone in zones for card in zone.cards)


def count_orders(zones: tuple[Secret, ...]) -> int:
    """Return the number of different orders of one pool's cards."""
    pool = faces(zones)
    return factorial(pool.total()) // prod(map(factorial, pool.values()))


def possible_deals(zones: tuple[Secret, ...]) -> Counter[Deal]:
    """Return every way to fill the zones of one pool, each with the number of card orders that lead to it."""
    found: Counter[Deal] = Counter()
    for order in orders(faces(zones)):
        rest = iter(order)
        filled = [zone._replace(cards=tuple(islice(rest, len(zone.cards)))) for zone in zones]
        if all(zone.allowed is None or zone.allowed.issuperset(zone.cards) for zone in filled):
            found[tuple(map(comparable_cards, filled))] += 1
    return found


def orders(cards: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield each order of these cards once; copies of a card are interchangeable."""
    if not cards.total():
        yield ()
    for card in [card for card, count in cards.items() if count]:
        for rest in orders(cards - Counter([card])):
            yield card, *rest


def comparable_cards(zone: Secret) -> tuple[Card, ...]:
    """Return the cards of the zone, sorted if their order means nothing."""
    return tuple(sorted(zone.cards, key=lambda card: (card.kind, card.order))) if zone.unordered else zone.cards


# Statistics
def bound(degrees: int) -> float:
    """Return the value that a chi-square exceeds once in 10,000 times (Wilson and Hilferty)."""
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + 3.719 * part**0.5) ** 3


def chi_square(expected: Mapping[Any, float], counts: Counter[Any]) -> float:
    assert counts.keys() <= expected.keys()
    return sum((counts[each] - mean) ** 2 / mean for each, mean in expected.items())


def chi_square_of_place(pool: Counter[Card], size: int, counts: Counter[Card]) -> float:
    """Return the chi-square of the faces in a place of this size, corrected for drawing without replacement."""
    total, rounds = pool.total(), counts.total() / size
    expected = {card: rounds * size * count / total for card, count in pool.items()}
    return chi_square(expected, counts) * (total - 1) / (total - size)
