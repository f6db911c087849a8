"""Encoding, matching, comparing, and the solvers of the linear programs."""
