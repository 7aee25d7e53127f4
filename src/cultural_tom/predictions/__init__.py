"""Predictions: one answer or raw response per row id, read and checked before anything is scored."""
