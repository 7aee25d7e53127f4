"""Short texts for the tests of similarity: (translation, English), written for this purpose."""

PAIRS = [
    ("Lena legt den Ball in den Korb.", "Lena puts the ball in the basket."),
    (
        "Danach geht sie hinaus, und Omar nimmt ihn heraus.",
        "Then she goes out, and Omar takes it from there.",
    ),
    ("Wo sucht Lena den Ball?", "Where will Lena look for the ball?"),
    ("莱娜把球放进篮子里。", "Lena puts the ball in the basket."),
    ("莱娜会在哪里找球？", "Where will Lena look for the ball?"),
    ("في السلة", "In the basket"),
    ("Korb", "Basket"),
    ("Лена положила мяч в корзину, а потом ушла.", "Lena put the ball into the basket and then went away."),
]
TEXTS = [t for pair in PAIRS for t in pair]
