"""The table: a session on its board, and the hand of the player at the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from textual import events, on
from textual.binding import BindingType

from cardtable.engine.game import IllegalAction, Seat
from cardtable.formats.deal_line import COMMA, DOT
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.kit.goto import ToLostGame
from cardtable.rooms.kit.grading import PATIENCE, WORKING_OUT
from cardtable.rooms.kit.keys import unknown_key
from cardtable.rooms.kit.response import Help, Leave, OwnWay, Response, Say, ShowLog, Way
from cardtable.rooms.kit.turns import (
    RETRY_SECONDS,
    Act,
    AskEverybody,
    Follow,
    HandOver,
    Over,
    Played,
    Saved,
    ShowHints,
    Undone,
    Unplayed,
    YourTurn,
)
from cardtable.rooms.rules import cited_ruling
from cardtable.rooms.saved_games import about_file
from cardtable.rooms.table import TableRoom
from cardtable.table.command_lines import deal_sentence, deal_text
from cardtable.table.first_turns import goal_of
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import PLAY_REST
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import wrap
from cardtable.tui.drawing.faces import ASCII, CardSet
from cardtable.tui.screens.board_screen import PlayScreen
from cardtable.tui.screens.computers import ComputersAtTable
from cardtable.tui.screens.dialogs import LOW_HEIGHT, ActionDialog
from cardtable.tui.screens.hand_over import Curtain, PublicMoment
from cardtable.tui.screens.hints import HintDialog
from cardtable.tui.screens.log import open_log
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.screens.ruling import ask_about_ruling
from cardtable.tui.thinking import Asker

TAKEOVER_POLL_SECONDS = 2.0
"""The number of seconds between two checks for a takeover by another window."""
PRESENCE_POLL_SECONDS = 1.0
"""The number of seconds between two checks of who is at a shared table, while the person here has the turn."""
NEWS_SECONDS = 5.0
"""How long a message, or news about the people at a shared table, stays on the screen, in seconds."""
POLL_SECONDS = 0.1
"""The number of seconds between two checks for par after the end of the game."""


class TableScreen(RoomScreen[None], PlayScreen):
    """A table on which a session is played, with a curtain between the players' turns."""

    room: TableRoom
    saves = True
    """Whether the session is a saved game."""
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TableRoom.commands)

    def __init__(self, room: TableRoom, signs: CardSet, speed: str) -> None:
        PlayScreen.__init__(self, room.session.game.id, signs, speed)
        self.room, self.session = room, room.session
        self.board.table, self.board.gives_tips = room, True
        self.board.may_be_hurried = lambda: self.computers.may_be_hurried
        self._has_shown_result = self._is_told = False
        self._seconds_for_par = PATIENCE
        self.computers = ComputersAtTable(self, room, self.act, self.follow)
        room.is_computer_playing = lambda: self.computers.can_go_on
        room.is_paused = lambda: self.computers.is_paused
        self._asker = Asker(self, self.computers.thinker)

    @property
    def viewer(self) -> Seat | None:
        """The seat that sees its hand on the screen, or None in the public view."""
        return self.room.viewer

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        return (*super(RoomScreen, self).key_help, *super().key_help)

    def on_mount(self) -> None:
        self.call_after_refresh(self.report_saving)
        self.set_interval(TAKEOVER_POLL_SECONDS, self.check_takeover)
        self.set_interval(PRESENCE_POLL_SECONDS, self._show_presence)
        self.board.focus()
        self._name_keys()
        self.computers.begin()
        is_new = len(self.session.actions) == self.session.inherited_actions
        self._go_on()
        if is_new and not self.room.keyboard.must_change_hands:
            self.board.introduction = self.computers.introduction
            self._introduce_daily()

    def _introduce_daily(self) -> None:
        """Say what is special about a daily deal, and give its par as soon as the par is known."""
        if not (text := self.room.introduction) or self.session.actions:
            return
        self.board.introduction, self.board.aim, self.board.progress = text, self.room.aim, self.room.progress
        self.room.take_news_of_par()  # the aim tells it
        self.board.redraw()
        if self.room.grading.is_awaited:
            self.set_timer(POLL_SECONDS, self._introduce_daily)

    def on_unmount(self) -> None:
        self.computers.close()
        self.room.close()

    # Commands

    def on_key(self, event: events.Key) -> None:
        """Tell the player that a key has no command. If its command is refused, the base class gives the reason."""
        if event.character is not None and event.is_printable and event.key not in self.active_bindings:
            self.say(unknown_key(event.character))

    def rest_for(self, command_id: str) -> str:
        """Return the rules section about the chosen move. After a refusal, return the cited ruling. May be empty."""
        if command_id != "rules":
            return ""
        seen, choice = self.board.seen, self.board.choice
        is_refused = self.board.notice or (choice is not None and not self.board.is_legal)
        if is_refused and (ruling := self._cited_ruling):
            return ruling
        if seen is None or choice is None or not seen.legal:
            return ""
        return seen.game.rules_section(seen.state, choice.action)

    def answer(self, response: Response | None) -> None:
        match response:
            case Played():
                self._show_played(response)
            case Undone():
                self._show_undone(response)
            case Follow():
                self._after_animation()
            case Unplayed():
                self._show_unplayed(response)
            case AskEverybody():
                self.board.show(self.session.look(None))
                super().answer(response)
            case ShowHints():
                self._show_hints(response)
            case ShowLog():
                open_log(self, self.room)
            case Saved(name):
                self.say(about_file(name))
            case Help():
                self._help()
            case OwnWay(way) if way in self._own_ways:
                self._own_ways[way]()
            case _:
                if isinstance(response, Leave):
                    self.computers.stop()
                super().answer(response)

    @property
    def _own_ways(self) -> dict[Way, Callable[[], object]]:
        """What the app does in its own way."""
        return {
            "type": lambda: self.app.push_screen(ActionDialog(self.room.seen), self._typed),
            "go-on": self.computers.go_on,
            "pause": self.computers.toggle_pause,
            "pass-keyboard": self._draw_curtain,
            "deal": self._show_deal,
        }

    def say(self, text: str) -> None:
        self.board.say(text)

    def show_room(self) -> None:
        self._show_turn()

    def stop_thinking(self) -> None:
        if self.is_thinking:
            self.say("")
        super().stop_thinking()

    # Turns

    def _show_turn(self, notice: str = "") -> None:
        """Show the table to the current player. If a move has just been undone, the cursor is on that move."""
        self.room.start_turn()
        undone = next(iter(self.session.redoable_actions), None)
        self.board.aim, self.board.progress = self.room.aim, self.room.progress
        self.board.show(self.session.look(self.viewer), notice=notice, choice=undone)

    def _draw_curtain(self, notice: str = "") -> None:
        """Hide all hands, and wait behind the curtain for the next player. The next player then sees the notice."""
        room = HandOverRoom(self.room, may_undo=False)
        self.board.show(room.public)
        curtain = Curtain(room, self.board.invitation(room.public))
        self.app.push_screen(curtain, lambda response: self._after_curtain(response, notice))

    def _after_curtain(self, response: Response | None, notice: str) -> None:
        if isinstance(response, Leave):
            self.do("leave")
        else:
            self._show_turn(notice)

    def _show_moment(self, before: Seen | None) -> None:
        """Show all players the effect of the last action until the next player is at the keyboard.

        `before` is the public view before the action, or None if the action isn't animated.
        """
        session, seat = self.session, self.session.turn
        assert seat is not None, "the game is not over"
        last = session.last_turn(seat if self.viewer is None or session.is_turn_here else self.viewer)
        room = HandOverRoom(self.room, last)
        prompt = self.room.keyboard.prompt(self.board.invitation(room.public))
        self.board.show(room.public)
        moment = PublicMoment(room, before, prompt, self.board.signs, self.speed)
        self.app.push_screen(moment, self._after_moment)

    def _after_moment(self, response: Response | None) -> None:
        if isinstance(response, (Undone, ToLostGame)):
            self.answer(response)
        else:
            self._after_curtain(response, "")

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        if event.then is PLAY_REST:
            self.do("play-rest")
            return
        self.act(event.action)
        if event.then is not None and self.viewer == self.session.turn:
            self.act(event.then)

    @on(BoardWidget.CommandChosen)
    def _chose_command(self, event: BoardWidget.CommandChosen) -> None:
        self.do(event.id)

    def _typed(self, action: Any) -> None:
        if action is not None:
            self.act(action)

    def act(self, action: Any) -> None:
        """Play an action and show its effect, or say why the action isn't legal."""
        self._play(lambda: self.room.act(action))

    def follow(self) -> None:
        """Show what others at a shared table have done."""
        self._play(self.room.follow)

    def _play(self, play: Callable[[], Response | None]) -> None:
        self.stop_thinking()
        try:
            response = play()
        except IllegalAction as error:
            self.say(str(error))
        else:
            self.answer(response)

    def _show_played(self, played: Played) -> None:
        """Show the actions that were played. The next player's view appears only after the animation."""
        session = self.session
        if not played.by_computer:
            self.computers.stop()
        self.board.introduction, self.board.aim, self.board.progress = "", self.room.aim, self.room.progress
        if played.is_public:
            is_animated = not session.has_one_player and self.frames_per_movement
            before = replace(session.look_at(None, played.before), is_replayed=False) if is_animated else None
            self._show_moment(before)
        else:
            self._show_story(played.before)
        self.report_saving()

    def _show_unplayed(self, unplayed: Unplayed) -> None:
        self.say(unplayed.reason)
        if unplayed.is_tried_again:
            self.set_timer(RETRY_SECONDS, self._after_animation)

    def _show_story(self, played: int) -> None:
        """Show the actions after the first `played` ones. The next player's view appears only after the animation."""
        session = self.session
        story = session.events_since(self.viewer, played)
        film = self.board.frames_for(story, self.frames_per_movement)
        if not film and self.viewer is not None:
            if session.turn != self.viewer:
                self.board.group = 0
            self.room.start_turn()
        self.board.show(session.look(self.viewer), film)

    def _name_keys(self) -> None:
        """Tell the board which keys to name and whether it may mark legal moves, according to the settings."""
        self.board.rules_key, self.board.undo_key = self.key_for("rules"), self.key_for("undo")
        self.room.use(self.settings)
        self.board.hide_moves(self.room.hides_moves)

    def on_screen_resume(self) -> None:
        """Continue the work that waited while another screen covered the table."""
        if self.room.is_looking and not self.is_thinking:  # the hints came too early
            self.say("")
        self._name_keys()
        self.computers.resume()
        self._after_animation()

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self, event: BoardWidget.AnimationFinished | None = None) -> None:
        """Go on with the game as soon as the table is on the screen."""
        if self.board.prompt or self.board.is_animating or self.board.seen is None or self.app.screen is not self:
            return
        is_hurried = event is not None and event.is_hurried
        self.computers.note_shown(is_hurried=is_hurried)
        self._go_on(is_hurried=is_hurried)

    def _go_on(self, *, is_hurried: bool = False) -> None:
        """Perform the next step of the game."""
        seen = self.board.seen
        match self.room.next_step():
            case Over():
                self.show_result()
            case HandOver():
                if seen is None:  # later, the last move or the curtain is already waiting for the next player
                    self._show_moment(None)
            case Act(action):
                self.room.start_turn()
                self.act(action)
            case YourTurn(rings, news):
                if rings:
                    self.app.bell()
                self.room.start_turn()
                if seen is None or seen.viewer != self.viewer:
                    self._show_turn(news or self.board.notice)
                elif news:
                    self.say(news)
            case _:
                if seen is None:
                    self._show_turn()
                self.computers.take_turn(is_hurried=is_hurried)

    def _show_undone(self, undone: Undone) -> None:
        self.computers.stop()
        self._has_shown_result = False
        notice = undone.sentence
        if undone.is_by_others:
            self._show_turn(notice)
            return
        notice = f"{notice} Press {self.key_for('redo')} to redo {undone.them}."
        if self.room.keyboard.must_change_hands:
            self._draw_curtain(notice)
        else:
            self._show_turn(notice)
        self.board.reopen(self.session.redoable_actions[0], notice)
        self.report_saving()

    def _show_hints(self, shown: ShowHints) -> None:
        """Show hints and play the chosen one. If none is chosen, the cursor returns to its earlier position."""
        self.say("")
        self.report_saving()
        restore = self.board.remember_choice()
        dialog = HintDialog(shown.hints, self.board.point_to, shown.note, self.board)
        self.app.push_screen(dialog, lambda action: restore() if action is None else self.act(action))

    # Looking things up

    @property
    def _cited_ruling(self) -> str:
        """The number of the ruling that the choice or the notice cites, or an empty string."""
        return cited_ruling(self.board.explanation(self.board.seen)) if self.board.seen else ""

    def _help(self) -> None:
        """Show the keys.

        If a ruling is cited, show a dialog that explains the table and offers the keys, the rule and any lesson on it.
        """
        if self.board.seen is None or not (ruling := self._cited_ruling):
            self.run_app_action("help")
        else:
            ask_about_ruling(self, self.session.game.id, ruling, self._explain_table(self.board.seen))

    def _explain_table(self, seen: Seen) -> str:
        """Return the notice. If there is no notice, return the goal and, if there is room, the signs on the board."""
        if self.board.notice:
            return self.board.status(seen)
        goal = self.board.aim or goal_of(seen)
        signs = [f"{keys}: {text}." for keys, text in self.board.KEY_HELP if keys in self.board.SIGNS]
        is_low = self.app.size.height < LOW_HEIGHT
        return "\n".join(filter(None, (goal, *signs[: 0 if is_low else None]))) or self.board.status(seen)

    def _show_deal(self) -> None:
        """Show the deal line, which can be typed to play the same deal. If it doesn't fit, show only the deal code."""
        width = self.board.size.width
        sentence = deal_sentence(self._deal_line, "This deal is ")
        fits = " ".join(wrap(sentence, width, self.board.status_lines(width))) == sentence
        self.say(sentence if fits else deal_sentence(self.session.deal_code, "This deal is "))

    @property
    def _deal_line(self) -> str:
        return deal_text(self.session, COMMA if self.board.signs is ASCII else DOT)

    # Saving

    def report_saving(self) -> None:
        """Tell the players when the game stops being saved, and when it is saved again."""
        self.board.set_caption(self.room.caption, is_warning=bool(self.room.fault))
        match self.room.saving_news():
            case None:
                pass
            case Say(text):
                self.notify(text, markup=False)
            case news:
                self.answer(news)

    def check_takeover(self) -> None:
        """Close the table if the game has been taken over by another window."""
        if self.room.is_lost:
            self.answer(ToLostGame(self.room.number))

    def _show_presence(self) -> None:
        """Show who is at a shared table, except while others play: `ComputersAtTable` shows it then."""
        if self.room.table is None:
            return
        self.room.note_idle(self.idle_seconds)
        is_changed = not self.computers.is_playing and self.room.look_for_news()
        for text in self.room.take_news():
            self.notify(text, title="At the table", timeout=NEWS_SECONDS, markup=False)
            self.refresh_bindings()
        if self.room.is_behind and not self.computers.is_playing and self.app.screen is self:
            self.follow()  # a move has been undone with everybody's consent
        elif is_changed:
            seen = self.session.look(self.viewer)
            if self.board.seen is not None and len(seen.log) == len(self.board.seen.log):
                self.board.update_names(seen)

    # The end

    @on(BoardWidget.EventSeen)
    def _after_event(self) -> None:
        self._has_shown_result = False
        self.show_result()

    def show_result(self) -> None:
        """Show the result of the game. Later calls do nothing."""
        from cardtable.tui.screens.result import ResultScreen

        if self._has_shown_result:
            return
        if self.room.grading.is_awaited and self._seconds_for_par > 0:
            self._seconds_for_par -= POLL_SECONDS
            self.say(WORKING_OUT)
            self.set_timer(POLL_SECONDS, self._after_animation)
            return
        self._has_shown_result = True
        is_first, self._is_told = not self._is_told, True
        has_flourish = is_first and self.speed != "off" and not self.is_colourless
        signs, final = self.board.signs, self.board.final_picture
        screen = ResultScreen(self.room, self.do, self.key_of, signs, final=final, has_flourish=has_flourish)
        self.app.push_screen(screen, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer not in (None, "look"):
            self.do(str(answer))
        else:
            first, _ = self.room.after_the_end
            keys = (f"{self.key_of(each)}: {self.room.end_label(each.id)}" for each in first)
            waiting = f"The game is over. Enter: Result, {', '.join(keys)}."
            self.board.show(self.session.look(self.viewer), prompt=waiting)
