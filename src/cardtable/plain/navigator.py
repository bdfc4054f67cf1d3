"""Navigation between the places of the program in plain mode. A place can open another one on top of itself.

Places take time to load, so each method imports what it needs.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cardtable.formats.strict_json import BadFile
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.room import Responder
from cardtable.rooms.kit import goto
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Goto, Response
from cardtable.rooms.kit.tables import note_place
from cardtable.rooms.saved_games import look_back, resume
from cardtable.table.lazy_archive import Saver
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.plain.ending import Advice
    from cardtable.rooms.kit.goto import Company
    from cardtable.table.session import Session


class PlainNavigator:
    """A navigator that opens places. Each place runs until the player leaves it."""

    def __init__(self, lines: Lines, records: Records, advice: Advice | None = None) -> None:
        """Prepare to open places. `advice` tells players how to continue a game, by default on the command line."""
        self.lines, self.records = lines, records
        self._advice = advice
        self._place: Goto | None = None
        """The place that the player has opened. It is None in the lobby."""

    def open(self, place: Goto) -> int:
        """Open a place, then each place that the player goes to next. Return the exit code.

        If a place can't be opened, tell the player why.
        """
        following: Goto | None = place
        before = self._place
        try:
            while following is not None:
                note_place(self.records, following)
                self._place = following
                following = self._open(following)
        except (RequestError, BadFile) as refusal:
            self.lines.say(str(refusal))
            return 1
        finally:
            self._place = before
            note_place(self.records, before)
        return 0

    def _open(self, place: Goto) -> Goto | None:
        """Open a place. Return the player's next place, or None if there is none."""
        match place:
            case goto.ToReplay() | goto.ToSavedReplay() | goto.ToReview() | goto.ToSavedReview():
                return self._look_back(place)
            case goto.ToLearn() | goto.ToLesson() | goto.ToScript() | goto.ToExercises():
                return self._learn(place)
            case goto.ToSetUp() | goto.ToWhichGame() | goto.ToSavedGames() | goto.ToSettings() | goto.ToRules():
                return self._open_off_lobby(place)
            case (
                goto.ToStatistics()
                | goto.ToClass()
                | goto.ToLookOver()
                | goto.ToPractice()
                | goto.ToLevels()
                | goto.ToProgress()
                | goto.ToPracticeExercises()
            ):
                return self._open_off_lobby(place)
            case _:
                return self._open_game(place)

    def _open_game(self, place: Goto) -> Goto | None:
        match place:
            case goto.ToTable(session) | goto.ToBranch(session):
                return self._play(session)
            case goto.ToGame(number, take_over):
                self._carry_out(resume(self.records, number, take_over=take_over))
            case goto.ToWatch(number):
                return self._watch(number)
            case goto.ToLostGame(number):
                from cardtable.rooms.saved_games import about_lost_game

                self._carry_out(about_lost_game(self.records, number))
            case goto.ToDaily(day):
                from cardtable.rooms.daily import daily_deal

                self._carry_out(daily_deal(self.records, day))
            case goto.ToWhatIf(session, at):
                from cardtable.plain.table import PlainTable
                from cardtable.rooms.what_if import WhatIfRoom

                return PlainTable(self, WhatIfRoom(session, at)).run()
            case _:
                raise AssertionError(f"no place in plain mode for {place}")
        return None

    def _look_back(self, place: goto.ToReplay | goto.ToSavedReplay | goto.ToReview | goto.ToSavedReview) -> Goto | None:
        match place:
            case goto.ToReplay(replay, number):
                from cardtable.plain.replay import PlainReplay

                return PlainReplay(self, replay, number).run()
            case goto.ToSavedReplay() | goto.ToSavedReview():
                self._carry_out(look_back(self.records, place))
            case goto.ToReview(session, number, person):
                from cardtable.plain.review import PlainReview
                from cardtable.rooms.review import ReviewRoom, ask_whose

                if (ask := ask_whose(session, number, person)) is not None:
                    self._carry_out(ask)
                    return None
                return PlainReview(self, ReviewRoom.of_game(session, self.records.saved_games, number, person)).run()
        return None

    def _open_off_lobby(self, place: Goto) -> Goto | None:
        match place:
            case goto.ToStatistics(row):
                from cardtable.rooms.statistics import StatisticsRoom

                room = StatisticsRoom(self.records)
                if row:
                    self._carry_out(room.read(row, ""))
                else:
                    self.lines.read_out(*room.overview())
            case goto.ToSetUp(game_id, company):
                return self._set_up(game_id, company)
            case goto.ToWhichGame(company):
                from cardtable.rooms.which_game import which_game

                self._carry_out(which_game(company))
            case goto.ToSavedGames():
                from cardtable.plain.saved_games import PlainSavedGames

                return PlainSavedGames(self).run()
            case goto.ToClass() | goto.ToLookOver():
                return self._open_class(place)
            case goto.ToPractice(section):
                from cardtable.plain.practice import PlainPractice

                return PlainPractice(self).run(section)
            case goto.ToLevels():
                from cardtable.plain.levels import PlainLevels

                return PlainLevels(self).run()
            case goto.ToProgress():
                return goto.ToPractice("progress")
            case goto.ToSettings():
                from cardtable.plain.settings import PlainSettings

                return PlainSettings(self).run()
            case goto.ToRules(game_id, at):
                self._read_rules(game_id, at)
            case goto.ToPracticeExercises(source):
                from cardtable.plain.practice_exercise import PlainPracticeExercises

                return PlainPracticeExercises(self, source).run()
        return None

    def _open_class(self, place: goto.ToClass | goto.ToLookOver) -> Goto | None:
        from cardtable.plain.classroom import PlainClass, PlainLook, PlainTeacher
        from cardtable.rooms.classroom import ClassRoom
        from cardtable.rooms.teacher import LookRoom, TeacherRoom

        if (desk := self.records.desk) is None:
            return None
        if isinstance(place, goto.ToLookOver):
            return PlainLook(self, LookRoom(self.records, place.pupil, place.name)).run()
        if desk.is_teacher:
            return PlainTeacher(self, TeacherRoom(self.records)).run()
        return PlainClass(self, ClassRoom(self.records)).run()

    def _carry_out(self, response: Response) -> None:
        with suppress(EndOfInput):  # the player may end the input instead of answering
            Responder(self).answer(response)

    def _watch(self, number: int) -> Goto | None:
        from cardtable.plain.watch import PlainWatch
        from cardtable.rooms.watch import WatchRoom

        with self.lines.signals:
            return PlainWatch(self, WatchRoom(self.records, number)).run()

    def _play(self, session: Session) -> Goto | None:
        """Play a game and save it from now on. Return the player's next place, or None if there is none."""
        from cardtable.plain.ending import ON_COMMAND_LINE
        from cardtable.plain.table import play

        if not isinstance(session.journal, Saver):
            self.records.saved_games.save(session)
        self.lines.say(*self.records.take_notices())
        return play(self, session, self._advice or ON_COMMAND_LINE)

    def _set_up(self, game_id: str, company: Company | None) -> Goto | None:
        """Ask how to set up a game. Return the table of the new game, or None if the player goes back."""
        from cardtable.games import GAMES
        from cardtable.plain.set_up import PlainSetUp
        from cardtable.rooms.set_up import SetUpRoom
        from cardtable.store.settings import load_settings

        names = load_settings().names
        room = SetUpRoom(self.records.set_ups, GAMES[game_id], names, company, is_heard=True)
        return PlainSetUp(self, room).run()

    def _learn(self, place: goto.ToLearn | goto.ToLesson | goto.ToScript | goto.ToExercises) -> Goto | None:
        from cardtable.games import GAMES
        from cardtable.plain.lesson import PlainLesson
        from cardtable.rooms.lesson import LessonRoom

        learned = self.records.learned
        match place:
            case goto.ToLesson(game_id, name, step):
                from cardtable.lessons.library import find_lesson

                entry = find_lesson(game_id, name) if name else learned.next_lesson(game_id)
                lesson = LessonRoom(entry.load(), entry=entry, learned=learned, step=step, is_heard=True)
                return PlainLesson(self, lesson).run()
            case goto.ToScript(script):
                return PlainLesson(self, LessonRoom(script, is_heard=True)).run()
            case goto.ToExercises(game_id, is_test, code):
                from cardtable.engine.chance import DealCode
                from cardtable.plain.exercise import PlainExercises
                from cardtable.rooms.exercise import ExerciseRoom

                first = DealCode.parse(code) if code else None
                room = ExerciseRoom(GAMES[game_id], learned, is_test=is_test, code=first)
                return PlainExercises(self, room).run()
            case goto.ToLearn(game_id, part):
                from cardtable.plain.learn import PlainLearn
                from cardtable.rooms.learn import LearnRoom

                return PlainLearn(self, LearnRoom(learned, game_id), part).run()

    def _read_rules(self, game_id: str, at: str) -> None:
        """Read out a ruling or a part of the rules. If neither is named, let the player choose."""
        from cardtable.games import GAMES
        from cardtable.plain.rules import PlainRules
        from cardtable.rooms.rules import RulesRoom

        if at not in ("", goto.LIST_OF_PARTS):
            self._carry_out(RulesRoom(GAMES[game_id]).read(at))
        else:
            PlainRules(self, GAMES[game_id]).run()
