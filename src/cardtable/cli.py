"""The command line: `cardtable --help` lists its commands.

After a usage error, the command prints one sentence to standard error and exits with code 2. Modules are imported only
when they are needed, so that commands start fast. In particular, Textual is imported only to draw the table.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cardtable.table.request_error import NoScreen, RequestError, suggest_plain_mode

MAX_SENTENCE = 300
"""The maximum length of an error message, in characters."""
INTERRUPTED = 130
BROKEN_PIPE = 141
"""The exit codes that a shell reports for a process killed by SIGINT and for one killed by SIGPIPE."""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. If `args` is None, use the arguments of the process."""
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
    """Run a command and return its exit code. Afterwards, report any installed games that can't be used."""
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
    """Put empty streams in place of closed ones, and let open ones replace any characters that they can't encode."""
    sys.stdin = io.StringIO() if sys.stdin is None else sys.stdin
    sys.stdout = io.StringIO() if sys.stdout is None else sys.stdout
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run_command(args: list[str]) -> int:
    if args == ["--version"]:
        from cardtable.formats.version import version

        print(version())
        return 0
    if not args:
        from cardtable.commands.launch import open_lobby

        return open_lobby()
    return _parse(args)


def _parse(args: list[str]) -> int:
    from cyclopts import CycloptsError

    from cardtable.commands.root import app

    try:
        return app.meta(args) or 0
    except CycloptsError as error:
        from cardtable.commands.usage_errors import usage_sentence

        raise RequestError(usage_sentence(error)) from None


def _print_error(sentence: str, code: int) -> int:
    from cardtable.formats.text import safe_text

    _write_error(safe_text(sentence, MAX_SENTENCE))
    return code


def _report_crash(error: BaseException) -> int:
    """Log where a bug occurred, but not the error's message, which may show hidden cards. Return the exit code."""
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
