/* playback_eyes.h - what each intruder of a recorded round could know at the tick that is shown:
 * the interest filter (interest.h), run as a match runs it for players. Owns: what the filter has
 * told each slot. Does not know: clients, messages, time. Cost: that of the filter, 20 times
 * a second of the round. No allocation. */
#ifndef DW_SESSION_PLAYBACK_EYES_H
#define DW_SESSION_PLAYBACK_EYES_H

#include "server/session/interest.h"

/* What a slot remembers of what it does not see: it depends on all that the slot saw before. */
typedef struct dw_playback_memory {
    dw_door_set doors;
    uint32_t worked; /* Switches. */
    uint32_t turned; /* Locks. */
} dw_playback_memory;

typedef struct dw_playback_eyes {
    uint32_t slots; /* Bit s: there was an intruder in slot s at the start. */
    dw_interest_scene scene;
    dw_interest interests[DW_INTRUDERS_MAX];
} dw_playback_eyes;

/* Before the first tick. */
void dw_playback_eyes_begin(dw_playback_eyes *eyes, const dw_sim *sim, uint32_t slots);

/* After each tick of the world, none left out. */
void dw_playback_eyes_look(dw_playback_eyes *eyes, const dw_sim *sim);

void dw_playback_eyes_save(const dw_playback_eyes *eyes,
                           dw_playback_memory memories[DW_INTRUDERS_MAX]);
void dw_playback_eyes_load(dw_playback_eyes *eyes, const dw_sim *sim,
                           const dw_playback_memory memories[DW_INTRUDERS_MAX]);

/* Fills bodies, doors and items of `out` with what the intruder in `slot` could know now; bodies
 * are numbered as spectators have them, and its own is among them. */
void dw_playback_eyes_fill(dw_playback_eyes *eyes, uint8_t slot, dw_snapshot *out);

/* Whether that intruder could see the guard, the door, the point now. */
bool dw_playback_eyes_see_guard(dw_playback_eyes *eyes, uint8_t slot, uint16_t guard);
bool dw_playback_eyes_see_door(dw_playback_eyes *eyes, uint8_t slot, uint16_t door);
bool dw_playback_eyes_see_point(dw_playback_eyes *eyes, uint8_t slot, dw_vec point);

#endif
