#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift cannot call variadic functions.

/// sqlite3_db_config for the options that take an int and report an int.
static inline int csqlite_db_config(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

/// sqlite3_config for the options that take one int.
static inline int csqlite_config(int option, int value) {
  return sqlite3_config(option, value);
}

// Swift cannot import a macro that casts.

/// SQLITE_TRANSIENT: SQLite copies the bytes before the call returns.
static inline sqlite3_destructor_type csqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

#endif
