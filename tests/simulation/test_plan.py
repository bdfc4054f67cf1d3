"""Plans: line-ups, rotations and options."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

from cardtable.games import GAMES
from cardtable.lab.simulation.contestants import parse_contestants, rotations
from cardtable.lab.simulation.plan import make_plan


def names(text: str, game: str, seats: int | None = None) -> list[str]:
    return [each.name for each in parse_contestants(text, GAMES[game], seats)]


def test_the_last_player_takes_the_seats_that_are_left() -> None:
    assert names("hard:300,easy", "wind-city", 4) == ["hard:300", "easy", "easy", "easy"]
    assert names("random", "clash") == ["random", "random"]
    assert names("easy, medium ,easy", "rummy-like") == ["easy", "medium", "easy"]


def test_rotations_that_seat_equal_players_everywhere_are_left_out() -> None:
    def seated(text: str, seats: int) -> list[list[str]]:
        players = parse_contestants(text, GAMES["wind-city"], seats)
        return [[players[place].name for place in way] for way in rotations(players)]

    assert seated("hard,easy", 3) == [["hard", "easy", "easy"], ["easy", "hard", "easy"], ["easy", "easy", "hard"]]
    assert seated("hard,easy,hard,easy", 4) == [["hard", "easy"] * 2, ["easy", "hard"] * 2]
    assert seated("easy", 5) == [["easy"] * 5]


def test_a_rotation_plays_whole_deals() -> None:
    plan = make_plan("wind-city", games=10, players="hard,easy", seats=3, rotate=True, first_deal=7)
    assert (plan.deals, plan.games) == (range(7, 11), 12)


def test_options_are_written_as_they_are_typed() -> None:
    plan = make_plan("exit-stage-right", options={"preset": "challenge", "hand_size": "6"})
    assert plan.variants[0].options_text == "hand-size=6 refill-count=all empty-grid=refill-first"
    words = [word.partition("=")[::2] for word in plan.variants[0].options_text.split()]
    assert make_plan("exit-stage-right", options=dict(words)).variants == plan.variants


def test_options_are_values_or_texts() -> None:
    texts, values = (
        {"preset": "challenge", "hand_size": size, "open-hands": yes} for size, yes in (("6", "yes"), (6, True))
    )
    assert make_plan("exit-stage-right", options=values) == make_plan("exit-stage-right", options=texts)
    assert make_plan("clash", options={"target": 0}).variants[0].options_text == "target=0"
    board = GAMES["wind-city"].options().board
    assert make_plan("wind-city", options={"board": board}) == make_plan("wind-city")


@pytest.mark.parametrize(
    ("compare", "players", "options"),
    [
        ("easy,medium", ["easy", "medium"], "target=3"),
        ("first=2", ["medium", "medium"], "target=3 first=2"),
        ({"target": "9"}, ["medium", "medium"], "target=9"),
    ],
)
def test_a_comparison_changes_only_what_it_names(compare: Any, players: list[str], options: str) -> None:
    second = make_plan("clash", options={"target": "3"}, compare=compare).variants[1]
    assert ([each.name for each in second.players], second.options_text) == (players, options)


def test_a_plan_can_be_sent_to_another_process() -> None:
    plan = make_plan("wind-city", players="hard,random", rotate=True, compare="easy")
    assert plan.games_per_deal == 3
    assert pickle.loads(pickle.dumps(plan)) == plan


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "--games must be from 1 to 1,099,511,627,776, not 0."),
        (
            {"players": "expert"},
            "There's no player 'expert'. A player is …",
        ),
        ({"players": "hard:x"}, "After hard, write a number of simulations, as in hard:1200."),
        ({"players": "hard:0"}, "The number of simulations must be from 1 to 100,000, not 0."),
        ({"players": []}, "You named 0 players for 2 seats."),
        ({"players": "easy,easy,easy", "seats": 2}, "You named 3 players for 2 seats."),
        ({"seats": 3}, "Clash is for 2 players, not 3."),
        ({"options": {"tarqet": "1"}}, "Clash has no option 'tarqet'; it has target and first."),
        ({"options": {"target": "-1"}}, "target must be a number from 0 to 100 or default, not '-1'."),
        ({"options": {"preset": 5}}, "Clash has no preset '5'.…"),
        ({"options": 3}, "These options aren't for Clash."),
        ({"compare": "medium"}, "There is nothing to compare: the players and the options are the same."),
        ({"first_deal": (1 << 40) - 1}, "There are only 1,099,511,627,776 deals, so begin with an earlier one."),
        ({"game": "clahs"}, "There's no game 'clahs'; did you mean clash?"),
    ],
)
def test_an_invalid_plan_gets_one_sentence(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  the message is checked below
        make_plan(**{"game": "clash"} | arguments)
    assert re.fullmatch(re.escape(message).replace("…", ".*"), str(error.value))
