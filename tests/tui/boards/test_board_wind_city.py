"""Tests of the Wind City board; the app runs only for keys and clicks."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from random import Random

import pytest
from textual.pilot import Pilot

from cardtable.engine.games.wind_city.board import BOARD, Board, name_of
from cardtable.engine.games.wind_city.cards import House
from cardtable.engine.games.wind_city.houses import area_of, suggested_house
from cardtable.engine.games.wind_city.model import Choose
from cardtable.games.wind_city.board import WindCityBoard
from cardtable.games.wind_city.board.recap import recent_lines
from cardtable.tui.board.choices import Target
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet
from tests.games.wind_city_positions import state
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LAYOUTS, USUAL, random_turns, shown, status
from tests.tui.boards.wind_city_boards import all_boards, board_of, row_of, sit, sit_at, sit_till, token
from tests.tui.screens import board_on, golden, press, run, screen_text, spot, strips
from tests.tui.terminal.monkey import STEPS, run_monkey

# Choices


def test_every_choice_of_actions_can_be_typed_and_selected() -> None:
    board = board_of(sit_till("plan"))
    assert board.seen is not None
    for action in board.seen.legal:
        board.chosen = ()
        for digit in action.plan:
            board.action_pick(digit)
        assert board.choice is not None
        assert board.choice.action == action
        board.chosen = ()
        board.groups = board.group_actions(board.seen)
        for digit in action.plan:
            board.move_cursor(digit - 1)
            board.choose()
        board.finish()
        assert board.choice.action == action
    board.action_pick(action.plan[0])
    assert action.plan[0] not in board.chosen, "the same digit drops it again"


def test_one_to_three_actions_can_be_chosen() -> None:
    board = board_of(sit_till("plan"))
    start = board.group
    with pytest.raises(ValueError, match=r"First choose one to three"):
        board.do("finish")
    assert board.group == start
    board.move_cursor(len(board.groups) - 1)
    board.choose()
    for digit in (1, 2, 3, 4):
        board.action_pick(digit)
    assert board.chosen == (1, 2, 3)
    assert status(board) == "You can choose at most 3 actions (WC-4)."
    board.action_pick(3)
    board.action_pick(3)
    assert status(board).startswith("South 2, north 3, east 1: ")


def test_the_cursor_can_be_on_a_house_before_a_move_is_chosen() -> None:
    """A house alone is no legal choice, and it has no route to preview."""
    board = board_of(sit_till("plan", 2))
    assert board.seen is not None
    card = board.seen.state.options.cards[board.seen.state.card - 1]
    board.move_cursor(next(at for at, action in enumerate(card) if isinstance(action, House)))
    assert "(@)" not in shown(board)
    assert status(board).endswith("(WC-4).")


@pytest.mark.parametrize("phase", ["houses", "insure"])
def test_the_cursor_moves_in_two_dimensions(phase: str) -> None:
    board = board_of(sit_till(phase, later=6))
    for group in range(len(board.groups)):
        board.move_cursor(group)
        here = board.groups[board.group].at
        board.action_cycle(1)
        there = board.groups[board.group].at
        assert here is not None
        assert there is not None
        assert there[0] != here[0] or len({each.at and each.at[0] for each in board.groups}) == 1
        if phase == "houses":
            assert there[1] == here[1], "straight down, and from the lowest row to the highest"


def test_an_illegal_space_says_why() -> None:
    session = sit_till("houses")
    board = board_of(session)
    board.move_cursor(next(at for at, group in enumerate(board.groups) if group.name == "E6"))
    assert status(board) == "E6 is a weather station; no house can stand there (WC-1)."
    board.choose()
    assert board.notice == status(board)


def test_the_cursor_goes_to_a_good_space_for_the_next_house() -> None:
    session = sit_till("houses", 2)
    board = board_of(session)
    for group in (46, 3):
        board.move_cursor(group)
        assert board.choice is not None
        session.act(board.choice.action)
        board.show(session.look(session.turn))
        assert board.choice.action == suggested_house(truth(session)), "as when the rest is placed"
    board.move_cursor(20)
    board.show(session.look(session.turn))
    assert board.group == 20, "showing the same table again doesn't move it"


# Display


def test_every_house_shows_its_owner_insurance_and_families() -> None:
    here = state("A5 B5! C5+ D5+!", "E5", "F5!", "G5+", "H5", at="C2")
    board = board_of(sit_at(here))
    assert [token(board, f"{each}5") for each in "ABCDEFGHI"] == [
        "1", "[1]", "11", "[11]", "2", "[3]", "44", "5", "·",
    ]  # fmt: skip
    assert [token(board, each) for each in ("C2", "H3", "E6", "A1", "A19")] == ["<@>", "x", "x", "~", "·"]


@LAYOUTS
def test_the_hurricane_or_the_cursor_is_always_in_sight(size: tuple[int, int]) -> None:
    for row in (1, 4, 9, 15, 19):
        here = state("A5", "B5", "C5", "D5", "E5", at=f"J{row}")
        session = sit_at(here)
        watched = board_of(session, viewer=1)
        assert "<@>" in shown(watched, size), row
    board = board_of(sit_till("houses"))
    for group in range(0, len(board.groups), 7):
        board.move_cursor(group)
        row = int(board.groups[group].name[1:])
        assert row in map(row_of, shown(board, size).splitlines())


def test_nineteen_rows_and_the_panel_fit_the_usual_terminal() -> None:
    for _, board in all_boards():
        text = shown(board)
        seen = board.seen
        assert seen is not None
        rows = [row_of(line) for line in text.splitlines()[:21]]
        assert [row for row in rows if row] == list(range(area_of(seen.state).rows, 0, -1))
        assert all(f"{seat + 1}  {name}" in text for seat, name in enumerate(seen.names))
        card = seen.state.options.cards[seen.state.card - 1] if seen.state.card else ()
        for number, action in enumerate(card, 1):
            is_shown = seen.state.phase == "plan" or number in seen.state.plan
            assert (f"{number} {action}" in text) == is_shown


@pytest.mark.parametrize("width", range(80, 90))
def test_the_panel_tells_unnamed_players_apart(width: int) -> None:
    session = sit(names=tuple(f"Player {seat}" for seat in range(1, 6)))
    text = shown(board_of(session), (width, 23))
    assert all(name in text for name in session.names)


def test_sections_have_brackets_at_the_side_and_the_panel_names_their_rows() -> None:
    board = board_of(sit_till("houses"))
    lines = shown(board).splitlines()[2:21]
    assert "".join(line[1] for line in lines) == "╭││╰" * 4 + "~~~"
    assert not "".join(line[0] for line in lines).strip(), "a number there looks like a player"
    assert "3 in rows 4 to 7" in shown(board)
    assert "rows 4-7: 3" in shown(board, (60, 19))


def test_a_watcher_sees_neither_card_nor_choice() -> None:
    session = sit_till("insure", persons=(0, 1, 2, 3, 4))
    card, plan = truth(session).card, truth(session).plan
    assert plan
    for viewer in range(5):
        text = shown(board_of(session, viewer=viewer))
        for hidden in (f"Card {card} ", " first "):
            assert (hidden in text) == (viewer == truth(session).active)


# Layouts


@pytest.mark.parametrize("board", [Board(26, 9, 9, ((30, 25),)), Board(10, 1, 3, ())])
@LAYOUTS
def test_large_boards_are_shown_round_the_cursor(board: Board, size: tuple[int, int]) -> None:
    session = sit(4, board=board)
    view = board_of(session)
    for _ in range(12):
        lines = shown(view, size).splitlines()
        assert view.choice is not None
        name = view.groups[view.group].name
        assert name[0] in lines[1].split()
        assert int(name[1:]) in map(row_of, lines)
        view.action_move(5)
        if view.is_legal:
            session.act(view.choice.action)
            view.show(session.look(session.turn))


@LAYOUTS
@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_table_at_this_size(size: tuple[int, int], signs: CardSet) -> None:
    board = board_of(sit_till("plan", later=12), signs)
    board.action_pick(2)
    board.action_pick(4)
    golden(f"wind-city-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_houses_are_placed_at_this_size(size: tuple[int, int]) -> None:
    golden(f"wind-city-houses-{size[0]}x{size[1] + 1}.txt", shown(board_of(sit_till("houses", 3, later=17)), size))


@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_houses_in_danger_at_the_usual_size(seats: int, signs: CardSet) -> None:
    board = board_of(sit_till("insure", seats, later=2), signs)
    board.action_cycle(-1)
    golden(f"wind-city-insure-{seats}-{signs.name}.txt", shown(board, USUAL))


# Keys and mouse


def test_a_game_can_be_played_to_its_end_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for _ in range(400):
            board = board_on(pilot)
            seen = board.seen
            assert seen is not None
            if seen.outcome is not None:
                break
            if seen.state.phase == "plan":
                north = next(
                    number for number, action in enumerate(seen.state.options.cards[seen.state.card - 1], 1)
                    if str(action).startswith("north")
                )  # fmt: skip
                await press(pilot, str(north), "enter")
            elif seen.state.phase in ("renew", "insure", "offer", "build"):
                await press(pilot, "end", "enter")
            else:
                at = next(at for at, group in enumerate(board.groups) if group.actions[0].action in seen.legal)
                board.move_cursor(at)
                await press(pilot, "enter")
        assert "over the northern edge" in screen_text(pilot)

    run(play, sit(2))


def test_spaces_and_actions_can_be_clicked() -> None:
    board = board_of(sit_till("plan", 2))
    canvas = board.drawn(*USUAL)
    targets = {canvas.target_at(x, y) for y in range(USUAL[1]) for x in range(USUAL[0])}
    assert {Target(at) for at in range(6)} <= targets
    board = board_of(sit_till("houses", 2))
    canvas = board.drawn(*USUAL)
    targets = {canvas.target_at(x, y) for y in range(USUAL[1]) for x in range(USUAL[0])}
    assert {Target(at) for at in range(len(board.groups))} <= targets


def test_the_first_click_chooses_and_the_second_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        target = Target(3)
        for _ in range(2):
            x, y = spot(board.canvas, target)
            await pilot.click(board, offset=(x, y))
        assert board.seen is not None
        assert name_of(board.seen.state.hurricane) == "D1"

    run(play, sit(2))


@pytest.mark.parametrize(("persons", "phase"), [((0, 0, 0), "houses"), ((0, 1, 2), "offer"), ((0, 1, 0), "houses")])
@pytest.mark.usefixtures("no_quitting")
def test_random_keys_do_no_harm(persons: tuple[int, ...], phase: str) -> None:
    asyncio.run(run_monkey(sit_till(phase, 3, persons=persons), Random(8), STEPS))


def test_the_standard_board_is_drawn() -> None:
    board = board_of(sit_till("hurricane"))
    for row, column in BOARD.stations:
        assert token(board, name_of(row * 100 + column)) == "x"
    assert Choose((1,)) not in (board.seen.legal if board.seen else ())


def test_the_compact_board_lists_the_actions_of_the_card_in_lessons() -> None:
    """A lesson can ask about them, so their effects and the points are not shown."""
    board = WindCityBoard(BLOCKS)
    board.is_read_only, board.shows_effects = True, False
    session = sit_till("plan", seats=2)
    board.show(session.look(session.turn))
    assert re.search(r"1[SNEW]\d:\d 2[SNEW]\d:\d .* 5H:\d", shown(board, COMPACT))
    quiet = shown(board)
    board.shows_effects = True
    assert sum(map(str.isdigit, shown(board))) > sum(map(str.isdigit, quiet))


def test_the_latest_news_is_not_cut_at_the_usual_size() -> None:
    """It takes the place of its heading, and of the blank line above that, if it needs them."""
    tight = 0
    for seats in (2, 3, 4):
        for session in random_turns(sit(seats), seats):
            if truth(session).phase == "plan":
                board = board_of(session)
                lines = shown(board).splitlines()
                columns = " ".join(line[45:].strip() for line in lines), " ".join(line[:45].strip() for line in lines)
                assert board.seen is not None
                latest = recent_lines(board.seen)[1][-1]
                assert any(latest in " ".join(text.split()) for text in columns), columns
                tight += not any(head in text for head in ("So far", "Your last turn") for text in columns)
    assert tight


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
def test_the_houses_of_the_player_whose_turn_it_is_stand_out_without_colours(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    session = sit_till("plan", seats=3)
    assert session.turn is not None

    async def play(pilot: Pilot[int]) -> None:
        board, marked = board_on(pilot), Counter[bool]()
        for box, place in board.canvas.places:
            if place.zone == "houses":
                cells = strips(pilot)[board.region.y + box.y + box.height - 1].crop(box.x, box.x + box.width)
                is_marked = any(cell.style is not None and cell.style.underline for cell in cells)
                assert is_marked == (place.row == session.turn) or "@" in cells.text
                marked[is_marked] += 1
        assert min(marked[True], marked[False]) > 1

    run(play, session, size=size)
