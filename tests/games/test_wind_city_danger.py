"""Tests of the houses in danger: how many cards can bring the hurricane there, from what players may know."""

from __future__ import annotations

import pytest

from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.danger import dangers, next_danger, risk_sentence, threat
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.model import Choose, Moved, State
from cardtable.engine.games.wind_city.rules import choices
from tests.games.wind_city_positions import of_type, play_typed, space, state, with_card

ONE_EACH = with_card("N1:1 S1:1 E1:1 W1:1 H:1")


def cards_that_reach(view: State, name: str, at: str) -> int:
    """Count the cards that could be in the hand of the player whose turn it is, and can bring the hurricane there."""
    found = 0
    for number, card in enumerate(view.options.cards, 1):
        table = view._replace(card=number, hurricane=space(at))
        stories = (forecast(table, choice.plan) for choice in choices(card))
        paths = (move.path for story in stories for move in of_type(story, Moved))
        found += number not in view.discards and any(space(name) in path for path in paths)
    return found


@pytest.mark.parametrize("name", ["D4", "E5", "E8", "H5", "B8", "J11"])
def test_cards_are_counted_as_the_rules_move_the_hurricane(name: str) -> None:
    gone, houses = [2, 7, 24], "D4 E5 E8 H5 B8 J11"
    pile = [card for card in range(2, 26) if card not in gone]
    here = state("A4! B5!", houses, at="D3", card=1, pile=pile, discards=gone)
    view = GAME.view(play_typed(here, "1", "done", "offer")[0], 1)
    found = {each.space: each for each in dangers(view, 1)}
    expected = cards_that_reach(view, name, "D3")
    danger = found.get(space(name))
    assert (danger.cards if danger else 0) == expected
    assert danger is None or danger.held == 22, "25 cards without the three discards"


def test_the_houses_in_the_most_danger_come_first() -> None:
    here = state("A5", "D4 E5 E8 H5 B8 J11", at="D3", card=1)
    view = GAME.view(play_typed(here, "1", "offer")[0], 1)
    counts = [each.cards for each in dangers(view, 1)]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 2


def test_after_a_known_plan_the_next_player_cannot_hold_the_same_card() -> None:
    here = state("A5 F6", "F5", at="E5", card=1, options=ONE_EACH)
    coming = threat(GAME.view(here, 0), (1,))
    assert coming is not None
    assert coming.table.hurricane == space("E6")
    assert coming.table.active == 1
    assert coming.reach.held == 5, "the other cards"
    last = state("A5 F6", "F5", at="E5", card=1, pile=[], discards=[2, 3, 4, 5, 6], options=ONE_EACH)
    after = threat(GAME.view(last, 0), (1,))
    assert after is not None
    assert after.reach.held == 6, "all cards are shuffled"


def test_nothing_is_in_danger_once_the_game_is_about_to_end() -> None:
    over = state("A5 F6", "F5", at="E11", card=1, options=ONE_EACH)
    assert threat(over, (1,)) is None
    assert next_danger(over, (1,), 0, ("Ann", "Bob")) == ""
    once = with_card("N1:1 S1:1 E1:1 W1:1 H:1", piles=1)
    assert threat(state("A5", "F5", at="E5", card=1, pile=[], discards=[2, 3, 4, 5, 6], options=once), (1,)) is None


def test_insurance_that_may_end_protects_no_house() -> None:
    here = state("A5 E7! F6!", "F5! G6", at="E5", card=1, options=ONE_EACH)
    assert next_danger(here, (1,), 0, ("Ann", "Bob")) == "Then Bob can reach F6 (5 of 5 cards) and 1 more of yours."
    renewing = play_typed(here, "1")[0]
    assert [each.space for each in dangers(renewing, 0)] == [space("F6"), space("E7")]
    renewed = play_typed(renewing, "renew F6")[0]
    assert [each.space for each in dangers(renewed, 0)] == [space("E7")]


def test_a_house_on_the_players_own_path_comes_before_all_others() -> None:
    here = play_typed(state("A5 F6! G7!", "F4", at="F5", card=1, options=ONE_EACH), "1")[0]
    assert Choose((1,)) not in GAME.legal(here)
    first, second = dangers(here, 0)
    assert (first.space, first.words) == (space("F6"), "on your path")
    assert (second.space, second.words) == (space("G7"), "5 of 5 cards")
    assert risk_sentence(here, space("F6")) == "Your plan hits it."
    assert risk_sentence(here, space("G7")) == "5 of 5 cards can hit it."
    assert risk_sentence(here, space("A5")) == "No card can hit it."
