"""One sitting at the table: the only place that holds the true state, and the deal or position that leads to it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from cardtable.engine.chance import CODE_BITS, DealCode
from cardtable.engine.game import AnyGame, Event, Outcome, Seat, Step, play, reveals, seen_by
from cardtable.formats.opening import Opening, begin, deal_code

_IN_THE_PAST = "You can't undo or redo in a replay."


def fresh_code() -> DealCode:
    """A deal code that nobody can guess."""
    return DealCode(secrets.randbits(CODE_BITS))


@dataclass(frozen=True, slots=True)
class Seen:
    """All that one viewer may know; boards, bots, logs and protocols receive this and nothing else."""

    game: AnyGame
    viewer: Seat | None
    """None for somebody who watches: what everybody may see."""
    names: tuple[str, ...]
    turn: Seat | None
    state: Any
    """A view of the state, never the state."""
    legal: tuple[Any, ...]
    """The viewer's choices; empty for everybody but the seat on turn."""
    log: tuple[tuple[Event, ...], ...]
    """What the viewer witnessed: the set-up, then one entry an action."""
    outcome: Outcome | None
    no_undo: str
    """Why nothing can be taken back now; empty where it can."""
    no_redo: str
    undone: int
    """How many actions have been taken back so far."""

    def describe(self, event: Event) -> str:
        """Return the log line for an event."""
        return self.game.describe(event, self.names).strip()


@dataclass(slots=True)
class _HistoryEntry:
    """One action that stands."""

    before: Any
    """The state in which it was taken."""
    action: Any
    step: Step[Any]
    views: dict[Seat | None, tuple[Event, ...]] = field(default_factory=dict)


class Journal(Protocol):
    """Writes down what happens to a session, before anybody is told of it."""

    def acting(self, session: Session, action: Any, state: Any) -> None:
        """An action is about to be taken that leads to this state; an exception and it is not."""

    def taking_back(self, session: Session, state: Any) -> None:
        """The last action is about to be taken back, to this state; an exception and it stands."""


class Session:
    """Holds the history; advances it by actions; takes back by forgetting.

    A *person* may play several seats.  Among several persons one's own actions may be taken back as long as they
    revealed nothing to the one who took them and nobody else has been asked since (`ask`); alone, everything may.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Any,
        names: tuple[str, ...],
        opening: Opening,
        persons: tuple[int, ...] | None = None,
    ) -> None:
        """Begin a game; BadOptions where the options of a deal do not make one for so many names."""
        seats = len(names)
        assert persons is None or len(persons) == seats, "each seat is played by somebody"
        self.game = game
        self.opening = opening
        self._start = begin(game, options, seats, opening)
        self.options = game.resolve_defaults(options, seats)
        self.names = names
        self.persons = persons if persons is not None else tuple(range(seats))
        self.undone = 0
        self.hinted = 0
        self.given = 0
        """How many of the first actions were given, as the game is played on from another's position."""
        self.journal: Journal | None = None
        self._taken: list[_HistoryEntry] = []
        self._taken_back: list[Any] = []
        self._asked_at = 0
        """How many actions had been taken when the last person was asked."""
        self._asked = self._person(self.turn)

    @property
    def _state(self) -> Any:
        return self._taken[-1].step.state if self._taken else self._start.state

    @property
    def code(self) -> DealCode | None:
        """The code of its deal; None where it began at a position."""
        return deal_code(self.opening)

    def truth(self) -> Any:
        """The state itself, with every hidden card: for files that say so, never for a screen."""
        return self._state

    @property
    def turn(self) -> Seat | None:
        """The seat that is asked now; None once the game is over."""
        return self.game.turn(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None as long as it goes on."""
        return self.game.outcome(self._state)

    @property
    def actions(self) -> tuple[Any, ...]:
        """The actions that stand."""
        return tuple(taken.action for taken in self._taken)

    @property
    def alone(self) -> bool:
        """Whether one person plays every seat."""
        return len(set(self.persons)) == 1

    def _person(self, seat: Seat | None) -> int | None:
        return None if seat is None else self.persons[seat]

    def act(self, action: Any) -> tuple[Event, ...]:
        """Take an action for the seat on turn and tell what that seat saw happen.

        IllegalAction, and nothing changed, where it is not open.
        """
        before, seat = self._state, self.turn
        step = play(self.game, before, action)
        if self.journal is not None:
            self.journal.acting(self, action, step.state)
        self._taken.append(_HistoryEntry(before, action, step))
        self._taken_back.clear()
        return self._witnessed(len(self._taken), seat)

    def ask(self) -> None:
        """Say that the person on turn has now been shown the table; nobody else's action is taken back after that."""
        person = self._person(self.turn)
        if person is not None and person != self._asked:
            self._asked, self._asked_at = person, len(self._taken)
            self._taken_back.clear()

    def why_no_undo(self) -> str:
        """Why the last action stands; empty where it can be taken back."""
        if not self._taken:
            return "There's nothing to undo yet."
        if len(self._taken) == self.given:
            return "You can't undo further: this game started here."
        if self.alone:
            return ""
        if self.turn is None:
            return "Too late to undo: the game is over."
        if len(self._taken) == self._asked_at:
            assert self._asked is not None, "only a seat on turn is asked"
            return f"Too late to undo: {self.names[self.persons.index(self._asked)]} has already seen the table."
        last = self._taken[-1]
        revealed = reveals(self.game, last.before, last.action, last.step.events)
        return "You can't undo this: it revealed hidden cards." if revealed else ""

    def why_no_redo(self) -> str:
        """Why there is nothing to play again; empty where there is."""
        return "" if self._taken_back else "There's nothing to redo."

    def undo(self) -> None:
        """Take back the last action; ValueError with the reason where it stands."""
        if reason := self.why_no_undo():
            raise ValueError(reason)
        if self.journal is not None:
            self.journal.taking_back(self, self._taken[-1].before)
        self._taken_back.append(self._taken.pop().action)
        self.undone += 1

    def redo(self) -> tuple[Event, ...]:
        """Play again what was taken back last; ValueError where there is nothing."""
        if reason := self.why_no_redo():
            raise ValueError(reason)
        waiting = self._taken_back[:-1]
        told = self.act(self._taken_back[-1])
        self._taken_back = waiting
        return told

    def replay(self, actions: Iterable[Any]) -> None:
        """Take these actions from here; IllegalAction at the first that is not open."""
        for action in actions:
            self.act(action)
            self.ask()

    def is_private(self, seat: Seat) -> bool:
        """Whether this seat now sees more than everybody does."""
        return bool(self.game.view(self._state, seat) != self.game.view(self._state, None))

    def needs_curtain(self, last: Seat | None, following: Seat | None) -> bool:
        """Whether the keyboard passes from one person to another while either has something to hide."""
        if last is None or following is None or self.persons[last] == self.persons[following]:
            return False
        return self.is_private(last) or self.is_private(following)

    def look(self, viewer: Seat | None) -> Seen:
        """What `viewer` sees now."""
        state = self.game.view(self._state, viewer)
        turn = self.turn
        return Seen(
            game=self.game,
            viewer=viewer,
            names=self.names,
            turn=turn,
            state=state,
            legal=self.game.legal(state) if viewer is not None and viewer == turn else (),
            log=tuple(self._witnessed(at, viewer) for at in range(len(self._taken) + 1)),
            outcome=self.game.outcome(state),
            no_undo=self.why_no_undo(),
            no_redo=self.why_no_redo(),
            undone=self.undone,
        )

    def view_back(self, viewer: Seat | None, at: int) -> Any:
        """What `viewer` saw of the state after so many actions."""
        return self.game.view(self._state_after(at), viewer)

    def look_back(self, viewer: Seat | None, at: int, *, all_open: bool = False) -> Seen:
        """What `viewer` saw after so many actions, with nothing to choose; all cards lie open only after the end."""
        assert not all_open or self.turn is None, "nobody sees every card of a game that goes on"
        state = self._state_after(at) if all_open else self.view_back(viewer, at)
        return Seen(
            game=self.game,
            viewer=viewer,
            names=self.names,
            turn=self.game.turn(state),
            state=state,
            legal=(),
            log=tuple(self.told_back(viewer, each, all_open=all_open) for each in range(at + 1)),
            outcome=self.game.outcome(state),
            no_undo=_IN_THE_PAST,
            no_redo=_IN_THE_PAST,
            undone=self.undone,
        )

    def told_back(self, viewer: Seat | None, at: int, *, all_open: bool = False) -> tuple[Event, ...]:
        """What `viewer` saw happen in the set-up (0) or in the at-th action."""
        assert not all_open or self.turn is None, "nobody sees every card of a game that goes on"
        return self._events(at) if all_open else self._witnessed(at, viewer)

    def _state_after(self, at: int) -> Any:
        return self._taken[at - 1].step.state if at else self._start.state

    def _events(self, at: int) -> tuple[Event, ...]:
        return self._taken[at - 1].step.events if at else self._start.events

    def _witnessed(self, at: int, viewer: Seat | None) -> tuple[Event, ...]:
        """The events of the set-up (0) or of the action that was taken at-th, as the viewer saw them."""
        if at == 0:
            return tuple(seen_by(event, viewer) for event in self._start.events)
        taken = self._taken[at - 1]
        if viewer not in taken.views:
            taken.views[viewer] = tuple(seen_by(event, viewer) for event in taken.step.events)
        return taken.views[viewer]
