"""A progress report as lines of text, for the screen, pipes and screen readers.

A line that starts with `# ` is a heading. A line that starts with four spaces is a row of a chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from statistics import fmean

from cardtable.engine.games.info import PRACTISED
from cardtable.engine.phrases import capitalized, counted, join_words, signed
from cardtable.formats.computers import Level
from cardtable.practice.progress import ExerciseProgress, GroupProgress, LevelProgress, ProgressReport, ReviewedGame
from cardtable.store.clock import is_known
from cardtable.table.chart import BLOCK, WIDTH, columns
from cardtable.table.when import format_day

NO_GAMES = f"You haven't finished a game of {PRACTISED.title} alone yet. Your progress begins with the first one."
WHAT_COUNTS = "Only your first game of each deal counts here, and only if you used no hints, what-ifs or undos."
MISTAKES = "Mistakes per game, with inaccuracies and blunders"
CLEAR_LOSSES = "Moves per game that gave away half a Complete or more, judged by margin"
MAX_COMPARED = 10
"""The maximum number of games per side in a comparison of the first reviewed games with the latest ones."""


def progress_lines(
    report: ProgressReport, now: datetime, *, sign: str = BLOCK, width: int = WIDTH, is_playing: bool = False
) -> list[str]:
    """Return all lines of a progress report. If `sign` is empty, there is no chart.

    `width` is the width of the chart. `is_playing` is true if computer players are playing the missing games.
    """
    return [
        *comparison_lines(report, is_playing=is_playing),
        *mistake_lines(report.reviewed, now, sign=sign, width=width),
        f"Exercises: {exercise_text(report.exercises, now)}",
    ]


# Compared with computer players
def comparison_lines(report: ProgressReport, *, is_playing: bool = False) -> list[str]:
    """Return the player's results for each hand size, with the levels' results on the same deals."""
    if not report.groups:
        return [f"{_none_counts(report.left_out)} {WHAT_COUNTS}" if report.left_out else NO_GAMES]
    lines = [line for group in report.groups for line in _group_lines(group)]
    if report.unplayed:
        lines.append(_unplayed_sentence(report.unplayed, is_playing=is_playing))
    if report.left_out:
        others = f"{counted(report.left_out, 'other game')} {'is' if report.left_out == 1 else 'are'} left out"
        lines.append(f"{WHAT_COUNTS} {capitalized(others)}.")
    return lines


def _none_counts(games: int) -> str:
    return "Your finished game doesn't count." if games == 1 else f"None of your {games} finished games counts."


def _unplayed_sentence(unplayed: Sequence[tuple[Level, int]], *, is_playing: bool) -> str:
    levels = capitalized(join_words(level for level, _ in unplayed))
    them = "it" if len(unplayed) == unplayed[0][1] == 1 else "them"
    deals = "some of these deals" if len(unplayed) > 1 else f"{unplayed[0][1]} of these deals"
    if is_playing:
        return f"{levels} {'are' if len(unplayed) > 1 else 'is'} still playing {deals}."
    have = "have" if len(unplayed) > 1 else "has"
    return f"{levels} still {have} to play {deals}. The Practice room plays {them} for you."


def _group_lines(group: GroupProgress) -> Iterator[str]:
    yield f"# Compared with computer players: hand size {group.hand_size}, {group.rules}"
    over = f"a game over {counted(group.games, 'game')}"
    yield f"You: {signed(round(group.margin, 1))} {over}, {_won(group.won, group.games)}."
    yield from filter(None, [group.grades])
    yield from (f"- {_level_text(level, group)}" for level in group.levels)


def _level_text(level: LevelProgress, group: GroupProgress) -> str:
    own = f"{signed(round(level.margin, 1))} a game, {_won(level.won, level.games)}"
    if level.games == group.games:
        return f"{level.level} on the same deals: {own}."
    yours = f"{signed(round(level.own_margin, 1))}, {_won(level.own_won, level.games)}"
    return f"{level.level} on {level.games} of these deals: {own}. You on these: {yours}."


def _won(won: int, games: int) -> str:
    return f"{(200 * won + games) // (2 * games)}% won"


# Mistakes over time
def mistake_lines(
    reviewed: Sequence[ReviewedGame], now: datetime, *, sign: str = BLOCK, width: int = WIDTH
) -> list[str]:
    """Return lines about the player's mistakes, in words and as a chart. If `sign` is empty, there is no chart."""
    if not reviewed:
        return [f"# {MISTAKES}", "You haven't reviewed a game yet. A review shows what each move gave away."]
    by_chance = [game for game in reviewed if game.clear_losses is None]
    by_margin = [game for game in reviewed if game.clear_losses is not None]
    groups = [(heading, games) for heading, games in ((MISTAKES, by_chance), (CLEAR_LOSSES, by_margin)) if games]
    return [
        line for heading, games in groups for line in (f"# {heading}", *_over_time(games, now, sign=sign, width=width))
    ]


def _over_time(reviewed: Sequence[ReviewedGame], now: datetime, *, sign: str, width: int) -> list[str]:
    judged = "win chance" if reviewed[0].clear_losses is None else "margin"
    lines = [mistakes_sentence(reviewed, judged)]
    if not sign or len(reviewed) == 1:
        return lines
    today = now.astimezone().date()
    days = list(
        dict.fromkeys(format_day(each.ended.astimezone().date(), today) for each in reviewed if is_known(each.ended))
    )
    span = f", {' to '.join(dict.fromkeys((days[0], days[-1])))}" if days else ""
    return [
        *lines,
        f"Each reviewed game{span}:",
        *columns([game.errors for game in reviewed], sign, width),
    ]


def mistakes_sentence(reviewed: Sequence[ReviewedGame], judged: str) -> str:
    """Return a sentence that compares the average number of mistakes in earlier and in recent games.

    `judged` is either `win chance` or `margin`. All these games were judged by that measure.
    """
    compared = min(MAX_COMPARED, len(reviewed) // 2)
    if compared < 2:
        if len(reviewed) == 1:
            return f"{_average(reviewed)} in the only game judged by {judged}."
        return f"On average {_average(reviewed)} in {len(reviewed)} games judged by {judged}."
    return (
        f"On average {_average(reviewed[-compared:])} in your last {compared} games judged by {judged}, "
        f"{_average(reviewed[:compared])} in your first {compared}."
    )


def _average(games: Sequence[ReviewedGame]) -> str:
    mean = fmean(game.errors for game in games)
    return f"{mean:.1f}".removesuffix(".0")


# Exercises
def exercise_text(exercises: ExerciseProgress, now: datetime) -> str:
    """Return text about due exercises: `3 due of 12.` or `5 exercises to start with; 13 more after them.`"""
    if not exercises.total:
        return "none yet: a review turns mistakes into exercises."
    held = f"; {exercises.holding} solved for good." if exercises.holding else "."
    if exercises.later:
        first = exercises.due - exercises.later
        return f"{counted(first, 'exercise')} to start with; {exercises.later} more after them{held}"
    if exercises.due:
        return f"{exercises.due} due of {exercises.total}{held}"
    if exercises.next_due is None:
        return f"all {exercises.total} solved for good."
    day = format_day(exercises.next_due.astimezone().date(), now.astimezone().date())
    return f"none due of {exercises.total}; the next is due on {day}{held}"
