"""Explain TESLA-X for one pair or many."""
