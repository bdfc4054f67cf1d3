"""A position in a lesson. This module uses the engine to find right actions, check claims and reply to answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from functools import cached_property
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.game import AnyGame, IllegalAction, Seat, Step, play
from cardtable.engine.phrases import capitalized
from cardtable.engine.zones import Place
from cardtable.formats.codec import dump
from cardtable.formats.opening import StartPosition
from cardtable.lessons.places import find_places
from cardtable.lessons.script import Claim, ClaimedEnding, MetricQuestion, RightAnswers
from cardtable.lessons.teaching import Metric, PlayedAction, Teaching, teaching_of
from cardtable.lessons.written_position import quote_value, seat_of
from cardtable.table.session import Session

NOBODY = "nobody"


@dataclass(frozen=True)
class Situation:
    """A state of a game, with the players' names."""

    game: AnyGame
    names: tuple[str, ...]
    state: Any

    @cached_property
    def teaching(self) -> Teaching:
        """The game's support for lessons."""
        return teaching_of(self.game.id)

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is."""
        return self.game.turn(self.state)

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """The legal actions."""
        return self.game.legal(self.state)

    def session(self) -> Session:
        """Return a session in which one person plays every seat from here on."""
        return Session(self.game, self.state.options, self.names, StartPosition(self.state), (0,) * len(self.names))

    def after(self, action: Any) -> Situation:
        """Return the situation after a legal action."""
        return Situation(self.game, self.names, self.game.apply(self.state, action).state)

    def parse(self, text: str) -> Any:
        """Return the described action, legal or not. Raise ValueError with a message if the text isn't an action."""
        return self.game.parse(text)

    def parse_legal(self, text: str) -> Any:
        """Return the action that the text describes. Raise ValueError with the engine's reason if it isn't legal."""
        action = self.parse(text)
        if action not in self.legal:
            raise ValueError(f"{quote_value(text)} isn't legal: {self.game.explain(self.state, action, self.names)}")
        return action

    def play(self, action: Any, and_then: Sequence[str] = ()) -> PlayedAction:
        """Play an action, then the actions in `and_then` in order. Skip each one that isn't legal at that point."""
        seat = self.turn
        assert seat is not None, "it is a player's turn"
        step: Step[Any] = play(self.game, self.state, action)
        events = step.events
        for text in and_then:
            following = self.parse(text)
            if following in self.game.legal(step.state):
                step = self.game.apply(step.state, following)
                events += step.events
        return PlayedAction(self.state, action, events, step.state, seat)

    def places(self, seat: Seat | None, texts: Sequence[str]) -> tuple[Place, ...]:
        """Return the distinct places with these names in a seat's view. Raise ValueError for an unknown name."""
        view = self.game.view(self.state, seat)
        found = (place for text in texts for place in find_places(self.teaching, self.names, view, text))
        return tuple(dict.fromkeys(found))

    # Measures

    def metric(self, name: str) -> Metric:
        """Return the measure with this name. Raise ValueError if the game has no such measure."""
        if name not in self.teaching.measures:
            names = ", ".join(self.teaching.measures) or "none"
            raise ValueError(f"{self.game.title} has no measure {quote_value(name)}; its measures are {names}")
        return self.teaching.measures[name]

    def measure(self, name: str, action: Any, and_then: Sequence[str] = ()) -> int | str:
        """Return the value of a measure for an action."""
        return self.metric(name).value_of(self.play(action, and_then))

    def measure_number(self, name: str, action: Any, and_then: Sequence[str] = ()) -> int:
        """Return the value of a measure for an action. Raise ValueError if the value isn't a number."""
        value = self.measure(name, action, and_then)
        if not isinstance(value, int):
            raise ValueError(f"the measure {quote_value(name)} gives a word, so it can't be compared")  # noqa: TRY004  the author's mistake
        return value

    def right_answer(self, question: MetricQuestion) -> str:
        """Return the right answer to a question about the value of a measure."""
        return str(self.measure(question.of, self.parse_legal(question.action), question.and_then))

    # Right actions

    def right_actions(self, condition: RightAnswers) -> tuple[Any, ...]:
        """Return the legal actions that meet a condition. Raise ValueError if the condition lists an illegal action."""
        if id(condition) not in self._right_by_id:
            self._right_by_id[id(condition)] = condition, self._find_right(condition)
        return self._right_by_id[id(condition)][1]

    @cached_property
    def _right_by_id(self) -> dict[int, tuple[RightAnswers, tuple[Any, ...]]]:
        """A cache of right actions by condition id. It keeps each condition alive, so that no other gets its id."""
        return {}

    def _find_right(self, condition: RightAnswers) -> tuple[Any, ...]:
        if condition.actions:
            return tuple(dict.fromkeys(self.parse_legal(text) for text in condition.actions))
        candidates = self.candidates(condition)
        if condition.any_:
            return candidates
        if condition.tells:
            return tuple(
                each for each in candidates if condition.tells in self.log_of(self.play(each, condition.and_then))
            )
        if (name := condition.best or condition.lowest) is not None:
            values = {action: self.measure_number(name, action, condition.and_then) for action in candidates}
            wanted = (max if condition.best else min)(values.values(), default=0)
            return tuple(action for action, value in values.items() if value == wanted)
        return tuple(action for action in candidates if self._meets(condition, action))

    def candidates(self, condition: RightAnswers) -> tuple[Any, ...]:
        """Return the legal actions whose text contains the condition's `like`, or all of them if `like` isn't set."""
        like = (condition.like or "").lower()
        return tuple(action for action in self.legal if like in str(action).lower())

    def _meets(self, condition: RightAnswers, action: Any) -> bool:
        assert condition.measure is not None, "the script is validated"
        value = self.measure(condition.measure, action, condition.and_then)
        if condition.is_ is not None and value != condition.is_:
            return False
        if condition.at_least is None and condition.at_most is None:
            return True
        number = self.measure_number(condition.measure, action, condition.and_then)
        low = number if condition.at_least is None else condition.at_least
        high = number if condition.at_most is None else condition.at_most
        return low <= number <= high

    # Replies

    def log_of(self, played: PlayedAction) -> str:
        """Return the log of the played actions, including hidden cards. The log has one line for each event."""
        return "\n".join(self.game.describe(event, self.names) for event in played.events)

    def foresee(self, action: Any, and_then: Sequence[str] = ()) -> str:
        """Return the log of an action and of the legal actions in `and_then`, with only what a player can foresee."""
        sentences, state = list[str](), self.state
        for each in (action, *map(self.parse, and_then)):
            if each in self.game.legal(state):
                view = self.game.view(state, self.turn)
                sentences += [self.game.describe(event, self.names) for event in self.game.preview(view, each)]
                state = self.game.apply(state, each).state
        return " ".join(sentences)

    def explain(self, action: Any) -> str:
        """Return the reason why an action is legal or illegal, based on what the player can see."""
        return self.game.explain(self.game.view(self.state, self.turn), action, self.names)

    def assess(self, condition: RightAnswers, action: Any, lead: str = "") -> str:
        """Return text about a legal action: `lead`, its effects, and a comparison with the right actions."""
        log = self.foresee(action, condition.and_then)
        reply = f"{lead} {log}".strip() if log else f"{action} is a legal move."
        reply = f"{reply} {self.teaching.remark(self.game.view(self.state, self.turn), action)}".strip()
        name = condition.best or condition.lowest or condition.measure
        if name is None or action not in self.candidates(condition):
            return f"{reply} But that isn't what you were asked for."
        value, label = self.measure(name, action, condition.and_then), self.metric(name).label
        return f"{reply} {capitalized(label)}: {value}. {self._target(condition, name)}".strip()

    def _target(self, condition: RightAnswers, name: str) -> str:
        if condition.measure is not None:
            bounds = ((condition.is_, ""), (condition.at_least, "at least "), (condition.at_most, "at most "))
            return f"Needed: {' and '.join(f'{how}{value}' for value, how in bounds if value is not None)}."
        right = self.right_actions(condition)
        how = "maximum" if condition.best else "minimum"
        return f"The {how} is {self.measure(name, right[0], condition.and_then)}." if right else ""

    # Claims

    def faults(self, claim: Claim, action: Any = None) -> Iterator[str]:
        """Yield one sentence for each false part of a claim. `action` is the action played in the step."""
        try:
            if claim.action is not None:
                action = self.parse_legal(claim.action)
            yield from self._faults_before(claim)
            played = None if action is None else self.play(action, claim.and_then)
            yield from self._faults_of_action(claim, played)
            after = self if played is None else Situation(self.game, self.names, played.after)
            yield from after.faults_of_state(claim)
        except (ValueError, IllegalAction) as error:
            yield str(error)

    def _faults_before(self, claim: Claim) -> Iterator[str]:
        for refusal in claim.refused:
            action = self.parse(refusal.action)
            if action in self.legal:
                yield f"{quote_value(refusal.action)} is legal, but the claim says it is refused."
            for words in filter(None, (refusal.ruling, refusal.says)):
                if words not in (why := self.game.explain(self.state, action, self.names)):
                    yield f"{quote_value(refusal.action)} isn't refused with {quote_value(words)}: {why}"
        for text in claim.legal:
            self.parse_legal(text)
        if claim.legal_count is not None and claim.legal_count != len(self.legal):
            yield f"the number of legal actions is {len(self.legal)}, but the claim says {claim.legal_count}."

    def _faults_of_action(self, claim: Claim, played: PlayedAction | None) -> Iterator[str]:
        if played is None:
            if claim.tells or claim.not_tells or claim.measures:
                yield "tells, not_tells and measures need an action."
            return
        log = self.log_of(played)
        for words in claim.tells:
            if words not in log:
                yield f"the log doesn't say {quote_value(words)}; it says: {log.replace(chr(10), ' ')}"
        for words in claim.not_tells:
            if words in log:
                yield f"the log says {quote_value(words)}, but the claim says it doesn't."
        for name, wanted in claim.measures.items():
            if (value := self.metric(name).value_of(played)) != wanted or type(value) is not type(wanted):
                claimed = quote_value(wanted)
                yield f"the measure {quote_value(name)} of {played.action} is {value}, but the claim says {claimed}."

    def faults_of_state(self, claim: Claim) -> Iterator[str]:
        """Yield one sentence for each false part of a claim about the state."""
        for zone, wanted in claim.state.items():
            value = self._zone(zone)
            if not matches_claim(value, wanted):
                yield f"{quote_value(zone)} is {format_value(value)}, but the claim says {format_value(wanted)}."
        if claim.turn is not None:
            seat = None if claim.turn.lower() == NOBODY else seat_of(self.names, claim.turn)
            if seat != self.turn:
                turn = NOBODY if self.turn is None else self.names[self.turn]
                yield f"it is {turn}'s turn, but the claim says it is {claim.turn}'s."
        if claim.outcome is not None:
            yield from self._faults_of_outcome(claim.outcome)

    def _faults_of_outcome(self, wanted: ClaimedEnding) -> Iterator[str]:
        outcome = self.game.outcome(self.state)
        if outcome is None:
            yield "the game isn't over, but the claim has an outcome."
            return
        winners = None if wanted.winners is None else {seat_of(self.names, word) for word in wanted.winners}
        points = None if wanted.points is None else tuple(wanted.points)
        compared = (
            ("the points are", outcome.points, points),
            ("the margin is", outcome.margin, wanted.margin),
            ("the ruling is", outcome.ruling, wanted.ruling),
        )
        for what, value, claimed in compared:
            if claimed is not None and claimed != value:
                yield f"{what} {value}, but the claim says {claimed}."
        if winners is not None and winners != set(outcome.winners):
            names = ", ".join(self.names[seat] for seat in outcome.winners) or NOBODY
            yield f"the claimed winners are wrong: {names} won the game."

    def _zone(self, text: str) -> Any:
        """Return part of the state. The text is the name of a zone, followed by any numbers or words."""
        word, *rest = text.split() or [""]
        zone = self.teaching.zones.get(word)
        name = zone.field if zone else word
        if name not in self.state._fields:
            raise ValueError(f"the state has no zone called {quote_value(word)}")
        value = self.teaching.format_field(name, getattr(self.state, name))
        for each in rest:
            at = self.teaching.words.get(each.lower())
            if at is None:
                at = int(each[:4]) - 1 if each.isdecimal() else seat_of(self.names, each)
            if not isinstance(value, tuple) or not 0 <= at < len(value):
                raise ValueError(f"there is no place {quote_value(text)}")
            value = value[at]
        return value


def matches_claim(value: Any, wanted: Any) -> bool:
    """Return whether part of a state matches a claim. The claim may name the cards or only say how many there are."""
    if isinstance(value, tuple):
        if type(wanted) is int:
            return len(value) == wanted
        wanted = wanted.split() if isinstance(wanted, str) else wanted
        if isinstance(wanted, dict):
            fields = getattr(value, "_fields", ())
            return all(name in fields and matches_claim(getattr(value, name), each) for name, each in wanted.items())
        return isinstance(wanted, list) and len(wanted) == len(value) and all(map(matches_claim, value, wanted))
    if isinstance(value, Card):
        return isinstance(wanted, str) and wanted.lower() in (value.text, value.code.lower())
    if value is None:
        return wanted in (".", "")
    if isinstance(value, bool | int | str):
        return (type(value) is type(wanted) and bool(value == wanted)) or wanted == str(value)
    return is_dataclass(value) and bool(dump(value) == wanted)


def format_value(value: Any, depth: int = 0) -> str:
    """Return a value from a state or a script as a few words, for use in a sentence."""
    if isinstance(value, tuple | list):
        inner = " ".join(format_value(each, depth + 1) for each in value[:30]) if depth < 4 else "…"
        return f"[{inner}]" if depth else f"'{inner}'"
    if isinstance(value, Card):
        return value.code
    return "." if value is None else quote_value(value).strip("'")
