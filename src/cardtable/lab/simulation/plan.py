"""A plan for a simulation. The plan determines every game, even in another process."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple, TypeAlias

from cardtable.engine.chance import CODE_BITS
from cardtable.engine.game import AnyGame
from cardtable.formats.computers import is_program
from cardtable.formats.option_files import options_from
from cardtable.formats.options import fields_of, files_of
from cardtable.formats.text import safe_text
from cardtable.formats.version import version
from cardtable.games import GAMES
from cardtable.lab.simulation.contestants import (
    AnyPlayer,
    Contestant,
    Contestants,
    parse_contestants,
    rotations,
    seat_contestants,
)
from cardtable.table.dealing import DealRequest, requested_options
from cardtable.table.request_error import suggestion

MAX_GAMES = 1 << CODE_BITS
"""The number of different deals."""
DEFAULT_GAMES = 1000
DEFAULT_PLAYER = "medium"
PRESET = "preset"
"""The name that selects a preset among the options, as in `preset=challenge`."""


class SimulationError(Exception):
    """An error that ends a simulation. The message is a sentence for the user."""


class Seating(NamedTuple):
    """A game's players and their seats."""

    places: tuple[int, ...]
    """For each seat, the player's place in the line-up."""
    players: Contestants
    """The player at each seat."""
    names: tuple[str, ...]
    """The players' names as they appear in results."""


@dataclass(frozen=True)
class Variant:
    """A line-up with options. A simulation has one variant, or two variants to compare. A tournament has many."""

    players: Contestants
    options: Any
    """The options with their defaults resolved."""
    options_text: str
    """The options with values other than the defaults, such as `hand-size=7 draw=none`."""
    is_rotating: bool
    """Whether each deal is played with every rotation of the players."""

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings for the games of one deal."""
        ways = rotations(self.players) if self.is_rotating else (tuple(range(len(self.players))),)
        seated = [(way, tuple(self.players[place] for place in way)) for way in ways]
        return tuple(Seating(way, players, tuple(each.name for each in players)) for way, players in seated)


@dataclass(frozen=True)
class Plan:
    """The data that determines the games of a simulation."""

    game_id: str
    variants: tuple[Variant, ...]
    deals: range
    """The numbers of the deals. Each number stands for one deal code."""
    key: int = 0
    """A number that determines the players' random choices. The number doesn't affect the cards."""
    version: str = ""
    """The version of Cardtable that created the plan."""
    keeps_records: bool = False
    """Whether each result has the game's record."""

    @property
    def game(self) -> AnyGame:
        """The game."""
        return GAMES[self.game_id]

    @cached_property
    def seatings(self) -> tuple[tuple[int, Variant, Seating], ...]:
        """The games of one deal, in order. Each has the number of its variant, counted from 1."""
        numbered = enumerate(self.variants, 1)
        return tuple((number, variant, seating) for number, variant in numbered for seating in variant.seatings)

    @property
    def games_per_deal(self) -> int:
        """The number of games with the same cards."""
        return len(self.seatings)

    @property
    def is_repeatable(self) -> bool:
        """Whether every run of the games gives the same results. With programs, the results may depend on timing."""
        return not any(is_program(player.name) for variant in self.variants for player in variant.players)

    @property
    def games(self) -> int:
        """The total number of games."""
        return len(self.deals) * self.games_per_deal


Players: TypeAlias = str | Sequence[Contestant | AnyPlayer]
"""A line-up as text, such as `hard,easy`, or a list of players."""
OptionsLike: TypeAlias = Mapping[str, Any] | Any
"""Options: an object of the game's own type, or a mapping such as `{"target": 0}`, whose values may be text."""


def make_plan(  # noqa: PLR0913  the parameters of `simulate`
    game: AnyGame | str,
    *,
    games: int = DEFAULT_GAMES,
    players: Players = DEFAULT_PLAYER,
    seats: int | None = None,
    options: OptionsLike | None = None,
    rotate: bool = False,
    compare: Players | OptionsLike | None = None,
    first_deal: int = 0,
    key: int = 0,
) -> Plan:
    """Return the plan for a simulation. Raise ValueError with a sentence if the arguments are invalid.

    `games` is the number of games of each variant. With `rotate`, the number is rounded up to complete deals.
    """
    game = find_game(game)
    first = make_variant(game, _seat_contestants(players, game, seats), options, rotate)
    variants = (first,) if compare is None else (first, _other(game, first, options, compare))
    return plan_variants(game, variants, games, first_deal, key)


def plan_variants(game: AnyGame, variants: tuple[Variant, ...], games: int, first_deal: int, key: int) -> Plan:
    """Plan this many games of each variant, rounded up to complete deals. See `make_plan` for the errors."""
    _check_number("games", games, 1, MAX_GAMES)
    _check_number("first-deal", first_deal, 0, MAX_GAMES - 1)
    _check_number("key", key, 0, (1 << 64) - 1)
    deals = range(first_deal, first_deal + math.ceil(games / max(len(each.seatings) for each in variants)))
    if deals.stop > MAX_GAMES:
        raise ValueError(f"There are only {MAX_GAMES:,} deals, so begin with an earlier one.")
    return Plan(game.id, variants, deals, key, version())


def parse_assignments(words: Sequence[str]) -> dict[str, str]:
    """Return options by name from words such as `target=0`. Raise ValueError with a sentence for any other word."""
    found = dict[str, str]()
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().removeprefix("--").replace("-", "_").lower()
        if not equals or not name:
            raise ValueError(f"An option is written as name=value, not '{safe_text(word, 40)}'.")
        if name in found:
            raise ValueError(f"You can set {safe_text(name, 40)} only once.")
        found[name] = value
    return found


def find_game(game: AnyGame | str) -> AnyGame:
    """Return the game with this id. Raise ValueError with a sentence if the game isn't installed."""
    if not isinstance(game, str):
        if GAMES.get(game.id) is not game:
            raise ValueError(f"{game.title} isn't installed, so other processes can't load it.")
        return game
    found = GAMES.get(game.lower())
    if found is None:
        hint = suggestion(game, GAMES, f". The games are {', '.join(GAMES)}.")
        raise ValueError(f"There's no game '{safe_text(game, 40)}'{hint}")
    return found


def _seat_contestants(players: Players, game: AnyGame, seats: int | None) -> Contestants:
    if isinstance(players, str):
        return parse_contestants(players, game, seats)
    return seat_contestants(players, game, seats)


def _other(game: AnyGame, first: Variant, options: OptionsLike | None, other: Players | OptionsLike) -> Variant:
    """Return the variant to compare with the first one. Either its players or its options are different.

    If the options of both variants are mappings, the second mapping needs only the options that differ.
    """
    if isinstance(other, str) and "=" in other and not any(map(is_program, other.split(","))):
        other = parse_assignments([word for word in other.replace(",", " ").split() if word])
    if isinstance(other, str) or (isinstance(other, Sequence) and not isinstance(other, Mapping)):
        found = replace(first, players=_seat_contestants(other, game, len(first.players)))
    else:
        if isinstance(other, Mapping) and isinstance(options, Mapping):
            other = {**options, **other}
        found = make_variant(game, first.players, other, first.is_rotating)
    if (found.players, found.options) == (first.players, first.options):
        raise ValueError("There is nothing to compare: the players and the options are the same.")
    return found


def make_variant(game: AnyGame, players: Contestants, options: OptionsLike | None, rotate: bool) -> Variant:
    """Return a variant with its defaults resolved. Raise ValueError with a sentence if its options are invalid."""
    if options is None or isinstance(options, Mapping):
        options = _parse_options(game, options or {})
    elif not isinstance(options, game.options):
        raise ValueError(f"These options aren't for {game.title}.")
    options = game.resolve_defaults(options, len(players))
    if faults := game.validate_options(options, len(players)):
        raise ValueError(faults[0])
    return Variant(players, options, _options_text(game, options, len(players)), rotate)


def _parse_options(game: AnyGame, given: Mapping[str, Any]) -> Any:
    """Return options from a mapping of names to values, which may be text. One of the names may be `preset`."""
    values = dict(given)
    preset = values.pop(PRESET, None)
    base = requested_options(game, DealRequest(preset=None if preset is None else str(preset), options={}))
    return options_from(game, values, base)


def _options_text(game: AnyGame, options: Any, seats: int) -> str:
    """Return the options with values other than the defaults, in the format of `--set`."""
    default = game.resolve_defaults(game.options(), seats)
    different = {
        each.name: value
        for each in fields(options)
        if (value := getattr(options, each.name)) != getattr(default, each.name)
    }
    typed = [(each.flag, each.text_for(different[each.name])) for each in fields_of(game) if each.name in different]
    files = [(each.flag, _digest(different[each.name])) for each in files_of(game) if each.name in different]
    return " ".join(f"{flag.removeprefix('--')}={text}" for flag, text in (*typed, *files))


def _digest(value: object) -> str:
    """Return a short string that identifies an option's value if the value comes from a file."""
    from cardtable.formats.codec import dump

    return f"file:{sha256(repr(dump(value)).encode()).hexdigest()[:12]}"


def _check_number(name: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise ValueError(f"--{name} must be from {low:,} to {high:,}, not {number:,}.")
