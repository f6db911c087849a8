"""Test sets in files: systems, references, sources and documents in any supported format."""
