"""The review in the app: with keys and mouse, and at every size."""

from __future__ import annotations

import re
from itertools import product

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import Key
from cardtable.formats.computers import Computer, Computers
from cardtable.games import GAMES
from cardtable.practice.answers import QUESTION
from cardtable.practice.decisions import decisions_of
from cardtable.practice.judge import STAGES
from cardtable.practice.run import ReviewRun
from cardtable.practice.words import given_away
from cardtable.rooms.kit.review_page import MAX_LISTED
from cardtable.table.session import Session
from cardtable.tui.screens.practice_exercise import PracticeExerciseScreen
from tests.practice.move_reviews import reviewed, worse
from tests.practice.plausible_reviews import review_of
from tests.table.sittings import play_on, played
from tests.table.sittings import sit as table_of
from tests.tui.key_bars import click_label
from tests.tui.review.reviewing import finished_game, on_board, read, screen_of
from tests.tui.screens import app_of, click, flowing_text, golden, press, rest, screen_text, usually_diagonal

SIZES = ((80, 24), (120, 40), (40, 12))


# Keys and mouse
def test_one_of_several_people_is_chosen_and_practises_with_the_other_hands_hidden() -> None:
    session = played(GAMES["rummy-like"], seats=3)
    decision = next(each for each in decisions_of(session, 1) if len(each.legal) > 1)
    better = next(each for each in decision.legal if each != decision.played)
    review = reviewed(session, [worse(decision, better, None)], calibrated=False, person=1)

    async def play(pilot: Pilot[int]) -> None:
        assert "Whose moves would you like to review?" in screen_text(pilot)
        await press(pilot, "down", "enter")
        assert "Review for Bob, Rummy-like" in screen_text(pilot)
        await press(pilot, "m", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PracticeExerciseScreen)
        assert screen.board.seen is not None
        hands = screen.board.seen.state.chards
        assert [any(map(is_hidden, hand)) for hand in hands] == [True, False, True]

    read(play, review, session)


def test_a_clear_loss_of_margin_can_be_tried_again() -> None:
    session = finished_game()
    review = review_of(session, is_calibrated=False, stage=len(STAGES))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "m")
        move = screen_of(pilot).room.move
        assert move is not None
        assert not move.verdict.is_error
        screen_of(pilot).do("practise")
        await rest(pilot)
        assert isinstance(pilot.app.screen, PracticeExerciseScreen)
        assert f"You played {move.played.action}. {QUESTION}" in flowing_text(pilot)

    read(play, review, session)


def test_the_list_of_mistakes_scrolls_to_the_one_under_the_cursor() -> None:
    async def play(pilot: Pilot[int]) -> None:
        listed = screen_of(pilot).text.page.listed
        assert "t Table" in screen_text(pilot)
        assert "Move " not in screen_text(pilot)
        for at in (1, 2, 3):
            await press(pilot, "down")
            assert f">{at + 1}) Move {listed[at] + 1} " in screen_text(pilot)
        await press(pilot, "enter")
        assert screen_of(pilot).room.at == listed[3]

    read(play, size=(40, 12))


@pytest.mark.parametrize("has_focus", [True, False])
def test_a_long_summary_scrolls_above_the_list_of_mistakes(has_focus: bool) -> None:
    """The first rows, which say what to press, are in sight at once."""

    async def play(pilot: Pilot[int]) -> None:
        screen, end = screen_of(pilot), "and a win chance of 60%."
        if not has_focus:
            screen.set_focus(None)
        text = flowing_text(pilot)
        assert "Press m to go through all " in " ".join(pane_lines(pilot))
        assert "pgup/pgdn" in text
        for scroll, is_at_end in (("pagedown", False), ("pagedown", True), ("pageup", False), ("wheel", True)):
            if scroll == "wheel":
                for _ in range(3):
                    screen.pane.post_message(wheel_down(screen.pane))
                await rest(pilot)
            else:
                await press(pilot, scroll)
            shown = pane_lines(pilot)
            assert (end in " ".join(shown)) == is_at_end, scroll
            assert any(">1) Move " in line for line in shown)
            assert sum("Move " in line for line in shown) == 5

    read(play, size=(60, 27))


@pytest.mark.parametrize("size", [(80, 24), (80, 30)], ids=str)
def test_where_there_is_little_room_beside_the_board_the_summary_takes_all_of_it(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        for keys, has_board, has_text in (
            ("home", False, True),
            ("t", True, False),
            ("t", False, True),
            ("right", True, True),
            ("end", True, True),
            ("right", False, True),
        ):
            await press(pilot, keys)
            assert (screen.board.display, screen.pane.display) == (has_board, has_text), keys
        await click_label(pilot, "Table")
        assert "The end of the game." in screen_text(pilot)
        await click_label(pilot, "Text")
        assert "and a win chance of 60%." in flowing_text(pilot)
        assert "pgup/pgdn" not in screen_text(pilot)

    read(play, size=size)


def test_the_list_of_mistakes_begins_with_the_worst() -> None:
    async def play(pilot: Pilot[int]) -> None:
        text = screen_of(pilot).text
        losses = {at: text.review.moves[at].loss for at in screen_of(pilot).room.errors}
        means = {at: loss.mean for at, loss in losses.items() if loss is not None}
        assert [means[at] for at in text.page.listed] == sorted(means.values(), reverse=True)[:MAX_LISTED]
        assert text.page.listed != sorted(text.page.listed)

    read(play)


def pane_lines(pilot: Pilot[int]) -> list[str]:
    """Return the words beside the board."""
    return [line.strip() for line in screen_of(pilot).pane.text().splitlines()]


def wheel_down(widget: Widget) -> events.MouseScrollDown:
    """Return a turn of the mouse wheel over a widget."""
    return events.MouseScrollDown(widget, 1, 1, 0, 1, 0, False, False, False)


@pytest.mark.parametrize("by_mouse", [False, True])
def test_the_player_can_think_before_the_better_move_is_shown(by_mouse: bool) -> None:
    async def switch(pilot: Pilot[int], label: str) -> None:
        await (click_label(pilot, label) if by_mouse else press(pilot, "b"))

    async def play(pilot: Pilot[int]) -> None:
        screen, better = screen_of(pilot), re.compile(r"Better was|Also compared|Lesson \d|Better: ")
        await press(pilot, "m")
        move = screen.room.move
        assert move is not None
        assert on_board(pilot) == move.played.action != move.best.action
        assert f"You played {move.played.action}. This gave away {given_away(move)}." in screen_text(pilot)
        assert "Press Enter to practise, or b to see a better move." in flowing_text(pilot)
        assert not better.search(flowing_text(pilot))
        assert "l Lesson" not in screen_text(pilot)
        await switch(pilot, "Better")
        assert on_board(pilot) == move.best.action
        assert f"Better: {move.best.action}." in screen_text(pilot)
        assert f"Better was {move.best.action}, " in flowing_text(pilot)
        assert "l Lesson" in screen_text(pilot)
        await switch(pilot, "Played")
        assert on_board(pilot) == move.played.action
        assert f"Better was {move.best.action}, " in flowing_text(pilot), "the player knows it now"

    read(play, size=(120, 40))


@pytest.mark.parametrize(
    ("name", "size"), [*(("exit-stage-right", size) for size in SIZES[:2]), ("tradewinds", (60, 40))], ids=str
)
def test_the_moves_before_the_one_under_the_cursor_have_a_label(name: str, size: tuple[int, int]) -> None:
    session = one_persons_game(name)

    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        assert "Before: " not in screen_text(pilot), "the last move of all"
        for at in range(len(screen.room.decisions)):
            await press(pilot, "right")
            assert screen_text(pilot).count("Before: ") == (at > 0)
            if name == "tradewinds" and at:
                first = re.search(r"(Before: )?(Ann|Bob|Cleo|Dan) plays", screen_text(pilot))
                assert first is not None
                assert first[1], "the first of the moves"

    read(play, review_of(session, is_calibrated=False, stage=len(STAGES)), session, size=size)


def test_each_move_is_shown_as_its_player_saw_it() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        for decision in screen.room.decisions:
            await press(pilot, "right")
            seen = screen.board.seen
            assert seen is not None
            assert (seen.state, seen.legal) == (decision.view, decision.legal)

    read(play)


@pytest.mark.parametrize(("name", "size"), usually_diagonal(["tradewinds", "clash", "exit-stage-right"], SIZES[:2]))
def test_no_sentence_is_cut(name: str, size: tuple[int, int]) -> None:
    """Also, a player with several seats sees each move from the seat that made it."""
    session = one_persons_game(name)

    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        for key in ("home", *["right"] * len(screen.room.decisions)):
            await press(pilot, key)
            shown = screen_text(pilot)
            # In Clash, the line for a long turn leaves out the first cards.
            assert "..." not in shown.replace(": ..., ", ": "), shown
        seen = screen.board.seen
        assert seen is not None
        assert seen.viewer == screen.room.decisions[-1].seat

    is_calibrated = name == "exit-stage-right"
    read(play, review_of(session, is_calibrated=is_calibrated, stage=len(STAGES)), session, size=size)


def one_persons_game(name: str) -> Session:
    """Return a finished game of one person, who has every seat of Tradewinds and plays Clash against a computer."""
    tables: dict[str, tuple[tuple[int, ...], Computers]] = {
        "tradewinds": ((0, 0, 0, 0), ()),
        "clash": ((0, 1), (None, Computer("easy", 1))),
        "exit-stage-right": ((0,), ()),
    }
    persons, computers = tables[name]
    options = {"target": 0} if name == "clash" else {}
    session = table_of(GAMES[name], len(persons), 1, persons, computers, **options)
    play_on(session, Key(4), 999)
    return session


def test_the_mouse_goes_to_a_move_or_a_mistake() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = screen_of(pilot)
        await click(pilot, screen.pane, 1)
        assert screen.room.at == screen.text.page.listed[1]
        await click(pilot, screen.graph, 7)
        assert screen.room.at == 7
        shown = on_board(pilot)
        canvas = screen.board.canvas
        cells = product(range(canvas.width), range(canvas.height))
        await click(pilot, screen.board, next(filter(None, (canvas.target_at(*cell) for cell in cells))))
        assert on_board(pilot) == shown

    read(play)


# Looks
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_snapshots(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewRun, "start", lambda self: None)
    is_small, name = size == (40, 12), "review-{}x{}".format(*size)

    async def play(pilot: Pilot[int]) -> None:
        if size == (80, 24):
            golden(f"{name}-summary.txt", screen_text(pilot))
        await press(pilot, "m")
        golden(f"{name}.txt", screen_text(pilot))
        if size == (80, 24):
            await press(pilot, "b")
            golden(f"{name}-better.txt", screen_text(pilot))
        if is_small:
            await press(pilot, "t")
            golden(f"{name}-table.txt", screen_text(pilot))

    read(play, size=size, ascii_only=is_small)


def test_a_change_of_cards_changes_the_graph() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert "▄" in screen_of(pilot).graph.text()
        app_of(pilot).change(cards="ascii")
        await rest(pilot)
        assert screen_of(pilot).graph.text().isascii()

    read(play)
