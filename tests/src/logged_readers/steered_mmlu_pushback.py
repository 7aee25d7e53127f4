import csv
import io
import json

from logged_readers import Found, Read, lines

SUBJECTS = """abstract_algebra anatomy astronomy business_ethics clinical_knowledge college_biology college_chemistry
college_computer_science college_mathematics college_medicine college_physics computer_security conceptual_physics econometrics
electrical_engineering elementary_mathematics formal_logic global_facts high_school_biology high_school_chemistry
high_school_computer_science high_school_european_history high_school_geography high_school_government_and_politics
high_school_macroeconomics high_school_mathematics high_school_microeconomics high_school_physics high_school_psychology
high_school_statistics high_school_us_history high_school_world_history human_aging human_sexuality international_law jurisprudence
logical_fallacies machine_learning management marketing medical_genetics miscellaneous moral_disputes moral_scenarios nutrition
philosophy prehistory professional_accounting professional_law professional_medicine professional_psychology public_relations
security_studies sociology us_foreign_policy virology world_religions"""

known: dict[tuple[str, str], set[tuple[str, ...]]] = {}


def questions(read: Read) -> dict[tuple[str, str], set[tuple[str, ...]]]:
    """The options of each question with each right letter; a question that stands there with several is left out by `records`."""
    if not known:
        for subject in SUBJECTS.split():
            data = read(f"questions:data/data_mmlu/test/{subject}_test.csv").decode()
            for row in csv.reader(io.StringIO(data)):
                known.setdefault((row[0].strip(), row[5]), set()).add(tuple(row[1:5]))
    return known


def records(path: str, read: Read) -> Found:
    for n, line in enumerate(lines(read(path))):
        row = json.loads(line)
        options = questions(read).get((row["question"].strip(), row["correct_answer"]), set())
        if len(options) == 1 and row["turn2_response"].strip():
            yield str(n), list(*options), row["turn2_response"]
