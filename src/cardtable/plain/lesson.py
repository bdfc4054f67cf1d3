"""A lesson in plain mode, with the text, the table in words, the questions, and replies to the answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from cardtable.engine.phrases import read_number
from cardtable.lessons.answers import Reply
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.script import AskStep, FreeStep, ShowStep
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.plain.choices import (
    answer_lines,
    choice_lines,
    choices,
    is_numbered,
    read_choice,
    read_spelled_answer,
)
from cardtable.plain.lesson_table import LessonTable, heard_by
from cardtable.plain.lesson_words import default_task, paragraphs, task_after
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.pointing import Pointing
from cardtable.plain.spelling import spell_cards
from cardtable.plain.views import view_of
from cardtable.plain.views.view import describe_move, moves_asked_for
from cardtable.table.pages import plain_text

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry
    from cardtable.lessons.reading import Lesson


NOT_SAVED = "Your progress isn't being saved:"


class PlainLesson:
    """A lesson being taken in plain mode."""

    def __init__(
        self,
        lesson: Lesson,
        lines: Lines,
        *,
        entry: LessonEntry | None = None,
        learned: LearningRecord | None = None,
        step: int | None = None,
    ) -> None:
        """Open a lesson where the learner left off, or at `step` without saving progress; this may raise BadScript."""
        self.lesson = lesson
        self.say, self.ask = lines.say, lines.ask
        self._entry, self._learned = entry, learned if entry is not None and step is None else None
        self._view = view_of(lesson.game)
        self._moves: list[Callable[[], Reply]] = []
        """The moves made in this step, each as a function that plays it again."""
        self._found: list[Any] = []
        """The right answers so far to a question that has several."""
        progress = LessonProgress(step or 0)
        if self._learned is not None and entry is not None:
            progress = LessonProgress.from_data(self._learned.lesson(entry.game_id, entry.name).data)
        self.walk = Walkthrough(lesson, progress)
        self._table = LessonTable(self._view, self.walk)

    def run(self) -> bool:
        """Run the lesson; return whether the learner finished it."""
        self.say(f"{self.lesson.script.title}. {self.lesson.script.about}", "Type help to list the commands.")
        self._show_step()
        try:
            while not self.walk.is_over:
                self._obey(self.ask(self._prompt()))
        except EndOfInput:
            saved = " Next time the lesson continues at this step." if self._learned is not None else ""
            self.say(f"You left the lesson.{saved}")
            return False
        self.say("Lesson done.")
        return True

    # Output

    def _show_step(self) -> None:
        """Read out the step, with the table if the learner needs to hear it."""
        walk = self.walk
        self._moves.clear()
        self._found.clear()
        if walk.is_over:
            return
        self.say(f"Step {walk.at + 1} of {len(walk.steps)}.")
        text = walk.step.spoken or walk.text
        self._speak(text)
        reads_table = self._table.is_needed
        if walk.step.point:
            named = Pointing(walk).named(walk.step.point, with_cards=not reads_table)
            self.say(f"Look at: {named}.")
        if reads_table:
            self.say(*(table := tuple(self._table.read_briefly())))
            self._speak(task_after(table, text, walk.step.task))
        elif walk.step.position is not None or not walk.at:
            self.say("To hear the table, type look.")
        self._say_choices()
        if isinstance(walk.step, ShowStep) and not walk.shows_secretly:
            turn = walk.situation.turn
            assert turn is not None, "a step shows a move only while the game is running"
            self.say(f"{walk.situation.names[turn]}'s move: {walk.situation.parse(walk.step.action)}.")

    def _say_choices(self) -> None:
        match self.walk.wants:
            case "action" | "actions":
                self.say(*(self._view.in_lessons(self.walk.seen) or choice_lines(self.walk.seen, self._view.label)))
            case "choice":
                self.say(*answer_lines(list(map(self._spell, self.walk.choices))))
            case "points":
                self.say(f"You can point at: {Pointing(self.walk).things_to_name(self._points)}.")

    def _prompt(self) -> str:
        walk = self.walk
        match walk.wants:
            case "show":
                return f"Press Enter to {'play it' if walk.situation.turn == walk.viewer else 'see the move'}:"
            case "choice":
                return "Type the letter of your answer:"
            case "points":
                example = Pointing(walk).example(self._points)
                return f"Point by typing a name, such as {example}, or several names with commas between them:"
            case "actions":
                how = " by number or in words" if self._lists_moves else ""
                return f"Type all the right moves{how}, with commas between them:"
            case "action":
                following = "end the lesson" if walk.at == len(walk.steps) - 1 else "go on"
                return f"Type your move, or press Enter to {following}:" if walk.can_go_on else "Your move:"
            case _:
                return "Press Enter to go on:"

    @property
    def _lists_moves(self) -> bool:
        """True if the moves are listed with their numbers, rather than described together."""
        return is_numbered(self.walk.seen) and not self._view.in_lessons(self.walk.seen)

    @property
    def _if_stuck(self) -> str:
        """The commands that help with the question of this step, in a sentence."""
        return f"If you're stuck, type {'hint or ' if self.walk.hint else ''}show me."

    def _spell(self, text: str) -> str:
        """Return a text with the names of the cards in it."""
        return spell_cards(text, self._view.letters)

    def _speak(self, markdown: str) -> None:
        """Read out a text, with each paragraph or list item on one line."""
        self.say(*paragraphs(self._spell(plain_text(markdown))))

    # Input

    def _obey(self, text: str) -> None:
        """Carry out what was typed, or say why that is impossible."""
        if self.walk.wants == "action":
            text = self._view.as_command(self.walk.seen, text)
        word = " ".join(text.lower().removesuffix("?").split())
        command = COMMANDS.get(OLD_WORDS.get(word, word))
        try:
            if command is not None:
                command.obey(self)
            elif word.startswith("why "):
                self.foretell(text.split(maxsplit=1)[1])
            elif word.startswith("moves ") and self.walk.wants == "action":
                self.say(*moves_asked_for(self.walk.seen, self._view, text.split(maxsplit=1)[1]))
            elif text:
                self._judge(lambda: self._answer(text))
            elif self.walk.wants == "show":
                self._judge(self.walk.play)
            elif self.walk.can_go_on:
                self.go_on()
            else:
                raise ValueError(f"Answer first. {self._if_stuck}")  # noqa: TRY301  the message is read out below
        except BadScript:
            raise
        except ValueError as refusal:
            is_new = command is None and not word.startswith("why ")
            close = get_close_matches(word, COMMANDS, n=1) if is_new else []
            self.say(str(refusal) + (f" Did you mean {close[0]}?" if close else ""))

    @property
    def _points(self) -> list[str]:
        """The right answers of a step that asks the learner to point."""
        assert isinstance(self.walk.step, AskStep), "only a question is answered by pointing"
        return self.walk.step.answer_points

    def _answer(self, text: str) -> Reply:
        walk = self.walk
        match walk.wants:
            case "action":
                return walk.act(self._action(text))
            case "choice":
                return walk.answer(read_spelled_answer(text, walk.choices, self._spell))
            case "points":
                return self._add(Pointing(walk).read(text, self._points))
            case "actions":
                return self._add([self._action(part.strip()) for part in text.split(",") if part.strip()])
            case _:
                raise ValueError("There's no question here. Press Enter to go on.")

    def _add(self, answers: list[Any]) -> Reply:
        """Answer with these and with the right answers so far; wrong ones aren't kept."""
        if self._found and all(each in self._found for each in answers):
            raise ValueError("You've already answered that. Now answer what's missing.")
        reply = self.walk.answer([*self._found, *answers])
        if reply.partial:
            self._found += answers
        return reply

    def _action(self, text: str) -> str:
        """Return the action in words without checking it, because the lesson itself replies to unknown actions."""
        seen = self.walk.seen
        if self._lists_moves and read_number(text) is not None:
            return str(read_choice(text, seen))
        text = self._view.spell_out(seen, text)
        with suppress(ValueError):
            return str(read_choice(text, seen, ()))
        return text

    def _judge(self, ask: Callable[[], Reply]) -> None:
        """Judge an answer, given by the learner or shown to them, and read out the reply."""
        walk = self.walk
        players = heard_by(walk).players
        reply = ask()
        text = reply.text
        if reply.ignored:
            raise ValueError(self._spell(text))
        if reply.word and reply.right:
            self.say(reply.word)
        elif reply.word:
            text = f"{reply.word} {text}"
        if reply.events:
            self._moves.append(ask)
            self._table.note_move()
            for event in reply.events:
                self.say(*self._view.retell(event, players))
        if not (reply.is_log and reply.events):  # those have been told
            self._speak(text)
        if isinstance(walk.step, FreeStep) and reply.events and not reply.done:
            self.say(*self._table.read_briefly())
            self._say_choices()
        self._save()

    def _save(self) -> None:
        if self._learned is not None and self._entry is not None:
            walk = self.walk
            self._learned.save_lesson(self._entry.game_id, self._entry.name, walk.progress, is_over=walk.is_over)
            if fault := self._learned.pop_fault():
                self.say(f"{NOT_SAVED} {fault}")

    # Commands

    def go_on(self) -> None:
        """Go on to the next step."""
        self.walk.next()
        self._save()
        self._show_step()

    def go_back(self) -> None:
        """Go back to the previous step."""
        self.walk.back()
        self._table.forget()
        self._save()
        self._show_step()

    def start_again(self) -> None:
        """Start the step again."""
        self.walk.restart_step()
        self._table.forget()
        self._show_step()

    def show(self) -> None:
        """Show the right answer or move; raise ValueError if the step has no question."""
        if self.walk.wants == "next":
            raise ValueError("There's no question here. Press Enter to go on.")
        self._judge(self.walk.show_me)

    def why(self) -> None:
        """Read out the ruling behind the step."""
        self.say(self._spell(self.walk.why) or "There's no rule behind this step.")

    def foretell(self, move: str) -> None:
        """Read out what a move would do, or why it isn't legal; raise ValueError if the step asks for no move."""
        if self.walk.wants != "action":
            raise ValueError("This step asks for no move. To hear its rule, type why.")
        seen = self.walk.seen
        self.say(*self._view.reasons(seen, read_choice(move, seen)))

    def moves(self) -> None:
        """Read out the moves with their effects, or without them if they are the question."""
        if self.walk.wants not in ("action", "actions"):
            raise ValueError("This step asks for no move.")
        seen = self.walk.seen
        lines = self._view.all_moves(seen) or [
            f"{number} {describe_move(seen, self._view, action)}" for number, action in enumerate(choices(seen), 1)
        ]
        self.say(*lines) if self.walk.wants == "action" else self._say_choices()

    def hint(self) -> None:
        """Give a hint and, if the step asks for a move, say how to type one."""
        text = self.walk.hint
        if not text and self.walk.wants in ("next", "show"):
            raise ValueError("There's no question here. Press Enter to go on.")
        self._speak(text or f"There's no hint for this step. {self._if_stuck}")
        if self.walk.wants == "action":
            by_number = "Type your move by number or in words."
            self.say(by_number if self._lists_moves else self._view.question(self.walk.seen))

    def look(self) -> None:
        """Read out the table and the choices."""
        self.say(*self._table.read())
        if self.walk.wants not in ("next", "show"):
            step = self.walk.step
            self._speak(step.task or default_task(step.spoken or step.text))
        self._say_choices()

    def board(self) -> None:
        """Read out what is on the table."""
        self.say(*self._view.board(heard_by(self.walk)))

    def score(self) -> None:
        """Read out the score."""
        self.say(*(self._view.score(heard_by(self.walk)) or ["There's no score here."]))

    def hand(self) -> None:
        """Read out the viewer's hand."""
        self.say(*(self._view.hand(self.walk.seen) or ["You have no hand here."]))

    def log(self) -> None:
        """Read out the events of this step."""
        events = [event for events in self.walk.seen.log for event in events]
        lines = [line for event in events for line in self._view.retell(event, heard_by(self.walk).players)]
        self.say(*(lines or ["Nothing has been played in this step."]))

    def undo(self) -> None:
        """Undo the last move of this step by replaying the moves before it."""
        if not self._moves:
            raise ValueError("There's nothing to undo in this step.")
        self._moves.pop()
        self.walk.restart_step()
        for move in self._moves:
            move()
        self._save()
        self.say("The last move is undone.")
        self.look()

    def help(self) -> None:
        """List the commands that do something in this step."""
        walk = self.walk
        idle = {
            "moves": walk.wants not in ("action", "actions"),
            "next": not walk.can_go_on,
            "hint": not walk.hint,
            "show me": walk.wants == "next",
        }
        self.say(*(f"{word}: {command.help}" for word, command in COMMANDS.items() if not idle.get(word)))

    def stop(self) -> None:
        """Leave the lesson."""
        raise EndOfInput


@dataclass(frozen=True, slots=True)
class LessonCommand:
    """A command that can be typed at any time."""

    obey: Callable[[PlainLesson], None]
    """Run the command; raise ValueError with a message for the player if it isn't available now."""
    help: str


COMMANDS = {
    "next": LessonCommand(PlainLesson.go_on, "go on to the next step; Enter does the same."),
    "back": LessonCommand(PlainLesson.go_back, "go back to the previous step."),
    "again": LessonCommand(PlainLesson.start_again, "start this step again."),
    "hint": LessonCommand(PlainLesson.hint, "give a hint."),
    "show me": LessonCommand(PlainLesson.show, "show the right answer or move."),
    "why": LessonCommand(
        PlainLesson.why, "read the rule behind this step or, with a move, what that would do, as in: why 1."
    ),
    "moves": LessonCommand(PlainLesson.moves, "read your moves and what each would do."),
    "look": LessonCommand(PlainLesson.look, "read the table and the choices again."),
    "board": LessonCommand(PlainLesson.board, "read what is on the table."),
    "scores": LessonCommand(PlainLesson.score, "read the score."),
    "hand": LessonCommand(PlainLesson.hand, "read your hand again."),
    "log": LessonCommand(PlainLesson.log, "read what has happened in this step."),
    "undo": LessonCommand(PlainLesson.undo, "undo the last move of this step."),
    "help": LessonCommand(PlainLesson.help, "list these commands."),
    "quit": LessonCommand(PlainLesson.stop, "leave; next time the lesson continues at this step."),
}

OLD_WORDS = {"show": "show me"}
"""Commands from earlier versions, with their replacements."""
