"""Web pages that need nothing but themselves; knows plain values only."""
