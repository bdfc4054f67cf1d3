"""The app from the lobby to the result and back, with keys and with the mouse."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input

from cardtable.engine.games.exit_stage_right.model import FaceDown, State
from cardtable.formats.notation import format_position
from cardtable.store.settings import Settings, load_settings, settings_file
from cardtable.table.pages import read_page
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.choices import Target
from cardtable.tui.screens import curtain
from cardtable.tui.screens.curtain import PublicMoment
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog, TextDialog
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.setup import SetUpScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.menu import Menu
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.forms import answer, choose_short, form_of, go_to_row, index_of, start
from tests.tui.screens import (
    DEAL,
    MOVES,
    SHORT,
    act,
    board_on,
    click,
    golden,
    lift_curtain,
    on,
    play_out,
    press,
    press_later,
    rest,
    run,
    screen_picture,
    screen_text,
    set_up,
    settle,
    sit,
    sit_at,
    spot,
    stand_still,
    strips,
    table_of,
    tap,
    tap_at,
    type_text,
    usually,
    wait_for,
)


def state_of(pilot: Pilot[int]) -> State:
    found: State = table_of(pilot).session._state
    return found


def actions_of(pilot: Pilot[int]) -> list[str]:
    return [str(action) for action in table_of(pilot).session.actions]


def is_animating(pilot: Pilot[int]) -> bool:
    return board_on(pilot).is_animating


# From the lobby to the result


def test_a_whole_game_can_be_played_with_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "What would you like to play?" in screen_text(pilot)
        await set_up(pilot)
        assert on(pilot, SetUpScreen)
        await press(pilot, "up", "enter", *"qb9r xbdb", "enter")
        await choose_short(pilot)
        await press(pilot, "s")
        assert str(table_of(pilot).session.code) == DEAL
        await play_out(pilot)
        assert on(pilot, ChoiceDialog)
        assert "Completes won, " in screen_text(pilot)
        assert DEAL in screen_text(pilot)

    run(play)


def test_a_whole_game_can_be_played_with_the_mouse() -> None:
    async def play(pilot: Pilot[int]) -> None:
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, [item.id for item in menu.items].index("exit-stage-right"))
        form = form_of(pilot)
        for row in ("option hand_size", "option draw"):
            await click(pilot, form, (index_of(pilot, row), 1))
        await click(pilot, form, (0, 0))
        board = board_on(pilot)
        for left in (5, 4, 3, 2, 1):
            await click(pilot, board, Target(left - 1))
            if len(actions_of(pilot)) == 5 - left:  # the first click only selects
                assert (board.group, board.action_index) == (left - 1, 0)
                await click(pilot, board, Target(left - 1))
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        menu = pilot.app.screen.query_one(Menu)
        await click(pilot, menu, [item.id for item in menu.items].index("lobby"))
        await wait_for(pilot, lambda: on(pilot, Lobby))

    run(play)


def test_a_click_selects_an_action_or_a_row_of_the_stage() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await click(pilot, board, Target(0, 2))
        assert (board.group, board.action_index) == (0, 2)
        await tap_at(pilot, 20, 13)
        assert (board.group, board.action_index) == (0, 3)
        await tap_at(pilot, 20, 13)
        await rest(pilot)
        assert "playing face down needs two or more" in screen_text(pilot)

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_the_result_offers_the_same_deal_and_a_new_one() -> None:
    async def play(pilot: Pilot[int]) -> None:
        first = table_of(pilot).session
        await play_out(pilot)
        await press(pilot, "a")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        again = table_of(pilot).session
        assert (again is first, again.code, again.options, again.actions) == (False, first.code, first.options, ())
        assert again.names == first.names
        await play_out(pilot)
        await press(pilot, "n")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        new = table_of(pilot).session
        assert (new.code == first.code, new.options, new.actions) == (False, first.options, ())

    run(play, sit(**SHORT))


def test_the_table_can_be_looked_at_after_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "escape")
        assert on(pilot, TableScreen)
        assert "The game is over. Press Enter for the result, n for a new deal or q to leave." in screen_text(pilot)
        await press(pilot, "enter")
        assert on(pilot, ChoiceDialog)
        await press(pilot, "t", "q")
        assert on(pilot, Lobby)

    run(play, sit(**SHORT))


def test_undoing_the_last_move_continues_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "t", "u")
        assert state_of(pilot).turn == 0
        await press(pilot, "enter")
        await wait_for(pilot, lambda: on(pilot, ChoiceDialog))
        assert "Moves undone: 1." in screen_text(pilot)

    run(play, sit(**SHORT))


# Setting up


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
        await press(pilot, "down", "right", "down", "s")
        assert "Names go on the lines below" in screen_text(pilot), "an `s` may belong to a name"
        await press(pilot, "right", "s")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.alone

    run(play)


def test_an_invalid_deal_code_is_rejected_with_a_reason() -> None:
    rejected = {
        "K7QF": "A deal code has 8 symbols, like K7QF-2M9X, not 4.",
        "K7QF-2M9!": "A deal code can't contain '!'",
        "[/]": "A deal code can't contain '['",
    }

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "deal", "K")
        for code, sentence in rejected.items():
            await type_text(pilot, code)
            assert on(pilot, TextDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert "a new deal" in screen_text(pilot)

    run(play)


def test_a_deal_line_sets_players_and_options() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "name0", "Ann")
        await answer(pilot, "deal", f"exit-stage-right · 2 players · hand-size 8 · {DEAL}")
        text = screen_text(pilot)
        assert re.search(r"Players +< 2 >", text)
        assert re.search(r"Hand size +< 8 >", text)
        assert re.search(r"Open hands +< only when you play alone >", text)
        assert re.search(rf"Deal +{DEAL}", text)
        await start(pilot)
        await wait_for(pilot, lambda: on(pilot, PublicMoment))
        session = table_of(pilot).session
        assert (session.names, session.options.hand_size, str(session.code)) == (("Ann", "Player 2"), 8, DEAL)

    run(play)


def test_a_line_that_is_not_a_deal_of_this_game_is_rejected_with_a_reason() -> None:
    rejected = {
        f"clash · {DEAL}": "This is a deal of Clash, not of Exit Stage Right.",
        f"exit-stage-right · 12 cards · {DEAL}": "The option hand-size must be 5, 6, 7, 8, 9",
        f"whist · {DEAL}": "A deal line must start with the game, not 'whist'",
        f"exit-stage-right · 9 players · {DEAL}": "Exit Stage Right is for 1 to 6 players, not '9'.",
    }

    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await answer(pilot, "deal", "K")
        for line, sentence in rejected.items():
            await type_text(pilot, line)
            assert on(pilot, TextDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert re.search(r"Players +< 1 >", screen_text(pilot))

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
        await press(pilot, "left", "s")
        assert "With 6 players, a hand has 5 to 6 Singles (ES-2)." in screen_text(pilot)

    run(play)


def test_the_form_remembers_the_last_answers() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        await press(pilot, "down", "right")
        await answer(pilot, "name1", "Bob")
        await choose_short(pilot)
        await press(pilot, "s")
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
        await press(pilot, "right", "s")
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


# Typing an action


def test_typing_filters_the_list_of_actions() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash", *"down mid")
        assert on(pilot, ActionDialog)
        rows = [line.strip("> ") for line in screen_text(pilot).splitlines()[-9:] if "down middle" in line]
        assert rows == [str(action) for action in table_of(pilot).session.look(0).legal if "down mid" in str(action)]
        await press(pilot, "up", "enter")
        assert actions_of(pilot)[-1] == rows[-1]

    run(play, sit(moves=MOVES[:4]))


def test_an_action_can_be_typed_in_its_short_form() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for typed, played in (("b", "Blue"), ("s up", "Square"), ("c d b", "Circle down bottom")):
            await press(pilot, "slash")
            await type_text(pilot, typed)
            assert actions_of(pilot)[-1:] == [played]

    run(play, sit(moves=MOVES))


def test_the_row_under_the_cursor_is_played_whatever_was_typed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = "blue"
        await press(pilot, "down", "enter")
        assert actions_of(pilot)[-1:] == ["Blue down middle"]

    run(play, sit(moves=MOVES))


def test_an_illegal_typed_action_is_rejected_with_a_reason() -> None:
    rejected = {
        "triangle": "You don't have Triangle.",
        "blue down top": "The top row has 1 Complete",
        "refill top": "The centre cell of the top row isn't empty (ES-7).",
        "purple": "There is no Single called 'purple'.",
        "[red]x[/]": "There is no Single called '[red]x[/]'.",
    }

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "slash")
        for typed, sentence in rejected.items():
            await type_text(pilot, typed)
            assert on(pilot, ActionDialog)
            assert sentence in screen_text(pilot)
        await press(pilot, "escape")
        assert actions_of(pilot) == list(MOVES)

    run(play, sit(moves=MOVES))


# Undo and redo


def test_moves_can_be_undone_and_redone() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "u")
        assert "There's nothing to undo yet." in screen_text(pilot)
        before = state_of(pilot)
        await press(pilot, "enter")
        after = state_of(pilot)
        await press(pilot, "u")
        assert state_of(pilot) == before
        assert "Move undone. Press U to redo it." in screen_text(pilot)
        await press(pilot, "U")
        assert state_of(pilot) == after
        await press(pilot, "ctrl+r")
        assert "There's nothing to redo." in screen_text(pilot)

    run(play, sit())


def test_the_move_of_another_person_cannot_be_undone() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, "refill bottom")
        await press_later(pilot, "u")
        assert len(table_of(pilot).session.actions) == 1
        assert "Undo" not in screen_text(pilot), "it revealed hidden cards"
        await lift_curtain(pilot)
        await press(pilot, "u")
        assert "Too late to undo: Bob has already seen the table." in screen_text(pilot)

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


def test_a_move_that_revealed_nothing_can_be_undone_before_the_keyboard_is_passed() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter")
        assert "Pass the keyboard to Bob." in screen_text(pilot)
        await press_later(pilot, "u")
        await lift_curtain(pilot)
        assert "Move undone." in screen_text(pilot)
        assert state_of(pilot).turn == 0
        assert board_on(pilot).groups

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


# Looking things up


def test_the_rules_open_at_the_section_about_the_chosen_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key, section in (("home", "Play a Single face up"), ("c", "Refill")):
            await press(pilot, key, "r")
            await wait_for(pilot, lambda: "Exit Stage Right: rules" in screen_text(pilot))
            await stand_still(pilot)
            assert screen_text(pilot).splitlines()[1].strip() == section
            await press(pilot, "q")

    run(play, sit(moves=MOVES[:-1]))


def test_after_a_refusal_the_rules_open_at_the_ruling_that_it_cites() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "f", "r")
        await wait_for(pilot, lambda: "- ES-6 " in screen_text(pilot))
        assert screen_text(pilot).splitlines()[1].strip().startswith("- ES-6 ")
        assert any("ES-6" in segment.text and segment.style and segment.style.bold for segment in strips(pilot)[1])
        await press(pilot, "q")
        assert on(pilot, TableScreen)

    run(play, sit())


@pytest.mark.parametrize("width", [40, 80])
def test_diagrams_and_tables_in_the_rules_are_complete(width: int) -> None:
    pictures = re.findall(r"^```board .*\n((?:(?!```).*\n)*)", read_page("tradewinds"), re.MULTILINE)

    async def play(pilot: Pilot[int]) -> None:
        await pilot.app.run_action("app.rules('tradewinds')")
        await wait_for(pilot, lambda: on(pilot, Reader) and "Rulings" in screen_text(pilot))
        told = screen_text(pilot)
        lines = {line.strip() for line in told.splitlines()}
        assert {line.strip() for picture in pictures for line in picture.splitlines()} - lines == set()
        assert not re.search(r"^ *\| ", told, re.MULTILINE)
        assert re.search(r"^ South +0 +4$", told, re.MULTILINE)

    run(play, size=(width, 700))


@pytest.mark.parametrize("where", ["lobby", "set-up"])
def test_the_rules_open_from_everywhere(where: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await set_up(pilot)
        if where == "lobby":
            await press(pilot, "q")
        await press(pilot, "r")
        await wait_for(pilot, lambda: on(pilot, Reader))
        assert "Exit Stage Right: rules" in screen_text(pilot)

    run(play)


@pytest.mark.parametrize("keys", [(), ("enter",)], ids=["lobby", "set-up"])
def test_help_lists_every_key_of_the_screen(keys: tuple[str, ...]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        await check_help(pilot)

    run(play)


def test_help_lists_every_key_of_the_table() -> None:
    run(check_help, sit(), size=(80, 60))


async def check_help(pilot: Pilot[int]) -> None:
    """Check that the help lists every key that works here once."""
    works = {
        pilot.app.get_key_display(active.binding): active.binding
        for active in pilot.app.screen.active_bindings.values()
        if active.enabled and active.binding.description and "copy" not in active.binding.action
    }
    await press(pilot, "question_mark")
    if isinstance(pilot.app.screen, ChoiceDialog):
        await press(pilot, "k")
    page = screen_text(pilot)
    names = ", ".join(line[1:25].strip(" ,") for line in page.splitlines()[1:-1] if line[1:25].strip())
    told = names.split(", ")
    covered = {*told, *(each for name in told for each in SEVERAL.get(name, ()))}
    assert not [key for key, binding in works.items() if key not in covered and binding.action.startswith(OURS)]
    assert sorted(told) == sorted(set(told))


SEVERAL = {"left": ["arrows"], "1 to 9": list("123456789")}
"""The keys that a name on the page stands for."""
OURS = (
    *("move", "way", "first", "last", "choose", "pick", "face", "refill", "undo", "redo", "type", "log", "rules"),
    *("deal", "leave", "start", "back", "turn", "enter", "app.help", "app.rules", "app.quit", "quit"),
)


def test_the_log_lists_every_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        page = screen_text(pilot)
        assert "  0 " in page
        for at, move in enumerate(MOVES, 1):
            told = "refills" if move.startswith("refill") else f"plays {move.split()[0]}"
            assert re.search(rf"^[> ]+{at} Ann {told}\b", page, re.MULTILINE), move
        await press(pilot, "end", "home", "space", "b", "j", "k", "q")
        assert on(pilot, TableScreen)

    run(play, sit(moves=MOVES), size=(80, 60))


def test_several_players_see_the_deal_code_only_after_a_warning() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "d")
        assert DEAL not in screen_text(pilot)
        assert "Anyone with the deal code" in screen_text(pilot)
        await press(pilot, "n")
        assert DEAL not in screen_text(pilot)
        await press(pilot, "d", "y")
        assert f"This deal is exit-stage-right · 2 players · {DEAL}." in screen_text(pilot)

    run(play, sit(2))


def test_leaving_a_game_in_progress_saves_it_without_asking() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "q")
        assert on(pilot, Lobby)
        assert "Your game of Exit Stage Right is saved." in screen_text(pilot)
        await press(pilot, "enter")
        assert actions_of(pilot) == list(MOVES)

    run(play, sit(moves=MOVES))


# The command palette and the settings


async def command(pilot: Pilot[int], text: str) -> None:
    """Run a command of the palette."""
    await press(pilot, "ctrl+p")
    palette = pilot.app.screen
    assert isinstance(palette, CommandPalette)
    palette.query_one(Input).value = text
    await wait_for(pilot, lambda: palette._list_visible and not palette._show_busy and palette._hit_count > 0)
    await press(pilot, "enter")
    await wait_for(pilot, lambda: not on(pilot, CommandPalette))


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Keys", lambda pilot: on(pilot, Reader)),
        ("Rules: Exit", lambda pilot: on(pilot, Reader)),
        ("Animation: slow", lambda pilot: load_settings().speed == "slow" and table_of(pilot).speed == "slow"),
        ("Cards: ascii", lambda pilot: screen_text(pilot).isascii() and load_settings().cards == "ascii"),
        ("Theme", lambda pilot: on(pilot, CommandPalette)),
    ],
)
def test_palette_commands_run(text: str, done: Callable[[Pilot[int]], bool]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        if text == "Theme":
            await press(pilot, "ctrl+p")
            pilot.app.screen.query_one(Input).value = text
            await wait_for(pilot, lambda: getattr(pilot.app.screen, "_hit_count", 0) > 0)
            await press(pilot, "enter")
        else:
            await command(pilot, text)
        await wait_for(pilot, lambda: done(pilot))

    run(play, sit())


def test_the_palette_can_start_a_game_from_a_position(tmp_path: Path) -> None:
    path, session = tmp_path / "here.txt", sit(moves=MOVES)

    async def play(pilot: Pilot[int]) -> None:
        await command(pilot, "Play from")
        await press(pilot, *"nowhere", "enter")
        assert "Can't read the position" in screen_text(pilot)
        path.write_text(format_position(session.game, session.full_state()), "utf-8")
        await type_text(pilot, str(path))
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert "from a position" in screen_text(pilot)
        await press(pilot, "d")
        assert "From a position." in screen_text(pilot)
        await press(pilot, "ctrl+p", *"play from")
        assert "Play from a position" not in screen_text(pilot)

    run(play)


def test_changing_a_setting_on_another_screen_changes_the_table_too() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "l")
        pilot.app.change(cards="ascii", speed="slow")  # type: ignore[attr-defined]  # the app is ours
        await press(pilot, "q")
        assert screen_text(pilot).isascii()
        assert table_of(pilot).speed == "slow"

    run(play, sit())


def test_the_palette_can_quit_the_app() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+p")
        pilot.app.screen.query_one(Input).value = "Quit"
        await wait_for(pilot, lambda: getattr(pilot.app.screen, "_hit_count", 0) > 0)
        await press(pilot, "enter")

    assert run(play).return_code == 0


def colours_of(pilot: Pilot[int], text: str) -> set[str]:
    """Return the colours of a text on the screen."""
    segments = [segment for strip in strips(pilot) for segment in strip]
    return {str(segment.style.color.triplet) for segment in segments if text in segment.text and segment.style
            and segment.style.color}  # fmt: skip


def test_a_light_theme_changes_the_card_colours() -> None:
    async def play(pilot: Pilot[int]) -> None:
        dark = colours_of(pilot, "Green")
        pilot.app.theme = "textual-light"
        await wait_for(pilot, lambda: colours_of(pilot, "Green") != dark)
        assert load_settings().theme == "textual-light"
        assert "theme" in json.loads(settings_file().read_text("utf-8"))

    run(play, sit(moves=MOVES))


def test_settings_that_cannot_be_saved_last_until_the_app_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        monkeypatch.setenv("CARDTABLE_DATA", os.devnull)
        pilot.app.change(cards="ascii")  # type: ignore[attr-defined]  # the app is ours
        await wait_for(pilot, lambda: "can't be saved" in screen_text(pilot))
        assert "Exit Stage Right" in screen_text(pilot)

    run(play, sit())


def test_the_theme_is_remembered() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "nord"

    run(play, settings=Settings(theme="nord", speed="off"))


def test_an_unknown_theme_is_ignored() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "textual-dark"

    run(play, settings=Settings(theme="[/]", speed="off"))


# Sizes


def test_resizing_keeps_the_game() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.move_cursor(2, 1)
        before = state_of(pilot)
        for size in ((120, 40), (60, 20), (40, 12), (20, 5), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await rest(pilot)
            assert len(strips(pilot)) == size[1]
        assert (board.group, board.action_index) == (2, 1)
        assert state_of(pilot) is before
        assert board.text() == board.drawn(80, 23).text()

    run(play, sit(moves=MOVES))


def test_a_terminal_that_is_too_small_asks_for_the_smallest_size() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert screen_text(pilot).splitlines()[0] == "Please enlarge to 40x12."
        await press(pilot, "enter")
        assert actions_of(pilot) == [], "nothing can be played on an invisible table"

    run(play, sit(), size=(39, 11))


def test_every_screen_works_at_the_smallest_size() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "Exit Stage Right" in screen_text(pilot)
        await set_up(pilot)
        assert "[ Start ]" in screen_text(pilot)
        await press(pilot, "up")
        assert "> Deal" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Esc closes" in screen_text(pilot)
        await press(pilot, "escape")
        await start(pilot)
        await press(pilot, "q")
        assert on(pilot, Lobby)

    run(play, size=(40, 12))


def test_the_result_fits_the_smallest_size() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        text = screen_text(pilot)
        assert "q Lobby" in text
        assert DEAL in text
        assert not pilot.app.screen.show_vertical_scrollbar

    run(play, sit(**SHORT), size=(40, 12))


MANY: dict[str, Any] = {**SHORT, "refill_count": "all", "refill_shift": "off-centre", "first": 1}


@pytest.mark.parametrize(("size", "known"), [((80, 24), 1), ((40, 12), 0), ((40, 24), 0)], ids=str)
def test_the_deal_is_shown_as_a_line_if_it_fits(size: tuple[int, int], known: bool) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        assert DEAL in screen_text(pilot)
        assert ("hand-size 5" in screen_text(pilot)) == known
        await play_out(pilot)
        text = screen_text(pilot)
        assert DEAL in text
        assert "hand-size 5" not in text
        await press(pilot, "c")
        assert "hand-size 5" in pilot.app.clipboard
        assert "q Lobby" in text
        assert not pilot.app.screen.show_vertical_scrollbar

    run(play, sit(**MANY), size=size)


@pytest.mark.parametrize("key", usually(["slash", "q"], ["question_mark", "r", "l", "slash", "q", "d"]))
def test_pages_and_dialogs_survive_every_size(key: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        screen = pilot.app.screen
        for size in ((10, 10), (1, 1), (300, 4), (3, 100), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert pilot.app._exception is None, size
        assert pilot.app.screen is screen

    session = sit(2, persons=(0, 0))
    session.act(session.look(session.turn).legal[0])
    run(play, session)


def test_page_down_works_before_the_palette_has_its_list() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, "ctrl+p", "pagedown")
        assert pilot.app._exception is None

    run(play, sit())


def test_a_double_click_on_the_message_after_ctrl_c_is_harmless() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "ctrl+c")
        for _ in range(2):
            await tap_at(pilot, 50, 21)
        assert pilot.app._exception is None

    run(play, sit())


@pytest.mark.parametrize("width", [1, 2, 4, 6])
def test_ctrl_c_is_harmless_in_the_narrowest_terminal(width: int) -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("ctrl+c", "ctrl+p", "ctrl+c", "escape"):
            await press(pilot, key)
            assert pilot.app._exception is None, key

    run(play, sit(), size=(width, 30))


def test_the_result_is_ascii_if_the_cards_are() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await stand_still(pilot)
        text = " ".join(screen_text(pilot).replace("|", " ").split())
        assert f"Deal {DEAL}." in text
        assert text.isascii()

    run(play, sit(**SHORT), ascii_only=True)


@pytest.mark.parametrize("key", ["q", "slash", "question_mark", "r", "l", "d", "ctrl+p", "ctrl+c"])
def test_every_screen_is_ascii_if_the_cards_are(key: str) -> None:
    """In a terminal with wide line and block characters, a single one would shift its row."""

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, key)
        await stand_still(pilot)
        strange = {each for each in screen_text(pilot) if not each.isascii()}
        assert not strange

    run(play, sit(moves=MOVES), ascii_only=True)


# Animation


def test_enter_and_space_end_the_animation_and_do_nothing_else() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for done, key in enumerate(("enter", "space", "x")):
            cursor = board.group
            board.action_choose()
            await settle(pilot)
            assert is_animating(pilot)
            await tap(pilot, key)
            assert not is_animating(pilot)
            assert (len(actions_of(pilot)), board.group) == (done + 1, cursor), key

    run(play, sit(), settings=Settings(speed="slow"))


def test_other_keys_end_the_animation_and_do_their_work() -> None:
    """Whoever types quickly plays the card that the digit chose, and can take back a slip at once."""

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.action_choose()
        await settle(pilot)
        assert is_animating(pilot)
        await tap(pilot, "7")
        assert not is_animating(pilot)
        chosen = board.choice
        assert (len(actions_of(pilot)), board.group) == (1, 6)
        await tap(pilot, "enter")
        assert chosen is not None
        assert actions_of(pilot)[1] == str(chosen.action)
        await settle(pilot)
        assert is_animating(pilot)
        await tap(pilot, "u")
        await settle(pilot)
        assert not is_animating(pilot)
        assert "undo" in board.notice.lower(), "it says that the move is taken back, or why not"

    run(play, sit(), settings=Settings(speed="slow"))


def test_a_click_during_an_animation_ends_it_and_chooses_a_card_but_never_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.action_choose()
        await settle(pilot)
        assert is_animating(pilot)
        x, y = spot(board.canvas, Target(2))
        await tap_at(pilot, board.region.x + x, board.region.y + y)
        assert not is_animating(pilot)
        assert (len(actions_of(pilot)), board.group, board.is_chosen) == (1, 2, True)
        await tap_at(pilot, board.region.x + x, board.region.y + y)
        assert len(actions_of(pilot)) == 2

    run(play, sit(), settings=Settings(speed="slow"))


def test_the_animation_ends_with_the_cards_in_place() -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.action_choose()
        await settle(pilot)
        assert is_animating(pilot)
        await wait_for(pilot, lambda: not is_animating(pilot))
        assert board.text() == board.drawn(80, 23).text()

    run(play, sit(), settings=Settings(speed="fast"))


def test_a_key_skips_an_animation_that_everybody_sees() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await tap(pilot, "enter")
        moment = pilot.app.screen
        assert isinstance(moment, PublicMoment)
        assert moment.board.is_animating
        await press(pilot, "space")
        assert on(pilot, PublicMoment), "the key has only ended the animation"
        assert not moment.board.is_animating

    run(play, sit(2), settings=Settings(speed="slow"))


def test_there_is_no_animation_if_it_is_switched_off() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert not board_on(pilot).is_animating

    run(play, sit())


# Other tests of the table


def test_the_action_under_the_cursor_is_played() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "f", "enter")
        (action,) = table_of(pilot).session.actions
        assert isinstance(action, FaceDown)
        assert action.row == 0

    run(play, sit_at(state(stage("HRC FRC . . ."))))


def test_the_app_starts_at_the_table_of_a_session() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert on(pilot, TableScreen)
        assert isinstance(pilot.app.screen_stack[1], Lobby)

    run(play, sit())


def test_a_late_click_shows_the_next_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await act(pilot, "R")
        monkeypatch.setattr(curtain, "SECOND_CLICK", 60)
        await tap_at(pilot, 20, 10)
        assert on(pilot, PublicMoment)
        monkeypatch.setattr(curtain, "SECOND_CLICK", 0)
        await tap_at(pilot, 20, 10)
        assert table_of(pilot).viewer == 1

    run(play, sit_at(state(stage("HRC . . . ."), ["R G B H C", "R G B H C"])))


def test_keys_are_shown_in_letters() -> None:
    app = CardTable()
    shown = [app.get_key_display(binding) for binding in app._bindings.key_to_bindings.get("ctrl+q", [])]
    assert shown == ["ctrl+q"]


# Snapshots


def shot(
    name: str, *keys: str, session: Session | None = None, size: tuple[int, int] = (80, 24), ascii_only: bool = False
) -> None:
    """Press keys, at the table of a session or in the set-up form, and compare the screen with its snapshot."""

    async def play(pilot: Pilot[int]) -> None:
        if session is None:
            await set_up(pilot)
        await press(pilot, *keys)
        await stand_still(pilot)
        golden(f"{name}.txt", screen_text(pilot))

    run(play, session, size=size, ascii_only=ascii_only)


def test_snapshot_of_the_lobby() -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden("lobby.txt", screen_text(pilot))

    run(play)


def test_snapshot_of_the_set_up_form() -> None:
    shot("set-up", "down", "left")


def test_snapshot_of_a_text_dialog() -> None:
    shot("ask", "up", "enter", *"k7qf", "enter")


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("face-up", ("2",)),
        ("face-down", ("2", "f")),
        ("refused", ("2", "down")),
        ("refill", ("c", "up", "up")),
        ("typed", ("slash", *"blue")),
        ("help", ("question_mark", "k")),
        ("rules", ("f", "r")),
        ("log", ("l",)),
        ("leave", ("q",)),
    ],
)
def test_snapshots_of_the_table_in_mid_game(name: str, keys: tuple[str, ...]) -> None:
    shot(f"table-{name}", *keys, session=sit(moves=MOVES[:-1]))


def test_snapshots_of_passing_the_keyboard() -> None:
    async def play(pilot: Pilot[int]) -> None:
        golden("curtain.txt", screen_text(pilot))
        await lift_curtain(pilot)
        golden("table-of-two.txt", screen_text(pilot))
        await press(pilot, "enter")
        golden("waiting.txt", screen_text(pilot))

    run(play, sit(2))


def test_snapshot_of_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        golden("result.txt", screen_text(pilot))

    run(play, sit(**SHORT))


@pytest.mark.parametrize("signs", ["blocks", "ascii"])
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (40, 12)], ids=str)
def test_snapshots_of_the_table_at_every_size(size: tuple[int, int], signs: str) -> None:
    name = f"table-{size[0]}x{size[1]}-{signs}"
    shot(name, "2", "f", session=sit(moves=MOVES), size=size, ascii_only=signs == "ascii")


def test_snapshot_of_the_table_at_the_start() -> None:
    shot("table-start", session=sit())


def test_snapshot_picture_of_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "2", "f")
        golden("table.svg", screen_picture(pilot))

    run(play, sit(moves=MOVES))
