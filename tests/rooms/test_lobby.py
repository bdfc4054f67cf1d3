"""What the lobby offers: games to continue, the next lesson, and a welcome for newcomers."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtable.engine.chance import Key
from cardtable.formats.deal_line import COMMA
from cardtable.formats.notation import format_game, format_position
from cardtable.formats.record import dump_record
from cardtable.lessons.learning_record import LearningRecord
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.library import lessons_of
from cardtable.rooms.kit.goto import (
    ToDaily,
    ToGame,
    ToLearn,
    ToLesson,
    ToPractice,
    ToReplay,
    ToRules,
    ToSavedReplay,
    ToSavedReview,
    ToSetUp,
    ToStatistics,
    ToTable,
    ToWhichGame,
)
from cardtable.rooms.kit.offers import LobbyOffers, lesson_in_words, read_offers
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import AskText, Response
from cardtable.rooms.lobby import NO_GAMES, LobbyRoom, older_lines
from cardtable.store.errors import StorageFault
from cardtable.store.paths import archive_file
from cardtable.table.command_lines import deal_text
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.recording import record_of
from cardtable.table.session import Session
from tests.commands.data_folders import execute_sql
from tests.rooms.examples import refusal
from tests.table.saved_games import failing
from tests.table.sittings import STAGE, play_on, played
from tests.table.sittings import sit as sit_at_table


def sit() -> Session:
    """Return a new game of Exit Stage Right."""
    return sit_at_table(STAGE, 1, hand_size=5)


def learn(store: LazyArchive, game_id: str, done: int, begun: int = 0) -> None:
    """Save the first lessons of a game as done, and the following ones as begun."""
    record = LearningRecord(lambda: store.archive)
    for at, entry in enumerate(lessons_of(game_id)[: done + begun]):
        record.save_lesson(game_id, entry.name, LessonProgress(step=1), is_over=at < done)


def test_a_player_without_saved_games_is_a_newcomer_and_gets_no_database(store: LazyArchive) -> None:
    assert read_offers(Records(store)) == LobbyOffers(is_newcomer=True, tables=[], here=[])
    assert not archive_file().exists()


@pytest.mark.parametrize(
    ("finished", "learned", "expected"),
    [(0, 0, True), (0, 2, True), (0, 3, False), (2, 0, True), (3, 0, False), (1, 1, True), (1, 2, False)],
)
def test_a_newcomer_has_finished_fewer_than_three_games_and_lessons(
    store: LazyArchive, finished: int, learned: int, expected: bool
) -> None:
    for number in range(finished):
        store.save(session := sit())
        play_on(session, Key(number), 999)
    store.save(session := sit())
    session.act(session.look(session.turn).legal[0])
    learn(store, "clash", learned, begun=1)
    offers = read_offers(Records(store))
    assert offers.is_newcomer is expected
    assert (len(offers.entries), len(offers.in_progress)) == (finished + 1, 1)
    assert offers.known == {*["exit-stage-right"] * bool(finished), *["clash"] * bool(learned)}
    assert offers.lesson == lessons_of("clash")[learned]
    assert lesson_in_words(offers.lesson) == f"lesson {learned + 1} of Clash: {offers.lesson.title}."


def test_a_player_whose_saved_games_cannot_be_read_is_no_newcomer(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(store, "clash", 1)

    monkeypatch.setattr(LazyArchive, "archive", property(failing(StorageFault.OTHER)))
    assert read_offers(Records(store)) == LobbyOffers(fault="The saved-games database can't be used.")


def test_a_player_with_a_damaged_game_is_no_newcomer(store: LazyArchive) -> None:
    number = store.add_game(sit())
    execute_sql(archive_file().parent, f"UPDATE game SET length = -1 WHERE id = {number}")
    offers = read_offers(Records(store))
    assert [game.id for game in offers.damaged] == [number]
    assert not offers.is_newcomer


def test_a_deal_line_a_position_or_a_record_opens_a_game(store: LazyArchive, tmp_path: Path) -> None:
    lobby, session = LobbyRoom(Records(store)), sit()
    session.act(session.look(session.turn).legal[0])
    position, record, moves = tmp_path / "a position, later", tmp_path / "game.json", tmp_path / "game.txt"
    position.write_text(format_position(session.game, session.full_state()), "utf-8")
    record.write_text(dump_record(record_of(session)), "utf-8")
    moves.write_text(format_game(record_of(session)), "utf-8")
    for source in (position, record, moves):
        response = lobby.do("open-game", str(source))
        assert isinstance(response, ToTable)
        assert response.session.full_state() == session.full_state()
    response = lobby.do("open-game", f"{deal_text(session, COMMA)}: +6, par +10")
    assert isinstance(response, ToTable)
    assert (
        response.session.full_state()
        == Session(session.game, session.options, session.names, session.opening).full_state()
    )


def test_the_record_of_a_finished_game_opens_as_a_replay(saved_games: LazyArchive, tmp_path: Path) -> None:
    play_on(session := sit(), Key(1), 999)
    path = tmp_path / "game.json"
    path.write_text(dump_record(record_of(session)), "utf-8")
    assert isinstance(LobbyRoom(Records(saved_games)).do("open-game", str(path)), ToReplay)


def test_a_file_that_holds_no_game_is_refused(store: LazyArchive, tmp_path: Path) -> None:
    lobby, text = LobbyRoom(Records(store)), tmp_path / "text"
    with pytest.raises(ValueError, match=r"^Can't read the file"):
        lobby.do("open-game", str(text))
    text.write_text("Dear diary,", "utf-8")
    with pytest.raises(ValueError, match=r"^This position is for a game that isn't installed: 'dear'"):
        lobby.do("open-game", str(text))
    assert isinstance(lobby.do("open-game"), AskText)


# What is typed


@pytest.fixture
def lobby(store: LazyArchive) -> LobbyRoom:
    return LobbyRoom(Records(store))


@pytest.mark.parametrize("text", ["5", "Clash", "clash", "clsh"])
def test_a_game_is_found_by_its_number_or_name_with_a_wrong_letter(lobby: LobbyRoom, text: str) -> None:
    assert lobby.new_game(text) == lobby.do("play", text) == ToSetUp("clash")


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("tic tac toe", "'tic tac toe' is neither a game nor a command. Type a number from 1 to 5, the name of a game"),
        ("99", "Type a number from 1 to 5, the name of a game, or help."),
        ("rummy --name Ann", "Flags such as --name only work on the command line. Here, type just the number or name"),
        ("clash -q", "Flags such as -q only work on the command line."),
        ("clash --name=Ann", "Flags such as --name only work on the command line."),
        ("exit-stage-right, challenge", "A deal line must end with"),
    ],
)
def test_anything_else_starts_no_game(lobby: LobbyRoom, text: str, refused: str) -> None:
    assert refusal(lobby, "play", text).startswith(refused)


@pytest.mark.parametrize(
    ("command", "text", "place"),
    [
        ("learn", "", ToLearn()),
        ("learn", "clash", ToLearn("clash")),
        ("learn", "5", ToLearn("clash")),
        ("learn", "clash 3", ToLearn("clash", "3")),
        ("learn", "exit stage right test", ToLearn("exit-stage-right", "test")),
        ("learn", "1 99", ToLearn("exit-stage-right", "99")),
        ("rules", "clash", ToRules("clash")),
        ("rules", "es-4", ToRules("exit-stage-right", "ES-4")),
        ("statistics", "", ToStatistics()),
        ("statistics", "5", ToStatistics("clash")),
        ("statistics", "Daily", ToStatistics("daily")),
        ("practice", "Daily", ToPractice("daily")),
        ("daily", "yesterday", ToDaily("yesterday")),
        ("earlier", "", ToDaily("earlier")),
        ("alone", "", ToWhichGame("alone")),
        ("together", "", ToWhichGame("together")),
    ],
)
def test_each_word_opens_a_room(lobby: LobbyRoom, command: str, text: str, place: Response) -> None:
    assert lobby.do(command, text) == place


def test_a_game_is_asked_for_if_it_is_missing(lobby: LobbyRoom) -> None:
    for command, question, place in (
        ("play", "Which game?", ToSetUp("clash")),
        ("rules", "Rules of which game?", ToRules("clash")),
    ):
        ask = lobby.do(command)
        assert isinstance(ask, AskText)
        assert ask.question.endswith(f"\n{question} Type its number or name, or press Enter to go back:")
        assert ask.take("5") == place
    assert refusal(lobby, "practice", "dance").startswith("Type practice on its own, or with ")


def test_saved_games_are_continued_replayed_and_reviewed_by_their_numbers(lobby: LobbyRoom, store: LazyArchive) -> None:
    lobby.refresh()
    assert refusal(lobby, "saved") == NO_GAMES
    assert refusal(lobby, "continue").startswith("You have no game in progress. ")
    assert refusal(lobby, "replay") == "You have no saved games to replay."
    assert refusal(lobby, "review") == "You have no saved games to review."
    for session in (sit(), played(STAGE, seats=1), played(STAGE, seats=2), sit()):
        store.add_game(session)
    lobby.refresh()
    assert (lobby.do("continue"), lobby.do("continue", "1")) == (ToGame(4), ToGame(1))
    assert refusal(lobby, "continue", "2").startswith("No game in progress has that number.")
    assert (lobby.do("replay", "2"), lobby.do("review", "3")) == (ToSavedReplay(2), ToSavedReview(3))
    assert refusal(lobby, "replay", "9").startswith("No saved game has that number. To hear your saved games, type")
    for text in ("", "the game"):
        ask = lobby.do("replay", text)
        assert isinstance(ask, AskText)
        assert [line.split()[0] for line in ask.question.splitlines()] == ["4", "1", "3", "2", "Which"]
        assert ask.take("3") == ToSavedReplay(3)
        with pytest.raises(ValueError, match=r"No saved game that you can replay has that number\."):
            ask.take("clash")
    ask = lobby.do("review")
    assert isinstance(ask, AskText)
    assert [line.split()[0] for line in ask.question.splitlines()] == ["3", "2", "Which"], "the others aren't finished"


def test_games_that_a_list_leaves_out_are_counted() -> None:
    found = [older_lines(count) for count in range(3)]
    assert found == [[], ["There is also 1 older game."], ["There are also 2 older games."]]


# The rows of the app


def test_the_rows_offer_the_next_lesson_until_there_is_none(store: LazyArchive) -> None:
    room, lessons = LobbyRoom(Records(store), ""), lessons_of("exit-stage-right")

    def learn_row() -> str:
        return next(row.about for row in room.doors if row.id == "learn")

    room.refresh()
    assert [row.label for row in room.welcome] == ["A three-minute lesson", "Play alone", "Play together"]
    learn(store, "exit-stage-right", 1, begun=1)
    room.refresh()
    assert (room.welcome[0].label, room.welcome[0].place) == (f"Lesson 2: {lessons[1].title}", ToLesson(STAGE.id))
    assert learn_row().startswith("Lessons at a real table"), "it is offered once"
    for done, offer in (
        (3, f"Next is lesson 4 of Exit Stage Right: {lessons[3].title}."),
        (len(lessons), "Lessons at a real table, endless exercises, and tests."),
    ):
        learn(store, "exit-stage-right", done)
        room.refresh()
        assert (room.welcome, learn_row()) == ((), offer)


def test_a_row_opens_its_room_at_the_game_under_the_cursor(store: LazyArchive) -> None:
    store.add_game(sit())
    learn(store, "clash", 1)
    room = LobbyRoom(Records(store), "")
    room.refresh()
    assert refusal(room, "rules") == "Select a game first, to read its rules."
    for cursor, game_id in (("in-progress 1", STAGE.id), ("alone", STAGE.id), ("lesson", "clash"), ("clash", "clash")):
        room.cursor = cursor
        assert room.do("rules") == ToRules(game_id)
    assert (room.do("learn"), room.choose("in-progress 1")) == (ToLearn("clash"), ToGame(1))
    room.cursor = "statistics"
    assert room.do("learn") == ToLearn()
    assert (room.choose("clash"), room.choose("alone")) == (ToSetUp("clash"), ToWhichGame("alone"))
