"""Tables of words that can stand for each other, or must not."""
