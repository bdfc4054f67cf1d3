"""What plain mode reads out every turn, and in what words."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from cardtable.engine.chance import DealCode, Key
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.engine.games.rummy_like.model import Send
from cardtable.engine.games.rummy_like.trick import chain
from cardtable.engine.walk import turns
from cardtable.formats.opening import StartPosition
from cardtable.plain.lines import Lines
from cardtable.plain.signals import Resumed
from cardtable.plain.view import move_lines, view_of
from cardtable.players.at_table import seat_computers
from cardtable.table.session import Session
from tests.engine.walks import NAMES
from tests.games.exit_stage_right_positions import stage
from tests.games.exit_stage_right_positions import state as position_of
from tests.games.wind_city_positions import state as storm
from tests.games.wind_city_positions import with_card
from tests.plain.transcripts import output_of, play
from tests.table.sittings import truth
from tests.tui.boards.wind_city_boards import sit_at as sit_at_a_storm
from tests.tui.screens import sit_at

CLASH, ES, WC = SHIPPED["clash"], SHIPPED["exit-stage-right"], SHIPPED["wind-city"]


def new_session(game_id: str, seats: int, *, one_person: bool = True) -> Session:
    game = SHIPPED[game_id]
    return Session(game, game.options(), NAMES[:seats], DealCode(5), (0,) * seats if one_person else None)


def test_after_the_first_turn_only_changes_are_read_until_verbose_is_typed() -> None:
    turns = output_of(new_session("exit-stage-right", 1), "1", "verbose", "1", "terse", "1").split("Your move:\n")
    full, brief, told, verbose, told_again, brief_again, *_ = turns
    assert "In the decks: " in full
    assert "In the decks: " not in brief
    assert "Top row, " in brief
    assert "Your hand: " not in brief
    assert "New in your hand" not in brief, "the draw has been told"
    assert re.search(r"^You draw \w+\.$", brief, re.MULTILINE)
    assert told.startswith("In this game, you now hear the whole table and each move's effect.")
    assert "In the decks: " in verbose
    assert told_again.startswith("In this game, you now hear only what has changed, and your moves in brief.")
    assert "In the decks: " not in brief_again


def test_a_shift_is_told_once_in_exit_stage_right() -> None:
    here = position_of(stage("HRC . . . PGS"), "R R H H C S B", draw="G", complete_deck="FBT")
    turns = output_of(sit_at(here, ("Ann",)), "Blue", "log 1", "refill bottom").split("Your move:\n")
    _, brief, log, refilled, *_ = turns
    assert brief.splitlines()[:6] == [
        "You play Blue.",
        "Lost Hollow-Red-Circle; 0 right, 2 left.",
        "You draw Green.",
        "Top row, column 4: Partial-Green-Square.",
        "The deck has no Singles left.",
        f"0 Completes won, {1 + len(here.lost)} lost.",
    ]
    assert "To the left: Hollow-Red-Circle off the stage and lost, Partial-Green-Square to column 4." in log
    assert refilled.startswith("You refill the centre of the bottom row.\n0 right, 1 left.\n")
    assert "bottom row, column 3: Filled-Blue-Triangle" in refilled


def test_later_turns_still_say_how_to_play_face_down() -> None:
    here = position_of(stage(". HRC . PGS .", ". PRC . FBT ."), "R R H H C S B", draw="G", complete_deck="HGT")
    first, later = output_of(sit_at(here, ("Ann",)), "Red").split("You play Red.")
    assert "To play face down, type the Single, the word down and the row." in first
    assert re.search(
        r"\n\d moves: [^\n]+\.\nFace down: top row 2 right, 2 left; middle row 2 right, 2 left\. "
        r"Type it as in: \w+ down (top|middle)\.\n",
        later,
    )


def test_a_player_who_passes_the_keyboard_on_hears_every_move_of_a_shift() -> None:
    assert "To the left: " in output_of(new_session("exit-stage-right", 2, one_person=False), "", "1")


@pytest.mark.parametrize("game", ["clash", "exit-stage-right", "tradewinds"])
def test_a_turn_is_a_few_lines_unless_more_is_wanted(game: str) -> None:
    turns = output_of(new_session(game, 2 if game == "clash" else 4), "1", "moves", "verbose", "1").split("Your move, ")
    first, brief, effects, _, verbose, *_ = turns
    assert len(brief.splitlines()) <= 9 + 2, brief  # with two tips for the first turn
    assert re.search(r"^\d+ moves: 1 [^\n]+; 2 [^\n]+\.$", brief, re.MULTILINE)
    for full in (first, effects, verbose):
        assert re.search(r"^2 [^\n]+$", full, re.MULTILINE)


def test_a_step_of_rummy_like_reads_out_a_few_lines() -> None:
    _, drew, led, *_ = output_of(new_session("rummy-like", 3), "draw", "1").split("Your move, ")
    assert re.fullmatch(
        r"\w+:\n\w+ draws [^\n]+\nLead a TriCard: [^\n]+\nWhen all have played, [^\n]+\nA Chard has [^\n]+\n"
        r"Lead one of these TriCards\.\n"
        r"(\d lead [\w-]+: you can (match it with [^\n]+|\'t match it)\n){3}",
        drew,
    )
    assert len(led.splitlines()) < 13
    assert "Play a Chard that matches " in led


def test_wind_city_lists_free_spaces_and_takes_a_space_alone() -> None:
    session = new_session("wind-city", 3)
    output = output_of(session, "A1", "A4", "A1", "1", "look")
    assert [str(action) for action in session.actions] == ["hurricane A1", "house A4"]
    assert "Place the hurricane: type a space from A1 to J1.\n" in output
    assert "Free in row 4, 20 points each: A4 to J4.\n" in output
    assert "Free in row 4, 20 points each: B4 to J4.\n" in output
    assert "These moves have no numbers. Type a move in words. Type moves to hear what you can play.\n" in output


@pytest.mark.parametrize(
    ("at", "warning"),
    [("E5", "7 steps north would end the game."), ("E11", "1 step north would end the game, perhaps this turn.")],
)
def test_wind_city_says_every_turn_how_far_away_the_end_is(at: str, warning: str) -> None:
    here = storm("A5", "F5 B7", at=at, card=1, options=with_card("N1:1 S1:1 E1:1 W1:1 H:1"))
    output = output_of(sit_at_a_storm(here), "2", "no offer")
    assert f"The hurricane is on {at}. {warning}\n" in output
    place, steps = ("E4", 8) if at == "E5" else ("E10", 2)
    assert f"The hurricane is on {place}. {steps} steps north would end the game" in output.partition("no offer")[2]


def test_wind_city_calls_the_only_person_you() -> None:
    here = storm("E5", "F5 B7", at="A5", card=1, options=with_card("N1:1 S1:1 E4:1 W1:1 H:1"))
    computers = seat_computers(WC, (None, "medium"))
    session = Session(WC, here.options, ("Player 1", "Ada"), StartPosition(here), computers=computers)
    output = output_of(session, "board", "why 3", "hint", "3", "board", "no offer")
    assert "Next: you choose actions.\n" in output
    assert re.search(r"\nEffect: to [A-J][0-9]+.*, destroys your E5.*; you pay 1\.\n", output)
    assert re.search(r"\nTo play (it|the first one), type \d( \d)*\.\n", output)
    assert "in secret" not in output.partition("no offer")[0]
    assert re.search(r"^You chose action 3: to [A-J][0-9]+.*; you pay [0-9]+\.$", output, re.MULTILINE)
    assert "Next: you may offer insurance.\n" in output
    assert "You show card 1: east 4.\n" in output
    assert session.names[0] not in output


def test_the_end_of_a_round_tells_the_score_and_the_target() -> None:
    session = new_session("clash", 2)
    session.act(session.look(session.turn).legal[0])
    output = output_of(session, "end", "end")
    ending = r" left, (Ann|Bo) \d+: (\d+) points? for \w+\.\nRound 2: .*\nRound 2 of a match to 10: .* has \2\b"
    assert re.search(ending, output)


def test_clash_gives_the_result_once_at_the_end() -> None:
    ending = r" left, \w+ \d+: \d+ points? for (\w+)\.\nThe game is over\.\n\1 wins \d+–\d+\.\n"
    more = r"(?:(?:Ann|Bo|Scores|Cards left,) .*\n)*Deal "
    for target in (10, 0):
        session = Session(CLASH, CLASH.options(target=target), ("Ann", "Bo"), DealCode(5), (0, 0))
        assert re.search(f"{ending}{more}", output_of(session, *["1"] * 600))


def test_clash_reads_out_changed_hand_counts_and_tells_a_last_chard_from_one_that_goes_on() -> None:
    session = new_session("clash", 2, one_person=False)
    session.act(session.look(session.turn).legal[0])
    name, other = (session.names[seat] for seat in (session.turn or 0, 1 - (session.turn or 0)))
    seen = session.look(session.turn)
    on = next(str(action) for action in seen.legal if f"{action} last" in map(str, seen.legal))
    full, played, *_ = output_of(session, "", on, "end", "", "").split(f"Your move, {name}:\n")
    assert re.search(rf"^\d+ {on}: you go on$", full, re.MULTILINE)
    assert re.search(rf"^\d+ {on} last: ends turn, draw 1$", full, re.MULTILINE)
    assert re.search(r"^You have 6 cards in hand: (?:[\w-]+, ){5}[\w-]+\.$", played, re.MULTILINE)
    assert f"{other} has " not in played, "the other hand hasn't changed"


def test_clash_names_the_cards_in_hand_after_every_play_and_lists_few_moves_like_many() -> None:
    session = new_session("clash", 2)
    output = output_of(session, *["1"] * 300)
    plays = output.split("\nYour move, ")[2:]
    assert "New in your" not in output
    assert not re.search(r"^1 (?!move)", "\n".join(plays), re.MULTILINE), "moves have no lines of their own"
    assert re.search(r"\n[1-3] moves?: 1 [^\n]+\.$", "\n".join(plays), re.MULTILINE)
    held = re.findall(r"^You have (\d+) cards? in hand: (.+)\.$", output, re.MULTILINE)
    assert len(held) > 20
    assert all(len(cards.split(", ")) == int(count) for count, cards in held)


def test_the_scores_are_read_where_score_is_a_move() -> None:
    output = output_of(new_session("rummy-like", 3), "scores", "draw", "score")
    assert output.count("Round 1 of a match to 10: no points yet.\n") == 3
    assert "and with a set of four (RM-6).\nRound 1 of a match" in output, "score is also a move"


@pytest.mark.parametrize("game", SHIPPED.values(), ids=lambda game: game.id)
def test_every_move_is_announced_or_explained_and_has_no_marks(game: AnyGame) -> None:
    session = new_session(game.id, max(game.seats[0], 2), one_person=False)
    for state, action, _ in list(turns(game, truth(session), Key(3)))[:150]:
        seen = session.look(session.turn)
        view = view_of(game)
        assert game.turn(state) == session.turn
        lines = (*view.table(seen), *view.hand(seen), view.question(seen), *move_lines(seen, view))
        for line in (*lines, *view.consequences(seen, action)):
            assert not re.search(r"[<>*|]|[+-]\d| \+ (?![A-Z])", line), line
            assert not line.startswith("To the "), "a preview never reads like a move"
        listed = view.list_moves(seen)
        assert listed.numbered or listed.notes or view.question(seen)
        assert set(listed.numbered) <= set(seen.legal)
        session.act(action)


def test_a_player_who_suspends_the_program_while_reading_the_rules_comes_back_to_the_game() -> None:
    class Keyboard(StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # its bases disagree
            line = super().readline(size)
            if line == "fg\n":
                raise Resumed
            return line

    out = StringIO()
    play(new_session("clash", 2, one_person=False), Lines(Keyboard("rules list\nfg\n\nrules list\nfg\n\n1\n"), out, {}))
    before, after = out.getvalue().split("or press Enter to leave:\n")[1:]
    assert re.match(r"(Ann|Bo)'s turn; \1 presses Enter\.\n(?!\1's turn)", before)
    assert re.match(r"The game continues; (Ann|Bo) presses Enter\.\nChards on top: ", after)
    assert re.search(r"^(Ann|Bo) plays ", after, re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "seats"), [("exit-stage-right", 1), ("rummy-like", 3), ("clash", 2), ("tradewinds", 4)]
)
def test_hints_leave_the_numbers_of_moves_alone(game: str, seats: int) -> None:
    session = new_session(game, seats)
    if game in ("rummy-like", "clash"):
        session.act(session.look(session.turn).legal[0])
    numbered = view_of(session.game).list_moves(session.look(session.turn)).numbered
    _, moves, hint, *_ = output_of(session, "moves", "hint").split("Your move")
    listed = dict(re.findall(r"^(\d+) (.+)", moves, re.MULTILINE))
    hinted = re.findall(r"^(\d+) ([^:\n]+):", hint, re.MULTILINE)
    assert len(hinted) == 3
    assert all(listed[number].startswith(name) for number, name in hinted)
    assert f"\nTo play the first one, type {hinted[0][0]}.\n" in hint
    other = next(number for number in range(1, 4) if str(number) != hinted[number - 1][0])
    before = len(session.actions)
    output_of(session, "hint", str(other))
    assert session.actions[before] == numbered[other - 1]


@pytest.mark.parametrize("typed", ["", "1"])
def test_enter_plays_the_rest_when_nothing_can_change_any_more(typed: str) -> None:
    session = sit_at(position_of(stage(), "R G B H", complete_deck=""))
    output = output_of(session, typed, "")
    assert (
        "Your hand: Hollow, Red, Green, Blue.\nNothing can change any more. Press Enter to play the rest.\n" in output
    )
    assert session.turn is None
    assert output.count("The game is over.") == 1


def test_the_chards_just_received_are_among_those_to_send() -> None:
    session = new_session("rummy-like", 3)
    while not isinstance(session.look(session.turn).legal[0], Send):
        session.act(session.look(session.turn).legal[0])
    seen = session.look(session.turn)
    held = seen.state.chards[session.turn or 0] + seen.state.picked
    output = output_of(session, "1")
    assert not isinstance(session.actions[-1], Send), "two numbers are needed"
    (line,) = re.findall(r"^Your Chards: (.*)\.$", output, re.MULTILINE)
    assert sum(map(int, re.findall(r"\d+", line))) == len(held)
    assert "You can choose from" not in output
    receiver = session.names[chain(seen.state)[1]]
    assert f"\nSend two Chards to {receiver}.\n" in output
    assert re.search(
        r"^2 \w+: [^\n]+\n(?:\d \w+: [^\n]+\n)+Type two of these numbers, or two kinds\.", output, re.MULTILINE
    )


def test_a_draw_without_a_choice_can_be_undone() -> None:
    """Nobody is asked to draw TriCards as long as nothing else is possible."""
    session = Session(SHIPPED["rummy-like"], SHIPPED["rummy-like"].options(), ("A", "B", "C"), DealCode(3), (0, 0, 0))
    output = output_of(session, "undo", "draw", "quit")
    drawn, undone, _ = output.partition("Undone: draw.")
    assert undone
    assert "1 draw" not in drawn
    assert "1 draw" in output
    assert output.count("Lead one of these TriCards.") == 2


@pytest.mark.parametrize(("game", "seats"), [("exit-stage-right", 1), ("tradewinds", 4)])
def test_the_result_is_told_once(game: str, seats: int) -> None:
    output = output_of(new_session(game, seats), *["1"] * 40)
    told = r"\nEvery hand is empty\.\nThe game is over\.\nYou (won|lost)[^\n]*\. \d+ [^\n]+, \d+ (lost|deducted)[.:]"
    assert re.search(told, output)


def test_enter_plays_the_only_move() -> None:
    output = output_of(new_session("tradewinds", 4), "", *["1"] * 20, "", "", "", "")
    assert output.count("Type a number from 1 to 6, or a move in words; or type help.") == 1
    assert len(re.findall(r"\nYour move, \w+, or Enter for the only one:\n", output)) == 4
    assert "The game is over." in output


def test_a_number_that_no_move_has_is_refused() -> None:
    output = output_of(new_session("tradewinds", 4), "7", *["1"] * 20, "2")
    assert "The moves are numbered from 1 to 6. Type moves to hear" in output
    assert "The only move is number 1. Type moves to hear" in output


def test_a_continued_game_says_that_the_last_move_is_an_old_one() -> None:
    session = new_session("exit-stage-right", 1)
    session.act(session.look(0).legal[0])
    output = output_of(session, "1", "quit")
    assert output.count("Your last move:") == 1
    assert output.index("Your last move:") < output.index("You play")


@pytest.mark.parametrize(("word", "command"), [("stage", "board"), ("where", "board"), ("legal", "moves")])
def test_other_words_for_commands_are_understood(word: str, command: str) -> None:
    assert output_of(new_session("exit-stage-right", 1), word) == output_of(new_session("exit-stage-right", 1), command)
