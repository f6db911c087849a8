"""A phrase-based system on one machine: Thot (sil-thot), trained from a bitext."""
