"""N-best lists, tuning, decoders, reranking, minimum Bayes risk and streaming."""
