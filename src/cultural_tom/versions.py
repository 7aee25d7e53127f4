"""Versions of the rules that a score depends on. A signature names them; a change of rules raises them."""

EXTRACT = 1  # `extract:1`; raised whenever any response may be read differently
