"""The turns so far in words: a line for each turn, and the cards played in the current turn."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from cardtable.engine.cards import Chard, is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.clash.model import Dealt, Drew, DrewNothing, EndedTurn, HandCard, Passed, Played, RoundEnded
from cardtable.engine.phrases import counted, join_words
from cardtable.table.seen import Seen

CUT = "..., "
"""The beginning of a line that leaves out the first cards of a turn."""


def played_this_turn(seen: Seen) -> tuple[HandCard, ...]:
    """Return the cards played so far in this turn."""
    cards = [card for step in seen.log for event in step if isinstance(event, Played) for card in event.cards]
    return tuple(cards[len(cards) - seen.state.played :])


def name_played(seen: Seen, *, in_full: bool) -> str:
    """Return the cards played in this turn as text. If `in_full` is true, name the Chards; otherwise use letters."""
    cards = played_this_turn(seen)
    return ", ".join(map(_short, cards)) if in_full else " ".join(card.code for card in cards)


def turns_of(seen: Seen, width: int) -> Iterator[str]:
    """Yield a line for each turn in the log, such as `North: Filled last, draws Red.`

    A line names the cards drawn if their names fit. No line is wider than `width` columns, unless the last play alone
    is wider.
    """
    seat, played, drawn, has_drawn = -1, list[str](), "", False
    for event in (event for step in seen.log for event in step):
        if played and (event.seat != seat or isinstance(event, Dealt | RoundEnded)):
            yield _line(seen, seat, played, drawn, width)
            played, drawn, has_drawn = [], "", False
        seat = event.seat
        draws = "draw" if seat == seen.you else "draws"
        match event:
            case Played(cards=cards, last=last):
                if has_drawn:
                    played[-1], drawn = f"hand empty: {played[-1]} and {'go' if seat == seen.you else 'goes'} on", ""
                    has_drawn = False
                played.append(" + ".join(_short(card) for card in cards) + (" last" if last else ""))
            case Drew(cards=cards):
                played.append(f"{draws} {counted(len(cards), 'card')}")
                has_drawn = True
                drawn = "" if is_hidden(cards[0]) else f"{draws} {join_words(map(_short, cards))}"
            case DrewNothing():
                played.append("nothing left to draw")
            case EndedTurn():
                played.append("end the turn" if seat == seen.you else "ends the turn")
            case Passed():
                played.append("pass" if seat == seen.you else "passes")
            case Dealt(round=number):
                text = seen.describe(event)
                short = f"Round {number}: {text.rpartition('. ')[2]}"  # the piles show the cards
                yield text if cell_len(text) <= width else short
            case _:
                yield seen.describe(event)
    if played:
        yield _line(seen, seat, played, drawn, width)


def _line(seen: Seen, seat: Seat, parts: list[str], drawn: str, width: int) -> str:
    """Return the line for a turn, which ends with the cards drawn.

    If the names of these cards don't fit, the line ends with their number. If the number doesn't fit either, the line
    leaves out the first cards played.
    """
    in_full = f"{seen.player(seat)}: {', '.join([*parts[:-1], drawn])}."
    if drawn and cell_len(in_full) <= width:
        return in_full
    lines = (f"{seen.player(seat)}: {CUT * bool(cut)}{', '.join(parts[cut:])}." for cut in range(len(parts)))
    return next((line for line in lines if cell_len(line) <= width), f"{seen.player(seat)}: {parts[-1]}.")


def _short(card: HandCard) -> str:
    return card.name if isinstance(card, Chard) else card.code
