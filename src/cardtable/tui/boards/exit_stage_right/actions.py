"""The cards in the hand and the Complete deck, with the actions that they offer."""

from __future__ import annotations

from functools import cache

from cardtable.engine.cards import Single
from cardtable.engine.games.exit_stage_right.model import EMPTY_ROW, ROWS, FaceDown, FaceUp, Refill, State
from cardtable.table.seen import Seen
from cardtable.tui.choices import PLAY_REST, Group, ListedAction

PLAY_OUT = "play the rest"


def hand_and_deck(seen: Seen, *, is_lesson: bool) -> tuple[Group, ...]:
    """Return the viewer's Singles, and the Complete deck; lessons list illegal actions, too, so as to explain them."""
    state: State = seen.state
    shows_down = is_lesson or any(isinstance(action, FaceDown) for action in seen.legal)
    hand = [Group(card.name, _actions_of(card)[: None if shows_down else 1]) for card in state.hands[seen.viewer or 0]]
    deck = [ListedAction(action, _cells(action)) for action in seen.legal if isinstance(action, Refill)]
    if deck and not is_lesson and _can_play_out(seen):
        deck.append(ListedAction(seen.legal[0], PLAY_OUT, PLAY_REST))
    return (*hand, Group("Complete deck", tuple(deck) or (ListedAction(Refill((0, 1, 2)), "refill"),)))


def _can_play_out(seen: Seen) -> bool:
    """Return whether the players are ahead on an empty stage, so that they win if nobody refills it."""
    state: State = seen.state
    is_empty = all(row == EMPTY_ROW for row in state.stage)
    return is_empty and len(state.won) > len(state.lost) and isinstance(seen.legal[0], FaceUp)


def explain_play_out(state: State) -> str:
    """Return what happens if nobody refills the empty stage any more."""
    score = f"{len(state.won)} won, {len(state.lost)} lost"
    return f"Every hand is played out without another refill. Nothing moves, so it stays at {score}."


@cache
def _actions_of(card: Single) -> tuple[ListedAction, ...]:
    downs = (FaceDown(card, row) for row in range(len(ROWS)))
    return (
        ListedAction(FaceUp(card), "face up"),
        *(ListedAction(down, f"down {ROWS[down.row]}") for down in downs),
    )


def _cells(action: Refill) -> str:
    return "all three" if len(action.rows) == len(ROWS) else " ".join(ROWS[row] for row in action.rows)
