import json

from logged_readers import Found, Read

_OPTIONS = {
    (16, "en"): ["good", "bad"],
    (16, "ru"): ["хорошо", "плохо"],
    (16, "zh"): ["好", "坏"],
    (19, "en"): ["a big city", "a small town"],
    (19, "ru"): ["в большом городе", "маленьком"],
    (19, "zh"): ["大城市", "小城镇"],
    (22, "en"): ["space exploration", "solving poverty"],
    (22, "ru"): ["на космос", "на борьбу с бедностью"],
    (22, "zh"): ["太空探索", "解决贫困问题"],
    (27, "en"): ["be rich", "be happy"],
    (27, "ru"): ["быть богатым", "быть счастливым"],
    (27, "zh"): ["有钱", "快乐"],
}


def records(path: str, read: Read) -> Found:
    name, language = path.split("#")
    for row in json.loads(read(name))["responses"]:
        options = _OPTIONS.get((row["question_id"], row["language"]))
        if options and row["language"] == language and row["answer"]:
            assert all(x in row["question"] for x in options), row["question"]
            yield f"{row['question_id']}/{language}", options, row["answer"]
