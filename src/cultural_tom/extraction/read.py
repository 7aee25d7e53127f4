r"""Read the answer out of a model's raw words, or say why it cannot be read. Never a guess.

The rules, in this order (docs/extraction.md has examples per language):

1. A reply of a letter, or a cue and a letter, is read at once. Thinking (`<think>…</think>` and its variants, "## Thinking … ## Final Response") is removed;
   thinking that never ends is `unclosed_thinking`.
2. Of the rest, the last `READ_LAST` characters are read. Unicode is made plain (NFKC, ASCII digits, no
   direction marks), Markdown, LaTeX and HTML emphasis are removed, struck-out text is dropped. So is the sign of the form that was
   asked for, where it is copied with the answer: "(X) B".
3. All options repeated in a row say nothing; an answer before them that opens the text stands. What follows an invented
   next question, or what the text plays once more in its own form, is left out where something before it commits. "Y" and "N" alone are
   yes and no.
4. Explicit statements, strongest first: `\boxed{}`, `[[B]]`, `<answer>`, a call such as submit("B"), a field of an object,
   "final answer: B", the one tag or field of another name that holds an option; then "the answer
   is B", "I choose B", "B is correct", verdicts and ticks on the options, and a first or last line that holds nothing but an answer. The
   last statement counts. If an earlier one of the same strength differs, it must have been taken back ("wait",
   "actually", …) in between, or the last one is an explicit line of its own at the end; else the response is `ambiguous`. So it is where the
   text takes the statement back at the end, or turns and concludes with another option. A last line that refuses is no answer.
5. Without a statement: the one answer in bold; else the beginning of the text ("B, because …") and a
   concluding last sentence ("so it is B"), which must not differ; else the one that a report has behind a heading, in square brackets, that is told in full, praised, ranked above the others,
   avowed, the class that sentences end with, named by its words and mark together, or set apart from all the others; else the only option that is named at
   all, by letter or by its words, without a negation in that clause, in a text that does not decline.
6. A letter or number that is no option, or a name that is none, is `not_an_option`. A letter beside another
   option's words is `ambiguous`.

`slots` are read as a row of level words and values (see `slots/`). An answer carries the rule that read it and
the span; `evidence` quotes it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from cultural_tom.extraction import choose
from cultural_tom.extraction.answer import REASONS, RULES, Answer, unparsed
from cultural_tom.extraction.characters import holds, lower, plain
from cultural_tom.extraction.clean import READ_LAST, Text, clean, fold, without_thinking
from cultural_tom.extraction.cyrillic import counts_in_alphabet, small_letter
from cultural_tom.extraction.echo import echo, without
from cultural_tom.extraction.form_sign import without_form_sign
from cultural_tom.extraction.patterns import BY_ALPHABET, LONE_LETTER, Language, languages
from cultural_tom.extraction.patterns import language as _language
from cultural_tom.extraction.references.offered import Offered
from cultural_tom.extraction.references.own_letters import own_letters
from cultural_tom.extraction.run_on import before_next_questions, first_turn
from cultural_tom.extraction.scripts import language_of
from cultural_tom.extraction.slots import sequence

__all__ = ["READ_LAST", "REASONS", "RULES", "Answer", "canonical", "evidence", "extract", "languages"]

_SHORT = 60
_LONGEST_INITIAL = 6
_PICTURE = re.compile("[\U0001f300-\U0001faff]")
_PICTURES = re.compile("\\s*[\U0001f300-\U0001faff][\U0001f300-\U0001faff\\u200d\\ufe0f ]{0,40}(?=\\w)")
_LINE_WITH_PICTURE = re.compile("\\n\\s*[\U0001f300-\U0001faff]")
_SHARE, _A_SHARE = re.compile(r"\s*[A-Za-z]\$\s*"), re.compile(r"(?<![\w$])([A-Za-z])\$(?!\w)")
"""A name such as C$, whose dollar is none of LaTeX's: written wide it stays until those are gone, and is plain again then."""
_AROUND_LETTER = " .)(\"'"
_TOKEN = re.compile(r"<\|([^|<>\n]{1,40})\|>")
_COMMITTED = ("marked", "final_cue", "cue", "declared", "verdicts", "alone", "beginning")
_OPENED = re.compile(r"[ \"'(\[*]{0,4}")
_ITEM = re.compile(r"\s*\d{1,2}[.)]\s*")
_LETTER = re.compile(rf"{_OPENED.pattern}{LONE_LETTER}")
_FORMATS = ("choice", "choices", "slots", "names")


@lru_cache(maxsize=4096)
def offered(options: tuple[str, ...], language: str, many: bool) -> Offered:
    """The options of a row, with the words of a language; a million responses to a thousand rows make a thousand of them."""
    return Offered(options, _language(language), many)


def extract(
    response: str,
    *,
    answer_format: str,
    options: Sequence[str],
    slots: Sequence[str] = (),
    language: str,
) -> Answer:
    """The option indices that a response commits to, or the reason why it is unparsed.

    `answer_format`, `options`, `slots` and `language` are those of the row (in the order that the model was
    shown). Pure; time grows linearly with the response. Raises ValueError for an unknown format or
    language and where there are no options, never because of the response.

    >>> extract("The answer is (b).", answer_format="choice", options=["box", "bag"], language="en")
    Answer(indices=(1,), reason='')
    >>> extract("A or B", answer_format="choice", options=["box", "bag"], language="en").reason
    'ambiguous'
    """
    if answer_format not in _FORMATS:
        raise ValueError(f"no answer format {answer_format!r}; known: {', '.join(_FORMATS)}")
    if not options:
        raise ValueError(
            "options: none; a response is read as one of at least one option that the model was shown"
        )
    read_as = language_of(response, language)
    if read_as == "ru" and counts_in_alphabet(response, options):
        read_as += BY_ALPHABET
    o = offered(tuple(options), read_as, answer_format in ("choices", "names"))
    if answer_format == "choice" and len(response) < _SHORT and (answer := _letter_only(response, o)):
        return answer
    if holds(response, "<|"):
        response = _without_token_signs(response, o.folded)
    shown = visible(response, options)
    if shown is None:
        return unparsed("unclosed_thinking")
    text = _without_certainty(shown, o.lang)
    if not text.text:
        return unparsed("no_answer")
    if answer_format == "slots":
        return sequence.read(text, o, slots)
    if answer_format == "choice" and read_as.startswith("ru") and (answer := _small_letter_only(text, o)):
        return answer
    if o.yes_no and len(text.text) <= _LONGEST_INITIAL and (initial := _initial(text, o)):
        return initial
    if holds(text.text, "X)"):
        text = without_form_sign(text, o)
    if span := echo(text, o):
        if _ITEM.fullmatch(text.text, 0, span[0]):
            span = (0, span[1])  # "1." before the list, whose item it is
        if (first := _before_prompt(text, o, span[0])) is not None:
            return first
        text = without(text, *span)
    found = unparsed("no_answer")
    for before in before_next_questions(text, o):
        earlier, found = found, choose.read(before, o)
        if found.reason == "no_answer" and earlier.indices is not None and earlier.rule != "mention":
            found = earlier
        if found.indices is not None and found.rule in _COMMITTED:
            break
    return found


def _without_token_signs(response: str, folded: Sequence[str]) -> str:
    """The response with the signs of a control token taken off an option's words: "<|yes|>"."""
    return _TOKEN.sub(lambda m: f" {m[1]} " if fold(m[1]) in folded else m[0], response)


def _before_prompt(text: Text, o: Offered, prompt: int) -> Answer | None:
    """The answer that opens the text, where the prompt follows it once more: what comes behind that is another turn's."""
    found = choose.read(replace(text, text=text.text[:prompt], low=text.low[:prompt]), o)
    opens = (
        found.indices is not None and found.rule == "alone" and found.span is not None and not found.span[0]
    )
    return found if opens else None


def _letter_only(response: str, o: Offered) -> Answer | None:
    """Most responses are a letter, or a cue and a letter: no need to look at them from all sides."""
    if o.lettered:
        return None
    low = lower(plain(response))
    said = low.strip()
    m = _LETTER.fullmatch(said)
    if m is None and (cues := o.lang.cues(said)) and _OPENED.fullmatch(said, 0, cues[0].start()):
        m = o.lang.linked_letter.fullmatch(said, cues[0].end())
    if m is None or o.place_of(m[1]) >= o.n:
        return None
    start = m.start(1) + len(low) - len(low.lstrip())
    return Answer((o.place_of(m[1]),), "", "short", (start, start + 1))


def _small_letter_only(t: Text, o: Offered) -> Answer | None:
    """The small letter of the Russian alphabet that is all of the text, where no option is a letter."""
    found = small_letter(t.text) if len(t.text) < _SHORT else None
    if found is None or found[0] >= o.n:
        return None
    index, start = found
    if any(len(f) == 1 or f.startswith(f"{t.low[start]} ") for f in o.folded):
        return None  # which may be cut off
    return Answer((index,), "", "alone", (start, start + 1))


def _initial(t: Text, o: Offered) -> Answer | None:
    """The bare yes or no that begins with the one letter of the text, where that is no option's mark: "Y"."""
    char = t.low.strip(_AROUND_LETTER)
    hits = [i for i in range(o.n) if o.bare_yes_or_no(i) and o.folded[i][0] == char]
    if o.many or len(hits) != 1 or not char.isascii() or ord(char) - 97 < o.n:
        return None
    start = t.low.find(char)
    return Answer((hits[0],), "", "alone", (start, start + 1))


def visible(response: str, options: Sequence[str]) -> Text | None:
    """What is read of a response, its thinking and the pictures that it opens with taken away ("👍 Yes, …"); None where its thinking never
    ends. Pictures stay where an option has one, or a later line begins with one: each may stand for something."""
    shown = without_thinking(response)
    if shown is None:
        return None
    shown = first_turn(shown)
    if "$" in shown and any(map(_SHARE.fullmatch, options)):
        shown = _A_SHARE.sub("\\1＄", shown)
    pictures = _PICTURES.match(shown)
    if (
        pictures
        and not any(map(_PICTURE.search, options))
        and not _LINE_WITH_PICTURE.search(shown, pictures.end())
    ):
        shown = shown[pictures.end() :]
    return clean(shown)


def _without_certainty(text: Text, lang: Language) -> Text:
    """Phrases such as "no doubt" blanked out of `low`: they hold a negation and negate nothing."""
    if lang.certain.may(text.low):
        return replace(text, low=lang.certain.pattern.sub(lambda m: " " * len(m[0]), text.low))
    return text


def evidence(response: str, answer: Answer, options: Sequence[str] = ()) -> str:
    """The words of the response, as they were read, that `answer.span` points to; "" where it has none. `options`: those that
    were offered, needed where a reply writes one as a control token ("<|yes|>").

    >>> said = "<think>A?</think>The answer is **B**, not A."
    >>> evidence(said, extract(said, answer_format="choice", options=["box", "bag"], language="en"))
    'answer is B'
    """
    if answer.span is None:
        return ""
    # a letter on its own is read before thinking and markup are removed
    if "<|" in response and answer.rule != "short":
        own = own_letters(options)
        response = _without_token_signs(response, tuple(map(fold, own.words if own else options)))
    shown = None if answer.rule == "short" else visible(response, options)
    return (shown.text if shown else plain(response))[slice(*answer.span)]


def canonical(
    indices: Sequence[int], *, answer_format: str, options: Sequence[str], slots: Sequence[str] = ()
) -> str:
    """The plainest way to write an answer; `extract` reads it back in every language.

    >>> canonical([0, 2], answer_format="names", options=["Ada", "Bo", "Cy"])
    'Ada, Cy'
    """
    if answer_format == "slots":
        return ", ".join(f"{s.capitalize()}: {chr(65 + i)}" for s, i in zip(slots, indices, strict=True))
    if not indices:
        return "None"
    if answer_format == "names":
        return ", ".join(options[i] for i in indices)
    return ", ".join(chr(65 + i) for i in indices)
