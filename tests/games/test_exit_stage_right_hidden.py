"""What everyone may see in Exit Stage Right (ES-10, ES-11, ES-16, ES-17, ES-19), and previews."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.cards import CHARACTERISTICS, FACE_DOWN, Single, face_down
from cardtable.engine.game import Event, Seat, reveals, seen_by
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import (
    CENTRE,
    Drew,
    Ended,
    FaceDown,
    FaceUp,
    Options,
    PlayedFaceDown,
    Refill,
    Refilled,
    Shifted,
    State,
)
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.zones import put
from tests.builders import play_randomly, singles
from tests.games.exit_stage_right_positions import (
    CENTRED,
    NAMES,
    OPTION_SETS,
    UNSEEN,
    after,
    events_of,
    shift,
    stage,
    start,
    state,
)

# ES-10 and ES-11: hidden cards


@pytest.mark.parametrize("seats", GAME.seats)
def test_es_10_hands_are_open_only_with_one_player(seats: int) -> None:
    opening = start(seats)
    assert opening.options.open_hands is (seats == 1)
    for viewer in (None, *range(seats)):
        seen = GAME.view(opening, viewer).hands
        shown = {seat for seat in range(seats) if seen[seat] == opening.hands[seat]}
        backs = {seat for seat in range(seats) if seen[seat] == face_down(opening.hands[seat])}
        assert shown == ({0} if seats == 1 else {viewer} - {None})
        assert shown | backs == set(range(seats))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("open_hands", [True, False])
def test_es_10_open_hands_are_an_option(seats: int, open_hands: bool) -> None:
    opening = start(seats, Options(open_hands=open_hands))
    assert (GAME.view(opening, None).hands == opening.hands) is open_hands
    assert GAME.view(opening, 0).hands[0] == opening.hands[0]


def test_es_10_players_who_see_a_hand_see_its_drawn_cards() -> None:
    for open_hands, others in ((False, UNSEEN), (True, Single.parse("S"))):
        options = Options(hand_size=5, open_hands=open_hands)
        before = state(CENTRED, ["R R R R G", "H H H H P"], draw="S", options=options)
        *_, drew = events_of(before, "R")
        assert isinstance(drew, Drew)
        assert [seen_by(drew, viewer) for viewer in (0, 1, None)] == [drew, *[replace(drew, card=others)] * 2]


def test_es_10_decks_are_hidden_even_with_open_hands() -> None:
    opening = start(2, Options(open_hands=True))
    seen = GAME.view(opening, 0)
    assert seen.draw_deck == face_down(opening.draw_deck)
    assert seen.complete_deck == face_down(opening.complete_deck)


FACE_DOWN_PILES = ["H H", "P", ""]


def test_es_11_only_the_player_sees_a_face_down_single_before_the_end() -> None:
    before = state(CENTRED, ["R", "G", "B"], face_down=FACE_DOWN_PILES)
    heaps = before.face_down
    backs = [face_down(heap) for heap in heaps]
    assert GAME.view(before, 0).face_down == (heaps[0], backs[1], backs[2])
    assert GAME.view(before, 1).face_down == (backs[0], heaps[1], backs[2])
    assert GAME.view(before, 2).face_down == GAME.view(before, None).face_down == tuple(backs)


def test_es_11_at_the_end_everyone_sees_face_down_singles() -> None:
    ended = state(CENTRED, ["", "", ""], face_down=FACE_DOWN_PILES, turn=None)
    for viewer in (None, 0, 1, 2):
        assert GAME.view(ended, viewer).face_down == ended.face_down


def test_es_11_other_players_logs_have_the_row_but_not_the_card() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B B", "S"])
    played, *_ = events_of(before, "R down top")
    assert played == PlayedFaceDown(0, Single.parse("R"), 0, open=False)
    assert seen_by(played, 0) == played
    assert "Red" in GAME.describe(played, NAMES)
    for viewer in (1, 2, None):
        witnessed = seen_by(played, viewer)
        assert witnessed == PlayedFaceDown(0, UNSEEN, 0, open=False)
        assert "Ann plays a Single face down" in GAME.describe(witnessed, NAMES)
        assert "top row" in GAME.describe(witnessed, NAMES)


# ES-16 and ES-17: visible cards


def test_es_16_with_open_hands_singles_played_face_down_are_open() -> None:
    before = state(
        stage("HRC PGS . . ."), ["R G", "B B", "S"], face_down=FACE_DOWN_PILES, options=Options(open_hands=True)
    )
    played, *_ = events_of(before, "R down top")
    for viewer in (None, 0, 1, 2):
        assert GAME.view(before, viewer).face_down == before.face_down
        assert seen_by(played, viewer) == played
        assert "Red" in GAME.describe(seen_by(played, viewer), NAMES)


def test_es_16_a_spectator_of_a_single_player_sees_what_the_player_sees() -> None:
    before = state(CENTRED, "R", face_down=["H H"])
    assert GAME.view(before, None) == GAME.view(before, 0)


def test_es_17_everything_else_is_open() -> None:
    before = state(
        stage("HRC PGS . . ."), ["R G", "B B"], won="HGC HGS", lost="FBC", face_down=["T T", "S"], complete_deck="PRT"
    )
    for viewer in (None, 0, 1):
        seen = GAME.view(before, viewer)
        assert (seen.stage, seen.won, seen.lost, seen.face_up) == before[2:3] + before[6:9]
        assert [len(hand) for hand in seen.hands] == [2, 2]
        assert (len(seen.complete_deck), len(seen.draw_deck)) == (1, 0)
        assert (seen.options, seen.turn) == (before.options, before.turn)


def test_es_17_players_may_look_at_their_own_face_down_singles() -> None:
    before = state(stage("HRC PGS . . ."), ["R G", "B B"], face_down=["", ""])
    result = after(before, "G down top", "B down top")
    assert GAME.view(result, 0).face_down == (singles("G"), face_down(singles("B")))
    assert GAME.view(result, 1).face_down == (face_down(singles("G")), singles("B"))


# ES-19: talking


def test_es_19_players_have_no_action_for_telling_others_about_their_hands() -> None:
    assert GAME.actions == (FaceUp, FaceDown, Refill)
    before = state(stage("HRC PGS . . ."), ["R G B H C", "B B B S S"], draw="T", options=Options(hand_size=5))
    for action in GAME.legal(before):
        events = events_of(before, action)
        line = " ".join(GAME.describe(seen_by(event, 1), NAMES) for event in events)
        named = [each.name for each in CHARACTERISTICS if each.name in line]
        assert named == ([action.card.name] if isinstance(action, FaceUp) else [])


# Previews


def _expected_preview(events: tuple[Event, ...], deck: int) -> tuple[object, ...]:
    """Return the preview expected for these events: new Completes are hidden and drawn cards left out."""
    expected: list[object] = []
    for event in events:
        match event:
            case Drew() if deck:
                continue
            case Refilled(seat, filled, cards):
                expected.append((seat, filled, len(cards)))
            case Shifted():
                expected.append((event.moves, event.net))
            case Ended(seat, won, lost, turned_up):
                expected.append((seat, won, lost, [len(heap) for heap in turned_up]))
            case _:
                expected.append(event)
    return tuple(expected)


def _shows_new_card(events: tuple[Event, ...], seat: Seat, before: State) -> bool:
    """Return whether these events show the seat a card that it couldn't see before."""
    heaps = [heap for event in events if isinstance(event, Ended) for heap in event.turned_up]
    others = any(heap for owner, heap in enumerate(heaps) if owner != seat) and not before.options.open_hands
    return others or any(isinstance(event, Drew | Refilled) for event in events)


@pytest.mark.parametrize("options", [Options(), *OPTION_SETS[1:7], OPTION_SETS[-1]], ids=str)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_preview_agrees_with_what_happens(options: Options, seats: int) -> None:
    for seat, before, action, step in play_randomly(GAME, start(seats, options, code=seats), seats + 20):
        preview = GAME.preview(GAME.view(before, seat), action)
        seen = tuple(seen_by(event, seat) for event in step.events)
        assert _expected_preview(preview, 0) == _expected_preview(seen, len(before.draw_deck))
        turns_up = _shows_new_card(step.events, seat, before)
        assert reveals(GAME, before, action, step.events) is turns_up
        assert (preview == seen) is not turns_up


@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("options", OPTION_SETS)
def test_what_is_foreseen_of_any_action_is_what_happens(options: Options, seats: int) -> None:
    for seat, before, _, _ in play_randomly(GAME, start(seats, options), 7):
        view, centre = GAME.view(before, seat), [row[CENTRE] for row in before.stage]
        for action in GAME.legal(view):
            foreseen, step = foresee(view, action), GAME.apply(before, action)
            (shifted,) = (event for event in step.events if isinstance(event, Shifted))
            assert foreseen.slides == shifted.slides
            assert step.state.won[len(before.won) :] == foreseen.won
            assert step.state.lost[len(before.lost) :] == foreseen.lost
            new = action.rows if isinstance(action, Refill) else ()
            for row, (cells, certain) in enumerate(zip(foreseen.stage, before.stage, strict=True)):
                assert cells == (put(certain, CENTRE, FACE_DOWN) if row in new else certain)
                assert row not in new or centre[row] is None


def test_a_preview_of_a_refill_hides_new_cards_and_shows_the_shift() -> None:
    position = state(stage(". . . HBS .", "FRT . . . ."), "R", complete_deck="HRC PGS")
    refilled, shifted = GAME.preview(GAME.view(position, 0), GAME.parse("refill top middle"))
    assert refilled == Refilled(0, (0, 1), (UNSEEN, UNSEEN))
    assert isinstance(shifted, Shifted)
    assert shifted.moves == shift(position, "refill top middle").moves


def test_a_preview_of_the_last_single_has_the_end() -> None:
    position = state(stage(". . . . HRC"), ["R", ""], won=2, lost=1)
    assert GAME.preview(GAME.view(position, 0), GAME.parse("R"))[-1] == Ended(0, 3, 1, position.face_down)
