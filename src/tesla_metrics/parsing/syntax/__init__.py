"""Constituent trees: reading, writing and parsing."""
