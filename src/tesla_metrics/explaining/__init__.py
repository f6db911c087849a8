"""Explanations as values; drawing them is the reports' work."""
