"""Make the levels of Exit Stage Right alone, and measure how hard they are.

`--make FILE` looks for deals and writes levels in the form of `levels.toml`: for each level, a deal with which medium
meets the goal about as often as planned, and the best of several games of hard, for the margin, as its solution. The
easiest come first.  `--check` measures the levels of the game again, and tells which numbers have changed.  `--page`
writes the table in docs/practice.md.  Both players keep to what a goal forbids, and take every chance for what it asks
for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
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
from cardtable.players import ComputerPlayer, knowledge_of
from cardtable.players.par import MarginPlayer, par_of
from cardtable.players.whole_game import SeatedPlayer
from cardtable.practice.levels import MEDIUM_GAMES, Counts, Goal, Level, all_levels
from cardtable.table.session import Session

PAGE = ROOT / "docs" / "practice.md"
STRONG_SEEDS = 10
"""The number of games of hard for each level; the best is its solution."""
DEALS = 5
"""The number of deals to try for each level; if none is fit, others are tried."""
NEAR = 1.5
"""The difference to the wanted number of medium's games with which a deal is taken at once."""
WANTED = 40
"""The number of levels, by which medium's games that meet the goal fall to none."""
BLOCKS = 8
"""How many times as many deals are tried at most."""
FAR_APART = 1_000
"""The difference between the numbers of the first deals of two levels."""
LEAST_APART = 2
"""The smallest difference between the margins for one star and for three."""
BOOK, CHALLENGE = (preset.options for preset in GAME.presets)
HEAD = "# Levels, made by benchmarks/levels.py; practice/levels.py describes the fields.\n"
_BEGIN, _END = "<!-- levels: written by benchmarks/levels.py -->", "<!-- end of the levels -->"


class Plan(NamedTuple):
    """A level to make."""

    options: Any
    hand: int
    goal: Goal
    is_par: bool = False
    """Whether the margin of the goal is par."""


PLANS = {
    "First wins": [Plan(BOOK, 9, Goal(margin=margin)) for margin in (1, 1, 2, 2, 3)],
    "Jumps": [Plan(BOOK, 9, Goal(margin=margin, jumps=1)) for margin in (1, 2, 3, 4, 5)],
    "Refills": [Plan(BOOK, 9, Goal(margin=margin, empty_stage=True)) for margin in (1, 1, 1, 2, 2)],
    "Face down": [Plan(BOOK, 8, Goal(margin=margin, face_down=4)) for margin in (1, 2, 3, 4, 5)],
    "Few Singles": [Plan(BOOK, hand, Goal(margin=margin)) for hand, margin in ((6, 2), (6, 3), (5, 2), (5, 3), (5, 4))],
    "No undo": [
        Plan(CHALLENGE, hand, Goal(hints=False, undos=False, margin=margin))
        for hand, margin in ((9, 1), (8, 1), (8, 2), (7, 1), (7, 2))
    ],
    "Far ahead": [
        Plan(BOOK, 8, Goal(margin=7)),
        Plan(BOOK, 8, Goal(margin=7, at_once=2)),
        Plan(BOOK, 8, Goal(margin=8)),
        Plan(BOOK, 7, Goal(margin=7, at_once=2)),
        Plan(BOOK, 7, Goal(margin=9)),
    ],
    "Par": [Plan(CHALLENGE, hand, Goal(), is_par=True) for hand in (9, 8, 7, 7, 6)],
}
"""The levels of each theme."""


def play(deal: Deal, goal: Goal, seated: SeatedPlayer, luck: int) -> Session:
    """Return a game in which a player keeps to what the goal forbids, and takes every chance for what it asks for."""
    session = Session(GAME, deal.options, player_names((), 1), deal.deal_code)
    while session.outcome is None:
        seen = session.look(0)
        allowed = fit_actions(seen.state, seen.legal, goal, Counts.of(session))
        key = thinking_key(deal.deal_code, len(session.actions), luck)
        session.act(allowed[0] if len(allowed) == 1 else seated.choose(replace(seen, legal=allowed), key).action)
    return session


def fit_actions(view: Any, legal: tuple[Any, ...], goal: Goal, counts: Counts) -> tuple[Any, ...]:
    """Return the actions that a player with this goal considers."""
    allowed = tuple(action for action in legal if not is_forbidden(view, goal, counts, action)) or legal
    return tuple(action for action in allowed if is_asked_for(view, goal, counts, action)) or allowed


def is_forbidden(view: Any, goal: Goal, counts: Counts, action: Any) -> bool:
    """Return whether a goal can't be met any more after an action."""
    match action:
        case Refill():
            is_empty = not any(card for row in view.stage for card in row)
            too_many = goal.most_refills is not None and counts.refills >= goal.most_refills
            return too_many or (goal.empty_stage and not is_empty)
        case FaceDown():
            return goal.most_face_down is not None and counts.face_down >= goal.most_face_down
    return False


def is_asked_for(view: Any, goal: Goal, counts: Counts, action: Any) -> bool:
    """Return whether an action does something that a goal still asks for."""
    if counts.face_down < goal.face_down and isinstance(action, FaceDown):
        return True
    if counts.jumps >= goal.jumps and counts.at_once >= goal.at_once:
        return False
    shift = foresee(view, action)
    jumps = any(move.goes_right and move.jumps for move in shift.moves)
    return (counts.jumps < goal.jumps and jumps) or counts.at_once < goal.at_once <= len(shift.won)


def players(options: Any) -> tuple[SeatedPlayer, SeatedPlayer]:
    """Return hard and medium, for the margin."""
    for_margin = knowledge_of(GAME).for_margin
    assert for_margin is not None, "the game is graded"
    knowledge = for_margin(options)
    strong = SeatedPlayer(MarginPlayer(knowledge), knowledge.simulations)
    return strong, SeatedPlayer(ComputerPlayer(knowledge, "medium"))


def met(deal: Deal, goal: Goal) -> int:
    """Return how many of medium's games meet the goal."""
    medium = players(deal.options)[1]
    return sum(not goal.missed(play(deal, goal, medium, luck)) for luck in range(MEDIUM_GAMES))


class Found(NamedTuple):
    """A level that has been made."""

    theme: str
    deal: Deal
    goal: Goal
    medium: int
    hard: int
    stars: tuple[int, int]
    solution: Session


def solve(theme: str, deal: Deal, goal: Goal, often: int) -> Found | None:
    """Return a level with its stars and its solution, or None if no game of hard gets three stars."""
    strong = players(deal.options)[0]
    games = [play(deal, goal, strong, luck) for luck in range(STRONG_SEEDS)]
    three = max(median_low(map(margin_of, games)), goal.margin + LEAST_APART)
    met = [each for each in games if not goal.missed(each)]
    good = [each for each in met if margin_of(each) >= three]
    if not good:
        return None
    return Found(theme, deal, goal, often, len(met), ((goal.margin + three + 1) // 2, three), max(good, key=margin_of))


def margin_of(session: Session) -> int:
    """Return the margin of a finished game."""
    assert session.outcome is not None, "the game is over"
    return session.outcome.margin


def candidates(plan: Plan, first: int) -> Iterator[tuple[Deal, Goal, int]]:
    """Yield deals with their goals, and how often medium meets them."""
    options = GAME.resolve_defaults(replace(plan.options, hand_size=plan.hand), 1)
    for code in range(first, first + DEALS):
        deal, goal = Deal(GAME, 1, options, DealCode(code * 7_919_191 + 12_345)), plan.goal
        if plan.is_par:
            par = par_of(GAME, options, deal.deal_code).par
            if par < 1:
                continue
            goal = goal.model_copy(update={"margin": par})
        yield deal, goal, met(deal, goal)


def make(file: Path) -> None:
    """Make all levels, and write them into the file, the easiest first."""
    made = list[Found]()
    for at, (theme, plan) in enumerate((theme, plan) for theme, plans in PLANS.items() for plan in plans):
        found = find(theme, plan, at * FAR_APART, MEDIUM_GAMES * (1 - at / WANTED))
        made.append(found)
        print(at + 1, theme, found.goal.sentence, found.medium, found.hard, found.stars, flush=True)
        file.write_text(HEAD + "".join(map(written, sorted(made, key=difficulty))))


def difficulty(level: Found | Level) -> tuple[int, int, int]:
    """Return a key that sorts the easiest levels first."""
    return -level.medium, -level.hard, level.goal.margin


def check() -> None:
    """Measure the levels of the game again, and print the numbers that have changed."""
    for level in all_levels():
        strong = players(level.deal.options)[0]
        hard = sum(not level.goal.missed(play(level.deal, level.goal, strong, luck)) for luck in range(STRONG_SEEDS))
        found = met(level.deal, level.goal), hard
        if found != (level.medium, level.hard):
            print(f"Level {level.number}: medium and hard are {found}, not {(level.medium, level.hard)}.")


def find(theme: str, plan: Plan, first: int, wanted: float) -> Found:
    """Return a level whose goal medium meets about as often as wanted."""
    for block in range(BLOCKS):
        others = list[tuple[Deal, Goal, int]]()
        for each in candidates(plan, first + block * DEALS):
            if abs(each[2] - wanted) > NEAR:
                others.append(each)
            elif (found := solve(theme, *each)) is not None:
                return found
        others.sort(key=lambda each: abs(each[2] - wanted))
        if (found := next(filter(None, (solve(theme, *each) for each in others)), None)) is not None:
            return found
    raise AssertionError(f"no deal is fit for {theme}")


def written(level: Found) -> str:
    """Return a level in TOML."""
    goal = ", ".join(f"{name} = {toml(value)}" for name, value in level.goal.model_dump(exclude_defaults=True).items())
    solution = ", ".join(f'"{action}"' for action in level.solution.actions)
    return (
        f'\n[[levels]]\ntheme = "{level.theme}"\ndeal = "{level.deal.line(COMMA)}"\n'
        f"goal = {{ {goal} }}\nstars = {list(level.stars)}\n"
        f"medium = {level.medium}\nhard = {level.hard}\nsolution = [{solution}]\n"
    ).replace("{  }", "{}")


def toml(value: object) -> str:
    """Return a number or a truth value in TOML."""
    return str(value).lower()


def page() -> None:
    """Write the table."""
    rows = ["| level | theme | goal | deal | stars | medium | hard |", "| ---: | --- | --- | --- | --- | ---: | ---: |"]
    for level in all_levels():
        hand, (one, two, three) = level.deal.options.hand_size, level.steps
        rules = "Challenge" if level.deal.options.refill_count == "all" else "by the book"
        rows.append(
            f"| {level.number} | {level.theme} | {level.goal.sentence} | {rules}, {hand} Singles | "
            f"{one}, {two}, {three} | {level.medium}/{MEDIUM_GAMES} | {level.hard}/{STRONG_SEEDS} |"
        )
    before, rest = PAGE.read_text().split(_BEGIN)
    after = rest.split(_END)[1]
    PAGE.write_text(f"{before}{_BEGIN}\n\n" + "\n".join(rows) + f"\n\n{_END}{after}")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", type=Path, metavar="FILE")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    if asked.make is not None:
        make(asked.make)
    if asked.check:
        check()
    if asked.page:
        page()


if __name__ == "__main__":
    main()
