"""A server that the tests of a file share, because its start loads the whole app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serve.hosting import Host


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Yield a server that asks newcomers for a code."""
    with Host(tmp_path_factory.mktemp("serve") / "serve") as found:
        yield found
