"""The turns so far in words: a line for each turn, and the cards played in the current turn."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.game import Seat
from cardtable.engine.games.clash.model import Dealt, Drew, DrewNothing, EndedTurn, HandCard, Passed, Played, RoundEnded
from cardtable.engine.games.clash.words import name_play, short_name, tell
from cardtable.engine.phrases import address
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import longest_that_fits

CUT = "..., "
"""The beginning of a line that leaves out the first cards of a turn."""


def played_this_turn(seen: Seen) -> tuple[HandCard, ...]:
    """Return the cards played so far in this turn."""
    cards = [card for step in seen.log for event in step if isinstance(event, Played) for card in event.cards]
    return tuple(cards[len(cards) - seen.state.played :])


def name_played(seen: Seen, *, in_full: bool) -> str:
    """Return the cards played in this turn as text. If `in_full` is true, name the Chards; otherwise use letters."""
    cards = played_this_turn(seen)
    return ", ".join(map(short_name, cards)) if in_full else " ".join(card.code for card in cards)


def turns_of(seen: Seen, width: int) -> Iterator[str]:
    """Yield a line for each turn in the log, such as `North: Filled last, draws Red.`

    A line names the cards drawn if their names fit. No line is wider than `width` columns, unless the last play alone
    is wider.
    """
    seat, parts, drawn = -1, list[str](), ""
    for event in (event for step in seen.log for event in step):
        if parts and (event.seat != seat or isinstance(event, Dealt | RoundEnded)):
            yield _line(seen, seat, parts, drawn, width)
            parts, drawn = [], ""
        seat, told = event.seat, tell(event, seen.players)
        match event:
            case Played():
                if drawn:
                    parts[-1], drawn = f"hand empty: {parts[-1]} and {'go' if seat == seen.you else 'goes'} on", ""
                parts.append(name_play(event))
            case Drew():
                parts.append(_without_name(seen, seat, told.in_a_line))
                drawn = _without_name(seen, seat, *told.briefly)
            case DrewNothing() | EndedTurn() | Passed():
                parts.append(_without_name(seen, seat, told.text))
                drawn = ""
            case Dealt():
                yield longest_that_fits((address(told.text), address(told.line)), width)  # the piles show the cards
            case _:
                yield address(told.text)
    if parts:
        yield _line(seen, seat, parts, drawn, width)


def _without_name(seen: Seen, seat: Seat, sentence: str) -> str:
    """Return what a player did without the player's name, which stands at the beginning of the line."""
    return address(sentence).removeprefix(f"{seen.player(seat)} ").removesuffix(".")


def _line(seen: Seen, seat: Seat, parts: list[str], drawn: str, width: int) -> str:
    """Return the line for a turn, which ends with the cards drawn.

    If the names of these cards don't fit, the line ends with their number. If the number doesn't fit either, the line
    leaves out the first cards played.
    """
    cuts = [f"{CUT * bool(cut)}{', '.join(parts[cut:])}" for cut in range(len(parts))]
    in_full = [", ".join([*parts[:-1], drawn])] * bool(drawn)
    return longest_that_fits([f"{seen.player(seat)}: {text}." for text in (*in_full, *cuts, parts[-1])], width)
