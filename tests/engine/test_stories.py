"""The stories of finished games are true."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME as STAGE
from cardtable.engine.games.exit_stage_right.model import Shifted
from cardtable.engine.phrases import number_word
from cardtable.table.session import Session
from tests.engine.walks import KEYS, NAMES, each_game
from tests.table.sittings import play_on

COMEBACK = re.compile(
    r"After move (\d+), the margin was ([+-]\d+); "
    r"of the (\d+) Completes that left the stage after that, (\d+) were (won|lost)\."
)

AT_ONCE = re.compile(r"(won|lost) (\w+) Completes(?: and (?:won|lost) (\w+))? at once in move (\d+)\.")


def finished(game: Any, seats: int, luck: Key) -> Session:
    """Return a game that was played at random to its end."""
    short = {"target": 3} if hasattr(game.options(), "target") else {}
    session = Session(game, game.options(**short), NAMES[:seats], DealCode(1), (0,) * seats)
    play_on(session, luck, 9999)
    assert session.turn is None
    return session


def told(session: Session) -> list[str]:
    """Return the story of a game, from its events as everybody sees them."""
    return list(session.game.tell_story(session.look(None).log, session.names))


@each_game
@given(luck=KEYS, data=st.data())
def test_a_story_consists_of_few_sentences_about_the_players(game: Any, luck: Key, data: st.DataObject) -> None:
    session = finished(game, data.draw(st.sampled_from(game.seats)), luck)
    story = told(session)
    assert len(story) <= 5
    assert all(re.fullmatch(r"[A-Z].*\.", sentence) for sentence in story)
    others = set(NAMES[len(session.names) :])
    assert not others.intersection(re.findall(r"\w+", " ".join(story)))


@given(luck=KEYS)
def test_a_turn_of_the_tide_in_exit_stage_right_is_true(luck: Key) -> None:
    session = finished(SHIPPED["exit-stage-right"], 1, luck)
    for move, margin, left, part, verb in (found.groups() for found in map(COMEBACK.match, told(session)) if found):
        then, now = session.view_at(None, int(move)), session.view_at(None, len(session.actions))
        assert len(then.won) - len(then.lost) == int(margin)
        won, lost = (len(getattr(now, pile)) - len(getattr(then, pile)) for pile in ("won", "lost"))
        assert (won + lost, won if verb == "won" else lost) == (int(left), int(part))


@given(luck=KEYS)
def test_a_best_turn_in_tradewinds_is_true(luck: Key) -> None:
    session = finished(SHIPPED["tradewinds"], 4, luck)
    for sentence in told(session):
        if found := re.match(r"\w+ (?:won (\d) for (\w+)|cost (\w+) (\d)) with (\S+) in turn (\d+)\.", sentence):
            won, winner, loser, cost, card, turn = found.groups()
            before, after = (session.game.standing(session.view_at(None, int(turn) - 1 + each)) for each in (0, 1))
            seat = session.names.index(winner or loser)
            assert after[seat] - before[seat] == (int(won) if won else -int(cost))
            assert str(session.actions[int(turn) - 1]) == card


@pytest.mark.parametrize("game_id", ["clash", "rummy-like"])
@given(luck=KEYS)
def test_a_comeback_is_true(game_id: str, luck: Key) -> None:
    session = finished(SHIPPED[game_id], SHIPPED[game_id].seats[0], luck)
    for sentence in told(session):
        if found := re.match(r"(\w+) won, despite being (\d+) points behind after round (\d+)\.", sentence):
            name, behind, number = found.groups()
            at = next(
                at
                for at in range(len(session.actions) + 1)
                if (session.game.round_number(session.view_at(None, at)) or 0) > int(number)
            )
            scores = session.game.standing(session.view_at(None, at))
            assert max(scores) - scores[session.names.index(name)] == int(behind)


@given(luck=KEYS)
def test_a_move_that_won_as_many_completes_as_it_lost_is_told_with_both(luck: Key) -> None:
    session = finished(STAGE, 1, luck)
    for found in filter(None, map(AT_ONCE.search, told(session))):
        verb, number, other, at = found.groups()
        shifts = [event for event in session.look(None).log[int(at)] if isinstance(event, Shifted)]
        won, lost = (sum(len(getattr(event, zone)) for event in shifts) for zone in ("won", "lost"))
        told_of, untold = (won, lost) if verb == "won" else (lost, won)
        assert number == number_word(told_of)
        assert other == (number_word(untold) if untold >= told_of else None)
