"""Sentences about a game's result and its comparison with earlier games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtable.engine.game import Outcome
from cardtable.engine.phrases import capitalized, signed, speak_signs
from cardtable.formats.deal_line import DOT
from cardtable.store.rows import GameEntry
from cardtable.table.command_lines import deal_text
from cardtable.table.entries import name_at
from cardtable.table.grades import GradedResult
from cardtable.table.lobby_words import labels_of
from cardtable.table.medals import new_medals
from cardtable.table.replay import continuation_sentence
from cardtable.table.session import Session
from cardtable.table.statistics import category_of, count, finished, is_unaided, known_deals
from cardtable.table.statistics_words import opponents_text

COUNTED_WITH_HELP = "In the statistics, this game counts under 'with hints or undos'."


def hint_note(session: Session) -> str:
    """Return a note for players who receive the first hint in a game. Otherwise, return an empty string."""
    return "Hints count as help in the result." if session.hinted == 1 else ""


def sentences_about(session: Session, entries: Sequence[GameEntry], number: int | None) -> Iterator[str]:
    """Yield sentences about a finished game: a comparison with earlier games, how the points add up, and any help.

    `entries` are all saved games, and `number` is the number of this game.
    """
    yield from _comparison(entries, number)
    yield from session.look(None).describe_accounts()
    yield from _help(session)


def share_text(session: Session, graded: GradedResult | None, more: str = "") -> str:
    """Return lines about a finished game to share, with the deal. `more` follows the result of a graded game."""
    outcome, deal = session.look(None).outcome, deal_text(session, DOT) or session.game.title
    assert outcome is not None, "the game is over"
    return f"{deal}: {outcome.reason}" if graded is None else graded.share(deal, more)


class Ending(NamedTuple):
    """The result of a finished game in parts, for both front ends."""

    result: str
    """Who has won, and why the game is over."""
    events: str
    """The final events in words. Plain mode has already read them out."""
    points: str
    """All players' points in the words that an event may have used, or an empty string if the result gives them."""
    tally: str
    """A sentence with these points and the levels of computer players."""

    @property
    def shown(self) -> tuple[str, ...]:
        """All sentences, for players who haven't read the final events."""
        return tuple(filter(None, (self.result, self.events, self._untold(self.events))))

    def spoken(self, heard: str = "") -> tuple[str, ...]:
        """Return the result and the points, except for what players have just heard about the final events."""
        why, _, who = self.result.partition(". ")
        result = who if who and why in heard else self.result
        return tuple(speak_signs(each) for each in (result, self._untold(heard)) if each)

    def _untold(self, told: str) -> str:
        return "" if self.points in told else self.tally


def ending_of(session: Session, *, is_own: bool = True) -> Ending:
    """Return the result of a finished game. `is_own` is False for people who have watched it or replay it."""
    seen, game = session.look(None), session.game
    outcome = seen.outcome
    assert outcome is not None, "the game is over"
    events = " ".join(seen.describe(event) for event in seen.log[-1] if isinstance(event, game.moments))
    result = _team_result(outcome) if outcome.together and session.people and is_own else outcome.reason
    points = _parts(seen.players, outcome)
    if len(session.names) == 1 or _gives_points(outcome):
        points, events = "", events.replace(f" ({points})", "")
    tally = f"{capitalized(game.points_name or 'points')}: {_parts(labels_of(session), outcome)}."
    return Ending(result, events, points, tally)


def _team_result(outcome: Outcome) -> str:
    """Return the result with its reason. The win or loss and the margin are mentioned only once."""
    verb = "won" if outcome.margin > 0 else "lost"
    reason, _, result = outcome.reason.removesuffix(".").partition(": ")
    if result and not {verb, str(abs(outcome.margin))}.intersection(result.split()):
        reason = f"{reason}: {result}"
    margin = f" ({outcome.margin:+})" if outcome.margin else ""
    return f"You {verb}{margin}. {reason}."


def _gives_points(outcome: Outcome) -> bool:
    """Return whether the reason gives everybody's points, as in `wins 10–6–6`, or all have the team's margin."""
    if outcome.together:
        return outcome.points == (outcome.margin,) * len(outcome.points)
    most, *others = sorted(outcome.points, reverse=True)
    return len(set(others)) == 1 and "–".join(map(str, (most, *others))) in outcome.reason


def _parts(names: Sequence[str], outcome: Outcome) -> str:
    """Return text such as `North +5, East 0` for a team, or `Ann 10, Ada (hard) 6` for opponents."""
    write = signed if outcome.together else str
    return ", ".join(f"{name} {write(points)}" for name, points in zip(names, outcome.points, strict=True))


def _comparison(entries: Sequence[GameEntry], number: int | None) -> Iterator[str]:
    """Yield a sentence for each new medal, and one that compares this game with the others in its category."""
    over = finished(entries)
    yield from new_medals(entries, number)
    own = next((each for each in over if each.id == number), None)
    if own is None or own.outcome is None or not is_unaided(own):
        return
    category = category_of(own)
    known = known_deals(entries)
    alike = [each for each in over if category_of(each) == category]
    company = f" {opponents_text(category.game, category.levels)}" if category.levels else ""
    if own.outcome.together:
        best = count((each for each in alike if each is not own), known).best_margin
        if best is not None:
            record = own.outcome.margin > best and own.id not in known
            new, old = f"Your best result{company} so far; before, it was {best:+}.", f"Your best{company}: {best:+}."
            yield new if record else old
    elif tallies := [tally for tally in count(alike).tallies if tally.name in _names(own)]:
        yield f"Games won{company}: {', '.join(f'{each.name} {each.won} of {each.played}' for each in tallies)}."


def _names(entry: GameEntry) -> list[str]:
    return [name_at(entry, seat) for seat in range(len(entry.names))]


def _help(session: Session) -> Iterator[str]:
    counts = (("Moves undone", session.undone), ("Hints used", session.hinted))
    if help_ := [f"{what}: {number}." for what, number in counts if number]:
        yield f"{' '.join(help_)} {COUNTED_WITH_HELP}"
    if session.inherited_actions:
        yield continuation_sentence(session)
