"""Semantic role labelling for verbs and nouns."""
