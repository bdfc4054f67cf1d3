"""The exception for mistakes in a lesson script."""

from __future__ import annotations

from cardtable.formats.strict_json import BadFile
from cardtable.formats.text import safe_text


class BadScript(BadFile):
    """A mistake in a lesson script. The message names the file, the step and the mistake."""


def fault(file: str, step: int | None, sentence: str) -> str:
    """Return the sentence with its file and step in front: `02-first-turn.toml, step 3: …`. `step` counts from 0."""
    where = safe_text(file, 60, fallback="a script")
    return f"{where}{'' if step is None else f', step {step + 1}'}: {sentence}"
