"""What keys and tags are called that hold an answer, and those that hold something else."""

import re

ANSWER_IN_OTHER_LANGUAGES = (
    "réponse|reponse|antwort|ответ|答案|回答|答え|解答|الإجابة|الاجابة|الجواب|उत्तर|जवाब|উত্তর"
)
"""As `clean` leaves the words."""

OTHER_NAME = re.compile(
    r"wrong|incorrect|cannot|false|bad(?!ge)|(?<!an)not|hint|(?<![hb])old|tool|user|trap|impossible|mistake|avoid|herring|crossed|loser|eliminat|exclud|reject|discard|ruled|distract|worst|least|runner|secondary|second_|alternativ|example|sample"
    r"|draft|student|previous|counterfactual|confiden|grade|score|query|question|context|prompt|error|step|would_be|initial"
    r"|premise|hypothesis|scale|options|opposite|baseline|literal|surface|reported|requested|wants|before|impression|certainty|difficulty|annotator|noise|default|legend|template|pending|misconception|falsch|fehler|piège|ausgeschl|exclu|исключ|неверн|错误|誤|排除|除外|干扰|不正|élimin|خطا|مستبعد|गलत|ভুল|opponent|rival|partner|相手|对方|對方|对手|gegner|adversaire|соперник",
    re.IGNORECASE,
)
"""Parts of the names of tags and fields that hold something else than the answer."""

MISTAKEN = re.compile(
    r"wrong|incorrect|false|trap|mistake|herring|eliminat|exclud|reject|discard|rule(?:d)? out|distract|error|misconception|scapegoat"
    r"|falsch|fehl|piège|erreur|fauss|bouc|ausgeschl|exclu|исключ|неверн|ошиб|лишн|错误|误|誤|排除|干扰|不正|élimin|خطا|خاطئ|فخ|كبش|مستبعد|गलत|ভুল",
    re.IGNORECASE,
)
"""Words for what is not the answer, or is not to be one."""

LIKE_AN_ANSWER = re.compile(
    r"(?:(?:最终|最終|主要|正确|正確|итоговый |итоговая |итоговое |endgültige |endgültiges |final|overall|my|your|primary|main|predicted|selected|chosen|better|best|preferred|recommended|revised|next|most likely|correct|suggested)[_ ]?){0,2}"
    r"(?:answers?|options?|choices?|labels?|class|verdict|decision|judge?ment|winner|preferred|preference|better|selection|selected|chosen|pick|vote|bet"
    r"|action|act|move|command|target|category|classification|result|output|response|rating|grade|conclusion|final|guess|ruling|recommendation"
    r"|diagnosis|severity|priority|urgency|triage|triage[_ ]level|level|risk|risk[_ ]level|status|department|intent|emotion|sentiment|stance|tone|mood|topic|genre"
    r"|urteil|bewertung|einstufung|klasse|kategorie|klassifikation|entscheidung|stimmung|haltung|étiquette|catégorie|classe|décision|sentiment|ton|intention|класс|метка|вердикт|победитель"
    r"|решение|тональность|категория|оценка|диагноз|立场|标签|判定|判断|意图|意图识别|类别|分类|情感|情感倾向|等级|评级|胜负|裁定|结论|立場|立場標註|標籤|類別|分類|結論|勝者|採用|感情|カテゴリ|ラベル|タグ"
    r"|緊急度|判断結果|結果|評決|種類|問題の種類|意図|評価|該当|本心|التصنيف|المشاعر|الحكم|श्रेणी|भावना|निर्णय|শ্রেণি|অনুভূতি|সিদ্ধান্ত"
    r"|القرار|الخلاصة|النتيجة|التقييم|الفئة|रेटिंग|फ़ैसला|फैसला|विजेता|निष्कर्ष|परिणाम|स्तर|রায়|বিজয়ী|ফলাফল|মূল্যায়ন|уровень риска|вывод|итог|заключение|победила|fazit|ergebnis|sieger|gewinner|risikostufe|dringlichkeit|priorität|diagnose|schweregrad|stufe|empfehlung|urgence|conclusion|résultat|gagnant|vainqueur|niveau|gravité|priorité|diagnostic|recommandation|风险等级|评估结果|结果|العلاقة|संबंध|সম্পর্ক|关系|関係|beziehung|отношение|pos|tag|rel|relation|relationship|bottom line|resolution|outcome|strategy|play|culprit|antecedent|referent|consensus|score|correct(?:ness)?|most effective|most appropriate|best|polarity|findings?|assessment|position|opinion|belief)",
    re.IGNORECASE,
)
"""Names of fields, tags and headings that hold an answer where nothing is called so."""

OF_SOMETHING_ELSE = re.compile(
    r"\b(?:text|sentence|claim|statement|passage|review|reviewer|tweet|comment|title|source|language|target|item|name|word|topic|clause|option|player"
    r"|role|task|instruction|theme|subject|scenario|story|note|term|part|keyword|trigger|span|view|court|round|format|input|platform)s?\b"
    r"|\b(?:her|his|their|its|last|actual|original|expected|past|lower|opposing|cannot)\b|文|标题|题目|原文|规定|旧",
    re.IGNORECASE,
)
"""Headings of what is talked about, or of what others have: of no field or tag that an answer stands in."""

_OF_A_PERSON = re.compile(
    r"\b(?:education|experience|skill|age|income|stress|pain|noise|evidence|reading|activity|blood|sugar|water|control|support|peer|focus|target|study)\b",
    re.IGNORECASE,
)
"""What a level or group may be of that is told of somebody."""
_NAMED_BY_KIND = re.compile(
    r"[a-z]{2,20}(?:[_ -][a-z]{2,20})?[_ -](?:level|category|label|class|classification|decision|verdict|judge?ment|choice|rating|diagnosis|group|stage)|code|tool|folder",
    re.IGNORECASE,
)


def is_named_by_kind(key: str) -> bool:
    """The key of an object says of which kind its value is and of nothing else: "esi_level", "grade group".

    >>> is_named_by_kind("esi_level"), is_named_by_kind("confidence_level")
    (True, False)
    """
    plainly = re.sub("[_-]", " ", key.lower()).removeprefix("grade ")
    of_other = any(p.search(plainly) for p in (OTHER_NAME, OF_SOMETHING_ELSE, _OF_A_PERSON))
    return _NAMED_BY_KIND.fullmatch(key) is not None and not of_other
