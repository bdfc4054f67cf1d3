"""What the lobby offers: games to continue, the next lesson, and a welcome for newcomers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.deal_line import COMMA
from cardtable.formats.notation import format_game, format_position
from cardtable.formats.record import dump_record
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import lessons_of
from cardtable.rooms.goto import ToStatistics, ToTable
from cardtable.rooms.lobby import LobbyRoom
from cardtable.rooms.offers import LobbyOffers, lesson_in_words, read_offers
from cardtable.rooms.records import Records
from cardtable.rooms.response import AskText
from cardtable.store.errors import StorageError, StorageFault
from cardtable.store.paths import archive_file
from cardtable.table.command_lines import deal_text
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.commands.data_folders import execute_sql
from tests.table.sittings import STAGE, play_on
from tests.table.sittings import sit as sit_at_table


def sit() -> Session:
    """Return a new game of Exit Stage Right."""
    return sit_at_table(STAGE, 1, hand_size=5)


@pytest.fixture
def saved_games() -> Iterator[LazyArchive]:
    opened = LazyArchive()
    yield opened
    opened.close()


def learn(saved_games: LazyArchive, game_id: str, done: int, begun: int = 0) -> None:
    """Save the first lessons of a game as done, and the following ones as begun."""
    record = LearningRecord(lambda: saved_games.archive)
    for at, entry in enumerate(lessons_of(game_id)[: done + begun]):
        record.save_lesson(game_id, entry.name, LessonProgress(step=1), is_over=at < done)


def test_a_player_without_saved_games_is_a_newcomer_and_gets_no_database(saved_games: LazyArchive) -> None:
    assert read_offers(saved_games) == LobbyOffers(is_newcomer=True)
    assert not archive_file().exists()


@pytest.mark.parametrize(
    ("finished", "learned", "expected"),
    [(0, 0, True), (0, 2, True), (0, 3, False), (2, 0, True), (3, 0, False), (1, 1, True), (1, 2, False)],
)
def test_a_newcomer_has_finished_fewer_than_three_games_and_lessons(
    saved_games: LazyArchive, finished: int, learned: int, expected: bool
) -> None:
    for number in range(finished):
        saved_games.save(session := sit())
        play_on(session, Key(number), 999)
    saved_games.save(session := sit())
    session.act(session.look(session.turn).legal[0])
    learn(saved_games, "clash", learned, begun=1)
    offers = read_offers(saved_games)
    assert offers.is_newcomer is expected
    assert (len(offers.entries), len(offers.in_progress)) == (finished + 1, 1)
    assert offers.known == {*["exit-stage-right"] * bool(finished), *["clash"] * bool(learned)}
    assert offers.lesson == lessons_of("clash")[learned]
    assert lesson_in_words(offers.lesson) == f"lesson {learned + 1} of Clash: {offers.lesson.title}."


def test_a_player_whose_saved_games_cannot_be_read_is_no_newcomer(
    saved_games: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(saved_games, "clash", 1)

    def refuse(self: LazyArchive) -> None:
        raise StorageError(StorageFault.OTHER)

    monkeypatch.setattr(LazyArchive, "archive", property(refuse))
    assert read_offers(saved_games) == LobbyOffers(fault="The saved-games database can't be used.")


def test_a_player_with_a_damaged_game_is_no_newcomer(saved_games: LazyArchive) -> None:
    number = saved_games.add_game(sit())
    execute_sql(archive_file().parent, f"UPDATE game SET length = -1 WHERE id = {number}")
    offers = read_offers(saved_games)
    assert [game.id for game in offers.damaged] == [number]
    assert not offers.is_newcomer


def test_a_deal_line_a_position_or_a_record_opens_a_game(saved_games: LazyArchive, tmp_path: Path) -> None:
    lobby, session = LobbyRoom(Records(saved_games)), sit()
    session.act(session.look(session.turn).legal[0])
    position, record, moves = tmp_path / "a position, later", tmp_path / "game.json", tmp_path / "game.txt"
    position.write_text(format_position(session.game, session.full_state()), "utf-8")
    record.write_text(dump_record(record_of(session)), "utf-8")
    moves.write_text(format_game(record_of(session)), "utf-8")
    for source in (position, record, moves):
        response = lobby.do("open", str(source))
        assert isinstance(response, ToTable)
        assert response.session.full_state() == session.full_state()
    response = lobby.do("open", deal_text(session, COMMA))
    assert isinstance(response, ToTable)
    assert (
        response.session.full_state()
        == Session(session.game, session.options, session.names, session.opening).full_state()
    )


def test_a_file_that_holds_no_game_is_refused(saved_games: LazyArchive, tmp_path: Path) -> None:
    lobby, text = LobbyRoom(Records(saved_games)), tmp_path / "text"
    with pytest.raises(ValueError, match=r"^Can't read the file"):
        lobby.do("open", str(text))
    text.write_text("Dear diary,", "utf-8")
    with pytest.raises(ValueError, match=r"^This position is for a game that isn't installed: 'dear'"):
        lobby.do("open", str(text))
    assert isinstance(lobby.do("open"), AskText)


def test_statistics_of_the_daily_deal_have_a_page(saved_games: LazyArchive) -> None:
    assert LobbyRoom(Records(saved_games)).do("statistics", "Daily") == ToStatistics("daily")
