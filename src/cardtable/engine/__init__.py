"""The rules engine: pure functions that need only the standard library.  The games are in `cardtable.engine.games`."""
