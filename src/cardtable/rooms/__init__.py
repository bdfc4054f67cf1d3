"""What is decided in each place of the program, for the app and plain mode alike."""
