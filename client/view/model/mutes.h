/* mutes.h - the players whose chat this person does not want to read.
 * Owns: the muted names, and the recent speakers (spectators are on no roster). The server never
 * learns of mutes. Names are as the server gives them: no two of a match look alike, and none looks
 * like the server's own. Pure; no allocation. */
#ifndef DW_VIEW_MUTES_H
#define DW_VIEW_MUTES_H

#include "protocol/message.h"

enum { DW_MUTES_MAX = 32, DW_SPEAKERS_MAX = 16 };

typedef struct dw_mutes {
    uint32_t muted_count;
    char muted[DW_MUTES_MAX][DW_PLAYER_NAME_MAX + 1];
    uint32_t speaker_count; /* The newest last. */
    char speakers[DW_SPEAKERS_MAX][DW_PLAYER_NAME_MAX + 1];
} dw_mutes;

/* Remembers the speaker. True when the line is to be shown. */
bool dw_mutes_hear(dw_mutes *mutes, const dw_chat_line *line);

bool dw_mutes_has(const dw_mutes *mutes, const char *name);

/* DW_FULL when too many are muted. */
DW_MUST_USE dw_status dw_mutes_add(dw_mutes *mutes, const char *name);
/* False when the name is not muted. */
bool dw_mutes_remove(dw_mutes *mutes, const char *name);

/* Bit s: this person has muted the player in slot s. `round` may be NULL. */
uint32_t dw_mutes_slots(const dw_mutes *mutes, const dw_round *round);

#endif
