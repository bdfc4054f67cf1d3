"""What a set-up starts from, and the questions that it asks in plain mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.rooms.goto import ToTable
from cardtable.rooms.response import Leave, Response, Say
from cardtable.rooms.set_up import SetUpMemory, SetUpRoom, Who, WhoPlays
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


# The questions of plain mode


def asking(saved_games: LazyArchive, game: AnyGame) -> SetUpRoom:
    return SetUpRoom(SetUpMemory(saved_games), game, (), is_heard=True)


def test_only_questions_with_several_answers_are_asked_and_back_returns_to_them(saved_games: LazyArchive) -> None:
    room, asked = asking(saved_games, ES), list[str]()

    def go_on() -> Response | None:
        asked.append(room.question)
        return room.go_on()

    go_on()
    room.set_seats(2)
    go_on()
    room.players = replace(room.players, who="people")
    go_on()
    assert [*asked, room.question] == ["rules", "seats", "who", "names"]
    room.do("back")
    room.players = replace(room.players, who="one")
    assert isinstance(go_on(), Leave), "nobody else needs a name"
    room.do("back")
    room.do("back")
    room.set_seats(1)
    assert isinstance(go_on(), Leave), "nobody else is playing"
    assert asked[3:] == ["who", "seats"]


def test_back_at_the_first_question_leaves_and_the_answers_are_kept(saved_games: LazyArchive) -> None:
    memory = SetUpMemory(saved_games)
    room = SetUpRoom(memory, CLASH, (), is_heard=True)
    room.players = replace(room.players, who="each", levels=("easy", None))
    assert room.do("back") == Leave()
    assert memory.start(CLASH, ()).players == room.players


@pytest.mark.parametrize(("changes", "question"), [({}, "seats"), ({"hand_size": 8}, "rules")])
def test_a_game_that_cannot_start_asks_again_from_what_was_changed(
    saved_games: LazyArchive, changes: dict[str, int], question: str
) -> None:
    room = asking(saved_games, ES)
    room.options = replace(room.options, **changes)
    room.set_seats(2)
    while room.question != "who":
        room.go_on()
    room.players = replace(room.players, who="people", names=("Ann", "Ann"))
    room.go_on()
    with pytest.raises(ValueError, match="Ann"):
        room.go_on()
    assert room.question == question


def test_a_deal_code_can_be_typed_at_any_question(saved_games: LazyArchive) -> None:
    room = asking(saved_games, CLASH)
    assert room.do("other-deal", "k7qf2m9x") == Say("The cards will be those of deal code K7QF-2M9X.")
    with pytest.raises(ValueError, match="type play before it"):
        room.do("other-deal", "clash, players me+easy, K7QF-2M9X")
    with pytest.raises(ValueError, match="deal code"):
        room.do("other-deal", "K7QF")
    started = room.start()
    assert isinstance(started, Leave)
    assert isinstance(started.then, ToTable)
    assert str(started.then.session.deal_code) == "K7QF-2M9X"
    room.do("other-deal", "")
    assert room.deal == ""
