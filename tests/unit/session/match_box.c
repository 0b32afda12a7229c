#include "match_box.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/map_load.h"
#include "server/mind/brains/brains.h"

#include <stdlib.h>
#include <string.h>

enum { BOX_ARENA_BYTES = 192 << 20 };

static void remember(void *context, const uint32_t *tags, uint32_t count, const dw_message *message)
{
    dw_match_box *box = context;
    box->sends++;
    for (uint32_t i = 0; i < count && box->message_count < DW_BOX_MESSAGES_MAX; i++) {
        box->messages[box->message_count++] = (dw_box_message){tags[i], box->sends, *message};
    }
}

static void count_up(void *context, uint8_t *bytes, size_t size)
{
    dw_match_box *box = context;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = box->next_random++;
    }
}

static void set_defaults(dw_match_box *box)
{
    box->rules = dw_ruleset_reference();
    box->rules.vision = 1;
    box->rules.lobby_ticks = 10;
    box->rules.countdown_ticks = 20;
    box->rules.result_ticks = 30;
    const dw_status status = dw_nav_build_map(&box->nav, &box->arena, box->map, DW_BODY_HALF, NULL);
    DW_CHECK(status == DW_OK);
    box->config = (dw_match_config){
        .number = 1,
        .code = "TEST",
        .snapshot_hz = 20,
        .map = box->map,
        .nav = box->nav,
        .rules = &box->rules,
        .brain = dw_brain_find("null"),
        .round_key = dw_round_key_from_number(42),
        .map_hash = {{1}},
        .map_size = 1,
        .spectators_max = 2,
        .send = remember,
        .send_context = box,
        .random = count_up,
        .random_context = box,
    };
}

static void make_arena(dw_match_box *box)
{
    memset(box, 0, sizeof *box);
    const dw_status status = dw_arena_create(&box->arena, BOX_ARENA_BYTES);
    DW_CHECK(status == DW_OK);
}

void dw_match_box_init(dw_match_box *box)
{
    make_arena(box);
    box->scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(box->scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(box->scene, "study", 6000, 0, 4000, 4000);
    (void)dw_scene_door(box->scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_patrol(box->scene, "round", "study");
    (void)dw_scene_guard(box->scene, "ann", 9000, 3000, 0, "round");
    for (int32_t s = 0; s < DW_BOX_SPAWNS; s++) {
        dw_scene_spawn(box->scene, 1000 + 800 * s, 2000);
    }
    dw_scene_objective(box->scene, 9000, 500, 200, 200);
    dw_scene_exit(box->scene, 200, 200, 1500, 3600);
    dw_match_box_build(box);
}

void dw_match_box_build(dw_match_box *box)
{
    box->map = dw_scene_build(box->scene);
    set_defaults(box);
}

void dw_match_box_init_file(dw_match_box *box, const char *map_name)
{
    make_arena(box);
    char path[DW_PATH_MAX];
    uint8_t *bytes = NULL;
    size_t size = 0;
    dw_error error = {""};
    dw_status status = dw_file_find_data(map_name, "maps", ".tmj", path, &error);
    DW_CHECK(status == DW_OK);
    status = dw_file_read(path, DW_MAP_FILE_BYTES_MAX, &bytes, &size, &error);
    DW_CHECK(status == DW_OK);
    status = dw_map_load(&box->map, &box->arena, path, bytes, size, &error);
    DW_CHECK(status == DW_OK);
    free(bytes);
    set_defaults(box);
}

void dw_match_box_open(dw_match_box *box)
{
    const dw_status status = dw_match_create(&box->match, &box->arena, &box->config, NULL);
    DW_CHECK(status == DW_OK);
}

void dw_match_box_close(dw_match_box *box)
{
    if (box->scene != NULL) {
        dw_scene_destroy(box->scene);
    }
    dw_arena_destroy(&box->arena);
}

static dw_client_handle enter(dw_match_box *box, uint32_t tag, const dw_hello *hello,
                              dw_welcome *welcome)
{
    dw_client_handle client = 0;
    const dw_newcomer newcomer = {.tag = tag, .origin = box->origin};
    const dw_status status =
        dw_match_join(box->match, box->tick, hello, &newcomer, &client, welcome);
    return status == DW_OK ? client : 0;
}

dw_client_handle dw_match_box_join(dw_match_box *box, uint32_t tag, const char *name,
                                   dw_welcome *welcome)
{
    dw_hello hello = {.version = DW_PROTOCOL_VERSION};
    memcpy(hello.name, name, strlen(name) + 1);
    return enter(box, tag, &hello, welcome);
}

dw_client_handle dw_match_box_watch(dw_match_box *box, uint32_t tag)
{
    const dw_hello hello = {.version = DW_PROTOCOL_VERSION, .spectate = true, .name = "watcher"};
    dw_welcome welcome;
    return enter(box, tag, &hello, &welcome);
}

void dw_match_box_run(dw_match_box *box, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        dw_match_step(box->match, ++box->tick);
    }
}

void dw_match_box_run_until(dw_match_box *box, dw_round_phase phase)
{
    for (uint32_t i = 0; i < 600 && dw_match_round_machine(box->match)->phase != phase; i++) {
        dw_match_box_run(box, 1);
    }
    DW_CHECK(dw_match_round_machine(box->match)->phase == phase);
}

void dw_match_box_ask(dw_match_box *box, dw_client_handle client, uint8_t direction,
                      uint8_t buttons, uint8_t count)
{
    DW_CHECK(count <= DW_INPUT_TICKS_MAX);
    dw_input input = {.newest_tick = box->tick + count, .count = count};
    for (uint8_t i = 0; i < count; i++) {
        input.intents[i] = (dw_intent){.direction = direction, .buttons = buttons};
    }
    (void)dw_match_input(box->match, client, &input);
}

uint32_t dw_match_box_count(const dw_match_box *box, uint32_t from, uint32_t tag,
                            dw_message_type type)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < box->message_count; i++) {
        count += box->messages[i].tag == tag && box->messages[i].message.type == type ? 1 : 0;
    }
    return count;
}

const dw_message *dw_match_box_last(const dw_match_box *box, uint32_t tag, dw_message_type type)
{
    for (uint32_t i = box->message_count; i > 0; i--) {
        const dw_box_message *row = &box->messages[i - 1];
        if (row->tag == tag && row->message.type == type) {
            return &row->message;
        }
    }
    return NULL;
}
