"""The replay: what can be done at each position, whose view is shown, and the games that start from it."""

from __future__ import annotations

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.rooms.kit.goto import ToBranch, ToReview, ToWhatIf
from cardtable.rooms.kit.response import Ask, AskText, Leave, Say, ShowLog, Stay
from cardtable.rooms.replay import Playing, ReplayRoom, ShowCards, Stepped
from cardtable.table.replay import ONLY_AT_THE_END, ONLY_PUBLIC, OPEN, Replay
from cardtable.table.session import Session
from tests.rooms.examples import refusal
from tests.table.sittings import played

CLASH, WINDS = SHIPPED["clash"], SHIPPED["tradewinds"]
ALONE = (0, 0, 0, 0)


def replay(session: Session | None = None, at: int = 0) -> ReplayRoom:
    """Return a replay after this many moves; usually, of a game of Tradewinds with 24 moves."""
    room = ReplayRoom(Replay(session or played(WINDS)))
    room.replay.go(at)
    return room


# Moving


def test_a_replay_moves_by_move_turn_and_round_and_to_any_move() -> None:
    room = replay()
    for command, at in (
        *(("next", 1), ("next", 2), ("back", 1), ("round", 4), ("turn", 5), ("back", 4), ("round-back", 0)),
        *(("go 13", 13), ("turn-back", 12), ("end", 24), ("start", 0), ("round", 4), ("next", 5), ("round-back", 4)),
    ):
        before, (name, _, text) = room.replay.at, command.partition(" ")
        response = room.do(name, text)
        assert room.replay.at == at, command
        assert response == (None if name in ("go", "start", "end") else Stepped(before))


def test_a_move_is_asked_for_if_its_number_is_missing() -> None:
    room = replay()
    ask = room.do("go")
    assert isinstance(ask, AskText)
    assert ask.question == "Go to which move, from 0 to 24?"
    ask.take("3")
    assert room.replay.at == 3


@pytest.mark.parametrize("text", ["2.5", "x", "25", "-1", "9" * 5_000])
def test_there_is_no_other_move_to_go_to(text: str) -> None:
    room = replay(at=2)
    assert refusal(room, "go", text) == "Type go and the number of a move from 0 to 24, as in: go 24."
    assert room.replay.at == 2


FORWARD, BACK = {"next", "turn", "round", "end"}, {"back", "turn-back", "round-back", "start"}
TURNS = {"turn", "round", "turn-back", "round-back"}


@pytest.mark.parametrize(
    ("session", "at", "idle"),
    [
        (played(WINDS), 1, {"what-if"}),
        (played(WINDS), 0, {*BACK, "what-if"}),
        (played(WINDS), 24, {*FORWARD, "play-on", "what-if"}),
        (played(CLASH, most=15), 1, {"view", "open", "play-on", "review", "what-if"}),
        (played(WINDS, persons=ALONE), 24, {*FORWARD, "play-on", "what-if"}),
        (played(SHIPPED["exit-stage-right"], seats=1), 1, TURNS),
    ],
)
def test_only_what_leads_somewhere_is_offered(session: Session, at: int, idle: set[str]) -> None:
    room = replay(session, at)
    assert {each.id for each in room.commands} - {each.id for each in room.offered} == idle


def test_both_ends_have_a_name() -> None:
    assert refusal(replay(), "back") == "This is the start."
    assert refusal(replay(at=24), "next") == "This is the end of the game."
    assert refusal(replay(played(CLASH, most=15), 15), "next") == "This is the last move so far."


# Autoplay


def test_autoplay_begins_anew_at_the_end_and_stops_at_what_does_not_lead_on() -> None:
    room = replay(at=5)
    assert (room.do("autoplay"), room.replay.at) == (Playing(), 5)
    room.do("end")
    for stop in ("autoplay", "back", "log", "view", "cards"):
        assert room.do("autoplay") == Playing()
        assert room.replay.at == 0
        for going_on in ("next", "turn", "round", "open", "faster", "slower"):
            room.do(going_on)
            assert room.is_playing
        room.do(stop)
        assert not room.is_playing
        room.do("end")


def test_autoplay_has_five_speeds() -> None:
    room = replay()
    assert (room.do("faster"), room.pause) == (Say("Speed 4 of 5: 0.7 seconds per move."), 0.7)
    slowest = [room.do("slower") for _ in range(9)][-1]
    assert (slowest, room.pause) == (Say("Speed 1 of 5: 6 seconds per move."), 6)


# Views


def test_anybodys_view_can_be_chosen_once_the_game_is_over() -> None:
    room = replay(played(CLASH))
    ask = room.do("view")
    assert isinstance(ask, Ask)
    assert [(each.label, each.words[0], each.key) for each in ask.choices] == [
        ("Ann", "Ann", "1"),
        ("Bob", "Bob", "2"),
        ("What everybody sees", "public", "e"),
        ("All cards open", "all", "o"),
    ]
    seen = list[object]()
    for answer in ask.choices:
        answer.take()
        seen.append(room.replay.viewer)
    assert seen == [0, 1, None, OPEN]
    assert (room.do("view", "Bob"), room.replay.viewer) == (None, 1)
    assert (room.do("open"), room.replay.viewer) == (None, OPEN)
    assert refusal(room, "view", "Zed").startswith("No such view. Type all, public or a player's name (Ann, Bob")
    assert (room.do("cards"), room.do("log")) == (ShowCards(), ShowLog())


def test_a_game_in_progress_shows_only_what_everybody_sees() -> None:
    room = replay(played(CLASH, most=15))
    assert (refusal(room, "view"), refusal(room, "open")) == (ONLY_PUBLIC, ONLY_AT_THE_END)
    assert "would reveal what comes next" in refusal(room, "play-on")


# What starts from here


def test_a_new_game_starts_from_a_move_once_that_is_confirmed() -> None:
    for session, is_over in ((played(WINDS, persons=ALONE), True), (played(WINDS, most=9, persons=ALONE), False)):
        ask = replay(session, 5).do("play-on")
        assert isinstance(ask, Ask)
        assert ask.question.startswith("Start a new game from move 5? ")
        assert ("The original game stays as it is." in ask.question) is not is_over
        stay, go_on = (each.take() for each in ask.choices)
        assert stay == Stay()
        assert isinstance(go_on, ToBranch)
        assert (go_on.session.actions, go_on.session.inherited_actions) == (session.actions[:5], 5)
    assert refusal(replay(at=24), "play-on").startswith("The game is over here")


def test_a_review_is_of_the_game_and_a_line_starts_from_the_move() -> None:
    room = ReplayRoom(Replay(played(WINDS, persons=ALONE)), 7)
    room.replay.go(3)
    assert room.do("review") == ToReview(room.replay.session, 7)
    assert room.do("what-if") == ToWhatIf(room.replay.session, 3)
    assert room.do("leave") == Leave()
