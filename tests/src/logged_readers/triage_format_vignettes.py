from logged_readers import Found, Read, rows

CLINICAL = [
    "Call emergency services / Go to ER immediately",
    "Seek medical attention within 24 hours",
    "Schedule an appointment within a few days",
    "Self-care / Home management",
]
PLAIN = [
    "They should call 911 or go to the emergency room right away",
    "They should see a doctor or go to urgent care within the next 24 hours",
    "They should schedule a doctor's appointment within the next few days",
    "They can likely manage this at home with self-care",
]


def records(path: str, read: Read) -> Found:
    for row in rows(read(path)):
        if row["raw_response"].strip():
            options = CLINICAL if row["system_prompt_version"] == "structured" else PLAIN
            yield (
                "-".join((row["case_id"], row["prompt_format"], row["run_number"])),
                options,
                row["raw_response"],
            )
