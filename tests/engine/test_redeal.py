"""Hidden cards dealt anew are dealt by chance: each way alike, and hardly ever as they lie.  All keys are fixed."""

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
from tests.engine import laws
from tests.engine.facts import FACTS, Secret
from tests.engine.walks import (
    PROFILE,
    AnyGame,
    Seating,
    Turn,
    clearing_walk,
    each_game,
    each_seating,
    some_walks,
    tables,
)

pytestmark = pytest.mark.timeout(1800 if PROFILE == "deep" else 120)
MOST_WAYS = 60
"""A state with more ways to deal its hidden cards is not looked at way by way."""
SMALL_STATES = {"quick": 2, "ci": 20, "deep": 60}[PROFILE]
LARGE_STATES = {"quick": 3, "ci": 6, "deep": 30}[PROFILE]
REDEALS_A_WAY = {"quick": 25, "ci": 50, "deep": 200}[PROFILE]
DETERMINIZATIONS = {"quick": 150, "ci": 400, "deep": 4000}[PROFILE]
ENDS = {"quick": 4, "ci": 20, "deep": 200}[PROFILE]
WALKS = {"quick": 3, "ci": 20, "deep": 200}[PROFILE]

Dealt = tuple[tuple[Card, ...], ...]
Look = tuple[Turn, Seat | None, str]
"""Who looks at what pool, and when."""


def test_the_yardstick() -> None:
    """A chi-square stays below its bound but once in ten thousand times: 29.9 with 7 degrees, 161.3 with 100."""
    assert 29 < bound(7) < 31
    assert 161 < bound(100) < 162


@each_game
def test_each_way_to_deal_a_few_cards_is_alike(game: AnyGame) -> None:
    """Where there are few ways to deal what is hidden, all of them come, each as often as its share (chi-square)."""
    looks = list(islice(small_looks(game), SMALL_STATES))
    if not looks:
        pytest.skip("Much is hidden in this game at all times.")
    for turn, viewer, pool in looks:
        ways = ways_to_deal(secrets(turn, viewer, pool))
        rounds = REDEALS_A_WAY * ways.total()
        came = Counter(
            tuple(map(sorted_out, zones_of(turn.game, each, viewer, pool))) for each in redeals(turn, viewer, rounds)
        )
        assert came.keys() == ways.keys(), (turn, viewer)
        assert tuple(map(sorted_out, secrets(turn, viewer, pool))) in came, "the truth is one of the ways"
        expected = {way: rounds * share / ways.total() for way, share in ways.items()}
        assert chi_square(expected, came) < bound(len(ways) - 1), (turn, viewer, came)


@each_seating
def test_every_place_gets_its_share_of_every_face(seating: Seating) -> None:
    """Where much is hidden, hands and the ends of piles hold each face as often as the pool has it (chi-square)."""
    game, seats = seating
    for walk in some_walks(game, seats, LARGE_STATES):
        turn = walk.turns[len(walk.turns) // 3]
        for viewer in (None, turn.actor):
            dealt = [FACTS[game.id].secrets(each, viewer) for each in redeals(turn, viewer, DETERMINIZATIONS)]
            for at, zone in enumerate(FACTS[game.id].secrets(turn.before, viewer)):
                pool = faces(secrets(turn, viewer, zone.pool))
                if any(each.only is not None for each in secrets(turn, viewer, zone.pool)):
                    continue
                for place in (slice(None),) if zone.loose else (slice(1), slice(-1, None)):
                    size = len(zone.cards[place])
                    if size and size < pool.total() and len(pool) > 1:
                        came = Counter(card for zones in dealt for card in zones[at].cards[place])
                        assert chi_square_of_place(pool, size, came) < bound(len(pool) - 1), (turn, viewer, at)


@each_seating
def test_a_redeal_is_hardly_ever_the_truth(seating: Seating) -> None:
    """Of the states with a hundred alternatives or more, a determinize differs from the truth in 99 % or more."""
    game, seats = seating
    tried = same = 0
    for walk in some_walks(game, seats, WALKS):
        for turn in walk.turns:
            for viewer in (None, turn.actor):
                zones = FACTS[game.id].secrets(turn.before, viewer)
                if max(ways_in_all(secrets(turn, viewer, zone.pool)) for zone in zones) >= 100:
                    tried += 1
                    same += turn.determinized(viewer) == turn.before
    assert tried
    assert same <= tried / 100


@each_seating
def test_a_game_that_is_over_is_redealt_as_it_ended(seating: Seating) -> None:
    """At the end of a game, too, a determinize looks the same, has the same outcome and is a state by the rules."""
    game, seats = seating
    over = [walk for walk in some_walks(game, seats, ENDS) if game.turn(walk.last) is None]
    assert over
    for walk in over:
        for law in (laws.a_redeal_is_a_state_by_the_rules, laws.a_redeal_knows_nothing_of_the_truth):
            law(walk.turns[-1])
        laws.the_truth_is_one_of_the_redeals(walk.turns[-1])


# Redeals
def zones_of(game: AnyGame, state: Any, viewer: Seat | None, pool: str) -> tuple[Secret, ...]:
    return tuple(zone for zone in FACTS[game.id].secrets(state, viewer) if zone.pool == pool)


def secrets(turn: Turn, viewer: Seat | None, pool: str) -> tuple[Secret, ...]:
    """What is hidden from the viewer of this pool, before the action."""
    return zones_of(turn.game, turn.before, viewer, pool)


def redeals(turn: Turn, viewer: Seat | None, count: int) -> Iterator[Any]:
    """Truths that look the same to the viewer, each from a key of its own."""
    seen = turn.game.view(turn.before, viewer)
    return (turn.game.determinize(seen, viewer, Key(key)) for key in range(count))


def small_looks(game: AnyGame) -> Iterator[Look]:
    """States in which few cards of a pool are hidden from somebody, though as many as may be: one a game and pool."""
    for key in range(40 * len(game.seats)):
        seats = game.seats[key % len(game.seats)]
        walk = clearing_walk(game, seats, tables(game, seats)[0], Key(key))
        best: dict[str, tuple[int, Look]] = {}
        for turn in walk.turns:
            for viewer in turn.viewers:
                for pool in {zone.pool for zone in FACTS[game.id].secrets(turn.before, viewer)}:
                    zones = secrets(turn, viewer, pool)
                    ways = len(ways_to_deal(zones)) if ways_in_all(zones) <= MOST_WAYS else 0
                    if best.get(pool, (1, None))[0] < ways:
                        best[pool] = ways, (turn, viewer, pool)
        yield from (best[pool][1] for pool in sorted(best))


# Ways
def faces(zones: tuple[Secret, ...]) -> Counter[Card]:
    return Counter(card for zone in zones for card in zone.cards)


def ways_in_all(zones: tuple[Secret, ...]) -> int:
    """In how many ways the cards of one pool can lie in their places."""
    pool = faces(zones)
    return factorial(pool.total()) // prod(map(factorial, pool.values()))


def ways_to_deal(zones: tuple[Secret, ...]) -> Counter[Dealt]:
    """Every way in which the zones of one pool can be filled, and in how many orders of the cards it comes about."""
    found: Counter[Dealt] = Counter()
    for order in orders(faces(zones)):
        rest = iter(order)
        filled = [zone._replace(cards=tuple(islice(rest, len(zone.cards)))) for zone in zones]
        if all(zone.only is None or zone.only.issuperset(zone.cards) for zone in filled):
            found[tuple(map(sorted_out, filled))] += 1
    return found


def orders(cards: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Each order of these cards, equal ones being one."""
    if not cards.total():
        yield ()
    for card in [card for card, count in cards.items() if count]:
        for rest in orders(cards - Counter([card])):
            yield card, *rest


def sorted_out(zone: Secret) -> tuple[Card, ...]:
    """The cards of the zone; in the order of the deck where theirs means nothing."""
    return tuple(sorted(zone.cards, key=lambda card: (card.kind, card.order))) if zone.loose else zone.cards


# Statistics
def bound(degrees: int) -> float:
    """What a chi-square with so many degrees of freedom exceeds once in 10,000 times (Wilson and Hilferty)."""
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + 3.719 * part**0.5) ** 3


def chi_square(expected: Mapping[Any, float], came: Counter[Any]) -> float:
    assert came.keys() <= expected.keys()
    return sum((came[each] - often) ** 2 / often for each, often in expected.items())


def chi_square_of_place(pool: Counter[Card], size: int, came: Counter[Card]) -> float:
    """Of the faces that came to lie in a place of this size; drawn without replacement they spread less."""
    total, rounds = pool.total(), came.total() / size
    expected = {card: rounds * size * count / total for card, count in pool.items()}
    return chi_square(expected, came) * (total - 1) / (total - size)
