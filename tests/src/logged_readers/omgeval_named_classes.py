import json

from logged_readers import Found, Read

# The tasks whose prompt names classes, by their number; each set has them as its language does.
CLASSES = {
    "chinese": {
        261: "是|否",
        630: "具有冒犯性|不具有冒犯性",
        635: "垃圾邮件|非垃圾邮件",
        636: "事件|演讲|新闻",
        638: "查找保单详情|更改账户设置|提出索赔并查看状态|取消保险",
        655: "政治|娱乐新闻|科技新闻|商业新闻|育儿与儿童|健康与治疗|烹饪|美食与美酒|艺术与文学",
        656: "促销类|社交类",
        666: "积极|消极|中性",
        669: "相关|不相关",
        704: "具有攻击性|不具有攻击性",
        707: "餐馆|家庭服务|汽车服务|其他",
        710: "电子产品|计算机|智能家居|工艺品",
    },
    "french": {
        261: "oui|non",
        630: "offensant|non offensant",
        635: "spam|non spam",
        636: "événement|démo|actualité",
        638: "Trouver les détails de la politique|Modifier les paramètres du compte|Déposer une réclamation et consulter le statut|Annuler la couverture",
        655: "Politique|Infos Divertissement|Infos Tech|Infos Affaires|Parents & Enfants|Santé & Guérison|Cuisine|Nourriture & Vin|Arts & Littérature",
        656: "Promotions|Social",
        666: "Positif|Négatif|Neutre",
        669: "pertinent|non pertinent",
        704: "offensant|non offensant",
        707: "Restaurants|Services à domicile|Services automobiles|Divers",
        710: "Électronique|Ordinateurs|Maison intelligente|Arts & Métiers",
    },
    "russia": {
        261: "да|нет",
        630: "оскорбительный|не оскорбительный",
        635: "спам|не спам",
        636: "событие|демо|новости",
        638: "Поиск деталей политики|Изменение настроек аккаунта|Подача заявления и просмотр статуса|Отмена страхования",
        656: "Акции|Социальные",
        666: "положительное|отрицательное|нейтральное",
        669: "соответствует|не соответствует",
        704: "оскорбительный|не оскорбительный",
        707: "рестораны|домашние услуги|автомобильные услуги|прочие",
    },
    "arabic": {
        261: "نعم|لا",
        630: "مسيء|غير مسيء",
        635: "بريد غير مفيد|ليس بريدا غير مفيد",
        636: "حدث|عرض توضيحي|أخبار",
        638: "العثور على تفاصيل السياسة|تغيير إعدادات الحساب|تقديم مطالبة وعرض الحالة|إلغاء التغطية",
        655: "السياسة|أخبار الترفيه|أخبار التكنولوجيا|أخبار الأعمال|التربية والأطفال|الصحة والشفاء|الطبخ|الطعام والنبيذ|الفنون والأدب",
        656: "الترويج|الاجتماعية",
        666: "إيجابية|سلبية|محايدة",
        669: "ذات صلة|ليست ذات صلة",
        704: "مسيئة|ليست مسيئة",
        707: "المطاعم|الخدمات المنزلية|الخدمات السيارات|المتفرقات",
        710: "الإلكترونيات|أجهزة الكمبيوتر|المنازل الذكية|الحرف اليدوية",
    },
}


def records(path: str, read: Read) -> Found:
    rows = json.loads(read(path))
    for number, classes in CLASSES[path.split("/")[1]].items():
        yield str(number), classes.split("|"), rows[number]["output"]
