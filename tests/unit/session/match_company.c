#include "match_company.h"

#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "server/mind/data/library.h"

#include <string.h>

void dw_company_open(dw_company *them, const char *map, const char *brain)
{
    memset(them, 0, sizeof *them);
    if (map != NULL) {
        dw_match_box_init_file(&them->box, map);
    } else {
        dw_match_box_init(&them->box);
    }
    them->box.config.brain = dw_brain_find(brain);
    them->box.config.spectator_delay_ticks = DW_COMPANY_DELAY_TICKS;
    them->box.rules.min_players = DW_COMPANY_PLAYERS;
    dw_match_box_open(&them->box);
}

void dw_company_join(dw_company *them)
{
    static const char *const names[DW_COMPANY_PLAYERS] = {"ada", "bob", "cyd", "dot"};
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        dw_welcome welcome;
        them->box.origin = 100 + i;
        them->players[i] = dw_match_box_join(&them->box, i, names[i], &welcome);
        DW_CHECK(them->players[i] != 0);
        memcpy(them->tokens[i], welcome.token, DW_TOKEN_SIZE);
    }
    them->box.origin = 0;
}

bool dw_company_resume(dw_company *them, uint32_t player, const uint8_t token[DW_TOKEN_SIZE])
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION, .has_token = true, .name = "anybody"};
    memcpy(hello.token, token, DW_TOKEN_SIZE);
    const dw_newcomer newcomer = {.tag = player, .origin = 100 + player};
    dw_welcome welcome;
    if (!dw_match_knows_token(them->box.match, &hello)) {
        return false;
    }
    const dw_status status = dw_match_join(them->box.match, them->box.tick, &hello, &newcomer,
                                           &them->players[player], &welcome);
    memcpy(them->tokens[player], welcome.token, DW_TOKEN_SIZE);
    return status == DW_OK;
}

void dw_company_step(dw_company *them)
{
    for (uint32_t i = 0; i < DW_COMPANY_PLAYERS; i++) {
        const uint32_t tick = them->box.tick + 1;
        const uint64_t walk = dw_mix64((uint64_t)i << 32 | tick / 40);
        const uint64_t use = dw_mix64(walk + tick);
        dw_input input = {.newest_tick = tick, .count = 1, .ack_tick = them->newest[i]};
        input.intents[0] = (dw_intent){.direction = (uint8_t)(walk % DW_DIRECTION_COUNT),
                                       .buttons = (uint8_t)(walk >> 32 & DW_BUTTON_SPRINT)};
        input.intents[0].buttons |= use % 20 == 0 ? DW_BUTTON_USE : 0;
        input.intents[0].answer = tick / DW_TICKS_PER_SECOND % 4 == i ? (uint8_t)(1 + i % 2) : 0;
        (void)dw_match_input(them->box.match, them->players[i], &input);
    }
    dw_match_box_run(&them->box, 1);
}

bool dw_company_is_chased(const dw_company *them)
{
    const dw_world *world = dw_sim_world(dw_match_sim(them->box.match));
    bool chased = false;
    for (uint32_t g = 0; g < world->guard_count; g++) {
        chased = chased || world->guards[g].command.mood == DW_MOOD_CHASING;
    }
    return chased;
}

size_t dw_company_save(const dw_company *them, uint8_t *bytes)
{
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, DW_COMPANY_SAVE_MAX);
    dw_match_save(them->box.match, &writer);
    const dw_status status = dw_state_writer_finish(&writer, &size);
    DW_CHECK(status == DW_OK);
    return size;
}

dw_status dw_company_load(dw_company *them, const uint8_t *bytes, size_t size, dw_error *error)
{
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    const dw_status status =
        dw_match_load(them->box.match, &reader, dw_brain_library_finder(NULL), error);
    if (status != DW_OK) {
        return status;
    }
    them->box.tick = dw_match_round(them->box.match).tick;
    return dw_state_reader_finish(&reader);
}
