"""Lessons and exercises: scripts and questions judged by the engine, independent of how they are shown."""
