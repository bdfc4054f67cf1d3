"""`cardtable engine`: run a computer player as a program that other programs can use."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import switch
from cardtable.formats.computers import Level
from cardtable.table.request_error import RequestError

app = App(name="engine", usage="cardtable engine [OPTIONS]")


Easy = Annotated[bool, switch("--easy", "Play like a beginner.")]
Medium = Annotated[bool, switch("--medium", "Play soundly.")]
Hard = Annotated[bool, switch("--hard", "Play carefully. This is the default.")]


@app.default
def engine(*, easy: Easy = False, medium: Medium = False, hard: Hard = False) -> int:
    """Run a computer player: read lines from standard input, and write answers to standard output."""
    from cardtable.players.engine import Engine

    chosen: dict[Level, bool] = {"easy": easy, "medium": medium, "hard": hard}
    levels = [level for level, is_chosen in chosen.items() if is_chosen]
    if len(levels) > 1:
        raise RequestError("An engine has one level: use only one of --easy, --medium and --hard.")
    Engine(levels[0] if levels else "hard", sys.stdout, sys.stderr).run(sys.stdin)
    return 0
