"""The command line: `cardtable` and its commands, which `cardtable --help` lists.

A request that can't be carried out gets one sentence on standard error and exit code 2.  Modules are imported when they
are needed; Textual only when the app opens.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cardtable.table.request_error import RequestError

MAX_ERROR_CELLS = 300
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Exit codes that shells use for a process ended by SIGINT or SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the one in `sys.argv`, and return the exit code."""
    _tolerate_any_streams()
    try:
        code = _run_and_report(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
        except OSError:  # the terminal has gone
            _discard_output()
        return getattr(interrupt, "code", INTERRUPTED)  # a Signalled knows which signal it was
    except BrokenPipeError:
        _discard_output()
        return BROKEN_PIPE
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  a traceback could reveal a hand, so none is ever printed
        if isinstance(error, OSError) and error.filename is None:
            _discard_output()
            return _print_error(f"Can't write the output: {error.strerror}.", 1)
        return _report_crash(error)
    return code


def _run_and_report(arguments: list[str]) -> int:
    """Run a command, report why it failed and which installed games can't be used, and return the exit code."""
    try:
        code = _run(arguments)
    except RequestError as error:
        code = _print_error(str(error), 2)
    if "cardtable.games" in sys.modules:
        from cardtable.games import GAMES

        for fault in GAMES.faults:
            _print_error(fault, code)
    return code


def _tolerate_any_streams() -> None:
    """Replace closed streams, and replace characters that an open one can't encode."""
    sys.stdin = io.StringIO() if sys.stdin is None else sys.stdin
    sys.stdout = io.StringIO() if sys.stdout is None else sys.stdout
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(arguments: list[str]) -> int:
    arguments = _apply_data_option(arguments)
    if arguments == ["--version"]:
        from cardtable.commands.version import version

        print(version())
        return 0
    if not arguments:
        from cardtable.commands.launch import open_lobby

        return open_lobby()
    return _parse_and_run(arguments)


def _apply_data_option(arguments: list[str]) -> list[str]:
    """Make the folder after `--data` the data folder, wherever the option stands, and return the other arguments."""
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--data" or argument.startswith("--data="):
            is_separate = argument == "--data"
            value = "".join(arguments[at + 1 : at + 2]) if is_separate else argument.removeprefix("--data=")
            if not value or "\0" in value:
                raise RequestError("--data needs a folder, for example: cardtable --data ~/evenings")
            os.environ["CARDTABLE_DATA"] = value
            return _apply_data_option(arguments[:at] + arguments[at + (2 if is_separate else 1) :])
    return arguments


def _parse_and_run(arguments: list[str]) -> int:
    from cyclopts import CycloptsError

    from cardtable.commands.root import app

    try:
        return app(arguments) or 0
    except CycloptsError as error:
        from cardtable.commands.usage_errors import explain

        raise RequestError(explain(error)) from None


def _print_error(sentence: str, code: int) -> int:
    from cardtable.formats.text import safe_text

    _write_error(safe_text(sentence, MAX_ERROR_CELLS))
    return code


def _report_crash(error: BaseException) -> int:
    """Log where the program failed, without the error's message, which could reveal a hand; return the exit code."""
    from cardtable.store.places import log_folder
    from cardtable.table.fault_words import last_words

    _write_error(last_words([error], log_folder()))
    return 1


def _write_error(line: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")


def _discard_output() -> None:
    """Drop buffered output, so Python doesn't try to write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
