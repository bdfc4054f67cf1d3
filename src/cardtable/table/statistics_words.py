"""Lines of text about statistics, for the screen, pipes and screen readers.

A line that starts with `# ` is a heading. A line that starts with four spaces is a row of a chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from statistics import median
from typing import NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, join_words, number_word
from cardtable.formats.computers import PROGRAM
from cardtable.formats.options import OptionField, describe_options, followed_preset
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.store.clock import is_known
from cardtable.store.rows import GameEntry
from cardtable.table.chart import BLOCK, bars, bin_sentences
from cardtable.table.daily import DailyHistory
from cardtable.table.daily_words import daily_summary, deal_words
from cardtable.table.medals import Medal, medals
from cardtable.table.pars import Pars
from cardtable.table.statistics import (
    GroupStatistics,
    PlayerTally,
    StatsCategory,
    by_category,
    by_levels,
    by_option,
    category_of,
    finished,
    is_unaided,
    varying_options,
)

NOTHING_FINISHED = "You haven't finished a game yet. Finished games are counted here."
WHY_SEPARATE = (
    "Games 'with hints or undos' are left out of the other figures. In these games, you undid moves, took hints, tried "
    "what-ifs or continued another game. A slip that you undid at once makes no difference, unless it revealed a "
    "hidden card."
)
MAX_LABEL_WIDTH = 60


class PlayedCategory(NamedTuple):
    """A game with certain computer players, or with none, that has been finished at least once."""

    game: AnyGame
    title: str
    """The game's title and its computer players, such as `Clash, against medium`."""
    summary: str
    """A summary such as `12 played, 7 won; 3 more with hints or undos`."""


def opponents_text(game: AnyGame, levels: Sequence[str]) -> str:
    """Return text about a game's computer players, such as `against medium` or `with three hard players`."""
    if len(levels) == 1 and not game.together:
        return f"against {'a program' if levels[0] == PROGRAM else levels[0]}"
    groups = (_computers(level, len(tuple(same))) for level, same in groupby(levels))
    return f"{'with' if game.together else 'against'} {join_words(groups)}"


def _computers(level: str, number: int) -> str:
    if level == PROGRAM:
        return "a program" if number == 1 else f"{number_word(number)} programs"
    if number == 1:
        return f"{'an' if level[:1] in 'aeiou' else 'a'} {level} player"
    return f"{number_word(number)} {level} players"


def _summary(figures: GroupStatistics, game: AnyGame, levels: Sequence[str]) -> str:
    if figures.aided and not figures.played:
        won = f", {figures.aided_won} won" if levels or game.together else ""
        return f"{figures.aided} played with hints or undos{won}"
    text = f"{figures.played} played"
    if levels or not figures.tallies:
        text += f", {figures.won} won"
    return f"{text}; {figures.aided} more with hints or undos" if figures.aided else text


def overview(entries: Sequence[GameEntry], history: DailyHistory) -> list[str]:
    """Return a line for the daily deal and for each game ever finished. If there are none, return a message."""
    lines = [f"{played.title}: {played.summary}." for played in games_played(entries)]
    if not lines:
        return [NOTHING_FINISHED]
    return [f"Daily deal: {daily_summary(history)}.", *lines] if history.days else lines


def games_played(entries: Sequence[GameEntry]) -> list[PlayedCategory]:
    """Return the games that have been finished at least once, in the order of the lobby."""
    return [
        PlayedCategory(
            game,
            f"{game.title}, {opponents_text(game, levels)}" if levels else game.title,
            _summary(figures, game, levels),
        )
        for game in GAMES.values()
        for levels, figures in by_levels(entries, game.id).items()
    ]


# One game


def game_lines(
    entries: Sequence[GameEntry], game: AnyGame, pars: Pars | None = None, *, sign: str = BLOCK
) -> list[str]:
    """Return all statistics of one game. If `sign` is empty, sentences replace the charts."""
    categories = by_category(entries, game.id)
    if not categories:
        return [f"You haven't finished a game of {game.title} yet."]
    lines = [line for option in varying_options(entries, game.id) for line in _by_option(entries, game, option)]
    for category, figures in categories.items():
        own = (each for each in finished(entries, game.id) if category_of(each) == category and is_unaided(each))
        grades = (pars or Pars()).tally(own)
        lines += [f"# {_title(category)}", *_figure_lines(category, figures, grades), *_chart(figures, sign), ""]
    lines += _medals(entries, game)
    return [*lines, WHY_SEPARATE] if any(figures.aided for figures in categories.values()) else lines[:-1]


def _by_option(entries: Sequence[GameEntry], game: AnyGame, option: OptionField) -> Iterator[str]:
    yield f"# Alone, by {option.title.lower()}"
    for label, figures in by_option(entries, game.id, option).items():
        best = f"; best margin {figures.best_margin}" if figures.best else ""
        yield f"- {option.title} {label}: {_summary(figures, game, ())}{best}."
    yield ""


def _medals(entries: Sequence[GameEntry], game: AnyGame) -> Iterator[str]:
    if found := medals(entries, game):
        yield "# Medals"
        yield from (f"- {_medal(each)}." for each in found)
        yield ""


def _medal(medal: Medal) -> str:
    if medal.won is not None:
        return f"{medal.title}: won{_date(medal.won)}"
    return f"{medal.title}: {f'{medal.so_far} so far' if medal.so_far else 'not yet'}"


def _title(category: StatsCategory) -> str:
    """Return a heading such as `Alone: hand size 5`, or `Against medium: target 5`."""
    if category.seats == 1:
        who = "Alone"
    elif category.levels:
        people = category.seats - len(category.levels)
        computers = opponents_text(category.game, category.levels)
        who = f"{people} people {computers}" if people > 1 else computers.capitalize()
    else:
        who = f"{category.seats} players" if not category.has_one_player else f"{category.seats} seats, one player"
    options = ", ".join(_options(category))
    return f"{who}: {options or 'default options'}"


def _options(category: StatsCategory) -> Iterable[str]:
    """Return the name of the preset, if there is one, and each option that differs from the default or the preset."""
    from cardtable.formats.codec import load
    from cardtable.formats.strict_json import parse_json

    try:
        options = load(category.game.options, parse_json(category.options, "archive"), "archive", "options")
        described = describe_options(category.game, options, category.seats)
        preset = followed_preset(category.game, options, category.seats)
    except (ValueError, TypeError, KeyError):
        return ("options that can't be read",)
    own = () if preset is None else describe_options(category.game, preset.options, category.seats)
    rest = (f"{title.lower()} {safe_text(label, MAX_LABEL_WIDTH)}" for title, label in described)
    names = {f"{title.lower()} {label}" for title, label in own}
    return [*([preset.name] if preset is not None else []), *(each for each in rest if each not in names)]


def _figure_lines(category: StatsCategory, figures: GroupStatistics, grades: str) -> Iterator[str]:
    if figures.played:
        yield from _together(figures) if category.game.together else _against(figures)
        yield from _margins(figures)
        yield from filter(None, [grades])
    if figures.aided:
        won = f", {figures.aided_won} won" if category.game.together else ""
        yield f"With hints or undos: {figures.aided} played{won}."


def _together(figures: GroupStatistics) -> Iterator[str]:
    yield f"{figures.played} played, {figures.won} won ({_percent(figures.won, figures.played)})."
    yield f"Winning streak: {figures.streak} (best {figures.longest})."


def _against(figures: GroupStatistics) -> Iterator[str]:
    yield f"{figures.played} played."
    yield from (f"- {_tally_text(each)}" for each in figures.tallies)


def _tally_text(tally: PlayerTally) -> str:
    points = f"{counted(tally.points, 'point', none='0')}, {_mean([tally.points], tally.played)} a game"
    streak = f"winning streak {tally.streak} (best {tally.longest})"
    return f"{tally.name}: {tally.played} played, {tally.won} won, {streak}; {points}."


def _margins(figures: GroupStatistics) -> Iterator[str]:
    margins, lengths, best = figures.margins, figures.lengths, figures.best
    when = "" if best is None else f"{_date(best)}{deal_words(best)}"
    if len(margins) == 1:
        yield f"Margin {margins[0]}{when}, in {counted(lengths[0], 'move')}."
        return
    median_margin = _number(Fraction(median(map(Fraction, margins))))
    yield f"Margin: average {_mean(margins)}, median {median_margin}, range {min(margins)} to {max(margins)}."
    if best is not None:
        yield f"Best: {figures.best_margin}{when}."
    yield f"Length: average {_mean(lengths)} moves, range {min(lengths)} to {max(lengths)}."


def _chart(figures: GroupStatistics, sign: str) -> list[str]:
    if len(figures.margins) < 2:
        return []
    if not sign:
        return bin_sentences(figures.margins, "Games with margin")
    return ["Games by margin:", *bars(figures.margins, sign)]


# Numbers


def _date(entry: GameEntry) -> str:
    """Return the player's local date when the game ended, as in ` on 2026-11-20`, or an empty string."""
    if not is_known(entry.touched):
        return ""
    try:
        return f" on {entry.touched.astimezone().date().isoformat()}"
    except (OverflowError, OSError, ValueError):  # outside the range of local times
        return f" on {entry.touched.date().isoformat()}"


def _percent(part: int, whole: int) -> str:
    return f"{(200 * part + whole) // (2 * whole)}%"


def _mean(numbers: Sequence[int], of: int = 0) -> str:
    return _number(Fraction(sum(numbers), of or len(numbers)))


def _number(value: Fraction) -> str:
    """Return the number with one decimal place. If that decimal is 0, leave it out."""
    tenths = round(value * 10)
    sign = "-" if tenths < 0 else ""
    whole, tenth = divmod(abs(tenths), 10)
    return f"{sign}{whole}.{tenth}" if tenth else f"{sign}{whole}"
