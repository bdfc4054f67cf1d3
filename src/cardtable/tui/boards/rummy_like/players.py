"""The players: who leads, whose turn it is, and what each has done in this trick."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import SEATS, State
from cardtable.table.session import Seen
from cardtable.tui.boards.rummy_like.layout import Layout
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.faces import CardSet


def paint_player(signs: CardSet, canvas: Canvas, layout: Layout, seen: Seen, seat: Seat) -> None:
    """Paint a player's turn and lead marks, what they have done in this trick, and the cards that the viewer knows."""
    state: State = seen.state
    has_turn, leads = seat == seen.turn, seat == state.leader and seen.turn is not None
    style = "strong" if has_turn else PLAIN
    if layout.small:
        third = canvas.width // SEATS
        done = _done(state, seat)
        name = (
            f"{'>' if has_turn else ' '}{shorten_name(seen.names[seat], third - 4 - len(done))}{'*' if leads else ''}"
        )
        canvas.put(third * seat, layout.players, f"{name} {done}", style)
        return
    y, wide = layout.players + seat, canvas.width >= 80
    room = 17 if wide else 12
    name = shorten_name(seen.names[seat], room - 2 - 7 * leads) + " leads" * leads
    canvas.put(0, y, f"{'>' if has_turn else ' '} {name}", style)
    x, backs = room + 2, signs.back * len(state.tricards[seat])
    cards = f"TriCards {len(state.tricards[seat])}" + (f" {backs:<3}" if wide else "")
    canvas.put(x, y, cards, "dim")
    if seat != seen.viewer:
        for at in range(len(state.tricards[seat])):
            canvas.mark_place(Box(x, y, len(cards), 1), "tricards", seat, at)
    x += len(cards) + 2
    canvas.put(x, y, _done(state, seat, long=True), "strong" if state.bust[seat] else PLAIN)
    known = [card for card in state.chards[seat] if not is_hidden(card)] if seat != seen.viewer else []
    if known and seen.viewer is not None:
        x += 12 if wide else 10
        canvas.put(x, y, cut(f"has {' '.join(card.code for card in known)}", canvas.width - x), "dim")


def shorten_name(name: str, room: int) -> str:
    """Return the name in at most `room` cells; `Player 2` keeps its number."""
    first, _, last = name.rpartition(" ")
    if cell_len(name) > room and first.isascii() and last.isdigit() and len(last) < room:
        return first[: room - len(last)] + last
    return cut(name, room)


def _done(state: State, seat: Seat, *, long: bool = False) -> str:
    """Return what a player has done in this trick: a sign or a word."""
    word, sign = "", ""
    if state.bust[seat]:
        word, sign = "bust", "!"
    elif state.sat_out[seat]:
        word, sign = "discarded", "x"
    elif state.phase == "send" and seat == state.turn:
        word, sign = "passes on", "="
    elif state.played[seat] is not None:
        word, sign = "played", "+"
    return word if long else sign
