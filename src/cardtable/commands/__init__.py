"""The subcommands of `cardtable`. Each is a module that is imported only when the subcommand is used."""
