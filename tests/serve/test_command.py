"""`cardtable serve` on the command line: what the host reads, and what is refused with one sentence."""

from __future__ import annotations

import importlib.util
import re
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardtable.cli import main
from cardtable.commands.serve import INVITE_VARIABLE, _invitation, greeting
from cardtable.serve.invitation import Invitation
from cardtable.serve.server import Listening
from tests.serve.test_visits import new_key


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the only sentence of a refusal."""
    assert main(["serve", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    return error.strip()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "--port takes a number from 0 to 65535, not '70000'."),
        (["--port", "ssh"], "--port takes a number from 0 to 65535, not 'ssh'."),
        (["--max", "0"], "--max takes a number from 1 to 500, not '0'."),
        (["--max-per-address", "-1"], "--max-per-address takes a number from 1 to 500, not '-1'."),
        (["--anyone", "--invite", "tablecode"], "Choose one of --invite, --keys and --anyone."),
        (["--invite", "12-34"], "An invite code needs at least 6 letters or digits."),
        (["--keys", "nothing"], "Can't read the file of keys: No such file or directory."),
        (["--bind", "192.0.2.1"], "This computer doesn't have the address 192.0.2.1."),
        (["--bind", "no such host"], "Cardtable can't listen on no such host, port 2222: "),
    ],
)
def test_a_wrong_option_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert refused(capsys, *arguments).startswith(sentence)


def test_a_file_of_keys_must_have_keys(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text("# nobody\n", "utf-8")
    assert refused(capsys, "--keys", str(file)) == "The file of keys contains no keys."
    file.write_bytes(new_key().export_public_key() + b"something else\n")
    expected = "Line 2 of the file of keys isn't a public key like the one in id_ed25519.pub."
    assert refused(capsys, "--keys", str(file)) == expected


def test_the_code_can_come_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(INVITE_VARIABLE, "from the environment")
    assert _invitation(None, None, anyone=False).code == "from the environment"
    assert _invitation("tablecode", None, anyone=False).code == "tablecode"
    assert _invitation(None, None, anyone=True).code == ""
    monkeypatch.setenv(INVITE_VARIABLE, "")
    assert refused(capsys) == "An invite code needs at least 6 letters or digits."


def test_a_port_in_use_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        expected = f"Another program is already listening on 127.0.0.1, port {port}. "
        assert refused(capsys, "--port", str(port)).startswith(expected)


def test_a_folder_that_can_not_be_written_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    refused(capsys, "--bind", "192.0.2.1")  # makes the folder
    log = tmp_path / "data/serve/serve.log"
    log.unlink()
    log.mkdir()
    assert refused(capsys) == f"Can't write {log}: Is a directory."


def test_a_host_key_that_others_can_read_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    key = tmp_path / "data/serve/host_key"
    refused(capsys, "--bind", "192.0.2.1")  # makes the key
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    made = key.read_bytes()
    refused(capsys, "--bind", "192.0.2.1")
    assert key.read_bytes() == made
    key.chmod(0o640)
    assert refused(capsys) == f"Other users can read the host key {key}. Make it private: chmod 600 {key}"
    key.chmod(0o600)
    key.write_text("damaged", "utf-8")
    assert refused(capsys) == f"The host key {key} is damaged. Delete it, and Cardtable makes a new one."
    key.unlink()
    key.symlink_to("/etc/passwd")
    assert refused(capsys) == f"The host key {key} isn't an ordinary file of yours."


def test_without_the_extra_the_host_reads_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    missing: Any = lambda name, *more: None if name == "asyncssh" else find(name, *more)  # noqa: E731
    monkeypatch.setattr(importlib.util, "find_spec", missing)
    assert refused(capsys) == "To serve guests, install asyncssh: pip install 'cardtable[serve]'"


def test_other_systems_are_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert refused(capsys) == "Cardtable can serve guests only on Linux."


@pytest.mark.parametrize(
    ("address", "invitation", "lines"),
    [
        ("127.0.0.1", Invitation("K7QF-2M9X"), ["The invite code:  K7QF-2M9X", "Only this computer can reach it."]),
        ("0.0.0.0", Invitation(), [f"ssh -p 2222 {socket.gethostname()}", "Everybody may come in, without a code."]),
        (
            "192.0.2.1",
            Invitation(keys=frozenset("ab")),
            ["ssh -p 2222 192.0.2.1 plain", "may come in: 2 keys."],
        ),
    ],
)
def test_the_host_reads_what_guests_type(address: str, invitation: Invitation, lines: list[str]) -> None:
    key = new_key()
    text = "\n".join(greeting(Listening(address, 0, key), 2222, invitation))
    for line in (*lines, key.get_fingerprint()):
        assert line in text


def test_a_real_server_says_what_guests_type_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardtable", "serve", "--port", "0", "--anyone"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        assert server.stderr is not None
        found = re.search(r"port (\d+)\.", server.stdout.readline())
        assert found is not None
        again = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        assert (again.returncode, again.stderr) == (2, "Cardtable is already serving guests from this data folder.\n")
        with socket.create_connection(("127.0.0.1", int(found[1]))) as guest:
            assert guest.recv(100) == b"SSH-2.0-Cardtable\r\n"
            server.send_signal(signal.SIGINT)
            out, error = server.stdout.read(), server.stderr.read()
    assert server.returncode == 0
    assert "Everybody may come in" in out
    assert error == ""


def test_the_command_line_does_not_load_the_server() -> None:
    code = "import sys; from cardtable.cli import main; main(['{}', '--help']); print('asyncssh' in sys.modules)"
    for command in ("serve", "play"):
        done = subprocess.run([sys.executable, "-c", code.format(command)], stdout=subprocess.PIPE, check=True)
        assert done.stdout.endswith(b"False\n")
