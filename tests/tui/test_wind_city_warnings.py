"""Tests of what Wind City's board tells newcomers in time: the end of the game, lost houses and the signs."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.danger import reach
from cardtable.table.result_words import result_sentences
from cardtable.tui.boards.wind_city.recap import loss_line, recent_lines
from tests.games.wind_city_positions import space, state, with_card
from tests.tui.screens import press, run, screen_text, table_of
from tests.tui.wind_city_boards import LARGE, USUAL, board_of, shown, sit_at, sit_till, status

ONE_NORTH = with_card("N1:1 S1:1 E1:1 W1:1 H:1")


def words(session: object, size: tuple[int, int] = USUAL, viewer: Seat | None = 0) -> str:
    return " ".join(shown(board_of(session, viewer=viewer), size).split())  # type: ignore[arg-type]


def test_the_goal_says_how_the_game_ends() -> None:
    session = sit_till("houses", 3)
    text = words(session, LARGE, session.turn)
    assert "Ends when the hurricane leaves in the north," in text
    assert "or after 3 piles" in text


@pytest.mark.parametrize(("at", "warning"), [("E5", "7 steps north."), ("E11", "1 step north, perhaps")])
def test_the_table_warns_before_the_hurricane_leaves(at: str, warning: str) -> None:
    here = state("A5", "F5 B7", at=at, card=1, options=ONE_NORTH)
    lines = shown(board_of(sit_at(here), viewer=0), LARGE)
    assert f"The game ends {warning}" in lines
    assert ("perhaps" in lines) == ("perhaps" in warning)


@pytest.mark.parametrize(
    ("size", "far", "near"),
    [((60, 19), "end: 7 north", "end: 1 north, perhaps now"), ((40, 11), "end: 7 N", "end: 1 N!")],
)
@pytest.mark.parametrize("viewer", [0, None])
def test_small_screens_warn_too(size: tuple[int, int], far: str, near: str, viewer: Seat | None) -> None:
    for at, warning in (("E5", far), ("E11", near)):
        here = state("A5", "F5 B7", at=at, card=1, options=ONE_NORTH)
        lines = shown(board_of(sit_at(here), viewer=viewer), size).splitlines()
        panel = " ".join(" ".join(line[35 if size[0] == 40 else 45 :].split()) for line in lines[1:])
        assert warning in panel
        assert ("end: 7" in panel) == (at == "E5")


def test_the_warning_is_gone_when_the_game_is_over() -> None:
    here = state("A5", "F5 B7", at="E11", card=1, options=ONE_NORTH)
    session = sit_at(here)
    for move in ("1", "no offer"):
        session.act(GAME.parse(move))
    assert session.turn is None
    for size in (LARGE, USUAL, (60, 19), (40, 11)):
        assert "end:" not in shown(board_of(session), size)
        assert "The game ends" not in shown(board_of(session), size)


def test_the_hurricane_can_reach_what_a_card_in_the_pile_allows() -> None:
    here = state("A5", "F5!", at="E5", card=1, options=with_card("E1:1 S1:1 H:1 H:1 H:1"))
    assert {space("F5"), space("G5")} <= reach(here).spaces, "it goes past the insured house"
    assert space("E6") not in reach(here).spaces
    usual = state("A5", "F5", at="E5", card=1)
    assert space("E10") in reach(usual).spaces, "with card 7 or 24"
    assert space("E10") not in reach(usual._replace(discards=(7, 24))).spaces
    assert not reach(usual).can_leave


def test_lost_houses_come_first() -> None:
    session = sit_at(state("A5 F4 F5", "G5 B7", at="E5", card=1, options=with_card("E1:2 N1:1 S1:1 W1:1 H:1")))
    for move in ("1", "no offer"):
        session.act(GAME.parse(move))
    assert loss_line(session.look(0)) == "You lost F5: 30 points now."
    assert not loss_line(session.look(1))
    assert "You lost F5: 30 points now." in words(session)


def test_a_player_who_is_out_could_not_pay_for_the_turn_just_told() -> None:
    here = state("A5", "F6", "B7", at="E6", card=1, options=with_card("E1:5 N1:1 S1:1 W1:1 H:1"))
    session = sit_at(here._replace(coins=(1, 40, 40)))
    for move in ("1", "no offer"):
        session.act(GAME.parse(move))
    _, lines = recent_lines(session.look(1))
    assert lines[-2:] == [
        "Ann takes the hurricane to F6 and destroys your F6.",
        "That costs 5, with only 1 to pay it: Ann is out.",
    ]


def test_the_preview_says_what_insurance_changes() -> None:
    here = state("A5", "F6 B7", at="E6", card=1, options=with_card("E1:2 N1:1 S1:1 W1:1 H:1"))
    board = board_of(sit_at(here))
    board.action_pick(1)
    assert status(board).startswith("East 1: to F6 (or G6 if F6 is insured), destroys Bob's F6")


def test_the_result_tells_the_last_blow_and_n_starts_a_new_deal() -> None:
    session = sit_at(state("A5", "E11 B7", at="E10", card=1, options=with_card("N2:1 S1:1 E1:1 W1:1 H:1")))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter", "end", "enter")
        assert session.turn is None
        text = " ".join(screen_text(pilot).replace("│", " ").split())
        assert "The hurricane has left the board over the northern edge." in text
        assert "It destroys Bob's E11." in text
        await press(pilot, "t")
        assert "n for a new deal" in screen_text(pilot)
        await press(pilot, "n")
        assert table_of(pilot).session is not session

    run(play, session)
    assert any("It destroys Bob's E11" in line for line in result_sentences(session, (), None))
