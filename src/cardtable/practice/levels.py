"""Levels: one-player deals, each with a goal and up to three stars. They are in the game's `levels.toml`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, TypeVar

from pydantic import Field, ValidationError

from cardtable.engine.games.info import PRACTISED
from cardtable.engine.phrases import counted, join_words, times
from cardtable.formats.codec import options_text
from cardtable.formats.deal_line import Deal, parse_deal_line
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.lessons.bad_script import BadScript, fault
from cardtable.lessons.reading import validation_fault
from cardtable.lessons.script import Count, Phrase, Phrases, ScriptPart
from cardtable.lessons.tables import read_tables
from cardtable.practice.levels_file import FILE, levels_text
from cardtable.table.grades import MAX_STARS, is_graded
from cardtable.table.pars import is_graded_entry
from cardtable.table.session import Session

if TYPE_CHECKING:
    from cardtable.store.archive import Archive
    from cardtable.store.rows import GameEntry

OPEN_AT_A_TIME = 3
MEDIUM_GAMES = 20
"""The number of games used to measure the difficulty of a level."""
TIERS = ("Warm-up", "Steady", "Demanding", "Expert")
"""The names of the parts of the list, each with the same number of levels."""
LEVEL = "level 1 "
"""The prefix of the names under which stars are saved. The deal code follows the prefix."""
Margin = Annotated[int, Field(ge=1, le=24)]


class Goal(ScriptPart):
    """The conditions for the first star. Each condition is optional, and the game can add more."""

    margin: Margin = 1
    """The minimum margin."""
    hints: bool = True
    """Whether hints are allowed."""
    undos: bool = True
    """Whether undos are allowed."""

    def conditions(self) -> Iterator[tuple[str, Callable[[Session], bool]]]:
        """Yield each condition except the margin, in words, with a function that checks the condition."""
        if not self.hints:
            yield "use no hints", lambda session: session.hinted == 0
        if not self.undos:
            yield "undo nothing", lambda session: session.undone == 0

    @property
    def sentence(self) -> str:
        """The goal in words."""
        margin = "Win" if self.margin == 1 else f"Win by {self.margin} or more"
        return f"{join_words([margin, *(words for words, _ in self.conditions())])}."

    def progress(self, session: Session) -> Iterator[str]:
        """Yield the progress so far towards each condition with a number, such as `Jumps: 1 of 3.`"""
        yield from ()

    def missed(self, session: Session) -> list[str]:
        """Return, in words, the conditions that a finished game doesn't meet."""
        assert session.outcome is not None, "the game is over"
        wins = "win" if self.margin == 1 else f"win by {self.margin} or more"
        missed = [words for words, is_met in self.conditions() if not is_met(session)]
        return [*([] if session.outcome.margin >= self.margin else [wins]), *missed]


G = TypeVar("G", bound=Goal)


class WrittenLevel(ScriptPart, Generic[G]):
    """A level as written in the file."""

    theme: Phrase
    deal: Phrase
    """The deal line."""
    goal: G
    stars: Annotated[list[Margin], Field(min_length=MAX_STARS - 1, max_length=MAX_STARS - 1)]
    """The margins for two and for three stars. A game must also meet the goal."""
    medium: Count
    """The number of games, out of twenty, in which `medium` meets the goal."""
    hard: Count
    """The number of games, out of ten, in which `hard` meets the goal."""
    solution: Phrases
    """The moves of a game that earns three stars."""


class WrittenLevels(ScriptPart, Generic[G]):
    """The content of the file."""

    levels: Annotated[list[WrittenLevel[G]], Field(min_length=1, max_length=99)]


class PracticeLevel(NamedTuple):
    """A deal and a goal."""

    number: int
    theme: str
    deal: Deal
    goal: Goal
    steps: tuple[int, ...]
    """The minimum margins for one, two and three stars."""
    medium: int
    """The number of games, out of twenty, in which `medium` meets the goal."""
    hard: int
    """The number of games, out of ten, in which `hard` meets the goal."""
    solution: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name under which the level's stars are saved."""
        return f"{LEVEL}{self.deal.deal_code}"

    @property
    def tier(self) -> str:
        """The part of the list to which the level belongs."""
        return TIERS[(self.number - 1) * len(TIERS) // len(all_levels())]

    @property
    def difficulty(self) -> str:
        """A sentence about how often `medium` meets the goal."""
        return f"Medium reaches this goal in {self.medium} of {counted(MEDIUM_GAMES, 'game')}."

    @property
    def purpose(self) -> str:
        """The level with its goal and the conditions for more stars, as players see it at the table."""
        return f"Level {self.number}, {self.theme}: {self.goal.sentence} {self.stars_sentence}"

    @property
    def stars_sentence(self) -> str:
        """The conditions for the second and third stars, in words."""
        two, three = self.steps[1:]
        return f"Two stars: win by {two}. Three: win by {three}."

    def stars(self, session: Session) -> int:
        """Return the number of stars that a finished game earns."""
        assert session.outcome is not None, "the game is over"
        margin = session.outcome.margin
        return 0 if self.goal.missed(session) else sum(margin >= step for step in self.steps)

    def session(self, names: tuple[str, ...]) -> Session:
        """Return a new game of this level."""
        return Session(self.deal.game, self.deal.options, names, self.deal.deal_code)

    def solved(self) -> Session:
        """Return the recorded solution as a finished game."""
        session = self.session(player_names((), 1))
        for text in self.solution:
            session.act(session.game.parse(text))
        return session


@cache
def all_levels() -> tuple[PracticeLevel, ...]:
    """Return the levels that come with Cardtable."""
    return parse_levels(levels_text(), FILE)


def parse_levels(text: str, file: str) -> tuple[PracticeLevel, ...]:
    """Return the levels in TOML text. Raise BadScript with a sentence if the text is invalid."""
    model: Any = WrittenLevels
    goal = GAMES.part_of(PRACTISED.id, "practice.goals", "GOAL")
    try:
        written = model[goal].model_validate(read_tables(text)).levels
    except ValidationError as error:
        raise BadScript(validation_fault(file, error.errors(include_url=False)[0])) from None
    except ValueError as error:
        raise BadScript(fault(file, None, str(error))) from None
    levels = list[PracticeLevel]()
    for number, each in enumerate(written, 1):
        try:
            levels.append(_level(number, each, levels))
        except ValueError as error:
            raise BadScript(fault(file, None, f"level {number}: {error}")) from None
    return tuple(levels)


def _level(number: int, written: WrittenLevel[Goal], before: list[PracticeLevel]) -> PracticeLevel:
    deal, steps = parse_deal_line(written.deal), (written.goal.margin, *written.stars)
    if deal.game is not GAMES.practised or deal.seats != 1 or deal.computers:
        raise ValueError(f"the deal must be of {PRACTISED.title} for one player.")
    if list(steps) != sorted(steps):
        raise ValueError("more stars can't need a smaller margin.")
    if deal.deal_code in [each.deal.deal_code for each in before]:
        raise ValueError("another level has this deal code.")
    return PracticeLevel(
        number, written.theme, deal, written.goal, steps, written.medium, written.hard, tuple(written.solution)
    )


def level_of(session: Session) -> PracticeLevel | None:
    """Return the level that a game belongs to, or None. The deal and the options identify the level."""
    if session.game is not GAMES.practised or not is_graded(session) or not session.people:
        return None
    found = (each for each in all_levels() if each.deal.deal_code == session.deal_code)
    return next((each for each in found if each.deal.options == session.options), None)


# Progress


def load_stars(archive: Archive) -> dict[int, int]:
    """Return the saved stars by level number. Raise StorageError if the database can't be read."""
    found = archive.all_progress(LEVEL)
    return {each.number: _parse_stars(found.get(each.name)) for each in all_levels()}


def save_stars(archive: Archive, level: PracticeLevel, stars: int) -> None:
    """Save the stars if they are more than before. Raise StorageError if the database can't be written."""
    if stars > _parse_stars(archive.progress(level.name)):
        archive.save_progress(level.name, {"stars": stars})


def _parse_stars(value: Any) -> int:
    match value:
        case {"stars": int(stars)}:
            return max(0, min(stars, MAX_STARS))
        case _:
            return 0


def tries(entries: Iterable[GameEntry], level: PracticeLevel) -> str:
    """Return a sentence about the finished games of this level."""
    deal, options = str(level.deal.deal_code), options_text(level.deal.options)
    found = [
        each.outcome.margin
        for each in entries
        if each.outcome is not None
        and (each.kind, each.deal, each.options) == (PRACTISED.id, deal, options)
        and is_graded_entry(each)
        and not any(each.levels)
    ]
    if not found:
        return "Not tried yet."
    best = max(found)
    result = f"won by {best}" if best > 0 else f"lost by {-best}" if best else "a tie"
    return f"Tried {times(len(found))}{', best' if len(found) > 1 else ''}: {result}."


def level_after(level: PracticeLevel, stars: Mapping[int, int]) -> PracticeLevel:
    """Return the next level that has no star, or the next one if all have one. The first level follows the last."""
    others = [*all_levels()[level.number :], *all_levels()[: level.number - 1]]
    return next((each for each in others if not stars.get(each.number)), others[0])


def open_levels(stars: Mapping[int, int]) -> list[int]:
    """Return the numbers of the open levels. These are the levels with a star and the first three without one."""
    numbers = [each.number for each in all_levels()]
    following = [number for number in numbers if not stars.get(number)][:OPEN_AT_A_TIME]
    return [number for number in numbers if stars.get(number) or number in following]
