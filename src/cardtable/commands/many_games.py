"""The flags that `simulate` and `tournament` share, and their checks."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from cardtable.commands.flags import list_flag, switch, text_flag
from cardtable.formats.text import safe_text
from cardtable.table.request_error import RequestError

MAX_WORKERS = 1024
MAX_DIGITS = 20


OptionSettings = Annotated[
    list[str] | None,
    list_flag(
        "--set",
        "OPTION=VALUE",
        "The game's options, as in: --set hand-size=7 draw=none. A preset works too: --set preset=challenge. "
        "`cardtable play GAME --help` lists both.",
        consume_multiple=True,
    ),
]
FirstDeal = Annotated[str | None, text_flag("--first-deal", "N", "The number of the first deal. Default: 0.")]
KeyNumber = Annotated[
    str | None,
    text_flag("--key", "N", "Another number gives the players different luck on the same deals. Default: 0."),
]
WorkerCount = Annotated[
    str | None, text_flag("--workers", "N", "The number of worker processes. Default: one for each processor.")
]
Out = Annotated[
    str | None, text_flag("--out", "FILE", "Write a row for each game to this new file, such as results.csv.")
]
Records = Annotated[
    str | None,
    text_flag("--records", "FILE", "Write the record of each game, with all its moves, as a line of this new file."),
]
Resume = Annotated[bool, switch("--resume", "Continue the file of an interrupted run, or extend it with more games.")]


class RunFlags(NamedTuple):
    """The flags that set where games are played and where their results are written."""

    workers: str | None
    out: str | None
    records: str | None
    resume: bool
    plain: bool

    def check(self) -> None:
        """Raise RequestError if these flags can't be used together."""
        if self.resume and self.out is None:
            raise RequestError("--resume needs --out, which names the file to continue.")
        if self.resume and self.records is not None:
            raise RequestError("--records starts a new file, so it can't be used with --resume.")

    @property
    def worker_count(self) -> int | None:
        """The number of worker processes, or None for the default. Raise RequestError if the number isn't valid."""
        return None if self.workers is None else parse_number("--workers", self.workers, 1, MAX_WORKERS, 1)


def parse_number(flag: str, text: str | None, low: int, high: int, default: int) -> int:
    """Return the number in text such as `100,000`, or `default` for None. Raise RequestError if it is out of range."""
    if text is None:
        return default
    digits = text.replace(",", "").replace("_", "")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS else -1
    if not low <= number <= high:
        raise RequestError(f"{flag} must be a number from {low:,} to {high:,}, not '{safe_text(text)}'.")
    return number
