/* secret_file.h - a secret of a fixed number of random bytes in a file that nobody else can read.
 * Owns: nothing; the bytes are the caller's. Does not know what the secret is for. Reads and
 * writes files: not for use in a tick. Every failure is one line that names the file, what is
 * wrong and what to do.
 *
 * The file holds the bytes and nothing else. It must be a regular file of exactly that size and of
 * mode 0600 or stricter, and must belong to the user of the process or to root. A symbolic link is
 * refused: another user could have laid it. */
#ifndef DW_PLATFORM_SECRET_FILE_H
#define DW_PLATFORM_SECRET_FILE_H

#include "common/base/status.h"

#include <stdint.h>

enum { DW_SECRET_SIZE_MAX = 256 };

/* DW_NOT_FOUND when there is no such file, DW_DENIED when others could read it, DW_INVALID for any
 * other file that is refused, else DW_IO. `bytes` is written on success alone. */
DW_MUST_USE dw_status dw_secret_file_load(const char *path, uint8_t *bytes, size_t size,
                                          dw_error *error);

/* The same; where there is no file, makes one of random bytes first (getrandom). The file appears
 * whole or not at all. Of two processes that make it at once, both get the bytes that stay. */
DW_MUST_USE dw_status dw_secret_file_load_or_create(const char *path, uint8_t *bytes, size_t size,
                                                    dw_error *error);

#endif
