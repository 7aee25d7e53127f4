"""From a model's raw words to an answer: `read.extract`, the rules behind it, and their words per language."""

VERSION = 26  # `extract:23` in signatures; raised whenever any response may be read differently
