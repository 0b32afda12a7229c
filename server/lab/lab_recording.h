/* lab_recording.h - keeps the matches of the lab as replays: in memory until a round is complete,
 * then as a file. Owns: the bytes and what recording needs. One match after the other. */
#ifndef DW_LAB_LAB_RECORDING_H
#define DW_LAB_LAB_RECORDING_H

#include "server/lab/lab_data.h"
#include "server/session/replay_writer.h"

typedef struct dw_lab_recording {
    dw_replay_recording recording; /* For dw_lab_match_config. Points to the struct: do not move. */
    dw_arena arena;
    uint8_t *prefix;
    uint8_t *bytes;
    size_t size, capacity;
} dw_lab_recording;

/* Of matches with this map and these rules. DW_MEMORY. */
DW_MUST_USE dw_status dw_lab_recording_create(dw_lab_recording *recording, const dw_lab_data *data,
                                              dw_error *error);
void dw_lab_recording_destroy(dw_lab_recording *recording);

/* The match played last. DW_MEMORY: there was no room for all of it. */
DW_MUST_USE dw_status dw_lab_recording_save(const dw_lab_recording *recording, const char *path,
                                            dw_error *error);

#endif
