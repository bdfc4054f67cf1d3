"""The turns so far in words: one line for each, and the cards played in the current one."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.cards import Chard, is_hidden
from cardtable.engine.games.clash.model import Dealt, Drew, HandCard, Passed, Played, RoundEnded
from cardtable.table.seen import Seen


def played_this_turn(seen: Seen) -> tuple[HandCard, ...]:
    """Return the cards played so far in this turn."""
    cards = [card for step in seen.log for event in step if isinstance(event, Played) for card in event.cards]
    return tuple(cards[len(cards) - seen.state.played :])


def name_played(seen: Seen, *, in_full: bool) -> str:
    """Return the cards played so far in this turn, with the Chards' names in full or as letters."""
    cards = played_this_turn(seen)
    return ", ".join(map(_short, cards)) if in_full else " ".join(card.code for card in cards)


def turns_of(seen: Seen) -> Iterator[str]:
    """Yield one line for each turn in the log: `North: Filled, FRS, Green last, draws 3.`"""
    seat, parts = -1, list[str]()
    for event in (event for step in seen.log for event in step):
        if parts and (event.seat != seat or isinstance(event, Dealt | RoundEnded)):
            yield f"{seen.names[seat]}: {', '.join(parts)}."
            parts = []
        seat = event.seat
        match event:
            case Played(cards=cards, last=last):
                parts.append(" + ".join(_short(card) for card in cards) + (" last" if last else ""))
            case Drew(cards=cards):
                parts.append(
                    f"draws {' '.join(card.code for card in cards) if not is_hidden(cards[0]) else len(cards)}"
                )
            case Passed():
                parts.append("passes")
            case _:
                yield seen.describe(event)
    if parts:
        yield f"{seen.names[seat]}: {', '.join(parts)}."


def _short(card: HandCard) -> str:
    return card.name if isinstance(card, Chard) else card.code
