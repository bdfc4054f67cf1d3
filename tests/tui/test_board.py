"""The board of Exit Stage Right, and what every board does; no app runs here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import COLUMNS, FaceDown, FaceUp, Move, Refill, Shifted, State
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.board import Board
from cardtable.tui.boards import BOARDS, board_for
from cardtable.tui.boards.exit_stage_right import ExitStageRightBoard, Layout, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, Size
from tests.games.exit_stage_right_positions import stage, state
from tests.table import sittings
from tests.tui.screens import DEAL, MOVES, NAMES, board_of, golden, sit, sit_at, spot, usually

LARGE, USUAL, MEDIUM, COMPACT = (120, 39), (80, 23), (60, 19), (40, 11)
"""What the board has of terminals of 120x40, 80x24, 60x20 and 40x12: the last line belongs to the keys."""
LAYOUTS = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}")
FEW_LAYOUTS = pytest.mark.parametrize("size", usually([USUAL, COMPACT], [LARGE, USUAL, MEDIUM, COMPACT]), ids=str)
CENTRE = (". . HRC . .", ". . PGS . .", ". . FBT . .")


def random_game(seats: int, number: int, **options: Any) -> Iterator[Session]:
    """A game played at random; the session at every turn of it."""
    session = Session(GAME, GAME.options(**options), NAMES[:seats], DealCode(number))
    luck = Key(number)
    while session.turn is not None:
        yield session
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.ask()


def random_boards(seats: int, number: int, every: int = 1, **options: Any) -> Iterator[ExitStageRightBoard]:
    """The board of whoever is on turn, at some turns of a game played at random."""
    for session in islice(random_game(seats, number, **options), 0, None, every):
        yield board_of(session, session.turn)


def places(board: Board) -> Iterator[tuple[int, int]]:
    """Everything the cursor can stand on."""
    for group, each in enumerate(board.groups):
        for way in range(len(each.ways)):
            yield group, way


def where(board: Board) -> tuple[int, int]:
    return board.group, board.way


def shown(board: Board, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: Board) -> str:
    assert board.seen is not None
    return board.status(board.seen)


# What there is to choose


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_a_position_that_was_laid_is_drawn_though_nothing_has_happened(game: AnyGame) -> None:
    names = (game.seat_names or NAMES)[: game.seats[-1]]
    dealt = Session(game, game.options(), names, DealCode(1))
    session = sittings.sit_at(game, dealt.truth(), names)
    for viewer in (session.turn, None):
        board = board_for(game.id)()
        board.show(session.look(viewer))
        for size in (LARGE, USUAL, MEDIUM, COMPACT):
            assert board.drawn(*size).text().strip(), (viewer, size)


def test_the_cursor_goes_along_the_hand_and_then_to_the_deck() -> None:
    board = board_of(sit())
    hand = [card.name for card in board.seen.state.hands[0]] if board.seen else []
    assert [group.name for group in board.groups] == [*hand, "Complete deck"]


def test_every_card_can_be_played_face_up_or_face_down_on_a_row() -> None:
    board = board_of(sit())
    for group in board.groups[:-1]:
        up, *downs = (way.action for way in group.ways)
        assert up == FaceUp(up.card)
        assert downs == [FaceDown(up.card, row) for row in range(3)]


def test_the_deck_offers_every_refill_and_says_which_cells() -> None:
    board = board_of(sit_at(state(stage())))
    labels = [way.label for way in board.groups[-1].ways]
    assert labels == ["all three", "top middle", "top bottom", "middle bottom", "top", "middle", "bottom"]


def test_a_deck_that_offers_nothing_says_why() -> None:
    board = board_of(sit())
    board.action_last()
    assert not board.is_legal
    assert status(board) == "The centre cell of the top row isn't empty (ES-7)."


@pytest.mark.parametrize("viewer", [None, 1])
def test_who_is_not_on_turn_has_nothing_to_choose(viewer: int | None) -> None:
    session = sit(2, first=1)
    board = board_of(session, viewer)
    assert board.groups == ()
    assert board.choice is None
    assert not board.is_legal
    board.action_move(1)
    board.action_way(1)
    board.action_pick(3)
    board.action_face_down()
    board.action_refill()
    board.action_last()
    assert where(board) == (0, 0)


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (1, {"refill_count": "all"}), (3, {}), (6, {})])
def test_the_cursor_reaches_every_legal_action(seats: int, options: dict[str, Any]) -> None:
    for board in random_boards(seats, 7, **options):
        assert board.seen is not None
        found = set()
        for _ in board.groups:
            for _ in board.groups[board.group].ways:
                found |= {board.choice.action} if board.choice and board.is_legal else set()
                board.action_way(1)
            board.action_move(1)
        assert found == set(board.seen.legal)
        assert where(board)[0] == 0


# The keys


def test_left_and_right_go_round() -> None:
    board = board_of(sit())
    board.action_move(-1)
    assert board.group == 7
    board.action_move(1)
    assert board.group == 0


def test_up_and_down_go_round_the_ways() -> None:
    board = board_of(sit())
    board.action_way(-1)
    assert where(board) == (0, 3)
    board.action_way(1)
    assert where(board) == (0, 0)


def test_the_next_card_is_played_the_same_way() -> None:
    board = board_of(sit())
    board.action_way(2)
    board.action_move(1)
    assert where(board) == (1, 2)


def test_the_deck_begins_with_its_first_way() -> None:
    board = board_of(sit(moves=MOVES[:8]))
    board.point(0, 3)
    board.action_move(-1)
    assert where(board) == (7, 0)


def test_home_end_and_digits_go_there_at_once() -> None:
    board = board_of(sit())
    board.action_last()
    assert board.group == 7
    board.action_first()
    assert board.group == 0
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(9)
    assert board.group == 4


def test_a_digit_beyond_the_hand_picks_nothing() -> None:
    board = board_of(sit())
    board.action_pick(8)
    assert board.group == 0


def test_f_goes_through_the_rows_that_may_be_named() -> None:
    rows = stage("HRC . PRC . .", ". . PGS . .", "FBT . FGC . .")
    board = board_of(sit_at(state(rows)))
    board.action_face_down()
    assert where(board) == (0, 1)
    board.action_face_down()
    assert where(board) == (0, 3)
    board.action_face_down()
    assert where(board) == (0, 1)


def test_f_says_why_where_no_row_may_be_named() -> None:
    board = board_of(sit_at(state(stage(*CENTRE))))
    board.action_face_down()
    assert isinstance(board.choice and board.choice.action, FaceDown)
    assert status(board) == "The bottom row has 1 Complete; playing face down needs two or more (ES-6)."


@pytest.mark.parametrize("way", range(7))
def test_f_comes_back_from_the_deck(way: int) -> None:
    board = board_of(sit_at(state(stage("HRC FRC . . ."))))
    board.point(len(board.groups) - 1, way)
    board.action_face_down()
    assert where(board) == (0, 1)


def test_c_goes_to_the_deck() -> None:
    board = board_of(sit())
    board.action_refill()
    assert board.groups[board.group].name == "Complete deck"


def test_the_cursor_starts_anew_for_the_next_player() -> None:
    """Where it stood last would tell the next one which card of a sorted hand was played face down."""
    session = sit(2, first=1)
    board = board_of(session)
    board.point(5)
    session.act(board.seen.legal[0] if board.seen else None)
    for viewer in (0, None, 1):
        board.show(session.look(viewer))
    assert where(board) == (0, 0)


# In words


def test_the_status_line_says_what_the_choice_does() -> None:
    for board in random_boards(2, 3):
        for place in places(board):
            board.point(*place)
            assert board.choice is not None
            assert board.seen is not None
            assert status(board) == board.seen.game.explain(board.seen.state, board.choice.action)
            assert re.search(r"\(ES-\d+\)", status(board))


def test_what_is_refused_says_the_ruling_and_nothing_happens() -> None:
    board = board_of(sit())
    board.point(0, 1)
    posted: list[Any] = []
    board.post_message = posted.append  # type: ignore[assignment,method-assign]
    board.action_choose()
    assert board.notice == "The top row has 1 Complete; playing face down needs two or more (ES-6)."
    assert posted == []


def test_a_notice_stays_until_the_cursor_moves() -> None:
    board = board_of(sit())
    board.say("Nothing has been taken back.")
    assert "Nothing has been taken back." in shown(board)
    board.action_move(1)
    assert "Nothing has been taken back." not in shown(board)


def test_a_notice_does_not_hide_what_enter_does() -> None:
    session = sit(2, first=1)
    board = board_of(session)
    session.act(board.seen.legal[0] if board.seen else None)
    board.show(session.look(0), waiting="Enter when you have seen it.")
    board.say("There is nothing to play now.")
    assert "Enter when you have seen it." in shown(board)


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for session in (sit(), sit(moves=MOVES), sit_at(state(stage(), options=GAME.options(refill_count="all")))):
        board = board_of(session)
        for place in places(board):
            board.point(*place)
            rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-3:])
            assert status(board) in rows


def test_the_title_says_how_it_stands() -> None:
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


def test_the_deal_code_is_not_shown_to_several_players() -> None:
    assert DEAL not in shown(board_of(sit(2)), LARGE)


@LAYOUTS
@pytest.mark.parametrize("seats", [2, 6])
def test_it_is_always_said_whose_turn_it_is(seats: int, size: tuple[int, int]) -> None:
    for first in range(1, seats + 1):
        session = sit(seats, first=first)
        assert f"> {NAMES[first - 1]}" in shown(board_of(session, first - 1), size)


@LAYOUTS
def test_the_last_happening_is_always_told(size: tuple[int, int]) -> None:
    assert "Ann refills:" in shown(board_of(sit(moves=MOVES)), size)


# The preview


def arrows(canvas: Canvas, plan: Layout, row: int) -> list[tuple[int, str]]:
    """What stands in strong ink on this row of the stage, and in which column of the canvas."""
    found = []
    for y in range(plan.y(row), plan.y(row) + plan.card.height):
        x = 0
        for text, ink in canvas.runs(y):
            found += [(x, text)] if ink == "strong" and x < (plan.panel or plan.right) else []
            x += len(text)
    return sorted(found)


def arrow(move: Move, plan: Layout) -> tuple[int, str]:
    """Where the arrow of a move begins, and how it is written: beside its card, as far as there is room."""
    right, x, room = way_of(move), plan.x(move.source.column), plan.pitch - plan.card.width
    where_to = str(move.target.column + 1) if move.target.zone == "stage" and room > 1 else ""
    text = (">" if right else "<") + where_to
    if plan.card.height == 1:
        return x, text
    return (x + plan.card.width if right else x - len(text)), text


def way_of(move: Move) -> bool:
    """Whether it goes right."""
    end = {"won": COLUMNS, "lost": -1}.get(move.target.zone, move.target.column)
    return end > move.source.column


def check_arrows(board: Board, session: Session, size: tuple[int, int]) -> None:
    """The arrows on the board are the moves of the shift that then happens."""
    assert board.choice is not None
    step = GAME.apply(session._state, board.choice.action)
    moves = next(event for event in step.events if isinstance(event, Shifted)).moves
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for row in range(3):
        assert arrows(canvas, plan, row) == sorted(arrow(move, plan) for move in moves if move.source.row == row)


@FEW_LAYOUTS
@pytest.mark.parametrize("seats", usually([4], [1, 4]))
def test_arrows_foretell_the_shift(seats: int, size: tuple[int, int]) -> None:
    for session in islice(random_game(seats, 11), 0, None, 2):
        board = board_of(session, session.turn)
        for place in places(board):
            board.point(*place)
            if board.is_legal and not isinstance(board.choice and board.choice.action, Refill):
                check_arrows(board, session, size)


def test_a_refill_shows_backs_where_new_cards_come_and_arrows_for_the_rest() -> None:
    rows = stage("HRC . . . .", ". . PGS . .")
    board = board_of(sit_at(state(rows)))
    board.action_refill()
    canvas = board.drawn(*USUAL)
    plan = layout_for(80, 21)
    assert [board.choice and board.choice.label, canvas.text().count("┏━━━━━┓")] == ["top bottom", 2]
    assert [text for row in range(3) for _, text in arrows(canvas, plan, row)] == ["<", "<2"]


def test_what_is_refused_foretells_nothing() -> None:
    board = board_of(sit())
    board.point(0, 1)
    plan = layout_for(80, 21)
    assert not any(arrows(board.drawn(*USUAL), plan, row) for row in range(3))


def test_each_way_says_what_comes_of_it() -> None:
    for session in islice(random_game(1, 5), 0, None, 3):
        board = board_of(session)
        for group, each in enumerate(board.groups):
            board.point(group)
            lines = [line[56:] for line in shown(board).splitlines()[3 : 3 + len(each.ways)]]
            for way, line in zip(each.ways, lines, strict=True):
                assert line[2:].startswith(way.label)
                assert line.endswith(effect(session, way.action))


def effect(session: Session, action: Any) -> str:
    """How many go right and left, as the list of ways says it."""
    if action not in session.look(session.turn).legal:
        return " -"
    shifted = next(event for event in GAME.apply(session._state, action).events if isinstance(event, Shifted))
    right = sum(move.target.zone == "won" or move.target.column > move.source.column for move in shifted.moves)
    right -= sum(move.target.zone == "lost" and move.target.column > move.source.column for move in shifted.moves)
    left = len(shifted.moves) - right
    return f" >{right} <{left} {right - left:+d}"


# The mouse


@LAYOUTS
def test_a_click_on_a_card_points_at_it(size: tuple[int, int]) -> None:
    board = board_of(sit())
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(7):
        if at:  # the panel and the stage mean the first, which is chosen
            assert spot(canvas, Target(at))[1] >= plan.hand_top
    assert spot(canvas, Target(7))[1] >= plan.hand_top


@LAYOUTS
def test_every_legal_action_can_be_clicked_on(size: tuple[int, int]) -> None:
    """Once its card is chosen; compact rows show one refill at a time, where only single cells can be clicked on."""
    for board in random_boards(1, 9, every=4):
        for group in range(len(board.groups)):
            board.point(group)
            canvas = board.drawn(*size)
            for way, each in enumerate(board.groups[group].ways):
                if board.seen and each.action in board.seen.legal and not (size == COMPACT and each.label.count(" ")):
                    spot(canvas, Target(group, way))


def test_a_click_on_the_stage_names_its_row() -> None:
    board = board_of(sit())
    board.point(2)
    plan, canvas = layout_for(80, 21), board.drawn(*USUAL)
    for row in range(3):
        assert canvas.at(plan.x(1) + 2, plan.y(row) + 2) == Target(2, 1 + row)


# Layouts


class Strict(Canvas):
    """A canvas on which nothing may be written over something else, or beyond the right edge."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        if self.width < 40 or self.height < 9:
            return super().put(x, y, text, ink)
        assert 0 <= y < self.height, f"{text!r} is put on row {y} of {self.height}"
        assert x >= 0, f"{text!r} begins at column {x}"
        assert x + len(text) <= self.width, f"{text!r} ends at column {x + len(text)} of {self.width}"
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=True):
            assert " " in (old, new) or old == new, f"{text!r} lies over {under!r} on row {y}"
        return super().put(x, y, text, ink)


def tight_sessions() -> list[Session]:
    """Tables that need all the room there is."""
    full = stage("HRC HGS HBT PRC PGS", "PBT FRC FGS FBT HRS", "HGT HBC PRS PGT PBC")
    rich = "R G B H C P F S T"
    nine = state(full, rich, draw="", complete_deck="", won=12, options=GAME.options(hand_size=9, draw="none"))
    bare = state(stage(), rich, options=GAME.options(hand_size=9, draw="none"))
    six = sit(6, names=("漢字漢字漢字漢字漢字", "[red]Bob[/]", "x" * 20, "Ann", "Bob", "Cleo"), first=1)
    return [sit(), sit_at(nine), sit_at(bare), six, sit(1, hand_size=9), sit(moves=MOVES[:8])]


WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44)
"""Where the layout changes, and the ends."""


@pytest.mark.parametrize("at", range(6))
def test_every_layout_holds_everything_without_overlap(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    session = tight_sessions()[at]
    board = board_of(session, session.turn)
    for group in (0, len(board.groups) - 1):
        board.point(group)
        for width, height in product(WIDTHS, HEIGHTS):
            check_picture(board, width, height)


def test_every_size_holds_everything_without_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    session = tight_sessions()[3]
    board = board_of(session, session.turn)
    for width, height in product(range(40, 131), range(11, 45)):
        check_picture(board, width, height)


def check_picture(board: Board, width: int, height: int) -> None:
    """Every card and every number is on it."""
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
def test_below_the_smallest_size_one_line_says_how_large(width: int, height: int) -> None:
    text = board_of(sit()).drawn(width, height).text()
    assert "Enlarge to 40x12, please.".startswith(text.splitlines()[0].rstrip("."))
    assert not "".join(text.splitlines()[1:])


def test_no_room_at_all_is_no_fault() -> None:
    board = board_of(sit())
    for size in ((0, 0), (0, 9), (9, 0)):
        assert board.drawn(*size).text().strip() in ("", "Enlarg...")


@pytest.mark.parametrize(("size", "card", "hand"), [
    (LARGE, Size.LARGE, Size.LARGE),
    (USUAL, Size.LARGE, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    plan = layout_for(size[0], size[1] - 2)
    assert (plan.card, plan.hand) == (card, hand)


@LAYOUTS
def test_the_ascii_board_is_ascii(size: tuple[int, int]) -> None:
    for session in (sit(moves=MOVES), sit_at(state(stage()))):
        board = board_of(session, signs=ASCII)
        for place in places(board):
            board.point(*place)
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
    """The board of two truths that look alike is the same."""
    for session in islice(random_game(3, 21), 0, None, 6):
        before = shown(board_of(session, session.turn), size)
        dealt = GAME.determinize(GAME.view(session._state, session.turn), session.turn, Key(5))
        assert shown(determinized(session, dealt), size) == before


def determinized(session: Session, state: State) -> Board:
    """The board of whoever is on turn, with another truth behind it."""
    from dataclasses import replace

    board = ExitStageRightBoard(BLOCKS)
    board.show(replace(session.look(session.turn), state=GAME.view(state, session.turn)))
    return board


# The film


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_a_film_takes_every_card_to_where_it_goes(steps: int) -> None:
    for session in islice(random_game(1, 31), 0, None, 5):
        before = session.look(0)
        board = board_of(session)
        story = session.act(before.legal[-1])
        (shifted,) = (event for event in story if isinstance(event, Shifted))
        frames = board.film(before, story, steps)
        assert len(frames) == steps * len({way_of(move) for move in shifted.moves})
        cards = sum(card is not None for row in shifted.stage for card in row)
        for frame in frames:
            standing = sum(card is not None for row in frame.stage for card in row)
            assert standing + len(frame.moving) in range(cards - 9, cards + 1)
        if frames:
            board._film = frames[-1:]
            text = shown(board)
            assert all(card.code in text for row in session.look(0).state.stage for card in row if card)


# A game without a board of its own


def test_every_board_is_registered_for_its_own_game() -> None:
    assert all(game_id == board.GAME_ID for game_id, board in BOARDS.items())
    assert board_for("exit-stage-right") is ExitStageRightBoard
    assert board_for("no such game") is Board


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_game_can_be_played_on_the_plain_board(game: AnyGame) -> None:
    session = Session(game, game.options(), NAMES[: game.seats[0]], DealCode(1))
    board = Board(BLOCKS)
    board.show(session.look(session.turn))
    assert board.seen is not None
    assert [group.ways[0].action for group in board.groups] == list(board.seen.legal)
    for size in (LARGE, USUAL, MEDIUM, COMPACT):
        for at, action in enumerate(board.seen.legal):
            board.point(at)
            canvas = board.drawn(*size)
            row = spot(canvas, Target(at))[1]
            (text, ink), *_ = canvas.runs(row)
            assert ink == "cursor", (size, action)
            assert text.strip(" .").startswith(f"{at + 1} {action}"[: size[0] - 6]), size
