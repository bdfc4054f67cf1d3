"""The table where a game is played: moves, undo, hints, look-ups, saving and leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar

from cardtable.engine.game import Seat
from cardtable.engine.phrases import counted, signed
from cardtable.rooms.ending import EndingRoom
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLostGame, ToWhatIf
from cardtable.rooms.kit.keyboard import SharedKeyboard
from cardtable.rooms.kit.public import MOVES, ON_THE_SCREEN, UNDO, WHY, why_move, why_no_replay
from cardtable.rooms.kit.response import Answer, Ask, Leave, OwnWay, Response, Say, Stay, Think
from cardtable.rooms.kit.turns import (
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
from cardtable.rooms.saved_games import save_to_file
from cardtable.store.errors import Behind, TakenOver
from cardtable.store.powers import may_open
from cardtable.table.command_lines import deal_caption
from cardtable.table.grades import GradedResult
from cardtable.table.session import Session
from cardtable.table.shared_game import NotPlayed
from cardtable.table.unasked import play_rest, unasked_action
from cardtable.table.what_if import branch, why_no_what_if

if TYPE_CHECKING:
    from cardtable.players.hints import Hint
    from cardtable.store.settings import Settings
    from cardtable.table.lazy_archive import Saver

P = ParamSpec("P")
R = TypeVar("R")

CODE_WARNING = "Anyone with the deal code can reconstruct every hidden card."
AFTER_HURRYING = "It's your turn now. Press Enter again to play this."
"""The answer to Enter if the player has just hurried computer players with it, and so may not mean to play."""
LOOKING = "Looking for hints..."
NO_HINTS = "No hint could be found in time."
SETTLED = "Nothing can change any more."
BY_ITSELF = "Plain mode only ever waits for you to type a line."
AWAY_SECONDS = 60.0
"""The number of seconds without a key press after which a person counts as away at a shared table."""
STAND_IN = "medium"
"""The level of the computer player that goes on for a person who has left."""


def _unless_taken_over(
    act: Callable[Concatenate[TableRoom, P], R],
) -> Callable[Concatenate[TableRoom, P], R | ToLostGame | Follow | Unplayed]:
    """Wrap a method of the table. If another window has taken over the game, it returns the lost game's place.

    If others at a shared table have played meanwhile, or if nothing can be saved there, the method does nothing.
    """

    @wraps(act)
    def guarded(room: TableRoom, /, *args: P.args, **kwargs: P.kwargs) -> R | ToLostGame | Follow | Unplayed:
        try:
            return act(room, *args, **kwargs)
        except Behind:
            room.look_for_news()
            return Follow()
        except NotPlayed as refusal:  # if no person here chooses, nobody else tries again
            return Unplayed(str(refusal), not room.session.is_turn_here or room.unasked_action is not None)
        except TakenOver:
            return ToLostGame(room.number)

    return guarded


class TableRoom(EndingRoom):
    """A table where a session is played."""

    plays_on_board = True
    can_continue: ClassVar[bool] = True
    """Whether players can go on with the game another time."""
    heading = ""
    """What is played here if it isn't a game of its own, such as `What if, from move 12`."""
    note = ""
    """A note that follows the heading."""
    origin_ending = ""
    """A sentence about the result of the game that this line began from. It is empty if there is no such result."""

    def __init__(self, session: Session, saver: Saver | None) -> None:
        """Play a session. `saver` saves it, unless it is None."""
        super().__init__(session, saver)
        self.keyboard = SharedKeyboard(session)
        self.is_looking = False
        """Whether the player is waiting for hints."""
        self.is_computer_playing: Callable[[], bool] = lambda: False
        """A function that returns whether a computer player is about to move and a key press can skip the delay."""
        self.is_paused: Callable[[], bool] = lambda: False
        """A function that returns whether the players have paused the computer players."""
        self.is_verbose = False
        """Whether plain mode reads out the whole table every turn. Otherwise, it reads out only the changes."""
        self.hides_moves = False
        """Whether players want to find moves themselves, so that moves are marked or listed only on request."""
        self.placed_for = set[Seat]()
        """The seats of the players whose remaining pieces the table places. An undo empties the set."""
        self.last_file: tuple[str, tuple[Any, ...]] | None = None
        """The name of the last saved file and the actions played by then. None if no file has been saved."""
        self._has_bell = True
        """Whether the terminal's bell rings when the turn comes from another screen."""
        self._has_arrived = False
        """Whether others at a shared table have played, or the last of them has come, since the last turn here."""
        self._is_away = False
        self._last_fault = ""
        """The reason for a failed save that players saw most recently. It is empty if the game is saved."""

    @property
    def viewer(self) -> Seat | None:
        """The seat of the player at the keyboard."""
        return self.keyboard.viewer

    @viewer.setter
    def viewer(self, seat: Seat | None) -> None:
        self.keyboard.viewer = seat

    def use(self, settings: Settings) -> None:
        """Apply the settings that decide what players are told."""
        self.is_verbose = settings.reading == "verbose"
        self.hides_moves = settings.chains == "hidden" and self.session.game.finds_moves
        self._has_bell = settings.bell == "on"

    @_unless_taken_over
    def do(self, command_id: str, rest: str = "") -> Response | None:
        response = super().do(command_id, rest)
        self.is_looking = isinstance(response, Think)
        return response

    @property
    def fault(self) -> str:
        """The reason why the latest moves aren't saved. It is empty if they are saved."""
        return "" if self.saver is None else self.saver.fault

    @property
    def caption(self) -> str:
        """The text beside the game's name in the title."""
        if self.fault:
            return "not saved"
        if self.table is not None:
            return f"table {self.table.code}"
        if self.saver is not None and self.saver.daily:
            par = self.grading.par
            return "daily deal" if par is None else f"daily deal  par {signed(par.par)}"
        if self.level is not None:
            return f"level {self.level.number}"
        return self._earlier_daily or deal_caption(self.session, not self._has_several_seats())

    # What comes next

    def next_step(self) -> NextStep:
        """Return what comes next. The bell and the news come only once."""
        if self.is_over:
            return Over()
        if self.is_behind:
            return FollowOthers()
        if (action := self.unasked_action) is not None and not self.keyboard.must_change_hands:
            return Act(action)
        if self._thinks_here:
            return ComputerThinks()
        if not self.session.is_turn_here:
            return WaitForOthers()
        if self.keyboard.must_change_hands:
            return HandOver()
        rings, self._has_arrived = self._has_arrived and self._has_bell, False
        return YourTurn(rings, self.take_news_of_par())

    @property
    def unasked_action(self) -> Any:
        """The action to play automatically, because the player to move has no choice or leaves it to the table.

        It is None if the player chooses.
        """
        session = self.session
        if not (session.is_turn_here or self._thinks_here) or session.redoable_actions:
            return None
        return self._piece() if session.turn in self.placed_for else unasked_action(session)

    @property
    def _thinks_here(self) -> bool:
        """Whether a computer player is to move that thinks in this process."""
        if self.session.computer is None:
            return False
        return self.table is None or (self.table.thinks_here and not self.session.is_waiting)

    # Moves

    def act(self, action: Any) -> Response:
        """Play an action. Raise IllegalAction."""
        return self._play(lambda: self.session.act(action))

    @_unless_taken_over
    def _play(self, play: Callable[[], object]) -> Response:
        session, seat, played = self.session, self.session.turn, len(self.session.actions)
        by_computer, self.is_looking = session.computer is not None, False
        self._before_play()
        play()
        assert seat is not None, "somebody has played"
        ends_round = session.turn is not None and session.has_ended_round(played)
        self.keyboard.note_move()
        return Played(played, seat, by_computer, ends_round or self.keyboard.must_change_hands)

    def _before_play(self) -> None:
        if not self.session.is_turn_here and self.session.computer is None:
            raise NotPlayed(self.why_no_move())
        self.grading.note_move()

    # Shared tables

    @property
    def is_behind(self) -> bool:
        """Whether others at a shared table have played actions that aren't shown here yet."""
        return self.table is not None and self.table.is_behind(self.session)

    @property
    def waiting_text(self) -> str:
        """A sentence that says what a shared table waits for."""
        return "" if self.table is None else self.table.waiting_for(self.session)

    def look_for_news(self) -> bool:
        """Read what others at a shared table have done. Return whether anything has changed."""
        if self.table is None:
            return False
        before = self.session.names, self.session.is_waiting, self.session.presence, self.session.stand_ins
        is_changed = self.table.refresh()
        self.table.apply_seats(self.session)
        after = self.session.names, self.session.is_waiting, self.session.presence, self.session.stand_ins
        self._has_arrived |= before[1] and not self.session.is_waiting
        return is_changed or before != after

    @property
    def _seat_to_fill(self) -> Seat | None:
        """The seat of a person who has left a shared table, if the table waits for that person's move."""
        session = self.session
        if self.table is None or not self.table.own or session.turn is None or session.computer is not None:
            return None
        return session.turn if session.presence.get(session.turn) == "gone" else None

    @Command(
        "let a computer player go on for a person who has left, until that person is back",
        keys=("x",),
        label="Computer plays",
        need=9,
        words=("substitute",),
        exists=lambda room: room._seat_to_fill is not None,  # noqa: SLF001  a command of this class
    )
    def substitute(self) -> None:
        assert self.table is not None, "the person has left a shared table"
        assert self._seat_to_fill is not None, "a person has left"
        self.table.let_computer_play(self._seat_to_fill, STAND_IN)
        self.table.apply_seats(self.session)

    def note_idle(self, seconds: float) -> None:
        """Tell the others at a shared table whether the person here is away. The last key was pressed `seconds` ago."""
        is_away = seconds > AWAY_SECONDS
        if self.table is not None and self.table.own and is_away != self._is_away:
            self._is_away = is_away
            self.table.note_away(is_away=is_away)

    def follow(self) -> Response | None:
        """Play the next action that others have played at a shared table. If there is none, show the table again."""
        assert self.table is not None, "others play at a shared table"
        session, before = self.session, self.session.actions
        action = self.table.next_action(session)
        self._has_arrived |= action is not None or len(session.actions) < len(before)
        if len(session.actions) < len(before):
            return Undone(before[len(session.actions) :], is_public=True, is_by_others=True)
        if action is None:
            return None
        seat, played = session.turn, len(before)
        assert seat is not None, "somebody has played"
        session.follow(action)
        ends_round = session.turn is not None and session.has_ended_round(played)
        self.keyboard.note_move()
        return Played(played, seat, True, ends_round)

    def start_turn(self) -> None:
        """Show the table to the player to move, if that player is a person."""
        self.session.mark_seen()
        self.keyboard.begin_turn()

    @UNDO
    def undo(self) -> Response:
        if reason := self.session.why_no_undo():
            if self.table is not None:
                raise ValueError(reason)
            return self.ask_everybody(reason)
        return self._undo()

    def ask_everybody(self, reason: str) -> Response:
        """Ask whether everybody agrees to undo the last move. `reason` says why one player can't decide alone."""
        self.viewer = None
        return AskEverybody(
            f"{reason} Does everybody at the table agree to undo the last move?",
            (
                Answer("No", self._stay, key="n", words=("no",)),
                Answer("Yes, undo it", lambda: self._undo(all_agree=True), key="y", words=("yes",)),
            ),
            self._stay,
        )

    @_unless_taken_over
    def _undo(self, *, all_agree: bool = False) -> Response:
        before = self.session.actions
        self.session.undo(all_agree=all_agree)
        self.placed_for.clear()
        is_public = self.viewer is None and self.session.shares_screen
        return Undone(before[len(self.session.actions) :], is_public)

    @Command(
        "play what was undone again", also=("ctrl+r",), words=("redo",), why_not=lambda room: room.session.why_no_redo()
    )
    def redo(self) -> Response:
        return self._play(self.session.redo)

    def _has_turn(self) -> bool:
        return self.viewer is not None and self.viewer == self.session.turn and self.session.is_turn_here

    def why_no_move(self) -> str:
        """Return the reason why the player at the keyboard can't move now, or an empty string."""
        if self._has_turn():
            return ""
        if self.is_over:
            return "The game is over."
        if self.table is None:
            return "It isn't your turn, so you have no moves."
        return self.table.waiting_for(self.session) if self.table.own else "You're only watching this game."

    @Command(
        "type a move, or pick one from a list",
        id="type",
        no_words="Moves are typed without a word before them.",
        why_not=why_no_move,
    )
    def type_move(self) -> Response:
        return OwnWay("type")

    # The rest, without asking

    def _can_leave_rest(self) -> bool:
        may_place = self._has_turn() and self.session.turn not in self.placed_for
        return may_place and bool(self.session.game.places_pieces(self._position))

    def _piece(self) -> Any:
        """Return the action that places a piece for the player to move, or None if no pieces are being placed."""
        game, position = self.session.game, self._position
        return game.suggest_piece(position) if game.places_pieces(position) else None

    def places_all(self, at: int) -> bool:
        """Return True if, after the first `at` actions, the table places every person's pieces."""
        session = self.session
        by_hand = (seat for seat, _ in enumerate(session.names) if seat not in self.placed_for)
        return all(map(session.computer_at, by_hand)) and bool(session.game.places_pieces(session.view_at(None, at)))

    @Command(
        "have your other pieces placed for you, until somebody undoes a move",
        keys=("p",),
        label="Place the rest",
        need=8,
        words=("rest",),
        exists=_can_leave_rest,
    )
    def place_rest(self) -> Response:
        assert self.session.turn is not None, "somebody places pieces"
        self.placed_for.add(self.session.turn)
        return self.act(self._piece())

    @property
    def is_settled(self) -> bool:
        """Whether the player at the keyboard can have the rest played because no move can change the result."""
        return self.table is None and self._has_turn() and self.session.game.is_settled(self._position)

    @property
    def about_rest(self) -> str:
        """What happens if the rest of the game is played at once. It is empty if that isn't offered."""
        if self.is_settled:
            return SETTLED
        if self.table is not None:
            return ""
        about = self.session.game.explain_rest(self._position) if self._has_turn() else ""
        return f"{about} {self._stars_for_rest}".rstrip() if about and self.grading.is_graded else about

    @property
    def _stars_for_rest(self) -> str:
        """What one player earns if the rest is played at once."""
        if self.level is not None:
            line = branch(self.session, len(self.session.actions))
            play_rest(line)
            return f"That earns {counted(self.level.stars(line), 'star')}."
        (margin,) = self.session.game.standing(self._position)
        return f"That earns {GradedResult(margin, self.grading.par).in_brief or 'at least 1 star'}."

    @Command(
        "play the rest of the game at once",
        words=("stop", "rest"),
        no_key="On the board, Enter or the last choice of the deck does it.",
        exists=lambda room: room.about_rest != "",
    )
    def play_rest(self) -> Response:
        return self._play(lambda: play_rest(self.session))

    # Hints

    def _why_no_hint(self) -> str:
        return "" if self._has_turn() else "You can only have a hint on your turn."

    @Command(
        "the best moves, what they may bring, and why; this counts as help",
        label="Hint",
        need=4,
        words=("hint",),
        why_not=_why_no_hint,
    )
    def hint(self) -> Response:
        from cardtable.players.hints import HintsQuestion  # only now, because it takes time to load

        return Think(HintsQuestion(self.seen, self.session.thinking_key()), self.give_hints, LOOKING)

    @_unless_taken_over
    def give_hints(self, hints: Sequence[Hint] | None) -> Response:
        """Count the hints as help and show them. If there are no hints, say so."""
        from cardtable.table.result_words import hint_note

        self.is_looking = False
        if not hints:
            return Say(NO_HINTS)
        counts = len(self.seen.legal) > 1  # being told the only legal move is no help
        self._before_play()
        if counts:
            self.session.note_hint()
        return ShowHints(hints, hint_note(self.session) if counts else "")

    @Command("stop looking for hints", keys=("escape",), no_words=BY_ITSELF, exists=lambda room: room.is_looking)
    def stop_looking(self) -> Response:
        return Say("")

    # Computer players

    def _is_watched(self) -> bool:
        return self.is_computer_playing() and not self.session.people_here and self.table is None

    @Command(
        "let the computer player move at once",
        keys=("enter",),
        label=lambda room: "One move" if room.is_paused() else "Go on",
        no_words=BY_ITSELF,
        exists=lambda room: room.is_computer_playing(),
    )
    def go_on(self) -> Response:
        return OwnWay("go-on")

    @Command(
        "let the computer players wait, or go on",
        keys=("space",),
        label=lambda room: "Go on" if room.is_paused() else "Pause",
        need=6,
        no_words=BY_ITSELF,
        exists=_is_watched,
    )
    def pause(self) -> Response:
        return OwnWay("pause")

    # Looking things up

    @Command("replay the game so far", words=("replay",), why_not=why_no_replay)
    def replay(self) -> Response:
        return self.replay_from(0 if self.is_over else len(self.session.actions))

    def _why_no_what_if(self) -> str:
        if self.is_over:
            return "The game is over. In its replay, you can try other moves at any point."
        if self.table is not None:
            return "You can try other moves once the game at this shared table is over."
        return why_no_what_if(self.session, len(self.session.actions))

    @Command(
        "play on from here without saving, then return to the game",
        words=("what if", "what-if"),
        why_not=_why_no_what_if,
    )
    def what_if(self) -> Response:
        return ToWhatIf(self.session, len(self.session.actions))

    def _why_no_hand(self) -> str:
        return "You have no hand now." if self.viewer is None else ""

    @Command("everything: the table, your hand and your moves", words=("look",), no_key=ON_THE_SCREEN)
    def look(self) -> Response:
        return OwnWay("look")

    @Command("your hand", words=("hand",), no_key=ON_THE_SCREEN, why_not=_why_no_hand)
    def hand(self) -> Response:
        return OwnWay("hand")

    @replace(MOVES, why_not=why_no_move)
    def moves(self, group: str) -> Response:
        return OwnWay("moves", group)

    @replace(WHY, why_not=why_no_move)
    def why(self, move: str) -> Response:
        return why_move(self.seen, move)

    def _why_not_verbose(self) -> str:
        return "You already hear the whole table every turn." if self.is_verbose else ""

    def _why_not_terse(self) -> str:
        return "" if self.is_verbose else "You already hear only what has changed."

    @Command(
        "in this game, the whole table and the effects of your moves every turn",
        words=("verbose",),
        no_key=ON_THE_SCREEN,
        exists=lambda room: not room.is_over,
        why_not=_why_not_verbose,
    )
    def verbose(self) -> Response:
        self.is_verbose = True
        return Say(
            "In this game, you now hear the whole table and each move's effect. "
            "To hear only what has changed, type terse."
        )

    @Command(
        "in this game, only what has changed since your last turn, and your moves in brief",
        words=("terse",),
        no_key=ON_THE_SCREEN,
        exists=lambda room: not room.is_over,
        why_not=_why_not_terse,
    )
    def terse(self) -> Response:
        self.is_verbose = False
        return Say(
            "In this game, you now hear only what has changed, and your moves in brief. To hear everything, type look."
        )

    # The deal and files

    def _may_see_deal(self) -> bool:
        return self.is_over or self.session.has_one_player or may_open("deal codes")

    def _why_no_deal(self) -> str:
        is_secret = self.table is not None and not self.is_over
        return "At a shared table, everything about the deal is secret until the game is over." if is_secret else ""

    @Command(
        "the deal code, which is secret if there are several players",
        words=("deal",),
        exists=_may_see_deal,
        why_not=_why_no_deal,
    )
    def deal(self) -> Response:
        session = self.session
        if session.has_one_player or self.is_over or session.deal_code is None:
            return self._show_deal()
        return Ask(
            f"{CODE_WARNING} Show it to everyone here?",
            (
                Answer("No, keep it hidden", Stay, key="n", words=("no",)),
                Answer("Yes, show the code", self._show_deal, key="y", words=("yes",)),
            ),
        )

    def _show_deal(self) -> Response:
        return OwnWay("deal")

    @Command("save the game to a new file", words=("save",), takes="FILE", needs="files", why_not=_why_no_deal)
    def save(self, name: str) -> Response:
        from cardtable.formats.record import dump_record
        from cardtable.table.recording import record_of

        ask = save_to_file(f"{self.session.game.id}.json", lambda: dump_record(record_of(self.session)), self._saved)
        return (ask.take(name) or Stay()) if name else ask

    def _saved(self, name: str) -> Response:
        self.last_file = name, self.session.actions
        return Saved(name)

    def saving_news(self) -> Response | None:
        """Return a response with saving news that the players haven't seen yet, or None if there is none."""
        fault, before = self.fault, self._last_fault
        self._last_fault = fault
        if fault and not before:
            return SavingFailed(
                fault,
                (
                    Answer("Keep playing", Stay, key="p"),
                    Answer("Try again", self._retry, key="a"),
                    *([Answer("Save to a file", lambda: self.save(""), key="s")] if self.can("save") else ()),
                ),
            )
        return Say("Your game is being saved again.") if before and not fault else None

    @_unless_taken_over
    def _retry(self) -> Response:
        assert self.saver is not None, "saving has failed"
        self._last_fault = ""
        self.saver.retry(self.session)
        return self.saving_news() or Say("Your game is saved.")

    @property
    def is_lost(self) -> bool:
        """Whether another window has taken over the game."""
        return self.saver is not None and self.saver.is_taken_over()

    # Leaving

    def close(self) -> None:
        """Let other windows open the game, and stop all background work."""
        self.grading.close()
        if self.saver is not None:
            self.saver.leave(self.session)

    @Command("leave the table", keys=("q",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        """Leave the table. If some moves aren't saved, ask the player first."""
        session = self.session
        if self.saver is not None:
            self.saver.delete_if_unplayed(session)  # now, before the lobby lists the games in progress
        is_unplayed = len(session.actions) == session.inherited_actions
        is_in_file = self.last_file is not None and self.last_file[1] == session.actions
        if not self.fault or is_unplayed or self.is_over or is_in_file:
            return Leave()
        lost = "this game is lost" if self.number is None else "unsaved moves are lost"
        return Ask(
            "Leave this game?",
            (
                Answer("Stay", self._stay, key="n", words=("no",)),
                Answer(f"Leave ({lost})", Leave, key="y", words=("yes",)),
            ),
            self._stay,
        )

    def _stay(self) -> Response | None:
        if self.keyboard.must_change_hands:
            return OwnWay("pass-keyboard")
        return None if self.viewer is None else Stay()
