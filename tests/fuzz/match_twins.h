/* match_twins.h - two matches in one house that go through the same script, and what has to hold
 * whatever the script says:
 *
 *   - both have the same state hash, phase and messages after each operation. The second one keeps
 *     no replay, which may not change anything. When the plan is not `exact`, it is not even told
 * of junk (forged handles, late, early or invalid intents, acknowledgements): junk may change
 * nothing but a counter;
 *   - counters never go down; who is here is as many as the script let in;
 *   - every message encodes, decodes and encodes to the same bytes, and what is told of a mission
 *     and of hidden items is understood by the client's own copy of it;
 *   - every snapshot decodes by the client's own store and decoder to what the filter let through;
 *   - the first round that was recorded whole plays again to the same hashes.
 *
 * What does not hold ends the program. Knows nothing of scripts. Allocates at the first open only,
 * but for replays. */
#ifndef DW_TESTS_FUZZ_MATCH_TWINS_H
#define DW_TESTS_FUZZ_MATCH_TWINS_H

#include "server/session/match.h"

enum { DW_TWINS_PERSONS = 8 };

typedef struct dw_twins_plan {
    bool exact;   /* The second one is told everything, and sends the same snapshots. */
    bool records; /* Rounds of the first one are recorded. */
    bool mission; /* The rounds are about the mission of the house. */
    uint8_t snapshot_hz;
    uint8_t brain;       /* An index into dw_brain_names. */
    uint8_t vision;      /* As in the ruleset. */
    uint16_t time_limit; /* Ticks of a round, 0 = none. */
    uint16_t spectators_max;
    uint32_t spectator_delay_ticks;
    size_t disk_bytes; /* Behind this the recording fails. */
} dw_twins_plan;

typedef struct dw_twins dw_twins;

/* Fresh matches; whatever was there before is forgotten. */
dw_twins *dw_twins_open(const dw_twins_plan *plan);

/* The round is aborted and, if it was recorded, played again. */
void dw_twins_close(dw_twins *twins);

uint32_t dw_twins_tick(const dw_twins *twins);

/* Does nothing for a person that is connected already. `index` is the person. `token_of` is the
 * person whose token is shown, perhaps the same one; DW_TWINS_PERSONS for none. */
void dw_twins_join(dw_twins *twins, uint32_t index, uint32_t token_of);
void dw_twins_watch(dw_twins *twins, uint32_t index);
void dw_twins_leave(dw_twins *twins, uint32_t index);
void dw_twins_drop(dw_twins *twins, uint32_t index);

/* A person that has left uses the old handle, which must do nothing. `honest`: the acknowledgement
 * becomes that of the newest snapshot that arrived. */
void dw_twins_input(dw_twins *twins, uint32_t index, const dw_input *input, bool honest);
void dw_twins_chat(dw_twins *twins, uint32_t index, const char *text);
void dw_twins_signal(dw_twins *twins, uint32_t index, const dw_signal *signal);
void dw_twins_announce(dw_twins *twins, const char *text);

/* One snapshot in at most `capacity` bytes. `arrives`: the person keeps it, and the next honest
 * input acknowledges it. Otherwise it is lost, and nothing may be built on it. */
void dw_twins_snapshot(dw_twins *twins, uint32_t index, size_t capacity, bool arrives);

void dw_twins_step(dw_twins *twins, uint32_t ticks);
void dw_twins_abort(dw_twins *twins);
void dw_twins_set_brain(dw_twins *twins, uint32_t guard, uint32_t brain);

#endif
