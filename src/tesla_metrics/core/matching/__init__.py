"""Bags of n-grams, similarities of words, and the matching of bags, words and semantic roles."""
