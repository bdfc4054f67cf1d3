"""A lesson: text and a board, step by step, with replies to the learner's answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from cardtable.engine.game import Event
from cardtable.engine.zones import Place
from cardtable.lessons.answers import Reply
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.lesson_progress import LessonProgress
from cardtable.lessons.places import ThingsAskedFor, iter_places, place_name
from cardtable.lessons.script import AnyStep, AskStep, FreeStep, ShowStep, TellStep, TryStep, replies_to
from cardtable.lessons.walkthrough import Walkthrough
from cardtable.rooms.goto import ToExercises, ToLesson, ToSetUp
from cardtable.tui.board import ENTER_MEANINGS, BoardWidget
from cardtable.tui.faces import CardSet
from cardtable.tui.pointing import Pointer
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog
from cardtable.tui.screens.learning_screen import CHOICE_HINT, NOT_SAVED, TABLE_HINT, LearningScreen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.menu import Item
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry
    from cardtable.lessons.reading import Lesson

STATUS_LINES = ("", "")
"""Blank choices that reserve the rows of the status line, which appears when the learner acts on the board."""
HINTS = {
    "next": "Press Enter to continue.",
    "show": "Press Enter to play the move.",
    "choice": CHOICE_HINT,
    "points": "Use the arrows and Enter, or click.",
    "actions": "Select each one on the board and press Enter.",
}
SHOW_ME = "Press `s` to see the answer."
AGAIN = "Press Enter again to choose '{}', or go to another choice with the arrows."
FREE_PLAY_HINT = "Play on the board, or press n to continue."


class LessonScreen(LearningScreen):
    """A screen that leads the learner through a lesson."""

    FIRST_KEYS = (
        *("Table", "Text", "Next", "Play it", "Choose", "Answer", *ENTER_MEANINGS),
        *("Hint", "Show me", "Why?", "Leave", "Back", "Again"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,n", "next", "Next", key_display="enter"),
        Binding("n", "skip", "Next", key_display="n"),
        Binding("enter,space", "play", "Play it", key_display="enter"),
        Binding("enter,space", "act", "Table", key_display="enter"),
        Binding("b,backspace", "back", "Back", key_display="b"),
        Binding("a", "again", "Again"),
        Binding("h", "hint", "Hint"),
        Binding("s", "show_me", "Show me", priority=True),
        Binding("w", "why", "Why?"),
        Binding("slash", "type", "Type a move, or pick one from a list", key_display="/", show=False),
        Binding("i", "list", "Pick from a list", show=False),
    ]

    def __init__(
        self,
        lesson: Lesson,
        signs: CardSet,
        speed: str,
        *,
        entry: LessonEntry | None = None,
        learned: LearningRecord | None = None,
        step: int | None = None,
    ) -> None:
        """Open the lesson where the player left off or, to look something up, at a given step.

        No progress is saved for a lesson opened at a given step. Raise BadScript if the lesson's script is wrong.
        """
        super().__init__(lesson.game, signs, speed)
        self.lesson = lesson
        self.entry = entry
        self._is_looked_up = step is not None
        self._learned = learned if entry is not None and step is None else None
        if step is not None:
            progress = LessonProgress(step)
        elif self._learned is not None and entry is not None:
            progress = LessonProgress.from_data(self._learned.lesson(entry.game_id, entry.name).data)
        else:
            progress = LessonProgress()
        self.walk = Walkthrough(lesson, progress)
        self._answer = ""
        self._last_reply = Reply(False, "")
        """The reply to the last answer."""
        self._answers: list[Any] = []
        """The places or actions in the learner's answer to this question so far."""

    def on_mount(self) -> None:
        self._choose_side(has_table=True)
        self._arrange()
        self.call_after_refresh(self._enter)

    # The text and the table

    def pane_text(self) -> PaneText:
        walk = self.walk
        number = f"{self.entry.number.lstrip('0')} " if self.entry is not None else ""
        return PaneText(
            heading=f"{number}{self.lesson.script.title}",
            counter=f"step {min(walk.at + 1, len(walk.steps))} of {len(walk.steps)}",
            text=walk.text,
            choices=walk.choices if walk.wants == "choice" else (),
            answer=self._answer,
            hint=self._hint,
            replies=tuple(f"**No.** {each} {SHOW_ME}" for each in replies_to(walk.step)),
        )

    @property
    def _hint(self) -> str:
        if self.is_single and _is_on_board(self.walk):
            return TABLE_HINT
        if self.walk.wants == "action":
            return FREE_PLAY_HINT if isinstance(self.walk.step, FreeStep) else self.board.instructions
        return HINTS[self.walk.wants]

    def all_texts(self) -> Sequence[PaneText]:
        return [_longest_text(step) for step in self.walk.steps]

    def ruling(self) -> str:
        return self.walk.step.ruling or self.lesson.script.rulings[0]

    def _enter(self, story: Sequence[Event] = ()) -> None:
        """Show the current step, after an animation of what led to it."""
        self._answer, self._answers = "", []
        self.turn_to_text()
        try:
            if self.walk.is_over:
                self._end()
            else:
                self.board.reset_cursor()
                self._show(story)
                self.avoid(self.walk.right)
        except BadScript as error:  # only a player's own script can be wrong
            self.notify(str(error), markup=False)
            self.dismiss()

    def _show(self, story: Sequence[Event] = ()) -> None:
        walk, self.board.answers = self.walk, frozenset(self._answers)
        self.show_table(
            walk.seen,
            story,
            plays=walk.wants in ("action", "actions"),
            names=walk.wants == "actions",
            asks=walk.wants in ("choice", "points"),
            points={*walk.points, *(answer for answer in self._answers if isinstance(answer, Place))},
            pointer=self._pointer() if walk.wants == "points" else None,
        )

    def _place_name(self, place: Place) -> str:
        return place_name(self.walk.situation.teaching, self.walk.seen.state, place, self.walk.situation.names)

    def _pointer(self) -> Pointer:
        walk = self.walk
        things = ThingsAskedFor(walk.situation.teaching, walk.seen.state, walk.right_places)
        return Pointer(self._place_name, things.rank, things.are_like)

    # Answers

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        """Take an action as the answer, but not if Enter may have been pressed only to read on."""
        if self.walk.right and not self.board.is_chosen and len(self.walk.seen.legal) > 1:
            self.board.is_chosen = True
            self._reply(lambda: Reply(False, AGAIN.format(event.action), ignored=True))
        else:
            self._act(event.action)

    def _act(self, action: Any) -> None:
        """Play an action, or answer with it."""
        if self.walk.wants == "actions":
            self._add(action)
        elif self.walk.wants == "action":
            self._reply(lambda: self.walk.act(action))

    @on(BoardWidget.PlaceChosen)
    def _pointed(self, event: BoardWidget.PlaceChosen) -> None:
        if self.walk.wants == "points":
            self._add(event.place)

    def _add(self, answer: Any) -> None:
        """Add a place or an action to the answers; a wrong one isn't added."""
        answers = self._answers if answer in self._answers else [*self._answers, answer]
        self._reply(lambda: self.walk.answer(answers))
        if self._last_reply.right or self._last_reply.partial:
            self._answers = answers
            if self._last_reply.partial and not isinstance(answer, Place):
                self._answer += f" So far: {', '.join(map(str, answers))}."
                self.update_text()
        if isinstance(answer, Place):
            self._mark_answers()

    def _mark_answers(self) -> None:
        """Mark the places that the learner has pointed at."""
        self.board.highlighted = frozenset({*self.walk.points, *self._answers})
        self.board.answers = frozenset(self._answers)
        self.board.redraw()

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        if self.walk.wants == "choice":
            self._reply(lambda: self.walk.answer(self.walk.choices[event.at]))

    def _reply(self, judge: Callable[[], Reply]) -> None:
        """Show the reply to an answer by the learner or the lesson itself, and play its moves on the board."""
        at = self.walk.at
        try:
            reply = judge()
        except ValueError as error:  # BadScript too
            reply = Reply(False, str(error))
        self._last_reply = reply
        if self.walk.at != at:
            self._save()
            self._enter(reply.events)
            return
        self._answer = self._reply_text(reply)
        if reply.events or reply.done:
            self._show(reply.events)
            self._save()
        else:
            self.update_text()
        self.turn_to_text()

    def _reply_text(self, reply: Reply) -> str:
        if isinstance(self.walk.step, ShowStep):
            return self.walk.step.then
        text = f"**{reply.word}** {reply.text}" if reply.word else reply.text
        return f"{text} {SHOW_ME}" if reply.word and not reply.right and text in self._answer else text

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works in this step."""
        walk = self.walk
        match action:
            case "next":
                return walk.can_go_on and not _is_on_board(walk)
            case "skip":
                return walk.can_go_on and _is_on_board(walk)
            case "play":
                return walk.wants == "show"
            case "back":
                return walk.can_go_back and not walk.is_over
            case "hint":
                return walk.wants != "next" and _has_hint(walk.step)
            case "show_me":
                return walk.wants not in ("next", "show")
            case "again" | "why":
                return not walk.is_over and bool(walk.why if action == "why" else self._has_tried)
            case "type" | "list":
                return walk.wants in (("action", "actions") if action == "type" else ("points",))
            case _:
                return super().check_action(action, parameters)

    @property
    def _has_tried(self) -> bool:
        """True if the learner has done something in this step that can be started again."""
        return bool(self._answer or self._answers) or self.walk.has_begun_step

    def action_next(self) -> None:
        try:
            self.walk.next()
        except ValueError as error:
            self._answer = str(error)
            self.update_text()
            return
        self._save()
        self._enter()

    def action_skip(self) -> None:
        """Go to the next step from a step in which Enter plays on the board."""
        self.action_next()

    def action_play(self) -> None:
        self._reply(self.walk.play_on)

    def action_back(self) -> None:
        self.walk.back()
        self._save()
        self._enter()

    def action_again(self) -> None:
        self.walk.restart_step()
        self._enter()

    def action_show_me(self) -> None:
        self._reply(self.walk.show_me)
        if self.walk.right_places:
            self._answers = list(self.walk.right_places)
            self._mark_answers()

    def action_hint(self) -> None:
        try:
            more = " (That's the only hint. Press s to see the answer.)" if self.walk.hint in self._answer else ""
            self._answer = f"**Hint.** {self.walk.hint}{more}"
        except ValueError as error:
            self._answer = str(error)
        self.update_text()
        self.turn_to_text()

    def action_why(self) -> None:
        """Open the ruling behind the step on a page of its own, because it may be longer than the text."""
        if why := self.walk.why:
            self.app.push_screen(Reader("Why?", why))

    def action_type(self) -> None:
        self.app.push_screen(
            ActionDialog(self.walk.seen), lambda action: self._act(action) if action is not None else None
        )

    def action_list(self) -> None:
        """List everything that the learner can point at."""
        names: dict[str, Place] = {}
        drawn = [place for _, place in self.board.canvas.places]
        for place in (*drawn, *(place for place, _ in iter_places(self.walk.situation.teaching, self.walk.seen.state))):
            names.setdefault(self._place_name(place), place)
        items = [Item(name, name) for name in names]

        def answered(name: str | None) -> None:
            if name:
                self._add(names[name])

        self.app.push_screen(ChoiceDialog("What are you pointing at?", items), answered)

    # Saving and leaving

    def _save(self) -> None:
        if self._learned is not None and self.entry is not None:
            self._learned.save_lesson(
                self.entry.game_id, self.entry.name, self.walk.progress, is_over=self.walk.is_over
            )
            if fault := self._learned.pop_fault():
                self.notify(f"{NOT_SAVED} {fault}", markup=False)

    def _end(self) -> None:
        self._show()
        self.pane.show(PaneText(self.lesson.script.title, "done"))
        items = [Item("room", "Back", key="q"), Item("again", "Start this lesson again", key="a")]
        if not self._is_looked_up:
            items.insert(0, Item("play", f"Play {self.game.title} now", key="p"))
            following = self.following
            label = "Take the test" if following is None else f"Next lesson: {following.title}"
            items.insert(0, Item("test" if following is None else "next", label, key="n"))
        self.app.push_screen(ChoiceDialog("You have finished this lesson.", items), self._after_end)

    @property
    def following(self) -> LessonEntry | None:
        """The next lesson, or None after the last one and after a lesson from the player's own file."""
        from cardtable.lessons.library import lessons_of

        entries = lessons_of(self.game.id)
        at = entries.index(self.entry) + 1 if self.entry in entries else len(entries)
        return entries[at] if at < len(entries) else None

    def _after_end(self, answer: str | None) -> None:
        if answer == "again":
            self.walk = Walkthrough(self.lesson)
            self._enter()
        elif answer == "next" and (following := self.following) is not None:
            self.go(ToLesson(following.game_id, following.name), instead=True)
        elif answer == "test":
            self.go(ToExercises(self.game.id, is_test=True), instead=True)
        elif answer == "play":
            self.go(ToSetUp(self.game.id))
        else:
            self.dismiss()


def _longest_text(step: AnyStep) -> PaneText:
    """Return the text of a step with everything that must have room below it."""
    if isinstance(step, TellStep | ShowStep):
        return PaneText(text=f"{step.text}\n\n{step.then}" if isinstance(step, ShowStep) else step.text)
    choices = tuple(step.choices) if isinstance(step, AskStep) else ()
    return PaneText(text=step.text, choices=choices or STATUS_LINES)


def _has_hint(step: Any) -> bool:
    """Return whether a step has a hint, without computing the hint."""
    return isinstance(step, TryStep | AskStep | FreeStep) and bool(
        step.hint or (isinstance(step, FreeStep) and step.measure)
    )


def _is_on_board(walk: Walkthrough) -> bool:
    """Return whether the learner does the step on the board."""
    return walk.wants in ("action", "actions", "points")
