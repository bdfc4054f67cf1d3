"""What everyone may see in Clash (CL-2, CL-11), and previews."""

from __future__ import annotations

from collections import Counter

import pytest

from cardtable.engine.cards import Chard, face_down
from cardtable.engine.chance import Key
from cardtable.engine.game import Seat, play, reveals, seen_by
from cardtable.engine.games.clash import GAME
from cardtable.engine.games.clash.model import Drew, Options, Played, RoundEnded, State
from cardtable.engine.zones import subtract
from cardtable.table.session import Session
from tests.builders import chards, codes, validated
from tests.games.clash_positions import (
    CODE_WITH_SHOWN_HAND,
    NAMES,
    SINGLE,
    after,
    cards,
    events_of,
    opened,
    start,
    state,
)
from tests.table.sittings import sit_at

# CL-11: who sees what


def test_cl_11_a_player_sees_their_own_hand_but_no_face_down_pile() -> None:
    position = opened()
    for seat in (0, 1):
        seen = GAME.view(position, seat)
        assert seen.hands[seat] == position.hands[seat]
        assert seen.hands[1 - seat] == face_down(position.hands[1 - seat])
        assert seen.draw_piles == tuple(map(face_down, position.draw_piles))
        assert (seen.piles, seen.scores, seen.key) == (position.piles, position.scores, 0)
    assert GAME.view(position, None).hands == tuple(map(face_down, position.hands))


def test_cl_11_cards_left_at_the_end_stay_hidden() -> None:
    result = after(state("H R S", "FGC", ("F", "R G"), options=SINGLE, played=1), "F")
    assert GAME.view(result, 0).hands[1] == face_down(result.hands[1])


def test_cl_12_hands_are_shown_once_the_match_is_over_but_not_between_rounds() -> None:
    last = state("H R S", "FGC", ("F", "R G"), options=SINGLE, played=1)
    assert _played(last, "F").look(0).state.hands == ((), cards("R G"))
    after_a_round = _played(last._replace(options=Options()), "F").look(0).state
    assert after_a_round.round == 2
    assert after_a_round.hands[1] == face_down(after_a_round.hands[1])


def _played(position: State, typed: str) -> Session:
    session = sit_at(GAME, position, NAMES)
    session.act(GAME.parse(typed))
    return session


def test_cl_11_only_the_player_who_draws_sees_the_cards() -> None:
    position = state("H R S", "FGC", ("B", "R G"), draw=("T T", 3), dealer=1)
    *_, drew = events_of(position, "B last")
    assert GAME.describe(drew, NAMES) == "Ann draws 2 cards: T T."
    assert GAME.describe(seen_by(drew, 1), NAMES) == "Ann draws 2 cards."


def test_cl_11_the_order_of_drawn_cards_is_not_shown() -> None:
    for order in ("T S R", "R S T", "S R T"):
        *_, drew = events_of(state("H R S", "FGC", ("B", "R G"), draw=(order, 3), dealer=1), "B last")
        assert GAME.describe(drew, NAMES) == "Ann draws 3 cards: R S T."


# CL-2: hands that were shown


def shown_position(dealer: Seat = 0) -> State:
    """Return a state whose dealer has shown H H R G and holds one Hollow and the Green."""
    hands = ["H G B B FGT FBT HBT", "P P P B B G F"]
    draws = ["R H C C C", "T T T S S"]
    if dealer:
        hands, draws = hands[::-1], draws[::-1]
    return state("P R S", "PRC", hands, draw=draws, shown="H H R G", dealer=dealer, turn=dealer, played=0)


def test_cl_2_a_shown_card_is_removed_from_the_notes_once_it_is_played() -> None:
    position = shown_position()
    assert codes(after(position, "B last").shown) == "H H R G"
    assert codes(after(position, "H last").shown) == "H R G"
    assert after(position, "end", "P last").shown == position.shown


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_cl_2_determinize_leaves_shown_cards_with_the_dealer(dealer: Seat, viewer: Seat | None) -> None:
    position = shown_position(dealer)
    seen = GAME.view(position, viewer)
    places: Counter[int] = Counter()
    for key in range(300):
        again = validated(GAME, GAME.determinize(seen, viewer, Key(key)))
        assert GAME.view(again, viewer) == seen
        own = again.hands[dealer] + again.draw_piles[dealer]
        assert subtract(chards("H H R G"), own) == ()
        places.update(at for at, card in enumerate(again.draw_piles[dealer]) if card is Chard("red"))
    assert set(places) == set(range(5)), "they may be anywhere in the pile"


def test_cl_2_determinize_gives_the_dealer_a_complete_before_the_opening() -> None:
    opening = start(code=CODE_WITH_SHOWN_HAND)
    for key in range(300):
        again = GAME.determinize(GAME.view(opening, None), None, Key(key))
        assert GAME.validate_state(again) == ()


# Previews and revealing actions


def test_a_play_that_draws_nothing_reveals_nothing() -> None:
    position = state("H R S", "FGC", ("F G B B B B T", "R G"), draw=(9, 5), played=0)
    assert not _reveals(position, "F")
    assert not _reveals(position, "end")
    assert not _reveals(after(position, "F"), "G")
    assert _reveals(after(position, "F"), "end")
    assert _reveals(position, "B last")


def test_refilling_an_empty_hand_reveals_cards() -> None:
    assert _reveals(state("H R S", "FGC", ("F", "R G"), draw=(9, 3)), "F")
    assert not _reveals(state("H R S", "FGC", ("F", "R G"), draw=(0, 0), options=SINGLE, played=1), "F")


def test_a_preview_has_the_number_of_drawn_cards_and_the_score_but_not_the_next_deal() -> None:
    position = state("H R S", "FGC", ("F", "R G"), draw=(9, 3))
    seen = GAME.view(position, 0)
    assert [type(event) for event in GAME.preview(seen, GAME.parse("F"))] == [Played, Drew]
    assert GAME.preview(seen, GAME.parse("F"))[1] == Drew(0, face_down(position.draw_piles[0][:7]), goes_on=True)
    ends = GAME.view(state("H R S", "FGC", ("F", "R G"), played=1), 0)
    _, ended = GAME.preview(ends, GAME.parse("F"))
    assert ended == RoundEnded(0, (0, 2), (0, 2), 0, (2, 0))


def _reveals(position: State, typed: str) -> bool:
    action = GAME.parse(typed)
    return reveals(GAME, position, action, play(GAME, position, action).events)
