"""Guests who don't behave: they get nothing, and the others' keys still echo."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from cardtable.serve.guest_line import GuestLine
from cardtable.serve.invitation import Invitation
from tests.serve.hosting import CODE, Answers, Host, Visitor
from tests.serve.test_visits import new_key
from tests.tui.terminal.pty_tools import PATIENCE


async def still_echoes(good: Visitor) -> None:
    """Check that a guest in the lobby is still served: `?` opens the keys, and Escape closes them."""
    since = len(good.raw)
    good.type("?")
    await good.see("Keys", since=since)
    since = len(good.raw)
    good.type("\x1b")
    await good.see("A three-minute lesson", since=since)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE / 2
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


async def welcome(good: Visitor) -> None:
    await good.see("A three-minute lesson")


# What isn't offered


@pytest.mark.parametrize("command", ["ls", "sh -c plain", "plain; ls", "scp -t /tmp", "plain\x00"])
def test_no_command_is_run(host: Host, command: str) -> None:
    async def visit() -> None:
        for term_type in ("xterm", None):
            async with host.guest("Rex", command=command, term_type=term_type) as rex:
                assert await rex.leave() == 1
                assert "Cardtable runs no commands." in rex.text

    host.run(visit())


def test_a_session_needs_a_terminal(host: Host) -> None:
    async def visit() -> None:
        async with host.guest("Rex", term_type=None) as rex:
            assert await rex.leave() == 1
            assert "Cardtable needs a terminal." in rex.text
        async with host.guest("Rex", term_type="dumb") as rex:
            assert await rex.leave() == 1
            assert "Your terminal can't draw screens." in rex.text

    host.run(visit())


def test_nothing_is_forwarded_and_there_is_no_sftp(host: Host) -> None:
    async def visit() -> None:
        async with host.connect(client_factory=lambda: Answers(["Rex", CODE, "hollow tree"])) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", host.port)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_unix_connection("/run/socket")
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("", 0, "127.0.0.1", 9)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.start_sftp_client()

    host.run(visit())


def test_a_connection_has_one_session(host: Host) -> None:
    async def visit() -> None:
        async with host.connect(client_factory=lambda: Answers(["Rex", CODE, "hollow tree"])) as connection:
            channel, _ = await connection.create_session(Visitor, term_type="xterm", encoding=None)
            for _ in range(5):
                with pytest.raises(asyncssh.ChannelOpenError):
                    await connection.create_session(Visitor, term_type="xterm", encoding=None)
            channel.close()

    host.run(visit())


def test_a_terminal_s_name_is_cleaned(host: Host) -> None:
    async def visit() -> None:
        async with host.guest("Eve", term_type="../../\x1b]0;x\x07" * 300) as eve:
            await welcome(eve)

    host.run(visit())
    assert "Eve: came in (screen, 80x24, ../../]0;x" in host.log
    assert "\x1b" not in host.log


# Who is who


def test_a_key_that_was_only_claimed_is_nobody(host: Host) -> None:
    """A client asks about a guest's key, fails to prove it, and goes on with a name: it is the guest of that name."""
    own, claimed = new_key(), new_key()

    async def visit() -> None:
        async with host.guest(key=claimed) as victim:
            await victim.see("Invite code: ")
            victim.type(f"{CODE}\rVictim\r")
            await welcome(victim)
        client = Answers(["Mallory", CODE, "hollow tree"])
        async with host.connect(client_factory=lambda: client, key=Forged(own, claimed)) as connection:
            channel, mallory = await connection.create_session(Visitor, term_type="xterm", encoding=None)
            await welcome(mallory)
            channel.close()
        assert client.asked, "the key was not accepted"

    host.run(visit())
    assert host.log.count("Victim: came in") == 1
    assert "Mallory: came in" in host.log


class Forged(asyncssh.SSHKeyPair):
    """A pair of one key's public half and another key's signatures."""

    def __init__(self, own: asyncssh.SSHKey, claimed: asyncssh.SSHKey) -> None:
        algorithm = claimed.algorithm
        super().__init__(algorithm, algorithm, claimed.sig_algorithms, claimed.sig_algorithms, claimed.public_data, b"")
        self._own = own

    async def sign_async(self, data: bytes) -> bytes:
        return self._own.sign(data, self.sig_algorithm)

    def sign(self, data: bytes) -> bytes:
        return self._own.sign(data, self.sig_algorithm)


def test_a_name_cannot_be_taken_twice(host: Host) -> None:
    async def visit() -> None:
        async with host.guest(key=new_key()) as owner:
            await owner.see("Invite code: ")
            owner.type(f"{CODE}\rOlga\r")
            await welcome(owner)
        async with host.guest(key=new_key()) as other:
            await other.see("Invite code: ")
            other.type(f"{CODE}\rOLGA\r")
            await other.see("Another guest is called OLGA. Choose another name.")
            other.type("Olga II\r")
            await welcome(other)
        with pytest.raises(asyncssh.PermissionDenied):
            async with host.guest("olga"):
                pass

    host.run(visit())
    assert host.log.count("Olga: came in") == 1
    assert host.log.count("Olga II: came in") == 1


def test_a_wrong_code_in_the_session_ends_it(host: Host) -> None:
    async def visit() -> None:
        async with host.guest(key=new_key()) as guesser:
            for number in range(7):
                await guesser.see("Invite code: " + "" if number == 0 else "That's not right.")
                guesser.type(f"guess {number}\r")
            assert await guesser.leave() == 1
            assert "Too many wrong answers." in guesser.text

    host.run(visit())


def test_the_same_guest_replaces_the_old_line_at_once(host: Host) -> None:
    key = new_key()

    async def visit() -> None:
        async with host.guest(key=key) as old:
            await old.see("Invite code: ")
            old.type(f"{CODE}\rUma\r")
            await welcome(old)
            async with host.guest(key=key) as new:
                await welcome(new)
                assert await old.leave() == 1
                assert "You have come back on another line, so this one is closed." in old.text
                await still_echoes(new)
                assert len(processes_in(host, "uma")) == 1

    host.run(visit())


def test_only_the_keys_in_a_file_come_in(tmp_path: Path) -> None:
    own = new_key()
    invitation = Invitation(keys=frozenset([own.get_fingerprint()]))
    with Host(tmp_path, invitation) as host:

        async def visit() -> None:
            async with host.guest(key=own) as ada:
                await ada.see("Your name [someone]: ")
                ada.type("\r")
                await welcome(ada)
            for denied in (host.guest(key=new_key()), host.guest("Rex")):
                with pytest.raises(asyncssh.PermissionDenied):
                    async with denied:
                        pass

        host.run(visit())


# Too much of everything


def processes_in(host: Host, guest_id: str) -> list[int]:
    """Return the processes whose current folder is a guest's."""
    folder, found = host.folder / "guests" / guest_id / "data", []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (process / "cwd").readlink() == folder:
                found.append(int(process.name))
    return found


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[1])


def test_a_process_ends_with_its_connection_even_if_it_is_stopped(host: Host) -> None:
    async def visit() -> None:
        for number in (None, signal.SIGSTOP):
            async with host.guest("Tom") as tom:
                await welcome(tom)
                (process,) = processes_in(host, "tom")
                if number is not None:
                    os.kill(process, number)
                tom.channel.get_connection().abort()
            await until(lambda: not processes_in(host, "tom"))

    host.run(visit())


def test_a_guest_who_does_not_read_or_pastes_or_resizes_holds_up_nobody(host: Host) -> None:
    async def visit() -> None:
        async with host.guest("Good") as good, host.guest("Deaf") as deaf, host.guest("Fast") as fast:
            for each in (good, deaf, fast):
                await welcome(each)
            deaf.channel.pause_reading()
            for size in ((0, 0), (60_000, 60_000), (2**32 - 1, 1), (80, 24)) * 50:
                deaf.channel.change_terminal_size(*size)
                deaf.type("l\x1b" * 20)
            fast.type(b"x" * 1_000_000)
            for _ in range(3):
                await still_echoes(good)
            (process,) = processes_in(host, "deaf")
            os.kill(process, signal.SIGSTOP)
            deaf.type(b"y" * 500_000)
            await still_echoes(good)

    host.run(visit())


HALVES = (b"", b"SSH-2.0-half\r\n", b"SSH-2.0-x\r\n" + b"\x00\x00\xff\xff" * 9, b"\x00" * 5000)
"""Beginnings of a handshake."""


def test_connections_without_end_and_half_handshakes_hold_up_nobody(tmp_path: Path) -> None:
    with Host(tmp_path, arriving_at_address=50, arriving=60) as host:

        async def visit() -> None:
            async with host.guest("Good") as good:
                await welcome(good)
                open_lines = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(200)]
                for number, (_, writer) in enumerate(open_lines):
                    with suppress(OSError):
                        writer.write(
                            (b"SSH-2.0-half\r\n", b"SSH-2.0-x\r\n\x00\x00\xff\xff" * 9, b"\x00" * 5000)[number % 3]
                        )
                await still_echoes(good)
                for _, writer in open_lines:
                    writer.close()
                await still_echoes(good)

        host.run(visit())
        assert "127.0.0.1 refused: too many connections from this address" in host.log


def test_connections_that_never_log_in_are_closed(tmp_path: Path) -> None:
    with Host(tmp_path, login_seconds=0.3) as host:

        async def visit() -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            await asyncio.wait_for(reader.read(), PATIENCE / 2)
            writer.close()

        host.run(visit())


def test_wrong_codes_without_end_are_not_even_read(tmp_path: Path) -> None:
    with Host(tmp_path) as host:

        async def guess() -> None:
            with suppress(asyncssh.Error, OSError):
                async with host.guest("Guesser", code="wrong"):
                    raise AssertionError("a wrong code was accepted")

        async def visit() -> None:
            async with host.guest("Good") as good:
                await welcome(good)
                for _ in range(20):
                    await asyncio.gather(*(guess() for _ in range(10)))
                    await still_echoes(good)

        host.run(visit())
        assert host.log.count("gave a wrong answer") <= 40
        assert "127.0.0.1 refused: too many wrong answers" in host.log


def test_there_is_a_place_for_so_many_guests(tmp_path: Path) -> None:
    with Host(tmp_path, guests=2) as host:

        async def visit() -> None:
            async with host.guest("Ann") as ann, host.guest("Ben"):
                await welcome(ann)
                async with host.guest("Cleo") as cleo:
                    assert await cleo.leave() == 1
                    assert "All places are taken. Try again later." in cleo.text
            await until(lambda: host.log.count(": left (") == 2)
            async with host.guest("Cleo") as cleo:
                await welcome(cleo)

        host.run(visit())


def test_an_idle_line_is_closed(tmp_path: Path) -> None:
    with Host(tmp_path) as host:

        async def visit() -> None:
            async with host.guest("Ida") as ida:
                await welcome(ida)
                (line,) = host.server.house.lines.values()
                assert isinstance(line, GuestLine)
                line._check_idle()
                line._last_key -= host.limits.idle_seconds
                line._check_idle()
                assert await ida.leave() == 1
                assert "You haven't pressed a key for a long time" in ida.text
                assert ida.raw.rindex(b"\x1b[?1049l") > ida.raw.rindex(b"\x1b[?1049h"), "the screen is restored"

        host.run(visit())


def test_closing_tells_the_guests_and_ends_their_processes(tmp_path: Path) -> None:
    with Host(tmp_path) as host:

        async def visit() -> None:
            async with host.guest("Max") as max_:
                await welcome(max_)
                (process,) = processes_in(host, "max")
                await host.server.close()
                assert await max_.leave() == 1
                assert "The host has closed Cardtable. Your games are saved." in max_.text
                assert process not in processes_in(host, "max")

        host.run(visit())


def test_guests_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with Host(tmp_path) as host:

        async def visit() -> None:
            async with host.guest("Kim") as kim:
                await welcome(kim)
                (process,) = processes_in(host, "kim")
                os.kill(parent_of(process), signal.SIGKILL)
                await asyncio.wait_for(host.server.house.lost.wait(), PATIENCE / 2)
                await kim.leave()
                await until(lambda: not processes_in(host, "kim"))

        host.run(visit())
