"""Constituent trees, semantic roles, discourse relations and coherence."""
