"""Tuning a translation system: weights of its features that a metric likes best."""
