"""From a model's raw words to an answer: `read.extract`, the rules behind it, and their words per language."""

VERSION = 49  # in signatures, as `extract:<VERSION>`; raised whenever any response may be read differently
