"""Games in plain mode, and a player that answers prompts."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.games import SHIPPED
from cardtable.plain.lines import Lines
from cardtable.table.session import Session
from tests.engine.walks import NAMES
from tests.plain.transcripts import play

MAX_LINES = 2_000
"""More lines of input than any game here needs, so that a test fails if its player doesn't get on."""
ES = SHIPPED["exit-stage-right"]
CODE = DealCode.parse("K7QF-2M9X")


class Table:
    """A game in plain mode whose player is a function from the table to the next line of input; None ends the input."""

    def __init__(self, session: Session, player: Callable[[Table], str | None]) -> None:
        self.session = session
        self.player = player
        self.out = StringIO()
        self.outputs: list[str] = []
        """The output before each line of input; the prompt comes last."""
        self.code = play(session, Lines(_Typed(self), self.out, {}))
        self.rest = self._since()

    @property
    def prompt(self) -> str:
        return self.outputs[-1].splitlines()[-1]

    def answer(self) -> str:
        self.outputs.append(self._since())
        assert len(self.outputs) < MAX_LINES, f"still playing; the last prompt is: {self.prompt}"
        text = self.player(self)
        return "" if text is None else f"{text}\n"

    def _since(self) -> str:
        return self.out.getvalue()[sum(map(len, self.outputs)) :]


class _Typed(StringIO):
    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # its bases disagree
        return self._table.answer()


def new_session(seats: int = 1, game: AnyGame = ES, **options: Any) -> Session:
    """Return a new game of Exit Stage Right, or of another game, with a known deal."""
    names = NAMES[:seats] if seats > 1 else ("Player 1",)
    return Session(game, game.options(**options), names, CODE)
