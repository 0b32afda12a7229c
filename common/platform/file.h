/* file.h - whole files in and out, and where the program's data lies.
 * Memory handed out is the caller's to free(). Every failure says which file and why. */
#ifndef DW_PLATFORM_FILE_H
#define DW_PLATFORM_FILE_H

#include "common/base/status.h"

#include <stdint.h>

enum { DW_PATH_MAX = 1024 };

/* Reads a whole regular file of at most `size_max` bytes; a zero byte stands behind the content. */
DW_MUST_USE dw_status dw_file_read(const char *path, size_t size_max, uint8_t **out_bytes,
                                   size_t *out_size, dw_error *error);

/* The next `size` bytes of an open file, which `path` names in the error. After a failure `bytes`
 * hold a part of them. */
DW_MUST_USE dw_status dw_file_read_exactly(int file, const char *path, size_t size, uint8_t *bytes,
                                           dw_error *error);

/* Writes to a hidden file beside `path` and renames it, so that a reader sees all or nothing. */
DW_MUST_USE dw_status dw_file_write(const char *path, const void *bytes, size_t size,
                                    dw_error *error);

/* The same for what only this user may read, mode 0600. A crash or a loss of power at any instant
 * leaves the old file whole, or the new one. After DW_OK it is the new one. */
DW_MUST_USE dw_status dw_file_write_private(const char *path, const void *bytes, size_t size,
                                            dw_error *error);

/* The same, but the group may read it: mode 0640. */
DW_MUST_USE dw_status dw_file_write_for_group(const char *path, const void *bytes, size_t size,
                                              dw_error *error);

/* As dw_file_write_private, but a file that is already there stays as it is, and that is DW_OK as
 * well: its content may be in use. */
DW_MUST_USE dw_status dw_file_create_private(const char *path, const void *bytes, size_t size,
                                             dw_error *error);

/* Brings the folder of the file `path` to the disk, so that a file that was made in it, or renamed,
 * is there after a loss of power. */
DW_MUST_USE dw_status dw_file_sync_folder(const char *path, dw_error *error);

/* Makes the folder and its parents where they do not exist, with mode 0755 or the given one. */
DW_MUST_USE dw_status dw_file_make_folder(const char *path, dw_error *error);
DW_MUST_USE dw_status dw_file_make_folder_of_mode(const char *path, uint32_t mode, dw_error *error);

/* Turns a NAME (no slash, no suffix) into a file: $DUSKWATCH_DATA, the program's own data and
 * /usr/share/duskwatch are tried in that order for FOLDER/NAME.SUFFIX; anything else is a path
 * already. The own data of an installed PREFIX/bin/PROGRAM are PREFIX/share/duskwatch; of a program
 * that is not installed, the source tree. `folder` is such as "maps", `suffix` such as ".tmj".
 * DW_NOT_FOUND names all places. */
DW_MUST_USE dw_status dw_file_find_data(const char *name_or_path, const char *folder,
                                        const char *suffix, char path[DW_PATH_MAX],
                                        dw_error *error);

/* Of a path the file's own name, without folder and suffix; a NAME as it is. Cut to `size`. */
void dw_file_own_name(const char *name_or_path, char *out, size_t size);

/* The folder for what can be made again: $XDG_CACHE_HOME/duskwatch or ~/.cache/duskwatch. */
DW_MUST_USE dw_status dw_file_cache_folder(char path[DW_PATH_MAX], dw_error *error);

/* The folder for what cannot: $XDG_CONFIG_HOME/duskwatch or ~/.config/duskwatch. */
DW_MUST_USE dw_status dw_file_config_folder(char path[DW_PATH_MAX], dw_error *error);

/* The folder for what a person keeps: $XDG_DATA_HOME/duskwatch or ~/.local/share/duskwatch. */
DW_MUST_USE dw_status dw_file_data_folder(char path[DW_PATH_MAX], dw_error *error);

#endif
