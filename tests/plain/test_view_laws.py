"""What holds for the view of every game: at some turns of random games, for every seat and for a spectator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from cardtable.engine.cards import Card, is_hidden
from cardtable.engine.chance import Key
from cardtable.engine.game import AnyGame, Seat
from cardtable.engine.games import SHIPPED
from cardtable.plain.view import View, all_move_lines, brief_move_lines, move_lines, view_of
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.tui.board.widget import board_for
from cardtable.tui.drawing.faces import ASCII
from tests.table import sittings
from tests.table.sittings import truth
from tests.tui.boards.boards import LARGE, random_turns, shown

EVERY = 7
"""One in this number of turns is tried, and the turn after it."""
MAX_ACTIONS = 12
each_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)


def sessions(game: AnyGame) -> Iterator[Session]:
    """Yield random games of few and of several players before and after some of their moves."""
    for seats in sorted({game.seats[0], min(4, game.seats[-1])}):
        for at, session in enumerate(islice(random_turns(sittings.sit(game, seats, 3), 7), 90)):
            if at % EVERY < 2:
                yield session


def viewers(session: Session) -> tuple[Seat | None, ...]:
    return (None, *range(len(session.names)))


def heard(seen: Seen, view: View) -> list[str]:
    """Return everything that a viewer can hear about a position."""
    lines = [*view.table(seen), *view.hand(seen), *view.news(seen), *view.opening(seen), view.question(seen)]
    if seen.legal:
        lines += [*move_lines(seen, view), *all_move_lines(seen, view), *brief_move_lines(seen, view)]
        lines += [line for action in seen.legal[:MAX_ACTIONS] for line in view.reasons(seen, action)]
    return lines


@each_game
def test_nothing_hidden_is_heard(game: AnyGame) -> None:
    """A viewer hears the same about two states that differ only in cards that this viewer can't see."""
    view = view_of(game)
    for session in sessions(game):
        for viewer in viewers(session):
            seen = session.look(viewer)
            other = game.determinize(game.view(truth(session), viewer), viewer, Key(5))
            assert heard(replace(seen, state=game.view(other, viewer)), view) == heard(seen, view)


@each_game
def test_a_spectator_and_players_who_wait_hear_no_moves(game: AnyGame) -> None:
    view = view_of(game)
    for session in sessions(game):
        assert not view.hand(session.look(None))
        for viewer in set(viewers(session)) - {session.turn}:
            assert move_lines(session.look(viewer), view) == ()


@each_game
def test_every_legal_action_is_heard_and_can_be_typed(game: AnyGame) -> None:
    view = view_of(game)
    for session in sessions(game):
        seen = session.look(session.turn)
        listed, lines = view.list_moves(seen), " ".join(all_move_lines(seen, view))
        for action in seen.legal:
            assert game.parse(str(action)) == action
            is_heard = action in listed.numbered or listed.way_to_type or view.all_moves(seen) or str(action) in lines
            assert is_heard, action


@each_game
def test_no_line_needs_eyes(game: AnyGame) -> None:
    for session in sessions(game):
        for viewer in viewers(session):
            for line in heard(session.look(viewer), view_of(game)):
                assert re.fullmatch(r"[\w ',.:;()?/\"–+-]*", line), line


@each_game
def test_the_cards_of_a_hand_are_said_and_drawn(game: AnyGame) -> None:
    for session in sessions(game):
        assert session.turn is not None
        seen = session.look(session.turn)
        said, drawn = " ".join(view_of(game).hand(seen)), board_for(game.id)(ASCII)
        drawn.show(seen)
        text = shown(drawn, LARGE)
        for zone in game.hands:
            for card in getattr(seen.state, zone)[session.turn]:
                if isinstance(card, Card) and not is_hidden(card):
                    assert card.code in text
                    assert str(card) in said or card.code in said, f"{card} in {said}"


@each_game
def test_every_event_is_told_in_sentences_and_its_short_form_is_no_longer(game: AnyGame) -> None:
    view, kinds = view_of(game), set[type]()
    for session in sessions(game):
        for viewer in viewers(session):
            players = session.look(viewer).players
            for event in session.events_at(viewer, len(session.actions)):
                lines, brief = view.retell(event, players), view.retell(event, players, is_brief=True)
                assert sum(map(len, brief)) <= sum(map(len, lines)), (lines, brief)
                assert all(line.endswith((".", "!")) for line in lines), lines
                kinds.add(type(event))
    assert len(kinds) > 1
