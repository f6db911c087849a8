"""Test sets in files: systems, references, sources and documents, whatever the format."""
