"""The line protocol between Cardtable and a program that plays. docs/engine.md describes it.

Cardtable sends only a seat's view (a `Seen`). Cardtable sends neither the deal code nor a key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Event
from cardtable.formats.codec import dump, load
from cardtable.formats.strict_json import BadFile, parse_json, quote
from cardtable.formats.text import safe_text
from cardtable.formats.version import version
from cardtable.games import GAMES
from cardtable.players.player import Choice
from cardtable.table.seen import Seen

PROTOCOL = 1
"""The current version of the protocol."""
MAX_NAME = 40
_VALUE = " value "


@dataclass(frozen=True, slots=True)
class Go:
    """The limit for a move, as a time or as a number of simulations."""

    milliseconds: int | None = None
    simulations: int | None = None

    def line(self) -> str:
        """Return the line that requests a move."""
        words = ["go"]
        if self.milliseconds is not None:
            words += ["time", str(self.milliseconds)]
        if self.simulations is not None:
            words += ["simulations", str(self.simulations)]
        return " ".join(words)


# Lines that Cardtable sends


def hello_line() -> str:
    """Return the first line to a program, with the versions of the protocol and of Cardtable."""
    return f"cardtable {PROTOCOL} {version()}"


def game_line(seen: Seen) -> str:
    """Return the line with the game, its options, the players and the program's seat."""
    game = seen.game
    about = {
        "title": game.title,
        "rules": game.rules_version,
        "seat": seen.viewer,
        "names": list(seen.names),
        "options": dump(seen.state.options),
    }
    return f"game {game.id} {_json(about)}"


def position_line(seen: Seen) -> str:
    """Return the line with the seat's view of the state and the events since the seat's last action."""
    state = dump(seen.state, is_view=True)
    del state["options"]
    return f"position {_json({'seat': seen.viewer, 'state': state, 'log': news(seen)})}"


def legal_line(seen: Seen) -> str:
    """Return the line with the legal actions."""
    return f"legal {_json(list(map(str, seen.legal)))}"


def info_line(value: Mapping[str, Any]) -> str:
    """Return the line with the value of an action."""
    return f"info {_json({name: round(each, 3) if isinstance(each, float) else each for name, each in value.items()})}"


def news(seen: Seen) -> list[str]:
    """Return sentences about the events since the seat's last action, or since the start if the seat hasn't acted."""
    since = list[tuple[Event, ...]]()
    for events in reversed(seen.log):
        if events and events[0].seat == seen.viewer and len(since) < len(seen.log) - 1:
            break
        since.append(events)
    return [seen.game.describe(event, seen.names).strip() for events in reversed(since) for event in events]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


# A program's answers


def best_line(choice: Choice) -> str:
    """Return the line with a program's choice. The line includes the value if the program has an estimate."""
    return f"best {choice.action}" + ("" if choice.value is None else f"{_VALUE}{choice.value:.3f}")


def parse_best(text: str, seen: Seen) -> Choice:
    """Return the choice in the text after `best`. Raise ValueError with a sentence if it isn't a legal action."""
    typed, found, number = text.rpartition(_VALUE)
    typed = (typed if found else text).strip()
    by_text = {str(action): action for action in seen.legal}
    action = by_text.get(typed)
    if action is None:
        action = seen.game.parse(typed)
        if action not in seen.legal:
            raise ValueError(seen.explain(action))
    return Choice(action, value=_parse_value(number) if found else None)


def _parse_value(text: str) -> float | None:
    """Return a value from 0 to 1, or None if the text isn't such a value."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


# Lines that a program reads


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The content of the `game` line."""

    game: AnyGame
    seat: int
    names: tuple[str, ...]
    options: Any


def parse_game_line(text: str) -> GameHeader:
    """Parse the text after `game`. Raise BadFile if the text is invalid."""
    name, _, rest = text.partition(" ")
    if name not in GAMES:
        raise BadFile(f"There's no game {quote(name)}.")
    game, about = GAMES[name], _fields(rest, "game", ("seat", "names", "options", "rules"))
    if about["rules"] != game.rules_version:
        raise BadFile(f"The rules of {game.title} have version {game.rules_version}, not {quote(about['rules'])}.")
    names = load(tuple[str, ...], about["names"], "game", "names")
    seat = load(int, about["seat"], "game", "seat")
    if len(names) not in game.seats or not 0 <= seat < len(names):
        raise BadFile(f"{game.title} can't have seat {seat} of {len(names)}.")
    options = load(game.options, about["options"], "game", "options")
    return GameHeader(game, seat, tuple(safe_text(each, fallback="?") for each in names), options)


def parse_position_line(text: str, header: GameHeader) -> Seen:
    """Parse the text after `position`. Raise BadFile if the text is invalid.

    The result has no events, because the line contains only sentences about them.
    """
    game, body = header.game, _fields(text, "position", ("state",))
    if not isinstance(body["state"], dict):
        raise BadFile("This position is invalid: its state must be an object.")
    view = load(game.state, {**body["state"], "options": dump(header.options)}, "position", "state", is_view=True)
    try:
        seats, turn = game.seat_count(view), game.turn(view)
        legal = game.legal(view) if turn == header.seat else ()
    except Exception:  # noqa: BLE001  a view that no game leads to can break the rules in any way
        raise BadFile("This position is invalid: the rules can't be applied to it.") from None
    if seats != len(header.names):
        raise BadFile("This position has a different number of seats from its game.")
    return Seen(game, header.seat, header.names, turn, view, legal, (), None, "", "", 0)


def _fields(text: str, what: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of an object. Unknown fields are ignored, because a later version may add fields."""
    found = parse_json(text, what)
    if not isinstance(found, dict):
        raise BadFile(f"After {what}, there must be an object in JSON.")
    for name in names:
        if name not in found:
            raise BadFile(f"This {what} is invalid: the field '{name}' is missing.")
    return found


def parse_go(text: str) -> Go:
    """Parse the limits after `go`. Unknown words are ignored."""
    words = text.split()
    numbers = {
        word: int(number)
        for word, number in pairwise(words)
        if number.isascii() and number.isdecimal() and len(number) < 10
    }
    return Go(numbers.get("time"), numbers.get("simulations"))


def key_of(position: str) -> Key:
    """Return a key that depends only on the position's line, so a program repeats its choice for the same view."""
    return Key(int.from_bytes(sha256(position.encode()).digest()[:8], "big"))
