"""The rows: one question each (`row`), where they stand on disk (`repository`), and how they are had (`loading`)."""
