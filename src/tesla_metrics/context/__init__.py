"""Contextual words: encoders of the family of BERT as files of our own, and what comes of them."""
