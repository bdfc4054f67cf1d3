"""The aim of a game at a table, its ending, and what players can do afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardtable.engine.phrases import uncapitalized
from cardtable.formats.opening import Opening
from cardtable.practice.levels_file import is_in_levels
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToPractice, ToReview, ToTable
from cardtable.rooms.kit.grading import Grading
from cardtable.rooms.kit.public import PublicRoom
from cardtable.rooms.kit.response import Goto, Leave, Response, Say
from cardtable.table.grades import Progress, signs_of, to_ascii
from cardtable.table.session import Session, fresh_code
from cardtable.table.shared_game import play_again, table_of

if TYPE_CHECKING:
    from cardtable.practice.levels import PracticeLevel
    from cardtable.rooms.daily import DailyEnding
    from cardtable.table.lazy_archive import Saver

AFTER_THE_END = {
    "new-deal": "New deal",
    "review": "Review",
    "leave": "Lobby",
    "same-deal": "Same deal",
    "replay": "Replay",
    "practice": "Practice",
}
"""The commands for going on after the end, the likeliest first, each with its name in the list below the result."""
AGAIN = "To choose '{}', press Enter again."
"""The reply to an Enter that comes so soon after the end that it was probably meant for the last move."""
STILL_THERE = ("share", "undo", "log", "save", "help")
"""The other commands that still work after the end."""


class EndingRoom(PublicRoom):
    """A table with everything about its result: stars, par, a level or the daily deal, and the next game."""

    def __init__(self, session: Session, saver: Saver | None) -> None:
        """Grade a session. `saver` saves it, unless it is None."""
        super().__init__(session)
        self.saver = saver
        self.table = table_of(session)
        """The shared table, or None if everybody here shares one screen."""
        self.grading = Grading(session, None if saver is None else saver.own_games)
        self.grading.needs_par = self.grading.is_graded and self.level is None
        self._knew_par = False
        """Whether par was known when news of par was last asked for."""

    @property
    def number(self) -> int | None:
        is_elsewhere = self.table is not None and self.table.copies_to is not None
        return None if self.saver is None or is_elsewhere else self.saver.number

    @property
    def _position(self) -> Any:
        """The position as the player to move sees it."""
        return self.session.view_at(self.session.turn, len(self.session.actions))

    # What the game is played for

    @property
    def introduction(self) -> str:
        """The text at the start of a daily deal, or "" for other games. For today's, this also starts computing par."""
        if self.saver is None or not self.saver.daily:
            return f"The daily {self._earlier_daily}. It doesn't count for your streak." if self._earlier_daily else ""
        from cardtable.rooms.daily import daily_introduction  # only now, because it loads the game

        self.grading.begin()
        return daily_introduction(self.saver.daily)

    @property
    def aim(self) -> str:
        """What a single player plays for: a level's goal and stars, or the par of the deal if it is known."""
        if self.level is not None:
            return " ".join((self.level.purpose, *self.level.goal.progress(self.session)))
        return "" if self.grading.par is None else self.grading.par.sentence

    @property
    def star_steps(self) -> tuple[int, ...]:
        """The minimum margins for one, two and three stars and, above par, for the plus. Empty if they aren't known."""
        if self.level is not None:
            return self.level.steps
        return () if self.grading.par is None else self.grading.par.steps

    @property
    def progress(self) -> Progress | None:
        """The stars that the margin would earn now, and the way to the next one. None if no stars can be earned."""
        if self.is_over or not self.star_steps:
            return None
        (margin,) = self.session.game.standing(self._position)
        return Progress(margin, self.star_steps)

    def take_news_of_par(self) -> str:
        """Return a sentence, once, when par becomes known after the first move. Before that, the aim includes par."""
        was_known, self._knew_par = self._knew_par, self.grading.par is not None
        is_new = self._knew_par and not was_known and self.level is None and bool(self.session.actions)
        return f"Now known: {uncapitalized(self.aim)}" if is_new else ""

    @cached_property
    def level(self) -> PracticeLevel | None:
        """The level that is played here, or None."""
        if not self.grading.is_graded or self.session.deal_code is None:
            return None
        if not is_in_levels(self.session.deal_code):
            return None
        from cardtable.practice.levels import level_of  # only now, because it takes time to load

        return level_of(self.session)

    @property
    def level_stars(self) -> int | None:
        """The number of stars that the finished game has won for its level, or None if it isn't a level."""
        return None if self.level is None or not self.is_over else self.level.stars(self.session)

    @property
    def level_ending(self) -> str:
        """The text at the end of a level, or "" for other games. This also saves the level's stars."""
        from cardtable.rooms.levels import level_ending

        return level_ending(self.session, self.saver)

    @cached_property
    def _earlier_daily(self) -> str:
        if not self.grading.is_graded:
            return ""
        from cardtable.rooms.daily import earlier_caption  # likewise

        return earlier_caption(self.session)

    @property
    def daily_ending(self) -> DailyEnding | None:
        """The ending of today's daily deal, or None if the game isn't today's daily deal."""
        if self.saver is None or not self.saver.daily or not self.is_over:
            return None
        from cardtable.rooms.daily import daily_ending

        return daily_ending(self.saver, self.grading.result)

    # The result

    @Command(
        "a summary of the result to send to others, which doesn't reveal any cards",
        words=("share",),
        takes="ASCII",
        typing="with the word ascii, in ASCII characters",
        no_key="The list below the result offers to copy it.",
        exists=lambda room: room.is_over,
    )
    def share(self, how: str) -> Response:
        if how.lower() not in ("", "ascii"):
            raise ValueError("Type share, or share ascii.")
        return Say(to_ascii(self.share_text) if how else self.share_text)

    @property
    def share_text(self) -> str:
        """The result of the finished game, as text to share."""
        from cardtable.table.result_words import share_text

        if (ending := self.daily_ending) is not None:
            return ending.share
        level = "" if self.level is None else f" {signs_of(self.level_stars or 0)}, level {self.level.number}"
        return share_text(self.session, self.grading.result, level)

    # After the end

    @Command(
        "play a new deal or, after a level, the next one",
        keys=("n",),
        label=lambda room: room.end_label("new-deal"),
        words=("new", "new deal", "next"),
        exists=lambda room: room.is_over and (room.table is None or bool(room.table.own)),
    )
    def new_deal(self) -> Response:
        if self.table is not None:
            return Leave(ToTable(play_again(self.session)))
        if self.level_stars:
            from cardtable.rooms.levels import next_game

            return Leave(ToTable(next_game(self.session, self.saver)))
        return self._deal(fresh_code())

    @Command(
        "play the same deal again",
        keys=("a",),
        words=("same", "same deal"),
        exists=lambda room: room.is_over and room.table is None,
    )
    def same_deal(self) -> Response:
        return self._deal(self.session.opening)

    @Command(
        "play the game of a deal line, or a new deal",
        words=("play",),
        takes="DEAL",
        no_key="The list below the result offers to deal again.",
        exists=lambda room: room.is_over and room.table is None,
    )
    def play(self, text: str) -> Response:
        if not text:
            return self.new_deal()
        from cardtable.rooms.set_up import open_game  # likewise

        opened = open_game(text)
        return Leave(opened) if isinstance(opened, Goto) else opened

    def _deal(self, opening: Opening) -> Response:
        last = self.session
        return Leave(ToTable(Session(last.game, last.options, last.names, opening, last.persons, last.computers)))

    def _why_no_review(self) -> str:
        from cardtable.practice.decisions import why_no_review  # only now, because it takes time to load

        return why_no_review(self.session)

    @Command(
        "review the game: mistakes, and what was better",
        keys=("g",),
        words=("review",),
        exists=lambda room: room.is_over,
        why_not=_why_no_review,
    )
    def review(self) -> Response:
        return ToReview(self.session, self.number)

    def _is_practised(self) -> bool:
        return self.is_over and not self._why_no_review()

    @Command("the Practice room", keys=("p",), words=("practice",), exists=_is_practised)
    def practice(self) -> Response:
        return ToPractice()

    @property
    def after_the_end(self) -> tuple[Sequence[Command], Sequence[Command]]:
        """Two lists of the commands after the end: first a deal, the review or replay, and leaving, then all others."""
        offered = {each.id: each for each in self.offered}
        onward = "same-deal" if self.level_stars == 0 else "new-deal"
        first = [onward, "review" if "review" in offered else "replay", "leave"]
        more = (each for each in (*AFTER_THE_END, *STILL_THERE) if each not in first)
        return [offered[each] for each in first if each in offered], [offered[each] for each in more if each in offered]

    def end_label(self, command_id: str) -> str:
        """Return a command's name in the list below the result."""
        if command_id == "new-deal" and self.level_stars:
            return "Next level"
        if command_id == "same-deal" and self.level_stars == 0:
            return "Try again"
        is_position = command_id == "same-deal" and self.session.deal_code is None
        return "Same position" if is_position else AFTER_THE_END[command_id]
