"""Semantic roles: who did what to whom, by verbs and by nouns."""
