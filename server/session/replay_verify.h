/* replay_verify.h - plays a recorded round again and compares every tick.
 * Needs the heap; not for use in a tick. Cost: that of the simulation, hundreds of times real time.
 */
#ifndef DW_SESSION_REPLAY_VERIFY_H
#define DW_SESSION_REPLAY_VERIFY_H

#include "common/base/status.h"
#include "protocol/replay/replay_reader.h"
#include "server/sim/sim.h"

typedef struct dw_replay_report {
    uint32_t ticks;      /* That were compared. */
    bool cut;            /* The file ends before its round does; what is there was compared. */
    uint8_t outcome;     /* dw_outcome, as recorded; NONE when it is cut. */
    uint64_t hash;       /* Of the state at the last compared tick. */
    uint32_t differs_at; /* The first tick that differs; 0 = none, or the start of the round. */
    bool intents_differ; /* There: the intents are not those that were recorded. */
} dw_replay_report;

/* Looks at a round while it is played again. `begin` comes before the first record, `record` after
 * each one that was applied, and a tick only when it is equal. */
typedef struct dw_replay_watcher {
    void *context;
    void (*begin)(void *context, const dw_replay_header *header, const dw_sim *sim);
    void (*record)(void *context, const dw_replay_record *record);
} dw_replay_watcher;

/* DW_OK: equal to the end. DW_DIFFERS: the error names the tick and what is different there. Any
 * other status: the bytes are no replay that this program can play. `report` is always filled as
 * far as it went. `key` (or NULL) as for dw_replay_open. The error has no file name in front. */
DW_MUST_USE dw_status dw_replay_verify(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                                       dw_replay_report *report, dw_error *error);

/* The same, with a watcher. */
DW_MUST_USE dw_status dw_replay_watch(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                                      const dw_replay_watcher *watcher, dw_replay_report *report,
                                      dw_error *error);

#endif
