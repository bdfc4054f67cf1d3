"""The tables of a tournament in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtable.engine.phrases import counted
from cardtable.formats.spoken_tables import NO_VALUE, TableFormat, spoken_table
from cardtable.formats.text import width
from cardtable.lab.simulation.contestants import shown_name
from cardtable.lab.simulation.play import GameResult
from cardtable.lab.simulation.summary_words import counted_games, speak
from cardtable.lab.tournament.plan import Results
from cardtable.lab.tournament.ratings import Rating, TeamResult, rate, results_by_deal, team_results

NO_GAMES = "No game was finished."


def tournament_lines(results: Results, *, is_spoken: bool = False) -> list[str]:
    """Return the results so far. Tables are in columns or, for plain mode, in sentences."""
    table = spoken_table if is_spoken else _table
    rows, plan, absent = results.rows, results.tournament.plan, results.stand_ins.absent
    players = [player for player in results.tournament.players if player not in absent]
    if not rows:
        return [NO_GAMES]
    variant = plan.variants[0]
    title = ", ".join(filter(None, [plan.game.title, counted(len(variant.players), "player"), variant.options_text]))
    lines = [f"{title}: {counted_games(len(rows))}."]
    if plan.game.together:
        lines += ["", *_team_table(team_results(players, rows), table)]
    elif len(players) > 1:
        ratings = rate(players, rows)
        lines += ["", *_rating_table(ratings, table), "", *_shares(players, rows, ratings, table)]
    lines += results.stand_ins.lines()
    return speak(lines) if is_spoken else lines


def _rating_table(ratings: Sequence[Rating], table: TableFormat) -> Iterator[str]:
    yield "Ratings in Elo, where 0 is the average, with 95% intervals:"
    yield from table(
        ("player", "rating", "interval", "results won", "games"),
        [
            (
                f"{rank} {shown_name(each.player)}",
                f"{round(each.elo):+d}",
                f"{round(each.low):+d} to {round(each.high):+d}",
                f"{each.share:.0%}",
                str(each.games),
            )
            for rank, each in enumerate(ratings, 1)
        ],
    )


def _shares(
    players: Sequence[str], rows: Sequence[GameResult], ratings: Sequence[Rating], table: TableFormat
) -> Iterator[str]:
    """Yield the table of each player's results against the other players."""
    won = results_by_deal(players, rows).sum(axis=0)
    order = [players.index(each.player) for each in ratings]
    against = "against " if table is spoken_table else ""
    yield f"Each player's share of the results against players 1 to {len(order)}, with a draw as half:"
    yield from table(
        ("player", *(f"{against}{rank}" for rank in range(1, len(order) + 1))),
        [
            (f"{rank} {shown_name(players[one])}", *(_share(won[one, other], won[other, one]) for other in order))
            for rank, one in enumerate(order, 1)
        ],
    )


def _share(won: float, lost: float) -> str:
    return f"{won / (won + lost):.0%}" if won + lost else NO_VALUE


def _team_table(results: Sequence[TeamResult], table: TableFormat) -> Iterator[str]:
    yield "Each player has all the seats; the intervals are 95%:"
    yield from table(
        ("player", "mean result", "won", "interval", "games"),
        [
            (
                shown_name(each.player),
                f"{each.mean:+.2f}" + (f" ± {each.error:.2f}" if each.games > 1 else ""),
                f"{each.won:.0%}",
                f"{each.low:.0%} to {each.high:.0%}",
                str(each.games),
            )
            for each in results
        ],
    )


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table. The first column is aligned to the left, and the others are aligned to the right."""
    widths = [max(width(line[at]) for line in (head, *body)) for at in range(len(head))]
    for first, *rest in (head, *body):
        cells = [" " * (wide - width(cell)) + cell for cell, wide in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first + " " * (widths[0] - width(first)), *cells]).rstrip()
