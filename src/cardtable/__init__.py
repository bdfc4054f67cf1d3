"""A card table in the terminal.

`docs/api.md` shows how to use the names in this package. Each name is imported when it is first used, so `import
cardtable` is fast and a script loads only what it needs.
"""

from __future__ import annotations

# Type checkers recognise this name. Importing `typing` would take time before Ctrl+C is handled.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from cardtable.engine.chance import DealCode, Key, draw_below
    from cardtable.engine.game import (
        AnyGame,
        BadOptions,
        Event,
        Game,
        IllegalAction,
        Outcome,
        Seat,
        Step,
        play,
        seen_by,
        start,
    )
    from cardtable.engine.games import SHIPPED
    from cardtable.engine.walk import Policy, Turn, perft, pick_random, playout, replay, turns
    from cardtable.formats.notation import format_position, parse_position, read_position_file
    from cardtable.formats.opening import StartPosition
    from cardtable.formats.position import dump_position, first_fault, load_position
    from cardtable.formats.record import Record, dump_record, load_record, replay_record
    from cardtable.formats.strict_json import BadFile
    from cardtable.games import GAMES
    from cardtable.lab.environments.make import env
    from cardtable.lab.simulation.plan import SimulationError
    from cardtable.lab.simulation.play import GameResult
    from cardtable.lab.simulation.run import simulate
    from cardtable.players.analysis import ActionValue, analyze
    from cardtable.players.player import Choice
    from cardtable.players.scripts import player
    from cardtable.table.recording import open_session, record_of
    from cardtable.table.seen import Seen
    from cardtable.table.session import Session

__all__ = [
    "GAMES",
    "SHIPPED",
    "ActionValue",
    "AnyGame",
    "BadFile",
    "BadOptions",
    "Choice",
    "DealCode",
    "Event",
    "Game",
    "GameResult",
    "IllegalAction",
    "Key",
    "Outcome",
    "Policy",
    "Record",
    "Seat",
    "Seen",
    "Session",
    "SimulationError",
    "StartPosition",
    "Step",
    "Turn",
    "analyze",
    "draw_below",
    "dump_position",
    "dump_record",
    "env",
    "first_fault",
    "format_position",
    "load_position",
    "load_record",
    "open_session",
    "parse_position",
    "perft",
    "pick_random",
    "play",
    "player",
    "playout",
    "read_position_file",
    "record_of",
    "replay",
    "replay_record",
    "seen_by",
    "simulate",
    "start",
    "turns",
]

_MODULES = {
    "cardtable.engine.chance": ("DealCode", "Key", "draw_below"),
    "cardtable.engine.game": (
        *("AnyGame", "BadOptions", "Event", "Game", "IllegalAction", "Outcome", "Seat", "Step"),
        *("play", "seen_by", "start"),
    ),
    "cardtable.engine.games": ("SHIPPED",),
    "cardtable.engine.walk": ("Policy", "Turn", "perft", "pick_random", "playout", "replay", "turns"),
    "cardtable.lab.environments.make": ("env",),
    "cardtable.formats.notation": ("format_position", "parse_position", "read_position_file"),
    "cardtable.formats.opening": ("StartPosition",),
    "cardtable.formats.position": ("dump_position", "first_fault", "load_position"),
    "cardtable.formats.record": ("Record", "dump_record", "load_record", "replay_record"),
    "cardtable.formats.strict_json": ("BadFile",),
    "cardtable.games": ("GAMES",),
    "cardtable.players.analysis": ("ActionValue", "analyze"),
    "cardtable.players.player": ("Choice",),
    "cardtable.players.scripts": ("player",),
    "cardtable.lab.simulation.plan": ("SimulationError",),
    "cardtable.lab.simulation.play": ("GameResult",),
    "cardtable.lab.simulation.run": ("simulate",),
    "cardtable.table.recording": ("open_session", "record_of"),
    "cardtable.table.seen": ("Seen",),
    "cardtable.table.session": ("Session",),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'cardtable' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
