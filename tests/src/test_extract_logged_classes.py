"""Classes of responses that versions 6 to 9 read: each was misread or missed in logged outputs of real models. The sentences are
written for this test."""

import pytest

from cultural_tom.extraction.read import extract

FOUR = ["red box", "blue bag", "green tin", "old jar"]


def read(response, options=FOUR, language="en", answer_format="choice"):
    return extract(response, answer_format=answer_format, options=options, language=language).indices


@pytest.mark.parametrize(
    ("response", "wanted"),
    [
        ("The place that she means is (B) blue bag.\n\nShe put it there in the morning.", (1,)),
        ("The nearest of them is:\n\nC. green tin\n\nIt stands on the shelf.", (2,)),
        ("The place that she means is not (B) blue bag.\n\nShe left it.", None),
        (
            "The places are: A. red box, B. blue bag, C. green tin, D. old jar. She looks around.\nShe waits.",
            None,
        ),
        (
            "Consider each.\nA. red box: it is open.\nB. blue bag: it is shut.\nC. green tin\nShe has not",
            None,
        ),
        ("I would rate this as a 2, blue bag. It was a fine day for all.", (1,)),
        ("B is correct. If she had stayed, she would know.", (1,)),
        ("Leaning towards C. But wait, she never saw it. This is confusing.", None),
        ("From the candidate answers, C was red and D was", None),
        ("The prompt has an <answer> tag that mentions B. This", None),
        ("The answer is: none of these fits, though the blue bag is near.", None),
        ("This function in C++ returns the length.", None),
    ],
)
def test_english_choices(response, wanted):
    assert read(response) == wanted


@pytest.mark.parametrize(
    ("response", "wanted"),
    [
        ("The correct answer is:\n[A] red box\n[C] green tin", (0, 2)),
        ("Solution:\n(A) red box\nThis one is right.\n(B) blue bag\nThis one is not.", None),
        ("A. red box\nB", None),
        ("] A. red box\nC. green tin", (0, 2)),
        ("Final answer: Statements (A), (B) and (C) are true.", (0, 1, 2)),
    ],
)
def test_lists_below_a_cue(response, wanted):
    assert read(response, answer_format="choices") == wanted


def test_options_in_latex_are_read_as_the_response_is():
    options = [r"$\frac{1}{2} \mathrm{~m}$", r"$\frac{1}{3} \mathrm{~m}$", "none"]
    assert read(r"So option (B) $\frac{1}{3} \mathrm{~m}$ is correct.", options) == (1,)
    assert read(r"The answer is $\frac{1}{2} \mathrm{~m}$.", options) == (0,)


def test_options_that_differ_by_latex_alone_are_told_apart_as_before():
    assert read("The answer is B.", ["$a$", "0", "$-a$"]) == (1,)


def test_the_arabic_word_for_so_is_not_the_word_for_if():
    options = ["في الصندوق", "في الحقيبة"]
    assert read("هو لم ير ذلك. إذاً، الإجابة الصحيحة هي (ب).", options, "ar") == (1,)
    assert read("إذًا الجواب هو ب", options, "ar") == (1,)
    assert read("إذا رأى ذلك، فالجواب هو ب", options, "ar") is None


def test_small_letters_that_mark_statements_are_no_options():
    options = ["a, b", "a, e", "b, c", "c, d"]
    assert read("正しい答えは「e. その病気」を含む選択肢です。", options, "ja") is None
    assert read("答え：2", options, "ja") == (1,)


def test_two_quoted_options_are_two():
    options = ["石である。", "木である。", "水である。"]
    assert read("答えは「1.石である。」と「2.木である。」です。", options, "ja") is None
    assert read("答えは「2.木である。」です。", options, "ja") == (1,)


def test_the_first_of_a_list_of_words_is_no_answer():
    options = ["the stem", "the leaf", "the stem, the leaf and the root"]
    assert read("The stem, then the leaf and a root", options) is None


def test_a_line_that_quotes_the_options_is_no_next_question():
    said = (
        "Answer: (C)\n\nLet me check. The options are (A) red box, (B) blue bag, (C) green tin.\n"
        "Wait, she saw the bag.\nTherefore, the answer is (B)."
    )
    assert read(said) == (1,)


def test_comparatives_of_chinese():
    options = ["他在家。", "他在学校，因为有课。"]
    assert read("B更符合现实，更准确。\n\n原因如下：\n\nA选项没有", options, "zh") == (1,)


def test_both_options_repeated_under_their_letters_say_nothing():
    assert read('A："\n他在家。"\n\nB："\n他', ["他在家。", "他在学校。"], "zh") is None


@pytest.mark.parametrize(
    "text", ["A. red box is ", "the answer is:\n(A) x\n", "is (B) blue bag, ", "rate it as a "]
)
@pytest.mark.parametrize("answer_format", ["choice", "choices"])
def test_repeated_pieces_are_read_without_a_guess_or_an_error(text, answer_format):
    extract(text * 3000, answer_format=answer_format, options=FOUR, language="en")


@pytest.mark.parametrize(
    ("response", "wanted"),
    [
        ('{"reasoning": "It is C? No.", "answer": "B"}', (1,)),
        ('Here it is:\n```json\n{"thought": "not A", "answer_letter": "B"}\n```', (1,)),
        ('{"question": "Which?", "options": ["red box", "blue bag"], "answer": "blue bag"}', (1,)),
        ("{'selected_option': 'B', 'confidence': 0.9}", (1,)),
        ('{"answer": "A or B"}', None),
        ('{"answer": "B"}\n{"answer": "C"}', None),
        ('{"answer": ""}', None),
        ('{"wrong_answer": "B"}', None),
        ('{"A": 0.1, "B": 0.9}', None),
    ],
)
def test_fields_of_json(response, wanted):
    assert read(response) == wanted


@pytest.mark.parametrize(
    ("language", "response", "wanted"),
    [
        ("en", "Group B was given more.", None),
        ("en", "So team B won.", None),
        ("en", "The line from A to B is long.", None),
        ("en", "The letter B appears twice in the word.", None),
        ("en", "It comes down to B.", (1,)),
        ("de", "Gruppe B bekam mehr.", None),
        ("de", "Ich würde B wählen.", (1,)),
        ("fr", "Le groupe B a reçu plus.", None),
        ("ru", "Группа B получила больше.", None),
        ("ja", "グループBのほうが多い。", None),
        ("zh", "维生素B是他需要的。", None),
        ("hi", "समूह B को अधिक मिला।", None),
        ("bn", "ভিটামিন B তার দরকার।", None),
        ("ar", "المجموعة B حصلت على المزيد.", None),
    ],
)
def test_letters_that_are_part_of_a_name_or_talked_about(language, response, wanted):
    assert read(response, language=language) == wanted


def test_two_options_told_in_full_in_two_sentences_are_no_answer():
    assert read("She looks. The largest is (B) blue bag. The smallest is (C) green tin.") is None


def test_a_statement_that_begins_with_i_names_no_option():
    grades = ["not like me", "a bit like me", "like me", "very much like me"]
    assert read("My response:\nStatement: I try hard\nResponse: 3 = like me\nI do.", grades) == (2,)


PEOPLE = {
    "ar": ["حلاق", "نجار", "صياد"], "bn": ["কামার", "জেলে", "তাঁতি"], "de": ["Zahnarzt", "Bäcker", "Lehrer"],
    "en": ["dentist", "baker", "teacher"], "fr": ["dentiste", "boulanger", "notaire"], "hi": ["दर्ज़ी", "माली", "नाई"],
    "ja": ["医者", "教師", "漁師"], "ru": ["врач", "пекарь", "учитель"], "zh": ["医生", "老师", "渔夫"],
}  # fmt: skip
RIGHT = {
    "ar": ("صحيح", "خاطئ"), "bn": ("সঠিক", "ভুল"), "de": ("richtig", "falsch"), "en": ("correct", "incorrect"),
    "fr": ("correct", "incorrect"), "hi": ("सही", "गलत"), "ja": ("正しい", "誤り"), "ru": ("верно", "неверно"), "zh": ("正确", "错误"),
}  # fmt: skip


@pytest.mark.parametrize("language", PEOPLE)
@pytest.mark.parametrize(
    "line", ["{letter}. {name} - {word}", "- **{letter}. {name}** – {word}. …", "{letter}: {word}"]
)
def test_verdicts_in_words_are_read_where_all_have_one_and_one_alone_is_right(language, line):
    right, wrong = RIGHT[language]

    def lines(*words):
        return "\n".join(
            line.format(letter=x, name=n, word=w)
            for x, n, w in zip("ABC", PEOPLE[language], words, strict=False)
        )

    assert read(lines(wrong, right, wrong), PEOPLE[language], language) == (1,)
    for words in [(right, right, wrong), (wrong, wrong, wrong), (right, wrong, right)]:
        assert read(lines(*words), PEOPLE[language], language) is None


@pytest.mark.parametrize(
    "response", ["A. dentist - incorrect\nB. baker - correct", "A - correct\nB - incorrect"]
)
def test_verdicts_in_words_on_two_options_may_be_on_a_question_for_the_false_one(response):
    assert read(response, ["dentist", "baker"]) is None


@pytest.mark.parametrize(
    ("language", "response"),
    [
        ("ar", "النتيجة: صياد"), ("bn", "রায়: তাঁতি"), ("de", "**Einstufung: Lehrer**"), ("fr", "Note attribuée : notaire"),
        ("hi", "निर्णय: नाई"), ("ja", "**判定**：漁師"), ("ru", "Вердикт: учитель"), ("zh", "核查结果：渔夫"),
    ],
)  # fmt: skip
def test_a_verdict_after_a_text_is_read(language, response):
    text = f"{PEOPLE[language][0]}, {PEOPLE[language][1]}: …\n…\n…\n{response}"
    assert read(text, PEOPLE[language], language) == (2,)


@pytest.mark.parametrize(
    ("language", "response"),
    [
        ("ar", "هذا يعني ثلاثة أشهر من الصمت. وهذا كثير. أعطي صوتي للخيار B."), ("de", "Es ist spät. Es ist kalt. Meine Stimme bekommt Vorschlag B."),
        ("en", "It is late. It is cold. My vote goes to B."), ("fr", "Il est tard. Il fait froid. Mon vote va à la B."),
        ("hi", "देर हो गई। ठंड है। मेरा वोट B को।"), ("ru", "Уже поздно. Холодно. Мой голос за B."), ("zh", "天晚了。天冷了。我这一票投给B。"),
    ],
)  # fmt: skip
def test_votes(language, response):
    assert read(response, PEOPLE[language], language) == (1,)


@pytest.mark.parametrize(
    ("response", "wanted"),
    [
        (
            "1. Option A ❌ it is open.\n2. Option B ✅ it is shut.\n3. Option C ❌ far.\n4. Option D ❌ old.",
            (1,),
        ),
        ("A. ❌ It is open.\nB. ❌ It is shut.\nC. ✅ Yes, it is near.\nD. ❌ It is old.", (2,)),
        ("The row says so. It stands in the first line of it. ✅ A", (0,)),
        (
            "The place in question is not the blue bag (B). The red box is open, and nobody sees the old jar.",
            None,
        ),
        ("Blue bag, certainly not. The old jar is broken, and he likes no tin.", None),
        ("Blue bag, not red box.", (1,)),
        ("Some would opt for B.", None),
        ("Many people would take the old jar.", None),
        ("The least likely of them is the old jar.", None),
    ],
)
def test_what_version_9_reads_and_no_longer_reads(response, wanted):
    assert read(response) == wanted


def test_an_answer_behind_a_dash_goes_on_in_a_sentence():
    said = "Правильный ответ — C. Учитель пришёл поздно. Врач ушёл. Что касается пекаря, то он"
    assert read(said, PEOPLE["ru"], "ru") == (2,)


def test_a_chinese_word_that_begins_like_answer():
    assert read("先答应再反悔2分，拖着更累；老师7分；渔夫5分。医生3分。", PEOPLE["zh"], "zh") is None


def test_a_first_judgement_that_is_taken_back():
    said = "初步判断：似乎可以给“部分正确”，即C。\n但是再查一下。\n前面的判断需要收回：应判为错误。"
    assert read(said, ["正确", "大部分正确", "部分正确", "错误"], "zh") == (3,)


@pytest.mark.parametrize("frame", ["@@{}@@", "@@ {} @@", "%%{}%%"])
def test_an_answer_in_a_frame_of_signs(frame):
    assert read("Final answer: " + frame.format("3")) == (2,)
    assert read(frame.format("B")) == (1,)


def test_the_japanese_for_i_announces_only_what_directly_follows():
    said = "二国が争っています。\n私は国を支持する立場ではありませんが、国際法とロシアの支配は、強い位置を占めていると言えます。"
    assert read(said, ["日本", "ロシア"], "ja") is None
    assert read("私はBを選びます。", ["日本", "ロシア"], "ja") == (1,)
