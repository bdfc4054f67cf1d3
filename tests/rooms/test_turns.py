"""What comes next at a table, step by step, which both front ends only perform."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.rooms.kit.response import Response
from cardtable.rooms.kit.turns import (
    Act,
    ComputerThinks,
    Follow,
    FollowOthers,
    HandOver,
    Over,
    Played,
    Unplayed,
    WaitForOthers,
    YourTurn,
)
from cardtable.rooms.table import TableRoom
from cardtable.store import shared_games
from cardtable.store.errors import StorageFault
from cardtable.table.session import Session
from tests.table.saved_games import failing
from tests.table.shared_tables import Company
from tests.table.sittings import UNREVEALING, sit
from tests.tui.table.computer_players import MEDIUM

CLASH, ES, RUMMY = GAMES["clash"], GAMES["exit-stage-right"], GAMES["rummy-like"]


def take(room: TableRoom) -> tuple[str, Response | None]:
    """Take the next step, with the first legal action for every choice. Return its name and what has been played."""
    step, response = room.next_step(), None
    match step:
        case HandOver():
            room.start_turn()
        case Act(action):
            room.start_turn()
            response = room.act(action)
        case YourTurn() | ComputerThinks():
            room.start_turn()
            response = room.act(room.session.game.legal(room.session.full_state())[0])
        case FollowOthers():
            response = room.follow()
        case WaitForOthers() | Over():
            pass
    return type(step).__name__, response


def steps(session: Session, number: int) -> list[str]:
    """Return the names of the first steps of a game."""
    room = TableRoom(session, None)
    return [take(room)[0] for _ in range(number)]


HAND_OVER, YOUR_TURN, COMPUTER, ACT = "HandOver", "YourTurn", "ComputerThinks", "Act"


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (sit(ES, 2, **UNREVEALING), [HAND_OVER, YOUR_TURN, HAND_OVER, YOUR_TURN, HAND_OVER]),
        (sit(ES, 2, **UNREVEALING, open_hands=True), [YOUR_TURN] * 4),
        (sit(ES, 2, persons=(0, 0), **UNREVEALING), [YOUR_TURN] * 4),
        (sit(ES, 3, persons=(0, 0, 1), **UNREVEALING), [HAND_OVER, YOUR_TURN, YOUR_TURN, HAND_OVER, YOUR_TURN]),
        (sit(ES, 1), [YOUR_TURN] * 3),
        (sit(ES, 2, computers=(None, MEDIUM), **UNREVEALING), [YOUR_TURN, COMPUTER, YOUR_TURN, COMPUTER]),
        (sit(ES, 3, computers=(None, MEDIUM, None), first=1), [HAND_OVER, YOUR_TURN, COMPUTER, HAND_OVER, YOUR_TURN]),
        (sit(ES, 2, computers=(MEDIUM, MEDIUM), first=1), [COMPUTER] * 3),
        (sit(RUMMY, 3, persons=(0, 0, 0)), [ACT, YOUR_TURN]),
        (sit(RUMMY, 3, computers=(MEDIUM, MEDIUM, MEDIUM)), [ACT, COMPUTER]),
    ],
    ids=[
        "hot seat",
        "open hands",
        "one person",
        "two seats of one of them",
        "alone",
        "against a computer player",
        "two people and a computer player",
        "computer players",
        "one person who must draw",
        "computer players who must draw",
    ],
)
def test_what_comes_next_depends_on_who_plays(session: Session, expected: list[str]) -> None:
    assert steps(session, len(expected)) == expected


def test_at_one_keyboard_a_draw_without_a_choice_comes_after_the_keyboard_is_passed_on() -> None:
    found = steps(sit(RUMMY, 3), 40)
    assert found[:3] == [HAND_OVER, ACT, YOUR_TURN]
    assert {after for before, after in pairwise(found) if before == HAND_OVER} == {ACT, YOUR_TURN}


def test_after_the_end_there_is_only_the_result() -> None:
    room = TableRoom(sit(ES, 1), None)
    while (name := take(room)[0]) != "Over":
        assert name == YOUR_TURN
    assert room.next_step() == Over()


def test_a_draw_that_was_undone_is_not_made_again_by_itself() -> None:
    room = TableRoom(sit(RUMMY, 3, persons=(0, 0, 0)), None)
    assert take(room)[0] == ACT
    room.do("undo")
    assert room.next_step() == YourTurn(), "the player may redo it"


# Shared tables


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    """Return a shared table of two people and a computer player between them, with the first of them to move."""
    at = Company(tmp_path, "rummy-like", 3, code=4, computers=(None, Computer("easy", 1), None))
    yield at
    at.close()


def test_at_a_shared_table_each_process_waits_follows_or_thinks(company: Company) -> None:
    seen = set[tuple[str, ...]]()
    for _ in range(60):
        for room in company.rooms:
            room.look_for_news()
        seen.add(tuple(take(room)[0] for room in company.rooms))
    names = {name for each in seen for name in each}
    assert names == {ACT, COMPUTER, YOUR_TURN, "FollowOthers", "WaitForOthers"}
    assert all(COMPUTER not in each[1:] for each in seen), "only the first process thinks"


def test_an_action_without_a_choice_that_cannot_be_saved_is_tried_again(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else would play it: nor a computer player's move, while a person can try again."""
    tried = dict[str, Any]()
    for _ in range(200):
        company.follow()
        room = next(room for room in company.rooms if not isinstance(room.next_step(), (WaitForOthers, Over)))
        with monkeypatch.context() as broken:
            broken.setattr(shared_games, "append", failing(StorageFault.DISK_FULL))
            name, response = take(room)
        assert isinstance(response, Unplayed)
        assert response.reason == "Not played: The disk is full."
        assert tried.setdefault(name, response.is_tried_again) == response.is_tried_again
        before = len(room.session.actions)
        assert (take(room)[0], len(room.session.actions)) == (name, before + 1), "the same step comes again"
        if len(tried) == 3:
            break
    assert tried == {ACT: True, COMPUTER: True, YOUR_TURN: False}


def test_whoever_plays_while_behind_follows_the_others_instead(company: Company) -> None:
    first, second = company.rooms
    while first.next_step() != ComputerThinks():
        take(company.current)
        company.follow()
    action = first.session.game.legal(first.session.full_state())[0]
    assert isinstance(first.act(action), Played)
    assert second.act(action) == Follow()
    assert second.next_step() == FollowOthers()
    take(second)
    assert second.session.actions == first.session.actions
