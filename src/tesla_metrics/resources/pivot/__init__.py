"""Bitexts, word alignment, phrase extraction and phrase tables."""
