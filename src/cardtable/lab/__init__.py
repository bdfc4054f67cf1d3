"""Simulations, tournaments and environments for researchers. The app and plain mode never import this package."""
