"""What an action in Rummy-like is certain to do, for hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from cardtable.engine.cards import Chard, characteristics_of, matches
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    Action,
    Call,
    Chards,
    Discard,
    Draw,
    Lead,
    Play,
    Send,
    State,
    TriCards,
)
from cardtable.engine.games.rummy_like.outlook import foresee
from cardtable.engine.games.rummy_like.scoring import kinds_of, points_of, set_changes, sets_of
from cardtable.engine.games.rummy_like.trick import seat_to_move
from cardtable.engine.games.rummy_like.words import list_cards, many_of, name_broken_sets, name_call, name_matches
from cardtable.engine.phrases import capitalized, counted, join_words
from cardtable.engine.zones import subtract


def reason(state: State, action: Action, names: Sequence[str]) -> str:
    """Return text about an action's effects on the player's sets and TriCards."""
    seat = seat_to_move(state)
    hand, tricards = state.chards[seat], state.tricards[seat]
    match action:
        case Call():
            return f"It {name_call(foresee(state, action).scores)}."
        case Draw() if Call() in GAME.legal(state):
            return f"You go on collecting, although you could score {_points(tricards, hand)} now."
        case Lead(card):
            return _reason_to_lead(foresee(state, action).matching, tricards, card.mask)
        case Play() if seat == state.leader:
            return "You lead, so you pick it up again and choose what to send."
        case Play(card):
            return _reason_to_give(hand, tricards, (card,))
        case Send(cards):
            return _reason_to_give(hand + state.picked, tricards, cards)
        case Discard(card):
            kept = [each for each in tricards if each is not card]
            matching = sum(any(matches(chard, each) for each in kept) for chard in hand)
            return (
                f"{counted(matching, 'Chard')} of yours {'matches' if matching == 1 else 'match'} a TriCard you keep."
            )
    return "You draw three TriCards, and lead one of them." if isinstance(action, Draw) else "You can do nothing else."


def compare_call(state: State, called: Sequence[State], played_on: Sequence[State]) -> str:
    """Return a sentence about all players' points at the end of simulations, with a call and without one."""
    seat = seat_to_move(state)
    now = _points(state.tricards[seat], state.chards[seat])
    _, theirs_now = _gains(state, seat, called)
    later, theirs_later = _gains(state, seat, played_on)
    if_called = f"you get {now} and the others get {theirs_now:.1f} between them in simulations"
    return f"If you score now, {if_called}; if you draw, you get {later:.1f} and they get {theirs_later:.1f}."


def _gains(state: State, seat: Seat, ends: Sequence[State]) -> tuple[float, float]:
    """Return the mean points gained by a player, and by all the others together, at the end of simulations."""
    own = fmean(end.scores[seat] - state.scores[seat] for end in ends)
    return own, fmean(sum(end.scores) - sum(state.scores) for end in ends) - own


def _points(tricards: TriCards, hand: Chards) -> str:
    return counted(points_of(tricards, sets_of(hand)), "point")


def _reason_to_lead(matching: Chards, tricards: TriCards, led: int) -> str:
    """Return a sentence about the Chards that a leader can play and pick up. `led` is the mask of the led TriCard."""
    wanted = kinds_of(characteristics_of(tricards) & led)
    scoring = f"; you may pick up {list_cards(wanted, 'or')}, which your TriCards match" if wanted and matching else ""
    return f"{capitalized(name_matches(matching))}{scoring}."


def _reason_to_give(hand: Chards, tricards: TriCards, cards: Chards) -> str:
    """Return the reason to give away these Chards. The reason also mentions what the player keeps."""
    kept, given = subtract(hand, cards), tuple(dict.fromkeys(cards))
    unwanted = [kind for kind in given if not _count_matches(kind, tricards)]
    last = [kind for kind in given if kind not in kept and kind not in unwanted]
    remaining = [many_of(kept.count(kind), kind) for kind in given if kind in kept]
    parts = []
    if unwanted:
        parts.append(f"no TriCard of yours has {list_cards(unwanted, 'or')}")
    if last:
        parts.append(f"you have only one {' and one '.join(_with_owners(kind, tricards) for kind in last)}")
    if broken := set_changes(hand, cards).broken:
        parts.append(name_broken_sets(broken, points_of(tricards, characteristics_of(broken))))
    elif remaining:
        parts.append(f"you still have {join_words(remaining)}, so nobody else can get all four")
    return f"{capitalized('; '.join([*parts, *_collection(kept, tricards, given)]))}."


def _collection(kept: Chards, tricards: TriCards, given: Chards) -> Iterator[str]:
    """Yield a clause about equal Chards that stay in the hand, if one of the player's TriCards matches them."""
    counts = [(kept.count(kind), _count_matches(kind, tricards), kind) for kind in dict.fromkeys(kept)]
    wanted = [each for each in counts if each[0] > 1 and each[1] and each[2] not in given]
    if wanted:
        held, matching, kind = max(wanted, key=lambda each: each[:2])
        owners = f"{counted(matching, 'TriCard')} of yours {'has' if matching == 1 else 'have'}"
        yield f"you keep your {many_of(held, kind)}, which {owners}"


def _with_owners(kind: Chard, tricards: TriCards) -> str:
    """Return a kind and the number of TriCards that match it, such as `Red (2 TriCards of yours have it)`."""
    owners = _count_matches(kind, tricards)
    return f"{kind} ({counted(owners, 'TriCard')} of yours {'has' if owners == 1 else 'have'} it)"


def _count_matches(card: Chard, tricards: TriCards) -> int:
    return sum(matches(card, each) for each in tricards)
