"""From a model's raw words to an answer: `read.extract`, the rules behind it, and their words per language."""

VERSION = 22  # `extract:22` in signatures; raised whenever any response may be read differently
