"""A test for each ruling of Next of Kin, named after it."""

from __future__ import annotations

from typing import Any

import pytest

from cardtable import DealCode, IllegalAction, play, start, turns
from cardtable.engine.cards import COMPLETES, Complete, is_hidden
from next_of_kin import GAME
from next_of_kin.model import Draw, Drew, Options, Play, State

KEY = DealCode.parse("K7QF-2M9X").key()


def cards(codes: str) -> tuple[Complete, ...]:
    return tuple(map(Complete.parse, codes.split()))


def position(hands: tuple[str, ...], pile: str = "HRC", stock: str = "FBT FBS", turn: int | None = 0) -> State:
    return State(Options(), turn, tuple(map(cards, hands)), cards(pile), cards(stock))


def test_nk_1_the_deal() -> None:
    for seats in GAME.seats:
        for size in (3, 6):
            state = start(GAME, Options(size), seats, KEY).state
            assert [len(zone) for zone in (state.pile, *state.hands)] == [1, *[size] * seats]
            everything = (*state.pile, *state.stock, *(card for hand in state.hands for card in hand))
            assert sorted(everything, key=lambda card: card.order) == list(COMPLETES)


def test_nk_2_turns_go_clockwise() -> None:
    state = start(GAME, Options(), 3, KEY).state
    seats = [turn.before.turn for turn in turns(GAME, state, KEY)]
    assert seats == [(seats[0] + at) % 3 for at in range(len(seats)) if seats[0] is not None]
    assert len({start(GAME, Options(), 3, DealCode(code).key()).state.turn for code in range(30)}) == 3


def test_nk_3_a_card_shares_two_characteristics_with_the_top_one() -> None:
    here = position(("HRC HRS HGS FGT", "FGT"), pile="HRC")
    assert [str(action) for action in GAME.legal(here)] == ["Hollow-Red-Circle", "Hollow-Red-Square", "draw"]
    after = play(GAME, here, Play(Complete.parse("HRS"))).state
    assert (after.pile, after.hands[0]) == (cards("HRC HRS"), cards("HRC HGS FGT"))
    with pytest.raises(IllegalAction, match=r"Hollow-Green-Square shares Hollow with .* \(NK-3\)"):
        play(GAME, here, GAME.parse("HGS"))
    with pytest.raises(IllegalAction, match=r"isn't in your hand \(NK-3\)"):
        play(GAME, here, GAME.parse("PBT"))


def test_nk_4_a_player_may_always_draw() -> None:
    step = play(GAME, position(("HRS", "FGT")), Draw())
    assert (step.state.hands[0], step.state.stock, step.state.turn) == (cards("HRS FBT"), cards("FBS"), 1)
    assert isinstance(step.events[0], Drew)
    assert is_hidden(GAME.preview(GAME.view(position(("HRS", "FGT")), 0), Draw())[0].card)  # type: ignore[attr-defined]  # it is a Drew


def test_nk_5_an_empty_hand_wins() -> None:
    after = play(GAME, position(("HRS", "FGT FBC")), GAME.parse("HRS")).state
    outcome: Any = GAME.outcome(after)
    assert (outcome.winners, outcome.points, outcome.margin, outcome.ruling) == ((0,), (0, -2), 2, "NK-5")


def test_nk_6_the_last_card_of_the_stock_ends_the_game() -> None:
    after = play(GAME, position(("HRS", "FGT FBC", "PRC PGC"), stock="FBT"), Draw()).state
    outcome: Any = GAME.outcome(after)
    assert (outcome.winners, outcome.ruling) == ((0, 1, 2), "NK-6")


def test_nk_7_the_margin() -> None:
    outcome: Any = GAME.outcome(position(("HRS", "HGS FGT FBC", "PRC PGC PGT PBT"), stock="", turn=None))
    assert (outcome.points, outcome.margin) == ((-1, -3, -4), 2)
    tied: Any = GAME.outcome(position(("HRS", "FGT", "PRC PGC"), stock="", turn=None))
    assert (tied.winners, tied.margin) == ((0, 1), 0)


def test_nk_8_a_player_sees_their_own_hand_and_the_pile() -> None:
    seen = GAME.view(position(("HRS", "FGT FBC")), 0)
    assert (seen.hands[0], seen.pile, len(seen.hands[1])) == (cards("HRS"), cards("HRC"), 2)
    assert all(map(is_hidden, (*seen.hands[1], *seen.stock)))


def test_positions_that_break_a_rule_are_refused() -> None:
    valid = position(("HRS", "FGT"))
    assert GAME.check_state(valid) == ()
    changes: tuple[tuple[dict[str, Any], str], ...] = (
        ({"hands": (cards("HRS HRC"), cards("FGT"))}, "A hand isn't in deck order."),
        ({"pile": ()}, "The pile has no card"),
        ({"pile": cards("HRC FBT")}, "Each card of the pile must share"),
        ({"turn": None}, "The game can't be over"),
        *(
            ({name: value}, "It can't be a player's turn")
            for name, value in (("stock", ()), ("hands", ((), ())), ("turn", 2))
        ),
    )
    for changed, fault in changes:
        assert fault in " ".join(GAME.check_state(valid._replace(**changed)))
