"""Deals and later shuffles as docs/perft.md describes them, written from that page without the engine's functions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from cardtable import DealCode, Key, play, start
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.engine.games.rummy_like import GAME as RUMMY
from cardtable.engine.games.tradewinds import GAME as WINDS
from cardtable.engine.games.wind_city import GAME as CITY

CODES = ("K7QF-2M9X", "0000-0000", "ZZZZ-ZZZZ", *(str(DealCode(Random(3).getrandbits(40) + at)) for at in range(30)))
STEP, BITS = 0x9E3779B97F4A7C15, 2**64
PATTERNS, COLOURS, SHAPES = ("H", "P", "F"), ("R", "G", "B"), ("C", "S", "T")
ONES = [letter for letter in (*PATTERNS, *COLOURS, *SHAPES) for _ in range(4)]
THREES = ["".join(three) for three in product(PATTERNS, COLOURS, SHAPES)]


class Dice:
    """The random numbers after a key."""

    def __init__(self, key: int) -> None:
        self.key = key

    @classmethod
    def of(cls, code: str) -> Dice:
        number = 0
        for symbol in code.replace("-", ""):
            number = number * 32 + "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(symbol)
        return cls(output((number + STEP) % BITS))

    def below(self, bound: int) -> int:
        self.key = (self.key + STEP) % BITS
        return output(self.key) % bound

    def shuffle(self, cards: list[Any]) -> list[Any]:
        cards = list(cards)
        for at in reversed(range(1, len(cards))):
            other = self.below(at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        return cards


def output(word: int) -> int:
    """Return the output of splitmix64 (Steele, Lea and Flood, 2014)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % BITS
    word = (word ^ word >> 27) * 0x94D049BB133111EB % BITS
    return word ^ word >> 31


def codes(cards: Any) -> list[str]:
    return [card.code for card in cards]


def hands(deck: list[Any], players: int, size: int) -> list[list[Any]]:
    return [sorted(deck[at * size : (at + 1) * size]) for at in range(players)]


def opening(game: Any, code: str, seats: int) -> Any:
    return start(game, game.options(), seats, DealCode.parse(code).key()).state


def sorted_hands(held: Any) -> list[list[str]]:
    return [sorted(codes(hand)) for hand in held]


each_code = pytest.mark.parametrize("code", CODES)


@each_code
def test_exit_stage_right(code: str) -> None:
    dice, state = Dice.of(code), opening(STAGE, code, 3)
    singles, completes = dice.shuffle(ONES), dice.shuffle(THREES)
    assert state.turn == dice.below(3)
    size = len(state.hands[0])
    assert sorted_hands(state.hands) == hands(singles, 3, size)
    assert codes(state.draw_deck) == singles[3 * size :]
    assert [codes(filter(None, row)) for row in state.stage] == [[card] for card in completes[:3]]
    assert codes(state.complete_deck) == completes[3:]


@each_code
def test_tradewinds(code: str) -> None:
    dice, state = Dice.of(code), opening(WINDS, code, 4)
    singles = dice.shuffle(ONES)
    orders = [
        [*zip(PATTERNS, colours, shapes, strict=True)]
        for colours in permutations(COLOURS)
        for shapes in permutations(SHAPES)
    ]
    covering = ["".join(three) for three in orders[dice.below(36)]]
    completes = dice.shuffle([each for each in THREES if each not in covering])
    assert (codes(state.covering), state.turn) == (covering, dice.below(4))
    signs = dice.shuffle(["+"] * 9 + ["-"] * 9)
    assert [codes(side) for side in state.sides] == [signs[3 * at : 3 * at + 3] for at in range(4)]
    assert sorted_hands(state.hands) == hands(completes, 4, len(state.hands[0]))
    assert [codes((*pile.face_up, *pile.face_down)) for pile in state.grid] == [
        singles[4 * at : 4 * at + 4] for at in range(9)
    ]


@each_code
def test_rummy_like(code: str) -> None:
    dice, state = Dice.of(code), opening(RUMMY, code, 3)
    assert state.turn == dice.below(3)
    chards, tricards = dice.shuffle(ONES), dice.shuffle(THREES)
    assert (sorted_hands(state.chards), sorted_hands(state.tricards)) == (hands(chards, 3, 12), hands(tricards, 3, 3))
    assert codes(state.deck) == tricards[9:]
    assert state.key == dice.key


@each_code
def test_wind_city(code: str) -> None:
    dice, state = Dice.of(code), opening(CITY, code, 4)
    assert list(state.pile) == dice.shuffle([*range(1, len(state.options.cards) + 1)])
    assert (state.turn, state.key) == (dice.below(4), dice.key)


def clash_round(dice: Dice) -> tuple[list[str], list[str], list[str]]:
    """Return the cards that start the piles, the dealer's cards and the other player's."""
    while True:
        cards, aside, first = [*ONES, *THREES], list[str](), dict[int, str]()
        while len(first) < 3:
            card = cards.pop(dice.below(len(cards)))
            category = -1 if len(card) == 3 else "HPFRGBCST".index(card) // 3
            if category < 0 or category in first:
                aside.append(card)
            else:
                first[category] = card
        cards = dice.shuffle([*cards, *aside])
        if any(len(card) == 3 for card in cards[:30]):
            break
    own, other = cards[:30], cards[30:]
    while not any(len(card) == 3 for card in own[:7]):
        own = dice.shuffle(own)
    return [first[each] for each in range(3)], own, other


def expect_clash_round(state: Any, dice: Dice) -> None:
    starters, own, other = clash_round(dice)
    assert [codes(pile) for pile in state.piles[:3]] == [[card] for card in starters]
    for seat, cards in ((state.dealer, own), (1 - state.dealer, other)):
        assert (sorted(codes(state.hands[seat])), codes(state.draw_piles[seat])) == (sorted(cards[:7]), cards[7:])
    assert state.key == dice.key


@each_code
def test_clash(code: str) -> None:
    dice, state = Dice.of(code), opening(CLASH, code, 2)
    assert state.dealer == dice.below(2)
    expect_clash_round(state, dice)


# Later shuffles
def steps(game: Any, seats: int, name: str, random: Random) -> Iterator[tuple[Any, Any]]:
    """Yield the states before and after each action of a random game in which a value of the state changes."""
    state = opening(game, CODES[0], seats)
    while legal := game.legal(state):
        after = play(game, state, random.choice(legal)).state
        if getattr(after, name) != getattr(state, name):
            yield state, after
        state = after


def test_later_rounds_of_clash() -> None:
    rounds = 0
    for before, after in steps(CLASH, 2, "round", Random(1)):
        dice = Dice(before.key)
        assert after.dealer == 1 - before.dealer
        expect_clash_round(after, dice)
        rounds += 1
    assert rounds


def test_the_reshuffles_of_rummy_like_and_its_later_rounds() -> None:
    reshuffles = rounds = 0
    for number in range(12):
        for before, after in steps(RUMMY, 3, "key", Random(number)):
            dice = Dice(before.key)
            if after.round != before.round:
                chards, tricards = dice.shuffle(ONES), dice.shuffle(THREES)
                assert sorted_hands(after.chards) == hands(chards, 3, 12)
                assert codes(after.deck) == tricards[9:]
                rounds += 1
            else:
                under = dice.shuffle(codes((*before.led_pile, *before.discards)))
                assert codes((*after.drawn, *after.deck)) == [*codes(before.deck), *under]
                reshuffles += 1
            assert after.key == Key(dice.key)
    assert reshuffles
    assert rounds


def test_the_reshuffle_of_wind_city() -> None:
    reshuffles = 0
    for number in range(6):
        for before, after in steps(CITY, 5, "key", Random(number)):
            dice = Dice(before.key)
            drawn = dice.shuffle([*before.discards, before.card])
            assert [after.card, *after.pile] == drawn
            reshuffles += 1
    assert reshuffles
