"""Coverage-guided fuzzing of every loader with Atheris; not run by pytest.

In an environment with `pip install atheris` and `pip install -e .`, from the folder of the project:

    python -m tests.hostile.fuzz_atheris record -runs=200000

The first argument names a loader of `tests/hostile/loaders.py`; the others are for libFuzzer.  An input that is neither
refused with a sentence nor consistent ends the run and is saved to a file.  The figures of a finished run are in
`tests/reliability/figures/hostile.json`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import atheris  # type: ignore[import-untyped]  # it has no types

with atheris.instrument_imports(include=["cardtable"]):
    from tests.hostile.figures import write_figures
    from tests.hostile.loaders import LOADERS, judge

WORDS = ('"', "[]", "{}", "null", "true", "NaN", "Infinity", "1e999", "-1", "\\u001b[2J", "\\ud800", "[/]", "\\u202e")


def main() -> None:
    """Fuzz the loader that the command line names."""
    name, *flags = sys.argv[1:]
    loader = next(each for each in LOADERS if each.name == name)
    runs = int(next(flag.removeprefix("-runs=") for flag in flags if flag.startswith("-runs=")))
    counts = {"refused": 0, "accepted": 0}

    def one(content: bytes) -> None:
        counts["accepted" if judge(loader, content) else "refused"] += 1
        if sum(counts.values()) == runs:
            write_figures("atheris", name, counts, f"python -m tests.hostile.fuzz_atheris {name} -runs={runs}")

    with tempfile.TemporaryDirectory() as folder:
        corpus, words = Path(folder) / "corpus", Path(folder) / "words.dict"
        corpus.mkdir()
        for number, content in enumerate(loader.sound()):
            (corpus / f"sound-{number}").write_bytes(content)
        words.write_text("".join(f'"{_quoted(word)}"\n' for word in (*WORDS, *_names(loader.sound()))), "ascii")
        limits = ("-max_len=80000", "-timeout=5", "-rss_limit_mb=1000")
        atheris.Setup([sys.argv[0], str(corpus), f"-dict={words}", *limits, *flags], one)
        atheris.Fuzz()


def _names(files: tuple[bytes, ...]) -> list[str]:
    """Return the names of fields and cards, for the fuzzer to combine."""
    return sorted({word.decode() for content in files for word in re.findall(rb'"[a-z_-]{2,20}"', content)})[:400]


def _quoted(word: str) -> str:
    return word.replace("\\", "\\\\").replace('"', '\\"')


if __name__ == "__main__":
    main()
