"""What people look at: scores, comparisons and rows, in the terminal and as self-contained pages.

`scores_*`, `comparison_*` and `rows_*` are three things to look at; `*_terminal` prints one, `*_page` makes the values
that its template prints. `templates/` holds the pages, `templating` fills them in, `numbers` writes figures as words.
"""
