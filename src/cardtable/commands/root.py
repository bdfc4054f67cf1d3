"""`cardtable` itself: its commands, each imported when it is asked for."""

from __future__ import annotations

from cyclopts import App

from cardtable.commands.common import Ascii, Data, File, FromPosition, Line, Plain
from cardtable.commands.help import PlainHelp
from cardtable.commands.version import version

COMPLETION = """Print a script with which your shell completes commands and options.

Nothing is installed; put the script where your shell looks for it:

bash: cardtable completion bash > ~/.local/share/bash-completion/completions/cardtable

zsh: cardtable completion zsh > _cardtable, in a folder of your fpath

fish: cardtable completion fish > ~/.config/fish/completions/cardtable.fish

powershell: cardtable completion powershell > cardtable.ps1, to be run by your profile
"""

DAILY = """Play the daily deal, alone: the same cards for everybody who plays on the same date.

One that was begun today goes on where it was left; of one that was finished, the result is told.
"""
STATISTICS = """Read how finished games went: played, won, streaks, margins, lengths.

Name a game for all that is counted of it, by its options. Games with hints or taken back are counted apart.
"""

app = App(
    name="cardtable",
    help="A card table in the terminal. Without a command, the lobby.",
    help_format="plaintext",
    help_formatter=PlainHelp(),
    usage="cardtable [COMMAND] [OPTIONS]",
    version=version,
    result_action="return_value",
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
)
app.command("cardtable.commands.play:app", name="play", help="Play a game.", sort_key=1)
app.command("cardtable.commands.resume:app", name="resume", help="Go on with a game.", sort_key=2)
app.command("cardtable.commands.games:app", name="games", help="List the games that are kept.", sort_key=3)
app.command("cardtable.commands.export:app", name="export", help="Write a game to standard output.", sort_key=4)
app.command("cardtable.commands.importing:app", name="import", help="Take games in from files.", sort_key=5)
app.command("cardtable.commands.replay:app", name="replay", help="Watch a game again.", sort_key=6)
app.command("cardtable.commands.daily:app", name="daily", help=DAILY, sort_key=6)
app.command("cardtable.commands.statistics:app", name="statistics", help=STATISTICS, sort_key=7)
app.command("cardtable.commands.rules:app", name="rules", help="Read the rules.", sort_key=20)
app.command("cardtable.commands.doctor:app", name="doctor", help="See whether all is sound, and mend it.", sort_key=29)
app.command("cardtable.commands.completion:app", name="completion", help=COMPLETION, sort_key=30)
app.command("cardtable.commands.learn:app", name="learn", help="Learn a game: lessons, exercises, tests.", sort_key=10)


@app.default
def lobby(
    *,
    record: File = None,
    deal: Line = None,
    position: FromPosition = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
    data: Data = None,
) -> int:
    """Choose a game."""
    from cardtable.commands.play import lobby as choose

    return choose(record=record, deal=deal, position=position, plain=plain, ascii=ascii)
