"""What a set-up starts from, and the questions that it asks in plain mode."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.formats.computers import Computer
from cardtable.rooms.kit.goto import ToTable
from cardtable.rooms.kit.response import Leave, Response, Say
from cardtable.rooms.kit.set_up_answers import SetUpMemory, Who, WhoPlays
from cardtable.rooms.set_up import SetUpRoom
from cardtable.store.paths import archive_file
from cardtable.table.dealing import open_hands
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.session import Session, fresh_code
from tests.table.entries import row
from tests.table.sittings import sit

USUAL = ("Tess",)
ES, CLASH, TRADEWINDS = SHIPPED["exit-stage-right"], SHIPPED["clash"], SHIPPED["tradewinds"]
EASY = (None, Computer("easy", 1))


def started(room: SetUpRoom) -> Session:
    """Return the game that the answers start."""
    response = room.start()
    assert isinstance(response, Leave)
    assert isinstance(response.then, ToTable)
    return response.then.session


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


def test_without_saved_games_a_set_up_starts_with_the_usual_players(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
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


def test_a_set_up_starts_with_the_players_of_the_latest_game_of_its_kind(store: LazyArchive) -> None:
    store.save(sit(CLASH, 2, computers=EASY))
    store.save(sit(ES, 2))
    memory = SetUpMemory(store)
    assert memory.start(CLASH, USUAL).players == WhoPlays(CLASH, 2, "company", ("Ann", ""), "easy", (None, "easy"))
    assert memory.start(TRADEWINDS, ()).players.names == (), "several people played the latest game"
    store.save(sit(CLASH, 2, computers=EASY))
    assert SetUpMemory(store).start(TRADEWINDS, ()).players.names == ("Ann",)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_set_up_starts_with_the_options_of_the_latest_game_of_its_kind(store: LazyArchive, seats: int) -> None:
    options = ES.presets[1].options
    alone = Session(
        ES, open_hands(options) if seats == 2 else options, ("Ann", "Ben")[:seats], fresh_code(), (0,) * seats
    )
    store.save(alone)
    start = SetUpMemory(store).start(ES, ())
    assert start.options == options, "open hands come from playing both players"
    assert start.players.seats == seats


def test_a_later_game_changes_who_plays_but_a_set_up_left_later_keeps_its_answers(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
    store.save(sit(CLASH, 2, computers=EASY))
    start = memory.start(CLASH, ())
    changed = replace(start, players=replace(start.players, who="people"), deal="K7QF2M9X")
    memory.leave(changed)
    assert memory.start(CLASH, ()) == changed
    deals = [SetUpRoom(memory, CLASH, (), is_heard=is_heard).deal for is_heard in (False, True)]
    assert deals == ["K7QF2M9X", ""], "plain mode begins with new cards"
    memory.finish(changed)
    assert memory.start(CLASH, ()) == replace(changed, deal="")
    store.save(sit(CLASH, 2, computers=EASY))
    assert memory.start(CLASH, ()).players == start.players


def test_a_newcomer_says_with_whom_to_play(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
    who = {
        game: [memory.start(game, (), each).players for each in ("alone", "together")]
        for game in (ES, CLASH, TRADEWINDS)
    }
    assert [(players.seats, players.who) for players in who[ES]] == [(1, "people"), (2, "people")]
    assert [(players.seats, players.who) for players in who[CLASH]] == [(2, "company"), (2, "people")]
    assert [(players.seats, players.who) for players in who[TRADEWINDS]] == [(4, "one"), (4, "people")]


def test_the_names_of_recent_games_and_the_usual_ones_are_suggested_latest_first(store: LazyArchive) -> None:
    for names in (("Ann", "Ben", "Cyd", "Dot"), ("Eli",)):
        store.save(Session(ES, ES.resolve_defaults(ES.options(), len(names)), names, fresh_code()))
    room = SetUpRoom(SetUpMemory(store), ES, ("Fay",))
    assert room.known_names == ["Eli", "Ann", "Ben", "Cyd", "Dot", "Fay"]
    room.keep_left_name("Gus")
    assert room.known_names[0] == "Gus"
    room.set_seats(3)
    room.players = replace(room.players, who="people", names=("Ann",))
    assert room.offered_names(0) == ("", "Gus", "Eli", "Ann", "Ben", "Cyd", "Dot", "Fay")
    assert room.offered_names(1) == ("", "Gus", "Eli", "Ben", "Cyd", "Dot", "Fay"), "Ann has another seat"


def test_people_keep_the_names_of_the_last_game_if_none_are_typed(store: LazyArchive) -> None:
    room = SetUpRoom(SetUpMemory(store), ES, ())
    room.set_seats(3)
    room.players = replace(room.players, who="each", levels=("easy", None, None), names=("Ann",))
    assert room.usual_names == ["Ann"], "a seat of its own or another"
    with pytest.raises(ValueError, match=r"Type 2 names, not 3\."):
        room.set_names(["Ann", "Ben", "Cyd"])
    room.set_names(["Ben"])
    assert room.players.names == ("", "Ben", "")
    assert room.usual_names == ["Ben", ""]


# Answers


def test_one_person_in_every_seat_sees_all_hands_of_a_cooperative_game(store: LazyArchive) -> None:
    room = SetUpRoom(SetUpMemory(store), TRADEWINDS, ())
    assert room.opens_hands
    assert "open_hands" not in [each.name for each in room.open_fields], "there is nothing to choose"
    session = started(room)
    assert (session.has_one_player, session.options.open_hands) == (True, True)
    room.players = replace(room.players, who="people")
    assert "open_hands" in [each.name for each in room.open_fields]


def test_six_people_have_the_names_that_were_typed_or_those_of_their_seats(store: LazyArchive) -> None:
    room = SetUpRoom(SetUpMemory(store), ES, ())
    room.set_seats(6)
    room.set_name(0, "  Zoë\u202e ")
    room.set_name(5, "[red]Bob[/]")
    session = started(room)
    assert session.names == ("Zoë", "Player 2", "Player 3", "Player 4", "Player 5", "[red]Bob[/]")
    assert session.persons == (0, 1, 2, 3, 4, 5)


def test_an_invalid_answer_has_a_reason(store: LazyArchive) -> None:
    room = SetUpRoom(SetUpMemory(store), ES, ())
    room.set_seats(6)
    for seat, name in ((0, "Ann"), (1, "ann")):
        room.set_name(seat, name)
    assert room.fault == "Players 1 and 2 can't both be called ann."
    room.set_name(1, "")
    room.set_option("hand_size", 9)
    assert room.fault == "With 6 players, a hand has 5 to 6 Singles."
    with pytest.raises(ValueError, match="5 to 6"):
        room.start()


def test_the_options_are_named_after_their_preset(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
    room = SetUpRoom(memory, ES, ())
    assert (room.options_in_short, room.about_options) == (
        "By the book, a new deal",
        "You don't have to change anything.",
    )
    room.options = ES.presets[1].options
    assert room.options_in_short == "Challenge, a new deal"
    assert started(room).options.refill_count == "all"
    room.set_option("hand_size", 6)
    assert room.preset_name == "custom"
    assert SetUpRoom(memory, ES, ()).about_options == "The options are as you last left them: Challenge."


def test_a_deal_line_brings_its_players_and_options_and_a_discarded_deal_comes_back(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
    room = SetUpRoom(memory, CLASH, ())
    room.set_deal("clash, players me+easy, target 3, K7QF-2M9X")
    assert (room.deal, room.players.who, room.computers[1], room.options.target) == (
        "K7QF-2M9X",
        "each",
        Computer("easy", 1),
        3,
    )
    room.set_deal("")
    room.keep_left_deal("nbvv-bh")
    room.leave()
    assert SetUpRoom(memory, CLASH, ()).left_deal == "nbvv-bh"
    with pytest.raises(ValueError, match="deal code"):
        room.set_deal("zzz")


# The questions of plain mode


def asking(store: LazyArchive, game: AnyGame) -> SetUpRoom:
    return SetUpRoom(SetUpMemory(store), game, (), is_heard=True)


def test_only_questions_with_several_answers_are_asked_and_back_returns_to_them(store: LazyArchive) -> None:
    room, asked = asking(store, ES), list[str]()

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


def test_back_at_the_first_question_leaves_and_the_answers_are_kept(store: LazyArchive) -> None:
    memory = SetUpMemory(store)
    room = SetUpRoom(memory, CLASH, (), is_heard=True)
    room.players = replace(room.players, who="each", levels=("easy", None))
    assert room.do("back") == Leave()
    assert memory.start(CLASH, ()).players == room.players


@pytest.mark.parametrize(("changes", "question"), [({}, "seats"), ({"hand_size": 8}, "rules")])
def test_a_game_that_cannot_start_asks_again_from_what_was_changed(
    store: LazyArchive, changes: dict[str, int], question: str
) -> None:
    room = asking(store, ES)
    room.options = replace(room.options, **changes)
    room.set_seats(2)
    while room.question != "who":
        room.go_on()
    room.players = replace(room.players, who="people", names=("Ann", "Ann"))
    room.go_on()
    with pytest.raises(ValueError, match="Ann"):
        room.go_on()
    assert room.question == question


def test_a_deal_code_can_be_typed_at_any_question(store: LazyArchive) -> None:
    room = asking(store, CLASH)
    assert room.do("other-deal", "k7qf2m9x") == Say("The cards will be those of deal code K7QF-2M9X.")
    with pytest.raises(ValueError, match="type play before it"):
        room.do("other-deal", "clash, players me+easy, K7QF-2M9X")
    with pytest.raises(ValueError, match="deal code"):
        room.do("other-deal", "K7QF")
    assert str(started(room).deal_code) == "K7QF-2M9X"
    room.do("other-deal", "")
    assert room.deal == ""
