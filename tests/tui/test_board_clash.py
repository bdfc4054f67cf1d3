"""The board of Clash; no app runs here but at the end."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from cardtable.engine.chance import DealCode, Key, draw_below
from cardtable.engine.game import Step
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import (
    COMPLETE_PILE,
    PILE_OF,
    EndTurn,
    Options,
    PlayChard,
    PlayComplete,
    Played,
    PlayLast,
    PlayPair,
    PlayThree,
    State,
    cards_of,
    sort_hand,
)
from cardtable.table.session import Session
from cardtable.tui import board as boards
from cardtable.tui.board import Board
from cardtable.tui.boards import board_for
from cardtable.tui.boards.clash import ClashBoard, layout_for
from cardtable.tui.canvas import PLAIN, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import ASCII, BLOCKS, CardSet, Size
from cardtable.tui.screens.curtain import Curtain
from cardtable.tui.screens.dialogs import Choice
from tests.games.clash_positions import state
from tests.tui.screens import (
    board_on,
    click,
    golden,
    lift_curtain,
    press,
    run,
    screen_text,
    spot,
    table_of,
    usually,
    wait_for,
)

LARGE, USUAL, MEDIUM, COMPACT = (120, 39), (80, 23), (60, 19), (40, 11)
"""What the board has of terminals of 120x40, 80x24, 60x20 and 40x12: the last line belongs to the keys."""
LAYOUTS = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, COMPACT], ids=lambda size: f"{size[0]}x{size[1] + 1}")
NAMES = ("Ann", "Bob")
MATCHED = state("P R S", "PRS", ("H F B C T HGT PRT", "R G"), draw=(9, 12), scores=(7, 3))
"""All four piles match, and three Chards can be chosen in four ways."""
CHAIN = state("F G S", "FRS", ("T T S H B FGT PBC", "R G"), draw=(9, 12), played=0)
"""A pair can be played, then three Chards, then more."""


def sit(moves: int = 0, code: int = 3, names: tuple[str, ...] = NAMES, **options: Any) -> Session:
    """A match in which so many random moves have been made."""
    session = Session(GAME, Options(**options), names, DealCode(code))
    return list(islice(random_match(session, code), moves + 1))[-1] if moves else session


def sit_at(position: State, names: tuple[str, ...] = NAMES) -> Session:
    """A match that stands at this position."""
    session = Session(GAME, position.options, names, DealCode(0))
    session._start = Step(position, session._start.events)
    session._asked = session._person(session.turn)
    return session


def random_match(session: Session, number: int) -> Iterator[Session]:
    """Random play; the session at every decision of it."""
    luck = Key(number)
    while session.turn is not None:
        yield session
        legal = session.look(session.turn).legal
        pick, luck = draw_below(luck, len(legal))
        session.act(legal[pick])
        session.ask()


def board_of(session: Session, viewer: int | None = -1, signs: CardSet = BLOCKS) -> ClashBoard:
    """The board as this seat sees it; usually the one on turn."""
    board = ClashBoard(signs)
    board.show(session.look(session.turn if viewer == -1 else viewer))
    return board


def random_boards(number: int, every: int = 1, **options: Any) -> Iterator[ClashBoard]:
    for session in islice(random_match(sit(code=number, **options), number), 0, 120, every):
        yield board_of(session)


def places(board: ClashBoard) -> Iterator[tuple[int, int]]:
    """Everything the cursor can stand on."""
    for group, each in enumerate(board.groups):
        for way in range(len(each.ways)):
            yield group, way


def shown(board: ClashBoard, size: tuple[int, int] = USUAL) -> str:
    return board.drawn(*size).text()


def status(board: ClashBoard) -> str:
    assert board.seen is not None
    return board.status(board.seen)


def labels(board: ClashBoard, group: int) -> list[str]:
    return [way.label for way in board.groups[group].ways]


# What there is to choose


def test_the_cursor_goes_along_the_hand_and_then_to_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    hand = [card.name for card in MATCHED.hands[0]]
    assert [group.name for group in board.groups] == [*hand, "End of the turn"]


def test_a_chard_can_be_played_alone_last_and_with_others() -> None:
    board = board_of(sit_at(MATCHED))
    assert labels(board, 0) == ["play it", "last card", "with Blue, Circle", "with Blue, Triangle"]
    first, last, *threes = (way.action for way in board.groups[0].ways)
    assert isinstance(first, PlayChard)
    assert isinstance(last, PlayLast)
    assert all(isinstance(three, PlayThree) for three in threes)


def test_a_pair_is_chosen_from_either_of_its_cards() -> None:
    board = board_of(sit_at(CHAIN))
    hand = [card.code for card in CHAIN.hands[0]]
    assert "with Filled-Green-Triangle" in labels(board, hand.index("T"))
    assert labels(board, hand.index("FGT")) == ["play it", "with Triangle"]
    assert labels(board, hand.index("PBC")) == ["play it"]


def test_a_complete_offers_the_pair_that_only_lacks_its_chard_and_says_so() -> None:
    board = board_of(sit_at(state("F G S", "FRS", ("H FGT", "R G"))))
    assert [each.action for each in board.groups[1].ways][1:] == [GAME.parse("T + FGT")]
    board.point(1, 1)
    assert not board.is_legal
    assert status(board) == "You don't have Triangle."


def test_the_end_of_the_turn_is_a_pass_where_nothing_was_played() -> None:
    assert labels(board_of(sit_at(CHAIN)), 7) == ["pass"]
    session = sit_at(CHAIN)
    session.act(GAME.parse("T + FGT"))
    assert labels(board_of(session), 5) == ["end the turn"]


@pytest.mark.parametrize("viewer", [None, 1])
def test_who_is_not_on_turn_has_nothing_to_choose(viewer: int | None) -> None:
    board = board_of(sit_at(MATCHED), viewer)
    assert board.groups == ()
    board.action_move(1)
    board.action_way(1)
    board.action_pick(3)
    board.action_end_turn()
    assert (board.group, board.way, board.choice) == (0, 0, None)


@pytest.mark.parametrize("code", [1, 7, 8])
def test_the_cursor_reaches_every_legal_action(code: int) -> None:
    for board in random_boards(code):
        assert board.seen is not None
        found = set()
        for _ in board.groups:
            for _ in board.groups[board.group].ways:
                found |= {board.choice.action} if board.choice and board.is_legal else set()
                board.action_way(1)
            board.action_move(1)
        assert found == set(board.seen.legal)
        assert board.group == 0


def test_three_chards_are_reached_from_each_of_them() -> None:
    board = board_of(sit_at(MATCHED))
    for three in (action for action in board.seen.legal if isinstance(action, PlayThree)) if board.seen else ():
        with_it = [at for at, group in enumerate(board.groups) if three in [way.action for way in group.ways]]
        assert [board.groups[at].name for at in with_it] == [card.name for card in cards_of(three)]


def test_e_goes_to_the_end_of_the_turn() -> None:
    board = board_of(sit_at(MATCHED))
    board.action_end_turn()
    assert isinstance(board.choice and board.choice.action, EndTurn)


def test_digits_pick_from_the_hand() -> None:
    board = board_of(sit_at(MATCHED))
    board.action_pick(6)
    assert board.groups[board.group].name == "Hollow-Green-Triangle"


# In words


def test_the_status_line_says_why_a_card_can_be_played_or_not() -> None:
    for board in random_boards(4):
        for place in places(board):
            board.point(*place)
            assert board.choice is not None
            assert board.seen is not None
            assert status(board) == board.seen.game.explain(board.seen.state, board.choice.action)
            assert re.search(r"\(CL-\d+(, CL-\d+)?\)\.$|^You don't have \S+\.$", status(board))


def test_every_card_of_the_hand_says_something_at_every_moment() -> None:
    for board in random_boards(5):
        assert board.seen is not None
        hand = board.seen.state.hands[board.seen.viewer]
        assert len(board.groups) == len(hand) + 1
        for card, group in zip(hand, board.groups, strict=False):
            assert isinstance(group.ways[0].action, PlayChard | PlayComplete)
            assert card in cards_of(group.ways[0].action)


@LAYOUTS
def test_no_sentence_is_cut(size: tuple[int, int]) -> None:
    for session in (sit(), sit(12), sit_at(MATCHED), sit_at(CHAIN)):
        board = board_of(session)
        for place in places(board):
            board.point(*place)
            rows = " ".join(line.strip() for line in shown(board, size).splitlines()[-3:])
            assert status(board) in rows


def test_no_sentence_of_random_matches_is_cut_on_the_smallest_screen() -> None:
    for board in random_boards(6, every=3):
        for place in places(board):
            board.point(*place)
            rows = " ".join(line.strip() for line in shown(board, COMPACT).splitlines()[-3:])
            assert status(board) in rows


@LAYOUTS
def test_the_title_says_how_the_match_stands(size: tuple[int, int]) -> None:
    title = shown(board_of(sit_at(MATCHED)), size).splitlines()[0]
    assert all(part in title for part in ("ound 2", "Ann 7", "Bob 3", "to 10"))
    single = shown(board_of(sit(target=0)), size).splitlines()[0]
    assert "ingle round" in single


@LAYOUTS
def test_it_is_always_said_whose_turn_and_whose_deal_it_is(size: tuple[int, int]) -> None:
    for session in (sit(first=1), sit(first=2), sit(9)):
        rows = shown(board_of(session), size).splitlines()
        mark = "*" if size == COMPACT else " (deals)"
        assert session.turn is not None
        dealer = NAMES[session.look(None).state.dealer]
        assert any(row.startswith(f"> {NAMES[session.turn]}") for row in rows)
        assert any(f"{dealer}{mark}" in row for row in rows)


@LAYOUTS
def test_both_players_cards_are_counted(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(MATCHED)), size)
    counts = [re.findall(r"(\d+)", row.split("played")[0])[:2] for row in text.splitlines() if "hand " in row]
    assert counts == [["7", "12"], ["7", "9"]]


def test_the_cards_played_this_turn_are_told() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T"):
        session.act(GAME.parse(typed))
    assert "played T FGT H B T" in shown(board_of(session))
    assert "played 5" in shown(board_of(session), COMPACT)


def test_a_turn_is_one_line_of_the_log() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T", "S last"):
        session.act(GAME.parse(typed))
    drawn = " ".join(card.code for card in sort_hand(CHAIN.draw_piles[0][:6]))
    assert f"Ann: Triangle + FGT, Hollow + Blue + Triangle, Square last, draws {drawn}." in shown(
        board_of(session, 0), LARGE
    )
    assert "Square last, draws 6." in shown(board_of(session, 1), LARGE)


@LAYOUTS
def test_it_shows_when_all_four_piles_match(size: tuple[int, int]) -> None:
    assert not re.search("(All|piles) match", shown(board_of(sit_at(CHAIN)), size))
    board = board_of(sit_at(MATCHED))
    board.point(0, 0)
    assert re.search("All match: ", shown(board, size))
    pair = board_of(sit_at(CHAIN))
    pair.point(6, 1)
    assert "Then all four piles match." in shown(pair, size)


# The preview


def marks(board: ClashBoard, size: tuple[int, int]) -> dict[int, str]:
    """What stands in strong ink above each pile."""
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    found, x = {}, 0
    for text, ink in canvas.runs(plan.top - 1):
        pile = next((pile for pile in range(4) if plan.pile_x(pile) == x), None)
        if ink == "strong" and pile is not None:
            found[pile] = text
        x += len(text)
    return found


@LAYOUTS
def test_the_marks_above_the_piles_are_what_then_happens(size: tuple[int, int]) -> None:
    for session in islice(random_match(sit(code=11), 11), 0, 90, 3):
        board = board_of(session)
        for place in places(board):
            board.point(*place)
            assert board.choice is not None
            expected = {}
            if board.is_legal:
                now = GAME.view(session._state, None)
                events = GAME.apply(session._state, board.choice.action).events
                for card in (card for event in events if isinstance(event, Played) for card in event.cards):
                    pile = now.piles[PILE_OF[card]]
                    expected[PILE_OF[card]] = f"{pile[0].code if pile else '.'} > {card.code}"
            assert marks(board, size) == expected


def test_the_card_that_would_be_laid_lies_on_its_pile_with_a_heavy_border() -> None:
    board = board_of(sit_at(MATCHED))
    board.point(0, 3)
    text = shown(board)
    assert [text.count(f"┏{code}") for code in "HBTFC"] == [2, 2, 2, 0, 0], "on the piles, and in the hand"


def test_each_open_way_says_what_comes_of_it() -> None:
    cases = [
        (CHAIN, 6, 1, "all match"),
        (CHAIN, 0, 1, "ends, draw 1"),
        (MATCHED, 7, 0, "ends"),
        (state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), 0, 0, "draw 7"),
        (state("H R S", "FGC", ("F", "R G"), played=1), 0, 0, "round over, 2"),
        (state("H R S", "FGC", ("F G", "R"), passed=True, played=0), 2, 0, "round over, -1"),
    ]
    for position, group, way, effect in cases:
        board = board_of(sit_at(position))
        board.point(group, way)
        (line,) = [line for line in shown(board).splitlines() if line[44:45] == ">"]
        assert line.endswith(f" {effect}"), line


# The mouse


@LAYOUTS
def test_a_click_on_a_card_points_at_it(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    plan, canvas = layout_for(size[0], size[1] - 2), board.drawn(*size)
    for at in range(1, 8):
        assert spot(canvas, Target(at))[1] >= plan.hand_top


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_every_legal_action_can_be_clicked_on(size: tuple[int, int]) -> None:
    for board in random_boards(9, every=4):
        for place in places(board):
            board.point(*place)
            if board.is_legal:
                spot(board.drawn(*size), Target(*place))


def test_a_click_on_a_pile_means_the_way_that_lays_something_there() -> None:
    board = board_of(sit_at(CHAIN))
    board.point(6)
    plan, canvas = layout_for(80, 21), board.drawn(*USUAL)
    meant = canvas.at(plan.pile_x(2) + 2, plan.top + 2)
    assert isinstance(meant, Target)
    assert isinstance(board.groups[6].ways[meant.way].action, PlayPair)
    assert canvas.at(plan.pile_x(COMPLETE_PILE) + 2, plan.top + 2) == Target(6, meant.way)
    assert canvas.at(plan.pile_x(0) + 2, plan.top + 2) is None


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


LONG_NAMES = ("x" * 20, "[red]Bob[/] and so on")
WIDTHS = (40, 41, 59, 60, 61, 79, 80, 81, 119, 120, 121, 130)
HEIGHTS = (11, 12, 17, 18, 19, 22, 23, 24, 38, 39, 40, 44)
"""Where the layout changes, and the ends."""
FULL = state("H R C", "HRC", ("HRS HRT HGC HGS HGT HBC HBS", "P G T F B S R"), draw=(16, 16), played=0)
MIXED = state(
    "P R T", "PRT", ("P F R B C S HGT", "P G T F B S R"), draw=(10, 10), scores=(99, 98), options=Options(target=100)
)


@pytest.mark.parametrize(
    "position", usually([MIXED], [FULL, MIXED, MATCHED, CHAIN]), ids=["full", "mixed", "matched", "chain"]
)
@pytest.mark.parametrize("names", usually([LONG_NAMES], [NAMES, LONG_NAMES]), ids=["short", "long"])
def test_every_layout_holds_everything_without_overlap(
    position: State, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "Canvas", Strict)
    board = board_of(sit_at(position, names))
    for group in (0, 3, 6, 7):
        for way in range(len(board.groups[group].ways)):
            board.point(group, way)
            for width, height in product(WIDTHS, HEIGHTS):
                check_picture(board, width, height)


def check_picture(board: ClashBoard, width: int, height: int) -> None:
    """Every card of the hand and every top card is on it."""
    text = board.drawn(width, height).text()
    assert board.seen is not None
    hand = "\n".join(text.splitlines()[layout_for(width, height - 2).hand_top :])
    assert all(card.code in hand for card in board.seen.state.hands[0])
    assert all(pile[0].code in text for pile in board.seen.state.piles)
    assert status(board).split()[0] in text


@pytest.mark.parametrize(("size", "card", "hand"), [
    (LARGE, Size.LARGE, Size.LARGE),
    (USUAL, Size.LARGE, Size.LARGE),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    plan = layout_for(size[0], size[1] - 2)
    assert (plan.card, plan.hand) == (card, hand)


@LAYOUTS
@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_table_at_this_size(size: tuple[int, int], signs: CardSet) -> None:
    board = board_of(sit(12), signs=signs)
    golden(f"clash-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_a_table_that_matches_at_this_size(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    board.point(0, 3)
    golden(f"clash-matched-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_the_ascii_board_is_ascii(size: tuple[int, int]) -> None:
    for session in (sit(), sit(12), sit_at(MATCHED)):
        board = board_of(session, signs=ASCII)
        for place in places(board):
            board.point(*place)
            assert shown(board, size).isascii()


@LAYOUTS
def test_nothing_hidden_is_on_the_board(size: tuple[int, int]) -> None:
    """The board of two truths that look alike is the same."""
    for session in islice(random_match(sit(code=21), 21), 0, 100, 6):
        for viewer in (session.turn, None):
            board = board_of(session, viewer)
            before = shown(board, size)
            other = GAME.determinize(GAME.view(session._state, viewer), viewer, Key(5))
            board.show(replace(session.look(viewer), state=GAME.view(other, viewer)))
            assert shown(board, size) == before


def test_behind_the_curtain_no_hand_is_drawn() -> None:
    session = sit_at(FULL)
    text = shown(board_of(session, None))
    assert not any(card.code in text for card in FULL.hands[0])


# The film


@pytest.mark.parametrize("steps", [3, 6, 12])
def test_a_film_brings_every_card_to_its_pile(steps: int) -> None:
    for session in islice(random_match(sit(code=31), 31), 0, 60, 3):
        before = session.look(session.turn)
        board = board_of(session)
        story = session.act(before.legal[0])
        session.ask()
        laid = [card for event in story if isinstance(event, Played) for card in event.cards]
        frames = board.film(before, story, steps)
        assert len(frames) == (steps if laid else 0)
        for frame in frames[:-1]:
            assert [card for card, _ in frame.moving] == laid
        if frames:
            assert frames[-1].moving == ()
            assert all(card in frames[-1].tops for card in laid)
            for each in frames:
                board._film = [each]
                assert shown(board)


def test_the_board_is_the_one_of_its_game() -> None:
    assert board_for("clash") is ClashBoard


# In the app


def test_a_long_turn_is_played_with_the_keyboard_and_taken_back_card_by_card() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "7", "down", "enter")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "1", "down", "down", "down", "enter")
        assert "played T FGT H B T" in screen_text(pilot)
        await press(pilot, "u")
        assert "played T FGT" in screen_text(pilot)
        await press(pilot, "u")
        assert "Taken back." in screen_text(pilot)
        await press(pilot, "u")
        assert "Nothing has been played yet." in screen_text(pilot)
        await press(pilot, "e", "enter")
        assert "pass the keyboard to Bob" in screen_text(pilot)
        await press(pilot, "enter")
        assert "Pass the keyboard to Bob." in screen_text(pilot)

    run(play, sit_at(CHAIN))


def test_what_was_drawn_is_not_taken_back() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "down", "enter")
        assert "draws" in screen_text(pilot)
        await press(pilot, "u")
        assert "It turned up cards that were hidden" in screen_text(pilot)

    run(play, sit_at(CHAIN))


def test_the_result_names_the_winner() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        board_on(pilot).point(0)
        await press(pilot, "enter")
        assert "Ann wins with no cards left against 2." in screen_text(pilot)

    run(play, sit_at(state("H R S", "FGC", ("F", "R G"), played=1, options=Options(target=0))))


SHORT = state("H R S", "FGC", ("F G C B HGC PGC T", "H P R B T S C"), draw=(3, 3), options=Options(target=0), played=0)
"""The end of a single round."""


async def play_out(pilot: Pilot[int], choose: Callable[[Pilot[int], int, int], Awaitable[None]]) -> None:
    """Play the first open way of all until the round is over, behind curtains and without."""
    session, board = table_of(pilot).session, board_on(pilot)
    for _ in range(200):
        if on(pilot, Curtain):
            await lift_curtain(pilot)
        elif board.waiting:
            await press(pilot, "enter")
        elif session.turn is None:
            return
        else:
            legal = session.look(session.turn).legal
            open_ways = [place for place in places_of(board) if board.groups[place[0]].ways[place[1]].action in legal]
            await choose(pilot, *open_ways[0])
    raise AssertionError("it never ends")


def on(pilot: Pilot[int], screen: type[Screen[Any]]) -> bool:
    return isinstance(pilot.app.screen, screen)


def places_of(board: Board) -> Iterator[tuple[int, int]]:
    assert isinstance(board, ClashBoard)
    return places(board)


async def by_keys(pilot: Pilot[int], group: int, way: int) -> None:
    await press(pilot, *(["e"] if group == len(board_on(pilot).groups) - 1 else [str(group + 1)]))
    await press(pilot, *["down"] * way, "enter")


async def by_mouse(pilot: Pilot[int], group: int, way: int) -> None:
    board, taken = board_on(pilot), len(table_of(pilot).session.actions)
    if board.group != group:
        await click(pilot, board, Target(group))
    if board.way != way:
        await click(pilot, board, Target(group, way))
    if len(table_of(pilot).session.actions) == taken:
        await click(pilot, board, Target(group, way))


@pytest.mark.parametrize("choose", [by_keys, by_mouse])
@pytest.mark.parametrize("size", usually([(60, 20)], [(80, 24), (60, 20)]), ids=str)
def test_a_round_is_played_to_its_end(choose: Any, size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await play_out(pilot, choose)
        await wait_for(pilot, lambda: on(pilot, Choice))
        assert re.search(r"(Ann|Bob) wins with (no|\d+) cards? left against \d+\.|Nobody wins: ", screen_text(pilot))

    run(play, sit_at(SHORT), size=size)
