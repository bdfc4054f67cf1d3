"""Laws about what each seat may know, which every game must keep at every turn."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Any, get_type_hints

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.engine.chance import Key
from cardtable.engine.game import Event, Seat, reveals, seen_by
from tests.builders import explain
from tests.engine.facts import FACTS
from tests.engine.law import Law, decorator_for
from tests.engine.play_laws import illegal_actions
from tests.engine.sentences import is_line
from tests.engine.walks import NAMES, AnyGame, Turn, cards_in, leaves, parts, seen_events

LAWS: list[Law] = []
law = decorator_for(LAWS)


# Views
@law
def the_actors_view_agrees_with_the_state(turn: Turn) -> None:
    """Check that the turn, legal actions and explanations are the same for the actor's view as for the state."""
    game, seen = turn.game, turn.game.view(turn.before, turn.actor)
    assert game.turn(seen) == turn.actor
    assert game.legal(seen) == game.legal(turn.before)
    for action in (*game.legal(turn.before), *illegal_actions(turn)):
        assert explain(game, seen, action) == explain(game, turn.before, action)


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
            assert all(explain(game, other, each) == explain(game, turn.before, each) for each in game.legal(seen))
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
