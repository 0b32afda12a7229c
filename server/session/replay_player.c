#include "server/session/replay_player.h"

#include "common/base/hash.h"
#include "server/session/replay_writer.h"

#include <string.h>

dw_status dw_replay_read_brains(dw_replay *replay, dw_brain_library *library, dw_error *error)
{
    const dw_replay_mark here = dw_replay_mark_here(replay);
    dw_replay_record record;
    dw_status status = DW_OK;
    /* Bytes that are no record end the loop too: the player comes to them later, and says so. */
    while (status == DW_OK && dw_replay_next(replay, &record, NULL) == DW_OK) {
        if (record.type == DW_REPLAY_PROGRAM) {
            status = dw_brain_library_keep(library, record.name, record.program,
                                           record.program_size, error);
        }
    }
    dw_replay_return(replay, &here);
    return status;
}

static dw_status find_brain(const dw_brain_library *library, const char *name,
                            const dw_brain_kind **out, dw_error *error)
{
    *out = dw_brain_library_exact(library, name);
    return *out != NULL ? DW_OK
                        : dw_fail(error, DW_NOT_FOUND, "brain \"%s\" is not known here", name);
}

dw_status dw_replay_brains(const dw_replay_header *header, const dw_brain_library *library,
                           const dw_brain_kind *brains[DW_GUARDS_MAX], dw_error *error)
{
    dw_status status = DW_OK;
    for (uint16_t g = 0; g < header->guard_count && status == DW_OK; g++) {
        status = find_brain(library, header->brains[g], &brains[g], error);
    }
    return status;
}

dw_status dw_replay_make_sim(const dw_replay_header *header, const dw_brain_library *library,
                             dw_arena *arena, dw_nav_set *sizes, dw_sim **out, dw_error *error)
{
    dw_sim_config config = {
        .map = header->map,
        .sizes = sizes,
        .rules = &header->rules,
        .mission = header->mission,
        .searches = header->map->guard_count, /* A round has to be gone through fast. */
    };
    dw_status status = dw_replay_brains(header, library, config.brains, error);
    if (status == DW_OK) {
        status = dw_nav_build_map(&config.nav, arena, header->map, DW_BODY_HALF, error);
    }
    if (status == DW_OK) {
        status = dw_nav_set_build(sizes, arena, header->map, header->rules.kinds, error);
    }
    return status == DW_OK ? dw_sim_create(out, arena, &config, error) : status;
}

dw_status dw_replay_player_begin(dw_replay_player *player, dw_replay *replay,
                                 const dw_brain_library *library, dw_sim *sim, dw_error *error)
{
    const dw_replay_header *header = dw_replay_get_header(replay);
    *player = (dw_replay_player){
        .replay = replay, .library = library, .header = header, .sim = sim, .chain = header->hash};
    dw_sim_reset(sim, header->seed, header->slots);
    player->hash = dw_sim_hash(sim);
    return player->hash == header->hash
               ? DW_OK
               : dw_fail(error, DW_DIFFERS, "the state differs before the first tick");
}

static dw_status check_tick(dw_replay_player *player, const dw_replay_record *record,
                            dw_error *error)
{
    dw_sim_step(player->sim, record->intents);
    player->chain = dw_replay_chain(player->chain, record->intents);
    const uint64_t hash = dw_sim_hash(player->sim);
    const uint32_t tick = player->ticks + 1;
    const bool intents_differ = (uint16_t)player->chain != record->chain;
    if (intents_differ || (uint32_t)hash != record->hash) {
        player->differs_at = tick;
        player->intents_differ = intents_differ;
        return intents_differ
                   ? dw_fail(error, DW_DIFFERS,
                             "tick %u: an intent is not what was recorded (changed intent)",
                             (unsigned)tick)
                   : dw_fail(error, DW_DIFFERS,
                             "tick %u: the state differs from what was recorded (hash %08x, "
                             "recorded %08x)",
                             (unsigned)tick, (unsigned)(uint32_t)hash, (unsigned)record->hash);
    }
    player->ticks = tick;
    player->hash = hash;
    return DW_OK;
}

/* An aborted round was cut short by the host: the world had not decided anything, or had found
 * itself empty. */
static dw_status check_end(dw_replay_player *player, const dw_replay_record *record,
                           dw_error *error)
{
    const dw_world *world = dw_sim_world(player->sim);
    const bool aborted = record->outcome == DW_OUTCOME_ABORTED && world->outcome == DW_OUTCOME_NONE;
    if (!aborted && (record->outcome != world->outcome || record->winner != world->winner)) {
        player->differs_at = player->ticks;
        return dw_fail(error, DW_DIFFERS, "tick %u: the round ends as %s, recorded is %s",
                       (unsigned)player->ticks, dw_outcome_word((dw_outcome)world->outcome),
                       dw_outcome_word((dw_outcome)record->outcome));
    }
    if (player->hash != record->hash_end) {
        player->differs_at = player->ticks;
        return dw_fail(error, DW_DIFFERS, "tick %u: the state at the end differs",
                       (unsigned)player->ticks);
    }
    return DW_OK;
}

static dw_status apply(dw_replay_player *player, const dw_replay_record *record, dw_error *error)
{
    const dw_brain_kind *kind = NULL;
    dw_status status = DW_OK;
    switch (record->type) {
    case DW_REPLAY_TICK:
        return check_tick(player, record, error);
    case DW_REPLAY_PROGRAM: /* In the library already. */
        return DW_OK;
    case DW_REPLAY_SLOT:
        if (record->state == DW_SLOT_ALIVE || record->state == DW_SLOT_DROPPED ||
            record->state == DW_SLOT_OUT) {
            dw_sim_set_slot_state(player->sim, record->slot, (dw_slot_state)record->state);
        }
        return DW_OK;
    case DW_REPLAY_BRAIN:
        status = find_brain(player->library, record->name, &kind, error);
        if (status == DW_OK) {
            status = dw_sim_set_brain(player->sim, record->guard, kind);
            status = status == DW_OK ? DW_OK : dw_fail(error, status, "too many changes of brains");
        }
        return status;
    default:
        return check_end(player, record, error);
    }
}

dw_status dw_replay_player_next(dw_replay_player *player, dw_replay_record *record, dw_error *error)
{
    const dw_status status = dw_replay_next(player->replay, record, error);
    player->ended = status == DW_NOT_FOUND;
    return status == DW_OK ? apply(player, record, error) : player->ended ? DW_OK : status;
}
