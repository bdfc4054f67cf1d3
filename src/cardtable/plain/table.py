"""Play any game line by line in plain mode, for screen readers, pipes and scripts.

The output is short, with one idea per line and no colour or boxes. Players see only what their seat may see. If hands
are hidden, one player passes the keyboard to the next, and nothing is shown until that player presses Enter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from cardtable.engine.cards import name_codes
from cardtable.engine.game import Event, IllegalAction, Seat
from cardtable.engine.phrases import counted, join_words, speak_signs
from cardtable.formats.deal_line import COMMA
from cardtable.plain.choices import is_numbered
from cardtable.plain.ending import ON_COMMAND_LINE, Advice, ending_lines, lines_to_continue, saver_of
from cardtable.plain.hand_news import HandNews
from cardtable.plain.hand_over import PlainHandOver
from cardtable.plain.hearing import Hearing
from cardtable.plain.introduction import introduction_lines
from cardtable.plain.kept_moves import SEVERAL, KeptMoves
from cardtable.plain.lines import EndOfInput
from cardtable.plain.public import PlainPublic
from cardtable.plain.room import Places, find_command, similar_words
from cardtable.plain.signals import Resumed, SignalReceived
from cardtable.plain.typed_moves import begins_like_move, read_move, ways_to_type
from cardtable.plain.view import (
    brief_move_lines,
    gather_lines,
    move_lines,
    moves_asked_for,
    view_of,
)
from cardtable.players.at_table import choose, close_programs, patience_notice, program_notice
from cardtable.rooms.kit.goto import ToLostGame
from cardtable.rooms.kit.response import Goto, Leave, OwnWay, Response, Stay, Think
from cardtable.rooms.kit.turns import (
    RETRY_SECONDS,
    Act,
    AskEverybody,
    ComputerThinks,
    Follow,
    FollowOthers,
    HandOver,
    NextStep,
    Over,
    Played,
    Saved,
    SavingFailed,
    ShowHints,
    Undone,
    Unplayed,
    WaitForOthers,
    YourTurn,
)
from cardtable.rooms.result import result_of
from cardtable.rooms.rules import how_to_read
from cardtable.rooms.saved_games import about_file
from cardtable.rooms.table import SETTLED, TableRoom
from cardtable.store.errors import TakenOver
from cardtable.store.settings import load_settings
from cardtable.table.command_lines import command_to_continue, deal_sentence, deal_text
from cardtable.table.grades import Progress
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.table.shared_game import POLL_SECONDS

if TYPE_CHECKING:
    from cardtable.players.hints import Hint


class NewsArrived(Exception):
    """An exception that ends a prompt at a shared table, because something has happened there."""


TO_HEAR_MOVES = "Type moves to hear what you can play."


def play(places: Places, session: Session, advice: Advice = ON_COMMAND_LINE) -> Goto | None:
    """Play until the game or the input ends. Return the player's next place, or None if there is none.

    `advice` tells players how to continue, or how to play the same deal again.
    """
    room = TableRoom(session, saver_of(session))
    try:
        return PlainTable(places, room, advice).run()
    finally:
        close_programs()
        room.close()


class PlainTable(PlainPublic):
    """A game played in plain mode."""

    room: TableRoom

    def __init__(self, places: Places, room: TableRoom, advice: Advice = ON_COMMAND_LINE) -> None:
        self.session, self._advice = room.session, advice
        view = view_of(room.session.game)
        super().__init__(places, room, view, Hearing(room.session, view, places.lines.say))
        room.use(load_settings())
        self._announced = ""
        """The most recent announcement of a turn. A prompt to pass the keyboard may have replaced it."""
        self._read = dict[Seat, set[str]]()
        """For each seat, the lines about the table and the hand that the player heard most recently."""
        self._hand_news = HandNews(tells_draws=view.tells_draws)
        self._progress: Progress | None = None
        """The stars of a single player when they were last read out."""
        self._typed_at = monotonic()
        """The time when the player last typed a line."""
        self._kept = KeptMoves(room.session, self.say)

    def run(self) -> Goto | None:
        """Play the game. Return the player's next place, or None if there is none."""
        with self.lines.signals:
            try:
                self._play()
            except EndOfInput:
                self.lines.go_public()
                if self.then is None:
                    self._say_how_to_continue(self._advice)
            except TakenOver:
                self.lines.go_public()
                self.then = ToLostGame(self.room.number)
            except SignalReceived:
                with suppress(OSError):  # the terminal has gone
                    self.lines.go_public()
                    if self.lines.is_on_screen:
                        self._say_how_to_continue()
                raise
            finally:
                self.lines.go_public()  # so no hand stays on the screen, even if the program fails
        return self.then

    def _play(self) -> None:
        cannot_hide = self.lines.cannot_hide and any(map(self._hides, range(len(self.session.names))))
        self._introduce(cannot_hide=cannot_hide)
        self._report_saving()
        if not self.room.is_verbose and self.hearing.tell_opening():
            self._read = {seat: set(self.view.news(self.session.look(None))) for seat in range(len(self.session.names))}
        while self.perform(self.room.next_step()):
            self._report_saving()

    # How a game runs

    def perform(self, step: NextStep) -> bool:
        """Perform the next step of the game. Return False if it was the last one."""
        match step:
            case Over():
                return self._end()
            case HandOver():
                self._pass_keyboard()
            case FollowOthers():
                self.answer(self.room.follow())
            case WaitForOthers():
                self._wait_for_others()
            case ComputerThinks():
                self._let_play()
            case Act(action) if self.session.computer is not None:
                self.lines.go_public()
                self.answer(self.room.act(action))
            case Act(action):
                self._take_turn(action)
            case YourTurn(rings, news):
                if rings:
                    self.lines.ring()
                self._take_turn(news=news)
        return True

    @property
    def _turn(self) -> Seat:
        """The seat whose turn it is."""
        assert self.session.turn is not None, "a running game has a turn"
        return self.session.turn

    def _end(self) -> bool:
        """Read out the result and let players undo the last move. Return False if they leave the table."""
        if self.lines.go_public():
            self.hearing.tell(self.session.look(None).log[-1])  # the last move was shown on a screen that is gone
        with self.lines.working():
            self.room.grading.wait()
        self.say(*ending_lines(self.session, self._advice, result_of(self.room)))
        self.say(*filter(None, [self.room.origin_ending]))
        if self.room.daily_ending is not None:
            self.say("To hear a summary that you can send to others, type share.")
        if not self.session.people_here:
            return False
        viewer = None if self.session.shares_screen else self.room.keyboard.last
        first, more = ([each.words[0] for each in part if each.id != "leave"] for part in self.room.after_the_end)
        others = f"; more: {', '.join(more)}" if more else ""
        prompt = f"Press Enter to leave, or type {join_words(first, 'or')}{others}."
        return self._listen(prompt, viewer, may_leave=True)

    def _pass_keyboard(self) -> None:
        """Wait until the next player is at the keyboard, or until the last move is undone."""
        keyboard, seat = self.room.keyboard, self._turn
        name = self.session.names[seat]
        self.lines.cover()
        if self._hand_over(f"Pass the keyboard to {name}" if keyboard.is_passed_on else f"{name}'s turn", name):
            self._announced = self._announcement(seat)
            self.room.start_turn()
        else:
            self._announced = ""

    def _begin_turn(self, seat: Seat) -> None:
        """Let this seat's player, who is at the keyboard, take over from the last player."""
        last = self.room.keyboard.last
        if self.session.needs_curtain(last, seat):  # the next player needs no hidden cards
            self.lines.go_public()
        elif last not in (None, seat):  # both have heard the last lines
            self.hearing.share(last, seat)
            about_table = {line for line in self._read.get(last, ()) if not line.startswith("You")}
            self._read[seat] = self._read.get(seat, set()) | about_table
        self.room.start_turn()

    def _hand_over(self, prompt: str, name: str, *, may_undo: bool = True) -> bool:
        """Wait until the player with this name presses Enter. Return False if the last move is undone instead."""
        return PlainHandOver(self, self.room, prompt, may_undo=may_undo).wait_for(name)

    def _take_turn(self, unasked: Any = None, news: str = "") -> None:
        """Show the table, then play the action that needs no decision, or else wait for a move or an undo."""
        seat = self._turn
        self._begin_turn(seat)
        if (kept := self._kept.next_action(seat)) is not None:
            self.answer(self.room.act(kept))
            return
        if seat in self.room.placed_for and unasked is not None:
            self.answer(self.room.act(unasked))
            return
        self._shield(seat)
        names = self.session.names
        if len(names) > 1 and self._announced != (announcement := self._announcement(seat)):
            self.say(announcement)
            self._announced = announcement
        self.hearing.tell_news(seat, is_brief=not self.room.is_verbose)
        self.hearing.tell_tips(seat)
        if unasked is not None:
            self.answer(self.room.act(unasked))
            return
        self.say(*filter(None, [news]))
        seen = self.session.look(seat)
        if self.room.is_verbose or seat not in self._read:
            self.show(seen)
        else:
            self._show_changes(seen)
        named = f", {names[seat]}" if len(names) > 1 and seat != self.session.you else ""
        only = ", or Enter for the only one" if len(seen.legal) == 1 and not self.room.is_settled else ""
        self._listen(f"Your move{named}{only}:", seat)

    def _tell_played(self, played: Played) -> None:
        """Tell the players here about the actions that have just been played."""
        before, seat, latest = played.before, played.seat, len(self.session.actions) - 1
        if played.by_computer:
            if self.room.table is not None:
                self._announced = ""
            self._tell_computer_move()
        elif self.session.turn is None and latest > before:
            self.say(f"{counted(latest + 1 - before, 'move')} are played, and this is the last one:")
            self._after_action(seat, self.session.events_since(seat, latest))
        elif seat in self.room.placed_for:
            self._after_placing(seat, self.session.events_since(seat, before))
        else:
            self._after_action(seat, self.session.events_since(seat, before))

    def _announcement(self, seat: Seat) -> str:
        return self.view.announcement(self.session.look(seat))

    def _after_placing(self, seat: Seat, events: Sequence[Event]) -> None:
        """Tell the player where a piece was placed. If the table places all pieces, read them out together."""
        if not self.room.places_all(len(self.session.actions) - 1):
            self._after_action(seat, events)
            return
        self._forget_changes()
        if self.room.viewer is None and self.room.keyboard.must_change_hands:
            self._hide_new_secrets()
            self.hearing.tell_placed()

    def _after_action(self, seat: Seat, events: Sequence[Event]) -> None:
        """Tell the player the effect of the action. If the effect is secret, wait before the next player's turn."""
        played = len(self.session.actions)
        public = self.session.events_at(None, played)
        self._forget_changes()
        self.hearing.note_all(seat)
        if self.room.viewer is None and self.room.keyboard.must_change_hands:
            self._hide_new_secrets()
            self.hearing.tell_everybody(public)
            return
        if not self.session.needs_curtain(seat, self.session.turn):
            self._shield(seat)
            self.hearing.tell_move(events, is_public=not self._hides(seat), is_brief=self._hears_news_next)
        elif events != public and self.session.has_revealed(played - 1):
            self._shield(seat)
            self.hearing.tell(events)
            self._listen("Press Enter when you have read this.", seat, may_leave=True)
        else:
            self.lines.go_public()
            self.hearing.tell_everybody(public)

    def _hide_new_secrets(self) -> None:
        """Hide the hand. Other players may be looking, so new secrets must appear only after Enter is pressed."""
        self.lines.go_public()
        self._announced = ""

    @property
    def _hears_news_next(self) -> bool:
        """Whether the only person here will hear the news when the table is next read out."""
        return not self.room.is_verbose and not self.session.shares_screen and self.session.turn is not None

    def _let_play(self) -> None:
        """Make a computer player's move and tell everybody about it."""
        computer, seat = self.session.computer, self._turn
        assert computer is not None, "a computer player is to move"
        self.lines.go_public()  # because a suspension while a hand is shown would interrupt the search
        self.hearing.tell_once(patience_notice(self.session.game, computer, self.session.names[seat]))
        with self.lines.working():
            choice = choose(self.session.look(seat), computer, self.session.thinking_key())
        self.hearing.tell_once(program_notice(choice))
        self.answer(self.room.act(choice.action))

    def _tell_computer_move(self) -> None:
        """Tell everybody here about the move of a computer player, or of somebody at another screen."""
        self._forget_changes()
        if not self.room.places_all(len(self.session.actions)):
            self.hearing.tell_computer_move(is_brief=self._hears_news_next)

    # Shared tables

    def show_room(self) -> None:
        """Say nothing: the next step of the game reads out what a command has changed."""

    def _wait_for_others(self) -> None:
        """Wait until something has happened at a shared table. Meanwhile, obey commands."""
        self.room.start_turn()
        self.say(*self.room.take_news())
        if not self._has_news():
            self._listen_until_news()
        if self.room.is_lost:
            raise TakenOver

    def _listen_until_news(self) -> None:
        waiting = self.room.waiting_text
        if self.room.can("substitute"):
            waiting = f"{waiting} To let a computer player go on, type substitute."
        if not self.lines.can_tell_news:
            self.hearing.tell_once(waiting)
            while not self._has_news():
                with self.lines.working():
                    sleep(POLL_SECONDS)
            return
        try:
            while True:
                try:
                    text = self.lines.ask(waiting, partial(self._tell_news, waiting, is_waiting=True), POLL_SECONDS)
                    self._typed_at = monotonic()
                    self.answer(self.obey(text))
                except ValueError as refusal:
                    self.say(str(refusal))
        except NewsArrived:
            self.lines.end_prompt()
            self.lines.discard_typed()

    def _tell_news(self, prompt: str, *, is_waiting: bool = False) -> Sequence[str]:
        """Return what others at the table have done besides playing, then the prompt. Return nothing without news."""
        self.room.note_idle(monotonic() - self._typed_at)
        if self._has_news() if is_waiting else self._is_behind():
            raise NewsArrived
        news = self.room.take_news()
        return (*news, prompt) if news else ()

    def _is_behind(self) -> bool:
        self.room.look_for_news()
        return self.room.is_behind

    def _has_news(self) -> bool:
        """Return whether anything has changed at the shared table, or a computer player is to move here."""
        return self.room.look_for_news() or not isinstance(self.room.next_step(), WaitForOthers)

    def _listen(self, prompt: str, viewer: Seat | None, *, may_leave: bool = False) -> bool:
        """Carry out typed commands until a move or an undo.

        If `may_leave` is true, return False when Enter is pressed.
        """
        before = len(self.session.actions)
        while len(self.session.actions) == before and not self.room.is_behind:
            self.room.viewer = viewer
            try:
                news = (partial(self._tell_news, prompt), 1.0) if self.room.table is not None else ()
                text = self.lines.ask(prompt, *news)
                self._typed_at = monotonic()
                if may_leave and not text:
                    return False
                self.answer(self.obey(text))
            except Resumed:
                self._come_back(viewer)
            except NewsArrived:
                self.lines.end_prompt()
            except ValueError as refusal:
                self.say(str(refusal))
                self.hearing.tell_once(how_to_read(str(refusal)))
        return True

    def _come_back(self, viewer: Seat | None) -> None:
        """After the process was suspended, wait for the same player and show the same lines again."""
        assert viewer is not None, "a hand is only shown to a seat"
        self._hand_over("The game continues", self.session.names[viewer], may_undo=False)
        self._shield(viewer)
        seen = self.session.look(viewer)
        self._announced = self._announcement(viewer) if seen.legal else ""
        if seen.legal:
            self.show(seen)
        else:
            self.hearing.tell(seen.log[-1])

    def _hides(self, seat: Seat) -> bool:
        """Return whether this seat sees anything that another player must not see."""
        return self.session.shares_screen and self.session.is_private(seat)

    def _shield(self, seat: Seat) -> None:
        """If the seat has secrets, switch to a screen that can be cleared."""
        if self._hides(seat):
            self.lines.go_private()

    # Input

    def obey(self, text: str) -> Response | None:
        """Carry out a command or make a move. If that is impossible, raise ValueError without changing anything."""
        seen = self.room.seen
        text = self.view.as_command(seen, text)
        found = find_command(self.room, text)
        if found is None or text.lower() in {str(action).lower() for action in seen.legal}:
            return self.other(text)
        with suppress(ValueError):  # in some games, the word is also a move
            action = seen.game.parse(text)
            if seen.legal:
                self.say(self.view.explain(seen, action))
        return self.room.do(found[0].id, found[1])

    def other(self, text: str) -> Response | None:
        seen = self.room.seen
        if seen.viewer is None or not seen.legal:
            raise ValueError(f"{self.room.why_no_move()} Type help to list the commands.")
        self._act(text, seen)
        return Stay()

    def answer(self, response: Response | None) -> bool:
        match response:
            case Played():
                self._tell_played(response)
            case AskEverybody():
                self.lines.go_public()
                response = self.ask_for(response)
                if isinstance(response, Undone):
                    self._announced = ""
                    self.answer(response)
                elif response == OwnWay("pass-keyboard"):
                    self._come_back(self.room.keyboard.last)
            case Follow():
                pass
            case Unplayed(reason, is_tried_again):
                self.hearing.tell_once(reason, again=not is_tried_again)
                sleep(RETRY_SECONDS if is_tried_again else 0)
            case Undone(is_by_others=is_by_others):
                redo = "" if is_by_others else f" To play {response.them} again, type redo."
                self.say(f"{response.sentence}{redo}")
                self._forget_undone()
            case Think(question, take, notice):  # signals wait, because a hand may be shown
                self.say(notice)
                return self.answer(take(question.answer()))
            case ShowHints(hints, note):
                self._read_hints(hints, note)
            case Saved(name):
                self.say(about_file(name), "To continue from this point:", command_to_continue(name))
            case SavingFailed(fault):
                self.say(fault, "To save it to a file, type save and a name, as in: save evening.json.")
            case ToLostGame():
                raise TakenOver
            case Leave(then):
                self.then = then
                raise EndOfInput
            case _:
                return super().answer(response)
        return True

    def help_lines(self) -> Iterator[str]:
        seen = self.room.seen
        if seen.legal:
            yield f"To play, type {ways_to_type(seen, self.view)}."
        yield from filter(None, [self.view.groups_help(seen)])
        yield from super().help_lines()

    def come_back(self) -> None:
        self.say("You're back in the game.")

    def _act(self, text: str, seen: Seen) -> None:
        if not text and self.room.is_settled:
            self.answer(self.room.do("play-rest"))
            return
        if not text and len(seen.legal) == 1:
            text = str(seen.legal[0])
        if not text:
            raise ValueError(f"Type {ways_to_type(seen, self.view)}; or type help.")
        *first, last = self._kept.keep(seen, self._read_moves(text, seen))
        for action in first:
            self.answer(self.room.act(action))
        try:
            response = self.room.act(last)
        except IllegalAction as refusal:
            longer = [str(each) for each in seen.legal if str(each).lower().startswith(f"{text.lower()} ")]
            instead = self.view.what_instead(seen, last) or TO_HEAR_MOVES
            advice = f"To do that, type {longer[0].lower()}." if len(longer) == 1 else instead
            raise ValueError(f"{refusal} {advice}") from None
        self.answer(response)

    def _read_moves(self, text: str, seen: Seen) -> Sequence[Any]:
        """Return the moves that were typed, even if they aren't legal. Raise ValueError for other text."""
        try:
            return self.view.read_several(seen, text) or (self._read_move(text, seen),)
        except ValueError:
            close = similar_words(self.room, text)
            if begins_like_move(text, seen) and not (close and " " not in text):
                raise
            instead = f"Did you mean {close}?" if close else f"{TO_HEAR_MOVES} Type help to list the commands."
            raise ValueError(f"There's no such move or command. {instead}") from None

    def _read_move(self, text: str, seen: Seen) -> Any:
        """Return the move that was typed, even if it isn't legal. Raise ValueError for other text."""
        try:
            return read_move(text, seen, self.view)
        except ValueError as refusal:
            reason = str(refusal) if begins_like_move(text, seen) else "There's no such move."
            raise ValueError(f"{reason} {TO_HEAR_MOVES}") from None

    # Output

    def _introduce(self, *, cannot_hide: bool) -> None:
        """Read out the name of the game. For a what-if line, read out how the line differs from the game."""
        if self.room.heading:
            self.say(f"{self.room.heading}: {self.room.note} To go back, type quit.")
        else:
            if self.room.introduction:
                with self.lines.working():
                    self.room.grading.wait()
            special = self.room.introduction, self.room.aim
            self.room.take_news_of_par()  # the aim tells it
            lines = introduction_lines(self.session, special, is_verbose=self.room.is_verbose, cannot_hide=cannot_hide)
            self.say(*lines)

    def read_part(self, part: str, about: str) -> None:
        seen = self.room.seen
        match part:
            case "look":
                self.say(*filter(None, [self.room.aim]))
                self.show(seen)
            case "deal":
                self.say(deal_sentence(deal_text(self.session, COMMA)))
            case "hand":
                self.say(*(self.view.hand(seen) or ["You have no hand now."]))
            case "moves":
                self.say(*moves_asked_for(seen, self.view, about))
            case "why":
                action = self._read_move(about, seen)
                self.say(*self.view.reasons(seen, action, names_rulings=self.room.is_verbose))
            case _:
                super().read_part(part, about)

    def _read_hints(self, hints: Sequence[Hint], note: str) -> None:
        """Read out the best moves with their numbers, and say how to play the first one."""
        seen = self.room.seen
        if len(seen.legal) > 1:
            self.say(f"{note} These moves look best, the best one first:".strip())
        listed = self.view.list_moves(seen).numbered if is_numbered(seen) else ()
        numbers = {action: str(number) for number, action in enumerate(listed, 1)}
        for hint in hints:
            at = f"{numbers[hint.action]} " if hint.action in numbers else ""
            expected = f"{speak_signs(hint.expected)}. " if hint.expected else ""
            self.say(f"{at}{hint.name}: {expected}{name_codes(hint.text)}")
        best = hints[0].action
        self.say(f"To play {'it' if len(hints) == 1 else 'the first one'}, type {numbers.get(best, best)}.")

    def _report_saving(self) -> None:
        """Tell the players when the game can no longer be saved, and when saving works again."""
        self.answer(self.room.saving_news() or Stay())

    def show(self, seen: Seen) -> None:
        """Read out the table, the viewer's hand and the legal actions."""
        self.say(*dict.fromkeys((*self.view.table(seen), *self.view.hand(seen), *self.view.news(seen))))
        self._show_moves(seen)

    def _show_changes(self, seen: Seen) -> None:
        """Read out changes on the table and in the viewer's hand, then the legal actions."""
        assert seen.viewer is not None, "only a player has moves"
        heard, reread = self._read[seen.viewer], self.view.reread(seen)
        changed = [line for line in self.view.news(seen) if line not in heard or (reread and line.startswith(reread))]
        # If others play here, too, what this player heard last time has been cleared from the screen.
        if not self.session.shares_screen and not self.view.rereads_hand(seen):
            changed = [news for line in changed for news in self._hand_news.tell(seen, line)]
        self.say(*gather_lines(self.view.select_news(seen, changed), self.view.gathered))
        self._show_moves(seen, is_brief=not self.view.opening(seen) or self.hearing.has_played(seen.viewer))

    def _show_moves(self, seen: Seen, *, is_brief: bool = False) -> None:
        """Read out the legal actions, either in full or in brief. Record what the viewer has heard."""
        self.lines.keep_together()
        self._tell_stars()
        if not self.room.is_settled:
            self.say(*filter(None, [self.view.question(seen)]), *self._moves(seen, is_brief=is_brief))
        self.hearing.tell_once(self._rest_offer(), again=not is_brief or self.room.is_settled)
        if self.room.can("place-rest"):
            self.hearing.tell_once(f"{SEVERAL} To have the rest placed for you, type rest.", again=not is_brief)
        if seen.viewer is not None:
            self._read[seen.viewer] = set(self.view.news(seen))
            self._hand_news.note(seen, self.view.hand(seen))

    def _tell_stars(self) -> None:
        """Say after each change how far away the next star is."""
        before, self._progress = self._progress, self.room.progress
        if self._progress is not None and self._progress != before and self.session.actions:
            self.say(self._progress.sentence)

    def _rest_offer(self) -> str:
        """Return a sentence on how to play the rest of the game at once. The result is empty if that isn't offered."""
        if self.room.is_settled:
            return f"{SETTLED} Press Enter to play the rest."
        return f"{self.room.about_rest} To stop, type stop." if self.room.about_rest else ""

    def _moves(self, seen: Seen, *, is_brief: bool) -> Sequence[str]:
        """Return lines about the legal actions. The result is empty if players should find the moves themselves."""
        if not self.room.hides_moves:
            return (brief_move_lines if is_brief else move_lines)(seen, self.view)
        self.hearing.tell_once(TO_HEAR_MOVES)
        return ()

    def _forget_undone(self) -> None:
        """After an undo, forget the moves kept for later turns, and read out hands in full again."""
        self._kept.forget()
        self.hearing.forget_undone()
        self._read = {seat: lines - set(self.view.hand(self.session.look(seat))) for seat, lines in self._read.items()}

    def _forget_changes(self) -> None:
        """Forget lines that are no longer true. They will be read out again if they become true again."""
        self._read = {seat: lines & set(self.view.news(self.session.look(seat))) for seat, lines in self._read.items()}

    def _say_how_to_continue(self, advice: Advice = ON_COMMAND_LINE) -> None:
        if self.session.turn is not None and self.room.can_continue:
            self.say(*lines_to_continue(self.session, self.room.last_file, advice))
