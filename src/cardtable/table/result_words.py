"""Sentences about a game's result and its comparison with earlier games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtable.engine.game import Outcome
from cardtable.engine.phrases import capitalized, signed
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


def ending_sentences(session: Session) -> Iterator[str]:
    """Yield the result, the log of the final events, and the points unless the other sentences give them."""
    seen = session.look(None)
    outcome = seen.outcome
    assert outcome is not None, "the game is over"
    if outcome.together and session.people:
        yield _team_result(outcome)
    else:
        yield outcome.reason
    has_all_points = len(session.names) == 1 or _says_all_points(outcome)
    if told := [seen.describe(event) for event in seen.log[-1] if isinstance(event, session.game.moments)]:
        points = _parts(seen.players, outcome)
        text = " ".join(told)  # such as how the last round was scored
        yield text.replace(f" ({points})", "") if has_all_points else text
        has_all_points = has_all_points or points in text
    if not has_all_points:
        heading = f"{capitalized(session.game.points_name)}: " if session.game.points_name else ""
        yield f"{heading}{_parts(labels_of(session), outcome)}."


def _team_result(outcome: Outcome) -> str:
    """Return the result with its reason. The win or loss and the margin are mentioned only once."""
    verb = "won" if outcome.margin > 0 else "lost"
    reason, _, result = outcome.reason.removesuffix(".").partition(": ")
    if result and not {verb, str(abs(outcome.margin))}.intersection(result.split()):
        reason = f"{reason}: {result}"
    margin = f" ({outcome.margin:+})" if outcome.margin else ""
    return f"You {verb}{margin}. {reason}."


def _says_all_points(outcome: Outcome) -> bool:
    """Return True if the reason gives all points, as in `You win 12–9.`, or each player has the team's margin."""
    if outcome.together:
        return outcome.points == (outcome.margin,) * len(outcome.points)
    return len(outcome.points) == 2 and {*map(str, outcome.points)} <= {*re.findall(r"\d+", outcome.reason)}


def _parts(names: Sequence[str], outcome: Outcome) -> str:
    """Return a text such as `North +5, East 0`. For opponents, return a text such as `Ann 10, Ada (hard) 6`."""
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
