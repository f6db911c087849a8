"""Scores for other people's tuners, which send lines and read an answer to each."""
