"""CREMER: how people like a summary as a whole, by its content and its coherence."""
