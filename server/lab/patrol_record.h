/* patrol_record.h - what the guards of a round do while nobody disturbs them, tick by tick.
 * Owns: a simulation without intruders, and where its guards were, how they looked and listened and
 * which doors stood open. The record grows as later ticks are asked for. Guards that sense nobody
 * decide the same whether or not an intruder is there (server/RULES.md 3.18), so it holds for every
 * round in which no guard meets a trace of one. Cost: a step of the simulation for each new tick,
 * 40 bytes a guard and tick, 24 more with `hearing`. One thread. */
#ifndef DW_LAB_PATROL_RECORD_H
#define DW_LAB_PATROL_RECORD_H

#include "common/nav/sound.h"
#include "server/lab/lab_data.h"
#include "server/sim/sim.h"

typedef struct dw_patrol_record dw_patrol_record;

/* `data` with its mesh must outlive it. Ticks up to `ticks_max` can be asked for. */
DW_MUST_USE dw_status dw_patrol_record_create(dw_patrol_record **out, const dw_lab_data *data,
                                              uint32_t ticks_max, dw_error *error);
void dw_patrol_record_destroy(dw_patrol_record *record);

/* Another round: the record is empty. */
void dw_patrol_record_begin(dw_patrol_record *record, uint64_t seed);

/* The doors that stand open after that tick. */
const dw_door_set *dw_patrol_record_doors(dw_patrol_record *record, uint32_t tick);

/* Whether that door is open, or closed, after each tick from `first` to `last`. */
bool dw_patrol_record_door_stays(dw_patrol_record *record, uint16_t door, bool open, uint32_t first,
                                 uint32_t last);

/* Whether a guard would see that body in that room after the tick, or could touch it. `doors`: the
 * open ones, or NULL for those of the record, which is faster. */
bool dw_patrol_record_meets(dw_patrol_record *record, uint32_t tick, const dw_body *body,
                            uint16_t room, const dw_door_set *doors);

/* Of the guards of this round the one that dw_patrol_record_meets found most often, or DW_NONE. */
uint16_t dw_patrol_record_busiest(const dw_patrol_record *record);

/* The least level at 1 m with which a noise that spreads like that is heard by a guard in that
 * tick; INT32_MAX: by none, however loud. Only with `hearing`. */
int32_t dw_patrol_record_least_heard(dw_patrol_record *record, uint32_t tick,
                                     const dw_sound_spread *spread);

/* Spreads a noise that is made in that tick at `from`, as far as one of `level_db10` is heard by
 * anybody. False: nobody would hear it anywhere. `doors` as above. */
bool dw_patrol_record_spread(dw_patrol_record *record, uint32_t tick, dw_vec from, uint16_t room,
                             int32_t level_db10, const dw_door_set *doors, dw_sound_spread *out);

/* Whether a guard hears that noise in that tick. */
bool dw_patrol_record_hears(dw_patrol_record *record, uint32_t tick, const dw_noise *noise,
                            const dw_door_set *doors);

/* Whether a guard in one of the door's two rooms has the leaf in view. */
bool dw_patrol_record_sees_leaf(dw_patrol_record *record, uint32_t tick, uint16_t door,
                                const dw_door_set *doors);

/* Whether a guard has the place of an objective in view. */
bool dw_patrol_record_sees_objective(dw_patrol_record *record, uint32_t tick);

/* Whether a guard of `sim` learned in the last step of more noises that are not of its own side
 * than the record has: of those of an intruder. Only with `hearing`. */
bool dw_patrol_record_heard_more(dw_patrol_record *record, const dw_sim *sim);

/* Whether all guards of `world` stand and look as the record has it for the world's tick. */
bool dw_patrol_record_agrees(dw_patrol_record *record, const dw_world *world);

#endif
