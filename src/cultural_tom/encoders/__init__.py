"""Sentence embeddings that lie whole inside an installable package: no network, no GPU, the same vectors everywhere."""
