"""A disk that fails on demand, and that records what would be left of it after a power cut.

SQLite reaches the disk through a table of functions.  While a `Disk` is active, some of them are replaced for the whole
process, so the calls that fail are those that the database really makes, and its writes and syncs are known byte for
byte.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

FULL = 13
READ, WRITE, SYNC, TRUNCATE, DELETE = (10 | number << 8 for number in (1, 3, 4, 6, 10))
CANNOT_OPEN = 14
"""SQLite's codes for these failures."""

FAILURES = {
    "read": READ,
    "write": WRITE,
    "sync": SYNC,
    "truncate": TRUNCATE,
    "delete": DELETE,
    "open": CANNOT_OPEN,
}

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_MOVE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
"""The type of both xRead and xWrite."""
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _System(Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
    ]


class _Methods(Structure):
    """`sqlite3_io_methods`."""

    _fields_ = [
        ("version", c_int),
        *((name, c_void_p) for name in ("close", "read", "write", "truncate", "sync")),
        *((f"other_{number}", c_void_p) for number in range(13)),
    ]


class _File(Structure):
    """The beginning of `sqlite3_file`."""

    _fields_ = [("methods", POINTER(_Methods))]


_KEPT: list[Any] = []
"""Objects that SQLite has pointers to, kept as long as a connection opened here may live."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call from the database to the disk."""

    kind: str
    """A key of `FAILURES`."""
    file: str
    at: int = 0
    """The offset of a write, or the new length of the file."""
    data: bytes = b""


def why_unavailable() -> str:
    """Return why SQLite's functions can't be replaced here, or an empty string."""
    try:
        return "" if _system() else "SQLite has no file system"
    except (AttributeError, OSError) as error:
        return f"the functions of SQLite cannot be reached: {error}"


def _system() -> Any:
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(_System)
    return library.sqlite3_vfs_find(None)


class Disk:
    """Replaces SQLite's functions inside `with`; `calls` records every call since then."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.fails: Callable[[int, Call], int] = lambda number, call: 0
        """The error for the call of this number, counted from 1; 0 lets it through."""
        self._sleeps = False
        self._names: dict[int, str] = {}
        self._wrapped: dict[int, _Methods] = {}

    def __enter__(self) -> Self:
        self._table = _system().contents
        self._before = self._table.open, self._table.delete
        self._table.open = self._function(_OPEN, self._wrap_open(_OPEN(self._before[0])))
        self._table.delete = self._function(_DELETE, self._wrap_delete(_DELETE(self._before[1])))
        return self

    def __exit__(self, *_: object) -> None:
        self._table.open, self._table.delete = self._before

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Neither record calls nor let any fail."""
        self._sleeps, before = True, self._sleeps
        try:
            yield
        finally:
            self._sleeps = before

    def _function(self, kind: Any, function: Any) -> int | None:
        made = kind(function)
        _KEPT.append(made)
        return ctypes.cast(made, c_void_p).value

    def _error(self, call: Call) -> int:
        if self._sleeps:
            return 0
        self.calls.append(call)
        return self.fails(len(self.calls), call)

    def _wrap_open(self, real: Any) -> Any:
        def opened(system: int, name: int | None, file: int, flags: int, out: int) -> int:
            called = _name(name)
            if error := self._error(Call("open", called)):
                ctypes.cast(file, POINTER(c_void_p))[0] = None  # so that SQLite doesn't close it
                return error
            result = int(real(system, name, file, flags, out))
            there = ctypes.cast(file, POINTER(_File)).contents
            if result == 0:
                self._names[file] = called
                there.methods = ctypes.pointer(self._methods(there.methods.contents))
            return result

        return opened

    def _methods(self, real: _Methods) -> _Methods:
        """Return a copy of the methods with ours in place of some."""
        at = ctypes.addressof(real)
        if at not in self._wrapped:
            ours = _Methods.from_buffer_copy(real)
            ours.read = self._function(_MOVE, self._wrap_read(_MOVE(real.read)))
            ours.write = self._function(_MOVE, self._wrap_write(_MOVE(real.write)))
            ours.truncate = self._function(_TRUNCATE, self._wrap_truncate(_TRUNCATE(real.truncate)))
            ours.sync = self._function(_SYNC, self._wrap_sync(_SYNC(real.sync)))
            self._wrapped[at] = ours
            _KEPT.append(ours)
        return self._wrapped[at]

    def _wrap_read(self, real: Any) -> Any:
        return lambda file, into, size, at: (
            self._error(Call("read", self._names[file], at)) or real(file, into, size, at)
        )

    def _wrap_write(self, real: Any) -> Any:
        def write(file: int, data: int, size: int, at: int) -> int:
            if error := self._error(Call("write", self._names[file], at, ctypes.string_at(data, size))):
                real(file, data, size // 2, at)  # a failing write has often started
                return error
            return int(real(file, data, size, at))

        return write

    def _wrap_truncate(self, real: Any) -> Any:
        return lambda file, size: self._error(Call("truncate", self._names[file], size)) or real(file, size)

    def _wrap_sync(self, real: Any) -> Any:
        return lambda file, flags: self._error(Call("sync", self._names[file])) or real(file, flags)

    def _wrap_delete(self, real: Any) -> Any:
        return lambda system, name, sync: self._error(Call("delete", _name(name))) or real(system, name, sync)


def _name(at: int | None) -> str:
    """Return the file name at an address.  SQLite gets the address itself, as it stores more behind the name."""
    return Path(ctypes.string_at(at).decode()).name if at else "temporary"
