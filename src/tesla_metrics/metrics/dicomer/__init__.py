"""DICOMER: whether a text hangs together, by its discourse relations."""
