"""The tables of the rules pages agree with the engine."""

from __future__ import annotations

import re
from itertools import pairwise

from cardtable.engine.cards import CHARDS, COMPLETES, SINGLES, TF_CARDS, TRICARDS, Card, Complete, Single, TriCard
from cardtable.engine.chance import Key
from cardtable.engine.game import start
from cardtable.engine.games.rummy_like.scoring import points_of
from cardtable.engine.games.tradewinds.texts import VICTORIES
from cardtable.engine.games.wind_city.board import HOUSES, MAX_BEACH_HOUSES, SECTIONS, play_area
from cardtable.engine.games.wind_city.model import Options
from cardtable.games import GAMES
from cardtable.table.pages import read_page, section


def table(page: str, heading: str, first: str) -> list[list[str]]:
    """Return the rows of a table, given its page, the heading above it and its first column's header."""
    text = section(read_page(page), heading)
    found = re.search(rf"^\| {first} \|.*\n\|[ |-]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert found, first
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def test_the_deck_page_has_the_right_numbers_of_cards() -> None:
    kinds: dict[str, tuple[Card, ...]] = {
        "Single": SINGLES, "Complete": COMPLETES, "Chard": CHARDS, "TriCard": TRICARDS, "T/F card": TF_CARDS,
    }  # fmt: skip
    rows = table("deck", "The cards", "kind")
    assert {kind: int(re.match(r"\d+", count)[0]) for kind, _, count in rows} == {  # type: ignore[index]  # the cells are digits
        kind: len(cards) for kind, cards in kinds.items()
    }
    assert f"one deck of {sum(map(len, kinds.values()))} cards" in read_page("deck")


def test_exit_stage_rights_page_has_the_sizes_of_draw_decks() -> None:
    game = GAMES["exit-stage-right"]
    for row in table("exit-stage-right", "Set-up", "players"):
        seats = int(row[0])
        for size, cell in enumerate(row[1:], 5):
            options = game.options(hand_size=size)
            if game.validate_options(options, seats):
                assert cell == "-"
                continue
            left = len(start(game, options, seats, Key(1)).state.draw_deck)
            is_default = game.resolve_defaults(game.options(), seats).hand_size == size
            assert cell == (f"**{left}**" if is_default else str(left))


def test_tradewinds_page_has_the_names_of_scores() -> None:
    rows = table("tradewinds", "The end", "score")
    assert rows[0] == ["0 or less", "the table has lost"]
    assert [(int(score.split()[0]), name) for score, name in rows[1:]] == list(VICTORIES)
    for (score, _), (_, (following, _)) in zip(rows[1:-1], pairwise(VICTORIES), strict=True):
        assert int(score.split()[-1]) == following - 1


def test_the_example_score_on_tradewinds_page_is_correct() -> None:
    *players, total = [[int(cell) for cell in row[1:]] for row in table("tradewinds", "The end", "player")]
    assert total == [sum(column) for column in zip(*players, strict=True)]
    scored, deducted = total
    assert f"{scored} - {deducted} = {scored - deducted}: {VICTORIES[1][1]}." in read_page("tradewinds")
    assert VICTORIES[1][0] <= scored - deducted < VICTORIES[2][0]
    assert len(SINGLES) - scored - deducted == 12, "the number of Singles left on the page"


def test_the_scoring_singles_on_tradewinds_page_agree_with_the_diagram() -> None:
    covering = (Complete.parse("HRT"), Complete.parse("PBS"), Complete.parse("FGC"))
    picture = section(read_page("tradewinds"), "What scores").partition("```board scores\n")[2]
    top, _, sides, _, bottom = [re.findall(r"[+-](?=\])", line) for line in picture.splitlines()[:5]]
    scoring = {
        name: sum(each.mask for each, sign in zip(covering, signs, strict=True) if sign == "+")
        for name, signs in {"North": top, "West": sides[::2], "East": sides[1::2], "South": bottom}.items()
    }
    every = sum(each.mask for each in covering)
    assert scoring == {"North": covering[1].mask, "East": every, "South": 0, "West": every - covering[1].mask}


def test_the_example_scores_on_rummy_likes_page_are_correct() -> None:
    for sets, own, score in table("rummy-like", "Scoring", "sets of four"):
        mask = sum(Single.parse(code).mask for code in sets.split(" and "))
        tricards = tuple(TriCard.parse(code) for code in own.split())
        assert points_of(tricards, mask) == int(re.split(r"\D", score)[0])


def test_wind_citys_page_has_the_sizes_of_the_board() -> None:
    board = Options().board
    for players, sections, rows, houses, beach in table("wind-city", "Set-up", "players"):
        for seats in map(int, re.findall(r"\d", players)):
            assert int(sections) == SECTIONS[seats]
            assert int(rows) == play_area(board, seats).rows
            assert int(houses) == HOUSES // SECTIONS[seats]
            assert re.findall(r"\d", beach) == ["1", str(MAX_BEACH_HOUSES[seats])]


def test_wind_citys_page_has_card_2() -> None:
    rows = table("wind-city", "A turn", "action")
    assert [(what, int(cost)) for _, what, cost in rows] == [(str(each), each.cost) for each in Options().cards[1]]
    assert [int(number) for number, _, _ in rows] == [1, 2, 3, 4, 5]


def test_the_example_scores_on_wind_citys_page_are_correct() -> None:
    for _, houses, beach, shared, _, points in table("wind-city", "The end", "player"):
        total = 10 * int(houses) + 20 * (int(beach) + int(shared))
        assert int(points.split()[-1]) == total
