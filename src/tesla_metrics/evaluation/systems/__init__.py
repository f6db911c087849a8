"""Comparison of systems: resampling, significance tests, and the segments that differ most."""
