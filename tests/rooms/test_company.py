"""The company at a shared table: who comes and goes, undo with everybody's consent, and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cardtable.rooms import company
from cardtable.rooms.kit.response import AskText, Say
from cardtable.rooms.kit.turns import FollowOthers, Undone
from cardtable.rooms.table import TableRoom
from cardtable.store.here import Here, note_here
from cardtable.table.shared_game import watch
from tests.rooms.examples import refusal
from tests.table.shared_tables import Company, table_in

Open = Callable[[str, int], Company]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    """Yield a function that opens a table of a game with this many people."""
    opened: list[Company] = []

    def open_one(game_id: str, seats: int) -> Company:
        opened.append(Company(tmp_path, game_id, seats))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


@pytest.fixture
def clash(open_table: Open) -> Company:
    return open_table("clash", 2)


@pytest.fixture
def three(open_table: Open) -> Company:
    return open_table("rummy-like", 3)


def news(room: TableRoom) -> list[str]:
    """Look, and return what the person at this screen is told."""
    room.look_for_news()
    return room.take_news()


def hear(company: Company) -> list[list[str]]:
    return [news(room) for room in company.rooms]


def move_of(company: Company) -> tuple[TableRoom, list[TableRoom]]:
    """Let a person play until it is another's turn. Return that person's table and the others' tables."""
    mover = company.current
    while company.current is mover:
        company.play(mover)
    hear(company)
    return mover, [room for room in company.rooms if room is not mover]


def name_of(room: TableRoom) -> str:
    return room.session.names[table_in(room.session).own[0]]


def test_everybody_hears_who_leaves_and_comes_back_once(clash: Company) -> None:
    ann, bob = clash.rooms
    assert hear(clash)[0] == ["Bob has sat down."]
    bob.close()
    table_in(ann.session).forget_who_is_here()
    assert news(ann) == ["Bob has left."]
    assert news(ann) == []
    again = clash.join("Bob")
    table_in(ann.session).forget_who_is_here()
    assert news(ann) == ["Bob is back."]
    assert news(again) == []


def test_a_spectator_and_the_players_hear_of_each_other(clash: Company) -> None:
    ann = clash.rooms[0]
    hear(clash)
    eva = clash.store()
    room = TableRoom(session := watch(eva, clash.code), table_in(session))
    note_here(eva.path.parent, eva.holder, Here("Eva", "watching", clash.code))
    table_in(ann.session).forget_who_is_here()
    assert news(ann) == ["Eva is watching."]
    response = ann.do("players")
    assert isinstance(response, Say)
    assert response.text.endswith("Watching: Eva.")
    assert news(room) == [company.WATCHING]
    assert room.waiting_text.startswith("You're watching. Waiting for ")
    assert not any(room.can(each) for each in ("message", "agree", "refuse", "messages"))
    eva.close()
    table_in(ann.session).forget_who_is_here()
    assert news(ann) == ["Eva has stopped watching."]


def test_a_move_is_undone_once_everybody_has_agreed(three: Company) -> None:
    mover, others = move_of(three)
    before, again = len(mover.session.actions), mover.session.actions[-1]
    assert mover.session.why_no_undo().startswith("At a shared table")
    response = mover.do("undo")
    assert isinstance(response, Say)
    assert response.text.startswith("You've asked to undo your move. Waiting for ")
    assert refusal(mover, "undo").startswith("Waiting for ")
    assert not mover.can("agree")
    for room in others:
        told = news(room)
        assert told[0].startswith(f"{name_of(mover)} would like to undo this: ")
        assert told[1:] == [f"{name_of(each)} agrees." for each in others[: others.index(room)]]
        assert len(room.session.actions) == before
        room.do("agree")
        assert not room.can("agree")
    assert len(mover.session.actions) == before
    table_in(mover.session).refresh()
    assert refusal(mover, "undo") == "Everybody has agreed."
    news(mover)
    mover.look_for_news()
    for room in three.rooms:
        room.look_for_news()
        assert isinstance(room.next_step(), FollowOthers)
        undone = room.follow()
        assert isinstance(undone, Undone)
        assert undone.is_by_others
    assert {len(room.session.actions) for room in three.rooms} == {before - 1}
    assert mover.session.is_turn_here
    assert not any(room.can("agree") for room in three.rooms)
    mover.act(again)
    for _ in three.rooms:
        hear(three)
        three.follow()
    assert len(mover.session.actions) == before, "the same move isn't undone again"


def test_one_refusal_or_playing_on_leaves_the_move(three: Company) -> None:
    mover, (one, other) = move_of(three)
    mover.do("undo")
    hear(three)
    one.do("refuse")
    assert news(other) == news(mover) == [f"{name_of(one)} doesn't agree, so the move stays."]
    assert not other.can("agree")
    assert mover.can("undo"), "the player can ask again"
    mover.do("undo")
    hear(three)
    assert other.can("agree")
    three.play(three.current)
    assert not other.can("agree")


def test_silence_leaves_the_move_after_a_minute(three: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    mover, (one, other) = move_of(three)
    mover.do("undo")
    hear(three)
    one.do("agree")
    assert not news(mover)[1:]
    monkeypatch.setattr(company, "ANSWER_SECONDS", -1.0)
    mover.take_news()
    assert news(mover) == ["Not everybody has answered, so the move stays."]
    assert news(other)[-1] == "Not everybody has answered, so the move stays."
    assert not other.can("agree")


def test_nobody_is_asked_when_nobody_is_here_or_the_move_is_another_s(clash: Company) -> None:
    mover, (other,) = move_of(clash)
    assert refusal(other, "undo").startswith("At a shared table, you can only undo your own moves")
    other.close()
    table_in(mover.session).forget_who_is_here()
    news(mover)
    assert refusal(mover, "undo") == "Nobody is here to agree to an undo."


def test_the_request_shows_each_player_only_what_that_player_may_see(three: Company) -> None:
    mover, others = move_of(three)
    mover.do("undo")
    for room in others:
        (told,) = news(room)
        seen = room.session.look(table_in(room.session).own[0])
        at = room.session.last_decision() or 0
        assert seen.describe_step(seen.log[at + 1]) in told


def test_a_message_reaches_everybody_cleaned(clash: Company) -> None:
    ann, bob = clash.rooms
    hear(clash)
    ask = ann.do("message")
    assert isinstance(ask, AskText)
    ask.take("  well \x1b[2Jplayed\u202e ")
    (told,) = news(bob)
    assert told.startswith("Ann: well ")
    assert told.isprintable()
    assert "\x1b" not in told
    assert news(ann) == []
    with pytest.raises(ValueError, match="visible"):
        ask.take("\u200b")


def test_messages_are_limited_and_can_be_switched_off_by_the_host(
    clash: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = clash.rooms
    for number in range(company.MESSAGES_PER_MINUTE):
        bob.do("message", f"number {number}")
    assert refusal(bob, "message", "more") == "You can send 6 messages a minute. Wait a little."
    hear(clash)
    assert not bob.can("messages")
    ann.do("messages", "off")
    assert news(bob) == ["Ann switches messages off."]
    assert refusal(bob, "message", "hello") == "Ann has switched messages off at this table."
    ann.do("messages", "on")
    hear(clash)
    assert ann.can("message")


@pytest.mark.parametrize(("game_id", "seats"), [("tradewinds", 4), ("exit-stage-right", 2)])
def test_games_played_together_have_no_messages(open_table: Open, game_id: str, seats: int) -> None:
    ann = open_table(game_id, seats).rooms[0]
    assert "you mustn't talk about your hands" in refusal(ann, "message", "hello")
    assert not ann.can("messages")


def test_a_player_who_comes_back_hears_what_a_computer_player_did(clash: Company) -> None:
    gone = clash.current
    (here,) = (room for room in clash.rooms if room is not gone)
    name = name_of(gone)
    gone.close()
    table_in(here.session).forget_who_is_here()
    hear_here = news(here)
    assert hear_here[-1] == f"{name} has left."
    here.do("substitute")
    here.act(here.seen.legal[0] if here.seen.legal else here.session.look(here.session.turn).legal[0])
    back = clash.join(name)
    assert news(back) == [f"{name_of(here)} let a computer player go on for you. It has made 1 move."]
    back.close()
    assert news(clash.join(name)) == []
