"""A session is a game being played. Only the session holds the game's full state and its deal or starting position."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from cardtable.engine.chance import CODE_BITS, DealCode, Key
from cardtable.engine.game import AnyGame, Event, Outcome, Seat, Step, play, reveals, seen_by
from cardtable.formats.computers import Computer, Computers, computer_kinds, thinking_key
from cardtable.formats.opening import Opening, begin, deal_code
from cardtable.table.seen import Seen, shown_outcome, unnamed_seat

_Log = tuple[tuple[Event, ...], ...]
_IN_REPLAY = "You can't undo or redo in a replay."


def fresh_code() -> DealCode:
    """Return a random deal code that nobody can guess."""
    return DealCode(secrets.randbits(CODE_BITS))


class Journal(Protocol):
    """An object that saves each change to a session before it happens. If saving fails, nothing changes."""

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        """Save an action before it is played. `state` is the state after the action."""

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        """Save an undo of the last action before it happens. `state` and `undone` are the values after the undo."""

    def before_hint(self, session: Session, hinted: int) -> None:
        """Save a hint before it is shown. `hinted` is the number of hints, including this one."""


@dataclass(slots=True)
class HistoryEntry:
    """One action of the game."""

    before: Any
    """The state before the action was played."""
    action: Any
    step: Step[Any]
    views: dict[Seat | None, tuple[Event, ...]] = field(default_factory=dict)
    """The events as each viewer saw them. A viewer's events are added when they are first needed."""

    def seen_by(self, viewer: Seat | None) -> tuple[Event, ...]:
        """Return the action's events as the viewer saw them."""
        if viewer not in self.views:
            self.views[viewer] = tuple(seen_by(event, viewer) for event in self.step.events)
        return self.views[viewer]


class Session:
    """The history of a game, which grows with each action and shrinks with each undo.

    One player may have several seats. `persons` contains the player in each seat. With several players, each player can
    undo their own actions if these actions revealed no hidden card and no other player has seen the table since
    (`mark_seen`). While nobody has hidden cards, it doesn't matter who has seen the table. A player with all the seats
    can undo everything.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        names: tuple[str, ...],
        opening: Opening,
        persons: tuple[int, ...] | None = None,
        computers: Computers = (),
    ) -> None:
        """Start a game. Raise BadOptions if the options don't work for this number of players."""
        seats = len(names)
        assert persons is None or len(persons) == seats, "each seat has a player"
        assert len(computers) in (0, seats), "if there are computer players, each seat has one or None"
        self.game = game
        self.opening = opening
        self._start = begin(game, options, seats, opening)
        self.options = game.resolve_defaults(options, seats)
        self.persons = persons if persons is not None else tuple(range(seats))
        self.computers = computers if any(computers) else ()
        """The computer player at each seat, or None for a person. The tuple is empty if only people play."""
        self.people = frozenset(player for seat, player in enumerate(self.persons) if self.computer_at(seat) is None)
        """The players who aren't computer players."""
        self.rename(names)
        self.here: frozenset[int] | None = None
        """At a shared table, the people at this screen. None if all people share one screen."""
        self.is_waiting = False
        """True while a shared table waits for players to sit down, so nobody can move."""
        self.stood_in: tuple[tuple[Seat, range], ...] = ()
        """For each person for whom a computer player has gone on, the seat and the places of those moves in the log."""
        self.presence: dict[Seat, str] = {}
        """At a shared table, a word beside the names of people who aren't at their screens, such as `away`."""
        self.stand_ins: dict[Seat, Computer] = {}
        """At a shared table, the computer players that play for people who have left."""
        self.undone = 0
        """The number of undone actions that count as help. A slip that was undone at once doesn't count."""
        self.hinted = 0
        """The number of hints used."""
        self.inherited_actions = 0
        """The number of actions that this game has taken over from the game that it continues."""
        self.journal: Journal | None = None
        self._history: list[HistoryEntry] = []
        self._undone_actions: list[Any] = []
        self.rest_start: int | None = None
        """The number of actions before the rest of the game was played in one go. None if that hasn't happened."""
        self._seen_at = 0
        """The number of actions at the time when the table was last shown to another player."""
        self._last_to_see = self._player(self.turn)
        self.is_resumed = False
        """Whether nobody has seen the table since the game was opened. Players may have seen it earlier."""

    # The game so far

    @property
    def _state(self) -> Any:
        return self._history[-1].step.state if self._history else self._start.state

    @property
    def deal_code(self) -> DealCode | None:
        """The game's deal code, or None if the game started from a position."""
        return deal_code(self.opening)

    def full_state(self) -> Any:
        """Return the state with all hidden cards, for files that warn about them. Never show the state on a screen."""
        return self._state

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, or None after the end of the game."""
        return self.game.turn(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome in its saved form, with the players' names, or None while the game is in progress."""
        return self.game.named_outcome(self._state, self.names)

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions so far, without undone actions."""
        return tuple(entry.action for entry in self._history)

    @property
    def redoable_actions(self) -> tuple[Any, ...]:
        """The undone actions that can be redone, in the order of redo."""
        return tuple(reversed(self._undone_actions))

    # Players

    @property
    def has_one_player(self) -> bool:
        """Whether one player has every seat."""
        return len(set(self.persons)) == 1

    @property
    def has_one_person(self) -> bool:
        """Whether nothing has to be hidden, because at most one person (besides computers) is here."""
        return len(self.people) <= 1

    @property
    def people_here(self) -> frozenset[int]:
        """The people at this screen: everybody in the game, except at a shared table."""
        return self.people if self.here is None else self.here

    @property
    def shares_screen(self) -> bool:
        """Whether several people share this screen, so that each hand must be hidden from the others."""
        return len(self.people_here) > 1

    @property
    def own_seat(self) -> Seat | None:
        """The first seat of the only person at this screen. None if there are several people or none."""
        return self.seats_of(next(iter(self.people_here)))[0] if len(self.people_here) == 1 else None

    @property
    def is_turn_here(self) -> bool:
        """Whether it is the turn of a person at this screen."""
        return not self.is_waiting and self.computer is None and self._player(self.turn) in self.people_here

    @property
    def computer(self) -> Computer | None:
        """The computer player who moves now, perhaps for a person who has left, or None if a person moves."""
        turn = self.turn
        return None if turn is None else self.stand_ins.get(turn) or self.computer_at(turn)

    def computer_at(self, seat: Seat) -> Computer | None:
        """Return the computer player at this seat, or None for a person."""
        return self.computers[seat] if self.computers else None

    def seats_of(self, player: int) -> tuple[Seat, ...]:
        """Return the seats of a player."""
        return tuple(seat for seat, each in enumerate(self.persons) if each == player)

    def thinking_key(self) -> Key:
        """Return the computer player's random key for this move. It depends on the deal and the number of moves."""
        return thinking_key(self.deal_code, len(self._history))

    def _player(self, seat: Seat | None) -> int | None:
        return None if seat is None else self.persons[seat]

    # Playing

    def act(self, action: Any) -> tuple[Event, ...]:
        """Play an action for the seat whose turn it is. Return the events as that seat saw them.

        If the action isn't legal, raise IllegalAction and change nothing.
        """
        before, seat = self._state, self.turn
        step = play(self.game, before, action)
        if self.journal is not None:
            self.journal.before_action(self, action, step.state)
        self._history.append(HistoryEntry(before, action, step))
        self._undone_actions.clear()
        self.rest_start = None
        if self.here is not None:  # the others see it at once
            self.mark_seen()
        return self._seen_events(len(self._history), seat)

    def follow(self, action: Any) -> None:
        """Play an action that another process has saved. Raise IllegalAction if it isn't legal."""
        journal, self.journal = self.journal, None
        try:
            self.act(action)
        finally:
            self.journal = journal

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` actions, because another process has undone the others."""
        del self._history[length:]
        self._undone_actions.clear()
        self._seen_at = min(self._seen_at, length)

    def rename(self, names: tuple[str, ...]) -> None:
        """Set the names of the players, as when somebody sits down at a shared table before its game begins."""
        self.names = names
        people = [seat for seat, each in enumerate(self.persons) if each in self.people]
        self.you = unnamed_seat(self.game, names, people)
        self.players = tuple("You" if seat == self.you else name for seat, name in enumerate(names))
        """The name that is shown for each player."""

    def replay(self, actions: Iterable[Any]) -> None:
        """Play these actions from here. Raise IllegalAction at the first action that isn't legal."""
        for action in actions:
            self.act(action)
            self.mark_seen()

    def note_hint(self) -> None:
        """Count a hint. Call this before the hint is shown."""
        if self.journal is not None:
            self.journal.before_hint(self, self.hinted + 1)
        self.hinted += 1

    def mark_seen(self) -> None:
        """Record that the player to move has seen the table. Other players can then no longer undo their actions."""
        player, self.is_resumed = self._player(self.turn), False
        if player not in self.people or (player == self._last_to_see and not self._have_others_played(player)):
            return
        if self.has_secrets:
            self._last_to_see, self._seen_at = player, len(self._history)
            self._undone_actions.clear()

    def _have_others_played(self, player: int) -> bool:
        """Return whether other people have played since the table was last marked as seen."""
        played = {self._player(self.game.turn(entry.before)) for entry in self._history[self._seen_at :]}
        return bool(played.intersection(self.people) - {player})

    # Undo and redo

    def why_no_undo(self, *, all_agree: bool = False) -> str:
        """Return the reason why the last action can't be undone. The result is empty if the action can be undone.

        If all players agree, it doesn't matter what the action has revealed.
        """
        if not self._history:
            return "There's nothing to undo yet."
        if len(self._history) == self.inherited_actions:
            return "You can't undo any further: this game started here."
        if (remaining := self.last_decision()) is None:
            return "There's nothing to undo: so far only computer players have played."
        played_since = range(remaining, len(self._history))
        if self.here is not None and not (
            self.is_turn_here and all(self._player_before(at) in self.here for at in played_since)
        ):
            return "At a shared table, you can only undo your own moves of this turn."
        if self.has_one_person:
            return ""
        if self.turn is None:
            return "Too late to undo: the game is over."
        if all_agree and self.here is None:
            return ""
        if remaining < self._seen_at:
            assert self._last_to_see is not None, "only a player whose turn it was has seen the table"
            has = "may already have" if self.is_resumed else "has already"
            return f"Too late to undo: {self.names[self.persons.index(self._last_to_see)]} {has} seen the table."
        return "You can't undo this: it revealed hidden cards." if self.has_revealed(remaining) else ""

    def _player_before(self, at: int) -> int | None:
        """Return the player who played action number `at`, counted from 0."""
        return self._player(self.game.turn(self._history[at].before))

    def has_revealed(self, since: int) -> bool:
        """Return whether any action after the first `since` actions revealed hidden cards."""
        return any(reveals(self.game, each.before, each.action, each.step.events) for each in self._history[since:])

    def last_decision(self) -> int | None:
        """Return the number of actions before the last one by a person, or None if no person has played.

        An undo returns to this point, so it also undoes all later actions of computer players. In a game with computer
        players, actions without a choice are skipped, unless the person has never had a choice.
        """
        last: int | None = None
        for at in reversed(range(self.inherited_actions, len(self._history))):
            seat = self.game.turn(self._history[at].before)
            if seat is not None and self.computer_at(seat) is None:
                is_elsewhere = self._player(seat) not in self.people_here  # nobody here may know that player's choices
                if not self.computers or is_elsewhere or self._had_choice(at, seat):
                    return at
                last = at if last is None else last
        return last

    def _had_choice(self, at: int, seat: Seat) -> bool:
        """Return whether several actions were legal before action number `at`, counted from 0."""
        return len(self.game.legal(self.game.view(self._history[at].before, seat))) > 1

    def why_no_redo(self) -> str:
        """Return the reason why nothing can be redone. The result is empty if something can be redone."""
        return "" if self._undone_actions else "There's nothing to redo."

    def undo(self, *, all_agree: bool = False) -> None:
        """Undo a person's last choice and all later actions. Raise ValueError with the reason if that isn't possible.

        If all players agree, more can be undone. Two actions that form a single choice count as one undo, and so does
        the rest of a game that was played in one go. The undo stops at an action that can't be undone.
        """
        if reason := self.why_no_undo(all_agree=all_agree):
            raise ValueError(reason)
        last = self.last_decision() or 0
        decisions = 1 + self._is_one_choice(self.actions[max(0, last - 1) : last + 1])
        undone = self.undone + (not self._is_slip())
        first = len(self._history) if self.rest_start is None else self.rest_start
        while (decisions > 0 or len(self._history) > first) and not self.why_no_undo(all_agree=all_agree):
            remaining = self.last_decision()
            while len(self._history) != remaining:
                if self.journal is not None:
                    self.journal.before_undo(self, self._history[-1].before, undone)
                self._undone_actions.append(self._history.pop().action)
                self.undone = undone
            decisions -= 1
        self._seen_at = min(self._seen_at, len(self._history))

    def _is_one_choice(self, actions: Sequence[Any]) -> bool:
        return len(actions) > 1 and self.game.is_one_choice(*actions)

    def _is_slip(self) -> bool:
        """Return whether the last action is a slip.

        Undoing a slip tells the player nothing, because the action revealed nothing and didn't end the game. While
        anything can be redone, no action is a slip: otherwise, players could look several moves ahead. An action is no
        longer a slip once a computer player has moved after it.
        """
        last = len(self._history) - 1
        if self._undone_actions or self.turn is None or last != self.last_decision():
            return False
        return not self.has_revealed(last)

    def redo(self) -> tuple[Event, ...]:
        """Redo the last undone choice and the computer players' moves after it, or redo the rest of the game.

        Return the events as the seat of that choice sees them. Raise ValueError with the reason if there is nothing to
        redo.
        """
        if reason := self.why_no_redo():
            raise ValueError(reason)
        played, seat, rest = len(self._history), self.turn, self.rest_start
        end = played + 1 + self._is_one_choice(self.redoable_actions[:2])
        while self._undone_actions and (len(self._history) < end or played == rest or self.computer is not None):
            remaining = self._undone_actions[:-1]
            self.act(self._undone_actions[-1])
            self._undone_actions = remaining
        self.rest_start = rest
        return self.events_since(seat, played)

    def offer_redo(self, actions: Sequence[Any]) -> None:
        """Let the player redo these undone actions. Stop before the first action that isn't legal from here."""
        state, offered = self._state, list[Any]()
        with suppress(ValueError):
            for action in actions:
                state = play(self.game, state, action).state
                offered.append(action)
        self._undone_actions = offered[::-1]

    # Secrets and public moments

    def is_private(self, seat: Seat) -> bool:
        """Return whether this seat sees anything now that isn't public."""
        return bool(self.game.view(self._state, seat) != self.game.view(self._state, None))

    @property
    def has_secrets(self) -> bool:
        """Whether any seat sees something now that isn't public."""
        return any(map(self.is_private, range(len(self.names))))

    def needs_curtain(self, last: Seat | None, following: Seat | None) -> bool:
        """Return whether the keyboard passes to another player while anybody has hidden cards."""
        if last is None or following is None or self.persons[last] == self.persons[following]:
            return False
        return self.shares_screen and self.has_secrets

    def gives_new_secrets(self) -> bool:
        """Return whether the last action gave hidden cards to a player who moves again, while others were looking.

        The others are looking if the player had nothing to hide before, or if everybody should see the action.
        """
        if not self.shares_screen or self.turn is None or not self._history:
            return False
        entry = self._history[-1]
        last = self.game.turn(entry.before)
        if self._player(last) != self._player(self.turn) or not self.is_private(self.turn):
            return False
        had_secrets = self.game.view(entry.before, last) != self.game.view(entry.before, None)
        return not had_secrets or any(isinstance(event, self.game.moments) for event in entry.step.events)

    def has_ended_round(self, played: int) -> bool:
        """Return whether the game has several seats and an action after the first `played` actions ended a round."""
        if len(self.names) == 1 or self.game.round_number(self._state) is None:
            return False
        events = (event for entry in self._history[played:] for event in entry.step.events)
        return any(isinstance(event, self.game.moments) for event in events)

    # What viewers see

    def last_turn(self, seat: Seat) -> int:
        """Return the number of actions up to and including this player's last one. The newest action is ignored."""
        player, last = self.persons[seat], len(self._history) - 1
        while last > 0 and self._player(self.game.turn(self._history[last - 1].before)) != player:
            last -= 1
        return max(0, last)

    def look(self, viewer: Seat | None) -> Seen:
        """Return the table as `viewer` sees it. After the end of the game, every hand and the whole log are open."""
        state, turn = self.view_at(viewer, len(self._history)), self.turn
        has_turn = viewer is not None and viewer == turn and not self.is_waiting
        legal = self.game.legal(state) if has_turn else ()
        log = tuple(self.events_at(viewer, at, all_open=turn is None) for at in range(len(self._history) + 1))
        seen = self._seen(viewer, state, legal, log, self.why_no_undo(), self.why_no_redo())
        return replace(seen, is_open=turn is None)

    def _seen(self, viewer: Seat | None, state: Any, legal: tuple[Any, ...], log: _Log, *no_undo_or_redo: str) -> Seen:
        return Seen(
            game=self.game,
            viewer=viewer,
            names=self.names,
            turn=self.game.turn(state),
            state=state,
            legal=legal,
            log=log,
            outcome=shown_outcome(self.game, state, self.players),
            no_undo=no_undo_or_redo[0],
            no_redo=no_undo_or_redo[1],
            undone=self.undone,
            you=self.you,
            levels=self._words_beside_names(),
            stood_in=self.stood_in,
        )

    def _words_beside_names(self) -> tuple[str | None, ...]:
        kinds = computer_kinds(self.computers)
        if not self.presence:
            return kinds
        return tuple(self.presence.get(seat) or kind for seat, kind in enumerate(kinds or (None,) * len(self.names)))

    def view_at(self, viewer: Seat | None, at: int) -> Any:
        """Return the view that `viewer` had after `at` actions. After the end of the game, every hand is open."""
        state = self._state_after(at)
        open_hands = {name: getattr(state, name) for name in self.game.hands} if self._is_over_at(at) else {}
        return self.game.view(state, viewer)._replace(**open_hands)

    def look_at(self, viewer: Seat | None, at: int, *, all_open: bool = False) -> Seen:
        """Return `viewer`'s table after `at` actions, without legal actions. `all_open` requires a finished game."""
        assert not all_open or self.turn is None, "nobody may see every card of a game in progress"
        is_open = all_open or self._is_over_at(at)
        state = self._state_after(at) if all_open else self.view_at(viewer, at)
        log = tuple(self.events_at(viewer, each, all_open=is_open) for each in range(at + 1))
        seen = self._seen(viewer, state, (), log, _IN_REPLAY, _IN_REPLAY)
        return replace(seen, is_open=is_open, is_replayed=True)

    def events_at(self, viewer: Seat | None, at: int, *, all_open: bool = False) -> tuple[Event, ...]:
        """Return the events of action number `at`, or of the set-up if `at` is 0, as `viewer` saw them."""
        assert not all_open or self.turn is None, "nobody may see every card of a game in progress"
        step = self._history[at - 1].step if at else self._start
        return step.events if all_open else self._seen_events(at, viewer)

    def events_since(self, viewer: Seat | None, played: int) -> tuple[Event, ...]:
        """Return the events of all actions after the first `played` actions, as the viewer saw them."""
        numbers = range(played + 1, len(self._history) + 1)
        return tuple(event for at in numbers for event in self._seen_events(at, viewer))

    def _is_over_at(self, at: int) -> bool:
        return at == len(self._history) and self.turn is None

    def _state_after(self, at: int) -> Any:
        return self._history[at - 1].step.state if at else self._start.state

    def _seen_events(self, at: int, viewer: Seat | None) -> tuple[Event, ...]:
        """Return the events of action number `at`, or of the set-up if `at` is 0, as the viewer saw them."""
        if at:
            return self._history[at - 1].seen_by(viewer)
        return tuple(seen_by(event, viewer) for event in self._start.events)
