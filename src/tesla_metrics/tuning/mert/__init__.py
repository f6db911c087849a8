"""Minimum error rate training (Och 2003): exact line searches over lists of candidates."""
