"""Each part of an observation adds up to what is on the table, counted here once more by other code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from cardtable.engine.cards import TRUE, Card, Chard, Complete, is_hidden
from cardtable.engine.games import SHIPPED
from cardtable.lab.environments.encoding import Encoding
from tests.engine.walks import PROFILE, cards_in, fixed_walks

Sums = dict[str, Callable[[Any, int], float]]
WALKS = {"quick": 8, "ci": 20, "deep": 200}[PROFILE]


def seen(cards: Any, kind: type[Card] = Card) -> int:
    """Count the cards inside that aren't face down."""
    return sum(not is_hidden(card) and isinstance(card, kind) for card in cards_in(cards))


def total(zones: Iterable[Any]) -> int:
    return sum(map(len, zones))


def places(cards: Any) -> int:
    return sum(place for place, card in enumerate(cards, 1) if not is_hidden(card))


def bits(marks: Iterable[int]) -> int:
    return sum(mark.bit_count() for mark in marks)


def characteristics(cards: Any) -> int:
    return 3 * seen(cards)


COMMON: Sums = {
    "seat": lambda view, seat: 1,
    "to move": lambda view, seat: view.turn is not None,
    "scores": lambda view, seat: sum(view.scores),
    "phase": lambda view, seat: 1,
}
SUMS: dict[str, Sums] = {
    "exit-stage-right": {
        "stage": lambda view, seat: characteristics(view.stage),
        "hand sizes": lambda view, seat: total(view.hands),
        "hands": lambda view, seat: seen(view.hands),
        "Singles to draw": lambda view, seat: len(view.draw_deck),
        "Completes to come": lambda view, seat: len(view.complete_deck),
        "won": lambda view, seat: len(view.won),
        "lost": lambda view, seat: len(view.lost),
        "face up": lambda view, seat: len(view.face_up),
        "face-down counts": lambda view, seat: total(view.face_down),
        "face down": lambda view, seat: seen(view.face_down),
    },
    "tradewinds": {
        "covering": lambda view, seat: 9,
        "sides": lambda view, seat: cards_in(view.sides).count(TRUE),
        "top Singles": lambda view, seat: sum(min(8, len(pile.face_up)) for pile in view.grid),
        "piles": lambda view, seat: sum(len(pile.face_up) for pile in view.grid),
        "face-down counts": lambda view, seat: sum(len(pile.face_down) for pile in view.grid),
        "hand sizes": lambda view, seat: total(view.hands),
        "hands": lambda view, seat: seen(view.hands),
        "discards": lambda view, seat: len(view.discards),
        "scored": lambda view, seat: total(view.scored),
        "deducted": lambda view, seat: total(view.deducted),
    },
    "rummy-like": {
        "leader": lambda view, seat: 1,
        "hand sizes": lambda view, seat: total(view.chards),
        "hands": lambda view, seat: seen(view.chards),
        "TriCard counts": lambda view, seat: total(view.tricards),
        "TriCards": lambda view, seat: seen(view.tricards),
        "deck size": lambda view, seat: len(view.deck),
        "deck": lambda view, seat: places(view.deck),
        "deck marks": lambda view, seat: bits(view.deck_marks),
        "drawn count": lambda view, seat: len(view.drawn),
        "drawn": lambda view, seat: places(view.drawn),
        "drawn marks": lambda view, seat: bits(view.drawn_marks),
        "led": lambda view, seat: view.led is not None,
        "has played": lambda view, seat: sum(card is not None for card in view.played),
        "own play": lambda view, seat: view.played[seat] is not None,
        "picked count": lambda view, seat: len(view.picked),
        "picked": lambda view, seat: seen(view.picked),
        "sat out": lambda view, seat: sum(view.sat_out),
        "bust": lambda view, seat: sum(view.bust),
        "led before": lambda view, seat: len(view.led_pile),
        "discards": lambda view, seat: len(view.discards),
        "reshuffled": lambda view, seat: len(view.reshuffled),
    },
    "wind-city": {
        "turn": lambda view, seat: 1,
        "coins": lambda view, seat: sum(view.coins),
        "out": lambda view, seat: len(view.out),
        "hurricane": lambda view, seat: view.hurricane is not None,
        "houses": lambda view, seat: total(view.houses),
        "two-family houses": lambda view, seat: len(view.two_family),
        "insured": lambda view, seat: len(view.insured),
        "lapsing": lambda view, seat: len(view.lapsing),
        "card": lambda view, seat: bool(view.card),
        "plan": lambda view, seat: len(view.plan),
        "done": lambda view, seat: view.done,
        "trip start": lambda view, seat: view.trip is not None,
        "trip moved": lambda view, seat: view.trip is not None and view.trip.moved,
        "trip calm": lambda view, seat: view.trip is not None and view.trip.calm,
        "trip owed": lambda view, seat: view.trip.owed if view.trip else 0,
        "discards": lambda view, seat: len(view.discards),
        "pile size": lambda view, seat: len(view.pile),
        "pile run out": lambda view, seat: view.run_out,
    },
    "clash": {
        "dealer": lambda view, seat: 1,
        "hand sizes": lambda view, seat: total(view.hands),
        "pile sizes": lambda view, seat: total(view.draw_piles),
        "own Chards": lambda view, seat: seen(view.hands[seat], Chard),
        "own Completes": lambda view, seat: seen(view.hands[seat], Complete),
        "top Chards": lambda view, seat: 3,
        "top Complete": lambda view, seat: bool(view.piles[3]),
        "Chards played": lambda view, seat: total(view.piles[:3]),
        "Completes played": lambda view, seat: len(view.piles[3]),
        "played this turn": lambda view, seat: view.played,
        "passed": lambda view, seat: view.passed,
        "Chards shown": lambda view, seat: len(view.shown),
    },
}


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED.keys())
def test_each_part_adds_up_to_what_is_on_the_table(game: Any) -> None:
    sums, names, reached = COMMON | SUMS[game.id], set[str](), set[str]()
    for played in fixed_walks(game, game.seats[-1], WALKS):
        encoding = Encoding(game, played.options, played.seats)
        for state in [turn.before for turn in played.turns[::3]] + [played.last]:
            for seat in range(played.seats):
                names |= encoding.slices.keys()
                view, observation = game.view(state, seat), encoding.observe(state, seat)
                for name, place in encoding.slices.items():
                    expected = sums[name](view, seat)
                    assert observation[place].sum() == expected, (name, played)
                    if expected:
                        reached.add(name)
    assert names - reached <= {"bust", "Chards shown", "pile run out", "lapsing"}
