/* sneak.h - what all bots that avoid eyes have in common: beliefs about guards, a path over the
 * roadmap and the walk along it, doors that are shut behind the body or in a guard's face, the use
 * key, steps and leaves that guards do not hear, coins and baits. When and where to go, and where
 * to hide, is each policy's own. Owns: a plain value in the memory of a policy. Knows what a bot's
 * view knows. Cost: below 1 us a tick without a plan. No allocation. */
#ifndef DW_BOT_SNEAK_H
#define DW_BOT_SNEAK_H

#include "client/bot/careful_danger.h"
#include "client/bot/errand.h"
#include "client/bot/policy.h"

enum {
    DW_SNEAK_POINTS_MAX = 128,   /* Of a path over the roadmap. */
    DW_SNEAK_REACTION_TICKS = 18 /* It reacts to surprises after 0.3 s, as a person does. */
};

typedef struct dw_sneak {
    dw_walk walk;
    dw_danger danger;
    uint32_t began_tick;   /* Of the round. */
    uint32_t plan_tick;    /* When to plan again. */
    uint32_t use_tick;     /* When it last pressed the use key; 0: never. */
    uint32_t waited;       /* Ticks spent hiding, less twice those spent walking. */
    uint32_t noticed_tick; /* Since when it is noticed. */
    uint32_t faced_tick;   /* Since when it is faced. */
    bool noticed, exposed; /* Exposed: a guard in view looks at it; */
    bool faced;            /* the same by one that would come after it. */
    bool hiding;           /* The path ends at a position to wait. */
    uint8_t seen_count;    /* Guards in view. */
    uint8_t aim;           /* dw_errand_kind */
    bool crouches;         /* A known guard would hear it walk. */
    bool throws;           /* Next `tool` at `landing`. */
    uint8_t tool;          /* dw_tool */
    uint32_t throw_tick;   /* When it last threw; 0: never. */
    uint32_t leaf_tick;    /* When it presses the key for which it has crouched; 0: never. */
    dw_vec landing;
    dw_vec aim_at, goal;        /* The errand's target, and where to stand for it. */
    dw_vec target;              /* Of the walk. */
    uint16_t room, door_behind; /* The door that it came through and can shut. */
    uint16_t point_count, point_at;
    uint16_t points[DW_SNEAK_POINTS_MAX]; /* Nodes of the roadmap. */
} dw_sneak;

/* What one policy does its own way. */
typedef struct dw_sneak_style {
    /* Sets a path, hiding and plan_tick. Called when plan_tick has come. */
    void (*plan)(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view);
    /* The fastest gait that is wanted now. NULL: walks, runs or crouches where guards look, and
     * sprints when noticed. */
    dw_gait (*gait)(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view);
    /* What to do next. NULL: dw_errand_of. */
    dw_errand (*errand)(const dw_bot *bot, const dw_sneak *sneak, const dw_bot_view *view);
    uint32_t blunt_ticks;    /* From this time of the round on it walks straight to the goal. */
    bool spares_door_to_use; /* Does not shut a door that its next steps lead through. */
} dw_sneak_style;

void dw_sneak_reset(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view);

/* The whole decision of a tick. */
dw_bot_decision dw_sneak_decide(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                                const dw_sneak_style *style);

/* For plans. */

uint32_t dw_sneak_played_ticks(const dw_sneak *sneak, const dw_bot_view *view);

/* Takes the last search's path to a node; none for DW_NONE. */
void dw_sneak_take_path(const dw_bot *bot, dw_sneak *sneak, uint16_t node, bool hiding);

/* What the first part of the path costs beyond its length and its comfort, in millimetres. `plan`:
 * of the last search. */
uint32_t dw_sneak_risk_ahead(const dw_bot *bot, const dw_sneak *sneak, const dw_danger_plan *plan);

/* Searches with `price`, takes the path to the goal when its risk is accepted, and else one to the
 * best position to wait: safe to reach, out of sight, and away from approaching guards. */
typedef struct dw_sneak_order {
    dw_danger_plan *danger; /* Begun. */
    dw_roadmap_price price;
    void *context; /* Of `price`. */
    uint32_t risk_accepted;
    bool hides; /* It waits in any case. */
} dw_sneak_order;
void dw_sneak_go_or_hide(const dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view,
                         const dw_sneak_order *order);

/* The plan of `careful`: its patience, and how it runs. */
void dw_sneak_plan_carefully(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view);

/* The risk that a bot accepts which knows how to run away (flight.h). */
uint32_t dw_sneak_bold_risk(const dw_sneak *sneak, const dw_bot_view *view);

/* For how long a plan stands: briefly while guards are near. */
uint32_t dw_sneak_plan_interval_ticks(const dw_sneak *sneak, const dw_bot_view *view);

#endif
