"""`cardtable completion`: a script for the shell, printed and nowhere installed."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

from cardtable.table.request_error import RequestError

Shell = Literal["bash", "zsh", "fish", "powershell"]

app = App(name="completion")


@app.default
def completion(
    shell: Annotated[Shell | None, Parameter(help="The shell to write for.", show_default=False)] = None, /
) -> int:
    """Print the completion script of a shell."""
    from cardtable.commands.root import app as root

    if shell is None:
        raise RequestError("Say for which shell: cardtable completion bash, zsh, fish or powershell.")
    sys.stdout.write(root.generate_completion(shell=shell))
    return 0
