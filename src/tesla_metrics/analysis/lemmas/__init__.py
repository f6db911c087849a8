"""Lemmas: simplemma's dictionaries and rules, and what each language mends."""

from .lemmatizer import Lemmatizer, has_lemmas

__all__ = ["Lemmatizer", "has_lemmas"]
