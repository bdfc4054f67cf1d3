"""Random numbers are splitmix64's, shuffles are fair, and deal codes are easy to pass on."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import ALPHABET, CODE_BITS, DealCode, Key, draw_below, shuffle
from tests.engine.sentences import attempt, is_sentence

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
"""The outputs of the reference implementation's next(), by its initial state."""


@pytest.mark.parametrize("state", PUBLISHED)
def test_draw_below_is_splitmix64(state: int) -> None:
    """A key is the reference's state, and a draw is its next() modulo the bound."""
    key = Key(state)
    for n, published in enumerate(PUBLISHED[state]):
        assert draw_below(key, 2**64) == (published, (state + (n + 1) * GOLDEN) % 2**64)
        assert [draw_below(key, bound)[0] for bound in (1, 7, 63)] == [0, published % 7, published % 63]
        _, key = draw_below(key, 2**64)


@pytest.mark.parametrize("state", PUBLISHED)
def test_the_key_of_a_deal_code_is_the_first_output_of_splitmix64(state: int) -> None:
    assert DealCode(state).key() == PUBLISHED[state][0]


@given(key=KEYS, bound=st.integers(1, 1000))
def test_a_draw_is_below_its_bound(key: Key, bound: int) -> None:
    """The next key has 64 bits and doesn't depend on the bound."""
    number, following = draw_below(key, bound)
    assert 0 <= number < bound
    assert 0 <= following < 2**64
    assert following == draw_below(key, bound + 1)[1] != key


def test_draws_are_uniform() -> None:
    """Of 7,000 draws below seven, each number comes up about 1,000 times (chi-square)."""
    key, counts = Key(1), Counter[int]()
    for _ in range(7000):
        number, key = draw_below(key, 7)
        counts[number] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 22.5
    assert set(counts) == set(range(7))


@given(cards=st.lists(st.integers(), max_size=40).map(tuple), key=KEYS)
def test_a_shuffle_keeps_the_cards(cards: tuple[int, ...], key: Key) -> None:
    """The same key gives the same order, and the key advances once for each card except one."""
    shuffled, following = shuffle(cards, key)
    assert Counter(shuffled) == Counter(cards)
    assert shuffle(cards, key) == (shuffled, following)
    assert following == (key + max(0, len(cards) - 1) * GOLDEN) % 2**64


def test_every_order_is_equally_likely() -> None:
    """Of 4,800 shuffles of four cards, each of the 24 orders comes up about 200 times (chi-square)."""
    counts = Counter(shuffle((0, 1, 2, 3), DealCode(value).key())[0] for value in range(4800))
    assert set(counts) == set(permutations(range(4)))
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 49.7


def test_a_shuffle_never_changes() -> None:
    """It is a Fisher-Yates shuffle with the published numbers."""
    cards = list("ABCDEF")
    for last, number in zip((5, 4, 3, 2, 1), PUBLISHED[1234567], strict=True):
        pick = number % (last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]
    assert shuffle(tuple("ABCDEF"), Key(1234567))[0] == tuple(cards) == tuple("ACBEFD")


# Deal codes
@given(code=CODES)
def test_a_written_code_parses_back(code: DealCode) -> None:
    """It has eight symbols of the alphabet."""
    text = str(code)
    assert DealCode.parse(text) == code
    assert text[4] == "-"
    assert len(text.replace("-", "")) == 8
    assert set(text.replace("-", "")) <= set(ALPHABET)


@given(code=CODES, data=st.data())
def test_a_code_may_be_typed_carelessly(code: DealCode, data: st.DataObject) -> None:
    """Case, hyphens and spaces don't matter; O counts as 0, I and L as 1."""
    variants = {"0": "0Oo", "1": "1IiLl"}
    typed = [data.draw(st.sampled_from(variants.get(each, each + each.lower()))) for each in str(code)]
    gaps = [data.draw(st.sampled_from(["", "", " ", "-", "\t"])) for _ in typed]
    assert DealCode.parse("".join(gap + symbol for gap, symbol in zip(gaps, typed, strict=True))) == code


@given(text=st.text())
def test_any_text_is_a_code_or_is_refused_with_a_sentence(text: str) -> None:
    code, refusal = attempt(DealCode.parse, text)
    assert code == DealCode.parse(str(code)) if code else is_sentence(refusal)


@pytest.mark.parametrize(
    "text", ["", "K7QF2M9", "K7QF2M9XX", "K7QF2M9U", "K7QF_2M9X", "K7QF–2M9X", "K7QFßM9", "ﬀFF2M9X"]
)
def test_a_code_has_eight_symbols_and_no_others(text: str) -> None:
    with pytest.raises(ValueError, match=r"A deal code (has|can't contain) .*\.$"):
        DealCode.parse(text)


@pytest.mark.parametrize("value", [-1, 2**40, 2**64])
def test_a_code_has_forty_bits(value: int) -> None:
    with pytest.raises(ValueError, match="40 bits"):
        DealCode(value)


@given(code=CODES)
def test_a_code_is_not_in_its_repr(code: DealCode) -> None:
    """A repr may end up in a log, and anyone with the code can reconstruct every hidden card."""
    assert repr(code) == "DealCode()"
    assert f"{code.value}" not in f"{[code]}"
    assert pickle.loads(pickle.dumps(code)) == code


@given(one=CODES, other=CODES)
def test_different_codes_have_different_keys(one: DealCode, other: DealCode) -> None:
    assert (one.key() == other.key()) == (one == other)
    assert one.key() != one.value
