/* team.h - what the team policies share. All bots of a team are shown who lives, where each one is
 * and who carries the objective. From that all deal out the same jobs without talking: one is the
 * thief, the others help, and when the thief is caught the next one takes its job. So two never
 * work in the same rooms, and guards that found one know nothing of the other. By pings they tell
 * of the guards that they see. The thief plays like `careful`; how the others help is each policy's
 * own.
 * Owns: a plain value in the memory of a policy. Knows what a bot's view knows. Cost: below 1 us a
 * tick without a plan. No allocation. */
#ifndef DW_BOT_TEAM_H
#define DW_BOT_TEAM_H

#include "client/bot/sneak.h"

typedef struct dw_team_member {
    uint8_t slot;
    bool carries;
    dw_vec position;
} dw_team_member;

/* The living ones, by slot. */
typedef struct dw_team {
    uint8_t count, own, thief; /* Indices. */
    dw_team_member members[DW_INTRUDERS_MAX];
} dw_team;

typedef enum dw_team_manner {
    DW_TEAM_STEAL, /* The thief's. */
    DW_TEAM_HIDE,  /* Near where it is, out of sight, and not in the thief's room. */
    DW_TEAM_GO,    /* Sneaks to the post and crouches there. */
    DW_TEAM_SHOW,  /* Walks up to the post until guards notice it. */
    DW_TEAM_DASH,  /* The thief's: sprints to the post, past guards that see it. */
    DW_TEAM_RUN    /* Noticed: it flees to a room far from the thief. */
} dw_team_manner;

/* First in the memory of each team policy. */
typedef struct dw_team_bot {
    dw_sneak sneak;
    dw_team team; /* Of this tick. */
    uint8_t manner;
    uint8_t sign; /* That it says now; 0: none. */
    uint8_t told; /* Counts pings, so that each guard in view has its turn. */
    dw_vec post;
    uint32_t sign_tick, ping_tick; /* When it may say the next one. */
    uint32_t heard_tick[DW_INTRUDERS_MAX];
} dw_team_bot;

/* What one policy does its own way. Both are called each tick, with `team` filled in. */
typedef struct dw_team_style {
    /* For a helper that is not noticed: sets manner and post, and the sign that it gives. */
    void (*help)(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view);
    /* The thief's, also of the last one that is left; may be NULL: may set another manner, post
     * and sign. */
    void (*steal)(dw_bot *bot, dw_team_bot *own, const dw_bot_view *view);
} dw_team_style;

void dw_team_reset(dw_bot *bot, const dw_bot_view *view);

/* The whole decision of a tick. */
dw_bot_decision dw_team_decide(dw_bot *bot, const dw_bot_view *view, const dw_team_style *style);

/* For policies. */

static inline const dw_team_member *dw_team_own(const dw_team *team)
{
    return &team->members[team->own];
}
static inline const dw_team_member *dw_team_thief(const dw_team *team)
{
    return &team->members[team->thief];
}

/* NULL without any. */
static inline const dw_team_member *dw_team_first_helper(const dw_team *team)
{
    return team->count < 2 ? NULL : &team->members[team->thief == 0 ? 1 : 0];
}

/* Whether the newest sign of a slot is this one and not older than 3 s. */
bool dw_team_says(const dw_bot_view *view, uint8_t slot, dw_sign sign);

/* The middle of the room that is furthest from a position, as the crow flies, and no dead end. */
dw_vec dw_team_far_room(const dw_bot *bot, dw_vec from);

#endif
