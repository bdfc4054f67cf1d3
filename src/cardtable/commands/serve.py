"""`cardtable serve`: let guests play over ssh, without installing anything."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App

from cardtable.commands.flags import switch, text_flag
from cardtable.engine.phrases import counted
from cardtable.formats.text import safe_text
from cardtable.store.paths import data_folder
from cardtable.table.request_error import RequestError

if TYPE_CHECKING:
    from cardtable.serve.invitation import Invitation
    from cardtable.serve.limits import Limits
    from cardtable.serve.server import Listening

LOCAL = "127.0.0.1"
LOCAL_ADDRESSES = (LOCAL, "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  recognised, not used
INVITE_VARIABLE = "CARDTABLE_INVITE"
"""The environment variable with the invite code, for hosts who don't want it in the list of processes."""
MOST = 500
"""The maximum number of guests."""

app = App(name="serve", usage="cardtable serve [OPTIONS]")

Bind = Annotated[
    str,
    text_flag("--bind", "ADDRESS", "Listen on this address: 0.0.0.0 for your network, by default only this computer."),
]
Port = Annotated[str, text_flag("--port", "PORT", "Listen on this port, by default 2222.")]
Invite = Annotated[
    str | None,
    text_flag(
        "--invite",
        "CODE",
        "Newcomers need this code, which other users of this computer can see here, but not in the variable "
        "CARDTABLE_INVITE. By default, there is a new random code.",
    ),
]
Keys = Annotated[
    str | None,
    text_flag("--keys", "FILE", "Only the owners of the keys in this file may come in. Each line has one public key."),
]
Anyone = Annotated[bool, switch("--anyone", "Everybody may come in, without a code.")]
Most = Annotated[str, text_flag("--max", "N", "The maximum number of guests at the same time, by default 20.")]
MostAtAddress = Annotated[
    str | None, text_flag("--max-per-address", "N", "The maximum number from one address, by default that of --max.")
]
ClassFile = Annotated[
    str | None, text_flag("--class", "FILE", "Guests are the pupils of a class, and this file lists what they learn.")
]
Teacher = Annotated[
    str | None, text_flag("--teacher", "CODE", "The code that opens the teacher's page. By default, it is random.")
]
Export = Annotated[
    str | None, text_flag("--export", "FILE", "Write the results of the class to this CSV file, and serve nobody.")
]
Forget = Annotated[
    str | None, text_flag("--forget", "NAME", "Delete everything about the guest with this name, and serve nobody.")
]


@app.default
def serve(  # noqa: PLR0913  its flags
    *,
    bind: Bind = LOCAL,
    port: Port = "2222",
    invite: Invite = None,
    keys: Keys = None,
    anyone: Anyone = False,
    max: Most = "20",  # noqa: A002  a flag's name
    max_per_address: MostAtAddress = None,
    class_: ClassFile = None,
    teacher: Teacher = None,
    export: Export = None,
    forget: Forget = None,
) -> int:
    """Let guests play over ssh until you press Ctrl+C."""
    folder = data_folder() / "serve"
    if sys.platform != "linux":
        raise RequestError("Cardtable can serve guests only on Linux.")
    if importlib.util.find_spec("asyncssh") is None:
        raise RequestError("To serve guests, install asyncssh: pip install 'cardtable[serve]'")
    if forget is not None:
        return _forget(folder, forget)
    if export is not None:
        return _export(folder, class_, export)
    from cardtable.serve.host_key import host_key
    from cardtable.serve.limits import Limits
    from cardtable.serve.server import Listening

    number = _number("--port", port, 0, 65_535)
    most = _number("--max", max, 1, MOST)
    most_at_address = most if max_per_address is None else _number("--max-per-address", max_per_address, 1, MOST)
    try:
        course = _read_class(class_, teacher)
        invitation = _invitation(invite, keys, anyone=anyone)
        listening = Listening(bind, number, host_key(folder))
    except ValueError as error:
        raise RequestError(str(error)) from None
    arriving = 2 * most + 20
    limits = Limits(most, most_at_address, arriving, arriving // 2)
    return asyncio.run(_serve(folder, listening, invitation, limits, course))


def _read_class(file: str | None, teacher: str | None) -> tuple[str, str] | None:
    """Return the text of the class file and the teacher's code, or None without a class. Raise ValueError."""
    from cardtable.serve.invitation import chosen_code, fresh_code

    if file is not None:
        from cardtable.classroom.course import read_course

        read_course(Path(file))
        return Path(file).read_text("utf-8-sig"), fresh_code() if teacher is None else chosen_code(teacher)
    if teacher is not None:
        raise ValueError("--teacher needs a class: cardtable serve --class FILE")
    return None


def _export(folder: Path, file: str | None, out: str) -> int:
    """Write the results of the class to a CSV file."""
    from cardtable.classroom.course import read_course
    from cardtable.classroom.desk import COURSE, pupils_in
    from cardtable.classroom.pupils import Pupils, results_csv
    from cardtable.store.paths import save_as

    try:
        course = read_course(folder / "class" / COURSE if file is None else Path(file))
        pupils = Pupils(course, folder / "guests").look(pupils_in(folder / "class"), {})
        save_as(out, results_csv(course, pupils), "table of results")
    except ValueError as refusal:
        raise RequestError(str(refusal)) from None
    sys.stdout.write(f"{safe_text(out, 200)} has the results of {counted(len(pupils), 'pupil')}.\n")
    return 0


def _forget(folder: Path, name: str) -> int:
    """Delete everything about a guest."""
    from cardtable.serve.forgetting import forget

    try:
        forget(folder, name)
    except (OSError, ValueError) as refusal:
        raise RequestError(str(refusal)) from None
    sys.stdout.write(f"Everything about {safe_text(name, 40)} has been deleted.\n")
    return 0


def _invitation(invite: str | None, keys: str | None, *, anyone: bool) -> Invitation:
    """Return who may come in. Raise ValueError with a sentence if these flags can't be used."""
    from cardtable.serve.invitation import Invitation, chosen_code, fresh_code, keys_in

    if (invite is not None) + (keys is not None) + anyone > 1:
        raise ValueError("Choose one of --invite, --keys and --anyone.")
    if keys is not None:
        return Invitation(keys=keys_in(Path(keys)))
    if anyone:
        return Invitation()
    chosen = os.environ.get(INVITE_VARIABLE) if invite is None else invite
    return Invitation(fresh_code() if chosen is None else chosen_code(chosen))


def _number(flag: str, text: str, least: int, most: int) -> int:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else -1
    if not least <= number <= most:
        raise RequestError(f"{flag} takes a number from {least} to {most}, not '{safe_text(text)}'.")
    return number


async def _serve(
    folder: Path, listening: Listening, invitation: Invitation, limits: Limits, course: tuple[str, str] | None
) -> int:
    """Serve guests until a signal ends the server, and return the exit code."""
    from cardtable.serve.server import Server, why_no_listening

    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ending.set)
    classroom = folder / "class"
    server = Server(folder, listening, invitation, limits, classroom if course is not None else None)
    try:
        await server.start()
        if course is not None:  # only now, because another server may have been running
            from cardtable.classroom.desk import prepare

            prepare(classroom, *course)
    except OSError as error:
        raise RequestError(why_no_listening(error, listening.address, listening.port)) from None
    sys.stdout.writelines(f"{line}\n" for line in greeting(listening, server.port, invitation))
    if course is not None:
        sys.stdout.write(f"The teacher's code: {course[1]}  (on the class page, press T or type teacher)\n")
    sys.stdout.flush()
    tasks = [asyncio.create_task(event.wait()) for event in (ending, server.house.lost)]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    is_lost = server.house.lost.is_set() and not ending.is_set()
    await server.close()
    for task in tasks:
        task.cancel()
    if is_lost:
        raise RequestError("The process that starts the guests' tables has ended, so nobody can come in any more.")
    return 0


def greeting(listening: Listening, port: int, invitation: Invitation) -> Iterator[str]:
    """Yield lines that tell the host how guests can come in."""
    address = listening.address
    host = safe_text(socket.gethostname(), 60) if address in EVERYWHERE else address
    local = address in LOCAL_ADDRESSES
    yield f"Cardtable is waiting for guests on {address}, port {port}. Ctrl+C ends it."
    yield f"They type:        ssh -p {port} {host}"
    yield f"For plain mode:   ssh -p {port} {host} plain"
    yield f"The host's key:   {listening.key.get_fingerprint()}"
    if invitation.code:
        yield f"The invite code:  {invitation.code}"
    elif invitation.keys is not None:
        yield f"Only the owners of the keys in the file may come in: {counted(len(invitation.keys), 'key')}."
    else:
        yield "Everybody may come in, without a code."
    if local:
        yield "Only this computer can reach it. To let in others on your network: cardtable serve --bind 0.0.0.0"
