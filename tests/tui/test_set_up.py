"""The set-up form, as players meet it."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from textual.pilot import Pilot

from cardtable.store.settings import Settings
from cardtable.tui.screens.curtain import PublicMoment
from cardtable.tui.screens.dialogs import TextDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.setup import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from tests.table.saved_games import save
from tests.tui.forms import answer, choose_short, form_of, go_to_row, start
from tests.tui.key_bars import click_label
from tests.tui.screens import (
    MOVES,
    click_item,
    flowing_text,
    key_bar,
    lift_curtain,
    on,
    press,
    run,
    screen_text,
    set_up,
    sit,
    table_of,
    tap_at,
    usually,
    wait_for,
)


def test_a_player_alone_sees_every_hand_of_a_cooperative_game_for_four() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "tradewinds")
        text = screen_text(pilot)
        assert re.search(r"Who plays +< me for all >", text)
        assert not re.search("Players|North|Open hands", text), "there is nothing to choose"
        await start(pilot)
        session = table_of(pilot).session
        assert session.alone
        assert session.options.open_hands

    run(play)


ALONE, TOGETHER, BY_NAME = "alone", "together", "exit-stage-right"


async def open_form(pilot: Pilot[int], way: str, game_id: str = BY_NAME) -> None:
    """Open a game's form from the list of games, or from the list of those to play alone or together."""
    await set_up(pilot, game_id if way == BY_NAME else way)
    if way != BY_NAME:
        await set_up(pilot, game_id)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_a_newcomer_chooses_the_game_to_play_alone_or_together(size: tuple[int, int], by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for way, game_id, who in (
            (ALONE, "clash", "me against the computer"),
            (TOGETHER, "tradewinds", "4 people"),
            (ALONE, "wind-city", "me against the computer"),
            (TOGETHER, "clash", "2 people"),
            (ALONE, "tradewinds", "me for all"),
            (TOGETHER, "wind-city", "2 people"),
        ):
            await set_up(pilot, way)
            assert f"Play {way}. Which game?" in screen_text(pilot)
            await (click_item if by_mouse else set_up)(pilot, game_id)
            assert on(pilot, SetUpScreen), game_id
            (shown,) = [row.shown for row in form_of(pilot).rows if row.id == "who"]
            assert shown == who
            await press(pilot, "escape")

    run(play, size=size)


def test_escape_leaves_the_choice_of_a_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, TOGETHER)
        await press(pilot, "escape")
        assert on(pilot, Lobby)

    run(play)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
@pytest.mark.parametrize(
    "order", usually([(TOGETHER, ALONE, BY_NAME), (ALONE, BY_NAME, TOGETHER)], permutations((ALONE, TOGETHER, BY_NAME)))
)
def test_set_up_lists_the_players_that_the_newcomer_asked_for(order: tuple[str, ...], by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        seats = 1
        for way in order:
            if by_mouse:
                await click_item(pilot, way)
                if way != BY_NAME:
                    await click_item(pilot, BY_NAME)
            else:
                await open_form(pilot, way)
            seats = {ALONE: 1, TOGETHER: 2, BY_NAME: seats}[way]
            text = screen_text(pilot)
            assert re.search(rf"Players +< {seats} >", text)
            assert bool(re.search(r"Who plays +< 2 people >", text)) == (seats == 2)
            assert bool(re.search(r"Player 1.*\n +Player 2", text)) == (seats == 2)
            assert ("Your name" in text) == (seats == 1)
            await press(pilot, "q")
        await open_form(pilot, way)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen if seats == 1 else PublicMoment))
        assert (
            len(next(each for each in pilot.app.screen_stack if isinstance(each, TableScreen)).session.names) == seats
        )

    run(play)


def test_play_together_means_people_even_after_a_game_against_the_computer() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await press(pilot, "down", "down", "left")
        assert "me with the computer" in screen_text(pilot)
        await press(pilot, "escape")
        await set_up(pilot, BY_NAME)
        assert "me with the computer" in screen_text(pilot), "the last answers are kept"
        await press(pilot, "q")
        await open_form(pilot, TOGETHER)
        assert "2 people" in screen_text(pilot)

    run(play)


def test_usual_names_for_every_seat_mean_that_several_players_play() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "tradewinds")
        assert re.search(r"Who plays +< 4 people >\n +North +< Ann >", screen_text(pilot))
        assert re.search(r"Open hands +< no >", screen_text(pilot))

    run(play, settings=Settings(speed="off", names=("Ann", "Ben", "Cleo", "Dan")))


def test_typing_on_a_name_edits_it_and_escape_forgets_nothing() -> None:
    save(sit(3, MOVES[:1], names=("Ann", "Ben", "Cleo")))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right", "down", "down")
        assert key_bar(pilot) == "? Help  arrows Move  home To Start  enter Choose  esc Lobby"
        await press(pilot, *"sam")
        assert on(pilot, TextDialog)
        await press(pilot, "enter", "right")  # Enter has gone on to the next name
        assert "Left and right: Ann, Ben or Cleo." in flowing_text(pilot)
        form = form_of(pilot)
        assert [each.text for each in form.rows if each.id.startswith("name")] == ["sam", "Ann"]
        await press(pilot, "enter", "enter")  # and after the last name, to the first line
        assert form.row.id == "start"
        await press(pilot, "escape")
        assert on(pilot, Lobby)
        await set_up(pilot)
        assert re.search(r"Player 1 +< sam >\n +Player 2 +< Ann >", screen_text(pilot))
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        assert re.search(r"(sam|Ann), it's your turn: press space", screen_text(pilot))
        assert "Pass the keyboard" not in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_the_smallest_form_keeps_the_way_out_while_a_name_can_be_typed(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right")
        go_to_row(pilot, "name0")
        await press(pilot, "up", "down")
        assert form_of(pilot).types_letters
        assert key_bar(pilot) == "? Help  enter Choose  esc Lobby"
        await (click_label(pilot, "Lobby") if by_mouse else press(pilot, "escape"))
        assert on(pilot, Lobby)

    run(play, size=(40, 12))


def test_a_player_alone_keeps_their_name_in_other_games() -> None:
    save(sit(3, MOVES[:1], names=("Ann", "Ben", "Cleo")))
    save(sit(1, MOVES[:1], names=("Sam",)))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        assert re.search(r"Your name +< Sam >", screen_text(pilot))
        await start(pilot)
        assert table_of(pilot).session.names[0] == "Sam"

    run(play)


def test_a_family_types_or_chooses_its_names_in_other_games() -> None:
    save(sit(1, MOVES[:1], names=("Sam",)))
    save(sit(3, MOVES[:1], names=("Ann", "Ben", "Cleo")))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        assert re.search(r"Your name +< \(no name\) >", screen_text(pilot))

    run(play)


@pytest.mark.parametrize("by_mouse", [False, True], ids=["keys", "mouse"])
def test_escape_restores_the_old_name_and_still_offers_the_new_one(by_mouse: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await answer(pilot, "name0", "Ann")
        await press(pilot, "up", *"ie")
        assert "Enter or Down accepts, Esc closes." in screen_text(pilot)
        assert key_bar(pilot) == "enter Accept  esc Close"
        await (click_label(pilot, "Close") if by_mouse else press(pilot, "escape"))
        assert re.search(r"Player 1 +< Ann >\n +Player 2 +< \(no name\) >", screen_text(pilot))
        await press(pilot, "right")
        assert form_of(pilot).row.text == "Annie"

    run(play)


def test_up_and_down_accept_a_typed_answer_and_go_on() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        go_to_row(pilot, "name0")
        await press(pilot, *"Ann", "down")
        assert form_of(pilot).row.id == "name1"
        await press(pilot, *"Ben", "up")
        form = form_of(pilot)
        assert form.row.id == "name0"
        assert [each.text for each in form.rows if each.id.startswith("name")] == ["Ann", "Ben"]
        go_to_row(pilot, "deal")
        await press(pilot, *"zzz", "up")
        assert on(pilot, TextDialog), "it isn't a deal code"
        await press(pilot, "escape")
        assert "zzz" not in screen_text(pilot)

    run(play)


def test_typing_continues_a_typed_name_and_replaces_any_other() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        form = form_of(pilot)
        await press(pilot, "down", "right", "down", "down")
        name = form.row
        for keys, expected in ((("S", "a"), "Sa"), (("m",), "Sam"), (("enter", "P", "i"), "Pi"), (("a",), "Pia")):
            await press(pilot, *keys, "enter", "up")
            assert (form.row.id, form.row.text) == (name.id, expected)

    run(play, settings=Settings(speed="off", names=("Ann", "Ben")))


def test_names_of_recent_games_and_the_usual_ones_are_offered_latest_first() -> None:
    save(sit(4, MOVES[:1], names=("Ann", "Ben", "Cyd", "Dot")))
    save(sit(1, MOVES[:1], names=("Eli",)))

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        go_to_row(pilot, "name0")
        await press(pilot, "left", "right")
        assert "Left and right: Eli, Ann, Ben, Cyd, Dot or Fay." in flowing_text(pilot)

    run(play, settings=Settings(speed="off", names=("Fay",)))


def test_six_players_can_have_names() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "left")
        assert screen_text(pilot).count("(no name)") == 6
        await answer(pilot, "name0", "  Zoë\u202e ")
        await answer(pilot, "name5", "[red]Bob[/]")
        assert "[red]Bob[/]" in screen_text(pilot)
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        session = table_of(pilot).session
        assert session.names == ("Zoë", "Player 2", "Player 3", "Player 4", "Player 5", "[red]Bob[/]")
        assert session.persons == (0, 1, 2, 3, 4, 5)

    run(play)


def test_one_person_can_play_every_seat() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right", "down", "q")
        assert "Names go on the lines below" in screen_text(pilot), "a `q` may belong to a name"
        await press(pilot, "right", "home", "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.alone

    run(play)


def test_a_game_with_invalid_answers_does_not_start_and_says_why() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "left")
        await answer(pilot, "name0", "Ann")
        await answer(pilot, "name1", "ann")
        await start(pilot)
        assert on(pilot, SetUpScreen)
        assert "Players 1 and 2 can't both be called ann." in screen_text(pilot)
        await answer(pilot, "name1", "")
        go_to_row(pilot, "option hand_size")
        await press(pilot, "left", "home", "enter")
        assert "With 6 players, a hand has 5 to 6 Singles (ES-2)." in screen_text(pilot)

    run(play)


def test_the_form_remembers_the_last_answers() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right")
        await answer(pilot, "name1", "Bob")
        await choose_short(pilot)
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        await lift_curtain(pilot)
        await press(pilot, "q")
        await set_up(pilot)
        text = screen_text(pilot)
        assert "< 2 >" in text
        assert "Bob" in text
        assert "custom" in text

    run(play)


def test_a_preset_sets_its_options() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        go_to_row(pilot, "preset")
        await press(pilot, "right", "home", "enter")
        assert table_of(pilot).session.options.refill_count == "all"

    run(play)


def test_going_back_leads_to_the_lobby() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "q")
        assert on(pilot, Lobby)
        await press(pilot, "q")

    app = run(play)
    assert app.return_code == 0


SAM = ("s", "a", "m")


@pytest.mark.parametrize("who", ["me with the computer", "2 people", "me for both", "choose for each seat"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_a_name_typed_where_players_are_chosen_starts_nothing(size: tuple[int, int], who: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        await press(pilot, "down", "down")
        while who not in screen_text(pilot):
            await press(pilot, "right")
        form = form_of(pilot)
        assert form.row.id == "who"
        assert "home To Start" in key_bar(pilot)
        await press(pilot, *SAM, *SAM)
        assert on(pilot, SetUpScreen)
        assert form.row.id == "who"
        assert ("To start, press home" in flowing_text(pilot)) == (who in ("2 people", "choose for each seat"))
        await press(pilot, "home")
        assert form.row.id == "start"
        assert "Press Enter to start." in flowing_text(pilot)
        assert "To Start" not in key_bar(pilot)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, TableScreen) or on(pilot, PublicMoment))

    run(play, size=size)


async def click_text(pilot: Pilot[int], text: str) -> None:
    lines = screen_text(pilot).splitlines()
    (y,) = [y for y, line in enumerate(lines) if text in line]
    await tap_at(pilot, lines[y].index(text), y)


@pytest.mark.parametrize("row", ["who", "preset", "option hand_size"])
def test_a_click_on_to_start_goes_there_and_a_click_on_start_starts(row: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await open_form(pilot, TOGETHER)
        go_to_row(pilot, row)
        await press(pilot, "right")
        await click_text(pilot, "To Start")
        assert form_of(pilot).row.id == "start"
        assert on(pilot, SetUpScreen)
        await click_text(pilot, "[ Start ]")
        await wait_for(pilot, lambda: on(pilot, TableScreen) or on(pilot, PublicMoment))

    run(play)


def test_home_goes_to_the_start_from_a_name() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "down")
        assert "home To Start" in key_bar(pilot)
        await press(pilot, "home")
        assert form_of(pilot).row.id == "start"

    run(play)


def test_a_number_takes_only_digits_and_home_goes_to_the_start() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot, "clash")
        go_to_row(pilot, "option target")
        await press(pilot, "t")
        assert "Type a number here." in screen_text(pilot)
        await press(pilot, "9", "9", "9", "enter")
        assert "Target must be a number from 0 to 100" in flowing_text(pilot)
        await press(pilot, "escape", "end")
        assert form_of(pilot).row.id == "deal"
        await press(pilot, "home")
        assert form_of(pilot).row.id == "start"
        assert "Type a number" not in screen_text(pilot)

    run(play)
