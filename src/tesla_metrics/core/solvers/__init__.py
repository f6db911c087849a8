"""Solvers of the linear programs of TESLA, in plain Python and numpy."""
