"""Languages, text analysis and input checks."""
