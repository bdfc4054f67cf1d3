"""Rooms in several states, for the laws that hold in every room.  Each kind of room has a function here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from cardtable.classroom.draw import draw_tables
from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.lessons.exercises import exercise_of
from cardtable.practice.exercises import exercises_of
from cardtable.practice.judge import STAGES
from cardtable.practice.mistakes import save_mistakes
from cardtable.practice.saved_reviews import save_review
from cardtable.practice.sources import OneExercise, ThemeSource
from cardtable.rooms.classroom import ClassRoom
from cardtable.rooms.company import CompanyRoom
from cardtable.rooms.ending import EndingRoom
from cardtable.rooms.exercise import ExerciseRoom
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.keeping import KeepingRoom
from cardtable.rooms.kit.command import Room
from cardtable.rooms.kit.learning_room import LearningRoom
from cardtable.rooms.kit.offers import LobbyOffers
from cardtable.rooms.kit.practice_list import PracticeList
from cardtable.rooms.kit.public import PublicRoom
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.review_work import ReviewWork
from cardtable.rooms.kit.tables import note_place
from cardtable.rooms.kit.two_sides import TwoSides
from cardtable.rooms.learn import LearnRoom
from cardtable.rooms.lesson import LessonRoom
from cardtable.rooms.levels import LevelsRoom
from cardtable.rooms.lobby import LobbyRoom
from cardtable.rooms.practice import PracticeRoom
from cardtable.rooms.practice_exercise import PracticeExerciseRoom
from cardtable.rooms.replay import ReplayRoom
from cardtable.rooms.review import ReviewRoom
from cardtable.rooms.rules import RulesRoom
from cardtable.rooms.saved_games import SavedGamesRoom
from cardtable.rooms.set_up import SetUpRoom
from cardtable.rooms.settings import SettingsRoom
from cardtable.rooms.statistics import StatisticsRoom
from cardtable.rooms.table import TableRoom
from cardtable.rooms.teacher import LookRoom, TeacherRoom
from cardtable.rooms.watch import WatchRoom
from cardtable.rooms.what_if import WhatIfRoom
from cardtable.store.here import Here
from cardtable.store.settings import Settings
from cardtable.table.lazy_archive import SavedGame
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, host, join
from tests.classroom.classes import enrol
from tests.games.exit_stage_right_positions import stage, state
from tests.lessons.scripts import lesson
from tests.plain.lessons import STEPS
from tests.practice.plausible_reviews import review_of
from tests.table.entries import row
from tests.table.shared_tables import table_in
from tests.table.sittings import played, sit, sit_at
from tests.tui.table.computer_players import MEDIUM


def refusal(room: Room, command_id: str, rest: str = "") -> str:
    """Return the sentence with which a command is refused."""
    with pytest.raises(ValueError, match=r"\.$") as refused:
        room.do(command_id, rest)
    return str(refused.value)


OPENED: list[Records] = []
"""The records of the examples, which a fixture closes after each test."""


def records() -> Records:
    """Return the records of a player."""
    OPENED.append(Records())
    return OPENED[-1]


def replays() -> Iterator[Room]:
    """Yield replays at the start, in the middle and at the end."""
    for session in (
        played(SHIPPED["tradewinds"]),
        played(SHIPPED["clash"], most=15),
        played(SHIPPED["exit-stage-right"], seats=1),
        played(SHIPPED["tradewinds"], persons=(0, 0, 0, 0)),
    ):
        for at in (0, 5, len(session.actions)):
            room = ReplayRoom(Replay(session))
            room.replay.go(at)
            yield room


def statistics() -> Iterator[Room]:
    """Yield the statistics of a player without saved games."""
    yield StatisticsRoom(records())


def rules() -> Iterator[Room]:
    """Yield the rules of a game."""
    yield RulesRoom(SHIPPED["clash"], "CL-4")


def settings() -> Iterator[Room]:
    """Yield the settings, which aren't saved."""
    yield SettingsRoom(Settings, lambda **fields: None)


def reviews() -> Iterator[ReviewRoom]:
    """Yield a complete review at its summary, at each kind of move and on a small screen, and one that has begun."""
    session = played(SHIPPED["exit-stage-right"], seats=1)
    review = review_of(session, stage=len(STAGES))
    store = records().saved_games
    number = store.add_game(session)
    save_review(store.archive, number, review)
    first = next(at for at, move in enumerate(review.moves) if move.is_lesson)
    for at, shows_better, hidden in ((None, False, ""), (first, False, "table"), (first, True, "text"), (0, False, "")):
        room = ReviewRoom(ReviewWork(session, SavedGame(store, number)))
        room.at, room.shows_better, room.hidden = at, shows_better, hidden
        room.told.update([first] if shows_better else [])
        yield room
    yield ReviewRoom(ReviewWork(session, None))


def practice() -> Iterator[PracticeRoom]:
    """Yield the Practice room of a newcomer with each kind of row under the cursor, and of a player with a mistake."""
    for selected in ("challenge", "by-the-book", "mistakes"):
        room = PracticeRoom(records(), tuple)
        room.selected = selected
        yield room
    store = records().saved_games
    session = played(SHIPPED["exit-stage-right"], seats=1)
    save_mistakes(store.archive, store.add_game(session), session, review_of(session, stage=len(STAGES)))
    yield PracticeRoom(OPENED[-1], tuple)


def levels() -> Iterator[LevelsRoom]:
    """Yield the levels of a newcomer, without a cursor and with the cursor on an open level and on a closed one."""
    for selected in (None, 1, 9):
        room = LevelsRoom(records(), tuple)
        room.selected = selected
        yield room


def lobbies() -> Iterator[Room]:
    """Yield the lobby of a newcomer and that of a player with saved games, and of a pupil."""
    for cursor in (None, "", "clash"):
        room = LobbyRoom(records(), cursor)
        room.offers = LobbyOffers(is_newcomer=True)
        yield room
        room = LobbyRoom(records(), cursor)
        room.offers = LobbyOffers([replace(row(1, 3), outcome=None)], here=[Here("Ben", "learning")])
        yield room
    yield LobbyRoom(class_of("ann")["ann"])


def set_ups() -> Iterator[Room]:
    """Yield a set-up form, on whose rows letters are commands or are typed, and one that asks questions."""
    for is_typing in (False, True):
        room = SetUpRoom(records().set_ups, SHIPPED["clash"], ())
        room.is_typing = is_typing
        yield room
    yield SetUpRoom(records().set_ups, SHIPPED["clash"], (), is_heard=True)


def saved_games() -> Iterator[Room]:
    """Yield the saved games, with a cursor on one in progress and on a finished one."""
    for cursor in ("1", "2"):
        room = SavedGamesRoom(records())
        room.offers = LobbyOffers([replace(row(1, 3), outcome=None), row(2, 4)])
        room.cursor = cursor
        yield room


def practice_exercises() -> Iterator[PracticeExerciseRoom]:
    """Yield an exercise that is open, answered wrong, shown, hidden on a small screen, and being looked for."""
    session = played(SHIPPED["exit-stage-right"], seats=1)
    exercise = exercises_of(session, review_of(session, stage=len(STAGES)))[0]
    for hidden, action in (
        ("text", ""),
        ("table", ""),
        ("", exercise.played),
        ("", exercise.decided.best.action),
        ("", "show"),
    ):
        room = PracticeExerciseRoom(OneExercise(exercise, is_known=False))
        room.begin()
        room.hidden = hidden
        if action == "show":
            room.show_best()
        elif action:
            room.give(session.game.parse(action))
        yield room
    room = PracticeExerciseRoom(ThemeSource("jumps"))
    room.begin()
    yield room


class Unsaved:
    """A journal of a game that is only pretended to be saved."""

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        """Save nothing."""

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        """Save nothing."""

    def before_hint(self, session: Session, hinted: int) -> None:
        """Save nothing."""


def public_views() -> Iterator[Room]:
    """Yield tables as everybody sees them."""
    yield PublicRoom(sit(SHIPPED["clash"], 2))


def tables() -> Iterator[TableRoom]:
    """Yield tables before the first move, in the middle, at the end and after an undo, alone, together and watched.

    In one of them players place pieces, and in another the result is known.
    """
    for session in (
        placing_houses(),
        settled(),
        sit(SHIPPED["exit-stage-right"], 1),
        played(SHIPPED["clash"], most=15),
        played(SHIPPED["exit-stage-right"], seats=1),
        played(SHIPPED["tradewinds"], most=15, persons=(0, 0, 0, 0)),
    ):
        session.journal = Unsaved()
        room = TableRoom(session, None)
        room.start_turn()
        yield room
    alone = next(tables_alone())
    alone.act(alone.seen.legal[0])
    yield alone
    alone = next(tables_alone())
    alone.act(alone.seen.legal[0])
    alone.session.undo()
    alone.is_verbose = alone.is_looking = True
    yield alone
    watched = TableRoom(sit(SHIPPED["clash"], 2, computers=(MEDIUM, MEDIUM)), None)
    watched.is_computer_playing = lambda: True
    yield watched
    yield abandoned()
    yield asked()


def asked() -> TableRoom:
    """Return a shared table where the other player would like to undo a move."""
    mine, others = records(), records()
    session = host(mine.saved_games, sit(SHIPPED["clash"], 2, first=2))
    joined = join(others.saved_games, table_in(session).code, Person("Bob"))
    room, other = (TableRoom(each, table_in(each)) for each in (session, joined))
    while other.session.is_turn_here:
        other.act(other.session.look(1).legal[0])
    other.do("undo")
    room.look_for_news()
    while room.is_behind:
        room.follow()
    room.start_turn()
    return room


def abandoned() -> TableRoom:
    """Return a shared table where the person whose turn it is has left."""
    mine, other = records(), Records()
    session = host(mine.saved_games, sit(SHIPPED["clash"], 2, first=2))
    table = table_in(session)
    join(other.saved_games, table.code, Person("Bob"))
    other.close()
    room = TableRoom(session, table)
    room.look_for_news()
    room.start_turn()
    return room


def placing_houses() -> Session:
    """Return a game in which houses are being placed."""
    return played(SHIPPED["wind-city"], most=1, persons=(0, 0))


def settled() -> Session:
    """Return a game whose result no move can change."""
    return sit_at(SHIPPED["exit-stage-right"], state(stage(), "R G B H", complete_deck=""))


def tables_alone() -> Iterator[TableRoom]:
    """Yield a new table that isn't saved."""
    room = TableRoom(sit(SHIPPED["exit-stage-right"], 1), None)
    room.start_turn()
    yield room


def lines() -> Iterator[Room]:
    """Yield what-if lines in the middle of a game and after its end, new, undone and played to the end."""
    for session in (
        played(SHIPPED["exit-stage-right"], seats=1, most=5),
        played(SHIPPED["tradewinds"], persons=(0, 0, 0, 0)),
    ):
        session.journal = Unsaved()
        for moves in (0, 3, 99):
            room = WhatIfRoom(session, 3)
            room.start_turn()
            for _ in range(moves):
                if not room.is_over:
                    room.act(room.session.look(room.session.turn).legal[0])
            room.start_turn()
            yield room
            room = WhatIfRoom(session, 3)
            room.start_turn()
            room.act(room.seen.legal[0])
            room.session.undo()
            room.is_verbose = room.is_looking = True
            yield room
    for session in (placing_houses(), settled()):
        session.journal = Unsaved()
        room = WhatIfRoom(session, len(session.actions))
        room.start_turn()
        yield room
    watched = WhatIfRoom(session, 0)
    watched.session = sit(SHIPPED["clash"], 2, computers=(MEDIUM, MEDIUM))
    watched.is_computer_playing = lambda: True
    yield watched


def watched() -> Iterator[Room]:
    """Yield a game that is open in another window, and the same game once that window has closed it."""
    other = Records()
    OPENED.append(other)
    saver = other.saved_games.save(sit(SHIPPED["clash"], 2))
    yield WatchRoom(records(), saver.number or 0)
    saver.release()
    yield WatchRoom(records(), saver.number or 0)


def hand_overs() -> Iterator[Room]:
    """Yield tables that wait for the next player, or for the only person."""
    for session in (played(SHIPPED["clash"], most=15), played(SHIPPED["exit-stage-right"], seats=1, most=3)):
        for is_animated in (False, True):
            room = HandOverRoom(TableRoom(session, None))
            room.is_animated = is_animated
            room.has_more = lambda: True
            yield room


def lessons() -> Iterator[Room]:
    """Yield each kind of step, as it is and once it is answered, with the table hidden or the text."""
    script = lesson(*STEPS)
    steps = [(step, "", is_answered) for step, is_answered in product(range(len(STEPS)), (False, True))]
    for step, hidden, is_answered in (*steps, (0, "text", False), (len(STEPS) - 1, "table", False)):
        room = LessonRoom(script, step=step)
        room.hidden = hidden
        if is_answered and room.can("show-me"):
            room.do("show-me")
        yield room


def exercises() -> Iterator[Room]:
    """Yield exercises and a test, before and after an answer."""
    codes = map(DealCode, range(99))
    code = next(code for code in codes if not exercise_of("exit-stage-right", code.key()).choices)
    for is_test, is_answered in product((False, True), (False, True)):
        room = ExerciseRoom(SHIPPED["exit-stage-right"], records().learned, is_test=is_test, code=code)
        if is_answered:
            room.give(room.exercise.best_actions[0])
        yield room
    for side in ("table", "text"):
        room = ExerciseRoom(SHIPPED["exit-stage-right"], records().learned, code=code)
        room.hidden = side
        yield room


def learn_rooms() -> Iterator[Room]:
    """Yield the list of games and that of a game's lessons."""
    for game_id in ("", "clash"):
        yield LearnRoom(records().learned, game_id)


def class_of(*pupils: str) -> dict[str, Records]:
    """Return the records of a teacher and of pupils who are here."""
    found = enrol(*pupils)
    OPENED.extend(found.values())
    for each in pupils:
        note_place(found[each])
    return found


def classes() -> Iterator[Room]:
    """Yield the page of a new pupil, and that of a pupil whose teacher has opened tables."""
    found = class_of("ann")
    yield ClassRoom(found["ann"])
    draw_tables(found["ann"].tables, SHIPPED["clash"], 2, {"ann": "ann"})
    yield ClassRoom(found["ann"])


def teachers() -> Iterator[Room]:
    """Yield the page of a teacher without pupils, and with one who is at a table."""
    yield TeacherRoom(class_of()["teacher"])
    found = class_of("ann")
    draw_tables(found["ann"].tables, SHIPPED["clash"], 2, {"ann": "ann"})
    yield TeacherRoom(found["teacher"])


def looks() -> Iterator[Room]:
    """Yield a look over the shoulder of a pupil."""
    yield LookRoom(class_of("ann")["teacher"], "ann", "ann")


EXAMPLES: dict[type[Room], Callable[[], Iterator[Room]]] = {
    ExerciseRoom: exercises,
    LearnRoom: learn_rooms,
    LessonRoom: lessons,
    LevelsRoom: levels,
    PracticeExerciseRoom: practice_exercises,
    PracticeRoom: practice,
    ReplayRoom: replays,
    ReviewRoom: reviews,
    RulesRoom: rules,
    LobbyRoom: lobbies,
    SetUpRoom: set_ups,
    SavedGamesRoom: saved_games,
    SettingsRoom: settings,
    StatisticsRoom: statistics,
    PublicRoom: public_views,
    TableRoom: tables,
    WhatIfRoom: lines,
    HandOverRoom: hand_overs,
    WatchRoom: watched,
    ClassRoom: classes,
    TeacherRoom: teachers,
    LookRoom: looks,
}
"""The examples of each kind of room; a kind that is missing here fails a test."""
ARGUMENTS = {
    "FILE": "",
    "CODE": "K7QF-2M9X",
    "COMMAND KEY": "undo f5",
    "GAME": "clash",
    "GAME NUMBER": "clash 4",
    "MOVE": "1",
    "NUMBER": "1",
    "NUMBER FILE": "1",
    "PUPIL": "ann",
    "TEXT": "Well done",
}
"""A text for what a command takes; without one, the command is given alone."""
COUNTS = {
    ExerciseRoom: 6,
    LearnRoom: 2,
    LessonRoom: 16,
    LevelsRoom: 3,
    PracticeExerciseRoom: 6,
    PracticeRoom: 4,
    ReplayRoom: 12,
    ReviewRoom: 5,
    RulesRoom: 1,
    LobbyRoom: 7,
    SetUpRoom: 3,
    SavedGamesRoom: 2,
    SettingsRoom: 1,
    StatisticsRoom: 1,
    PublicRoom: 1,
    TableRoom: 11,
    WhatIfRoom: 15,
    HandOverRoom: 4,
    WatchRoom: 2,
    ClassRoom: 2,
    TeacherRoom: 2,
    LookRoom: 1,
}
"""The number of examples of each kind, so that collecting the tests makes none."""
BASES = {CompanyRoom, EndingRoom, KeepingRoom, LearningRoom, PracticeList, TwoSides}
"""Rooms that are only the base of others."""
