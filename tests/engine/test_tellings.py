"""Events in words: shorter texts are shorter, say who did what, and previews agree with what happens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Event, Step, last_event, seen_by, start
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.clash import GAME as CLASH
from cardtable.engine.games.clash.model import Drew, RoundEnded, cards_left
from cardtable.engine.games.clash.outlook import foresee
from cardtable.engine.phrases import address
from cardtable.engine.tellings import Telling, lengths
from cardtable.engine.walk import turns

each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
NAMES = ("Ann", "Bo", "Cy", "Di")


def start_of(game: AnyGame) -> Step[Any]:
    return start(game, game.options(), game.seats[min(1, len(game.seats) - 1)], Key(7))


def _events(game: AnyGame, viewer: int | None) -> Iterator[Event]:
    opening = start_of(game)
    yield from (seen_by(event, viewer) for event in opening.events)
    for turn in islice(turns(game, opening.state, Key(5)), 200):
        yield from (seen_by(event, viewer) for event in turn.step.events)


def _tell(game: AnyGame) -> Any:
    return import_module(f"cardtable.engine.games.{game.id.replace('-', '_')}.words").tell


@each_game
@pytest.mark.parametrize("viewer", [0, None])
def test_every_event_has_sentences_at_each_length_and_in_both_voices(game: AnyGame, viewer: int | None) -> None:
    for event in _events(game, viewer):
        for spoken in (False, True):
            told: Telling = _tell(game)(event, NAMES, spoken=spoken)
            for text in (*told.full, *told.brief, told.in_a_line):
                assert text.endswith(".")
                assert text == text.strip()
        assert game.describe(event, NAMES) == _tell(game)(event, NAMES).text


@each_game
def test_every_verb_of_a_sentence_about_you_agrees_with_it(game: AnyGame) -> None:
    for event in _events(game, 0):
        for spoken in (False, True):
            told: Telling = _tell(game)(event, ("You", *NAMES[1:]), spoken=spoken)
            for text in map(address, (*told.full, *told.brief, told.in_a_line)):
                assert not re.search(r"\b[Yy]ou\b[^.:;]*(?:, | and )[a-z]+s\b", text), text


@each_game
def test_a_story_has_three_lengths_and_begins_with_the_log(game: AnyGame) -> None:
    events = list(_events(game, 0))[:8]
    full, short, shortest = lengths(_tell(game), events, NAMES)
    assert full == " ".join(game.describe(event, NAMES) for event in events)
    assert len(full) >= len(short) >= len(shortest) > 0


def test_the_players_own_acts_are_told_with_you() -> None:
    def tell(event: Event, names: Any) -> Telling:
        return Telling((f"{names[event.seat]} draws a card.",), weight=event.seat)

    assert [*lengths(tell, [Event(0), Event(1)], ("You", "Bo"))] == [
        "You draw a card. Bo draws a card.",
        "You draw a card. Bo draws a card.",
        "Bo draws a card.",
    ]


def test_clash_foresees_what_decides_a_turn() -> None:
    for turn in turns(CLASH, start_of(CLASH).state, Key(2)):
        prospect, events = foresee(CLASH.view(turn.before, turn.before.turn), turn.action), turn.step.events
        ended, drew = last_event(events, RoundEnded), last_event(events, Drew)
        left = ended.left if ended is not None else cards_left(turn.step.state)
        assert prospect.ahead == left[1 - turn.before.turn] - left[turn.before.turn]
        assert isinstance(prospect.end, RoundEnded) == (ended is not None)
        if ended is None:
            assert isinstance(prospect.end, Drew) == (drew is not None)
            assert prospect.ends_turn == (turn.step.state.turn != turn.before.turn)


def test_the_last_event_of_a_type_is_found() -> None:
    assert last_event([], Drew) is None
    first, second = Drew(0, ()), Drew(1, ())
    assert last_event([first, second, Event(2)], Drew) is second
    assert last_event([first, Event(2)], (RoundEnded, Drew)) is first
