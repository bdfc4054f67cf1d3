"""`cardtable completion`: print a completion script for the shell, without installing it."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from cardtable.table.request_error import RequestError

Shell = Literal["bash", "zsh", "fish", "powershell"]

app = App(name="completion", usage="cardtable completion SHELL")


@app.default
def completion(shell: Annotated[Shell | None, Parameter(help="Your shell.", show_default=False)] = None, /) -> int:
    """Print the completion script for a shell."""
    from cardtable.commands.root import app as root

    if shell is None:
        raise RequestError("Name your shell: cardtable completion bash, zsh, fish or powershell.")
    sys.stdout.write(root.generate_completion(shell=shell))
    return 0
