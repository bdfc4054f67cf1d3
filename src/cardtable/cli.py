"""The command line: `cardtable --help` lists its commands.

After a usage error, the command prints one sentence to standard error and exits with code 2.  Modules are imported only
when they are needed, so that commands start fast; Textual is imported only to draw the table.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cardtable.table.request_error import NoScreen, RequestError, suggest_plain_mode

if TYPE_CHECKING:
    from cyclopts import App

MAX_SENTENCE = 300
"""The maximum length of an error message, in characters."""
SETTING_FLAGS = ("--theme", "--animation", "--card-style", "--scale")
LARGE_FLAG = "--large"
"""The flags for settings, which work with every command."""
PLAIN_FLAG = "--plain"
FLAGS, FLAGS_WITH_VALUE = (PLAIN_FLAG, "--ascii"), ("--record", "--deal", "--position")
"""The flags that can come before the command, although the command itself takes them."""
INTERRUPTED = 130
BROKEN_PIPE = 141
"""The exit codes that a shell reports for a process killed by SIGINT or SIGPIPE."""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; the arguments default to those of the process."""
    _prepare_streams()
    try:
        code = _run(list(sys.argv[1:] if args is None else args))
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
        except OSError:  # the terminal has closed
            _discard_output()
        return getattr(interrupt, "code", INTERRUPTED)  # a SignalReceived has its own exit code
    except BrokenPipeError:
        _discard_output()
        return BROKEN_PIPE
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  no traceback is printed, because it may show hidden cards
        if isinstance(error, OSError) and error.filename is None:
            _discard_output()
            return _print_error(f"Can't write the output: {error.strerror}.", 1)
        return _report_crash(error)
    return code


def _run(args: list[str]) -> int:
    """Run a command, then report any installed games that can't be used; return the exit code."""
    try:
        code = _run_command(args)
    except NoScreen as error:
        code = _print_error(f"{error} {suggest_plain_mode(args)}", 2)
    except RequestError as error:
        code = _print_error(str(error), 2)
    if "cardtable.games" in sys.modules:
        from cardtable.games import GAMES

        for fault in GAMES.faults:
            _print_error(fault, code)
    return code


def _prepare_streams() -> None:
    """Replace closed streams, and stop open ones from failing when they can't encode a character."""
    sys.stdin = io.StringIO() if sys.stdin is None else sys.stdin
    sys.stdout = io.StringIO() if sys.stdout is None else sys.stdout
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run_command(args: list[str]) -> int:
    args, choices = _split_setting_flags(_apply_data_option(args))
    if not choices:
        return _dispatch(args)
    from cardtable.store.settings import override
    from cardtable.tui.preferences import PREFERENCES

    by_name = {each.name: each for each in PREFERENCES}
    found: dict[str, object] = {}
    for name, value in choices:
        try:
            found.update(by_name[name].parse(value))
        except ValueError as error:
            raise RequestError(f"--{error}") from None
    with override(found):
        return _dispatch(args)


def _dispatch(args: list[str]) -> int:
    if args == ["--version"]:
        from cardtable.formats.version import version

        print(version())
        return 0
    if not args:
        from cardtable.commands.launch import open_lobby

        return open_lobby()
    return _parse(args)


def _apply_data_option(args: list[str]) -> list[str]:
    """Set the data folder from `--data`, which works with every command; return the other arguments."""
    for at, arg in enumerate(args):
        if arg == "--":
            break
        if arg == "--data" or arg.startswith("--data="):
            values = [arg.removeprefix("--data=")] if arg != "--data" else args[at + 1 : at + 2]
            if not values or not values[0] or "\0" in values[0]:
                raise RequestError("--data needs a folder, for example: cardtable --data ~/evenings")
            os.environ["CARDTABLE_DATA"] = values[0]
            return _apply_data_option(args[:at] + args[at + (2 if arg == "--data" else 1) :])
    return args


def _split_setting_flags(args: list[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the other arguments, and the flags for settings with their values; they work with every command."""
    rest: list[str] = []
    found: list[tuple[str, str]] = []
    waiting = iter(args)
    for arg in waiting:
        flag, equals, value = arg.partition("=")
        if arg == "--":
            return [*rest, arg, *waiting], found
        if arg == LARGE_FLAG:
            found.append(("scale", "large"))
            continue
        if flag not in SETTING_FLAGS:
            rest.append(arg)
            continue
        value = value if equals else next(waiting, "")
        if not value:
            raise RequestError(f"{flag} needs a value; see cardtable --help.")
        found.append((flag.removeprefix("--"), value))
    return rest, found


def _parse(args: list[str]) -> int:
    from cyclopts import CycloptsError

    from cardtable.commands.root import app

    try:
        return app(_drop_plain(app, _move_flags_back(app, args))) or 0
    except CycloptsError as error:
        from cardtable.commands.usage_errors import explain

        raise RequestError(explain(error)) from None


def _move_flags_back(app: App, args: list[str]) -> list[str]:
    """Return the arguments with the flags before the words of the command, such as --plain, moved behind them."""
    flags: list[str] = []
    while True:
        words, _, rest = app.parse_commands(args)
        if not (count := _count_early_flags(rest)):
            return [*words, *flags, *rest]
        flags += rest[:count]
        args = [*words, *rest[count:]]


def _drop_plain(app: App, args: list[str]) -> list[str]:
    """Return the arguments without --plain if the command doesn't take it, because all it prints is text anyway."""
    words, apps, rest = app.parse_commands(args)
    if PLAIN_FLAG not in rest or any(PLAIN_FLAG in each.names for each in apps[-1].assemble_argument_collection()):
        return args
    return [*words, *(arg for arg in rest if arg != PLAIN_FLAG)]


def _count_early_flags(args: Sequence[str]) -> int:
    """Return how many arguments at the beginning are such flags and their values."""
    at = 0
    while at < len(args):
        flag, equals, _ = args[at].partition("=")
        if flag not in (*FLAGS, *FLAGS_WITH_VALUE):
            break
        at += 2 if flag in FLAGS_WITH_VALUE and not equals else 1
    return at


def _print_error(sentence: str, code: int) -> int:
    """Print a sentence to standard error and return the exit code."""
    from cardtable.formats.text import safe_text

    _write_error(safe_text(sentence, MAX_SENTENCE))
    return code


def _report_crash(error: BaseException) -> int:
    """Log where a bug occurred, without the error's message, which may show hidden cards; return the exit code."""
    from cardtable.store.fault_log import crash_message
    from cardtable.store.paths import log_folder
    from cardtable.table.lazy_archive import GameSaver

    _write_error(crash_message([error], log_folder(), GameSaver.in_play))
    return 1


def _write_error(line: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")


def _discard_output() -> None:
    """Discard any unwritten output, so that Python doesn't try to write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
