"""What to choose now, and short texts about the effects of an action."""

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
    Discard,
    Lead,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.scoring import points_of, set_changes, sets_of
from cardtable.engine.games.rummy_like.trick import count_to_send, gets_chard_back, next_leader, receiver, seat_to_move
from cardtable.engine.games.rummy_like.words import four_of, list_cards, many_of
from cardtable.engine.phrases import address, counted, number_word, plural
from cardtable.engine.zones import subtract

COMES_BACK = "you get it back"
"""The effect of playing a Chard that the player will pick up again."""
ONLY_ONE = "your only one"
"""The effect of playing the player's only Chard of a kind."""
NO_POINTS = "no use to you"
"""The effect of sending only Chards that match none of the player's TriCards."""


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


def effect(state: State, action: Action) -> str:
    """Return the effect of a legal action on the player in a few words, or an empty string if the action has none."""
    seat = seat_to_move(state)
    hand, tricards = state.chards[seat] + state.picked, state.tricards[seat]
    match action:
        case Call():
            return f"you score {points_of(tricards, sets_of(hand))}"
        case Lead(card):
            return "" if characteristics_of(hand) & card.mask else "you discard"
        case Discard(card):
            loss = points_of((card,), sets_of(hand))
            return f"loses {counted(loss, 'point')}" if loss else ""
        case Play() if gets_chard_back(state):
            return COMES_BACK
        case Play(card):
            left = hand.count(card) - 1
            return _broken(hand, tricards, (card,)) or (f"you have {left} left" if left else ONLY_ONE)
        case Send(cards):
            return _broken(hand, tricards, cards) or _use_and_last(hand, tricards, cards)
        case _:
            return ""


def round_end(state: State) -> str:
    """Return a sentence about when the round ends (RM-6, RM-12)."""
    if not state.reshuffled:
        return 'The round ends when a leader with a set says "Score".'
    left = len(state.deck) + len(state.drawn) - DRAWN + 1
    latest = f"in {counted(left, 'trick')}" if left else "after this trick"
    return f'The round ends when a leader says "Score", or {latest}.'


def are_of_use(tricards: TriCards, cards: Chards) -> bool:
    """Return whether a set of one of these kinds would score with these TriCards."""
    return points_of(tricards, characteristics_of(cards)) > 0


def _use_and_last(hand: Chards, tricards: TriCards, sent: Chards) -> str:
    """Say whether these Chards are of no use, and of which kinds the hand would have none left."""
    kept = subtract(hand, sent)
    last = [kind for kind in dict.fromkeys(sent) if kind not in kept]
    if not last:
        return "" if are_of_use(tricards, sent) else NO_POINTS
    use = "" if are_of_use(tricards, sent) else "no use, "
    return f"{use}{ONLY_ONE if len(sent) == 1 else f'your last {last[0]}' if len(last) == 1 else 'your last of both'}"


def _broken(hand: Chards, tricards: TriCards, leaving: Chards) -> str:
    """Return text about the sets that break if these Chards leave a hand, or an empty string if no set breaks."""
    if not (broken := set_changes(hand, leaving).broken):
        return ""
    sets = "a set" if len(broken) == 1 else f"{len(broken)} sets"
    return f"loses {points_of(tricards, characteristics_of(broken))}, breaks {sets}"


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
