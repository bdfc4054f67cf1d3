"""The end of a round: all players' TriCards, scores and distances from the target."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from cardtable.engine.cards import is_hidden, matches
from cardtable.engine.game import Seat
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    SEATS,
    TRICARDS_EACH,
    Scored,
    State,
    TriCards,
    WonAtOnce,
)
from cardtable.engine.games.rummy_like.words import describe_sets, name_cause
from cardtable.engine.phrases import address, join_words
from cardtable.games.rummy_like.board.lately import last_passes
from cardtable.games.rummy_like.board.players import shorten_name
from cardtable.table.seen import Seen
from cardtable.tui.board.panels import paint_score
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, is_vast, wrap
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import CardSet, Size

WON_AT_ONCE = "{name} has all three sets of a TriCard."
RoundEnd: TypeAlias = Scored | WonAtOnce
"""An event that ends a round: its scoring, or an immediate win of the whole match."""
MIN_ROWS, MIN_COLUMNS = 12, 60
"""The size of the smallest table on which the cards fit. On a smaller table, the recap gives the result in words."""
MIN_NAME_CELLS = 5
"""The smallest width of a name in the final hands, including the column before the name."""
ROWS_FOR_CHARDS = 7
"""The smallest number of rows in which the final hands have a separate row for each player's Chards."""


def paint_scoring(signs: CardSet, canvas: Canvas, seen: Seen, event: RoundEnd) -> None:
    """Paint the result of a round."""
    state: State = seen.state
    target = state.options.target
    canvas.title_bar(
        f"Rummy-like  end of round {state.round - (seen.outcome is None)}", f"first to {target}" if target else ""
    )
    sizes = (Size.GIANT, Size.HUGE, Size.LARGE)[not is_vast(canvas.width, canvas.height) :]
    size = next((size for size in sizes if _fits(canvas.width, canvas.height, size)), Size.MEDIUM)
    gap = int(size in (Size.GIANT, Size.HUGE))
    top = 1 + gap
    pitch = min(size.height + 2, (canvas.height - top - 2) // SEATS)
    won = WON_AT_ONCE.format(name=seen.player(event.seat))
    heading = name_cause(event, seen.players) if isinstance(event, Scored) else won
    canvas.put(1, top, address(heading), "strong")
    for seat in range(SEATS):
        box = Box(0, top + 1 + gap + seat * pitch, canvas.width, size.height)
        _paint_player(signs, canvas, seen, event, seat, box, size, pitch)
    if top + 1 + gap + (SEATS - 1) * pitch + size.height <= canvas.height - 2:
        canvas.put(1, canvas.height - 2, last_passes(seen, event, canvas.width - 2), "dim")
    following = address(f"Next: round {state.round}. {seen.player(state.leader)} leads first.")
    canvas.put(1, canvas.height - 1, seen.outcome.reason if seen.outcome else following)


def _fits(columns: int, rows: int, size: Size) -> bool:
    """Return whether three rows of cards of this size fit, with the sets beside the cards."""
    width = columns // 6 + TRICARDS_EACH * (size.width + 1) + 38
    return columns >= width and rows >= 3 + SEATS * size.height + 2


def _paint_player(
    signs: CardSet, canvas: Canvas, seen: Seen, event: RoundEnd, seat: Seat, box: Box, size: Size, pitch: int
) -> None:
    """Paint a player's cards and score in a box. The next player's box is `pitch` rows below it."""
    state: State = seen.state
    room, gain = canvas.width // 6, event.gains[seat] if isinstance(event, Scored) else 0
    shown = _shown_cards(state, event, seat)
    canvas.put(1, box.y + box.height // 2, shorten_name(seen.player(seat), room - 2), "gold" if shown.best else PLAIN)
    x = room
    for card in shown.tricards:
        draw_face(canvas, (x, box.y), card, size, signs, chosen=card in shown.best)
        x += size.width + 1
    x = room + TRICARDS_EACH * (size.width + 1) + 1
    chards = _list_chards(seen, seat)
    lines = wrap(shown.text, canvas.width - x - 1, min(box.height - 1, pitch - 1 - bool(chards)))
    y = box.y + max(0, (box.height - len(lines) - 1 - bool(chards)) // 2)
    canvas.block(x, y, lines, PLAIN if shown.best else "dim")
    line = Box(x, y + len(lines), canvas.width - x - 1, 1)
    score = event.scores[seat] if isinstance(event, Scored) else state.scores[seat]
    paint_score(signs, canvas, line, gain, score, state.options.target)
    canvas.put(x, line.y + 1, chards)


class _ShownCards(NamedTuple):
    """The TriCards that a player shows, the ones that score or win, and text that says why."""

    tricards: TriCards
    best: TriCards
    text: str


def _shown_cards(state: State, event: RoundEnd, seat: Seat) -> _ShownCards:
    if isinstance(event, Scored):
        tricards, sets = event.tricards[seat], event.sets[seat]
        best = tuple(card for card in tricards if any(matches(kind, card) for kind in sets))
        text = describe_sets(event, seat) or "no set that scores"
    else:
        tricards, best = state.tricards[seat], (event.card,) if seat == event.seat else ()
        text = f"every {join_words(each.name for each in event.card.characteristics)}" if best else ""
    return _ShownCards(tricards, best, text if tricards else "bust, or without TriCards")


def _list_chards(seen: Seen, seat: Seat) -> str:
    """Return a player's Chards, such as `Chards HHH PP R`, or an empty string if the viewer can't see all of them."""
    hand = seen.state.chards[seat]
    if seen.outcome is None or any(map(is_hidden, hand)):
        return ""
    return f"Chards {' '.join(kind.code * hand.count(kind) for kind in KINDS if kind in hand)}"


def paint_final_hands(canvas: Canvas, seen: Seen, rows: int) -> None:
    """Paint all players' scores and cards as text in this many rows, because there is no room to draw the cards."""
    state: State = seen.state
    top, pitch = int(rows > SEATS), 2 if rows >= ROWS_FOR_CHARDS else 1
    if top:
        canvas.title_bar("Rummy-like", "the final hands")
    for seat, name in enumerate(seen.players):
        tricards = " ".join(card.code for card in state.tricards[seat] if not is_hidden(card))
        text, chards = f"  {state.scores[seat]}  {tricards}".rstrip(), _list_chards(seen, seat)
        if pitch == 1:
            codes = chards.removeprefix("Chards ")
            fits = len(text) + 2 + len(codes) <= canvas.width - MIN_NAME_CELLS
            text = f"{text}  {codes if fits else codes.replace(' ', '')}".rstrip()
        else:
            canvas.put(3, top + 1 + pitch * seat, chards)
        canvas.put(1, top + pitch * seat, shorten_name(name, canvas.width - len(text) - 1) + text, "strong")
