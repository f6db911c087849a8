"""Discourse relations in the manner of the Penn Discourse Treebank."""
