"""Undo and redo in a session, until another player has seen the table or a hidden card is revealed."""

from __future__ import annotations

from itertools import chain, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, IllegalAction
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.wind_city import GAME as WIND_CITY
from cardtable.engine.games.wind_city.model import Offer
from cardtable.formats.opening import StartPosition
from cardtable.table.session import Session
from tests.engine.walks import each_game
from tests.games.wind_city_positions import state as wind_city_state
from tests.games.wind_city_positions import with_card
from tests.table.sittings import STAGE, UNREVEALING, looks, play_on, play_singles, sit, sittings, truth

NOTHING_TO_UNDO = "There's nothing to undo yet."
NOTHING_TO_REDO = "There's nothing to redo."
REVEALED = "You can't undo this: it revealed hidden cards."


def ends_of_choices(session: Session) -> list[int]:
    """Return the number of actions after each choice: two that are chosen together are undone together."""
    is_one_choice = session.game.is_one_choice
    return [
        at
        for at, pair in enumerate(zip(session.actions, [*session.actions[1:], None], strict=True), 1)
        if not is_one_choice(*pair)
    ]


def test_a_lead_and_its_chard_are_undone_and_redone_together() -> None:
    session = sit(SHIPPED["rummy-like"], 3, first=1)
    for _ in range(3):
        session.act(session.look(session.turn).legal[0])
    played = session.actions
    assert [type(action).__name__ for action in played] == ["Draw", "Lead", "Play"]
    session.undo()
    assert session.actions == played[:1]
    assert session.undone == 0, "a slip isn't help"
    assert session.why_no_undo() == REVEALED
    session.redo()
    assert session.actions == played


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
    choices = list(pairwise([0, *ends_of_choices(session)]))
    actions = session.actions
    for start, _ in reversed(choices):
        assert session.look(0).no_undo == ""
        session.undo()
        assert truth(session) == states[start]
    assert session.why_no_undo() == NOTHING_TO_UNDO
    assert len(choices) - 1 <= (undone := session.undone) <= len(choices), "the first one may be a slip"
    for start, end in choices:
        events = session.redo()
        assert truth(session) == states[end]
        assert session.actions == actions[:end]
        assert events == tuple(chain(*session.look(game.turn(states[start])).log[start - end :]))
    assert session.why_no_redo() == NOTHING_TO_REDO
    assert session.undone == undone


@each_game
@given(data=st.data())
def test_undo_restores_every_view(game: AnyGame, data: st.DataObject) -> None:
    session = data.draw(sittings(game))
    assume(session.turn is not None)
    before, action = looks(session), game.legal(truth(session))[-1]
    assume(not any(game.is_one_choice(last, action) for last in session.actions[-1:]))
    session.act(action)
    assume(not session.why_no_undo(all_agree=True))
    session.undo(all_agree=True)
    for old, new in zip(before, looks(session), strict=True):
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
    session = sit(STAGE, 2, **UNREVEALING)
    play_singles(session)
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


def test_if_all_agree_what_the_next_player_has_seen_is_undone_too() -> None:
    session = sit(STAGE, 2, **UNREVEALING)
    before = session.full_state()
    play_singles(session, ask=True)
    session.mark_seen()
    assert session.why_no_undo(all_agree=True) == ""
    session.undo(all_agree=True)
    assert session.full_state() == before
    play_singles(session)
    assert session.why_no_undo() == "", "Bob hasn't seen the table since"


def test_the_end_of_a_game_is_not_undone_even_if_all_agree() -> None:
    session = sit(STAGE, 2)
    play_on(session, Key(1), 999)
    assert session.why_no_undo(all_agree=True) == "Too late to undo: the game is over."


def test_another_players_action_cannot_be_undone() -> None:
    session = sit(STAGE, 2, **UNREVEALING)
    play_singles(session, ask=True)
    play_singles(session)
    session.undo()
    assert session.why_no_undo() == "Too late to undo: Bob has already seen the table."
    session.mark_seen()
    assert session.why_no_redo() == "", "the same player sees the table again"


def test_an_action_played_while_nothing_was_hidden_cannot_be_undone_once_the_next_player_sees_a_card() -> None:
    """Ben has been the last to see the table when Ann adds a house, and then draws a card that only he sees."""
    options = with_card("N1:1 W1:1 W1:1 W1:1 H:1")
    offered = wind_city_state("A8 B8", "H8", at="E5", phase="offer", plan=(3, 5), options=options)
    asked = WIND_CITY.apply(offered, Offer(True)).state
    session = Session(WIND_CITY, options, ("Ann", "Ben"), StartPosition(asked))
    session.mark_seen()
    session.act(WIND_CITY.parse("done"))
    session.mark_seen()
    session.act(WIND_CITY.parse("build A8"))
    assert (session.turn, session.why_no_undo()) == (1, "")
    session.mark_seen()
    assert session.why_no_undo() == "Too late to undo: Ben has already seen the table."


def test_a_revealed_card_cannot_be_undone() -> None:
    session = sit(STAGE, 2, first=1)
    play_singles(session)
    assert session.why_no_undo() == REVEALED
    alone = sit(STAGE, 2, persons=(0, 0), first=1)
    play_singles(alone)
    assert alone.why_no_undo() == ""


def test_new_completes_count_as_revealed() -> None:
    session = sit(STAGE, 2, 3, **UNREVEALING)
    play_singles(session, ask=True)
    refill = next(action for action in STAGE.legal(truth(session)) if str(action).startswith("refill"))
    session.act(refill)
    assert session.why_no_undo() == REVEALED


def test_a_player_with_several_seats_can_undo_across_them() -> None:
    session = sit(STAGE, 3, persons=(0, 0, 1), **UNREVEALING)
    play_singles(session, 2, ask=True)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Cleo has already seen the table."
    session = sit(STAGE, 3, persons=(0, 0, 1), **UNREVEALING)
    play_singles(session, ask=True)
    play_singles(session)
    session.undo()
    session.undo()
    assert session.actions == ()
    assert session.undone == 1, "the first one was a slip"


def test_a_slip_undone_at_once_does_not_count_as_undone() -> None:
    session = sit(STAGE, 1, draw="none", hand_size=5)
    for _ in range(2):
        play_singles(session)
        session.undo()
    assert session.undone == 0, "nothing was revealed"
    play_singles(session, 2)
    session.undo()
    session.undo()
    assert session.undone == 1, "the second undo in a row counts"
    while session.turn is not None:
        play_singles(session)
    session.undo()
    assert session.undone == 2, "the result had been shown"
    drawing = sit(STAGE, 1)
    play_singles(drawing)
    drawing.undo()
    assert drawing.undone == 1, "it revealed the Single that was drawn"


def test_a_player_is_named_by_their_first_seat() -> None:
    session = sit(STAGE, 3, persons=(1, 0, 1), draw="none", first=2)
    play_singles(session, ask=True)
    assert session.turn == 2
    assert session.why_no_undo() == "Too late to undo: Ann has already seen the table."


def test_a_new_action_ends_redo() -> None:
    session = sit(STAGE, 1)
    play_singles(session, 2)
    session.undo()
    session.undo()
    session.redo()
    assert session.why_no_redo() == ""
    play_singles(session)
    assert session.why_no_redo() == NOTHING_TO_REDO


def test_a_refused_action_does_not_end_redo() -> None:
    session = sit(STAGE, 1)
    play_singles(session)
    session.undo()
    with pytest.raises(IllegalAction):
        session.act(STAGE.parse("refill top"))
    assert session.why_no_redo() == ""


def test_another_player_seeing_the_table_ends_redo() -> None:
    session = sit(STAGE, 2, **UNREVEALING)
    play_singles(session, 2)
    session.undo()
    session.undo()
    session.mark_seen()
    assert session.why_no_redo() == "", "the same player sees the table"
    session.redo()
    session.mark_seen()
    assert session.why_no_redo() == NOTHING_TO_REDO, "Bob's action was undone, and now Bob sees the table"


def test_replayed_actions_of_others_cannot_be_undone() -> None:
    session = sit(STAGE, 2, **UNREVEALING)
    play_singles(session, 2, ask=True)
    again = sit(STAGE, 2, **UNREVEALING)
    again.replay(session.actions)
    assert again.turn == 0
    assert again.why_no_undo() == session.why_no_undo() == "Too late to undo: Ann has already seen the table."
