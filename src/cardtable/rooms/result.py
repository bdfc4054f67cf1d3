"""The result of a finished game as a value for both front ends. The app draws it, and plain mode reads it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.game import Outcome, Seat
from cardtable.engine.phrases import signed
from cardtable.formats.deal_line import COMMA
from cardtable.table.command_lines import deal_sentence, deal_text
from cardtable.table.grades import MAX_STARS, GradedResult
from cardtable.table.lobby_words import labels_of
from cardtable.table.result_words import Ending, ending_of, sentences_about
from cardtable.table.session import Session

if TYPE_CHECKING:
    from cardtable.rooms.table import TableRoom

MAX_STORY = 2
"""The maximum number of sentences in a game's story."""


class Sheet(NamedTuple):
    """The scores after each round."""

    players: tuple[str, ...]
    rounds: tuple[tuple[int, ...], ...]
    """The score of every player after each round."""

    @property
    def sentence(self) -> str:
        """The sheet in words."""
        rows = (
            f"{name} {', '.join(str(scores[seat]) for scores in self.rounds)}" for seat, name in enumerate(self.players)
        )
        return f"Scores after each round: {'; '.join(rows)}."


class Race(NamedTuple):
    """How many cards the players still had during the last round."""

    players: tuple[str, ...]
    left: tuple[tuple[int, ...], ...]
    """For each player, the number of cards left at the start and after each turn in which cards were played."""

    @property
    def sentence(self) -> str:
        """The race in words, with at most five numbers for each player."""
        last = len(self.left[0]) - 1
        shown = sorted({last * quarter // 4 for quarter in range(5)})
        rows = (
            f"{name} {', '.join(str(left[at]) for at in shown)}"
            for name, left in zip(self.players, self.left, strict=True)
        )
        return f"Cards left, from the start to the end of the last round: {'; '.join(rows)}."


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The ending of a game."""

    is_won: bool | None
    """True if all the people at the table have won, False if they haven't. None if the people were rivals."""
    score: str
    """The score in a few characters, such as `+6` or `12–9`. It is empty if no score stands out."""
    ending: Ending
    """The result itself."""
    graded: GradedResult | None
    steps: tuple[int, ...]
    """The minimum margins for one, two and three stars. Empty if the margin earns no stars or par isn't known."""
    level_stars: int | None
    """The stars earned in a level, or None if the game isn't a level."""
    story: tuple[str, ...]
    """Sentences about the most remarkable parts of the game."""
    more: tuple[str, ...]
    """Other sentences: medals, a comparison with earlier games, how the points add up, and help."""
    sheet: Sheet | None
    race: Race | None
    trophies: tuple[tuple[str, tuple[Card, ...]], ...]
    """Rows of cards, each with its heading."""
    deal: str
    """A sentence with the deal, so that other people can play it too."""

    @property
    def told(self) -> Iterator[str]:
        """All sentences after those about the result itself, in reading order."""
        yield from self.story
        if self.graded is not None and self.level_stars is None:
            yield self.graded.sentence
        yield from self.more
        if self.sheet is not None:
            yield self.sheet.sentence
        if self.race is not None:
            yield self.race.sentence
        yield self.deal


def result_of(room: TableRoom) -> ResultPage:
    """Return the result of the finished game at this table."""
    session, entries = room.session, [] if room.saver is None else room.saver.entries()
    seen, daily, graded = session.look(None), room.daily_ending, room.grading.result
    assert seen.outcome is not None, "the game is over"
    return ResultPage(
        _is_won(session, seen.outcome),
        _score(session, seen.outcome),
        ending_of(session),
        graded,
        room.star_steps[:MAX_STARS],
        room.level_stars,
        seen.tell_story()[:MAX_STORY],
        (
            *(["This game isn't saved."] if room.fault else []),
            *filter(None, [room.level_ending]),
            *([] if daily is None else [daily.sentence]),
            *sentences_about(session, entries, room.number),
        ),
        _sheet(session, seen.outcome),
        _race(session),
        tuple((heading, tuple(cards)) for heading, cards in session.game.trophies(seen.state) if cards),
        deal_sentence(deal_text(session, COMMA)),
    )


def _is_won(session: Session, outcome: Outcome) -> bool | None:
    if outcome.together:
        return outcome.margin > 0
    return None if session.own_seat is None else session.own_seat in outcome.winners


def _score(session: Session, outcome: Outcome) -> str:
    """Return the team's margin. Without a team, return the points of the only person, or else of the only winner.

    If there is exactly one rival, add the rival's points, as in `8–3`.
    """
    if outcome.together:
        return signed(outcome.margin)
    seat: Seat | None = session.own_seat
    if seat is None:
        seat = outcome.winners[0] if len(outcome.winners) == 1 else None
    if seat is None:
        return ""
    own, *others = outcome.points[seat], *outcome.points[:seat], *outcome.points[seat + 1 :]
    return f"{own}\N{EN DASH}{others[0]}" if len(others) == 1 else str(own)


def _sheet(session: Session, outcome: Outcome) -> Sheet | None:
    """Return the scores after each round, or None if the game doesn't have at least two rounds."""
    game, log = session.game, session.look(None).log
    if game.round_number(session.view_at(None, 0)) is None:
        return None
    ends: Sequence[int] = [at for at, step in enumerate(log) if any(isinstance(each, game.moments) for each in step)]
    rounds = [game.standing(session.view_at(None, at)) for at in ends]
    if not rounds or rounds[-1] != outcome.points:  # a match can be won in the middle of a round
        rounds.append(outcome.points)
    return Sheet(tuple(labels_of(session)), tuple(rounds)) if len(rounds) > 1 else None


def _race(session: Session) -> Race | None:
    """Return the race of the last round, or None if the players don't race to get rid of their cards."""
    left = session.game.race(session.look(None).log)
    return Race(session.players, tuple(zip(*left, strict=True))) if left else None
