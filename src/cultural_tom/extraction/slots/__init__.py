"""The answer of a `slots` row: `stretches` are the parts of a text that may hold it, `tokens` the level words and
values in one of them, `sequence` what they say together."""
