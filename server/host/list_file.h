/* list_file.h - a list in a file of the state folder, in memory and on the disk. Owns: the newest
 * state of the file, text and rows. The file is the truth: each change reads it first, so what a
 * person wrote into it meanwhile stays and counts. A crash at any instant leaves the old file or
 * the new one. Does not know: what the rows say (dw_list_kind).
 * With a disk thread a change counts at once, and the thread writes it. Until it is written the
 * list in memory is the truth, and the file is not read. A disk that does not take it is tried
 * again each second; the log says so once (list_not_written), and when the file is written
 * (list_written). It allocates: it is for the console, not for the tick. Not thread-safe. */
#ifndef DW_HOST_LIST_FILE_H
#define DW_HOST_LIST_FILE_H

#include "common/base/status.h"

#include <stdint.h>

typedef struct dw_list_file dw_list_file;
typedef struct dw_disk_thread dw_disk_thread;

typedef struct dw_list_kind {
    const char *file;    /* Its name in the folder. */
    const char *opening; /* Comment lines of a new file. */
    const char *no_room; /* Why a row does not fit any more, and what to do. */
    size_t bytes_max;    /* Of the text. */
    size_t list_bytes;   /* Of the rows in memory; all zeros are an empty list. */
    dw_status (*read)(void *list, const char *name, const char *text, size_t size, dw_error *error);
    dw_status (*edit)(const void *list, const char *text, size_t size, const void *edit, char *out,
                      size_t capacity, size_t *out_size);
} dw_list_kind;

/* Reads the list; a missing file is an empty list. The error names file and line. With an empty
 * folder name there is no folder yet: the list is empty until it moves into one. `kind` must
 * outlive the list. */
DW_MUST_USE dw_status dw_list_file_open(dw_list_file **out, const dw_list_kind *kind,
                                        const char *folder, dw_error *error);
DW_MUST_USE dw_status dw_list_file_move(dw_list_file *file, const char *folder, dw_error *error);
/* Writes what is not written yet, unless the thread hangs; the thread has ended, or never will. */
void dw_list_file_close(dw_list_file *file);

/* From now on that thread writes; before, and without one, a change waits for the disk. */
void dw_list_file_use_thread(dw_list_file *file, dw_disk_thread *thread);

/* Looks after what the thread has written, and tries again what it could not write. Call it often.
 */
void dw_list_file_look(dw_list_file *file, uint64_t now_ns);

/* Whether the file says what the list says. */
bool dw_list_file_is_written(const dw_list_file *file);

/* Reads the file again, unless a change has yet to be written. After a failure the list is as
 * before. */
DW_MUST_USE dw_status dw_list_file_reload(dw_list_file *file, dw_error *error);

/* Writes the list as `edit` (the kind's) changes it. The caller has reloaded and looked at the
 * list. After a failure the list is what the file says, mostly the old one. */
DW_MUST_USE dw_status dw_list_file_change(dw_list_file *file, const void *edit, dw_error *error);

/* The rows; they go with the next change or reload. */
const void *dw_list_file_rows(const dw_list_file *file);

#endif
