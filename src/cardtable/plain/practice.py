"""The Practice room line by line: Exit Stage Right alone, exercises from the player's mistakes, and progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.phrases import capitalized, format_range, join_words, read_number
from cardtable.formats.options import preset_word
from cardtable.lessons.library import find_lesson
from cardtable.plain.ending import ON_COMMAND_LINE, Advice
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.menu import Menu
from cardtable.plain.navigator import play
from cardtable.plain.practice_exercise import PlainPracticeExercise
from cardtable.practice.answers import mistake_label, repetition_sentence
from cardtable.practice.baselines import BaselineRun, save_baselines
from cardtable.practice.mistakes import Mistake, Mistakes
from cardtable.practice.progress import ProgressReport, progress_report
from cardtable.practice.progress_words import exercise_text, progress_lines
from cardtable.practice.schedule import Repetition
from cardtable.practice.selection import NO_EXERCISES, select
from cardtable.practice.themes import THEMES, Theme, theme_exercise
from cardtable.rooms.practice import HAND_SIZES, PRESETS, PracticeRecord
from cardtable.store.clock import current_time
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.paths import may_exist
from cardtable.store.settings import load_settings
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import fresh_code
from cardtable.table.storage_words import storage_sentence

MOST_LISTED = 20
"""The maximum number of exercises to read out."""
WAIT_SECONDS = 3.0
"""How long computer players may play before the player's progress is read out."""


class PlainPractice:
    """The Practice room in plain mode."""

    def __init__(self, lines: Lines, archive: LazyArchive, advice: Advice = ON_COMMAND_LINE) -> None:
        self._lines, self._archive, self._advice = lines, archive, advice
        self.say = lines.say
        self._record = PracticeRecord(lambda: archive.archive)
        self._mistakes = Mistakes(lambda: archive.archive)
        self._run: BaselineRun | None = None
        """The computer players that play the same deals while the player is in this room."""

    def run(self, section: str = "") -> None:
        """Keep asking what to practise until the player leaves, or go to one section and leave after it."""
        try:
            if section:
                self._open(section)
            else:
                self._choose()
        except EndOfInput:
            pass
        finally:
            self._save_baselines()
            if self._run is not None:
                self._run.stop()

    def _choose(self) -> None:
        Menu(
            "Practice: type a number or a word, or press Enter to leave:",
            self._say_menu,
            (f"A number from 1 to {len(SECTIONS)}, or a word such as {next(iter(SECTIONS))}: go to this part.",),
            self._open_typed,
        ).run(self._lines)

    def _open_typed(self, text: str) -> None:
        """Open the section with the number or word that was typed."""
        number, words = read_number(text), list(SECTIONS)
        word = words[number - 1] if number is not None and 0 < number <= len(words) else preset_word(text.lower())
        if word not in SECTIONS:
            raise ValueError(f"Type a number from 1 to {len(words)}, a word such as {words[0]}, or list.")
        self._open(word)
        self.say("You are back in the Practice room. To hear what there is, type list.")

    def _say_menu(self) -> None:
        self.say(f"Practice: {GAME.title} alone.")
        now = current_time()
        figures = self._record.figures(now)
        about = {"mistakes": capitalized(figures.fault or exercise_text(figures.exercises, now))}
        for number, (word, (_, what)) in enumerate(SECTIONS.items(), 1):
            self.say(f"{number} {word}: {what} {about.get(word, '')}".rstrip())

    def _open(self, section: str) -> None:
        """Open a section; leaving it leads back to the menu."""
        with suppress(_BackToMenu):
            try:
                SECTIONS[section][0](self)
            except (StorageError, UnreadableGame, GameNotFound) as error:
                self.say(storage_sentence(error))
            except (RequestError, ValueError) as refusal:
                self.say(str(refusal))
        self._save_baselines()

    # Play alone

    def play_alone(self) -> None:
        """Play a new game, after choosing a hand size and the rules."""
        self.say(sure_way_sentence())
        rules = {preset_word(preset.name): preset for preset in PRESETS}
        preset = rules[self._pick(f"Type {join_words(rules, 'or')} for the rules", list(rules), next(iter(rules)))]
        sizes = [str(size) for size in HAND_SIZES]
        last = str(self._record.hand_size(preset.name))
        size = self._pick(f"Type a hand size from {sizes[0]} to {sizes[-1]}", sizes, last)
        session = self._record.deal(preset, int(size), load_settings().names)
        self._archive.save(session)
        self._say_notices()
        play(session, self._lines, self._advice)

    def _pick(self, question: str, answers: Sequence[str], default: str) -> str:
        while True:
            typed = self._lines.ask(f"{question}, or press Enter for {default}:")
            if (text := preset_word(typed or default)) in answers:
                return text
            if text == "quit":
                raise _BackToMenu
            self.say(f"Type one of these: {', '.join(answers)}.")

    def play_daily(self) -> None:
        """Play today's deal, or say how it ended."""
        from cardtable.plain.navigator import PlainNavigator
        from cardtable.rooms.goto import ToDaily
        from cardtable.rooms.records import Records

        PlainNavigator(self._lines, Records(self._archive), self._advice).open(ToDaily())

    # Mistakes

    def try_again(self) -> None:
        """Solve exercises from mistakes, those that are due first."""
        solved = set[str]()
        while found := self._mistakes.all():
            self._say_fault()
            now = current_time()
            offered, later, others, due = select(found, now)
            waiting = [each for each in offered if each.exercise.name not in solved]
            found = [*offered, *later, *others]
            order = " The most instructive come first." if later else ""
            self.say(f"Your mistakes: {due or 'none'} due of {len(found)}.{order}")
            one = "for the next one that is due" if due else "for one that isn't due"
            text = self._lines.ask(f"Type list or quit, or press Enter {one if waiting else 'to leave'}:").lower()
            number = read_number(text)
            if text == "quit" or not (text or waiting):
                return
            if not text:
                self._solve(waiting[0], solved)
            elif number is not None and 0 < number <= len(found):
                self._solve(found[number - 1], solved)
            elif number is not None:
                self.say(f"The exercises are numbered from 1 to {len(found)}.")
            else:
                self._list(found, now)
        self.say(self._mistakes.take_fault() or NO_EXERCISES)

    def _list(self, found: list[Mistake], now: datetime) -> None:
        self.say(*(f"{number} {mistake_label(each, now)}." for number, each in enumerate(found[:MOST_LISTED], 1)))
        if len(found) > MOST_LISTED:
            self.say(f"And {len(found) - MOST_LISTED} more, up to number {len(found)}.")
        self.say("To try one of them, type its number.")

    def _solve(self, mistake: Mistake, solved: set[str]) -> None:
        """Solve one exercise; if it is answered, add its name to those that aren't offered again."""
        noted: list[Repetition] = []

        def note(is_right: bool) -> None:
            noted.append(self._mistakes.note(mistake, is_right))
            solved.add(mistake.exercise.name)

        with suppress(EndOfInput):
            PlainPracticeExercise(mistake.exercise, self._lines, note).run()
        self.say(*map(repetition_sentence, noted))
        self._say_fault()

    def _say_fault(self) -> None:
        if fault := self._mistakes.take_fault():
            self.say(fault)

    # Themes

    def solve_theme(self, theme: Theme) -> None:
        """Solve one exercise about a theme after another."""
        self.say(theme.about)
        with suppress(EndOfInput):
            answer = ""
            while answer != "quit":
                self.say("Looking for a position...")
                with self._lines.working():
                    exercise = theme_exercise(theme, fresh_code())
                PlainPracticeExercise(exercise, self._lines).run()
                answer = self._lines.ask("Press Enter for the next exercise, or type quit:").lower()

    # Progress

    def tell_progress(self) -> None:
        """Say how the player's games compare with those of computer players, which go on playing meanwhile."""
        report = self._report()
        if report is None:
            report = ProgressReport()
        elif self._run is None and report.unplayed:
            self._run = BaselineRun(report.questions())
            self._run.start()
            with self._lines.working():
                self._run.wait(WAIT_SECONDS)
            self._save_baselines()
            report = self._report() or report
        lines = progress_lines(report, current_time(), sign="", is_playing=True)
        self.say(*(line.removeprefix("# ") for line in lines))

    def _report(self) -> ProgressReport | None:
        """Return the player's progress, or None if nothing is saved."""
        if not may_exist(self._archive.path):
            return None
        try:
            return progress_report(self._archive.archive)
        except StorageError as error:
            self.say(storage_sentence(error))
            return None

    def _save_baselines(self) -> None:
        if self._run is not None and (results := self._run.take()):
            with suppress(StorageError):  # they can be played again
                save_baselines(self._archive.archive, results)

    def _say_notices(self) -> None:
        while self._archive.notices:
            self.say(self._archive.notices.pop(0))


class _BackToMenu(Exception):
    """The player has left a question without an answer."""


def sure_way_sentence() -> str:
    """Return a note about the two sets of rules."""
    lesson = find_lesson(GAME.id, "a-sure-way")
    return (
        "By the book, there is a sure way to win, whatever the cards are. "
        f"Lesson {lesson.number.lstrip('0')}, '{lesson.title}', teaches it. In the Challenge there isn't one."
    )


_Section = tuple[Callable[[PlainPractice], None], str]


def _theme_section(theme: Theme) -> _Section:
    title = f"{theme.title[0].lower()}{theme.title[1:]}"
    return partial(PlainPractice.solve_theme, theme=theme), f"endless exercises: {title}."


SECTIONS: dict[str, _Section] = {
    "play": (PlainPractice.play_alone, f"a game alone with {format_range(HAND_SIZES)} cards in your hand."),
    "daily": (PlainPractice.play_daily, "the daily deal, which is the same for everyone today."),
    "mistakes": (PlainPractice.try_again, "your mistakes, to try again."),
    **{theme.name: _theme_section(theme) for theme in THEMES},
    "progress": (PlainPractice.tell_progress, "your games compared with those of computer players."),
}
"""What there is in the Practice room: a function, and what it is for."""
