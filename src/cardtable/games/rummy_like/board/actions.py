"""The labels of actions, and their effects on the player's cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardtable.engine.cards import Chard, TriCard, characteristics_of, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import KINDS, Chards, Discard, GoBust, Lead, Play, Send, State
from cardtable.engine.games.rummy_like.outlook import foresee
from cardtable.engine.games.rummy_like.scoring import kinds_of
from cardtable.engine.games.rummy_like.trick import count_to_send
from cardtable.engine.zones import subtract
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction


def label_of(action: Any) -> str:
    """Return the label of an action in the list."""
    match action:
        case Lead(card):
            return f"lead {card}"
        case Discard(card):
            return card.name
        case GoBust():
            return "go bust"
        case _:
            return str(action)


def leads_of(card: TriCard, state: State, seat: Seat) -> tuple[ListedAction, ...]:
    """Return the actions that lead a TriCard, one for each Chard that the leader can play with it."""
    plays = (Play(kind) for kind in kinds_of(characteristics_of(state.chards[seat]) & card.mask))
    return tuple(ListedAction(Lead(card), f"play {play}", play) for play in plays) or (
        ListedAction(Lead(card), "and discard, as nothing matches"),
    )


def sends_of(kind: Chard, state: State, seat: Seat) -> Iterator[ListedAction]:
    """Yield the ways to send this kind, alone or with another Chard. If it isn't held, yield an illegal action."""
    held = state.chards[seat] + state.picked
    count = count_to_send(state)
    if kind not in held or count == 1:
        yield ListedAction(Send((kind,) * count), f"send {kind}")
        return
    for other in KINDS:
        if other in subtract(held, (kind,)):
            yield ListedAction(Send(in_order((kind, other))), f"with {other}")


def lead_with(group: ChoiceGroup, kind: Chard) -> int | None:
    """Return the index of the group's action that plays this kind of Chard, or None if no action does."""
    return next((at for at, listed in enumerate(group.actions) if listed.then == Play(kind)), None)


def refuse_chard(group: ChoiceGroup, kind: Chard) -> str:
    """Return a sentence for a player who chooses a Chard when a different choice is needed."""
    match group.actions[0].action:
        case Lead(card):
            return f"You can't play {kind} if you lead {card}."
        case Discard():
            return "You can't play a Chard now: choose a TriCard to discard."
        case GoBust():
            return "You can't play a Chard now: you can only go bust."
        case _:
            return "You choose a Chard after you have drawn three TriCards."


def keep_second(groups: Sequence[ChoiceGroup], here: int, choice: ListedAction | None, there: int) -> int:
    """Return the index, in the group `there`, of the pair that includes the current choice's second Chard.

    If there is no such pair, look for the choice's first Chard. Return 0 if the choice isn't a pair, or if neither is
    found.
    """
    if choice is None or not isinstance(choice.action, Send) or len(choice.action.cards) != 2:
        return 0
    (second,) = subtract(choice.action.cards, (KINDS[here],))
    actions = [listed.action for listed in groups[there].actions]
    pairs = (Send(in_order((KINDS[there], each))) for each in (second, KINDS[here]))
    return next((actions.index(pair) for pair in pairs if pair in actions), 0)


def chards_in_hand(seen: Seen) -> Chards:
    """Return the viewer's Chards, including the Chards just picked up."""
    state: State = seen.state
    if seen.viewer is None:
        return ()
    return state.chards[seen.viewer] + (state.picked if seen.turn == seen.viewer else ())


def costs(seen: Seen, action: Any) -> tuple[bool, bool]:
    """Return whether an action loses something that scores, and whether it sends a Chard that the player could use."""
    found = foresee(seen.state, action)
    return found.is_costly, isinstance(action, Send) and found.is_of_use
