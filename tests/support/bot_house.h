/* bot_house.h - a scene with one bot in it and guards that follow a script, without a server or a
 * network: for tests of policies. It does the server's part as far as one intruder sees it: use
 * key, movement, meters (server/RULES.md 3.4 to 3.9), and the snapshot of each tick. Owns the
 * scene, the map, the ground and the bot. */
#ifndef DW_TESTS_SUPPORT_BOT_HOUSE_H
#define DW_TESTS_SUPPORT_BOT_HOUSE_H

#include "client/bot/policy.h"
#include "tests/support/scene.h"

enum {
    DW_BOT_GUARD_METER_FULL = 12000,
    DW_BOT_GUARD_ROUTE_MAX = 8,
    DW_BOT_HOUSE_GUARDS_MAX = 4,
    DW_BOT_HOUSE_DOORS_MAX = 16
};

/* A guard that stands, sweeps, walks a route once, or chases. Zero bytes are one that stands and
 * looks east. */
typedef struct dw_bot_guard {
    dw_vec position;
    uint16_t heading_bam;
    int32_t meter;
    uint32_t route_count, route_at, starts_tick;
    dw_vec route[DW_BOT_GUARD_ROUTE_MAX];
    bool alarmed; /* Shows the mood of a chase, and runs along its route. */
    bool chases;  /* Walks to the body while it sees it, and to where it saw it last. */
    dw_vec believed;
    int32_t sweep_bam;       /* It turns to and fro by this angle, */
    uint32_t sweep_ticks;    /* from end to end in this time; 0: it does not. */
    uint16_t sweep_from_bam; /* Where one end is. */
} dw_bot_guard;

typedef struct dw_bot_house {
    dw_scene *scene;
    const dw_map *map;
    dw_ruleset rules;
    dw_bot_ground *ground;
    dw_arena arena;
    dw_bot *bot;
    dw_body body;
    dw_door_set doors;
    dw_snapshot snapshot;
    dw_signals signals;
    dw_body_kinds kinds; /* As told to the bot: guard g has the id g + 1. */
    bool use_held, won;
    bool omniscient; /* The bot is sent all guards, and not only those in sight. */
    uint32_t tick, guard_count;
    uint32_t deaf_ticks;      /* The use key does nothing for this long: a message is lost. */
    uint32_t seen_ticks;      /* Summed over guards. */
    uint32_t still_ticks;     /* In a row, until now. */
    uint32_t still_most;      /* In a row. */
    uint32_t presses;         /* Of the use key. */
    uint32_t presses_in_vain; /* With nothing in reach. */
    uint32_t presses_crouched;
    uint32_t throws;       /* Coins; */
    uint32_t baits_thrown; /* baits; */
    dw_vec landing;        /* and where the last one has landed. */
    uint32_t doors_opened, doors_shut;
    uint32_t shut[DW_BOT_HOUSE_DOORS_MAX]; /* How often the bot shut each door. */
    uint64_t visited_rooms;                /* Bit r: room r. */
    dw_bot_guard guards[DW_BOT_HOUSE_GUARDS_MAX];
} dw_bot_house;

/* Builds the map of the scene and puts the bot at its first spawn. `hold`: ticks for which the bot
 * keeps a direction. */
void dw_bot_house_start(dw_bot_house *house, const dw_policy *policy, uint64_t seed, uint32_t hold);
/* The same on a map that the caller owns; the scene is not asked. */
void dw_bot_house_start_on(dw_bot_house *house, const dw_map *map, const dw_policy *policy,
                           uint64_t seed, uint32_t hold);
/* A started house with noises and tools: the hall has a shelf, behind which the bot is, and a guard
 * stands before the door to the vault, where the objective is. */
dw_bot_house dw_bot_house_open_gate(const char *policy);
void dw_bot_house_finish(dw_bot_house *house);

void dw_bot_house_step(dw_bot_house *house);
/* At most `ticks` steps; ends when the bot has won. */
void dw_bot_house_run(dw_bot_house *house, uint32_t ticks);

/* What the bot is shown in this tick, for a test that asks its policy directly. */
dw_bot_view dw_bot_house_view(const dw_bot_house *house, uint32_t tick);

/* Whether the guard sees the bot. */
bool dw_bot_house_seen_by(const dw_bot_house *house, uint32_t guard);
bool dw_bot_house_taken(const dw_bot_house *house); /* The bot has the first item. */
uint16_t dw_bot_house_room(const dw_bot_house *house);

#endif
