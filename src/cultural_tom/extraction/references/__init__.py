"""References to options: at one place of a text ("(B)", "option 2", the option's words), in a row of them
("A, C and the box"), and anywhere in a stretch.

`value` says what a reference may name, `offered` holds the options of one row. Each kind of reference has one
file: `words`, `letters`, `numbers`, `answer_words` (yes, no, none, everyone). `place` asks them in turn, `rows`
joins what they find."""
