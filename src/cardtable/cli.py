"""The command line: `cardtable` and its commands, which `cardtable --help` lists.

Whatever is asked wrongly is answered by one sentence on standard error and exit code 2.  Nothing is imported before it
is needed; Textual only when the table is drawn.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cardtable.table.request_error import RequestError

LONGEST_SENTENCE = 300
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Exit codes, as if the signal had ended us."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask, those of the command line if there are none; the exit code."""
    _soothe_streams()
    try:
        code = _answer(list(sys.argv[1:] if words is None else words))
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
        except OSError:  # the terminal has gone
            _forget_output()
        return getattr(interrupt, "code", INTERRUPTED)  # a Signalled knows which signal it was
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except SystemExit:
        raise
    except BaseException as error:  # noqa: BLE001  a traceback may hold a hand, so there is none, whatever it is
        if isinstance(error, OSError) and error.filename is None:
            _forget_output()
            return _complain(f"The output cannot be written: {error.strerror}.", 1)
        return _tell_fault(error)
    return code


def _answer(words: list[str]) -> int:
    """Do what the words ask or say why not, and then which games of other packages can't be used; the exit code."""
    try:
        code = _obey(words)
    except RequestError as refusal:
        code = _complain(str(refusal), 2)
    if "cardtable.games" in sys.modules:
        from cardtable.games import GAMES

        for fault in GAMES.faults:
            _complain(fault, code)
    return code


def _soothe_streams() -> None:
    """Let nothing that the streams cannot show, or that they are closed, be a fault of whoever writes to them."""
    sys.stdin = io.StringIO() if sys.stdin is None else sys.stdin
    sys.stdout = io.StringIO() if sys.stdout is None else sys.stdout
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _obey(words: list[str]) -> int:
    words = _heed_folder(words)
    if words == ["--version"]:
        from cardtable.commands.version import version

        print(version())
        return 0
    if not words:
        from cardtable.commands.table import in_the_lobby

        return in_the_lobby()
    return _parse(words)


def _heed_folder(words: list[str]) -> list[str]:
    """Keep everything in the folder that `--data` names, with whatever command it is given; the other words."""
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == "--data" or word.startswith("--data="):
            given = [word.removeprefix("--data=")] if word != "--data" else words[at + 1 : at + 2]
            if not given or not given[0] or "\0" in given[0]:
                raise RequestError("--data needs a folder, as in: cardtable --data ~/evenings")
            os.environ["CARDTABLE_DATA"] = given[0]
            return _heed_folder(words[:at] + words[at + (2 if word == "--data" else 1) :])
    return words


def _parse(words: list[str]) -> int:
    from cyclopts import CycloptsError

    from cardtable.commands.root import app

    try:
        return app(words) or 0
    except CycloptsError as error:
        from cardtable.commands.mistakes import sentence

        raise RequestError(sentence(error)) from None


def _complain(sentence: str, code: int) -> int:
    from cardtable.formats.text import safe_text

    _write_error(safe_text(sentence, LONGEST_SENTENCE))
    return code


def _tell_fault(error: BaseException) -> int:
    """Say that there is a fault of our own, and write down where, without the error's text, which may hold a hand."""
    from cardtable.store.paths import log_folder
    from cardtable.table.crash_message import crash_message

    _write_error(crash_message([error], log_folder()))
    return 1


def _write_error(line: str) -> None:
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{line}\n")


def _forget_output() -> None:
    """Let what could not be written go, so that nobody tries again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
