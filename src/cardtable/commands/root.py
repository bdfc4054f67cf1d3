"""`cardtable` itself: its commands, each imported when it is asked for."""

from __future__ import annotations

from cyclopts import App

from cardtable.commands.flags import Ascii, File, Plain
from cardtable.commands.version import version

app = App(
    name="cardtable",
    help="A card table in the terminal. Without a command, the lobby.",
    help_format="plaintext",
    help_formatter="plain",
    version=version,
    result_action="return_value",
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
)
app.command("cardtable.commands.play:app", name="play", help="Play a game.")
app.command("cardtable.commands.rules:app", name="rules", help="Read the rules.")
app.command("cardtable.commands.completion:app", name="completion", help="Print a completion script for your shell.")


@app.default
def lobby(*, record: File = None, plain: Plain = False, ascii: Ascii = False) -> int:  # noqa: A002  a flag's name
    """Choose a game."""
    from cardtable.commands.play import lobby as choose

    return choose(record=record, plain=plain, ascii=ascii)
