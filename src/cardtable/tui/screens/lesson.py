"""A lesson: what is told beside the board of the game, what the learner does there, and what is said to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.engine.game import Event, Place
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.places import iter_places, place_name
from cardtable.lessons.progress import LessonProgress
from cardtable.lessons.script import AskStep, FreeStep, ShowStep, TellStep, TryStep
from cardtable.lessons.walkthrough import Verdict, Walkthrough
from cardtable.tui.board import BoardWidget
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog
from cardtable.tui.screens.learning_screen import LearningScreen
from cardtable.tui.widgets.menu import Item
from cardtable.tui.widgets.text_pane import PaneText, TextPane

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry
    from cardtable.lessons.reading import Lesson

ACTIVE = ("", "")
"""The rows that the status line takes where something is done on the board."""
HINTS = {
    "next": "Enter goes on.",
    "show": "Enter plays it.",
    "choice": "Choose an answer: its number, or arrows and Enter.",
    "points": "Arrows go from thing to thing, Enter points; so does a click.",
    "actions": "Choose each on the board, and press Enter on it.",
}
FREE = "Choose on the board, as often as you like; n goes on."


class LessonScreen(LearningScreen):
    """Takes the learner through one lesson."""

    FIRST_KEYS = (
        *("Table/text", "Next", "Play it", "Answer", "Play", "Point", "Name it", "Finish", "Hint", "Show me", "Why?"),
        *("Back", "Leave", "Again"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,n", "next", "Next", key_display="enter"),
        Binding("n", "skip", "Next", key_display="n"),
        Binding("enter,space", "play", "Play it", key_display="enter"),
        Binding("b,backspace", "back", "Back", key_display="b"),
        Binding("a", "again", "Again"),
        Binding("h", "hint", "Hint"),
        Binding("s", "show_me", "Show me", priority=True),
        Binding("w", "why", "Why?"),
        Binding("slash", "type", "Type an action, or find one in the list", key_display="/", show=False),
        Binding("i", "list", "Point in a list", show=False),
    ]

    class Finished(Message):
        """The lesson is over, and something else is wanted: the lesson `following` it, `test`, `play` or `room`."""

        def __init__(self, what: str, game_id: str, following: LessonEntry | None) -> None:
            super().__init__()
            self.what, self.game_id, self.following = what, game_id, following

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
        """Open it where it was left; with a `step`, at that one, and then nothing is kept.  BadScript may be raised."""
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
        self._verdict = Verdict(False, "")
        """On the last answer."""
        self._given: list[Any] = []
        """What has been pointed at or named so far in this question."""

    def on_mount(self) -> None:
        self.call_after_refresh(self._enter)

    # What is shown

    def told(self) -> PaneText:
        walk = self.walk
        number = f"{self.entry.number.lstrip('0')} " if self.entry is not None else ""
        return PaneText(
            heading=f"{number}{self.lesson.script.title}",
            counter=f"step {min(walk.at + 1, len(walk.steps))} of {len(walk.steps)}",
            text=walk.text,
            choices=walk.choices if walk.wants == "choice" else (),
            answer=self._answer,
            hint=self._hint,
        )

    @property
    def _hint(self) -> str:
        if self.is_single and _wants_board(self.walk):
            return "t shows the table."
        if isinstance(self.walk.step, FreeStep):
            return FREE
        return self.board.how if self.walk.wants == "action" else HINTS[self.walk.wants]

    def most_told(self) -> Sequence[PaneText]:
        return [
            PaneText(text=step.text, choices=tuple(step.choices) or ACTIVE if isinstance(step, AskStep) else ())
            if isinstance(step, AskStep | TellStep | ShowStep)
            else PaneText(text=step.text, choices=ACTIVE)
            for step in self.walk.steps
        ]

    def ruling(self) -> str:
        return self.walk.step.ruling or self.lesson.script.rulings[0]

    def _enter(self) -> None:
        """Show the step that one has come to."""
        self._answer, self._given = "", []
        if self.is_single and self._shows_table:
            self.action_turn()
        try:
            if self.walk.is_over:
                self._end()
            else:
                self._show()
                self.board.step_aside(self.walk.right)
        except BadScript as error:  # only somebody's own script comes to this
            self.notify(str(error), markup=False)
            self.dismiss()

    def _show(self, story: Sequence[Event] = ()) -> None:
        walk = self.walk
        self.lay(
            walk.seen,
            story,
            plays=walk.wants in ("action", "actions"),
            names=walk.wants == "actions",
            asks=walk.wants in ("choice", "points"),
            points={*walk.points, *(each for each in self._given if isinstance(each, Place))},
            aim=self._called if walk.wants == "points" else None,
        )

    def _called(self, place: Place) -> str:
        return place_name(self.walk.situation.teaching, self.walk.seen.state, place, self.walk.situation.names)

    # What the learner does

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        self._act(event.action)

    def _act(self, action: Any) -> None:
        """Play it, or name it as an answer."""
        if self.walk.wants == "actions":
            self._add(action)
        elif self.walk.wants == "action":
            self._heed(lambda: self.walk.act(action))

    @on(BoardWidget.PlaceChosen)
    def _pointed(self, event: BoardWidget.PlaceChosen) -> None:
        if self.walk.wants == "points":
            self._add(event.place)

    def _add(self, thing: Any) -> None:
        """One more of what is asked for; what is wrong is not kept."""
        given = self._given if thing in self._given else [*self._given, thing]
        self._heed(lambda: self.walk.answer(given))
        if self._verdict.right or self._verdict.partial:
            self._given = given
            if self._verdict.partial and not isinstance(thing, Place):
                self._answer += f" So far: {', '.join(map(str, given))}."
                self.say()
        if isinstance(thing, Place):
            self._mark_given()

    def _mark_given(self) -> None:
        """What has been pointed at stays marked until one goes on."""
        self.board.pointed = frozenset({*self.walk.points, *self._given})
        self.board.redraw()

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        if self.walk.wants == "choice":
            self._heed(lambda: self.walk.answer(self.walk.choices[event.at]))

    def _heed(self, ask: Callable[[], Verdict]) -> None:
        """Say what came of an answer, the learner's own or one that was shown, and show what was played."""
        try:
            verdict = ask()
        except ValueError as error:  # a fault of the script as well
            verdict = Verdict(False, str(error))
        self._verdict = verdict
        self._answer = self._worded(verdict)
        if verdict.events or verdict.done:
            self._show(verdict.events)
            self._keep()
        else:
            self.say()
        self.show_text()

    def _worded(self, verdict: Verdict) -> str:
        if isinstance(self.walk.step, ShowStep):
            return ""
        if isinstance(self.walk.step, FreeStep) or verdict.partial or verdict.shown:
            return verdict.text
        return f"**{'Right.' if verdict.right else 'Not yet.'}** {verdict.text}"

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what can be done in this step."""
        walk = self.walk
        match action:
            case "next":
                return walk.can_go_on and not _wants_board(walk)
            case "skip":
                return walk.can_go_on and _wants_board(walk)
            case "play":
                return walk.wants == "show"
            case "back":
                return walk.can_go_back and not walk.is_over
            case "hint":
                return walk.wants != "next" and _has_hint(walk.step)
            case "show_me":
                return walk.wants not in ("next", "show")
            case "again" | "why":
                return not walk.is_over
            case "type":
                return walk.wants in ("action", "actions")
            case "list":
                return walk.wants == "points"
            case _:
                return super().check_action(action, parameters)

    def action_next(self) -> None:
        try:
            self.walk.next()
        except ValueError as error:
            self._answer = str(error)
            self.say()
            return
        self._keep()
        self._enter()

    def action_skip(self) -> None:
        """Go on where Enter means something else."""
        self.action_next()

    def action_play(self) -> None:
        self._heed(self.walk.play)

    def action_back(self) -> None:
        self.walk.back()
        self._keep()
        self._enter()

    def action_again(self) -> None:
        self.walk.restart_step()
        self._enter()

    def action_show_me(self) -> None:
        self._heed(self.walk.show_me)
        if isinstance(self.walk.step, AskStep) and self.walk.step.answer_points:
            self._given = list(self.walk.situation.places(self.walk.viewer, self.walk.step.answer_points))
            self._mark_given()

    def action_hint(self) -> None:
        try:
            self._answer = f"**Hint.** {self.walk.hint}"
        except ValueError as error:
            self._answer = str(error)
        self.say()
        self.show_text()

    def action_why(self) -> None:
        """The ruling behind the step; once more, and it is put away."""
        why = self.walk.why
        self._answer = "" if self._answer == why else why
        self.say()
        self.show_text()

    def action_type(self) -> None:
        self.app.push_screen(
            ActionDialog(self.walk.seen), lambda action: self._act(action) if action is not None else None
        )

    def action_list(self) -> None:
        """Everything that can be pointed at, to choose from."""
        names: dict[str, Place] = {}
        drawn = [place for _, place in self.board.canvas.lying]
        for place in (*drawn, *(place for place, _ in iter_places(self.walk.situation.teaching, self.walk.seen.state))):
            names.setdefault(self._called(place), place)
        items = [Item(name, name) for name in names]

        def answered(name: str | None) -> None:
            if name:
                self._add(names[name])

        self.app.push_screen(ChoiceDialog("What do you point at?", items), answered)

    # Keeping and leaving

    def _keep(self) -> None:
        if self._learned is not None and self.entry is not None:
            self._learned.save_lesson(
                self.entry.game_id, self.entry.name, self.walk.progress, is_over=self.walk.is_over
            )
            if fault := self._learned.pop_fault():
                self.notify(f"What you learn is not kept: {fault}", markup=False)

    def _end(self) -> None:
        self._show()
        self.pane.tell(PaneText(self.lesson.script.title, "done"))
        items = [Item("room", "Back", key="q"), Item("again", "This lesson from its beginning", key="a")]
        if not self._is_looked_up:
            items.insert(0, Item("play", f"Play {self.game.title} now", key="p"))
            following = self.following
            told = "The test of this game" if following is None else f"The next lesson: {following.title}"
            items.insert(0, Item("test" if following is None else "next", told, key="n"))
        self.app.push_screen(ChoiceDialog("Lesson done.", items), self._after_end)

    @property
    def following(self) -> LessonEntry | None:
        """The lesson after this one."""
        from cardtable.lessons.library import lessons_of

        entries = lessons_of(self.game.id)
        at = entries.index(self.entry) + 1 if self.entry in entries else len(entries)
        return entries[at] if at < len(entries) else None

    def _after_end(self, answer: str | None) -> None:
        if answer == "again":
            self.walk = Walkthrough(self.lesson)
            self._enter()
        else:
            following = self.following if answer == "next" else None
            self.post_message(self.Finished(answer or "room", self.game.id, following))


def _has_hint(step: Any) -> bool:
    """Whether there is one, without working it out."""
    return isinstance(step, TryStep | AskStep | FreeStep) and bool(
        step.hint or (isinstance(step, FreeStep) and step.measure)
    )


def _wants_board(walk: Walkthrough) -> bool:
    """Whether the step is done on the board."""
    return walk.wants in ("action", "actions", "points")
