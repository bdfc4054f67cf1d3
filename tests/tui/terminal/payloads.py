"""Names that could do harm: they must be shown literally or not at all, and never be obeyed or crash the app."""

from __future__ import annotations

MARKUP = (
    "[/]",
    "A[/red]",
    "[@click=app.quit]x[/]",
    "[@click=app.bell()]Ann[/]",
    "[red]Bob",
    "[bold red on white]Bob[/]",
    "[/",
    "[",
    "[[red]]",
    "[link=http://evil/]x[/link]",
    "[$nosuch]x[/]",
    "[$primary]x",
    "[b + x",
    "[0]",
    '{"a":[true]}',
    "\\[red]",
    "Bob\\",
    "$name [b]$name[/b]",
)
"""Text that Textual or Rich could take for markup."""

CONTROL = (
    "\x1b[2J",  # clear the screen
    "\x1b[6n",  # ask for the cursor's position; the answer arrives as keys
    "\x1b[9;1H",  # move the cursor
    "\x1b[?1049l",  # leave the alternate screen
    "\x1b[?1003h",  # report every move of the mouse
    "\x1b#8",  # fill the screen
    "\x1bc",  # reset the terminal
    "\x1b]0;title\x1b\\",  # set the title
    "\x1b]52;c;aGk=\x1b\\",  # set the clipboard
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://evil/\x1b\\x\x1b]8;;\x1b\\",  # a link
    "\x1bP$q q\x1b\\",  # a query
    "\x9b2J",  # the same with a single control character
    "\x9d0;title\x9c",
    "\x00\x07\x08\x0b\x0c\x0e\x0f",
    "\x05",  # ask for the terminal's name
    "\x7f",
    "two\nlines\r\nand\ttabs",
    "\x85\u2028\u2029",
    "\u202eelttab\u202c",  # reverse the reading direction
    "\u2066left\u2069\u200f",
    "a\u200b\u200c\u200d\ufeffb\u00ad",  # invisible characters
    "\U000e0041\U000e0042",
    "\ud83d\udca9",  # lone surrogates
)
"""Text that a terminal would obey, or that would move the text around it."""

LONG = (
    "x" * 100_000,
    "e" + "\u0301" * 5_000,
    "漢" * 5_000,
    "👩‍👩‍👧‍👦" * 1_000,
    "[" * 5_000,
)
"""Text that would fill the screen or keep the app busy."""

PAYLOADS = (*MARKUP, *CONTROL, *LONG)
