"""Bags of n-grams explained."""
