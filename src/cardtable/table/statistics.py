"""Statistics of saved games.

Finished games count only if they started from a deal. A deal that was played before, finished or not, never counts
towards best results or streaks. Games with undone moves, hints or moves inherited from another game are counted
separately, as *aided*. A session doesn't count a slip that was undone at once and revealed nothing. Only people's wins
and streaks count. Games with computer players are compared only with games at the same levels. A game in which only
computer players played doesn't count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby
from typing import Any

from cardtable.engine.game import AnyGame, Outcome
from cardtable.formats.computers import LEVELS
from cardtable.formats.options import OptionField, fields_of
from cardtable.formats.strict_json import BadFile, parse_json
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.entries import name_at, seats_of_people

MAX_LABEL_WIDTH = 40
MAX_NUMBER = 10**9
"""The largest number to accept. Anyone can edit the database, so larger numbers are rejected."""


@dataclass(frozen=True, slots=True)
class StatsCategory:
    """A group of comparable games with the same rules, seats, computer players and options."""

    kind: str
    """The id of the game."""
    seats: int
    has_one_player: bool
    """Whether one player had every seat."""
    levels: tuple[str, ...]
    """The levels of the computer players, with the easiest first."""
    options: str
    """All options as JSON, including defaults."""

    @property
    def game(self) -> AnyGame:
        """The game with this id."""
        return GAMES[self.kind]

    @property
    def order(self) -> tuple[Any, ...]:
        """A sort key that puts fewer players first, and games without computer players before games with them."""
        return self.kind, self.seats, self.has_one_player, _order_of_levels(self.levels), self.options


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """The results of one person in games between opponents."""

    name: str
    played: int
    won: int
    points: int
    """The total number of points in all games."""
    streak: int
    """The current winning streak."""
    longest: int
    """The longest winning streak."""


@dataclass(frozen=True, slots=True)
class GroupStatistics:
    """The figures for a group of finished games. Aided games count only in `aided` and `aided_won`."""

    played: int
    won: int
    """The number of games that a person won. In cooperative games, everybody wins together."""
    streak: int
    """The current winning streak."""
    longest: int
    """The longest winning streak."""
    margins: tuple[int, ...]
    """The margin of each game, with the oldest game first. A margin is negative if a computer player won."""
    lengths: tuple[int, ...]
    """The length of each game in moves, with the oldest game first."""
    best: GameEntry | None
    """The oldest game with the greatest margin, or None. Only games with a deal that was new to the players count."""
    tallies: tuple[PlayerTally, ...]
    """The players' tallies, most wins first. There are none if the game is cooperative or one player has every seat."""
    aided: int
    """The number of games with hints, undone actions or inherited actions."""
    aided_won: int

    @property
    def best_margin(self) -> int | None:
        """The greatest margin in a game with a deal that was new to the players, or None if there is no such game."""
        return None if self.best is None else margin_of(self.best)


def known_deals(entries: Iterable[GameEntry]) -> frozenset[int]:
    """Return the numbers of games with a known deal: another game with that deal was begun or ended earlier."""
    deals, known = defaultdict[tuple[str, str], list[GameEntry]](list), set[int]()
    for each in entries:
        if each.length:
            deals[each.kind, each.deal].append(each)
    for games in deals.values():
        first, *later = sorted(games, key=lambda each: (_with_zone(each.started), each.id))
        known.update(each.id for each in later)
        if any(each.outcome is not None and _end(each) < _end(first) for each in later):
            known.add(first.id)
    return frozenset(known)


def _end(entry: GameEntry) -> tuple[datetime, int]:
    """Return a sort key that puts games in the order in which they ended."""
    return _with_zone(entry.touched), entry.id


def is_unaided(entry: GameEntry) -> bool:
    """Return whether the game has no hints and no undone or inherited actions."""
    return not (entry.undone or entry.hinted or entry.inherited_actions)


def category_of(entry: GameEntry) -> StatsCategory:
    """Return the category of a game."""
    return StatsCategory(entry.kind, len(entry.names), entry.has_one_player, _levels(entry), entry.options)


def finished(entries: Iterable[GameEntry], kind: str | None = None) -> list[GameEntry]:
    """Return the finished games of one kind, or of all known kinds, in the order in which the games ended."""
    valid = (each for each in entries if _is_valid(each) and kind in (None, each.kind))
    return sorted(valid, key=_end)


def count(entries: Iterable[GameEntry], known: Collection[int] | None = None) -> GroupStatistics:
    """Return the figures for all finished games among these entries, which can be in any order.

    `known` contains the numbers of the games with a known deal, by default `known_deals(entries)`.
    """
    entries = list(entries)
    over = finished(entries)
    known = known_deals(entries) if known is None else known
    main, aided = [each for each in over if is_unaided(each)], [each for each in over if not is_unaided(each)]
    fresh = [each for each in main if each.id not in known]
    wins = [is_won(each) for each in fresh]
    return GroupStatistics(
        played=len(main),
        won=sum(map(is_won, main)),
        streak=streak_of(wins),
        longest=longest_of(wins),
        margins=tuple(map(margin_of, main)),
        lengths=tuple(each.length for each in main),
        best=max(fresh, key=margin_of, default=None),
        tallies=_tallies(main, known),
        aided=len(aided),
        aided_won=sum(map(is_won, aided)),
    )


def by_category(entries: Iterable[GameEntry], kind: str) -> dict[StatsCategory, GroupStatistics]:
    """Return the figures for each category of a game. Categories with the fewest players come first."""
    entries = list(entries)
    over, known = finished(entries, kind), known_deals(entries)
    groups = groupby(sorted(over, key=lambda each: category_of(each).order), category_of)
    return {category: count(group, known) for category, group in groups}


def by_levels(entries: Iterable[GameEntry], kind: str) -> dict[tuple[str, ...], GroupStatistics]:
    """Return the figures of a game for each set of computer players. Games without computer players come first."""
    entries = list(entries)
    over, known = finished(entries, kind), known_deals(entries)
    groups = groupby(sorted(over, key=lambda each: _order_of_levels(_levels(each))), _levels)
    return {levels: count(group, known) for levels, group in groups}


def by_option(entries: Iterable[GameEntry], kind: str, option: OptionField) -> dict[str, GroupStatistics]:
    """Return the figures for solo games, grouped by the value of one option. The lowest value comes first."""
    found: dict[str, list[GameEntry]] = {}
    entries = list(entries)
    known = known_deals(entries)
    for entry in sorted(solo_games(entries, kind), key=lambda each: _rank(_value(each, option.name))):
        label = safe_text(option.label(_value(entry, option.name)), MAX_LABEL_WIDTH, fallback="?")
        found.setdefault(label, []).append(entry)
    return {label: count(group, known) for label, group in found.items()}


def solo_games(entries: Iterable[GameEntry], kind: str) -> list[GameEntry]:
    """Return the finished solo games of this kind."""
    return [each for each in finished(entries, kind) if len(each.names) == 1]


def varying_options(entries: Iterable[GameEntry], kind: str) -> tuple[OptionField, ...]:
    """Return the options that differ among solo games, or the first option if none do. Return () without solo games."""
    played, options = solo_games(entries, kind), fields_of(GAMES[kind])
    if not played:
        return ()
    differing = [each for each in options if len({str(_value(entry, each.name)) for entry in played}) > 1]
    return tuple(differing or options[:1])


def streak_of(wins: Sequence[bool]) -> int:
    """Return the length of the current winning streak."""
    return next((at for at, won in enumerate(reversed(wins)) if not won), len(wins))


def longest_of(wins: Sequence[bool]) -> int:
    """Return the length of the longest winning streak."""
    return max((sum(1 for _ in run) for won, run in groupby(wins) if won), default=0)


def _tallies(entries: Sequence[GameEntry], known: Collection[int]) -> tuple[PlayerTally, ...]:
    """Return each person's tally in games between opponents. Names are compared without regard to case."""
    results: dict[str, list[tuple[str, bool, int, bool]]] = {}
    for entry in entries:
        result = _result(entry)
        if result.together or entry.has_one_player:
            continue
        for seat in seats_of_people(entry):
            points, name = result.points[seat], name_at(entry, seat)
            results.setdefault(name.casefold(), []).append(
                (name, seat in result.winners, points, entry.id not in known)
            )
    tallies = (_tally(games) for games in results.values())
    return tuple(sorted(tallies, key=lambda each: (-each.won, -each.points, each.name)))


def _tally(games: Sequence[tuple[str, bool, int, bool]]) -> PlayerTally:
    """Return one person's tally. Each game is `(name, was_won, points, is_new_deal)`."""
    won, points = sum(won for _, won, _, _ in games), sum(points for _, _, points, _ in games)
    wins = [won for _, won, _, is_new in games if is_new]
    return PlayerTally(games[-1][0], len(games), won, points, streak_of(wins), longest_of(wins))


def _result(entry: GameEntry) -> Outcome:
    assert entry.outcome is not None, "only finished games are counted"
    return entry.outcome


def is_won(entry: GameEntry) -> bool:
    """Return whether a person has won a finished game."""
    return any(seat in _result(entry).winners for seat in seats_of_people(entry))


def _levels(entry: GameEntry) -> tuple[str, ...]:
    """Return the levels of the computer players, with the easiest first."""
    return tuple(sorted(filter(None, entry.levels), key=_rank_of_level))


def margin_of(entry: GameEntry) -> int:
    """Return the margin. It is negative if a computer player has won."""
    result = _result(entry)
    return result.margin if result.together or not result.winners or is_won(entry) else -result.margin


def _rank_of_level(level: str) -> tuple[int, str]:
    """Return a sort key for a level. Levels that this version doesn't know come last."""
    ranks: dict[str, int] = {known: rank for rank, known in enumerate(LEVELS)}
    return ranks.get(level, len(ranks)), level


def _order_of_levels(levels: tuple[str, ...]) -> tuple[Any, ...]:
    return len(levels), tuple(map(_rank_of_level, levels))


def _is_valid(entry: GameEntry) -> bool:
    """Return whether a person played, and the game started from a deal, is finished and has plausible numbers."""
    result, seats = entry.outcome, len(entry.names)
    if (
        result is None
        or entry.is_from_position
        or entry.kind not in GAMES
        or seats not in GAMES[entry.kind].seats
        or len(result.points) != seats
        or not seats_of_people(entry)
    ):
        return False
    numbers = (result.margin, *result.points, entry.length)
    return all(abs(each) <= MAX_NUMBER for each in numbers) and all(0 <= seat < seats for seat in result.winners)


def _with_zone(then: datetime) -> datetime:
    """Return a time that can be compared with other times. A time without a time zone is treated as UTC."""
    return then if then.tzinfo is not None else then.replace(tzinfo=UTC)


def _value(entry: GameEntry, option: str) -> bool | int | str | None:
    """Return the value of an option, or None if the row doesn't contain the option."""
    value = options_of(entry).get(option)
    return value if isinstance(value, bool | int | str) else None


def options_of(entry: GameEntry) -> Mapping[str, object]:
    """Return the options of a game by name, as they were saved. The result is empty if they can't be read."""
    return _fields(entry.options)


@lru_cache(256)
def _fields(options: str) -> Mapping[str, object]:
    """Return the options stored as JSON. The result is empty if the JSON is invalid."""
    try:
        found = parse_json(options, "archive")
    except BadFile:
        return {}
    return found if isinstance(found, dict) else {}


def _rank(value: bool | int | str | None) -> tuple[bool, int, str]:
    """Return a sort key that puts numbers first."""
    return (False, value, "") if isinstance(value, int) else (True, 0, str(value))
