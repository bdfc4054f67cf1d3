"""Tradewinds in words, in plain mode."""

from __future__ import annotations

from dataclasses import replace

from cardtable.engine.chance import DealCode
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Options, Pile, State
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.games.tradewinds.view import GRID, VIEW
from cardtable.plain.private_screen import wrapped
from cardtable.plain.view import brief_move_lines
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.builders import singles
from tests.games.tradewinds_positions import EAST, NORTH, WEST, events_of, start, state
from tests.plain.tables import CODE, Table
from tests.plain.transcripts import output_of
from tests.table.sittings import move_to


def seen(position: State, viewer: int | None, names: tuple[str, ...] = SEAT_NAMES) -> Seen:
    """Return what a viewer sees of this position."""
    session = Session(GAME, Options(), names, DealCode(0))
    move_to(session, position)
    return session.look(viewer)


HERE = state(
    ("RTb? . S", "B? C? .", "G P??? F"),
    "HRC FBT",
    WEST,
    hands={NORTH: "PRC PGT"},
    collected={WEST: "R B", NORTH: "P P S"},
    rest=EAST,
)


def test_the_name_of_a_pile_reads_that_pile() -> None:
    session = Session(GAME, Options(), SEAT_NAMES, CODE, persons=(0,) * 4)
    (pile,) = (line for line in VIEW.board(session.look(session.turn)) if line.startswith("B2: "))
    turns = output_of(session, "b2", "board B2", "b4").split("Your move")
    assert turns[1].splitlines()[1:] == turns[2].splitlines()[1:] == [pile]
    assert not session.actions


def test_the_table_lists_every_pile() -> None:
    assert VIEW.table(seen(HERE, WEST))[:10] == (
        "Rows A to C go from north to south, and columns 1 to 3 from west to east.",
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


def test_more_than_two_cards_below_the_top_one_are_a_list_with_commas() -> None:
    pile = Pile(singles("C T P"), singles("G G"))
    grid = (pile, *HERE.grid[1:])
    assert VIEW.table(seen(HERE._replace(grid=grid), WEST))[1] == "A1: Circle on Triangle, Partial and 2 face down."


def test_the_table_says_what_each_player_scores_and_has_collected() -> None:
    table = VIEW.table(seen(HERE, WEST, ("Ann", "Ben", "Cleo", "Dan")))[10:]
    assert table[:8] == (
        "Covering Complete Partial-Blue-Square: True for Ann and Ben.",
        "Covering Complete Filled-Green-Circle: True for Ben and Dan.",
        "Covering Complete Hollow-Red-Triangle: True for Ben and Dan.",
        "6 of the 12 T/F cards are True, and decide which kinds score for whom.",
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


def test_the_listener_is_you_and_never_a_wind() -> None:
    there = replace(seen(HERE, WEST), you=WEST)
    lines = [*VIEW.table(there), *VIEW.opening(there), VIEW.question(there)]
    assert "East blows west, towards you; Hollow, Filled, Red, Green, Circle and Triangle score for you." in lines
    assert "You blow towards East; everything scores for East." in lines
    assert "You have collected 1 scoring and 1 deducting." in lines
    assert "Covering Complete Filled-Green-Circle: True for East and you." in lines
    assert "In the west, Hollow, Filled, Red, Green, Circle and Triangle score for you." in lines
    assert not any("West" in line for line in lines)


def test_hands_are_read_out_to_players_who_see_them() -> None:
    assert "North holds 2 Completes." in VIEW.table(seen(HERE, WEST))
    assert VIEW.hand(seen(HERE, WEST)) == ("Your hand: Hollow-Red-Circle, Filled-Blue-Triangle.",)
    assert VIEW.hand(seen(HERE, None)) == ()
    shown = HERE._replace(options=Options(open_hands=True))
    assert "North holds Partial-Red-Circle, Partial-Green-Triangle." in VIEW.table(seen(shown, WEST))


def test_a_turn_lists_every_single_that_moves() -> None:
    blew, turned_up = events_of(HERE, "HRC")
    assert VIEW.tell(blew, SEAT_NAMES).full == (
        "West plays Hollow-Red-Circle.",
        "Circle from B2 scores for East.",
        "Red moves from A1 to A3.",
    )
    assert VIEW.tell(turned_up, SEAT_NAMES).text.endswith(" on B2.")
    nothing = VIEW.tell(events_of(state(("B . .", ". . .", ". . ."), "HRC"), "HRC")[0], SEAT_NAMES)
    assert nothing.text.endswith(". Nothing moves.")


def test_a_preview_names_no_face_down_card() -> None:
    lines = VIEW.consequences(seen(HERE, WEST), GAME.parse("HRC"))
    assert lines == (
        "Circle from B2 would score for East.",
        "Red would move from A1 to A3.",
        "Then B2 will be turned up.",
    )


def test_the_start_names_the_covering_completes() -> None:
    opening = GAME.setup(Options(first="south", true_cards=7), 4, DealCode(3).key())
    lines = VIEW.tell(opening.events[0], SEAT_NAMES).full
    assert lines[0].endswith(" decide what scores; 7 of 12 T/F cards are True.")
    assert lines[1:] == ("South begins.",)
    assert all(line.isascii() for line in VIEW.table(seen(start(), None)))


def test_a_later_turn_names_each_complete_with_what_leaves_or_lands() -> None:
    position = state(("RTb? . S", "B? C? .", "G P??? F"), "HRC FBT", WEST, hands={WEST: "PRC HBC PGT HBT"}, rest=EAST)
    assert brief_move_lines(seen(position, WEST), VIEW) == (
        (
            "4 moves: 1 Hollow-Blue-Circle: 1 scores, 1 lands; 2 Hollow-Blue-Triangle: 1 lands; "
            "3 Partial-Red-Circle: 1 scores, 2 land; 4 Partial-Green-Triangle: 2 land."
        ),
    )


def test_players_with_names_of_their_own_hear_where_they_sit() -> None:
    session = Session(GAME, Options(first="east"), ("Ann", "Ben", "Cleo", "Dan"), DealCode(0))
    opening, _, first_turn = output_of(session, "", "board", "quit").partition("presses Enter.\n")
    assert "\nIn the east, " in opening
    assert "\nYou blow west, towards Dan; " in first_turn
    assert "\nBen blows west, towards Dan; " in first_turn
    assert "East" not in opening.partition("begins.")[2] + first_turn


# Four players at one keyboard


def listen_to_turns(count: int) -> tuple[str, list[list[str]]]:
    """Return the opening, and the lines of each page that a player hears before a move."""
    names = ("Ann", "Ben", "Cleo", "Dan")
    prompts = iter(["", "1"] * count)
    table = Table(Session(GAME, Options(first="north"), names, CODE), lambda table: next(prompts, None))
    return table.outputs[0], [output.splitlines() for output in table.outputs[1::2]]


def test_everybody_hears_the_table_once_and_then_only_what_changes() -> None:
    opening, pages = listen_to_turns(4)
    assert "North begins" not in opening
    for line in ("Ann begins.", "Goal: end above 0, as a team of four.", GRID):
        assert f"\n{line}\n" in opening
        assert not any(line in page for page in pages)
    assert all(f" for {name}.\n" in opening for name in ("Ann", "Ben", "Cleo", "Dan"))
    assert "Covering" not in opening
    ann, ben, cleo, _ = pages
    assert not any(line.startswith(("A1", "B1", "C1", "Score")) for line in ann)
    assert [line.startswith("Ann plays ") for line in ben[:3]] == [False, True, False]
    assert [line.partition(" plays ")[0] for line in cleo[:3]] == ["So far:", "Ann", "Ben"]


def test_every_turn_says_where_you_blow_and_fits_a_small_terminal() -> None:
    for at, page in enumerate(listen_to_turns(8)[1]):
        assert sum(len(wrapped(line, 79)) for line in page) < (24 if at < 4 else 20)
        (reminder,) = (line for line in page if line.startswith("You blow "))
        moves = page[page.index(reminder) + 1 : -1]
        assert len(moves) == (6 if at < 4 else 1), "the first turn lists the moves in full"
        assert not any(line.startswith("Your hand: ") for line in page), "the moves name all cards of the hand"


def test_open_hands_are_read_out_once_to_everybody() -> None:
    session = Session(GAME, Options(open_hands=True), SEAT_NAMES, CODE)
    output = output_of(session, "1", "1", "quit")
    assert [output.count(f"\n{name} holds ") for name in SEAT_NAMES] == [1, 1, 1, 1]
