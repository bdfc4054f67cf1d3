"""Tests of the Tradewinds board; the app runs only for keys and clicks."""

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
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, name_points
from cardtable.engine.phrases import without_rulings
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.boards.tradewinds import TradewindsBoard, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, CardSet, Size
from tests.games.tradewinds_positions import EAST, NORTH, SOUTH, WEST, state
from tests.table import sittings
from tests.tui.screens import DEAL, board_on, golden, press, run, screen_text, spot
from tests.tui.test_monkey import STEPS, _stays, run_monkey

LARGE, USUAL, MEDIUM, WIDE, COMPACT = (120, 39), (80, 23), (60, 19), (80, 18), (40, 11)
"""The board's size in terminals of 120x40, 80x24, 60x20, 80x19 and 40x12; the key bar takes the last line."""
LAYOUTS = pytest.mark.parametrize(
    "size", [LARGE, USUAL, MEDIUM, WIDE, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}"
)
ALONE = (0, 0, 0, 0)
PLAYERS = ("Ann", "漢字漢字漢字漢字漢字", "[red]Cleo[/]", "x" * 20)
"""Names of the players, some of them as long as possible."""


__all__ = ["_stays"]


# Boards


def sit(
    turns: int = 0, names: tuple[str, ...] = SEAT_NAMES, persons: tuple[int, ...] | None = ALONE, **options: Any
) -> Session:
    """Return a game with a fixed deal after so many random turns."""
    session, luck = Session(GAME, Options(**options), names, DealCode.parse(DEAL), persons), Key(3)
    for _ in range(turns):
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.mark_seen()
    return session


def sit_at(position: State) -> Session:
    """Return a game that begins at this position."""
    session = Session(GAME, Options(), SEAT_NAMES, DealCode(0), ALONE)
    opening = session._start.events
    session._start = Step(position, opening)
    return session


def board_of(session: Session, signs: CardSet = BLOCKS, at: int = 0) -> TradewindsBoard:
    """Return the board of the player whose turn it is, with the cursor on a card."""
    board = TradewindsBoard(signs)
    board.show(session.look(session.turn if session.turn is not None else 0))
    board.move_cursor(at)
    return board


def all_boards(every: int = 3, **options: Any) -> Iterator[tuple[Session, TradewindsBoard]]:
    """Yield the turns of a game, with the cursor on each card in turn."""
    for turns in range(0, 24, every):
        session = sit(turns, **options)
        board = board_of(session)
        for at in range(len(board.groups)):
            board.move_cursor(at)
            yield session, board


def shown(board: TradewindsBoard, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: TradewindsBoard) -> str:
    assert board.seen is not None
    return board.status(board.seen)


def wind_of(session: Session, board: TradewindsBoard) -> Blew:
    """Return the event of the choice under the cursor."""
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


def test_digits_choose_cards_in_the_hand() -> None:
    board = board_of(sit())
    board.action_pick(5)
    assert board.group == 4
    board.action_pick(7)
    assert board.group == 4


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_players_have_no_choices_when_it_is_not_their_turn(viewer: int | None) -> None:
    session = sit(first="east")
    board = TradewindsBoard()
    board.show(session.look(viewer))
    assert board.groups == ()
    for act in (board.action_move, board.action_cycle, board.action_pick):
        act(1)
    assert board.choice is None
    assert shown(board)


# Texts


def test_the_status_line_is_the_explanation() -> None:
    for session, board in all_boards():
        assert board.choice is not None
        assert status(board) == without_rulings(GAME.explain(session.look(session.turn).state, board.choice.action))


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for _, board in all_boards():
        rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-2:])
        assert status(board) in rows


@LAYOUTS
@pytest.mark.parametrize("names", [SEAT_NAMES, PLAYERS], ids=["winds", "players"])
def test_the_board_always_shows_whose_turn_it_is(size: tuple[int, int], names: tuple[str, ...]) -> None:
    for turns in range(4):
        session = sit(turns, names)
        title = shown(board_of(session), size).splitlines()[0]
        assert session.turn is not None
        assert f"> {names[session.turn][:2]}" in title or "> [r" in title
        assert f"blows {SEAT_NAMES[opposite(session.turn)].lower()}" in title


@LAYOUTS
def test_the_board_always_shows_turn_and_score(size: tuple[int, int]) -> None:
    for turns in range(0, 25, 4):
        session = sit(turns)
        now: State = session._state
        plus, minus = sum(map(len, now.scored)), sum(map(len, now.deducted))
        title = shown(board_of(session), size).splitlines()[0]
        assert (f"+{plus} -{minus} = {plus - minus:+d}" if plus + minus else "0") in title
        assert re.search(rf"\b{min(turns + 1, 24)}(?:/| of )24\b", title)


@LAYOUTS
@pytest.mark.parametrize("collected", [False, True])
def test_the_board_always_shows_the_last_turn(size: tuple[int, int], collected: bool) -> None:
    session = sit(7)
    board = board_of(session)
    board.shows_collected = collected and size != USUAL
    last = session.look(None).log[-1][0]
    assert isinstance(last, Blew)
    assert re.search(rf"{SEAT_NAMES[last.seat]} (?:plays )?{last.card.code}[.:]", shown(board, size))


def test_the_table_stays_on_screen_after_the_end() -> None:
    session = sit(24)
    board = board_of(session)
    assert "The game is over" in shown(board)
    outcome = session.look(0).outcome
    assert outcome is not None
    assert status(board) == outcome.reason


@pytest.mark.parametrize("persons", [ALONE, None])
def test_after_the_end_no_key_offers_a_choice(persons: tuple[int, ...] | None) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "t")
        bar = screen_text(pilot).splitlines()[-1]
        assert "enter Go on" in bar
        assert "Choose" not in bar
        assert "Play" not in bar
        assert ("Undo" in bar) == (persons is ALONE)

    run(play, sit(24, persons=persons))


@LAYOUTS
@pytest.mark.parametrize("open_hands", [False, True])
def test_a_game_that_begins_at_a_position_has_an_empty_log(size: tuple[int, int], open_hands: bool) -> None:
    start = state(("Cg?? P??? Rb??", "B??? S??? H???", "H??? Rt?? C???"), options=Options(open_hands=open_hands))
    session = sittings.sit_at(GAME, start, SEAT_NAMES)
    assert not session.look(WEST).log[-1]
    assert "West blows east" in shown(board_of(session), size)


def test_the_deal_code_is_shown_beside_the_title() -> None:
    board = board_of(sit())
    assert DEAL not in shown(board)
    board.caption = DEAL
    assert shown(board).startswith(f"Tradewinds  {DEAL} ")


# Cards on the table


@LAYOUTS
def test_every_pile_shows_its_top_card_its_height_and_the_open_cards_below(size: tuple[int, int]) -> None:
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
def test_every_wind_shows_its_collected_singles(size: tuple[int, int]) -> None:
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
def test_the_board_shows_what_scores_in_each_direction(size: tuple[int, int]) -> None:
    for session, board in islice(all_boards(every=24), 1):
        now: State = session._state
        text = shown(board, size)
        for seat in range(4):
            mask = scoring_mask(now.covering, now.sides[seat])
            letters = "".join(each.letter for each in CHARACTERISTICS if each.mask & mask) or "-"
            apart = re.sub("(?<=[HPF])(?=[RGBCST])|(?<=[RGB])(?=[CST])", " ", letters)
            name = (
                rf"\+1 for {SEAT_NAMES[seat]:<5}  {' '.join(letters)}"
                if size in (LARGE, USUAL, WIDE)
                else f"{SEAT_NAMES[seat][0]}[ >]{letters if size == COMPACT else apart}"
            )
            assert re.search(name, text)


@LAYOUTS
def test_the_board_says_what_the_goal_is(size: tuple[int, int]) -> None:
    text = shown(board_of(sit()), size)
    assert re.search(r"[Gg]oal.*above 0", text)
    assert ("Covering Completes" in text) == (size in (LARGE, USUAL, WIDE))


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE])
def test_a_side_that_nothing_scores_for_says_so(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". . .", ". . ."), "HRC", WEST, sides=("- - -", "+ + +", "+ + +", "+ + +"))
    assert re.search(r"North: nothing scores| N nothing", shown(board_of(sit_at(here)), size))


def test_past_turns_are_listed_from_the_oldest_to_the_last() -> None:
    text = shown(board_of(sit(6)), LARGE)
    lines = [line[64:] for line in text.splitlines()]
    players = [line.split()[0] for line in lines if re.match(r"\w+ plays ", line)]
    log = sit(6).look(None).log
    assert players == [SEAT_NAMES[step[0].seat] for step in log[1:]]


def test_what_everybody_played_since_my_turn_stays_on_the_screen() -> None:
    for turns in range(4, 24):
        session = sit(turns)
        text = shown(board_of(session), USUAL)
        for step in session.look(None).log[-4:]:
            assert f"{SEAT_NAMES[step[0].seat]} plays {step[0].card.code}" in text  # type: ignore[attr-defined]


def test_the_last_turn_takes_free_rows_before_it_is_cut() -> None:
    for turns in range(1, 24):
        assert "..." not in shown(board_of(sit(turns, open_hands=True)), USUAL)


@pytest.mark.parametrize("size", [LARGE, USUAL, WIDE])
def test_tf_cards_are_on_the_four_sides_of_the_covering_completes(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". . .", ". . ."), "HRC", WEST, sides=("+ - -", "+ + -", "- - -", "- + +"))
    lines = shown(board_of(sit_at(here)), size).splitlines()
    layout = layout_for(size[0], size[1] - 2)
    signs = [
        re.findall(r"\[([+-])\]", line[layout.panel :]) for line in lines[layout.covering + 1 : layout.covering + 9]
    ]
    found = [row for row in signs if len(row) >= 3]
    assert found[0] == ["+", "-", "-"]
    assert found[1] == ["-", "+", "+", "+", "+", "-"]
    assert found[2] == ["-", "-", "-"]


@LAYOUTS
def test_c_shows_the_collected_singles(size: tuple[int, int]) -> None:
    session = sit(17)
    board = board_of(session)
    board.action_collected(True)
    text = " ".join(shown(board, size).split())
    now: State = session._state
    for seat in range(4):
        for pile in (now.scored[seat], now.deducted[seat]):
            assert "".join(sorted((card.code for card in pile), key="HPFRGBCST".index)) in text
    before = shown(board, size)
    board.action_collected(False)
    assert size == LARGE or shown(board, size) != before


@LAYOUTS
def test_open_hands_are_shown_to_everybody(size: tuple[int, int]) -> None:
    session = sit(5, open_hands=True)
    board = board_of(session)
    board.shows_collected = size in (MEDIUM, WIDE, COMPACT)
    text = shown(board, size)
    assert all(card.code in text for hand in session._state.hands for card in hand)


# Previews


def marks(board: TradewindsBoard, size: tuple[int, int]) -> list[str]:
    """Return the mark of each pile of the grid; empty if it has none."""
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found = []
    for at in range(len(PILES)):
        left, top = layout.x(at % 3), layout.y(at // 3)
        width = layout.card.width if layout.card is Size.LARGE else layout.pitch
        found.append("".join(_marks(canvas, y, left, left + width) for y in range(top, top + layout.card.height)))
    return found


def _marks(canvas: Canvas, y: int, left: int, right: int) -> str:
    x, found = 0, ""
    for text, ink in canvas.runs(y):
        found += text.strip() if ink == "gold" and left <= x < right else ""
        x += len(text)
    return found


def expected_mark(event: Blew, pile: int) -> str:
    """Return the marks that the flights of the event lead to."""
    for source, target, cards in event.flights:
        if source == pile:
            arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
            if target == OFF:
                scoring = sum(card in event.scored for card in cards)
                counts = (("+", scoring), ("-", len(cards) - scoring))
                return arrow + "".join(f"{sign}{count}" for sign, count in counts if count)
            return arrow * len(cards) + PILES[target] if len(cards) < 3 else f"{len(cards)}{arrow}{PILES[target]}"
    return ""


@LAYOUTS
def test_marks_predict_the_flights(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=2):
        event = wind_of(session, board)
        for at, mark in enumerate(marks(board, size)):
            expected = expected_mark(event, at)
            assert mark.replace(" ", "") in (expected, expected.strip("<>^v")), f"{board.choice} {PILES[at]}"


@LAYOUTS
def test_many_flights_from_one_pile_are_counted(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". RRCHC? .", ". . ."), "HRC", EAST)
    assert marks(board_of(sit_at(here)), size)[4].strip("< ") == "+5"


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE])
def test_the_wind_that_collects_shows_its_gain(size: tuple[int, int]) -> None:
    for session, board in all_boards():
        event = wind_of(session, board)
        arrow = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}[event.seat]
        gain = f"{arrow} {name_points(event) or 0}"
        narrow = gain.replace(" ", "") if size == WIDE else gain
        assert gain in shown(board, size) or narrow in shown(board, size)


@LAYOUTS
def test_each_card_of_the_hand_shows_its_gain(size: tuple[int, int]) -> None:
    for session, board in all_boards(every=4):
        text = shown(board, size)
        for at, action in enumerate(session.look(session.turn).legal):
            event = GAME.apply(session._state, action).events[0]
            assert isinstance(event, Blew)
            gain = name_points(event) or "0"
            labels = {COMPACT: f"{at + 1} {event.net:+d}", LARGE: gain}
            assert labels.get(size, f"{at + 1} {action.card.code} {gain}") in text


def test_face_down_cards_are_not_previewed() -> None:
    here = state((". . .", "S? Tr? .", ". . ."), "FRT HRC", EAST)
    assert marks(board_of(sit_at(here), at=1), USUAL)[4] == "<B1"


@LAYOUTS
def test_nothing_hidden_is_on_the_board(size: tuple[int, int]) -> None:
    """The board is the same for two states that differ only in hidden cards."""
    for turns in (0, 7, 15, 22):
        session = sit(turns)
        seen = session.look(session.turn)
        other = GAME.view(GAME.determinize(seen.state, session.turn, Key(5)), session.turn)
        board = TradewindsBoard()
        board.show(replace(seen, state=other))
        assert shown(board, size) == shown(board_of(session), size)


# Mouse


@LAYOUTS
def test_every_card_can_be_clicked(size: tuple[int, int]) -> None:
    board = board_of(sit())
    layout, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(6):
        assert canvas.target_at(*layout.hand_card(at)) == Target(at)
        assert canvas.target_at(*layout.net(at)) == Target(at)
        spot(canvas, Target(at))


def test_a_game_can_be_played_to_its_end_with_keys_and_mouse() -> None:
    """Play some turns with Enter and some with two clicks."""

    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        for turn in range(24):
            hand = len(board.groups)
            assert hand == 6 - turn // 4
            if turn % 2:
                x, y = spot(board.canvas, Target(hand - 1))
                for _ in range(2):  # the first click only chooses
                    await pilot.click(offset=(board.region.x + x, board.region.y + y))
            else:
                await pilot.press("right", "enter")
            await pilot.pause()
        assert "Singles scored" in screen_text(pilot)

    app = run(play, sit())
    assert app is not None


@pytest.mark.parametrize("persons", [ALONE, (0, 1, 0, 2), None])
@pytest.mark.usefixtures("_stays")
def test_random_keys_do_no_harm(persons: tuple[int, ...] | None) -> None:
    asyncio.run(run_monkey(sit(persons=persons, first="west"), Random(8), STEPS))


# Layouts


class Strict(Canvas):
    """A canvas that fails if text covers other text or leaves the canvas."""

    def put(self, x: int, y: int, text: str, ink: str = PLAIN) -> None:
        assert 0 <= y < self.height, f"{text!r} is on row {y} of {self.height}"
        assert x >= 0, f"{text!r} begins at column {x}"
        assert x + len(text) <= self.width, f"{text!r} ends at column {x + len(text)} of {self.width}"
        under = "".join(each for each, _ in self._cells[y][x : x + len(text)])
        for old, new in zip(under, text, strict=False):
            assert " " in (old, new) or old == new, f"{text!r} covers {under!r} on row {y}"
        super().put(x, y, text, ink)


def tight_boards() -> list[TradewindsBoard]:
    """Return boards that need as much room as possible."""
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


def test_every_layout_shows_everything_without_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = ((120, 39), (119, 40), (80, 23), (79, 23), (60, 19), (59, 19), (40, 11), (200, 60), (80, 18))
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
    (LARGE, Size.HUGE, Size.LARGE),
    (USUAL, Size.LARGE, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (WIDE, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.TINY, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.hand) == (card, hand)


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


# Animation


@pytest.mark.parametrize("steps", [1, 3, 6])
@pytest.mark.parametrize("seat", range(4))
def test_an_animation_follows_the_order_of_the_flights(seat: int, steps: int) -> None:
    for turns in range(seat, 24, 4):
        session = sit(turns, first="north")
        before, board = session.look(session.turn), board_of(session)
        story = session.act(before.legal[-1])
        frames = board.build_frames(before, story, steps)
        event = next(event for event in story if isinstance(event, Blew))
        waves = [depth for rank in ranks(event) for depth in range(max(len(cards) for _, _, cards in rank))]
        assert len(frames) == steps * len(waves) + 1
        assert [sorted(card.code for card, _, _ in frame.moving) for frame in frames[:-1:steps]] == [
            sorted(cards[depth].code for _, _, cards in rank if depth < len(cards))
            for rank in ranks(event)
            for depth in range(max(len(cards) for _, _, cards in rank))
        ]
        _check_last_frame(frames[-1], session._state, story)
        for frame in (frames[0], frames[-1]):
            board._frames = [frame]
            for size in (LARGE, USUAL, MEDIUM, WIDE, COMPACT):
                assert shown(board, size)


def ranks(event: Blew) -> list[list[Any]]:
    """Return the flights, one line across the wind after the other, the downwind edge first."""
    across = [at // 3 if event.seat in (NORTH, SOUTH) else at % 3 for at in range(9)]
    order = (2, 1, 0) if event.seat in (NORTH, WEST) else (0, 1, 2)
    found = [[flight for flight in event.flights if across[flight[0]] == line] for line in order]
    return [rank for rank in found if rank]


def _check_last_frame(last: Any, after: State, story: tuple[Event, ...]) -> None:
    """Check that the animation ends at the new table, before cards are turned up."""
    assert last.moving == ()
    turned = {pile for event in story if isinstance(event, TurnedUp) for pile in event.piles}
    for at, (shown_pile, pile) in enumerate(zip(last.table, after.grid, strict=True)):
        assert shown_pile.face_up == (() if at in turned else pile.face_up)
        assert len(shown_pile.face_down) == len(pile.face_down) + (at in turned)
