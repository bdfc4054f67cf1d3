"""The text of the review screen: the words and numbers beside the board, and the points of the graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtable.players.known_games import knowledge_of
from cardtable.practice.review import MoveReview, Review, Verdict
from cardtable.practice.words import (
    MAY_CHANGE,
    action_text,
    clear_loss_text,
    given_away,
    is_final,
    may_change,
    move_word,
    progress_sentence,
    result_lines,
)
from cardtable.rooms.kit.review_page import MAX_LISTED, ReviewPage
from cardtable.rooms.review import ReviewRoom
from cardtable.tui.widgets.outlook_graph import Axis, Point
from cardtable.tui.widgets.text_pane import PaneText

BETTER, MISTAKE, LESSON = (ReviewRoom.command(each).fixed_key for each in ("better", "next-mistake", "lesson"))
SIGNS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
UNCLASSED = "x"
"""The sign of a move whose loss shows only in the margin."""
NUMBERS_HELP = (
    ("margin", "the average result from there: points, or Completes won minus lost"),
    ("win chance", "how likely a hard computer player is to win from there, seeing only what you could see"),
    ("(58-66)", "the range of an estimate, which is 95% sure to include the true number; a bar in the graph"),
)
"""The meanings of the numbers about moves, shown on the keys page."""
CLASSES_LEGEND = "?! inaccuracy  ? mistake  ?? blunder"


def _invitation(move: MoveReview) -> str:
    """Return a sentence with the key that shows the better move and, for an instructive move, the key for practice."""
    if move.is_lesson:
        return f"Press Enter to practise, or `{BETTER}` to see a better move."
    return f"Press `{BETTER}` to see the better move."


def sign_of(move: MoveReview | None) -> str:
    """Return the sign of an instructive move. Return an empty string for all other moves."""
    if move is None or not move.is_lesson:
        return ""
    return SIGNS.get(move.verdict, UNCLASSED)


class ReviewText(NamedTuple):
    """A review in words and numbers, for the screen."""

    page: ReviewPage
    is_running: bool
    is_ascii: bool

    @property
    def review(self) -> Review:
        """The review so far."""
        return self.page.review

    # The graph

    def points(self) -> list[Point]:
        """Return the points of the graph."""
        return [self._point(decision.number, self.review.of(decision.number)) for decision in self.page.decisions]

    def _point(self, number: int, move: MoveReview | None) -> Point:
        if move is None:
            return Point(number)
        return Point(number, move.played.margin, sign_of(move))

    def scale(self) -> Axis:
        """Return the scale of the graph."""
        return Axis.of_margins([move.played.margin for move in self.review.moves])

    @property
    def legend(self) -> str:
        """The meanings of the signs in the graph."""
        unclassed = f"{UNCLASSED} gave away {clear_loss_text(self.page.game)}"
        if knowledge_of(self.page.game).margin_steps:
            has_unclassed = any(move.is_unclassed and move.is_lesson for move in self.review.moves)
            return f"{unclassed}  {CLASSES_LEGEND}" if has_unclassed else CLASSES_LEGEND
        return unclassed

    # The summary

    def summary(self) -> PaneText:
        """Return the text about the whole game."""
        result, *more = self.page.summary()
        if self.review.moves:
            steps = [self._next_step()] if is_final(self.review) else [MAY_CHANGE, self._next_step()]
            at = len(result_lines(self.page.game, self.review)) - 1
            more[at:at] = steps
        else:
            more = ["The first verdicts appear in a moment."]
        text = " ".join([f"**{result}**", *more])
        return self._pane(self.page.heading, progress_sentence(self.review), text, tuple(self._choices()))

    def _next_step(self) -> str:
        """Return a sentence with the keys that lead to the mistakes, or to the moves if there are no mistakes."""
        count = len(self.page.lessons)
        if not count:
            return "Press the right arrow key for the first move."
        if count <= MAX_LISTED:
            return f"Press `{MISTAKE}` to go {'through them' if count > 1 else 'to it'}."
        return f"Press `{MISTAKE}` to go through all {count}, not only the worst {MAX_LISTED} below."

    def _choices(self) -> Iterator[str]:
        for move in map(self.page.reviewed, self.page.listed):
            sign = "" if move.is_unclassed else f"{sign_of(move)} "
            yield f"Move {move.number} {sign}-{given_away(move)} {action_text(self.page.game, move.played.action)}"

    # A move

    def about_move(self, at: int, *, tells_better: bool) -> PaneText:
        """Return the text about the move with this index, naming the better move only if `tells_better` is true."""
        decision = self.page.decisions[at]
        move = self.review.of(decision.number)
        if move is None:
            later = " yet" if self.is_running else ""
            text = f"You played {action_text(self.page.game, str(decision.played))}. This move isn't reviewed{later}."
            return self._pane(f"Move {decision.number}", "reviewing", text)
        sign = "" if move.is_unclassed else sign_of(move)
        heading = f"Move {decision.number}, {move_word(move)} {sign}".rstrip()
        about, more, hint = self.page.about(decision, move), [_invitation(move)], ""
        if tells_better:
            more = [about.better, *([f"{about.lesson} Press `{LESSON}` to open it."] if about.lesson else [])]
            hint = about.compared
        text = "\n\n".join([f"**{about.blame}**", *more])
        return self._pane(heading, "may change" if may_change(move) else "", text, hint=hint)

    def _pane(self, heading: str, progress: str, text: str, choices: tuple[str, ...] = (), hint: str = "") -> PaneText:
        if self.is_ascii:
            text, hint = (each.replace("–", "-") for each in (text, hint))
        return PaneText(
            heading, progress if self.is_running else "", text, choices, hint=hint, first=0 if choices else None
        )
