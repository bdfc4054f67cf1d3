"""Text about the latest events on the stage, in forms of different lengths."""

from __future__ import annotations

from cardtable.engine.cards import is_hidden
from cardtable.engine.game import Event, last_event
from cardtable.engine.games.exit_stage_right.model import Drew, Shifted
from cardtable.engine.games.exit_stage_right.words import count_off, tell
from cardtable.engine.phrases import address, capitalized
from cardtable.engine.tellings import lengths
from cardtable.table.seen import Seen
from cardtable.tui.drawing.canvas import longest_that_fits


def last_step(seen: Seen, width: int) -> str:
    """Return text about the latest events. If the text is too long, return only the cards won and lost."""
    step = [event for event in seen.log[-1] if not (isinstance(event, Drew) and is_hidden(event.card))]
    shifted = last_event(step, Shifted)
    if shifted is None:
        return longest_that_fits([*lengths(tell, step, seen.players)], width)
    move, shift, *others = (tell(event, seen.players) for event in step)
    off = f"{capitalized(count_off(shifted))}." if shifted.won or shifted.lost else shift.in_a_line
    named, rest = " ".join(shift.briefly), [each.text for each in others]
    forms = (
        [move.text, shift.text, *rest],
        [move.text, named, *rest],
        [move.in_a_line, named, *rest],
        [move.in_a_line, shift.in_a_line, *rest],
        [move.in_a_line, named],
        [move.in_a_line, shift.in_a_line],
        [move.in_a_line, off],
        [f"{move.in_a_line.partition(' ')[0].rstrip('.')}:", shift.in_a_line] if len(seen.names) == 1 else [],
        [shift.in_a_line],
        [off],
    )
    return longest_that_fits([address(" ".join(form)) for form in forms if form], width)


def move_in_brief(seen: Seen, event: Event) -> str:
    """Return a move in a few words. In a game for one player, the player's name is left out."""
    return tell(event, seen.players).in_a_line.removesuffix(".")
