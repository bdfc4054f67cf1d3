"""The `cardtable` command and its subcommands, each imported when it is used."""

from __future__ import annotations

from cyclopts import App

from cardtable.commands.common import (
    Animation,
    Ascii,
    CardStyle,
    DataFolder,
    DealLine,
    Large,
    Plain,
    PositionFile,
    RecordFile,
    Theme,
)
from cardtable.commands.help import PlainHelp
from cardtable.formats.version import version

COMPLETION = """Print a completion script for your shell.

Nothing is installed: save the script where your shell looks for it.

bash: cardtable completion bash > ~/.local/share/bash-completion/completions/cardtable

zsh: cardtable completion zsh > _cardtable, in a folder of your fpath

fish: cardtable completion fish > ~/.config/fish/completions/cardtable.fish

powershell: cardtable completion powershell > cardtable.ps1, and run it from your profile
"""

DAILY = """Play today's daily deal on your own: everyone gets the same cards that day.

If you have started today's deal, it continues; if you have finished it, you see the result.
"""
PRACTICE = """Practise Exit Stage Right alone: play, learn from your mistakes, and see your progress.

This opens the Practice room. A word goes to a part of it: play, daily, mistakes, progress, or exercises by theme.
"""
REVIEW = "Review a finished game: its mistakes, what would have been better, and how lucky you were."
SIMULATE = """Play many games between computer players, and summarize them.

For example: cardtable simulate clash --players hard,easy --games 10000 --out results.csv
"""
STATISTICS = """Show how your finished games went: games played, wins, streaks, margins and lengths.

Name a game to see its full statistics for each set of options. Games with hints or undone moves are counted separately.

For Exit Stage Right alone, this also compares you with computer players on the same deals.
"""
TOURNAMENT = """Let computer players and programs play each other, and rate them.

Every line-up plays the same deals, and everybody takes each seat in turn. The ratings are in Elo, with 95% intervals.

For example: cardtable tournament clash --players easy,hard,"program ./mybot" --games 200
"""
ENGINE = """Play as a program, line by line.

Other software can use Cardtable's computer players this way. docs/engine.md describes the lines.

For example: cardtable play clash --seat 2="program cardtable engine --hard"
"""

app = App(
    name="cardtable",
    help="Five card games in your terminal. Without a command, Cardtable opens the lobby.",
    help_format="plaintext",
    help_formatter=PlainHelp(),
    usage="cardtable [COMMAND] [OPTIONS]",
    group_parameters="Options",
    version=version,
    result_action="return_value",
    print_error=False,
    exit_on_error=False,
    suppress_keyboard_interrupt=False,
)
app["--help"].help = "Show this help and exit."
app["--version"].help = "Show the version and exit."
app.command("cardtable.commands.play:app", name="play", help="Play a game.", sort_key=1)
app.command("cardtable.commands.resume:app", name="resume", help="Continue a saved game.", sort_key=2)
app.command("cardtable.commands.games:app", name="games", help="List your saved games.", sort_key=3)
app.command("cardtable.commands.export:app", name="export", help="Write a saved game to standard output.", sort_key=4)
app.command("cardtable.commands.importing:app", name="import", help="Add games from files.", sort_key=5)
app.command("cardtable.commands.replay:app", name="replay", help="Replay a game.", sort_key=6)
app.command("cardtable.commands.review:app", name="review", help=REVIEW, sort_key=6)
app.command("cardtable.commands.daily:app", name="daily", help=DAILY, sort_key=6)
app.command("cardtable.commands.practice:app", name="practice", help=PRACTICE, sort_key=6)
app.command("cardtable.commands.statistics:app", name="statistics", help=STATISTICS, sort_key=7)
app.command("cardtable.commands.simulate:app", name="simulate", help=SIMULATE, sort_key=8)
app.command("cardtable.commands.rules:app", name="rules", help="Read the rules.", sort_key=20)
app.command("cardtable.commands.tournament:app", name="tournament", help=TOURNAMENT, sort_key=21)
app.command("cardtable.commands.engine:app", name="engine", help=ENGINE, sort_key=22)
app.command("cardtable.commands.settings:app", name="settings", help="Show or change the settings.", sort_key=28)
app.command("cardtable.commands.doctor:app", name="doctor", help="Find and repair problems.", sort_key=29)
app.command("cardtable.commands.completion:app", name="completion", help=COMPLETION, sort_key=30)
app.command("cardtable.commands.learn:app", name="learn", help="Learn a game: lessons, exercises, tests.", sort_key=10)


@app.default
def lobby(  # noqa: PLR0913  its flags
    *,
    record: RecordFile = None,
    deal: DealLine = None,
    position: PositionFile = None,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
    theme: Theme = None,
    animation: Animation = None,
    card_style: CardStyle = None,
    large: Large = False,
    data: DataFolder = None,
) -> int:
    """Open the lobby, or the game given by an option."""
    from cardtable.commands.play import lobby as play_lobby

    return play_lobby(record=record, deal=deal, position=position, plain=plain, ascii=ascii)
