"""From a model's raw words to an answer: `read.extract`, the rules behind it, and their words per language."""

VERSION = 18  # `extract:13` in signatures; raised whenever any response may be read differently
