"""How near the translations are to the English originals: BERTScore, LASER, and chrF/BLEU of back-translations.

All three are off by default; docs/validation-similarity.md says what they need and what they mean."""
