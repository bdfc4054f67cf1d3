"""The `cardtable` command and its subcommands. Each subcommand is imported when it is used."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Any, cast

from cyclopts import App, Parameter, Token

from cardtable.commands.flags import Ascii, DealLine, Plain, PositionFile, RecordFile, switch, text_flag
from cardtable.commands.help import PlainHelp
from cardtable.engine.games.info import PRACTISED
from cardtable.formats.version import version
from cardtable.table.request_error import RequestError

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
HOST = "Open a shared table, where each of you plays in a terminal of your own and sees only your own hand."
PRACTICE = f"""Practise {PRACTISED.title} alone: play, learn from your mistakes, and see your progress.

This opens the Practice room. Add a word to open one part of it: play, daily, mistakes, progress, or exercises by theme.
"""
REVIEW = "Review a finished game: its mistakes, what would have been better, and how lucky you were."
SIMULATE = """Play many games between computer players, and summarize them.

For example: cardtable simulate clash --players hard,easy --games 10000 --out results.csv
"""
STATISTICS = f"""Show how your finished games went: games played, wins, streaks, margins and lengths.

Name a game to see its full statistics for each set of options. Games with hints or undone moves are counted separately.

For solo games of {PRACTISED.title}, this also compares you with computer players on the same deals.
"""
TOURNAMENT = """Let computer players and programs play each other, and rate them.

Every line-up plays the same deals, and everybody takes each seat in turn. The ratings are in Elo, with 95% intervals.

For example: cardtable tournament clash --players easy,hard,"program ./mybot" --games 200
"""
SERVE = """Let guests play over ssh, without installing anything.

They type: ssh -p 2222 HOST. docs/serve.md describes who may come in, and what they can do.
"""
SEAT = """Open the lobby for a guest whom OpenSSH has let in.

Name it as the command of the guest's key in authorized_keys: docs/serve.md describes how.
"""
ANALYZE = """List what each legal move in a position is worth.

For example: cardtable analyze docs/perft/clash/2-middle.txt --json
"""
ENGINE = """Run a computer player that reads lines and answers them.

Other software can use Cardtable's computer players this way. docs/engine.md describes the lines.

For example: cardtable play clash --seat 2="program cardtable engine --hard"
"""

THIS_RUN = "Applies to this run only."
Theme = Annotated[str | None, text_flag("--theme", "NAME", f"The theme, such as nord. {THIS_RUN}")]
Animation = Annotated[str | None, text_flag("--animation", "SPEED", f"Off, fast, normal or slow. {THIS_RUN}")]
CardStyle = Annotated[str | None, text_flag("--card-style", "STYLE", f"Auto, blocks or ascii. {THIS_RUN}")]
Large = Annotated[
    bool, switch("--large", f"For projectors: in lessons, the table is as large as it can be. {THIS_RUN}")
]
DataFolder = Annotated[
    str | None,
    text_flag(
        "--data",
        "DIR",
        "Store games and settings in this folder. The environment variable CARDTABLE_DATA does the same. "
        "This option works with every command.",
    ),
]
NEEDS_FOLDER = "--data needs a folder, for example: cardtable --data ~/evenings"


def _split(kind: Any, tokens: Sequence[Token]) -> list[str]:
    """Return the flags and their values in the order in which they were typed."""
    return [text for token in tokens for text in (token.keyword or "", token.value)]


def _flags(*names: str) -> Any:
    """Return the type of flags that are allowed anywhere in a command line. `lobby` has their help texts."""
    parameter = Parameter(name=names, negative="", allow_leading_hyphen=True, show=False, converter=_split)
    return Annotated[list[str] | None, parameter]


def _switches(name: str) -> Any:
    """Return the type of a flag without a value. It is a list, so that a flag in a shell alias can be typed again."""
    return Annotated[list[bool], Parameter(name=name, negative="", show=False)]


FileFlags: Any = _flags("--record", "--deal", "--position")
SettingFlags: Any = _flags("--theme", "--animation", "--card-style", "--scale")
FolderFlags: Any = _flags("--data")
PlainSwitches: Any = _switches("--plain")
AsciiSwitches: Any = _switches("--ascii")
LargeSwitches: Any = _switches("--large")

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
app.command("cardtable.commands.play:app", name="play", help="Play a game.", sort_key=0)
app.command("cardtable.commands.host:app", name="host", help=HOST, sort_key=1)
app.command("cardtable.commands.join:app", name="join", help="Sit down at a shared table.", sort_key=1)
app.command("cardtable.commands.watch:app", name="watch", help="Watch a shared table.", sort_key=1)
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
app.command("cardtable.commands.analyze:app", name="analyze", help=ANALYZE, sort_key=22)
app.command("cardtable.commands.engine:app", name="engine", help=ENGINE, sort_key=22)
app.command("cardtable.commands.serve:app", name="serve", help=SERVE, sort_key=23)
app.command("cardtable.commands.seat:app", name="seat", help=SEAT, sort_key=24)
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
    """Open the lobby, or the game that a flag names."""
    if record is None and deal is None and position is None:
        from cardtable.commands.launch import open_lobby  # importing all games would make the start slower

        return open_lobby(plain=plain, ascii_only=ascii)
    from cardtable.commands.play import lobby as play_lobby

    return play_lobby(record=record, deal=deal, position=position, plain=plain, ascii=ascii)


app.meta.suppress_keyboard_interrupt = False  # `app.meta` doesn't get this from `app`


@app.meta.default
def run_command(
    *words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    files: FileFlags = (),
    plain: PlainSwitches = (),
    ascii: AsciiSwitches = (),  # noqa: A002  a flag's name
    settings: SettingFlags = (),
    large: LargeSwitches = (),
    data: FolderFlags = (),
) -> int:
    """Apply the flags that work with every command, then run the command with all the other flags."""
    if data:
        if not data[-1] or "\0" in data[-1]:
            raise RequestError(NEEDS_FOLDER)
        os.environ["CARDTABLE_DATA"] = data[-1]
    # An explicit --scale wins over --large in any order: cyclopts doesn't say which of two parameters came first.
    changes = [*(["--scale", "large"] if any(large) else ()), *settings]
    with _override(changes) if changes else nullcontext():
        command, apps, rest = app.parse_commands(words)
        # A command without --plain prints only text anyway.
        plain_flags = ["--plain"] * sum(plain) if "--plain" in flag_names(apps[-1]) else []
        return cast(int, app([*command, *files, *plain_flags, *["--ascii"] * sum(ascii), *rest]))


def flag_names(command: App) -> list[str]:
    """Return the names of a command's own flags."""
    try:
        return [name for argument in command.assemble_argument_collection() for name in argument.names]
    except NameError:  # cyclopts can't inspect its own commands for --help and --version
        return []


def _override(changes: Sequence[str]) -> AbstractContextManager[None]:
    """Return a context in which these changes to the settings apply. The changes are flags with their values."""
    from cardtable.rooms.settings import all_preferences
    from cardtable.store.settings import override
    from cardtable.tui.drawing.colours import theme_names

    by_flag = {f"--{each.name}": each for each in all_preferences(theme_names())}
    fields: dict[str, object] = {}
    for flag, value in zip(changes[::2], changes[1::2], strict=True):
        if not value:
            raise RequestError(f"{flag} needs a value; see cardtable --help.")
        try:
            fields |= by_flag[flag].parse(value)
        except ValueError as error:
            raise RequestError(f"--{error}") from None
    return override(fields)
