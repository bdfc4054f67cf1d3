"""Placing the rest of the houses of Wind City in plain mode, as `p` does on the board."""

from __future__ import annotations

import re

from cardtable.engine.chance import DealCode
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import HOUSES, name_of
from cardtable.engine.games.wind_city.model import Placed
from cardtable.players.at_table import seat_computers
from cardtable.table.session import Session
from tests.plain.tables import new_session
from tests.plain.transcripts import output_of
from tests.table.sittings import truth

OFFER = "You can name several spaces in one line. To have the rest placed for you, type rest.\n"


def test_rest_places_all_houses_and_tells_them_in_one_line() -> None:
    session = new_session(2, GAME, first=1)
    output = output_of(session, "", "A1", "F4", "help", "rest", "rest", "", "quit")
    told, helped = output.split("To play, type ")
    assert told.count(OFFER) == 1, "the offer isn't repeated every turn"
    assert "\nrest: have your other pieces placed for you, until somebody undoes a move.\n" in helped
    own = placed(session)
    assert [len(houses) for houses in own] == [HOUSES, HOUSES]
    assert truth(session).phase == "plan"
    for name, houses in zip(session.names, own, strict=True):
        first, *together, last = houses  # the first house was told as it was placed
        assert f"{name} places a house on {first}.\n" in output
        assert f"{name} places houses on {', '.join(together)} and {last}.\n" in output


def test_the_card_drawn_after_the_last_house_waits_for_its_player() -> None:
    output = output_of(new_session(2, GAME, first=1), "", "A1", "rest", "rest", "", "quit")
    before, after = output.split("Ann's turn; Ann presses Enter.\n")[-2:]
    assert "Your card is" not in before
    assert "\nAnn places houses on " in before
    assert " places houses on " not in after, "everybody has heard it"
    assert "Your card is" in after


def test_of_several_houses_in_a_line_one_is_placed_each_turn() -> None:
    session = new_session(2, GAME, first=1)
    output = output_of(session, "", "A1", "C4, d5 and E5", "F4", "F5", "F6", "quit")
    second, first = (houses for houses in placed(session) if houses)
    assert {tuple(first), tuple(second)} == {("C4", "D5", "E5"), ("F4", "F5", "F6")}
    assert "House C4 now; on your next turns house D5 and house E5.\n" in output


def test_a_house_kept_for_later_is_refused_once_the_space_is_taken() -> None:
    session = new_session(2, GAME, first=1)
    output = output_of(session, "", "A1", "C4 D5 E5", "D5", "quit")
    refusal = "House D5 isn't placed: there is already a house on D5 (WC-3).\n"
    assert output.count("isn't placed") == 1
    assert "Place a house: " in output.partition(refusal)[2], "its player chooses again"
    assert sorted(map(len, placed(session))) == [1, 1]


def test_an_undo_forgets_the_houses_kept_for_later() -> None:
    session = new_session(2, GAME, first=1)
    output_of(session, "", "A1", "C4 D5 E5", "undo", "F4", "F5", "quit")
    assert sorted(map(len, placed(session))) == [1, 1]


def test_several_houses_are_placed_only_if_all_of_them_can_be() -> None:
    session = new_session(2, GAME, first=1)
    output = output_of(session, "", "A1", "C4 B9", "C4 C4", "quit")
    assert "No house is placed: B9 is a weather station; no house can stand there (WC-1).\n" in output
    assert "No house is placed: you named one of them twice.\n" in output
    assert not any(placed(session))


def test_the_log_has_one_line_about_the_houses_of_each_player() -> None:
    output = output_of(new_session(2, GAME, first=1), "", "A1", "rest", "rest", "log", "", "quit")
    log = output.split("presses Enter.\n")[1].splitlines()
    assert [line.partition(" on ")[0] for line in log[:3]] == [
        "Ann places the hurricane",
        *(f"{name} places houses" for name in ("Bo", "Ann")),
    ]
    assert len(log) == 5, "the others are the card drawn and the prompt"


def test_a_player_who_places_by_hand_hears_of_every_house() -> None:
    session = new_session(2, GAME, first=1)
    output = output_of(session, "", "A1", "rest", "B4", "D4", "quit")
    first, second = placed(session)
    automatic = first if len(second) == 2 and second[0] == "B4" else second
    owner = session.names[0] if automatic is first else session.names[1]
    assert len(automatic) == 3
    for house in automatic:
        assert f"{owner} places a house on {house}.\n" in output


def test_against_a_computer_player_one_rest_ends_the_set_up() -> None:
    computers = seat_computers(GAME, (None, "easy"))
    for first, typed in ((1, ("A1", "rest", "quit")), (2, ("rest", "quit"))):
        session = Session(GAME, GAME.options(first=first), ("Ann", "Ada"), DealCode(7), computers=computers)
        output = output_of(session, *typed)
        assert [len(houses) for houses in placed(session)] == [HOUSES, HOUSES]
        assert len(re.findall(r"^(?:Ann|Ada) places houses on ", output, re.MULTILINE)) == 2
        assert output.count("Your move, Ann:\n") == len(typed)


def placed(session: Session) -> list[list[str]]:
    """Return the houses of each seat, in the order in which they were placed."""
    houses: list[list[str]] = [[] for _ in session.names]
    for events in session.look(None).log:
        for event in events:
            if isinstance(event, Placed) and not event.hurricane:
                houses[event.seat].append(name_of(event.space))
    return houses
