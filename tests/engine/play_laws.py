"""Laws about cards, states and actions, which every game must keep at every turn."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest

from cardtable.engine.cards import CHARDS, FACE_DOWN, SINGLES, TRICARDS, Card
from cardtable.engine.game import WINNERS, IllegalAction, Outcome, play
from cardtable.table.pages import read_page
from tests.builders import explain
from tests.engine.facts import FACTS
from tests.engine.law import Law, decorator_for
from tests.engine.sentences import RULING, is_line, is_refusal, is_sentence, rulings_on_page
from tests.engine.walks import AnyGame, Turn, cards_in, parts

HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
MAX_ILLEGAL = 16
"""The approximate number of illegal actions to try at a turn; the next turn tries others."""
LAWS: list[Law] = []
law = decorator_for(LAWS)


# Cards and states
@law
def no_card_is_gained_or_lost(turn: Turn) -> None:
    """Check that the state always holds exactly the cards of the box."""
    notes = FACTS[turn.game.id].notes
    for state in (turn.before, turn.step.state):
        assert Counter(cards_in(state, notes)) == Counter(turn.game.box(state))
    assert turn.game.box(turn.before) == turn.game.box(turn.step.state)


@law
def states_are_valid(turn: Turn) -> None:
    """Check that every state that play leads to is valid."""
    assert turn.game.validate_state(turn.before) == ()
    assert turn.game.validate_state(turn.step.state) == ()


@law
def values_are_immutable(turn: Turn) -> None:
    """Check that states, actions and events consist of immutable values only."""
    for value in (turn.before, turn.action):
        assert is_immutable(value), value
        assert isinstance(hash(value), int)
    assert all(is_immutable(event) for event in turn.step.events)


def is_immutable(value: Any) -> bool:
    """Return whether nothing inside the value can be changed."""
    if isinstance(value, tuple) or is_dataclass(value):
        params: Any = getattr(value, "__dataclass_params__", None)
        return (params is None or params.frozen) and not hasattr(value, "__dict__") and _all_immutable(value)
    return isinstance(value, Card | Enum | str | int | frozenset | None) or callable(value)


def _all_immutable(value: Any) -> bool:
    return all(is_immutable(part) for _, part in parts(value) or ())


@law
def copies_are_equal_and_hold_the_same_cards(turn: Turn) -> None:
    """Check that pickling and copying give equal values with the same card objects."""
    whole = (turn.before, turn.action, turn.step.events)
    for again in (pickle.loads(pickle.dumps(whole)), copy.deepcopy(whole), copy.copy(whole)):
        assert again == whole
        assert all(one is other for one, other in zip(cards_in(again), cards_in(whole), strict=True))


@law
def apply_is_deterministic(turn: Turn) -> None:
    """Check that the same action always leads to the same step and doesn't change the state before it."""
    original, text = copy.deepcopy(turn.before), repr(turn.before)
    assert turn.game.apply(turn.before, turn.action) == turn.step
    assert play(turn.game, turn.before, turn.action) == turn.step
    assert turn.before == original
    assert repr(turn.before) == text


# Actions
@law
def a_seat_moves_until_the_outcome(turn: Turn) -> None:
    """Check that either a seat is to move and has legal actions, or the game has an outcome."""
    for state in (turn.before, turn.step.state):
        seat, outcome = turn.game.turn(state), turn.game.outcome(state)
        assert (seat is None) == (not turn.game.legal(state)) == (outcome is not None)
        assert seat in turn.viewers
        if outcome is not None:
            check_outcome(turn.game, turn.seats, outcome)


def check_outcome(game: AnyGame, seats: int, outcome: Outcome) -> None:
    """Check the parts of an outcome against each other."""
    assert len(outcome.points) == seats
    assert sorted(set(outcome.winners) & set(range(seats))) == list(outcome.winners)
    assert outcome.together == game.together
    if game.together:
        assert outcome.winners == (tuple(range(seats)) if outcome.margin > 0 else ())
    else:
        assert outcome.margin >= 0
    assert is_sentence(outcome.reason)
    assert (WINNERS in outcome.reason) == (bool(outcome.winners) and not game.together)
    assert outcome.ruling in rulings_on_page(game)


@law
def legal_actions_are_unique(turn: Turn) -> None:
    """Check that legal actions have the game's types, and neither they nor their notation occur twice."""
    choices = turn.game.legal(turn.before)
    assert turn.action in choices
    assert all(isinstance(action, turn.game.actions) for action in choices)
    assert len(set(choices)) == len(choices)
    assert len({str(action) for action in choices}) == len(choices)


@law
def notation_parses_back(turn: Turn) -> None:
    """Check that parsing an action's notation gives the same action."""
    for action in turn.game.legal(turn.before):
        assert turn.game.parse(str(action)) == action
        assert is_line(str(action))


@law
def rules_sections_are_on_the_page(turn: Turn) -> None:
    """Check that the rules page has the section about each legal action, about the position and about the end."""
    game, headings = turn.game, {"", *HEADING.findall(read_page(turn.game.page))}
    view = game.view(turn.before, game.turn(turn.before))
    assert {game.rules_section(view, action) for action in game.legal(view)} <= headings
    assert game.rules_section(game.view(turn.before, None), None) in headings
    assert game.rules_section(game.view(turn.step.state, None), None) in headings


@law
def illegal_actions_are_refused(turn: Turn) -> None:
    """Check that an illegal action raises IllegalAction with a sentence that cites a ruling."""
    for action in illegal_actions(turn):
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, turn.before, action)
        assert is_refusal(turn.game, str(refusal.value)), str(refusal.value)
        assert explain(turn.game, turn.before, action) == str(refusal.value)


def illegal_actions(turn: Turn) -> list[Any]:
    """Return some actions that are illegal here but legal at another turn of the walk."""
    legal = set(turn.game.legal(turn.before))
    illegal = [action for action in turn.walk.all_legal if action not in legal]
    every = max(3, len(illegal) // MAX_ILLEGAL)
    return illegal[turn.at % every :: every]


@law
def nothing_is_legal_after_the_end(turn: Turn) -> None:
    """Check that once the game is over, an action raises IllegalAction with a sentence."""
    after = turn.step.state
    if turn.game.turn(after) is None:
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, after, turn.action)
        assert is_refusal(turn.game, str(refusal.value)), str(refusal.value)


@law
def invalid_actions_are_refused(turn: Turn) -> None:
    """Check that anything but a valid action of the game raises IllegalAction with a sentence."""
    legal = turn.game.legal(turn.before)
    invalid = (None, 0, "", str(turn.action), object(), turn.before, parts(turn.action), *turn.step.events)
    for thing in (*invalid, *(action for action in corrupted_actions(turn.action) if action not in legal)):
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, turn.before, thing)
        assert is_sentence(str(refusal.value))


def corrupted_actions(action: Any) -> list[Any]:
    """Return copies of the action, each with one value replaced by an impossible one."""
    values = [(each.name, value) for each in fields(action) for value in _corrupted(getattr(action, each.name))]
    return [replace(action, **{name: value}) for name, value in values]


def _corrupted(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Card):
        return tuple(card for card in (FACE_DOWN, SINGLES[0], CHARDS[0], TRICARDS[0]) if type(card) is not type(value))
    if isinstance(value, bool):
        return ()
    if isinstance(value, int):
        return -1, 99
    if isinstance(value, tuple):
        return (), value + value, (*value, -1), (99,), ("",)
    return ()


@law
def explanations_cite_rulings(turn: Turn) -> None:
    """Check that the explanation of a legal action cites rulings, all of which are on the rules page."""
    for action in turn.game.legal(turn.before):
        reason = explain(turn.game, turn.before, action)
        assert is_sentence(reason), reason
        assert RULING.search(reason), reason
        assert set(RULING.findall(reason)) <= rulings_on_page(turn.game), reason
