"""What was played, counted from the entries of the archive and nothing else.

Only games that were dealt and finished count.  One in which something was taken back, hinted at or given counts apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby

from cardtable.engine.game import AnyGame, Outcome
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.strict_json import BadFile, parse_json
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry

LONGEST_LABEL = 40
MOST = 10**9
"""Of any number in a row; who edits the archive by hand may have written greater ones."""


@dataclass(frozen=True, slots=True, order=True)
class StatsCategory:
    """How a game was played: what is alike in this may be compared."""

    kind: str
    """The id of its rules."""
    seats: int
    alone: bool
    """Whether one person played every seat."""
    options: str
    """As JSON, written out in full."""

    @property
    def game(self) -> AnyGame:
        """By whose rules."""
        return GAMES[self.kind]


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """What somebody did where all play against each other."""

    name: str
    played: int
    won: int
    points: int
    """Of all games together."""
    streak: int
    """Games won in a row, up to the last one."""
    longest: int
    """The most that were ever won in a row."""


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """Some finished games, added up; what was helped is in none of it but `aided` and `aided_won`."""

    played: int
    won: int
    """By the table where it plays together, else by anybody at all."""
    streak: int
    """Games won in a row, up to the last one."""
    longest: int
    """The most that were ever won in a row."""
    margins: tuple[int, ...]
    """The oldest game's first."""
    lengths: tuple[int, ...]
    """In actions; the oldest game's first."""
    best: GameEntry | None
    """The game with the greatest margin, the first of several."""
    tallies: tuple[PlayerTally, ...]
    """Who won most comes first; empty where the table plays together or one person plays every seat."""
    aided: int
    """Games with hints or with actions that were taken back or given."""
    aided_won: int


def is_unaided(entry: GameEntry) -> bool:
    """Whether it was played without hints, and nothing of it was taken back or given."""
    return not (entry.undone or entry.hinted or entry.given)


def manner_of(entry: GameEntry) -> StatsCategory:
    """How this game was played."""
    return StatsCategory(entry.kind, len(entry.names), entry.alone, entry.options)


def finished(entries: Iterable[GameEntry], kind: str | None = None) -> list[GameEntry]:
    """The games that are over, the one that ended first at the beginning; of one kind, or all that we know."""
    fitting = (each for each in entries if _is_sound(each) and kind in (None, each.kind))
    return sorted(fitting, key=lambda each: (_stamp(each.touched), each.id))


def count(entries: Iterable[GameEntry]) -> GroupStatistics:
    """Add up the finished ones of these games, in whatever order they come."""
    over = finished(entries)
    main, aided = [each for each in over if is_unaided(each)], [each for each in over if not is_unaided(each)]
    wins = [bool(_result(each).winners) for each in main]
    return GroupStatistics(
        played=len(main),
        won=sum(wins),
        streak=streak_of(wins),
        longest=longest_of(wins),
        margins=tuple(_result(each).margin for each in main),
        lengths=tuple(each.length for each in main),
        best=max(main, key=lambda each: _result(each).margin, default=None),
        tallies=_tallies(main),
        aided=len(aided),
        aided_won=sum(bool(_result(each).winners) for each in aided),
    )


def by_manner(entries: Iterable[GameEntry], kind: str) -> dict[StatsCategory, GroupStatistics]:
    """Each manner in which this game was played to its end, with few players first."""
    over = sorted(finished(entries, kind), key=manner_of)
    return {manner: count(alike) for manner, alike in groupby(over, manner_of)}


def by_option(entries: Iterable[GameEntry], kind: str, option: OptionField) -> dict[str, GroupStatistics]:
    """The solitaires of this game by the value of one option, in words; the lowest value first."""
    found: dict[str, list[GameEntry]] = {}
    for entry in sorted(solitaires(entries, kind), key=lambda each: _rank(_value(each, option.name))):
        label = safe_text(option.label(_value(entry, option.name)), LONGEST_LABEL, fallback="?")
        found.setdefault(label, []).append(entry)
    return {label: count(alike) for label, alike in found.items()}


def solitaires(entries: Iterable[GameEntry], kind: str) -> list[GameEntry]:
    """The finished games of this kind that somebody played alone, in one seat."""
    return [each for each in finished(entries, kind) if len(each.names) == 1]


def telling_options(entries: Iterable[GameEntry], kind: str) -> tuple[OptionField, ...]:
    """The options by which solitaires of this game differ; where they are all alike, the first that it has."""
    played, options = solitaires(entries, kind), fields_of(GAMES[kind])
    if not played:
        return ()
    differing = [each for each in options if len({str(_value(entry, each.name)) for entry in played}) > 1]
    return tuple(differing or options[:1])


def streak_of(wins: Sequence[bool]) -> int:
    """How many at the end are wins, without a gap."""
    return next((at for at, won in enumerate(reversed(wins)) if not won), len(wins))


def longest_of(wins: Sequence[bool]) -> int:
    """The most wins without a gap."""
    return max((sum(1 for _ in run) for won, run in groupby(wins) if won), default=0)


def _tallies(entries: Sequence[GameEntry]) -> tuple[PlayerTally, ...]:
    """Of games in which all play against each other; who is written in capitals once is nobody else."""
    results: dict[str, list[tuple[str, bool, int]]] = {}
    for entry in entries:
        result = _result(entry)
        if result.together or entry.alone:
            continue
        for seat, points in enumerate(result.points):
            name = safe_text(entry.names[seat], fallback=f"Player {seat + 1}")
            results.setdefault(name.casefold(), []).append((name, seat in result.winners, points))
    tallies = (_tally(games) for games in results.values())
    return tuple(sorted(tallies, key=lambda each: (-each.won, -each.points, each.name)))


def _tally(games: Sequence[tuple[str, bool, int]]) -> PlayerTally:
    wins = [won for _, won, _ in games]
    points = sum(points for _, _, points in games)
    return PlayerTally(games[-1][0], len(games), sum(wins), points, streak_of(wins), longest_of(wins))


def _result(entry: GameEntry) -> Outcome:
    assert entry.outcome is not None, "only games that are over are counted"
    return entry.outcome


def _is_sound(entry: GameEntry) -> bool:
    """Whether it was dealt and is over, and what the row says can be true."""
    result, seats = entry.outcome, len(entry.names)
    if (
        result is None
        or entry.is_from_position
        or entry.kind not in GAMES
        or seats not in GAMES[entry.kind].seats
        or len(result.points) != seats
    ):
        return False
    numbers = (result.margin, *result.points, entry.length)
    return all(abs(each) <= MOST for each in numbers) and all(0 <= seat < seats for seat in result.winners)


def _stamp(then: datetime) -> datetime:
    """To be compared with others: a time without a zone is taken for one of Greenwich."""
    return then if then.tzinfo is not None else then.replace(tzinfo=UTC)


def _value(entry: GameEntry, option: str) -> bool | int | str | None:
    """The option's value; None where the row does not say it."""
    value = _fields(entry.options).get(option)
    return value if isinstance(value, bool | int | str) else None


@lru_cache(256)
def _fields(options: str) -> Mapping[str, object]:
    """What the text of some options says; nothing where it cannot be read."""
    try:
        found = parse_json(options, "archive")
    except BadFile:
        return {}
    return found if isinstance(found, dict) else {}


def _rank(value: bool | int | str | None) -> tuple[bool, int, str]:
    """Its place among others: numbers first, by their size."""
    return (False, value, "") if isinstance(value, int) else (True, 0, str(value))
