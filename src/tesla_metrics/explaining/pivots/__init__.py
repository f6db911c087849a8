"""Pivot n-grams explained."""
