/* bans.h - the addresses and identity keys that may not play on this server, in a file of the state
 * folder. Owns: the list in memory. The file is the truth: each change reads it first, so what a
 * person wrote into it meanwhile stays and counts. A crash at any instant leaves the old file or
 * the new one. Does not know: peers, matches. The time of day is handed in. Cost: O(bans) a
 * look-up. A change reads the file; list_file.h says who writes it. Changes allocate: they are
 * for the console, not for the tick. Not thread-safe. */
#ifndef DW_HOST_BANS_H
#define DW_HOST_BANS_H

#include "server/host/bans_text.h"

typedef struct dw_list_file dw_bans; /* list_file.h: nothing beside it is kept. */

/* Reads the list "bans" in `folder`; a missing file is an empty list. The error names file and
 * line. With an empty name there is no folder yet: the list is empty until it moves into one. */
DW_MUST_USE dw_status dw_bans_open(dw_bans **out, const char *folder, dw_error *error);
DW_MUST_USE dw_status dw_bans_move(dw_bans *bans, const char *folder, dw_error *error);
void dw_bans_close(dw_bans *bans);

/* Reads the file again. After a failure the list is as before. */
DW_MUST_USE dw_status dw_bans_reload(dw_bans *bans, dw_error *error);

/* Adds a ban, replacing one of the same subject; or removes all bans of a subject (DW_NOT_FOUND if
 * there are none). After a failure the list is what the file says, mostly the old one. A change
 * also removes expired bans from the file. */
DW_MUST_USE dw_status dw_bans_add(dw_bans *bans, const dw_ban *ban, int64_t now_s, dw_error *error);
DW_MUST_USE dw_status dw_bans_remove(dw_bans *bans, const dw_ban_subject *subject, int64_t now_s,
                                     dw_error *error);

/* The first ban that holds now, or NULL. `host` is in network order. */
const dw_ban *dw_bans_find_address(const dw_bans *bans, uint32_t host, int64_t now_s);
const dw_ban *dw_bans_find_key(const dw_bans *bans, const uint8_t key[DW_SEAL_KEY_SIZE],
                               int64_t now_s);

/* All bans, expired ones included. */
uint32_t dw_bans_count(const dw_bans *bans);
const dw_ban *dw_bans_at(const dw_bans *bans, uint32_t index);

#endif
