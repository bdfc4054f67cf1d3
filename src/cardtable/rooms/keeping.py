"""What a player does at a table apart from playing: look things up, keep the game and leave."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from cardtable.engine.game import Seat
from cardtable.rooms.ending import EndingRoom
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLostGame, ToWhatIf
from cardtable.rooms.kit.keyboard import SharedKeyboard
from cardtable.rooms.kit.public import MOVES, ON_THE_SCREEN, WHY, why_move, why_no_replay
from cardtable.rooms.kit.response import Answer, Ask, Leave, OwnWay, Response, Say, Stay
from cardtable.rooms.kit.turns import Saved, SavingFailed
from cardtable.rooms.saved_games import save_to_file
from cardtable.store.errors import TakenOver
from cardtable.store.powers import may_open
from cardtable.table.session import Session
from cardtable.table.what_if import why_no_what_if

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import Saver

CODE_WARNING = "Anyone with the deal code can reconstruct every hidden card."


class KeepingRoom(EndingRoom):
    """A table with everything that players do there apart from playing."""

    can_continue: ClassVar[bool] = True
    """Whether players can go on with the game another time."""
    heading = ""
    """What is played here if it isn't a game of its own, such as `What if, from move 12`."""
    note = ""
    """A note that follows the heading."""
    origin_ending = ""
    """A sentence about the result of the game that this what-if line began from. It is empty if there is no result."""

    def __init__(self, session: Session, saver: Saver | None) -> None:
        """Keep a session. `saver` saves it, unless it is None."""
        super().__init__(session, saver)
        self.keyboard = SharedKeyboard(session)
        self.is_verbose = False
        """Whether plain mode reads out the whole table every turn. Otherwise, it reads out only the changes."""
        self.last_file: tuple[str, tuple[Any, ...]] | None = None
        """The name of the last saved file and the actions played by then. None if no file has been saved."""
        self._last_fault = ""
        """The last reason for a failed save that players were told. It is empty if the game is saved."""

    @property
    def viewer(self) -> Seat | None:
        """The seat of the player at the keyboard."""
        return self.keyboard.viewer

    @viewer.setter
    def viewer(self, seat: Seat | None) -> None:
        self.keyboard.viewer = seat

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

    @property
    def fault(self) -> str:
        """The reason why the latest moves aren't saved. It is empty if they are saved."""
        return "" if self.saver is None else self.saver.fault

    def saving_news(self) -> Response | None:
        """Return news about saving that the players haven't seen yet, or None if there is none."""
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

    def _retry(self) -> Response:
        assert self.saver is not None, "saving has failed"
        self._last_fault = ""
        try:
            self.saver.retry(self.session)
        except TakenOver:
            return ToLostGame(self.number)
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
