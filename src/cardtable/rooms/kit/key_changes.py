"""Changes to the key of a command. A change is refused if a room with that command already uses the new key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from cardtable.games import GAMES
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.keys import CHANGEABLE, FIXED, ChangeableKey, key_label, name_of_sign

CURSOR_KEYS = (*"123456789", "left", "right", "up", "down", "home", "end", "enter")
"""The keys of a board's cursor."""


def change_key(keys: Mapping[str, str], command: ChangeableKey, key: str) -> dict[str, str]:
    """Return the keys with one more change. Raise ValueError if a room with that command already uses the key."""
    if key in FIXED:
        raise ValueError(f"{key_label(key)} belongs to {FIXED[key]}.")
    others = {name: changed for name, changed in keys.items() if name != command.id}
    for room in kinds_of_rooms():
        if any(each.id == command.id and each.changeable for each in room.commands):
            for other, taken in _keys_in(room, others):
                # A default key may be a board's key, too.
                if taken == key and other.id != command.id and (key != command.key or other.id in CHANGEABLE):
                    raise ValueError(f"{key_label(key)} is already the key for '{other.label}'.")
    return others if key == command.key else {**others, command.id: key}


def _keys_in(room: type[Room], keys: Mapping[str, str]) -> Iterator[tuple[ChangeableKey, str]]:
    """Yield each key that works in a room, paired with its command. The player may have changed some of these keys."""
    for each in (*room.commands, *(board_commands() if room.plays_on_board else ())):
        label = each.changeable.label if each.changeable else each.label if isinstance(each.label, str) else ""
        name = ChangeableKey(each.id, label or each.help, "")
        for at, key in enumerate(_all_keys(each)):
            yield name, keys.get(each.id, key) if at == 0 and each.changeable else key
    if room.plays_on_board:
        for key in CURSOR_KEYS:
            yield ChangeableKey("", "the cursor", ""), key


def _all_keys(command: Command) -> list[str]:
    return [name_of_sign(key) if len(key) == 1 else key for key in (*command.listed_keys, *command.also)]


def board_commands() -> list[Command]:
    """Return the commands of every game's board, including games from other installed packages."""
    boards = (GAMES.part_of(game_id, "board", "BOARD") for game_id in GAMES)
    return [command for board in boards if board is not None for command in board.commands]


def kinds_of_rooms() -> list[type[Room]]:
    """Return every kind of room."""
    for module in iter_modules(import_module("cardtable.rooms").__path__, "cardtable.rooms."):
        import_module(module.name)
    found, waiting = list[type[Room]](), [Room]
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        found += (kind for kind in below if kind.commands and kind.__module__.startswith("cardtable."))
    return found
