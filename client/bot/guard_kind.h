/* guard_kind.h - what a bot makes of a guard's kind: what it senses, whether it chases, listens or
 * eats. From the fields that clients are told alone (maps/KINDS.md): ears, noses and what a body
 * can do are not among them, so the bot goes by the look and reckons with the kind that has it.
 * Knows the kinds of a bot's view. Cost: a lookup; senses a line of sight. No state. */
#ifndef DW_BOT_GUARD_KIND_H
#define DW_BOT_GUARD_KIND_H

#include "client/bot/bot_view.h"

/* As told, else kind `guard` of the welcome: also for id 0, a guard that the bot knows of from a
 * teammate. */
const dw_kind *dw_guard_kind(const dw_bot_view *view, uint8_t id);

/* It comes after intruders: no device does, nor does a cat. */
bool dw_guard_kind_chases(const dw_kind *kind);

/* It walks on two legs, knows nothing of trails, and does not look back. */
bool dw_guard_kind_is_person(const dw_kind *kind);

/* It has ears. */
bool dw_guard_kind_listens(const dw_kind *kind);

/* It goes for baits. */
bool dw_guard_kind_eats(const dw_kind *kind);

/* From where and in which direction a guard looks. */
typedef struct dw_guard_gaze {
    dw_vec from;
    uint16_t heading_bam;
    int32_t spread_bam; /* It may look this far to either side of that. */
} dw_guard_gaze;

/* Whether a guard of that kind senses a body at `position` by eyes, rays or a motion detector. A
 * body that does not crouch counts as walking. */
bool dw_guard_kind_senses(const dw_kind *kind, const dw_guard_gaze *gaze, const dw_map *map,
                          const dw_bot_view *view, const dw_door_set *open, dw_vec position,
                          bool crouching);

#endif
