"""The rules engine: pure functions that need only the standard library.  `cardtable.engine.games` has the games."""
