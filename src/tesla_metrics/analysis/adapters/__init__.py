"""Analysers of other packages behind our protocol; each is an optional extra."""
