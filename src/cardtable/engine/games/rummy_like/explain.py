"""Explanations of why an action is legal or illegal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cardtable.engine.cards import TriCard, characteristics_of, in_order, matches
from cardtable.engine.games.rummy_like import texts, words
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    Action,
    Call,
    Chards,
    Consequences,
    Discard,
    Draw,
    GoBust,
    Lead,
    Phase,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.outlook import foresee
from cardtable.engine.games.rummy_like.scoring import kinds_of, sets_of
from cardtable.engine.games.rummy_like.trick import count_to_send, seat_to_move
from cardtable.engine.zones import subtract


def explain(state: State, action: Action, names: Sequence[str]) -> str:
    """Explain why the action is legal or illegal."""
    if state.phase == "over":
        return texts.refuse_after_the_end("RM-7" if state.at_once is None else "RM-8")
    return _why_not(state, action) or _why(state, action)


def _why_not(state: State, action: Action) -> str:
    """Return the reason why an action isn't legal, or an empty string if it is legal."""
    seat = seat_to_move(state)
    match state.phase, action:
        case "lead" | "play" | "send", Call():
            return texts.CALL_BEFORE_DRAWING
        case "send", _:
            return _why_not_send(state, action)
        case "play", _ if state.led is not None:
            return _why_not_play(state.chards[seat], state.tricards[seat], state.led, action)
        case "lead", Lead(card):
            return "" if card in state.drawn else texts.refuse_tricard_not_drawn(card)
        case "lead", _:
            return texts.LEAD_ONE_NOW
        case _, Draw():
            return ""
        case _, Call():
            return "" if sets_of(state.chards[seat]) else texts.CALL_NEEDS_A_SET
        case _:
            return texts.DRAW_FIRST


def _why_not_send(state: State, action: Action) -> str:
    count = count_to_send(state)
    if not isinstance(action, Send):
        return texts.SEND_NOW
    if missing := subtract(action.cards, state.chards[seat_to_move(state)] + state.picked):
        card = missing[0]
        return texts.refuse_second(card) if action.cards.count(card) > len(missing) else texts.refuse_missing_card(card)
    if len(action.cards) != count:
        return texts.refuse_number_sent(count, len(action.cards))
    return "" if action.cards == in_order(action.cards) else texts.NAME_CHARDS_IN_ORDER


def _why_not_play(hand: Chards, tricards: TriCards, led: TriCard, action: Action) -> str:
    match action:
        case Play(card):
            if card not in hand:
                return texts.refuse_missing_card(card)
            return "" if matches(card, led) else texts.refuse_no_match(card, led)
        case Discard() | GoBust():
            if playable := kinds_of(characteristics_of(hand) & led.mask):
                return texts.refuse_sitting_out(playable[0], led)
            if isinstance(action, GoBust):
                return texts.HAS_A_TRICARD_LEFT if tricards else ""
            return "" if action.card in tricards else texts.refuse_missing_card(action.card)
        case _:
            return texts.refuse_all_but_chards(led)


def _why(state: State, action: Action) -> str:
    found = foresee(state, action)
    match action:
        case Draw():
            return texts.DRAW if len(state.deck) >= DRAWN else texts.DRAW_AFTER_SHUFFLE
        case Call():
            return texts.justify_call(found.scores)
        case Lead():
            return texts.justify_lead(found.matching)
        case Play(card):
            return texts.justify_play(card, state.led, breaks_set=bool(found.broken))
        case Discard():
            return texts.justify_discard(found.loses)
        case GoBust():
            return texts.GO_BUST
        case Send(cards):
            return texts.justify_sending(len(cards), _consequence(found))
        case _:
            assert_never(action)


def _consequence(found: Consequences) -> str:
    """Return a clause about the sets of a player who sends Chards."""
    if found.broken:
        return words.name_broken_sets(found.broken, found.loses)
    return words.name_kept_sets(found.kept) if found.kept else texts.NO_SET_BROKEN


SECTIONS: dict[Phase, str] = {
    "draw": "Leading",
    "lead": "Leading",
    "play": "Playing a Chard",
    "send": "Passing on",
    "over": "Scoring",
}
"""The heading of the rules section about each phase."""


def rules_section(state: State, action: Action | None) -> str:
    """Return the heading of the rules section about an action, or about the whole position if `action` is None."""
    match action:
        case Call():
            return "Scoring"
        case Discard() | GoBust():
            return "If you cannot match"
        case _:
            return SECTIONS[state.phase]
