/* patrol_record.h - what the guards of a round do while nobody disturbs them, tick by tick.
 * Owns: a simulation without intruders, and where its guards were, how they looked and which doors
 * stood open. The record grows as later ticks are asked for. Guards that sense nobody decide the
 * same whether or not an intruder is there (server/RULES.md 3.18), so it holds for every round in
 * which no guard meets a trace of one.
 * Cost: a step of the simulation for each new tick, 40 bytes a guard and tick. One thread. */
#ifndef DW_LAB_PATROL_RECORD_H
#define DW_LAB_PATROL_RECORD_H

#include "server/lab/lab_data.h"
#include "server/sim/world.h"

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

/* Whether all guards of `world` stand and look as the record has it for the world's tick. */
bool dw_patrol_record_agrees(dw_patrol_record *record, const dw_world *world);

#endif
