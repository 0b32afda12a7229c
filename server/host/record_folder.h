/* record_folder.h - the folder of replays on the disk: names, files, and how much of it is used.
 * Owns: the open folder, and the counts of what lies in it. Does not know: what is in the files,
 * other threads. A file stands under a hidden name (a dot in front) and locked until it is whole.
 * Only files with names of this form are ever counted or deleted:
 *
 *     YYYYMMDDTHHMMSSZ-mMMM-rRRR.dwr        UTC time of the start, match, round
 *
 * Speaks to the disk and takes as long as the disk: not for the thread that ticks. */
#ifndef DW_HOST_RECORD_FOLDER_H
#define DW_HOST_RECORD_FOLDER_H

#include "common/base/status.h"

#include <stdint.h>

enum { DW_RECORD_NAME_MAX = 64 };

/* With less free space, in bytes or in percent, no further round is recorded. */
#define DW_RECORD_FREE_BYTES_MIN   ((uint64_t)256 << 20)
#define DW_RECORD_FREE_PERCENT_MIN 5

typedef struct dw_record_folder {
    int folder;         /* -1 = none. */
    uint64_t bytes_max; /* Of all replays together; 0 = no limit. */
    uint32_t files_max; /* Likewise. */
    uint64_t bytes;     /* Of the replays that no process is writing to. */
    uint32_t files;
} dw_record_folder;

/* Makes the folder (0750), tries to write a file in it, and counts the replays there. */
DW_MUST_USE dw_status dw_record_folder_open(dw_record_folder *folder, const char *path,
                                            uint64_t bytes_max, uint32_t files_max,
                                            dw_error *error);
void dw_record_folder_close(dw_record_folder *folder);

/* "YYYYMMDDTHHMMSSZ-mMMM-rRRR.dwr" for a round that starts now. */
void dw_record_folder_name(char name[DW_RECORD_NAME_MAX], uint16_t match, uint32_t round);

/* Whether a file of that name is a whole replay of the form above. */
bool dw_record_folder_is_replay(const char *name);

/* Whether the file system reports room for more. */
bool dw_record_folder_has_space(const dw_record_folder *folder);

/* A new hidden file of that name, to be written to; -1 and errno when it cannot be made. */
int dw_record_folder_begin(dw_record_folder *folder, const char *name);

/* Closes it. A file that is kept gets its name, and the counts grow by `bytes`. False and errno
 * when that fails; the file is then deleted. */
DW_MUST_USE bool dw_record_folder_keep(dw_record_folder *folder, int file, const char *name,
                                       uint64_t bytes);
void dw_record_folder_discard(dw_record_folder *folder, int file, const char *name);

typedef struct dw_record_deleted {
    uint32_t files;
    uint64_t bytes;
} dw_record_deleted;

/* If there are more files or bytes than the limits allow, deletes the oldest until a twentieth
 * below. Never deletes a file that a process is writing to. Needs the heap for the list of
 * names. */
dw_record_deleted dw_record_folder_trim(dw_record_folder *folder);

#endif
