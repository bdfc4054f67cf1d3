"""A class over ssh: a teacher, pupils in the app and in plain mode, and what the host can do on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtable.classroom.desk import files_of, prepare, pupils_in
from cardtable.cli import main
from cardtable.serve.guests import Guests
from cardtable.store.archive import Archive
from cardtable.store.paths import data_folder
from cardtable.store.shared_games import GUEST, read_log
from cardtable.table.recording import open_session
from tests.classroom.classes import CLASS, CODE
from tests.serve.hosting import Host
from tests.serve.test_command import refused


@pytest.fixture
def class_host() -> Iterator[Host]:
    """Yield a server for a class, in the data folder of the test."""
    folder = data_folder() / "serve"
    prepare(folder / "class", CLASS, CODE)
    with Host(folder, classroom=folder / "class") as found:
        yield found


def test_a_teacher_sees_and_is_seen_and_then_a_pupil_is_forgotten(
    class_host: Host, capsys: pytest.CaptureFixture[str]
) -> None:
    async def visit() -> None:
        async with class_host.guest("Ada") as ada, class_host.guest("Ben", command="plain") as ben:
            await ada.see("0 of 5 items finished")
            await ben.see("Do you always want plain mode?")
            ben.type("\n")
            await ben.see("or press Enter for the next item:")
            ada.type("\r")
            await ada.see("first to 10")
            async with class_host.guest("Ms Okoro") as teacher:
                await teacher.see("0 of 5 items finished")
                teacher.type("T")
                await teacher.see("The teacher's code:")
                teacher.type(f"{CODE}\r")
                await teacher.see("2 of 2 here")
                await teacher.see("item 1, step ")
                start = len(teacher.raw)
                teacher.type("\r")
                await teacher.see("first to 10", since=start)
                await ada.see("Ms Okoro can see your screen now.")
                teacher.type("q")
                await ada.see("Nobody can see your screen any more.")
                teacher.type("t")
                await teacher.see("The message to all pupils:")
                teacher.type("Well done\r")
                await ada.see("Ms Okoro, to all: Well done")
                await ben.see("Ms Okoro, to all: Well done")
                teacher.type("d")
                await teacher.see("Which game for all?")
                teacher.type("\r")
                await teacher.see("Tables of how many players?")
                teacher.type("\r")
                await teacher.see("1 table of Exit Stage Right for 2")
                ben.type("table\n")
                await ben.see("Ben")
                start = len(teacher.raw)
                teacher.type("r")
                await teacher.see("move 1", since=start)

    class_host.run(visit())
    assert refused(capsys, "--forget", "Ada") == "First stop the server."


def class_with_pupils(host: Host) -> None:
    """Let Ada and Ben come in, and give them a table."""

    async def visit() -> None:
        for name in ("Ada", "Ben"):
            async with host.guest(name) as guest:
                await guest.see("0 of 5 items finished")
        async with host.guest("Ada") as ada, host.guest("Ben") as ben, host.guest("Ms Okoro") as teacher:
            await teacher.see("0 of 5 items finished")
            teacher.type("T")
            await teacher.see("The teacher's code:")
            teacher.type(f"{CODE}\r")
            await teacher.see("2 of 2 here")
            teacher.type("d")
            await teacher.see("Which game for all?")
            teacher.type("\r")
            await teacher.see("Tables of how many players?")
            teacher.type("\r")
            await teacher.see("1 table of Exit Stage Right")
            for each in (ada, ben):
                each.type("t")
                await each.see("table ")

    host.run(visit())


def test_everything_about_a_pupil_is_deleted_and_nothing_about_others(capsys: pytest.CaptureFixture[str]) -> None:
    folder = data_folder() / "serve"
    prepare(folder / "class", CLASS, CODE)
    with Host(folder, classroom=folder / "class") as host:
        class_with_pupils(host)
    assert main(["serve", "--export", str(data_folder() / "results.csv")]) == 0
    assert (data_folder() / "results.csv").read_text("utf-8").count("Ada,") == 5
    assert "Ada" in everything(data_folder())
    assert main(["serve", "--forget", "ada"]) == 0
    (data_folder() / "results.csv").unlink()
    assert "Everything about ada has been deleted." in capsys.readouterr().out
    assert "Ada" not in everything(data_folder())
    assert "Ben" in everything(data_folder())
    assert pupils_in(folder / "class") == {"ben": "Ben"}
    assert not files_of(folder / "class", "ada")
    assert Guests(folder / "guests").with_name("Ada") is None
    assert refused(capsys, "--forget", "Ada") == "There is no guest called Ada."
    with Archive(data_folder() / "archive.sqlite3") as archive:
        (number,) = archive.numbers()
        seats = {person for (person,) in archive.query("SELECT person FROM seat")}
        assert f"{GUEST}ben" in seats
        assert f"{GUEST}ada" not in seats
        session = open_session(read_log(archive, number).record)  # the checksums are right
        assert min(session.names) == "Ben"


def everything(folder: Path) -> str:
    """Return the bytes of all files in a folder, as text."""
    return "".join(path.read_bytes().decode("latin-1") for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_class_file_with_a_mistake_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "class.toml"
    file.write_text('title = "6b"\n[[items]]\nlesson = "clsh 1"\n', "utf-8")
    sentence = "class.toml: item 1: there's no game 'clsh' with lessons; did you mean clash?"
    assert refused(capsys, "--class", str(file)) == sentence
    assert refused(capsys, "--teacher", "teachers") == "--teacher needs a class: cardtable serve --class FILE"
    assert refused(capsys, "--export", str(tmp_path / "x.csv")).startswith("class.toml: Can't read the class file")
    assert main(["learn", "--check", str(file)]) == 2
    assert sentence in capsys.readouterr().err
    file.write_text(CLASS, "utf-8")
    assert main(["learn", "--check", str(file)]) == 0
    assert capsys.readouterr().out == "class.toml has no errors.\n"


def test_a_second_server_changes_nothing_about_the_class_of_the_first(
    class_host: Host, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    other = tmp_path / "other.toml"
    other.write_text('title = "7a"\n[[items]]\nlevel = 1\n', "utf-8")
    sentence = refused(capsys, "--class", str(other), "--port", "0")
    assert sentence == "Cardtable is already serving guests from this data folder."
    assert (class_host.folder / "class" / "class.toml").read_text("utf-8") == CLASS
