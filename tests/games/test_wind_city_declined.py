"""Declined insurance is in the log, so that everybody knows who bought none."""

from __future__ import annotations

import pytest

from cardtable.engine.game import Event
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.insurance import has_bought
from cardtable.engine.games.wind_city.model import Declined
from tests.games.wind_city_positions import of_type, play_typed, state

NAMES = ("Ann", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        (["done", "done"], ["Ben insures no house.", "Cleo insures no house."]),
        (["insure B10", "done", "done"], ["Ben insures no other house.", "Cleo insures no house."]),
        (["insure B10", "insure A10", "insure C10"], []),
    ],
    ids=["all decline", "one buys a little", "everybody buys everything"],
)
def test_players_who_insure_no_other_house_are_in_the_log(actions: list[str], expected: list[str]) -> None:
    position = state("A11! B11", "A10 B10", "C10", at="E5", card=2)
    _, events = play_typed(position, "1 3 4", "renew A11", "offer", *actions)
    assert [GAME.describe(event, NAMES) for event in of_type(events, Declined)] == expected


def test_a_player_with_insurance_from_before_insures_no_other_house() -> None:
    position = state("A11! B11", "A10! B10", "C10", at="E5", card=2)
    _, events = play_typed(position, "1 3 4", "renew A11", "offer", "done", "done")
    assert [GAME.describe(event, NAMES) for event in of_type(events, Declined)] == [
        "Ben insures no other house.",
        "Cleo insures no house.",
    ]


def test_nobody_declines_what_is_not_offered() -> None:
    position = state("A11! B11", "A10 B10", "C10", at="E5", card=2)
    _, events = play_typed(position, "1 3 4", "renew A11", "no offer")
    assert not of_type(events, Declined)


def test_a_player_has_bought_only_while_more_can_be_bought() -> None:
    position, log, found = state("A11! B11!", "A10 B10", "C10", at="E5", card=2), list[tuple[Event, ...]](), []
    for typed in ("1 3 4", "renew A11", "renew B11", "offer", "insure B10"):
        position, events = play_typed(position, typed)
        log.append(events)
        found.append([seat for seat in range(3) if has_bought(position, log, seat)])
    assert found == [[], [0], [], [], [1]]
