"""report.html: a validation as one page for people. `tables` reads validation.json, `plots` draws tables, `page` joins
them in `templates/validation.html`."""
