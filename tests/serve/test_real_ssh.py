"""Guests with OpenSSH's own client."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.serve.hosting import CODE, WORD, Host
from tests.tui.terminal.pty_tools import Terminal

pytestmark = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("ssh-keygen")), reason="OpenSSH's client isn't installed"
)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "id_ed25519"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
    return file


def ssh(host: Host, *options: str, key: Path | None = None, command: Sequence[str] = ()) -> list[str]:
    """Return a command line that reads no settings of the user who runs the tests."""
    own = ("-i", str(key), "-o", "IdentitiesOnly=yes") if key is not None else ("-o", "PubkeyAuthentication=no")
    unknown = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
    return ["ssh", "-F", "none", *unknown, *own, "-p", str(host.port), *options, "guest@127.0.0.1", *command]


def test_a_newcomer_types_a_name_the_code_and_a_word(host: Host) -> None:
    with Terminal(ssh(host)) as terminal:
        terminal.wait_for("Your name [guest]: ")
        terminal.send("Ida\r")
        terminal.wait_for("Invite code: ")
        terminal.send(f"{CODE.upper()}\r")
        terminal.wait_for("Choose a word of your own, to come back as Ida: ")
        terminal.send(f"{WORD}\r")
        terminal.wait_for("A three-minute lesson")
        assert WORD not in terminal.text
        terminal.send("q")
        assert terminal.wait() == 0
        assert terminal.leftovers() == []


def test_the_size_follows_the_terminal(host: Host, key: Path) -> None:
    with Terminal(ssh(host, key=key)) as terminal:
        terminal.wait_for("Invite code: ")
        terminal.send(f"{CODE}\rJo\r")
        terminal.wait_for("A three-minute lesson")
        before = len(terminal.output)
        terminal.resize(120, 40)
        terminal.wait_for("Wind City", since=before)
        terminal.send("q")
        assert terminal.wait() == 0


def test_plain_mode_with_and_without_a_terminal_and_remembered(host: Host, key: Path) -> None:
    typed = f"{CODE}\nPia\nyes\nrules clash\n\nquit\n"
    first = subprocess.run(
        ssh(host, key=key, command=["plain"]), input=typed, capture_output=True, encoding="utf-8", check=False
    )
    assert (first.returncode, first.stderr) == (0, "")
    assert "Do you always want plain mode?" in first.stdout
    assert "Clash: the rules." in first.stdout
    assert max(map(len, first.stdout.splitlines()[1:])) < 80
    with Terminal(ssh(host, key=key)) as terminal:
        terminal.wait_for("Which game? Type its number or name, or help:")
        terminal.send("quit\r")
        assert terminal.wait() == 0
    with Terminal(ssh(host, "-t", key=key, command=["plain"])) as terminal:
        terminal.wait_for("You always get plain mode.")
        terminal.send("screen\r")
        terminal.wait_for("Which game?")
        terminal.send("quit\r")
        assert terminal.wait() == 0
    with Terminal(ssh(host, key=key)) as terminal:
        terminal.wait_for("A three-minute lesson")


def test_files_cannot_be_copied(host: Host, key: Path, tmp_path: Path) -> None:
    for scp in (["scp"], ["scp", "-O"], ["sftp"]):
        if shutil.which(scp[0]) is None:
            continue
        options = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-i", str(key)]
        files = ["guest@127.0.0.1:/etc/passwd", str(tmp_path / "passwd")]
        done = subprocess.run(
            [*scp, *options, "-P", str(host.port), *files], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        assert done.returncode != 0
        assert not (tmp_path / "passwd").exists()


def test_ports_are_not_forwarded(host: Host, key: Path) -> None:
    forward = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:9"]
    done = subprocess.run(ssh(host, *forward, key=key), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 255
    assert b"forwarding failed" in done.stderr
