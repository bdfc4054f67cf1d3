"""What holds for the commands of every room."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.key_changes import CURSOR_KEYS, board_commands, change_key, kinds_of_rooms
from cardtable.rooms.kit.keys import CHANGEABLE, ChangeableKey, name_of_sign
from cardtable.rooms.kit.response import Response
from tests.rooms.examples import ARGUMENTS, BASES, COUNTS, EXAMPLES

KINDS = [kind for kind in kinds_of_rooms() if kind not in BASES]
BOARD_NAMES = {*(key for each in board_commands() for key in (*each.keys, *each.also)), *CURSOR_KEYS}
"""The keys of boards, which stay theirs."""
SHOW_AGAIN = {"contents", "list", "look", "mistake-before", "move-number", "step-back", "summary"}
"""The commands that may only show or read out again what is shown already."""
STATES = [(kind, at) for kind in KINDS for at in range(COUNTS.get(kind, 0))]


def test_every_kind_of_room_has_examples() -> None:
    assert set(KINDS) == set(EXAMPLES)
    assert {kind: len(list(EXAMPLES[kind]())) for kind in KINDS} == COUNTS


def example(kind: type[Room], at: int) -> Room:
    return next(islice(EXAMPLES[kind](), at, None))


def keys_of(command: Command) -> tuple[str, ...]:
    return (*command.listed_keys, *command.also)


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_has_a_key_and_words_or_says_why_not(kind: type[Room]) -> None:
    assert max(Counter(each.id for each in kind.commands).values()) == 1
    for each in kind.commands:
        assert bool(each.no_key) != bool(keys_of(each)), f"{each.id} has a key or says why not"
        assert bool(each.no_words) != bool(each.words), f"{each.id} has words or says why not"
        assert each.help, each.id
        assert not each.help.endswith("."), f"the help of {each.id} is a phrase"
        assert not each.after or any(each.after == other.id for other in kind.commands), each.id


@pytest.mark.parametrize("kind", KINDS)
def test_every_command_of_a_room_is_offered_in_an_example(kind: type[Room]) -> None:
    offered = {each.id for room in EXAMPLES[kind]() for each in room.offered}
    assert offered == {each.id for each in kind.commands}


@pytest.mark.parametrize(("kind", "at"), STATES)
def test_no_two_commands_share_a_key_or_a_word(kind: type[Room], at: int) -> None:
    room = example(kind, at)
    for names in (
        [key for each in room.known for key in keys_of(each)],
        [w for each in room.known for w in each.words],
    ):
        assert max(Counter(names).values(), default=1) == 1, Counter(names).most_common(1)


@pytest.mark.parametrize(("kind", "at"), STATES)
def test_a_refused_command_says_why_and_changes_nothing_and_any_other_runs(kind: type[Room], at: int) -> None:
    for each in kind.commands:
        room = example(kind, at)
        if not each.exists(room):
            assert room.can(each.id) is False
            continue
        before = contents(room)
        if reason := each.why_not(room):
            assert room.can(each.id) is None
            assert reason.endswith(".")
            with pytest.raises(ValueError, match=r".") as refusal:
                room.do(each.id)
            assert str(refusal.value) == reason
            assert contents(room) == before
        else:
            assert room.can(each.id) is True
            response = room.do(each.id, ARGUMENTS.get(each.takes, ""))
            has_changed = contents(room) != before or each.id in SHOW_AGAIN
            assert isinstance(response, Response) or has_changed, each.id


def contents(held: Any, depth: int = 2) -> Any:
    """Return what a room or one of its objects holds, down to this depth."""
    if isinstance(held, dict):
        return {key: contents(value, depth) for key, value in held.items()}
    if isinstance(held, list):
        return held.copy()
    return (held, contents(vars(held), depth - 1)) if depth and hasattr(held, "__dict__") else held


@pytest.mark.parametrize("command", CHANGEABLE.values(), ids=lambda each: each.id)
def test_a_changed_key_never_collides_in_a_room(command: ChangeableKey) -> None:
    """A new key is refused if it does something else in a room where the command is; otherwise, it is free there."""
    for key in (*"abcdefghijklmnopqrstuvwxyzLU", "f5", "slash", "space", "left", "backspace", "question_mark"):
        rooms = [kind for kind in KINDS if any(each.id == command.id and each.changeable for each in kind.commands)]
        assert rooms
        taken = {name for kind in rooms for each in kind.commands if each.id != command.id for name in named(each)}
        boards = BOARD_NAMES if any(kind.plays_on_board for kind in rooms) else set[str]()
        try:
            changed = change_key({}, command, key)
        except ValueError:
            assert key in taken | boards
        else:
            assert changed == ({} if key == command.key else {command.id: key})
            assert key == command.key or key not in taken | boards


def named(command: Command) -> set[str]:
    """Return the names of a command's keys."""
    return {name_of_sign(key) if len(key) == 1 else key for key in keys_of(command)}
