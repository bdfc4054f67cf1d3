"""Exercises without end: a position from a key, a question, and the engine as the judge of every answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import AnyGame, Seat, reveals, start
from cardtable.engine.games import SHIPPED
from cardtable.engine.walk import turns
from cardtable.formats.text import player_names
from cardtable.lessons.drill import CardReason, Drill, Question, dice
from cardtable.lessons.games import (
    clash_drills,
    exit_stage_right_drills,
    rummy_like_drills,
    tradewinds_drills,
    wind_city_drills,
)
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import said
from cardtable.table.session import Seen

TRIES = 30
"""Deals until one has a position in which the answers differ."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer came to."""

    right: bool
    score: int
    """What the measure says of it; 1 for a right choice, and for an action that meets a condition."""
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
    scene: Situation = field(repr=False)
    right: RightAnswers | None = field(repr=False)
    asked: Question | None = field(repr=False, default=None)
    cards: Mapping[Card, CardReason] | None = field(repr=False, default=None, hash=False)
    """Those that can be pointed at; None where the answer is something else."""
    whole_turn: bool = False
    before: int = 0
    """What the turn has come to so far, where a whole turn is played."""
    goal: int | None = None
    """What the whole turn could have come to, from its beginning."""

    @property
    def wants(self) -> str:
        """What answers it: `action`, `choice` or `cards`."""
        return "action" if self.right else "choice" if self.asked else "cards"

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        assert self.scene.turn is not None, "a position with a choice"
        return self.scene.turn

    @property
    def seen(self) -> Seen:
        """The table as whoever is asked sees it, with the actions to choose from."""
        return self.scene.session().look(self.seat)

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from; none where the answer is an action."""
        return self.asked.choices if self.asked else ()

    @property
    def best_actions(self) -> tuple[Any, ...]:
        """The right actions, or the cards to point at; none where the answer is one of the choices."""
        if self.cards is not None:
            return tuple(card for card, reason in self.cards.items() if reason.right)
        return self.scene.right(self.right) if self.right else ()

    @property
    def best_turn(self) -> tuple[Any, ...]:
        """Right actions one after the other, to the end of the turn; one of them where no whole turn is asked for."""
        if self.right is None:
            return ()
        action = self.best_actions[0]
        rest = self.then(action)
        return (action, *rest.best_turn) if rest is not None and rest.best else (action,)

    @property
    def answer(self) -> str:
        """A right answer in words."""
        if self.asked is not None:
            return self.asked.answer
        return ", ".join(map(str, self.best_actions if self.cards is not None else self.best_actions[:1]))

    def then(self, action: Any) -> Exercise | None:
        """The rest of the turn, where a whole turn is asked for and goes on with nothing new to be seen; else None."""
        scene, game = self.scene, self.scene.game
        if not self.whole_turn or action not in scene.legal:
            return None
        step = game.apply(scene.state, action)
        if game.turn(step.state) != self.seat or reveals(game, scene.state, action, step.events):
            return None
        rest = replace(self, scene=Situation(game, scene.names, step.state), goal=self._goal)
        return replace(rest, before=self.before + self._score(action) - rest.best)

    def judge(self, answer: Any) -> Judgement:
        """What an answer comes to; ValueError with a sentence for what is none.

        A legal action or the text of one, one of the choices, or several cards or their texts.
        """
        if self.asked is not None:
            return self._judge_choice(self.asked, answer)
        if self.cards is not None:
            return self._judge_cards(self.cards, answer)
        assert self.right is not None, "it is a question or a drill"
        action = self.scene.read(answer) if isinstance(answer, str) else answer
        if action not in self.scene.legal:
            raise ValueError(self.scene.refusal(action))
        score, best = self.before + self._score(action), self.best_actions
        right = action in best and score == self._goal
        why = self.scene.why_wrong(self.right, action)
        if right and self.right.measure is not None:
            why = f"{why} {self.scene.refusal(action)}"
        if self.whole_turn:
            why = f"{why} The longest from here: {', '.join(map(str, self.best_turn))}."
        return Judgement(right, score, self._goal, best, why)

    @property
    def best(self) -> int:
        """What the measure says of a right action."""
        return self._score(self.best_actions[0])

    @property
    def _goal(self) -> int:
        return self.best if self.goal is None else self.goal

    def _score(self, action: Any) -> int:
        """What the measure says; of a condition, 1 where it is met."""
        assert self.right is not None, "an action is wanted"
        name = self.right.best or self.right.lowest
        if name is None:
            return int(action in self.best_actions)
        return self.scene.numbered(name, action, self.right.and_then)

    def _judge_cards(self, cards: Mapping[Card, CardReason], answer: Iterable[Card | str]) -> Judgement:
        named = {_card(each, cards) for each in answer}
        wrong = [card for card, reason in cards.items() if reason.right != (card in named)]
        why = "\n".join(f"{card}: {cards[card].why}" for card in wrong or self.best_actions)
        return Judgement(not wrong, len(cards) - len(wrong), len(cards), self.best_actions, why)

    def _judge_choice(self, asked: Question, answer: Any) -> Judgement:
        if answer not in asked.choices:
            raise ValueError(f"There is no such answer; there is {', '.join(asked.choices)}.")
        right = answer == asked.answer
        return Judgement(right, int(right), 1, (), asked.why)


def _card(given: Card | str, cards: Iterable[Card]) -> Card:
    """The one of these cards that is meant; ValueError where it is none of them."""
    for card in cards:
        if given is card or str(given).lower() in (card.text, card.code.lower(), str(card).lower()):
            return card
    raise ValueError(f"{said(str(given))} is none of the cards to choose from.")


DRILLS: dict[str, tuple[Drill, ...]] = {
    "tradewinds": tradewinds_drills.DRILLS,
    "rummy-like": rummy_like_drills.DRILLS,
    "wind-city": wind_city_drills.DRILLS,
    "clash": clash_drills.DRILLS,
    "exit-stage-right": exit_stage_right_drills.DRILLS,
}  # fmt: skip
"""The kinds of each game."""


def exercise_of(game_id: str, key: Key, wants: Collection[str] = ("action", "choice")) -> Exercise:
    """The exercise of this key; ValueError for a game that has none.  The same key, the same exercise.

    `wants` says which kinds of answers can be given: `action`, `choice`, `cards`.
    """
    drills = [drill for drill in DRILLS.get(game_id, ()) if drill.wants in wants]
    if not drills:
        raise ValueError("There are no exercises for this game.")
    kind, key = draw_below(key, len(drills))
    return _exercise(SHIPPED[game_id], drills[kind], key)


def _exercise(game: AnyGame, drill: Drill, key: Key) -> Exercise:
    names = player_names(game.seat_names[: drill.seats], drill.seats)
    last: Exercise | None = None
    for _ in range(TRIES):
        scene, key = _position(game, names, drill, key)
        found = None if scene is None else _asked(drill, scene, key)
        if found is not None:
            last = found
            if found.right is None or _is_rare(found, drill):
                return found
    assert last is not None, "every drill finds a position that fits"
    return last


def _is_rare(found: Exercise, drill: Drill) -> bool:
    """Whether few enough actions are right, and none of the first ones."""
    best, legal = found.best_actions, found.scene.legal
    return len(best) * drill.rare < len(legal) and not {*best} & {*legal[: drill.beyond]}


def _asked(drill: Drill, scene: Situation, key: Key) -> Exercise | None:
    if drill.ask is None:
        cards = drill.point(scene.state) if drill.point else None
        return Exercise(drill.question, scene, drill.right, cards=cards, whole_turn=drill.whole_turn)
    question = drill.ask(scene, dice(key))
    return None if question is None else Exercise(question.text, scene, None, question)


def _position(game: AnyGame, names: tuple[str, ...], drill: Drill, key: Key) -> tuple[Situation | None, Key]:
    """A position that fits, with two choices at least, or none; and the key for the next try."""
    value, key = draw_below(key, 1 << CODE_BITS)
    if drill.lay is not None:
        laid = drill.lay(len(names), DealCode(value).key())
        return Situation(game, names, laid) if drill.fits(laid) else None, key
    length, key = draw_below(key, drill.longest)
    state = start(game, game.options(), len(names), DealCode(value).key()).state
    for number, (before, _, _) in enumerate(islice(turns(game, state, key), 4 * drill.longest)):
        if number >= length and len(game.legal(before)) > 1 and drill.fits(before):
            return Situation(game, names, before), key
    return None, key
