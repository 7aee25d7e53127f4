"""Responses read in a second of processor time, and the worst megabyte.

    python -m benchmarks.extraction_speed

Each labelled response (benchmarks.extraction) stands behind reasoning of its language, 1,400 characters together. Where the texts of
the logged responses are (benchmarks.logged), those of 900 to 1,900 characters are read as well, each with options that were not met before.
"""

import time
from collections.abc import Iterable
from typing import Any

from benchmarks.extraction import cases
from benchmarks.logged import here
from cultural_tom.extraction.many import Asked, read_many
from cultural_tom.extraction.read import extract, offered

AT_ONCE, MANY, LEFT_OUT = 2, 112_000, 10_000
LENGTH, EVERY, PASSES, MEGABYTE = 1400, 3, 25, 1_000_000
SHORTEST, LONGEST, PASSES_OF_LOGGED = 900, 1900, 5
FILL = {
    "en": "Let me think about what each person in the story knows at this point. Tom put the ball in the basket and then he went out of the room for a while. While he was away, Lena came in, took the ball out of its place and put it somewhere else, and nobody told him about it. ",
    "zh": "我们来分析一下故事中每个人知道什么。小明把球放进篮子里，然后离开了房间。在他不在的时候，小红进来把球拿出来放到了别的地方，没有人告诉他这件事。",
    "de": "Überlegen wir, was jede Person in der Geschichte weiss. Tom legte den Ball in den Korb und ging dann aus dem Zimmer. Während er weg war, kam Lena herein und legte den Ball an einen anderen Ort, und niemand sagte es ihm. ",
    "fr": "Réfléchissons à ce que chaque personne de l'histoire sait. Tom a mis la balle dans le panier, puis il est sorti de la pièce. Pendant son absence, Lena est entrée et a déplacé la balle, et personne ne le lui a dit. ",
    "ru": "Подумаем, что знает каждый человек в этой истории. Том положил мяч в корзину и вышел из комнаты. Пока его не было, вошла Лена и переложила мяч в другое место, и никто ему об этом не сказал. ",
    "ja": "物語の中でそれぞれの人が何を知っているかを考えてみましょう。トムはボールをかごに入れて部屋を出ました。彼がいない間にレナが入ってきてボールを別の場所に移しましたが、誰も彼に知らせませんでした。",
    "ar": "لنفكر في ما يعرفه كل شخص في القصة. وضع توم الكرة في السلة ثم خرج من الغرفة. وبينما كان غائبا دخلت لينا ونقلت الكرة إلى مكان آخر ولم يخبره أحد بذلك. ",
    "hi": "आइए सोचें कि कहानी में हर व्यक्ति क्या जानता है। टॉम ने गेंद टोकरी में रखी और कमरे से बाहर चला गया। जब वह बाहर था तब लीना आई और गेंद को दूसरी जगह रख दिया और किसी ने उसे नहीं बताया। ",
    "bn": "গল্পে প্রত্যেকে কী জানে তা ভেবে দেখা যাক। টম বলটি ঝুড়িতে রেখে ঘর থেকে বেরিয়ে গেল। সে যখন বাইরে ছিল তখন লীনা এসে বলটি অন্য জায়গায় রাখল এবং কেউ তাকে তা জানায়নি। ",
}  # fmt: skip
PIECES = (
    "选项A", "选择A,", "if A, ", "A ✅\n", "Question:\nA\n", "wait, A. ", "the most likely is ", "not A but B ", "a, ", "says A ",
    "option 3 ", "A: True\nB: False\n", "A. x\nB. y\n", "A) pride\n", "for example [[A]] ", "answer:\n", "answer\nA: x\nB: y\n",
    "C: A: B: ", "A:x;B:y;C:z;", "- 1", "-", "a (", "a (b) ", "<eoa>\n", "<unused95>", "উত্তরঃ ক ", "A is correct. ", "is 6. ",
    "Q:\nA: x\nB: y\nC: z\n", "[[A", "<answer>", "例如", "so ", "because ", "<|end|>", "<|im_end|>", "正确的是B,", "= 1 ", "A【x】\n", "I choose ",
    '{"answer": "', '"a":"b",', "{'a': '", "<<A", "<|a|>b", "→ ", "Label: \n", "| a | b |\n", "<x>B", "#a", "[x] a\n", "submit('", "response 1 ", "3.5 ", "but so ", "but so 24 ", "is yes ", "most likely ranges answer ",
)  # fmt: skip
OPTIONS = (["pride", "shame", "relief", "anger"], ["-1", "1", "-3", "3"], ["24 cm²", "48 cm²"], ["yes", "no"])


def responses() -> list[tuple[str, dict[str, Any]]]:
    out = []
    for case in cases()[::EVERY]:
        reasoning, missing = FILL[case["language"]], max(0, LENGTH - len(case["response"]))
        before = (reasoning * (missing // len(reasoning) + 1))[:missing]
        fields = {k: case[k] for k in ("answer_format", "options", "slots", "language")}
        out.append((f"{before}\n\n{case['response']}", fields))
    return out


def logged_responses() -> list[tuple[str, dict[str, Any]]]:
    """Those of real models; none where their texts are not here."""
    return [
        (c.response, {"answer_format": c.label.format, "options": c.options, "language": c.label.language})
        for c in here()
        if SHORTEST <= len(c.response) <= LONGEST
    ]


def seconds(items: Iterable[tuple[str, dict[str, Any]]]) -> float:
    began = time.process_time()
    for response, fields in items:
        extract(response, **fields)
    return time.process_time() - began


def _afresh(items: Iterable[tuple[str, dict[str, Any]]]) -> float:
    """The seconds where no row's options were met before, as in a file of predictions."""
    offered.cache_clear()
    return seconds(items)


def _at_once(items: list[tuple[str, dict[str, Any]]]) -> float:
    """Responses a second by the clock, without the first ones, during which each process makes its expressions."""
    own = [Asked(response, *(fields[k] for k in Asked._fields[1:])) for response, fields in items]
    began = 0.0
    for k, _ in enumerate(read_many((own[k % len(own)] for k in range(MANY)), AT_ONCE)):
        if k == LEFT_OUT:
            began = time.perf_counter()
    return (MANY - LEFT_OUT) / (time.perf_counter() - began)


def main() -> None:
    items = responses()
    seconds(items)  # patterns compile on first use
    best = min(seconds(items) for _ in range(PASSES))
    print(
        f"{len(items)} responses of {LENGTH} characters: {len(items) / best:.0f} a second of processor time"
    )
    if real := logged_responses():
        best = min(_afresh(real) for _ in range(PASSES_OF_LOGGED))
        mean = sum(len(response) for response, _ in real) // len(real)
        print(
            f"{len(real)} logged responses of {mean} characters on average: {len(real) / best:.0f} a second of processor time"
        )
    print(
        f"{AT_ONCE} processes, {MANY} such responses: {_at_once(items):.0f} a second after the first {LEFT_OUT}"
    )
    worst = max(
        (
            seconds(
                [(piece * (MEGABYTE // len(piece)), {"answer_format": f, "options": o, "language": lang})]
            ),
            piece,
        )
        for piece in PIECES
        for f in ("choice", "choices")
        for o in OPTIONS
        for lang in ("en", "zh")
    )
    print(f"the worst megabyte, {worst[1]!r} repeated: {worst[0]:.2f} s")


if __name__ == "__main__":
    main()
