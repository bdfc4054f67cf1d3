"""Guests of OpenSSH's own server, which runs `cardtable seat` for them."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic, sleep

import pytest

from cardtable.cli import main
from cardtable.commands.seat import COMMAND_VARIABLE
from cardtable.serve.guests import Guests
from tests.tui.terminal.pty_tools import PATIENCE, Terminal

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")
KEYGEN = shutil.which("ssh-keygen")
SEPARATED = Path("/run/sshd")
"""The empty folder that sshd needs if it runs as root."""

needs_sshd = pytest.mark.skipif(
    SSHD is None or KEYGEN is None or shutil.which("ssh") is None or (os.getuid() == 0 and not SEPARATED.is_dir()),
    reason="OpenSSH's server or client isn't installed, or /run/sshd is missing",
)


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[list[str]]:
    """Yield the beginning of a command line for a guest called Mia, whose key a running sshd knows."""
    assert SSHD is not None
    assert KEYGEN is not None
    for name in ("host", "mia"):
        subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / name], check=True)
    command = f"env CARDTABLE_DATA={tmp_path / 'cards'} {sys.executable} -m cardtable seat --person Mia"
    public = (tmp_path / "mia.pub").read_text("utf-8")
    (tmp_path / "keys").write_text(f'restrict,pty,command="{command}" {public}', "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"ListenAddress": "127.0.0.1", "HostKey": tmp_path / "host", "AuthorizedKeysFile": tmp_path / "keys"}
    settings |= {"StrictModes": "no", "UsePAM": "no", "PidFile": "none", "PasswordAuthentication": "no"}
    settings |= {"Subsystem": "sftp internal-sftp"}
    (tmp_path / "config").write_text("".join(f"{name} {value}\n" for name, value in settings.items()), "utf-8")
    log = tmp_path / "log"
    server = subprocess.Popen([SSHD, "-D", "-f", tmp_path / "config", "-p", str(port), "-E", log])
    try:
        _wait_until_it_listens(port, server)
        user = pwd.getpwuid(os.getuid()).pw_name
        unknown = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
        own = ("-i", str(tmp_path / "mia"), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes")
        found = ["ssh", "-F", "none", *unknown, *own, "-p", str(port), "-l", user]
        if subprocess.run([*found, "127.0.0.1", "ls"], capture_output=True, check=False).returncode == 255:
            pytest.skip("this account can't log in with a key")
        yield found
    finally:
        server.terminate()
        server.wait()


def _wait_until_it_listens(port: int, server: subprocess.Popen[bytes]) -> None:
    end = monotonic() + PATIENCE
    while monotonic() < end and server.poll() is None:
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.02)
    raise AssertionError("sshd doesn't listen")


def run(ssh: Sequence[str], *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ssh, "127.0.0.1", *words], input=typed, capture_output=True, encoding="utf-8", check=False)


@needs_sshd
def test_a_guest_of_openssh_gets_the_lobby_and_nothing_else(ssh: list[str], tmp_path: Path) -> None:
    with Terminal([*ssh, "127.0.0.1"]) as terminal:
        terminal.wait_for("What would you like to play, Mia?")
        terminal.send("q")
        assert terminal.wait() == 0
        assert terminal.leftovers() == []
    plain = run(ssh, "plain", typed="rules clash\n\nquit\n")
    assert (plain.returncode, plain.stderr) == (0, "")
    assert "Clash: the rules." in plain.stdout
    without_terminal = run(ssh)
    assert (without_terminal.returncode, without_terminal.stdout) == (2, "")
    assert without_terminal.stderr.startswith("Cardtable needs a terminal.")
    for words in (["ls"], ["sh", "-c", "plain"], ["plain;", "ls"]):
        refused = run(ssh, *words)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith("Cardtable runs no commands.")
    options = ["-P" if each == "-p" else each for each in ssh[1:-2]]
    for copy in (["scp"], ["scp", "-O"], ["sftp"]):
        if shutil.which(copy[0]) is not None:
            files = [f"{ssh[-1]}@127.0.0.1:/etc/passwd", str(tmp_path / "copied")]
            assert subprocess.run([*copy, *options, *files], capture_output=True, check=False).returncode != 0
    assert not (tmp_path / "copied").exists()
    forward = [*ssh, "-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:9"]
    assert run(forward).returncode == 255
    mia = Guests(tmp_path / "cards/serve/guests").with_name("mia")
    assert mia is not None
    assert mia.is_claimed, "nobody can come in to `cardtable serve` as this guest"
    assert (tmp_path / "cards/serve/guests/mia/data/settings.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--person", "!"], "A name needs a letter or a digit."),
        (["--person", "x" * 30], "A name can have up to 20 visible characters."),
        (["--person", "Mia"], "Cardtable needs a terminal."),
    ],
)
def test_a_seat_is_refused_with_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.delenv(COMMAND_VARIABLE, raising=False)
    assert main(["seat", *arguments]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(sentence)
    assert error.count("\n") == 1
