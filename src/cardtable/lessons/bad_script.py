"""The one exception of a script, whatever is wrong with it."""

from __future__ import annotations

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text


class BadScript(BadFile):
    """A script cannot be used; one sentence says the file, the step and what is wrong."""


def fault(file: str, step: int | None, sentence: str) -> str:
    """The sentence with where it is from: `02-first-turn.toml, step 3: …`; steps are counted from 0."""
    where = safe_text(file, 60, fallback="a script")
    return f"{where}{'' if step is None else f', step {step + 1}'}: {sentence}"
