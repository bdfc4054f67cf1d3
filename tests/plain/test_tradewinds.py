"""Tradewinds in words, as plain mode says it."""

from __future__ import annotations

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.chance import DealCode
from cardtable.engine.game import Step
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Options, State
from cardtable.engine.games.tradewinds.words import SEAT_NAMES
from cardtable.plain.views.tradewinds import VIEW
from cardtable.table.session import Seen, Session
from tests.games.tradewinds_positions import EAST, NORTH, WEST, events_of, start, state


def seen(position: State, viewer: int | None, names: tuple[str, ...] = SEAT_NAMES) -> Seen:
    """What a viewer sees of a game that stands at this position."""
    session = Session(GAME, Options(), names, DealCode(0))
    session._start = Step(position, session._start.events)
    return session.look(viewer)


HERE = state(
    ("RTb? . S", "B? C? .", "G P??? F"),
    "HRC FBT",
    WEST,
    hands={NORTH: "PRC PGT"},
    collected={WEST: "R B", NORTH: "P P S"},
    rest=EAST,
)


def test_the_table_is_told_pile_by_pile() -> None:
    assert VIEW.table(seen(HERE, WEST))[:3] == (
        "Row A: A1 Red on Triangle and 2 face down, A2 gap, A3 Square alone.",
        "Row B: B1 Blue on 1 face down, B2 Circle on 1 face down, B3 gap.",
        "Row C: C1 Green alone, C2 Partial on 3 face down, C3 Filled alone.",
    )


def test_for_each_wind_it_is_told_what_scores_there_and_what_it_has_collected() -> None:
    told = VIEW.table(seen(HERE, WEST, ("Ann", "Ben", "Cleo", "Dan")))
    assert told[3] == "6 of the 12 T/F cards are True."
    assert told[4] == "Cleo blows to Ann; scoring there: Partial, Blue, Square; collected +3 -0."
    assert told[5].startswith("Dan blows to Ben; scoring there: everything; collected +")
    assert told[6] == "Ann blows to Cleo; scoring there: nothing; collected +0 -0."
    assert told[7] == "Ben blows to Dan; scoring there: Hollow, Filled, Red, Green, Circle, Triangle; collected +1 -1."
    assert told[8].endswith("turns left 8.")


def test_hands_are_told_to_those_who_see_them() -> None:
    assert "North holds 2 Completes." in VIEW.table(seen(HERE, WEST))
    assert VIEW.hand(seen(HERE, WEST)) == ("Your hand: Hollow-Red-Circle, Filled-Blue-Triangle.",)
    assert VIEW.hand(seen(HERE, None)) == ()
    shown = HERE._replace(options=Options(open_hands=True))
    assert "North holds Partial-Red-Circle, Partial-Green-Triangle." in VIEW.table(seen(shown, WEST))


def test_a_turn_is_told_single_by_single() -> None:
    blew, turned_up = events_of(HERE, "HRC")
    assert VIEW.tell(blew, SEAT_NAMES) == (
        "West plays Hollow-Red-Circle, which blows to East.",
        "B2 Circle leaves the grid and scores.",
        "A1 Red goes to A3.",
    )
    assert VIEW.tell(turned_up, SEAT_NAMES)[0].startswith("Turned up: B2 ")
    assert VIEW.tell(events_of(state(("B . .", ". . .", ". . ."), "HRC"), "HRC")[0], SEAT_NAMES)[1:] == (
        "Nothing moves.",
    )


def test_what_would_be_turned_up_is_told_without_its_face() -> None:
    foreseen = GAME.preview(GAME.view(HERE, WEST), GAME.parse("HRC"))
    told = [line for event in foreseen for line in VIEW.tell(event, SEAT_NAMES)]
    assert told[-1] == "Then B2 will be turned up."
    assert FACE_DOWN.name not in " ".join(told)


def test_the_start_is_told() -> None:
    opening = GAME.setup(Options(first="south", true_cards=7), 4, DealCode(3).key())
    told = VIEW.tell(opening.events[0], SEAT_NAMES)
    assert told[0].startswith("On top, from A1 to C3: ")
    assert told[1].endswith(" decide what scores.")
    assert told[2:] == ("7 of the 12 T/F cards are True.", "South begins.")
    assert all(line.isascii() for line in VIEW.table(seen(start(), None)))
