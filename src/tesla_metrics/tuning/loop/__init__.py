"""Decode, pool, optimise, until nothing gets better: a run that can be interrupted at any time."""
