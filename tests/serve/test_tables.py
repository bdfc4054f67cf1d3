"""Guests meet at the host's shared tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.rooms.goto import ToTable, ToWhichGame
from cardtable.rooms.records import Records
from cardtable.rooms.response import Answer, Ask, AskText, Leave
from cardtable.rooms.set_up import SetUpRoom
from cardtable.rooms.table import TableRoom
from cardtable.rooms.tables import choose_table
from cardtable.store.paths import archive_file
from cardtable.store.powers import GUEST_VARIABLE, NAME_VARIABLE, TABLES_VARIABLE
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session
from cardtable.table.shared_game import Table, host, table_of
from tests.serve.hosting import Host
from tests.serve.test_hostile_guests import welcome
from tests.table.sittings import sit

CLASH = SHIPPED["clash"]
Become = Callable[[str], Records]


@pytest.fixture
def become(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Become]:
    """Yield a function that turns this process into a guest's, and returns the guest's records."""
    opened: list[Records] = []
    monkeypatch.setenv(TABLES_VARIABLE, str(archive_file()))

    def become_guest(name: str) -> Records:
        monkeypatch.setenv(GUEST_VARIABLE, name.lower())
        monkeypatch.setenv(NAME_VARIABLE, name)
        monkeypatch.setenv("CARDTABLE_DATA", str(tmp_path_factory.mktemp(name)))
        opened.append(Records())
        return opened[-1]

    yield become_guest
    for records in opened:
        records.close()


def offered(records: Records) -> dict[str, Answer]:
    """Return the tables that a guest can choose, by their names and what follows them."""
    ask = choose_table(records)
    assert isinstance(ask, Ask)
    return {f"{each.label}: {each.detail}": each for each in ask.choices if each.detail}


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
    assert list(offered(ben)) == ["Clash with Mia: 1 free seat"]
    joined, table = sit_down(offered(ben)["Clash with Mia: 1 free seat"])
    assert (joined.names, table.own) == (("Mia", "Ben"), (1,))
    cleo = become("Cleo")
    assert list(offered(cleo)) == ["Clash with Mia and Ben: watch"]
    _, watched = sit_down(offered(cleo)["Clash with Mia and Ben: watch"])
    assert (watched.own, watched.own_games) == ((), cleo.saved_games)


def test_only_the_guest_comes_back_to_a_seat(become: Become) -> None:
    open_clash(become("Mia"))
    ben = become("Ben")
    sit_down(next(iter(offered(ben).values())))
    again = become("Ben")
    (label,) = offered(again)
    assert label.startswith("Clash with Mia: your ")
    assert sit_down(offered(again)[label])[1].own == (1,)
    assert list(offered(become("Mallory"))) == ["Clash with Mia and Ben: watch"]


def test_a_code_or_a_new_table(become: Become) -> None:
    code = at_table(open_clash(become("Mia"))).code
    ben = become("Ben")
    ask = choose_table(ben)
    assert isinstance(ask, Ask)
    new, typed = (next(each for each in ask.choices if each.words == (word,)) for word in ("new", "code"))
    assert new.take() == ToWhichGame("together")
    question = typed.take()
    assert isinstance(question, AskText)
    with pytest.raises(ValueError, match=r"^There's no table with that code\."):
        question.take("K7QF-2M9X" if code != "K7QF-2M9X" else "K7QF-2M9Y")
    assert isinstance(question.take(code.lower()), ToTable)


def test_no_table_is_open_at_first(become: Become) -> None:
    ask = choose_table(become("Mia"))
    assert isinstance(ask, Ask)
    assert ask.question == "No table is open."
    assert not archive_file().exists()


def test_a_table_never_has_a_deal_that_somebody_knows(become: Become) -> None:
    room = SetUpRoom(become("Mia").set_ups, CLASH, (), "together")
    room.set_deal("K7QF-2M9X")
    with pytest.raises(ValueError, match=r"^At a shared table, the cards are new ones"):
        room.start()


def test_the_host_plays_at_the_same_tables(become: Become) -> None:
    saved_games = LazyArchive()
    code = at_table(host(saved_games, sit(CLASH, 2))).code
    ben = become("Ben")
    session, table = sit_down(next(iter(offered(ben).values())))
    assert table.code == code
    assert session.names[1] == "Ben"
    saved_games.close()


def test_a_finished_game_is_kept_in_the_guest_s_own_games(become: Become) -> None:
    mia = become("Mia")
    session = open_clash(mia)
    ben = become("Ben")
    other, table = sit_down(next(iter(offered(ben).values())))
    room = TableRoom(other, table)
    numbers = [room.number]
    assert table.entries() == [], "the host's own games are none of a guest's business"
    play_to_the_end(session, other)
    numbers += [room.number, room.number]
    assert numbers == [None, 1, 1]
    assert [entry.outcome is not None for entry in ben.saved_games.archive.entries()] == [True]
    table.leave(other)
    assert len(ben.saved_games.archive.entries()) == 1
    assert mia.tables.archive.entries()[0].id == 1


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
            nora.type("t")
            await nora.see("No table is open.")
            nora.type("n")
            await nora.see("Play together. Which game?")
            nora.type("\x1b[A\r")
            await nora.see("Clash: set up")
            nora.type("i")
            await nora.see("Waiting for 1 player.")
            await welcome(otto)
            otto.type("t")
            await otto.see("Clash with Nora")
            otto.type("\r")
            await otto.see("dealer")
            await nora.see("Otto")
            nora.channel.get_connection().abort()
        async with host.guest("Nora") as nora:
            await nora.see("What would you like to play?")
            nora.type("t")
            await nora.see("Clash with Otto")
            nora.type("\r")
            await nora.see("table ")

    host.run(visit())
