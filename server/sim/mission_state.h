/* mission_state.h - how far a round has come with its mission: state of the match, in the state
 * hash, saved and loaded. mission.c of this folder changes it, in phases 2 and 8 of the tick. */
#ifndef DW_SIM_MISSION_STATE_H
#define DW_SIM_MISSION_STATE_H

#include "common/world/mission.h"
#include "common/world/world_fields.h"
#include "server/sim/person.h"

enum {
    DW_QUEUED_WORDS = (DW_ACTIONS_MAX + 31) / 32,
    DW_TALK_TICKS_MAX = 15 * 60 /* How long the longest line takes to read. */
};

/* Bit p: part p. Bit t: trigger t. */
#define DW_MISSION_STATE_FIELDS(X, A, M)                                                           \
    X(u32, done)                                                                                   \
    X(u32, failed)                                                                                 \
    X(u32, opened) /* By an action, whatever comes before. */                                      \
    X(u32, fired)                                                                                  \
    X(u32, inside) /* Triggers of places: somebody was there at the last tick. */                  \
    X(u8, alarm)                                                                                   \
    X(u8, caught)                            /* Number of intruders. */                            \
    X(u8, last_slot)                         /* That did the last part; DW_SLOT_NONE. */           \
    X(u8, decided)                           /* dw_outcome that an action has decided. */          \
    X(flag, detected)                        /* A guard has detected somebody. */                  \
    X(i32, given)                            /* Points. */                                         \
    A(u32, held, DW_PARTS_MAX, DW_PARTS_MAX) /* Ticks: the key at the device, or at large. */      \
    A(u8, holding, DW_INTRUDERS_MAX, DW_INTRUDERS_MAX) /* By slot: 1 + device, 0 none. */          \
    A(u32, arrives, DW_ARRIVALS_MAX, DW_ARRIVALS_MAX)  /* From that tick on; 0: not called. */     \
    A(u32, queued, DW_QUEUED_WORDS, DW_QUEUED_WORDS) /* Actions that the next tick carries out. */ \
    A(u16, ringing, DW_DEVICES_MAX, DW_DEVICES_MAX)  /* By bell: ticks left. */                    \
    A(person, persons, DW_PERSONS_MAX, DW_PERSONS_MAX)                                             \
    X(u16, talk_ticks) /* Until the next of the waiting lines is said. */                          \
    X(u8, talk_count)                                                                              \
    A(u8, talk, DW_TALK_MAX, it->talk_count) /* Actions whose lines wait, in order. */
typedef struct dw_mission_state {
    DW_FIELDS_MEMBERS(DW_MISSION_STATE_FIELDS)
} dw_mission_state;
typedef dw_mission_state dw_field_mission_state;
DW_FIELDS_DECLARE(mission_state);

/* Bit p: everything that comes before part p is settled, or an action has opened it. */
uint32_t dw_mission_told_parts(const dw_mission *mission, const dw_mission_state *state);

/* Bit p: part p can be done now. */
static inline uint32_t dw_mission_open_parts(const dw_mission *mission,
                                             const dw_mission_state *state)
{
    return dw_mission_told_parts(mission, state) & ~(state->done | state->failed);
}

/* Devices that a trigger waits for: they answer the use key whatever the parts want. */
dw_device_set dw_mission_triggered_devices(const dw_mission *mission,
                                           const dw_mission_state *state);

dw_part_state dw_mission_part_state(const dw_mission *mission, const dw_mission_state *state,
                                    uint32_t part);

/* Points of the team; `ticks` is the age of the round. */
int32_t dw_mission_points(const dw_mission *mission, const dw_mission_state *state, uint32_t ticks,
                          bool won);

/* Whether loaded bytes are a state of this mission. */
bool dw_mission_state_is_sound(const dw_mission *mission, const dw_mission_state *state);

#endif
