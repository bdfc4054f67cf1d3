"""Exercises without end: a position from a key, a question, and the engine as the judge of every answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import Seat, reveals, start
from cardtable.engine.games import GAMES
from cardtable.engine.walk import playout
from cardtable.lessons.drill import Drill, Reason
from cardtable.lessons.games.clash_drills import CLASH_DRILLS
from cardtable.lessons.laying import said
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
    """What the measure says of it; of cards, how many are judged as they should be."""
    best: int
    """What could be reached."""
    best_actions: tuple[Any, ...]
    """The right actions; where cards are wanted, those cards."""
    why: str
    """What would happen, and how it compares."""


@dataclass(frozen=True)
class Exercise:
    """A question about a position."""

    drill: Drill = field(repr=False)
    scene: Scene = field(repr=False)
    before: int = 0
    """What the turn has come to so far, where a whole turn is played."""
    goal: int | None = None
    """What the whole turn could have come to, from its beginning."""

    @property
    def question(self) -> str:
        """What is asked."""
        return self.drill.question

    @property
    def wants(self) -> str:
        """What answers it: `action` or `cards`."""
        return self.drill.wants

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
        """The right answers: actions, or the cards to point at."""
        if self.drill.cards is not None:
            return tuple(card for card, reason in self.drill.cards(self.scene.state).items() if reason.right)
        assert self.drill.right is not None, "an action is wanted"
        return self.scene.right(self.drill.right)

    def then(self, action: Any) -> Exercise | None:
        """The rest of the turn, where a whole turn is asked for and goes on; None where the action was the answer."""
        scene, game = self.scene, self.scene.game
        if not self.drill.whole_turn or action not in scene.legal:
            return None
        step = game.apply(scene.state, action)
        if game.turn(step.state) != self.seat or reveals(game, scene.state, action, step.events):
            return None
        rest = Exercise(self.drill, Scene(game, scene.names, step.state))
        before = self.before + self._score(action) - rest.best
        return Exercise(self.drill, rest.scene, before, self.goal if self.goal is not None else self.best)

    @property
    def best(self) -> int:
        """What the measure says of a right action."""
        return self._score(self.best_actions[0])

    @property
    def best_turn(self) -> tuple[Any, ...]:
        """Right actions one after the other, to the end of the turn; one action where no whole turn is asked for."""
        action = self.best_actions[0]
        rest = self.then(action)
        return (action,) if rest is None or not rest.best else (action, *rest.best_turn)

    def judge(self, given: Any) -> Judgement:
        """What an answer comes to; ValueError with a sentence for what is none.

        A legal action, or the text of one; where cards are wanted, the cards or their texts.
        """
        if self.drill.cards is not None:
            return self._judged_cards(self.drill.cards(self.scene.state), given)
        action = self.scene.read(given) if isinstance(given, str) else given
        if action not in self.scene.legal:
            raise ValueError(self.scene.refusal(action))
        assert self.drill.right is not None, "an action is wanted"
        score, best = self.before + self._score(action), self.goal if self.goal is not None else self.best
        why = self.scene.why_wrong(self.drill.right, action)
        if self.drill.whole_turn:
            why = f"{why} The longest from here: {', '.join(map(str, self.best_turn))}."
        right = score == best and action in self.best_actions
        if right and self.drill.right.measure is not None:
            why = f"{why} {self.scene.refusal(action)}"
        return Judgement(right, score, best, self.best_actions, why)

    def _score(self, action: Any) -> int:
        """What the measure says; of a condition, 1 if it is met."""
        assert self.drill.right is not None, "an action is wanted"
        name = self.drill.right.best or self.drill.right.lowest
        if name is None:
            return int(action in self.best_actions)
        return self.scene.numbered(name, action, self.drill.right.and_then)

    def _judged_cards(self, reasons: Mapping[Card, Reason], given: Iterable[Card | str]) -> Judgement:
        named = {_card(each, reasons) for each in given}
        wrong = [card for card, reason in reasons.items() if reason.right != (card in named)]
        told = [f"{card}: {reasons[card].why}" for card in wrong or self.best_actions]
        return Judgement(not wrong, len(reasons) - len(wrong), len(reasons), self.best_actions, "\n".join(told))


def _card(given: Card | str, cards: Iterable[Card]) -> Card:
    """The one of these cards that is meant; ValueError where it is none of them."""
    for card in cards:
        if given is card or str(given).lower() in (card.text, card.code.lower(), str(card).lower()):
            return card
    raise ValueError(f"{said(str(given))} is none of the cards to choose from.")


DRILLS: dict[str, tuple[Drill, ...]] = {
    "tradewinds": (Drill("Which Complete brings the most now?", Right(best="net"), 4, 20),),
    "rummy-like": (Drill(
        "Which Chards do you send on, to keep the most that match your TriCards?",
        Right(best="matching"), 3, 60, lambda state: bool(state.picked),
    ),),
    "wind-city": (Drill(
        "Which choice leaves you with the most coins and houses, if nobody buys insurance?",
        Right(best="worth", and_then=["done", "no offer", "done"]), 3, 120, lambda state: state.phase == "plan",
    ),),
    "clash": CLASH_DRILLS,
    "exit-stage-right": (Drill("Which play moves the most to the right?", Right(best="net"), 1, 25),),
}  # fmt: skip


def exercise_of(game_id: str, key: Key, wants: Collection[str] = ("action",)) -> Exercise:
    """The exercise of this key; ValueError for a game that has none.  The same key, the same exercise.

    `wants` names the kinds of answers that can be given: `action`, `cards`.
    """
    drills = [drill for drill in DRILLS.get(game_id, ()) if drill.wants in wants]
    if not drills:
        raise ValueError("There are no exercises for this game.")
    pick, key = draw_below(key, len(drills))
    drill, game = drills[pick], GAMES[game_id]
    names = player_names(game.seat_names[: drill.seats], drill.seats)
    last: Exercise | None = None
    for _ in range(TRIES):
        scene, key = _position(game, names, drill, key)
        if scene is not None:
            last = Exercise(drill, scene)
            if _has_wrong_answers(last):
                return last
    assert last is not None, "every drill finds a position that fits"
    return last


def _has_wrong_answers(exercise: Exercise) -> bool:
    """Among the answers that are compared."""
    right = exercise.drill.right
    return right is None or len(exercise.best_actions) < len(exercise.scene.compared(right))


def _position(game: AnyGame, names: tuple[str, ...], drill: Drill, key: Key) -> tuple[Scene | None, Key]:
    """After some random actions the next state that fits, with two choices at least; and the key for the next try."""
    value, key = draw_below(key, 1 << CODE_BITS)
    length, key = draw_below(key, drill.longest)
    state = start(game, len(names), game.options(), DealCode(value).key()).state
    for number, (before, _, _) in enumerate(islice(playout(game, state, key), 4 * drill.longest)):
        if number >= length and len(game.legal(before)) > 1 and drill.fits(before):
            return Scene(game, names, before), key
    return None, key
