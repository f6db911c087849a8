"""Sentences made of others, of which one is known to be the better translation."""
