"""A replay shows what was seen, by moves, turns and rounds, and a new game can start from any place in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame
from cardtable.games import GAMES
from cardtable.table.replay import Replay, ReplayPosition, Stride, continuation_sentence
from cardtable.table.seen import Seen
from tests.engine.walks import KEYS, each_game
from tests.table.sittings import NAMES, alone, finished, play_on, sit, sittings, truth, under_way

STRIDES: tuple[Stride, ...] = get_args(Stride)
each_stride = pytest.mark.parametrize("stride", STRIDES)


def past(seen: Seen) -> Seen:
    """Return a view without what only a player at the table can do."""
    return replace(seen, legal=(), is_replayed=False, no_undo="", no_redo="", undone=0)


# Views
@each_game
@given(data=st.data())
def test_a_replay_shows_what_was_seen(game: AnyGame, data: st.DataObject) -> None:
    session = sit(game, data.draw(st.sampled_from(game.seats)), data.draw(st.integers(0, 99)))
    luck, most = data.draw(KEYS), data.draw(st.integers(0, 40))
    viewers = (None, *range(len(session.names)))
    seen_live = [[past(session.look(viewer)) for viewer in viewers]]
    for at in range(most):
        play_on(session, Key(luck + at & 2**64 - 1), 1)
        seen_live.append([past(session.look(viewer)) for viewer in viewers])
    seen_live = seen_live[: len(session.actions) + 1]
    for at, looks in enumerate(seen_live):
        assert [past(session.look_at(viewer, at)) for viewer in viewers] == looks
    replay = Replay(session, own=range(len(session.names)))
    for looks in seen_live:
        for viewer, look in zip(viewers, looks, strict=True):
            replay.viewer = viewer
            assert past(replay.look()) == look
            assert replay.last_events() == look.log[-1]
            assert replay.look().legal == ()
        replay.forward()


@each_game
@given(data=st.data())
def test_forward_and_back_return_to_the_same_place(game: AnyGame, data: st.DataObject) -> None:
    replay = Replay(data.draw(sittings(game)))
    for stride in STRIDES:
        replay.to_start()
        places = [replay.at]
        while replay.at < replay.length:
            replay.forward(stride)
            places.append(replay.at)
        assert all(one < other for one, other in pairwise(places))
        for before, after in pairwise(reversed(places)):
            replay.go(before)
            replay.back(stride)
            assert replay.at == after
        assert replay.look() == Replay(replay.session).look()


@each_game
@each_stride
def test_a_replay_stops_at_both_ends(game: AnyGame, stride: Stride) -> None:
    replay = Replay(under_way(game))
    replay.back(stride)
    assert replay.at == 0
    replay.to_end()
    replay.forward(stride)
    assert replay.at == replay.length == len(replay.session.actions)
    replay.go(10_000)
    assert replay.at == replay.length
    replay.go(-1)
    assert replay.at == 0


@each_game
def test_the_outcome_appears_only_at_the_end(game: AnyGame) -> None:
    replay = Replay(finished(game))
    for viewer in replay.viewers:
        replay.viewer = viewer
        for at in range(replay.length + 1):
            replay.go(at)
            assert (replay.look().outcome is not None) == (at == replay.length)


# Turns and rounds
def starts(replay: Replay, stride: Stride) -> list[int]:
    replay.to_start()
    found = [0]
    while replay.at < replay.length:
        replay.forward(stride)
        found.append(replay.at)
    return found


def test_tradewinds_has_one_move_a_turn_and_four_turns_a_round() -> None:
    replay = Replay(finished(GAMES["tradewinds"]))
    assert starts(replay, "turn") == list(range(25))
    assert starts(replay, "round") == [0, 4, 8, 12, 16, 20, 24]
    replay.go(13)
    assert replay.position == ReplayPosition(13, 24, 14, 4)
    assert str(replay.position) == "move 13 of 24, turn 14, round 4"


@pytest.mark.parametrize("game_id", ["clash", "rummy-like"])
def test_a_round_is_a_deal(game_id: str) -> None:
    game = GAMES[game_id]
    session = sit(game, game.seats[0], 5)
    play_on(session, Key(3), 400)
    log = session.look_at(None, len(session.actions)).log
    dealt = [at for at, events in enumerate(log) if any(type(event).__name__ == "Dealt" for event in events)]
    assert len(dealt) > 2
    replay = Replay(session)
    assert starts(replay, "round")[: len(dealt)] == dealt
    for number, at in enumerate(dealt, 1):
        replay.go(at)
        assert replay.position.round == number == replay.look().state.round


def test_a_turn_of_clash_is_all_moves_of_one_player() -> None:
    replay = Replay(finished(GAMES["clash"]))
    actors = [replay.session.look_at(None, at).turn for at in range(replay.length)]
    changes = [at for at, (one, other) in enumerate(pairwise(actors), 1) if one != other]
    assert starts(replay, "turn") == [0, *changes, replay.length]
    assert len(changes) < replay.length - 1


def test_choices_of_others_do_not_end_a_turn_of_wind_city() -> None:
    session = sit(GAMES["wind-city"], 3, 5)
    play_on(session, Key(3), 20_000)
    replay = Replay(session)
    states = [replay.session.view_at(None, at) for at in range(replay.length + 1)]
    assert any(state.turn != state.active for state in states[60:])
    for at in starts(replay, "turn")[1:-1]:
        assert states[at].active != states[at - 1].active
    rounds = starts(replay, "round")
    for start, end in pairwise(rounds):
        turns = [at for at in starts(replay, "turn") if start <= at < end]
        on_turn = [states[at].active for at in turns]
        assert len(set(on_turn)) == len(on_turn), "no player has two turns in a round"


def test_a_round_of_exit_stage_right_has_a_turn_for_each_player() -> None:
    replay = Replay(finished(GAMES["exit-stage-right"]))
    assert starts(replay, "round")[:5] == [0, 2, 4, 6, 8]


def test_a_solo_game_shows_no_turns_or_rounds() -> None:
    session = sit(GAMES["exit-stage-right"], 1)
    play_on(session, Key(3), 12)
    replay = Replay(session)
    replay.go(3)
    assert str(replay.position) == "move 3 of 12"


# New games
@each_game
@given(data=st.data())
def test_a_new_game_starts_where_the_replay_is(game: AnyGame, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    session = sit(game, seats, data.draw(st.integers(0, 99)), persons=(0,) * seats)
    play_on(session, data.draw(KEYS), data.draw(st.integers(0, 30)))
    replay = Replay(session)
    replay.go(data.draw(st.integers(0, 30)))
    if replay.look().turn is None:
        return
    before = (session.actions, truth(session))
    new = replay.play_on()
    assert (new.inherited_actions, new.undone, new.actions) == (replay.at, 0, session.actions[: replay.at])
    assert (new.game, new.options, new.names, new.opening, new.persons) == (
        *(session.game, session.options, session.names, session.opening, session.persons),
    )
    assert all(past(new.look(seat)) == past(session.look_at(seat, replay.at)) for seat in range(seats))
    play_on(new, Key(1), 3)
    assert (session.actions, truth(session)) == before


@each_game
def test_inherited_actions_cannot_be_undone(game: AnyGame) -> None:
    replay = Replay(alone(game, 9))
    replay.go(6)
    new = replay.play_on()
    assert new.why_no_undo() == "You can't undo any further: this game started here."
    with pytest.raises(ValueError, match="this game started here"):
        new.undo()
    play_on(new, Key(1), 1)
    new.undo()
    assert len(new.actions) == 6
    assert new.why_no_undo()
    assert continuation_sentence(new) == "Continues another game from move 6."


def test_an_ordinary_game_has_no_inherited_actions() -> None:
    session = alone(GAMES["clash"])
    assert session.inherited_actions == 0
    assert continuation_sentence(session) == ""


@each_game
def test_a_game_in_progress_with_several_players_is_not_played_on(game: AnyGame) -> None:
    replay = Replay(under_way(game), own=[0])
    with pytest.raises(ValueError, match="Finish the game first"):
        replay.play_on()


@each_game
def test_a_finished_game_is_played_on_from_anywhere_but_its_end(game: AnyGame) -> None:
    replay = Replay(finished(game))
    replay.to_end()
    with pytest.raises(ValueError, match="The game is over here"):
        replay.play_on()
    replay.back()
    new = replay.play_on()
    assert new.names == NAMES[: len(new.names)]
    assert not new.has_one_player
    assert new.turn is not None
