"""The board of Tradewinds; no app runs here but where a key or a click needs one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import Event, Step
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import OFF, PILES, Blew, Options, State, TurnedUp, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import SEAT_NAMES
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.boards.tradewinds import TradewindsBoard, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, CardSet, Size
from tests.games.tradewinds_positions import EAST, NORTH, SOUTH, WEST, state
from tests.table import sittings
from tests.tui.screens import DEAL, board_on, golden, run, screen_text, spot
from tests.tui.test_monkey import _stays, let_loose

LARGE, USUAL, MEDIUM, COMPACT = (120, 39), (80, 23), (60, 19), (40, 11)
"""What the board has of terminals of 120x40, 80x24, 60x20 and 40x12: the last line belongs to the keys."""
LAYOUTS = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}")
ALONE = (0, 0, 0, 0)
PLAYERS = ("Ann", "漢字漢字漢字漢字漢字", "[red]Cleo[/]", "x" * 20)
"""Names of which some want all the room there is."""


__all__ = ["_stays"]


# Tables


def sit(
    turns: int = 0, names: tuple[str, ...] = SEAT_NAMES, persons: tuple[int, ...] | None = ALONE, **options: Any
) -> Session:
    """A game by a fixed deal, so many turns of which have been played at random."""
    session, luck = Session(GAME, Options(**options), names, DealCode.read(DEAL), persons), Key(3)
    for _ in range(turns):
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.ask()
    return session


def sit_at(position: State) -> Session:
    """A game that stands at this position."""
    session = Session(GAME, Options(), SEAT_NAMES, DealCode(0), ALONE)
    opening = session._start.events
    session._start = Step(position, opening)
    return session


def board_of(session: Session, signs: CardSet = BLOCKS, at: int = 0) -> TradewindsBoard:
    """The board as whoever is on turn sees it, with the cursor on this card."""
    board = TradewindsBoard(signs)
    board.show(session.look(session.turn if session.turn is not None else 0))
    board.point(at)
    return board


def all_boards(every: int = 3, **options: Any) -> Iterator[tuple[Session, TradewindsBoard]]:
    """A game from turn to turn, with the cursor on one card after the other."""
    for turns in range(0, 24, every):
        session = sit(turns, **options)
        board = board_of(session)
        for at in range(len(board.groups)):
            board.point(at)
            yield session, board


def shown(board: TradewindsBoard, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: TradewindsBoard) -> str:
    assert board.seen is not None
    return board.status(board.seen)


def wind_of(session: Session, board: TradewindsBoard) -> Blew:
    """What the choice under the cursor then does."""
    assert board.choice is not None
    return next(event for event in GAME.apply(session._state, board.choice.action).events if isinstance(event, Blew))


# Choices


def test_the_cursor_reaches_every_legal_action() -> None:
    for turns in range(24):
        board = board_of(sit(turns))
        assert board.seen is not None
        found = []
        for _ in board.groups:
            assert board.is_legal
            found.append(board.choice and board.choice.action)
            board.action_move(1)
        assert found == list(board.seen.legal)
        assert board.group == 0


def test_digits_pick_from_the_hand() -> None:
    board = board_of(sit())
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(7)
    assert board.group == 4


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_who_is_not_on_turn_has_nothing_to_choose(viewer: int | None) -> None:
    session = sit(first="east")
    board = TradewindsBoard()
    board.show(session.look(viewer))
    assert board.groups == ()
    for act in (board.action_move, board.action_way, board.action_pick):
        act(1)
    assert board.choice is None
    assert shown(board)


# In words


def test_the_status_line_is_the_explanation() -> None:
    for session, board in all_boards():
        assert board.choice is not None
        assert status(board) == GAME.explain(session.look(session.turn).state, board.choice.action)


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for _, board in all_boards():
        rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-2:])
        assert status(board) in rows


@LAYOUTS
@pytest.mark.parametrize("names", [SEAT_NAMES, PLAYERS], ids=["winds", "players"])
def test_it_is_always_said_whose_turn_it_is_and_where_that_blows(size: tuple[int, int], names: tuple[str, ...]) -> None:
    for turns in range(4):
        session = sit(turns, names)
        title = shown(board_of(session), size).splitlines()[0]
        assert session.turn is not None
        assert f"> {names[session.turn][:2]}" in title or "> [r" in title
        assert f"blows {SEAT_NAMES[opposite(session.turn)].lower()}" in title


@LAYOUTS
def test_turn_and_score_are_always_told(size: tuple[int, int]) -> None:
    for turns in range(0, 25, 4):
        session = sit(turns)
        now: State = session._state
        plus, minus = sum(map(len, now.scored)), sum(map(len, now.deducted))
        title = shown(board_of(session), size).splitlines()[0]
        assert f"+{plus} -{minus} = {plus - minus:+d}" in title
        assert re.search(rf"\b{min(turns + 1, 24)}(?:/| of )24\b", title)


@LAYOUTS
@pytest.mark.parametrize("collected", [False, True])
def test_the_last_turn_is_always_told(size: tuple[int, int], collected: bool) -> None:
    session = sit(7)
    board = board_of(session)
    board.shows_collected = collected and size != USUAL
    last = session.look(None).log[-1][0]
    assert isinstance(last, Blew)
    assert re.search(rf"{SEAT_NAMES[last.seat]} (?:plays )?{last.card.code}:", shown(board, size))


def test_after_the_end_the_table_stays() -> None:
    session = sit(24)
    board = board_of(session)
    assert "The game is over" in shown(board)
    outcome = session.look(0).outcome
    assert outcome is not None
    assert status(board) == outcome.reason


@LAYOUTS
@pytest.mark.parametrize("open_hands", [False, True])
def test_a_table_that_begins_at_a_position_has_nothing_to_tell(size: tuple[int, int], open_hands: bool) -> None:
    laid = state(("Cg?? P??? Rb??", "B??? S??? H???", "H??? Rt?? C???"), options=Options(open_hands=open_hands))
    session = sittings.sit_at(GAME, laid, SEAT_NAMES)
    assert not session.look(WEST).log[-1]
    assert "West blows east" in shown(board_of(session), size)


def test_the_deal_code_stands_beside_the_title_where_it_may() -> None:
    board = board_of(sit())
    assert DEAL not in shown(board)
    board.caption = DEAL
    assert shown(board).startswith(f"Tradewinds  {DEAL} ")


# What lies on the table


@LAYOUTS
def test_every_pile_shows_its_top_card_its_height_and_what_lies_open_below(size: tuple[int, int]) -> None:
    """West's turn, in a position with high piles, a gap and a pile of one."""
    here = state(("RGB??? . H", "F? PT? S?", "C??? TB? G??"), "HRS FRC", WEST)
    text = shown(board_of(sit_at(here), at=1), size)
    for pile in here.grid:
        if pile.face_up:
            assert text.count(pile.face_up[0].code)
            count = len(pile.face_up) + len(pile.face_down)
            assert f"×{count}" in text or (
                size == COMPACT and re.search(rf"\[{pile.face_up[0].code}\]\w*{count}", text)
            )
    assert "GB" in text
    assert all(name in text for name in PILES)


@LAYOUTS
def test_every_wind_shows_what_it_has_collected(size: tuple[int, int]) -> None:
    for turns in (0, 9, 17, 23):
        session = sit(turns)
        text = shown(board_of(session), size)
        now: State = session._state
        for seat in range(4):
            name = SEAT_NAMES[seat].upper() if size != COMPACT else SEAT_NAMES[seat][0]
            tally = rf"\+{len(now.scored[seat])} -{len(now.deducted[seat])}\b"
            beside = re.search(rf"\b{name} {tally}", text)
            assert beside or (seat in (EAST, WEST) and re.search(tally, text))


@LAYOUTS
def test_for_each_direction_one_sees_what_scores(size: tuple[int, int]) -> None:
    for session, board in islice(all_boards(every=24), 1):
        now: State = session._state
        text = shown(board, size)
        for seat in range(4):
            mask = scoring_mask(now.covering, now.sides[seat])
            letters = "".join(each.letter for each in CHARACTERISTICS if each.mask & mask) or "-"
            name = (
                f"{SEAT_NAMES[seat]:<6} {' '.join(letters)}"
                if size in (LARGE, USUAL)
                else f"{SEAT_NAMES[seat][0]} {letters}"
            )
            assert name in text
        if size != COMPACT:
            assert f"{sum(side.count(side[0].__class__('true')) for side in now.sides)} of 12 True" in text


@pytest.mark.parametrize("size", [LARGE, USUAL])
def test_the_tf_cards_lie_on_the_four_sides_of_the_covering_completes(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". . .", ". . ."), "HRC", WEST, sides=("+ - -", "+ + -", "- - -", "- + +"))
    lines = shown(board_of(sit_at(here)), size).splitlines()
    plan = layout_for(size[0], size[1] - 2)
    signs = [re.findall(r"\[([+-])\]", line[plan.panel :]) for line in lines[plan.covering + 1 : plan.covering + 9]]
    found = [row for row in signs if len(row) >= 3]
    assert found[0] == ["+", "-", "-"]
    assert found[1] == ["-", "+", "+", "+", "+", "-"]
    assert found[2] == ["-", "-", "-"]


@LAYOUTS
def test_c_shows_what_was_collected(size: tuple[int, int]) -> None:
    session = sit(17)
    board = board_of(session)
    board.action_collected()
    text = " ".join(shown(board, size).split())
    now: State = session._state
    for seat in range(4):
        for pile in (now.scored[seat], now.deducted[seat]):
            assert "".join(sorted((card.code for card in pile), key="HPFRGBCST".index)) in text
    before = shown(board, size)
    board.action_collected()
    assert size == LARGE or shown(board, size) != before


@LAYOUTS
def test_open_hands_are_shown_to_everybody(size: tuple[int, int]) -> None:
    session = sit(5, open_hands=True)
    board = board_of(session)
    board.shows_collected = size in (MEDIUM, COMPACT)
    text = shown(board, size)
    assert all(card.code in text for hand in session._state.hands for card in hand)


# The preview


def marks(board: TradewindsBoard, size: tuple[int, int]) -> list[str]:
    """What stands in strong ink in the grid, pile by pile; empty where a pile has no mark."""
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found = []
    for at in range(len(PILES)):
        left, top = plan.x(at % 3), plan.y(at // 3)
        width = plan.card.width if plan.card is Size.LARGE else plan.pitch
        found.append("".join(_strong(canvas, y, left, left + width) for y in range(top, top + plan.card.height)))
    return found


def _strong(canvas: Canvas, y: int, left: int, right: int) -> str:
    x, found = 0, ""
    for text, ink in canvas.runs(y):
        found += text.strip() if ink == "strong" and left <= x < right else ""
        x += len(text)
    return found


def expected_mark(event: Blew, pile: int) -> str:
    """As the flights of the event say it."""
    for source, target, cards in event.flights:
        if source == pile:
            arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
            if target == OFF:
                return arrow + "".join("+" if card in event.scored else "-" for card in cards)
            return arrow * len(cards) + PILES[target] if len(cards) < 3 else f"{len(cards)}{arrow}{PILES[target]}"
    return ""


@LAYOUTS
def test_marks_foretell_the_wind(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=2):
        event = wind_of(session, board)
        for at, mark in enumerate(marks(board, size)):
            expected = expected_mark(event, at)
            signs = expected.strip("<>^v")
            assert mark in (expected, f"+{signs.count('+')}-{signs.count('-')}"), f"{board.choice} {PILES[at]}"


@LAYOUTS
def test_a_pile_from_which_much_flies_is_told_in_numbers(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". RRCHC? .", ". . ."), "HRC", EAST)
    assert marks(board_of(sit_at(here)), size)[4] == "+5-0"


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_the_wind_that_collects_shows_what_it_would_gain(size: tuple[int, int]) -> None:
    for session, board in all_boards():
        event = wind_of(session, board)
        arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
        assert f"{arrow} +{len(event.scored)} -{len(event.deducted)}" in shown(board, size)


@LAYOUTS
def test_each_card_of_the_hand_says_what_it_would_bring(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=4):
        text = shown(board, size)
        for at, action in enumerate(session.look(session.turn).legal):
            event = GAME.apply(session._state, action).events[0]
            assert isinstance(event, Blew)
            gain = f"+{len(event.scored)} -{len(event.deducted)}"
            told = {COMPACT: f"{at + 1} {event.net:+d}", LARGE: gain}.get(size, f"{at + 1} {action.card.code} {gain}")
            assert told in text


def test_what_lies_face_down_is_not_tried() -> None:
    here = state((". . .", "S? Tr? .", ". . ."), "FRT HRC", EAST)
    assert marks(board_of(sit_at(here), at=1), USUAL)[4] == "<B1"


@LAYOUTS
def test_nothing_hidden_is_on_the_board(size: tuple[int, int]) -> None:
    """The board of two truths that look alike is the same."""
    for turns in (0, 7, 15, 22):
        session = sit(turns)
        seen = session.look(session.turn)
        other = GAME.view(GAME.determinize(seen.state, session.turn, Key(5)), session.turn)
        board = TradewindsBoard()
        board.show(replace(seen, state=other))
        assert shown(board, size) == shown(board_of(session), size)


# The mouse


@LAYOUTS
def test_every_card_can_be_clicked_on(size: tuple[int, int]) -> None:
    board = board_of(sit())
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(6):
        assert canvas.at(plan.hand_left + at * plan.hand_pitch + 1, plan.hand_top) == Target(at)
        assert canvas.at(*plan.net(at)) == Target(at)
        spot(canvas, Target(at))


def test_a_game_is_played_to_its_end_by_keys_and_by_mouse() -> None:
    """Turns by Enter on a card of one's choice, and by two clicks on one."""

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for turn in range(24):
            hand = len(board.groups)
            assert hand == 6 - turn // 4
            if turn % 2:
                x, y = spot(board.canvas, Target(hand - 1))
                for _ in range(1 if board.group == hand - 1 else 2):
                    await pilot.click(offset=(board.region.x + x, board.region.y + y))
            else:
                await pilot.press("right", "enter")
            await pilot.pause()
        assert "Singles scored" in screen_text(pilot)

    app = run(play, sit())
    assert app is not None


@pytest.mark.parametrize("persons", [ALONE, (0, 1, 0, 2), None])
@pytest.mark.usefixtures("_stays")
def test_a_monkey_does_no_harm(persons: tuple[int, ...] | None) -> None:
    asyncio.run(let_loose(sit(persons=persons, first="west"), Random(8), 100))


# Layouts


class Strict(Canvas):
    """A canvas on which nothing may be written over something else, or beyond the right edge."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        assert 0 <= y < self.height, f"{text!r} is put on row {y} of {self.height}"
        assert x >= 0, f"{text!r} begins at column {x}"
        assert x + len(text) <= self.width, f"{text!r} ends at column {x + len(text)} of {self.width}"
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=False):
            assert " " in (old, new) or old == new, f"{text!r} lies over {under!r} on row {y}"
        super().put(x, y, text, ink)


def tight_boards() -> list[TradewindsBoard]:
    """Tables that need all the room there is."""
    high = ("RRRRGGGGBBBB HHHHPPPPFFFF .", "CCC SSSSTTTTC .", ". . .")
    piles = state(high, "HRC HRS HGC HGS HBC HBS", SOUTH)
    gone = state(("R . .",) + (". . .",) * 2, "HRC", WEST, sides=("+ + +", "+ - -", "- + +", "- + +"), rest=NORTH)
    made = [board_of(sit_at(piles), at=at) for at in range(3)] + [board_of(sit_at(gone))]
    made += [
        board_of(sit(turns, PLAYERS, open_hands=open_hands))
        for turns in (0, 1, 2, 3, 14)
        for open_hands in (False, True)
    ]
    return made + [board_of(sit(turns, true_cards=9)) for turns in (0, 13, 24)]


def test_every_layout_holds_everything_without_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = ((120, 39), (119, 40), (80, 23), (79, 23), (60, 19), (59, 19), (40, 11), (200, 60), (80, 15))
    tables = tight_boards()
    monkeypatch.setattr(boards, "Canvas", Strict)
    for at, collected, size in product(range(len(tables)), (False, True), sizes):
        board = tables[at]
        board.shows_collected = collected
        text = shown(board, size)
        assert board.seen is not None
        hand = board.seen.state.hands[board.seen.viewer or 0]
        missing = [card for card in hand if card.code not in text]
        assert missing == [], f"board {at}, collected {collected}, {size}\n{text}"


@pytest.mark.parametrize(("size", "card", "hand"), [
    (LARGE, Size.LARGE, Size.LARGE),
    (USUAL, Size.LARGE, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.TINY, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    plan = layout_for(size[0], size[1] - 2)
    assert (plan.card, plan.hand) == (card, hand)


@LAYOUTS
@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_table_at_this_size(size: tuple[int, int], signs: CardSet) -> None:
    golden(f"tradewinds-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board_of(sit(12), signs, at=1), size))


@LAYOUTS
def test_players_with_names_at_this_size(size: tuple[int, int]) -> None:
    board = board_of(sit(9, ("Ann", "Bartholomew", "Cleo", "Dan"), open_hands=True))
    board.shows_collected = True
    golden(f"tradewinds-names-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_the_ascii_board_is_ascii(size: tuple[int, int]) -> None:
    for turns in (0, 12, 23, 24):
        assert shown(board_of(sit(turns), ASCII), size).isascii()


# The film


@pytest.mark.parametrize("steps", [1, 3, 6])
@pytest.mark.parametrize("seat", range(4))
def test_a_film_follows_the_order_of_the_wind(seat: int, steps: int) -> None:
    for turns in range(seat, 24, 4):
        session = sit(turns, first="north")
        before, board = session.look(session.turn), board_of(session)
        story = session.act(before.legal[-1])
        frames = board.film(before, story, steps)
        event = next(event for event in story if isinstance(event, Blew))
        waves = [depth for rank in ranks(event) for depth in range(max(len(cards) for _, _, cards in rank))]
        assert len(frames) == steps * len(waves) + 1
        assert [sorted(card.code for card, _, _ in frame.moving) for frame in frames[:-1:steps]] == [
            sorted(cards[depth].code for _, _, cards in rank if depth < len(cards))
            for rank in ranks(event)
            for depth in range(max(len(cards) for _, _, cards in rank))
        ]
        _ends_as_the_table_stands(frames[-1], session._state, story)
        for frame in (frames[0], frames[-1]):
            board._film = [frame]
            for size in (LARGE, USUAL, MEDIUM, COMPACT):
                assert shown(board, size)


def ranks(event: Blew) -> list[list[Any]]:
    """The flights line by line across the wind, the downwind edge first."""
    across = [at // 3 if event.seat in (NORTH, SOUTH) else at % 3 for at in range(9)]
    order = (2, 1, 0) if event.seat in (NORTH, WEST) else (0, 1, 2)
    found = [[flight for flight in event.flights if across[flight[0]] == line] for line in order]
    return [rank for rank in found if rank]


def _ends_as_the_table_stands(last: Any, after: State, story: tuple[Event, ...]) -> None:
    """But for what is then turned up."""
    assert last.moving == ()
    turned = {pile for event in story if isinstance(event, TurnedUp) for pile in event.piles}
    for at, (filmed, stands) in enumerate(zip(last.grid, after.grid, strict=True)):
        assert filmed.face_up == (() if at in turned else stands.face_up)
        assert len(filmed.face_down) == len(stands.face_down) + (at in turned)
