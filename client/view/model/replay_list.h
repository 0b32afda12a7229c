/* replay_list.h - the replays that a person can watch: one row a file, newest first.
 * Owns: the rows and their order. Does not know the disk (replay_folder.h). Pure; no allocation.
 * Adding is O(rows). */
#ifndef DW_VIEW_REPLAY_LIST_H
#define DW_VIEW_REPLAY_LIST_H

#include "protocol/replay/replay_summary.h"

enum {
    DW_REPLAY_LIST_MAX = 512, /* The oldest beyond that are not listed. */
    DW_REPLAY_FILE_MAX = 127, /* Bytes of a file's name. */
    DW_REPLAY_WHY_MAX = 127
};

typedef enum dw_listed_state { DW_LISTED_UNREAD, DW_LISTED_GOOD, DW_LISTED_BAD } dw_listed_state;

typedef struct dw_listed_replay {
    char file[DW_REPLAY_FILE_MAX + 1]; /* Without its folder. */
    int64_t started_s;                 /* Seconds since 1970, UTC. */
    uint8_t state;                     /* dw_listed_state */
    dw_replay_summary summary;         /* When good. */
    char why[DW_REPLAY_WHY_MAX + 1];   /* When bad. */
} dw_listed_replay;

typedef struct dw_replay_list {
    uint32_t count;
    dw_listed_replay rows[DW_REPLAY_LIST_MAX];
} dw_replay_list;

/* The start that a recorder's name tells ("20261126T074500Z-m001-r002.dwr"); false for others. */
bool dw_replay_name_start(const char *file, int64_t *started_s);

/* Puts a file into its row. A full list leaves out the oldest. */
void dw_replay_list_add(dw_replay_list *list, const char *file, int64_t started_s);
void dw_replay_list_remove(dw_replay_list *list, uint32_t index);

/* Of the file; `count` when it is not listed. */
uint32_t dw_replay_list_find(const dw_replay_list *list, const char *file);

#endif
