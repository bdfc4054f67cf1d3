"""The table where a game is played: what is refused and why, hints, undo, saving, the end, and leaving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardtable.engine.chance import Key
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.exit_stage_right import GAME as ES
from cardtable.engine.games.wind_city import GAME as WC
from cardtable.engine.games.wind_city.houses import suggested_house
from cardtable.formats.notation import read_record_file
from cardtable.players.hints import Hint, HintsQuestion
from cardtable.rooms.hand_over import HandOverRoom
from cardtable.rooms.kit.goto import ToLostGame, ToReplay, ToTable, ToWhatIf
from cardtable.rooms.kit.response import Ask, AskText, Leave, OwnWay, Read, Response, Say, ShowLog, Stay, Think
from cardtable.rooms.kit.turns import AskEverybody, Played, Saved, SavingFailed, ShowHints, Undone
from cardtable.rooms.table import LOOKING, NO_HINTS, TableRoom
from cardtable.rooms.what_if import WhatIfRoom
from cardtable.store.errors import TakenOver
from cardtable.table.lazy_archive import GameSaver, LazyArchive
from cardtable.table.recording import open_session
from cardtable.table.session import Session
from tests.games.wind_city_positions import state, with_card
from tests.rooms.examples import Unsaved, refusal
from tests.table.saved_games import number_of, saver_of
from tests.table.sittings import COMPUTERS, UNREVEALING, play_on, played, sit, sit_at, truth
from tests.tui.boards.rummy_like_boards import NO_SET
from tests.tui.table.computer_players import MEDIUM

CLASH = SHIPPED["clash"]


class Lost(Unsaved):
    """A journal of a game that another window has taken over."""

    def before_action(self, session: Session, action: Any, state: Any) -> None:
        raise TakenOver

    def before_undo(self, session: Session, state: Any, undone: int) -> None:
        raise TakenOver

    def before_hint(self, session: Session, hinted: int) -> None:
        raise TakenOver


def table(session: Session | None = None) -> TableRoom:
    """Return a table that isn't saved, with the player to move at the keyboard; usually, somebody plays alone."""
    room = TableRoom(session or sit(ES, 1), None)
    room.start_turn()
    return room


def act(room: TableRoom) -> Response:
    """Play the first legal action."""
    return room.act(room.session.game.legal(room.session.full_state())[0])


# Moves


def test_an_undo_tells_how_many_moves_after_the_players_own_it_takes_back() -> None:
    room = table(sit(CLASH, 2, computers=(None, MEDIUM), first=1))
    act(room)
    while room.session.computer is not None:
        act(room)
    undone = room.do("undo")
    assert isinstance(undone, Undone)
    first, *later = undone.actions
    assert undone.sentence.startswith(f"Undone: {first} and {len(later)} move")
    assert (undone.them, len(later) > 0) == ("them", True)


def test_moves_are_played_undone_and_redone() -> None:
    room = table()
    assert refusal(room, "undo") == "There's nothing to undo yet."
    assert act(room) == Played(0, 0, by_computer=False, is_public=False)
    (action,) = room.session.actions
    undone = room.do("undo")
    assert undone == Undone((action,), is_public=False)
    assert undone.sentence == f"Undone: {action}."
    assert room.do("redo") == Played(0, 0, by_computer=False, is_public=False)
    assert refusal(room, "redo") == "There's nothing to redo."


def test_everybody_sees_a_move_before_the_keyboard_is_passed_on() -> None:
    room = table(sit(ES, 2, **UNREVEALING))
    assert act(room) == Played(0, 0, by_computer=False, is_public=True)
    room.viewer = None
    assert room.keyboard.prompt("see your cards").startswith("Pass the keyboard to Bob. Bob, press")
    undone = room.do("undo")
    assert isinstance(undone, Undone)
    assert undone.sentence == "The last move is undone.", "the card may be secret"
    assert room.keyboard.must_change_hands, "the other player's hand must not be shown yet"


def insuring() -> TableRoom:
    """Return a table of three people at which Ann has a secret plan, and Bob is asked whether he buys insurance."""
    cards = with_card("N1:2 S2:1 E1:1 W1:1 H:4")
    room = table(sit_at(WC, state("A7! C6!", "E5 F6 D9", "B8", at="D5", card=1, options=cards)))
    played = [room.act(WC.parse(typed)) for typed in ("4", "done", "offer")]
    assert played[-1] == Played(2, 0, by_computer=False, is_public=False)
    return room


def test_a_player_who_needs_no_hidden_cards_is_asked_while_no_hand_is_shown() -> None:
    room = insuring()
    assert room.session.is_private(0), "Ann's plan is still secret"
    assert not room.keyboard.must_change_hands
    room.start_turn()
    assert room.viewer == 1
    room.act(WC.parse("done"))
    assert not room.keyboard.must_change_hands, "Cleo is asked, too"
    room.start_turn()
    played = room.act(WC.parse("done"))
    assert isinstance(played, Played)
    assert played.is_public, "Bob has drawn a card"
    assert room.keyboard.is_passed_on
    assert room.keyboard.must_change_hands


def test_a_question_to_everybody_that_changes_nothing_shows_the_same_player_the_table_again() -> None:
    room = insuring()
    room.start_turn()
    ask = room.do("undo")
    assert isinstance(ask, AskEverybody)
    assert ask.back() is None, "the room is shown again, because Bob has nothing to hide"


def test_a_hand_is_hidden_as_soon_as_it_gets_cards_that_others_must_not_see() -> None:
    room = table(sit(WC, 2, first=1))
    room.act(room.seen.legal[0])
    while truth(room.session).phase == "houses":
        room.start_turn()
        assert not room.keyboard.must_change_hands, "there are no secrets while houses are placed"
        room.act(suggested_house(truth(room.session)))
    assert room.keyboard.must_change_hands
    assert room.viewer is None
    assert room.keyboard.prompt("choose") == "Ann, press space to choose."


def test_after_a_computer_players_move_people_come_to_the_keyboard_again() -> None:
    """Everybody has watched the computer player, so the hand of the next player must not appear by itself."""
    room = table(sit(SHIPPED["rummy-like"], 3, computers=(None, MEDIUM, None)))
    moves = [act(room)]
    while not isinstance(moves[-1], Played) or not moves[-1].by_computer or room.session.computer is not None:
        if room.session.computer is None:
            room.start_turn()
        else:
            assert room.viewer is None
            assert not room.keyboard.must_change_hands
        moves.append(act(room))
    assert isinstance(moves[-1], Played)
    assert moves[-1].is_public
    assert room.keyboard.must_change_hands


@pytest.mark.parametrize(
    ("persons", "options", "is_public"),
    [
        (None, {}, [True, True, True]),
        ((0, 0, 0), {}, [False, False, False]),
        (None, {"open_hands": True}, [False, False, False]),
        ((0, 0, 1), {}, [False, True, True]),
    ],
    ids=["three people", "one person", "open hands", "two seats of one person"],
)
def test_the_keyboard_is_passed_on_only_between_people_with_hidden_hands(
    persons: tuple[int, ...] | None, options: dict[str, Any], is_public: list[bool]
) -> None:
    room, found = table(sit(ES, 3, persons=persons, first=1, **options)), list[bool]()
    for seat in range(3):
        assert room.viewer == seat
        played = act(room)
        assert isinstance(played, Played)
        found.append(played.is_public)
        room.start_turn()
    assert found == is_public


@pytest.mark.parametrize("answer", [0, 1, None], ids=["no", "yes", "back"])
@pytest.mark.parametrize(
    ("options", "is_seen", "reason"),
    [
        ({"first": 1}, False, "You can't undo this: it revealed hidden cards."),
        (UNREVEALING, True, "Too late to undo: Bob has already seen the table."),
    ],
)
def test_a_move_that_told_somebody_something_is_undone_only_if_everybody_agrees(
    options: dict[str, Any], is_seen: bool, reason: str, answer: int | None
) -> None:
    room = table(sit(ES, 2, **options))
    act(room)
    if is_seen:
        room.start_turn()
    ask = room.do("undo")
    assert isinstance(ask, AskEverybody)
    assert ask.question == f"{reason} Does everybody at the table agree to undo the last move?"
    assert room.viewer is None, "everybody reads the question"
    response = ask.back() if answer is None else ask.choices[answer].take()
    assert (len(room.session.actions), isinstance(response, Undone)) == ((0, True) if answer else (1, False))


def test_only_the_player_to_move_plays_or_gets_hints() -> None:
    room = table(sit(CLASH, 2, computers=(None, COMPUTERS[2])))
    while room.session.computer is None:
        act(room)
    assert refusal(room, "hint") == "You can only have a hint on your turn."
    assert refusal(room, "type") == "It isn't your turn, so you have no moves."
    assert refusal(room, "moves") == "It isn't your turn, so you have no moves."


# Hints


def test_hints_take_time_and_count_as_help_once_they_are_shown() -> None:
    room = table()
    think = room.do("hint")
    assert isinstance(think, Think)
    assert (think.question, think.notice) == (HintsQuestion(room.seen, room.session.thinking_key()), LOOKING)
    assert (room.is_looking, room.session.hinted) == (True, 0)
    hints = (Hint(room.seen.legal[0], "", "Why.", "Red"),)
    assert think.take(hints) == ShowHints(hints, "Hints count as help in the result.")
    assert (room.is_looking, room.session.hinted) == (False, 1)
    assert think.take(hints) == ShowHints(hints, ""), "the note comes once"
    assert think.take(None) == Say(NO_HINTS)
    assert room.session.hinted == 2


def test_to_be_told_the_only_legal_move_is_no_help() -> None:
    room = table(sit_at(SHIPPED["rummy-like"], NO_SET, persons=(0, 0, 0)))
    assert len(room.seen.legal) == 1
    hints = [Hint(room.seen.legal[0], "", "", "")]
    assert room.give_hints(hints) == ShowHints(hints, "")
    assert room.session.hinted == 0


def test_anything_else_stops_the_search_for_hints() -> None:
    room = table()
    for stop in ("stop-looking", "log", ""):
        room.do("hint")
        assert room.can("stop-looking")
        _ = room.do(stop) if stop else act(room)
        assert room.can("stop-looking") is False


# Another window


def test_a_game_that_another_window_has_taken_over_is_lost() -> None:
    room = table()
    act(room)
    room.session.journal = Lost()
    assert act(room) == room.do("undo") == room.give_hints([Hint(room.seen.legal[0], "", "", "")]) == ToLostGame(None)
    assert len(room.session.actions) == 1


# Looking things up


def played_by_computer() -> Session:
    """Return a game of five moves of one person and a computer player."""
    session = sit(CLASH, 2, computers=(None, COMPUTERS[2]))
    play_on(session, Key(4), 5)
    return session


def test_a_replay_shows_what_the_only_person_or_the_player_at_the_keyboard_has_seen() -> None:
    for session, viewer in (
        (played(CLASH, most=5, persons=(0, 0)), 0),
        (played(SHIPPED["tradewinds"], most=6, persons=(0, 0, 0, 0)), 1),
        (played_by_computer(), 0),
        (played(CLASH, most=5), None),
        (played(ES, seats=1), 0),
    ):
        room = table(session)
        place = room.do("replay")
        assert isinstance(place, ToReplay)
        assert place.replay.viewer == viewer
        assert place.replay.at == (0 if room.is_over else len(session.actions))
        room.viewer = None
        assert HandOverRoom(room).can("replay")


def test_the_log_is_read_as_a_whole_or_for_the_last_moves() -> None:
    room = table()
    assert (room.do("log"), room.do("log", "5")) == (ShowLog(), ShowLog(5))
    with pytest.raises(ValueError, match="as in: log 5"):
        room.do("log", "x")


def test_the_options_name_the_players_if_there_are_several() -> None:
    alone, together = table().do("options"), table(sit(CLASH, 2)).do("options")
    assert isinstance(alone, Read)
    assert isinstance(together, Read)
    assert alone.lines[0].startswith("Hand size: ")
    assert together.lines[-1] == "At the table: Ann, Bob."


def test_the_deal_code_comes_with_a_warning_where_it_gives_hands_away() -> None:
    for room in (table(), table(sit(CLASH, 2, persons=(0, 0))), table(played(CLASH))):
        assert room.do("deal") == OwnWay("deal")
    for session in (sit(CLASH, 2), sit(CLASH, 2, computers=(None, COMPUTERS[1]))):
        ask = table(session).do("deal")
        assert isinstance(ask, Ask)
        assert [each.take() for each in ask.choices] == [Stay(), OwnWay("deal")]


def test_what_if_is_refused_with_a_reason() -> None:
    room = table(played(ES, seats=1))
    assert refusal(room, "what-if") == "The game is over. In its replay, you can try other moves at any point."
    room = table()
    assert refusal(room, "what-if").startswith("Continue the game to play what-if lines")
    room.session.journal = Unsaved()
    assert room.do("what-if") == ToWhatIf(room.session, 0)


def test_a_line_counts_as_a_hint_with_its_first_move_or_hint() -> None:
    for use in (act, lambda room: room.give_hints([Hint(room.seen.legal[0], "", "", "")])):
        origin = played(ES, seats=1, most=5)
        origin.journal = Unsaved()
        room = WhatIfRoom(origin, 5)
        room.start_turn()
        assert refusal(room, "what-if") == "Nothing has been played here yet."
        assert room.give_hints(None) == Say(NO_HINTS)
        assert origin.hinted == 0
        use(room)
        act(room)
        assert origin.hinted == 1
        assert room.do("what-if") == Leave(ToWhatIf(origin, 5))


def test_a_line_ends_with_another_line_or_the_way_back_and_never_with_a_new_game() -> None:
    line = WhatIfRoom(played(ES, seats=1), 3)
    line.start_turn()
    while not line.is_over:
        act(line)
    assert [(each.id, line.end_label(each.id)) for part in line.after_the_end for each in part] == [
        ("what-if", "Start again"),
        ("leave", "Back"),
    ]
    assert not {"new-deal", "same-deal", "share", "review", "practice"}.intersection(each.id for each in line.known)
    assert line.ending.startswith("What if, from move 4: ")
    assert line.origin_ending.startswith("The game itself: ")
    running = played(ES, seats=1, most=5)
    running.journal = Unsaved()
    assert WhatIfRoom(running, 5).origin_ending == ""


def test_no_line_is_played_of_a_game_that_another_window_has_taken_over() -> None:
    origin = played(ES, seats=1, most=5)
    origin.journal = Lost()
    room = WhatIfRoom(origin, 5)
    assert act(room) == ToLostGame(None)
    assert not room.session.actions


# Files, the end, and leaving


def test_a_game_is_saved_to_a_new_file(tmp_path: Path) -> None:
    room, name = table(), str(tmp_path / "x.json")
    act(room)
    ask = room.do("save")
    assert isinstance(ask, AskText)
    assert ask.text == "exit-stage-right.json"
    assert ask.take(name) == Saved(name)
    assert open_session(read_record_file(tmp_path / "x.json")).actions == room.session.actions
    with pytest.raises(ValueError, match="already exists"):
        room.do("save", name)


def test_a_failure_to_save_is_told_once_and_leaving_asks_first(tmp_path: Path) -> None:
    session = sit(ES, 1)
    archive = LazyArchive()
    saver = GameSaver(archive, session)
    room = TableRoom(session, saver)
    room.start_turn()
    assert room.saving_news() is None
    act(room)
    saver.fault = "The disk is full."
    failed = room.saving_news()
    assert isinstance(failed, SavingFailed)
    assert failed.question == "The disk is full."
    assert (room.saving_news(), room.caption) == (None, "not saved")
    for number, lost in ((7, "unsaved moves are lost"), (None, "this game is lost")):
        saver.number = number
        ask = room.do("leave")
        assert isinstance(ask, Ask)
        assert [each.label for each in ask.choices] == ["Stay", f"Leave ({lost})"]
        assert [each.take() for each in ask.choices] == [Stay(), Leave()]
    room.do("save", str(tmp_path / "x.json"))
    assert room.do("leave") == Leave(), "the file has every move"
    saver.fault = ""
    assert room.saving_news() == Say("Your game is being saved again.")
    archive.close()


def test_an_unplayed_game_is_deleted_when_its_table_is_left_unless_it_was_imported(store: LazyArchive) -> None:
    imported = store.resume(store.add_game(sit(ES, 1)))
    new = sit(ES, 1)
    store.save(new)
    for session in (new, imported):
        assert TableRoom(session, saver_of(session)).do("leave") == Leave()
    assert [entry.id for entry in store.archive.entries()] == [number_of(imported)]


def test_players_who_stay_pass_the_keyboard_on_again() -> None:
    session = sit(CLASH, 2)
    archive = LazyArchive()
    room = TableRoom(session, GameSaver(archive, session))
    act(room)
    assert room.saver is not None
    room.saver.fault, room.viewer = "The disk is full.", None
    ask = room.do("leave")
    assert isinstance(ask, Ask)
    assert ask.back() == OwnWay("pass-keyboard")
    archive.close()


def test_a_game_without_a_review_says_why_not_and_offers_none() -> None:
    for session, reason in (
        (played(SHIPPED["wind-city"], seats=3, persons=(0, 0, 0)), "There are no reviews of Wind City"),
        (played(ES, seats=1, most=3), "This game isn't finished."),
    ):
        room = table(session)
        assert refusal(room, "review").startswith(reason)
        assert "review" not in [each.id for group in room.after_the_end for each in group]


def test_the_same_players_play_a_new_deal_or_the_same() -> None:
    last = played(CLASH)
    room = table(last)
    first, more = room.after_the_end
    assert [each.id for each in first] == ["new-deal", "review", "leave"]
    assert more[0].id == "same-deal"
    for command, is_same in (("new-deal", False), ("same-deal", True)):
        leave = room.do(command)
        assert isinstance(leave, Leave)
        assert isinstance(leave.then, ToTable)
        following = leave.then.session
        assert (following.names, following.options, following.actions) == (last.names, last.options, ())
        assert (following.deal_code == last.deal_code) == is_same
