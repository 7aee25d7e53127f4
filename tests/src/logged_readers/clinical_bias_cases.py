from logged_readers import Found, Read, rows

PATIENTS = ["Patient 1", "Patient 2", "Patient 3"]
OPTIONS = {
    "survival": ["surgery", "radiotherapy"],
    "mortality": ["surgery", "radiotherapy"],
    "Survival": ["surgery", "radiotherapy"],
    "Mortality": ["surgery", "radiotherapy"],
    "Basic": PATIENTS[:2],
    "Expanded": PATIENTS,
    "Absent": ["above 10%", "below 10%"],
    "Present": ["above 10%", "below 10%"],
    "AdverseVersion": ["appropriate", "inappropriate"],
    "Uneventful": ["appropriate", "inappropriate"],
    "Success": ["continue", "discontinue"],
    "Failure": ["continue", "discontinue"],
}


def records(path: str, read: Read) -> Found:
    case = path.split("clinical_case_")[1].split("_")[0]
    for n, row in enumerate(rows(read(path))):
        reply = row["response"]
        if reply.strip() and not reply.startswith(("Error", "No completion")):
            yield str(n), OPTIONS[case], reply
