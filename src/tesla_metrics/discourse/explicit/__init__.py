"""Relations that a connective says: which words are one, what they join, in which sense."""
