from __future__ import annotations

import pickle
import pprint
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN, is_hidden
from cardtable.engine.chance import CODE_BITS, DealCode, Key
from cardtable.engine.game import AnyGame, BadOptions, IllegalAction, seen_by, start
from cardtable.engine.games import SHIPPED
from cardtable.games import GAMES
from cardtable.table.seen import Seen
from cardtable.table.session import Session, fresh_code
from tests.engine.walks import each_game
from tests.table.sittings import looks, play_on, sit, sit_at, sittings, truth

STAGE = GAMES["exit-stage-right"]
NOTHING_TO_UNDO = "There's nothing to undo yet."
NOTHING_TO_REDO = "There's nothing to redo."
REVEALED = "You can't undo this: it revealed hidden cards."
OPEN: dict[str, Any] = {"draw": "none", "first": 1}
"""Options with which playing a Single reveals nothing."""


def single(session: Session) -> Any:
    """Return the first legal action, which plays a Single."""
    return session.game.legal(truth(session))[0]


def take(session: Session, actions: int = 1, *, ask: bool = False) -> None:
    for _ in range(actions):
        session.act(single(session))
        if ask:
            session.mark_seen()


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


def code_of(session: Session) -> DealCode:
    assert session.code is not None, "it was dealt"
    return session.code


# Acting
@each_game
@given(data=st.data())
def test_a_session_follows_the_rules(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    state = start(game, session.options, len(session.names), code_of(session).key()).state
    for action in session.actions:
        state = game.apply(state, action).state
    assert truth(session) == state
    assert session.turn == game.turn(state)


@each_game
@given(data=st.data())
def test_an_illegal_action_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    session, other = data.draw(sittings(game)), data.draw(sittings(game))
    before, taken_back = looks(session), list(session._undone_actions)
    legal = game.legal(truth(session))
    for action in (*other.actions, "nonsense", None):
        if action not in legal:
            with pytest.raises(IllegalAction, match=r"\S"):
                session.act(action)
    assert looks(session) == before
    assert session._undone_actions == taken_back


def test_act_returns_the_actors_view_of_the_events() -> None:
    session = sit(STAGE, 2, first=1)
    events = session.act(single(session))
    assert events == session.look(0).log[-1]
    assert events != session.look(1).log[-1]
    drew = next(event for event in events if type(event).__name__ == "Drew")
    assert FACE_DOWN not in (getattr(drew, name) for name in drew.SECRET_FIELDS)


def test_impossible_options_are_refused() -> None:
    with pytest.raises(BadOptions, match="1 to 6 players, not 7"):
        Session(STAGE, STAGE.options(), tuple("ABCDEFG"), DealCode(0))
    with pytest.raises(BadOptions, match="With 6 players"):
        sit(STAGE, 6, hand_size=9)


def test_a_session_has_resolved_options() -> None:
    assert sit(STAGE, 6).options == STAGE.resolve_defaults(STAGE.options(), 6)


def test_each_seat_is_a_player_by_default() -> None:
    assert sit(STAGE, 3).persons == (0, 1, 2)
    assert not sit(STAGE, 3).alone
    assert sit(STAGE, 3, persons=(1, 1, 1)).alone
    assert sit(STAGE, 1).alone


# Undo
@each_game
@given(data=st.data(), luck=st.integers(0, 2**64 - 1).map(Key))
def test_a_solo_player_undoes_and_redoes_everything(game: AnyGame, data: st.DataObject, luck: Key) -> None:
    seats = data.draw(st.sampled_from(game.seats))
    session = sit(game, seats, data.draw(st.integers(0, 99)), persons=(0,) * seats)
    states = [truth(session)]
    for _ in range(data.draw(st.integers(1, 30))):
        play_on(session, Key(luck + len(states) & 2**64 - 1), 1)
        if truth(session) is not states[-1]:
            states.append(truth(session))
    actions = session.actions
    for state in reversed(states[:-1]):
        assert session.look(0).no_undo == ""
        session.undo()
        assert truth(session) == state
    assert session.why_no_undo() == NOTHING_TO_UNDO
    assert len(actions) - 1 <= (undone := session.undone) <= len(actions), "the first one may be a slip"
    for before, action, state in zip(states, actions, states[1:], strict=False):
        events = session.redo()
        assert truth(session) == state
        assert session.actions[-1] == action
        assert events == session.look(game.turn(before)).log[-1]
    assert session.why_no_redo() == NOTHING_TO_REDO
    assert session.undone == undone


@each_game
@given(data=st.data())
def test_undo_restores_every_view(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    if game.turn(truth(session)) is None:
        return
    before = looks(session)
    session.act(game.legal(truth(session))[-1])
    if not session.why_no_undo():
        session.undo()
        after = looks(session)
        for old, new in zip(before, after, strict=True):
            assert (new.state, new.log, new.turn) == (old.state, old.log, old.turn)
            assert (new.legal, new.outcome) == (old.legal, old.outcome)
            assert new.undone - old.undone in (0, 1)


def test_a_new_game_has_nothing_to_undo_or_redo() -> None:
    session = sit(STAGE, 2)
    assert session.why_no_undo() == session.look(None).no_undo == NOTHING_TO_UNDO
    assert session.why_no_redo() == session.look(None).no_redo == NOTHING_TO_REDO
    with pytest.raises(ValueError, match=NOTHING_TO_UNDO):
        session.undo()
    with pytest.raises(ValueError, match=NOTHING_TO_REDO):
        session.redo()
    assert session.undone == 0


def test_undo_ends_when_the_next_player_has_seen_the_table() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session)
    assert session.turn == 1
    assert session.why_no_undo() == ""
    session.undo()
    assert session.turn == 0
    assert session.why_no_redo() == ""
    session.redo()
    session.mark_seen()
    assert session.why_no_undo() == "Too late to undo: Bob has already seen the table."
    with pytest.raises(ValueError, match="Bob has already seen"):
        session.undo()
    assert len(session.actions) == 1


def test_another_players_action_cannot_be_undone() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, ask=True)
    take(session)
    session.undo()
    assert session.why_no_undo() == "Too late to undo: Bob has already seen the table."
    session.mark_seen()
    assert session.why_no_redo() == "", "the same player sees the table again"


def test_a_revealed_card_cannot_be_undone() -> None:
    session = sit(STAGE, 2, first=1)
    take(session)
    assert session.why_no_undo() == REVEALED
    alone = sit(STAGE, 2, persons=(0, 0), first=1)
    take(alone)
    assert alone.why_no_undo() == ""


def test_new_completes_count_as_revealed() -> None:
    session = sit(STAGE, 2, 3, **OPEN)
    take(session, ask=True)
    refill = next(action for action in STAGE.legal(truth(session)) if str(action).startswith("refill"))
    session.act(refill)
    assert session.why_no_undo() == REVEALED


def test_a_player_with_several_seats_can_undo_across_them() -> None:
    session = sit(STAGE, 3, persons=(0, 0, 1), **OPEN)
    take(session, 2, ask=True)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Cleo has already seen the table."
    session = sit(STAGE, 3, persons=(0, 0, 1), **OPEN)
    take(session, ask=True)
    take(session)
    session.undo()
    session.undo()
    assert session.actions == ()
    assert session.undone == 1, "the first one was a slip"


def test_a_slip_undone_at_once_does_not_count_as_undone() -> None:
    session = sit(STAGE, 1, draw="none", hand_size=5)
    for _ in range(2):
        take(session)
        session.undo()
    assert session.undone == 0, "nothing was revealed"
    take(session, 2)
    session.undo()
    session.undo()
    assert session.undone == 1, "the second undo in a row counts"
    while session.turn is not None:
        take(session)
    session.undo()
    assert session.undone == 2, "the result had been shown"
    drawing = sit(STAGE, 1)
    take(drawing)
    drawing.undo()
    assert drawing.undone == 1, "it revealed the Single that was drawn"


def test_a_player_is_named_by_their_first_seat() -> None:
    session = sit(STAGE, 3, persons=(1, 0, 1), draw="none", first=2)
    take(session, ask=True)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_a_new_action_ends_redo() -> None:
    session = sit(STAGE, 1)
    take(session, 2)
    session.undo()
    session.undo()
    session.redo()
    assert session.why_no_redo() == ""
    take(session)
    assert session.why_no_redo() == NOTHING_TO_REDO


def test_a_refused_action_does_not_end_redo() -> None:
    session = sit(STAGE, 1)
    take(session)
    session.undo()
    with pytest.raises(IllegalAction):
        session.act(STAGE.parse("refill top"))
    assert session.why_no_redo() == ""


def test_another_player_seeing_the_table_ends_redo() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, 2)
    session.undo()
    session.undo()
    session.mark_seen()
    assert session.why_no_redo() == "", "the same player sees the table"
    session.redo()
    session.mark_seen()
    assert session.why_no_redo() == NOTHING_TO_REDO, "Bob's action was undone, and now Bob sees the table"


def test_replayed_actions_of_others_cannot_be_undone() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, 2, ask=True)
    again = sit(STAGE, 2, **OPEN)
    again.replay(session.actions)
    assert again.turn == 0
    assert again.why_no_undo() == session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_a_finished_game_of_several_players_cannot_be_undone() -> None:
    session = sit(STAGE, 2, **OPEN)
    while session.turn is not None:
        down = [action for action in STAGE.legal(truth(session)) if " down " in str(action)]
        session.act(down[0] if down else single(session))
        session.mark_seen()
    assert session.why_no_undo()


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
        str(session.code),
        str(session.code).replace("-", ""),
        str(code_of(session).value),
        str(code_of(session).key()),
    )
    for seen in looks(session):
        assert not list(codes_in(seen, set()))
        shown = repr((seen.state, seen.log, seen.legal, seen.outcome, seen.names)) + pprint.pformat(seen.log)
        assert not any(word in shown for word in words if len(word) > 4)
    assert str(session.code) not in repr(session)
    assert str(session.code) not in repr(session.code)


def test_the_search_for_deal_codes_works() -> None:
    session = sit(STAGE, 2, 7)
    assert list(codes_in(session, set())) == [DealCode(7)]


def test_a_view_does_not_change_later() -> None:
    session = sit(STAGE, 2, first=1)
    seen = session.look(0)
    again = session.look(0)
    take(session, ask=True)
    assert seen == again
    assert session.look(0) != seen
    with pytest.raises(AttributeError):
        seen.turn = 1  # type: ignore[misc]  # it is frozen


def test_a_view_can_be_pickled() -> None:
    session = sit(STAGE, 2)
    take(session)
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
    session = sit(STAGE, 2, **OPEN)
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
        take(session)
        assert session.turn is not None
        found.append(session.last_turn(session.turn))
    assert found == [0, 0, 1, 2, 3]


# The deal code
def test_fresh_codes_differ() -> None:
    codes = {fresh_code().value for _ in range(50)}
    assert len(codes) == 50
    assert all(0 <= code < 1 << CODE_BITS for code in codes)


def test_a_game_may_start_from_a_position() -> None:
    dealt = Session(GAMES["clash"], GAMES["clash"].options(), ("A", "B"), DealCode(3))
    dealt.act(dealt.look(dealt.turn).legal[0])
    session = sit_at(dealt.game, dealt.full_state(), dealt.names, (0, 0))
    assert (session.alone, session.code, session.options) == (True, None, dealt.options)
    seat = session.turn
    assert session.look(seat).state == dealt.look(seat).state
    assert session.look(seat).log == ((),)
    assert session.why_no_undo() == "There's nothing to undo yet."
    session.act(session.look(seat).legal[-1])
    session.undo()
    assert session.look(seat).state == dealt.look(seat).state


def test_everybody_sees_every_hand_once_a_game_is_over_but_not_before() -> None:
    session, choice = sit(GAMES["clash"], 2), Random(3)
    while session.turn is not None:
        assert any(map(is_hidden, session.look(0).state.hands[1]))
        session.act(choice.choice(session.look(session.turn).legal))
    last = len(session.actions)
    assert truth(session).hands == session.look(0).state.hands == session.look_at(None, last).state.hands
    assert any(map(is_hidden, session.look_at(0, last - 1).state.hands[1]))
