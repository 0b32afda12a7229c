/* password.h - the password of a server, from places that other users of the machine do not see: a
 * file, or the environment. What stands on a command line is in the list of processes.
 * Owns: where a password may come from, and which is valid. Does not know: what it is for, and
 * which source goes first in a server's settings. Reads a file or the environment when asked. */
#ifndef DW_PLATFORM_PASSWORD_H
#define DW_PLATFORM_PASSWORD_H

#include "common/platform/file.h"

enum { DW_PASSWORD_MAX = 64 };

#define DW_PASSWORD_VARIABLE "DUSKWATCH_PASSWORD"

typedef struct dw_password {
    char text[DW_PASSWORD_MAX + 1]; /* Empty = none is given. */
    char exposed_file[DW_PATH_MAX]; /* It came from this file, which all users may read. */
} dw_password;

/* 1 to 64 bytes of clean text (dw_text_is_clean). The error says what is wrong behind `source`. */
DW_MUST_USE dw_status dw_password_check(const char *text, const char *source, dw_error *error);

/* The one line of a file, with or without a newline at its end. */
DW_MUST_USE dw_status dw_password_read_file(const char *path, dw_password *out, dw_error *error);

/* DUSKWATCH_PASSWORD; none when it is not set, DW_INVALID when it is empty. */
DW_MUST_USE dw_status dw_password_read_environment(dw_password *out, dw_error *error);

/* For a program whose flags are --password (`text`) and --password-file (`path`), NULL where not
 * given: the flag, else the environment, else none. Both flags at once are DW_INVALID. */
DW_MUST_USE dw_status dw_password_choose(const char *text, const char *path, dw_password *out,
                                         dw_error *error);

/* Whether every user of the machine may read that file. */
bool dw_file_is_exposed(const char *path);

#endif
