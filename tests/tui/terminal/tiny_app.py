"""An app with one line of text, every kind of error and a secret, for the tests of the lifecycle.

`python -m tests.tui.terminal.tiny_app [when]`, where `when` is mount, unmount, compose or css for an error then. On
unmount it creates the file that TINY_APP_LEFT names.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from pathlib import Path

from textual.app import ComposeResult, RenderResult
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Input

from cardtable.tui.terminal import lifecycle
from cardtable.tui.terminal.checks import draws_ambiguous_wide, why_no_screen
from cardtable.tui.terminal.lifecycle import ResilientApp, run_app

SECRET = "hollow-red-circle"
HANGING = "This app hangs."
EXIT_SECONDS, PATIENCE = lifecycle.EXIT_SECONDS, 60.0
"""How long apps may take to exit, and how long those may take that don't hang, even on a busy machine."""


class Line(Widget):
    """The keys that have arrived."""

    keys = "ready"
    faulty = False

    def render(self) -> RenderResult:
        if self.faulty:
            fail("render")
        return self.keys


class TinyApp(ResilientApp):
    CSS = """
    Screen { background: darkgreen; }
    Line { height: 3; border: round red; color: $primary; }
    Line:hover { background: $accent; }
    """

    def __init__(self, when: str = "") -> None:
        super().__init__()
        self.when = when
        if when == "css":
            self.stylesheet.add_source(f"Line {{ color: {SECRET} }}")

    def compose(self) -> ComposeResult:
        self.fail_at("compose")
        yield Line()
        yield Input(placeholder="a name", disabled=True)

    def on_mount(self) -> None:
        self.fail_at("mount")
        self.app_suspend_signal.subscribe(self, lambda _: self.add("suspended"))
        self.app_resume_signal.subscribe(self, lambda _: self.add("resumed"))

    def on_unmount(self) -> None:
        if path := os.environ.get("TINY_APP_LEFT"):
            Path(path).write_text("unmounted")
        self.fail_at("unmount")

    def on_key(self, event: Key) -> None:
        self.add(event.key)
        match event.key:
            case "k":
                fail("key")
            case "r":
                self.query_one(Line).faulty = True
            case "w":
                self.run_worker(self.work())
            case "t":
                self.run_worker(self.toil, thread=True)
            case "s":
                self.stray = asyncio.create_task(self.work())
                del self.stray
            case "x":
                threading.Thread(target=fail, args=("thread",)).start()
            case "l":
                say_hanging()
                while True:  # blocks the event loop
                    time.sleep(0.01)
            case "p":
                self.run_worker(self.plod, thread=True)
            case "n":
                os.set_blocking(sys.__stderr__.fileno(), False)  # type: ignore[union-attr]  # there is one
                self.refresh(layout=True)
            case "f":
                self.add(f"child {end_of_a_child()}")
            case "q":
                self.exit()
            case "7":
                self.exit(7)

    async def work(self) -> None:
        await asyncio.sleep(0)
        fail("task")

    def toil(self) -> None:
        fail("worker")

    def plod(self) -> None:
        say_hanging()
        time.sleep(30)

    def add(self, key: str) -> None:
        line = self.query_one(Line)
        line.keys += f" {key}"
        line.refresh()

    def fail_at(self, when: str) -> None:
        if when == self.when:
            fail(when)


def fail(where: str) -> None:
    hand = SECRET
    raise ValueError(f"{where}: {hand}")


def say_hanging() -> None:
    """Tell the test that a signal from now on comes to an app that hangs, and that it will soon be killed then."""
    lifecycle.EXIT_SECONDS = EXIT_SECONDS
    os.write(sys.__stderr__.fileno(), HANGING.encode())  # type: ignore[union-attr]  # there is one


def end_of_a_child() -> int:
    """Fork a child, send it SIGTERM and return its exit code."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.write(write, b"started")
        time.sleep(30)
        os._exit(0)
    os.read(read, 1)  # Python loses a signal that arrives during the fork
    os.kill(child, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> int:
    if why := why_no_screen(sys.stdin, sys.stdout, os.environ):
        sys.stderr.write(f"{why}\n")
        return 2
    lifecycle.EXIT_SECONDS = PATIENCE
    if "--probe" in sys.argv:
        wide = draws_ambiguous_wide(seconds=0.1)
        return run_app(TinyApp("wide" if wide else "narrow"))
    return run_app(TinyApp(*sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
