"""Computer players of Wind City don't end the game behind, and renew the insurance that a plan needs."""

from __future__ import annotations

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import start
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.model import Action, Choose, Moved, Offer, Renew, State
from cardtable.formats.computers import Level
from cardtable.games.wind_city.player.knowledge import KNOWLEDGE
from cardtable.players import ComputerPlayer
from cardtable.table.seen import Seen
from tests.games.wind_city_positions import space, state, with_card

NAMES = ("Ann", "Ben", "Cleo")
NORTH = with_card("N4:1 W1:2 E2:3 S1:2 H:4")
"""From row 9, the first action takes the hurricane off the board."""


def choose(position: State, level: Level = "medium", key: int = 0) -> Action:
    """Return a computer player's choice for the player to move."""
    seat = position.turn
    assert seat is not None, "somebody is to move"
    view = GAME.view(position, seat)
    seen = Seen(GAME, seat, NAMES[: len(position.houses)], seat, view, GAME.legal(view), (), None, "", "", 0)
    action: Action = ComputerPlayer(KNOWLEDGE, level).choose(seen, Key(key), 0).action
    return action


def ends(position: State, action: Action) -> bool:
    """Return whether a plan takes the hurricane off the board."""
    assert isinstance(action, Choose), "a plan is to be chosen"
    return any(event.left for event in forecast(position, action.plan) if isinstance(event, Moved))


def test_a_tied_player_renews_a_house_on_the_way_off_the_board() -> None:
    """With it, the player wins by coins; without it, the others have more points."""
    only_north = with_card("N4:1 N3:2 N5:3 N6:2 H:4")
    here = state("A5 B6 G10!", "C5 D6 E7", at="G9", options=only_north, coins=[19, 10])
    plan = choose(here)
    assert ends(here, plan)
    renewing = GAME.advance(here, plan, None)
    assert renewing.phase == "renew"
    assert choose(renewing) == Renew(space("G10"))
    ended = GAME.advance(renewing, Renew(space("G10")), None)
    while ended.turn is not None:
        assert ended.turn == 0
        action = choose(ended)
        assert action != Offer(True), "that would help the others"
        ended = GAME.advance(ended, action, None)
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_nobody_ends_the_game_who_cannot_renew_or_is_behind(level: Level) -> None:
    poor = state("A5 B6 G10!", "C5 D6 E7", at="G9", options=NORTH, coins=[1, 10])
    behind = state("A5 B6", "C5 D6 E7", at="G9", options=NORTH)
    for position in (poor, behind):
        assert not any(ends(position, choose(position, level, key)) for key in range(20))


def test_insurance_is_not_offered_for_a_house_that_would_push_the_hurricane_off_the_board() -> None:
    here = state("A5 B6", "C5 D6 H11", at="H9", card=1, options=with_card("N2:1 W1:2 E2:3 S1:2 H:4"))
    offering = GAME.advance(here, Choose((1,)), None)
    assert offering.phase == "offer"
    assert choose(offering) == Offer(False)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_games_end_over_the_edge_only_by_a_winner(level: Level) -> None:
    for number in range(6):
        position = start(GAME, GAME.options(), 3, DealCode(number).key()).state
        played, active = 0, 0
        while position.turn is not None:
            active, played = position.active, played + 1
            position = GAME.advance(position, choose(position, level, 1000 * number + played), None)
        outcome = GAME.outcome(position)
        assert outcome is not None
        assert position.ending != "northern-edge" or active in outcome.winners
