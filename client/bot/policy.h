/* policy.h - how a bot plays: a policy looks at what a client knows and says an intent a tick.
 * Used by duskwatch-bots over the network and by the lab without one: both fill in a dw_bot_view
 * (walk.h). Owns: nothing; a dw_bot is a plain value. A policy never sees guards' minds, patrols,
 * seeds or anything that was not sent. Cost: about 1 us a tick on average (`careful`:
 * 4 us on the reference map, 18 us in the museum); no
 * allocation. */
#ifndef DW_BOT_POLICY_H
#define DW_BOT_POLICY_H

#include "client/bot/careful_danger.h"
#include "client/bot/walk.h"

typedef struct dw_bot dw_bot;

typedef struct dw_policy {
    const char *name;
    const char *purpose; /* One line for --help. */
    void (*reset)(dw_bot *bot, const dw_bot_view *view);
    /* The intent, and for how many ticks it may be kept, at most bot->hold. */
    dw_intent (*decide)(dw_bot *bot, const dw_bot_view *view, uint32_t *hold);
} dw_policy;

/* What `random` remembers. */
typedef struct dw_random_memory {
    uint8_t gait;
    uint8_t closes_door; /* Shuts the next open door that it passes. */
    uint32_t rest_until;
} dw_random_memory;

/* What `rush` remembers. */
typedef struct dw_rush_memory {
    uint8_t aim; /* What the walk is for. */
    dw_vec target;
    uint32_t use_tick;
} dw_rush_memory;

enum { DW_CAREFUL_POINTS_MAX = 128 };

/* What `careful` remembers. */
typedef struct dw_careful_memory {
    dw_danger danger;
    uint32_t began_tick; /* Of the round. */
    uint32_t plan_tick;  /* When he thinks it over next. */
    uint32_t use_tick;
    uint32_t waited;            /* Ticks spent hiding, less those spent getting on. */
    uint32_t noticed_tick;      /* Since when he is found out. */
    uint32_t exposed_tick;      /* Since when somebody looks at him. */
    bool noticed, exposed;      /* Exposed: somebody looks at him. */
    uint8_t seen_count;         /* Guards in view. */
    uint8_t mode;               /* Going on or hiding. */
    uint8_t aim;                /* dw_errand_kind */
    dw_vec aim_at, goal;        /* The thing, and where to stand for it. */
    dw_vec target;              /* Of the walk under way. */
    uint16_t room, door_behind; /* The door that he came through and may shut. */
    uint16_t point_count, point_at;
    uint16_t points[DW_CAREFUL_POINTS_MAX]; /* Of the roadmap. */
} dw_careful_memory;

struct dw_bot {
    const dw_policy *policy;
    const dw_bot_ground *ground;
    dw_rng rng;
    uint32_t hold; /* Ticks between decisions where nothing hangs on it: 1, or 3 for heavy loads. */
    bool active;   /* Was alive and in play at the last decision. */
    dw_intent last;
    uint32_t next_tick; /* Of the next decision. */
    dw_walk walk;
    dw_random_memory random;
    dw_rush_memory rush;
    dw_careful_memory careful;
};

/* The policies end with NULL. */
extern const dw_policy *const dw_policies[];
const dw_policy *dw_policy_find(const char *name); /* NULL when there is none of that name. */

/* `seed` and `stream` make its random numbers: one stream a bot. The ground must outlive it. */
void dw_bot_init(dw_bot *bot, const dw_policy *policy, const dw_bot_ground *ground, uint64_t seed,
                 uint64_t stream, uint32_t hold);

/* The intent for view->tick. `playing`: bodies move in it and the own one lives; else the bot
 * stands and forgets the round. */
dw_intent dw_bot_decide(dw_bot *bot, const dw_bot_view *view, bool playing);

extern const dw_policy dw_policy_idle, dw_policy_random, dw_policy_rush, dw_policy_careful;

#endif
