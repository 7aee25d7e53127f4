"""Copies the labelled responses, and those that wait for their labels, out of clones of the repositories in logged_outputs/sources.toml.

python tests/src/logged_collect.py CLONES OUT: CLONES holds <owner>/<name> (or <owner>+<name>/repo), each with
the commit that sources.toml names; OUT gets <source>.jsonl, the layout that logged.py reads. Nothing of it
is committed. A reader's path that begins with "questions:" is one of the second repository, of the questions.
"""

import ast
import csv
import functools
import importlib
import io
import json
import pkgutil
import random
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import logged_readers
from logged import digest, digest_of_options, labels, pending, sources
from logged_readers import Found, Read


def lines(data: bytes) -> list[str]:
    return [line for line in data.decode().split("\n") if line.strip()]


def rows(data: bytes, errors: str = "strict") -> Iterator[dict[str, str]]:
    return csv.DictReader(io.StringIO(data.decode(errors=errors)))


def listed(text: str) -> list[str]:
    """The options that a question lists one per line, marked A, B, C ... in order."""
    found: list[str] = []
    for match in re.finditer(r"^\s*\(?([A-P])[\)\.:：．、]\s*(.+)$", text, re.M):
        if match[1] == chr(65 + len(found)):
            found.append(match[2].strip())
    return found


def mmlu_pro(path: str, read: Read) -> Found:
    archive = zipfile.ZipFile(io.BytesIO(read(path)))
    name = next(n for n in archive.namelist() if n.endswith("json") and "__MACOSX" not in n)
    content = json.loads(archive.read(name))
    if isinstance(content, dict):
        content = [row for part in content.values() for row in (part if isinstance(part, list) else [part])]
    for row in content:
        if isinstance(row, dict):
            output = row.get("model_outputs") or row.get("generated_text") or ""
            yield str(row["question_id"]), row["options"], output[0] if isinstance(output, list) else output


def simple_evals_ru(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), listed(row["instruction"]), row["answer"]


def tombench_logs(path: str, read: Read) -> Found:
    shown = "OPTION-{}" if path.split("/")[0].endswith("-eg") else "选项{}"
    for n, line in enumerate(lines(read(path))):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        texts = [str(row["data"].get(shown.format(row["map"].get(k)))) for k in "ABCD"]
        options = [re.sub(r"^\s*[A-D][\.、:：]\s*", "", text) for text in texts]
        yield str(n), [o for o in options if o not in ("None", "nan", "")], row["output"]


def crosslingual(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield str(row["doc_id"]), [row["doc"][f"option_{c}"] for c in "abcd"], row["resps"][0][0]


def bangla_school(path: str, read: Read) -> Found:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(io.BytesIO(read(path)))
    for n, row in enumerate(table.to_pylist()):
        yield str(n), [str(row.get(f"{c} Bn")) for c in "ABCD"], row.get("predicted_option") or ""


def lexeval(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), listed(row.get("input") or ""), row.get("output") or ""


def lawbench(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        asked = row["origin_prompt"]
        asked = asked if isinstance(asked, str) else asked[0]["prompt"]
        parts = re.split(r"(?:(?<=[;；。\n?？:：!]|\s)|(?<=）))[A-D][:：]", asked)[1:]
        options = [re.split(r"<eo|\n", part.strip(" ;；。\n"))[0].strip(" ;；。") for part in parts]
        yield key, options, row["prediction"]


def gaokao(path: str, read: Read) -> Found:
    content = json.loads(read(path))
    for n, row in enumerate(content.get("example") or content.get("examples") or []):
        output = row.get("model_output") or ""
        parts = re.split(r"(?<![A-Za-z])[A-D]\s*[\.．、:：]", row.get("question") or "")[1:]
        yield (
            str(row.get("index", n)),
            [part.strip() for part in parts],
            output[0] if isinstance(output, list) and output else output,
        )


def igakuqa(path: str, read: Read) -> Found:
    _, year, name = path.split("/")
    asked = [json.loads(x) for x in lines(read(f"data/{year}/{name.split('_')[0]}.jsonl"))]
    choices = {x["problem_id"]: x.get("choices") for x in asked}
    for line in lines(read(path)):
        row = json.loads(line)
        yield row["problem_id"], choices[row["problem_id"]] or [], row.get("explanation") or ""


def igakuqa_local(path: str, read: Read) -> Found:
    asked = [json.loads(x) for part in "ABCDEF" for x in lines(read(f"data/2022/116-{part}.jsonl"))]
    choices = {x["problem_id"]: x.get("choices") for x in asked}
    for prompt, answers in json.loads(read(path))["details"].items():
        for row in answers:
            key = row["problem_id"]
            yield f"{prompt}/{key}", choices.get(key) or [], row.get("response") or ""


def mathvista(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        yield key, row.get("choices") or [], row.get("response") or ""


def mmmu(path: str, read: Read) -> Found:
    if path.endswith(".jsonl"):
        for line in lines(read(path)):
            row = json.loads(line)
            options = row["options"]
            yield (
                row["id"],
                ast.literal_eval(options) if isinstance(options, str) else options,
                row["response"],
            )
        return
    for row in json.loads(read(path)):
        if row["question_type"] == "multiple-choice":
            yield row["id"], [row["index2ans"][c] for c in row["all_choices"]], row["response"]


def values_pct(path: str, read: Read) -> Found:
    mark = re.compile(r"^\s*[\(\[]?[0-9A-Da-d]?[\)\.\]]\s*")
    for n, row in enumerate(rows(read(path))):
        options = [mark.sub("", x).strip() for x in row["ans_prompt"].splitlines() if x.strip()]
        yield str(n), options, row["completion"]


def tomchallenges(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path), "replace")):
        for kind in ("tf", "tfr"):
            for model in ("turbo", "davinci", "gpt4"):
                field = f"{kind}_{model}_pred"
                yield f"{n}/{field}", listed(row["tfr_prompt"])[-2:], row.get(field) or ""


def clever_hans(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for k, asked in enumerate(row["prompts"], 1):
            options = re.findall(r"^- (.+)$", asked.split("Question:")[-1], re.M)
            yield f"{n}/prediction{k}", [x.strip() for x in options], row.get(f"prediction{k}") or ""


def acegpt(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        yield str(row["query_id"]), listed(row["query"]), row["response"]


def xlsx(data: bytes) -> list[dict[str, str]]:
    """The rows of a workbook's first sheet, keyed by its first row."""
    part = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    book = zipfile.ZipFile(io.BytesIO(data))
    strings = [
        "".join(t.text or "" for t in item.iter(f"{part}t"))
        for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    table: list[dict[str, str]] = []
    for row in ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml")).iter(f"{part}row"):
        cells = {}
        for cell in row.iter(f"{part}c"):
            value = cell.findtext(f"{part}v")
            if value is not None:
                column = (cell.get("r") or "").rstrip("0123456789")
                cells[column] = strings[int(value)] if cell.get("t") == "s" else value
        table.append(cells)
    return [{name: row.get(column, "") for column, name in table[0].items()} for row in table[1:]]


def rumedtest(path: str, read: Read) -> Found:
    for number, _, _, asked, answer in json.loads(read(path)):
        yield str(number), [x.strip() for x in re.findall(r"^[1-4]\. (.+)$", asked, re.M)], answer


def qwen3_mmmlu(path: str, read: Read) -> Found:
    content = json.loads(read(path))
    asked = [json.loads(x) for x in lines(read(f"data/exp_v2/mmmlu/test_{content['language']}_100.jsonl"))]
    choices = {x["question_index"]: x.get("choices") or [str(x[c]) for c in "ABCD"] for x in asked}
    for row in content["results"]:
        yield str(row["question_index"]), choices[row["question_index"]], row["response"]


def lexam_gemini(path: str, read: Read) -> Found:
    language = path.removesuffix(".txt")[-2:]
    asked = [x for x in xlsx(read("questions:data/MCQs_test.xlsx")) if x["language"] == language]
    parts = re.split(r"^(\d+):\n\n", read(path).decode(), flags=re.M)
    for number, answer in zip(parts[1::2], parts[2::2], strict=True):
        options = ast.literal_eval(asked[int(number)]["choices"])
        yield number, options, re.sub(r"\n*\.{20,}\s*$", "", answer).strip("\n")


def moral_machine(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), [x.strip() for x in re.findall(r"^- (.+)$", row["query"], re.M)], row["pred"]


def arb(path: str, read: Read) -> Found:
    # before the option, or a digit behind it
    mark = re.compile(r"^\s*[أبجده]\s*[.)]\s*(?=\D)|\s*\.[1-9]\s*$")
    for n, row in enumerate(rows(read(path))):
        if row["choices"].startswith("["):
            options = [mark.sub("", x).strip() for x in ast.literal_eval(row["choices"])]
            yield str(n), options, row["gpt-4.1-answers"]


def cmmlu_qwen(path: str, read: Read) -> Found:
    for row in csv.reader(io.StringIO(read(path).decode())):
        yield row[0], [x.strip() for x in row[2:6]], row[-1]


def upsc(path: str, read: Read) -> Found:
    asked = json.loads(read("data/processed/upsc_bench.json"))
    choices = {x["id"]: list(x["options"].values()) for x in asked}
    for row in json.loads(read(path))["results"]:
        yield row["question_id"], choices[row["question_id"]], row["raw_output"]


def token_bias(path: str, read: Read) -> Found:
    for key, row in json.loads(read(path)).items():
        if isinstance(row, dict):
            options = re.findall(r"^\([a-e]\) (.+)$", row.get("question") or "", re.M)
            yield key, [x.strip() for x in options], row.get("init_model_answer") or ""


def relational_dilemma(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), ["Yes", "No"], row["response"]


def mmlu_pro_qwen3(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        yield str(row["question_id"]), row["options"], row["model_outputs"]


def big_bench_hard(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["outputs"]):
        asked = row["input"].split("\nOptions:")[-1].split("\nA: Let")[0]
        options = re.findall(r"^(?:\([A-R]\)|-) (.+)$", asked, re.M)
        yield str(n), [x.strip() for x in options], row["prediction"]


def belebele_llama(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["questions"]):
        asked = re.findall(r"^Antwort [A-D]: (.*)$", row["question"], re.M)
        yield str(n), [x.strip() for x in asked[-4:]], row["answer_raw"]


def marked(text: str, mark: str) -> list[str]:
    """The parts of a text behind each of its marks."""
    return [part.strip() for part in re.split(mark, text)[1:]]


def jee_languages(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        answer = next(row[key] for key in row if key.endswith("_response"))
        options = marked(row["question"], r"\[[A-D]\]") or marked(row["question"], r"\([A-D]\)")
        yield str(n), options, answer["choices"][0]["message"]["content"]


def yokai(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        yield str(n), row["question"]["choices"], row["response"]


def vet_exam(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        options = marked(row["answer_choices"], r"[１-５]．")
        options = [re.sub(r"\n\d+$", "", x).strip() for x in options]  # the page's number behind the last
        yield str(n), options, row.get("response_with_cot") or row["response"]


def bangla_r1(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = [str(x) for x in row["options"]]
        yield str(n), options, row["gen_ans"]
        yield f"{n}/whole", options, row["reason"] + row["gen_ans"]


def pulse(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = re.findall(r"^[A-E][:：](.*)$", row["question"], re.M)
        yield str(n), [x.strip() for x in options], row["predict_answer"]


def medgemma(path: str, read: Read) -> Found:
    named = re.search(r"^CANONICAL = (\{.*?^\})", read("src/eval_harness.py").decode(), re.M | re.S)
    assert named
    choices = ast.literal_eval(named[1])
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), choices[row["dataset"]], row["output_text"]


def disc_law(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), [row[c].strip() for c in "ABCD"], row.get("model_output") or ""


def relationship_advice(path: str, read: Read) -> Found:
    for asked in json.loads(read(path))["records"]:
        for trial in asked["trials"]:
            options = [trial["choices"][c] for c in sorted(trial["choices"])]
            for turn in ("response_1", "response_2"):
                yield f"{trial['trial_id']}/{turn}", options, trial[turn]["original"]


def mmlu_pro_history(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        options = row["options"]
        options = json.loads(options) if isinstance(options, str) else options
        yield str(n), options, row["response"] or ""


def hinted_mmlu_pro(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        options = [re.sub(r"^[A-J]\. ", "", x) for x in row["meta"]["candidates"]]
        yield row["instance_id"], options, row["result"].get("response") or ""


def matric(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        if row["question_type"] == "multiple_choice":
            asked = re.split(r"\s*Choose (?:the )?correct", row["prompt"])[0]
            options = marked(asked, r"(?:^|\s)[A-D]\)? (?=\S)")
            yield f"{row['id']}/{row['language']}", options, row["response"]


def cmmu(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        yield f"{n}/{row['question_id']}", listed(row["prompt"]), row["answer"]


def uhgeval(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["results"]):
        log, asked = row["log"], row["data_point"]
        if "a" in log:
            kept = {"hallucinatedCont.": "hallucinatedContinuation", "realCont.": "realContinuation"}
            yield str(n), [asked[kept[log[k]]].strip() for k in ("a", "b")], log["response"]


def leval(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), listed(row["query"]), next(row[key] for key in row if key.endswith("_pred"))


def mcq_robustness(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        for name, row in json.loads(line).items():
            if isinstance(row, dict):  # the log holds the prompt before the response
                answer = re.split(r"\[/INST\]|\nmodel\n", row["response"], maxsplit=1)[-1]
                yield f"{n}/{name}", listed(row["question"].split("Options:")[-1]), answer


def persona_scale(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))["responses"]):
        asked = row.get("input_prompt") or row["input_prompt_system"] + row["input_prompt_user"]
        options = re.findall(r"^(?:\([A-E]\)\.|[1-5] =) *(.+)$", asked, re.M)
        yield str(n), [x.strip() for x in options], row["response"].split("[/INST]")[-1]


TRUTH = {  # the grades that the prompts of xfact_claims end with, by the language of the claim
    "bn": ["সত্য", "অধিকাংশ সত্য", "অর্ধসত্য", "অধিকাংশ মিথ্যা", "মিথ্যা"],
    "fr": ["Vrai", "En grande partie vrai", "À moitié vrai", "En grande partie faux", "Faux"],
    "hi": ["सत्य", "अधिकांशतः सत्य", "आधा सत्य", "अधिकांशतः असत्य", "असत्य"],
    "ru": ["Правда", "В основном правда", "Наполовину правда", "В основном ложь", "Ложь"],
}


def xfact_claims(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["language"] in TRUTH:
            yield str(n), TRUTH[row["language"]], row["output"] or ""


def german_gender(path: str, read: Read) -> Found:
    table = csv.DictReader(io.StringIO(read(path).decode("utf-8-sig")), delimiter=";")
    for n, row in enumerate(table):
        options = [row[c].strip() for c in "ABC"] if "A" in row else ["Ja", "Nein"]
        yield str(n), options, row["output"] or ""


def jmle2026(path: str, read: Read) -> Found:
    asked = json.loads(read("jmle2026_dataset.json"))
    choices = {x["question_id"]: re.findall(r"^[ 　]*[a-j]　+(.+)$", x["question_text"], re.M) for x in asked}
    for row in json.loads(read(path))["results"]:
        options = [x.strip() for x in choices[row["question_id"]]]
        yield row["question_id"], options, row["raw_response"] or ""
        if row.get("reasoning"):  # the log keeps it apart; a server may send it before the answer
            yield f"{row['question_id']}/whole", options, f"{row['reasoning']}\n\n{row['raw_response'] or ''}"


def aratrust(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        options = [re.sub(r"^\s*[أإابج]\s*\)\s*", "", row[f"choice_{c}"]).strip() for c in "abc"]
        yield row["sample_idx"], options, row["raw_response"]


SIDES = {  # whom the bracket behind a question of territories names, in the language that it was asked in
    "[Japan, Russia]": (["日本", "ロシア"], r"[\u3040-\u30ff]"),
    "[India, Pakistan]": (["भारत", "पाकिस्तान"], r"[\u0900-\u097f]"),
}


def territories(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        asked = re.search(r"\[.+\]$", row.get("english_question", ""))
        if asked and asked[0] in SIDES:
            options, letters = SIDES[asked[0]]
            answer = next(row[key] for key in row if key.endswith("_translated"))
            if re.search(letters, answer):  # asked in two languages, told by the letters of the answer
                yield str(n), options, answer


def clika(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        yield str(n), listed(row["input"].split("Question:")[-1]), row["res"] or ""


AGREEMENT = ["Pas du tout d'accord", "Plutôt pas d'accord", "Plutôt d'accord", "Tout à fait d'accord"]


def politics_fr(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        for name, response in row.items():
            yield f"{n}/{name}", AGREEMENT, response or ""


def graded(scale: str) -> list[str]:
    """The options of a survey's scale: "1 (...) - 2 (...)" up to the codes for no answer, or words alone."""
    parts = re.split(r" - (?=\S)", scale)
    if not re.match(r"\d", scale):
        return [part.strip() for part in parts]
    found: list[str] = []
    for part in parts:
        match = re.fullmatch(r"(\d+) \((.+)\)\.?", part.strip())
        if match and int(match[1]) == len(found) + 1:
            found.append(match[2].strip())
    return found


def values_ru(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if isinstance(row["response_scale"], str):
            yield str(n), graded(row["response_scale"]), row["model_response"] or ""


def hinted_r1(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        for prompt, response in row.items():
            if isinstance(response, str):
                yield f"{n}/{prompt}", row["targets"], response


def afrimed(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        yield str(n), [row[c].strip() for c in "ABCDE" if row[c].strip()], row["outputs"]


def tiny_aya(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        options = [row[c].strip() for c in "ABCD"]
        for column in ("cot_answer", "cot_run1", "cot_run2", "cot_run3"):
            if column in row:
                yield f"{n}/{column}", options, row[column] or ""


def mubench_gpt4o(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        # the marks stand in order, each at the beginning of a line
        asked = row["prompt"].removesuffix("\nAnswer with A, B, C or D:\nAnswer:")
        options = re.split(r"\nChoice [A-D]: ", asked)[1:]
        yield row["id"], [x.strip() for x in options], row["response"]


def causes_llama2(path: str, read: Read) -> Found:
    task, language = re.search(r"_(xcopa|xstorycloze)_([A-Z][a-z]+)_", path).groups()
    script = {"Arabic": "arb_Arab", "Bengali": "ben_Beng", "English": "eng_Latn", "French": "fra_Latn"}
    script |= {"German": "deu_Latn", "Hindi": "hin_Deva", "Japanese": "jpn_Jpan", "Russian": "rus_Cyrl"}
    if task == "xstorycloze":
        found = rows(read(f"datasets/xstorycloze/{script[language]}.csv"))
        asked = [[x["sentence_quiz1"], x["sentence_quiz2"]] for x in found]
    else:
        if language == "Chinese":  # not translated by the repository
            found = [json.loads(x) for x in lines(read("questions:data/zh/test.zh.jsonl"))]
        else:
            text = read(f"datasets/xcopa/xcopa_{script[language]}.csv").decode()
            found = list(csv.DictReader(io.StringIO(text), delimiter=";"))
        asked = [[x["choice1"], x["choice2"]] for x in found]
    answers = csv.reader(io.StringIO(read(path).decode()), delimiter=";")
    for n, (options, answer) in enumerate(zip(asked, answers, strict=True)):
        if answer[0].startswith("Response: "):  # the repository's own word
            yield str(n), [x.strip() for x in options], answer[0].removeprefix("Response: ")


def bangla_bar(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        yield str(n), [x.strip() for x in row["options"].values()], row["model_output"] or ""


def bangla_physics(path: str, read: Read) -> Found:
    printed = "".join(
        "".join(output["text"])
        for cell in json.loads(read(path))["cells"]
        for output in cell.get("outputs", [])
        if output.get("name") == "stdout"
    )
    parts = re.split(r"^📌 Question #(\d+):$", printed, flags=re.M)
    replies = dict(zip(parts[1::2], parts[2::2], strict=True))
    for row in rows(read("Data/test.csv")):
        try:  # a list without its commas; the prompt shows no options where the notebook could not read it either
            options = ast.literal_eval(re.sub(r"'\s*'", "', '", row["options"].strip()))
        except (SyntaxError, ValueError):
            continue
        reply = replies[row["id"]].split("\n🤖 Full Model Output:\n")[1].split("\n🔍 Response Section:\n")[0]
        response = reply.split("<|im_start|>assistant\n")[1].strip().removesuffix("<|im_end|>")
        if len(options) == 4:
            yield row["id"], [x.strip() for x in options], response


def rulm_eval(path: str, read: Read) -> Found:
    for line in lines(read(path)):
        row = json.loads(line)
        if "prompt" in row:
            listed_there = re.findall(r"^[AB]\. (.+)$", row["prompt"], re.M)  # of parus only
            options = [x.strip() for x in listed_there] if "/parus/" in path else ["да", "нет"]
            yield str(row["id"]), options, row["output"] or ""
        else:  # a talk of one or two turns: n/1 is the first reply, n/2 the one to the second question
            asked = row["messages"]
            options = re.findall(r'[12]\. "(.+?)"(?= или 2\. |\? Подробно)', asked[0])  # of parus only
            for turn in range(1, len(asked), 2):
                if options or '"да" или "нет"' in asked[turn - 1]:
                    yield f"{row['id']}/{turn // 2 + 1}", options or ["да", "нет"], asked[turn]


def biases_ru(path: str, read: Read) -> Found:
    words = {
        "English": ["yes", "no", "both are equally common"],
        "Russian": ["да", "нет", "оба встречаются одинаково часто"],
    }
    for n, row in enumerate(xlsx(read(path))):
        asked = row["question"]
        if row["language"] not in words or not row.get("answer"):
            continue
        if re.search(
            r"^\D*(?:yes|«да»)", asked
        ):  # which word is commoner: named in the question, without marks
            options = words[row["language"]]
        else:  # behind the last question mark; some marks follow the option before them without a space
            options = marked(asked.split("?")[-1].rstrip(" '\n"), r"[1-4]\.?\s(?=[A-ZА-Я])")
        yield str(n), [re.sub(r"\s+", " ", x) for x in options], row["answer"]


def belebele_german(path: str, read: Read) -> Found:
    questions = json.loads(read("questions:results/belebe-llama2-70b_deu_Latn.json"))["questions"]
    # the numbers of the fifty questions as the repository drew them; the second one holds 5 to 404 of the 900
    drawn = random.Random(42).sample(range(900), 50)
    for number, answer in zip(drawn, json.loads(read(path))["deu_Latn"]["responses"], strict=True):
        if 0 <= number - 5 < len(questions):
            asked = re.findall(r"^Antwort [A-D]: (.*)$", questions[number - 5]["question"], re.M)
            yield str(number), [x.strip() for x in asked[-4:]], answer


def cot_convergence(path: str, read: Read) -> Found:
    asked = {x["id"]: x for x in json.loads(read("results/questions.json"))}
    for n, row in enumerate(json.loads(read(path))):
        question = asked[row["question_id"]]
        behind = question["question"].partition("\nOptions:")[2]
        options = question.get("options") or re.findall(r"^(?:\([A-R]\)|-) (.+)$", behind, re.M)
        if options and options[0] != "1":  # the scales of ten have no words
            yield str(n), [x.strip() for x in options], row["response"] or ""


def cot_dates(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = re.findall(r"^\([A-R]\) (.+)$", row["input"], re.M)
        if options:  # the other tasks ask for a number or for a turn of a talk
            yield str(n), [x.strip() for x in options], row["raw_output"] or ""


def cot_science(path: str, read: Read) -> Found:
    for n, row in enumerate(json.loads(read(path))):
        if row["answer_type"] == "multiple_choice":
            asked = row["prompt"].rsplit("\n\n", 1)[0].rsplit("\n", 1)[-1]  # all options stand in one line
            yield str(n), marked(asked, r"(?:^|(?<=\s))\([A-E]\) "), row["response"] or ""


def commonsense_haiku(path: str, read: Read) -> Found:
    asked = [
        json.loads(x)["question"] for x in lines(read("questions:dataset/CommonsenseQA/dev_rand_split.jsonl"))
    ]
    choices = {x["stem"]: [c["text"].strip() for c in x["choices"]] for x in asked}
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        if row["task"] == "commonsenseqa":
            yield str(n), choices[row["question"]], row["response"] or ""


def copa_aya(path: str, read: Read) -> Found:
    for row in json.loads(read(path)):
        yield str(row["question_id"]), [row["choice1"].strip(), row["choice2"].strip()], row["response"]


def suggested_opus(path: str, read: Read) -> Found:
    if path.endswith(".jsonl"):
        for n, line in enumerate(lines(read(path))):
            row = json.loads(line)
            yield str(n), [x["text"].strip() for x in row["example"]["choices"]], row["completion"]
        return
    parts = re.split(r"^## Row (\d+)$", read(path).decode(), flags=re.M)
    for number, text in zip(parts[1::2], parts[2::2], strict=True):
        asked, answer = text.split("**Model's reasoning:**\n```\n", 1)
        options = re.findall(r"^\([A-D]\) (.+)$", asked.split("**Choices:**")[1], re.M)
        yield number, [x.strip() for x in options], answer.rsplit("\n```", 1)[0]


def cued_r1_qwen(path: str, read: Read) -> Found:
    import pyarrow.parquet

    for n, row in enumerate(pyarrow.parquet.read_table(io.BytesIO(read(path))).to_pylist()):
        asked = row["prompt_cued"].split("\n\nPlease think step by step")[0]
        found: list[str] = []
        for mark, text in re.findall(r"^\(([A-P])\) ?(.*(?:\n(?!\([A-P]\)).*)*)", asked, re.M):
            if mark == chr(65 + len(found)):  # options of several lines: strands of DNA
                found.append(text.strip())
        yield str(n), found, row["text"]


def psychology_r1(path: str, read: Read) -> Found:
    names = (  # of the prompt and of what goes on from it; the last file logs both of its runs in a row
        ("biased_input_prompt", "biased_generated_text"),
        ("baseline_input_prompt", "baseline_generated_text"),
        ("original_prompt", "generated_answer"),
        ("prompt", "answer"),
    )
    for n, line in enumerate(lines(read(path))):
        try:
            row = json.loads(line)
        except ValueError:  # one line ends in the middle
            continue
        prompt, answer = next(pair for pair in names if pair[0] in row)
        yield str(n), listed(row[prompt].split("Answer choices")[-1]), row[answer] or ""


def utilitarian_scale(path: str, read: Read) -> Found:
    asked = read("LLMQuestionnaire/questionnaire.py").decode().replace("\\n", "\n")
    scale = re.findall(r"^[1-7] - (\w[\w ]+?)$", asked, re.M)[:7]
    for n, row in enumerate(rows(read(path))):
        answer = next(row[key] for key in row if key.startswith("Answers "))
        # without a scale the prompt names no grades, examples name them otherwise
        if "-ExplicitScale" in path and "-FewShot" not in path and answer:
            yield str(n), scale, answer


READERS: dict[str, Callable[[str, Read], Found]] = {
    reader.__name__: reader
    for reader in (
        mmlu_pro,
        simple_evals_ru,
        tombench_logs,
        crosslingual,
        bangla_school,
        lexeval,
        lawbench,
        gaokao,
        igakuqa,
        igakuqa_local,
        mathvista,
        mmmu,
        values_pct,
        tomchallenges,
        clever_hans,
        acegpt,
        rumedtest,
        qwen3_mmmlu,
        lexam_gemini,
        moral_machine,
        arb,
        cmmlu_qwen,
        upsc,
        token_bias,
        relational_dilemma,
        mmlu_pro_qwen3,
        big_bench_hard,
        belebele_llama,
        jee_languages,
        yokai,
        vet_exam,
        bangla_r1,
        pulse,
        medgemma,
        disc_law,
        relationship_advice,
        mmlu_pro_history,
        hinted_mmlu_pro,
        matric,
        cmmu,
        uhgeval,
        leval,
        mcq_robustness,
        persona_scale,
        xfact_claims,
        german_gender,
        jmle2026,
        aratrust,
        territories,
        clika,
        politics_fr,
        values_ru,
        hinted_r1,
        afrimed,
        tiny_aya,
        mubench_gpt4o,
        causes_llama2,
        bangla_bar,
        bangla_physics,
        rulm_eval,
        biases_ru,
        belebele_german,
        cot_convergence,
        cot_dates,
        cot_science,
        commonsense_haiku,
        copa_aya,
        suggested_opus,
        cued_r1_qwen,
        psychology_r1,
        utilitarian_scale,
    )
}
READERS |= {
    m.name: importlib.import_module(f"logged_readers.{m.name}").records
    for m in pkgutil.iter_modules(logged_readers.__path__)
}


def clone(clones: Path, repository: str) -> Path:
    for folder in (clones / repository, clones / repository.replace("/", "+") / "repo"):
        if folder.is_dir():
            return folder
    raise SystemExit(f"{clones} holds no clone of {repository}: clone it to {clones / repository}")


def collect(clones: Path, out: Path, source: str) -> int:
    facts = sources()[source]
    folder = clone(clones, facts["repository"])

    @functools.lru_cache(maxsize=8)
    def read(path: str) -> bytes:
        at, commit = folder, facts["commit"]
        if path.startswith("questions:"):  # the questions lie in a repository of their own
            at, commit = clone(clones, facts["questions"]), facts["questions_commit"]
        command = ["git", "-C", str(at), "show", f"{commit}:{path.removeprefix('questions:')}"]
        return subprocess.run(command, check=True, capture_output=True).stdout

    wanted: dict[str, dict[str, tuple[str, str]]] = {}
    for label in [*labels(), *pending()]:
        if label.source == source:
            wanted.setdefault(label.path, {})[label.record] = label.sha256, label.options_sha256
    written = []
    for path, records in wanted.items():
        for record, options, response in READERS[source](path, read):
            if record in records:
                if (digest(response), digest_of_options(options)) != records.pop(record):
                    raise SystemExit(
                        f"{facts['repository']} {path} {record} is another text than was labelled"
                    )
                row = {"path": path, "record": record, "options": options, "response": response}
                written.append(json.dumps(row, ensure_ascii=False))
        if records:
            raise SystemExit(f"{facts['repository']} {path}: no record {', '.join(sorted(records))}")
    (out / f"{source}.jsonl").write_text("\n".join(written) + "\n", "utf-8")
    return len(written)


def main() -> None:
    csv.field_size_limit(1 << 30)
    clones, out = map(Path, sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    for source in sources():
        print(f"{collect(clones, out, source):5} {source}")


if __name__ == "__main__":
    main()
