"""The players: the leader, the current player, and what each player has done in this trick."""

from __future__ import annotations

from rich.cells import cell_len

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import SEATS, State
from cardtable.engine.phrases import address, counted
from cardtable.games.rummy_like.board.layout import Layout
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.drawing.faces import CardSet

WIDE = 120
"""The smallest width at which the goal always has room beside the players."""


def paint_player(signs: CardSet, canvas: Canvas, layout: Layout, seen: Seen, seat: Seat, end: int) -> None:
    """Paint a player's marks, the player's actions in this trick, and the cards that the viewer knows.

    The marks are for the turn and the lead. The known cards must not reach column `end`.
    """
    state: State = seen.state
    has_turn, leads = seat == seen.turn, seat == state.leader and seen.turn is not None
    style = "gold" if has_turn else PLAIN
    sign = ">" if has_turn else " "
    if layout.small:
        third = canvas.width // SEATS
        score = str(state.scores[seat])
        name = shorten_name(seen.player(seat), third - 4 - len(score)) + "*" * leads
        canvas.put(third * seat, layout.players, f"{sign}{name} {score}", style)
        canvas.mark_place(Box(third * seat + 2 + cell_len(name), layout.players, len(score), 1), "scores", seat)
        canvas.put(third * seat + 1, layout.players + 1, _status(state, seat), style if has_turn else "dim")
        return
    y, wide = layout.players + seat, canvas.width >= 80
    room = 19 if wide else 15
    longer, space = seen.player_with_level(seat), room - 2 - 6 * leads
    name = longer if cell_len(longer) <= space else shorten_name(seen.player(seat), space)
    name = address(name + " leads" * leads)
    canvas.put(0, y, f"{sign} {name}", style)
    x, held = room + 1, len(state.tricards[seat])
    is_shown = seen.is_open and not any(map(is_hidden, state.tricards[seat]))
    codes = " ".join(card.code for card in state.tricards[seat])
    cards = codes if is_shown else counted(held, "TriCard") + (f" {signs.back * held:<3}" if wide else "")
    canvas.put(x, y, cards, "dim")
    if seat != seen.viewer:
        for at in range(held):
            canvas.mark_place(Box(x, y, len(cards), 1), "tricards", seat, at)
    x += 16 if wide else 12
    canvas.put(x, y, _status(state, seat), style if has_turn or state.bust[seat] else PLAIN)
    known = [card for card in state.chards[seat] if not is_hidden(card)] if seat != seen.viewer else []
    if known and seen.viewer is not None:
        label = "" if seen.is_open else "you know: " if seen.owner == "Your" else "known: "
        names, codes = (f"{label}{text}" for text in (", ".join(map(str, known)), " ".join(c.code for c in known)))
        room = end - x - 11
        canvas.put(x + 11, y, names if wide and len(names) <= room else cut(codes, room), "dim")


def tips_box(canvas: Canvas, layout: Layout, seen: Seen) -> Box:
    """Return the box for tips beside the players. On a narrow table, known Chards use this box instead."""
    is_wide = canvas.width >= WIDE  # then the goal is in the same place all the time
    x = 78 if is_wide else 47
    has_room = not layout.small and (is_wide or not knows_any(seen))
    return Box(x, layout.players, canvas.width - x, SEATS if has_room else 0)


def knows_any(seen: Seen) -> bool:
    """Return whether the viewer knows any of the other players' Chards."""
    others = (hand for seat, hand in enumerate(seen.state.chards) if seat != seen.viewer)
    return any(not is_hidden(card) for hand in others for card in hand)


def shorten_name(name: str, room: int) -> str:
    """Return a name in at most `room` cells. A name such as `Player 2` keeps its number."""
    first, _, last = name.rpartition(" ")
    if cell_len(name) > room and first.isascii() and last.isdigit() and len(last) < room:
        return f"{first[: room - len(last) - 1]} {last}" if room > 3 + len(last) else first[: room - len(last)] + last
    return cut(name, room)


def _status(state: State, seat: Seat) -> str:
    """Return text about what a player has done or will do in this trick."""
    if state.bust[seat]:
        return "bust"
    if state.sat_out[seat]:
        return "discarded"
    if state.phase == "send" and seat == state.turn:
        return "to send"
    if state.played[seat] is not None:
        return "played"
    if seat != state.turn:
        return ""
    return {"draw": "to lead", "lead": "to lead", "play": "to play"}.get(state.phase, "")
