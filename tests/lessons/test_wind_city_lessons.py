"""Tests of the lessons of Wind City."""

from __future__ import annotations

from cardtable.engine.games.wind_city import GAME
from cardtable.lessons.library import find_lesson
from cardtable.lessons.script import FreeStep, RightAnswers, TryStep
from cardtable.lessons.situation import Situation
from cardtable.lessons.walkthrough import Walkthrough
from tests.games.wind_city_positions import state


def situation_of(*houses: str, **others: object) -> Situation:
    return Situation(GAME, ("Ann", "Ben", "Cat")[: len(houses)], state(*houses, **others))  # type: ignore[arg-type]  # the keywords vary


def walk_to(lesson: str, kind: type[object]) -> Walkthrough:
    """Return the walkthrough of a lesson at its first step of this kind."""
    walk = Walkthrough(find_lesson(GAME.id, lesson).load())
    while not isinstance(walk.step, kind):
        if not walk.can_go_on:
            walk.show_me()
        walk.next()
    return walk


def test_coins_paid_and_earned_are_those_of_the_player_who_acts() -> None:
    """Ben pays Ann for insurance, and Ann pays the bank for her turn."""
    here = situation_of("C5 H8", "G4", at="G5", card=2, phase="offer", plan=(3,), coins=(20, 6))
    insured = Situation(GAME, here.names, GAME.apply(here.state, here.parse("offer")).state)
    assert insured.measure("paid", insured.parse("insure G4")) == 6
    assert insured.measure("coins", insured.parse("insure G4")) == 0
    assert here.measure("paid", here.parse("offer"), ["insure G4"]) == 1
    assert here.measure("earned", here.parse("no offer")) == 3


def test_the_lead_is_over_the_best_of_the_others() -> None:
    here = situation_of("C4 D7", "G4 H4 F7", "I7", at="E7", card=2, coins=(20, 2, 2))
    assert here.measure("lead", here.parse("3")) == 20 - 50
    assert here.measure("lead", here.parse("1")) == 30 - 50
    assert here.measure("ahead", here.parse("1")) == 30 + 20 + 5 + 3 - 1 - (50 + 2)


def test_the_reply_to_a_wrong_choice_says_what_would_happen() -> None:
    """The actions that carry out the choice are played too."""
    walk = walk_to("a-round", TryStep)
    reply = walk.act("1 4").text
    assert reply.startswith("Here's what would happen: Ann chooses a plan in secret. Ann sells no insurance.")
    assert "Ann gets 5 coins for reaching a weather station." not in reply
    assert "Ann gets 5 coins for reaching a weather station." in walk.act("1 2 3").text


def test_a_hint_in_free_play_looks_ahead_too() -> None:
    walk = walk_to("strategy", FreeStep)
    step = walk.step
    assert isinstance(step, FreeStep)
    best = walk.situation.right_actions(RightAnswers(best="ahead", and_then=step.and_then))
    assert len(best) < len(walk.situation.legal)
    assert f"\n{best[0]}: Ann chooses a plan in secret." in walk.hint
    assert "It destroys Ben's" in walk.hint
