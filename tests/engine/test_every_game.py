"""The laws and other contracts that every game must keep, including games of installed packages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import BadOptions, IllegalAction, play, start
from cardtable.games import GAMES
from cardtable.table.pages import read_page
from cardtable.table.session import Session
from tests.engine import laws, play_laws, view_laws
from tests.engine.facts import FACTS
from tests.engine.sentences import attempt, is_line, is_sentence, rulings_on_page
from tests.engine.walks import (
    NAMES,
    PROFILE,
    AnyGame,
    Seating,
    all_tables,
    each_game,
    each_seating,
    format_non_default,
    leaves,
    parse_options,
    tables,
    values_of,
    walk,
    walks,
)
from tests.table.sittings import move_to, truth

FEW_EXAMPLES = settings(max_examples={"quick": 2, "ci": 10, "deep": 80}[PROFILE])
pytestmark = pytest.mark.timeout(1800 if PROFILE == "deep" else 120)
GAMES_PER_TABLE = {"quick": 1, "ci": 10, "deep": 200}[PROFILE]
EVERY = {"quick": 11, "ci": 2, "deep": 1}[PROFILE]
"""The laws are checked at every nth turn; with 11, each seat comes up in games with any number of seats."""
each_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.id}-{seats}-{format_non_default(game, seats, options)}")
        for game in GAMES.values()
        for seats in game.seats
        for options in tables(game, seats)
    ],
)
BASIC_LAWS = (
    play_laws.no_card_is_gained_or_lost,
    play_laws.states_are_valid,
    play_laws.a_seat_moves_until_the_outcome,
    play_laws.legal_actions_are_unique,
    view_laws.the_actors_view_agrees_with_the_state,
    view_laws.views_mask_exactly_the_secrets,
    view_laws.every_event_has_a_log_line,
)


def test_every_game_has_its_facts() -> None:
    """Each game has an entry in FACTS."""
    assert GAMES.keys() - FACTS.keys() == set()
    with pytest.raises(pytest.fail.Exception, match="The laws need facts about whist: "):
        FACTS["whist"]
    assert all(key == game.id for key, game in GAMES.items())


# Laws
@each_seating
@FEW_EXAMPLES
@given(data=st.data())
def test_every_law(seating: Seating, data: st.DataObject) -> None:
    """Every law holds in random games, with any option changed."""
    game, seats = seating
    laws.check_laws(data.draw(walks(game, seats)), laws.LAWS, EVERY)


@each_table
def test_whole_games_keep_the_basic_laws(game: AnyGame, seats: int, options: Any) -> None:
    """With each option in turn, games end in time and keep the laws."""
    max_actions = FACTS[game.id].max_actions(options, seats)
    for n in range(GAMES_PER_TABLE):
        played = walk(game, seats, options, Key(n), Key(n))
        laws.check_laws(played, BASIC_LAWS, EVERY)
        if max_actions is not None:
            assert game.outcome(played.last) is not None
            assert len(played.turns) <= max_actions


@pytest.mark.deep  # thousands of combinations
@each_seating
def test_whole_games_keep_the_basic_laws_with_every_combination_of_options(seating: Seating) -> None:
    game, seats = seating
    for n, options in enumerate(all_tables(game, seats)):
        laws.check_laws(walk(game, seats, options, Key(n), Key(n)), BASIC_LAWS, every=3)


# Set-up
@each_seating
def test_the_same_key_deals_the_same_game(seating: Seating) -> None:
    """Different keys deal different games."""
    game, seats = seating
    for options in tables(game, seats):
        assert game.setup(options, seats, Key(7)) == game.setup(options, seats, Key(7))
        deals = [start(game, options, seats, Key(key)).state for key in range(20)]
        assert len(set(deals)) == len(deals), format_non_default(game, seats, options)


@each_seating
def test_resolved_options_stay_the_same(seating: Seating) -> None:
    """Resolving them again, or formatting and parsing them, gives the same options."""
    game, seats = seating
    for options in tables(game, seats):
        assert game.resolve_defaults(options, seats) == options
        assert parse_options(game, seats, format_non_default(game, seats, options)) == options


@each_seating
def test_options_out_of_bounds_are_refused(seating: Seating) -> None:
    """A number out of bounds raises BadOptions with a sentence."""
    game, seats = seating
    for each in fields(game.options):
        for bound, by in ((each.metadata["low"], -1), (each.metadata["high"], 1)):
            if bound is not None:
                wrong = replace(game.options(), **{each.name: bound + by})
                assert all(map(is_sentence, game.validate_options(game.resolve_defaults(wrong, seats), seats)))
                with pytest.raises(BadOptions):
                    start(game, wrong, seats, Key(1))


@each_game
def test_seats_out_of_range_are_refused(game: AnyGame) -> None:
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadOptions) as refusal:
            start(game, game.options(), seats, Key(1))
        assert is_sentence(str(refusal.value))


@each_game
def test_every_option_is_explained(game: AnyGame) -> None:
    """An option has a title, a sentence, a ruling on the page, and a text for None if that is allowed."""
    for each in fields(game.options):
        bounds, text = each.metadata, game.option_texts[each.name]
        assert is_line(text.title)
        assert is_sentence(text.help)
        assert bounds["ruling"] in rulings_on_page(game)
        assert bool(text.unset) == (None in values_of(game, each.name))
        assert (bounds["low"] is None) == (bounds["high"] is None)
        assert set(text.labels) <= set(values_of(game, each.name))


@each_game
def test_presets_are_playable(game: AnyGame) -> None:
    """Presets have different names and valid options, and the first has the defaults."""
    assert game.presets[0].options == game.options()
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        assert is_sentence(preset.help)
        assert any(
            not game.validate_options(game.resolve_defaults(preset.options, seats), seats) for seats in game.seats
        )


@each_game
def test_a_games_description_is_well_formed(game: AnyGame) -> None:
    """Its id works in file names and flags, its summary is a sentence, and all seats have names or none has."""
    assert game.id == game.id.lower()
    assert game.id.replace("-", "").isalnum()
    assert is_sentence(game.summary)
    assert not game.seat_names or len(game.seat_names) == game.seats[-1]
    assert read_page(game.page).startswith(f"# {game.title}\n")


# Refused and parsed actions
@each_game
def test_another_games_action_is_refused(game: AnyGame) -> None:
    state = start(game, game.options(), game.seats[0], Key(1)).state
    for other in GAMES.values():
        if other is not game:
            action = other.legal(start(other, other.options(), other.seats[0], Key(1)).state)[0]
            with pytest.raises(IllegalAction):
                play(game, state, action)


@each_game
@given(data=st.data())
def test_any_text_is_an_action_or_refused_with_a_sentence(game: AnyGame, data: st.DataObject) -> None:
    """Parsing any text gives an action that parses back, or raises ValueError with a sentence."""
    turns = walk(game, game.seats[0], tables(game, game.seats[0])[0], Key(1), Key(1)).turns
    words = sorted({word for turn in turns for word in str(turn.action).split()} | {"1", ",", "-", "and", "\x1b"})
    text = data.draw(st.text() | st.lists(st.sampled_from(words)).map(" ".join))
    action, refusal = attempt(game.parse, text)
    assert is_line(refusal) == (action is None)
    if action is not None:
        assert isinstance(action, game.actions)
        assert game.parse(str(action)) == action


@each_game
def test_actions_may_be_typed_in_any_case_and_spacing(game: AnyGame) -> None:
    for turn in walk(game, game.seats[-1], tables(game, game.seats[-1])[0], Key(1), Key(1)).turns:
        for text in (str(turn.action).upper(), f"  {turn.action} ", str(turn.action).replace(" ", "  ")):
            assert game.parse(text) == turn.action


@each_game
def test_play_may_be_typed_before_any_action(game: AnyGame) -> None:
    for turn in walk(game, game.seats[-1], tables(game, game.seats[-1])[0], Key(1), Key(1)).turns:
        for text in (f"play {turn.action}", f" PLAY  {str(turn.action).upper()}"):
            assert game.parse(text) == turn.action
    for nothing in ("play", "play play", "playing"):
        action, refusal = attempt(game.parse, nothing)
        assert action is None
        assert is_line(refusal)


# The deal code
@each_game
def test_the_deal_code_is_in_no_state_and_no_text(game: AnyGame) -> None:
    """The deal code and its key can't be found in the states, views, events and refusals of a whole game."""
    code = DealCode(0xD1CEFACADE)
    seats = game.seats[-1]
    session = Session(game, game.options(), NAMES[:seats], code)
    for turn in walk(game, seats, game.resolve_defaults(game.options(), seats), code.key(), Key(3)).turns:
        assert session.turn == turn.actor
        if turn.at % EVERY and game.turn(turn.step.state) is not None:
            session.act(turn.action)
            continue
        whole = truth(session)
        seen = [session.look(viewer) for viewer in (None, *range(seats))]
        with pytest.raises(IllegalAction) as refusal:
            session.act("no action")
        events = session.act(turn.action)
        states = (whole, *(each.state for each in seen))
        check_code_is_hidden(code, (*states, turn.action, *events, refusal.value))
        check_code_is_hidden(code, (each.legal for each in seen))
    check_code_is_hidden(code, (session.look(0), repr(session), repr(code)))


def check_code_is_hidden(code: DealCode, things: Iterable[Any]) -> None:
    """Assert that the deal code and its key can't be found in the things or their reprs."""
    symbols = str(code)
    texts = (symbols, symbols.replace("-", ""), str(code.value), str(code.key()), f"{code.value:x}", f"{code.key():x}")
    for thing in things:
        assert not any(leaf in (code.value, code.key()) for leaf in leaves(thing) if isinstance(leaf, int))
        shown = repr(thing).lower()
        assert not any(text.lower() in shown for text in texts)


@each_seating
def test_a_session_shows_the_same_for_every_consistent_state(seating: Seating) -> None:
    """What a seat gets from a session doesn't depend on hidden cards."""
    game, seats = seating
    played = walk(game, seats, tables(game, seats)[0], Key(5), Key(5))
    for turn in islice(played.turns, 0, None, 5):
        for viewer in turn.viewers:
            session = Session(game, turn.walk.options, NAMES[:seats], DealCode(5))
            move_to(session, turn.before)
            seen = session.look(viewer)
            move_to(session, turn.determinized(viewer))
            assert session.look(viewer) == seen
