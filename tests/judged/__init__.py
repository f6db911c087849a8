"""Judged test sets for tests, in memory and on disk, and measures by their definitions."""
