"""Draws the diagrams of the rules pages: positions from `rules/diagrams/`, with the boards and faces of the table.

A page says where a diagram stands (```board jump); `redrawn` puts the drawing there, and below it the same in words.
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
from cardtable.formats.options import OptionField, describe, fields_of, files_of
from cardtable.lessons.reading import Lesson
from cardtable.lessons.script import Line, Lines, Script, ScriptPart, ScriptPosition, TellStep, Words
from cardtable.lessons.written_position import seat_of
from cardtable.plain.views import view_of
from cardtable.table.session import Seen, Session
from cardtable.tui.boards import board_for
from cardtable.tui.faces import Size, face

RULES = Path(__file__).parents[1] / "rules"
WIDEST = 38
"""So that a drawing is whole on the smallest terminal."""
DRAWN = re.compile(r"^```board (\S+)\n(?:(?!```).*\n)*```\n(?:\nIn words: .+\n(?:\S.*\n)*)?", re.MULTILINE)
"""A diagram of a page, and its words."""
TABLE = re.compile(r"^\| (option|preset) \|.*\n(?:\|.*\n)*", re.MULTILINE)
"""What may be chosen on a page, made from the game's Options."""
KINDS: dict[str, type[Card]] = {
    "single": Single, "complete": Complete, "chard": Chard, "tricard": TriCard, "t/f": TFCard, "back": Back,
}  # fmt: skip
ACROSS = 3
"""Faces in a row of a diagram."""


class Diagram(ScriptPart):
    """How one diagram is made: cards in a row, or a position and what is played there."""

    position: ScriptPosition | None = None
    play: Lines = []
    """Each is shown before it is played, with the cursor on it; after the last of them the table is shown again."""
    show: Literal["all", "before", "after"] = "all"
    seat: Line = ""
    """From which seat one looks when nobody is about to play; else as somebody who watches."""
    size: Line = "60x18"
    """Of the board, of which a part is shown:"""
    rows: Line = "1-99"
    columns: Line = "1-99"
    captions: Lines = []
    """Above each picture, in place of the action."""
    words: Annotated[str, Field(max_length=500)] = ""
    """What it shows; without them it is told what happens, as in plain mode."""
    faces: list[Words] = []
    """Cards instead of a position, each with its kind: "Single red"."""


@cache
def diagrams(page: str) -> dict[str, Diagram]:
    """The diagrams of a page by their names; `usual` in the file is what they have in common."""
    file = RULES / "diagrams" / f"{page}.toml"
    found = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    usual = found.pop("usual", {})
    return {name: Diagram.model_validate(_merged(usual, each)) for name, each in found.items()}


def _merged(usual: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """What is said here, and for the rest what is usual; tables are merged field by field."""
    both = {name: _merged(usual[name], own[name]) for name in usual.keys() & own if isinstance(own[name], dict)}
    return usual | own | both


def redrawn(page: str, markdown: str) -> str:
    """The page with every diagram, and the tables of options and presets, as they have to be."""
    drawn = DRAWN.sub(lambda found: _block(page, found[1]), markdown)
    game = SHIPPED.get(page.replace("_", "-"))
    if game is None:
        return drawn
    tables = {"option": _options(game), "preset": _presets(game)}
    return TABLE.sub(lambda found: _table(tables[found[1]]), drawn)


def _table(rows: Iterable[Sequence[str]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _options(game: AnyGame) -> Iterator[Sequence[str]]:
    """What may be chosen, as the set-up form offers it."""
    yield "option", "usually", "or", "ruling"
    yield ("---",) * 4
    for field in fields_of(game):
        usual = field.label(field.default)
        yield field.title, usual, _others(field, usual), field.ruling
    for file in files_of(game):
        yield file.title, "ours", "your own, from a file", file.ruling


def _others(field: OptionField, usual: str) -> str:
    labels = [choice.label for choice in field.choices if choice.label != usual]
    if field.low is not None and (field.is_typed or len(labels) > 2):
        return f"{field.low} to {field.high}"
    return ", ".join(labels)


def _presets(game: AnyGame) -> Iterator[Sequence[str]]:
    """Each named set of options, and what is not as usual in it."""
    yield "preset", "what it changes"
    yield ("---",) * 2
    for preset in game.presets:
        changed = describe(game, preset.options, game.seats[0])
        yield f"**{preset.name}**", "; ".join(f"{title}: {label}" for title, label in changed) or "nothing"


def _block(page: str, name: str) -> str:
    diagram = diagrams(page)[name]
    if diagram.faces:
        picture, told = _in_rows(diagram.faces), diagram.words
    else:
        picture, told = _played(SHIPPED[page.replace("_", "-")], diagram)
    return f"```board {name}\n{picture}\n```\n\n{_filled(f'In words: {diagram.words or told}')}\n"


def _filled(words: str) -> str:
    """As lines of a page, none of which begins as an item of a list would: `4. Ben draws a card.`"""
    filled = (textwrap.fill(words, width, break_on_hyphens=False) for width in range(98, 0, -1))
    return next(lines for lines in filled if not re.search(r"^(\d+[.)]|[-+*]) ", lines, re.MULTILINE))


# Positions


def _played(game: AnyGame, diagram: Diagram) -> tuple[str, str]:
    """The pictures one under the other, and what happens from one to the next."""
    session, pictures, told = _laid(game, diagram), list[str](), list[str]()
    captions = iter(diagram.captions)
    for text in diagram.play:
        action = game.parse(text)
        if diagram.show != "after":
            pictures.append(f"{next(captions, f'{action}:')}\n{_drawn(session, diagram, action)}")
        events = session.act(action)
        told += _told(game, events, session.names)
    if not diagram.play or diagram.show != "before":
        caption = next(captions, "after:" if pictures else "")
        pictures.append(f"{caption}\n{_drawn(session, diagram)}".lstrip("\n"))
    if not diagram.play:
        told += view_of(game).table(session.look(None))
    return "\n\n".join(pictures), " ".join(told)


def _laid(game: AnyGame, diagram: Diagram) -> Session:
    assert diagram.position is not None, "a diagram has a position or faces"
    step = TellStep(kind="tell")
    script = Script(title="-", about="-", rulings=["-"], position=diagram.position, steps=[step])
    scene = Lesson(game, "diagram", script).scene()
    return scene.session()


def _told(game: AnyGame, events: tuple[Event, ...], names: tuple[str, ...]) -> Iterator[str]:
    for event in events:
        yield from view_of(game).tell(event, names)


def _drawn(session: Session, diagram: Diagram, action: object = None) -> str:
    """A part of the board; with an action, as the player sees it who is about to choose it."""
    board = board_for(session.game.id)()
    seat = seat_of(session.names, diagram.seat) if diagram.seat else None
    board.show(_blind(session.look(session.turn if action else seat), action))
    if action:
        _reach(board, action)
    width, height = map(int, diagram.size.split("x"))
    return _part(board.drawn(width, height).text(), diagram.rows, diagram.columns)


def _reach(board: Any, action: Any) -> None:
    """Put the cursor on the action; a plan of several comes together one by one."""
    for number in getattr(action, "plan", ()):
        board._toggle(number)
    ways = ((at, way) for at, group in enumerate(board.groups) for way in range(len(group.actions)))
    board.move_cursor(*next((at, way) for at, way in ways if board.groups[at].actions[way].action == action))


def _blind(seen: Seen, action: object) -> Seen:
    """Without anything to choose, unless something is chosen."""
    return seen if action else replace(seen, legal=())


def _part(picture: str, rows: str, columns: str) -> str:
    (top, bottom), (left, right) = (map(int, each.split("-")) for each in (rows, columns))
    lines = [line[left - 1 : right].rstrip() for line in picture.splitlines()[top - 1 : bottom]]
    return "\n".join(lines).strip("\n")


# Faces


def _in_rows(faces: list[str]) -> str:
    """Three cards a row; above each its kind, where they are of several."""
    cards = [_card(text) for text in faces]
    rows = (cards[at : at + ACROSS] for at in range(0, len(cards), ACROSS))
    return "\n".join(_row(row, named=len({card.kind for card in cards}) > 1) for row in rows)


def _row(cards: list[Card], *, named: bool) -> str:
    names = ["  ".join(f"{card.kind:^8}" for card in cards)] if named else []
    lines = zip(*(face(card, Size.LARGE) for card in cards), strict=True)
    return "\n".join(line.rstrip() for line in (*names, *("   ".join(parts) for parts in lines)))


def _card(text: str) -> Card:
    kind, _, words = text.partition(" ")
    return KINDS[kind.lower()].parse(words)
