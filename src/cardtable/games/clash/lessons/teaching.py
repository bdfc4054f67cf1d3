"""The measures, zones and written positions that lessons on Clash use."""

from __future__ import annotations

from typing import Any

from cardtable.engine.cards import CATEGORIES, Chard, Complete, in_order
from cardtable.engine.games.clash import rules
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    FACES,
    HAND_SIZE,
    PILE_OF,
    Action,
    Drew,
    EndTurn,
    Passed,
    PlayChard,
    PlayComplete,
    RoundEnded,
    State,
    cards_left,
    sort_hand,
)
from cardtable.engine.games.clash.model import Played as PlayedCards
from cardtable.engine.games.clash.rules import is_matched, legal
from cardtable.engine.zones import subtract
from cardtable.games.clash.lessons.turns import turn_with
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card


def _count_played(played: PlayedAction) -> int:
    return sum(len(event.cards) for event in played.events_of(PlayedCards))


def _count_drawn(played: PlayedAction) -> int:
    return sum(len(event.cards) for event in played.events_of(Drew) if event.seat == played.seat)


def _count_hand(played: PlayedAction) -> int:
    """Return the number of cards left in the hand after the action, before the player draws new cards."""
    return len(played.after.hands[played.seat]) - _count_drawn(played)


def _count_left(played: PlayedAction) -> int:
    for event in played.events_of(RoundEnded):
        return int(event.left[played.seat])
    return cards_left(played.after)[played.seat]


def _points_scored(played: PlayedAction) -> int:
    return int(played.after.scores[played.seat] - played.before.scores[played.seat])


def _count_choices(played: PlayedAction) -> int:
    if played.after.turn != played.seat:
        return 0
    return sum(not isinstance(action, EndTurn) for action in legal(played.after))


def plays_of(state: State, action: Action) -> str:
    """Return the numbers of the plays that allow an action, such as `2` or `1 and 3`. Return `none` if no play does."""
    plays = rules.plays_of(state, action) if action in legal(state) else ()
    return " and ".join(map(str, plays)) or "none"


def count_fitting_cards(state: State) -> int:
    """Return how many different cards could be played by themselves without ending the turn, if all were in hand."""
    if state.turn is None or not state.piles[COMPLETE_PILE]:
        return 0
    hand = subtract(FACES, state.piles[COMPLETE_PILE][:1])
    return sum(isinstance(action, PlayChard | PlayComplete) for action in legal(state._replace(hands=(hand, hand))))


def _set_up(state: State, position: WrittenPosition) -> State:
    """Set up the author's position. The remaining cards go under the top cards of the piles."""
    pool = CardPool(
        (card for zone in (*state.hands, *state.draw_piles, *state.piles) for card in zone), Chard, Complete
    )
    turn, dealer = position.seat("turn", state.turn), position.seat("dealer", state.dealer)
    piles = _piles(position, pool)
    hands, draw_piles = position.piles("hands", pool, 2), position.piles("draw_piles", pool, 2)
    shown = position.cards("shown", Chard)
    if piles is None:
        piles = [pool.redeal(pile) for pile in state.piles]
    if hands is None:
        hands = [pool.redeal(hand) for hand in state.hands]
        if draw_piles is None:
            draw_piles = [pool.redeal(pile) for pile in state.draw_piles]
    draw_piles = draw_piles or [[], []]
    pool.fill()
    other = None if turn is None else 1 - turn
    if other is not None and draw_piles[other]:
        hands[other] += pool.draw(HAND_SIZE - len(hands[other]))
    for card in pool.draw(len(pool.remaining)):
        piles[PILE_OF[card]].append(card)
    full = 0 if turn is None else min(HAND_SIZE, len(hands[turn]) + len(draw_piles[turn]))
    return state._replace(
        turn=turn,
        dealer=dealer,
        round=position.number("round", state.round),
        scores=position.numbers("scores", state.scores, 2),
        hands=tuple(sort_hand(tuple(hand)) for hand in hands),
        draw_piles=tuple(map(tuple, draw_piles)),
        piles=tuple(map(tuple, piles)),
        played=position.number("played", 0 if turn is None else full - len(hands[turn])),
        passed=position.flag("passed", False),
        shown=in_order(shown),
    )


def _piles(position: WrittenPosition, pool: CardPool) -> list[list[Any]] | None:
    """Read the top card of each pile, with a dot for an empty pile. Return None if the author set no piles."""
    if "piles" not in position:
        return None
    words = position.words("piles", position.get("piles"))
    if len(words) != COMPLETE_PILE + 1:
        raise ValueError("'piles' must be the top Chard of each category and the top Complete")
    kinds = [(Chard,), (Chard,), (Chard,), (Complete,)]
    piles = [[] if word == "." else [read_card(word, kind)] for word, kind in zip(words, kinds, strict=True)]
    pool.take([card for pile in piles for card in pile])
    return piles


TEACHING = Teaching(
    measures={
        "discarded": Metric("cards played", _count_played),
        "turn": Metric(
            "the most cards you can play this turn, including this play",
            lambda played: turn_with(played.before, played.action),
        ),
        "play": Metric("play number", lambda played: plays_of(played.before, played.action)),
        "matched": Metric(
            "all four piles match afterwards", lambda played: "yes" if is_matched(played.after) else "no"
        ),
        "fitting": Metric(
            "different cards that could be played next, alone and not as the last play",
            lambda played: count_fitting_cards(played.after),
        ),
        "cards_left_in_hand": Metric("cards left in hand", _count_hand),
        "drawn": Metric("cards drawn afterwards", _count_drawn),
        "cards_left": Metric("cards left in hand and in the face-down pile", _count_left),
        "choices": Metric("ways to play another card in the same turn", _count_choices),
        "passed": Metric("turns passed", lambda played: len(played.events_of(Passed))),
        "scored": Metric("points scored", _points_scored),
    },
    zones={
        "hand": PointingZone("hands", 2, owned="card"),
        "hands": PointingZone("hands", 2),
        "draw_pile": PointingZone("draw_piles", 1, owned="face-down pile"),
        "draw_piles": PointingZone("draw_piles", 1),
        "pile": PointingZone("piles", 1, name_format="{word} pile"),
        "piles": PointingZone("piles", 1, name_format="{word} pile"),
        "scores": PointingZone("scores", 1, owned="score"),
    },
    words={**{name: at for at, name in enumerate(CATEGORIES)}, "complete": COMPLETE_PILE, "south": 0, "north": 1},
    set_up=_set_up,
)
