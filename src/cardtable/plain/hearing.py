"""Events read out in plain mode, and a record of what each player has heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardtable.engine.game import Event, Seat
from cardtable.plain.view import View
from cardtable.table.first_turns import first_tips
from cardtable.table.session import Session


def spoken_players(session: Session) -> tuple[str, ...]:
    """Return the names of the players. If there is only one seat and a person plays it, that player is `You`."""
    return ("You",) if len(session.names) == 1 and session.people else session.players


class Hearing:
    """An object that reads out each event once to each player."""

    def __init__(self, session: Session, view: View, say: Callable[..., None]) -> None:
        """Begin with a new or a saved game. In a saved game, players have heard everything up to their last turn."""
        self._session, self._view, self._say = session, view, say
        self._heard = {
            player: 1 + session.last_turn(seat) if session.actions else 0 for seat, player in enumerate(session.persons)
        }
        """The number of log entries that each player has heard: at first, all those up to the player's last turn."""
        self._told = set[str]()
        self._tips_read = {player: set[str]() for player in session.persons}
        """For each player, the tips that have been read out."""
        self._reminded = set[int]() if session.actions else set(session.persons)
        """The players who don't need to hear the last move again after a saved game is continued."""
        self._public = set[int]()
        """The indices of the log entries that have been read out to everybody at the table."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, which change while people join a shared table."""
        return spoken_players(self._session)

    def tell(self, events: Iterable[Event], *, is_brief: bool = False) -> None:
        """Read out events, briefly if the table is read out next. After the end of a round, also read out the score."""
        told = list(events)
        self._say(*(line for event in told for line in self._view.retell(event, self.names, is_brief=is_brief)))
        if self._end_round(told):
            self._say(*self._view.score(self._session.look(None)))

    def tell_move(self, events: Iterable[Event], *, is_public: bool, is_brief: bool = False) -> None:
        """Read out the latest move. If it is public, everybody at the table hears it."""
        self.tell(events, is_brief=is_brief)
        if is_public and not self._view.repeats_public:
            self._public.add(len(self._session.actions))

    def tell_placed(self) -> None:
        """Read out to everybody all the automatically placed pieces that haven't been read out yet."""
        log = self._session.look(None).log
        unheard = [at for at in range(max(1, *self._heard.values()), len(log)) if at not in self._public]
        placed = self._view.gather([log[at] for at in unheard])
        self.tell((event for events in placed for event in events), is_brief=True)
        self._heard = dict.fromkeys(self._heard, len(log))

    def tell_everybody(self, events: Sequence[Event]) -> None:
        """Read out a move to everybody. If it ends a round, players don't hear that round again on their turns."""
        self.tell_move(events, is_public=True)
        if self._end_round(events):
            self._heard = dict.fromkeys(self._heard, len(self._session.actions) + 1)

    def _end_round(self, events: Sequence[Event]) -> bool:
        """Return whether these events end a round and another round follows."""
        seen = self._session.look(None)
        is_running = seen.turn is not None and seen.game.round_number(seen.state) is not None
        return is_running and any(isinstance(event, seen.game.moments) for event in events)

    def tell_once(self, sentence: str, *, again: bool = False) -> None:
        """Read out a sentence, unless it is empty. Without `again`, skip a sentence already read out in this game."""
        if sentence and (again or sentence not in self._told):
            self._told.add(sentence)
            self._say(sentence)

    def tell_opening(self) -> bool:
        """Read out who begins, the goal and the table to everybody. Return False if the game has no such text."""
        seen = self._session.look(None)
        lines = self._view.opening(seen) if self._session.people and seen.turn is not None else ()
        if not lines:
            return False
        if not self._session.actions:
            self.tell_setup(None)
            self._heard = dict.fromkeys(self._heard, 1)
        goals = [tip.text for tip in first_tips(seen)]
        for heard in self._tips_read.values():
            heard.update(goals)
        self._say(*goals, *lines)
        return True

    def has_played(self, seat: Seat) -> bool:
        """Return whether the player in this seat has made a move, for this seat or another."""
        persons = self._session.persons
        return any(step and persons[step[0].seat] == persons[seat] for step in self._session.look(None).log[1:])

    def note_all(self, seat: Seat) -> None:
        """Remember that a player has heard everything so far."""
        self._heard[self._session.persons[seat]] = len(self._session.actions) + 1

    def forget_undone(self) -> None:
        """Forget that players heard any moves that have been undone."""
        left = len(self._session.actions)
        self._public = {at for at in self._public if at <= left}
        self._heard = {player: min(heard, left + 1) for player, heard in self._heard.items()}

    def share(self, last: Seat, seat: Seat) -> None:
        """Remember that the player in `seat` has heard everything that the player in `last` has heard."""
        persons = self._session.persons
        self._heard[persons[seat]] = self._heard[persons[last]]

    def tell_news(self, seat: Seat, *, is_live: bool = False, is_brief: bool = False) -> None:
        """Read out the events that this player hasn't heard yet. `is_live` says that the last move was just made."""
        player = self._session.persons[seat]
        heard, log = self._heard[player], self._session.look(seat).log
        unheard = [log[at] for at in range(max(1, heard), len(log)) if not (is_brief and at in self._public)]
        events = [event for events in self._view.gather(unheard) for event in events]
        is_told = any(self._view.retell(event, self.names, is_brief=is_brief) for event in events)
        is_own = log[-1] and self._session.persons[log[-1][0].seat] == player
        if heard == 0:
            self.tell_setup(seat)
        elif player not in self._reminded and len(log) == heard + 1 and is_own:
            self._say("Your last move:")
        elif is_told and len(log) > heard + is_live and len(self.names) > 1:
            self._say("Since your last turn:" if self.has_played(seat) else "So far:")
        self._reminded.add(player)
        self.tell(events, is_brief=is_brief)
        self.note_all(seat)

    def tell_tips(self, seat: Seat) -> None:
        """Read out this player's tips for the first turns. Each sentence is read out only once."""
        heard = self._tips_read[self._session.persons[seat]]
        tips = first_tips(self._session.look(seat))
        texts = [text for tip in tips if (text := tip.spoken or tip.text) not in heard]
        heard.update(texts)
        self._say(*texts)

    def tell_setup(self, seat: Seat | None) -> None:
        """Read out the last sentence about the set-up. The table itself is read out on the first turn."""
        setup = self._session.events_at(seat, 0)
        self._say(*(line for event in setup for line in self._view.retell(event, self.names)[-1:]))

    def tell_computer_move(self, *, is_brief: bool = False) -> None:
        """Read out the move that a computer player has just made.

        If two or more people are at the table, read out only the part that everybody may hear. They hear the rest on
        their turns.
        """
        session, at = self._session, len(self._session.actions)
        public = session.events_at(None, at)
        seats = [seat for seat, player in enumerate(session.persons) if player in session.people_here]
        if len(seats) > 0 and not session.shares_screen:
            self.tell_news(
                max(seats, key=lambda seat: session.events_at(seat, at) != public), is_live=True, is_brief=is_brief
            )
            return
        if at == 1:
            self.tell_setup(None)
        self.tell_move(public, is_public=True)
        for seat in seats:
            player = session.persons[seat]
            if self._heard[player] == at and session.events_at(seat, at) == public:
                self._heard[player] = at + 1
