/* mission_reader.h - single values of a mission file, for the readers of its sections. Every reader
 * refuses what is not exactly right; `key` is what the error calls the value. Outputs are written
 * only on success. Private to common/world. */
#ifndef DW_WORLD_MISSION_READER_H
#define DW_WORLD_MISSION_READER_H

#include "common/world/mission.h"

#include <jansson.h>

typedef struct dw_mission_reader {
    dw_mission mission; /* As far as it is read. */
    const dw_map *map;
    dw_error *error;
    char at[96]; /* What errors begin with: the place in the file. */
} dw_mission_reader;

/* Writes "PLACE: what is wrong" and gives back DW_INVALID. */
dw_status dw_mission_refuse(const dw_mission_reader *r, const char *format, ...) DW_PRINTF(2, 3);

DW_MUST_USE dw_status dw_mission_read_text(const dw_mission_reader *r, const char *key,
                                           const json_t *value, char *out, size_t size);
DW_MUST_USE dw_status dw_mission_read_whole(const dw_mission_reader *r, const char *key,
                                            const json_t *value, int64_t low, int64_t high,
                                            int32_t *out);
/* Left as it is when there is no such key. */
DW_MUST_USE dw_status dw_mission_read_flag(const dw_mission_reader *r, const json_t *json,
                                           const char *key, bool *out);
/* `json` is an object, and has no key but those and "note". */
DW_MUST_USE dw_status dw_mission_check_keys(const dw_mission_reader *r, const json_t *json,
                                            const char *const *known, size_t count);
/* The row of the table that has that word; `what` the error calls it. */
DW_MUST_USE dw_status dw_mission_read_kind(const dw_mission_reader *r, const char *what,
                                           const json_t *value, const dw_mission_word *words,
                                           uint32_t count, uint8_t *out);
/* One thing that a kind names: `what` is one of the DW_NAMES_ bits. */
DW_MUST_USE dw_status dw_mission_read_named(dw_mission_reader *r, const char *key, uint32_t what,
                                            const json_t *value, dw_mission_names *out);
/* Behind the texts that the mission has. */
DW_MUST_USE dw_status dw_mission_add_text(dw_mission_reader *r, const json_t *value, uint16_t *out);
/* A list of `least` to `most` members; with `least` 0 there may be no list at all. */
DW_MUST_USE dw_status dw_mission_check_list(const dw_mission_reader *r, const char *key,
                                            const json_t *list, size_t least, size_t most);

/* mission_triggers.c: the list "do", behind the actions that the mission has; and all triggers. */
DW_MUST_USE dw_status dw_mission_read_actions(dw_mission_reader *r, json_t *list, uint8_t *first,
                                              uint8_t *count);
DW_MUST_USE dw_status dw_mission_read_triggers(dw_mission_reader *r, json_t *list);
/* mission_segments.c: first the names, which actions use; then all the rest. */
DW_MUST_USE dw_status dw_mission_name_segments(dw_mission_reader *r, const json_t *list);
DW_MUST_USE dw_status dw_mission_read_segments(dw_mission_reader *r, const json_t *list);

#endif
