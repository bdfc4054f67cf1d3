"""Print who played a recorded game, its moves and how it ended.  `cardtable export 3 > game.json` writes a record."""

import sys
from pathlib import Path

from cardtable import BadFile, load_record, open_session

if len(sys.argv) != 2:
    sys.exit("Name the record's file, for example: python read_record.py game.json")
try:
    record = load_record(Path(sys.argv[1]).read_text("utf-8"))
    session = open_session(record)
except (BadFile, OSError) as error:
    sys.exit(str(error))

print(f"{record.game.title}: {', '.join(record.names)}")
for number, action in enumerate(record.actions, 1):
    print(f"{number:>3} {action}")
print(session.outcome.reason if session.outcome else f"It's {session.names[session.turn or 0]}'s turn.")
