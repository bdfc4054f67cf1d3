"""The labels and effects of actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtable.engine.cards import Chard, characteristics_of, in_order
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import KINDS, Call, Discard, GoBust, Lead, Send, State
from cardtable.engine.games.rummy_like.scoring import (
    SetChanges,
    kinds_of,
    points_of,
    set_changes,
    sets_of,
)
from cardtable.engine.games.rummy_like.trick import count_to_send
from cardtable.engine.zones import subtract
from cardtable.table.session import Seen
from cardtable.tui.choices import ListedAction


def label_of(action: Any) -> str:
    """Return the label of an action in the list."""
    match action:
        case Lead(card):
            return f"lead {card}"
        case Discard(card):
            return f"discard {card}"
        case GoBust():
            return "go bust"
        case _:
            return str(action)


def sends_of(kind: Chard, state: State, seat: Seat) -> Iterator[ListedAction]:
    """Yield the actions that send this kind, one for each second kind, or an illegal action if this kind isn't held."""
    held = state.chards[seat] + state.picked
    count = count_to_send(state)
    if kind not in held or count == 1:
        yield ListedAction(Send((kind,) * count), f"send {kind}")
        return
    for other in KINDS:
        if other in subtract(held, (kind,)):
            yield ListedAction(Send(in_order((kind, other))), f"with {other}")


def effect_of_action(seen: Seen, action: Any) -> str:
    """Return the effect of a legal action in a word or two."""
    state: State = seen.state
    assert seen.viewer is not None, "only a player has choices"
    hand = state.chards[seen.viewer]
    match action:
        case Call():
            points = points_of(state.tricards[seen.viewer], sets_of(hand))
            return f"{points} for you"
        case Lead(card):
            mine = kinds_of(characteristics_of(hand) & card.mask)
            return f"you: {' '.join(kind.code for kind in mine)}" if mine else "you discard"
        case Discard(card):
            loss = points_of((card,), sets_of(hand))
            return f"loses {loss}" if loss else ""
        case Send(cards):
            return _effect_on_sets(set_changes(hand + state.picked, cards))
        case _:
            return ""


def _effect_on_sets(changes: SetChanges) -> str:
    if changes.broken:
        return f"breaks {' '.join(kind.code for kind in changes.broken)}"
    return f"keeps {' '.join(kind.code for kind in changes.kept)}" if changes.kept else ""
