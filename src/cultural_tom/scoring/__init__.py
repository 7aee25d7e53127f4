"""From predictions to figures with error bars: what is right (`answers`), what is reported (`protocols`),
how sure it is (`figures`), and what exactly was scored (`signature`)."""
