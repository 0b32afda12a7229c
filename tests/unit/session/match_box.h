/* match_box.h - a match in a box: a small house, a sink that remembers, tokens from a counter.
 *
 *      0        6000 6000     10000
 *     +------------+-------------+
 *     | hall       D  study      |  4000     D = a door 1000 wide, closed at the start
 *     |  spawns    |   guard     |
 *     +------------+-------------+
 */
#ifndef DW_TESTS_SESSION_MATCH_BOX_H
#define DW_TESTS_SESSION_MATCH_BOX_H

#include "server/session/match.h"
#include "tests/support/scene.h"

enum { DW_BOX_MESSAGES_MAX = 4096, DW_BOX_SPAWNS = 4 };

typedef struct dw_box_message {
    uint32_t tag;
    uint32_t send; /* By its number: what left the match at once, for several, has one. */
    dw_message message;
} dw_box_message;

typedef struct dw_match_box {
    dw_arena arena;
    dw_scene *scene; /* NULL when the map came from a file. */
    const dw_map *map;
    const dw_nav *nav;
    dw_ruleset rules;
    dw_match_config config; /* What the match was made from. */
    dw_match *match;
    uint32_t tick;
    uint64_t origin; /* Of the next clients that come. */
    uint8_t next_random;
    uint32_t sends;
    uint32_t message_count;
    dw_box_message messages[DW_BOX_MESSAGES_MAX]; /* The newest ones; the rest is forgotten. */
} dw_match_box;

/* Never fails. The rules are those of `standard` with a lobby of 10 ticks, a countdown of 20 and a
 * result of 30; guards have the brain `null`. Change config and rules, then open. */
void dw_match_box_init(dw_match_box *box);
/* Takes in what was added to the scene, and sets rules and config anew. */
void dw_match_box_build(dw_match_box *box);
void dw_match_box_init_file(dw_match_box *box, const char *map_name);
void dw_match_box_open(dw_match_box *box);
void dw_match_box_close(dw_match_box *box);

dw_client_handle dw_match_box_join(dw_match_box *box, uint32_t tag, const char *name,
                                   dw_welcome *welcome);
dw_client_handle dw_match_box_watch(dw_match_box *box, uint32_t tag);
void dw_match_box_run(dw_match_box *box, uint32_t ticks);
void dw_match_box_run_until(dw_match_box *box, dw_round_phase phase); /* Within 10 s. */

/* One intent for each of the next `count` ticks. */
void dw_match_box_ask(dw_match_box *box, dw_client_handle client, uint8_t direction,
                      uint8_t buttons, uint8_t count);

/* How many messages of a type that client was sent since `from` (an index of messages). */
uint32_t dw_match_box_count(const dw_match_box *box, uint32_t from, uint32_t tag,
                            dw_message_type type);
const dw_message *dw_match_box_last(const dw_match_box *box, uint32_t tag, dw_message_type type);

#endif
