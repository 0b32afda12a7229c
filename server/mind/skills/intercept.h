/* intercept.h - coming from the other side, and lying in wait where an intruder has to come out
 * (server/RULES.md 5.30 to 5.38). Whether a guard intercepts at all is decided in brains/answers.c.
 * Owns: the report that the guard acts on, the door that it takes, the position where it stands. No
 * allocation. */
#ifndef DW_MIND_INTERCEPT_H
#define DW_MIND_INTERCEPT_H

#include "server/mind/mover.h"
#include "server/mind/team/team_radio.h"

typedef enum dw_intercept_phase {
    DW_INTERCEPT_DRAWING, /* A position behind the door. */
    DW_INTERCEPT_GOING,
    DW_INTERCEPT_WAITING, /* Lying in wait. */
    DW_INTERCEPT_THROUGH  /* Nobody there: through the door, into the room. */
} dw_intercept_phase;

/* What the guard keeps of the report that it acts on. */
#define DW_INTERCEPT_ORDER_FIELDS(X, A, M)                                                         \
    X(u32, sent)                                                                                   \
    X(u16, room)                                                                                   \
    X(u8, door_count)                                                                              \
    A(u16, doors, DW_RADIO_DOORS_MAX, it->door_count)

typedef struct dw_intercept_order {
    DW_FIELDS_MEMBERS(DW_INTERCEPT_ORDER_FIELDS)
} dw_intercept_order;
typedef dw_intercept_order dw_field_intercept_order;

#define DW_INTERCEPT_FIELDS(X, A, M)                                                               \
    X(u8, phase) /* dw_intercept_phase */                                                          \
    X(u8, draws)                                                                                   \
    X(flag, waits)    /* Lies in wait: the room has this door alone, or the guard keeps it. */     \
    X(flag, ambushes) /* Has still to wait at the door before it goes in. */                       \
    X(u16, door)      /* The door that is watched, or DW_NONE: straight to the room. */            \
    X(u16, wait_left) /* Ticks. */                                                                 \
    X(team_bid, bid)  /* What the guard has said about that door. */                               \
    X(intercept_order, order)                                                                      \
    X(vec, place)                                                                                  \
    X(rng, places)

typedef struct dw_intercept {
    DW_FIELDS_MEMBERS(DW_INTERCEPT_FIELDS)
} dw_intercept;
typedef dw_intercept dw_field_intercept;

void dw_intercept_reset(dw_intercept *task, uint64_t seed);

/* Lies in wait at the only door of the room. */
void dw_intercept_begin_wait(dw_intercept *task, const dw_think *think,
                             const dw_intercept_order *order);

/* Keeps `door`, on the side that is further from the room of the order, and says so. */
void dw_intercept_begin_keep(dw_intercept *task, const dw_think *think, dw_team_radio *radio,
                             const dw_intercept_order *order, uint16_t door);

/* Takes the first door of the report that no other guard has, and says so; with none left the guard
 * goes straight to the room. It sets out when the others' claims can have reached it: two delays of
 * the radio after the report. */
void dw_intercept_begin(dw_intercept *task, const dw_think *think, dw_team_radio *radio,
                        const dw_intercept_order *order);

dw_intercept_order dw_intercept_order_of(const dw_radio_message *report);

/* Replaces the doors of `order` by the circular ones of its room, in an order drawn at random. */
void dw_intercept_draw_doors(dw_intercept *task, const dw_map *map, dw_intercept_order *order);

/* A claim has come in: whether another guard has the door now. */
bool dw_intercept_is_outbid(const dw_intercept *task, const dw_team_radio *radio,
                            const dw_brain_setup *setup);

/* DONE: in the room of the report, or as near as one gets. FAILED: lay in wait long
 * enough. */
dw_skill_state dw_intercept_step(dw_intercept *task, const dw_think *think);

void dw_intercept_explain(const dw_intercept *task, uint8_t slot, const dw_brain_setup *setup,
                          dw_mind_view *view);
/* A loaded task names only what the map has. */
bool dw_intercept_is_sound(const dw_intercept *task, const dw_map *map);

DW_FIELDS_INLINE(intercept_order, DW_INTERCEPT_ORDER_FIELDS);
DW_FIELDS_INLINE(intercept, DW_INTERCEPT_FIELDS);

#endif
