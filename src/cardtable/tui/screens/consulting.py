"""What players look up at a table: the log, a replay, the rules, help and the deal; and saving to a file."""

from __future__ import annotations

import re

from cardtable.engine.game import Seat
from cardtable.formats.deal_line import COMMA, DOT
from cardtable.rooms.goto import ToReplay, ToReview, ToRules, ToWhatIf
from cardtable.table.command_lines import deal_sentence, deal_text
from cardtable.table.first_turns import goal_of
from cardtable.table.replay import Replay
from cardtable.table.seen import Seen
from cardtable.table.what_if import why_no_what_if
from cardtable.tui.canvas import wrap
from cardtable.tui.faces import ASCII
from cardtable.tui.screens.dialogs import LOW_HEIGHT, ChoiceDialog
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.ruling import ask_about_ruling
from cardtable.tui.screens.saving import SavingScreen
from cardtable.tui.widgets.menu import Item

_RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


class ConsultingScreen(SavingScreen):
    """A table at which players can look things up, and save the game to a file."""

    viewer: Seat | None
    """The seat whose hand is on the screen."""

    def action_log(self) -> None:
        seen = self.board.seen
        if seen is not None:
            title = f"{seen.game.title}: log"
            self.app.push_screen(LogScreen(title, seen, opens_replay=bool(self.session.actions)), self._replay_from)

    @property
    def _cited_ruling(self) -> str:
        """The number of the ruling about the choice or the notice, or an empty string."""
        found = _RULING.search(self.board.explanation(self.board.seen)) if self.board.seen else None
        return found[0] if found else ""

    def action_replay(self) -> None:
        """Replay the game, from the start if it's finished and otherwise from the last move."""
        if not self.session.actions:
            self.board.say("Nothing has been played yet.")
            return
        self._replay_from(0 if self.session.turn is None else len(self.session.actions))

    def _replay_from(self, at: int | None) -> None:
        """Replay the game from a move, unless the players closed the log without choosing one.

        While the game is in progress, the replay shows only what the person at the keyboard has seen.
        """
        if at is None:
            return
        own = self._own_seats()
        replay = Replay(self.session, own)
        replay.go(at)
        if own and (self.session.turn is None or self.session.has_one_person):
            replay.viewer = own[0]
        self.go(ToReplay(replay, self.saver.number))

    def action_review(self) -> None:
        """Review the finished game."""
        self.go(ToReview(self.session, self.saver.number))

    def _own_seats(self) -> tuple[Seat, ...]:
        """Return the seats of the person at the keyboard, starting with the viewer's."""
        session = self.session
        viewer = session.own_seat if self.viewer is None else self.viewer
        if viewer is None:
            return ()
        return (viewer, *(seat for seat in session.seats_of(session.persons[viewer]) if seat != viewer))

    def action_what_if(self) -> None:
        """Play a line from here, without changing the game."""
        at = len(self.session.actions)
        if self.session.turn is None:
            self.board.say(f"The game is over. Replay it with {self.key_for('replay')} to play a line from any move.")
        elif reason := why_no_what_if(self.session, at):
            self.board.say(reason)
        else:
            self.go(ToWhatIf(self.session, at))

    def action_rules(self) -> None:
        """Open the rules at the section about the chosen move or, if something was refused, at the ruling cited."""
        seen, choice, game = self.board.seen, self.board.choice, self.session.game
        is_refused = self.board.notice or (choice is not None and not self.board.is_legal)
        place = self._cited_ruling if is_refused else ""
        if not place and seen is not None:
            place = game.rules_section(seen.state, choice.action if choice is not None and seen.legal else None)
        self.go(ToRules(game.id, place))

    def action_help(self) -> None:
        """Show the keys or, if the status line cites a ruling, explain the table and offer keys, rule and lesson."""
        if self.board.seen is None or not (ruling := self._cited_ruling):
            self.run_app_action("help")
        else:
            ask_about_ruling(self, self.session.game.id, ruling, self._explain_table(self.board.seen))

    def _explain_table(self, seen: Seen) -> str:
        """Return the notice or, if there is none, the goal and, if there is room, the signs on the board."""
        if self.board.notice:
            return self.board.status(seen)
        signs = [f"{keys}: {text}." for keys, text in self.board.KEY_HELP if keys in self.board.SIGNS]
        is_low = self.app.size.height < LOW_HEIGHT
        return "\n".join(filter(None, (goal_of(seen), *signs[: 0 if is_low else None]))) or self.board.status(seen)

    def action_deal(self) -> None:
        if len(self.session.names) == 1 or self.session.turn is None or self.session.deal_code is None:
            self._show_deal("yes")
            return
        warning = "Anyone with the deal code can work out every hidden card. Show it to everyone here?"
        items = (Item("no", "No, keep it hidden", key="n"), Item("yes", "Yes, show the code", key="y"))
        self.app.push_screen(ChoiceDialog(warning, items), self._show_deal)

    def _show_deal(self, answer: str | None) -> None:
        if answer == "yes":
            width = self.board.size.width
            sentence = deal_sentence(self._deal_line, "This deal is ")
            fits = " ".join(wrap(sentence, width, self.board.status_lines(width))) == sentence
            self.board.say(sentence if fits else deal_sentence(self.session.deal_code, "This deal is "))

    @property
    def _deal_line(self) -> str:
        """The deal line, which players can type to play the same deal."""
        return deal_text(self.session, COMMA if self.board.signs is ASCII else DOT)

    def action_save(self) -> None:
        """Save the record of the game to a new file."""
        from cardtable.formats.record import dump_record
        from cardtable.table.recording import record_of
        from cardtable.tui.screens.save_file import SAVED_TO_FILE, save_to_file

        name = f"{self.session.game.id}.json"
        save_to_file(
            self.app, name, lambda: dump_record(record_of(self.session)), lambda _: self.board.say(SAVED_TO_FILE)
        )
