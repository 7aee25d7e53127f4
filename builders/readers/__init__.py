"""Readers of upstream files, by source, and what several subsets share."""
