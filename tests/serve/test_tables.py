"""Guests meet at the host's shared tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.rooms.kit.goto import ToGame, ToLearn, ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, Leave, Read
from cardtable.rooms.kit.shared import join_as_usual, open_by_code
from cardtable.rooms.kit.tables import note_place
from cardtable.rooms.lobby import LobbyRoom
from cardtable.rooms.saved_games import SavedGamesRoom
from cardtable.rooms.set_up import SetUpRoom
from cardtable.rooms.table import TableRoom
from cardtable.store.here import Here
from cardtable.store.paths import archive_file
from cardtable.store.powers import GUEST_VARIABLE
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.shared_game import Person, Table, host, join, table_of
from tests.rooms.examples import refusal
from tests.serve.hosting import Host
from tests.serve.test_hostile_guests import welcome
from tests.table.sittings import sit

CLASH = SHIPPED["clash"]
Become = Callable[[str], Records]


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Become]:
    """Yield a function that returns the records of a guest, with the host's saved games as tables."""
    opened: list[Records] = []
    monkeypatch.setenv(GUEST_VARIABLE, "somebody")

    def become_guest(name: str) -> Records:
        own = LazyArchive(tmp_path_factory.mktemp(name) / "archive.sqlite3")
        opened.append(Records(own, LazyArchive(archive_file()), Person(name, f"guest {name}")))
        return opened[-1]

    yield become_guest
    for records in opened:
        records.close()


def offered(records: Records) -> dict[str, Answer]:
    """Return the tables that a guest can choose in the lobby, by what is said about them."""
    ask = LobbyRoom(records).do("tables")
    return {each.detail: each for each in ask.choices} if isinstance(ask, Ask) else {}


def sit_down(answer: Answer) -> tuple[Session, Table]:
    opened = answer.take()
    assert isinstance(opened, ToTable)
    return opened.session, at_table(opened.session)


def at_table(session: Session) -> Table:
    table = table_of(session)
    assert table is not None
    return table


def open_clash(records: Records) -> Session:
    """Open a table as a guest does in the set-up, where nobody can share the screen."""
    room = SetUpRoom(records.set_ups, CLASH, (), "together")
    opened = room.start()
    assert isinstance(opened, Leave)
    assert isinstance(opened.then, ToTable)
    return opened.then.session


def test_a_guest_opens_a_table_and_another_sits_down(become: Become) -> None:
    session = open_clash(become("Mia"))
    assert session.names[0] == "Mia"
    ben = become("Ben")
    assert list(offered(ben)) == ["waiting for 1 player; with Mia"]
    joined, table = sit_down(offered(ben)["waiting for 1 player; with Mia"])
    assert (joined.names, table.own) == (("Mia", "Ben"), (1,))
    cleo = become("Cleo")
    (answer,) = offered(cleo).values()
    _, watched = sit_down(answer)
    assert (watched.own, watched.own_games) == ((), cleo.saved_games)


def test_only_the_guest_comes_back_to_a_seat(become: Become) -> None:
    open_clash(become("Mia"))
    sit_down(*offered(become("Ben")).values())
    assert sit_down(*offered(become("Ben")).values())[1].own == (1,)
    mallory = offered(become("Mallory"))
    (about,) = mallory
    assert about in ("Mia's move; with Ben", "Ben's move; with Mia")
    assert sit_down(*mallory.values())[1].own == ()


def test_the_host_never_sits_down_on_a_guests_seat(become: Become, monkeypatch: pytest.MonkeyPatch) -> None:
    mia, ben = become("Mia"), become("Ben")
    table = at_table(open_clash(mia))
    sit_down(*offered(ben).values())
    mia.close()
    ben.close()
    monkeypatch.delenv(GUEST_VARIABLE)
    host_games = LazyArchive(archive_file())
    ask = open_by_code(Records(host_games), table.code)
    assert isinstance(ask, Ask)
    assert [each.label for each in ask.choices] == ["Watch, without a hand"]
    for name in ("Mia", "guest Mia"):
        with pytest.raises(RequestError, match=r"^The table is full"):
            join(host_games, table.code, Person(name))
    with pytest.raises(RequestError, match=r"^The table is full"):
        join_as_usual(host_games, table.code)
    host_games.close()


def test_a_guest_sees_whose_move_it_is(become: Become) -> None:
    mia = become("Mia")
    session = open_clash(mia)
    ben = become("Ben")
    sit_down(*offered(ben).values())
    mover, other = (mia, ben) if session.turn == 0 else (ben, mia)
    name, with_whom = ("Mia", "Ben") if mover is mia else ("Ben", "Mia")
    assert list(offered(mover)) == [f"your move; with {with_whom}"]
    assert list(offered(other)) == [f"{name}'s move; with {with_whom}"]


def lobby_of(records: Records) -> LobbyRoom:
    room = LobbyRoom(records)
    room.refresh()
    return room


def test_the_lobby_lists_your_move_first_then_other_games_and_open_tables_apart(become: Become) -> None:
    mia, ben, cleo = become("Mia"), become("Ben"), become("Cleo")
    first, second = open_clash(mia), open_clash(mia)
    codes = [at_table(session).code for session in (first, second)]
    for code in codes:
        assert isinstance(open_by_code(ben, code), ToTable)
    waiting = at_table(open_clash(mia)).code
    for records, name in ((mia, 0), (ben, 1)):
        room = lobby_of(records)
        yours = [code for code, each in zip(codes, (first, second), strict=True) if each.turn == name]
        listed = [entry.reference for entry in room.offers.in_progress]
        assert listed[: len(yours)] == yours[::-1]
        assert set(listed) == {*codes, *([waiting] if records is mia else [])}
        assert [each.entry.code for each in room.offers.open_tables] == ([] if records is mia else [waiting])
        opened = room.do("continue", codes[0].lower())
        assert isinstance(opened, ToTable)
        assert at_table(opened.session).code == codes[0]
    assert lobby_of(cleo).offers.in_progress == []
    assert isinstance(lobby_of(cleo).choose(f"in-progress {waiting}"), ToTable)


def test_a_guest_s_table_is_among_the_saved_games_but_is_only_opened(become: Become) -> None:
    mia = become("Mia")
    mia.saved_games.add_game(sit(CLASH, 2))
    code = at_table(open_clash(mia)).code
    room = SavedGamesRoom(mia)
    assert [entry.reference for entry in room.groups()["In progress"]] == [code, "1"]
    assert isinstance(room.do("open", code), ToTable)
    assert room.do("open", "1") == ToGame(1)
    for verb in ("replay", "delete", "review"):
        assert refusal(room, verb, code) == f"This game is in progress at a shared table, so you can't {verb} it."


def test_everybody_sees_who_is_here_and_what_they_do(become: Become) -> None:
    mia, ben = become("Mia"), become("Ben")
    note_place(mia, ToLearn())
    assert lobby_of(ben).offers.here == [Here("Mia", "learning")]
    assert lobby_of(mia).offers.here == [Here("Ben", "in the lobby")]
    room = lobby_of(ben)
    assert room.do("here") == Read("Here now", ("Mia: in the lobby",))
    assert not room.has_news()
    note_place(mia, ToTable(open_clash(mia)))
    assert room.has_news()
    assert lobby_of(ben).offers.here == [Here("Mia", "at a table of Clash")]
    mia.close()
    assert lobby_of(ben).offers.here == []


def test_a_player_at_the_host_s_computer_is_only_seen_at_a_shared_table(
    become: Become, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben = become("Ben")
    ben.tables.archive.entries()
    monkeypatch.delenv(GUEST_VARIABLE)
    host_records = Records(LazyArchive())
    note_place(host_records, ToLearn())
    assert lobby_of(ben).offers.here == []
    session = host(host_records.saved_games, sit(CLASH, 2))
    note_place(host_records, ToTable(session))
    assert lobby_of(ben).offers.here == [Here("Ann", "at a table of Clash")]
    lobby_of(host_records)
    assert lobby_of(ben).offers.here == []
    host_records.close()


def test_a_table_is_found_by_its_code(become: Become) -> None:
    code = at_table(open_clash(become("Mia"))).code
    lobby = LobbyRoom(become("Ben"))
    with pytest.raises(RequestError, match=r"^There's no table with that code\."):
        lobby.do("tables", "K7QF-2M9X")
    assert isinstance(lobby.do("tables", code.lower()), ToTable)


def test_a_table_never_has_a_deal_that_somebody_knows(become: Become) -> None:
    room = SetUpRoom(become("Mia").set_ups, CLASH, (), "together")
    room.set_deal("K7QF-2M9X")
    with pytest.raises(ValueError, match=r"^At a shared table, the cards are always new"):
        room.start()


def test_the_host_plays_at_the_same_tables(become: Become) -> None:
    saved_games = LazyArchive()
    code = at_table(host(saved_games, sit(CLASH, 2))).code
    ben = become("Ben")
    session, table = sit_down(*offered(ben).values())
    assert table.code == code
    assert session.names[1] == "Ben"
    saved_games.close()


def test_a_finished_game_is_kept_in_the_guest_s_own_games(become: Become) -> None:
    mia = become("Mia")
    session = open_clash(mia)
    ben = become("Ben")
    other, table = sit_down(*offered(ben).values())
    assert table.entries() == [], "the host's own games are none of a guest's business"
    play_to_the_end(session, other)
    assert TableRoom(other, table).number is None
    table.leave(other)
    table.leave(other)
    assert [entry.outcome is not None for entry in ben.saved_games.archive.entries()] == [True]
    assert TableRoom(other, table).number is None


def play_to_the_end(one: Session, other: Session) -> None:
    """Let two people at a table play to the end."""
    sessions = {0: one, 1: other}
    for session in sessions.values():
        catch_up(session)
    while (seat := one.turn) is not None:
        player = sessions[seat]
        player.act(player.look(seat).legal[0])
        for session in sessions.values():
            catch_up(session)


def catch_up(session: Session) -> None:
    table = at_table(session)
    table.refresh()
    table.apply_seats(session)
    while (action := table.next_action(session)) is not None:
        session.follow(action)


def test_two_guests_play_over_ssh_and_come_back(host: Host) -> None:
    async def visit() -> None:
        async with host.guest("Nora") as nora, host.guest("Otto") as otto:
            await welcome(nora)
            nora.type("\x1b[B\x1b[B\r")
            await nora.see("Play together. Which game?")
            nora.type("\x1b[A\r")
            await nora.see("Clash: set up")
            nora.type("\r")
            await nora.see("Waiting for 1 player.")
            await welcome(otto)
            otto.type("j")
            await otto.see("waiting for 1 player; with Nora")
            otto.type("\r")
            await otto.see("dealer")
            await nora.see("Otto")
            nora.channel.get_connection().abort()
        async with host.guest("Nora") as nora:
            await nora.see("What would you like to play, ")
            nora.type("j")
            await nora.see("Which table?")
            nora.type("\r")
            await nora.see("dealer")

    host.run(visit())
