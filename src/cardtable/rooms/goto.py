"""The places of the program as values: the command line, rooms and both front ends say with them what to open.

Each front end has a navigator that opens them.  This module is imported before the lobby is shown, so it imports
nothing that takes time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardtable.rooms.response import Goto

if TYPE_CHECKING:
    from cardtable.lessons.reading import Lesson
    from cardtable.practice.sources import ExerciseSource
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session

Company: TypeAlias = Literal["alone", "together"]
"""Whether a newcomer wants to play alone or with other people."""

# Games


@dataclass(frozen=True, slots=True)
class ToTable(Goto):
    """Play this game, which is saved from now on."""

    session: Session


@dataclass(frozen=True, slots=True)
class ToGame(Goto):
    """Continue the saved game with this number, taking it over if another window has it open."""

    number: int
    take_over: bool = False


@dataclass(frozen=True, slots=True)
class ToLostGame(Goto):
    """Close a table whose game another window has taken over, and ask the player what to do."""

    number: int | None


@dataclass(frozen=True, slots=True)
class ToWatch(Goto):
    """Watch a game that is open in another window."""

    number: int


@dataclass(frozen=True, slots=True)
class ToReplay(Goto):
    """Replay a game, given as a replay (with the game's number if it is saved) or as the number of a saved game."""

    game: Replay | int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ToReview(Goto):
    """Review a finished game, given as a session (with its number if it is saved) or as the number of a saved game."""

    game: Session | int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ToWhatIf(Goto):
    """Play on from the position after the first `at` actions of a game, without saving."""

    session: Session
    at: int


@dataclass(frozen=True, slots=True)
class ToBranch(Goto):
    """Play this new game, which starts at a move of a replayed game, instead of replaying that game."""

    session: Session


@dataclass(frozen=True, slots=True)
class ToDaily(Goto):
    """Play the daily deal or, if it is finished, see its result."""

    day: str = ""
    """The day whose deal is played, in the words that were typed, or an empty string for today."""


# Setting up


@dataclass(frozen=True, slots=True)
class ToSetUp(Goto):
    """Set up a game, to be played alone or together if the player has said which."""

    game_id: str
    company: Company | None = None


@dataclass(frozen=True, slots=True)
class ToWhichGame(Goto):
    """Choose a game to play alone or together."""

    company: Company


# Rooms off the lobby


@dataclass(frozen=True, slots=True)
class ToSavedGames(Goto):
    """List the saved games."""


@dataclass(frozen=True, slots=True)
class ToStatistics(Goto):
    """See the statistics of all games, or the page of one row."""

    row: str = ""
    """The id of a game, `daily`, or an empty string for all games."""


@dataclass(frozen=True, slots=True)
class ToSettings(Goto):
    """Change the settings."""


LIST_OF_PARTS = "list"


@dataclass(frozen=True, slots=True)
class ToRules(Goto):
    """Read the rules of a game, at the top or at a place: a ruling, a heading or the number of a part."""

    game_id: str
    place: str = ""
    """The place; in plain mode, `LIST_OF_PARTS` and an empty string stand for the list of all parts."""


# Learning


@dataclass(frozen=True, slots=True)
class ToLearn(Goto):
    """Open the Learn room, for one game if it is named, and at a part: a lesson's number, `exercises` or `test`."""

    game_id: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class ToLesson(Goto):
    """Take a lesson where the learner left off or, to look something up, at a given step.

    Without a name, it is the learner's next lesson of the game.
    """

    game_id: str
    name: str = ""
    step: int | None = None


@dataclass(frozen=True, slots=True)
class ToScript(Goto):
    """Take a lesson from the player's own file."""

    lesson: Lesson


@dataclass(frozen=True, slots=True)
class ToExercises(Goto):
    """Take a game's test, or its endless exercises, starting with the one that has this code."""

    game_id: str
    is_test: bool = False
    code: str = ""


# Practice


@dataclass(frozen=True, slots=True)
class ToPractice(Goto):
    """Open the Practice room or, if a section is named, that section, such as `daily`, `mistakes` or a theme."""

    section: str = ""


@dataclass(frozen=True, slots=True)
class ToPracticeExercises(Goto):
    """Solve the exercises of a source, which must have at least one."""

    source: ExerciseSource


@dataclass(frozen=True, slots=True)
class ToLevels(Goto):
    """Choose a level to play."""


@dataclass(frozen=True, slots=True)
class ToProgress(Goto):
    """See the player's progress."""
