"""The key by which guests recognise the host. It is created only once."""

from __future__ import annotations

from pathlib import Path

import asyncssh

from cardtable.store.paths import make_private, may_exist, write_new
from cardtable.store.privacy import FOR_OTHERS, is_own_file

NAME = "host_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the host's key, and create it the first time. Raise ValueError with a sentence if it can't be used."""
    path = folder / NAME
    try:
        if not may_exist(path):
            make_private(folder)
            write_new(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key().decode())
        if not is_own_file(path):
            raise ValueError(f"The host key {path} isn't an ordinary file of yours.")
        if path.stat().st_mode & FOR_OTHERS:
            raise ValueError(f"Other users can read the host key {path}. Make it private: chmod 600 {path}")
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise ValueError(f"The host key {path} can't be used: {error.strerror}.") from None
    except asyncssh.KeyImportError:
        raise ValueError(f"The host key {path} is damaged. Delete it, and Cardtable makes a new one.") from None
