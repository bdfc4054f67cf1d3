"""Rows of a saved-games database for tests, without real games."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from cardtable.engine.chance import DealCode
from cardtable.engine.game import Outcome
from cardtable.engine.games import SHIPPED
from cardtable.formats.codec import dump
from cardtable.formats.text import safe_text
from cardtable.store.rows import GameEntry
from tests.table.sittings import NAMES

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def options_text(kind: str, seats: int, **options: Any) -> str:
    """Return options as the database stores them."""
    game = SHIPPED[kind]
    return json.dumps(dump(game.resolve_defaults(game.options(**options), seats)), sort_keys=True)


def row(number: int, margin: int = 1, *, kind: str = "exit-stage-right", seats: int = 1, **more: Any) -> GameEntry:
    """Return a game that ended `number` minutes after noon and was won if the margin is above 0."""
    winners = () if margin <= 0 else tuple(range(seats)) if SHIPPED[kind].together else (0,)
    result = Outcome((margin,) * seats, winners, SHIPPED[kind].together, margin, "It is over.", "ES-9")
    given = {key: more.pop(key) for key in list(more) if key in GameEntry.__dataclass_fields__}
    made = GameEntry(
        id=number,
        kind=kind,
        names=NAMES[:seats],
        has_one_player=seats == 1,
        options=options_text(kind, seats, **more),
        deal=str(DealCode(number)),
        started=NOON,
        touched=NOON + timedelta(minutes=number),
        length=30,
        undone=0,
        hinted=0,
        inherited_actions=0,
        daily="",
        turn=None,
        outcome=result,
        holder="",
    )
    return replace(made, **given)


@st.composite
def rows(draw: st.DrawFn, most: int = 12) -> list[GameEntry]:
    """Return entries of all kinds, numbered from 1: finished or not, aided or not."""
    made = []
    for number in range(1, draw(st.integers(0, most)) + 1):
        kind = draw(st.sampled_from(sorted(SHIPPED)))
        seats = draw(st.sampled_from(SHIPPED[kind].seats))
        entry = row(number, draw(st.integers(-30, 30)), kind=kind, seats=seats)
        kinds = ("undone", "hinted", "inherited_actions")
        help_: dict[str, Any] = {kind: draw(st.sampled_from((0, 0, 0, 2))) for kind in kinds}
        levels = draw(st.just(()) | st.tuples(*[st.sampled_from(("", "easy", "medium", "hard"))] * seats))
        entry = replace(entry, **help_, has_one_player=seats == 1 or draw(st.booleans()))
        entry = replace(entry, levels=levels if any(levels) else ())
        made.append(entry if draw(st.integers(0, 4)) else replace(entry, outcome=None, turn=0))
    return made


HOSTILE = st.text(max_size=12) | st.sampled_from(
    ["\x1b[31mred", "[bold]x[/]", "\u202eevil", "# heading", "\ud800", "a\tb\nc", "x" * 5000]
)

OPTIONS = HOSTILE | st.sampled_from(["null", "{", "[]", '{"hand_size": [[]]}', '{"hand_size": "\\u001b[2J[b]"}'])


@st.composite
def _sound_but_for_its_texts(draw: st.DrawFn, number: int, kind: str) -> GameEntry:
    entry = row(number, draw(st.integers(-9, 9)), kind=kind, seats=draw(st.sampled_from(SHIPPED[kind].seats)))
    names, levels = (tuple(draw(HOSTILE) for _ in entry.names) for _ in range(2))
    levels = tuple(map(safe_text, levels)) if draw(st.booleans()) else ()
    return replace(
        entry, names=names, levels=levels, options=draw(OPTIONS | st.just(entry.options)), deal=draw(HOSTILE)
    )


@st.composite
def hostile_rows(draw: st.DrawFn) -> list[GameEntry]:
    """Return entries that someone may have edited by hand."""
    numbers = st.integers(-3, 3) | st.sampled_from([10**30, -(10**30)])
    made = []
    for number in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from([*SHIPPED, "unheard-of"]))
        points, winners = (tuple(draw(st.lists(numbers, max_size=4))) for _ in range(2))
        result = Outcome(points, winners, draw(st.booleans()), draw(numbers), draw(HOSTILE), draw(HOSTILE))
        if kind in SHIPPED and draw(st.booleans()):
            made.append(draw(_sound_but_for_its_texts(number, kind)))
            continue
        made.append(
            GameEntry(
                id=number,
                kind=kind,
                names=tuple(draw(st.lists(HOSTILE, max_size=4))),
                has_one_player=draw(st.booleans()),
                options=draw(OPTIONS),
                deal=draw(HOSTILE),
                started=NOON,
                touched=draw(st.datetimes() | st.just(NOON)),
                length=draw(numbers),
                undone=draw(numbers),
                hinted=0,
                inherited_actions=0,
                daily=draw(HOSTILE | st.just("2026-11-20")),
                turn=None,
                outcome=draw(st.just(result) | st.none()),
                holder="",
            )
        )
    return made
