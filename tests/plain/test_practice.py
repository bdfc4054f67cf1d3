"""The Practice room in plain mode."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pytest

from cardtable import cli
from cardtable.commands.practice import WORDS
from cardtable.engine.chance import DealCode
from cardtable.engine.phrases import join_words
from cardtable.games.exit_stage_right.practice import PRACTICE
from cardtable.games.exit_stage_right.practice.themes import THEMES
from cardtable.plain.lobby import choose_and_play
from cardtable.practice.exercises import PracticeExercise, exercises_of
from cardtable.practice.mistakes import load_mistakes, save_mistakes
from cardtable.practice.review import Verdict
from cardtable.practice.selection import NO_EXERCISES
from cardtable.practice.theme import Theme
from cardtable.practice.words import action_text
from cardtable.rooms.kit.goto import ToPractice
from cardtable.rooms.practice import SECTIONS
from cardtable.store.archive import Archive
from cardtable.store.errors import StorageFault
from cardtable.table.lazy_archive import LazyArchive
from tests.plain.transcripts import opened, transcript
from tests.practice.blamed_games import blamable, finished_game, review_of
from tests.table.saved_games import failing

GAME = finished_game()
FIRST, SECOND = blamable(GAME)[3:5]
REVIEW = review_of(GAME, {FIRST: Verdict.MISTAKE, SECOND: Verdict.BLUNDER})
PROMPT = "Practice: type a number or a word, or press Enter to leave:"


@pytest.fixture
def mistakes(store: LazyArchive) -> LazyArchive:
    """Return saved games with two exercises."""
    save_mistakes(store.archive, store.add_game(GAME), GAME, REVIEW)
    return store


def practice(*typed: str, section: str = "") -> list[str]:
    """Return what the room says to these lines."""
    return opened(ToPractice(section), *typed).splitlines()


def answers_to(store: LazyArchive) -> tuple[str, str]:
    """Return the wrong and the right answer to the exercise that is due first."""
    review = load_mistakes(store.archive)[0].exercise.decided
    return review.played.action, review.best.action


# The menu


def test_the_list_takes_numbers_and_words_until_enter() -> None:
    output = practice("99", "dance", "list", "5", "mistakes", "mistake", "")
    words = ["levels", "daily", "challenge", "by-the-book", "mistakes", *(theme.name for theme in THEMES), "progress"]
    assert output[0] == "Practice: Exit Stage Right alone."
    assert [line.split(" ")[1].rstrip(":") for line in output[1 : 1 + len(words)]] == words
    assert output.count(f"Type a number from 1 to {len(words)}, a word such as levels, or list.") == 2
    assert output.count(NO_EXERCISES) == 3
    assert output[-1] == PROMPT
    assert "5 mistakes: Your mistakes. None yet: a review turns mistakes into exercises." in output


def test_a_game_alone_is_played_by_the_rules_and_with_the_cards_that_are_named(store: LazyArchive) -> None:
    output = practice("play 12", "play challenge 6", "1", "quit", "")
    assert "Type play, challenge or by the book, and a number of cards from 5 to 9." in output
    assert "Hand size: 6." in output
    assert any(line.endswith("and an empty stage is refilled first.") for line in output)
    (entry,) = store.archive.entries()
    assert '"refill_count": "all"' in entry.options
    assert entry.length == 1
    assert "Hand size: 6." in practice("quit", section="play")
    output = practice("by the book", "quit", "")
    assert "You are back in the Practice room. To hear what you can do here, type list." in output
    assert not any(line.startswith("Refilling") for line in output)


# Mistakes


def test_a_right_answer_at_the_first_try_comes_back_later(mistakes: LazyArchive) -> None:
    _, right = answers_to(mistakes)
    output = practice(right, "quit", section="mistakes")
    assert any(
        line.startswith(f"You played {action_text(GAME.game, str(GAME.actions[FIRST - 1]))}. Find the better move.")
        for line in output
    )
    assert any(line.startswith(f"Right: {right} is one of the best moves, expected margin ") for line in output)
    why = " Partial sends 1 right; refilling sends 1 left."
    assert any(line.startswith("Right: ") and line.endswith(why) for line in output)
    assert "It comes back in 2 days." in output
    assert output[-1] == "Press Enter for the next exercise, or type quit:"


def test_only_the_reason_is_said_if_the_exercises_cannot_be_read(
    mistakes: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Archive, "all_progress", failing(StorageFault.BUSY))
    (reason,) = practice(section="mistakes")
    assert reason.startswith("Another program is using your saved games.")


def test_to_be_shown_the_answer_counts_as_wrong_and_to_leave_as_nothing(mistakes: LazyArchive) -> None:
    _, right = answers_to(mistakes)
    left = practice("look", "hand", "moves", "why 1", "zebra", "quit", section="mistakes")
    assert not any(line.startswith(("Right", "No:", "Best", "It comes back")) for line in left)
    output = practice("mistakes", "help", "show me", "quit", "mistake", "2", "quit", "mistake 3", "")
    assert "show me: the best move; where answers count, this counts as a wrong one." in output
    assert any(line.startswith(f"Best: {right}, expected margin ") for line in output)
    assert any(line.startswith("Lesson ") for line in output)
    assert output.count("It comes back tomorrow.") == 1
    assert any(line.startswith(f"1: Move {SECOND} again, game 1 of ") and line.endswith("due.") for line in output)
    assert any(line.startswith(f"2: Move {FIRST} again, game 1 of ") for line in output)
    assert output.count(f"Move {FIRST} again.") == 2
    assert "The exercises are numbered from 1 to 2." in output


# Themes


def test_a_theme_has_one_exercise_after_another(store: LazyArchive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Generated positions are replaced by one from a game, which takes no time to find."""
    exercise = replace(exercises_of(GAME, REVIEW)[0], title="When to refill", played="")
    found: list[str] = []

    def find(theme: Theme, code: DealCode) -> PracticeExercise:
        found.append(theme.name)
        return exercise

    monkeypatch.setattr("cardtable.practice.sources.theme_exercise", find)
    right = exercise.decided.best.action
    output = practice("refill", "help", right, "", right, "quit", "last five", "quit", "")
    assert found == ["refill", "refill", "last-five"]
    assert output.count("Is it better to refill the centre now, or to play a Single first?") == 1, "in the beginning"
    assert output.count("When to refill.") == 3
    assert output.count(f"{PRACTICE.theme_rules} Find the best move.") == 3
    assert output.count("Press Enter for the next exercise, or type quit:") == 2
    assert len([line for line in output if line.startswith("Right: ")]) == 2
    assert output[-1] == PROMPT


# Progress


def test_progress_waits_for_the_computer_players_a_little_and_is_saved(
    store: LazyArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtable.plain.practice.WAIT_SECONDS", 30)
    monkeypatch.setattr("cardtable.practice.baselines.LEVELS", ("easy", "medium"))
    store.add_game(finished_game())
    output = practice("progress", "progress", "")
    assert output.count("Compared with computer players: hand size 5, refilling every empty centre cell") == 2
    assert sum(line.startswith("- medium on the same deals: ") for line in output) == 2
    assert len(store.archive.progress_names("baseline ")) == 2


# From the command line and the lobby


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dance"], f"The Practice room has no 'dance'. Choose one of these: {', '.join(SECTIONS)}."),
        (["mistake"], "The Practice room has no 'mistake'; did you mean mistakes?"),
    ],
)
def test_an_unknown_word_gets_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["practice", *words]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


def test_the_command_has_a_word_for_each_section() -> None:
    assert tuple(SECTIONS) == WORDS


def test_a_word_goes_straight_there(
    mistakes: LazyArchive, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert cli.main(["practice", "mistakes", "--plain"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == f"Move {FIRST} again."
    assert cli.main(["practice"]) == 2
    assert "practice --plain" in capsys.readouterr().err


def test_the_lobby_leads_there_and_back() -> None:
    output = transcript(choose_and_play, "practice dance", "practice", "", "practice mistakes", "q")
    assert f"Type practice on its own, or with {join_words(SECTIONS, 'or')}." in output
    assert PROMPT in output
    assert output.count("You are back in the lobby.") == 2
