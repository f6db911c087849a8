"""Read and write files: lines, test sets, Python inputs, CoNLL-U, resource containers."""
