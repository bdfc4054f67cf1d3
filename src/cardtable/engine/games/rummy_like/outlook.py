"""What an action is certain to do, as data, and short texts about what to choose and what to fear."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import characteristics_of
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import (
    DRAWN,
    KINDS,
    OF_A_KIND,
    Action,
    Call,
    Chards,
    Consequences,
    Discard,
    Lead,
    Play,
    Send,
    State,
)
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, set_changes, sets_of
from cardtable.engine.games.rummy_like.trick import count_to_send, gets_chard_back, next_leader, receiver, seat_to_move
from cardtable.engine.games.rummy_like.words import four_of, list_cards, many_of
from cardtable.engine.phrases import address, counted, number_word, plural
from cardtable.engine.zones import subtract


def foresee(state: State, action: Action) -> Consequences:
    """Return what a legal action is certain to do to the player's own cards."""
    seat = seat_to_move(state)
    hand, tricards = state.chards[seat] + state.picked, state.tricards[seat]
    sets, comes_back = sets_of(hand), isinstance(action, Play) and gets_chard_back(state)
    leaving: Chards = ()
    if isinstance(action, Send):
        leaving = action.cards
    elif isinstance(action, Play) and not comes_back:
        leaving = (action.card,)
    broken, kept = set_changes(hand, leaving)
    return Consequences(
        scores=points_of(tricards, sets) if isinstance(action, Call) else 0,
        matching=kinds_of(characteristics_of(hand) & action.card.mask) if isinstance(action, Lead) else (),
        comes_back=comes_back,
        leaving=leaving,
        left=subtract(hand, leaving),
        broken=broken,
        kept=kept,
        loses=points_of((action.card,), sets)
        if isinstance(action, Discard)
        else points_of(tricards, characteristics_of(broken)),
        is_of_use=points_of(tricards, characteristics_of(leaving)) > 0,
    )


def question(state: State, names: Sequence[str], led: str) -> str:
    """Say what the player should choose now, without a full stop. `led` is the name or code of the TriCard led."""
    match state.phase:
        case "draw":
            return "Your turn to lead"
        case "lead":
            return "Lead one of these TriCards"
        case "send":
            count = count_to_send(state)
            return f"Send {number_word(count)} {plural(count, 'Chard')} to {names[receiver(state)]}"
    seat = seat_to_move(state)
    if state.led is not None and characteristics_of(state.chards[seat]) & state.led.mask:
        return f"Play a Chard that matches {led}"
    return f"Nothing matches {led}: {'discard a TriCard' if state.tricards[seat] else 'go bust'}"


def round_end(state: State) -> str:
    """Return a sentence about when the round ends (RM-6, RM-12)."""
    if not state.reshuffled:
        return 'The round ends when a leader with a set says "Score".'
    left = len(state.deck) + len(state.drawn) - DRAWN + 1
    latest = f"in {counted(left, 'trick')}" if left else "after this trick"
    return f'The round ends when a leader says "Score", or {latest}.'


MANY_TRICKS, MANY_MISSING = 3, 2
"""The number of tricks after which one missing kind is enough for a warning, and the number needed before that."""
MAX_NAMED = 2
"""The maximum number of missing kinds to name."""


def score_warning(state: State, seat: Seat, hand: Chards, players: Sequence[str]) -> str:
    """Return a warning about a set that another player has or may have, or an empty string if there is no danger.

    `hand` holds the seat's Chards, perhaps after a move that the player is considering. Nobody else can complete a set
    of a kind in this hand.
    """
    missing = [kind for kind in KINDS if kind not in hand]
    following = state.leader if state.phase == "draw" and state.leader != seat else next_leader(state)
    for other in sorted({*range(len(players))} - {seat}, key=lambda each: each != following):
        most, at = max((state.chards[other].count(kind), -at) for at, kind in enumerate(KINDS))
        kind = KINDS[-at]
        if most == OF_A_KIND:
            when = "next" if other == following else "when next leading"
            return address(f'{players[other]} has {four_of(kind)} and can say "Score" {when}.')
        if most == OF_A_KIND - 1 and kind in missing:
            when = f"; {players[other]} leads next" if other == following else ""
            return address(f"{players[other]} has {many_of(most, kind)} and may have the fourth{when}.")
    if following == seat or len(missing) < (1 if len(state.led_pile) >= MANY_TRICKS else MANY_MISSING):
        return ""
    named = f"no {list_cards(missing, 'or')}"
    lacking = named if len(missing) <= MAX_NAMED else f"none of {number_word(len(missing))} kinds"
    return address(f'{players[following]} might say "Score" next: you have {lacking}.')
