"""The tables of grades, which `benchmarks/grades.py` writes."""

from __future__ import annotations

from tests.benchmark_scripts import imported


def test_the_page_has_the_tables_of_the_measured_games() -> None:
    """`python benchmarks/grades.py --page` brings it up to date, after measuring more games."""
    with imported("grades") as benchmark:
        rows = benchmark.read(benchmark.RESULTS, benchmark.Row)
        assert "\n".join(benchmark.tables(rows)) in benchmark.PAGE.read_text(encoding="utf-8")


def test_sound_players_get_one_or_two_stars_and_challenge_is_played_to_its_end() -> None:
    """Check by the measured games what the grades and the preset were chosen for."""
    with imported("grades") as benchmark:
        rows = [row for row in benchmark.read(benchmark.RESULTS, benchmark.Row) if row.hand == 7]
    book, challenge = ([row for row in rows if row.rules == rules] for rules in ("By the book", "Challenge"))
    assert sum(0 < row.medium < row.par for row in book) > 0.7 * len(book)
    assert 0.3 < sum(row.medium > 0 for row in challenge) / len(challenge) < 0.5
    assert 0.7 < sum(row.hard > 0 for row in challenge) / len(challenge) < 0.9
