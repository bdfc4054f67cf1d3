"""The rest of a game and the rest of a player's pieces, which the table plays without asking."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import State
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.engine.games.exit_stage_right.rest import MAX_SINGLES
from cardtable.engine.games.wind_city import GAME as WC
from cardtable.engine.games.wind_city.board import HOUSES
from cardtable.engine.games.wind_city.houses import suggested_house
from cardtable.formats.opening import StartPosition
from cardtable.players.at_table import seat_computers
from cardtable.rooms.kit.turns import Played, Undone
from cardtable.rooms.table import SETTLED as NOTHING_CHANGES
from cardtable.rooms.table import TableRoom
from cardtable.table.grades import Par
from cardtable.table.session import Session
from cardtable.table.unasked import play_rest
from tests.games.exit_stage_right_positions import stage, state
from tests.table.sittings import sit, sit_at, truth

SETTLED = state(stage(), "R G B H", complete_deck="")
AHEAD = state(stage(), "R G B H", complete_deck="HRC FRC", won=14)
LAST_CARD = state(stage("HRC . . . ."), "R G B H", complete_deck="")
"""A position in which one move clears the stage, and the rest follows."""
NOT_OFFERED = {
    "behind": state(stage(), "R G B H", complete_deck="HRC FRC", won=12),
    "a Complete on the stage": state(stage("HRC . . . ."), "R G B H", complete_deck="FRC", won=14),
    "must refill": state(
        stage(), "R G B H", complete_deck="HRC", won=14, options=GAME.options(empty_grid="refill-first")
    ),
}


def table(session: Session) -> TableRoom:
    room = TableRoom(session, None)
    room.start_turn()
    return room


# The rest of the game


@pytest.mark.parametrize(
    ("position", "about"),
    [
        (SETTLED, NOTHING_CHANGES),
        (AHEAD, "Stop here: win by 3. Then nothing moves any more, and the deck keeps 2 Completes."),
        *((position, "") for position in NOT_OFFERED.values()),
    ],
    ids=["settled", "ahead", *NOT_OFFERED],
)
def test_the_rest_is_offered_once_the_result_is_known(position: State, about: str) -> None:
    room = table(sit_at(GAME, position))
    assert room.about_rest == about
    assert room.is_settled == (about == NOTHING_CHANGES)
    assert room.can("play-rest") == bool(about)
    if about:
        assert room.do("play-rest") == Played(0, 0, by_computer=False, is_public=False)
        assert room.is_over


def test_a_graded_game_says_what_stopping_earns() -> None:
    session = sit(GAME, 1, 0)
    for text in ("Filled", "Triangle", "Filled", "Hollow", "Hollow", "Hollow", "Red"):
        session.act(GAME.parse(text))
    room = table(session)
    told = "Stop here: win by 1. Then nothing moves any more, and the deck keeps 24 Completes. That earns"
    assert room.about_rest == f"{told} at least 1 star."
    room.grading._par = Par(1, 1)
    assert room.about_rest == f"{told} 3 stars."


DEAD = {
    "nothing can be won": (state(stage(". . HRC . ."), "H B", complete_deck="FBS", won=14), True),
    "a Single wins": (state(stage(". . . . HRC"), "H B", complete_deck="", won=14), False),
    "a card is lost": (state(stage("HRC . . . ."), "B B", complete_deck="", won=14), False),
    "a Single wins before a forced refill": (state(stage(". . . . HRC"), "H B", complete_deck="FBS", won=14), False),
    "four Singles": (state(stage(". . . HRC ."), "H B H B", complete_deck="", won=14), False),
    "a tie": (state(stage(". . HRC . ."), "H B", complete_deck="", won=13), False),
}
"""Positions with few Singles left, and whether the player may stop."""


@pytest.mark.parametrize(("position", "may_stop"), DEAD.values(), ids=DEAD)
def test_a_player_ahead_may_stop_when_the_last_singles_can_win_nothing_more(position: State, may_stop: bool) -> None:
    challenge = position._replace(options=replace(position.options, refill_count="all", empty_grid="refill-first"))
    for each in (position, challenge):
        room = table(sit_at(GAME, each))
        assert bool(room.about_rest) == may_stop
        if may_stop:
            before = GAME.standing(each)
            assert "your last 2 Singles can win nothing more" in room.about_rest
            room.do("play-rest")
            assert room.session.outcome is not None
            assert GAME.standing(truth(room.session)) == before


def test_stopping_never_changes_the_margin() -> None:
    """Play random games in which a player may stop before the end, and stop there."""
    offers = 0
    for code in range(60):
        session = sit(GAME, 1, code, refill_count="all", empty_grid="refill-first")
        random = Random(code)
        while session.turn is not None:
            seen = session.look(0)
            if len(seen.state.hands[0]) <= MAX_SINGLES and GAME.explain_rest(seen.state):
                offers += 1
                margin = GAME.standing(truth(session))
                play_rest(session)
                assert GAME.standing(truth(session)) == margin
                break
            session.act(max(seen.legal, key=lambda action: (foresee(seen.state, action).net, random.random())))
    assert offers > 5


def test_undo_before_the_rest_takes_back_one_move_as_usual() -> None:
    session = sit_at(GAME, LAST_CARD)
    session.act(GAME.parse("B"))
    assert session.look(0).legal
    played = len(session.actions)
    play_rest(session)
    session.undo()
    assert len(session.actions) == played
    session.undo()
    assert session.actions == ()
    session.redo()
    assert len(session.actions) == played, "the rest is redone only after it begins"
    session.redo()
    assert session.turn is None


def test_moves_played_one_by_one_after_an_undone_rest_are_undone_one_by_one() -> None:
    session = sit_at(GAME, SETTLED)
    play_rest(session)
    session.undo()
    while session.turn is not None:
        session.act(session.look(0).legal[0])
    session.undo()
    assert len(session.actions) == 3


def test_two_seats_of_one_player_undo_the_rest_at_once() -> None:
    position = state(stage(), ["R G", "B H"], complete_deck="")
    session = Session(GAME, position.options, ("Ann", "Ben"), StartPosition(position), (0, 0))
    play_rest(session)
    played = [len(session.actions)]
    session.undo()
    assert [*played, len(session.actions)] == [4, 0]


def test_a_new_game_has_no_rest() -> None:
    assert Session(GAME, GAME.options(), ("Ann",), DealCode(1)).rest_start is None


# The rest of the pieces


def placing() -> TableRoom:
    """Return a table at which the first house is to be placed."""
    room = table(sit(WC, 2, first=1))
    room.act(room.seen.legal[0])
    room.start_turn()
    return room


def leave_to_the_table(room: TableRoom) -> None:
    """Play whatever the table plays without asking."""
    while (action := room.unasked_action) is not None:
        room.act(action)
        room.start_turn()


def test_the_table_places_the_rest_for_the_players_who_ask_for_it() -> None:
    room = placing()
    assert isinstance(room.do("place-rest"), Played)
    room.start_turn()
    assert room.unasked_action is None, "the other player chooses"
    assert not room.places_all(len(room.session.actions))
    copy = Session(WC, room.session.options, room.session.names, room.session.opening, room.session.persons)
    copy.replay(room.session.actions)
    room.do("place-rest")
    assert room.places_all(len(room.session.actions))
    leave_to_the_table(room)
    assert [len(own) for own in truth(room.session).houses] == [HOUSES, HOUSES]
    assert room.can("place-rest") is False, "all houses are placed"
    while truth(copy).phase == "houses":
        copy.act(suggested_house(truth(copy)))
    assert room.session.actions == copy.actions, "they are ordinary moves, and always the same"


def test_an_undo_lets_everybody_place_pieces_again() -> None:
    room = placing()
    room.do("place-rest")
    room.start_turn()
    assert room.can("place-rest")
    assert isinstance(room.do("undo"), Undone)
    room.start_turn()
    assert room.can("place-rest")
    room.act(room.seen.legal[0])
    room.start_turn()
    room.act(room.seen.legal[0])
    room.start_turn()
    assert room.unasked_action is None


def test_one_person_among_computer_players_leaves_all_pieces_to_the_table() -> None:
    session = sit(WC, 2, first=1, computers=seat_computers(WC, (None, "easy")))
    room = table(session)
    room.act(room.seen.legal[0])
    if session.computer is not None:
        assert room.unasked_action is None, "computer players choose for themselves"
        room.act(suggested_house(truth(session)))
    room.start_turn()
    assert not room.places_all(len(session.actions))
    room.do("place-rest")
    assert room.places_all(len(session.actions))


def test_nobody_has_pieces_placed_in_other_phases_or_games() -> None:
    assert table(sit(WC, 2, first=1)).can("place-rest") is False, "the hurricane comes first"
    assert table(sit(GAME, 1)).can("place-rest") is False
