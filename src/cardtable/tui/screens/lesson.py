"""A lesson: text and a board, step by step, with replies to the learner's answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType

from cardtable.engine.game import Event
from cardtable.engine.zones import Place
from cardtable.lessons.bad_script import BadScript
from cardtable.lessons.places import ThingsAskedFor, iter_places, place_name
from cardtable.lessons.script import AnyStep, AskStep, FreeStep, ShowStep, TellStep, explained_zones, replies_to
from cardtable.rooms.kit.response import Ask, Response, ShowLog
from cardtable.rooms.lesson import SHOW_ME, Entered, Hinted, LessonRoom, ListPlaces, Replied, StepUndone, Why
from cardtable.tui.board.pointing import Pointer
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.learning_screen import CHOICE_HINT, TABLE_HINT, LearningScreen
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.menu import Item
from cardtable.tui.widgets.text_pane import PaneText, TextPane

STATUS_LINES = ("", "")
"""Blank choices that reserve the rows of the status line. The status line appears when the learner uses the board."""
HINTS = {
    "next": "Press Enter to continue.",
    "show": "Press Enter to play the move.",
    "choice": CHOICE_HINT,
    "points": "Use the arrows and Enter, or click.",
    "actions": "Select each one on the board and press Enter.",
}
FREE_PLAY_HINT = "Play on the board, or press n to continue."


class LessonScreen(LearningScreen):
    """A screen that leads the learner through a lesson."""

    room: LessonRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(LessonRoom.commands)

    def __init__(self, room: LessonRoom, signs: CardSet, speed: str) -> None:
        super().__init__(room, signs, speed)
        self.board.explained = explained_zones(room.lesson.script)
        self.board.unexplained = frozenset(room.lesson.script.unexplained)

    def on_mount(self) -> None:
        self._choose_side(has_table=True)
        self._arrange()
        self.call_after_refresh(lambda: self.answer(self.room.enter()))

    # The text and the table

    def pane_text(self) -> PaneText:
        walk, entry, title = self.room.walk, self.room.entry, self.room.lesson.script.title
        if walk.is_over:
            return PaneText(title, "done")
        number = f"{entry.number.lstrip('0')} " if entry is not None else ""
        return PaneText(
            heading=f"{number}{title}",
            counter=f"step {walk.at + 1} of {len(walk.steps)}",
            text=walk.text,
            choices=walk.choices if walk.wants == "choice" else (),
            answer=self.room.said,
            hint=self._hint,
            replies=tuple(f"**No.** {each} {SHOW_ME}" for each in replies_to(walk.step)),
        )

    @property
    def _hint(self) -> str:
        walk = self.room.walk
        if self.is_single and self.room.acts_on_board:
            return TABLE_HINT
        if walk.wants == "action":
            return FREE_PLAY_HINT if isinstance(walk.step, FreeStep) else self.board.instructions
        return HINTS[walk.wants]

    def all_texts(self) -> Sequence[PaneText]:
        return [_longest_text(step) for step in self.room.walk.steps]

    def answer(self, response: Response | None) -> None:
        try:
            self._answer(response)
        except BadScript as error:  # only a player's own script can be wrong
            self.notify(str(error), markup=False)
            self.dismiss()
        if fault := self.room.take_fault():
            self.notify(fault, markup=False)

    def _answer(self, response: Response | None) -> None:
        walk = self.room.walk
        match response:
            case Entered(events):
                self.turn_to_text()
                self.board.reset_cursor()
                self._show(events)
                self.avoid(walk.right)
            case Replied(reply):
                if reply.events or reply.done:
                    self._show(reply.events)
                self._mark_answers()
                self.say(self.room.said)
            case StepUndone():
                self._show()
                self.turn_to_text()
            case Hinted():
                self.say(self.room.said)
            case Why(ruling):
                self.app.push_screen(Reader("Why?", ruling))  # because it may be longer than the text
            case ListPlaces():
                self._list_places()
            case ShowLog():
                title = f"{self.room.game.title}: log of this step"
                self.app.push_screen(LogScreen(title, walk.seen, opens_replay=False))
            case Ask() if walk.is_over:
                self._show()
                super().answer(response)
            case _:
                super().answer(response)

    def _show(self, story: Sequence[Event] = ()) -> None:
        walk, answers = self.room.walk, self.room.answers
        self.board.answers = frozenset(answers)
        self.show_table(
            walk.seen,
            story,
            plays=walk.wants in ("action", "actions"),
            names=walk.wants == "actions",
            asks=walk.wants in ("choice", "points"),
            points={*walk.points, *(answer for answer in answers if isinstance(answer, Place))},
            pointer=self.new_pointer() if walk.wants == "points" else None,
        )

    def _mark_answers(self) -> None:
        answers = self.room.answers
        if any(isinstance(each, Place) for each in answers):
            self.board.highlighted = frozenset({*self.room.walk.points, *answers})
            self.board.answers = frozenset(answers)
            self.board.redraw()

    def place_name(self, place: Place) -> str:
        """Return the name of a place on the board."""
        walk = self.room.walk
        return place_name(walk.situation.teaching, walk.seen.state, place, walk.situation.names)

    def new_pointer(self) -> Pointer:
        """Return a pointer for the kinds of places that the question asks for."""
        walk = self.room.walk
        things = ThingsAskedFor(walk.situation.teaching, walk.seen.state, walk.right_places)
        return Pointer(self.place_name, things.rank, things.are_like)

    # Answers

    def choose(self, action: Any) -> None:
        if self.board.is_chosen:
            super().choose(action)
        else:
            self.board.is_chosen = True
            self.attempt(lambda: self.room.ask_again(action))

    @on(BoardWidget.PlaceChosen)
    def _pointed(self, event: BoardWidget.PlaceChosen) -> None:
        self.attempt(lambda: self.room.add([event.place]))

    @on(TextPane.AnswerSelected)
    def _picked(self, event: TextPane.AnswerSelected) -> None:
        self.attempt(lambda: self.room.choose(self.room.walk.choices[event.at]))

    def _list_places(self) -> None:
        """List everything that the learner can point at."""
        walk, names = self.room.walk, dict[str, Place]()
        drawn = [place for _, place in self.board.canvas.places]
        for place in (*drawn, *(place for place, _ in iter_places(walk.situation.teaching, walk.seen.state))):
            names.setdefault(self.place_name(place), place)
        items = [Item(name, name) for name in names]

        def answered(name: str | None) -> None:
            if name:
                self.attempt(lambda: self.room.add([names[name]]))

        self.app.push_screen(ChoiceDialog("What are you pointing at?", items), answered)


def _longest_text(step: AnyStep) -> PaneText:
    """Return the text of a step, together with everything that must fit below that text."""
    if isinstance(step, TellStep | ShowStep):
        return PaneText(text=f"{step.text}\n\n{step.then}" if isinstance(step, ShowStep) else step.text)
    choices = tuple(step.choices) if isinstance(step, AskStep) else ()
    return PaneText(text=step.text, choices=choices or STATUS_LINES)
