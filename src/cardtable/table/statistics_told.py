"""Statistics in words, a line each: for a page on the screen, a pipe, a screen reader.

A line that begins with `# ` is a heading; one that begins with four blanks is a row of a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from statistics import median

from cardtable.engine.game import AnyGame
from cardtable.formats.options import OptionField, describe
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.rows import GameEntry
from cardtable.table.chart import BLOCK, bars, in_words
from cardtable.table.daily import DailyHistory
from cardtable.table.daily_told import daily_summary, deal_words
from cardtable.table.statistics import (
    GroupStatistics,
    PlayerTally,
    StatsCategory,
    by_manner,
    by_option,
    count,
    telling_options,
)

NOTHING = "No game has been finished yet. What you play to its end is counted here."
LONGEST_LABEL = 60


def summary(figures: GroupStatistics) -> str:
    """`12 played, 7 won; 3 more with hints or taken back`."""
    told = f"{figures.played} played, {figures.won} won" if not figures.tallies else f"{figures.played} played"
    return f"{told}; {figures.aided} more with hints or taken back" if figures.aided else told


def overview(entries: Sequence[GameEntry], history: DailyHistory) -> list[str]:
    """A line for the daily deal and one for each game that was finished; a sentence where there is nothing."""
    lines = [f"{game.title}: {summary(figures)}." for game, figures in games_played(entries)]
    if not lines:
        return [NOTHING]
    return [f"Daily deal: {daily_summary(history)}.", *lines] if history.days else lines


def games_played(entries: Sequence[GameEntry]) -> list[tuple[AnyGame, GroupStatistics]]:
    """The games that were finished at least once, in the order of the lobby."""
    found = ((game, count(each for each in entries if each.kind == game.id)) for game in GAMES.values())
    return [(game, figures) for game, figures in found if figures.played or figures.aided]


# One game


def game_lines(entries: Sequence[GameEntry], game: AnyGame, *, sign: str = BLOCK) -> list[str]:
    """All that is counted of one game; where the sign for bars is empty, charts are told in words."""
    manners = by_manner(entries, game.id)
    if not manners:
        return [f"No game of {game.title} has been finished yet."]
    lines = [line for option in telling_options(entries, game.id) for line in _by_option(entries, game, option)]
    for manner, figures in manners.items():
        lines += [f"# {_title(manner)}", *_figure_lines(manner, figures), *_chart(figures, sign), ""]
    return lines[:-1]


def _by_option(entries: Sequence[GameEntry], game: AnyGame, option: OptionField) -> Iterator[str]:
    yield f"# Alone, by {option.title.lower()}"
    for label, figures in by_option(entries, game.id, option).items():
        best = f"; best margin {max(figures.margins)}" if figures.margins else ""
        yield f"- {option.title} {label}: {summary(figures)}{best}."
    yield ""


def _title(manner: StatsCategory) -> str:
    """`Alone: hand size 5`."""
    if manner.seats == 1:
        who = "Alone"
    else:
        who = f"{manner.seats} players" if not manner.alone else f"{manner.seats} seats, one person"
    told = ", ".join(f"{title} {label}" for title, label in _options(manner))
    return f"{who}: {told or 'the usual options'}"


def _options(manner: StatsCategory) -> Iterable[tuple[str, str]]:
    """What is not as usual."""
    from cardtable.formats.codec import load
    from cardtable.formats.strict_json import parse_json

    try:
        options = load(manner.game.options, parse_json(manner.options, "archive"), "archive", "options")
        told = describe(manner.game, options, manner.seats)
    except (ValueError, TypeError, KeyError):
        return (("options", "that cannot be read"),)
    return ((title.lower(), safe_text(label, LONGEST_LABEL)) for title, label in told)


def _figure_lines(manner: StatsCategory, figures: GroupStatistics) -> Iterator[str]:
    if figures.played:
        yield from _together(figures) if manner.game.together else _against(figures)
        yield from _margins(figures)
    if figures.aided:
        won = f", {figures.aided_won} won" if manner.game.together else ""
        yield f"With hints or taken back, and counted apart: {figures.aided} played{won}."


def _together(figures: GroupStatistics) -> Iterator[str]:
    yield f"{figures.played} played, {figures.won} won ({_percent(figures.won, figures.played)})."
    yield f"Won in a row: {figures.streak} now, {figures.longest} at most."


def _against(figures: GroupStatistics) -> Iterator[str]:
    yield f"{figures.played} played."
    yield from (f"- {_tally(each)}" for each in figures.tallies)


def _tally(tally: PlayerTally) -> str:
    points = f"{tally.points} points in all, {_mean([tally.points], tally.played)} a game"
    row = f"in a row {tally.streak} now, {tally.longest} at most"
    return f"{tally.name}: {tally.played} played, {tally.won} won, {row}; {points}."


def _margins(figures: GroupStatistics) -> Iterator[str]:
    margins, lengths, best = figures.margins, figures.lengths, figures.best
    assert best is not None, "there is a best one of some games"
    middle = _number(Fraction(median(map(Fraction, margins))))
    yield f"Margin: {_mean(margins)} on average, {middle} in the middle, from {min(margins)} to {max(margins)}."
    yield f"The best: {max(margins)} on {_date(best)}{deal_words(best)}."
    yield f"Length: {_mean(lengths)} actions on average, {min(lengths)} at least, {max(lengths)} at most."


def _chart(figures: GroupStatistics, sign: str) -> list[str]:
    if not figures.margins:
        return []
    if not sign:
        return in_words(figures.margins, "Games with margin")
    return ["How many games had which margin:", *bars(figures.margins, sign)]


# Numbers


def _date(entry: GameEntry) -> str:
    """When it ended, by the clock on the player's wall."""
    try:
        return entry.touched.astimezone().date().isoformat()
    except (OverflowError, OSError, ValueError):  # before or after all dates that have one
        return entry.touched.date().isoformat()


def _percent(part: int, whole: int) -> str:
    return f"{(200 * part + whole) // (2 * whole)} %"


def _mean(numbers: Sequence[int], of: int = 0) -> str:
    return _number(Fraction(sum(numbers), of or len(numbers)))


def _number(value: Fraction) -> str:
    """With one decimal, or none where that would be 0."""
    tenths = round(value * 10)
    sign = "-" if tenths < 0 else ""
    whole, tenth = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"
