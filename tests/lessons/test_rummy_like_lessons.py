"""Tests of the lessons of Rummy-like."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.games.rummy_like.model import Call, Draw
from cardtable.lessons.library import find_lesson
from cardtable.lessons.script import AnyStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import Walkthrough
from tests.examples.test_rummy_like import ROUND
from tests.games.rummy_like_positions import A, B, C, hand


def walk_through(name: str) -> Iterator[tuple[AnyStep, Situation, Situation]]:
    """Walk through a lesson by right answers, and yield each step with the positions before and after it."""
    walk = Walkthrough(find_lesson("rummy-like", name).load())
    while not walk.is_over:
        step, before = walk.step, walk.situation
        while not walk.can_go_on:
            walk.show_me()
        yield step, before, walk.situation
        walk.next()


def test_the_first_three_tricks_continue_from_step_to_step_and_end_where_the_scoring_lesson_begins() -> None:
    """Each position that a step sets up is the one that the learner has just played to."""
    last: Situation | None = None
    for step, before, after in walk_through("one-trick"):
        if last is not None and step.position is not None:
            assert_continues(last, before)
        last = after
    assert last is not None
    scoring = find_lesson("rummy-like", "score-and-ten").load().situation()
    assert scoring.state == last.state._replace(key=scoring.state.key)


def assert_continues(before: Situation, situation: Situation) -> None:
    """Assert that a few actions lead to the situation."""
    situations = [before]
    for _ in range(5):
        if situation.state in [each.state._replace(key=situation.state.key) for each in situations]:
            return
        situations = [each.after(action) for each in situations for action in each.legal]
    raise AssertionError("the position does not follow from the step before")


def test_the_16th_card_of_the_deck_comes_back_to_the_player_who_put_it_there() -> None:
    """The lesson on knowledge counts three cards a trick: the sixth draw from there takes it."""
    situation = next(after for _, _, after in walk_through("knowledge"))
    assert situation.state.deck[15].code == "PRS"
    draws = list[int]()
    while "PRS" not in [card.code for card in situation.state.drawn]:
        action = next(each for each in situation.legal if not isinstance(each, Call))
        draws += [situation.state.leader] if isinstance(action, Draw) else []
        situation = situation.after(action)
    assert draws == [B, C, A, B, C, A]


def test_the_round_of_the_original_rules_is_dealt_and_played_as_in_the_examples() -> None:
    name = "original-rules"
    first = find_lesson("rummy-like", name).load().situation().state
    assert (first.chards, first.tricards) == (ROUND.chards, ROUND.tricards)
    assert first.deck[:9] == ROUND.deck[:9]
    hands = ["H H H H G G G B C C C T", "P P F R R R B B B S S T", "P P F F F R G C S S T T"]
    ends = [[hand(after.state, seat) for seat in (A, B, C)] for _, _, after in walk_through(name)]
    assert hands in ends


def test_a_whole_round_continues_from_the_learners_own_choices() -> None:
    """No step after the first sets up a position, whatever the learner sends or plays."""
    steps = find_lesson("rummy-like", "a-round").load().script.steps
    assert all(step.position is None and getattr(step, "goes_on", True) for step in steps)


def test_the_last_round_can_be_played_to_its_end() -> None:
    """The others play at random, and the learner follows the hints."""
    walk = Walkthrough(find_lesson("rummy-like", "playing-well").load())
    while walk.at < len(walk.steps) - 1:
        while not walk.can_go_on:
            walk.show_me()
        walk.next()
    reply = walk.show_me()
    while not reply.done:
        reply = walk.show_me()
    assert "wins the round" in reply.text
