"""Explanations as values: what each word, n-gram and penalty contributes to a score."""
