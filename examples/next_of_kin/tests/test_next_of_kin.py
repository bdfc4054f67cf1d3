"""A test for each ruling of Next of Kin, named after it."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cardtable import DealCode, IllegalAction, play, playout, start, turns
from cardtable.engine.cards import COMPLETES, Complete, is_hidden
from next_of_kin import GAME
from next_of_kin.model import Draw, Drew, Options, Play, State
from next_of_kin.rules import is_kin

KEY = DealCode.parse("K7QF-2M9X").key()


def cards(codes: str) -> tuple[Complete, ...]:
    return tuple(map(Complete.parse, codes.split()))


def position(hands: tuple[str, ...], pile: str = "HRC", stock: str = "FBT FBS", turn: int | None = 0) -> State:
    return State(Options(), turn, tuple(map(cards, hands)), cards(pile), cards(stock))


def faults(**changed: Any) -> str:
    """Return the faults of a valid position after these changes."""
    valid = position(("HRS", "FGT"))
    assert GAME.check_state(valid) == ()
    return " ".join(GAME.check_state(valid._replace(**changed)))


def test_nk_1_the_deal() -> None:
    for seats in GAME.seats:
        for size in (3, 6):
            state = start(GAME, Options(size), seats, KEY).state
            assert [len(hand) for hand in state.hands] == [size] * seats
            assert len(state.pile) == 1
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
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.points, outcome.margin, outcome.ruling) == ((0,), (0, -2), 2, "NK-5")


def test_nk_6_the_last_card_of_the_stock_ends_the_game() -> None:
    after = play(GAME, position(("HRS", "FGT FBC", "PRC PGC"), stock="FBT"), Draw()).state
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.ruling) == ((0, 1, 2), "NK-6")


def test_nk_7_the_margin() -> None:
    outcome = GAME.outcome(position(("HRS", "HGS FGT FBC", "PRC PGC PGT PBT"), stock="", turn=None))
    assert outcome is not None
    assert (outcome.points, outcome.margin) == ((-1, -3, -4), 2)
    tied = GAME.outcome(position(("HRS", "FGT", "PRC PGC"), stock="", turn=None))
    assert tied is not None
    assert (tied.winners, tied.margin) == ((0, 1), 0)


def test_nk_8_a_player_sees_their_own_hand_and_the_pile() -> None:
    seen = GAME.view(position(("HRS", "FGT FBC")), 0)
    assert (seen.hands[0], seen.pile) == (cards("HRS"), cards("HRC"))
    assert all(map(is_hidden, (*seen.hands[1], *seen.stock)))
    assert len(seen.hands[1]) == 2


def test_positions_that_break_a_rule_are_refused() -> None:
    assert "deck order" in faults(hands=(cards("HRS HRC"), cards("FGT")))
    assert "NK-1" in faults(pile=())
    assert "NK-3" in faults(pile=cards("HRC FBT"))
    assert "can't be over" in faults(turn=None)
    for changed in ({"stock": ()}, {"hands": ((), cards("FGT"))}, {"turn": 2}):
        assert "can't be a player's turn" in faults(**changed)


def test_random_games_end() -> None:
    for code in range(20):
        opening = start(GAME, Options(), 2 + code % 3, DealCode(code).key()).state
        assert GAME.outcome(playout(GAME, opening, DealCode(code).key())) is not None


def test_page_code_and_tests_have_the_same_rulings() -> None:
    page = (files("next_of_kin") / "rules" / "next_of_kin.md").read_text("utf-8")
    rulings = re.findall(r"^- (NK-\d+) ", page, re.MULTILINE)
    assert rulings == [f"NK-{number}" for number in range(1, len(rulings) + 1)]
    code = "".join(path.read_text("utf-8") for path in Path(str(files("next_of_kin"))).glob("*.py"))
    assert set(re.findall(r"NK-\d+", code)) == set(rulings)
    tests = re.findall(r"def test_nk_(\d+)_", Path(__file__).read_text("utf-8"))
    assert [f"NK-{number}" for number in tests] == rulings


def test_each_card_has_six_kin_and_itself() -> None:
    kin = [other for other in COMPLETES if is_kin(COMPLETES[0], other)]
    assert len(kin) == 1 + 6
