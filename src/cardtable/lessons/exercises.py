"""Exercises without end: a position from a key, a question, and the engine as the judge of every answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import Seat, start
from cardtable.engine.games import GAMES
from cardtable.engine.walk import playout
from cardtable.lessons.drill import Drill, Question, dice
from cardtable.lessons.games import rummy_like_drills, tradewinds_drills, wind_city_drills
from cardtable.lessons.scene import Scene
from cardtable.lessons.script import Right
from cardtable.table.session import AnyGame, Seen, Session
from cardtable.table.text import player_names

TRIES = 30
"""Deals until one has a position in which the answers differ."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer came to."""

    right: bool
    score: int
    """What the measure says of it; 1 for the right one of several choices."""
    best: int
    """What could be reached."""
    best_actions: tuple[Any, ...]
    """None where the answer is no action."""
    why: str
    """What would happen, and how it compares."""


@dataclass(frozen=True)
class Exercise:
    """A question about a position."""

    question: str
    scene: Scene = field(repr=False)
    right: Right | None = field(repr=False)
    asked: Question | None = field(repr=False, default=None)

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        assert self.scene.turn is not None, "a position with a choice"
        return self.scene.turn

    @property
    def seen(self) -> Seen:
        """The table as whoever is asked sees it, with the actions to choose from."""
        return Session.laid(self.scene.game, self.scene.state, self.scene.names).look(self.seat)

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from; none where the answer is an action."""
        return self.asked.choices if self.asked else ()

    @property
    def best_actions(self) -> tuple[Any, ...]:
        """The right actions; none where the answer is one of the choices."""
        return self.scene.right(self.right) if self.right else ()

    @property
    def answer(self) -> str:
        """A right answer in words."""
        return self.asked.answer if self.asked else str(self.best_actions[0])

    def judge(self, answer: Any) -> Judgement:
        """What a choice, a legal action or the text of one comes to; ValueError with a sentence for any other."""
        if self.asked is not None:
            return self._judge_choice(self.asked, answer)
        assert self.right is not None, "it is a question or a drill"
        action = self.scene.read(answer) if isinstance(answer, str) else answer
        if action not in self.scene.legal:
            raise ValueError(self.scene.refusal(action))
        name = self.right.best or self.right.lowest
        assert name is not None, "a drill wants the most or the least"
        best = self.best_actions
        score, reached = (self.scene.numbered(name, each, self.right.and_then) for each in (action, best[0]))
        return Judgement(action in best, score, reached, best, self.scene.why_wrong(self.right, action))

    def _judge_choice(self, asked: Question, answer: Any) -> Judgement:
        if answer not in asked.choices:
            raise ValueError(f"There is no such answer; there is {', '.join(asked.choices)}.")
        right = answer == asked.answer
        return Judgement(right, int(right), 1, (), asked.why)


DRILLS: dict[str, tuple[Drill, ...]] = {
    "tradewinds": tradewinds_drills.DRILLS,
    "rummy-like": rummy_like_drills.DRILLS,
    "wind-city": wind_city_drills.DRILLS,
    "clash": (
        Drill(
            "Which play lays the most cards at once?",
            Right(best="discarded"), 2, 30, lambda state: bool(state.piles[-1]),
        ),
    ),
    "exit-stage-right": (Drill("Which play moves the most to the right?", Right(best="net"), 1, 25),),
}  # fmt: skip
"""The kinds of each game."""


def exercise_of(game_id: str, key: Key) -> Exercise:
    """The exercise of this key; ValueError for a game that has none.  The same key, the same exercise."""
    if game_id not in DRILLS:
        raise ValueError("There are no exercises for this game.")
    drills = DRILLS[game_id]
    kind, key = draw_below(key, len(drills))
    return _exercise(GAMES[game_id], drills[kind], key)


def _exercise(game: AnyGame, drill: Drill, key: Key) -> Exercise:
    names = player_names(game.seat_names[: drill.seats], drill.seats)
    last: Exercise | None = None
    for _ in range(TRIES):
        scene, key = _position(game, names, drill, key)
        found = None if scene is None else _asked(drill, scene, key)
        if found is not None:
            last = found
            if found.asked or _is_rare(found, drill):
                return found
    assert last is not None, "every drill finds a position that fits"
    return last


def _is_rare(found: Exercise, drill: Drill) -> bool:
    """Whether few enough actions are right, and none of the first ones."""
    best, legal = found.best_actions, found.scene.legal
    return len(best) * drill.rare < len(legal) and not {*best} & {*legal[: drill.beyond]}


def _asked(drill: Drill, scene: Scene, key: Key) -> Exercise | None:
    if drill.ask is None:
        return Exercise(drill.question, scene, drill.right)
    question = drill.ask(scene, dice(key))
    return None if question is None else Exercise(question.text, scene, None, question)


def _position(game: AnyGame, names: tuple[str, ...], drill: Drill, key: Key) -> tuple[Scene | None, Key]:
    """A position that fits, with two choices at least, or none; and the key for the next try."""
    value, key = draw_below(key, 1 << CODE_BITS)
    if drill.lay is not None:
        laid = drill.lay(len(names), DealCode(value).key())
        return Scene(game, names, laid) if drill.fits(laid) else None, key
    length, key = draw_below(key, drill.longest)
    state = start(game, len(names), game.options(), DealCode(value).key()).state
    for number, (before, _, _) in enumerate(islice(playout(game, state, key), 4 * drill.longest)):
        if number >= length and len(game.legal(before)) > 1 and drill.fits(before):
            return Scene(game, names, before), key
    return None, key
