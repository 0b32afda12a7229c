#include "server/session/replay_verify.h"

#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "server/session/replay_writer.h"

#include <string.h>

enum { SIM_ARENA_BYTES = 64 << 20 };

typedef struct verifier {
    dw_replay *replay;
    const dw_replay_header *header;
    dw_sim *sim;
    dw_nav_set sizes;
    uint64_t chain;
    dw_replay_report *report;
    const dw_replay_watcher *watcher; /* Or NULL. */
} verifier;

static dw_status find_brain(const char *name, const dw_brain_kind **out, dw_error *error)
{
    *out = dw_brain_find(name);
    return *out != NULL ? DW_OK
                        : dw_fail(error, DW_NOT_FOUND, "brain \"%s\" is not known here", name);
}

static dw_status set_up(verifier *v, dw_arena *arena, dw_error *error)
{
    const dw_replay_header *header = v->header;
    dw_sim_config config = {.map = header->map, .sizes = &v->sizes, .rules = &header->rules};
    for (uint16_t g = 0; g < header->guard_count; g++) {
        const dw_status status = find_brain(header->brains[g], &config.brains[g], error);
        if (status != DW_OK) {
            return status;
        }
    }
    dw_status status = dw_nav_build_map(&config.nav, arena, header->map, DW_BODY_HALF, error);
    if (status == DW_OK) {
        status = dw_nav_set_build(&v->sizes, arena, header->map, header->rules.kinds, error);
    }
    if (status == DW_OK) {
        status = dw_sim_create(&v->sim, arena, &config, error);
    }
    if (status != DW_OK) {
        return status;
    }
    dw_sim_reset(v->sim, header->seed, header->slots);
    v->chain = header->hash;
    v->report->hash = dw_sim_hash(v->sim);
    return v->report->hash == header->hash
               ? DW_OK
               : dw_fail(error, DW_DIFFERS, "the state differs before the first tick");
}

static dw_status check_tick(verifier *v, const dw_replay_record *record, dw_error *error)
{
    dw_sim_step(v->sim, record->intents);
    v->chain = dw_replay_chain(v->chain, record->intents);
    const uint64_t hash = dw_sim_hash(v->sim);
    const uint32_t tick = v->report->ticks + 1;
    const bool intents_differ = (uint16_t)v->chain != record->chain;
    if (intents_differ || (uint32_t)hash != record->hash) {
        v->report->differs_at = tick;
        v->report->intents_differ = intents_differ;
        return intents_differ
                   ? dw_fail(error, DW_DIFFERS,
                             "tick %u: an intent is not what was recorded (changed intent)",
                             (unsigned)tick)
                   : dw_fail(error, DW_DIFFERS,
                             "tick %u: the state differs from what was recorded (hash %08x, "
                             "recorded %08x)",
                             (unsigned)tick, (unsigned)(uint32_t)hash, (unsigned)record->hash);
    }
    v->report->ticks = tick;
    v->report->hash = hash;
    return DW_OK;
}

/* An aborted round was cut short by the host: the world had not decided anything, or had found
 * itself empty. */
static dw_status check_end(verifier *v, const dw_replay_record *record, dw_error *error)
{
    const dw_world *world = dw_sim_world(v->sim);
    v->report->outcome = record->outcome;
    const bool aborted = record->outcome == DW_OUTCOME_ABORTED && world->outcome == DW_OUTCOME_NONE;
    if (!aborted && (record->outcome != world->outcome || record->winner != world->winner)) {
        v->report->differs_at = v->report->ticks;
        return dw_fail(error, DW_DIFFERS, "tick %u: the round ends as %s, recorded is %s",
                       (unsigned)v->report->ticks, dw_outcome_word((dw_outcome)world->outcome),
                       dw_outcome_word((dw_outcome)record->outcome));
    }
    if (v->report->hash != record->hash_end) {
        v->report->differs_at = v->report->ticks;
        return dw_fail(error, DW_DIFFERS, "tick %u: the state at the end differs",
                       (unsigned)v->report->ticks);
    }
    return DW_OK;
}

static dw_status apply(verifier *v, const dw_replay_record *record, dw_error *error)
{
    const dw_brain_kind *kind = NULL;
    dw_status status = DW_OK;
    switch (record->type) {
    case DW_REPLAY_TICK:
        return check_tick(v, record, error);
    case DW_REPLAY_SLOT:
        if (record->state == DW_SLOT_ALIVE || record->state == DW_SLOT_DROPPED ||
            record->state == DW_SLOT_OUT) {
            dw_sim_set_slot_state(v->sim, record->slot, (dw_slot_state)record->state);
        }
        return DW_OK;
    case DW_REPLAY_BRAIN:
        status = find_brain(record->name, &kind, error);
        if (status == DW_OK) {
            status = dw_sim_set_brain(v->sim, record->guard, kind);
            status = status == DW_OK ? DW_OK : dw_fail(error, status, "too many changes of brains");
        }
        return status;
    default:
        return check_end(v, record, error);
    }
}

static dw_status play(verifier *v, dw_error *error)
{
    for (;;) {
        dw_replay_record record;
        dw_status status = dw_replay_next(v->replay, &record, error);
        if (status == DW_NOT_FOUND) {
            return DW_OK;
        }
        if (status == DW_OK) {
            status = apply(v, &record, error);
        }
        if (status == DW_OK && v->watcher != NULL) {
            v->watcher->record(v->watcher->context, &record);
        }
        if (status != DW_OK) {
            return status;
        }
    }
}

dw_status dw_replay_verify(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                           dw_replay_report *report, dw_error *error)
{
    return dw_replay_watch(bytes, size, key, NULL, report, error);
}

dw_status dw_replay_watch(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                          const dw_replay_watcher *watcher, dw_replay_report *report,
                          dw_error *error)
{
    memset(report, 0, sizeof *report);
    verifier v = {.report = report, .watcher = watcher};
    dw_status status = dw_replay_open(&v.replay, bytes, size, key, error);
    if (status != DW_OK) {
        return status;
    }
    v.header = dw_replay_get_header(v.replay);
    report->cut = v.header->cut;
    dw_arena arena;
    status = dw_arena_create(&arena, SIM_ARENA_BYTES);
    if (status == DW_OK) {
        status = set_up(&v, &arena, error);
        if (status == DW_OK && watcher != NULL) {
            watcher->begin(watcher->context, v.header, v.sim);
        }
        if (status == DW_OK) {
            status = play(&v, error);
        }
        dw_arena_destroy(&arena);
    } else {
        status = dw_fail(error, status, "out of memory");
    }
    dw_replay_close(v.replay);
    return status;
}
