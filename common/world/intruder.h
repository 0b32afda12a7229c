/* intruder.h - the part of an intruder that its player's machine predicts: walking, stance, how
 * loud it walks, and which thing the use key means. One implementation, called by server/sim and by
 * client/core. Pure; no allocation. */
#ifndef DW_WORLD_INTRUDER_H
#define DW_WORLD_INTRUDER_H

#include "common/world/floor.h"
#include "common/world/movement.h"
#include "common/world/ruleset.h"

/* One tick of walking. `bodies` are the squares in its path (guards; other intruders only with
 * `intruders_collide`). */
dw_move_result dw_intruder_walk(dw_body *body, dw_intent intent, const dw_ruleset *rules,
                                const dw_map *map, const dw_door_set *open, const dw_rect *bodies,
                                uint32_t body_count);

typedef enum dw_intruder_gait {
    DW_GAIT_WALKING,
    DW_GAIT_CROUCHING,
    DW_GAIT_SPRINTING,
    DW_INTRUDER_GAIT_COUNT
} dw_intruder_gait;
dw_intruder_gait dw_intruder_gait_of(const dw_body *body);

/* The steps of an intruder in that gait: how far apart they are, and how loud at 1 m on
 * that floor. */
typedef struct dw_footfall {
    int32_t stride_mm, level_db10;
} dw_footfall;
dw_footfall dw_intruder_footfall(dw_intruder_gait gait, const dw_ruleset *rules, dw_floor floor);

/* What the use key would do. */
typedef enum dw_use_kind {
    DW_USE_NOTHING,
    DW_USE_ITEM,
    DW_USE_DOOR,
    DW_USE_MATE,
    DW_USE_SWITCH,
    DW_USE_DEVICE
} dw_use_kind;
typedef struct dw_use {
    dw_use_kind kind;
    uint16_t index; /* Of the item, door, switch or device, the slot of the mate; DW_NONE with
                       NOTHING. */
} dw_use;

/* An item that lies somewhere. */
typedef struct dw_lying_item {
    dw_rect area;
    uint16_t furniture; /* What it lies on, DW_NONE on the floor. */
    uint16_t index;     /* Of the map. */
} dw_lying_item;
/* What an intruder could use, doors and switches apart: the items that it could take, and the
 * devices that an open part of the mission wants used. */
typedef struct dw_usables {
    dw_device_set devices;
    uint32_t count;
    dw_lying_item rows[DW_ITEMS_MAX]; /* Items by index. */
} dw_usables;

/* What a dropped item covers: 300 mm a side. */
static inline dw_rect dw_item_dropped_at(dw_vec position)
{
    return dw_rect_around(position, 150 * DW_UNITS_PER_MM);
}

static inline void dw_usables_add_item(dw_usables *items, uint16_t index, dw_rect area,
                                       uint16_t furniture)
{
    items->rows[items->count++] = (dw_lying_item){area, furniture, index};
}

/* In this order: the nearest item, then the nearest of doors, switches and devices (on a tie in
 * this order; with `light` off no switch). Distance counts from the centre to the nearest point of
 * item, doorway, switch or device (ties: the lower index). All need reach (from the ruleset), the
 * same room (either half of a door in its room counts) and an unbroken line; the furniture that an
 * item or device lies on does not break it. `usables` may be NULL: there are none. A door that
 * cannot close because of a body in it is still chosen; the server then leaves it open. */
dw_use dw_intruder_choose_use(const dw_map *map, const dw_door_set *open, const dw_ruleset *rules,
                              dw_vec position, const dw_usables *usables);

/* The teammates that can take something of what an intruder carries. */
typedef struct dw_mates {
    uint32_t count;
    struct {
        uint8_t slot;
        dw_vec position;
    } rows[DW_INTRUDERS_MAX];
} dw_mates;

static inline void dw_mates_add(dw_mates *mates, uint8_t slot, dw_vec position)
{
    mates->rows[mates->count].slot = slot;
    mates->rows[mates->count++].position = position;
}

/* As above, and when no item and no door is in reach: the nearest of `mates` in reach (ties: the
 * lower slot), by the same rules. Give them to an intruder that carries something, and to no other.
 */
dw_use dw_intruder_choose_use_or_mate(const dw_map *map, const dw_door_set *open,
                                      const dw_ruleset *rules, dw_vec position,
                                      const dw_usables *usables, const dw_mates *mates);

/* A door rests after an intruder has worked it: the same intruder cannot work it again within
 * `door_rest_ticks`. Only the last door counts, for there is one body with one reach. Zero bytes
 * are no rest. One a body; walked by the server and by the client that predicts it. */
typedef struct dw_door_rest {
    uint16_t door;
    uint16_t ticks; /* Left; 0 = no door rests. */
} dw_door_rest;

/* A tick begins: to be called once a tick, before the use key counts. */
void dw_door_rest_pass(dw_door_rest *rest);

bool dw_door_rest_holds(const dw_door_rest *rest, uint16_t door);

/* The leaf has moved by this intruder's hand. */
void dw_door_rest_begin(dw_door_rest *rest, uint16_t door, const dw_ruleset *rules);

#endif
