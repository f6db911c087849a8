"""From pairs of codes to columns of numbers."""
