"""From segments to codes: who owns what is at hand, and one encoder a kind of code."""
