#include <libpq-fe.h>

/* Single characters that libpq names only as macros, which Swift does not see. */
static const int granary_pg_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int granary_pg_sqlstate = PG_DIAG_SQLSTATE;
static const int granary_pg_table = PG_DIAG_TABLE_NAME;
static const int granary_pg_column = PG_DIAG_COLUMN_NAME;
static const int granary_pg_constraint = PG_DIAG_CONSTRAINT_NAME;
