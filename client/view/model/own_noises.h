/* own_noises.h - the noises that the own intruder has made lately, as its player's machine knows
 * them: steps, doors that it worked, coins that it threw (server/RULES.md 3.60 to 3.63).
 * Owns: the newest of each kind, and the door at which the key was pressed. Levels that players are
 * not told are those of the default ruleset. Times are seconds of the view. Knows no guards. */
#ifndef DW_VIEW_OWN_NOISES_H
#define DW_VIEW_OWN_NOISES_H

#include "client/view/model/flights.h"

typedef enum dw_own_noise_kind {
    DW_OWN_NOISE_STEP,
    DW_OWN_NOISE_DOOR,
    DW_OWN_NOISE_COIN,
    DW_OWN_NOISE_KIND_COUNT
} dw_own_noise_kind;

typedef struct dw_own_noise {
    uint8_t kind; /* dw_own_noise_kind */
    dw_vec position;
    uint16_t room;      /* Of `position`. */
    int32_t level_db10; /* At 1 m; 0: there is no noise. */
    double at;          /* That of a coin in the air lies ahead. */
} dw_own_noise;

enum { DW_OWN_NOISES_OF_KIND = 24 };

typedef struct dw_own_noises {
    dw_own_noise rows[DW_OWN_NOISE_KIND_COUNT][DW_OWN_NOISES_OF_KIND];
    uint8_t next[DW_OWN_NOISE_KIND_COUNT];
    bool held;      /* The use key. */
    uint16_t door;  /* At which it was pressed, or DW_NONE. */
    double pressed; /* When. */
} dw_own_noises;

/* In place of the oldest of its kind. */
void dw_own_noises_put(dw_own_noises *noises, dw_own_noise noise);

/* In each frame: steps count ten times a second while the body walks. */
void dw_own_noises_walk(dw_own_noises *noises, const dw_own_senses *own, const dw_map *map,
                        const dw_drawn_world *world, double now);

/* What the use key would do, and whether it is held: the door is remembered for its event. */
void dw_own_noises_use(dw_own_noises *noises, dw_use use, bool held, double now);

/* A door that the own key moved, or a coin that the own player threw; other events are nothing.
 * `flights` have the throw already. */
void dw_own_noises_event(dw_own_noises *noises, const dw_client_event *event, const dw_map *map,
                         const dw_ruleset *rules, const dw_drawn_world *world,
                         const dw_flights *flights, double now);

#endif
