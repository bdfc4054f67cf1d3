"""A lesson line by line: the text, the table in words, questions with numbers, and what is said to the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from cardtable.engine.cards import Card
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.places import called, lying
from cardtable.lessons.progress import LessonProgress
from cardtable.lessons.script import AskStep, FreeStep, ShowStep, TryStep
from cardtable.lessons.walkthrough import Verdict, Walkthrough
from cardtable.plain.choices import choice_lines, choices, read_number
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.views import view_of
from cardtable.table.pages import plain_text

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry
    from cardtable.lessons.reading import Lesson

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=[-*] )")
PROMPTS = {
    "next": "Enter goes on:",
    "show": "Enter plays it:",
    "choice": "Your answer, by its number:",
    "points": "Point at it by name, as in HRC, with commas between several; look lists what there is:",
    "actions": "All that are right, by number or in words, with commas between:",
    "action": "Your action:",
}


class PlainLesson:
    """Takes somebody through a lesson."""

    def __init__(
        self,
        lesson: Lesson,
        lines: Lines,
        *,
        entry: LessonEntry | None = None,
        learned: LearningRecord | None = None,
        step: int | None = None,
    ) -> None:
        """Where it was left; with a `step`, at that one, and then nothing is kept.  BadScript may be raised."""
        self.lesson = lesson
        self.say, self.ask = lines.say, lines.ask
        self._entry, self._learned = entry, learned if entry is not None and step is None else None
        self._view = view_of(lesson.game)
        progress = LessonProgress(step or 0)
        if self._learned is not None and entry is not None:
            progress = LessonProgress.of_data(self._learned.lesson(entry.game_id, entry.name).data)
        self.walk = Walkthrough(lesson, progress)

    def run(self) -> bool:
        """Take the lesson; whether it was taken to its end."""
        self.say(f"{self.lesson.script.title}. {self.lesson.script.about}", "Type help for what can be typed.")
        self._show_step()
        try:
            while not self.walk.is_over:
                self._heed(self.ask(PROMPTS[self.walk.wants]))
        except EndOfInput:
            self.say("The lesson stops here." + (" It goes on at this step." if self._learned is not None else ""))
            return False
        self.say("Lesson done.")
        return True

    # What is said

    def _show_step(self) -> None:
        """The step from its beginning; the table where it is not as it was said last."""
        walk = self.walk
        if walk.is_over:
            return
        self.say(f"Step {walk.at + 1} of {len(walk.steps)}.")
        if walk.at == 0 or walk.step.position is not None or walk.wants in ("action", "actions"):
            self._look()
        self._speak(walk.text)
        if walk.step.point:
            self.say(f"Look at: {', '.join(walk.step.point)}.")
        self.say(*(f"{number} {choice}" for number, choice in enumerate(walk.choices, 1)))
        if isinstance(walk.step, ShowStep):
            self.say(f"Shown is: {walk.step.action}.")

    def _speak(self, markdown: str) -> None:
        """A text, a paragraph or an item a line."""
        parts = _PARAGRAPH.split(plain_text(markdown))
        self.say(*(" ".join(part.split()) for part in parts if part.strip()))

    def _look(self) -> None:
        seen = self.walk.seen
        self.say(*self._view.table(seen), *self._view.hand(seen))
        if self.walk.wants in ("action", "actions"):
            self.say(*choice_lines(seen))
        elif self.walk.wants == "points":
            self.say(*(f"{number} {name}" for number, name in enumerate(self._things(), 1)))

    def _things(self) -> list[str]:
        """Everything that can be pointed at, by name: cards first."""
        walk, view = self.walk, self.walk.seen.state
        found = {
            called(walk.scene.teaching, view, place, walk.scene.names): card
            for place, card in lying(walk.scene.teaching, view)
        }
        return sorted(found, key=lambda name: not isinstance(found[name], Card))

    # What is typed

    def _heed(self, text: str) -> None:
        command = COMMANDS.get(text.lower() or "next")
        try:
            if command is not None and not (not text and self.walk.wants == "show"):
                command(self)
            elif not text:
                self._judge(self.walk.play)
            else:
                self._judge(lambda: self._answered(text))
        except BadScript:
            raise
        except ValueError as refusal:
            close = get_close_matches(text.lower(), COMMANDS, n=1)
            self.say(str(refusal) + (f" Did you mean {close[0]}?" if close else ""))

    def _answered(self, text: str) -> Verdict:
        walk = self.walk
        match walk.wants:
            case "action":
                (action,) = self._actions([text])
                return walk.act(action)
            case "choice":
                number = read_number(text)
                named = [each for each in walk.choices if each.lower() == text.lower()]
                if number is not None and 0 < number <= len(walk.choices) and not named:
                    named = [walk.choices[number - 1]]
                return walk.answer(named[0] if named else text)
            case "points":
                things = self._things()
                numbers = ((part, read_number(part)) for part in _parts(text))
                return walk.answer(
                    [things[at - 1] if at and 0 < at <= len(things) else part for part, at in numbers]
                    if not walk.choices
                    else text
                )
            case "actions":
                return walk.answer(self._actions(_parts(text)))
            case _:
                raise ValueError("Nothing is asked here; Enter goes on.")

    def _actions(self, texts: list[str]) -> list[str]:
        """Each action in words."""
        listed = choices(self.walk.seen)
        found = []
        for text in texts:
            number = read_number(text)
            if number is None:
                found.append(text)
            elif 0 < number <= len(listed):
                found.append(str(listed[number - 1]))
            else:
                raise ValueError(f"The actions are numbered from 1 to {len(listed)}.")
        return found

    def _judge(self, ask: Callable[[], Verdict]) -> None:
        """Say what came of an answer, the learner's own or one that was shown."""
        walk = self.walk
        verdict = ask()
        if isinstance(walk.step, TryStep | AskStep) and not verdict.partly and not verdict.shown:
            self.say("Right." if verdict.right else "Not yet.")
        if verdict.events:
            for event in verdict.events:
                self.say(*self._view.tell(event, walk.scene.names))
        if not (isinstance(walk.step, ShowStep | FreeStep) and verdict.events):
            self._speak(verdict.text)
        if isinstance(walk.step, FreeStep) and not verdict.done:
            self._look()
        self._keep()

    def _keep(self) -> None:
        if self._learned is not None and self._entry is not None:
            walk = self.walk
            self._learned.keep_lesson(self._entry.game_id, self._entry.name, walk.progress, is_over=walk.is_over)
            if fault := self._learned.pop_fault():
                self.say(f"What you learn is not kept: {fault}")

    # Commands

    def go_on(self) -> None:
        """Go on to the next step."""
        self.walk.next()
        self._keep()
        self._show_step()

    def go_back(self) -> None:
        """Go to the step before."""
        self.walk.back()
        self._keep()
        self._show_step()

    def begin_again(self) -> None:
        """Begin the step anew."""
        self.walk.again()
        self._show_step()

    def show(self) -> None:
        """Do it for the learner."""
        self._judge(self.walk.show_me)

    def why(self) -> None:
        """Say the ruling behind the step."""
        self.say(self.walk.why or "There is no ruling behind this step.")

    def hint(self) -> None:
        """Say a word of help."""
        self._speak(self.walk.hint or "There is no hint to this step.")

    def look(self) -> None:
        """Say the table, and what there is to choose."""
        self._look()
        self.say(*(f"{number} {choice}" for number, choice in enumerate(self.walk.choices, 1)))

    def help(self) -> None:
        """Say what can be typed."""
        self.say(*(f"{word}: {(command.__doc__ or '').lower()}" for word, command in COMMANDS.items()))

    def stop(self) -> None:
        """Stop here; the lesson goes on from this step another time."""
        raise EndOfInput


COMMANDS: dict[str, Callable[[PlainLesson], None]] = {
    "next": PlainLesson.go_on,
    "back": PlainLesson.go_back,
    "again": PlainLesson.begin_again,
    "show": PlainLesson.show,
    "why": PlainLesson.why,
    "hint": PlainLesson.hint,
    "look": PlainLesson.look,
    "help": PlainLesson.help,
    "quit": PlainLesson.stop,
}


def _parts(text: str) -> list[str]:
    return list(_filled(text.split(",")))


def _filled(parts: list[str]) -> Iterator[str]:
    for part in parts:
        if part.strip():
            yield part.strip()
