"""The gold audit's tables: validation proposes their lines, a maintainer commits them, the builders read them into the
columns `audit_*` of the rows."""

from typing import Literal, get_args

AuditStatus = Literal["disputed", "corrected", "broken"]
AUDIT_STATUSES: tuple[AuditStatus, ...] = get_args(AuditStatus)
"""The graver the later: from a doubt to a row that has no right answer."""

COLUMNS = ("id", "status", "gold", "reason", "date")
"""One line per row: `gold` holds the texts of the options that should be right, empty if none can be proposed."""

SEPARATOR = " | "
"""Between the texts in `gold`."""
