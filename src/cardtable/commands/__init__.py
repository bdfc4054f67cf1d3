"""The commands of the command line, each in its own module, which is imported when the command is used."""
