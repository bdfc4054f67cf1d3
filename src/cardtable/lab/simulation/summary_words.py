"""The summary of a simulation as lines of text, with 95% intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from cardtable.engine.phrases import counted, plural, speak_signs
from cardtable.formats.spoken_tables import TableFormat, spoken_table
from cardtable.lab.simulation.intervals import BURN_IN, Moments, share_interval
from cardtable.lab.simulation.summary import TEAM, CountedSeats, Measure, Summary, Tally

_INDENT = "  "
_INTERVAL = re.compile(r" \[(.+?)(?:–| to )(.+?)\]")


def simulation_lines(summary: Summary, *, is_spoken: bool = False) -> list[str]:
    """Return the results so far. Tables are in columns or, for plain mode, in sentences."""
    table = spoken_table if is_spoken else _table
    plan = summary.plan
    if not summary.games:
        return [f"{plan.game.title}: no games yet"]
    first, last = plan.deals.start, plan.deals.start + summary.deals - 1
    deals = f"deals {first:,} to {last:,}" if last > first else f"deal {first:,}"
    lines = [f"{plan.game.title}: {counted_games(summary.games)}, {deals}"]
    for number, tally in enumerate(summary.tallies, 1):
        lines += ["", *_tally_lines(tally, f"Variant {number}: " if len(summary.tallies) > 1 else "", table)]
    if len(summary.tallies) > 1:
        lines += ["", *_difference_lines(summary, table)]
    lines += summary.stand_ins.lines()
    return speak(lines) if is_spoken else lines


def speak(lines: Iterable[str]) -> list[str]:
    """Return the lines for plain mode: without indents and empty lines, and with words instead of symbols."""
    found = (_INTERVAL.sub(r", from \1 to \2", line.strip()).replace(" ± ", " plus or minus ") for line in lines)
    return [speak_signs(line) for line in found if line]


def counted_games(number: int) -> str:
    """Return text such as `1 game` or `20,000 games`."""
    return f"{number:,} {plural(number, 'game')}"


def _tally_lines(tally: Tally, title: str, table: TableFormat) -> Iterator[str]:
    yield f"{title}{counted(len(tally.variant.players), 'player')}, {tally.variant.options_text or 'default options'}"
    columns = [(_label(group), _wins(tally, at), _mean(tally.points(at))) for at, group in enumerate(tally.groups)]
    if tally.groups[0].label == TEAM:
        yield from table(("player", "won", "score"), [(label, wins, _mean(tally.margin)) for label, wins, _ in columns])
    else:
        yield from table(("player", "wins", "points"), columns)
        yield f"{_INDENT}margin {_mean(tally.margin)}"
        if tally.undecided:
            yield f"{_INDENT}nobody won {100 * tally.undecided / tally.games:.1f}% of the games"
    yield f"{_INDENT}moves {_mean(tally.moves)}"


def _difference_lines(summary: Summary, table: TableFormat) -> Iterator[str]:
    yield "Variant 2 minus variant 1, on the same deals:"
    first, second = (tally.groups for tally in summary.tallies)
    rows = []
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        label = _label(one) if one == other else f"{_label(one)}, then {other.player}"
        rows.append((label, "wins", _percentage_points(summary, at)))
        if one.label != TEAM:
            rows.append((label, "points", _difference(summary, "points", at)))
    shared = "team" if first[0].label == TEAM else "game"
    rows += [(shared, "margin", _difference(summary, "margin")), (shared, "moves", _difference(summary, "moves"))]
    yield from table((), rows)
    if (measure := summary.until_clear) is not None:
        clear = "is clear" if summary.is_clear else "isn't clear"
        yield f"The difference in {measure} {clear} after {summary.deals:,} {plural(summary.deals, 'deal')}."
        if math.isinf(summary.sequence.interval()[1]):
            yield f"At least {BURN_IN} deals are needed."
            return
        yield "Its interval is valid whenever you stop; the others don't allow for stopping early."


def _label(group: CountedSeats) -> str:
    """Return a label such as `seat 1, easy`, or only the player's name if the player rotates."""
    if group.label == TEAM:
        return group.player
    return f"seat {group.label}, {group.player}" if group.label else group.player


def _wins(tally: Tally, group: int) -> str:
    wins = tally.wins(group)
    low, high = share_interval(wins, tally.games)
    return f"{100 * wins.mean:.1f}% [{100 * low:.1f}–{100 * high:.1f}]"


def _mean(moments: Moments) -> str:
    spread = f" ± {moments.half_width:.2f}" if math.isfinite(moments.half_width) else ""
    return f"{moments.mean:.2f}{spread}"


def _percentage_points(summary: Summary, group: int) -> str:
    return f"{_difference(summary, 'wins', group, 100)} percentage points"


def _difference(summary: Summary, measure: Measure, group: int = 0, scale: int = 1) -> str:
    moments = summary.difference(measure, group)
    low, high = moments.mean - moments.half_width, moments.mean + moments.half_width
    if measure == summary.until_clear and group == 0:
        low, high = summary.sequence.interval()
    interval = f" [{scale * low:+.2f} to {scale * high:+.2f}]" if math.isfinite(low) else ""
    return f"{scale * moments.mean:+.2f}{interval}"


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the head if there is one, followed by the rows with aligned columns."""
    rows = (head, *body) if head else body
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        yield f"{_INDENT}{'  '.join(cells).rstrip()}"
