"""What everyone may see in Tradewinds (TW-9, TW-10, TW-15, TW-16), and previews."""

from __future__ import annotations

import pytest

from cardtable.engine.cards import face_down
from cardtable.engine.game import Seat, reveals, seen_by
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import Blow, Options, Pile, TurnedUp
from tests.builders import play_randomly, singles
from tests.games.tradewinds_positions import CALM, EAST, NAMES, NORTH, OPEN, UNSEEN, WEST, events_of, start, state

# TW-9, TW-10, TW-15: hidden cards


@pytest.mark.parametrize("viewer", [None, *range(4)])
def test_tw_9_players_see_only_their_own_hand(viewer: Seat | None) -> None:
    opening = start(code=4)
    seen = GAME.view(opening, viewer)
    for owner, hand in enumerate(opening.hands):
        assert seen.hands[owner] == (hand if owner == viewer else face_down(hand))


def test_tw_9_as_an_option_everyone_sees_every_hand() -> None:
    opening = start(OPEN, code=4)
    assert GAME.view(opening, None).hands == opening.hands
    assert all(pile.face_down == (UNSEEN,) * 3 for pile in GAME.view(opening, 0).grid)


def test_tw_10_a_complete_is_shown_when_it_is_played() -> None:
    position = state(CALM, "HRC", NORTH)
    event = events_of(position, "HRC")[0]
    assert all(seen_by(event, viewer) == event for viewer in (None, *range(4)))
    assert GAME.describe(event, NAMES).startswith("Ann plays HRC")


def test_tw_15_cards_turned_up_stay_visible() -> None:
    position = state(("RTC?? . .", ". . .", ". . ."), "HRC", EAST, collected={WEST: "R G", EAST: "B"})
    seen = GAME.view(position, None)
    assert seen.grid[0] == Pile(singles("R T C"), (UNSEEN, UNSEEN))
    assert (seen.scored, seen.deducted, seen.discards) == (position.scored, position.deducted, position.discards)
    assert (seen.covering, seen.sides) == (position.covering, position.sides)
    assert [len(hand) for hand in seen.hands] == [len(hand) for hand in position.hands]


# TW-16: talking


def test_tw_16_players_have_no_action_for_telling_others_about_their_hands() -> None:
    assert GAME.actions == (Blow,)
    for _, _, _, step in play_randomly(GAME, start(code=5), 5):
        line = " ".join(GAME.describe(event, NAMES) for event in step.events)
        assert [card.code for hand in step.state.hands for card in hand if card.code in line] == []


# Previews


@pytest.mark.parametrize("options", [Options(), OPEN])
def test_a_preview_agrees_with_what_happens_except_for_cards_turned_up(options: Options) -> None:
    turned = 0
    for seat, before, action, step in play_randomly(GAME, start(options, code=3), 3):
        preview = GAME.preview(GAME.view(before, seat), action)
        seen = tuple(seen_by(event, seat) for event in step.events)
        assert [type(event) for event in preview] == [type(event) for event in seen]
        turns_up = False
        for one, other in zip(preview, seen, strict=True):
            if isinstance(one, TurnedUp):
                turns_up = True
                assert isinstance(other, TurnedUp)
                assert one == TurnedUp(seat, other.piles, face_down(other.cards))
            else:
                assert one == other
        assert reveals(GAME, before, action, step.events) is turns_up
        turned += turns_up
    assert 0 < turned < 24
