"""Exercises without end: a position from a key, a question, and the engine as the judge of every answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import Seat, start
from cardtable.engine.games import GAMES
from cardtable.engine.walk import playout
from cardtable.lessons.scene import Scene
from cardtable.lessons.script import Right
from cardtable.table.session import AnyGame, Seen, Session
from cardtable.table.text import player_names

TRIES = 30
"""Deals until one has a position in which the answers differ."""


@dataclass(frozen=True, slots=True)
class Drill:
    """One kind of exercise."""

    question: str
    right: Right
    """Of which measure the most, or the least, is wanted."""
    seats: int
    longest: int
    """Actions played at random before the question, at the most."""
    fits: Callable[[Any], bool] = lambda state: True
    """Whether this is a state to ask the question in."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer came to."""

    right: bool
    score: int
    """What the measure says of it."""
    best: int
    """What could be reached."""
    best_actions: tuple[Any, ...]
    why: str
    """What would happen, and how it compares."""


@dataclass(frozen=True)
class Exercise:
    """A question about a position."""

    question: str
    scene: Scene = field(repr=False)
    right: Right = field(repr=False)

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
    def best_actions(self) -> tuple[Any, ...]:
        """The right answers."""
        return self.scene.right(self.right)

    def judge(self, action: Any) -> Judgement:
        """What a legal action, or the text of one, comes to; ValueError with a sentence for any other."""
        if isinstance(action, str):
            action = self.scene.read(action)
        if action not in self.scene.legal:
            raise ValueError(self.scene.refusal(action))
        name = self.right.best or self.right.lowest
        assert name is not None, "a drill wants the most or the least"
        best = self.best_actions
        score, reached = (self.scene.numbered(name, each, self.right.and_then) for each in (action, best[0]))
        return Judgement(action in best, score, reached, best, self.scene.why_wrong(self.right, action))


DRILLS: dict[str, Drill] = {
    "tradewinds": Drill("Which Complete brings the most now?", Right(best="net"), 4, 20),
    "rummy-like": Drill(
        "Which Chards do you send on, to keep the most that match your TriCards?",
        Right(best="matching"), 3, 60, lambda state: bool(state.picked),
    ),
    "wind-city": Drill(
        "Which choice leaves you with the most coins and houses, if nobody buys insurance?",
        Right(best="worth", and_then=["done", "no offer", "done"]), 3, 120, lambda state: state.phase == "plan",
    ),
    "clash": Drill(
        "Which play lays the most cards at once?",
        Right(best="discarded"), 2, 30, lambda state: bool(state.piles[-1]),
    ),
    "exit-stage-right": Drill("Which play moves the most to the right?", Right(best="net"), 1, 25),
}  # fmt: skip


def exercise_of(game_id: str, key: Key) -> Exercise:
    """The exercise of this key; ValueError for a game that has none.  The same key, the same exercise."""
    if game_id not in DRILLS:
        raise ValueError("There are no exercises for this game.")
    game, drill = GAMES[game_id], DRILLS[game_id]
    names = player_names(game.seat_names[: drill.seats], drill.seats)
    last: Exercise | None = None
    for _ in range(TRIES):
        scene, key = _position(game, names, drill, key)
        if scene is not None:
            last = Exercise(drill.question, scene, drill.right)
            if len(last.best_actions) < len(scene.legal):
                return last
    assert last is not None, "every drill finds a position that fits"
    return last


def _position(game: AnyGame, names: tuple[str, ...], drill: Drill, key: Key) -> tuple[Scene | None, Key]:
    """After some random actions the next state that fits, with two choices at least; and the key for the next try."""
    value, key = draw_below(key, 1 << CODE_BITS)
    length, key = draw_below(key, drill.longest)
    state = start(game, len(names), game.options(), DealCode(value).key()).state
    for number, (before, _, _) in enumerate(islice(playout(game, state, key), 4 * drill.longest)):
        if number >= length and len(game.legal(before)) > 1 and drill.fits(before):
            return Scene(game, names, before), key
    return None, key
