"""The cards in the hand and the Complete deck, with their actions."""

from __future__ import annotations

from functools import cache

from cardtable.engine.cards import Single
from cardtable.engine.games.exit_stage_right.model import ROWS, FaceDown, FaceUp, Refill, State
from cardtable.engine.games.exit_stage_right.texts import STOP_HERE
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import PLAY_REST, ChoiceGroup, ListedAction


def first_refill(deck: ChoiceGroup) -> int:
    """Return the index of the first refill. The choice to stop, if there is one, comes before it."""
    return int(deck.actions[0].then is PLAY_REST and len(deck.actions) > 1)


def hand_and_deck(seen: Seen, *, is_lesson: bool) -> tuple[ChoiceGroup, ...]:
    """Return the groups for the viewer's Singles and the Complete deck. In lessons, they include illegal actions."""
    state: State = seen.state
    hand = [ChoiceGroup(card.name, _actions_of(card)) for card in state.hands[seen.viewer or 0]]
    deck = [ListedAction(action, _cells(action)) for action in seen.legal if isinstance(action, Refill)]
    if not is_lesson and seen.game.explain_rest(state):
        deck.insert(0, ListedAction(seen.legal[0], STOP_HERE, PLAY_REST))
    return (*hand, ChoiceGroup("Complete deck", tuple(deck) or (ListedAction(Refill((0, 1, 2)), "refill"),)))


@cache
def _actions_of(card: Single) -> tuple[ListedAction, ...]:
    downs = (FaceDown(card, row) for row in range(len(ROWS)))
    return (
        ListedAction(FaceUp(card), "face up"),
        *(ListedAction(down, f"down {ROWS[down.row]}") for down in downs),
    )


def _cells(action: Refill) -> str:
    return "all three" if len(action.rows) == len(ROWS) else " ".join(ROWS[row] for row in action.rows)
