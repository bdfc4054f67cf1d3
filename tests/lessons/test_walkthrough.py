"""Tests of going through a lesson step by step."""

from __future__ import annotations

import json

import pytest

from cardtable.engine.cards import Complete
from cardtable.engine.games.exit_stage_right.model import FaceUp
from cardtable.engine.zones import Place
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.walkthrough import Walkthrough
from tests.builders import singles
from tests.lessons.scripts import lesson

SHOW = 'kind = "show"\naction = "red"\ntext = "Red fits two."'
TRY = """
kind = "try"
right = { best = "net" }
hint = "Look."
then = "Yes."
answers = { "b" = "Not blue.", "triangle down top" = "Not yet." }
"""
CHOICE = 'kind = "ask"\nchoices = ["1", "2"]\nanswer = "2"\nwrong = { "1" = "More." }'
POINTS = 'kind = "ask"\nanswer_points = ["HRC", "stage middle 3"]'
ACTIONS = 'kind = "ask"\nanswer_actions = { measure = "net", at_least = 1 }'
FREE = 'kind = "free"\nturns = 2\nmeasure = "net"'
TWO = """
[position]
players = ["Ann", "Bob"]
options = { first = 1 }
"""


def test_a_show_step_is_played_and_the_game_goes_on() -> None:
    walk = Walkthrough(lesson(SHOW, 'kind = "tell"'))
    assert (walk.wants, walk.can_go_on) == ("show", False)
    with pytest.raises(ValueError, match="isn't done"):
        walk.next()
    reply = walk.play()
    assert (reply.is_log, reply.done, len(reply.events)) == (True, True, 3)
    assert walk.seen.state.face_up[-1] is singles("R")[0]
    walk.next()
    assert walk.seen.state.face_up[-1] is singles("R")[0]
    assert walk.can_go_on
    walk.next()
    assert walk.is_over
    walk.back()
    walk.back()
    assert (walk.wants, walk.seen.log) == ("show", ((),))


def test_a_try_step_replies_to_wrong_actions() -> None:
    """The reply is the author's, or else the engine's reason or the effects of a legal action."""
    walk = Walkthrough(lesson(TRY))
    assert walk.hint == "Look."
    assert walk.act("square").text == "You don't have Square."
    assert "There is no Single called 'jump'" in walk.act("jump").text
    wrong = walk.act(FaceUp(singles("G")[0]))
    assert not wrong.right
    assert wrong.text == (
        "Here's what would happen: Ann plays Green. Left: HRC to 2, FRS to 2, PBT to 2. "
        "Completes moved right minus Completes moved left: -3. The maximum is 1."
    )
    assert walk.act("blue").text == "Not blue."
    assert walk.act("triangle down top").text == "Not yet."
    assert not walk.can_go_on
    right = walk.act("red")
    assert (right.right, right.text, walk.can_go_on) == (True, "Yes.", True)
    with pytest.raises(ValueError, match="done"):
        walk.act("red")
    assert walk.progress == LessonProgress(0, {0: "Red"})


def test_an_action_without_the_words_of_like_is_wrong() -> None:
    """It is wrong however good its measure is."""
    position = (
        '[position]\nplayers = ["Ann"]\nlay = { stage = [". . . HBS FRT", ". . . . .", ". . . . ."], hands = ["h"] }'
    )
    walk = Walkthrough(lesson('kind = "try"\nright = { best = "off_right", like = "down" }', position=position))
    assert walk.act("hollow").text.endswith("But that isn't what you were asked for.")
    assert walk.act("hollow down top").right


def test_the_game_goes_on_from_the_action_or_returns_to_the_position() -> None:
    for goes_on, cards in ((True, 1), (False, 0)):
        step = f"{TRY}\ngoes_on = {str(goes_on).lower()}"
        walk = Walkthrough(lesson(step, 'kind = "tell"'))
        before = len(walk.seen.state.face_up)
        walk.act("red")
        assert len(walk.seen.state.face_up) == before + 1
        walk.next()
        assert len(walk.seen.state.face_up) == before + cards


def test_a_question_with_choices() -> None:
    walk = Walkthrough(lesson(CHOICE))
    assert (walk.wants, walk.choices) == ("choice", ("1", "2"))
    assert walk.answer("1").text == "More."
    with pytest.raises(ValueError, match="isn't one of the answers"):
        walk.answer("3")
    assert walk.answer("2").right
    assert walk.can_go_on


def test_a_question_that_is_answered_by_pointing() -> None:
    """A card is the same as its place; a missing one is asked for, and one too many is wrong."""
    walk = Walkthrough(lesson(POINTS))
    assert walk.wants == "points"
    assert walk.answer(["HRC"]).text == "Good. 1 more to go."
    assert walk.answer([Complete.parse("PBT"), "HRC"]).text == "Partial-Blue-Triangle isn't part of the answer."
    assert walk.answer(["moon"]).text.startswith("'moon' is neither")
    assert walk.answer([Complete.parse("FRS"), Place("stage", 0, 2)]).right


def test_wrong_places_have_replies_of_their_own() -> None:
    """The script can name these places in any way; other wrong places get the hint."""
    replies = '{ PBT = "PBT is Blue.", "hand 1 1" = "That is a Single." }'
    walk = Walkthrough(lesson(f'{POINTS}\nhint = "Red."\nwrong = {replies}'))
    assert walk.answer(["HRC", "stage bottom 3"]).text == "PBT is Blue."
    assert walk.answer(["hand 1 1"]).text == "That is a Single."
    assert walk.answer(["hand 1 2"]).text == "Red."
    assert walk.answer(["HRC", "FRS"]).right


def test_a_question_that_is_answered_by_actions() -> None:
    walk = Walkthrough(lesson(ACTIONS))
    assert walk.wants == "actions"
    assert "The log" not in walk.answer(["green"]).text
    assert walk.answer(["green"]).text.endswith("Needed: at least 1.")
    assert walk.answer(["square"]).text == "You don't have Square."
    assert walk.answer(["red"]).right


def test_free_play_ends_after_its_turns_and_restores_the_position() -> None:
    walk = Walkthrough(lesson(FREE, 'kind = "tell"'))
    before = walk.seen.state
    assert walk.hint.startswith("Red: Ann plays Red.")
    assert walk.can_go_on, "free play is optional"
    assert not walk.act("red").done
    assert walk.act("circle").done
    walk.next()
    assert walk.seen.state == before


def test_the_others_play_at_random_and_their_cards_stay_hidden() -> None:
    walk = Walkthrough(lesson('kind = "free"\nothers = "random"', position=TWO))
    reply = walk.act(walk.seen.legal[0])
    assert (walk.viewer, walk.seen.turn) == (0, 0)
    assert {event.seat for event in reply.events} == {0, 1}
    assert "Bob draws a Single" in reply.text or "refills" in reply.text
    again = Walkthrough(lesson('kind = "free"\nothers = "random"', position=TWO))
    assert again.act(again.seen.legal[0]) == reply


def test_the_viewer_stays_the_same_throughout_a_step() -> None:
    walk = Walkthrough(lesson('kind = "try"\nright = { any = true }', 'kind = "tell"', position=TWO))
    walk.act(walk.seen.legal[0])
    assert walk.viewer == 0
    assert all(card.mask == 0 for card in walk.seen.state.hands[1])
    walk.next()
    assert walk.viewer == 1, "by default the viewer is the player whose turn it is"
    named = Walkthrough(lesson('kind = "tell"\nseat = "Bob"', position=TWO))
    assert named.viewer == 1


def test_show_me_completes_each_step() -> None:
    walk = Walkthrough(lesson(SHOW, CHOICE, POINTS, TRY, f'{FREE}\nruling = "ES-5"'))
    for _ in range(5):
        while not walk.can_go_on:
            assert walk.show_me().right
        walk.next()
    assert walk.is_over


def test_why_gives_the_ruling_of_the_step_itself() -> None:
    assert Walkthrough(lesson('kind = "tell"\nruling = "ES-6"')).why.startswith("ES-6: To play a Single face down")
    assert Walkthrough(lesson('kind = "tell"')).why == ""


def test_progress_from_a_changed_script_is_followed_as_far_as_possible() -> None:
    """An action played then may no longer be legal or right."""
    script = lesson(TRY, TRY, 'kind = "tell"')
    assert Walkthrough(script, LessonProgress(99, {})).is_over
    assert Walkthrough(script, LessonProgress(-3, {})).at == 0
    assert Walkthrough(script, LessonProgress(2, {0: "square", 1: "\x1b"})).at == 2


def test_progress_is_saved_as_plain_data() -> None:
    progress = LessonProgress(3, {0: "Red", 2: "Red down top"})
    assert LessonProgress.from_data(json.loads(json.dumps(progress.to_data()))) == progress
    invalid: tuple[object, ...] = (
        None,
        [],
        "x",
        {},
        {"step": True},
        {"step": "3", "answers": {"²": "Red", "-1": "Red", "0": 3}},
    )
    for data in invalid:
        assert LessonProgress.from_data(data) == LessonProgress()


def test_points_are_places_and_vanish_after_a_move() -> None:
    walk = Walkthrough(lesson(f'{SHOW}\npoint = ["FRS", "hand 1 2", "won"]'))
    assert walk.points == (Place("stage", 1, 2), Place("hand", 0, 1), Place("won"))
    walk.play()
    assert not walk.points
