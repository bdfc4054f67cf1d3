"""The lobby of plain mode, with everything that can be typed there."""

from __future__ import annotations

import re
from io import StringIO

import pytest

from cardtable.engine.games import SHIPPED
from cardtable.lessons.library import lessons_of
from cardtable.plain.lines import Lines
from cardtable.plain.lobby import BACK, PROMPT, choose_and_play
from cardtable.plain.set_up import TO_CHANGE
from cardtable.rooms.lobby import NO_GAMES, LobbyRoom
from cardtable.table.lazy_archive import LazyArchive
from tests.plain.transcripts import transcript

ES = str(list(SHIPPED).index("exit-stage-right") + 1)


def lobby(*typed: str) -> str:
    return transcript(choose_and_play, *typed)


def answers(*typed: str) -> list[str]:
    """Return what the lobby says after each line that is typed at its own prompt."""
    return lobby(*typed).split(f"{PROMPT}\n")[1:]


def test_the_lobby_asks_for_the_game_and_the_players() -> None:
    output = lobby(
        *("tic tac toe", "Exit Stage Rihgt", "3", "2", "9", "2", "", "Ann, ann", "2", "", "Ann, Bo", "", "1")
    )
    assert output.startswith("Cardtable.\nTo start a new game, type its number or name:\n1 ")
    assert "Type a number from 1 to 5, the name of a game, or help." in output
    assert "\n2 Challenge: " in output
    assert "Type a number from 1 to 2, or press Enter. To return to the lobby, type quit.\n" in output
    assert "Type a number from 1 to 6." in output
    assert "Each refill fills every empty centre cell, and an empty stage is refilled first." in output
    assert "Players 1 and 2 can't both be called ann." in output
    assert "At the table: Ann, Bo." in output
    assert "Type the names of North, East, South and West, with commas, or press Enter for none:" in lobby(
        "tradewinds", "", "people"
    )


def test_single_options_are_typed_by_name() -> None:
    output = lobby("rummy", "options", "target=x", "goal=3", "Target = 7", "", "easy", "Ann", "options", "quit", "q")
    assert "\ntarget, a number from 0 to 100 or default: Points needed to win the match, " in output
    assert "Usually 10.\n" in output
    assert "\ntarget must be a number from 0 to 100 or default, not 'x'.\n" in output
    assert "\nRummy-like has no option 'goal'. Type options to hear those it has.\n" in output
    assert output.count("Target: 7") == 3, "at once, at the start, and when the options are read out"


def test_one_question_seats_computer_players() -> None:
    output = lobby("rummy", "", "fierce", "easy", "Ann", "quit", "q")
    assert "Press Enter for medium:" in output
    assert "Type people, alone, easy, medium, hard or a list." in output
    assert "At the table: Ann, Ada (easy), Blaise (easy)." in output
    assert "Your move, Ann:" in output


def test_a_list_names_the_player_at_each_seat() -> None:
    output = lobby(
        "rummy", "", "me, hrad, me", "me+easy", "me medium easy me", "easy, me, me", "Al, Bo, Cy", "Al", "quit"
    )
    assert "hard, for computer players; or a list: me, easy, medium. Press Enter" in output
    assert "There's no player 'hrad'. A player is me, easy, medium or hard." in output
    assert "Rummy-like is for 3 players, not 'me+easy'." in output
    assert "Rummy-like is for 3 players, not 'me medium easy me'." in output
    assert "Type the names of Player 2 and Player 3, with commas, or press Enter for none:" in output
    assert "Type 2 names, not 3." in output
    assert "At the table: Ada (easy), Al, Player 3." in output


def test_a_list_may_have_one_person_at_any_seat_or_nobody() -> None:
    output = lobby("wind", "", "3", "hard, me", "easy, easy, me", "Ann", "quit", "q")
    assert "Type 3 players, not 2." in output
    assert "Type your name, or press Enter for none:" in output
    assert "At the table: Ada (easy), Blaise (easy), Ann." in output
    watched = lobby("clash", "", "easy, medium", "quit", "q")
    assert "Type your name" not in watched
    assert "At the table: Ada (easy), Blaise (medium)." in watched


@pytest.mark.parametrize(
    ("first", "again", "offers"),
    [
        (("clash", "target=3", "", "easy", "Zoe", "1"), 3, ("those of your last game", "easy", "Zoe")),
        ((ES, "2", "3", "easy, me, hard", "Zoe", "", "1"), 4, ("2", "3", "easy, me, hard", "Zoe")),
        (("tradewinds", "", "alone", "1"), 2, ("1", "alone")),
    ],
    ids=["options", "seats", "alone"],
)
def test_enter_means_the_answers_of_the_last_game(first: tuple[str, ...], again: int, offers: tuple[str, ...]) -> None:
    lobby(*first, "quit", "quit")
    output = lobby(first[0], *[""] * again, *first[-1:], "quit", "quit")
    found = [offer.partition(":\n")[0] for offer in re.split("[Pp]ress Enter for ", output)[1:]]
    assert tuple(found[: len(offers)]) == offers
    saved_games = LazyArchive()
    last, before = saved_games.archive.entries()
    saved_games.close()
    assert (last.names[0], last.has_one_player, last.options) == (
        before.names[0],
        before.has_one_player,
        before.options,
    )
    assert last.levels == before.levels


def test_people_can_be_named_when_the_lobby_asks_who_plays() -> None:
    output = lobby("clash", "", "Ann, Ben, Cleo", "Ann, Ben", "quit", "q")
    assert "Type 2 names, not 3." in output
    assert "Type the names" not in output
    assert "At the table: Ann, Ben." in output


def test_back_returns_to_the_question_before() -> None:
    output = lobby("wind", "2", "3", "easy", "back", "back", "2", "Ann, Ben", "quit", "q")
    assert output.count("Who is playing?") == 3
    assert output.count("How many players") == 2
    assert "At the table: Ann, Ben." in output
    first = lobby("wind", "back", "q")
    assert first.endswith(f"You are back in the lobby.\n{PROMPT}\n")
    rules = lobby("rummy", "target=7", "back", "rummy", "target=7", "", "back", "", "easy", "", "quit", "q")
    assert "Target: 7" not in rules.split("At the table")[1], "the rules are asked for again from the beginning"


def test_an_option_is_described_when_its_name_is_typed() -> None:
    output = lobby("rummy", "target", "quit", "q")
    assert "options to change single rules" in output
    assert output.count("\ntarget, a number from 0 to 100 or default: Points needed to win the match, ") == 1


def test_help_says_what_each_question_takes() -> None:
    output = lobby("exit stage right", "help", "", "help", "2", "?", "people", "help", "", "quit", "q")
    for choices in (
        f"refill_shift, empty_grid, open_hands and first. {TO_CHANGE}",
        "Type a number from 1 to 6.",
        "or a list: me, easy. Or type names: Ann, Ben.",
        "Type 2 names with commas between them, or press Enter.",
    ):
        assert f"{choices}\nlearn: learn the game.\n" in output


def test_rules_and_lessons_can_be_heard_and_a_deal_chosen_between_the_questions() -> None:
    output = lobby("clash", "rules", "CL-1", "", "learn", "quit", "deal k7qf2m9x", "", "easy", "", "quit", "q")
    heard, played = output.split("The cards will be those of deal code K7QF-2M9X.\n")
    assert heard.count("Clash: the rules.\n") == 1
    assert "\nCL-1: " in heard
    assert heard.count("Which rules?") == 3, "it is asked again each time"
    assert "\nYour move" in played


def test_the_lobby_can_be_left_and_come_back_to() -> None:
    assert lobby().endswith(f"{PROMPT}\n")
    assert "How many players (1 to 6)? Press Enter for 1:" in lobby(ES, "", "quit")
    output = lobby(ES, "", "", "quit", "quit")
    assert "Deal " in output
    assert output.endswith(f"You are back in the lobby.\n{PROMPT}\n")


def test_words_stay_whole_on_a_terminal_and_commands_stay_on_one_line() -> None:
    class Screen(StringIO):
        def isatty(self) -> bool:
            return True

    out, pipe = Screen(), StringIO()
    text, command = "There are words here. " * 8, "cardtable play clash " + "--name Ann " * 12
    for stream in (out, pipe):
        lines = Lines(StringIO("a\n"), stream, {})
        lines.say(text.strip(), command, "")
        assert lines.ask(text.strip()) == "a"
    *rows, printed, empty, first, _, _ = out.getvalue().splitlines()
    assert (printed, empty, first) == (command, "", rows[0])
    assert max(map(len, rows)) < 80
    assert " ".join(rows) == text.strip()
    assert pipe.getvalue().splitlines() == [text.strip(), command, "", text.strip()]


def test_the_end_of_a_game_that_was_undone_before_leaving_is_redone_later() -> None:
    assert "To continue it, type resume 1.\n" in lobby(ES, "", "", *["1"] * 36, "undo", "quit", "quit")
    output = lobby("resume", "redo", "", "quit")
    assert "\nYou undid moves before you left. To play them again, type redo.\n" in output
    assert "The game is over.\n" in output
    assert "You undid moves" not in lobby(ES, "", "", "1", "quit", "resume", "quit", "quit")


def test_the_lobby_reads_out_the_three_latest_games_in_progress_and_all_on_request_each_with_its_score() -> None:
    for _ in range(7):
        lobby(ES, "", "", "1", "quit", "quit")
    lines = lobby("saved", "quit").splitlines()
    start, asked = (lines[: (prompt := lines.index(PROMPT))], lines[prompt + 1 :])
    in_progress = [line for line in start if line.startswith("resume ")]
    assert [line.split()[1] for line in in_progress] == ["7", "6", "5"]
    assert start[start.index(in_progress[-1]) + 1] == "4 more: type saved."
    everything = [line for line in asked if line.startswith("resume ")]
    assert [line.split()[1] for line in everything] == ["7", "6", "5", "4", "3", "2", "1"]
    assert all(" Exit Stage Right: score 0, last played at " in line for line in everything)
    assert not any("more: type saved" in line for line in asked)


def test_a_saved_game_is_listed_with_names_and_score_and_is_resumed_or_replayed_by_its_number() -> None:
    left = lobby("clash", "", "people", "Ann, Bo", "", "1", "", "quit", "q")
    assert "You left the game.\nTo continue it, type resume 1.\nYou are back in the lobby.\n" in left
    assert lobby(ES, "", "", "1", "quit").count("To continue it, type resume 2.\n") == 1, "as in `cardtable resume 2`"
    listed, replayed, chosen, _ = answers("?", "replay 2", "quit", "replay", "1", "end", "quit", "q")
    assert listed.startswith("play GAME: ")
    assert replayed.startswith("Exit Stage Right: replay.\nThe game isn't over yet.\nMove 0 of 1, your view.\n")
    assert re.search(r"^2 Exit Stage Right: score 0, last played at .*, 1 move$", chosen, re.MULTILINE)
    assert re.search(r"^1 Clash: Ann 0, Bo 0, (Ann|Bo)'s turn since .*, 1 move$", chosen, re.MULTILINE)
    assert "Clash: replay.\nAt the table: Ann, Bo.\n" in chosen


def test_saved_games_are_listed_with_the_words_that_open_them() -> None:
    assert answers("saved", "quit")[0].startswith(f"{NO_GAMES}\n")
    lobby("clash", "", "easy, easy", "q")
    lobby("clash", "", "people", "Ann, Bo", "", "1", "", "quit", "q")
    listed, again, games, *_ = answers("saved", "", "list", "games", "", "quit")
    assert re.search(
        r"^Games in progress, and .*:\nresume 2 Clash: .*\nFinished games, and .*:\nreplay 1 Clash: ", listed
    )
    assert games == listed
    assert "resume 2 Clash: " in again
    assert "replay 1" not in again


def test_the_same_deal_is_played_again_as_the_result_says() -> None:
    over = lobby(ES, "2", "1", *["1"] * 60, "", "quit")
    again = re.findall(r"^To play the same deal again, type (play exit-stage-right, .+)\.$", over, re.MULTILINE)[0]
    assert "cardtable play" not in over
    for typed in (again, f"{again}.", again.removeprefix("play ")):
        dealt = lobby(typed, "quit", "quit")
        assert f"\nDeal {again.removeprefix('play ')}.\n" in lobby(typed, "deal", "quit", "quit"), dealt


def test_the_line_in_the_result_also_works_below_the_result() -> None:
    over = (ES, "2", "1", *["1"] * 60)
    again = re.findall(r"^To play the same deal again, type (play .+)\.$", lobby(*over, "", "quit"), re.MULTILINE)[0]
    assert f"\nDeal {again.removeprefix('play ')}.\n" in lobby(*over, again, "deal", "quit", "quit")


def test_a_deal_for_all_seats_is_played_again_on_the_command_line() -> None:
    left = lobby("clash", "", "alone", "quit", "quit")
    assert "To play the same deal from the start, quit and type:\ncardtable play clash " in left


def test_a_newcomer_is_told_where_to_begin() -> None:
    welcome = "New here? To learn Exit Stage Right step by step, type lessons 1.\n"
    welcome += "To choose a game for one player, type alone; for several people, type together.\n"
    offered = (
        "You can also type {}tables, daily, earlier, lessons, practice, rules, statistics, settings, open, help or "
    )
    offered += "quit.\n"
    first = lobby("lessons 1", "quit", "quit")
    assert f"{welcome}{offered.format('')}{PROMPT}\nExit Stage Right: 0 of 13 lessons done.\n" in first
    lobby(ES, "", "", "1", "quit", "lessons 1 1", "", "quit", "quit", "quit")
    later = lobby("quit")
    assert welcome not in later
    title = lessons_of("exit-stage-right")[0].title
    next_lesson = f"Next is lesson 1 of Exit Stage Right: {title}. To take it, type lessons Exit Stage Right 1.\n"
    assert f"{next_lesson}{offered.format('saved, replay, review, ')}" in later


def test_how_plain_mode_works_is_explained_to_each_person_once() -> None:
    explained = "To hear what a move would do, type why and the move."
    first = lobby(ES, "", "", "1", "quit", "quit")
    assert explained in first
    again = lobby("tradewinds", "", "alone", "quit", "quit")
    assert explained not in again
    assert "\nType help to list the commands.\n" in again
    assert explained in lobby("clash", "", "easy", "Ann", "quit", "quit"), "a name of her own"
    assert explained not in lobby("rummy", "", "easy", "ann", "quit", "quit")
    assert explained in lobby("clash", "", "people", "Ann, Bo", "quit", "quit"), "Bo is new"
    assert explained not in lobby("clash", "", "people", "Bo, Ann", "quit", "quit")


@pytest.mark.parametrize("typed", ["2", "Fair Winds", "fair-winds"])
def test_a_set_of_rules_is_chosen_by_number_or_name(typed: str) -> None:
    assert "\nTradewinds, Fair winds.\n" in lobby("tradewinds", typed, "alone", "quit", "quit")


def test_a_command_typed_at_a_question_is_carried_out_instead() -> None:
    lobby(ES, "", "", "1", "quit", "quit")
    other, last = answers("replay", "rules clash", "", "rules", "saved", "quit")[:2]
    assert "Clash: the rules.\n1 Goal\n" in other
    assert re.search(r"Rules of which game\?.*\nGames in progress, and .*\nresume 1 ", last)


def test_help_says_what_can_be_typed_in_each_list() -> None:
    rules, settings = answers("rules clash", "help", "q", "settings", "?", "q", "quit")[:2]
    assert "\nlist: hear the list again.\n" in settings
    assert "\nquit: leave the settings; Enter does the same.\n" in settings
    helped = rules.split("press Enter to leave:\n")[1]
    assert "\na ruling such as CL-1: hear only this ruling.\nall: hear the whole page.\nlist: " in helped
    assert "\nquit: leave the rules; Enter does the same.\n" in helped


def test_the_daily_deal_is_named_when_it_begins_and_when_it_continues() -> None:
    named = ", the same for everyone. Rules: "
    assert named in lobby("daily", "1", "quit", "quit")
    assert named in lobby("resume", "quit", "quit")
    assert named not in lobby(ES, "", "", "quit", "quit")


def test_a_lesson_is_typed_in_the_list_of_lessons_as_in_the_lobby() -> None:
    lesson = next(entry for entry in lessons_of("clash") if entry.number.lstrip("0") == "4")
    assert f"next lesson:\n{lesson.title}. {lesson.about}" in lobby("lessons clash", "lessons 4", "q")


UNLISTED = ("class", "continue", "saved", "replay", "review", "here")
"""The commands of the lobby that a player alone without saved games hasn't got."""


def test_everything_else_is_offered_and_works() -> None:
    words = [each.words[0] for each in LobbyRoom.commands if each.id not in UNLISTED]
    listed, statistics, one_game, lessons, rules, *_ = answers(
        "help", "statistics", "statistics clash", "lessons exit", "list", "quit", f"rules {ES}", "2", "es-4", "99",
        "nothing", "list", "", "daily", "quit", "quit",
    )  # fmt: skip
    assert [line.partition(":")[0].split()[0] for line in listed.splitlines()] == words
    assert statistics.startswith("You haven't finished a game yet.")
    assert "To hear all about one game" not in statistics
    assert one_game.endswith("You haven't finished a game of Clash yet.\n")
    assert lessons.count("Exit Stage Right: 0 of 13 lessons done.\n1 The goal and the cards: ") == 2
    assert "Exit Stage Right: the rules.\n1 Goal\n2 In short\n" in rules
    assert "\nES-4: Cards that go right move before" in rules
    assert "The parts are numbered from 1 to " in rules
    assert "No ruling has that number." in rules
    short = rules.partition("In short\nGOAL: ")[2].partition("\nType the number")[0]
    assert all(line.endswith((".", ":")) for line in short.splitlines()), "no sentence is cut"


def test_the_settings_are_read_out_those_of_plain_mode_first() -> None:
    shown, *_ = answers("settings", "names Ann,  De Bo", "names", "list", "key undo f5", "q", "quit")
    assert shown.startswith("reading: What plain mode reads out every turn: ")
    assert shown.index("names: ") < shown.index("The other settings are for the app, ") < shown.index("animation: ")
    assert "names: The people who usually play. Now nobody." in shown
    assert "names: The people who usually play. Now Ann, De Bo." in shown
    assert "Saved: names Ann, De Bo.\n" in shown
    assert "Type names and the names, with commas between them" in shown
    assert "cardtable settings theme=" in shown
    assert "Saved: f5 is the key for undo.\n" in shown


@pytest.mark.parametrize("word", ["exit", "leave", "quit"])
def test_the_words_for_leaving_work_everywhere(word: str) -> None:
    output = lobby("clash", "", "easy", "", word, word)
    assert "You left the game." in output
    assert output.endswith(f"{BACK}\n{PROMPT}\n")
