"""What the Exit Stage Right board shows, in every layout."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.cards import Complete
from cardtable.engine.games.exit_stage_right.model import FaceUp, Shifted, State
from cardtable.games.exit_stage_right.board.layout import layout_for
from cardtable.tui.drawing.canvas import VASTEST, Canvas
from cardtable.tui.drawing.faces import Size
from tests.games.exit_stage_right_positions import stage, state
from tests.tui.boards.boards import (
    COMPACT,
    FEW_LAYOUTS,
    LARGE,
    LAYOUTS,
    MEDIUM,
    USUAL,
    VAST,
    shown,
)
from tests.tui.boards.exit_stage_right_boards import PAIRS, random_game
from tests.tui.screens import DEAL, MOVES, NAMES, board_of, golden, sit, sit_at


@pytest.mark.parametrize(("width", "line"), [(80, "in the centre. Ann begins."), (40, "> Ann  The first turn.")])
def test_the_line_about_the_set_up_is_never_cut(width: int, line: str) -> None:
    board = board_of(sit(2, first=1))
    (found,) = [each for each in board.drawn(width, 23).text().splitlines() if line in each]
    assert "..." not in found


def test_an_illegal_choice_shows_the_ruling_and_nothing_happens() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 1)
    posted: list[Any] = []
    board.post_message = posted.append  # type: ignore[assignment,method-assign]  # collects the messages
    board.choose()
    assert board.notice == "The top row has 1 Complete; playing face down needs two or more (ES-6)."
    assert posted == []


def test_a_notice_stays_until_the_cursor_moves() -> None:
    board = board_of(sit())
    board.say("Nothing has been undone.")
    assert "Nothing has been undone." in shown(board)
    board.action_move(1)
    assert "Nothing has been undone." not in shown(board)


def test_a_notice_does_not_hide_the_prompt() -> None:
    session = sit(2, first=1)
    board = board_of(session)
    session.act(board.seen.legal[0] if board.seen else None)
    board.show(session.look(0), prompt="Enter when you have seen it.")
    board.say("There is nothing to play now.")
    assert "Enter when you have seen it." in shown(board)


def test_the_title_shows_decks_and_score() -> None:
    session = sit(moves=MOVES)
    seen: State = session.look(0).state
    title = shown(board_of(session)).splitlines()[0]
    for part in (
        "Exit Stage Right",
        DEAL,
        "draw deck 23",
        "Completes 16",
        f"won {len(seen.won)}",
        f"lost {len(seen.lost)}",
    ):
        assert part in title


def test_the_deal_code_of_a_preset_fits_a_small_title_instead_of_the_name_of_the_game() -> None:
    board = board_of(sit(moves=MOVES))
    board.set_caption(f"Challenge  deal {DEAL}")
    assert f"Challenge  deal {DEAL}  " in shown(board, (80, 24)).splitlines()[0]
    assert f"Exit Stage Right  Challenge  deal {DEAL}  " in shown(board, LARGE).splitlines()[0]


def test_a_daily_deal_is_named_in_a_small_title_even_when_par_is_known() -> None:
    board = board_of(sit(moves=MOVES))
    board.set_caption("daily deal  par +16")
    assert "daily deal" in shown(board, (80, 24)).splitlines()[0]


def test_the_goal_of_a_single_player_in_an_exercise_is_the_margin() -> None:
    for seats, goal in ((1, "the largest margin"), (2, "win more than lost")):
        board = board_of(sit(seats))
        board.counts_margin = True
        assert f"Goal: {goal}" in shown(board, LARGE)


def test_the_cursor_stays_on_the_same_kind_of_card_after_a_draw() -> None:
    session = sit()
    board = board_of(session)
    hand = list(session.look(0).state.hands[0])
    kind = next(card for card in hand if hand.count(card) > 1)
    board.move_cursor(hand.index(kind))
    session.act(FaceUp(kind))
    board.show(session.look(0))
    assert board.groups[board.group].name == kind.name


def test_the_deal_code_is_shown_only_to_a_single_player() -> None:
    assert DEAL not in shown(board_of(sit(2)), LARGE)


def test_a_hand_without_cards_is_a_number_beside_a_long_name() -> None:
    session = sit_at(state(stage("HRC . . . ."), ["R G", ""]), ("Ann", "Bartholomew Jones"))
    assert re.search(r"  Bartholomew Jones +0$", shown(board_of(session)), re.MULTILINE)


@LAYOUTS
@pytest.mark.parametrize("seats", [2, 6])
def test_the_board_always_shows_whose_turn_it_is(seats: int, size: tuple[int, int]) -> None:
    for first in range(1, seats + 1):
        session = sit(seats, first=first)
        name = NAMES[first - 1]
        text = shown(board_of(session, first - 1), size)
        assert (f"{name}'s turn" if size[0] >= 60 else f"> {name}") in text
        assert f"{name}'s" in " ".join(text.split()) or size[0] < 60


@LAYOUTS
def test_the_board_always_shows_what_happened_last(size: tuple[int, int]) -> None:
    assert re.search("Ann refills: HGC top|Refill top and middle", shown(board_of(sit(moves=MOVES)), size))


@LAYOUTS
def test_both_sides_of_the_stage_and_the_goal_are_named(size: tuple[int, int]) -> None:
    board = board_of(sit())
    board.refill()
    text = shown(board, size)
    if size == USUAL:  # the last move is where others have a heading
        assert re.search(r"^LOST {4}\S+1. +\S+2. +\S+3. +\S+4. +\S+5. WON ", text, re.MULTILINE)
        assert re.search(r" Goal: win more than lost$", text, re.MULTILINE)
    else:
        heading = text.splitlines()[1]
        assert re.match(r"LOST( 0)? +1 +2 +3 centre +4 +5 +WON\b", heading)
        assert bool(re.search(r"WON(?: 0)? {3,}(Goal: w|W)in more than lost", heading)) == (size != COMPACT)


def test_a_vast_table_shows_every_card_won_and_lost_on_its_side() -> None:
    for won, lost in ((0, 0), (5, 1), (1, 12), (13, 14)):
        cards = tuple(map(Complete, Complete.faces))
        piles = state(stage(), "R")._replace(won=cards[:won], lost=cards[won : won + lost], complete_deck=())
        canvas = board_of(sit_at(piles)).drawn(*VAST)
        layout = layout_for(VAST[0], VAST[1] - 2)
        for x, name, pile in ((0, "LOST", piles.lost), (layout.won, "WON", piles.won)):
            rows = [canvas.line(y)[x : x + 7].strip() for y in range(1, layout.bottom)]
            assert rows[0] == f"{name} {len(pile)}"
            codes = [row[1:4] for row in rows if re.match("╭[FHP]", row)]
            assert codes == [card.code for card in pile]


@pytest.mark.parametrize("lesson", [False, True])
def test_a_row_that_cannot_be_refilled_does_not_light_up(lesson: bool) -> None:
    board = board_of(sit())
    board.posts_illegal_choices = lesson
    board.show(sit().look(0))
    board.refill()
    assert not board.is_legal, "no centre cell is empty yet"
    canvas = board.drawn(*USUAL)
    lit = [text for y in range(USUAL[1] - 6) for text, ink in canvas.runs(y) if ink == "cursor"]
    assert any("top" in text for text in lit) == lesson, lit


@LAYOUTS
def test_the_hand_has_its_owner_s_name(size: tuple[int, int]) -> None:
    text = shown(board_of(sit(3, names=("Cleo", "Bartholomew", "Ann")), 0), size)
    assert "Cl..." not in text
    assert size == COMPACT or re.search(r"^Cleo('s)?( hand)? ", text, re.MULTILINE)
    text = shown(board_of(sit(2, names=("Player 1", "Player 2")), 0), size)
    assert (
        size == COMPACT or re.search(r"^Player\b.*\n1's( hand)? .*$", text, re.MULTILINE) or "Player 1's hand" in text
    )


WON_OR_LOST = re.compile(
    r"\b(\d+) (won|lost)\b|\b(won|lost)((?: [FHP][RGB][CST])+)[,;.]|\b([FHP][RGB][CST]) (won|lost)\b",
    re.IGNORECASE,
)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", [1, 3])
def test_the_line_about_the_last_move_never_leaves_out_what_was_won_and_lost(seats: int, size: tuple[int, int]) -> None:
    layout, checked = layout_for(size[0], size[1] - 2), 0
    for session in islice(random_game(seats, 5), 1, None, 1 if seats == 1 else 3):
        shifted = next(event for event in session.look(None).log[-1] if isinstance(event, Shifted))
        line = board_of(session, None).drawn(*size).line(layout.log)[: layout.hand_end(size[0])]
        assert line.rstrip().endswith("."), "it is cut"
        found = {"won": 0, "lost": 0}
        for number, counted, named, codes, _, one in WON_OR_LOST.findall(line):
            found[(counted or named or one).lower()] += int(number or len(codes.split()) or 1)
        assert found == {zone: sum(move.target.zone == zone for move in shifted.moves) for zone in found}, line
        checked += sum(found.values())
    assert checked, "nothing left the stage"


@pytest.mark.parametrize(("width", "height"), [(39, 40), (120, 10), (1, 1), (20, 5), (12, 2), (39, 11)])
def test_a_terminal_that_is_too_small_shows_the_size_needed(width: int, height: int) -> None:
    text = board_of(sit()).drawn(width, height).text()
    assert "Please enlarge to 40x12.".startswith(text.splitlines()[0].rstrip("."))
    assert not "".join(text.splitlines()[1:])


def test_a_terminal_without_any_room_is_no_error() -> None:
    board = board_of(sit())
    for size in ((0, 0), (0, 9), (9, 0)):
        assert board.drawn(*size).text().strip() in ("", "Please...")


@pytest.mark.parametrize(("size", "card", "hand"), [
    (VAST, Size.GIANT, Size.WIDE),
    ((VASTEST[0], VASTEST[1] + 2), Size.GIANT, Size.HUGE),
    (LARGE, Size.HUGE, Size.WIDE),
    (USUAL, Size.LARGE, Size.STRIP),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.hand_for(7, size[0])[0]) == (card, hand)


@LAYOUTS
def test_six_players_at_this_size(size: tuple[int, int]) -> None:
    golden(f"board-six-{size[0]}x{size[1] + 1}.txt", shown(board_of(sit(6, first=5), 4), size))


def test_open_hands_are_shown_to_everybody() -> None:
    session = sit(2, open_hands=True, first=1)
    codes = "".join(card.code for card in session.look(0).state.hands[1])
    (line,) = [line for line in shown(board_of(session, 0), LARGE).splitlines() if "Bob" in line]
    assert codes in line.replace(" ", "")


@pytest.mark.parametrize(("at", "side"), [(3, "lost"), (7, "won")])
def test_a_card_flashes_in_the_colour_of_its_side_only_while_it_leaves_the_stage(at: int, side: str) -> None:
    session = sit(1, MOVES)
    seen, board = session.look(0), board_of(session)
    frames = board.build_frames(seen, seen.log[at], 6)
    flashes = list[bool]()
    for frame in frames:
        canvas = Canvas(80, 23)
        board.paint(canvas, seen, frame)
        found = {ink for y in range(1, 23) for _, ink in canvas.runs(y)} & {"won", "lost"}
        flashes.append(any(not 0 <= each.column <= 4 for each in frame.moving))
        assert found == ({side} if flashes[-1] else set())
    assert {*flashes} == {True, False}
