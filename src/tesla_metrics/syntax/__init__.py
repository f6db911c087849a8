"""Constituent trees: read, written, parsed."""
