from __future__ import annotations

import pickle
import pprint
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.cards import FACE_DOWN
from cardtable.engine.chance import CODE_BITS, DealCode, Key
from cardtable.engine.game import AnyGame, BadOptions, IllegalAction, seen_by, start
from cardtable.games import GAMES
from cardtable.table.session import Seen, Session, fresh_code
from tests.engine.walks import each_game
from tests.table.sittings import looks, play_on, sit, sit_at, sittings, truth

STAGE = GAMES["exit-stage-right"]
NOTHING_YET = "There's nothing to undo yet."
NOTHING_BACK = "There's nothing to redo."
TURNED_UP = "You can't undo this: it revealed hidden cards."
OPEN: dict[str, Any] = {"draw": "none", "first": 1}
"""A table at which playing a Single turns nothing up."""


def single(session: Session) -> Any:
    """The first legal action, which plays a Single."""
    return session.game.legal(truth(session))[0]


def take(session: Session, actions: int = 1, *, ask: bool = False) -> None:
    for _ in range(actions):
        session.act(single(session))
        if ask:
            session.mark_seen()


def codes_in(value: Any, seen: set[int]) -> Iterator[DealCode]:
    """Every deal code that can be reached from a value."""
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
def test_an_action_leads_where_the_rules_say(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    state = start(game, session.options, len(session.names), code_of(session).key()).state
    for action in session.actions:
        state = game.apply(state, action).state
    assert truth(session) == state
    assert session.turn == game.turn(state)


@each_game
@given(data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    session, other = data.draw(sittings(game)), data.draw(sittings(game))
    before, taken_back = looks(session), list(session._undone_actions)
    legal = game.legal(truth(session))
    for action in (*other.actions, "nonsense", None):
        if action not in legal:
            with pytest.raises(IllegalAction, match=r"\S"):
                session.act(action)
    assert looks(session) == before
    assert session._undone_actions == taken_back


def test_act_tells_what_the_actor_saw() -> None:
    session = sit(STAGE, 2, first=1)
    told = session.act(single(session))
    assert told == session.look(0).log[-1]
    assert told != session.look(1).log[-1]
    drew = next(event for event in told if type(event).__name__ == "Drew")
    assert FACE_DOWN not in (getattr(drew, name) for name in drew.SECRET_FIELDS)


def test_options_that_make_no_game_are_refused() -> None:
    with pytest.raises(BadOptions, match="1 to 6 players, not 7"):
        Session(STAGE, STAGE.options(), tuple("ABCDEFG"), DealCode(0))
    with pytest.raises(BadOptions, match="With 6 players"):
        sit(STAGE, 6, hand_size=9)


def test_the_options_are_kept_in_full() -> None:
    assert sit(STAGE, 6).options == STAGE.resolve_defaults(STAGE.options(), 6)


def test_every_seat_is_a_person_unless_it_is_said() -> None:
    assert sit(STAGE, 3).persons == (0, 1, 2)
    assert not sit(STAGE, 3).alone
    assert sit(STAGE, 3, persons=(1, 1, 1)).alone
    assert sit(STAGE, 1).alone


# Undo
@each_game
@given(data=st.data(), luck=st.integers(0, 2**64 - 1).map(Key))
def test_alone_everything_is_taken_back_and_played_again(game: AnyGame, data: st.DataObject, luck: Key) -> None:
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
    assert session.why_no_undo() == NOTHING_YET
    assert session.undone == len(actions)
    for before, action, state in zip(states, actions, states[1:], strict=False):
        told = session.redo()
        assert truth(session) == state
        assert session.actions[-1] == action
        assert told == session.look(game.turn(before)).log[-1]
    assert session.why_no_redo() == NOTHING_BACK
    assert session.undone == len(actions)


@each_game
@given(data=st.data())
def test_what_is_taken_back_has_never_been(game: AnyGame, data: st.DataObject) -> None:
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
            assert new.undone == old.undone + 1


def test_nothing_is_taken_back_or_played_again_at_first() -> None:
    session = sit(STAGE, 2)
    assert session.why_no_undo() == session.look(None).no_undo == NOTHING_YET
    assert session.why_no_redo() == session.look(None).no_redo == NOTHING_BACK
    with pytest.raises(ValueError, match=NOTHING_YET):
        session.undo()
    with pytest.raises(ValueError, match=NOTHING_BACK):
        session.redo()
    assert session.undone == 0


def test_among_several_ones_own_action_is_taken_back_until_the_next_is_asked() -> None:
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


def test_the_other_ones_action_stands_after_ones_own_is_taken_back() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, ask=True)
    take(session)
    session.undo()
    assert session.why_no_undo() == "Too late to undo: Bob has already seen the table."
    session.mark_seen()
    assert session.why_no_redo() == "", "the same one is asked again"


def test_a_card_that_was_turned_up_stays_so() -> None:
    session = sit(STAGE, 2, first=1)
    take(session)
    assert session.why_no_undo() == TURNED_UP
    alone = sit(STAGE, 2, persons=(0, 0), first=1)
    take(alone)
    assert alone.why_no_undo() == ""


def test_new_completes_are_turned_up_too() -> None:
    session = sit(STAGE, 2, 3, **OPEN)
    take(session, ask=True)
    refill = next(action for action in STAGE.legal(truth(session)) if str(action).startswith("refill"))
    session.act(refill)
    assert session.why_no_undo() == TURNED_UP


def test_one_person_with_several_seats_is_not_asked_again() -> None:
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
    assert session.undone == 2


def test_the_one_asked_is_named_by_their_first_seat() -> None:
    session = sit(STAGE, 3, persons=(1, 0, 1), draw="none", first=2)
    take(session, ask=True)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_a_new_action_ends_what_could_be_played_again() -> None:
    session = sit(STAGE, 1)
    take(session, 2)
    session.undo()
    session.undo()
    session.redo()
    assert session.why_no_redo() == ""
    take(session)
    assert session.why_no_redo() == NOTHING_BACK


def test_a_refused_action_does_not() -> None:
    session = sit(STAGE, 1)
    take(session)
    session.undo()
    with pytest.raises(IllegalAction):
        session.act(STAGE.parse("refill top"))
    assert session.why_no_redo() == ""


def test_asking_another_person_ends_what_could_be_played_again() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, 2)
    session.undo()
    session.undo()
    session.mark_seen()
    assert session.why_no_redo() == "", "the same person is asked"
    session.redo()
    session.mark_seen()
    assert session.why_no_redo() == NOTHING_BACK, "Bob's action was taken back, and now Bob is asked"


def test_in_a_replayed_game_the_actions_of_others_stand() -> None:
    session = sit(STAGE, 2, **OPEN)
    take(session, 2, ask=True)
    again = sit(STAGE, 2, **OPEN)
    again.replay(session.actions)
    assert again.turn == 0
    assert again.why_no_undo() == session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_among_several_a_game_that_is_over_stands() -> None:
    session = sit(STAGE, 2, **OPEN)
    while session.turn is not None:
        down = [action for action in STAGE.legal(truth(session)) if " down " in str(action)]
        session.act(down[0] if down else single(session))
        session.mark_seen()
    assert session.why_no_undo()


# Seeing
@each_game
@given(data=st.data())
def test_each_sees_their_view_and_what_they_witnessed(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    state = truth(session)
    steps = [start(game, session.options, len(session.names), code_of(session).key())]
    for action in session.actions:
        steps.append(game.apply(steps[-1].state, action))
    for seen in looks(session):
        assert seen.state == game.view(state, seen.viewer)
        assert seen.turn == game.turn(state)
        assert seen.names == session.names
        assert seen.outcome == game.named_outcome(state, session.names)
        assert seen.legal == (game.legal(state) if seen.viewer is not None and seen.viewer == seen.turn else ())
        assert seen.log == tuple(tuple(seen_by(event, seen.viewer) for event in step.events) for step in steps)
        assert seen.undone == session.undone
        assert (seen.no_undo, seen.no_redo) == (session.why_no_undo(), session.why_no_redo())


@each_game
@given(data=st.data())
def test_the_deal_code_is_in_nothing_that_anybody_sees(game: AnyGame, data: st.DataObject) -> None:
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


def test_the_search_for_the_code_finds_it() -> None:
    session = sit(STAGE, 2, 7)
    assert list(codes_in(session, set())) == [DealCode(7)]


def test_a_look_is_not_changed_by_what_follows() -> None:
    session = sit(STAGE, 2, first=1)
    seen = session.look(0)
    again = session.look(0)
    take(session, ask=True)
    assert seen == again
    assert session.look(0) != seen
    with pytest.raises(AttributeError):
        seen.turn = 1  # type: ignore[misc]


def test_a_look_may_be_sent_to_another_process() -> None:
    session = sit(STAGE, 2)
    take(session)
    seen = session.look(1)
    parts = (seen.state, seen.legal, seen.outcome, seen.names)
    assert pickle.loads(pickle.dumps(parts)) == parts


def test_a_watcher_has_nothing_to_choose() -> None:
    seen: Seen = sit(STAGE, 1).look(None)
    assert seen.viewer is None
    assert seen.legal == ()


# The curtain
def test_the_curtain_falls_between_persons_who_hide_something() -> None:
    session = sit(STAGE, 3, persons=(0, 0, 1))
    assert session.is_private(0)
    assert session.needs_curtain(1, 2)
    assert not session.needs_curtain(0, 1), "one person passes no curtain"
    assert not session.needs_curtain(2, None), "nobody comes after the end"
    assert not session.needs_curtain(None, 0), "nobody came before the start"


def test_no_curtain_where_all_is_open() -> None:
    session = sit(STAGE, 2, open_hands=True)
    assert not session.is_private(0)
    assert not session.needs_curtain(0, 1)


def test_either_of_the_two_may_have_something_to_hide() -> None:
    session = sit(STAGE, 2, **OPEN)
    while len(truth(session).hands[0]) or session.turn == 0:
        session.act(next(action for action in STAGE.legal(truth(session)) if " " not in str(action)))
    assert session.turn == 1
    assert not session.is_private(0)
    assert session.is_private(1)
    assert session.needs_curtain(0, 1)
    assert session.needs_curtain(1, 0)


# The code
def test_a_fresh_code_is_another_one_each_time() -> None:
    codes = {fresh_code().value for _ in range(50)}
    assert len(codes) == 50
    assert all(0 <= code < 1 << CODE_BITS for code in codes)


def test_a_game_may_begin_at_a_position() -> None:
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
