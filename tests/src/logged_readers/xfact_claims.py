from logged_readers import Found, Read, rows

TRUTH = {  # the grades that the prompts of xfact_claims end with, by the language of the claim
    "bn": ["সত্য", "অধিকাংশ সত্য", "অর্ধসত্য", "অধিকাংশ মিথ্যা", "মিথ্যা"],
    "fr": ["Vrai", "En grande partie vrai", "À moitié vrai", "En grande partie faux", "Faux"],
    "hi": ["सत्य", "अधिकांशतः सत्य", "आधा सत्य", "अधिकांशतः असत्य", "असत्य"],
    "ru": ["Правда", "В основном правда", "Наполовину правда", "В основном ложь", "Ложь"],
}


def records(path: str, read: Read) -> Found:
    for n, row in enumerate(rows(read(path))):
        if row["language"] in TRUTH:
            yield str(n), TRUTH[row["language"]], row["output"] or ""
