"""Walkthroughs: lessons that are read from scripts, judged by the engine, and know nothing of how they are shown."""
