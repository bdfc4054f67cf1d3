"""The viewers that a replay allows, and the hidden cards that it shows to each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame, Step, seen_by
from cardtable.formats.computers import Computer
from cardtable.formats.text import player_names
from cardtable.games import GAMES
from cardtable.table.replay import ONLY_AT_THE_END, ONLY_PUBLIC, OPEN, Replay, describe_cards
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.sittings import alone, finished, play_on, sit, sittings, under_way


# Allowed viewers
@each_game
def test_a_finished_game_has_all_viewers(game: AnyGame) -> None:
    session = finished(game)
    assert Replay(session).viewers == (*range(len(session.names)), None, OPEN)


@each_game
def test_a_solo_player_may_see_all_seats_but_not_all_cards(game: AnyGame) -> None:
    session = alone(game)
    replay = Replay(session)
    assert replay.viewers == (*range(len(session.names)), None)
    with pytest.raises(ValueError, match=ONLY_AT_THE_END):
        replay.viewer = OPEN


@each_game
def test_a_game_in_progress_shows_no_hand(game: AnyGame) -> None:
    session = under_way(game)
    replay = Replay(session)
    assert replay.viewers[0] is None
    for seat in range(len(session.names)):
        if seat in replay.viewers:  # it never had hidden cards
            assert session.look_at(seat, replay.length).log == session.look_at(None, replay.length).log
        else:
            with pytest.raises(ValueError, match=ONLY_PUBLIC):
                replay.viewer = seat
    with pytest.raises(ValueError, match=ONLY_AT_THE_END):
        replay.viewer = OPEN
    assert 1 in Replay(session, own=[1]).viewers


def test_a_seat_without_hidden_cards_may_be_shown() -> None:
    session = sit(GAMES["exit-stage-right"], 2, open_hands=True)
    assert Replay(session).viewers == (None, 0, 1)
    play_on(session, Key(1), 4)
    assert Replay(session).viewers == (None, 0, 1)


def test_a_seat_that_had_a_choice_of_cards_is_not_shown() -> None:
    """In Wind City a drawn card is shown after the choice, but not what else could have been chosen."""
    session = under_way(GAMES["wind-city"], 30)
    play_on(session, Key(8), 1)
    assert Replay(session).viewers == (None,)


def test_all_cards_of_a_game_in_progress_are_out_of_reach() -> None:
    session = under_way(GAMES["clash"])
    with pytest.raises(AssertionError):
        session.look_at(0, 0, all_open=True)


def twin(session: Session, viewer: int | None, luck: int) -> Session:
    """Return a session that looks the same to the viewer, but with other hidden cards."""
    game, other = session.game, Session(session.game, session.options, session.names, session.opening, session.persons)

    def determinized(step: Step[Any], at: int) -> Step[Any]:
        state = game.determinize(game.view(step.state, viewer), viewer, Key(luck + at))
        return Step(state, tuple(seen_by(event, viewer) for event in step.events))

    other._start = determinized(session._start, 0)
    other._history = [
        replace(taken, step=determinized(taken.step, at), views={}) for at, taken in enumerate(session._history, 1)
    ]
    other.undone = session.undone
    return other


@each_game
@given(data=st.data())
def test_a_replay_does_not_depend_on_hidden_cards(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game, 30))
    if session.turn is None:
        return
    own = data.draw(st.sampled_from([None, *range(len(session.names))]))
    other = twin(session, own, data.draw(st.integers(0, 2**40)))
    assert Replay(session).viewers == Replay(other).viewers or own is not None
    assert Replay(session)._turns == Replay(other)._turns
    assert Replay(session)._rounds == Replay(other)._rounds
    replays = [Replay(each, own=() if own is None else [own]) for each in (session, other)]
    for replay in replays:
        replay.viewer = own
    for at in range(replays[0].length + 1):
        shown = []
        for replay in replays:
            replay.go(at)
            shown.append((replay.look(), replay.position, tuple(describe_cards(replay.look()))))
        assert shown[0] == shown[1]


@each_game
def test_with_all_cards_open_none_is_face_down(game: AnyGame) -> None:
    replay = Replay(finished(game))
    for at in range(0, replay.length + 1, 5):
        replay.go(at)
        replay.viewer = OPEN
        seen = replay.look()
        assert (seen.viewer, seen.is_open) == (replay.session.own_seat or 0, True), "hands keep their places"
        shown = dict(describe_cards(seen))
        assert shown
        assert not [text for text in shown.values() if "face down" in text]
        assert not any(is_hidden(card) for event in replay.last_events() for card in cards_of(event))
        replay.viewer = None
        assert dict(describe_cards(replay.look())) != shown or not game.box(seen.state)


def cards_of(event: Any) -> list[Card]:
    values = [getattr(event, name) for name in type(event).__dataclass_fields__]
    return [
        card for value in values for card in (value if type(value) is tuple else (value,)) if isinstance(card, Card)
    ]


@pytest.mark.parametrize("game_id", ["exit-stage-right", "clash", "tradewinds"])
def test_the_described_cards_are_the_whole_deck(game_id: str) -> None:
    game = GAMES[game_id]
    replay = Replay(finished(game))
    replay.viewer = OPEN
    replay.go(7)
    words = [word for name, text in describe_cards(replay.look()) for word in text.split(", ")]
    assert Counter(word for word in words if word != "none") == Counter(map(str, game.box(replay.look().state)))


def test_three_rows_are_not_mistaken_for_three_hands() -> None:
    session = sit(GAMES["exit-stage-right"], 3)
    shown = [name for name, _ in describe_cards(session.look_at(0, 0))]
    assert shown[:4] == ["Stage", "Ann, hand", "Bob, hand", "Cleo, hand"]


def test_zones_are_called_as_at_the_table() -> None:
    """One player's cards are a hand, not hands; you are you, and cards keep their capitals."""
    clash = GAMES["clash"]
    session = Session(clash, clash.options(), ("South", "Ada"), DealCode(0), computers=(None, Computer("easy", 1)))
    assert [name for name, _ in describe_cards(session.look_at(0, 0))][:4] == [
        "You, hand",
        "Ada, hand",
        "You, draw pile",
        "Ada, draw pile",
    ]
    shown = [name for name, _ in describe_cards(sit(GAMES["rummy-like"], 3).look_at(0, 0))]
    assert {"Ann, Chards", "Ann, TriCards"} <= set(shown)


# Typed viewers
def test_a_viewer_is_found_by_name_number_or_word() -> None:
    replay = Replay(finished(GAMES["clash"]))
    assert [replay.find_viewer(text) for text in ("ann", "BOB", "2", " all ", "public")] == [0, 1, 1, OPEN, None]
    for text in ("", "3", "0", "-1", "Zed", "open", "²", "1" * 5_000):
        with pytest.raises(ValueError, match=r"Type all, public or a player's name \(Ann, Bob\)"):
            replay.find_viewer(text)


def test_the_only_unnamed_person_is_found_as_you() -> None:
    clash = GAMES["clash"]
    names, computers = player_names(clash.seat_names, 2), (None, Computer("easy", 1))
    replay = Replay(Session(clash, clash.options(), names, DealCode(1), computers=computers))
    assert replay.find_viewer("You") == replay.find_viewer(replay.session.names[0]) == 0
    with pytest.raises(ValueError, match=r"a player's name \(You, "):
        replay.find_viewer("Cy")


def test_viewers_have_names_and_labels() -> None:
    replay = Replay(finished(GAMES["clash"]))
    shown = []
    for viewer in replay.viewers:
        replay.viewer = viewer
        shown.append((replay.name(viewer), replay.view_label))
    assert shown == [
        ("Ann", "Ann's view"),
        ("Bob", "Bob's view"),
        ("What everybody sees", "public view"),
        ("All cards open", "all cards open"),
    ]
