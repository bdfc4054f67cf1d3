"""What the Tradewinds board shows, in every layout."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from cardtable.engine.cards import CHARACTERISTICS
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import PILES, Blew, Options, State, opposite
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.texts import SEAT_NAMES
from cardtable.engine.games.tradewinds.words import name_points
from cardtable.games.tradewinds.board import layout_for
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet, Size
from tests.games.tradewinds_positions import EAST, WEST, state
from tests.table import sittings
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, LARGE, MEDIUM, USUAL, VAST, shown, status
from tests.tui.boards.tradewinds_boards import LAYOUTS, NARROW, WIDE, all_boards, board_of, sit, sit_at, wind_of
from tests.tui.screens import DEAL, golden

NOT_NARROW = pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE, COMPACT])
"""All layouts except the one beside a text, which says the rest."""
PLAYERS = ("Ann", "漢字漢字漢字漢字漢字", "[red]Cleo[/]", "x" * 20)
"""Names of the players, some of them as long as possible."""


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
        now: State = truth(session)
        plus, minus = sum(map(len, now.scored)), sum(map(len, now.deducted))
        title = shown(board_of(session), size).splitlines()[0]
        assert (f"+{plus} -{minus} = {plus - minus:+d}" if plus + minus else "0") in title
        assert re.search(rf"\b{min(turns + 1, 24)}(?:/| of )24\b", title)


@NOT_NARROW
@pytest.mark.parametrize("collected", [False, True])
def test_the_board_always_shows_the_last_turn(size: tuple[int, int], collected: bool) -> None:
    session = sit(7)
    board = board_of(session)
    board.shows_collected = collected
    last = session.look(None).log[-1][0]
    assert isinstance(last, Blew)
    assert re.search(rf"{SEAT_NAMES[last.seat]} (?:plays )?{last.card.code}[.: ]", shown(board, size))


def test_the_table_stays_on_screen_after_the_end() -> None:
    session = sit(24)
    board = board_of(session)
    assert "The game is over" in shown(board)
    outcome = session.look(0).outcome
    assert outcome is not None
    assert status(board) == outcome.reason


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


@LAYOUTS
def test_every_pile_shows_its_top_card_its_height_and_the_open_cards_below(size: tuple[int, int]) -> None:
    """West's turn, in a position with high piles, a gap and a pile of one."""
    here = state(("RGB??? . H", "F? PT? S?", "C??? TB? G??"), "HRS FRC", WEST)
    text = shown(board_of(sit_at(here), at=1), size)
    names = (*"ABC", " 1 ", " 2 ", " 3") if size in (VAST, LARGE, USUAL) else PILES
    for pile in here.grid:
        if pile.face_up:
            assert text.count(pile.face_up[0].code)
            count = len(pile.face_up) + len(pile.face_down)
            assert f"×{count}" in text or (
                size == COMPACT and re.search(rf"\[{pile.face_up[0].code}\]\w*{count}", text)
            )
    assert "GB" in text
    assert all(name in text for name in names)


@pytest.mark.parametrize("size", [LARGE, USUAL])
def test_cards_below_the_top_one_peek_out_and_leave_a_plus_if_there_are_many(size: tuple[int, int]) -> None:
    here = state(("RGBHF?? . H", "F? PT? S?", "C??? TB? G??"), "HRS FRC", WEST)
    layout, lines = layout_for(size[0], size[1] - 2), shown(board_of(sit_at(here), at=1), size).splitlines()
    for at, below in ((0, "(GB+)"), (4, "(T)"), (7, "(B)")):
        row = lines[layout.y(at // 3) + layout.card.height]
        assert row[layout.x(at % 3) + layout.card.width - 3 :].split()[0] == below


@LAYOUTS
def test_every_wind_shows_its_collected_singles(size: tuple[int, int]) -> None:
    for turns in (0, 9, 17, 23):
        session = sit(turns)
        text = shown(board_of(session), size)
        now: State = truth(session)
        for seat in range(4):
            name = SEAT_NAMES[seat].upper() if size not in (NARROW, COMPACT) else SEAT_NAMES[seat][0]
            tally = rf"\+{len(now.scored[seat])} -{len(now.deducted[seat])}\b"
            tally = tally.replace(" -", " ?-")  # without the blank where there is little room
            beside = re.search(rf"\b{name} {tally}", text)
            assert beside or (seat in (EAST, WEST) and re.search(tally, text))


@NOT_NARROW
def test_f_shows_what_scores_for_each_player(size: tuple[int, int]) -> None:
    for session, board in islice(all_boards(every=24), 1):
        now: State = truth(session)
        board.wants()
        text = shown(board, size)
        for seat in range(4):
            mask = scoring_mask(now.covering, now.sides[seat])
            letters = "".join(each.letter for each in CHARACTERISTICS if each.mask & mask) or "-"
            apart = re.sub("(?<=[HPF])(?=[RGBCST])|(?<=[RGB])(?=[CST])", " ", letters)
            name = (
                rf"{SEAT_NAMES[seat]:<5} wants {' '.join(letters)}( |$)"
                if size in (LARGE, WIDE)
                else f"{SEAT_NAMES[seat][0]} {letters}"
                if size == COMPACT
                else rf"({SEAT_NAMES[seat]:<5} wants |{SEAT_NAMES[seat][0]}\+[ >]){apart}"
            )
            assert re.search(name, text, re.MULTILINE)


@pytest.mark.parametrize("size", [LARGE, USUAL, WIDE, NARROW])
def test_only_the_player_who_collects_wants_something(size: tuple[int, int]) -> None:
    for turns in range(24):
        session = sit(turns)
        now: State = truth(session)
        assert now.turn is not None
        collector = opposite(now.turn)
        text = shown(board_of(session), size)
        letters = [
            each.letter for each in CHARACTERISTICS if each.mask & scoring_mask(now.covering, now.sides[collector])
        ]
        assert re.findall(r"(\w+) wants ", text) == [SEAT_NAMES[collector]]
        assert f"{SEAT_NAMES[collector]} wants {' '.join(letters) or 'nothing'}" in text
        assert not re.search(r"\[[+-]\]", text)


@pytest.mark.parametrize("size", [LARGE, USUAL, WIDE])
def test_the_panel_shows_who_gets_what(size: tuple[int, int]) -> None:
    for session, board in all_boards():
        event, text = wind_of(session, board), shown(board, size)
        gets = re.search(rf"{SEAT_NAMES[opposite(event.seat)]} gets +(.*?)\s*$", text, re.MULTILINE)
        assert gets is not None
        each = [f"{card.code} +1" for card in event.scored] + [f"{card.code} -1" for card in event.deducted]
        assert gets[1] in (" ".join(each) or "nothing", name_points(event))


def test_the_values_of_the_hand_are_centred_below_the_cards() -> None:
    layout, hand = layout_for(LARGE[0], LARGE[1] - 2), sit()._state.hands
    lines = shown(board_of(sit()), LARGE).splitlines()
    for at in range(len(hand[0])):
        x, y = layout.hand_card(at)
        line = lines[y + layout.hand.height].ljust(LARGE[0])
        value = line[x - 1 : x + layout.hand_pitch - 1]
        left = len(value) - len(value.lstrip()) - 1
        assert left == (layout.hand.width - len(value.strip())) // 2 > 0


@NOT_NARROW
def test_the_board_says_what_the_goal_is(size: tuple[int, int]) -> None:
    text = shown(board_of(sit()), size)
    assert re.search(r"[Gg]oal.*above 0", text)


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM, WIDE])
def test_a_side_that_nothing_scores_for_says_so(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". . .", ". . ."), "HRC", WEST, sides=("- - -", "+ + +", "+ + +", "+ + +"))
    board = board_of(sit_at(here))
    board.wants()
    assert re.search(r"North wants nothing|N  nothing", shown(board, size))


def test_past_turns_are_listed_from_the_oldest_to_the_last() -> None:
    text = shown(board_of(sit(6)), LARGE)
    lines = [line[76:] for line in text.splitlines()]
    players = [line.split()[0] for line in lines if re.match(r"\w+ plays ", line)]
    log = sit(6).look(None).log
    assert players == [SEAT_NAMES[step[0].seat] for step in log[1:]][-len(players) :]
    assert len(players) >= 4


def test_what_everybody_played_since_my_turn_stays_on_the_screen() -> None:
    for turns in range(4, 24):
        session = sit(turns)
        text = shown(board_of(session), USUAL)
        for step in session.look(None).log[-3:]:
            assert f"{SEAT_NAMES[step[0].seat]} {step[0].card.code} " in text  # type: ignore[attr-defined]  # a turn begins with a play


def test_the_last_turn_takes_free_rows_before_it_is_cut() -> None:
    for turns in range(1, 24):
        assert "..." not in shown(board_of(sit(turns, open_hands=True)), USUAL)


@pytest.mark.parametrize("size", [LARGE, WIDE])
def test_tf_cards_are_on_the_four_sides_of_the_covering_completes(size: tuple[int, int]) -> None:
    here = state(("R? . .", ". . .", ". . ."), "HRC", WEST, sides=("+ - -", "+ + -", "- - -", "- + +"))
    board = board_of(sit_at(here))
    board.wants()
    lines = shown(board, size).splitlines()
    layout = layout_for(size[0], size[1] - 2)
    signs = [re.findall(r"\[([+-])\]", line[layout.panel :]) for line in lines[1:9]]
    found = [row for row in signs if len(row) >= 3]
    assert found[0] == ["+", "-", "-"]
    assert found[1] == ["-", "+", "+", "+", "+", "-"]
    assert found[2] == ["-", "-", "-"]


@LAYOUTS
def test_c_shows_the_collected_singles(size: tuple[int, int]) -> None:
    session = sit(17)
    board = board_of(session)
    board.collected()
    text = " ".join(shown(board, size).split())
    now: State = truth(session)
    for seat in range(4):
        for pile in (now.scored[seat], now.deducted[seat]):
            assert "".join(sorted((card.code for card in pile), key="HPFRGBCST".index)) in text
    before = shown(board, size)
    board.collected()
    assert (shown(board, size) == before) == (size == VAST), "a vast table always shows them"


@LAYOUTS
def test_open_hands_are_shown_to_everybody(size: tuple[int, int]) -> None:
    session = sit(5, open_hands=True)
    board = board_of(session)
    board.shows_collected = True
    text = shown(board, size)
    assert all(card.code in text for hand in truth(session).hands for card in hand)


@pytest.mark.parametrize(("size", "card", "hand"), [
    (VAST, Size.GIANT, Size.HUGE),
    (LARGE, Size.HUGE, Size.HUGE),
    (USUAL, Size.PILE, Size.LARGE),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (WIDE, Size.MEDIUM, Size.MEDIUM),
    (NARROW, Size.MEDIUM, Size.TINY),
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
