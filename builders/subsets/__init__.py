"""One file per subset, with two names: `SUBSET` and `rows(files, config)`."""
