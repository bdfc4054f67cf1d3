"""Exit Stage Right in words, for plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Refill,
    Row,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.words import NOTHING_MOVES, effect, foretell_shift, tell
from cardtable.engine.phrases import counted
from cardtable.plain.view import MoveList, View, cards_in_words, count_cards
from cardtable.table.seen import Seen

MAX_REFILLS = 3
"""The maximum number of refills to list one by one."""
FEW, COUNTED = 10, 5
"""With FEW Singles in the deck, players begin to hear that few are left. With COUNTED, they begin to hear how many."""


def _board(seen: Seen) -> tuple[str, ...]:
    state: State = seen.state
    decks = f"In the decks: {count_cards(state.complete_deck, 'Complete')}, {count_cards(state.draw_deck, 'Single')}."
    others = (_holds(seen.names[seat], hand) for seat, hand in enumerate(state.hands) if seat != seen.viewer)
    return (*_rows(seen), decks, *others)


def _rows(seen: Seen) -> tuple[str, ...]:
    rows = zip(ROWS, seen.state.stage, strict=True)
    return tuple(f"{name.capitalize()} row{_row(row)}." for name, row in rows)


def _row(row: Row) -> str:
    cards = [f"column {column}: {card}" for column, card in enumerate(row, 1) if card is not None]
    return f", {'; '.join(cards)}" if cards else ": empty"


def _score(seen: Seen) -> tuple[str, ...]:
    return (f"{count_cards(seen.state.won, 'Complete')} won, {len(seen.state.lost)} lost.",)


def _news(seen: Seen) -> tuple[str, ...]:
    return (*_rows(seen), *_singles_left(seen), *_score(seen), *_hand(seen)[:1])


def _singles_left(seen: Seen) -> Iterator[str]:
    """Yield the number of Singles in the deck once few are left. The game ends when all of them have been played."""
    left = len(seen.state.draw_deck)
    if len(seen.log) == 1:  # the table, which has just been read out, counts them
        return
    if left <= COUNTED:
        yield f"The deck has {counted(left, 'Single')} left."
    elif left <= FEW:
        yield f"The deck has {FEW} or fewer Singles left."


def _holds(name: str, hand: tuple[Card, ...]) -> str:
    return f"{name} holds {count_cards(hand, 'Single') if any(map(is_hidden, hand)) else cards_in_words(hand)}."


def _hand(seen: Seen) -> tuple[str, ...]:
    if seen.viewer is None:
        return ()
    played = seen.state.face_down[seen.viewer]
    hand = f"Your hand: {cards_in_words(seen.state.hands[seen.viewer])}."
    return (hand, f"You played face down: {cards_in_words(played)}.") if played else (hand,)


# Moves


def _list_moves(seen: Seen) -> MoveList:
    """Return the list of moves. A face-down Single gets no number, because its effect depends only on the row."""
    face_down = {action.row: action for action in reversed(seen.legal) if isinstance(action, FaceDown)}
    notes = [
        f"Any Single face down on the {ROWS[row]} row: {_effect(seen, action)}."
        for row, action in sorted(face_down.items())
    ]
    brief = []
    if face_down:
        notes.append("To play face down, type the Single, the word down and the row.")
        rows = (f"{ROWS[row]} row {_brief_effect(seen, action)}" for row, action in sorted(face_down.items()))
        example = str(next(iter(face_down.values()))).lower()
        brief.append(f"Face down: {'; '.join(rows)}. Type it as in: {example}.")
    refills = _refills(seen)
    if len(refills) > MAX_REFILLS:
        notes.append("To refill only some of the cells, type refill and their rows.")
    numbered = [action for action in seen.legal if isinstance(action, FaceUp)]
    return MoveList((*numbered, *refills[: 1 if len(refills) > MAX_REFILLS else None]), tuple(notes), tuple(brief))


def _refills(seen: Seen) -> list[Refill]:
    return [action for action in seen.legal if isinstance(action, Refill)]


def _label(seen: Seen, action: Action) -> str:
    """Return a move as it is read out, with the number of equal Singles or a note about unnumbered refills."""
    if isinstance(action, FaceUp) and seen.turn is not None:
        count = seen.state.hands[seen.turn].count(action.card)
        return f"{action}, {count} in hand" if count > 1 else str(action)
    return f"{action}, or fewer" if isinstance(action, Refill) and len(_refills(seen)) > MAX_REFILLS else str(action)


def _effect(seen: Seen, action: Action) -> str:
    return effect(foresee(seen.state, action))


def _brief_effect(seen: Seen, action: Action) -> str:
    found = effect(foresee(seen.state, action), separator=", ")  # because the list has semicolons between moves
    return "" if found == NOTHING_MOVES else found


def _foretell(seen: Seen, action: Action) -> tuple[str, ...]:
    return foretell_shift(foresee(seen.state, action))


VIEW = View(
    game_id=GAME.id,
    board=_board,
    hand=_hand,
    tell=partial(tell, spoken=True),
    tells_draws=True,
    score=_score,
    news=_news,
    list_moves=_list_moves,
    gathered="(?:Top|Middle|Bottom) row",
    label=_label,
    effect=_effect,
    brief_effect=_brief_effect,
    foretell=_foretell,
)
