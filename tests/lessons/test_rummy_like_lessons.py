"""Tests of the lessons of Rummy-like."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.games.rummy_like.model import Call, Draw
from cardtable.lessons.library import find_lesson, lessons_of
from cardtable.lessons.script import AnyStep, AskStep, TellStep, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import Walkthrough
from tests.examples.test_rummy_like import ROUND
from tests.games.rummy_like_positions import A, B, C, hand

RULINGS = {f"RM-{number}" for number in range(1, 17)} | {"DK-1", "DK-4"}


def walk_through(name: str) -> Iterator[tuple[AnyStep, Situation, Situation]]:
    """Walk through a lesson by right answers, and yield each step with the positions before and after it."""
    walk = Walkthrough(find_lesson("rummy-like", name).load())
    while not walk.is_over:
        step, before = walk.step, walk.situation
        while not walk.can_go_on:
            walk.show_me()
        yield step, before, walk.situation
        walk.next()


def test_every_ruling_is_taught() -> None:
    scripts = [entry.load().script for entry in lessons_of("rummy-like")]
    assert {number for script in scripts for number in script.rulings} == RULINGS
    assert {step.ruling for script in scripts for step in script.steps} - {None} <= RULINGS


def test_at_least_every_second_step_asks_for_something() -> None:
    for entry in lessons_of("rummy-like"):
        steps = entry.load().script.steps
        assert 2 * sum(isinstance(step, TellStep) for step in steps) <= len(steps), entry.name


def test_every_wrong_answer_has_a_reply_in_words() -> None:
    """Questions reply to each wrong choice, and tries to each wrong action."""
    for entry in lessons_of("rummy-like"):
        for step, situation, _ in walk_through(entry.name):
            if isinstance(step, AskStep):
                assert set(step.choices) <= {step.answer, *step.wrong}, (entry.name, step.text)
            elif isinstance(step, TryStep):
                wrong = set(situation.legal) - set(situation.right_actions(step.right))
                assert wrong <= {situation.parse(text) for text in step.answers}, (entry.name, step.text)


def test_a_number_in_a_menu_is_never_an_answer() -> None:
    """No choice is a bare number, so that typing a menu number can't be mistaken for one."""
    for entry in lessons_of("rummy-like"):
        for step in entry.load().script.steps:
            assert not [each for each in getattr(step, "choices", ()) if each.strip("+-").isdecimal()], entry.name


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
