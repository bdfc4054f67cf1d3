"""The review of a game, move by move."""

from __future__ import annotations

from functools import partial
from typing import Any

from cardtable.engine.game import Seat
from cardtable.engine.phrases import read_number
from cardtable.practice.decisions import Decision, NotReviewable, decisions_of
from cardtable.practice.exercises import exercises_of
from cardtable.practice.judge import STAGES
from cardtable.practice.review import MoveReview
from cardtable.practice.sources import OneExercise
from cardtable.practice.words import action_text, given_away, given_away_text, lesson_sentence, person_name
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToLesson, ToPracticeExercises, ToReplay, ToReview, ToWhatIf
from cardtable.rooms.kit.public import RULES_BY_NUMBER, rules_about
from cardtable.rooms.kit.response import Answer, Ask, AskText, Leave, OwnWay, Response, Say
from cardtable.rooms.kit.review_page import ReviewPage
from cardtable.rooms.kit.review_work import ReviewWork
from cardtable.rooms.kit.two_sides import TwoSides
from cardtable.table.lazy_archive import LazyArchive, SavedGame
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from cardtable.table.what_if import why_no_what_if

NOTHING_TO_REVIEW = "You haven't played a move in this game, so there's nothing to review."
NO_MISTAKES = "The analysis found no move that was clearly better than yours."
NONE_SO_FAR = "No mistake has been found yet."
ONLY_MISTAKE = "This is the only mistake."
CHOOSE_A_MOVE = "Go to a move first."
NOT_REVIEWED = "This move isn't reviewed."
NO_BETTER = "No other move was better."
NO_MISTAKE = "This move wasn't a mistake, so there's nothing to practise."
FIRST_BETTER = "See the better move first."
NO_LESSON = "No lesson is about this move."


def ask_whose(session: Session, number: int | None, person: int | None) -> Ask | None:
    """Ask whose moves to review, or return None if the person is known or played alone."""
    if person is not None or session.has_one_person:
        return None
    people = {person: person_name(session, person) for person in sorted(session.people)}
    return Ask(
        "Whose moves would you like to review?",
        tuple(Answer(name, partial(ToReview, session, number, each)) for each, name in people.items()),
    )


class ReviewRoom(TwoSides):
    """A review that players can read while it grows. The cursor is on a move or on the summary."""

    @classmethod
    def of_game(
        cls,
        session: Session,
        saved_games: LazyArchive,
        number: int | None,
        person: int | None,
        *,
        stages: int = len(STAGES),
    ) -> ReviewRoom:
        """Return the review of one person's moves. `number` is None for an unsaved game. Raise NotReviewable."""
        saved = None if number is None else SavedGame(saved_games, number)
        return cls(ReviewWork(session, saved, person=person, stages=stages))

    def __init__(self, work: ReviewWork) -> None:
        """Show the review that the work yields. Raise NotReviewable if the player hasn't played a move."""
        self.work, self.session, self.number, self.graded = work, work.session, work.number, work.graded
        self.decisions = decisions_of(self.session, work.review.person)
        if not self.decisions:
            raise NotReviewable(NOTHING_TO_REVIEW)
        self.at: int | None = None
        """The index of the decision under the cursor, or None for the summary."""
        self.shows_better = False
        """Whether the better move is shown instead of the move that was played."""
        self.told = set[int]()
        """The indices of the moves for which the player has seen a better move."""

    @property
    def page(self) -> ReviewPage:
        """What the review says so far."""
        return ReviewPage(self.session, self.decisions, self.work.review, self.graded)

    @property
    def decision(self) -> Decision | None:
        """The decision under the cursor, or None for the summary."""
        return None if self.at is None else self.decisions[self.at]

    @property
    def move(self) -> MoveReview | None:
        """The review of the move under the cursor, or None if there is none."""
        return None if self.decision is None else self.work.review.of(self.decision.number)

    @property
    def has_better(self) -> bool:
        """Whether a better move than the played move is known."""
        return self.move is not None and self.move.best.action != self.move.played.action

    @property
    def knows_better(self) -> bool:
        """Whether the text may name the better move, because the player has seen it, or because there is none."""
        return self.at in self.told or not self.has_better

    @property
    def errors(self) -> list[int]:
        """The indices of the instructive moves."""
        return self.page.lessons

    @property
    def shown_action(self) -> Any:
        """The move on the board: the better move if the player asked for it, otherwise the move that was played."""
        if self.move is not None and self.has_better and self.shows_better:
            return self.session.game.parse(self.move.best.action)
        return None if self.decision is None else self.decision.played

    @property
    def shown_at(self) -> int:
        """The number of actions before the position on the board, which is the end of the game for the summary."""
        return len(self.session.actions) if self.decision is None else self.decision.number - 1

    @property
    def notices(self) -> tuple[str, ...]:
        """What the board shows, in several lengths. The longest text comes first."""
        if self.decision is None:
            return ("The end of the game.",)
        game, move = self.session.game, self.move
        played = action_text(game, str(self.decision.played))
        if move is not None and self.has_better and self.shows_better:
            name = f"Better: {action_text(game, move.best.action)}."
            return f"{name} Press {self.command('played').keys[0]} for your move, {played}.", name, "Better."
        name = f"You played {played}."
        if move is None or not move.is_lesson:
            return name, "Your move."
        brief = f"This gave away {given_away(move)}."
        return f"{name} This gave away {given_away_text(game, move)}.", f"{name} {brief}", brief, "Your move."

    # Moving

    def go(self, at: int | None) -> None:
        """Move the cursor to a move or to the summary."""
        if at != self.at:
            self.at, self.shows_better = at, False

    def _why_no_mistake(self) -> str:
        return "" if self.errors else NONE_SO_FAR if self.work.is_running else NO_MISTAKES

    # One move

    def _why_no_move(self) -> str:
        return CHOOSE_A_MOVE if self.at is None else ""

    def _why_no_what_if(self) -> str:
        return CHOOSE_A_MOVE if self.decision is None else why_no_what_if(self.session, self.decision.number - 1)

    def _why_no_better(self) -> str:
        if self.at is None or self.has_better:
            return self._why_no_move()
        return NOT_REVIEWED if self.move is None else NO_BETTER

    def _why_no_practice(self) -> str:
        if self.at is None or (self.move is not None and self.move.is_lesson):
            return self._why_no_move()
        return NOT_REVIEWED if self.move is None else NO_MISTAKE

    def _why_no_lesson(self) -> str:
        return self._why_no_better() or ("" if self.knows_better else FIRST_BETTER)

    def _shows_played(self) -> bool:
        return not self.shows_better

    def _shows_better(self) -> bool:
        return self.shows_better

    @Command(
        "show the better move",
        keys=("b",),
        label="Better",
        need=8,
        words=("better",),
        why_not=_why_no_better,
        exists=_shows_played,
    )
    def better(self) -> None:
        self._compare(shows_better=True)

    @Command("show the move you played", keys=("b",), label="Played", need=8, words=("played",), exists=_shows_better)
    def played(self) -> None:
        self._compare(shows_better=False)

    def _compare(self, *, shows_better: bool) -> None:
        assert self.at is not None, "only a move can be compared with a better one"
        self.shows_better = shows_better
        self.told.add(self.at)

    @Command(
        "practise: find the better move",
        keys=("enter",),
        also=("space",),
        label="Practise",
        words=("practise", "practice"),
        why_not=_why_no_practice,
    )
    def practise(self) -> Response:
        assert self.move is not None, "a mistake was reviewed"
        found = exercises_of(self.session, self.work.review)
        exercise = next(each for each in found if each.decided.number == self.move.number)
        return ToPracticeExercises(OneExercise(exercise, is_known=self.at in self.told))

    @Command(
        "to the next mistake, and after the last to the first",
        keys=("m",),
        also=("down",),
        label="Mistake",
        need=6,
        words=("next", "skip", ""),
        typing="Enter does the same",
        why_not=_why_no_mistake,
    )
    def next_mistake(self) -> Response | None:
        here = -1 if self.at is None else self.at
        if self.errors == [here]:
            return Say(ONLY_MISTAKE)
        self.go(next((at for at in self.errors if at > here), self.errors[0]))
        return None

    @Command(
        "to the worst mistake",
        words=("worst",),
        no_key="The summary lists the worst mistakes first.",
        why_not=_why_no_mistake,
    )
    def worst(self) -> None:
        self.go(self.page.listed[0])

    @Command(
        "to the mistake before",
        keys=("M",),
        also=("up",),
        after="next-mistake",
        words=("previous", "back"),
        why_not=_why_no_mistake,
    )
    def mistake_before(self) -> None:
        here = -1 if self.at is None else self.at
        self.go(next((at for at in reversed(self.errors) if at < here), None))

    @Command(
        "play on from here without saving, then return to the review",
        also=("w",),
        label="What if",
        need=5,
        words=("what if", "what-if"),
        why_not=_why_no_what_if,
    )
    def what_if(self) -> Response:
        assert self.decision is not None, "the cursor is on a move"
        return ToWhatIf(self.session, self.decision.number - 1)

    @Command(
        "the lesson about the better move",
        keys=("l",),
        label="Lesson",
        need=4,
        words=("lesson",),
        why_not=_why_no_lesson,
    )
    def lesson(self) -> Response:
        assert self.decision is not None, "only a move has a lesson"
        assert self.move is not None, "a better move is known"
        found = lesson_sentence(self.session.game, self.decision, self.move)
        return Say(NO_LESSON) if found is None else ToLesson(*found[1:])

    @Command(
        "to the next move, and after the last to the summary",
        keys=("right",),
        label="Move",
        group="arrows",
        need=3,
        after="step-back",
        words=("forward",),
    )
    def step(self) -> None:
        self._step(1)

    @Command("to the move before", keys=("left",), words=("step back",))
    def step_back(self) -> None:
        self._step(-1)

    def _step(self, step: int) -> None:
        at = (-1 if self.at is None else self.at) + step
        self.go(at if 0 <= at < len(self.decisions) else None)

    @Command("the replay, at this move", keys=("g",), label="Replay", need=2, words=("replay",))
    def replay_here(self) -> Response:
        replay = Replay(self.session)
        if self.decision is not None:
            replay.viewer = self.decision.seat
            replay.go(self.decision.number - 1)
        return ToReplay(replay, self.number)

    @Command("to the summary of the game", keys=("home",), words=("summary",))
    def summary(self) -> None:
        self.go(None)

    @Command("to your last move", keys=("end",), after="summary", words=("last",))
    def last(self) -> None:
        self.go(len(self.decisions) - 1)

    @Command(
        "to the move with this number, and what else you could have played",
        keys=("#",),
        words=("move", "go"),
        takes="NUMBER",
    )
    def move_number(self, text: str) -> Response | None:
        if not text:
            return AskText(f"Which move? {self.whose_moves}", self.move_number)
        number = read_number(text)
        at = next((at for at, each in enumerate(self.decisions) if each.number == number), None)
        if at is None:
            raise ValueError(f"Type move and the number of one of your moves. {self.whose_moves}")
        self.go(at)
        return None

    @property
    def whose_moves(self) -> str:
        """A sentence with the numbers of the player's first and last moves."""
        return f"Your first is move {self.decisions[0].number}, and your last is move {self.decisions[-1].number}."

    @Command(
        "the whole review, with the better moves", words=("all",), no_key="The summary and the graph are on the screen."
    )
    def read_all(self) -> Response:
        return OwnWay("read-all")

    @Command("the table before this move", words=("table", "look"), no_key="The table is on the screen.")
    def hear_table(self) -> Response:
        return OwnWay("look")

    @Command("the rules about this position", words=("rules",), takes="NUMBER", typing=RULES_BY_NUMBER)
    def rules(self, place: str) -> Response:
        return rules_about(self.session.look_at(self.seat, self.shown_at), place)

    @property
    def seat(self) -> Seat:
        """The seat that made the move under the cursor. One player may have several seats."""
        return (self.decision or self.decisions[0]).seat

    @Command("leave the review", keys=("q",), also=("escape",), label="Leave", words=("quit", "q"))
    def leave(self) -> Response:
        return Leave()
