"""Wind City at a table: who is told what, when the players must press a key, and where the cursor starts."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

import pytest
from textual.pilot import Pilot

from cardtable.engine.chance import DealCode
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.danger import danger_to
from cardtable.formats.opening import StartPosition
from cardtable.games.wind_city.board.recap import FIRST_TURN, loss_line, recap_lines, recent_lines
from cardtable.rooms.kit.goto import ToGame
from cardtable.store.settings import Settings
from cardtable.table.session import Session
from cardtable.tui.screens import computers
from cardtable.tui.screens.computers import GO_ON
from cardtable.tui.screens.hand_over import PublicMoment
from tests.games.wind_city_positions import state, with_card
from tests.table.sittings import truth
from tests.tui.boards.boards import COMPACT, SIZES, USUAL, shown, status
from tests.tui.boards.wind_city_boards import NAMES, PHASES, board_of, sit_at, sit_till, token
from tests.tui.screens import board_on, flowing_text, lift_curtain, press, run, screen_text, table_of, wait_for
from tests.tui.table.computer_players import MEDIUM, PERSON, WAITING, has_played, sit_with

BETWEEN = state("A5 B4 C6", "F5 B7 D4", "G5 H4 J6", at="E4", card=1, options=with_card("N1:1 S9:2 W1:1 E2:1 H:1"))
"""Ann, in the first seat, can destroy a house of Bob's with her fourth action."""


def sit_between(persons: tuple[int, ...] | None = None, *, is_computer: bool = False) -> Session:
    """Return a game in which the first of three players is to choose a plan."""
    computers = (PERSON, MEDIUM, MEDIUM) if is_computer else ()
    return Session(GAME, BETWEEN.options, NAMES[:3], StartPosition(BETWEEN), persons, computers)


@pytest.mark.usefixtures("at_once")
def test_each_stop_after_a_computer_player_shows_something_new() -> None:
    session = sit_between(is_computer=True)

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "1", "enter", "end", "enter")
        told, played = list[list[str]](), 0
        while truth(session).active != 0:
            await wait_for(pilot, lambda: session.computer is None or GO_ON in screen_text(pilot))
            if session.computer is None:
                await press(pilot, "end", "enter")
                continue
            seen = board_on(pilot).seen
            assert seen is not None
            head, lines = recent_lines(seen)
            assert head.startswith("Your last turn")
            assert lines[0].startswith("You took the hurricane to E5")
            told.append(lines)
            played = len(session.actions)
            await press(pilot, "enter")
            await wait_for(pilot, partial(has_played, session, played))
        assert told
        assert all(before != after for before, after in pairwise(told))
        buyers = [" ".join(lines[-1].split()[:2]) for lines in told if "insures" in lines[-1]]
        assert len(buyers) == len(set(buyers)), "there's one stop for all that a player insures"

    run(play, session, settings=WAITING)


def test_your_own_turn_is_told_in_one_sentence() -> None:
    session = sit_at(state("A5 F4 F5", "G5 B7", at="E5", card=1, options=with_card("E1:2 N1:1 S1:1 W1:1 H:1")))
    for move in ("1", "no offer"):
        session.act(GAME.parse(move))
    head, lines = recent_lines(session.look(0))
    assert head == "Your last turn"
    assert lines == ["You took the hurricane to F5, destroyed your F5 and paid 2."]
    head, lines = recent_lines(session.look(1))
    assert lines[-1] == "Ann takes the hurricane to F5, destroys their own F5 and pays 2."


def test_the_panel_says_whose_insured_houses_were_passed() -> None:
    session = sit_at(state("A5 F5!", "G5! B7", at="E5", card=1, options=with_card("E3:2 N1:1 S1:1 W1:1 H:1")), (0, 1))
    for typed in ("1", "renew f5", "no offer"):
        session.act(GAME.parse(typed))
    told = {seat: " ".join(recent_lines(session.look(seat))[1]) for seat in (0, 1)}
    assert "passed your insured F5 and Bob's insured G5" in told[0]
    assert "passes their own insured F5 and your insured G5" in told[1]


OWN_WORDS = r"\b([Yy]ou|[Yy]our)\b"


@pytest.mark.parametrize("phase", ["houses", "insure", "over"])
def test_where_several_people_look_the_recap_uses_names_only(phase: str) -> None:
    session = sit_till(phase, 3, later=3) if phase != "over" else sit_till("offer", 3)
    while phase == "over" and session.turn is not None:
        session.act(session.look(session.turn).legal[0])
    for viewer in range(3):
        head, lines = recent_lines(session.look(viewer))
        assert not re.search(OWN_WORDS, f"{head} {' '.join(lines)}")
        assert any(name in " ".join(lines) for name in NAMES[:3])
        assert not loss_line(session.look(viewer))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_the_result_of_two_people_tells_the_last_turn_by_name(size: tuple[int, int]) -> None:
    options = with_card("N2:1 S1:1 E1:1 W1:1 H:1")
    session = sit_at(state("A5", "E11 B7", at="E10", card=1, options=options), (0, 1))

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "enter", "end", "enter")
        assert session.turn is None
        await press(pilot, "escape")
        text = board_on(pilot).text()
        assert "Ann takes the hurricane" in text
        assert not re.search(OWN_WORDS, text)

    run(play, session, size=size)


def test_a_player_without_a_name_is_you_everywhere() -> None:
    """The board, the status line and the log, at every size and in every phase, and also with nothing to choose."""
    for phase in PHASES:
        played = sit_till(phase, 3, later=3 * (phase != "hurricane"))
        names, computers = ("Player 1", "Ada", "Emmy"), (PERSON, MEDIUM, MEDIUM)
        session = Session(GAME, played.options, names, played.opening, None, computers)
        session.replay(played.actions)
        for size in SIZES:
            text = shown(board_of(session, viewer=0), size)
            assert "Player" not in text
            assert not re.search(r"\bYou [a-z]+s\b|\w You\b(?!  )", text.replace("1 You", "").replace("> ", "")), text


def test_everybody_reads_what_comes_next_before_the_first_turn() -> None:
    assert recap_lines(sit_till("plan", 3).look(None)) == FIRST_TURN
    assert recap_lines(sit_till("plan", 3, later=1).look(None)) != FIRST_TURN


@pytest.mark.usefixtures("at_once")
def test_the_enter_key_is_needed_once_for_each_computer_player_who_places_houses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computers, "PLACING_SECONDS", 0.01)
    session = sit_with("wind-city", MEDIUM, PERSON, MEDIUM, MEDIUM)

    async def play(pilot: Pilot[int]) -> None:
        stops = 0
        await press(pilot, "enter")  # the hurricane
        while len(session.actions) < 16:
            await wait_for(pilot, lambda: session.turn == 1 or GO_ON in screen_text(pilot))
            stops += session.turn != 1
            await press(pilot, "enter")
        assert stops == 2, "for the last of them, it's the person's turn"

    run(play, session, settings=WAITING)


@pytest.mark.parametrize("key", ["f", "i"])
def test_every_insurer_is_asked_by_name_on_the_open_table(key: str) -> None:
    """Nothing is secret, so there's no curtain, but the last person's Enter must not buy anything for the next one."""
    session = sit_between((0, 1, 2))

    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "enter", "enter")
        for name in ("Bob", "Cleo"):
            assert not isinstance(pilot.app.screen, PublicMoment)
            assert f"{name}: insure your houses?" in screen_text(pilot)
            assert "Card" not in screen_text(pilot), "the plan stays hidden"
            assert board_on(pilot).groups[board_on(pilot).group].name == "done"
            if key == "i":
                await press(pilot, "home", "enter")
                assert table_of(pilot).viewer == session.turn, "nothing comes between two decisions of the same person"
                assert board_on(pilot).groups[board_on(pilot).group].name == "done"
            await press(pilot, "enter")
        assert isinstance(pilot.app.screen, PublicMoment), "the next card is secret"

    run(play, session)


def test_a_player_who_is_asked_openly_goes_on_if_not_everybody_agrees_to_an_undo() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await lift_curtain(pilot)
        await press(pilot, "1", "enter", "enter", "u")
        assert "Bob has already seen the table." in screen_text(pilot)
        assert table_of(pilot).viewer is None
        await press(pilot, "n")
        assert table_of(pilot).viewer == 1
        assert "Bob: insure your houses?" in screen_text(pilot)
        assert board_on(pilot).groups

    run(play, sit_between((0, 1, 2)))


@pytest.mark.usefixtures("endless_animations")
def test_the_walk_is_shown_without_the_next_players_choices() -> None:
    session = sit_between((0, 0, 0))

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "4", "enter", "end", "enter")
        assert board_on(pilot).is_animating
        assert "1 Ann moves the hurricane" in screen_text(pilot)
        assert "choose this plan" not in screen_text(pilot)
        assert "Add" not in screen_text(pilot)
        await press(pilot, "enter")
        assert "enter Add" in screen_text(pilot)

    run(play, session, settings=Settings(speed="slow"))


def test_the_cursor_starts_on_an_action_that_moves_the_hurricane_and_goes_on_to_the_end() -> None:
    here = state("E4 A5", "F5 B7", at="E1", card=1, options=with_card("S2:3 N3:1 H:1 W1:1 N4:2"))
    board = board_of(sit_at(here))
    assert board.group == 3, "south leads nowhere, and north destroys an own house"
    assert status(board) == "West 1: to D1; you pay 1."
    board.choose()
    assert board.chosen == (4,)
    assert board.enter_meaning == "Finish"
    board = board_of(sit_at(here))
    board.move_cursor(2)
    board.choose()
    assert (board.chosen, board.group) == ((3,), 3), "a house needs a move too"


def test_the_last_way_stays_drawn_while_others_decide_in_secret() -> None:
    session = sit_between()
    for move in ("4", "no offer"):
        session.act(GAME.parse(move))
    for move in ("", "1"):
        if move:
            session.act(GAME.parse(move))
        assert [token(board_of(session, viewer=0), name) for name in ("F4", "G4")] == [">", "<@>"]


def test_right_goes_to_a_house_farther_right_first_among_those_in_danger() -> None:
    for phase in ("renew", "insure", "build"):
        session = sit_till(phase, later=4)
        board = board_of(session)
        assert board.seen is not None
        board.move_cursor(len(board.groups) - 1)
        found = list[tuple[int, int]]()
        for _ in board.groups[:-1]:
            board.action_move(1)
            assert board.choice is not None
            space = board.choice.action.space
            danger = None if phase == "build" else danger_to(board.seen.state, space)
            cards = 0 if danger is None else danger.cards or danger.held + 1
            found.append((-cards, space % 100 * (not cards)))
        assert found == sorted(found)


@pytest.mark.usefixtures("at_once")
def test_one_key_places_all_houses_and_leads_to_the_first_turn() -> None:
    session = Session(GAME, GAME.options(first=2), NAMES[:2], DealCode(5), None, (PERSON, MEDIUM))

    async def play(pilot: Pilot[int]) -> None:
        await wait_for(pilot, lambda: session.turn == 0)
        await press(pilot, "p")
        await wait_for(pilot, lambda: session.turn == 0 and truth(session).phase != "houses")
        assert "All houses are placed. Now the" in screen_text(pilot)

    run(play, session)


@pytest.mark.usefixtures("at_once")
def test_the_computer_players_are_introduced_after_what_to_do_and_only_at_the_start() -> None:
    session = Session(GAME, GAME.options(first=1), NAMES[:2], DealCode(5), None, (PERSON, MEDIUM))
    told = "Bob (medium) is a computer player."

    async def start(pilot: Pilot[int]) -> None:
        text = flowing_text(pilot)
        assert text.index("Place the hurricane on A1") < text.index(told)
        await press(pilot, "right")
        assert told in flowing_text(pilot)
        await press(pilot, "enter")
        await wait_for(pilot, lambda: session.turn == 0)
        assert told not in flowing_text(pilot)

    async def go_on(pilot: Pilot[int]) -> None:
        assert told not in flowing_text(pilot)

    run(start, session)
    run(go_on, begin=lambda app: app.open(ToGame(1)))
    for size, is_told in ((USUAL, True), (COMPACT, False)):
        board = board_of(Session(GAME, GAME.options(first=1), NAMES[:2], DealCode(5), None, (PERSON, MEDIUM)))
        board.introduction = told
        assert (told in " ".join(shown(board, size).split())) == is_told, "it's never cut"
