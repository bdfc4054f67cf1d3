"""The tables in docs/environments.md, made from the code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.lab.environments.encoding import Encoding
from cardtable.lab.environments.settings import make_settings

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
SIZES, LAYOUTS = "<!-- table: sizes -->", "<!-- layouts -->"


def encoding_of(game: AnyGame, seats: int | None = None) -> Encoding:
    settings = make_settings(game, seats, None)
    return Encoding(game, settings.options, settings.seats)


def script(library: str) -> str:
    """Return the script on the page that needs a library."""
    return PAGE.read_text("utf-8").partition(f"<!-- needs {library} -->\n```python\n")[2].partition("```")[0]


def redraw(page: str) -> str:
    """Return the page with new tables."""
    before, _, rest = page.partition(SIZES)
    prose = re.sub(r"\A\s*(?:\|.*\n)*\s*", "", rest.partition(LAYOUTS)[0])
    sizes = "\n".join(_rows(("game", "players", "numbers in an observation", "actions"), _sizes()))
    layouts = "\n\n".join(_layout(game) for game in SHIPPED.values())
    return f"{before}{SIZES}\n\n{sizes}\n\n{prose}{LAYOUTS}\n\n{layouts}\n"


def _sizes() -> Iterator[tuple[object, ...]]:
    for game in SHIPPED.values():
        for seats in game.seats:
            encoding = encoding_of(game, seats)
            yield game.title, seats, encoding.size, len(encoding.actions)


def _layout(game: AnyGame) -> str:
    encoding = encoding_of(game)
    parts = [
        (_span(place.start, place.stop), part.name, part.high, part.meaning)
        for part, place in zip(encoding.parts, encoding.slices.values(), strict=True)
    ]
    return "\n".join(
        [
            f"## {game.title} with {encoding.seats} players",
            "",
            *_rows(("numbers", "part", "largest", "meaning"), parts),
            "",
            *_rows(("actions", "first", "last"), _actions(encoding)),
        ]
    )


def _actions(encoding: Encoding) -> Iterator[tuple[object, ...]]:
    """Yield a row for each run of actions of one kind."""
    start = 0
    for _, run in groupby(encoding.actions, type):
        actions = list(run)
        yield _span(start, start + len(actions)), f"`{actions[0]}`", f"`{actions[-1]}`"
        start += len(actions)


def _span(start: int, stop: int) -> str:
    return str(start) if stop == start + 1 else f"{start}–{stop - 1}"


def _rows(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    for row in (header, ("---",) * len(header), *rows):
        yield f"| {' | '.join(map(str, row))} |"
