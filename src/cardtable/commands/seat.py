"""`cardtable seat`: the lobby for a guest of an OpenSSH server, which runs this as a forced command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import switch, text_flag
from cardtable.formats.streams import is_terminal
from cardtable.store.paths import archive_file, data_folder
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.serve.guests import Guest, Guests

COMMAND_VARIABLE = "SSH_ORIGINAL_COMMAND"
"""The environment variable with the command that the guest has typed after the host."""
BY_OPENSSH = "OpenSSH"
"""The key of guests whose real keys only OpenSSH knows. Nobody else can take their names in `cardtable serve`."""

app = App(name="seat", usage="cardtable seat --person NAME [OPTIONS]")

PersonName = Annotated[str, text_flag("--person", "NAME", "The guest's name, which is also how they are known.")]
AlwaysPlain = Annotated[bool, switch("--plain", "Plain mode, even if the guest doesn't ask for it.")]


@app.default
def seat(*, person: PersonName, plain: AlwaysPlain = False) -> int:
    """Open the lobby for a guest whom OpenSSH has let in."""
    if sys.platform != "linux":
        raise RequestError("Cardtable can serve guests only on Linux.")
    from cardtable.serve.guest_process import Start, confine, run_guest
    from cardtable.serve.guests import Guests
    from cardtable.serve.limits import Limits
    from cardtable.serve.terminals import NO_TERMINAL, ONLY_PLAIN, PLAIN, POOR_TERMINAL, can_draw, environment_of

    command = os.environ.get(COMMAND_VARIABLE, "").strip().lower()
    if command not in ("", PLAIN):
        raise RequestError(ONLY_PLAIN)
    guests = Guests(data_folder() / "serve" / "guests")
    guest = _guest_called(person, guests)
    has_terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    name = os.environ.get("TERM", "")
    is_plain = plain or command == PLAIN or bool(guest.plain)
    if not is_plain and not (has_terminal and can_draw(name)):
        raise RequestError(POOR_TERMINAL if has_terminal else NO_TERMINAL)
    limits = Limits()
    start = Start(
        0,
        guest.id,
        guest.name,
        str(guests.data_of(guest)),
        str(archive_file()),
        environment_of(name) if has_terminal else {},
        "",  # no class
        is_plain,
        *(limits.memory, limits.files, limits.file_size, limits.processor_seconds),
    )
    confine(start)
    return run_guest(start)


def _guest_called(person: str, guests: Guests) -> Guest:
    """Return the guest with this name, who is remembered from now on. Raise RequestError if that isn't possible."""
    from cardtable.serve.guests import clean_name

    try:
        name = clean_name(person)
        known = guests.with_name(name)
        return known if known is not None and known.is_claimed else guests.add(name, key=BY_OPENSSH)
    except ValueError as refusal:
        raise RequestError(str(refusal)) from None
    except OSError as error:
        raise RequestError(f"Can't make a folder for the guest: {error.strerror}.") from None
