"""TESLA-N: contextual words."""
