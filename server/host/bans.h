/* bans.h - who may not play on this server: a file in the state folder, and what it says.
 * Owns: the list in memory. The file is the truth. Each change reads it first, so that what a
 * person has written into it meanwhile stays and counts; a crash at any instant leaves the old file
 * whole, or the new one. Does not know: peers, matches. The time of day is handed in. Cost: O(bans)
 * a look-up; a change reads and writes the file and waits for the disk. Changes allocate: they are
 * for the console, not for the tick. Not thread-safe. */
#ifndef DW_HOST_BANS_H
#define DW_HOST_BANS_H

#include "server/host/bans_text.h"

typedef struct dw_bans dw_bans;

/* The list of "bans" in `folder`; no such file is an empty list. The error names file and line. An
 * empty name: there is no folder yet, and the list is empty until it moves into one. */
DW_MUST_USE dw_status dw_bans_open(dw_bans **out, const char *folder, dw_error *error);
DW_MUST_USE dw_status dw_bans_move(dw_bans *bans, const char *folder, dw_error *error);
void dw_bans_close(dw_bans *bans);

/* Reads the file anew. After a failure the list is as before. */
DW_MUST_USE dw_status dw_bans_reload(dw_bans *bans, dw_error *error);

/* Adds a ban in place of one of the same subject, or takes the bans of a subject away (DW_NOT_FOUND
 * when there is not one). After a failure the list is what stands in the file, mostly the old one.
 * Bans that are over go from the file. */
DW_MUST_USE dw_status dw_bans_add(dw_bans *bans, const dw_ban *ban, int64_t now_s, dw_error *error);
DW_MUST_USE dw_status dw_bans_remove(dw_bans *bans, const dw_ban_subject *subject, int64_t now_s,
                                     dw_error *error);

/* The first ban that holds now, or NULL. `host` is in network order. */
const dw_ban *dw_bans_find_address(const dw_bans *bans, uint32_t host, int64_t now_s);
const dw_ban *dw_bans_find_key(const dw_bans *bans, const uint8_t key[DW_SEAL_KEY_SIZE],
                               int64_t now_s);

/* All of them, also those that are over. */
uint32_t dw_bans_count(const dw_bans *bans);
const dw_ban *dw_bans_at(const dw_bans *bans, uint32_t index);

#endif
