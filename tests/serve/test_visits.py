"""Guests come in over ssh, play, and come back as the same person."""

from __future__ import annotations

import json

import asyncssh
import pytest

from tests.serve.hosting import Host


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def test_a_newcomer_with_the_code_reaches_the_lobby(host: Host) -> None:
    async def visit() -> None:
        async with host.guest("Mia") as mia:
            await mia.see("A three-minute lesson")
            mia.type("q")
            assert await mia.leave() == 0

    host.run(visit())
    settings = json.loads((host.folder / "guests/mia/data/settings.json").read_text("utf-8"))
    assert settings["names"] == ["Mia"]
    assert "127.0.0.1 Mia: came in (screen, 80x24, xterm-256color)" in host.log
    assert "127.0.0.1 Mia: left (code 0)" in host.log


def test_the_same_key_comes_back_to_the_same_name(host: Host) -> None:
    key = new_key()

    async def first() -> None:
        async with host.guest(key=key) as ben:
            await ben.see("Invite code: ")
            ben.type("Table Code\r")
            await ben.see("Your name [someone]: ")
            ben.type("Bex\x7fn\r")
            await ben.see("A three-minute lesson")
            ben.type("q")
            assert await ben.leave() == 0

    async def again() -> None:
        async with host.guest(key=key) as ben:
            await ben.see("A three-minute lesson")
            assert "Invite" not in ben.text

    host.run(first())
    host.run(again())
    assert host.log.count("Ben: came in") == 2
    assert host.log.count("Ben: is new here, with a key") == 1


def test_a_guest_without_a_key_comes_back_with_their_own_word(host: Host) -> None:
    async def visit(word: str) -> None:
        async with host.guest("Leo", word=word) as leo:
            await leo.see("What would you like to play, ")

    host.run(visit("seven winds"))
    host.run(visit("seven winds"))
    assert host.log.count("Leo: came in") == 2
    with pytest.raises(asyncssh.PermissionDenied):
        host.run(visit("another word"))
    assert host.log.count("Leo: came in") == 2
