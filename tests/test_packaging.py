"""The wheel and the source distribution are complete, and the wheel works without the source folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
RULES = {
    f"cardtable/{path.relative_to(ROOT).as_posix()}": path
    for path in (ROOT / "rules").rglob("*.*")
    if not path.name.startswith(".")
}


def run(*command: str | Path, cwd: Path) -> str:
    """Return a command's output, run without environment variables that lead to the source folder."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        command, cwd=cwd, env=environment | {"PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", out, cwd=ROOT)
    (archive,) = out.iterdir()
    with tarfile.open(archive) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # added in Python 3.11.4
        tar.extractall(out)
    return out / f"cardtable-{VERSION}"


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel built from the source distribution."""
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", out, cwd=sdist)
    (archive,) = out.iterdir()
    return archive


def test_the_source_distribution_can_be_tested(sdist: Path) -> None:
    expected = {
        ".github",
        "constraints",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "Makefile",
        "README.md",
        "pyproject.toml",
    }
    assert expected <= {path.name for path in sdist.iterdir()}
    ours = ("tests/test_packaging.py", "docs/api.md", "examples/bot.py", "examples/next_of_kin/pyproject.toml")
    for path in ours:
        assert (sdist / path).read_bytes() == (ROOT / path).read_bytes()


def test_the_wheel_has_only_the_package_and_the_rules(wheel: Path) -> None:
    info = f"cardtable-{VERSION}.dist-info"
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert {name.partition("/")[0] for name in names} == {"cardtable", info}
        assert "cardtable/py.typed" in names
        assert any(name.endswith(".md") for name in RULES)
        assert {name for name in names if name.startswith("cardtable/rules/")} == set(RULES)
        for name, path in RULES.items():
            assert archive.read(name) == path.read_bytes(), name
        assert archive.read(f"{info}/entry_points.txt").decode().split() == [
            "[console_scripts]",
            "cardtable",
            "=",
            "cardtable.entry:run",
        ]
        sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
        assert {name for name in names if name.endswith(".py")} == sources


def test_the_wheel_runs_from_anywhere(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    venv.create(home, with_pip=False)
    folders = sysconfig.get_paths(scheme="venv", vars={"base": str(home), "platbase": str(home)})
    scripts, site = Path(folders["scripts"]), Path(folders["purelib"])
    python, cardtable = scripts / "python", scripts / "cardtable"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", f"--python={python}")
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    # Use the libraries of the tests' own environment. Python doesn't read further .pth files in a path from a .pth
    # file, so the editable install there is ignored.
    ours = sysconfig.get_paths()
    (site / "libraries.pth").write_text(f"{ours['purelib']}\n{ours['platlib']}\n", "utf-8")

    where = run(python, "-c", "import cardtable; print(cardtable.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(site)
    assert VERSION in run(cardtable, "--version", cwd=tmp_path)
    assert VERSION in run(python, "-m", "cardtable", "--version", cwd=tmp_path)
    output = run(cardtable, "rules", "exit-stage-right", cwd=tmp_path)
    rulings = set(re.findall(r"\bES-\d+\b", (ROOT / "rules" / "exit_stage_right.md").read_text("utf-8")))
    assert rulings
    assert rulings == set(re.findall(r"\bES-\d+\b", output))
