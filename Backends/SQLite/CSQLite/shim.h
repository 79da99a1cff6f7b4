#include <sqlite3.h>

/* Swift cannot call functions with a variable number of arguments. */

/* Leaves the write-ahead log as it is when the last connection closes. */
static inline int granary_sqlite3_keep_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Keeps what is stored in the schema, such as views and triggers, from harming the file or calling unsafe functions. */
static inline int granary_sqlite3_distrust_schema(sqlite3 *database) {
    int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    return code ? code : sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}

/* Reads the first bytes of the database file and its length, without a lock and before any statement; fewer bytes of a
   shorter file. */
static inline int granary_sqlite3_read_beginning(
    sqlite3 *database, unsigned char *bytes, int count, sqlite3_int64 *length
) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code) return code;
    if (!file || !file->pMethods) return SQLITE_CANTOPEN;
    code = file->pMethods->xFileSize(file, length);
    if (code || *length <= 0) return code;
    return file->pMethods->xRead(file, bytes, *length < count ? (int)*length : count, 0);
}
