"""The result of a game: what it says, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import Key
from cardtable.engine.games.tradewinds import GAME as TRADEWINDS
from cardtable.rooms.kit.grading import Grading
from cardtable.rooms.kit.response import COPIED
from cardtable.store.settings import Settings
from cardtable.table import daily
from cardtable.table.grades import strip_of
from cardtable.table.session import Session, fresh_code
from cardtable.tui.drawing.faces import BLOCKS
from cardtable.tui.screens.lobby import Lobby
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.result import ResultScreen
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.animated import FRAME_SECONDS
from cardtable.tui.widgets.result_picture import FRAMES, ResultPicture
from tests.table.saved_games import save
from tests.table.sittings import play_on
from tests.tui.screens import (
    SHORT,
    flowing_text,
    on,
    play_out,
    press,
    rest,
    run,
    screen_text,
    sit,
    table_of,
    wait_for,
)

TODAY = date(2026, 11, 20)


def test_the_table_can_be_looked_at_after_the_result() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        await press(pilot, "escape")
        assert on(pilot, TableScreen)
        assert "The game is over. Enter: Result, n: New deal, g: Review, q: Lobby." in screen_text(pilot)
        await press(pilot, "enter")
        assert on(pilot, ResultScreen)
        await press(pilot, "t", "q")
        assert on(pilot, Lobby)

    run(play, sit(**SHORT))


def test_the_result_says_how_the_game_ended_and_its_keys_work() -> None:
    before = sit(**SHORT)
    play_on(before, Key(1), 999)
    save(before)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *["enter"] * 5)
        assert on(pilot, ResultScreen)
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        ended = " ".join(screen.picture.page.ending.shown)
        assert re.fullmatch(r"You (won|lost) \([+-]\d\)\. \d Completes? won, \d lost\.", ended)
        text = flowing_text(pilot)
        assert all(word in text for word in ended.split())
        assert re.search(r"Your best: [+-]\d|Your best result so far; before, it was [+-]\d", text)
        await press(pilot, "question_mark")
        assert on(pilot, Reader)
        assert {"New deal", "Same deal", "Practice"} <= {*re.findall(r"[A-Z]\w+(?: deal)?", screen_text(pilot))}
        await press(pilot, "q", "w")
        assert "move 0" in screen_text(pilot) or "start" in screen_text(pilot)
        await press(pilot, "q", "t", "q")
        assert on(pilot, Lobby)

    run(play, sit(**SHORT))


def test_more_choices_are_one_key_away_and_their_keys_work_at_once() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot)
        assert "> n New deal   g Review   q Lobby   m More" in screen_text(pilot)
        await press(pilot, "m")
        assert "t Table   a Same deal   w Replay" in screen_text(pilot)
        await press(pilot, "t")
        assert on(pilot, TableScreen)
        await press(pilot, "enter", "c")
        assert "c Copied" in screen_text(pilot)
        assert pilot.app.clipboard.startswith("exit-stage-right")
        assert f"{COPIED} {' '.join(pilot.app.clipboard.split())}" in flowing_text(pilot), "copying may not work"

    run(play, sit(**SHORT))


@pytest.mark.usefixtures("endless_animations")
def test_a_flourish_ends_at_any_key_with_the_picture_that_is_shown_without_animations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: on(pilot, ResultScreen))
        screen = pilot.app.screen
        assert isinstance(screen, ResultScreen)
        was_animated.append(screen.picture.is_animating)
        await press(pilot, "enter")
        assert on(pilot, ResultScreen)
        picture = screen.picture
        assert not picture.is_animating
        still = ResultPicture(picture.page, picture.title, BLOCKS)
        still.notice = picture.notice
        assert picture.text() == still.drawn(picture.size.width, picture.size.height).text()

    assert FRAMES * FRAME_SECONDS <= 1.5
    was_animated = list[bool]()
    for settings, colours in ((Settings(), ""), (Settings(speed="off"), ""), (Settings(), "1")):
        session = sit(**SHORT)
        play_on(session, Key(1), 999)
        monkeypatch.setenv("NO_COLOR", colours)
        run(play, session, settings=settings)
    assert was_animated == [True, False, False]


def test_the_result_of_tradewinds_names_every_part() -> None:
    names = TRADEWINDS.seat_names
    session = Session(TRADEWINDS, TRADEWINDS.options(), names, fresh_code(), (0,) * 4)
    play_on(session, Key(3), 23)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        parts = re.search(r"Collected: North (\S+), East (\S+), South (\S+), West (\S+)\.", screen_text(pilot))
        assert parts is not None
        assert all(part == "0" or part[0] in "+-" for part in parts.groups()), "zero has no sign"
        assert table_of(pilot).session.outcome is not None
        assert tuple(map(int, parts.groups())) == table_of(pilot).session.outcome.points  # type: ignore[union-attr]  # it matches

    run(play, session)


def test_the_daily_result_has_a_line_to_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: TODAY)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "d")
        session = table_of(pilot).session
        while len(session.actions) < 60 and session.turn is not None:
            play_on(session, Key(len(session.actions)), 1)
        table_of(pilot).show_result()
        await rest(pilot)
        share = f"Cardtable daily deal {TODAY}, Exit Stage Right: {session.outcome.margin:+}"  # type: ignore[union-attr]  # the game is over
        assert "Daily deal of 20 November. Streak: 1 day played (best 1), 0 won" in screen_text(pilot)
        await press(pilot, "c")
        assert pilot.app.clipboard == f"{share} \u2606\u2606\u2606\n{strip_of(session)}"
        assert on(pilot, ResultScreen)
        assert "c Copied" in screen_text(pilot)
        await press(pilot, "q", "d", "c")
        assert all(text in screen_text(pilot) for text in ("c Copied", COPIED[:40], share))

    run(play)


def test_the_result_waits_for_par(monkeypatch: pytest.MonkeyPatch, work_out_par: Callable[[Grading], None]) -> None:
    monkeypatch.setattr(Grading, "_work_out", work_out_par)

    async def play(pilot: Pilot[int]) -> None:
        play_on(table_of(pilot).session, Key(3), 999)
        table_of(pilot).show_result()
        assert on(pilot, TableScreen), "par takes longer than that"
        await wait_for(pilot, lambda: on(pilot, ResultScreen))
        assert re.search(r"You [-+]?\d+, par [-+]?\d+, medium [-+]?\d+\.", flowing_text(pilot))

    run(play, sit(**SHORT))
