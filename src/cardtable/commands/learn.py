"""`cardtable learn`: lessons, and whether a lesson's script holds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from cardtable.commands.refused import Refused
from cardtable.table.text import safe_text

app = App(name="learn")

Check = Annotated[
    str | None,
    Parameter(name="--check", metavar="FILE", show_default=False, help="Play a lesson's script and say if it holds."),
]


@app.default
def learn(*, check: Check = None) -> int:
    """Learn a game by its lessons."""
    if check is None:
        raise Refused("Say which script to check, as in cardtable learn --check 01-goal.toml.")
    return _check(Path(check))


def _check(path: Path) -> int:
    from cardtable.lessons.bad_script import BadScript
    from cardtable.lessons.checker import check
    from cardtable.lessons.reading import game_of, read_file

    try:
        faults = check(read_file(path, game_of(path)))
    except BadScript as error:
        raise Refused(str(error)) from None
    if len(faults) == 1:
        raise Refused(faults[0])
    if faults:
        sys.stderr.write("".join(f"{each}\n" for each in faults))
        return 2
    sys.stdout.write(f"{safe_text(path.name, 60)} holds.\n")
    return 0
