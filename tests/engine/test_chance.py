"""Chance: splitmix64 by its published numbers, fair shuffles, and deal codes that survive being passed on."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import ALPHABET, CODE_BITS, DealCode, Key, draw_below, shuffle
from tests.engine.laws import attempt, is_sentence

KEYS = st.integers(0, 2**64 - 1).map(Key)
CODES = st.integers(0, 2**CODE_BITS - 1).map(DealCode)
GOLDEN = 0x9E3779B97F4A7C15
PUBLISHED = {
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F),
}
"""What the reference implementation's next() gives, from these states on."""


@pytest.mark.parametrize("state", PUBLISHED)
def test_a_draw_is_a_next_of_splitmix64(state: int) -> None:
    """The key is the reference's state, a draw its next() reduced to the bound, and the next key its next state."""
    key = Key(state)
    for n, published in enumerate(PUBLISHED[state]):
        assert draw_below(key, 2**64) == (published, (state + (n + 1) * GOLDEN) % 2**64)
        assert [draw_below(key, bound)[0] for bound in (1, 7, 63)] == [0, published % 7, published % 63]
        _, key = draw_below(key, 2**64)


@pytest.mark.parametrize("state", PUBLISHED)
def test_the_key_of_a_deal_code_is_its_first_next(state: int) -> None:
    """Forty bits are widened to 64 by the same function, so the codes next to one another have nothing in common."""
    assert DealCode(state).key() == PUBLISHED[state][0]


@given(key=KEYS, bound=st.integers(1, 1000))
def test_a_draw_is_below_its_bound_and_moves_on(key: Key, bound: int) -> None:
    """A number in range, and another key of 64 bits, the same whatever the bound."""
    number, following = draw_below(key, bound)
    assert 0 <= number < bound
    assert 0 <= following < 2**64
    assert following == draw_below(key, bound + 1)[1] != key


def test_draws_are_spread_evenly() -> None:
    """Of 7,000 draws below seven each number comes about a thousand times (chi-square, one key)."""
    key, came = Key(1), Counter[int]()
    for _ in range(7000):
        number, key = draw_below(key, 7)
        came[number] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in came.values()) < 22.5
    assert set(came) == set(range(7))


@given(cards=st.lists(st.integers(), max_size=40).map(tuple), key=KEYS)
def test_a_shuffle_keeps_the_cards(cards: tuple[int, ...], key: Key) -> None:
    """The same cards, by the same key in the same order, and a key for each card but one."""
    shuffled, following = shuffle(cards, key)
    assert Counter(shuffled) == Counter(cards)
    assert shuffle(cards, key) == (shuffled, following)
    assert following == (key + max(0, len(cards) - 1) * GOLDEN) % 2**64


def test_every_order_is_as_likely() -> None:
    """Of 4,800 shuffles of four cards each of the 24 orders comes about 200 times (chi-square, fixed keys)."""
    came = Counter(shuffle((0, 1, 2, 3), DealCode(value).key())[0] for value in range(4800))
    assert set(came) == set(permutations(range(4)))
    assert sum((count - 200) ** 2 / 200 for count in came.values()) < 49.7


def test_a_shuffle_is_the_same_for_ever() -> None:
    """By the published numbers: each card from the last to the second changes places with one not after it."""
    cards = list("ABCDEF")
    for last, number in zip((5, 4, 3, 2, 1), PUBLISHED[1234567], strict=True):
        pick = number % (last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]
    assert shuffle(tuple("ABCDEF"), Key(1234567))[0] == tuple(cards) == tuple("ACBEFD")


# Deal codes
@given(code=CODES)
def test_a_code_is_read_back(code: DealCode) -> None:
    """What a code says it is, reads as that code; its eight symbols are in the alphabet."""
    text = str(code)
    assert DealCode.parse(text) == code
    assert text[4] == "-"
    assert len(text.replace("-", "")) == 8
    assert set(text.replace("-", "")) <= set(ALPHABET)


@given(code=CODES, data=st.data())
def test_how_a_code_is_typed_is_forgiven(code: DealCode, data: st.DataObject) -> None:
    """Case, hyphens, spaces, O for 0, and I or L for 1."""
    likes = {"0": "0Oo", "1": "1IiLl"}
    typed = [data.draw(st.sampled_from(likes.get(each, each + each.lower()))) for each in str(code)]
    gaps = [data.draw(st.sampled_from(["", "", " ", "-", "\t"])) for _ in typed]
    assert DealCode.parse("".join(gap + symbol for gap, symbol in zip(gaps, typed, strict=True))) == code


@given(text=st.text())
def test_what_is_no_code_is_refused_with_a_sentence(text: str) -> None:
    """Whatever is typed is a code, or ValueError says in one printable line why not."""
    code, refusal = attempt(DealCode.parse, text)
    assert code == DealCode.parse(str(code)) if code else is_sentence(refusal)


@pytest.mark.parametrize(
    "text", ["", "K7QF2M9", "K7QF2M9XX", "K7QF2M9U", "K7QF_2M9X", "K7QF–2M9X", "K7QFßM9", "ﬀFF2M9X"]
)
def test_a_code_has_eight_symbols_and_no_others(text: str) -> None:
    """Too few, too many, a U, another dash, a letter that is two letters in capitals: refused."""
    with pytest.raises(ValueError, match=r"A deal code has .*\.$"):
        DealCode.parse(text)


@pytest.mark.parametrize("value", [-1, 2**40, 2**64])
def test_a_code_has_forty_bits(value: int) -> None:
    """No more, and none negative."""
    with pytest.raises(ValueError, match="40 bits"):
        DealCode(value)


@given(code=CODES)
def test_a_code_is_not_in_its_repr(code: DealCode) -> None:
    """Reprs end up in logs; who has the code can lay out every hidden card."""
    assert repr(code) == "DealCode()"
    assert f"{code.value}" not in f"{[code]}"
    assert pickle.loads(pickle.dumps(code)) == code


@given(one=CODES, other=CODES)
def test_codes_lead_to_keys_of_their_own(one: DealCode, other: DealCode) -> None:
    """The widening is a bijection: two codes have one key only if they are one."""
    assert (one.key() == other.key()) == (one == other)
    assert one.key() != one.value
