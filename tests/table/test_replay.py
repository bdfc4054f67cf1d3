"""A replay shows what each viewer saw and no more, and a new game can start from any place in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Step, seen_by
from cardtable.games import GAMES
from cardtable.table.replay import (
    ONLY_AT_THE_END,
    ONLY_PUBLIC,
    OPEN,
    Replay,
    ReplayPosition,
    Stride,
    continuation_sentence,
    describe_cards,
    log_lines,
)
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.engine.walks import KEYS, each_game
from tests.table.sittings import NAMES, play_on, sit, sittings, truth

STRIDES: tuple[Stride, ...] = get_args(Stride)
ONE_ROUND: dict[str, dict[str, Any]] = {"clash": {"target": 0}, "rummy-like": {"target": 0}}
each_stride = pytest.mark.parametrize("stride", STRIDES)


def finished(game: AnyGame, luck: int = 3, **options: Any) -> Session:
    """Return a finished game of two or more players."""
    session = sit(game, max(2, game.seats[0]), 5, **{**ONE_ROUND.get(game.id, {}), **options})
    play_on(session, Key(luck), 20_000)
    assert session.turn is None
    return session


def under_way(game: AnyGame, moves: int = 20, persons: tuple[int, ...] | None = None) -> Session:
    """Return an unfinished game of two or more players."""
    session = sit(game, max(2, game.seats[0]), 5, persons=persons)
    play_on(session, Key(3), moves)
    assert session.turn is not None
    return session


def alone(game: AnyGame, moves: int = 20) -> Session:
    return under_way(game, moves, (0,) * max(2, game.seats[0]))


def past(seen: Seen) -> Seen:
    """Return a view without what only a player at the table can do."""
    return replace(seen, legal=(), no_undo="", no_redo="", undone=0)


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
        assert seen.viewer == (seen.turn if seen.turn is not None else seen.viewer)
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
    assert shown[:4] == ["Stage", "Ann, hands", "Bob, hands", "Cleo, hands"]


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


# Typed viewers
def test_a_viewer_is_found_by_name_number_or_word() -> None:
    replay = Replay(finished(GAMES["clash"]))
    assert [replay.find_viewer(text) for text in ("ann", "BOB", "2", " all ", "public")] == [0, 1, 1, OPEN, None]
    for text in ("", "3", "0", "-1", "Zed", "open", "²", "1" * 5_000):
        with pytest.raises(ValueError, match=r"Type all, public or a player's name \(Ann, Bob\)"):
            replay.find_viewer(text)


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
    assert not new.alone
    assert new.turn is not None


# The log
@each_game
def test_the_log_has_a_line_for_each_move(game: AnyGame) -> None:
    session = under_way(game)
    for viewer in (None, *range(len(session.names))):
        seen = session.look(viewer)
        assert [int(line.split()[0]) for line in log_lines(seen)] == [at for at, step in enumerate(seen.log) if step]


def test_the_log_tells_only_the_draws_that_the_viewer_saw() -> None:
    session = under_way(GAMES["exit-stage-right"])
    for viewer, name in enumerate(session.names):
        drawers = {line.split("draws")[0].split()[-1] for line in log_lines(session.look(viewer)) if "draws" in line}
        assert drawers == {name}
    assert "draws" not in "".join(log_lines(session.look(None)))
