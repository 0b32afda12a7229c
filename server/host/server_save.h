/* server_save.h - all matches of a server as one file of the state folder, to go on with them in
 * this process or in the next one.
 *
 *     console: save NAME --> bytes of each match --> disk_thread: sealed --> STATE/saves/NAME.save
 *     console: load NAME, or --load NAME at the start <----------------------'
 *
 * The file has the tick, the secret of the seeds of rounds, and of each match that is not as at the
 * start: number, map, strategy and bytes (match_save.h, which lists what is not saved). Of the
 * brains out of files that their guards have it has the whole text. Mode 0640, in a folder of mode
 * 0750. It appears whole or not at all.
 * Owns: nothing. Not thread-safe. Cost of a save to the tick: 0.2 ms for each match with players,
 * and some allocations; the disk is left to the thread. A load reads the disk and may load maps:
 * for a server on which nobody plays. */
#ifndef DW_HOST_SERVER_SAVE_H
#define DW_HOST_SERVER_SAVE_H

#include "common/platform/file.h"

typedef struct dw_server dw_server;

enum { DW_SAVE_NAME_MAX = 40 };

typedef struct dw_server_saved {
    char path[DW_PATH_MAX];
    uint32_t matches;
    uint32_t players; /* They hold a seat. */
    uint32_t tick;
    uint64_t world_hash; /* Of the worlds of all these matches: equal worlds, equal hashes. */
} dw_server_saved;

/* Between two ticks. `name` has letters, digits, - and _. The log tells when the file is written
 * (server_saved) or why it is not (server_not_saved). DW_NOT_FOUND: nobody plays or watches. */
DW_MUST_USE dw_status dw_server_save(dw_server *server, const char *name, dw_server_saved *out,
                                     dw_error *error);

/* Nobody plays or watches, and the server has at least the matches of the file. Its players hold
 * their seats as after a lost connection. Matches that were paused are. On an error the server is
 * as before. */
DW_MUST_USE dw_status dw_server_load(dw_server *server, const char *name, dw_server_saved *out,
                                     dw_error *error);

#endif
