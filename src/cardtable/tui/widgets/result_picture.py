"""The picture of a result: stars, large digits, sentences and cards. The least important parts may be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from rich.cells import cell_len

from cardtable.engine.cards import Card
from cardtable.formats.wrapping import wrap_words
from cardtable.rooms.result import Race, ResultPage, Sheet
from cardtable.table.grades import MAX_STARS, SIGNS, STAR, signs_of, to_ascii
from cardtable.tui.drawing.canvas import PLAIN, WIDE, Canvas, cut, side_margin
from cardtable.tui.drawing.cards import draw_face, ink_on_card
from cardtable.tui.drawing.faces import ASCII, CardSet, Size
from cardtable.tui.widgets.animated import AnimatedDrawing

FRAMES = 24
"""The number of frames of the flourish. All frames together take less than 1.5 seconds."""
ROOMY = 60
"""The smallest width, in columns, at which there is room for large digits and margins."""
GAPPED_ROWS = 18
"""The smallest height, in rows, at which the row below the title stays blank."""
ROWS_BELOW_PICTURE = 2
"""The rows of the menu and the key bar."""
FINAL_ROWS = 34, 30, 26, 23, 20, 17, 14
"""The heights, in rows, in which the final table may be drawn below the result."""
LOW_ROWS = 10
"""The smallest height, in rows, of a scoring that takes the place of its sentences on a narrow screen."""
PITCH = 4
"""The minimum number of columns from one card to the next. At this distance, each card's code is readable."""
_SIZES = Size.HUGE, Size.LARGE, Size.MEDIUM
_LABEL = 12
"""The width, in columns, of the headings for cards and scores."""
_STAR = (
    "           ",
    "     #     ",
    "     #     ",
    "    ###    ",
    "###########",
    " ######### ",
    "  #######  ",
    "  #######  ",
    " #### #### ",
    " ###   ### ",
)
_DIGITS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "+": ("   ", " # ", "###", " # ", "   "),
    "-": ("   ", "   ", "###", "   ", "   "),
}
_HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
BARS = " ▁▂▃▄▅▆▇█"
BAR_HEIGHTS = 6, 4, 3, 1
"""The heights of the bars in the chart of a race, in rows. The largest that fits is used."""
BAR = 6
"""The largest width of a bar in columns."""
RACE_HEADING = "Cards left at the start and after each turn of the last round"
_RACE_INKS = ("gold", "gain")
_SIGN_INKS = {"+": "won", "\N{MINUS SIGN}": "lost", "\N{PLUS-MINUS SIGN}": "cursor", "o": "slot"}


class Block(NamedTuple):
    """A part of the picture in several forms, starting with the largest form."""

    rank: int
    """The importance of the block. Blocks with higher numbers are left out first."""
    forms: tuple[Canvas, ...]


class _CardRow(NamedTuple):
    """A heading with its cards, in one size."""

    size: int
    """The index of the size, counted from the largest."""
    row: Canvas


class ResultPicture(AnimatedDrawing):
    """A result on the whole screen, above the menu."""

    def __init__(
        self,
        page: ResultPage,
        title: tuple[str, str],
        signs: CardSet,
        final: Callable[[int, int], Canvas | None] = lambda _width, _rows: None,
    ) -> None:
        """Draw a result below a title bar. `title` has the left and right ends of the title bar.

        `final` draws the final table in the given number of columns and rows, or returns None.
        """
        super().__init__()
        self.page, self.title, self._signs, self._final = page, title, signs, cache(final)
        self.notice = ""
        """A sentence for the player above the rest of the picture."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        margin = side_margin(width, height + ROWS_BELOW_PICTURE) or (2 if width >= ROOMY else 1)
        progress = 1 - len(self._frames) / FRAMES
        placed = arrange([*self._blocks(max(1, width - 2 * margin), progress)], height - 1)
        rows = max((y + block.height for y, block in placed), default=0)
        top = 1 + ((height - 1 - rows) // 2 if margin > 2 else 0)
        for y, block in placed:
            canvas.paste(block, margin, top + y)
        if self.page.is_won and self._frames:
            _throw_confetti(canvas, len(self._frames), self._signs)
        if self.page.is_won is False:
            canvas.set_ground("dusk")
        left, right = self.title
        canvas.title_bar(left, right if cell_len(left) + cell_len(right) + 2 <= width else "")
        return canvas

    def _blocks(self, width: int, progress: float) -> Iterator[Block]:
        """Yield the blocks from top to bottom."""
        page, graded = self.page, self.page.graded
        if self.notice:
            yield self._text(0, self.notice, "strong", width)
        yield Block(0, tuple(self._banners(width, progress)))
        if graded is not None and graded.comparison and page.level_stars is None:
            missing = f" You were {graded.missing}." if graded.missing else ""
            yield self._text(1, f"{graded.comparison}{missing}", PLAIN, width)
        for text in page.story:
            yield self._text(2, text, "strong", width)
        trophies = page.trophies if page.is_won is not False else page.trophies[::-1]
        final = () if trophies or width < ROOMY else tuple(self._finals(width))
        for text in page.ending.shown[1:]:
            block = self._text(3, text, PLAIN, width)
            in_picture = width < WIDE and page.race is None and text == page.ending.events
            yield Block(3, (*final, *block.forms)) if in_picture else block
        if page.sheet is not None:
            yield Block(6, (_sheet(page.sheet, width),))
        if page.race is not None:
            yield Block(7, tuple(_race(page.race, width, self._signs)))
        if trophies:
            yield Block(8, tuple(self._trophies(trophies, width, progress)))
        if width >= WIDE and final:
            yield Block(13, final)
        if graded is not None and graded.strip:
            yield Block(11, tuple(self._strip(graded.strip, width)))
            if page.steps and (axis := self._axis(graded.margin, width)) is not None:
                yield Block(12, (axis,))
        for text in page.more:
            yield self._text(4, text, PLAIN, width)
        yield self._text(5, page.deal, "dim", width)

    def _finals(self, width: int) -> Iterator[Canvas]:
        """Yield the final table in several heights, the tallest first. Narrow screens have it only for a scoring."""
        heights = FINAL_ROWS if width >= WIDE else (*FINAL_ROWS, LOW_ROWS)
        yield from filter(None, (self._final(width, rows) for rows in heights))

    def _say(self, text: str) -> str:
        return to_ascii(text) if self._signs is ASCII else text

    def _text(self, rank: int, text: str, ink: str, width: int) -> Block:
        return Block(rank, (_written(self._say(text), ink, width),))

    # The banner

    def _banners(self, width: int, progress: float) -> Iterator[Canvas]:
        page, graded = self.page, self.page.graded
        ink = "loss" if page.is_won is False else "gold"
        grade = None if graded is None else graded.grade
        told, won, signs = page.ending.result, page.level_stars, ""
        if won is not None:
            signs = signs_of(won)
        elif graded is not None:
            told = f"{grade.name if grade else 'A win'}. {told}"
            won, signs = grade.stars if grade else None, graded.signs
        large, x = Canvas(width, 5), 0
        if won is not None:
            for number in range(MAX_STARS):
                is_full = number < min(won, int(progress * (MAX_STARS + 1)))
                large.block(x, 0, self._star(is_full), ink if is_full else "dim")
                x += 13
        x = self._put_score(large, x, ink)
        words = wrap_words(self._say(told).split(), max(1, width - x), measure=cell_len)
        if width >= ROOMY and page.score and len(words) <= 5 and width - x >= 12:
            large.block(x, (5 - len(words)) // 2, words, "strong")
            yield large
        yield _written(self._say(f"{signs} {told}".strip()), "strong", width)

    def _star(self, is_full: bool) -> list[str]:
        """Return a large star, or just its shadow if the star isn't full."""
        pairs = zip(_STAR[::2], _STAR[1::2], strict=True)
        rows = ["".join(_HALVES[top + bottom] for top, bottom in zip(*pair, strict=True)) for pair in pairs]
        if is_full and self._signs is not ASCII:
            return rows
        sign = ("*" if is_full else ".") if self._signs is ASCII else "░"
        return ["".join(" " if each == " " else sign for each in row) for row in rows]

    def _put_score(self, canvas: Canvas, x: int, ink: str) -> int:
        """Draw the score in large digits, and return the first column after it."""
        pixel = ("#" if self._signs is ASCII else "█") * 2
        for each in self.page.score:
            digit = _DIGITS["-" if each in "\N{EN DASH}\N{MINUS SIGN}" else each]
            canvas.block(x, 0, ["".join(pixel if one == "#" else "  " for one in row) for row in digit], ink)
            x += 8
        return x + 1

    # Cards and turns

    def _trophies(
        self, trophies: Sequence[tuple[str, Sequence[Card]]], width: int, progress: float
    ) -> Iterator[Canvas]:
        """Yield all rows of cards in several forms, the tallest first. No row has larger cards than the one above it.

        The last form has only the first row.
        """
        largest = [size for size in _SIZES if all(_pitches(size, len(cards), width) for _, cards in trophies)]
        rows = [[*self._cards(heading, cards, width, largest, progress)] for heading, cards in trophies]
        for forms in sorted(product(*rows), key=lambda forms: -sum(each.row.height for each in forms)):
            sizes = [each.size for each in forms]
            if sizes == sorted(sizes):
                yield _stacked([each.row for each in forms])
        yield rows[0][-1].row

    def _cards(
        self, heading: str, cards: Sequence[Card], width: int, sizes: Sequence[Size], progress: float
    ) -> Iterator[_CardRow]:
        """Yield the cards in each of these sizes, and then as codes. During the flourish, only some cards are shown."""
        here = round(progress * len(cards))
        for rank, size in enumerate(sizes):
            for lines, pitch in _pitches(size, len(cards), width).items():
                per_line, row = -(-len(cards) // lines), Canvas(width, lines * size.height)
                row.put(0, 0, heading, "strong")
                row.put(0, 1, str(len(cards)))
                for at, card in enumerate(cards[:here]):
                    x, y = at % per_line * pitch, at // per_line * size.height
                    draw_face(row, (_LABEL + x, y), card, size, self._signs)
                yield _CardRow(rank, row)
        per_row = max(1, (width - _LABEL) // PITCH)
        small = Canvas(width, (len(cards) + per_row - 1) // per_row)
        small.put(0, 0, f"{heading} {len(cards)}", "strong")
        for at, card in enumerate(cards[:here]):
            small.put(_LABEL + at % per_row * PITCH, at // per_row, card.code, ink_on_card(card))
        yield _CardRow(len(sizes), small)

    def _strip(self, strip: str, width: int) -> Iterator[Canvas]:
        """Yield the signs of the turns, first with an explanation and then without one."""
        rows = wrap_words(strip.split(), width - _LABEL)
        canvas = Canvas(width, len(rows))
        canvas.put(0, 0, "Turns", "strong")
        for y, row in enumerate(rows):
            for x, sign in enumerate(row, _LABEL):
                canvas.put(x, y, self._say(sign), _SIGN_INKS.get(sign, "dim"))
        with_legend = Canvas(width, len(rows) + 1)
        with_legend.paste(canvas, 0, 0)
        with_legend.put(_LABEL, len(rows), self._say(SIGNS), "dim")
        if width >= ROOMY:
            yield with_legend
        yield canvas

    def _axis(self, margin: int, width: int) -> Canvas | None:
        """Return an axis with the margin and the margins needed for stars, or None if there isn't enough room."""
        steps = {step: STAR * stars for stars, step in enumerate(self.page.steps, 1)}
        low, high = min(0, margin, *steps) - 1, max(0, margin, *steps) + 1
        canvas, end = Canvas(width, 3), -1
        canvas.put(0, 1, ("-" if self._signs is ASCII else "─") * width, "dim")
        for step, stars in steps.items():
            at, label = (step - low) * (width - 1) // (high - low), f"{stars} {step:+d}"
            x = max(end + 2, min(at - len(label) // 2, width - len(label)))
            end = x + len(label)
            canvas.put(at, 1, "+" if self._signs is ASCII else "┴", "dim")
            canvas.put(x, 2, self._say(label), PLAIN)
        at, label = (margin - low) * (width - 1) // (high - low), f"You {margin:+d}"
        canvas.put(max(0, min(at - len(label) // 2, width - len(label))), 0, label, "gold")
        canvas.put(at, 1, self._signs.bar[1], "gold")
        return canvas if end <= width and width >= ROOMY else None


def _pitches(size: Size, count: int, width: int) -> dict[int, int]:
    """Return the distance between cards for each number of lines, one or two, on which cards of this size fit.

    Two lines are used only if the cards would overlap on one line.
    """
    least, room = PITCH if size is Size.MEDIUM else size.width, width - _LABEL - size.width
    pitches = {lines: min(size.width + 1, room // max(1, -(-count // lines) - 1)) for lines in (1, 2)}
    wanted = (1,) if pitches[1] > size.width else (1, 2)
    return {lines: pitches[lines] for lines in wanted if pitches[lines] >= least and width >= ROOMY}


def _stacked(rows: Sequence[Canvas]) -> Canvas:
    canvas, y = Canvas(rows[0].width, sum(each.height for each in rows)), 0
    for each in rows:
        canvas.paste(each, 0, y)
        y += each.height
    return canvas


def arrange(blocks: Sequence[Block], rows: int) -> list[tuple[int, Canvas]]:
    """Return the first row and the form of each block that fits.

    Less important blocks are left out first. The remaining room is used for larger forms of the most important blocks
    and then for blank rows between blocks.
    """
    ranked = sorted(range(len(blocks)), key=lambda at: blocks[at].rank)
    reserved = int(rows >= GAPPED_ROWS)
    chosen: dict[int, Canvas] = {}
    for at in ranked:
        form = blocks[at].forms[-1]
        if form.height <= rows:
            chosen[at], rows = form, rows - form.height
    for at in (each for each in ranked if each in chosen):
        room = chosen[at].height + max(0, rows - reserved)
        form = next(form for form in blocks[at].forms if form.height <= room)
        rows, chosen[at] = rows + chosen[at].height - form.height, form
    y = min(1, rows)  # below the title
    gaps = set(sorted(chosen, key=lambda at: -chosen[at].height)[: rows - y])
    placed = list[tuple[int, Canvas]]()
    for at in sorted(chosen):
        placed.append((y, chosen[at]))
        y += chosen[at].height + (at in gaps)
    return placed


def _written(text: str, ink: str, width: int) -> Canvas:
    rows = [row for line in text.split("\n") for row in wrap_words(line.split(), max(1, width), measure=cell_len)]
    canvas = Canvas(width, len(rows))
    canvas.block(0, 0, rows, ink)
    return canvas


def _sheet(sheet: Sheet, width: int) -> Canvas:
    """Return the scores of as many of the last rounds as fit."""
    label = min(max(map(cell_len, (*sheet.players, "Round"))), width // 2) + 1
    count = min(len(sheet.rounds), max(1, (width - label) // 4))
    canvas, first = Canvas(width, 1 + len(sheet.players)), len(sheet.rounds) - count
    canvas.put(0, 0, "Round", "dim")
    for y, name in enumerate(sheet.players, 1):
        canvas.put(0, y, name)
    for column, scores in enumerate(sheet.rounds[first:]):
        end = label + 4 * (column + 1)
        canvas.put_right(end, 0, str(first + column + 1), "dim")
        for y, score in enumerate(scores, 1):
            canvas.put_right(end, y, str(score), "strong" if column == count - 1 else PLAIN)
    return canvas


def _race(race: Race, width: int, signs: CardSet) -> Iterator[Canvas]:
    """Yield charts of how many cards each player had left after each turn, starting with the tallest bars."""
    label = min(max(map(cell_len, race.players)), width // 3) + 1
    start = label + len(str(max(map(max, race.left)))) + 1
    room, most = width - start - 4, max(map(max, race.left))
    turns = len(race.left[0])
    columns = range(min(room, turns * max(1, min(BAR, room // turns))))
    for height in BAR_HEIGHTS:
        canvas = Canvas(width, 1 + height * len(race.players))
        canvas.put(0, 0, cut(RACE_HEADING, width), "strong")
        for seat, (name, left) in enumerate(zip(race.players, race.left, strict=True)):
            y = 1 + (seat + 1) * height - 1
            canvas.put(0, y, cut(name, label - 1))
            canvas.put_right(start - 1, y, str(left[0]), "dim")
            for x in columns:
                eighths = -(-left[x * turns // len(columns)] * height * 8 // most)
                for up in range(height):
                    full = max(0, min(8, eighths - 8 * up))
                    canvas.put(start + x, y - up, " #"[full > 3] if signs is ASCII else BARS[full], _RACE_INKS[seat])
            canvas.put(start + len(columns) + 1, y, str(left[-1]), "strong")
        yield canvas


def _throw_confetti(canvas: Canvas, frame: int, signs: CardSet) -> None:
    """Draw falling confetti on the empty cells of the picture."""
    for number in range(canvas.width // 2):
        x, y = number * 37 % canvas.width, (number * 11 - frame) % canvas.height
        if canvas.char_at(x, y) == " ":
            canvas.put(x, y, "'" if signs is ASCII else "▖", ("gold", "gain", "loss")[number % 3])
