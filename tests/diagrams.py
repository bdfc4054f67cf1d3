"""Draws the diagrams of the rules pages: positions from `rules/diagrams/`, drawn by the app's boards.

A page has a block for each diagram (```board jump); `redraw` fills it, and writes the description below it.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from cardtable.engine.cards import Back, Card, Chard, Complete, Single, TFCard, TriCard
from cardtable.engine.game import AnyGame, Event
from cardtable.engine.games import SHIPPED
from cardtable.formats.options import OptionField, describe_options, fields_of, files_of
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import Phrase, Phrases, Script, ScriptPart, ScriptPosition, TellStep
from cardtable.lessons.written_position import seat_of
from cardtable.plain.view import view_of
from cardtable.table.session import Session
from cardtable.tui.board.widget import board_for
from cardtable.tui.drawing.faces import Size, face

RULES = Path(__file__).parents[1] / "rules"
MAX_WIDTH = 38
"""The most columns of a diagram, so that it fits the smallest terminal."""
DIAGRAM = re.compile(r"^```board (\S+)\n(?:(?!```).*\n)*```\n(?:\nIn words: .+\n(?:\S.*\n)*)?", re.MULTILINE)
"""A diagram on a page, with its description."""
TABLE = re.compile(r"^\| (option|preset) \|.*\n(?:\|.*\n)*", re.MULTILINE)
"""The table of options or presets on a page."""
KINDS: dict[str, type[Card]] = {
    "single": Single, "complete": Complete, "chard": Chard, "tricard": TriCard, "t/f": TFCard, "back": Back,
}  # fmt: skip
CARDS_PER_ROW = 3


class Diagram(ScriptPart):
    """The definition of a diagram: cards in a row, or a position and actions."""

    position: ScriptPosition | None = None
    play: Phrases = []
    """Actions; the board is drawn before each one, with the cursor on it, and after the last one."""
    show: Literal["all", "before", "after"] = "all"
    seat: Phrase = ""
    """The seat whose view is drawn after the actions; by default a spectator's."""
    size: Phrase = "60x18"
    """The size of the board, of which these rows and columns are shown."""
    rows: Phrase = "1-99"
    columns: Phrase = "1-99"
    captions: Phrases = []
    """The text above each picture; by default the action."""
    words: Annotated[str, Field(max_length=500)] = ""
    """The description; by default plain mode's text of what happens."""
    faces: list[Phrase] = []
    """Cards instead of a position, each with its kind, such as "Single red"."""


@cache
def diagrams(page: str) -> dict[str, Diagram]:
    """Return the diagrams of a page by name; `usual` in the file has their defaults."""
    file = RULES / "diagrams" / f"{page}.toml"
    found = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    usual = found.pop("usual", {})
    return {name: Diagram.model_validate(_merged(usual, each)) for name, each in found.items()}


def _merged(usual: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return a diagram's data with defaults filled in; tables are merged field by field."""
    both = {name: _merged(usual[name], own[name]) for name in usual.keys() & own if isinstance(own[name], dict)}
    return usual | own | both


def redraw(page: str, markdown: str) -> str:
    """Return the page with up-to-date diagrams and tables of options and presets."""
    drawn = DIAGRAM.sub(lambda found: _block(page, found[1]), markdown)
    game = SHIPPED.get(page.replace("_", "-"))
    if game is None:
        return drawn
    tables = {"option": _options(game), "preset": _presets(game)}
    return TABLE.sub(lambda found: _table(tables[found[1]]), drawn)


def _table(rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _options(game: AnyGame) -> Iterator[Sequence[str]]:
    """Yield the rows of the table of options, worded as in the set-up form."""
    yield "option", "usually", "or", "ruling"
    yield ("---",) * 4
    for field in fields_of(game):
        usual = field.label(field.default)
        yield field.title, usual, _others(field, usual), field.ruling
    for file in files_of(game):
        yield file.title, "ours", "your own, from a file", file.ruling


def _others(field: OptionField, usual: str) -> str:
    labels = [choice.label for choice in field.choices if choice.label != usual]
    if field.name == "first" and field.low is not None:
        return "any player, by number"
    if field.low is not None and (field.is_typed or len(labels) > 2):
        return f"{field.low} to {field.high}"
    return ", ".join(labels)


def _presets(game: AnyGame) -> Iterator[Sequence[str]]:
    """Yield the rows of the table of presets, with the options that each changes."""
    yield "preset", "what it changes"
    yield ("---",) * 2
    for preset in game.presets:
        changed = describe_options(game, preset.options, game.seats[0])
        yield f"**{preset.name}**", "; ".join(f"{title}: {label}" for title, label in changed) or "nothing"


def _block(page: str, name: str) -> str:
    diagram = diagrams(page)[name]
    if diagram.faces:
        picture, words = _draw_cards(diagram.faces), diagram.words
    else:
        picture, words = _draw_actions(SHIPPED[page.replace("_", "-")], diagram)
    return f"```board {name}\n{picture}\n```\n\n{_wrap(f'In words: {diagram.words or words}')}\n"


def _wrap(words: str) -> str:
    """Wrap text so that no line starts like an item of a list, such as `4. Ben draws a card.`"""
    wrapped = (textwrap.fill(words, width, break_on_hyphens=False) for width in range(98, 0, -1))
    return next(lines for lines in wrapped if not re.search(r"^(\d+[.)]|[-+*]) ", lines, re.MULTILINE))


# Positions


def _draw_actions(game: AnyGame, diagram: Diagram) -> tuple[str, str]:
    """Return the pictures, one below the other, and the description of what happens."""
    session, pictures, lines = _session(game, diagram), list[str](), list[str]()
    captions = iter(diagram.captions)
    for text in diagram.play:
        action = game.parse(text)
        if diagram.show != "after":
            pictures.append(f"{next(captions, f'{action}:')}\n{_draw_board(session, diagram, action)}")
        events = session.act(action)
        lines += _describe(game, events, session.names)
    if not diagram.play or diagram.show != "before":
        caption = next(captions, "after:" if pictures else "")
        pictures.append(f"{caption}\n{_draw_board(session, diagram)}".lstrip("\n"))
    if not diagram.play:
        lines += view_of(game).table(session.look(None))
    return "\n\n".join(pictures), " ".join(lines)


def _session(game: AnyGame, diagram: Diagram) -> Session:
    assert diagram.position is not None, "a diagram has a position or faces"
    step = TellStep(kind="tell")
    script = Script(title="-", about="-", rulings=["-"], position=diagram.position, steps=[step])
    return Lesson(game, "diagram", script).situation().session()


def _describe(game: AnyGame, events: tuple[Event, ...], names: tuple[str, ...]) -> Iterator[str]:
    for event in events:
        yield from view_of(game).tell(event, names).full


def _draw_board(session: Session, diagram: Diagram, action: object = None) -> str:
    """Return a part of the board; with an action, as its player sees it with the cursor on the action."""
    board = board_for(session.game.id)()
    board.explained = frozenset({"covering", "side"})
    seat = seat_of(session.names, diagram.seat) if diagram.seat else None
    seen = session.look(session.turn if action else seat)
    board.show(seen if action else replace(seen, legal=()))
    if action:
        _point_at(board, action)
    width, height = map(int, diagram.size.split("x"))
    return _crop(board.drawn(width, height).text(), diagram.rows, diagram.columns)


def _point_at(board: Any, action: Any) -> None:
    """Put the cursor on the action, after selecting the parts of a plan one by one."""
    for number in getattr(action, "plan", ()):
        board._toggle(number)
    ways = ((at, way) for at, group in enumerate(board.groups) for way in range(len(group.actions)))
    board.move_cursor(*next((at, way) for at, way in ways if board.groups[at].actions[way].action == action))


def _crop(picture: str, rows: str, columns: str) -> str:
    (top, bottom), (left, right) = (map(int, each.split("-")) for each in (rows, columns))
    lines = [line[left - 1 : right].rstrip() for line in picture.splitlines()[top - 1 : bottom]]
    return "\n".join(lines).strip("\n")


# Faces


def _draw_cards(faces: list[str]) -> str:
    """Return rows of three cards, with their kinds above them if these differ."""
    cards = [_card(text) for text in faces]
    rows = (cards[at : at + CARDS_PER_ROW] for at in range(0, len(cards), CARDS_PER_ROW))
    return "\n".join(_draw_row(row, named=len({card.kind for card in cards}) > 1) for row in rows)


def _draw_row(cards: list[Card], *, named: bool) -> str:
    names = ["  ".join(f"{card.kind:^8}" for card in cards)] if named else []
    lines = zip(*(face(card, Size.LARGE) for card in cards), strict=True)
    return "\n".join(line.rstrip() for line in (*names, *("   ".join(parts) for parts in lines)))


def _card(text: str) -> Card:
    kind, _, words = text.partition(" ")
    return KINDS[kind.lower()].parse(words)
