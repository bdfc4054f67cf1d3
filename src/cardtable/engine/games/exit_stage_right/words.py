"""Events of Exit Stage Right in words, and what actions would do."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.cards import Single, is_hidden
from cardtable.engine.game import Event
from cardtable.engine.games.exit_stage_right.model import (
    ROWS,
    Began,
    Drew,
    Ended,
    Movement,
    PlayedFaceDown,
    PlayedFaceUp,
    Refilled,
    Shifted,
)
from cardtable.engine.phrases import capitalized, join_words, plural
from cardtable.engine.tellings import Telling


# Events
def tell(event: Event, names: Sequence[str], *, spoken: bool = False) -> Telling:
    """Return an event in words. If `spoken` is true, use names instead of initials and signs."""
    who = names[event.seat]
    doer = f"{who}: " if len(names) > 1 else ""
    match event:
        case Began(_, cards):
            begins = (f"{who} begins.",) if spoken or len(names) > 1 else ()
            listed = join_words(card.name if spoken else card.code for card in cards)
            start = f"In the centre, from the top: {listed}." if spoken else f"{listed} start in the centre."
            return Telling((start, *begins), line="The first turn.")
        case PlayedFaceUp(_, card):
            return Telling((f"{who} plays {card}.",), line=f"{doer}{card}.")
        case PlayedFaceDown(_, card, row):
            single = _name_single(card)
            full = f"{who} plays {single} face down and names the {ROWS[row]} row."
            return Telling((full,), line=capitalized(f"{doer}{single} down {ROWS[row]}."))
        case Refilled():
            return _tell_refill(event, who, doer, spoken=spoken)
        case Shifted():
            return _tell_shift(event, spoken=spoken)
        case Drew(_, card):
            return Telling((f"{who} draws {_name_single(card)}.",))
        case Ended(_, won, lost, heaps):  # for those who only hear it, the result comes next
            result = "" if spoken else f": {won} won, {lost} lost"
            return Telling((f"Every hand is empty{result}.{describe_turned_up(heaps, names)}",))
    raise TypeError(f"not an event of Exit Stage Right: {event!r}")


def _name_single(card: Single) -> str:
    return "a Single" if is_hidden(card) else str(card)


def _tell_refill(event: Refilled, who: str, doer: str, *, spoken: bool) -> Telling:
    rows = [ROWS[row] for row in event.rows]
    placed = [
        f"{card} in the {row} row" if spoken else f"{card.code} {row}"
        for card, row in zip(event.cards, rows, strict=True)
    ]
    return Telling(
        (f"{who} refills{' the centre' * spoken}: {', '.join(placed)}.",),
        (f"{who} refills the centre of the {join_words(rows)} {plural(len(rows), 'row')}.",),
        capitalized(f"{doer}refill {join_words(rows)}."),
    )


def _tell_shift(event: Shifted, *, spoken: bool) -> Telling:
    """Return a shift at three lengths: where every Complete goes, which of them are won or lost, or only numbers."""
    if not event.moves:
        return Telling((f"{capitalized(NOTHING_MOVES)}.",))
    full = _tell_moves(event, "To the {}" if spoken else "{}", spoken=spoken)
    named = "; ".join(filter(None, (name_off(event, spoken=spoken), count_shift(event))))
    return Telling(full, (f"{capitalized(named)}.",), f"{capitalized(effect(event))}.")


def foretell_shift(shifted: Shifted) -> tuple[str, ...]:
    """Return spoken sentences about where every Complete would go."""
    return _tell_moves(shifted, "Would go {}", spoken=True) or ("Nothing would move.",)


def _tell_moves(event: Shifted, beginning: str, *, spoken: bool) -> tuple[str, ...]:
    """Return a sentence for each side that Completes move to. `{}` in `beginning` stands for the side."""
    sides = [("right", [move for move in event.moves if move.goes_right])]
    sides += [("left", [move for move in event.moves if not move.goes_right])]
    return tuple(
        f"{capitalized(beginning.format(side))}: {', '.join(_tell_move(move, spoken=spoken) for move in moves)}."
        for side, moves in sides
        if moves
    )


def _tell_move(move: Movement, *, spoken: bool) -> str:
    """Return text such as `HRC to 4`, `HRC won` or `HRC lost`, or the same in words that can be spoken."""
    card, end = (move.card.name, "to column") if spoken else (move.card.code, "to")
    if move.target.zone == "stage":
        return f"{card} {end} {move.target.column + 1}"
    return f"{card} {'off the stage and ' * spoken}{move.target.zone}"


def describe_turned_up(heaps: tuple[tuple[Single, ...], ...], names: Sequence[str]) -> str:
    """Return a space and a sentence about the Singles played face down, or an empty string if there are none."""
    known = [
        f"by {name}: {', '.join(map(str, heap))}"
        for name, heap in zip(names, heaps, strict=False)
        if heap and not any(map(is_hidden, heap))
    ]
    return f" Played face down {'; '.join(known)}." if known else ""


# Previews
NOTHING_MOVES = "nothing moves"


def effect(shifted: Shifted, separator: str = "; ") -> str:
    """Return the effect of a shift, such as `2 won, 1 lost; 4 right, 3 left`."""
    parts = (count_off(shifted), count_shift(shifted))
    return separator.join(filter(None, parts)) if shifted.moves else NOTHING_MOVES


def count_off(shifted: Shifted) -> str:
    """Return the numbers of Completes that leave the stage, such as `2 won, 1 lost`, or "" if none do."""
    counts = ((len(shifted.won), "won"), (len(shifted.lost), "lost"))
    return ", ".join([f"{count} {zone}" for count, zone in counts if count])


def name_off(shifted: Shifted, *, spoken: bool = False) -> str:
    """Return the Completes that leave the stage, such as `won HRC FGS, lost PBT`, or "" if none do."""
    piles = (("won", shifted.won), ("lost", shifted.lost))
    listed = [(zone, [card.name if spoken else card.code for card in pile]) for zone, pile in piles if pile]
    return ", ".join(f"{zone} {join_words(cards) if spoken else ' '.join(cards)}" for zone, cards in listed)


def count_shift(shifted: Shifted) -> str:
    """Return text such as `1 right, 2 left`."""
    return f"{shifted.right} right, {shifted.left} left"
