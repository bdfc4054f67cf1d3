"""A card table in the terminal: `cardtable.engine` is the rules, `cardtable.table` a game being played,
`cardtable.tui` the app. Importing this package imports none of them.
"""
