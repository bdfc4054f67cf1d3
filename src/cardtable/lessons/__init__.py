"""Lessons and exercises. The engine judges the answers, and nothing here depends on how a screen shows the lessons."""
