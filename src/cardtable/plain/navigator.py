"""Opening the places of the program in plain mode, one inside the other.

Places take time to load, so each method imports what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtable.plain.lines import Lines
from cardtable.plain.room import Responder
from cardtable.rooms import goto
from cardtable.rooms.command import Goto, Response
from cardtable.rooms.records import Records
from cardtable.rooms.saved_games import load, resume
from cardtable.table.lazy_archive import GameSaver, SavedGame

if TYPE_CHECKING:
    from cardtable.plain.ending import Advice
    from cardtable.table.session import Session


class PlainNavigator:
    """Opens places; each runs until the player leaves it."""

    def __init__(self, lines: Lines, records: Records, advice: Advice | None = None) -> None:
        """Prepare them; `advice` tells players how to continue a game, by default on the command line."""
        self.lines, self.records = lines, records
        self._advice = advice

    def open(self, place: Goto) -> int:
        """Open a place, and those where the player goes on from there; return the exit code."""
        following: Goto | None = place
        while following is not None:
            following = self._open(following)
        return 0

    def _open(self, place: Goto) -> Goto | None:
        """Open a place; return where the player goes on from there, if anywhere."""
        match place:
            case goto.ToTable(session) | goto.ToBranch(session):
                self._play(session)
            case goto.ToGame(number, take_over):
                self._carry_out(resume(self.records, number, take_over=take_over))
            case goto.ToDaily():
                from cardtable.rooms.daily import daily_deal

                self._carry_out(daily_deal(self.records))
            case goto.ToReplay(int(number)):
                from cardtable.table.replay import Replay

                self._carry_out(load(self.records, number, lambda session: goto.ToReplay(Replay(session), number)))
            case goto.ToReplay(game, number):
                from cardtable.plain.replay import PlainReplay

                assert not isinstance(game, int), "saved games are loaded first"
                return PlainReplay(self, game, number).run()
            case goto.ToReview(int(number)):
                self._carry_out(load(self.records, number, lambda session: goto.ToReview(session, number)))
            case goto.ToReview(session, number):
                from cardtable.plain.review import review_game

                assert not isinstance(session, int), "saved games are loaded first"
                saved = None if number is None else SavedGame(self.records.saved_games, number)
                with self.lines.signals:
                    review_game(session, saved, self.lines)
            case goto.ToStatistics(game_id):
                from cardtable.rooms.statistics import StatisticsRoom

                room = StatisticsRoom(self.records)
                if game_id:
                    self._carry_out(room.read(game_id, ""))
                else:
                    self.lines.read_out(*room.overview())
            case goto.ToSettings():
                from cardtable.plain.settings import PlainSettings

                return PlainSettings(self).run()
            case goto.ToRules(game_id, at):
                self._read_rules(game_id, at)
            case _:
                raise ValueError("That works only in the app, not in plain mode.")
        return None

    def _carry_out(self, response: Response) -> None:
        Responder(self).answer(response)

    def _play(self, session: Session) -> None:
        """Play a game, which is saved from now on."""
        from cardtable.plain.ending import ON_COMMAND_LINE
        from cardtable.plain.game import play

        if not isinstance(session.journal, GameSaver):
            self.records.saved_games.save(session)
        self.lines.say(*self.records.take_notices())
        play(session, self.lines, self._advice or ON_COMMAND_LINE)

    def _read_rules(self, game_id: str, at: str) -> None:
        """Read a ruling or a part of the rules, or let the player choose."""
        from cardtable.games import GAMES
        from cardtable.plain.rules import PlainRules
        from cardtable.rooms.rules import RulesRoom

        if at:
            self._carry_out(RulesRoom(GAMES[game_id]).read(at))
        else:
            PlainRules(self, GAMES[game_id]).run()
