"""What a session shows to each viewer, and when a curtain is needed."""

from __future__ import annotations

import pickle
import pprint
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import is_hidden
from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, seen_by, start
from cardtable.engine.games import SHIPPED
from cardtable.games import GAMES
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.table.sittings import STAGE, UNREVEALING, code_of, looks, play_singles, sit, sittings, truth


def codes_in(value: Any, seen: set[int]) -> Iterator[DealCode]:
    """Yield every deal code that can be reached from a value."""
    if id(value) in seen or isinstance(value, type) or callable(value):
        return
    seen.add(id(value))
    if isinstance(value, DealCode):
        yield value
    inside = list(value) if isinstance(value, tuple | list | set | frozenset) else []
    inside += [*value.keys(), *value.values()] if isinstance(value, dict) else []
    names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    for part in [*inside, *(getattr(value, name, None) for name in names), *getattr(value, "__dict__", {}).values()]:
        yield from codes_in(part, seen)


# Views
HANDS: dict[str, tuple[str, ...]] = {"rummy-like": ("chards", "tricards"), "wind-city": ()}
"""The fields that everybody may read once the game is over, for games that have other fields than `hands`."""


@each_game
@given(data=st.data())
def test_each_viewer_gets_their_own_view(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    state = truth(session)
    steps = [start(game, session.options, len(session.names), code_of(session).key())]
    for action in session.actions:
        steps.append(game.apply(steps[-1].state, action))
    for seen in looks(session):
        view = game.view(state, seen.viewer)
        hands = HANDS.get(game.id, ("hands",)) if seen.turn is None else ()
        assert seen.state == view._replace(**{name: getattr(state, name) for name in hands})
        assert seen.turn == game.turn(state)
        assert seen.names == session.names
        assert seen.outcome == game.named_outcome(state, session.names)
        assert seen.legal == (game.legal(state) if seen.viewer is not None and seen.viewer == seen.turn else ())
        told = [
            step.events if seen.turn is None else [seen_by(event, seen.viewer) for event in step.events]
            for step in steps
        ]
        assert seen.log == tuple(tuple(events) for events in told)
        assert seen.undone == session.undone
        assert (seen.no_undo, seen.no_redo) == (session.why_no_undo(), session.why_no_redo())


@each_game
@given(data=st.data())
def test_no_view_contains_the_deal_code(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    words = (
        str(session.deal_code),
        str(session.deal_code).replace("-", ""),
        str(code_of(session).value),
        str(code_of(session).key()),
    )
    for seen in looks(session):
        assert not list(codes_in(seen, set()))
        shown = repr((seen.state, seen.log, seen.legal, seen.outcome, seen.names)) + pprint.pformat(seen.log)
        assert not any(word in shown for word in words if len(word) > 4)
    assert str(session.deal_code) not in repr(session)
    assert str(session.deal_code) not in repr(session.deal_code)


def test_the_search_for_deal_codes_works() -> None:
    session = sit(STAGE, 2, 7)
    assert list(codes_in(session, set())) == [DealCode(7)]


def test_a_view_does_not_change_later() -> None:
    session = sit(STAGE, 2, first=1)
    seen = session.look(0)
    again = session.look(0)
    play_singles(session, ask=True)
    assert seen == again
    assert session.look(0) != seen
    with pytest.raises(AttributeError):
        seen.turn = 1  # type: ignore[misc]  # it is frozen


def test_a_view_can_be_pickled() -> None:
    session = sit(STAGE, 2)
    play_singles(session)
    seen = session.look(1)
    parts = (seen.state, seen.legal, seen.outcome, seen.names)
    assert pickle.loads(pickle.dumps(parts)) == parts


def test_the_public_view_has_no_choices() -> None:
    seen: Seen = sit(STAGE, 1).look(None)
    assert seen.viewer is None
    assert seen.legal == ()


# The curtain
def test_players_with_hidden_cards_need_a_curtain() -> None:
    session = sit(STAGE, 3, persons=(0, 0, 1))
    assert session.is_private(0)
    assert session.needs_curtain(1, 2)
    assert not session.needs_curtain(0, 1), "the same player needs no curtain"
    assert not session.needs_curtain(2, None), "there is no next player at the end"
    assert not session.needs_curtain(None, 0), "there is no previous player at the start"


def test_open_hands_need_no_curtain() -> None:
    session = sit(STAGE, 2, open_hands=True)
    assert not session.is_private(0)
    assert not session.needs_curtain(0, 1)


def test_one_of_two_players_with_hidden_cards_is_enough() -> None:
    session = sit(STAGE, 2, **UNREVEALING)
    while len(truth(session).hands[0]) or session.turn == 0:
        session.act(next(action for action in STAGE.legal(truth(session)) if " " not in str(action)))
    assert session.turn == 1
    assert not session.is_private(0)
    assert session.is_private(1)
    assert session.needs_curtain(0, 1)
    assert session.needs_curtain(1, 0)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_no_hand_is_ever_shown_while_others_are_looking(game_id: str) -> None:
    game = SHIPPED[game_id]
    seats = game.seats[min(1, len(game.seats) - 1)]
    for number in range(3):
        session, luck = Session(game, game.options(), tuple("ABCDE"[:seats]), DealCode(number)), Random(number)
        looking = {session.turn}
        for _ in range(250):
            last = session.turn
            if last is None:
                break
            session.act(luck.choice(session.look(last).legal))
            session.mark_seen()
            seat = session.turn
            if seat is not None and (session.needs_curtain(last, seat) or session.gives_new_secrets()):
                looking = {seat}
            elif seat is not None and session.is_private(seat):
                assert looking == {seat}, session.actions
            if seat is None or not session.is_private(seat):
                looking = set(range(seats))


@pytest.mark.parametrize("game_id", SHIPPED)
def test_what_everybody_should_see_together_is_never_beside_a_hand(game_id: str) -> None:
    game = SHIPPED[game_id]
    session, luck = Session(game, game.options(), tuple("ABCDE"[: game.seats[0]]), DealCode(5)), Random(5)
    for _ in range(400 if game.seats[0] > 1 else 0):
        last = session.turn
        if last is None:
            break
        session.act(luck.choice(session.look(last).legal))
        events, seat = session.events_at(None, len(session.actions)), session.turn
        if seat is not None and session.is_private(seat) and any(isinstance(event, game.moments) for event in events):
            assert session.needs_curtain(last, seat) or session.gives_new_secrets()


def test_the_recap_begins_after_the_players_last_turn() -> None:
    session = sit(STAGE, 3)
    found = []
    for _ in range(5):
        play_singles(session)
        assert session.turn is not None
        found.append(session.last_turn(session.turn))
    assert found == [0, 0, 1, 2, 3]


# The end
def test_everybody_sees_every_hand_once_a_game_is_over_but_not_before() -> None:
    session, choice = sit(GAMES["clash"], 2), Random(3)
    while session.turn is not None:
        assert any(map(is_hidden, session.look(0).state.hands[1]))
        session.act(choice.choice(session.look(session.turn).legal))
    last = len(session.actions)
    assert truth(session).hands == session.look(0).state.hands == session.look_at(None, last).state.hands
    assert any(map(is_hidden, session.look_at(0, last - 1).state.hands[1]))
