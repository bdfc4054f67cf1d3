"""One moment of a lesson, with the engine as its judge: what is right there, what is claimed, and what is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cached_property
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame, IllegalAction, Place, Seat, Step, play
from cardtable.formats.codec import dump
from cardtable.formats.opening import StartPosition
from cardtable.lessons.games import teaching_of
from cardtable.lessons.places import things
from cardtable.lessons.script import Claim, ClaimedEnding, MetricQuestion, RightAnswers
from cardtable.lessons.teaching import Metric, PlayedAction, Teaching
from cardtable.lessons.written_position import said, seat_of
from cardtable.table.session import Session

NOBODY = "nobody"


@dataclass(frozen=True)
class Situation:
    """A state of a game, and who sits there."""

    game: AnyGame
    names: tuple[str, ...]
    state: Any

    @cached_property
    def teaching(self) -> Teaching:
        """What lessons know of the game."""
        return teaching_of(self.game.id)

    @property
    def turn(self) -> Seat | None:
        """The seat that is asked."""
        return self.game.turn(self.state)

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """What it may do."""
        return self.game.legal(self.state)

    def session(self) -> Session:
        """A game that one person plays on from here."""
        return Session(self.game, self.state.options, self.names, StartPosition(self.state), (0,) * len(self.names))

    def after(self, action: Any) -> Situation:
        """The scene once a legal action is played."""
        return Situation(self.game, self.names, self.game.apply(self.state, action).state)

    def read(self, text: str) -> Any:
        """The action that a text means; ValueError with a sentence."""
        return self.game.parse(text)

    def open_action(self, text: str) -> Any:
        """The legal action that a text means; ValueError with the engine's reason where it is not open."""
        action = self.read(text)
        if action not in self.legal:
            raise ValueError(f"{said(text)} is not open: {self.game.explain(self.state, action)}")
        return action

    def played(self, action: Any, and_then: Sequence[str] = ()) -> PlayedAction:
        """The action played, and after it each of the others that is open."""
        seat = self.turn
        assert seat is not None, "somebody plays it"
        step: Step[Any] = play(self.game, self.state, action)
        events = step.events
        for text in and_then:
            following = self.read(text)
            if following in self.game.legal(step.state):
                step = self.game.apply(step.state, following)
                events += step.events
        return PlayedAction(self.state, action, events, step.state, seat)

    def places(self, seat: Seat | None, texts: Sequence[str]) -> tuple[Place, ...]:
        """Where the texts point, for somebody who looks from this seat."""
        return things(self.teaching, self.names, self.game.view(self.state, seat), texts)

    # Measures
    def measure_of(self, name: str) -> Metric:
        """The measure of that name; ValueError where the game has none."""
        if name not in self.teaching.measures:
            known = ", ".join(self.teaching.measures) or "none"
            raise ValueError(f"{self.game.title} has no measure {said(name)}: there is {known}")
        return self.teaching.measures[name]

    def measured(self, name: str, action: Any, and_then: Sequence[str] = ()) -> int | str:
        """What the measure says of an action."""
        return self.measure_of(name).of(self.played(action, and_then))

    def numbered(self, name: str, action: Any, and_then: Sequence[str] = ()) -> int:
        """What the measure says, which must be a number."""
        value = self.measured(name, action, and_then)
        if not isinstance(value, int):
            raise ValueError(f"the measure {said(name)} is a word, which cannot be compared")  # noqa: TRY004  a fault of the script
        return value

    def right_answer(self, question: MetricQuestion) -> str:
        """The text that the measure gives."""
        return str(self.measured(question.of, self.open_action(question.action), question.and_then))

    # What is right
    def right(self, right: RightAnswers) -> tuple[Any, ...]:
        """The legal actions that are right; ValueError where one that is named is not open."""
        if id(right) not in self._known:
            self._known[id(right)] = right, self._right(right)
        return self._known[id(right)][1]

    @cached_property
    def _known(self) -> dict[int, tuple[RightAnswers, tuple[Any, ...]]]:
        """What was right so far: each condition is held on to, so that its id stays its own."""
        return {}

    def _right(self, right: RightAnswers) -> tuple[Any, ...]:
        if right.actions:
            return tuple(dict.fromkeys(self.open_action(text) for text in right.actions))
        compared = self.compared(right)
        if right.any_:
            return compared
        if right.tells:
            return tuple(each for each in compared if right.tells in self.told(self.played(each, right.and_then)))
        if (name := right.best or right.lowest) is not None:
            values = {action: self.numbered(name, action, right.and_then) for action in compared}
            wanted = (max if right.best else min)(values.values(), default=0)
            return tuple(action for action, value in values.items() if value == wanted)
        return tuple(action for action in compared if self._meets(right, action))

    def compared(self, right: RightAnswers) -> tuple[Any, ...]:
        """The legal actions among which one is right."""
        like = (right.like or "").lower()
        return tuple(action for action in self.legal if like in str(action).lower())

    def _meets(self, right: RightAnswers, action: Any) -> bool:
        assert right.measure is not None, "the script was read"
        value = self.measured(right.measure, action, right.and_then)
        if right.is_ is not None and value != right.is_:
            return False
        if right.at_least is None and right.at_most is None:
            return True
        number = self.numbered(right.measure, action, right.and_then)
        low = number if right.at_least is None else right.at_least
        high = number if right.at_most is None else right.at_most
        return low <= number <= high

    # Words
    def told(self, played: PlayedAction) -> str:
        """The log of what was played, a line an event, hidden cards too."""
        return "\n".join(self.game.describe(event, self.names) for event in played.events)

    def foreseen(self, action: Any, and_then: Sequence[str] = ()) -> str:
        """What the seat on turn can be sure to see happen, in words; and what follows, each action where it is open."""
        told, state = list[str](), self.state
        for each in (action, *map(self.read, and_then)):
            if each in self.game.legal(state):
                view = self.game.view(state, self.turn)
                told += [self.game.describe(event, self.names) for event in self.game.preview(view, each)]
                state = self.game.apply(state, each).state
        return " ".join(told)

    def refusal(self, action: Any) -> str:
        """Why the seat on turn may not do this."""
        return self.game.explain(self.game.view(self.state, self.turn), action)

    def why_wrong(self, right: RightAnswers, action: Any, lead: str = "") -> str:
        """What would come of a wrong legal action, with some words before it, and how that compares."""
        foreseen = self.foreseen(action, right.and_then)
        told = f"{lead} {foreseen}".strip() if foreseen else f"{action} can be played."
        told = f"{told} {self.teaching.remark(self.game.view(self.state, self.turn), action)}".strip()
        name = right.best or right.lowest or right.measure
        if name is None or action not in self.compared(right):
            return f"{told} But that is not what is asked for here."
        value, about = self.measured(name, action, right.and_then), self.measure_of(name).about
        return f"{told} {about[:1].upper()}{about[1:]}: {value}. {self._compared(right, name)}".strip()

    def _compared(self, right: RightAnswers, name: str) -> str:
        if right.measure is not None:
            bounds = ((right.is_, ""), (right.at_least, "at least "), (right.at_most, "at most "))
            wanted = " and ".join(f"{how}{value}" for value, how in bounds if value is not None)
            return f"Wanted is {wanted}."
        reached = self.right(right)
        how = "most" if right.best else "least"
        return f"The {how} here is {self.measured(name, reached[0], right.and_then)}." if reached else ""

    # Claims
    def faults(self, claim: Claim, action: Any = None) -> Iterator[str]:
        """A sentence for each thing claimed that the engine does not bear out; `action` is what is played here."""
        try:
            if claim.action is not None:
                action = self.open_action(claim.action)
            yield from self._faults_before(claim)
            played = None if action is None else self.played(action, claim.and_then)
            yield from self._faults_of_play(claim, played)
            after = self if played is None else Situation(self.game, self.names, played.after)
            yield from after.faults_of_state(claim)
        except (ValueError, IllegalAction) as error:
            yield str(error)

    def _faults_before(self, claim: Claim) -> Iterator[str]:
        for refused in claim.refused:
            wrong = self.read(refused.action)
            if wrong in self.legal:
                yield f"{said(refused.action)} is open, and claimed to be refused."
            for words in filter(None, (refused.ruling, refused.says)):
                if words not in (why := self.game.explain(self.state, wrong)):
                    yield f"{said(refused.action)} is not refused by {said(words)}: {why}"
        for text in claim.legal:
            self.open_action(text)
        if claim.legal_count is not None and claim.legal_count != len(self.legal):
            yield f"{len(self.legal)} actions are open, and {claim.legal_count} are claimed."

    def _faults_of_play(self, claim: Claim, played: PlayedAction | None) -> Iterator[str]:
        if played is None:
            if claim.tells or claim.not_tells or claim.measures:
                yield "tells, not_tells and measures need an action."
            return
        log = self.told(played)
        for words in claim.tells:
            if words not in log:
                yield f"The log does not say {said(words)} but: {log.replace(chr(10), ' ')}"
        for words in claim.not_tells:
            if words in log:
                yield f"The log says {said(words)}, which is claimed not to happen."
        for name, wanted in claim.measures.items():
            if (value := self.measure_of(name).of(played)) != wanted or type(value) is not type(wanted):
                yield f"The measure {said(name)} of {played.action} is {value}, and {said(wanted)} is claimed."

    def faults_of_state(self, claim: Claim) -> Iterator[str]:
        """A sentence for each claim about a state that does not hold."""
        for zone, wanted in claim.state.items():
            value = self._zone(zone)
            if not says(value, wanted):
                yield f"{said(zone)} is {written(value)}, and {written(wanted)} is claimed."
        if claim.turn is not None:
            seat = None if claim.turn.lower() == NOBODY else seat_of(self.names, claim.turn)
            if seat != self.turn:
                yield f"It is {self._called(self.turn)}'s turn, and {claim.turn}'s is claimed."
        if claim.outcome is not None:
            yield from self._faults_of_outcome(claim.outcome)

    def _faults_of_outcome(self, wanted: ClaimedEnding) -> Iterator[str]:
        outcome = self.game.outcome(self.state)
        if outcome is None:
            yield "The game is not over, and an outcome is claimed."
            return
        winners = None if wanted.winners is None else {seat_of(self.names, word) for word in wanted.winners}
        points = None if wanted.points is None else tuple(wanted.points)
        compared = (
            ("The points are", outcome.points, points),
            ("The margin is", outcome.margin, wanted.margin),
            ("The ruling is", outcome.ruling, wanted.ruling),
        )
        for what, is_, claimed in compared:
            if claimed is not None and claimed != is_:
                yield f"{what} {is_}, and {claimed} is claimed."
        if winners is not None and winners != set(outcome.winners):
            yield f"Others win: {', '.join(self.names[seat] for seat in outcome.winners) or NOBODY}."

    def _called(self, seat: Seat | None) -> str:
        return NOBODY if seat is None else self.names[seat]

    def _zone(self, text: str) -> Any:
        """A part of the state: a zone, and as many numbers or words behind it as one likes."""
        word, *rest = text.split() or [""]
        zone = self.teaching.zones.get(word)
        name = zone.field if zone else word
        if name not in self.state._fields:
            raise ValueError(f"the state has nothing called {said(word)}")
        value = self.teaching.shown(name, getattr(self.state, name))
        for each in rest:
            at = self.teaching.words.get(each.lower())
            if at is None:
                at = int(each[:4]) - 1 if each.isdecimal() else seat_of(self.names, each)
            if not isinstance(value, tuple) or not 0 <= at < len(value):
                raise ValueError(f"there is no {said(text)}")
            value = value[at]
        return value


def says(value: Any, wanted: Any) -> bool:
    """Whether a part of a state is as a script writes it: cards as words, a number for how many there are."""
    if isinstance(value, tuple):
        if type(wanted) is int:
            return len(value) == wanted
        wanted = wanted.split() if isinstance(wanted, str) else wanted
        if isinstance(wanted, dict):
            known = getattr(value, "_fields", ())
            return all(name in known and says(getattr(value, name), each) for name, each in wanted.items())
        return isinstance(wanted, list) and len(wanted) == len(value) and all(map(says, value, wanted))
    if isinstance(value, Card):
        return isinstance(wanted, str) and wanted.lower() in (value.text, value.code.lower())
    if value is None:
        return wanted in (".", "")
    if isinstance(value, bool | int | str):
        return (type(value) is type(wanted) and bool(value == wanted)) or wanted == str(value)
    return is_dataclass(value) and bool(dump(value) == wanted)


def written(value: Any, depth: int = 0) -> str:
    """A part of a state, or of a script, in a few words for a sentence."""
    if isinstance(value, tuple | list):
        inner = " ".join(written(each, depth + 1) for each in value[:30]) if depth < 4 else "…"
        return f"[{inner}]" if depth else f"'{inner}'"
    if isinstance(value, Card):
        return value.code
    return "." if value is None else said(value).strip("'")
