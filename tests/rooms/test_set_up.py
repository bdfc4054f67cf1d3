"""What a set-up starts from: the last answers, the latest saved game, or the usual players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.rooms.set_up import SetUpMemory, Who, WhoPlays
from cardtable.store.paths import archive_file
from cardtable.table.dealing import open_hands
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session, fresh_code
from tests.table.entries import row
from tests.table.sittings import sit

USUAL = ("Tess",)
ES, CLASH, TRADEWINDS = SHIPPED["exit-stage-right"], SHIPPED["clash"], SHIPPED["tradewinds"]
EASY = (None, Computer("easy", 1))


@pytest.fixture
def saved_games() -> Iterator[LazyArchive]:
    opened = LazyArchive()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("names", "levels", "alone", "expected"),
    [
        (("Ann", "Ben"), (), False, ("people", ("Ann", "Ben"), "medium")),
        (("Player 1", "Player 2"), (), False, ("people", USUAL, "medium")),
        (("Player 1", "Player 2"), (), True, ("one", USUAL, "medium")),
        (("Ann", "Ada"), ("", "easy"), False, ("company", ("Ann", ""), "easy")),
        (("Player 1", "Ada"), ("", "hard"), True, ("company", USUAL, "hard")),
        (("Ada", "Ann"), ("hard", ""), False, ("each", ("", "Ann"), "medium")),
        (("Ada", "Emmy"), ("hard", "easy"), False, ("each", USUAL, "medium")),
    ],
)
def test_the_players_of_a_saved_game(
    names: tuple[str, ...], levels: tuple[str, ...], alone: bool, expected: tuple[Who, tuple[str, ...], str]
) -> None:
    entry = replace(row(1, kind="wind-city", seats=2), names=names, levels=levels, has_one_player=alone)
    players = WhoPlays.of_saved_game(SHIPPED["wind-city"], entry, USUAL)
    assert (players.who, players.names, players.level) == expected
    if expected[0] in ("company", "each"):
        assert players.seat_levels == tuple(level or None for level in levels)


def test_without_saved_games_a_set_up_starts_with_the_usual_players(saved_games: LazyArchive) -> None:
    memory = SetUpMemory(saved_games)
    for game, names, who in (
        (ES, USUAL, "people"),
        (CLASH, (), "company"),
        (CLASH, USUAL, "company"),
        (CLASH, ("Ann", "Ben"), "people"),
        (TRADEWINDS, USUAL, "one"),
    ):
        start = memory.start(game, names)
        assert (start.players.seats, start.players.who, start.players.names) == (game.seats[0], who, names)
        assert start.options == game.options()
    assert not archive_file().exists()


def test_a_set_up_starts_with_the_players_of_the_latest_game_of_its_kind(saved_games: LazyArchive) -> None:
    saved_games.save(sit(CLASH, 2, computers=EASY))
    saved_games.save(sit(ES, 3))
    memory = SetUpMemory(saved_games)
    assert memory.start(CLASH, USUAL).players == WhoPlays(CLASH, 2, "company", ("Ann", ""), "easy", (None, "easy"))
    assert memory.start(TRADEWINDS, ()).players.names == (), "several people played the latest game"
    saved_games.save(sit(CLASH, 2, computers=EASY))
    assert SetUpMemory(saved_games).start(TRADEWINDS, ()).players.names == ("Ann",)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_set_up_starts_with_the_options_of_the_latest_game_of_its_kind(saved_games: LazyArchive, seats: int) -> None:
    options = ES.presets[1].options
    alone = Session(
        ES, open_hands(options) if seats == 2 else options, ("Ann", "Ben")[:seats], fresh_code(), (0,) * seats
    )
    saved_games.save(alone)
    start = SetUpMemory(saved_games).start(ES, ())
    assert start.options == options, "open hands come from playing both players"
    assert start.players.seats == seats


def test_a_later_game_changes_who_plays_but_a_set_up_left_later_keeps_its_answers(saved_games: LazyArchive) -> None:
    memory = SetUpMemory(saved_games)
    saved_games.save(sit(CLASH, 2, computers=EASY))
    start = memory.start(CLASH, ())
    changed = replace(start, players=replace(start.players, who="people"), deal="K7QF2M9X")
    memory.leave(changed)
    assert memory.start(CLASH, ()) == changed
    memory.finish(changed)
    assert memory.start(CLASH, ()) == replace(changed, deal="")
    saved_games.save(sit(CLASH, 2, computers=EASY))
    assert memory.start(CLASH, ()).players == start.players


def test_a_newcomer_says_with_whom_to_play(saved_games: LazyArchive) -> None:
    memory = SetUpMemory(saved_games)
    who = {
        game: [memory.start(game, (), each).players for each in ("alone", "together")]
        for game in (ES, CLASH, TRADEWINDS)
    }
    assert [(players.seats, players.who) for players in who[ES]] == [(1, "people"), (2, "people")]
    assert [(players.seats, players.who) for players in who[CLASH]] == [(2, "company"), (2, "people")]
    assert [(players.seats, players.who) for players in who[TRADEWINDS]] == [(4, "one"), (4, "people")]
