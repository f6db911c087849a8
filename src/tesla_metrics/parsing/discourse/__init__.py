"""Discourse relations in the style of the Penn Discourse Treebank."""
