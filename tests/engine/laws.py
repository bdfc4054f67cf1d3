"""Laws that every game must keep at every turn.  Each is a function that checks one turn."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import product
from typing import Any, get_type_hints

import pytest

from cardtable.engine.cards import CHARDS, FACE_DOWN, SINGLES, TRICARDS, Card
from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import WINNERS, Event, IllegalAction, Outcome, Seat, play, reveals, seen_by
from cardtable.table.pages import read_page
from tests.engine.facts import FACTS
from tests.engine.walks import AnyGame, Turn, Walk, cards_in, leaves, parts, seen_events

Law = Callable[[Turn], None]
LAWS: list[Law] = []
RULING = re.compile(r"\b[A-Z]{2}-\d+\b")
HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
MAX_ILLEGAL = 16
"""About the most illegal actions tried at a turn; the next turn tries others."""
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def law(function: Law) -> Law:
    """Add a law to the list."""
    LAWS.append(function)
    return function


def check_laws(walk: Walk, laws: Iterable[Law], every: int = 1) -> None:
    """Check each law at every nth turn of the walk and at the last one."""
    for turn in (*walk.turns[:-1:every], *walk.turns[-1:]):
        for each in laws:
            try:
                each(turn)
            except Exception as broken:
                broken.add_note(f"{each.__doc__}\n{turn}")
                raise


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
        assert turn.game.explain(turn.before, action) == str(refusal.value)


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
        reason = turn.game.explain(turn.before, action)
        assert is_sentence(reason), reason
        assert RULING.search(reason), reason
        assert set(RULING.findall(reason)) <= rulings_on_page(turn.game), reason


# Views
@law
def the_actors_view_agrees_with_the_state(turn: Turn) -> None:
    """Check that the turn, legal actions and explanations are the same for the actor's view as for the state."""
    game, seen = turn.game, turn.game.view(turn.before, turn.actor)
    assert game.turn(seen) == turn.actor
    assert game.legal(seen) == game.legal(turn.before)
    for action in (*game.legal(turn.before), *illegal_actions(turn)):
        assert game.explain(seen, action) == game.explain(turn.before, action)


@law
def every_view_shows_turn_and_outcome(turn: Turn) -> None:
    """Check that the turn and outcome are the same for every view."""
    for state in (turn.before, turn.step.state):
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            assert turn.game.turn(seen) == turn.game.turn(state)
            assert turn.game.outcome(seen) == turn.game.outcome(state)


@law
def views_only_mask_values(turn: Turn) -> None:
    """Check that a view equals the state, apart from hidden cards and a key of 0."""
    keys, masked_fields = keys_of(turn.game), FACTS[turn.game.id].masked_fields
    for viewer in turn.viewers:
        seen = turn.game.view(turn.before, viewer)
        assert type(seen) is turn.game.state
        for name, part in parts(seen) or ():
            assert name in masked_fields or is_masked_copy(part, getattr(turn.before, name), keys[name]), (viewer, name)


def is_masked_copy(seen: Any, truth: Any, key: bool = False) -> bool:
    if seen is truth:
        return True
    inside, whole = parts(seen), parts(truth)
    if inside is None or whole is None:
        return bool(seen == truth) or seen is FACE_DOWN or (key and seen == 0)
    same = type(seen) is type(truth) and len(inside) == len(whole)
    return same and all(is_masked_copy(one, other) for (_, one), (_, other) in zip(inside, whole, strict=True))


@cache
def keys_of(game: AnyGame) -> dict[str, bool]:
    """Return, for each field of the state, whether it is a key."""
    return {name: kind is Key for name, kind in get_type_hints(game.state).items()}


@law
def views_hide_the_key(turn: Turn) -> None:
    """Check that the key for later shuffles is 0 in every view."""
    for name in (name for name, is_key in keys_of(turn.game).items() if is_key):
        assert getattr(turn.before, name) != 0
        assert all(getattr(turn.game.view(turn.before, viewer), name) == 0 for viewer in turn.viewers)


@law
def a_view_of_a_view_is_the_same(turn: Turn) -> None:
    """Check that a view of a view is the same view, and a spectator sees no more than any seat."""
    for state in (turn.before, turn.step.state):
        public = turn.game.view(state, None)
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            assert turn.game.view(seen, viewer) == seen
            assert turn.game.view(seen, None) == public


@law
def views_mask_exactly_the_secrets(turn: Turn) -> None:
    """Check that a view hides exactly the cards that are secret according to the facts."""
    facts = FACTS[turn.game.id]
    for state in (turn.before, turn.step.state):
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            secret = [card for zone in facts.secrets(state, viewer) for card in zone.cards]
            masked = [card for zone in facts.secrets(seen, viewer) for card in zone.cards]
            backs = [card for card in cards_in(seen, facts.notes) if card is FACE_DOWN]
            assert len(secret) == len(masked), viewer
            assert all(is_masked(card) for card in masked), viewer
            assert [card for card in masked if isinstance(card, Card)] == backs, viewer


def is_masked(card: Any) -> bool:
    """Return whether this is a hidden card, or the number of one."""
    return card is FACE_DOWN or (type(card) is int and card == 0)


# Hidden cards
@law
def hidden_cards_do_not_affect_what_a_seat_sees(turn: Turn) -> None:
    """Check that two states with the same view have the same legal actions, explanations and previews."""
    game = turn.game
    for viewer in turn.viewers:
        other = turn.determinized(viewer)
        seen = game.view(turn.before, viewer)
        assert game.view(other, viewer) == seen
        if viewer == turn.actor:
            assert game.legal(other) == game.legal(turn.before)
            assert all(game.explain(other, each) == game.explain(turn.before, each) for each in game.legal(seen))
            assert all(preview_for(game, other, viewer, a) == game.preview(seen, a) for a in game.legal(seen))


def preview_for(game: AnyGame, truth: Any, seat: Seat, action: Any) -> tuple[Event, ...]:
    return game.preview(game.view(truth, seat), action)


@law
def determinize_returns_a_valid_state(turn: Turn) -> None:
    """Check that a determinized state is valid and has the same box, view, turn and outcome as the true state."""
    game = turn.game
    for state, viewer in product(turn.states, turn.viewers):
        other = turn.determinized(viewer, state)
        assert Counter(cards_in(other, FACTS[game.id].notes)) == Counter(game.box(state))
        assert game.validate_state(other) == ()
        assert game.view(other, viewer) == game.view(state, viewer)
        assert game.turn(other) == game.turn(state)
        assert game.outcome(other) == game.outcome(state)
        assert all(getattr(other, name) for name, is_key in keys_of(game).items() if is_key)
        if choices := game.legal(other):
            assert game.validate_state(game.apply(other, choices[0]).state) == ()


@law
def determinize_depends_only_on_the_view(turn: Turn) -> None:
    """Check that determinizing depends only on view, seat and key, even when it is given the true state."""
    game = turn.game
    for state, viewer in product(turn.states, turn.viewers):
        seen, other = game.view(state, viewer), turn.determinized(viewer, state)
        again = game.view(other, viewer)
        assert game.determinize(again, viewer, turn.luck) == other
        assert game.determinize(pickle.loads(pickle.dumps(seen)), viewer, turn.luck) == other
        assert game.determinize(state, viewer, turn.luck) == other


@law
def samples_obey_the_limits_of_hidden_zones(turn: Turn) -> None:
    """Check that the true state and every sample obey the rules' limits on which cards can be in a hidden place."""
    game, facts = turn.game, FACTS[turn.game.id]
    for state, viewer in product(turn.states, turn.viewers):
        for each in (state, turn.determinized(viewer, state)):
            zones = facts.secrets(each, viewer)
            assert all(zone.allowed is None or zone.allowed.issuperset(zone.cards) for zone in zones)
            assert facts.remembers(game.view(state, viewer), each, viewer)


@law
def events_reveal_no_secrets(turn: Turn) -> None:
    """Check that an event, as a viewer sees it, shows only cards that the viewer also sees before or after it."""
    for viewer in turn.viewers:
        shown = {card for event in lasting_events(turn, viewer) for card in cards_in(seen_by(event, viewer))}
        views = [turn.game.view(state, viewer) for state in (turn.before, turn.step.state)]
        assert shown <= {*cards_in(views[0]), *cards_in(views[1]), FACE_DOWN}, viewer


def lasting_events(turn: Turn, viewer: Seat | None) -> list[Event]:
    """Return the events about cards that are on the table afterwards or hidden from the viewer."""
    events, clearing_events = turn.step.events, FACTS[turn.game.id].clearing_events
    cleared = max((at for at, event in enumerate(events) if isinstance(event, clearing_events)), default=0)
    hidden = [event for event in events[:cleared] if seen_by(event, viewer) != event]
    return [event for event in (*hidden, *events[cleared:]) if not _is_momentary(turn, event)]


def _is_momentary(turn: Turn, event: Event) -> bool:
    return isinstance(event, FACTS[turn.game.id].momentary_events)


@law
def equal_views_get_equal_events(turn: Turn) -> None:
    """Check that if two states have the same view before and after an action, the viewer sees the same events."""
    for viewer in turn.viewers:
        other = turn.determinized(viewer)
        if turn.action not in turn.game.legal(other):
            continue
        step = turn.game.apply(other, turn.action)
        seen, others = (seen_events(each.events, viewer) for each in (turn.step, step))
        shown, others_shown = ([event for event in events if _is_momentary(turn, event)] for events in (seen, others))
        if shown == others_shown and turn.game.view(step.state, viewer) == turn.game.view(turn.step.state, viewer):
            assert others == seen, viewer


@law
def events_mask_their_secret_fields(turn: Turn) -> None:
    """Check that an event hides exactly its secret fields, from viewers that aren't in `visible_to`."""
    for event in turn.step.events:
        assert event.seat in range(turn.seats)
        for viewer in turn.viewers:
            seen = seen_by(event, viewer)
            blind = event.visible_to is not None and viewer not in event.visible_to
            for each in fields(event):
                was, now = getattr(event, each.name), getattr(seen, each.name)
                if blind and each.name in event.SECRET_FIELDS:
                    assert all(map(is_masked, leaves(now)))
                    assert len(list(leaves(now))) == len(list(leaves(was)))
                else:
                    assert now == was


@law
def every_event_has_a_log_line(turn: Turn) -> None:
    """Check that every viewer gets a printable log line for each event, in which no hidden card appears."""
    for viewer in turn.viewers:
        for event in seen_events(turn.step.events, viewer):
            line = turn.game.describe(event, NAMES)
            assert is_line(line), line
            assert FACE_DOWN.name not in line
            assert FACE_DOWN.code not in line, line


# Previews
@law
def previews_come_true(turn: Turn) -> None:
    """Check that every event of a preview happens, in that order, apart from hidden cards."""
    for action in turn.game.legal(turn.before):
        preview = preview_for(turn.game, turn.before, turn.actor, action)
        events = iter(seen_events(turn.game.apply(turn.before, action).events, turn.actor))
        for each in preview:
            assert any(matches_preview(each, event) for event in events), f"{action}: {each}"
            assert is_line(turn.game.describe(each, NAMES))


def matches_preview(preview: Any, seen: Any) -> bool:
    """Return whether the events are equal, apart from cards that are hidden in the preview."""
    return type(preview) is type(seen) and is_masked_copy(preview, seen)


@law
def unrevealing_actions_are_predictable(turn: Turn) -> None:
    """Check that if an action reveals nothing, its preview, view and events are the same for every consistent state."""
    game, seat, step = turn.game, turn.actor, turn.step
    preview = preview_for(game, turn.before, seat, turn.action)
    assert reveals(game, turn.before, turn.action, step.events) == (preview != seen_events(step.events, seat))
    if preview != seen_events(step.events, seat):
        return
    other = game.apply(turn.determinized(seat), turn.action)
    assert game.view(other.state, seat) == game.view(step.state, seat)
    assert seen_events(other.events, seat) == seen_events(step.events, seat)


@law
def showing_a_new_card_reveals(turn: Turn) -> None:
    """Check that an action that shows its actor a new card reveals something."""
    game, seat, notes = turn.game, turn.actor, FACTS[turn.game.id].notes
    before, after = (Counter(cards_in(game.view(state, seat), notes)) for state in (turn.before, turn.step.state))
    shown = after - before
    if +shown - Counter({FACE_DOWN: shown[FACE_DOWN]}):
        assert reveals(game, turn.before, turn.action, turn.step.events)


# The deal code
def check_code_is_hidden(code: DealCode, things: Iterable[Any]) -> None:
    """Assert that the deal code and its key can't be found in the things or their reprs."""
    symbols = str(code)
    texts = (symbols, symbols.replace("-", ""), str(code.value), str(code.key()), f"{code.value:x}", f"{code.key():x}")
    for thing in things:
        assert not any(leaf in (code.value, code.key()) for leaf in leaves(thing) if isinstance(leaf, int))
        shown = repr(thing).lower()
        assert not any(text.lower() in shown for text in texts)


# Words
def attempt(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """Return the result and "", or None and the message of the ValueError."""
    try:
        return read(text), ""
    except ValueError as refusal:
        return None, str(refusal)


@cache
def rulings_on_page(game: AnyGame) -> set[str]:
    """Return the game's rulings that its rules page mentions."""
    return {each for each in RULING.findall(read_page(game.page)) if each.startswith(f"{game.prefix}-")}


def is_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def is_sentence(text: str) -> bool:
    return is_line(text) and not text[0].islower() and text.endswith(".")


def is_refusal(game: AnyGame, text: str) -> bool:
    """Return whether the text is a sentence that cites a ruling of the game or doesn't need one."""
    cited = set(RULING.findall(text))
    unruled_refusals = any(re.fullmatch(pattern, text) for pattern in FACTS[game.id].unruled_refusals)
    return is_sentence(text) and cited <= rulings_on_page(game) and bool(cited or unruled_refusals)
