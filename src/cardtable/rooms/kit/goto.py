"""The places of the program as values. The command line, the rooms and both front ends use them to name places to open.

Each front end has a navigator that opens these places. This module is imported before the lobby is shown, so it imports
nothing that takes time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from cardtable.rooms.kit.response import Goto

if TYPE_CHECKING:
    from cardtable.lessons.reading import Lesson
    from cardtable.practice.sources import ExerciseSource
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session

Company: TypeAlias = Literal["alone", "together"]
"""Whether a player wants to play alone or with other people."""

# Games


@dataclass(frozen=True, slots=True)
class ToTable(Goto):
    """Play this game and save it from now on."""

    session: Session


@dataclass(frozen=True, slots=True)
class ToGame(Goto):
    """Continue the saved game with this number. With `take_over`, take it over from another window."""

    number: int
    take_over: bool = False


@dataclass(frozen=True, slots=True)
class ToLostGame(Goto):
    """Close the table of a game that another window has taken over, and ask the player what to do."""

    number: int | None


@dataclass(frozen=True, slots=True)
class ToWatch(Goto):
    """Watch a game that is open in another window."""

    number: int


@dataclass(frozen=True, slots=True)
class ToReplay(Goto):
    """Watch this replay."""

    replay: Replay
    number: int | None = None
    """The number of the game if the game is saved."""


@dataclass(frozen=True, slots=True)
class ToSavedReplay(Goto):
    """Replay the saved game with this number."""

    number: int


@dataclass(frozen=True, slots=True)
class ToReview(Goto):
    """Review a finished game."""

    session: Session
    number: int | None = None
    """The number of the game if the game is saved."""
    person: int | None = None
    """The person whose moves are reviewed. If this is None and several people played, the player is asked whose."""


@dataclass(frozen=True, slots=True)
class ToSavedReview(Goto):
    """Review the saved game with this number, which is finished."""

    number: int


@dataclass(frozen=True, slots=True)
class ToWhatIf(Goto):
    """Continue from the position after the first `at` actions of a game, without saving."""

    session: Session
    at: int


@dataclass(frozen=True, slots=True)
class ToBranch(Goto):
    """Replace the replay of a game with a new game that branches off at one of its moves."""

    session: Session


@dataclass(frozen=True, slots=True)
class ToDaily(Goto):
    """Play the daily deal. If it is finished, show its result."""

    day: str = ""
    """The day of the deal, as the player typed it, `EARLIER` to choose one from a list, or "" for today."""


# Setting up


@dataclass(frozen=True, slots=True)
class ToSetUp(Goto):
    """Set up a game. If the player has already chosen to play alone or together, the set-up keeps that choice."""

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


EARLIER = "earlier"
"""The value of `ToDaily.day` that stands for the list of earlier days."""
LIST_OF_PARTS = "list"


@dataclass(frozen=True, slots=True)
class ToRules(Goto):
    """Read the rules of a game from the top or from a place: a ruling, a heading or the number of a part."""

    game_id: str
    place: str = ""
    """The place to read. In plain mode, both `LIST_OF_PARTS` and an empty string stand for the list of all parts."""


# Learning


@dataclass(frozen=True, slots=True)
class ToLearn(Goto):
    """Open the Learn room for one game or for all. A part, if given, is a lesson's number, `exercises` or `test`."""

    game_id: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class ToLesson(Goto):
    """Take a lesson at the step where the learner left off, or at `step` to look something up.

    If no lesson is named, open the learner's next lesson in this game.
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
    """Take a game's test or its endless exercises. If a code is given, the exercise with this code comes first."""

    game_id: str
    is_test: bool = False
    code: str = ""


# A class


@dataclass(frozen=True, slots=True)
class ToClass(Goto):
    """Open the guest's page of the class: the teacher's or a pupil's."""


@dataclass(frozen=True, slots=True)
class ToLookOver(Goto):
    """Look over a pupil's shoulder."""

    pupil: str
    """The pupil's id."""
    name: str


# Practice


@dataclass(frozen=True, slots=True)
class ToPractice(Goto):
    """Open the Practice room or one of its sections, such as `daily`, `mistakes` or a theme."""

    section: str = ""


@dataclass(frozen=True, slots=True)
class ToPracticeExercises(Goto):
    """Solve the exercises from a source that contains at least one."""

    source: ExerciseSource


@dataclass(frozen=True, slots=True)
class ToLevels(Goto):
    """Choose a level to play."""


@dataclass(frozen=True, slots=True)
class ToProgress(Goto):
    """See the player's progress."""
