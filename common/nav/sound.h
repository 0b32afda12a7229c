/* sound.h - how loud a noise is elsewhere in a building (server/RULES.md 3.64 to 3.67).
 * A sound goes along the room graph: straight inside of rooms, and from the middle of one doorway
 * to the middle of the next. Distance weakens it by 20 log10 of the metres, and each doorway and
 * each closed leaf by a fixed number of decibels. It also goes straight through walls. The louder
 * of the two counts. Furniture and bodies do not matter. Owns: what of a map this needs, built once
 * and shared by all matches. Knows nothing of who makes a noise or hears it. Levels and losses are
 * tenths of a decibel. Read-only after building.
 *
 * The least loss is not that of the shortest way, since a detour may avoid closed leaves. And a
 * shortest-path search over losses would be wrong, because the logarithm makes the loss of a step
 * depend on the way before it. Two facts make it exact again. Ways are extended in ascending order
 * of what doors take from them. Of two ways through one doorway, the one that is longer and yet
 * loses no more stays the better one, whatever is added to both: the logarithm grows ever slower.
 * So a way is kept only if it loses less than every way kept before it; mostly that is one. */
#ifndef DW_NAV_SOUND_H
#define DW_NAV_SOUND_H

#include "common/world/map.h"

typedef struct dw_sound dw_sound;

enum {
    DW_SOUND_WAYS_MAX = 4 * DW_DOORS_MAX, /* Of one noise; the least loud are left out. */
    DW_SOUND_LOSS_MAX_DB10 = 1500,        /* No noise is louder than this. */
    DW_SOUND_WALLS_MAX = 255              /* And more. */
};

/* Needs the finished map, which need not outlive it. DW_MEMORY: the arena is full. */
DW_MUST_USE dw_status dw_sound_build(const dw_sound **out, dw_arena *arena, const dw_map *map);

/* What takes from a sound, beside distance. Each at least 1. */
typedef struct dw_sound_losses {
    int32_t doorway_db10;
    int32_t leaf_db10; /* A closed leaf, beside its doorway. */
    int32_t wall_db10;
} dw_sound_losses;

/* A way of the noise through a doorway into the room behind it. */
typedef struct dw_sound_way {
    int32_t length_mm; /* To the middle of the doorway. */
    uint16_t taken_db10;
    uint16_t gate; /* Twice the door, plus the half behind which it goes on. */
    uint16_t next; /* Another way through the same gate, or DW_NONE. */
    uint16_t next_pending;
} dw_sound_way;

/* One noise on its way. Some 30 kB, of which a call touches what the noise reaches: made on the
 * stack, and read by as many listeners as there are. */
typedef struct dw_sound_spread {
    const dw_sound *sound;
    dw_sound_losses losses;
    dw_vec from;
    uint16_t room;
    int32_t reach_db10;
    uint32_t way_count;
    uint16_t first[2 * DW_DOORS_MAX]; /* By gate. */
    int32_t least[2 * DW_DOORS_MAX];  /* By gate: the least loss of a way that was extended. */
    uint16_t pending[DW_SOUND_LOSS_MAX_DB10];
    uint64_t pending_bits[DW_SOUND_LOSS_MAX_DB10 / 64 + 1];
    dw_sound_way ways[DW_SOUND_WAYS_MAX];
} dw_sound_spread;

/* Spreads a noise at `from` in `room`, as far as it loses at most `reach_db10` (0 ..
 * DW_SOUND_LOSS_MAX_DB10 - 1). Cost: for each doorway that it reaches the doorways of the room
 * behind. */
void dw_sound_spread_begin(dw_sound_spread *spread, const dw_sound *sound,
                           const dw_sound_losses *losses, const dw_door_set *open, dw_vec from,
                           uint16_t room, int32_t reach_db10);

typedef struct dw_sound_arrival {
    int32_t loss_db10;
    uint16_t door; /* The last doorway of its way; DW_NONE: it comes straight from the noise. */
} dw_sound_arrival;

/* What of it arrives at `at` in `room`. False: it loses more than `reach_db10`; `out` is not
 * written then. Cost: the doorways of `room`. */
bool dw_sound_arrives(const dw_sound_spread *spread, dw_vec at, uint16_t room,
                      dw_sound_arrival *out);

#endif
