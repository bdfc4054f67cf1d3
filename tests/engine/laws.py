"""The laws that every game keeps at every turn of every walk.  Each is a function of one turn and says what holds."""

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
from cardtable.engine.game import Event, IllegalAction, Outcome, Seat, play, reveals, seen_by
from cardtable.table.pages import read_page
from tests.engine.facts import FACTS
from tests.engine.walks import AnyGame, Turn, Walk, cards_in, leaves, parts, seen_events

Law = Callable[[Turn], None]
LAWS: list[Law] = []
RULING = re.compile(r"\b[A-Z]{2}-\d+\b")
MOST_CLOSED = 16
"""So many of the actions that are not open are tried at a turn, or a few more; others at the next."""
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def law(function: Law) -> Law:
    """List it."""
    LAWS.append(function)
    return function


def hold(walk: Walk, laws: Iterable[Law], every: int = 1) -> None:
    """Each law holds at each turn of the walk, or at every third, say, and at the last; a failure says where."""
    for turn in (*walk.turns[:-1:every], *walk.turns[-1:]):
        for each in laws:
            try:
                each(turn)
            except Exception as broken:
                broken.add_note(f"{each.__doc__}\n{turn}")
                raise


# Cards and states
@law
def the_box_is_conserved(turn: Turn) -> None:
    """No card is made or lost."""
    notes = FACTS[turn.game.id].notes
    for state in (turn.before, turn.step.state):
        assert Counter(cards_in(state, notes)) == Counter(turn.game.box(state))
    assert turn.game.box(turn.before) == turn.game.box(turn.step.state)


@law
def states_have_no_flaws(turn: Turn) -> None:
    """A state that play leads to is one by the rules."""
    assert turn.game.validate_state(turn.before) == ()
    assert turn.game.validate_state(turn.step.state) == ()


@law
def values_are_frozen(turn: Turn) -> None:
    """States, actions and events are made of tuples, frozen dataclasses, cards, texts and numbers."""
    for value in (turn.before, turn.action):
        assert is_frozen(value), value
        assert isinstance(hash(value), int)
    assert all(is_frozen(event) for event in turn.step.events)


def is_frozen(value: Any) -> bool:
    """Whether nothing in it can be set."""
    if isinstance(value, tuple) or is_dataclass(value):
        params: Any = getattr(value, "__dataclass_params__", None)
        return (params is None or params.frozen) and not hasattr(value, "__dict__") and _all_frozen(value)
    return isinstance(value, Card | Enum | str | int | frozenset | None) or callable(value)


def _all_frozen(value: Any) -> bool:
    return all(is_frozen(part) for _, part in parts(value) or ())


@law
def copies_are_equal_and_hold_the_same_cards(turn: Turn) -> None:
    """What is pickled or copied is equal to what it was, card for card the same object."""
    whole = (turn.before, turn.action, turn.step.events)
    for again in (pickle.loads(pickle.dumps(whole)), copy.deepcopy(whole), copy.copy(whole)):
        assert again == whole
        assert all(one is other for one, other in zip(cards_in(again), cards_in(whole), strict=True))


@law
def applying_is_a_function(turn: Turn) -> None:
    """The same action leads to the same step, whenever it is asked, and leaves its state as it was."""
    kept, text = copy.deepcopy(turn.before), repr(turn.before)
    assert turn.game.apply(turn.before, turn.action) == turn.step
    assert play(turn.game, turn.before, turn.action) == turn.step
    assert turn.before == kept
    assert repr(turn.before) == text


# What may be done
@law
def somebody_is_asked_until_the_outcome(turn: Turn) -> None:
    """There is a seat on turn, something legal and no outcome; or none, nothing and one."""
    for state in (turn.before, turn.step.state):
        seat, outcome = turn.game.turn(state), turn.game.outcome(state)
        assert (seat is None) == (not turn.game.legal(state)) == (outcome is not None)
        assert seat in turn.viewers
        assert outcome is None or is_consistent(turn.game, turn.seats, outcome)


def is_consistent(game: AnyGame, seats: int, outcome: Outcome) -> bool:
    """Whether an outcome says one thing, and says why."""
    assert len(outcome.points) == seats
    assert sorted(set(outcome.winners) & set(range(seats))) == list(outcome.winners)
    assert outcome.together == game.together
    if game.together:
        assert outcome.winners == (tuple(range(seats)) if outcome.margin > 0 else ())
    else:
        assert outcome.margin >= 0
    assert is_sentence(outcome.reason)
    assert outcome.ruling in written_rulings(game)
    return True


@law
def the_list_of_choices_is_clean(turn: Turn) -> None:
    """Every legal action is of one of the game's kinds, and is there once; so is its text."""
    choices = turn.game.legal(turn.before)
    assert turn.action in choices
    assert all(isinstance(action, turn.game.actions) for action in choices)
    assert len(set(choices)) == len(choices)
    assert len({str(action) for action in choices}) == len(choices)


@law
def actions_are_read_back(turn: Turn) -> None:
    """What an action says of itself, parse() understands as that action."""
    for action in turn.game.legal(turn.before):
        assert turn.game.parse(str(action)) == action
        assert is_line(str(action))


@law
def what_is_not_legal_is_refused(turn: Turn) -> None:
    """An action that is open elsewhere, but not here, raises IllegalAction with a sentence, and its ruling."""
    for action in elsewhere(turn):
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, turn.before, action)
        assert is_refusal(turn.game, str(refusal.value)), str(refusal.value)
        assert turn.game.explain(turn.before, action) == str(refusal.value)


def elsewhere(turn: Turn) -> list[Any]:
    """Some of the actions that are legal somewhere in this walk, perhaps for another seat, and not here."""
    here = set(turn.game.legal(turn.before))
    closed = [action for action in turn.walk.met if action not in here]
    every = max(3, len(closed) // MOST_CLOSED)
    return closed[turn.at % every :: every]


@law
def nothing_is_legal_after_the_end(turn: Turn) -> None:
    """Once the game is over, every action is refused with a sentence."""
    after = turn.step.state
    if turn.game.turn(after) is None:
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, after, turn.action)
        assert is_refusal(turn.game, str(refusal.value)), str(refusal.value)


@law
def garbage_is_refused(turn: Turn) -> None:
    """What is no action, or an action with impossible values in it, raises IllegalAction with a sentence."""
    legal = turn.game.legal(turn.before)
    strange = (None, 0, "", str(turn.action), object(), turn.before, parts(turn.action), *turn.step.events)
    for thing in (*strange, *(bent for bent in bent_actions(turn.action) if bent not in legal)):
        with pytest.raises(IllegalAction) as refusal:
            play(turn.game, turn.before, thing)
        assert is_sentence(str(refusal.value))


def bent_actions(action: Any) -> list[Any]:
    """The action with each of its values, in turn, replaced by what can never stand there."""
    return [
        replace(action, **{each.name: value}) for each in fields(action) for value in _bent(getattr(action, each.name))
    ]


def _bent(value: Any) -> tuple[Any, ...]:
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
    """Why a legal action may be done is a sentence, with a ruling that is written in the rules page."""
    for action in turn.game.legal(turn.before):
        told = turn.game.explain(turn.before, action)
        assert is_sentence(told), told
        assert RULING.search(told), told
        assert set(RULING.findall(told)) <= written_rulings(turn.game), told


# Views
@law
def the_actors_view_is_enough(turn: Turn) -> None:
    """The actor's own view has the same turn, choices, outcome and explanations as the truth."""
    game, seen = turn.game, turn.game.view(turn.before, turn.actor)
    assert game.turn(seen) == turn.actor
    assert game.legal(seen) == game.legal(turn.before)
    for action in (*game.legal(turn.before), *elsewhere(turn)):
        assert game.explain(seen, action) == game.explain(turn.before, action)


@law
def everybody_knows_whose_turn_it_is(turn: Turn) -> None:
    """Turn and outcome are the same in every view."""
    for state in (turn.before, turn.step.state):
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            assert turn.game.turn(seen) == turn.game.turn(state)
            assert turn.game.outcome(seen) == turn.game.outcome(state)


@law
def views_show_only_the_truth(turn: Turn) -> None:
    """A view is the truth, some of it masked: cards by backs, the key by 0."""
    keys, masks = keys_of(turn.game), FACTS[turn.game.id].masks
    for viewer in turn.viewers:
        seen = turn.game.view(turn.before, viewer)
        assert type(seen) is turn.game.state
        for name, part in parts(seen) or ():
            assert name in masks or is_masked_copy(part, getattr(turn.before, name), keys[name]), (viewer, name)


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
    """For each field of the state, whether it is a key."""
    return {name: kind is Key for name, kind in get_type_hints(game.state).items()}


@law
def views_hide_the_key(turn: Turn) -> None:
    """A key for later chance is a secret: in every view it is 0."""
    for name in (name for name, is_key in keys_of(turn.game).items() if is_key):
        assert getattr(turn.before, name) != 0
        assert all(getattr(turn.game.view(turn.before, viewer), name) == 0 for viewer in turn.viewers)


@law
def a_view_of_a_view_is_itself(turn: Turn) -> None:
    """To mask twice is to mask once, and a watcher sees no more than each seat does."""
    for state in (turn.before, turn.step.state):
        public = turn.game.view(state, None)
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            assert turn.game.view(seen, viewer) == seen
            assert turn.game.view(seen, None) == public


@law
def there_are_as_many_backs_as_secrets(turn: Turn) -> None:
    """A view shows a back for each card that is a secret by the second statement, and there; all else it shows."""
    facts = FACTS[turn.game.id]
    for state in (turn.before, turn.step.state):
        for viewer in turn.viewers:
            seen = turn.game.view(state, viewer)
            secret = [card for zone in facts.secrets(state, viewer) for card in zone.cards]
            masked = [card for zone in facts.secrets(seen, viewer) for card in zone.cards]
            backs = [card for card in cards_in(seen, facts.notes) if card is FACE_DOWN]
            assert len(secret) == len(masked), viewer
            assert all(is_unread(card) for card in masked), viewer
            assert [card for card in masked if isinstance(card, Card)] == backs, viewer


def is_unread(card: Any) -> bool:
    """Whether this is what stands in a view for a card of the deck, or for the number of another one."""
    return card is FACE_DOWN or (type(card) is int and card == 0)


# Hidden cards
@law
def hidden_cards_change_nothing_seen(turn: Turn) -> None:
    """Of two truths that look alike to a seat, its view, choices, explanations and previews are the same."""
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
    """A determinized state is valid and has the same box, view, turn and outcome as the true state."""
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
    """Determinizing depends only on view, seat and key, even when it is given the true state."""
    game = turn.game
    for state, viewer in product(turn.states, turn.viewers):
        seen, other = game.view(state, viewer), turn.determinized(viewer, state)
        again = game.view(other, viewer)
        assert game.determinize(again, viewer, turn.luck) == other
        assert game.determinize(pickle.loads(pickle.dumps(seen)), viewer, turn.luck) == other
        assert game.determinize(state, viewer, turn.luck) == other


@law
def the_true_state_could_be_determinized(turn: Turn) -> None:
    """Where the rules limit which cards a hidden place can hold, the true state and every sample obey that."""
    game, facts = turn.game, FACTS[turn.game.id]
    for state, viewer in product(turn.states, turn.viewers):
        for each in (state, turn.determinized(viewer, state)):
            assert all(zone.only is None or zone.only.issuperset(zone.cards) for zone in facts.secrets(each, viewer))
            assert facts.remembers(game.view(state, viewer), each, viewer)


@law
def events_tell_no_secrets(turn: Turn) -> None:
    """No event, as a viewer witnessed it, tells a card that the viewer sees neither before nor after."""
    for viewer in turn.viewers:
        told = {card for event in lasting(turn, viewer) for card in cards_in(seen_by(event, viewer))}
        views = [turn.game.view(state, viewer) for state in (turn.before, turn.step.state)]
        assert told <= {*cards_in(views[0]), *cards_in(views[1]), FACE_DOWN}, viewer


def lasting(turn: Turn, viewer: Seat | None) -> list[Event]:
    """The events that tell of cards which lie on the table afterwards, or are hidden from the viewer."""
    events, sweeps = turn.step.events, FACTS[turn.game.id].sweeps
    swept = max((at for at, event in enumerate(events) if isinstance(event, sweeps)), default=0)
    hidden = [event for event in events[:swept] if seen_by(event, viewer) != event]
    return [event for event in (*hidden, *events[swept:]) if not _shows(turn, event)]


def _shows(turn: Turn, event: Event) -> bool:
    return isinstance(event, FACTS[turn.game.id].shows)


@law
def what_looks_alike_is_told_alike(turn: Turn) -> None:
    """Where two truths look alike to a viewer before and after an action, so does the story between."""
    for viewer in turn.viewers:
        other = turn.determinized(viewer)
        if turn.action not in turn.game.legal(other):
            continue
        step = turn.game.apply(other, turn.action)
        told, otherwise = (seen_events(each.events, viewer) for each in (turn.step, step))
        shown, else_shown = ([event for event in story if _shows(turn, event)] for story in (told, otherwise))
        if shown == else_shown and turn.game.view(step.state, viewer) == turn.game.view(turn.step.state, viewer):
            assert otherwise == told, viewer


@law
def events_are_masked_where_they_say(turn: Turn) -> None:
    """To whom an event is a secret, its secret fields are backs; nothing else of it changes."""
    for event in turn.step.events:
        assert event.seat in range(turn.seats)
        for viewer in turn.viewers:
            seen = seen_by(event, viewer)
            blind = event.visible_to is not None and viewer not in event.visible_to
            for each in fields(event):
                was, now = getattr(event, each.name), getattr(seen, each.name)
                if blind and each.name in event.SECRET_FIELDS:
                    assert all(map(is_unread, leaves(now)))
                    assert len(list(leaves(now))) == len(list(leaves(was)))
                else:
                    assert now == was


@law
def every_event_tells_a_line(turn: Turn) -> None:
    """Each event is a printable line of log to everybody, with no back in it."""
    for viewer in turn.viewers:
        for event in seen_events(turn.step.events, viewer):
            line = turn.game.describe(event, NAMES)
            assert is_line(line), line
            assert FACE_DOWN.name not in line
            assert FACE_DOWN.code not in line, line


# Previews
@law
def previews_come_true(turn: Turn) -> None:
    """What is foreseen happens, in that order; where it differs, it shows a back for a card."""
    for action in turn.game.legal(turn.before):
        foreseen = preview_for(turn.game, turn.before, turn.actor, action)
        happens = iter(seen_events(turn.game.apply(turn.before, action).events, turn.actor))
        for each in foreseen:
            assert any(is_foreshadowed(each, event) for event in happens), f"{action}: {each}"
            assert is_line(turn.game.describe(each, NAMES))


def is_foreshadowed(foreseen: Any, seen: Any) -> bool:
    """Whether the two are equal, but for cards of which only the back is foreseen."""
    return type(foreseen) is type(seen) and is_masked_copy(foreseen, seen)


@law
def what_reveals_nothing_is_known_before(turn: Turn) -> None:
    """Where an action reveals nothing, its actor could have told view and story beforehand, whatever is hidden."""
    game, seat, step = turn.game, turn.actor, turn.step
    foreseen = preview_for(game, turn.before, seat, turn.action)
    assert reveals(game, turn.before, turn.action, step.events) == (foreseen != seen_events(step.events, seat))
    if foreseen != seen_events(step.events, seat):
        return
    other = game.apply(turn.determinized(seat), turn.action)
    assert game.view(other.state, seat) == game.view(step.state, seat)
    assert seen_events(other.events, seat) == seen_events(step.events, seat)


@law
def what_turns_up_a_card_reveals_it(turn: Turn) -> None:
    """Where an action shows its actor a card that no view of theirs showed before, it reveals something."""
    game, seat, notes = turn.game, turn.actor, FACTS[turn.game.id].notes
    before, after = (Counter(cards_in(game.view(state, seat), notes)) for state in (turn.before, turn.step.state))
    shown = after - before
    if +shown - Counter({FACE_DOWN: shown[FACE_DOWN]}):
        assert reveals(game, turn.before, turn.action, turn.step.events)


# The deal code
def code_is_nowhere(code: DealCode, things: Iterable[Any]) -> bool:
    """Whether neither the deal code nor its key can be read from the things or from their texts."""
    symbols = str(code)
    texts = (symbols, symbols.replace("-", ""), str(code.value), str(code.key()), f"{code.value:x}", f"{code.key():x}")
    for thing in things:
        assert not any(leaf in (code.value, code.key()) for leaf in leaves(thing) if isinstance(leaf, int))
        told = repr(thing).lower()
        assert not any(text.lower() in told for text in texts)
    return True


# Words
def attempt(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    """What was read, and why nothing was."""
    try:
        return read(text), ""
    except ValueError as refusal:
        return None, str(refusal)


@cache
def written_rulings(game: AnyGame) -> set[str]:
    """The rulings of the game that its rules page has."""
    return {each for each in RULING.findall(read_page(game.page)) if each.startswith(f"{game.prefix}-")}


def is_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def is_sentence(text: str) -> bool:
    return is_line(text) and not text[0].islower() and text.endswith(".")


def is_refusal(game: AnyGame, text: str) -> bool:
    """Whether it is a sentence that cites a ruling of the game, or one that needs none."""
    cited = set(RULING.findall(text))
    unruled = any(re.fullmatch(pattern, text) for pattern in FACTS[game.id].unruled)
    return is_sentence(text) and cited <= written_rulings(game) and bool(cited or unruled)
