#include "server/session/replay_verify.h"

#include "server/session/replay_player.h"

#include <string.h>

enum { SIM_ARENA_BYTES = 64 << 20 };

/* What the player has found up to here. */
static void note(dw_replay_report *report, const dw_replay_player *player)
{
    report->ticks = player->ticks;
    report->hash = player->hash;
    report->differs_at = player->differs_at;
    report->intents_differ = player->intents_differ;
}

static dw_status play(dw_replay_player *player, const dw_replay_watcher *watcher,
                      dw_replay_report *report, dw_error *error)
{
    for (;;) {
        dw_replay_record record;
        const dw_status status = dw_replay_player_next(player, &record, error);
        note(report, player);
        if (player->ended) {
            return DW_OK;
        }
        if ((status == DW_OK || status == DW_DIFFERS) && record.type == DW_REPLAY_END) {
            report->outcome = record.outcome;
        }
        if (status != DW_OK) {
            return status;
        }
        if (watcher != NULL) {
            watcher->record(watcher->context, &record);
        }
    }
}

dw_status dw_replay_verify(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                           dw_replay_report *report, dw_error *error)
{
    return dw_replay_watch(bytes, size, key, NULL, report, error);
}

static dw_status watch(dw_replay *replay, const dw_brain_library *library, dw_arena *arena,
                       const dw_replay_watcher *watcher, dw_replay_report *report, dw_error *error)
{
    const dw_replay_header *header = dw_replay_get_header(replay);
    dw_nav_set sizes;
    dw_sim *sim = NULL;
    dw_status status = dw_replay_make_sim(header, library, arena, &sizes, &sim, error);
    if (status != DW_OK) {
        return status;
    }
    dw_replay_player player;
    status = dw_replay_player_begin(&player, replay, library, sim, error);
    note(report, &player);
    if (status == DW_OK && watcher != NULL) {
        watcher->begin(watcher->context, header, sim);
    }
    return status == DW_OK ? play(&player, watcher, report, error) : status;
}

dw_status dw_replay_watch(const uint8_t *bytes, size_t size, const dw_replay_key *key,
                          const dw_replay_watcher *watcher, dw_replay_report *report,
                          dw_error *error)
{
    memset(report, 0, sizeof *report);
    dw_replay *replay = NULL;
    dw_status status = dw_replay_open(&replay, bytes, size, key, error);
    if (status != DW_OK) {
        return status;
    }
    report->cut = dw_replay_get_header(replay)->cut;
    dw_arena arena;
    status = dw_arena_create(&arena, SIM_ARENA_BYTES);
    if (status == DW_OK) {
        dw_brain_library library = {.count = 0};
        status = dw_replay_read_brains(replay, &library, error);
        if (status == DW_OK) {
            status = watch(replay, &library, &arena, watcher, report, error);
        }
        dw_brain_library_clear(&library);
        dw_arena_destroy(&arena);
    } else {
        status = dw_fail(error, status, "out of memory");
    }
    dw_replay_close(replay);
    return status;
}
