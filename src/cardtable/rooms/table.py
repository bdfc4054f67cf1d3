"""The table where a game is played: moves, undo, hints, look-ups, saving and leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from cardtable.engine.game import Seat
from cardtable.engine.phrases import counted, signed
from cardtable.rooms.company import CompanyRoom
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLostGame
from cardtable.rooms.kit.public import UNDO
from cardtable.rooms.kit.response import Answer, OwnWay, Response, Say, Think
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
    ShowHints,
    Undone,
    Unplayed,
    WaitForOthers,
    YourTurn,
)
from cardtable.store.errors import Behind, TakenOver
from cardtable.table.command_lines import deal_caption
from cardtable.table.grades import GradedResult
from cardtable.table.session import Session
from cardtable.table.shared_game import NotPlayed
from cardtable.table.unasked import play_rest, unasked_action
from cardtable.table.what_if import branch

if TYPE_CHECKING:
    from cardtable.players.hints import Hint
    from cardtable.store.settings import Settings
    from cardtable.table.lazy_archive import Saver

P = ParamSpec("P")
R = TypeVar("R")

AFTER_HURRYING = "It's your turn now. Press Enter again to play this."
"""The reply to Enter if the player has just used it to hurry computer players, and may not mean to play."""
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
    """Wrap a method of the table. If another window has taken over the game, return ToLostGame.

    At a shared table, return Follow if others have played meanwhile, or Unplayed if the move couldn't be saved.
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


class TableRoom(CompanyRoom):
    """A table where a session is played."""

    plays_on_board = True

    def __init__(self, session: Session, saver: Saver | None) -> None:
        """Play a session. `saver` saves it, unless it is None."""
        super().__init__(session, saver)
        self.is_looking = False
        """Whether the player is waiting for hints."""
        self.is_computer_playing: Callable[[], bool] = lambda: False
        """A function that returns whether a computer player is about to move and a key press can skip the delay."""
        self.is_paused: Callable[[], bool] = lambda: False
        """A function that returns whether the players have paused the computer players."""
        self.hides_moves = False
        """Whether players want to find moves themselves, so that moves are marked or listed only on request."""
        self.placed_for = set[Seat]()
        """The seats of the players whose remaining pieces the table places. An undo empties the set."""
        self._has_bell = True
        """Whether the terminal's bell rings when the turn comes from another screen."""
        self._has_arrived = False
        """Whether others at a shared table have played, or the last of them has come, since the last turn here."""
        self._is_away = False

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
        """The action to play automatically, because the player to move has no choice or leaves the choice to the table.

        It is None if the player chooses.
        """
        session = self.session
        if not (session.is_turn_here or self._thinks_here) or session.redoable_actions:
            return None
        return self._piece() if session.turn in self.placed_for else unasked_action(session)

    @property
    def _thinks_here(self) -> bool:
        """Whether the player to move is a computer player that thinks in this process."""
        if self.session.computer is None:
            return False
        return self.table is None or (self.table.thinks_here and not self.session.is_waiting)

    # Moves

    def act(self, action: Any) -> Response:
        """Play an action. Raise IllegalAction if it isn't legal."""
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
        """A sentence that says what a shared table is waiting for."""
        if self.table is None:
            return ""
        waiting = self.table.waiting_for(self.session)
        return waiting if self.table.own else f"You're watching. {waiting}"

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
            return self.ask_everybody(reason) if self.table is None else self.ask_others_to_undo()
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

    @Command(
        "type a move, or pick one from a list",
        id="type",
        no_words="Moves are typed without a word before them.",
        why_not=CompanyRoom.why_no_move,
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
