"""From a model's raw words to an answer: `read.extract`, the rules behind it, and their words per language."""

VERSION = 37  # in signatures, as `extract:36`; raised whenever any response may be read differently
