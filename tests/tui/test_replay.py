"""The replay of a game in the app: with keys and mouse, in every view, at every size, and without a way to play."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.store.settings import Settings
from cardtable.table.replay import OPEN, Replay
from cardtable.table.session import Session
from cardtable.tui.app import CardTable
from cardtable.tui.boards import board_for
from cardtable.tui.canvas import Canvas
from cardtable.tui.faces import ASCII, BLOCKS
from cardtable.tui.screens import replay as replay_screen
from cardtable.tui.screens.cards import CardsView
from cardtable.tui.screens.curtain import PublicMoment
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.replay import ReplayScreen
from cardtable.tui.screens.result import ResultDialog
from cardtable.tui.screens.table import TableScreen
from tests.engine.walks import PROFILE, each_game
from tests.table.sittings import play_on, played
from tests.tui.payloads import MARKUP
from tests.tui.screens import (
    SHORT,
    Play,
    board_on,
    golden,
    lift_curtain,
    on,
    play_out,
    press,
    press_later,
    rest,
    run,
    screen_text,
    sit,
    stand_still,
    strips,
    table_of,
    tap,
    tap_at,
    usually_diagonal,
    wait_for,
)

SIZES = ((80, 24), (120, 40), (40, 12))


def watch(play: Play, session: Session, **more: Any) -> CardTable:
    """Run the app with a replay of this session."""

    async def play_in_replay(pilot: Pilot[int]) -> None:
        await rest(pilot)
        await play(pilot)

    return run(play_in_replay, begin=lambda app: app.games.show_replay(Replay(session)), **more)


def screen_of(pilot: Pilot[int]) -> ReplayScreen:
    (found,) = [screen for screen in pilot.app.screen_stack if isinstance(screen, ReplayScreen)]
    return found


def at(pilot: Pilot[int]) -> int:
    return screen_of(pilot).replay.at


def line(pilot: Pilot[int]) -> str:
    """Return the line with the position and the progress bar."""
    return screen_text(pilot).splitlines()[-2]


CLASH = GAMES["clash"]
WINDS = GAMES["tradewinds"]


# Keys
def test_keys_step_by_move_turn_and_round() -> None:
    async def play(pilot: Pilot[int]) -> None:
        length = screen_of(pilot).replay.length
        for keys, place in (
            (["right"], 1),
            (["right", "right"], 3),
            (["left"], 2),
            (["down"], 3),
            (["pagedown"], 4),
            (["right_square_bracket"], 8),
            (["right", "pageup"], 8),
            (["left_square_bracket"], 4),
            (["up"], 3),
            (["end"], length),
            (["right"], length),
            (["home"], 0),
            (["left"], 0),
        ):
            await press(pilot, *keys)
            assert at(pilot) == place, keys

    watch(play, played(WINDS))


def test_the_bar_shows_the_position_and_the_view() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert line(pilot).startswith("move 0 of 24, turn 1, round 1, Ann's view ")
        assert "Before the first move. " in screen_text(pilot)
        await press(pilot, *["right"] * 5)
        assert line(pilot).startswith("move 5 of 24, turn 6, round 2, Ann's view ")
        assert "'s turn." in screen_text(pilot)
        await press(pilot, "end")
        assert line(pilot).endswith("==#")
        outcome = screen_of(pilot).replay.look().outcome
        assert outcome is not None
        assert outcome.reason in screen_text(pilot)
        await press(pilot, "right")
        assert "This is the end of the game." in screen_text(pilot)

    watch(play, played(WINDS))


def test_the_bar_does_not_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        starts = set()
        for keys in (["home"], ["right"], ["end"], ["home", "space"], ["space", "o"], ["v", "2"]):
            await press(pilot, *keys)
            starts.add(re.search("[=#]", line(pilot)).start())  # type: ignore[union-attr]  # the line has a bar
        assert len(starts) == 1

    watch(play, played(WINDS))


def test_going_back_shows_the_same_screens() -> None:
    async def play(pilot: Pilot[int]) -> None:
        shown = []
        for _ in range(6):
            shown.append(screen_text(pilot))
            await press(pilot, "right")
        for text in reversed(shown):
            await press(pilot, "left")
            assert screen_text(pilot) == text

    watch(play, played(CLASH))


@each_game
def test_nothing_can_be_played_in_a_replay(game: AnyGame) -> None:
    async def play(pilot: Pilot[int]) -> None:
        session = screen_of(pilot).replay.session
        before = session.actions
        await press(pilot, "right", "right", "o")
        picture = screen_of(pilot).board
        assert (picture.groups, picture.has_focus) == ((), False)
        for y in range(1, 22, 4):
            for x in range(1, 80, 9):
                await tap_at(pilot, x, y)
        await press(pilot, "enter", "1", "e", "f", "s", "slash", "u")
        assert session.actions == before
        assert at(pilot) == 2
        assert on(pilot, ReplayScreen)

    watch(play, played(game))


# Views
def test_v_selects_a_view_and_o_shows_all_cards() -> None:
    async def play(pilot: Pilot[int]) -> None:
        replay = screen_of(pilot).replay
        await press(pilot, "v")
        for text in ("Whose view?", "Ann", "Bob", "What everybody sees", "All cards open"):
            assert text in screen_text(pilot)
        await press(pilot, "2")
        assert (replay.viewer, "Bob's view" in line(pilot)) == (1, True)
        await press(pilot, "v", "e")
        assert (replay.viewer, "public view" in line(pilot)) == (None, True)
        await press(pilot, "o")
        assert (replay.viewer, "all cards open" in line(pilot)) == (OPEN, True)
        await press(pilot, "v", "escape")
        assert replay.viewer == OPEN

    watch(play, played(CLASH))


def test_a_game_in_progress_has_only_the_public_view() -> None:
    session = played(CLASH, most=15)

    async def play(pilot: Pilot[int]) -> None:
        assert "public view" in line(pilot)
        assert str(session.code) not in screen_text(pilot)
        assert "v View" not in screen_text(pilot)
        assert "p Play on" not in screen_text(pilot)
        await press(pilot, "v")
        assert "only watch what everybody sees" in screen_text(pilot)
        await press(pilot, "o")
        assert "You can only see all the cards once the game is over." in screen_text(pilot)
        await press(pilot, "end", "right")
        assert "This is the last move so far." in screen_text(pilot)
        await press(pilot, "p")
        assert "would reveal what comes next" in screen_text(pilot)
        await press(pilot, "c")
        hand = screen_text(pilot).partition("Ann, hands")[2].partition("Bob, hands")[0]
        assert BLOCKS.back in hand
        assert not re.search(r"[A-Z]", hand), "no card is named"

    watch(play, session)


def test_every_hand_and_pile_is_drawn_if_all_cards_are_shown() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "o", "c")
        await stand_still(pilot)
        text = pilot.app.screen.query_one(CardsView).text()
        seen = screen_of(pilot).replay.look()
        for seat, name in enumerate(seen.names):
            hand = text.partition(f"{name}, hands\n")[2].splitlines()[0]
            assert re.findall(r"[A-Z]+", hand) == list(dict.fromkeys(card.code for card in seen.state.hands[seat]))
        assert BLOCKS.back not in text
        await press(pilot, "q")
        assert on(pilot, ReplayScreen)

    watch(play, played(CLASH))


def test_the_log_ends_at_the_current_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "right", "l")
        assert on(pilot, Reader)
        numbers = re.findall(r"^[ >]*(\d+) ", screen_text(pilot), re.MULTILINE)
        assert {int(number) for number in numbers} == {0, 1, 2}
        await press(pilot, "q", "r")
        await wait_for(pilot, lambda: "Clash: rules" in screen_text(pilot))

    watch(play, played(CLASH))


def test_help_lists_every_key_of_the_replay() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "question_mark")
        text = screen_text(pilot)
        for key in ("left, right", "up, down", "pgup, pgdn", "home, end", "space", "+, -", "mouse", "ctrl+p"):
            assert key in text
        for key in "voclpq":
            assert re.search(rf"^ {key} ", text, re.MULTILINE), key

    watch(play, played(CLASH), size=(80, 30))


# Autoplay
def test_autoplay_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_screen, "PAUSES", (0.01,) * 5)

    async def play(pilot: Pilot[int]) -> None:
        await tap(pilot, "space")
        assert "playing" in line(pilot)
        await wait_for(pilot, lambda: at(pilot) == 24)
        await wait_for(pilot, lambda: "playing" not in line(pilot))
        await tap(pilot, "space")
        assert at(pilot) < 24
        await wait_for(pilot, lambda: at(pilot) == 24)

    watch(play, played(WINDS))


def test_space_and_going_back_stop_autoplay() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for key in ("space", "left", "l"):
            await press(pilot, "space")
            assert screen_of(pilot).is_playing
            await press(pilot, key)
            assert not screen_of(pilot).is_playing
            assert screen_of(pilot)._timer is None

    watch(play, played(WINDS))


def test_the_speed_is_shown() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "plus")
        assert "Speed 4 of 5: 0.7 seconds per move." in screen_text(pilot)
        await press(pilot, *["minus"] * 9)
        assert "Speed 1 of 5: 6 seconds" in screen_text(pilot)

    watch(play, played(WINDS))


def test_a_step_forward_is_animated_and_a_jump_is_not() -> None:
    async def play(pilot: Pilot[int]) -> None:
        animated = []
        for key in ("right", "right", "left", "pagedown"):
            await tap(pilot, key)
            animated.append(screen_of(pilot).board.is_animating)
        assert animated == [True, True, False, False]

    watch(play, played(WINDS), settings=Settings(speed="slow"))


@each_game
def test_every_move_can_be_animated_in_every_view(game: AnyGame) -> None:
    replay = Replay(played(game, most=60))
    if replay.session.turn is not None:
        replay = Replay(replay.session, own=[0])
    for viewer in (None, 0, OPEN):
        if viewer not in replay.viewers:
            continue
        replay.viewer = viewer
        usual = (ASCII,) if viewer == 0 else (BLOCKS,)
        for signs in (BLOCKS, ASCII) if PROFILE == "deep" else usual:
            board = board_for(game.id)(signs)
            replay.to_start()
            before = replay.look()
            while replay.at < replay.length:
                replay.forward()
                board.seen = after = replay.look()
                for frame in board.build_frames(before, replay.last_events(), 2):
                    board.paint(Canvas(80, 21), after, frame)
                before = after


# Mouse
def test_a_click_on_the_bar_goes_there_and_a_click_on_its_text_plays() -> None:
    async def play(pilot: Pilot[int]) -> None:
        bar = screen_of(pilot).bar
        start = line(pilot).index("#")
        y, left, right = bar.region.y, start, 79
        await tap_at(pilot, right, y)
        await rest(pilot)
        assert at(pilot) == 24
        await tap_at(pilot, left, y)
        await rest(pilot)
        assert at(pilot) == 0
        x = (left + right) // 2
        await tap_at(pilot, x, y)
        await rest(pilot)
        assert 11 <= at(pilot) <= 13
        assert line(pilot)[x] == "#", "the mark is under the pointer"
        await tap_at(pilot, 2, y)
        assert screen_of(pilot).is_playing
        await tap_at(pilot, 2, y)
        assert not screen_of(pilot).is_playing

    watch(play, played(WINDS))


def test_a_click_can_reach_every_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        bar = screen_of(pilot).bar
        meanings = {bar.canvas.target_at(x, 0) for x in range(80)}
        assert set(range(25)) <= meanings

    watch(play, played(WINDS))


def test_the_mouse_wheel_steps_by_move() -> None:
    async def play(pilot: Pilot[int]) -> None:
        from textual import events

        for kind, place in ((events.MouseScrollDown, 1), (events.MouseScrollDown, 2), (events.MouseScrollUp, 1)):
            driver = pilot.app._driver
            assert driver is not None
            driver.send_message(kind(None, 10, 10, 0, 0, 0, shift=False, meta=False, ctrl=False))
            await rest(pilot)
            assert at(pilot) == place

    watch(play, played(WINDS))


# Playing on
def test_p_starts_a_new_game_from_the_current_move() -> None:
    session = played(CLASH, persons=(0, 0))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 5, "p")
        assert "Start a new game from move 5?" in screen_text(pilot)
        await press(pilot, "n")
        assert on(pilot, ReplayScreen)
        await press(pilot, "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        new = table_of(pilot).session
        assert (new.inherited_actions, new.actions) == (5, session.actions[:5])
        await press(pilot, "u")
        assert "this game started here" in screen_text(pilot)
        await press(pilot, "q", "y")
        assert on(pilot, Lobby)

    watch(play, session)


def test_no_new_game_can_start_from_the_end() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "end", "p")
        assert "The game is over here" in screen_text(pilot)

    watch(play, played(CLASH))


def test_the_result_of_a_game_from_a_replay_is_marked() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "w")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        assert at(pilot) == 0
        await press(pilot, "right", "right", "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.inherited_actions == 2
        await play_out(pilot)
        await wait_for(pilot, lambda: "Continues another game from move 2." in screen_text(pilot))

    run(play, sit(**SHORT))


# From the table
def test_leaving_the_replay_goes_back_to_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "w")
        assert "Nothing has been played yet." in screen_text(pilot)
        await press(pilot, "enter", "w")
        assert on(pilot, ReplayScreen)
        assert at(pilot) == 1
        await press(pilot, "left", "p")
        assert "The original game stays as it is." in screen_text(pilot)
        await press(pilot, "n", "q")
        assert on(pilot, TableScreen)
        assert len(table_of(pilot).session.actions) == 1

    run(play, sit())


def test_a_replay_from_the_result_leads_back_to_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        assert "Replay" in screen_text(pilot)
        await press(pilot, "w")
        await wait_for(pilot, lambda: on(pilot, ReplayScreen))
        await press(pilot, "escape")
        assert on(pilot, ResultDialog)
        await press(pilot, "w", "right", "p", "p")
        await wait_for(pilot, lambda: on(pilot, TableScreen))
        assert table_of(pilot).session.inherited_actions == 1

    run(play, sit(**SHORT))


def test_a_player_among_several_can_replay_only_their_own_view() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "enter")
        assert on(pilot, PublicMoment)
        await press_later(pilot, "w")
        assert screen_of(pilot).replay.viewers == (None,), "nobody is there yet"
        await press(pilot, "q")
        assert on(pilot, PublicMoment)
        await lift_curtain(pilot)
        viewer = table_of(pilot).viewer
        await press(pilot, "w")
        replay = screen_of(pilot).replay
        assert replay.viewers == (None, viewer)
        assert replay.viewer is None
        await press(pilot, "q")
        assert table_of(pilot).viewer == viewer

    run(play, sit(3))


def test_the_replay_of_a_person_alone_shows_the_same_hand() -> None:
    async def play(pilot: Pilot[int]) -> None:
        viewer = table_of(pilot).viewer
        assert viewer
        await press(pilot, "w")
        assert screen_of(pilot).replay.viewer == viewer

    run(play, played(WINDS, most=3, persons=(0,) * 4))


def test_names_are_shown_literally() -> None:
    names = player_names(MARKUP[:2], 2)
    session = Session(CLASH, CLASH.options(target=0), names, DealCode(7))
    play_on(session, Key(4))

    async def play(pilot: Pilot[int]) -> None:
        for seat in (0, 1):
            await press(pilot, "v", str(seat + 1))
            assert names[seat] in line(pilot)
        await press(pilot, "v")
        assert all(name in screen_text(pilot) for name in names)
        await press(pilot, "escape", "c")
        await wait_for(pilot, lambda: names[1] in screen_text(pilot).splitlines()[0])

    watch(play, session, size=(120, 40))


# Snapshots
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("signs", ["blocks", "ascii"])
def test_snapshots_of_a_replay(size: tuple[int, int], signs: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 9)
        await stand_still(pilot)
        golden(f"replay-{signs}-{size[0]}x{size[1]}.txt", screen_text(pilot))

    watch(play, played(CLASH), size=size, ascii_only=signs == "ascii")


VIEWS: dict[str, Callable[[Pilot[int]], Any]] = {
    "open": lambda pilot: press(pilot, "o"),
    "views": lambda pilot: press(pilot, "v"),
    "cards": lambda pilot: press(pilot, "o", "c"),
    "end": lambda pilot: press(pilot, "end"),
    "help": lambda pilot: press(pilot, "question_mark"),
}


@pytest.mark.parametrize("name", VIEWS)
def test_snapshots_of_the_dialogs_of_a_replay(name: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 9)
        await VIEWS[name](pilot)
        await stand_still(pilot)
        golden(f"replay-{name}.txt", screen_text(pilot))

    watch(play, played(CLASH))


@pytest.mark.parametrize(("game", "size"), usually_diagonal(GAMES.values(), SIZES))
def test_a_replay_of_every_game_fits(game: AnyGame, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["right"] * 3)
        for key in ("o", "end"):
            text = screen_text(pilot)
            assert "enlarge" not in text
            assert " of " in line(pilot)
            assert "? Help" in text.splitlines()[-1]
            await press(pilot, key)

    watch(play, played(game), size=size)


def test_a_replay_uses_no_colour_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "right", "o")
        for strip in strips(pilot):
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.triplet is None or grey(style.color.triplet)

    def grey(triplet: Any) -> bool:
        return bool(max(triplet) - min(triplet) < 3)

    watch(play, played(CLASH))


def test_a_replay_asks_for_a_larger_terminal() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "enlarge to 40x12" in screen_text(pilot)

    watch(play, played(CLASH), size=(40, 11))
    watch(play, played(CLASH), size=(39, 12))


def test_the_board_of_a_replay_is_as_large_as_at_the_table() -> None:
    heights = []

    async def look(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        heights.append(board.size.height - board.status_lines(80))

    async def play(pilot: Pilot[int]) -> None:
        picture = screen_of(pilot).board
        heights.append(picture.size.height - picture.status_lines(80) + picture.reserved_rows)

    run(look, played(CLASH, most=5, persons=(0, 0)))
    watch(play, played(CLASH))
    assert heights[0] == heights[1]
