"""An endless supply of exercises, each with a random position and a question. The engine judges every answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from cardtable.engine.cards import Card
from cardtable.engine.chance import CODE_BITS, DealCode, Key, draw_below
from cardtable.engine.game import AnyGame, Seat, reveals, start
from cardtable.engine.phrases import naming_subject
from cardtable.engine.walk import turns
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.lessons.drill import CardReason, Drill, MultipleChoice, dice
from cardtable.lessons.script import RightAnswers
from cardtable.lessons.situation import Situation
from cardtable.lessons.written_position import quote_value
from cardtable.table.seen import Seen

TRIES = 30
"""The maximum number of positions to try. If no exercise is hard enough, the last one found is used."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The engine's judgement of an answer."""

    right: bool
    score: int
    """The value of the measure. Without a measure, the score is 1 for a right answer and 0 for a wrong answer."""
    best: int
    """The score of a right answer."""
    best_actions: tuple[Any, ...]
    """The right actions, or an empty tuple if the answer isn't an action."""
    why: str
    """The reason, such as a comparison of the answer's result with the best result."""


@dataclass(frozen=True)
class Exercise:
    """A question about a position."""

    question: str
    situation: Situation = field(repr=False)
    right: RightAnswers | None = field(repr=False)
    choice_question: MultipleChoice | None = field(repr=False, default=None)
    cards: Mapping[Card, CardReason] | None = field(repr=False, default=None, hash=False)
    """The cards that the learner can point at, or None if the question has another kind of answer."""
    whole_turn: bool = False
    score_so_far: int = 0
    """The score of the turn up to this position, or 0 if the question isn't about a whole turn."""
    goal: int | None = None
    """The best possible score for the whole turn, or None at the start of the turn."""

    @property
    def seat(self) -> Seat:
        """The seat of the player who answers."""
        assert self.situation.turn is not None, "a position with a choice"
        return self.situation.turn

    @property
    def seen(self) -> Seen:
        """The table as the learner's seat sees it, with the seat's legal actions."""
        return self.situation.session().look(self.seat)

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from, or an empty tuple if the question isn't a multiple-choice question."""
        return self.choice_question.choices if self.choice_question else ()

    @property
    def best_actions(self) -> tuple[Any, ...]:
        """The right actions or cards, or an empty tuple if the question is a multiple-choice question."""
        if self.cards is not None:
            return tuple(card for card, reason in self.cards.items() if reason.right)
        return self.situation.right_actions(self.right) if self.right else ()

    @property
    def best_turn(self) -> tuple[Any, ...]:
        """The right actions up to the end of the turn, or one action if the question isn't about a whole turn."""
        if self.right is None:
            return ()
        action = self.best_actions[0]
        rest = self.rest_after(action)
        return (action, *rest.best_turn) if rest is not None and rest.best else (action,)

    @property
    def answer(self) -> str:
        """A right answer in words."""
        if self.choice_question is not None:
            return self.choice_question.answer
        return ", ".join(map(str, self.best_actions if self.cards is not None else self.best_actions[:1]))

    def rest_after(self, action: Any) -> Exercise | None:
        """Return the exercise for the rest of a whole turn, or None if the turn ends or the action reveals a card."""
        situation, game = self.situation, self.situation.game
        if not self.whole_turn or action not in situation.legal:
            return None
        step = game.apply(situation.state, action)
        if game.turn(step.state) != self.seat or reveals(game, situation.state, action, step.events):
            return None
        rest = replace(self, situation=Situation(game, situation.names, step.state), goal=self._goal)
        return replace(rest, score_so_far=self.score_so_far + self._score(action) - rest.best)

    def judge(self, answer: Any) -> Judgement:
        """Judge an answer.

        The answer is an action, one of the choices, or several cards. An action or a card may also be given as text.
        Raise ValueError with a message for the player if the answer isn't possible.
        """
        if self.choice_question is not None:
            return self._judge_choice(self.choice_question, answer)
        if self.cards is not None:
            return self._judge_cards(self.cards, answer)
        assert self.right is not None, "the answer is an action"
        action = self.situation.parse(answer) if isinstance(answer, str) else answer
        if action not in self.situation.legal:
            raise ValueError(self.situation.explain(action))
        score, best = self.score_so_far + self._score(action), self.best_actions
        right = action in best and score == self._goal
        why = self.situation.assess(self.right, action)
        if right and self.right.measure is not None:
            why = f"{why} {self.situation.explain(action)}"
        if self.whole_turn:
            why = f"{why} The longest turn from here is {', '.join(map(str, self.best_turn))}."
        return Judgement(right, score, self._goal, best, why)

    @property
    def best(self) -> int:
        """The score of a right action."""
        return self._score(self.best_actions[0])

    @property
    def _goal(self) -> int:
        return self.best if self.goal is None else self.goal

    def _score(self, action: Any) -> int:
        """Return the value of the measure. Without a measure, return 1 if the condition is met and 0 otherwise."""
        assert self.right is not None, "the answer is an action"
        name = self.right.best or self.right.lowest
        if name is None:
            return int(action in self.best_actions)
        return self.situation.measure_number(name, action, self.right.and_then)

    def _judge_cards(self, cards: Mapping[Card, CardReason], answer: Iterable[Card | str]) -> Judgement:
        pointed_at = {_find_card(each, cards) for each in answer}
        wrong = [card for card, reason in cards.items() if reason.right != (card in pointed_at)]
        why = "\n".join(naming_subject(card, cards[card].why) for card in wrong or self.best_actions)
        return Judgement(not wrong, len(cards) - len(wrong), len(cards), self.best_actions, why)

    def _judge_choice(self, question: MultipleChoice, answer: Any) -> Judgement:
        if answer not in question.choices:
            raise ValueError(f"That isn't one of the answers: {', '.join(question.choices)}.")
        right = answer == question.answer
        return Judgement(right, int(right), 1, (), question.why)


def _find_card(wanted: Card | str, cards: Iterable[Card]) -> Card:
    """Return the card in `cards` that equals `wanted` or has that name. Raise ValueError if there is no such card."""
    for card in cards:
        if wanted is card or str(wanted).lower() in (card.text, card.code.lower(), str(card).lower()):
            return card
    raise ValueError(f"{quote_value(str(wanted))} isn't one of the cards to choose from.")


def drills_of(game_id: str) -> tuple[Drill, ...]:
    """Return the drills of a game, or an empty tuple if the game has none."""
    return GAMES.part_of(game_id, "lessons", "DRILLS") or ()


def exercise_of(game_id: str, key: Key, wants: Collection[str] = ("action", "choice")) -> Exercise:
    """Return the exercise that belongs to a key.

    `wants` lists the kinds of answer that the caller accepts: `action`, `choice` and `cards`. Raise ValueError if the
    game has no exercises.
    """
    drills = [drill for drill in drills_of(game_id) if drill.wants in wants]
    if not drills:
        raise ValueError("There are no exercises for this game.")
    kind, key = draw_below(key, len(drills))
    return _find_exercise(GAMES[game_id], drills[kind], key)


def _find_exercise(game: AnyGame, drill: Drill, key: Key) -> Exercise:
    names = player_names(game.seat_names[: drill.seats], drill.seats)
    last: Exercise | None = None
    for _ in range(TRIES):
        situation, key = _find_situation(game, names, drill, key)
        exercise = None if situation is None else _ask(drill, situation, key)
        if exercise is not None:
            last = exercise
            if exercise.right is None or _is_hard(exercise, drill):
                return exercise
    assert last is not None, "every drill finds a position"
    return last


def _is_hard(exercise: Exercise, drill: Drill) -> bool:
    """Return whether only a few actions are right and none of the right actions is obvious."""
    best, legal = exercise.best_actions, exercise.situation.legal
    return len(best) * drill.rarity < len(legal) and not {*best} & {*legal[: drill.first_wrong]}


def _ask(drill: Drill, situation: Situation, key: Key) -> Exercise | None:
    if drill.ask is None:
        cards = drill.point(situation.state) if drill.point else None
        return Exercise(drill.question, situation, drill.right, cards=cards, whole_turn=drill.whole_turn)
    question = drill.ask(situation, dice(key))
    return None if question is None else Exercise(question.text, situation, None, question)


def _find_situation(game: AnyGame, names: tuple[str, ...], drill: Drill, key: Key) -> tuple[Situation | None, Key]:
    """Return a situation that fits the drill (or None if the try fails), and the key for the next try."""
    value, key = draw_below(key, 1 << CODE_BITS)
    if drill.set_up is not None:
        state = drill.set_up(len(names), DealCode(value).key())
        return Situation(game, names, state) if drill.fits(state) else None, key
    length, key = draw_below(key, drill.most_moves)
    state = start(game, game.options(), len(names), DealCode(value).key()).state
    for number, (before, _, _) in enumerate(islice(turns(game, state, key), 4 * drill.most_moves)):
        if number >= length and len(game.legal(before)) > 1 and drill.fits(before):
            return Situation(game, names, before), key
    return None, key
