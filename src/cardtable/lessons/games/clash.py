"""What lessons know of Clash."""

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
from cardtable.lessons.games.clash_turns import turn_with
from cardtable.lessons.teaching import Metric, PlayedAction, PointingZone, Teaching
from cardtable.lessons.written_position import CardPool, WrittenPosition, read_card


def _laid(played: PlayedAction) -> int:
    return sum(len(event.cards) for event in played.told(PlayedCards))


def _drawn(played: PlayedAction) -> int:
    return sum(len(event.cards) for event in played.told(Drew) if event.seat == played.seat)


def _held(played: PlayedAction) -> int:
    """In hand once the action is done; what is drawn afterwards does not count."""
    return len(played.after.hands[played.seat]) - _drawn(played)


def _left(played: PlayedAction) -> int:
    for event in played.told(RoundEnded):
        return int(event.left[played.seat])
    return cards_left(played.after)[played.seat]


def _scored(played: PlayedAction) -> int:
    return int(played.after.scores[played.seat] - played.before.scores[played.seat])


def _choices(played: PlayedAction) -> int:
    if played.after.turn != played.seat:
        return 0
    return sum(not isinstance(action, EndTurn) for action in legal(played.after))


def plays_of(state: State, action: Action) -> str:
    """Return which of the plays 1 to 6 allow an action: `2`, or `1 and 3`; `none` where none does."""
    plays = rules.plays_of(state, action) if action in legal(state) else ()
    return " and ".join(map(str, plays)) or "none"


def kinds_that_fit(state: State) -> int:
    """Alone and not last, whoever holds them; the Complete that shows cannot come again."""
    if state.turn is None or not state.piles[COMPLETE_PILE]:
        return 0
    held = subtract(FACES, state.piles[COMPLETE_PILE][:1])
    laid = legal(state._replace(hands=(held, held)))
    return sum(isinstance(action, PlayChard | PlayComplete) for action in laid)


def _lay(state: State, laying: WrittenPosition) -> State:
    """As the tests lay it: what is named nowhere lies under the cards that show."""
    pool = CardPool(
        (card for zone in (*state.hands, *state.draw_piles, *state.piles) for card in zone), Chard, Complete
    )
    turn, dealer = laying.seat("turn", state.turn), laying.seat("dealer", state.dealer)
    piles = _piles(laying, pool)
    hands, draw_piles = laying.piles("hands", pool, 2), laying.piles("draw_piles", pool, 2)
    shown: Any = tuple(read_card(word, (Chard,)) for word in laying.words("shown", laying.get("shown", "")))
    if piles is None:
        piles = [pool.like(pile) for pile in state.piles]
    if hands is None:
        hands = [pool.like(hand) for hand in state.hands]
        if draw_piles is None:
            draw_piles = [pool.like(pile) for pile in state.draw_piles]
    draw_piles = draw_piles or [[], []]
    pool.fill()
    waits = None if turn is None else 1 - turn
    if waits is not None and draw_piles[waits]:
        hands[waits] += pool.next(HAND_SIZE - len(hands[waits]))
    for card in pool.next(len(pool.free)):
        piles[PILE_OF[card]].append(card)
    could = 0 if turn is None else min(HAND_SIZE, len(hands[turn]) + len(draw_piles[turn]))
    return state._replace(
        turn=turn,
        dealer=dealer,
        round=laying.number("round", state.round),
        scores=laying.numbers("scores", state.scores, 2),
        hands=tuple(sort_hand(tuple(hand)) for hand in hands),
        draw_piles=tuple(map(tuple, draw_piles)),
        piles=tuple(map(tuple, piles)),
        played=laying.number("played", 0 if turn is None else could - len(hands[turn])),
        passed=laying.flag("passed", False),
        shown=in_order(shown),
    )


def _piles(laying: WrittenPosition, pool: CardPool) -> list[list[Any]] | None:
    """The cards that show: `piles = "hollow red circle FGS"`, the Complete last; `.` before the opening."""
    if "piles" not in laying:
        return None
    words = laying.words("piles", laying.get("piles"))
    if len(words) != COMPLETE_PILE + 1:
        raise ValueError("'piles' is the Chard that shows of each category, and the Complete")
    kinds = [(Chard,), (Chard,), (Chard,), (Complete,)]
    shown = [[] if word == "." else [read_card(word, kind)] for word, kind in zip(words, kinds, strict=True)]
    pool.take([card for pile in shown for card in pile])
    return shown


CLASH = Teaching(
    measures={
        "discarded": Metric("cards laid", _laid),
        "turn": Metric(
            "cards that this turn can lay, this play included", lambda played: turn_with(played.before, played.action)
        ),
        "play": Metric("this is play number", lambda played: plays_of(played.before, played.action)),
        "matched": Metric(
            "all four piles match afterwards", lambda played: "yes" if is_matched(played.after) else "no"
        ),
        "fitting": Metric(
            "kinds of cards that fit afterwards, laid alone and not last", lambda played: kinds_that_fit(played.after)
        ),
        "cards_left_in_hand": Metric("cards left in hand", _held),
        "drawn": Metric("cards drawn afterwards", _drawn),
        "cards_left": Metric("cards left in hand and face-down pile", _left),
        "choices": Metric("ways to play another card in the same turn", _choices),
        "passed": Metric("turns passed", lambda played: len(played.told(Passed))),
        "scored": Metric("points scored", _scored),
    },
    zones={
        "hand": PointingZone("hands", 2),
        "hands": PointingZone("hands", 2),
        "draw_pile": PointingZone("draw_piles", 1),
        "draw_piles": PointingZone("draw_piles", 1),
        "pile": PointingZone("piles", 1, called="{word} pile"),
        "piles": PointingZone("piles", 1, called="{word} pile"),
        "scores": PointingZone("scores", 1),
    },
    words={**{name: at for at, name in enumerate(CATEGORIES)}, "complete": COMPLETE_PILE, "south": 0, "north": 1},
    lay=_lay,
)
