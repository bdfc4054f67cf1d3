"""Tests of what Wind City's board tells newcomers in time: the end of the game, lost houses and the signs."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from cardtable.engine.game import Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.model import Offer
from cardtable.engine.games.wind_city.outlook import effects
from cardtable.engine.games.wind_city.storm import reach
from cardtable.formats.opening import StartPosition
from cardtable.games.wind_city.board import WindCityBoard
from cardtable.games.wind_city.board.recap import loss_line, recent_lines
from cardtable.table.session import Session
from tests.games.wind_city_positions import space, state, with_card
from tests.table.sittings import result_sentences, truth
from tests.tui.boards.boards import LARGE, SIZES, USUAL, shown, status
from tests.tui.boards.wind_city_boards import NAMES, board_of, sit_at, sit_till, token
from tests.tui.key_bars import click_label
from tests.tui.screens import board_on, flowing_text, press, run, screen_text, table_of
from tests.tui.table.computer_players import MEDIUM

ONE_NORTH = with_card("N1:1 S1:1 E1:1 W1:1 H:1")


def words(session: Session, size: tuple[int, int] = USUAL, viewer: Seat | None = 0) -> str:
    return " ".join(shown(board_of(session, viewer=viewer), size).split())


def test_the_goal_says_how_the_game_ends() -> None:
    session = sit_till("houses", 3)
    text = words(session, LARGE, session.turn)
    assert "Ends when the hurricane leaves in the north," in text
    assert "or after 3 piles" in text


@pytest.mark.parametrize(
    ("at", "viewer", "warning"),
    [
        ("E5", 0, "7 steps north would end the game."),
        ("E11", 0, "1 step north would end the game."),
        ("E11", 1, "May end this turn: 1 step north"),
    ],
)
def test_the_table_warns_before_the_hurricane_leaves(at: str, viewer: Seat, warning: str) -> None:
    """Players who know the plan see what it does, so only the others read that it may end the game."""
    session = sit_at(state("A5", "F5 B7", at=at, card=1, options=ONE_NORTH))
    for move in ("2", "no offer"):
        for size in (LARGE, USUAL):
            lines = shown(board_of(session, viewer=viewer), size)
            assert warning in lines
            assert ("May end" in lines) == ("May end" in warning)
        if truth(session).phase == "plan":
            session.act(GAME.parse(move))


@pytest.mark.parametrize(
    ("size", "far", "near"),
    [((60, 19), "end: 7 north", "end: 1 north"), ((40, 11), "end: 7 N", "end: 1 N!")],
)
@pytest.mark.parametrize("viewer", [0, 1])
def test_small_screens_warn_too(size: tuple[int, int], far: str, near: str, viewer: Seat) -> None:
    for at, warning in (("E5", far), ("E11", near)):
        here = state("A5", "F5 B7", at=at, card=1, options=ONE_NORTH)
        lines = shown(board_of(sit_at(here), viewer=viewer), size).splitlines()
        panel = " ".join(" ".join(line[35 if size[0] == 40 else 45 :].split()) for line in lines[1:])
        assert warning in panel
        assert ("end: 7" in panel) == (at == "E5")
        assert ("perhaps now" in panel) == (size[0] == 60 and at == "E11" and viewer == 1)


def test_the_warning_is_gone_when_the_game_is_over() -> None:
    here = state("A5", "F5 B7", at="E11", card=1, options=ONE_NORTH)
    session = sit_at(here)
    for move in ("1", "no offer"):
        session.act(GAME.parse(move))
    assert session.turn is None
    for size in SIZES:
        assert "end:" not in shown(board_of(session), size)
        assert "would end the game" not in shown(board_of(session), size)


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
    told = words(session)
    assert (
        told.index("You lost F5: 30 points now.") < told.index("Your last turn") < told.index("You took the hurricane")
    )


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


def test_the_preview_counts_only_on_insurance_that_is_renewed_by_now() -> None:
    """Check the place where the hurricane goes on to, and the player's own house that is at risk there."""
    options = with_card("E1:2 N1:1 S1:1 W1:1 H:1")
    here = state("G6", "F6 B7", at="E6", card=1, insured=[space("G6")], options=options)
    names = ("Ann", "Bob")
    planned = effects(here, (1,), 0, names)
    assert planned.startswith("to F6 (or H6 if F6 is insured, destroying your G6 unless renewed), destroys Bob's F6")
    asked = here._replace(plan=(1,), phase="renew", lapsing=(space("G6"),))
    assert effects(asked, (1,), 0, names).startswith("to F6 (or G6 if F6 is insured, destroying your G6), destroys")
    renewed = asked._replace(lapsing=())
    assert effects(renewed, (1,), 0, names).startswith("to F6 (or H6 if F6 is insured), destroys Bob's F6")


def test_the_result_tells_the_last_blow_and_n_starts_a_new_deal() -> None:
    session = sit_at(state("A5", "E11 B7", at="E10", card=1, options=with_card("N2:1 S1:1 E1:1 W1:1 H:1")))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter", "end", "enter")
        assert session.turn is None
        text = flowing_text(pilot)
        assert "The hurricane goes north over the northern edge. It destroys Bob's E11." in text
        await press(pilot, "t")
        assert "n: New deal" in screen_text(pilot)
        await press(pilot, "n")
        assert table_of(pilot).session is not session

    run(play, session)
    told = result_sentences(session)
    assert any("It destroys Bob's E11" in line for line in told)
    assert (
        told[-1]
        == "Bob: 1 house left, 1 lost to the hurricane, 0 of the others' destroyed; insurance earned 0 and cost 0."
    )
    for size in (LARGE, USUAL):
        lines = shown(board_of(session), size).splitlines()
        heads = next(at for at, line in enumerate(lines) if "Account" in line)
        assert [line.split()[-7:] for line in lines[heads + 1 : heads + 3]] == [
            ["1", "Ann", "1", "0", "1", "0", "0"],
            ["2", "Bob", "1", "1", "0", "0", "0"],
        ]


def test_houses_in_reach_are_marked_while_their_owner_may_insure_them() -> None:
    here = state("A5", "F5! E10 G5 F6+", at="E5", card=1, options=ONE_NORTH)
    session = sit_at(here)
    for move in ("1", "offer"):
        session.act(GAME.parse(move))
    for size in SIZES:
        board, two = board_of(session, viewer=1), "»22«"
        assert [token(board, name) for name in ("F5", "G5", "F6", "E10", "A5")] == ["[2]", "»2«", two, "2", "1"]
        assert len(re.findall("»[2 ]+", shown(board, size))) == 2, size
    text = shown(board_of(session, viewer=1), LARGE)
    assert re.search(r"F6 +━{10} +6 of 6 cards +6\n.*G5 +━{10} +6 of 6 cards +3\n", text)
    assert "»2«" not in shown(board_of(session, viewer=0), USUAL), "only the owner needs to know"


def test_renewing_one_house_names_it() -> None:
    session = sit_at(state("A5! B4", "F5 B7", at="E5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    assert "To renew A5 costs 2." in words(session)


def test_a_plan_that_needs_a_move_says_so_where_it_would_be_finished() -> None:
    session = sit_at(state("A5", "F5 B7", at="E5", card=1, options=ONE_NORTH))
    board = board_of(session)
    assert " nothing chosen yet" in shown(board), "even with the cursor on an action"
    board.move_cursor(len(board.groups) - 1)
    assert ">nothing chosen yet" in shown(board)
    assert ">nothing yet" in shown(board, (60, 19))
    board.action_pick(5)
    assert board.group == len(board.groups) - 1
    assert ">your plan needs a move" in shown(board)
    assert ">needs a move" in shown(board, (60, 19))
    board.action_pick(1)
    assert ">Enter: finish; insurance next" in shown(board)
    session.act(GAME.parse("1"))
    board.show(session.look(0))
    board.action_pick(3)
    assert status(board) == "Now choose whether to offer insurance to the others (WC-6)."


def test_the_choice_on_the_smallest_screen_has_a_sign() -> None:
    session = sit_at(state("A5", "F5 B7", at="E5", card=1, options=ONE_NORTH))
    board = board_of(session)
    for group, sign in enumerate((">1N1:1", ">2S1:1", ">3E1:1")):
        board.move_cursor(group)
        line = next(line for line in shown(board, (40, 11)).splitlines() if "1N1:1" in line)
        assert line.count(">") == 1
        assert sign in line
    session.act(GAME.parse("1"))
    board = board_of(session)
    assert ">offer insurance offer none" in shown(board, (40, 11))


def test_undo_opens_the_plan_again() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "3", "1", "enter")
        assert "Sell insurance" in screen_text(pilot)
        await press(pilot, "u")
        assert "East 1, north 1:" in screen_text(pilot) or "Undone: " in screen_text(pilot)
        board = board_on(pilot)
        assert isinstance(board, WindCityBoard)
        assert board.chosen == (3, 1)
        await press(pilot, "enter")
        assert table_of(pilot).session.actions[-1] == GAME.parse("3 1")

    run(play, sit_at(state("A5", "F5 B7", at="E5", card=1, options=ONE_NORTH)))


def test_a_tie_that_coins_would_break_says_so() -> None:
    board = board_of(sit_at(state("A5", "F5", at="E11", card=1, coins=(40, 30), options=ONE_NORTH)))
    board.action_pick(1)
    assert status(board).endswith("the game ends and you win with 10 points and more coins.")


def test_the_number_of_houses_to_insure_is_never_cut() -> None:
    session = sit_at(state("A5 B6", "F5 B7", "G5 H7", at="E5", card=1, options=ONE_NORTH))
    session.act(GAME.parse("1"))
    assert "Bob could insure 2 houses, Cleo 2." in words(session)


def test_tips_give_way_to_what_has_happened_since_your_last_turn() -> None:
    session = sit_at(state("A5", "F5 B7 G7", at="E5", card=1, options=with_card("E2:8 N1:1 S1:1 W1:1 H:1")))
    for move in ("1", "no offer", "1", "no offer"):
        session.act(GAME.parse(move))
    board = board_of(session, viewer=0)
    board.gives_tips = True
    board.show(session.look(0))
    lines = [line[45:] for line in shown(board).splitlines()[13:21]]
    below = " ".join(" ".join(lines).split())
    assert "l: all" not in below
    head, texts = recent_lines(session.look(0))
    assert " ".join((head, *texts)) in below
    assert "Goal" not in below


def test_narrow_panels_shorten_words_instead_of_losing_them() -> None:
    def panel(viewer: Seat) -> str:
        board = board_of(session, viewer=viewer)
        return " ".join(" ".join(line[45:] for line in shown(board, (60, 19)).splitlines()[1:17]).split())

    here = state("A5 H6", "F6 B7", "B8", at="E6", card=1, options=with_card("E2:5 N1:1 S1:1 W1:1 H:1"))
    session = sit_at(here._replace(coins=(1, 40, 40)))
    session.act(GAME.parse("1"))
    assert "Sell insurance? >offer none" in panel(0)
    session.act(GAME.parse("offer"))
    assert "Bob: insure your houses?" in panel(1)
    for move in ("done", "done"):
        session.act(GAME.parse(move))
    assert "Lost: F6" in panel(1)
    assert panel(2).endswith("Ann is out.")
    assert "..." not in panel(2)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_the_key_bar_says_whether_enter_offers_and_insures_or_finishes(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter")
        assert "enter Finish" in screen_text(pilot)
        assert "f Finish" not in screen_text(pilot), "one key does what Enter does here"
        await press(pilot, "up")
        assert "enter Renew" in screen_text(pilot)
        assert "f Finish" in screen_text(pilot)
        await press(pilot, "end", "enter")
        assert "enter Offer" in screen_text(pilot)
        await press(pilot, "down")
        assert "enter Go on" in screen_text(pilot)
        await press(pilot, "up")
        await (click_label(pilot, "Offer") if by_mouse else press(pilot, "enter"))
        assert "enter Finish" in screen_text(pilot)
        await press(pilot, "up")
        await (click_label(pilot, "Insure") if by_mouse else press(pilot, "enter"))
        assert session.look(1).state.insured == (space("F5"),)
        assert "enter Finish" in screen_text(pilot), "Enter never buys unless the player says so"

    session = sit_at(state("A5!", "F5 B7", at="E5", card=1, options=ONE_NORTH))
    run(play, session)


def insuring_alone(houses: str, coins: int = 40) -> Session:
    """Return a game in which a medium player sells insurance, and you are asked whether you buy any."""
    here = state("A5 B5", houses, at="E5", phase="offer", plan=(3,), card=1, coins=(40, coins), options=ONE_NORTH)
    asked = GAME.apply(here, Offer(True)).state
    return Session(GAME, here.options, NAMES[:2], StartPosition(asked), (0, 1), (MEDIUM, None))


def status_of(pilot: Pilot[int]) -> str:
    """Return the text on the screen, in which nothing is divided between lines."""
    return " ".join(screen_text(pilot).split())


def test_up_leads_to_the_house_in_the_greatest_danger_and_enter_alone_buys_nothing() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert ">Enter: finish, insure none" in screen_text(pilot)
        assert "Enter finishes without any. Up goes to F5 (in danger)." in status_of(pilot)
        await press(pilot, "up")
        assert "Pay 3 to insure F5" in screen_text(pilot)
        await press(pilot, "enter")
        assert session.look(1).state.insured == (space("F5"),)
        assert ">Enter: finish\n" in screen_text(pilot), "a second Enter doesn't buy again"
        assert "Enter finishes. Up goes to F6 (in danger)." in status_of(pilot)
        await press(pilot, "u")
        assert session.look(1).state.insured == ()
        await press(pilot, "f")
        assert GAME.parse("done") in session.actions
        assert session.look(1).state.insured == ()

    session = insuring_alone("H8 F6 F5 B11")
    run(play, session)


def test_without_a_house_in_danger_enter_buys_nothing() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert ">Enter: finish, insure none" in screen_text(pilot)
        assert "Enter finishes without any. Up chooses a house." in " ".join(screen_text(pilot).split())

    run(play, insuring_alone("H8 B11"))


def test_up_leads_to_a_house_that_you_can_pay_for() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "Up goes to F5 (in danger)." in status_of(pilot)

    run(play, insuring_alone("E4 F5", coins=5))


def test_t_shades_where_each_plan_lets_the_next_player_go() -> None:
    board = board_of(sit_at(state("A5 F6", "F5 B7", at="E5", card=1, options=ONE_NORTH)))
    board.action_pick(3)
    assert not re.search("[░▒]", shown(board))
    assert "»1«" in shown(board), "on the line that ends the choice, houses in danger are marked"
    board.action_cycle(-1)
    assert "»1«" not in shown(board)
    board.shade()
    assert re.search("▒", shown(board)), "half of the equal cards or more"
    board.shade()
    assert not re.search("[░▒]", shown(board))
