"""Laws every game must keep: our own, and those of other packages that are installed beside us."""

from __future__ import annotations

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
from tests.engine import laws
from tests.engine.facts import FACTS
from tests.engine.walks import (
    PROFILE,
    AnyGame,
    Seating,
    all_tables,
    each_game,
    each_seating,
    read_options,
    tables,
    unlike,
    values_of,
    walk,
    walks,
)

A_WALK_IS_MANY_TURNS = settings(max_examples={"quick": 2, "ci": 10, "deep": 80}[PROFILE])
pytestmark = pytest.mark.timeout(1800 if PROFILE == "deep" else 120)
GAMES_A_TABLE = {"quick": 1, "ci": 10, "deep": 200}[PROFILE]
EVERY = {"quick": 3, "ci": 2, "deep": 1}[PROFILE]
each_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, seats, options, id=f"{game.id}-{seats}-{unlike(game, seats, options)}")
        for game in GAMES.values()
        for seats in game.seats
        for options in tables(game, seats)
    ],
)
EACH_TABLE_KEEPS = (
    laws.the_box_is_conserved,
    laws.states_have_no_flaws,
    laws.somebody_is_asked_until_the_outcome,
    laws.the_list_of_choices_is_clean,
    laws.the_actors_view_is_enough,
    laws.there_are_as_many_backs_as_secrets,
    laws.every_event_tells_a_line,
)


def test_every_game_has_its_facts() -> None:
    """What the laws must be told is told of each game."""
    assert GAMES.keys() - FACTS.keys() == set()
    assert all(key == game.id for key, game in GAMES.items())


# Laws
@each_seating
@A_WALK_IS_MANY_TURNS
@given(data=st.data())
def test_every_law(seating: Seating, data: st.DataObject) -> None:
    """Every law holds all along random games, with any option other than usual."""
    game, seats = seating
    laws.hold(data.draw(walks(game, seats)), laws.LAWS, EVERY)


@each_table
def test_whole_games(game: AnyGame, seats: int, options: Any) -> None:
    """With each option in turn, games run to their end by the laws."""
    longest = FACTS[game.id].longest(options, seats)
    for n in range(GAMES_A_TABLE):
        played = walk(game, seats, options, Key(n), Key(n))
        laws.hold(played, EACH_TABLE_KEEPS, EVERY)
        if longest is not None:
            assert game.outcome(played.last) is not None
            assert len(played.turns) <= longest


@pytest.mark.deep
@each_seating
def test_whole_games_at_every_table(seating: Seating) -> None:
    """With all combinations of options, games run by the laws."""
    game, seats = seating
    for n, options in enumerate(all_tables(game, seats)):
        laws.hold(walk(game, seats, options, Key(n), Key(n)), EACH_TABLE_KEEPS, every=3)


# Set-up
@each_seating
def test_the_same_key_deals_the_same_game(seating: Seating) -> None:
    """Chance is a function of the key, and every key deals a game of its own."""
    game, seats = seating
    for options in tables(game, seats):
        assert game.setup(options, seats, Key(7)) == game.setup(options, seats, Key(7))
        deals = [start(game, options, seats, Key(key)).state for key in range(20)]
        assert len(set(deals)) == len(deals), unlike(game, seats, options)


@each_seating
def test_options_settle_once(seating: Seating) -> None:
    """Options in full stay as they are, and say by a short text what they are."""
    game, seats = seating
    for options in tables(game, seats):
        assert game.resolve_defaults(options, seats) == options
        assert read_options(game, seats, unlike(game, seats, options)) == options


@each_seating
def test_options_out_of_bounds_are_refused(seating: Seating) -> None:
    """A number beyond its bounds makes no game, and the refusal is a sentence."""
    game, seats = seating
    for each in fields(game.options):
        for bound, by in ((each.metadata["low"], -1), (each.metadata["high"], 1)):
            if bound is not None:
                wrong = replace(game.options(), **{each.name: bound + by})
                assert all(map(laws.is_sentence, game.validate_options(game.resolve_defaults(wrong, seats), seats)))
                with pytest.raises(BadOptions):
                    start(game, wrong, seats, Key(1))


@each_game
def test_seats_out_of_range_are_refused(game: AnyGame) -> None:
    """A game is set up for as many as it is for."""
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadOptions) as refusal:
            start(game, game.options(), seats, Key(1))
        assert laws.is_sentence(str(refusal.value))


@each_game
def test_every_option_is_explained(game: AnyGame) -> None:
    """An option has a title, a sentence, a ruling that is written, and words for None where it may be None."""
    for each in fields(game.options):
        bounds, text = each.metadata, game.option_texts[each.name]
        assert laws.is_line(text.title)
        assert laws.is_sentence(text.help)
        assert bounds["ruling"] in laws.written_rulings(game)
        assert bool(text.unset) == (None in values_of(game, each.name))
        assert (bounds["low"] is None) == (bounds["high"] is None)
        assert set(text.labels) <= set(values_of(game, each.name))


@each_game
def test_presets_are_playable(game: AnyGame) -> None:
    """A game has presets of different names, the first of them the usual options; each fits some number of seats."""
    assert game.presets[0].options == game.options()
    assert len({preset.name for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        assert laws.is_sentence(preset.help)
        assert any(
            not game.validate_options(game.resolve_defaults(preset.options, seats), seats) for seats in game.seats
        )


@each_game
def test_what_a_game_says_of_itself(game: AnyGame) -> None:
    """Its id is a file name and a flag, its seats are named all or none, its summary is a sentence."""
    assert game.id == game.id.lower()
    assert game.id.replace("-", "").isalnum()
    assert laws.is_sentence(game.summary)
    assert not game.seat_names or len(game.seat_names) == game.seats[-1]
    assert read_page(game.page).startswith(f"# {game.title}\n")


# Doors
@each_game
def test_another_games_action_is_refused(game: AnyGame) -> None:
    """An action of another game, whatever it is called, is refused."""
    state = start(game, game.options(), game.seats[0], Key(1)).state
    for other in GAMES.values():
        if other is not game:
            action = other.legal(start(other, other.options(), other.seats[0], Key(1)).state)[0]
            with pytest.raises(IllegalAction):
                play(game, state, action)


@each_game
@given(data=st.data())
def test_any_text_is_an_action_or_refused_with_a_sentence(game: AnyGame, data: st.DataObject) -> None:
    """Whatever is typed, parse() gives an action of the game that says what it is, or a sentence."""
    turns = walk(game, game.seats[0], tables(game, game.seats[0])[0], Key(1), Key(1)).turns
    words = sorted({word for turn in turns for word in str(turn.action).split()} | {"1", ",", "-", "and", "\x1b"})
    text = data.draw(st.text() | st.lists(st.sampled_from(words)).map(" ".join))
    action, refusal = laws.attempt(game.parse, text)
    assert laws.is_line(refusal) == (action is None)
    if action is not None:
        assert isinstance(action, game.actions)
        assert game.parse(str(action)) == action


@each_game
def test_legal_texts_are_read_in_any_case_and_spacing(game: AnyGame) -> None:
    """A player need not type an action just as it is written."""
    for turn in walk(game, game.seats[-1], tables(game, game.seats[-1])[0], Key(1), Key(1)).turns:
        for text in (str(turn.action).upper(), f"  {turn.action} ", str(turn.action).replace(" ", "  ")):
            assert game.parse(text) == turn.action


@each_game
def test_play_may_be_typed_before_any_action(game: AnyGame) -> None:
    for turn in walk(game, game.seats[-1], tables(game, game.seats[-1])[0], Key(1), Key(1)).turns:
        for text in (f"play {turn.action}", f" PLAY  {str(turn.action).upper()}"):
            assert game.parse(text) == turn.action
    for nothing in ("play", "play play", "playing"):
        action, refusal = laws.attempt(game.parse, nothing)
        assert action is None
        assert laws.is_line(refusal)


# The deal code
@each_game
def test_the_deal_code_is_in_no_state_and_no_text(game: AnyGame) -> None:
    """Who has states, views, events and refusals of a whole game does not have its deal code, nor its key."""
    code = DealCode(0xD1CEFACADE)
    seats = game.seats[-1]
    session = Session(game, game.options(), laws.NAMES[:seats], code)
    for turn in walk(game, seats, game.resolve_defaults(game.options(), seats), code.key(), Key(3)).turns:
        assert session.turn == turn.actor
        truth = session._state
        seen = [session.look(viewer) for viewer in (None, *range(seats))]
        with pytest.raises(IllegalAction) as refusal:
            session.act("no action")
        told = session.act(turn.action)
        assert laws.code_is_nowhere(code, (truth, *(each.state for each in seen), turn.action, *told, refusal.value))
        assert laws.code_is_nowhere(code, (each.legal for each in seen))
    assert laws.code_is_nowhere(code, (session.look(0), repr(session), repr(code)))


@each_seating
def test_views_of_truths_that_look_alike_are_one_seen(seating: Seating) -> None:
    """All that a session lets a seat see is the same, whatever hides behind it."""
    game, seats = seating
    played = walk(game, seats, tables(game, seats)[0], Key(5), Key(5))
    for turn in islice(played.turns, 0, None, 5):
        for viewer in turn.viewers:
            session = Session(game, turn.walk.options, laws.NAMES[:seats], DealCode(5))
            session._start = session._start._replace(state=turn.before)
            seen = session.look(viewer)
            session._start = session._start._replace(state=turn.determinized(viewer))
            assert session.look(viewer) == seen
