"""Simulation: many games between computer players, on one machine or on a cluster."""
