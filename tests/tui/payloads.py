"""Text that somebody might give as a name, and that must be drawn as it is or not at all: never obeyed, never fatal."""

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
"""What Textual or Rich would take for markup."""

CONTROL = (
    "\x1b[2J",  # clear the screen
    "\x1b[6n",  # asks where the cursor is; the answer comes back as keys
    "\x1b[9;1H",  # write elsewhere
    "\x1b[?1049l",  # leave the alternate screen
    "\x1b[?1003h",  # report every move of the mouse
    "\x1b#8",  # fill the screen
    "\x1bc",  # reset the terminal
    "\x1b]0;title\x1b\\",  # set the title
    "\x1b]52;c;aGk=\x1b\\",  # set the clipboard
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://evil/\x1b\\x\x1b]8;;\x1b\\",  # a link
    "\x1bP$q q\x1b\\",  # a query
    "\x9b2J",  # the same in one character each
    "\x9d0;title\x9c",
    "\x00\x07\x08\x0b\x0c\x0e\x0f",
    "\x05",  # asks who the terminal is
    "\x7f",
    "two\nlines\r\nand\ttabs",
    "\x85\u2028\u2029",
    "\u202eelttab\u202c",  # turns the reading direction
    "\u2066left\u2069\u200f",
    "a\u200b\u200c\u200d\ufeffb\u00ad",  # nothing to be seen
    "\U000e0041\U000e0042",
    "\ud83d\udca9",  # lone surrogates
)
"""What a terminal would obey, or what would move the text around it."""

LONG = (
    "x" * 100_000,
    "e" + "\u0301" * 5_000,
    "漢" * 5_000,
    "👩‍👩‍👧‍👦" * 1_000,
    "[" * 5_000,
)
"""What would fill the screen or keep the app busy."""

PAYLOADS = (*MARKUP, *CONTROL, *LONG)
