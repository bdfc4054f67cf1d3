"""Progress in games for one player.

The report compares the player's results with computer players' results and shows the player's mistakes. Only the first
game of each deal counts, because the player knows the cards afterwards. Games with hints or undos don't count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING, Any

from cardtable.engine.games.info import PRACTISED
from cardtable.formats.computers import Computer, Level
from cardtable.formats.options import fields_of
from cardtable.formats.strict_json import BadFile, parse_json
from cardtable.games import GAMES
from cardtable.practice.baselines import (
    Baseline,
    BaselineQuestion,
    DealKey,
    NamedQuestion,
    load_baselines,
    name_of,
    par_questions,
    players_of,
    questions_of,
)
from cardtable.practice.saved_names import MISTAKE, REVIEW
from cardtable.store.clock import current_time
from cardtable.store.rows import GameEntry
from cardtable.table.pars import Pars
from cardtable.table.statistics import is_unaided, solo_games

if TYPE_CHECKING:
    from cardtable.store.archive import Archive

MAX_NEW = 5
"""The maximum number of new exercises that are offered at once (see `selection`)."""


@dataclass(frozen=True, slots=True)
class LevelProgress:
    """A computer player's results on some of the player's deals, and the player's own results on the same deals."""

    level: Level
    games: int
    """The number of deals that the computer player has played."""
    won: int
    margin: float
    """The computer player's mean margin."""
    own_won: int
    own_margin: float


@dataclass(frozen=True, slots=True)
class GroupProgress:
    """The player's games with the same options."""

    hand_size: int
    rules: str
    """The name of the preset, such as `Challenge`, or the differences from the first preset."""
    games: int
    won: int
    margin: float
    """The player's mean margin."""
    grades: str
    """A sentence about the grades."""
    levels: tuple[LevelProgress, ...]
    """The levels of computer players that have played any of the group's deals. The easiest level comes first."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """The mistakes in a game, taken from its saved review."""

    number: int
    ended: datetime
    inaccuracies: int
    mistakes: int
    blunders: int
    clear_losses: int | None = None
    """The number of moves that have no class but clearly lost margin, or None if all moves have win chances."""

    @property
    def errors(self) -> int:
        """The number of moves that are worth another try."""
        return self.inaccuracies + self.mistakes + self.blunders + (self.clear_losses or 0)


@dataclass(frozen=True, slots=True)
class ExerciseProgress:
    """The player's progress with exercises from their own mistakes."""

    total: int = 0
    due: int = 0
    new: int = 0
    """The number of exercises that are due for the first time."""
    holding: int = 0
    """The number of exercises that the player has solved often enough. Such exercises aren't repeated any more."""
    next_due: datetime | None = None
    """The time when the next exercise is due, or None if no exercise will be due."""

    @property
    def later(self) -> int:
        """The number of new exercises that will be offered later."""
        return max(0, self.new - MAX_NEW)


@dataclass(frozen=True, slots=True)
class ProgressReport:
    """The data for a progress report."""

    groups: tuple[GroupProgress, ...] = ()
    """The games, grouped by options. The smallest hand comes first."""
    left_out: int = 0
    """The number of games that don't count."""
    unplayed: tuple[tuple[Level, int], ...] = ()
    """How many of the player's deals each level hasn't played yet. Levels that have played them all are left out."""
    reviewed: tuple[ReviewedGame, ...] = ()
    """The reviewed games. The oldest comes first."""
    exercises: ExerciseProgress = ExerciseProgress()
    deals: tuple[DealKey, ...] = field(default=(), repr=False)
    """The deals that count. The latest comes first."""
    baselines: Mapping[str, Baseline] = field(default_factory=dict, repr=False)
    without_par: tuple[DealKey, ...] = field(default=(), repr=False)
    """The deals whose par isn't known yet."""

    def questions(self) -> list[BaselineQuestion]:
        """Return the requests for the deals that computer players haven't played yet."""
        return questions_of(GAMES.practised, self.deals, self.baselines)

    def all_questions(self) -> list[NamedQuestion]:
        """Return the requests for unknown pars, followed by the requests from `questions`."""
        return [*par_questions(GAMES.practised, self.without_par), *self.questions()]


def progress_report(archive: Archive, now: datetime | None = None) -> ProgressReport:
    """Return the progress report. Raise StorageError if the database can't be read."""
    entries = archive.entries()
    played = solo_games(entries, PRACTISED.id)
    counted, baselines = _first_games(played), load_baselines(archive)
    players = players_of(GAMES.practised)
    deals = tuple(map(_key, reversed(counted)))
    waiting = (
        (level, sum(name_of(key, computer) not in baselines for key in deals)) for level, computer in players.items()
    )
    by_options = groupby(sorted(counted, key=lambda entry: entry.options), key=lambda entry: entry.options)
    pars = Pars.load(archive)
    groups = (_group(list(games), players, baselines, pars) for _, games in by_options)
    return ProgressReport(
        groups=tuple(sorted(groups, key=lambda group: (group.hand_size, group.rules))),
        left_out=len(played) - len(counted),
        unplayed=tuple((level, number) for level, number in waiting if number),
        reviewed=tuple(reviewed_games(archive, played)),
        exercises=exercise_progress(archive, now or current_time()),
        deals=deals,
        baselines=baselines,
        without_par=tuple(map(_key, pars.unknown(reversed(counted)))),
    )


def _first_games(played: Sequence[GameEntry]) -> list[GameEntry]:
    """Return the first game of each deal, in the given order. Leave out games with help or with invalid options."""
    first: dict[DealKey, GameEntry] = {}
    for entry in played:
        first.setdefault(_key(entry), entry)
    return [entry for entry in first.values() if is_unaided(entry) and _hand_size(_options(entry.options))]


def _key(entry: GameEntry) -> DealKey:
    return DealKey(entry.deal, entry.options)


def _group(
    games: Sequence[GameEntry], players: Mapping[Level, Computer], known: Mapping[str, Baseline], pars: Pars
) -> GroupProgress:
    options = _options(games[0].options)
    results = {_key(entry): _own(entry) for entry in games}
    levels = (_level(level, computer, results, known) for level, computer in players.items())
    return GroupProgress(
        hand_size=_hand_size(options),
        rules=_rules(options),
        games=len(results),
        won=sum(result.is_won for result in results.values()),
        margin=fmean(result.margin for result in results.values()),
        grades=pars.tally(games),
        levels=tuple(level for level in levels if level is not None),
    )


def _own(entry: GameEntry) -> Baseline:
    assert entry.outcome is not None, "only finished games are counted"
    return Baseline(entry.outcome.margin, bool(entry.outcome.winners))


def _level(
    level: Level, computer: Computer, results: Mapping[DealKey, Baseline], known: Mapping[str, Baseline]
) -> LevelProgress | None:
    """Return the results of a level and the player on the same deals, or None if the level played none of them."""
    pairs = [(own, known[name]) for key, own in results.items() if (name := name_of(key, computer)) in known]
    if not pairs:
        return None
    return LevelProgress(
        level=level,
        games=len(pairs),
        won=sum(result.is_won for _, result in pairs),
        margin=fmean(result.margin for _, result in pairs),
        own_won=sum(own.is_won for own, _ in pairs),
        own_margin=fmean(own.margin for own, _ in pairs),
    )


# Options
def _options(text: str) -> Mapping[str, Any]:
    """Return the options in a row, or an empty mapping if the options are invalid."""
    try:
        found = parse_json(text, "archive")
    except BadFile:
        return {}
    return found if isinstance(found, dict) else {}


def _hand_size(options: Mapping[str, Any]) -> int:
    """Return the hand size, or 0 if the options are invalid."""
    size = options.get("hand_size")
    return size if type(size) is int and size in range(1, 10) else 0


def _rules(options: Mapping[str, Any]) -> str:
    """Return the name of the preset with these options, or the differences from the first preset if there is none."""
    game = GAMES.practised
    presets = [
        (preset.name, asdict(game.resolve_defaults(replace(preset.options, hand_size=options["hand_size"]), 1)))
        for preset in game.presets
    ]
    if name := next((name for name, resolved in presets if resolved == options), ""):
        return name
    standard = presets[0][1]
    different = (each for each in fields_of(game) if options.get(each.name) != standard[each.name])
    labels = ((each.title.lower(), each.label(options.get(each.name)).partition(":")[0]) for each in different)
    return ", ".join(f"{title} {label}" for title, label in labels)


# Reviews and exercises
def reviewed_games(archive: Archive, played: Sequence[GameEntry]) -> Iterator[ReviewedGame]:
    """Yield the mistakes in each of these games that has one player and a complete review."""
    saved = {name.removeprefix(REVIEW) for name in archive.progress_names(REVIEW)}
    if not saved:
        return
    from cardtable.practice.saved_reviews import load_summary

    for entry in played:
        summary = load_summary(archive, entry) if str(entry.id) in saved else None
        if summary is not None and summary.has_all_verdicts:
            verdicts = [move.verdict.value for move in summary.moves]
            inaccuracies, mistakes, blunders = map(verdicts.count, ("inaccuracy", "mistake", "blunder"))
            clear = None if summary.is_calibrated else sum(move.is_clear_loss for move in summary.moves)
            yield ReviewedGame(entry.id, entry.touched, inaccuracies, mistakes, blunders, clear)


def exercise_progress(archive: Archive, now: datetime) -> ExerciseProgress:
    """Return the player's progress with exercises. Raise StorageError if the database can't be read."""
    if not archive.progress_names(MISTAKE):
        return ExerciseProgress()
    from cardtable.practice.mistakes import load_mistakes

    repeated = [each.repetition for each in load_mistakes(archive)]
    going_on = [each for each in repeated if not each.holds]
    return ExerciseProgress(
        total=len(repeated),
        due=sum(each.is_due(now) for each in going_on),
        new=sum(each.is_due(now) and not each.is_answered for each in going_on),
        holding=len(repeated) - len(going_on),
        next_due=min((each.due for each in going_on), default=None),
    )
