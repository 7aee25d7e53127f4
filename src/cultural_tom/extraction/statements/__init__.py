"""Explicit statements of an answer, one file per way of making them: `marked` (`\\boxed{}`, `[[ ]]`, `<answer>`),
`cued` ("the answer is …": what is `announced`, and what keeps it from being `committed`), `declared` ("B is correct"), `alone` (a line that holds nothing but an answer).

Each is a function from a text and the options to the statements in it; `choose` lists them and decides."""
