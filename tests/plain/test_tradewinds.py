"""Tradewinds in words, in plain mode."""

from __future__ import annotations

from cardtable.engine.chance import DealCode
from cardtable.engine.game import Step
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Options, State
from cardtable.engine.games.tradewinds.words import SEAT_NAMES
from cardtable.plain.views.tradewinds import VIEW
from cardtable.plain.views.view import brief_move_lines
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.games.tradewinds_positions import EAST, NORTH, WEST, events_of, start, state
from tests.plain.transcripts import output_of


def seen(position: State, viewer: int | None, names: tuple[str, ...] = SEAT_NAMES) -> Seen:
    """Return what a viewer sees of this position."""
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


def test_the_table_lists_every_pile() -> None:
    assert VIEW.table(seen(HERE, WEST))[:9] == (
        "A1: Red on Triangle and 2 face down.",
        "A2: gap.",
        "A3: Square alone.",
        "B1: Blue on 1 face down.",
        "B2: Circle on 1 face down.",
        "B3: gap.",
        "C1: Green alone.",
        "C2: Partial on 3 face down.",
        "C3: Filled alone.",
    )


def test_the_table_says_what_each_player_scores_and_has_collected() -> None:
    table = VIEW.table(seen(HERE, WEST, ("Ann", "Ben", "Cleo", "Dan")))[9:]
    assert table[:8] == (
        "Covering Complete Partial-Blue-Square: True for Ann and Ben.",
        "Covering Complete Filled-Green-Circle: True for Ben and Dan.",
        "Covering Complete Hollow-Red-Triangle: True for Ben and Dan.",
        "6 of the 12 T/F cards are True.",
        "Cleo blows north, towards Ann; Partial, Blue and Square score for Ann.",
        "Dan blows east, towards Ben; everything scores for Ben.",
        "Ann blows south, towards Cleo; nothing scores for Cleo.",
        "Ben blows west, towards Dan; Hollow, Filled, Red, Green, Circle and Triangle score for Dan.",
    )
    score, *collected = table[11:]
    assert score.startswith("Score ")
    assert score.endswith(" deducting. 8 turns left.")
    assert "Ann has collected 3 scoring and 0 deducting." in collected
    assert "Dan has collected 1 scoring and 1 deducting." in collected
    assert not any(line.startswith("Cleo") for line in collected)


def test_hands_are_read_out_to_players_who_see_them() -> None:
    assert "North holds 2 Completes." in VIEW.table(seen(HERE, WEST))
    assert VIEW.hand(seen(HERE, WEST)) == ("Your hand: Hollow-Red-Circle, Filled-Blue-Triangle.",)
    assert VIEW.hand(seen(HERE, None)) == ()
    shown = HERE._replace(options=Options(open_hands=True))
    assert "North holds Partial-Red-Circle, Partial-Green-Triangle." in VIEW.table(seen(shown, WEST))


def test_a_turn_lists_every_single_that_moves() -> None:
    blew, turned_up = events_of(HERE, "HRC")
    assert " ".join(VIEW.tell(blew, SEAT_NAMES)).split(". ") == [
        "West plays Hollow-Red-Circle, which blows towards East",
        "The Circle on B2 leaves the grid and scores",
        "The Red on A1 goes to A3.",
    ]
    assert VIEW.tell(turned_up, SEAT_NAMES)[0].endswith(" on B2.")
    (nothing,) = VIEW.tell(events_of(state(("B . .", ". . .", ". . ."), "HRC"), "HRC")[0], SEAT_NAMES)
    assert nothing.endswith(". Nothing moves.")


def test_a_preview_names_no_face_down_card() -> None:
    lines = VIEW.consequences(seen(HERE, WEST), GAME.parse("HRC"))
    assert lines == (
        "The Circle on B2 would leave the grid and score.",
        "The Red on A1 would go to A3.",
        "B2 would be turned up.",
    )


def test_the_start_names_the_covering_completes() -> None:
    opening = GAME.setup(Options(first="south", true_cards=7), 4, DealCode(3).key())
    lines = VIEW.tell(opening.events[0], SEAT_NAMES)
    assert lines[0].startswith("On top, from A1 to C3: ")
    assert lines[1].startswith("The covering Completes are ")
    assert lines[2:] == ("7 of the 12 T/F cards are True.", "South begins.")
    assert all(line.isascii() for line in VIEW.table(seen(start(), None)))


def test_a_later_turn_names_each_complete_with_what_it_blows_off() -> None:
    position = state(("RTb? . S", "B? C? .", "G P??? F"), "HRC FBT", WEST, hands={WEST: "PRC HBC PGT HBT"}, rest=EAST)
    assert brief_move_lines(seen(position, WEST), VIEW) == (
        (
            "4 moves: 1 Hollow-Blue-Circle: 1 scoring; 2 Hollow-Blue-Triangle: nothing leaves; "
            "3 Partial-Red-Circle: 1 scoring; 4 Partial-Green-Triangle: nothing leaves."
        ),
    )


def test_players_with_names_of_their_own_hear_where_they_sit() -> None:
    session = Session(GAME, Options(first="east"), ("Ann", "Ben", "Cleo", "Dan"), DealCode(0))
    first_turn = output_of(session, "", "quit").partition("presses Enter.\n")[2]
    assert "\nYou blow west: top Singles that match" in first_turn
    assert "\nSingles that leave the grid go to the player opposite, in the west: " in first_turn
    assert "\nBen blows west, towards Dan; " in first_turn
    assert "East" not in first_turn
