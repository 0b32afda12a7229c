/* policy.h - how a bot plays. A policy looks at what a client knows and returns an intent a tick,
 * and with it a sign and a ping for its team if it likes.
 * duskwatch-bots uses it over the network and the lab without one; both fill in a dw_bot_view
 * (bot_view.h). A policy never sees guards' minds, patrols, seeds or anything that was not sent.
 * Owns: a bot's random numbers and the memory of its policy, in the owner's arena.
 * Cost: about 1 us a tick (`careful` and other sneaking bots: 4 us on the reference map, 18 us in
 * the museum). No allocation after creation.
 *
 * A new policy is one file, policy_NAME.c, that defines dw_policy_NAME, its line in CMakeLists.txt,
 * and one row of DW_POLICIES. Its memory is a struct of its own file. */
#ifndef DW_BOT_POLICY_H
#define DW_BOT_POLICY_H

#include "client/bot/walk.h"
#include "common/base/arena.h"

typedef struct dw_bot dw_bot;

typedef struct dw_policy {
    const char *name;
    const char *purpose; /* One line for --help. */
    size_t memory_size;  /* Bytes of bot->memory; zero at creation. */
    void (*reset)(dw_bot *bot, const dw_bot_view *view); /* The body has begun to play. */
    dw_bot_decision (*decide)(dw_bot *bot, const dw_bot_view *view);
} dw_policy;

/* What a bot tells its team, with a decision: at most one sign and one ping a second reach it
 * (common/world/sign.h). What comes sooner is lost. */
typedef struct dw_bot_words {
    uint8_t sign; /* dw_sign; 0 = none. */
    bool pings;
    dw_vec ping; /* Any position; it arrives rounded. */
} dw_bot_words;

/* For the policies; owners use the functions below. */
struct dw_bot {
    const dw_policy *policy;
    const dw_bot_ground *ground;
    dw_rng rng;
    uint32_t hold; /* Longest hold of a decision: 1, or 3 for heavy loads. */
    bool active;   /* Was alive and in play at the last decision. */
    dw_intent last;
    dw_bot_words words;   /* For `decide` to fill in; empty before each call. */
    uint32_t next_tick;   /* Of the next decision. */
    uint16_t question;    /* The newest question of the mission that it has thought about, */
    uint8_t answer;       /* what it says to it, */
    uint32_t answer_tick; /* and when. */
    void *memory;         /* The policy's own. */
};

#define DW_POLICIES(X)                                                                             \
    X(idle)                                                                                        \
    X(random)                                                                                      \
    X(rush)                                                                                        \
    X(careful)                                                                                     \
    X(run_home)                                                                                    \
    X(errand)                                                                                      \
    X(shadow)                                                                                      \
    X(patient)                                                                                     \
    X(circle_behind)                                                                               \
    X(corner_break)                                                                                \
    X(rear_approach)                                                                               \
    X(still_hider)                                                                                 \
    X(decoy)                                                                                       \
    X(relay)                                                                                       \
    X(lookout)                                                                                     \
    X(split)                                                                                       \
    X(door_keeper)

#define DW_POLICY_DECLARE(name) extern const dw_policy dw_policy_##name;
DW_POLICIES(DW_POLICY_DECLARE)
#undef DW_POLICY_DECLARE

extern const dw_policy *const dw_policies[];       /* In that order; NULL at the end. */
const dw_policy *dw_policy_find(const char *name); /* NULL for an unknown name. */

/* Takes the bot and its policy's memory from the arena. DW_MEMORY. */
DW_MUST_USE dw_status dw_bot_create(dw_bot **out, dw_arena *arena, const dw_policy *policy);

/* Prepares it to play, also for another match. `seed` and `stream` make its random numbers: use one
 * stream for each bot. The ground must outlive it. `hold`: for how many ticks it may keep an intent
 * where nothing depends on it. */
void dw_bot_init(dw_bot *bot, const dw_bot_ground *ground, uint64_t seed, uint64_t stream,
                 uint32_t hold);

/* The intent for view->tick. `playing`: bodies move in that tick and the own one lives. Else the
 * bot stands, and starts afresh when it plays again. Whatever its policy, it answers a question of
 * the mission after some seconds, with an option that its random numbers choose. */
dw_intent dw_bot_decide(dw_bot *bot, const dw_bot_view *view, bool playing);

/* What the bot says in the tick of the last call of dw_bot_decide: at most one signal of each kind.
 * Returns their number. Tick and slot are the owner's to fill in. */
uint32_t dw_bot_signals(const dw_bot *bot, dw_signal out[2]);

#endif
