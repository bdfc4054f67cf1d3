"""The class that opens the places of the program as screens.

Each method imports what it needs, because the lobby is shown before anything else is imported.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cardtable.formats.strict_json import BadFile
from cardtable.games import GAMES
from cardtable.rooms.kit import goto
from cardtable.rooms.kit.response import Answer, Ask, AskText, Goto, Leave, Read, Response, Result, Say
from cardtable.table.request_error import RequestError
from cardtable.tui.screens.lobby import Lobby, LobbyFigures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from cardtable.practice.sources import ExerciseSource
    from cardtable.rooms.kit.records import Records
    from cardtable.store.rows import GameEntry
    from cardtable.table.replay import Replay
    from cardtable.table.session import Session
    from cardtable.tui.screens.app_screen import AppScreen
    from cardtable.tui.screens.lesson import LessonScreen
    from cardtable.tui.screens.table import TableScreen
    from cardtable.tui.styled_app import StyledApp


class Navigator:
    """An object that opens places, and carries out the responses that don't depend on the screen."""

    def __init__(self, app: StyledApp, records: Records) -> None:
        self._app = app
        self.records = records
        self._last_fault = ""
        """The last reason why the saved games couldn't be read, stored so that players see it only once."""
        self._last_table: TableScreen | None = None
        """The last table that was opened. None once the lobby has told the player that this game is saved."""

    def carry_out(self, response: Response | None) -> None:
        """Carry out a response."""
        match response:
            case Goto():
                self.open(response)
            case Leave(then):
                self._leave(then)
            case Say(text):
                self._notify(text)
            case Ask():
                self._ask(response)
            case Read():
                self._read(response)
            case AskText():
                self._ask_text(response)
            case _:
                pass

    def open(self, place: Goto, *, instead: bool = False) -> None:
        """Open a place, or tell the player why that's impossible.

        With `instead`, the place replaces the screen on top.
        """
        from cardtable.rooms.kit.tables import note_place

        note_place(self.records, place)
        try:
            self._open(place, instead=instead)
        except (RequestError, BadFile) as refusal:
            self._notify(str(refusal))

    def _open(self, place: Goto, *, instead: bool) -> None:  # noqa: C901, PLR0912  one line for each place
        match place:
            case goto.ToTable(session):
                self._show(self.table(session), instead=instead)
            case goto.ToGame(number, take_over):
                if instead:
                    self._app.pop_screen()
                self._resume(number, take_over=take_over)
            case goto.ToLostGame(number):
                self._app.input.call(partial(self._close_lost_table, number))  # once any closing dialog has finished
            case goto.ToWatch(number):
                self._watch(number)
            case goto.ToReplay(replay, number):
                self._replay(replay, number)
            case goto.ToSavedReplay() | goto.ToSavedReview():
                self._look_back(place)
            case goto.ToReview(session, number, person):
                self._review(session, number, person)
            case goto.ToWhatIf(session, at):
                self._what_if(session, at)
            case goto.ToBranch(session):
                self._play_on(session)
            case goto.ToDaily(day):
                self._play_daily(day)
            case goto.ToSetUp(game_id, company):
                self._set_up(game_id, company)
            case goto.ToWhichGame(company):
                self._choose_game(company)
            case goto.ToSavedGames():
                self._list_saved_games()
            case goto.ToStatistics(row):
                self._show_statistics(row)
            case goto.ToSettings():
                self._show_settings()
            case goto.ToRules(game_id, at):
                self._read_rules(game_id, at)
            case goto.ToLearn(game_id, part):
                self._learn(game_id, part)
            case goto.ToLesson(game_id, name, step):
                self._take_lesson(game_id, name, step, instead=instead)
            case goto.ToScript():
                self._take_script(place)
            case goto.ToExercises():
                self._answer_exercises(place, instead=instead)
            case goto.ToClass():
                self._open_class(instead=instead)
            case goto.ToLookOver(pupil, name):
                self._look_over(pupil, name)
            case goto.ToPractice(section):
                self._practise(section)
            case goto.ToPracticeExercises(source):
                self._solve(source)
            case goto.ToLevels():
                self._choose_level()
            case goto.ToProgress():
                self._show_progress()
            case _:
                raise AssertionError(f"no screen for {place}")

    def _show(self, screen: Screen[Any], *, instead: bool = False) -> None:
        if instead:
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def _leave(self, then: Goto | None) -> None:
        """Close the screen on top, or replace it with the place `then`."""
        if then is None:
            self._app.pop_screen()
        else:
            self.open(then, instead=True)

    def _ask(self, ask: Ask) -> None:
        from cardtable.tui.screens.dialogs import COPY, ChoiceDialog
        from cardtable.tui.screens.result import ResultDialog, fill
        from cardtable.tui.widgets.menu import Item

        is_result = isinstance(ask, Result)
        choices = {(*each.words, str(at))[0]: each for at, each in enumerate(ask.choices)}
        items = [
            Item(COPY if each.copies else name, each.label, key=each.key, detail=each.detail, is_inline=is_result)
            for name, each in choices.items()
        ]
        side_rooms = {name: self._look_up(each) for name, each in choices.items() if each.stays}
        share = next((each.copies for each in ask.choices if each.copies), "")

        def answered(answer: str | None) -> None:
            self.answer(ask.back() if answer is None else choices[answer].take())

        text, kind = ask.question, ChoiceDialog
        if is_result:
            first, *more = text.split("\n")
            width, height = self._app.size
            text, kind = "\n".join(fill([first], more, (), items, (width, height))), ResultDialog
        self._app.push_screen(kind(text, items, share, side_rooms), answered)

    def _look_up(self, choice: Answer) -> Callable[[], None]:
        return lambda: self.carry_out(choice.take())

    def _read(self, page: Read) -> None:
        from cardtable.tui.screens.reader import Reader

        self._app.push_screen(Reader(page.title, "\n".join(page.lines)))

    def _ask_text(self, ask: AskText) -> None:
        from cardtable.tui.screens.dialogs import TextDialog

        responses: list[Response | None] = []

        def check(text: str) -> str:
            try:
                responses.append(ask.take(text))
            except ValueError as error:
                return str(error)
            return ""

        def answered(text: str | None) -> None:
            if text is not None:
                self.answer(responses[-1])

        self._app.push_screen(TextDialog(ask.question, ask.text, check, ask.longest), answered)

    def answer(self, response: Response | None) -> None:
        """Carry out the response to a question, in the room on the screen or, without a room, directly."""
        from cardtable.tui.screens.room_screen import RoomScreen

        if isinstance(self._app.screen, RoomScreen):
            self._app.screen.answer(response)
        else:
            self.carry_out(response)

    # Saved games

    def close(self) -> None:
        """Close the records."""
        self.records.close()

    def list_in(self, lobby: Lobby) -> None:
        """List the games in progress in the lobby, unless a table covers the lobby."""
        if self._last_table in self._app.screen_stack:
            return
        lobby.room.refresh()
        offers = lobby.room.offers
        if offers.fault != self._last_fault:
            self._notify(offers.fault)
        self._last_fault = offers.fault
        self._show_notices()
        lobby.show_offers(offers, left=self._left(offers.in_progress))
        if offers.entries:
            lobby.call_after_refresh(self.show_figures, lobby, offers.entries)

    def _left(self, in_progress: list[GameEntry]) -> GameEntry | None:
        """Return the saved game whose table has just been closed, or None. The next call returns None."""
        if self.open_table is not None:
            return None
        table, self._last_table = self._last_table, None
        if table is None or table.room.fault:
            return None
        played = "" if table.room.table is None else table.room.table.code
        return next((each for each in in_progress if each.reference == (played or str(table.room.number))), None)

    def show_figures(self, lobby: Lobby, entries: Sequence[GameEntry]) -> None:
        """Add the player's records and the scores to the lobby once it is on the screen."""
        from cardtable.store.errors import StorageError
        from cardtable.table.daily import daily_history, today
        from cardtable.table.lobby_words import daily_text, record_text
        from cardtable.table.pars import Pars

        try:
            pars = Pars.load(self.records.saved_games.archive) if entries else Pars()
        except StorageError:  # the lobby says so
            pars = Pars()
        records = {info.id: record_text(entries, info, pars) for info in GAMES.infos()}
        scores = {entry.reference: self.records.scores.of(entry) for entry in lobby.shown_games}
        lobby.show_figures(LobbyFigures(records, daily_text(daily_history(entries, today())), scores))

    def table(self, session: Session) -> TableScreen:
        """Return a table screen for a session. The session is saved from now on."""
        from cardtable.rooms.table import TableRoom
        from cardtable.table.lazy_archive import Saver
        from cardtable.tui.screens.table import TableScreen

        is_saved = isinstance(session.journal, Saver)
        saver = session.journal if is_saved else self.records.saved_games.save(session)
        assert isinstance(saver, Saver), "a table's game is saved"
        self._show_notices()
        self._last_table = TableScreen(TableRoom(session, saver), self._app.signs, self._app.settings.speed)
        return self._last_table

    def _resume(self, number: int, *, take_over: bool = False) -> None:
        from cardtable.rooms.saved_games import resume

        response = resume(self.records, number, take_over=take_over)
        if isinstance(response, Say) and isinstance(lobby := self._app.screen, Lobby):
            self.list_in(lobby)  # the list may be older than what has happened to the game
        self.carry_out(response)

    def _watch(self, number: int) -> None:
        from cardtable.rooms.watch import WatchRoom
        from cardtable.tui.screens.watch import WatchScreen

        self._app.push_screen(WatchScreen(WatchRoom(self.records, number), self._app.signs))

    def _look_back(self, place: goto.ToSavedReplay | goto.ToSavedReview) -> None:
        from cardtable.rooms.saved_games import look_back

        self.carry_out(look_back(self.records, place))

    def _replay(self, replay: Replay, number: int | None) -> None:
        """Open a replay. If the review on the screen was opened from this replay, go back to the replay."""
        from cardtable.tui.screens.replay import ReplayScreen

        screen = ReplayScreen(replay, self._app.signs, self._app.settings.speed, number)
        if self._is_below(ReplayScreen):  # and its review is on the screen
            self._app.pop_screen()
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def _review(self, session: Session, number: int | None, person: int | None) -> None:
        """Open a review.

        If the replay on the screen was opened from this review, go back to the review.
        """
        from cardtable.rooms.review import ReviewRoom, ask_whose
        from cardtable.tui.screens.review import ReviewScreen

        if self._is_below(ReviewScreen):
            self._app.pop_screen()
            return
        if (ask := ask_whose(session, number, person)) is not None:
            self.carry_out(ask)
            return
        room = ReviewRoom.of_game(session, self.records.saved_games, number, person)
        signs, speed = self._app.signs, self._app.settings.speed
        self._app.push_screen(ReviewScreen(room, signs, speed))

    def _is_below(self, kind: type[AppScreen[None]]) -> bool:
        """Return whether a screen of this kind is directly below the screen on top."""
        return isinstance(self._app.screen_stack[-2], kind)

    def _what_if(self, session: Session, at: int) -> None:
        """Open a what-if line. If another what-if line is on the screen, the new line replaces it."""
        from cardtable.rooms.what_if import WhatIfRoom
        from cardtable.tui.screens.what_if import WhatIfScreen

        app = self._app
        screen = WhatIfScreen(WhatIfRoom(session, at), app.signs, app.settings.speed)
        self._show(screen, instead=isinstance(app.screen, WhatIfScreen))

    def _play_on(self, session: Session) -> None:
        """Close the replay and open a game that starts from its position, replacing any table below the replay."""
        from cardtable.tui.screens.dialogs import Dialog
        from cardtable.tui.screens.review import ReviewScreen

        if (table := self.open_table) is None:
            self._app.pop_screen()
            while isinstance(self._app.screen, Dialog | ReviewScreen):  # a dialog has the result of a daily deal
                self._app.pop_screen()
            self._app.push_screen(self.table(session))
        else:
            while self._app.screen is not table:
                self._app.pop_screen()
            self._app.switch_screen(self.table(session))

    def _play_daily(self, day: str) -> None:
        """Open the table for a day's daily deal. If that deal is finished, show its result."""
        from cardtable.rooms.daily import daily_deal

        self.carry_out(daily_deal(self.records, day))

    def _close_lost_table(self, number: int | None) -> None:
        """Close the table of a game that another window has taken over, together with every screen above the table."""
        from cardtable.rooms.saved_games import about_lost_game

        if (table := self.open_table) is not None:
            while self._app.screen is not table:
                self._app.pop_screen()
            self._app.pop_screen()
            self.carry_out(about_lost_game(self.records, number or table.room.number))

    @property
    def open_table(self) -> TableScreen | None:
        """The open table of a saved game, or None if no such table is open. Other screens may cover the table."""
        if self._last_table is None:
            return None
        from cardtable.tui.screens.table import TableScreen

        tables = (screen for screen in self._app.screen_stack if isinstance(screen, TableScreen))
        return next((table for table in tables if table.saves), None)

    def _list_saved_games(self) -> None:
        from cardtable.tui.screens.saved_games import GamesScreen

        self._app.push_screen(GamesScreen(self.records))

    def _show_statistics(self, row: str) -> None:
        """Open the list of statistics. If `row` is the id of a row in it, open that row's page on top."""
        from cardtable.tui.screens.statistics import StatisticsScreen

        screen = StatisticsScreen(self.records, self._app.signs)
        self._app.push_screen(screen)
        if row:
            self.carry_out(screen.page_of(row))

    def _show_settings(self) -> None:
        from cardtable.tui.screens.settings import SettingsScreen

        if not isinstance(self._app.screen, SettingsScreen):
            self._app.push_screen(SettingsScreen(self._app))

    def _show_notices(self) -> None:
        for notice in self.records.take_notices():
            self._app.notify(notice, timeout=20, markup=False)

    def _notify(self, text: str) -> None:
        if text:
            self._app.notify(text, markup=False)

    # Setting up

    def _set_up(self, game_id: str, company: Any) -> None:
        """Open a game's set-up form from the lobby, unless a table is open."""
        from cardtable.rooms.set_up import SetUpRoom
        from cardtable.tui.screens.set_up import SetUpScreen

        if game_id not in GAMES or self.open_table is not None:
            return
        while not isinstance(self._app.screen, Lobby):
            if isinstance(self._app.screen, SetUpScreen) and self._app.screen.game is GAMES[game_id]:
                return
            self._app.pop_screen()
        room = SetUpRoom(self.records.set_ups, GAMES[game_id], self._app.settings.names, company)
        self._app.push_screen(SetUpScreen(room))

    def _choose_game(self, company: Any) -> None:
        from cardtable.rooms.which_game import which_game

        self._ask(which_game(company))

    # Rules

    def _read_rules(self, game_id: str, place: str) -> None:
        from cardtable.rooms.rules import RulesRoom
        from cardtable.table.page_text import TO_ASCII
        from cardtable.tui.drawing.faces import ASCII
        from cardtable.tui.screens.reader import Reader

        if (game := GAMES.get(game_id)) is None:
            return
        room = RulesRoom(game, place)
        text = room.text.translate(TO_ASCII) if self._app.signs is ASCII else room.text
        self._app.push_screen(Reader(room.title, text, room.find))

    # Learning

    def _learn(self, game_id: str, part: str) -> None:
        from cardtable.rooms.learn import LearnRoom
        from cardtable.tui.screens.learn import LearnScreen

        screen = LearnScreen(LearnRoom(self.records.learned, game_id))
        self._app.push_screen(screen)
        if part:
            screen.attempt(lambda: screen.room.opens(part))

    def _take_lesson(self, game_id: str, name: str, step: int | None, *, instead: bool) -> None:
        name = name or self.records.learned.next_lesson(game_id).name
        self._show(self._lesson(game_id, name, step), instead=instead)

    def _lesson(self, game_id: str, name: str, step: int | None) -> LessonScreen:
        from cardtable.lessons.library import find_lesson
        from cardtable.rooms.lesson import LessonRoom
        from cardtable.tui.screens.lesson import LessonScreen

        entry = find_lesson(game_id, name)
        room = LessonRoom(entry.load(), entry=entry, learned=self.records.learned, step=step)
        return LessonScreen(room, self._app.signs, self._app.settings.speed)

    def _take_script(self, place: goto.ToScript) -> None:
        from cardtable.rooms.lesson import LessonRoom
        from cardtable.tui.screens.lesson import LessonScreen

        self._app.push_screen(LessonScreen(LessonRoom(place.lesson), self._app.signs, self._app.settings.speed))

    def _answer_exercises(self, place: goto.ToExercises, *, instead: bool) -> None:
        from cardtable.engine.chance import DealCode
        from cardtable.rooms.exercise import ExerciseRoom
        from cardtable.tui.screens.exercise import ExerciseScreen

        first = DealCode.parse(place.code) if place.code else None
        room = ExerciseRoom(GAMES[place.game_id], self.records.learned, is_test=place.is_test, code=first)
        screen = ExerciseScreen(room, self._app.signs, self._app.settings.speed)
        self._show(screen, instead=instead)

    # A class

    def _open_class(self, *, instead: bool) -> None:
        from cardtable.rooms.classroom import ClassRoom
        from cardtable.rooms.teacher import TeacherRoom
        from cardtable.tui.screens.classroom import ClassScreen
        from cardtable.tui.screens.teacher import TeacherScreen

        if (desk := self.records.desk) is None:
            return
        if desk.is_teacher:
            self._show(TeacherScreen(TeacherRoom(self.records), self._app.signs), instead=instead)
        else:
            self._show(ClassScreen(ClassRoom(self.records)), instead=instead)

    def _look_over(self, pupil: str, name: str) -> None:
        from cardtable.rooms.teacher import LookRoom
        from cardtable.tui.screens.teacher import LookScreen

        self._app.push_screen(LookScreen(LookRoom(self.records, pupil, name)))

    # Practice

    def _practise(self, section: str) -> None:
        """Open the Practice room and, if `section` names one of its places, open that place on top."""
        from cardtable.rooms.practice import PracticeRoom
        from cardtable.tui.screens.practice import PracticeScreen

        room = PracticeRoom(self.records, lambda: self._app.settings.names)
        self._app.push_screen(PracticeScreen(room, self._app.signs))
        if section not in ("", "play"):
            self.carry_out(room.open(section))

    def _solve(self, source: ExerciseSource) -> None:
        from cardtable.rooms.practice_exercise import PracticeExerciseRoom
        from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen

        room = PracticeExerciseRoom(source)
        self._app.push_screen(PracticeExerciseScreen(room, self._app.signs, self._app.settings.speed))

    def _choose_level(self) -> None:
        from cardtable.rooms.levels import LevelsRoom
        from cardtable.tui.screens.levels import LevelsScreen

        room = LevelsRoom(self.records, lambda: self._app.settings.names)
        self._app.push_screen(LevelsScreen(room, self._app.signs))

    def _show_progress(self) -> None:
        from cardtable.tui.screens.progress import ProgressScreen

        self._app.push_screen(ProgressScreen(self.records.saved_games, self._app.signs))
