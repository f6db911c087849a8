"""N-best lists and other candidate lists in files."""
