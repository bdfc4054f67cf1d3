"""Rummy-like at a table: what the others have done, and where the cursor starts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from cardtable.engine.cards import Chard, TriCard
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import (
    KINDS,
    Dealt,
    Discarded,
    Draw,
    Led,
    Play,
    Played,
    Scored,
    Send,
    Sent,
    State,
)
from cardtable.engine.games.rummy_like.outlook import foresee, round_end
from cardtable.engine.games.rummy_like.words import NO_POINTS, effect
from cardtable.formats.opening import StartPosition
from cardtable.games.rummy_like.board.actions import costs
from cardtable.games.rummy_like.board.layout import layout_for
from cardtable.table.session import Session
from cardtable.tui.board.choices import Target
from cardtable.tui.drawing.faces import ASCII, BLOCKS
from tests.games.rummy_like_positions import A, B, C, state
from tests.tui.boards.boards import COMPACT, LARGE, MEDIUM, SIZES, USUAL, places, random_turns, shown, status
from tests.tui.boards.rummy_like_boards import (
    CALLS,
    LEADS,
    NAMES,
    NO_SET,
    PASSES,
    PLAYS,
    SITS_OUT,
    board_of,
    sit,
    sit_at,
)
from tests.tui.screens import board_on, click, flowing_text, press, rest, run, screen_text, table_of, tap_at
from tests.tui.table.computer_players import MEDIUM as MEDIUM_PLAYER
from tests.tui.table.computer_players import PERSON

HOLDS_ALL = state(("H P F R R G B C S T T T", "H H H P P P F F F R R G", "G G B B B C C C S S S T"))
"""A has a Chard of every kind, so nobody else can have a set."""
OWN = ("PRS HGC HBS", "PBC PBS PBT", "FRC FGS FBS")


def test_every_discard_stays_in_sight_until_the_viewers_next_move() -> None:
    found = 0
    for number in (1, 2):
        session, discarded = sit(code=number), dict[int, TriCard]()
        for _ in random_turns(session, number):
            for event in session.look(None).log[-1]:
                if event.seat == 0 and isinstance(event, (Led, Played, Sent, Discarded)):
                    discarded.clear()
                elif isinstance(event, Discarded):
                    discarded[event.seat] = event.card
            if session.look(None).log[-1] and isinstance(session.look(None).log[-1][-1], Dealt):
                discarded.clear()
            for seat, card in discarded.items():
                text = shown(board_of(session, viewer=0))
                assert re.search(rf"{NAMES[seat]}\b.* discards ({card.name}|{card.code})", text), text
            found += bool(discarded)
    assert found


def test_the_board_shows_how_the_last_round_was_scored() -> None:
    session = sit(code=1)
    for _ in random_turns(session, 1):
        pass
    outcome = session.look(0).outcome
    assert outcome is not None
    assert outcome.reason in shown(board_of(session, viewer=0))
    assert "end of round" in shown(board_of(session, viewer=0))
    assert "Next:" not in shown(board_of(session, viewer=0))


def test_the_cursor_starts_on_the_first_choice_of_no_use_and_gives_no_other_advice() -> None:
    board = board_of(sit_at(PASSES))
    assert board.seen is not None
    listed = [each for group in board.groups for each in group.actions if each.action in board.seen.legal]
    position = board.seen.state
    useless = (each for each in listed if effect(each.action, foresee(position, each.action)) == NO_POINTS)
    assert board.choice == next(useless)
    assert board.choice != listed[0], "it would break a set"


def test_a_set_that_scores_nothing_costs_nothing_unless_it_is_the_only_set() -> None:
    useless, scoring = (Send((Chard.parse(kind),)) for kind in "HR")

    def is_costly(hand: str, action: Send) -> bool:
        own = state()._replace(chards=(tuple(map(Chard.parse, hand)),) * 3, tricards=((TriCard.parse("PRS"),),) * 3)
        return foresee(own, action).is_costly

    assert not is_costly("HHHHRRRRS", useless)
    assert is_costly("HHHHRRRRS", scoring)
    assert is_costly("HHHH", useless), "a leader without a set can't end the round"


def test_the_table_says_how_the_round_ends() -> None:
    for signs, size in ((BLOCKS, LARGE), (ASCII, USUAL)):
        text = shown(board_of(sit_at(HOLDS_ALL), signs=signs), size)
        assert re.search(r'^Your TriCards +The round ends when a leader with a set says "Score"\.$', text, re.MULTILINE)


@pytest.mark.parametrize(
    ("deck", "phase", "end"), [(9, "draw", "in 7 tricks"), (3, "draw", "in 1 trick"), (2, "play", "after this trick")]
)
def test_after_the_shuffle_the_table_counts_the_tricks(deck: int, phase: str, end: str) -> None:
    position = PLAYS if phase == "play" else CALLS
    short = position._replace(deck=position.deck[:deck], reshuffled=position.deck[:1])
    assert round_end(short) == f'The round ends when a leader says "Score", or {end}.'


def test_the_cursor_starts_on_a_discard_that_costs_nothing_and_every_cost_is_shown_in_full() -> None:
    position = SITS_OUT._replace(tricards=tuple(tuple(map(TriCard.parse, codes.split())) for codes in OWN))
    board = board_of(sit_at(position))
    assert str(board.choice and board.choice.action) == "discard Hollow-Green-Circle"
    assert board.seen is not None
    assert [costs(board.seen, action)[0] for action in board.seen.legal] == [True, False, False]
    for size in (LARGE, USUAL, MEDIUM):
        assert re.search(r" (Partial-Red-Square|PRS) +loses 1 point$", shown(board, size), re.MULTILINE), size


def test_a_long_list_says_that_there_is_more() -> None:
    picked = state(
        ("H P F R G B C S T H P", "H P P F F F R R G G G", "B B B C C S S S T T T"), led="HRC", picked="H R C"
    )
    board = board_of(sit_at(picked))
    board.move_cursor(0, 0)
    assert re.search("Send Hollow to Bo +choice 1 of 9 ↓", shown(board))
    board.move_cursor(0, 8)
    assert "of 9 ↑" in shown(board)
    assert "choice" not in shown(board, (100, 31)), "rows that are left over give all of it room"
    assert "Hollow + Triangle 9/9" in shown(board, COMPACT)


SET_OF_RED = state(
    ("R R R R H P F F B C C S", "H H H P P P F G G G C C", "F G B B B S S S T T T T"),
    ("HRC FRS PGT", "PBC PBS HGC", "FBC FGS HBT"),
    drawn="FRC FBS HGT",
)  # fmt: skip
"""A leads with a set of Red."""


def test_a_chard_that_the_leader_will_pick_up_again_is_no_loss() -> None:
    board = board_of(sit_at(SET_OF_RED))
    assert board.seen is not None
    for at, listed in enumerate(board.groups[0].actions):
        board.move_cursor(0, at)
        assert not costs(board.seen, listed.then)[0]
        for size in SIZES:
            text = shown(board, size)
            assert "you get it back" in text or size == COMPACT
            assert not re.search(r"breaks|left|\u2192|\d>\d", text), text
    assert str(board.groups[0].actions[1].then) == "Red"


def test_the_next_player_takes_the_place_of_a_leader_who_cannot_match() -> None:
    hands = ("H H H P P P B G G G C C", "R R R R H P F F C C S B", "F F G B B S S S T T T T")
    tricards = ("HRC FRS", "PBC PBS HGC", "FBC FGS HBT")
    without_match = state(hands, tricards, led="FRT", leader=A, turn=B, sat_out=[A], discards="PGT")
    matched = state(hands, ("HRC FRS PGT", *tricards[1:]), led="PRT", leader=A, turn=B, played=("P", "", ""))
    for position, label in ((without_match, "you get it back"), (matched, "breaks a set")):
        board = board_of(sit_at(position))
        board.action_pick(4)
        assert label in shown(board)
        assert ("breaks up your set" in status(board)) == (position is matched)


def test_a_small_screen_lists_the_call_with_its_key() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert ">draw three TriCards   s Score +2" in screen_text(pilot)
        await press(pilot, "s")
        assert " draw three TriCards  >s Score +2" in screen_text(pilot)
        board = board_on(pilot)
        await click(pilot, board, Target(0))
        assert ">draw three TriCards   s Score +2" in screen_text(pilot)
        await click(pilot, board, Target(1))
        await click(pilot, board, Target(1))
        assert table_of(pilot).session.look(None).log[-1] != ()

    run(play, Session(GAME, CALLS.options, NAMES, StartPosition(CALLS), (0, 0, 0)), size=(40, 12))
    assert "Score" not in shown(board_of(sit_at(NO_SET)), COMPACT)


def test_the_first_leader_draws_unasked_alone_too() -> None:
    """There is no choice while nobody can say "Score"."""

    async def play(pilot: Pilot[int]) -> None:
        session = table_of(pilot).session
        assert [*session.actions] == [Draw()]
        assert "s Score" not in screen_text(pilot)
        assert "Ada (medium) and Emmy (medium) are computer players." in " ".join(screen_text(pilot).split())
        await press(pilot, "u")
        assert [*session.actions] == [], "undo isn't undone at once"
        assert "draw three TriCards" in screen_text(pilot)
        await press(pilot, "enter")
        assert [*session.actions] == [Draw()]

    names = ("Player 1", "Ada", "Emmy")
    run(play, Session(GAME, NO_SET.options, names, StartPosition(NO_SET), None, (PERSON, MEDIUM_PLAYER, MEDIUM_PLAYER)))


def test_a_leader_who_could_say_score_is_asked() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert table_of(pilot).session.actions == ()
        assert "draw three TriCards" in screen_text(pilot)

    run(play, Session(GAME, CALLS.options, NAMES, StartPosition(CALLS), (0, 0, 0)))


def test_a_click_on_the_deck_draws() -> None:
    for size in SIZES:
        board = board_of(sit_at(CALLS))
        canvas = board.drawn(*size)
        (box,) = [box for box, place in canvas.places if place.zone == "deck"]
        assert canvas.target_at(box.x, box.y) == Target(0)
        board.show(sit_at(LEADS).look(A))
        canvas = board.drawn(*size)
        (box,) = [box for box, place in canvas.places if place.zone == "deck"]
        assert canvas.target_at(box.x, box.y) is None


def test_a_small_screen_names_both_chards_to_send_and_keeps_the_counts_apart() -> None:
    board = board_of(sit_at(PASSES))
    for group, each in enumerate(board.groups):
        for at, listed in enumerate(each.actions):
            if board.is_allowed(listed):
                board.move_cursor(group, at)
                text = shown(board, COMPACT)
                assert all(card.name in text for card in listed.action.cards)
                assert f"{at + 1}/{len(each.actions)}" in text
    board.move_cursor(0, 1)
    assert ">H   P" in shown(board, COMPACT)
    assert re.search(r"4>3 +3>2 ", shown(board, COMPACT))


def test_another_first_chard_leaves_the_second_as_it_is() -> None:
    board = board_of(sit_at(PASSES))

    def pair() -> str:
        return "" if board.choice is None else f"{board.groups[board.group].name} {board.choice.label}"

    board.move_cursor(0, 3)
    assert pair() == "Hollow with Red"
    moves: list[tuple[Callable[[int], None], int, str]] = [
        (board.action_move, 1, "Partial with Red"),
        (board.action_pick, 3, "Filled with Red"),
        (board.action_move, 1, "Red with Red"),
        (board.action_move, 1, "Circle with Red"),
        (board.action_pick, 4, "Red with Red"),
        (board.action_cycle, 1, "Red with Circle"),
        (board.action_move, 1, "Circle with Red"),
    ]
    for move, step, expected in moves:
        move(step)
        assert pair() == expected
    canvas = board.drawn(*USUAL)
    layout = layout_for(USUAL[0], USUAL[1] - 2)
    target = canvas.target_at(layout.kind_x(2), layout.counts)
    assert isinstance(target, Target)
    board.move_cursor(*target)
    assert pair() == "Filled with Red"


def test_the_title_cuts_no_name_that_has_room() -> None:
    for names, size in ((("You", "Ada", "Blaise"), MEDIUM), (("Alexandra", "Bartholomew", "Charlotte"), USUAL)):
        (title, *_) = shown(board_of(sit_at(LEADS, names)), size).splitlines()
        assert all(f"{name} 0" in title for name in names), title
        assert "1 " in title


def test_a_small_screen_keeps_the_most_important_news_of_all_players() -> None:
    session = sit_at(state(led="HRC", leader=B, turn=C, played=("", "C", "")), ("Mia", "Ada", "Blaise"))
    session.act(GAME.parse("C"))
    session.act(GAME.parse("H"))
    session.act(GAME.parse("send H P"))
    session.act(GAME.parse("send C"))
    assert "Blaise sends you a Circle." in shown(board_of(session, 0), COMPACT)


def test_the_end_of_a_round_names_the_chards_that_were_sent_last() -> None:
    session = sit(code=4)
    for _ in random_turns(session, 4):
        if any(isinstance(event, Scored) for event in session.look(0).log[-1]):
            break
    scored = next(event for event in session.look(0).log[-1] if isinstance(event, Scored))
    for viewer, passes in ((0, "Bo sends Cy 2 Chards; Cy sends Ann a Circle."), (None, "Cy sends Ann 1 Chard.")):
        board = board_of(session, viewer)
        board.moment = scored
        assert passes in shown(board), viewer


def test_two_chards_to_send_have_their_keys_on_the_status_line() -> None:
    session = Session(GAME, PASSES.options, NAMES, StartPosition(PASSES), (0, 0, 0))

    async def play(pilot: Pilot[int]) -> None:
        text = flowing_text(pilot)
        assert "Left and right choose one Chard, up and down the other." in text

    run(play, session)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=str)
def test_a_leader_chooses_the_chard_to_play_by_its_number_or_in_the_hand(size: tuple[int, int]) -> None:
    async def play(pilot: Pilot[int]) -> None:
        board = board_on(pilot)
        await press(pilot, "1", "4")
        assert "You can't play Red if you lead Hollow-Green-Square." in flowing_text(pilot)
        assert str(board.choice and board.choice.then) == "Hollow"
        await press(pilot, "3", "4")
        assert [str(each) for each in board.choice or ()][0::2] == ["lead Filled-Red-Triangle", "Red"]
        filled, partial = KINDS[2], KINDS[1]
        layout = layout_for(board.canvas.width, board.rows or board.canvas.height - 2)
        await tap_at(pilot, layout.kind_x(KINDS.index(filled)) + 1, layout.counts)
        await rest(pilot)
        assert board.choice is not None
        assert board.choice.then == Play(filled)
        await tap_at(pilot, layout.kind_x(KINDS.index(partial)) + 1, layout.counts)
        await rest(pilot)
        assert "You can't play Partial if you lead Filled-Red-Triangle." in flowing_text(pilot)
        for _ in range(2):
            await tap_at(pilot, layout.kind_x(KINDS.index(filled)) + 1, layout.counts)
            await rest(pilot)
        assert [str(each) for each in table_of(pilot).session.actions] == ["lead Filled-Red-Triangle", "Filled"]

    run(play, Session(GAME, LEADS.options, NAMES, StartPosition(LEADS), (0, 0, 0)), size=size)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (NO_SET, "You choose a Chard after you have drawn three TriCards."),
        (SITS_OUT, "You can't play a Chard now: choose a TriCard to discard."),
        (SITS_OUT._replace(tricards=((), *SITS_OUT.tricards[1:])), "You can't play a Chard now: you can only go bust."),
    ],
)
def test_the_status_line_says_what_is_to_be_chosen_instead_of_a_chard(position: State, reason: str) -> None:
    board = board_of(sit_at(position))
    board.action_pick(9)
    assert status(board) == reason


def test_a_narrow_list_shortens_effects_before_it_cuts_choices() -> None:
    for position, label in ((LEADS, "get it back"), (PLAYS, "have 2 left")):
        board = board_of(sit_at(position))
        for place in places(board):
            board.move_cursor(*place)
            assert "..." not in shown(board, MEDIUM), place
            assert not board.is_legal or label[5:] in shown(board, MEDIUM), place


def test_a_wide_table_shows_the_goal_until_the_viewer_knows_chards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtable.tui.board.widget.first_tips", lambda seen: ())  # as after the first turns
    goal = "Goal: sets of four Chards"
    for session, is_shown in ((sit(), True), (sit_at(LEADS), False)):  # in LEADS, two Chards of Bo's are known
        board = board_of(session)
        assert goal not in shown(board, LARGE), "lessons have their own text"
        board.gives_tips = True
        board.show(session.look(session.turn))
        assert (goal in shown(board, LARGE)) == is_shown
        assert goal not in shown(board, USUAL)
