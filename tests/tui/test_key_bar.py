"""A click on a key bar: every label that the bar draws does what its key does, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games import SHIPPED
from cardtable.table.session import Session
from cardtable.tui.screens.hand_over import PublicMoment
from cardtable.tui.screens.table import TableScreen
from cardtable.tui.widgets.key_bar import KeyBar, keys_of
from tests.table.sittings import move_to, truth
from tests.tui.key_bars import click_label, labels
from tests.tui.screens import NAMES, key_bar, rest, run, table_of, tap_at, usually_diagonal
from tests.tui.table.round_ends import SIZES, before_a_round_ends, end_the_round


def forget_how_long_it_was_shown(pilot: Pilot[int]) -> None:
    """Make a click count at once on a screen that waits for the next player."""
    if isinstance(pilot.app.screen, PublicMoment):
        pilot.app.screen.shown_at = 0


def new_game(game_id: str) -> Session:
    game = SHIPPED[game_id]
    return Session(game, game.options(), NAMES[: game.seats[0]], DealCode(1), (0,) * game.seats[0])


async def check_clicks(pilot: Pilot[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Click on the middle of every label, and check which action that runs; the action itself does nothing."""
    done = list[str]()

    async def note(action: str, *_: Any) -> bool:
        done.append(action)
        return True

    screen, drawn = pilot.app.screen, labels(pilot)
    assert len(drawn) == len(screen.query_one(KeyBar)._shown) > 0
    expected = {each.name: each.action for each in keys_of(screen, shown_only=True)}
    forget_how_long_it_was_shown(pilot)
    with monkeypatch.context() as patch:
        patch.setattr(pilot.app, "run_action", note)
        patch.setattr(type(screen), "dismiss", lambda screen, result=None: done.append(f"dismissed: {result}"))
        for name, (x, y) in drawn.items():
            done.clear()
            await tap_at(pilot, x, y)
            assert done == [expected[name]], name
        bar = screen.query_one(KeyBar).region
        done.clear()
        for blank in re.finditer(r"\s{2,}|\s$", key_bar(pilot).ljust(bar.right)):
            for x in (blank.start(), blank.end() - 1):
                await tap_at(pilot, x, bar.y)
                assert not done, f"column {x} is blank"


@pytest.mark.parametrize(("game_id", "size"), usually_diagonal(SHIPPED, SIZES))
def test_a_click_on_a_label_does_what_its_key_does(
    game_id: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, TableScreen)
        await check_clicks(pilot, monkeypatch)

    run(play, new_game(game_id), size=size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("game_id", "action"), [("rummy-like", "score"), ("clash", "pass")])
def test_a_click_on_a_label_between_two_turns_does_what_its_key_does(
    game_id: str, action: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await end_the_round(pilot, action)
        await check_clicks(pilot, monkeypatch)

    run(play, before_a_round_ends(game_id), size=size)


def test_go_on_after_a_round_leads_back_to_the_table() -> None:
    session = before_a_round_ends("clash")
    alone = Session(session.game, session.options, NAMES[:2], DealCode(0), (0, 0))
    move_to(alone, truth(session))

    async def play(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        table.act(alone.game.parse("pass"))
        await rest(pilot)
        forget_how_long_it_was_shown(pilot)
        await click_label(pilot, "Go on")
        assert pilot.app.screen is table
        assert table.viewer == alone.turn

    run(play, alone, size=(120, 40))
