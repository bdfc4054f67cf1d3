"""Tests of the Exit Stage Right board, and of what all boards share, without the app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, FaceDown, FaceUp, Move, Refill, Shifted, State
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards import BOARDS, board_for
from cardtable.tui.boards.exit_stage_right import ExitStageRightBoard
from cardtable.tui.boards.exit_stage_right.board import RefusedRow
from cardtable.tui.boards.exit_stage_right.layout import Layout, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, Size
from tests.games.exit_stage_right_positions import stage, state
from tests.table import sittings
from tests.tui.screens import (
    DEAL,
    MOVES,
    NAMES,
    board_of,
    board_on,
    click,
    golden,
    hands_of,
    rest,
    run,
    screen_text,
    sit,
    sit_at,
    some_sizes,
    spot,
    table_of,
    usually,
)

LARGE, USUAL, MEDIUM, COMPACT = (120, 39), (80, 23), (60, 19), (40, 11)
"""The board's size in terminals of 120x40, 80x24, 60x20 and 40x12; the key bar takes the last line."""
LAYOUTS = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}")
FEW_LAYOUTS = pytest.mark.parametrize("size", usually([USUAL, COMPACT], [LARGE, USUAL, MEDIUM, COMPACT]), ids=str)
CENTRE = (". . HRC . .", ". . PGS . .", ". . FBT . .")


def random_game(seats: int, number: int, **options: Any) -> Iterator[Session]:
    """Yield the session at each turn of a random game."""
    session = Session(GAME, GAME.options(**options), NAMES[:seats], DealCode(number))
    luck = Key(number)
    while session.turn is not None:
        yield session
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.mark_seen()


def random_boards(seats: int, number: int, every: int = 1, **options: Any) -> Iterator[ExitStageRightBoard]:
    """Yield the board of the player whose turn it is, at some turns of a random game."""
    for session in islice(random_game(seats, number, **options), 0, None, every):
        yield board_of(session, session.turn)


def places(board: BoardWidget) -> Iterator[tuple[int, int]]:
    """Yield every group and action that the cursor can reach."""
    for group, each in enumerate(board.groups):
        for action in range(len(each.actions)):
            yield group, action


PAIRS = state(stage(". . HGC . .", "HRC FRC . . .", "PGS FGS . . ."), "R G B")
"""A position in which two rows can be named, but not the top one."""


def where(board: BoardWidget) -> tuple[int, int]:
    return board.group, board.action_index


def shown(board: BoardWidget, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: BoardWidget) -> str:
    assert board.seen is not None
    return board.status(board.seen)


# Choices


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_a_game_that_begins_at_a_position_is_drawn(game: AnyGame) -> None:
    names = (game.seat_names or NAMES)[: game.seats[-1]]
    dealt = Session(game, game.options(), names, DealCode(1))
    session = sittings.sit_at(game, dealt.full_state(), names)
    for viewer in (session.turn, None):
        board = board_for(game.id)()
        board.show(session.look(viewer))
        for size in (LARGE, USUAL, MEDIUM, COMPACT):
            assert board.drawn(*size).text().strip(), (viewer, size)


def test_the_groups_are_the_hand_and_the_deck() -> None:
    board = board_of(sit())
    hand = [card.name for card in board.seen.state.hands[0]] if board.seen else []
    assert [group.name for group in board.groups] == [*hand, "Complete deck"]


def test_every_card_can_be_played_face_up_or_face_down_on_a_row() -> None:
    board = board_of(sit_at(PAIRS))
    for group in board.groups[:-1]:
        up, *downs = (listed.action for listed in group.actions)
        assert up == FaceUp(up.card)
        assert downs == [FaceDown(up.card, row) for row in range(3)]


def test_the_deck_offers_every_refill_with_its_cells() -> None:
    board = board_of(sit_at(state(stage())))
    labels = [listed.label for listed in board.groups[-1].actions]
    assert labels == ["all three", "top middle", "top bottom", "middle bottom", "top", "middle", "bottom"]


def test_a_deck_without_refills_says_why() -> None:
    board = board_of(sit())
    board.action_last()
    assert not board.is_legal
    assert status(board) == "The centre cell of the top row isn't empty (ES-7)."


@pytest.mark.parametrize("viewer", [None, 1])
def test_players_have_no_choices_when_it_is_not_their_turn(viewer: int | None) -> None:
    session = sit(2, first=1)
    board = board_of(session, viewer)
    assert board.groups == ()
    assert board.choice is None
    assert not board.is_legal
    board.action_move(1)
    board.action_cycle(1)
    board.action_pick(3)
    board.action_face_down()
    board.action_refill()
    board.action_last()
    assert where(board) == (0, 0)


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (1, {"refill_count": "all"}), (3, {}), (6, {})])
def test_the_cursor_reaches_every_legal_action(seats: int, options: dict[str, Any]) -> None:
    for board in random_boards(seats, 7, **options):
        assert board.seen is not None
        found, start = set(), board.group
        for _ in board.groups:
            for _ in board.groups[board.group].actions:
                found |= {board.choice.action} if board.choice and board.is_legal else set()
                board.action_cycle(1)
            board.action_move(1)
        assert found == set(board.seen.legal)
        assert board.group == start


# Keys


def test_left_and_right_wrap_around() -> None:
    board = board_of(sit())
    board.action_move(-1)
    assert board.group == 7
    board.action_move(1)
    assert board.group == 0


def test_rows_are_listed_only_if_one_of_them_can_be_named() -> None:
    assert {len(group.actions) for group in board_of(sit()).groups[:-1]} == {1}


def test_up_and_down_cycle_through_the_actions() -> None:
    board = board_of(sit_at(PAIRS))
    board.action_cycle(-1)
    assert where(board) == (0, 3)
    board.action_cycle(1)
    assert where(board) == (0, 0)


def test_the_next_card_keeps_the_chosen_kind_of_play() -> None:
    board = board_of(sit_at(PAIRS))
    board.action_cycle(2)
    board.action_move(1)
    assert where(board) == (1, 2)


def test_the_deck_starts_with_its_first_refill() -> None:
    board = board_of(sit(moves=MOVES[:8]))
    board.move_cursor(0, 3)
    board.action_move(-1)
    assert where(board) == (7, 0)


def test_home_end_and_digits_move_the_cursor() -> None:
    board = board_of(sit())
    board.action_last()
    assert board.group == 7
    board.action_first()
    assert board.group == 0
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(9)
    assert board.group == 4


def test_a_digit_beyond_the_hand_does_nothing() -> None:
    board = board_of(sit())
    board.action_pick(8)
    assert board.group == 0


def test_f_cycles_through_the_rows_that_can_be_named() -> None:
    rows = stage("HRC . PRC . .", ". . PGS . .", "FBT . FGC . .")
    board = board_of(sit_at(state(rows)))
    board.action_face_down()
    assert where(board) == (0, 1)
    board.action_face_down()
    assert where(board) == (0, 3)
    board.action_face_down()
    assert where(board) == (0, 1)


def test_f_says_why_if_no_row_can_be_named() -> None:
    board = board_of(sit_at(state(stage(*CENTRE))))
    assert not board.check_action("face_down", ())
    assert board.check_action("refuse_face_down", ())
    board.action_refuse_face_down()
    assert where(board) == (0, 0)
    assert status(board) == "No row has two Completes, so you can't play face down now (ES-6)."


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (state(stage(*CENTRE)), "Every centre cell has a Complete, so there's nothing to refill (ES-7)."),
        (state(stage("HRC FRC . . ."), complete_deck=""), "The Complete deck is empty (ES-7)."),
    ],
)
def test_c_says_why_if_nothing_can_be_refilled(position: State, reason: str) -> None:
    board = board_of(sit_at(position))
    assert not board.check_action("refill", ())
    assert board.check_action("refuse_refill", ())
    board.action_refuse_refill()
    assert status(board) == reason


def test_every_card_in_the_hand_shows_its_effect_face_up() -> None:
    session = sit()
    for size in ((120, 39), (80, 23), (60, 19)):
        board = board_of(session)
        head = shown(board, size).splitlines()[layout_for(size[0], size[1] - board.status_lines(size[0])).hand_top]
        for card in hands_of(session)[0]:
            assert f"{effect(session, FaceUp(card)).strip()}" in head


@pytest.mark.parametrize("action", range(7))
def test_f_goes_back_from_the_deck_to_the_hand(action: int) -> None:
    board = board_of(sit_at(state(stage("HRC FRC . . ."))))
    board.move_cursor(len(board.groups) - 1, action)
    board.action_face_down()
    assert where(board) == (0, 1)


def test_c_goes_to_the_deck() -> None:
    board = board_of(sit())
    board.action_refill()
    assert board.groups[board.group].name == "Complete deck"


def test_the_cursor_starts_at_the_first_card_for_the_next_player() -> None:
    """The last position would reveal which card of the sorted hand was played face down."""
    session = sit(2, first=1)
    board = board_of(session)
    board.move_cursor(5)
    session.act(board.seen.legal[0] if board.seen else None)
    for viewer in (0, None, 1):
        board.show(session.look(viewer))
    assert where(board) == (0, 0)


# Texts


def test_the_status_line_says_what_the_choice_does() -> None:
    for board in random_boards(2, 3):
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            assert board.seen is not None
            explained = board.seen.game.explain(board.seen.state, board.choice.action)
            ruling = re.search(r" \(ES-\d+\)", explained)
            assert ruling
            assert status(board) == (explained.replace(ruling[0], "") if board.is_legal else explained)


def test_an_illegal_choice_shows_the_ruling_and_nothing_happens() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 1)
    posted: list[Any] = []
    board.post_message = posted.append  # type: ignore[assignment,method-assign]  # collects the messages
    board.action_choose()
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


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for session in (sit(), sit(moves=MOVES), sit_at(state(stage(), options=GAME.options(refill_count="all")))):
        board = board_of(session)
        for place in places(board):
            board.move_cursor(*place)
            rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-3:])
            assert status(board) in rows


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


def test_the_deal_code_is_shown_only_to_a_single_player() -> None:
    assert DEAL not in shown(board_of(sit(2)), LARGE)


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
    heading = shown(board_of(sit()), size).splitlines()[1]
    assert re.match(r"LOST .*5.* WON\b", heading)
    assert ("win more than lost" in heading) == (size != COMPACT)


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
    r"\b(\d+) (won|lost)\b|\b(won|lost)((?: [FHP][RGB][CST])+)[,.]|\b([FHP][RGB][CST]) (won|lost)\b"
)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", [1, 3])
def test_the_line_about_the_last_move_never_leaves_out_what_was_won_and_lost(seats: int, size: tuple[int, int]) -> None:
    top, checked = layout_for(size[0], size[1] - 2).log, 0
    for session in islice(random_game(seats, 5), 1, None, 1 if seats == 1 else 3):
        shifted = next(event for event in session.look(None).log[-1] if isinstance(event, Shifted))
        line = board_of(session, None).drawn(*size).line(top)
        assert line.rstrip().endswith("."), "it is cut"
        found = {"won": 0, "lost": 0}
        for number, counted, named, codes, _, one in WON_OR_LOST.findall(line):
            found[counted or named or one] += int(number or len(codes.split()) or 1)
        assert found == {zone: sum(move.target.zone == zone for move in shifted.moves) for zone in found}, line
        checked += sum(found.values())
    assert checked, "nothing left the stage"


# Previews


def arrows(canvas: Canvas, layout: Layout, row: int) -> list[tuple[int, str]]:
    """Return the texts of arrows on a row of the stage, with their columns."""
    found = []
    for y in range(layout.y(row), layout.y(row) + layout.card.height):
        x = 0
        for text, ink in canvas.runs(y):
            found += [(x, text)] if ink in ("gold", "loss") and x < (layout.panel or layout.right) else []
            x += len(text)
    return sorted(found)


def arrow(move: Move, layout: Layout) -> tuple[int, str]:
    """Return the column and the text of a move's arrow."""
    right, x, room = way_of(move), layout.x(move.source.column), layout.pitch - layout.card.width
    sign, where_to = ">" if right else "<", str(move.target.column + 1) if move.target.zone == "stage" else ""
    if layout.card.height == 1:
        return x, sign
    text = sign + where_to
    return (x + layout.card.width - max(0, len(text) - room) if right else x - min(len(text), room)), text


def way_of(move: Move) -> bool:
    """Return whether the card goes right."""
    end = {"won": COLUMNS, "lost": -1}.get(move.target.zone, move.target.column)
    return end > move.source.column


def check_arrows(board: BoardWidget, session: Session, size: tuple[int, int]) -> None:
    """Check that the arrows on the board are the moves of the shift that follows."""
    assert board.choice is not None
    step = GAME.apply(session._state, board.choice.action)
    moves = next(event for event in step.events if isinstance(event, Shifted)).moves
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for row in range(3):
        assert arrows(canvas, layout, row) == sorted(arrow(move, layout) for move in moves if move.source.row == row)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", usually([4], [1, 4]))
def test_arrows_predict_the_shift(seats: int, size: tuple[int, int]) -> None:
    for session in islice(random_game(seats, 11), 0, None, 2):
        board = board_of(session, session.turn)
        for place in places(board):
            board.move_cursor(*place)
            if board.is_legal and not isinstance(board.choice and board.choice.action, Refill):
                check_arrows(board, session, size)


@pytest.mark.parametrize("size", [USUAL, MEDIUM, COMPACT], ids=str)
@pytest.mark.parametrize(("row", "sign"), [(". . FGC PGS .", ">5"), (". FGC . PGS .", "<2")])
def test_a_preview_says_where_a_jumping_card_lands(row: str, sign: str, size: tuple[int, int]) -> None:
    board = board_of(sit_at(state(stage(middle=row), "F", won=25)))
    assert sign in board.drawn(*size).text()


def test_a_refill_shows_card_backs_for_new_cards_and_arrows_for_the_others() -> None:
    rows = stage("HRC . . . .", ". . PGS . .")
    board = board_of(sit_at(state(rows)))
    board.action_refill()
    canvas = board.drawn(*USUAL)
    layout = layout_for(80, 21)
    assert [board.choice and board.choice.label, canvas.text().count("┏━━━━━┓")] == ["top bottom", 2]
    assert [text for row in range(3) for _, text in arrows(canvas, layout, row)] == ["<", "<2"]


def test_an_illegal_choice_has_no_preview() -> None:
    board = board_of(sit_at(PAIRS))
    board.move_cursor(0, 1)
    layout = layout_for(80, 21)
    assert not any(arrows(board.drawn(*USUAL), layout, row) for row in range(3))


def test_each_action_shows_its_effect() -> None:
    for session in islice(random_game(1, 5), 0, None, 3):
        board = board_of(session)
        if board.offers_rest:
            break
        for group, each in enumerate(board.groups):
            board.move_cursor(group)
            lines = [line[56:] for line in shown(board).splitlines()[3 : 3 + len(each.actions)]]
            for listed, line in zip(each.actions, lines, strict=True):
                assert line[2:].startswith(listed.label)
                assert line.removeprefix(f"{line[:2]}{listed.label}").strip() == effect(session, listed.action)


def effect(session: Session, action: Any) -> str:
    """Return how many more cards go right than left, which is the same for all refills, or that a play is illegal."""
    if action not in session.look(session.turn).legal:
        return "not now"
    if isinstance(action, Refill):
        return ""
    shifted = next(event for event in GAME.apply(session._state, action).events if isinstance(event, Shifted))
    right = sum(move.target.zone == "won" or move.target.column > move.source.column for move in shifted.moves)
    right -= sum(move.target.zone == "lost" and move.target.column > move.source.column for move in shifted.moves)
    left = len(shifted.moves) - right
    return f"{right - left:+d}"


# Mouse


@LAYOUTS
def test_a_click_on_a_card_chooses_it(size: tuple[int, int]) -> None:
    board = board_of(sit())
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(7):
        if at:  # clicks on the panel and the stage also choose the first card
            assert spot(canvas, Target(at))[1] >= layout.hand_top
    assert spot(canvas, Target(7))[1] >= layout.hand_top


@LAYOUTS
def test_every_legal_action_can_be_clicked(size: tuple[int, int]) -> None:
    """Compact rows show one refill at a time, and only refills of one cell can be clicked there."""
    for board in random_boards(1, 9, every=4):
        for group in range(len(board.groups)):
            board.move_cursor(group)
            canvas = board.drawn(*size)
            for action, each in enumerate(board.groups[group].actions):
                if board.seen and each.action in board.seen.legal and not (size == COMPACT and each.label.count(" ")):
                    spot(canvas, Target(group, action))


def test_a_click_on_the_stage_names_its_row() -> None:
    board = board_of(sit(moves=MOVES[:4]))
    board.move_cursor(2)
    layout, canvas = layout_for(80, 21), board.drawn(*USUAL)
    for row in range(3):
        assert canvas.target_at(layout.x(1) + 2, layout.y(row) + 2) == Target(2, 1 + row)


@LAYOUTS
@pytest.mark.parametrize(
    ("group", "reason"),
    [(0, "No row has two Completes, so you can't play face down now"), (7, "middle row isn't empty")],
)
def test_a_click_on_a_row_that_cannot_be_chosen_says_why(size: tuple[int, int], group: int, reason: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        board.move_cursor(group)
        await rest(pilot)
        await click(pilot, board, RefusedRow(1))
        assert reason in " ".join(screen_text(pilot).split())
        assert board.group == group
        assert not table_of(pilot).session.actions

    run(play, sit(), size=(size[0], size[1] + 1))


# Captions


@LAYOUTS
@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_the_board_always_says_that_a_game_is_not_saved(game: AnyGame, size: tuple[int, int]) -> None:
    session = sittings.sit(game, game.seats[-1], 3)
    for viewer in (session.turn, None):
        board = board_for(game.id)()
        board.set_caption("not saved", is_warning=True)
        board.show(session.look(viewer))
        shown = board.drawn(*size).text()
        assert shown.count("not saved") + shown.count("Not saved.") == 1
        board.set_caption("QB9R-XBDB")
        assert "ot saved" not in board.drawn(*size).text()


# Layouts


class Strict(Canvas):
    """A canvas that fails if text covers other text or leaves the canvas."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        if self.width < 40 or self.height < 9:
            return super().put(x, y, text, ink)
        assert 0 <= y < self.height, f"{text!r} is on row {y} of {self.height}"
        assert x >= 0, f"{text!r} begins at column {x}"
        assert x + len(text) <= self.width, f"{text!r} ends at column {x + len(text)} of {self.width}"
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=True):
            is_sign_on_corner = ink in ("gold", "loss") and old in "╮╰"  # of a small card
            assert " " in (old, new) or old == new or is_sign_on_corner, f"{text!r} covers {under!r} on row {y}"
        return super().put(x, y, text, ink)


def tight_sessions() -> list[Session]:
    """Return boards that need as much room as possible."""
    full = stage("HRC HGS HBT PRC PGS", "PBT FRC FGS FBT HRS", "HGT HBC PRS PGT PBC")
    rich = "R G B H C P F S T"
    nine = state(full, rich, draw="", complete_deck="", won=12, options=GAME.options(hand_size=9, draw="none"))
    bare = state(stage(), rich, options=GAME.options(hand_size=9, draw="none"))
    six = sit(6, names=("漢字漢字漢字漢字漢字", "[red]Bob[/]", "x" * 20, "Ann", "Bob", "Cleo"), first=1)
    return [sit(), sit_at(nine), sit_at(bare), six, sit(1, hand_size=9), sit(moves=MOVES[:8])]


WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44)
"""The sizes at which the layout changes, and the smallest and largest."""


@pytest.mark.parametrize("at", range(6))
def test_every_layout_shows_everything_without_overlap(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    session = tight_sessions()[at]
    board = board_of(session, session.turn)
    for group in (0, len(board.groups) - 1):
        board.move_cursor(group)
        for width, height in some_sizes(WIDTHS, HEIGHTS, at):
            check_picture(board, width, height)


def test_every_size_shows_everything_without_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    session = tight_sessions()[3]
    board = board_of(session, session.turn)
    for width, height in product(range(40, 131), range(11, 45)):
        if (width + height) % 4 == 0:  # every width and every height with some of the others
            check_picture(board, width, height)


def check_picture(board: BoardWidget, width: int, height: int) -> None:
    """Check that the board shows every card and every number."""
    text = board.drawn(width, height).text()
    assert board.seen is not None
    now: State = board.seen.state
    standing = [card.code for row in now.stage for card in row if card]
    assert all(text.count(code) >= standing.count(code) for code in standing), f"{width}x{height}\n{text}"
    hand = "".join(text.splitlines()[-(height - 3) :])
    assert all(card.code in hand for card in now.hands[board.seen.viewer or 0])
    assert f"{len(now.won) - len(now.lost):+d}" in text.splitlines()[0]
    assert status(board).split()[0] in text


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
    (LARGE, Size.HUGE, Size.WIDE),
    (USUAL, Size.LARGE, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.hand) == (card, hand)


@LAYOUTS
def test_the_ascii_board_is_ascii(size: tuple[int, int]) -> None:
    for session in (sit(moves=MOVES), sit_at(state(stage()))):
        board = board_of(session, signs=ASCII)
        for place in places(board):
            board.move_cursor(*place)
            assert shown(board, size).isascii()


@LAYOUTS
def test_six_players_at_this_size(size: tuple[int, int]) -> None:
    golden(f"board-six-{size[0]}x{size[1] + 1}.txt", shown(board_of(sit(6, first=5), 4), size))


def test_open_hands_are_shown_to_everybody() -> None:
    session = sit(2, open_hands=True, first=1)
    codes = "".join(card.code for card in session.look(0).state.hands[1])
    (line,) = [line for line in shown(board_of(session, 0), LARGE).splitlines() if "Bob" in line]
    assert codes in line.replace(" ", "")


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT])
def test_nothing_hidden_is_on_the_board(size: tuple[int, int]) -> None:
    """The board is the same for two states that differ only in hidden cards."""
    for session in islice(random_game(3, 21), 0, None, 6):
        before = shown(board_of(session, session.turn), size)
        dealt = GAME.determinize(GAME.view(session._state, session.turn), session.turn, Key(5))
        assert shown(determinized(session, dealt), size) == before


def determinized(session: Session, state: State) -> BoardWidget:
    """Return the board of the player whose turn it is, with other hidden cards."""
    from dataclasses import replace

    board = ExitStageRightBoard(BLOCKS)
    board.show(replace(session.look(session.turn), state=GAME.view(state, session.turn)))
    return board


# Animation


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_an_animation_moves_every_card_to_its_target(steps: int) -> None:
    for session in islice(random_game(1, 31), 0, None, 5):
        before = session.look(0)
        board = board_of(session)
        story = session.act(before.legal[-1])
        (shifted,) = (event for event in story if isinstance(event, Shifted))
        frames = board.build_frames(before, story, steps)
        assert len(frames) == steps * len({way_of(move) for move in shifted.moves})
        cards = sum(card is not None for row in shifted.stage for card in row)
        for frame in frames:
            standing = sum(card is not None for row in frame.table for card in row)
            assert standing + len(frame.moving) in range(cards - 9, cards + 1)
        if frames:
            board._frames = frames[-1:]
            text = shown(board)
            assert all(card.code in text for row in session.look(0).state.stage for card in row if card)


# The general board


def test_every_board_is_registered_for_its_own_game() -> None:
    assert all(game_id == board_for(game_id).GAME_ID for game_id in BOARDS)
    assert BOARDS.keys() == SHIPPED.keys()
    assert board_for("exit-stage-right") is ExitStageRightBoard
    assert board_for("no such game") is BoardWidget


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_game_can_be_played_on_the_general_board(game: AnyGame) -> None:
    session = Session(game, game.options(), NAMES[: game.seats[0]], DealCode(1))
    board = BoardWidget(BLOCKS)
    board.show(session.look(session.turn))
    assert board.seen is not None
    assert [group.actions[0].action for group in board.groups] == list(board.seen.legal)
    for size in (LARGE, USUAL, MEDIUM, COMPACT):
        for at, action in list(enumerate(board.seen.legal))[:: max(1, len(board.seen.legal) // 30)]:
            board.move_cursor(at)
            canvas = board.drawn(*size)
            row = spot(canvas, Target(at))[1]
            (text, ink), *_ = canvas.runs(row)
            assert ink == "cursor", (size, action)
            assert text.strip(" .").startswith(f"{at + 1} {action}"[: size[0] - 6]), size


def test_up_and_down_move_in_the_list_of_the_general_board() -> None:
    board = BoardWidget(BLOCKS)
    board.show(Session(GAME, GAME.options(), NAMES[:1], DealCode(1)).look(0))
    board.action_cycle(1)
    assert board.group == 1
    board.action_cycle(-1)
    board.action_cycle(-1)
    assert board.group == len(board.groups) - 1
