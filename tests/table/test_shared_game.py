"""Shared tables: seats, the log that everybody follows, and what nobody may do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.formats.computers import Computer
from cardtable.games import GAMES
from cardtable.players.at_table import choose
from cardtable.rooms.kit.turns import ComputerThinks, Follow, Played, Undone, Unplayed, WaitForOthers, YourTurn
from cardtable.rooms.table import TableRoom
from cardtable.store import database, shared_games
from cardtable.store.archive import GameStatus
from cardtable.store.errors import Behind, SharedGame, StorageFault
from cardtable.store.salvage import SalvageResult, export_games
from cardtable.store.settings import Settings
from cardtable.table import shared_game
from cardtable.table.entries import line
from cardtable.table.log import log_lines
from cardtable.table.recording import record_of
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session
from cardtable.table.shared_game import Person
from cardtable.table.storage_words import saved_words, storage_sentence
from tests.table.saved_games import failing
from tests.table.shared_tables import Company, table_in
from tests.table.sittings import sit

Open = Callable[..., Company]


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Open]:
    """Return a function that opens a table, and close the table at the end."""
    opened: list[Company] = []

    def open_table(*arguments: Any, **options: Any) -> Company:
        opened.append(Company(tmp_path, *arguments, **options))
        return opened[-1]

    yield open_table
    for each in opened:
        each.close()


def test_everybody_follows_and_sees_only_their_own_hand(company: Open) -> None:
    at = company("clash", 2)
    assert [room.viewer for room in at.rooms] == [0, 1]
    for _ in range(20):
        at.play(at.current, at=3)
    first, second = at.rooms
    assert first.session.actions == second.session.actions
    assert first.session.full_state() == second.session.full_state()
    assert [room.viewer for room in at.rooms] == [0, 1]


def test_the_names_of_those_who_join_are_known_everywhere(company: Open) -> None:
    at = company("rummy-like", 3)
    assert {room.session.names for room in at.rooms} == {("Ann", "Bob", "Cleo")}
    assert at.stores[0].archive.entry(1).names == ("Ann", "Bob", "Cleo")


def new_session() -> Session:
    return sit(GAMES["clash"], 2, 1)


def test_nobody_moves_before_everybody_is_there(company: Open) -> None:
    waiting = shared_game.host(company("clash", 2).store(), new_session())
    assert waiting.is_waiting
    assert not waiting.is_turn_here
    assert waiting.look(0).legal == ()


def test_only_the_person_whose_turn_it_is_can_play(company: Open) -> None:
    at = company("clash", 2)
    other = next(room for room in at.rooms if room is not at.current)
    assert other.act(at.current.seen.legal[0]) == Unplayed("Waiting for Bob.", is_tried_again=True)
    table, session = table_in(other.session), other.session
    status = GameStatus((str(at.current.seen.legal[0]),), 0, 0, 1, None)
    archive, holder = table.saved_games.archive, table.saved_games.holder
    with pytest.raises(Behind):
        shared_games.append(archive, 1, holder, table.place_of(session), status)
    assert shared_games.read_log(archive, 1).place.length == 0


def test_a_process_that_is_behind_writes_nothing(company: Open) -> None:
    at = company("rummy-like", 3, computers=(None, None, Computer("easy", 1)))
    room = at.current
    legal = room.seen.legal
    table, place = table_in(room.session), table_in(room.session).place_of(room.session)
    room.act(legal[0])
    status = GameStatus((str(legal[-1]),), 0, 0, room.session.turn, None)
    with pytest.raises(Behind):
        shared_games.append(table.saved_games.archive, 1, table.saved_games.holder, place, status)


def test_a_computer_players_move_is_played_once_and_is_the_same_everywhere(company: Open) -> None:
    at = company("rummy-like", 3, code=4, computers=(None, Computer("medium", 1), None))
    while at.rooms[0].session.computer is None:
        at.play(at.current)
    choices = []
    for room in at.rooms:
        computer, turn = room.session.computer, room.session.turn
        assert computer is not None
        assert turn is not None
        choices.append(choose(room.session.look(turn), computer, room.session.thinking_key()).action)
    assert choices[0] == choices[1]
    assert [room.next_step() for room in at.rooms] == [ComputerThinks(), WaitForOthers()]
    assert isinstance(at.rooms[0].act(choices[0]), Played)
    assert isinstance(at.rooms[1].act(choices[1]), Follow)
    at.follow()
    assert at.rooms[0].session.actions == at.rooms[1].session.actions


def test_another_process_thinks_once_the_first_has_left(company: Open) -> None:
    at = company("rummy-like", 3, computers=(None, Computer("easy", 1), None))
    at.rooms[0].close()
    at.stores[0].close()
    at.rooms[1].look_for_news()
    table_in(at.rooms[1].session)._running.clear()
    assert table_in(at.rooms[1].session).thinks_here


def test_a_move_that_cannot_be_saved_is_not_played(company: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    at = company("clash", 2)
    room = at.current
    action = room.seen.legal[0]
    with monkeypatch.context() as broken:
        broken.setattr(shared_games, "append", failing(StorageFault.DISK_FULL))
        assert room.act(action) == Unplayed("Not played: The disk is full.", is_tried_again=False)
    assert room.session.actions == ()
    assert room.seen.legal
    at.play(room)
    assert len(at.rooms[1].session.actions) == len(room.session.actions) > 0


def test_an_undo_of_this_turn_arrives_everywhere(company: Open) -> None:
    at = company("clash", 2, code=3)
    room = at.current
    for number in range(200):
        room = at.current
        at.play(room, at=number)
        if room.session.is_turn_here and not room.session.why_no_undo():
            break
    other = next(each for each in at.rooms if each is not room)
    before = len(room.session.actions)
    room.undo()
    other.look_for_news()
    undone = other.follow()
    assert isinstance(undone, Undone)
    assert undone.is_by_others
    assert other.session.actions == room.session.actions
    assert len(room.session.actions) < before
    assert other.session.undone == room.session.undone


def test_undone_moves_that_count_as_help_are_saved_and_counted_everywhere(company: Open) -> None:
    at = company("clash", 2, code=3)
    room = at.current
    before = 0
    while len(room.session.actions) < before + 2 or not room.session.is_turn_here:
        room = at.current
        before = len(room.session.actions)
        while room.session.is_turn_here and len(room.session.actions) < before + 2:
            at.play(room, at=len(room.session.actions))
    room.undo()
    assert room.session.undone == 0, "a slip"
    room.undo()
    at.follow()
    assert [each.session.undone for each in at.rooms] == [1, 1]


def rings(room: TableRoom) -> bool:
    """Return whether the bell rings at the next step of a table."""
    step = room.next_step()
    return isinstance(step, YourTurn) and step.rings


def test_the_bell_rings_once_when_the_turn_comes_from_another_screen(company: Open) -> None:
    at = company("clash", 2, first=1)
    first, second = at.rooms
    assert [rings(first), rings(second)] == [True, False], "the last person has come"
    while first.session.is_turn_here:
        at.play(first)
    assert [rings(second), rings(second)] == [True, False]
    assert not rings(first)


def test_the_bell_rings_when_the_last_person_comes(company: Open) -> None:
    at = company("clash", 2)
    room = TableRoom(session := shared_game.host(at.store(), new_session()), table_in(session))
    assert not rings(room)
    shared_game.join(at.store(), table_in(session).code, Person("Bob"))
    room.look_for_news()
    assert rings(room)


def test_no_bell_rings_if_the_settings_switch_it_off_or_a_computer_player_here_has_moved(company: Open) -> None:
    at = company("rummy-like", 3, code=4, computers=(None, Computer("easy", 1), None))
    for room in at.rooms:
        rings(room)
    at.rooms[1].use(Settings(bell="off"))
    while at.rooms[0].session.computer is None:
        at.play(at.current)
    for room in at.rooms:
        rings(room)
    at.rooms[0].act(at.rooms[0].session.look(1).legal[0])
    at.follow()
    assert not rings(at.rooms[0])
    assert not rings(at.rooms[1])


def test_nobody_undoes_once_it_is_somebody_elses_turn(company: Open) -> None:
    at = company("clash", 2)
    first = at.current
    while first.session.is_turn_here:
        at.play(first)
    assert first.session.why_no_undo() == "At a shared table, you can only undo your own moves of this turn."
    before = first.session.actions
    first.do("undo")
    assert first.session.actions == before, "the other is only asked"


def test_who_has_seen_what_depends_only_on_the_log(company: Open) -> None:
    at = company("clash", 2, code=9)
    for number in range(30):
        at.play(at.current, at=number)
        reasons = {room.session.why_no_undo() for room in at.rooms if room.session.is_turn_here}
        loaded = shared_game.watch(at.store(), at.code)
        loaded.here = at.current.session.here
        assert reasons == {loaded.why_no_undo()}


# Coming back


def test_the_same_person_comes_back_to_the_same_seat(company: Open) -> None:
    at = company("clash", 2)
    at.play(at.current)
    at.rooms[1].close()
    at.stores[1].close()
    back = at.join("bob")
    assert back.viewer == 1
    assert back.session.actions == at.rooms[0].session.actions
    assert back.session.names == ("Ann", "Bob")


def test_a_new_process_of_the_same_person_takes_over_only_if_it_replaces(company: Open) -> None:
    at = company("clash", 2)
    with pytest.raises(RequestError, match="Bob is already at this table"):
        at.join("Bob")
    shared_game.join(at.store(), at.code, Person("Bob"), replaces=True)
    at.rooms[1].look_for_news()
    assert at.rooms[1].is_lost


@pytest.mark.parametrize(("name", "refusal"), [("Dan", "The table is full"), ("Ann", "Ann is already at this table")])
def test_a_full_table_takes_nobody_else(name: str, refusal: str, company: Open) -> None:
    at = company("clash", 2)
    with pytest.raises(RequestError, match=refusal):
        at.join(name)


@pytest.mark.parametrize(
    ("code", "refusal"),
    [("xyz", "'xyz' isn't the code of a table"), ("0000-0000", "There's no table with that code"), ("", "isn't the")],
)
def test_a_wrong_code_gets_a_sentence(code: str, refusal: str, company: Open) -> None:
    at = company("clash", 2)
    with pytest.raises(RequestError, match=refusal):
        shared_game.join(at.stores[0], code, Person("Eva"))
    with pytest.raises(RequestError, match=refusal):
        shared_game.watch(at.stores[0], code)


def test_a_new_table_is_deleted_if_its_host_leaves_alone(company: Open) -> None:
    at = company("clash", 2)
    alone = shared_game.host(at.stores[0], new_session())
    assert len(at.stores[0].archive.numbers()) == 2
    table_in(alone).leave(alone)
    assert at.stores[0].archive.numbers() == [1]
    at.rooms[0].close()
    assert at.stores[0].archive.numbers() == [1], "others have joined this one"


def test_a_move_is_refused_soon_while_another_process_is_stopped_in_the_middle_of_its_own(company: Open) -> None:
    at = company("clash", 2)
    with at.store().archive.transaction():
        began = monotonic()
        answer = at.current.act(at.current.seen.legal[0])
        assert answer == Unplayed("Not played: the table is busy. Try again in a moment.", is_tried_again=False)
        assert monotonic() - began < database.BUSY_TIMEOUT_SECONDS
    at.play(at.current)


# Nobody gets a whole game


def test_an_unfinished_game_is_never_loaded_whole(company: Open) -> None:
    at = company("clash", 2)
    store = at.store()
    ways: list[Callable[[int], object]] = [store.resume, store.load, store.archive.record, store.archive.sound_record]
    for way in ways:
        with pytest.raises(SharedGame) as refusal:
            way(1)
        assert storage_sentence(refusal.value).endswith(f"To play on, type: cardtable join {at.code}")
    assert f"table {at.code}" in line(store.archive.entry(1))


def test_a_finished_game_is_a_saved_game_like_any_other(company: Open) -> None:
    at = company("clash", 2, target=0)
    number = 0
    while not at.rooms[0].is_over:
        number += 1
        at.play(at.current, at=number)
    assert at.store().archive.record(1) == record_of(at.rooms[1].session)
    with pytest.raises(RequestError, match="The game at that table is over"):
        at.join("Ann")


def test_a_recovered_table_keeps_its_seats(tmp_path: Path, company: Open) -> None:
    from cardtable.store.archive import Archive
    from cardtable.store.salvage import recover_into

    at = company("clash", 2)
    at.play(at.current)
    with Archive(tmp_path / "new" / "archive.sqlite3") as recovered:
        recover_into(recovered, tmp_path / "archive.sqlite3")
        assert recovered.entry(1).code == at.code
        assert [seat.person for seat in shared_games.read_seats(recovered, 1)] == ["ann", "bob"]
        with pytest.raises(SharedGame):
            recovered.record(1)


@pytest.mark.parametrize("code", ["", "damaged", b"\xff\x00"])
def test_a_recovered_table_whose_code_is_unreadable_gets_a_new_one(tmp_path: Path, company: Open, code: object) -> None:
    from cardtable.store.archive import Archive
    from cardtable.store.salvage import recover_into

    at = company("clash", 2)
    at.play(at.current)
    with at.stores[0].archive.transaction() as db:
        db.execute("UPDATE game SET code = ?", (code,))
    with Archive(tmp_path / "new" / "archive.sqlite3") as recovered:
        recover_into(recovered, tmp_path / "archive.sqlite3")
        assert str(DealCode.parse(recovered.entry(1).code)) != at.code
        assert [seat.person for seat in shared_games.read_seats(recovered, 1)] == ["ann", "bob"]
        with pytest.raises(SharedGame):
            recovered.record(1)


def test_an_unfinished_game_is_not_exported(tmp_path: Path, company: Open) -> None:
    at = company("clash", 2, target=0)
    at.play(at.current)
    archive, out = tmp_path / "archive.sqlite3", tmp_path / "out"
    assert export_games(archive, out) == SalvageResult(withheld=1)
    with at.store().archive.transaction() as db:
        db.execute("UPDATE game SET code = ''")
    assert export_games(archive, out) == SalvageResult(withheld=1), "the seats show that it is shared"
    assert not list(out.iterdir())
    assert saved_words(SalvageResult(withheld=1)) == "1 game still at a shared table, and so not written"


def test_a_finished_game_is_exported(tmp_path: Path, company: Open) -> None:
    at = company("clash", 2, target=0)
    number = 0
    while not at.rooms[0].is_over:
        number += 1
        at.play(at.current, at=number)
    assert export_games(tmp_path / "archive.sqlite3", tmp_path / "out") == SalvageResult(whole=1)


def test_undo_does_not_depend_on_what_others_could_have_played(company: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    at = company("exit-stage-right", 3, computers=(None, None, Computer("easy", 1)))
    played = 0
    while any(room.session.is_turn_here for room in at.rooms):
        at.play(at.current)
        played += 1
    assert played > 1

    def had_choice(session: Session, at: int, seat: int) -> bool:
        assert session.persons[seat] in session.people_here
        return True

    monkeypatch.setattr(Session, "_had_choice", had_choice)
    assert all(room.session.why_no_undo() for room in at.rooms)


@pytest.mark.parametrize("game_id", ["clash", "rummy-like", "tradewinds"])
def test_a_process_shows_nothing_that_its_seat_may_not_know(game_id: str, company: Open) -> None:
    """If the hidden cards were others, every process would be given the same."""
    at = company(game_id, {"clash": 2, "rummy-like": 3, "tradewinds": 4}[game_id], code=11)
    for number in range(12):
        at.play(at.current, at=number)
        for room in at.rooms:
            session, seat = room.session, room.viewer
            state = session.full_state()
            seen = session.look(seat)
            other = session.game.determinize(session.game.view(state, seat), seat, Key(number))
            assert session.game.view(other, seat) == seen.state
            assert room.seen.state == seen.state
            assert seen.viewer in (None, session.own_seat)


# Playing again


def test_the_same_people_meet_at_the_next_table(company: Open) -> None:
    at = company("clash", 2, target=0)
    number = 0
    while not at.rooms[0].is_over:
        number += 1
        at.play(at.current, at=number)
    games = [shared_game.play_again(room.session) for room in at.rooms]
    first, second = map(table_in, games)
    assert first.code == second.code != at.code
    assert [first.own, second.own] == [(0,), (1,)]
    assert games[0].opening == games[1].opening != at.rooms[0].session.opening
    first.refresh()
    first.apply_seats(games[0])
    assert not games[0].is_waiting
    assert games[0].presence == {}


# Somebody leaves


def test_a_computer_player_goes_on_for_somebody_who_has_left(company: Open) -> None:
    at = company("clash", 2)
    while at.current is at.rooms[0]:
        at.play(at.rooms[0])
    first, second = at.rooms
    assert not first.can("substitute")
    second.close()
    at.stores[1].close()
    table_in(first.session).forget_who_is_here()
    first.look_for_news()
    assert first.waiting_text == "Waiting for Bob, who is gone."
    first.do("substitute")
    assert first.next_step() == ComputerThinks()
    computer = first.session.computer
    assert computer == Computer("medium", 1)
    played = len(first.session.actions)
    first.act(choose(first.session.look(1), computer, first.session.thinking_key()).action)
    assert len(first.session.actions) > played
    assert "A computer player plays for Bob." in first.take_news()
    assert not any("plays for" in text for text in first.take_news())
    back = at.join("Bob")
    first.look_for_news()
    while first.is_behind:
        first.follow()
    made = len(first.session.actions)
    for room in (first, back):
        room.look_for_news()
        lines = [line for line in log_lines(room.seen) if line.text.startswith("A computer player plays for Bob: ")]
        assert {line.move for line in lines} == set(range(played + 1, made + 1))
    assert back.session.stand_ins == first.session.stand_ins == {}


def test_whoever_let_a_computer_player_go_on_stays_when_the_person_is_back(company: Open) -> None:
    at = company("clash", 2)
    while at.current is at.rooms[0]:
        at.play(at.rooms[0])
    first, second = at.rooms
    second.close()
    at.stores[1].close()
    table_in(first.session).forget_who_is_here()
    first.look_for_news()
    first.do("substitute")
    computer, played = first.session.computer, len(first.session.actions)
    assert computer is not None
    back = at.join("Bob")  # while the computer player thinks at the first screen
    choice = choose(first.session.look(1), computer, first.session.thinking_key())
    assert isinstance(first.act(choice.action), Follow)
    first.look_for_news()
    assert not table_in(first.session).is_lost
    assert (len(first.session.actions), first.session.computer) == (played, None)
    back.act(back.seen.legal[0])
    first.look_for_news()
    assert first.is_behind


def test_the_others_see_who_is_away(company: Open) -> None:
    at = company("clash", 2)
    first, second = at.rooms
    second.note_idle(61)
    first.look_for_news()
    assert first.seen.player_with_level(1) == "Bob (away)"
    second.note_idle(0)
    first.look_for_news()
    assert first.seen.player_with_level(1) == "Bob"
