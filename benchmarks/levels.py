"""Make the levels of Exit Stage Right alone, and measure how hard they are.

`--make` writes `levels.toml` from the plans below: it measures how often medium and hard meet the goal of each deal,
puts the easiest first, and takes the best of hard's games as the solution.  The same plans and players give the same
file.  `--page` writes the table in docs/practice.md.  Both players play for the margin, never do what a goal forbids,
and take every chance to do what it asks for.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from statistics import median_low
from typing import Any, NamedTuple

from calibration import ROOT

from cardtable.engine.chance import DealCode
from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import FaceDown, Refill
from cardtable.engine.games.exit_stage_right.outlook import foresee
from cardtable.formats.computers import thinking_key
from cardtable.formats.deal_line import COMMA, Deal
from cardtable.formats.text import player_names
from cardtable.games.exit_stage_right.practice.goals import Counts, StageGoal
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.par import MarginPlayer
from cardtable.players.whole_game import SeatedPlayer
from cardtable.practice.levels import MEDIUM_GAMES, PracticeLevel, all_levels
from cardtable.table.session import Session

FILE = ROOT / "src" / "cardtable" / "games" / "exit_stage_right" / "practice" / "levels.toml"
PAGE = ROOT / "docs" / "practice.md"
STRONG_SEEDS = 10
"""The number of games of hard with which the difficulty of a level is measured."""
MIN_APART = 2
"""The smallest difference between the margins for one star and for three."""
BOOK, CHALLENGE = (preset.options for preset in GAME.presets)
HEAD = "# Levels, made by benchmarks/levels.py; practice/levels.py and goals.py describe the fields.\n"
_BEGIN, _END = "<!-- levels: written by benchmarks/levels.py -->", "<!-- end of the levels -->"


class Plan(NamedTuple):
    """A level to make."""

    theme: str
    options: Any
    hand: int
    number: int
    """The number of its deal."""
    goal: StageGoal

    @property
    def deal(self) -> Deal:
        """The deal with this number."""
        options = GAME.resolve_defaults(replace(self.options, hand_size=self.hand), 1)
        return Deal(GAME, 1, options, DealCode(self.number * 7_919_191 + 12_345))


PLANS = (
    Plan("First wins", BOOK, 9, 1, StageGoal()),
    Plan("First wins", BOOK, 9, 1_000, StageGoal()),
    Plan("First wins", BOOK, 9, 2_001, StageGoal(margin=2)),
    Plan("First wins", CHALLENGE, 9, 3_004, StageGoal()),
    Plan("First wins", CHALLENGE, 9, 4_000, StageGoal()),
    Plan("Jumps", CHALLENGE, 9, 5_006, StageGoal(jumps=1)),
    Plan("Jumps", CHALLENGE, 9, 6_001, StageGoal(margin=2, jumps=1)),
    Plan("Jumps", CHALLENGE, 9, 7_007, StageGoal(jumps=1)),
    Plan("Jumps", CHALLENGE, 9, 8_011, StageGoal(margin=4, jumps=1)),
    Plan("Jumps", CHALLENGE, 9, 9_015, StageGoal(margin=3, jumps=1)),
    Plan("Face down", CHALLENGE, 9, 15_002, StageGoal(face_down=4)),
    Plan("Face down", CHALLENGE, 9, 16_002, StageGoal(face_down=6)),
    Plan("Face down", CHALLENGE, 8, 17_001, StageGoal(face_down=4)),
    Plan("Face down", CHALLENGE, 9, 18_003, StageGoal(face_down=5)),
    Plan("Face down", CHALLENGE, 8, 19_001, StageGoal(margin=2, face_down=5)),
    Plan("Refills", BOOK, 9, 10_017, StageGoal(empty_stage=True)),
    Plan("Refills", BOOK, 9, 11_052, StageGoal(empty_stage=True)),
    Plan("Refills", BOOK, 9, 12_057, StageGoal(empty_stage=True)),
    Plan("Refills", BOOK, 9, 13_050, StageGoal(margin=2, empty_stage=True)),
    Plan("Refills", BOOK, 9, 14_067, StageGoal(margin=2, empty_stage=True)),
    Plan("Few Singles", CHALLENGE, 6, 20_001, StageGoal()),
    Plan("Few Singles", CHALLENGE, 6, 21_000, StageGoal()),
    Plan("Few Singles", CHALLENGE, 5, 22_001, StageGoal()),
    Plan("Few Singles", CHALLENGE, 5, 23_000, StageGoal()),
    Plan("Few Singles", CHALLENGE, 6, 24_001, StageGoal()),
    Plan("Challenge", CHALLENGE, 7, 38_004, StageGoal()),
    Plan("Challenge", CHALLENGE, 6, 39_000, StageGoal(margin=4)),
    Plan("Challenge", CHALLENGE, 9, 40_004, StageGoal(margin=7)),
    Plan("Challenge", CHALLENGE, 7, 41_007, StageGoal(margin=3)),
    Plan("Challenge", CHALLENGE, 8, 42_002, StageGoal(margin=5)),
    Plan("Far ahead", CHALLENGE, 9, 30_000, StageGoal(margin=4)),
    Plan("Far ahead", CHALLENGE, 8, 31_002, StageGoal(margin=8)),
    Plan("Far ahead", CHALLENGE, 9, 32_001, StageGoal(margin=4)),
    Plan("Far ahead", CHALLENGE, 9, 33_002, StageGoal(margin=5)),
    Plan("Far ahead", CHALLENGE, 9, 34_000, StageGoal(margin=5)),
    Plan("No undo", CHALLENGE, 9, 25_000, StageGoal(hints=False, undos=False)),
    Plan("No undo", CHALLENGE, 8, 26_001, StageGoal(hints=False, undos=False)),
    Plan("No undo", CHALLENGE, 8, 27_004, StageGoal(margin=2, hints=False, undos=False)),
    Plan("No undo", CHALLENGE, 7, 28_001, StageGoal(hints=False, undos=False)),
    Plan("No undo", CHALLENGE, 7, 29_004, StageGoal(margin=2, hints=False, undos=False)),
)
"""The levels in the order in which they were found."""


def play(deal: Deal, goal: StageGoal, seated: SeatedPlayer, luck: int) -> Session:
    """Return a game in which a player keeps to what the goal forbids, and takes every chance for what it asks for."""
    session = Session(GAME, deal.options, player_names((), 1), deal.deal_code)
    while session.outcome is None:
        seen = session.look(0)
        allowed = fit_actions(seen.state, seen.legal, goal, Counts.of(session))
        key = thinking_key(deal.deal_code, len(session.actions), luck)
        session.act(allowed[0] if len(allowed) == 1 else seated.choose(replace(seen, legal=allowed), key).action)
    return session


def fit_actions(view: Any, legal: tuple[Any, ...], goal: StageGoal, counts: Counts) -> tuple[Any, ...]:
    """Return the actions that a player with this goal considers."""
    allowed = tuple(action for action in legal if not is_forbidden(view, goal, action)) or legal
    return tuple(action for action in allowed if is_asked_for(view, goal, counts, action)) or allowed


def is_forbidden(view: Any, goal: StageGoal, action: Any) -> bool:
    """Return whether a goal can't be met any more after an action."""
    return isinstance(action, Refill) and goal.empty_stage and any(card for row in view.stage for card in row)


def is_asked_for(view: Any, goal: StageGoal, counts: Counts, action: Any) -> bool:
    """Return whether an action does something that a goal still asks for."""
    if counts.face_down < goal.face_down and isinstance(action, FaceDown):
        return True
    return counts.jumps < goal.jumps and any(move.goes_right and move.jumps for move in foresee(view, action).moves)


def players(options: Any) -> tuple[SeatedPlayer, SeatedPlayer]:
    """Return hard and medium, for the margin. Hard knows no sure way, because a goal may forbid it."""
    for_margin = knowledge_of(GAME).for_margin
    assert for_margin is not None, "the game is graded"
    knowledge = replace(for_margin(options), sure=None)
    strong = SeatedPlayer(MarginPlayer(knowledge), knowledge.simulations)
    return strong, SeatedPlayer(ComputerPlayer(knowledge, "medium"))


def games_of(deal: Deal, goal: StageGoal) -> tuple[list[Session], list[Session]]:
    """Return the games of medium and of hard with which the difficulty of a level is measured."""
    strong, medium = players(deal.options)
    return (
        [play(deal, goal, medium, luck) for luck in range(MEDIUM_GAMES)],
        [play(deal, goal, strong, luck) for luck in range(STRONG_SEEDS)],
    )


def met(goal: StageGoal, games: Sequence[Session]) -> list[Session]:
    """Return the games that meet a goal."""
    return [each for each in games if not goal.missed(each)]


def margin_of(session: Session) -> int:
    """Return the margin of a finished game."""
    assert session.outcome is not None, "the game is over"
    return session.outcome.margin


def solve(plan: Plan) -> PracticeLevel:
    """Return a level with its difficulty, its stars and its solution, but without a number.

    A typical game of hard sets the margin for three stars, unless its best game falls short of that.
    """
    deal, goal = plan.deal, plan.goal
    medium, hard = games_of(deal, goal)
    best = max(met(goal, hard), key=margin_of)
    three = min(max(median_low(map(margin_of, hard)), goal.margin + MIN_APART), margin_of(best))
    assert three >= goal.margin + MIN_APART, f"hard doesn't get three stars in deal {plan.number}"
    steps = (goal.margin, (goal.margin + three + 1) // 2, three)
    counts = len(met(goal, medium)), len(met(goal, hard))
    assert counts[0] * STRONG_SEEDS <= counts[1] * MEDIUM_GAMES, f"medium does better than hard in deal {plan.number}"
    return PracticeLevel(0, plan.theme, deal, goal, steps, *counts, tuple(map(str, best.actions)))


def make(plans: Sequence[Plan]) -> str:
    """Return the text of a file with these levels, the easiest first."""
    return HEAD + "".join(map(written, sorted(map(solve, plans), key=difficulty)))


def difficulty(level: PracticeLevel) -> tuple[int, int, int]:
    """Return a key that sorts the easiest levels first."""
    return -level.medium, -level.hard, level.goal.margin


def written(level: PracticeLevel) -> str:
    """Return a level in TOML."""
    goal = ", ".join(f"{name} = {toml(value)}" for name, value in level.goal.model_dump(exclude_defaults=True).items())
    solution = ", ".join(f'"{action}"' for action in level.solution)
    return (
        f'\n[[levels]]\ntheme = "{level.theme}"\ndeal = "{level.deal.line(COMMA)}"\n'
        f"goal = {{ {goal} }}\nstars = {list(level.steps[1:])}\n"
        f"medium = {level.medium}\nhard = {level.hard}\nsolution = [{solution}]\n"
    ).replace("{  }", "{}")


def toml(value: object) -> str:
    """Return a number or a truth value in TOML."""
    return str(value).lower()


def table() -> str:
    """Return the table of the page."""
    rows = ["| level | theme | goal | deal | stars | medium | hard |", "| ---: | --- | --- | --- | --- | ---: | ---: |"]
    for level in all_levels():
        hand, (one, two, three) = level.deal.options.hand_size, level.steps
        rules = "Challenge" if level.deal.options.refill_count == "all" else "by the book"
        rows.append(
            f"| {level.number} | {level.theme} | {level.goal.sentence} | {rules}, {hand} Singles | "
            f"{one}, {two}, {three} | {level.medium}/{MEDIUM_GAMES} | {level.hard}/{STRONG_SEEDS} |"
        )
    return "\n".join(rows)


def page() -> None:
    """Write the table into the page."""
    before, rest = PAGE.read_text().split(_BEGIN)
    after = rest.split(_END)[1]
    PAGE.write_text(f"{before}{_BEGIN}\n\n{table()}\n\n{_END}{after}")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    if asked.make:
        FILE.write_text(make(PLANS), encoding="utf-8")
        all_levels.cache_clear()
    if asked.page:
        page()


if __name__ == "__main__":
    main()
