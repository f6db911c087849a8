"""The HTML report of scores and comparisons."""
