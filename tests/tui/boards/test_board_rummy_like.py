"""What the Rummy-like board shows, in every layout."""

from __future__ import annotations

import re

import pytest

from cardtable.games.rummy_like.board import RummyLikeBoard, layout_for
from cardtable.tui.drawing.faces import ASCII, BLOCKS, Size
from tests.games.rummy_like_positions import A, B, C, state
from tests.tui.boards.boards import (
    COMPACT,
    LARGE,
    LAYOUTS,
    MEDIUM,
    SIZES,
    USUAL,
    VAST,
    shown,
)
from tests.tui.boards.rummy_like_boards import (
    CALLS,
    LEADS,
    MOMENTS,
    NAMES,
    NO_SET,
    PASSES,
    PLAYS,
    SITS_OUT,
    board_of,
    captions,
    sit,
    sit_at,
)
from tests.tui.screens import golden


@LAYOUTS
def test_the_title_shows_the_scores(size: tuple[int, int]) -> None:
    rows = shown(board_of(sit_at(CALLS)), size).splitlines()[: 1 + (size == COMPACT)]  # the smallest needs two
    title = " ".join(rows).replace("*", "")
    assert all(part in title for part in ("Ann 7", "Bo 3", "Cy 2", "to 10"))
    assert "single round" in shown(board_of(sit(target=0)), size).splitlines()[0]


@LAYOUTS
def test_the_board_always_shows_whose_turn_it_is_and_who_leads(size: tuple[int, int]) -> None:
    for session in (sit(first=1), sit(first=2), sit(9), sit(10)):
        assert session.turn is not None
        text = shown(board_of(session), size)
        leader = NAMES[session.look(None).state.leader]
        assert re.search(rf">\s*{NAMES[session.turn]}", text)
        assert f"{leader}{'*' if size == COMPACT else ' leads'}" in text


@LAYOUTS
def test_the_board_shows_who_has_played_and_who_is_out(size: tuple[int, int]) -> None:
    position = state(
        ("P P P P F F F F G G G B", "H H R R R G B B B C C C", "H H R C S S S S T T T T"),
        ("HRS HGC", "PBC PBS PBT", ""),
        led="HRC", sat_out=[A], bust=[C], discards="HBS", turn=B,
    )  # fmt: skip
    text = shown(board_of(sit_at(position)), size)
    if size == COMPACT:
        assert re.search(r"Ann\* \d +>Bo \d +Cy", text)
    assert all(word in text for word in ("discarded", "bust"))
    assert "HBS" in text  # the discards are open
    played = shown(board_of(sit_at(state(led="HRC", played=("H", "", ""), turn=B)), B), size)
    assert "played" in played


@pytest.mark.parametrize("size", [LARGE, USUAL, MEDIUM])
def test_cards_that_a_player_knows_are_shown_only_to_that_player(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(CALLS), C), size)
    assert re.search("you know: (H P|Hollow, Partial)", text)
    assert re.search("you know: G", text)
    assert "you know" not in shown(board_of(sit_at(CALLS), A), size)


def test_each_legal_choice_shows_its_effect() -> None:
    cases = [
        (CALLS, 1, 0, "you score 2"),
        (CALLS, 0, 0, "draw three TriCards"),
        (NO_SET, 1, 0, "not now"),
        (LEADS, 0, 0, "play Hollow            you get it back"),
        (LEADS, 2, 1, "play Red               you get it back"),
        (PLAYS, 3, 0, "2 left"),
        (PASSES, 1, 0, "breaks a set"),
        (PASSES, 1, 2, "no use to you"),
        (SITS_OUT, 0, 0, "Hollow-Red-Square"),
    ]
    for position, group, action, effect in cases:
        board = board_of(sit_at(position))
        board.move_cursor(group, action)
        (line,) = [line for line in shown(board).splitlines() if line[40:41] == ">"]
        assert line.endswith(effect), line


@LAYOUTS
def test_players_without_names_keep_their_numbers(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(PLAYS, ("Player 1", "Player 2", "Player 3"))), size)
    first, last = text.splitlines()[size == COMPACT], text.splitlines()[layout_for(size[0], size[1] - 2).middle]
    assert all(re.search(rf"[a-z] ?{number}\*? 0", first) for number in (1, 2, 3))
    assert size == COMPACT or all(re.search(rf"[a-z] ?{number}", last) for number in (1, 2, 3))


@pytest.mark.parametrize(("size", "card", "chard", "own"), [
    (VAST, Size.GIANT, Size.WIDE, Size.GIANT),
    (LARGE, Size.HUGE, Size.LARGE, Size.HUGE),
    (USUAL, Size.LARGE, Size.MEDIUM, Size.MEDIUM),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.TINY, Size.TINY, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, chard: Size, own: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.chard, layout.own) == (card, chard, own)


@pytest.mark.parametrize("name", MOMENTS)
def test_the_table_at_every_size(name: str) -> None:
    for signs in (BLOCKS, ASCII):
        board = board_of(sit_at(MOMENTS[name]), signs=signs)
        for size in SIZES:
            golden(f"rummy-like-{name}-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))
            assert signs is BLOCKS or shown(board, size).isascii(), size


def test_the_board_gives_no_answers_to_a_lesson() -> None:
    """It shows neither the kinds that match nor what the hand is worth."""
    for position in (PLAYS, PASSES):
        board = RummyLikeBoard(BLOCKS)
        board.is_read_only = True
        board.show(sit_at(position).look(A))
        text = board.drawn(*LARGE).text()
        assert re.search(r"╭H\+\d╮", board.drawn(*USUAL).text())
        board.shows_effects = False
        quiet = board.drawn(*USUAL).text() + board.drawn(*LARGE).text()
        assert "A set scores" in text
        assert "A set scores" not in quiet
        assert not re.search(r"match|left|\+\d", quiet)
    board = RummyLikeBoard(BLOCKS)
    board.show(sit_at(PLAYS).look(A))
    assert "match" in captions(board).values()
