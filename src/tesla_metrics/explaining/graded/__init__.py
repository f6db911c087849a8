"""TESLA-X explained, one pair or many."""
