"""Every available game, including games from other installed packages.

A package adds a game through an entry point in the group `cardtable.games`. The name of the entry point is the game's
id, and its object is the `Game`. A game that can't be used is left out, with a message for the player, and the other
games stay available.

The modules that show, play or teach a game are in its folder and are found by their names: `board`, `view`, `player`,
`lessons` and `arrays`. Any of them may be missing. One of Cardtable's own games also has the part `practice`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtable.engine.games import SHIPPED
from cardtable.engine.games.info import INFO, PRACTISED, GameInfo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from cardtable.engine.game import AnyGame

GROUP = "cardtable.games"
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PREFIX = re.compile(r"[A-Z]{2}")
_DECK_PREFIX = "DK"
"""The prefix of the rulings in rules/deck.md."""


class KnownGames(Mapping[str, "AnyGame"]):
    """The available games by id. Packages are searched once, when a game that isn't Cardtable's own is first needed."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], ModuleType | None] = {}

    def __getitem__(self, game_id: str) -> AnyGame:
        return SHIPPED[game_id] if game_id in SHIPPED else self._found[0][game_id]

    def __contains__(self, game_id: object) -> bool:
        return game_id in SHIPPED or game_id in self._found[0]

    def __iter__(self) -> Iterator[str]:
        yield from SHIPPED
        yield from self._found[0]

    def __len__(self) -> int:
        return len(SHIPPED) + len(self._found[0])

    def infos(self) -> Iterator[GameInfo]:
        """Yield a short description of each game, without importing the rules of Cardtable's own games."""
        yield from INFO.values()
        for game in self._found[0].values():
            yield GameInfo(
                game.id, game.title, game.summary, game.seats, game.together, game.finds_moves, is_reviewed=False
            )

    def title(self, game_id: str) -> str:
        """Return a game's title, without importing the rules of Cardtable's own games."""
        return INFO[game_id].title if game_id in INFO else self[game_id].title

    @property
    def practised(self) -> AnyGame:
        """The game of the daily deal and of the Practice room."""
        return self[PRACTISED.id]

    def package_of(self, game_id: str) -> str:
        """Return the name of the package that contains a game."""
        return "cardtable" if game_id in SHIPPED else self._found[2][game_id].module.partition(".")[0]

    @property
    def faults(self) -> tuple[str, ...]:
        """A message for each installed game that can't be used. There are none until packages have been searched."""
        return tuple(self._found[1]) if "_found" in self.__dict__ else ()

    def refresh(self) -> None:
        """Search the packages again at the next use, in case some have been installed or removed."""
        self.__dict__.pop("_found", None)
        self._parts.clear()

    def part_of(self, game_id: str, part: str, name: str) -> Any:
        """Return what a game's part defines under a name, or None if the game doesn't have the part.

        If another package's part can't be imported, the result is None, and `faults` gives the reason.
        """
        if game_id in SHIPPED:
            return getattr(import_module(f"{__name__}.{game_id.replace('-', '_')}.{part}"), name)
        if (game_id, part) not in self._parts:
            self._parts[game_id, part] = self._import_part(game_id, part)
        return getattr(self._parts[game_id, part], name, None)

    def _import_part(self, game_id: str, part: str) -> ModuleType | None:
        if (point := self._found[2].get(game_id)) is None:
            return None
        module = f"{point.module}.{part}"
        try:
            return import_module(module)
        except (Exception, SystemExit) as error:  # noqa: BLE001  another package's code can fail in any way
            if not (isinstance(error, ModuleNotFoundError) and error.name == module):
                self._found[1].append(f"{module} can't be used: {_reason(error)} Update or uninstall its package.")
            return None

    @cached_property
    def _found(self) -> tuple[dict[str, AnyGame], list[str], dict[str, EntryPoint]]:
        """The games of other packages, the reasons why some can't be used, and the entry points."""
        try:
            points = [*_entry_points()]
            games, faults = load_games(points)
            return games, [*faults], {point.name: point for point in points if point.name in games}
        except Exception as error:  # noqa: BLE001  another package's metadata can be broken in any way
            return {}, [f"Can't look for games in other packages: {_reason(error)}"], {}


GAMES = KnownGames()


def load_games(points: Iterable[EntryPoint]) -> tuple[dict[str, AnyGame], tuple[str, ...]]:
    """Return the games that these entry points define, and a message for each entry point that can't be used."""
    games: dict[str, AnyGame] = {}
    faults: list[str] = []
    for point in points:
        try:
            game = _load(point, (*SHIPPED.values(), *games.values()))
        except ValueError as error:
            package = f"The package {point.dist.name}" if point.dist is not None else "A package"
            faults.append(
                f"{package} has a game '{point.name}' that can't be used: {error} Update or uninstall the package."
            )
        else:
            games[game.id] = game
    return games, tuple(faults)


def _load(point: EntryPoint, known: Iterable[AnyGame]) -> AnyGame:
    """Return an entry point's game. Raise ValueError with a message if it is invalid or clashes with another game."""
    try:
        game = point.load()
    except (Exception, SystemExit) as error:
        raise ValueError(_reason(error)) from error
    from cardtable.engine.game import Game  # the lobby opens without it if no package has a game

    if not isinstance(game, Game):
        raise ValueError(f"{point.value} isn't a Game.")  # noqa: TRY004  a message for the player, like the others
    if not _ID.fullmatch(game.id) or point.name != game.id:
        raise ValueError(f"its id '{game.id}' must be the entry point's name in lower case.")
    if not _PREFIX.fullmatch(game.prefix) or game.prefix == _DECK_PREFIX:
        raise ValueError(f"its prefix for rulings can't be '{game.prefix}'.")
    for other in known:
        for name in ("id", "title", "prefix", "page"):
            if getattr(game, name) == getattr(other, name):
                raise ValueError(f"it has the same {name} as {other.title}.")
    return game


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}{f': {text}' if text else ''}."


def _entry_points() -> Iterable[EntryPoint]:
    if not _is_group_in_use():
        return ()
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda point: point.name)


def _is_group_in_use() -> bool:
    """Return whether any installed package has an entry point in the group `cardtable.games`.

    Packages inside zip files are ignored. Reading each package's entry_points.txt is ten times faster than importing
    importlib.metadata.
    """
    files = (file for folder in map(Path, sys.path) for file in folder.glob("*-info/entry_points.txt"))
    return any(GROUP.encode() in file.read_bytes() for file in files)
