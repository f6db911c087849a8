"""Encode segments: the session, pairs, vocabulary, and one encoder per kind of code."""
