"""`cardtable settings`: show and change the settings."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App

from cardtable.commands.flags import argument
from cardtable.rooms.settings import all_preferences, apply_change, save, setting_lines
from cardtable.store.settings import load_settings
from cardtable.table.request_error import RequestError
from cardtable.tui.drawing.colours import theme_names

app = App(name="settings", usage="cardtable settings [NAME=VALUE ...]")


Changes = Annotated[
    str,
    argument(
        "NAME=VALUE",
        "A change, for example theme=nord, animation=fast, card-style=ascii, names=Ann,Ben or key.undo=z. "
        "The value 'default' restores the default; keys=default does so for every key.",
    ),
]


@app.default
def settings(*changes: Changes) -> int:
    """Show the settings, or change some of them. A name without a value, such as `theme`, lists the possible values."""
    themes = theme_names()
    for each in all_preferences(themes):
        if changes == (each.name,):
            sys.stdout.writelines(f"{value}\n" for value in each.values())
            return 0
    before = after = load_settings()
    try:
        for change in changes:
            after = apply_change(after, change, themes)
        if changes:
            save(after)
    except ValueError as error:
        raise RequestError(str(error)) from None
    shown, old = list(setting_lines(after, themes)), list(setting_lines(before, themes))
    lines = shown if not changes else [line for line in shown if line not in old] or ["Nothing has changed."]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0
