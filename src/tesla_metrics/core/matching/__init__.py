"""Bags of n-grams, similarities and F-measures of words, pivots and roles."""
