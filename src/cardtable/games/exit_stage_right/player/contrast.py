"""One-sentence reasons why one move of Exit Stage Right is better than another. The reasons use only certain facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from cardtable.engine.cards import Complete, Single, is_hidden, matches
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    COLUMNS,
    ROWS,
    Action,
    FaceDown,
    FaceUp,
    Refill,
    Shifted,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.rules import nameable_rows
from cardtable.engine.phrases import capitalized, counted, join_words


class _Move(NamedTuple):
    """An action with all its certain consequences."""

    action: Action
    name: str
    shifted: Shifted
    after: State
    hand: tuple[Single, ...]
    """The Singles that are left in the player's hand after the move, not counting new ones."""

    @property
    def gain(self) -> int:
        """The number of Completes won minus the number lost."""
        return _gain(self.shifted)

    def edge(self, column: int) -> list[Complete]:
        """Return the Completes that are in a column after the move."""
        found = [row[column] for row in self.after.stage]
        return [card for card in found if card is not None and not is_hidden(card)]


def contrast(state: State, better: Action, worse: Action) -> str:
    """Return a sentence about the advantage of the better action.

    An example is `Hollow keeps PGS on the stage; Red loses it.`
    """
    one, other = (_move(state, action, rival) for action, rival in ((better, worse), (worse, better)))
    reasons = chain(_at_once(one, other), _by_spent_single(one, other), _later(one, other))
    return f"{capitalized(next(reasons))}."


def _move(state: State, action: Action, rival: Action) -> _Move:
    hand = list(state.hands[state.turn or 0])
    if not isinstance(action, Refill):
        hand.remove(action.card)
    after = GAME.advance(state, action, None)
    return _Move(action, _name(action, rival), foresee(state, action), after, tuple(hand))


def _name(action: Action, rival: Action) -> str:
    """Return a name for an action, as the subject of a sentence. The name distinguishes the action from its rival."""
    match action:
        case FaceUp(card):
            return f"{card} face up" if isinstance(rival, FaceDown) and rival.card is card else str(card)
        case FaceDown(card, row):
            is_same_row = isinstance(rival, FaceDown) and rival.row == row
            return f"{card} face down" if is_same_row else f"naming the {ROWS[row]} row"
        case Refill(rows):
            return f"refilling {join_words(ROWS[row] for row in rows)}" if isinstance(rival, Refill) else "refilling"


def _gain(shifted: Shifted) -> int:
    return len(shifted.won) - len(shifted.lost)


def _codes(cards: Sequence[Complete]) -> str:
    return join_words(card.code for card in cards)


def _it(cards: Sequence[object]) -> str:
    return "it" if len(cards) == 1 else "they"


def _them(cards: Sequence[object]) -> str:
    return "it" if len(cards) == 1 else "them"


# Reasons, the most convincing first
def _at_once(one: _Move, other: _Move) -> Iterator[str]:
    """Yield reasons about Completes won or lost at once, if the better move gains more of them."""
    if one.gain <= other.gain:
        return
    won, lost = one.shifted.won, other.shifted.lost
    saved = [card for card in lost if card in won]
    kept = [card for card in lost if card not in (*won, *one.shifted.lost)]
    gained = [card for card in won if card not in (*lost, *other.shifted.won)]
    if saved:
        yield f"{one.name} wins {_codes(saved)}; {other.name} loses {_them(saved)}"
    if gained and kept:
        yield f"{one.name} wins {_codes(gained)}; {other.name} loses {_codes(kept)}"
    if kept:
        yield f"{one.name} keeps {_codes(kept)} on the stage; {other.name} loses {_them(kept)}"
    if gained:
        yield f"{one.name} wins {_codes(gained)}; {other.name} doesn't"


def _by_spent_single(one: _Move, other: _Move) -> Iterator[str]:
    """Yield reasons why the better move spends the right Single, if both moves have the same effect on the stage."""
    first, second = one.action, other.action
    if isinstance(first, Refill) or isinstance(second, Refill) or one.shifted.slides != other.shifted.slides:
        return
    spare, needed = first.card, second.card
    if needed not in other.hand:
        stage = [card for row in other.after.stage for card in row if card is not None]
        only = [card for card in stage if matches(card, needed) and not any(matches(card, each) for each in other.hand)]
        if only:
            yield f"you'll need that {needed} for {_codes(only[:1])}"
        if spare in one.hand:
            yield f"you have another {spare}, but only one {needed}"
    few, many = _matching(one, spare), _matching(one, needed)
    if few < many:
        keep = f"both do the same now, but keeping {needed} is better"
        yield f"{keep}: it matches {many} of the Completes left, {spare} {few or 'none'}"


def _later(one: _Move, other: _Move) -> Iterator[str]:
    """Yield reasons about later effects. If the other move gains more at once, each reason mentions that first."""
    too = f" and {one.name} {_does(one.shifted)}" if one.shifted.won or one.shifted.lost else ""
    at_once = f"{other.name} {_does(other.shifted)}{too} at once, but " if other.gain > one.gain else ""
    yield from (f"{at_once}{reason.partition('; ')[0] if at_once else reason}" for reason in _next_single(one, other))
    yield from (f"{at_once}{reason}" for reason in (*_by_refill(one, other), *_edges(one, other)))
    if one.shifted.net > other.shifted.net and not at_once:
        yield f"{one.name} {_sends(one.shifted)}; {other.name} {_sends(other.shifted)}"
    yield from (f"{at_once}{reason}" for reason in (*_by_kept_single(one, other), *_by_way(one, other)))
    if at_once or {*one.shifted.won, *one.shifted.lost} == {*other.shifted.won, *other.shifted.lost}:
        yield f"{at_once or f'{other.name} looks as good at once, but '}{one.name} leads to more later"
    does, instead = _does(one.shifted), _does(other.shifted)
    yield f"{one.name}, which {does}, leads to more later than {other.name}, which {instead}"


def _by_refill(one: _Move, other: _Move) -> Iterator[str]:
    """Yield reasons about the new Completes of a refill, if the moves bring different numbers of them."""
    new, others = (len(each.action.rows) if isinstance(each.action, Refill) else 0 for each in (one, other))
    if new > others > 0:
        yield f"{one.name} brings {counted(new, 'new Complete')} to win; {other.name} brings only {others}"
    elif others > new > 0:
        yield f"{one.name} keeps {counted(others - new, 'Complete')} in the deck until you can win more of them"
    elif new:
        yield f"{one.name} brings {counted(new, 'new Complete')} to win; {other.name} {_sends(other.shifted)}"
    elif others and not one.shifted.moves:
        lead = len(one.after.won) - len(one.after.lost)
        safe = f"so your lead of {lead} is safe" if lead > 0 else "so nothing is lost"
        yield f"{one.name} moves nothing, {safe}; {other.name} brings {counted(others, 'Complete')} that may be lost"


def _by_kept_single(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a reason about the Single that the better move keeps, if this Single then matches more Completes."""
    if isinstance(one.action, Refill) or isinstance(other.action, Refill) or GAME.turn(one.after) is None:
        return
    kept, instead = other.action.card, one.action.card
    many, few = _matching(one, kept), _matching(other, instead)
    if kept is not instead and many > few:
        leaves = f"{one.name} leaves you {kept}, which then matches {counted(many, 'Complete')}"
        yield f"{leaves}; {other.name} leaves you {instead}, with {few or 'none'}"


def _matching(move: _Move, single: Single) -> int:
    return sum(card is not None and matches(card, single) for row in move.after.stage for card in row)


def _by_way(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a reason about the Complete that the better move takes furthest right, compared with the other move."""
    ends = {move.card: move for move in other.shifted.moves}
    found = [(move.end - ends[move.card].end, move) for move in one.shifted.moves if move.card in ends]
    stays = [(gain, move) for gain, move in found if {move.target.zone, ends[move.card].target.zone} == {"stage"}]
    if stays and (best := max(stays, key=lambda each: each[0]))[0] > 0:
        move, rival = best[1], ends[best[1].card]
        yield f"{one.name} moves {move.card.code} to column {move.end + 1}; {other.name} to column {rival.end + 1}"


def _sends(shifted: Shifted) -> str:
    """Return the movements of a shift, such as `sends 1 right and 2 left`."""
    ways = [f"{count} {way}" for count, way in ((shifted.right, "right"), (shifted.left, "left")) if count]
    return f"sends {join_words(ways)}" if ways else "moves nothing"


def _does(shifted: Shifted) -> str:
    """Return a phrase about the effect of a move, such as `wins FGS and loses PBT`."""
    parts = [f"{verb} {_codes(cards)}" for verb, cards in (("wins", shifted.won), ("loses", shifted.lost)) if cards]
    return join_words(parts) if parts else "loses nothing"


def _next_single(one: _Move, other: _Move) -> Iterator[str]:
    """Yield a reason about the best next Single in a one-player game, if its gain makes up for any immediate loss."""
    if len(one.after.hands) > 1 or isinstance(one.action, Refill) or isinstance(other.action, Refill):
        return
    first, second = (_best_next(each) for each in (one, other))
    if first is None or second is None:
        return
    (single, then), (rival, instead) = first, second
    if one.gain + _gain(then) > other.gain + _gain(instead) and _gain(then) > _gain(instead):
        does = f"{rival} {_does(instead)}" if _gain(instead) > 0 else "nothing wins more than it loses"
        yield f"after {one.name}, {single} {_does(then)}; after {other.name}, {does}"


def _best_next(move: _Move) -> tuple[str, Shifted] | None:
    """Return the name and shift of the play that gains the most after a move, or None if no useful play is left."""
    if GAME.turn(move.after) is None or not move.hand or not any(map(any, move.after.stage)):
        return None
    rows = [row for row, can_be_named in enumerate(nameable_rows(move.after.stage)) if can_be_named]
    actions: list[tuple[str, Action]] = [(f"your {card}", FaceUp(card)) for card in dict.fromkeys(move.hand)]
    actions += [(f"naming the {ROWS[row]} row", FaceDown(move.hand[0], row)) for row in rows]
    found = [(name, foresee(move.after, action)) for name, action in actions]
    return max(found, key=lambda each: (_gain(each[1]), each[1].net))


def _edges(one: _Move, other: _Move) -> Iterator[str]:
    """Yield reasons about Completes that only one move leaves at an edge, where they can be lost or won next."""
    if GAME.turn(one.after) is None or GAME.turn(other.after) is None:
        return
    for column, good, bad, fate in ((0, other, one, "lost"), (COLUMNS - 1, one, other, "won")):
        there, elsewhere = good.edge(column), bad.edge(column)
        found = [card for card in there if card not in elsewhere and card not in (*bad.shifted.won, *bad.shifted.lost)]
        if len(there) > len(elsewhere) and found:
            where = "leaves {} at the left" if column == 0 else "brings {} to the right"
            rest = f"where {_it(found)} can be {fate} next; {bad.name} doesn't"
            yield f"{good.name} {where.format(_codes(found))} edge, {rest}"
