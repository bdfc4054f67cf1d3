"""What the Clash board shows, in every layout."""

from __future__ import annotations

import re

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import COMPLETE_PILE, Options, PlayChard, PlayComplete, cards_of
from cardtable.engine.games.clash.tips import FIT
from cardtable.formats.computers import Computer
from cardtable.games.clash.board import ClashBoard, layout_for
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from cardtable.tui.drawing.faces import ASCII, BLOCKS, CardSet, Size
from tests.games.clash_positions import state
from tests.table.sittings import move_to, result_sentences
from tests.tui.boards.boards import (
    COMPACT,
    LARGE,
    LAYOUTS,
    MEDIUM,
    USUAL,
    VAST,
    places,
    random_turns,
    shown,
    status,
)
from tests.tui.boards.clash_boards import CHAIN, MATCHED, NAMES, board_of, random_boards, sit, sit_at
from tests.tui.screens import golden


@LAYOUTS
def test_hands_are_open_on_the_final_board(size: tuple[int, int]) -> None:
    session = sit(target=0)
    for _ in random_turns(session, 3):
        pass
    text = shown(board_of(session, 0), size)
    for card in session.look(0).state.hands[1]:
        assert re.search(rf"\b{card.code}\b", text), card


def test_on_a_small_final_board_no_count_is_cut_off() -> None:
    lines = list[str]()
    for code in range(4):
        session = sit(code=code, target=0)
        for _ in random_turns(session, code):
            pass
        lines += shown(board_of(session, None), MEDIUM).splitlines()
    assert not [line for line in lines if line.endswith("pile")]
    assert [line for line in lines if "hand 7" in line and "pile" not in line], "one is too long for both"


def test_a_long_first_line_of_the_log_leaves_out_the_cards_that_the_piles_show() -> None:
    assert "are face up" in shown(board_of(sit()), USUAL)
    assert re.search(r"^Round 1: \w+ deals and opens\.$", shown(board_of(sit()), COMPACT), re.MULTILINE)


@pytest.mark.parametrize("size", [USUAL, MEDIUM])
def test_the_line_that_ends_the_turn_says_so_once(size: tuple[int, int]) -> None:
    board = board_of(sit_at(state("H R S", "FGC", ("F R G B H C", "R G"), draw=(9, 3))))
    board.action_last()
    (line,) = [line for line in shown(board, size).splitlines() if "> end turn" in line]
    assert re.search(r"> end turn +draw \d$", line)


def test_the_status_line_names_the_cards_of_a_legal_choice_and_no_number_of_a_play() -> None:
    for board in random_boards(4):
        assert board.seen is not None
        for place in places(board):
            board.move_cursor(*place)
            assert board.choice is not None
            if board.is_legal and board.seen.state.piles[COMPLETE_PILE]:
                text = status(board)
                assert all(card.name in text for card in cards_of(board.choice.action))
                assert not re.search(r"[Pp]lays? \d", text)


def test_every_card_always_has_a_status_text() -> None:
    for board in random_boards(5):
        assert board.seen is not None
        hand = board.seen.state.hands[board.seen.viewer]
        assert len(board.groups) == len(hand) + 1
        for card, group in zip(hand, board.groups, strict=False):
            assert isinstance(group.actions[0].action, PlayChard | PlayComplete)
            assert card in cards_of(group.actions[0].action)


@LAYOUTS
def test_the_title_shows_the_scores(size: tuple[int, int]) -> None:
    title = shown(board_of(sit_at(MATCHED)), size).splitlines()[0]
    assert all(part in title for part in ("ound 2", "Ann 7", "Bob 3", "to 10"))
    single = shown(board_of(sit(target=0)), size).splitlines()[0]
    assert "ingle round" in single


@LAYOUTS
def test_the_board_always_shows_whose_turn_and_whose_deal_it_is(size: tuple[int, int]) -> None:
    for session in (sit(first=1), sit(first=2), sit(9)):
        rows = shown(board_of(session), size).splitlines()
        mark = "*" if size == COMPACT else ", dealer"
        assert session.turn is not None
        dealer = NAMES[session.look(None).state.dealer]
        assert any(row.startswith(f"> {NAMES[session.turn]}") for row in rows)
        assert any(f"{dealer}{mark}" in row for row in rows)


@LAYOUTS
def test_both_players_cards_are_counted(size: tuple[int, int]) -> None:
    text = shown(board_of(sit_at(MATCHED)), size)
    counts = [re.findall(r"(\d+)", row.split("played")[0])[:2] for row in text.splitlines() if "hand " in row]
    assert counts == [["7", "12"], ["7", "9"]]


def test_the_board_shows_the_cards_played_this_turn() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T"):
        session.act(GAME.parse(typed))
    assert "played T FGT H B T" in shown(board_of(session))
    assert "played 5" in shown(board_of(session), COMPACT)


def test_a_turn_is_one_line_of_the_log() -> None:
    session = sit_at(CHAIN)
    for typed in ("T + FGT", "H + B + T", "S last"):
        session.act(GAME.parse(typed))
    drawn = "Partial, Partial, Partial, Circle, PRC and FBT"
    in_full = f"Ann: Triangle + FGT, Hollow + Blue + Triangle, Square last, draws {drawn}."
    assert in_full in log_beside_piles(board_of(session, 0))
    assert "Square last, draws 6 cards." in log_beside_piles(board_of(session, 1))


def test_the_last_turn_is_told_in_full_if_there_are_lines_for_it() -> None:
    session = sit_at(CHAIN, ("Ann-Christine", "Bob"))
    for typed in ("T + FGT", "H + B + T", "S last"):
        session.act(GAME.parse(typed))
    in_full = "Ann-Christine: Triangle + FGT, Hollow + Blue + Triangle, Square last, draws 6 cards."
    for size in (USUAL, COMPACT):
        text = " ".join(shown(board_of(session, 1), size).split())
        assert (in_full in text) == (size is USUAL), size


def test_a_turn_that_ends_with_a_full_hand_has_an_end_in_the_log() -> None:
    session = sit_at(state("H R S", "FGC", ("F", "R G"), draw=(9, 3)))
    for typed in ("F", "end"):
        session.act(GAME.parse(typed))
    assert "Ann: Filled, draws 7 cards, ends the turn." in log_beside_piles(board_of(session, 1))


def log_beside_piles(board: ClashBoard) -> str:
    """Return the log of a large board as one line."""
    layout = layout_for(*LARGE)
    rows = shown(board, LARGE).splitlines()[layout.log : layout.own]
    return " ".join(" ".join(row[layout.panel :] for row in rows).split())


def test_a_large_board_has_the_choices_below_the_hand_where_a_click_chooses_them() -> None:
    board, layout = board_of(sit_at(CHAIN)), layout_for(*LARGE)
    canvas, choices = board.drawn(*LARGE), board.groups[board.group].actions
    for at, listed in enumerate(choices):
        y = layout.below + 3 + at
        assert listed.label in canvas.line(y)
        assert canvas.target_at(layout.left + 2, y) == Target(board.group, at)


@LAYOUTS
def test_it_shows_when_all_four_piles_match(size: tuple[int, int]) -> None:
    single = board_of(sit_at(CHAIN))
    single.move_cursor(2)
    assert not re.search("(All|piles) match", shown(single, size))
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 0)
    assert re.search("(All|All four piles|Piles) match: ", shown(board, size))
    pair = board_of(sit_at(CHAIN))
    pair.move_cursor(6, 1)
    assert "All four piles would match." in shown(pair, size)


@pytest.mark.parametrize(("size", "card", "hand"), [
    (VAST, Size.GIANT, Size.GIANT),
    (LARGE, Size.HUGE, Size.HUGE),
    (USUAL, Size.LARGE, Size.LARGE),
    (MEDIUM, Size.MEDIUM, Size.MEDIUM),
    (COMPACT, Size.SMALL, Size.TINY),
])  # fmt: skip
def test_more_room_means_larger_cards(size: tuple[int, int], card: Size, hand: Size) -> None:
    layout = layout_for(size[0], size[1] - 2)
    assert (layout.card, layout.hand) == (card, hand)


@LAYOUTS
@pytest.mark.parametrize("signs", [BLOCKS, ASCII], ids=lambda signs: signs.name)
def test_the_table_at_this_size(size: tuple[int, int], signs: CardSet) -> None:
    board = board_of(sit(12), signs=signs)
    golden(f"clash-{signs.name}-{size[0]}x{size[1] + 1}.txt", shown(board, size))


@LAYOUTS
def test_matching_piles_at_this_size(size: tuple[int, int]) -> None:
    board = board_of(sit_at(MATCHED))
    board.move_cursor(0, 3)
    golden(f"clash-matched-{size[0]}x{size[1] + 1}.txt", shown(board, size))


def test_the_board_says_that_you_deal_and_counts_one_card() -> None:
    here = state("F G S", "FRS", ("T FGT", "R"), played=0)
    session = Session(GAME, here.options, ("South", "Ada"), DealCode(0), None, (None, Computer("medium", 1)))
    move_to(session, here)
    text = shown(board_of(session), USUAL)
    assert "> You, dealer " in text
    assert "  1 card left" in text


def test_the_end_of_a_match_tells_the_score_once() -> None:
    session = sit_at(state("H R S", "FGC", ("F", "R G"), played=1, scores=(9, 0)))
    session.act(GAME.parse("F"))
    assert session.outcome is not None
    assert "  no cards left" in shown(board_of(session, 0), USUAL)
    told = result_sentences(session)
    assert told == ["Ann wins 11–0.", "Ann has no cards left, Bob 2: 2 points for Ann."]


def test_the_end_of_a_single_round_without_a_winner_tells_the_score_once() -> None:
    session = sit_at(state("H R S", "FGC", ("H B R S", "R G B C"), passed=True, options=Options(target=0)))
    session.act(GAME.parse("end"))
    told = result_sentences(session)
    assert told == ["Nobody wins.", "Both players have 4 cards left, so nobody scores (Ann 0, Bob 0)."]


@pytest.mark.parametrize("size", [USUAL, MEDIUM, LARGE])
def test_a_computer_players_level_is_named_in_full_or_not_at_all(size: tuple[int, int]) -> None:
    session = Session(GAME, Options(first=2), ("Ann", "Dorothea"), DealCode(1), None, (None, Computer("medium", 1)))
    (row,) = [line for line in shown(board_of(session, 0), size).splitlines() if "Dorothea" in line and "hand " in line]
    assert ("Dorothea (medium), dealer " in row) == (size != MEDIUM)
    assert "Dorothea" in row


@LAYOUTS
def test_a_card_on_an_empty_pile_is_named_alone(size: tuple[int, int]) -> None:
    board = board_of(sit())
    code = cards_of(board.choice.action)[0].code if board.choice else ""
    text = shown(board, size)
    assert re.search(rf"  {code}$|  {code}  ", text, re.MULTILINE)
    assert f"> {code} " not in text


def test_the_pass_screen_tells_how_many_cards_were_drawn_after_a_last_card() -> None:
    session = sit_at(MATCHED)
    session.act(GAME.parse("C last"))
    public = session.look(None)
    assert board_of(session, None).recap_forms(public, 0) == (("Ann plays Circle last. Ann draws 1 card.",),)


@LAYOUTS
def test_cards_played_before_a_position_are_counted(size: tuple[int, int]) -> None:
    assert "  played 2" in shown(board_of(sit_at(MATCHED._replace(played=2))), size)


@pytest.mark.parametrize("size", [LARGE, USUAL])
def test_both_sentences_of_the_rule_are_on_the_screen_in_a_players_first_turn(size: tuple[int, int]) -> None:
    session = sit()
    opening = session.look(session.turn).legal[0]
    session.act(opening)
    board = board_of(session)
    board.gives_tips = True
    text = " ".join(shown(board, size).split())
    assert FIT.split("; ")[0] in text or size == LARGE
    assert "new to the pile." in text
    assert "back to seven." in text
