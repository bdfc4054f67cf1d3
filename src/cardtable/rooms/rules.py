"""The rules of a game: the rules page, its parts, and its rulings."""

from __future__ import annotations

import re

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import read_number
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.response import Help, Leave, Read, Response
from cardtable.table.page_text import paragraphs, speak_tables
from cardtable.table.pages import NUMBER, plain_text, read_page, ruling, section, without_diagrams

BESIDE_DIAGRAM = "In words: "
"""The first words of a diagram's description."""
WHOLE_PAGE = "The app shows the whole page, with its contents and a search."
"""The reason why the commands in this room have no keys."""
TO_READ = "To read {}, type its number."
_CITED = re.compile(rf"\(({NUMBER.pattern})")
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_ANY_HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
_CONTINUED_ROW = re.compile(r" *\|\n\| *\| *(?=[^\s|-])")
"""A pattern for the end of a table row that continues in the next row. The next row's first cell is empty."""


def cited_ruling(text: str) -> str:
    """Return the number of the first ruling that the text cites, or an empty string."""
    found = _CITED.search(text)
    return found[1] if found else ""


def how_to_read(text: str) -> str:
    """Return a sentence that says how to read the ruling that the text cites, or an empty string if it cites none."""
    number = cited_ruling(text)
    return TO_READ.format(number) if number else ""


def typed_ruling(text: str) -> str:
    """Return the number of the ruling that a player asks for, as in `CL-3` or `rules CL-3`, or an empty string."""
    number = text.strip().upper().removeprefix("RULES ").strip()
    return number if NUMBER.fullmatch(number) else ""


class RulesRoom(Room):
    """The rules page of a game. It opens at the top or at a place, which is a ruling or a heading."""

    def __init__(self, game: AnyGame, place: str = "") -> None:
        """Open a page. Raise ValueError with a sentence if the game has no page."""
        self.game, self.place = game, place
        self._page = read_page(game.page)
        self.parts: list[str] = _HEADING.findall(self._page)
        """The headings of the page. Plain mode numbers them from 1."""

    @property
    def title(self) -> str:
        """The title above the page."""
        return f"{self.game.title}: rules"

    @property
    def text(self) -> str:
        """The page as the app shows it, with one line for each paragraph, list item and table row."""
        return paragraphs(self._page)

    @property
    def find(self) -> str:
        """The heading or the start of the paragraph where the page opens, or "" for the top."""
        return f"- {self.place} " if NUMBER.fullmatch(self.place) else self.place

    def read(self, text: str) -> Response:
        """Read out a ruling such as `ES-1`, or a part by number or heading. Raise ValueError if it doesn't exist."""
        if NUMBER.fullmatch(text.upper()):
            return Read(text.upper(), (f"{text.upper()}: {ruling(text, self.game.prefix)}",))
        number = read_number(text)
        if number is not None and 0 < number <= len(self.parts):
            text = self.parts[number - 1]
        headings = {each.casefold(): each for each in _ANY_HEADING.findall(self._page)}
        if (heading := headings.get(text.casefold())) is None:
            unknown = (
                "No ruling has that number" if number is None else f"The parts are numbered from 1 to {len(self.parts)}"
            )
            raise ValueError(f"{unknown}. Ruling numbers look like {self.game.prefix}-1.")
        return Read(heading, (heading, *spoken_page(section(self._page, heading))))

    @Command("hear the whole page", words=("all",), no_key=WHOLE_PAGE)
    def whole(self) -> Response:
        return Read(self.title, tuple(spoken_page(self._page)))

    @Command("hear the list of parts again", words=("list",), no_key=WHOLE_PAGE)
    def contents(self) -> None:
        """Show the room again."""

    @Command("list what you can do here", words=("help", "?"), no_key=WHOLE_PAGE)
    def help(self) -> Response:
        return Help()

    @Command("leave the rules", words=("quit", "q", "back", ""), typing="Enter does the same", no_key=WHOLE_PAGE)
    def leave(self) -> Response:
        return Leave()


def spoken_page(markdown: str) -> list[str]:
    """Return a page without diagrams or blank lines. Each paragraph, list item and table row is one line."""
    page = _CONTINUED_ROW.sub(" ", without_diagrams(markdown))
    lines = plain_text(speak_tables(paragraphs(page))).splitlines()
    return [line.removeprefix(BESIDE_DIAGRAM) for line in lines if line]
