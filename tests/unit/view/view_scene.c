#include "tests/unit/view/view_scene.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "common/world/kind.h"
#include "common/world/map_load.h"
#include "protocol/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file of the source tree: maps/reference.tmj. The caller frees `bytes`. */
typedef struct data_file {
    char path[DW_PATH_MAX];
    uint8_t *bytes;
    size_t size;
} data_file;

static dw_status read_data(data_file *file, const char *name, const char *folder,
                           const char *suffix, dw_error *error)
{
    *file = (data_file){.bytes = NULL};
    const dw_status status = dw_file_find_data(name, folder, suffix, file->path, error);
    return status == DW_OK
               ? dw_file_read(file->path, DW_MAP_FILE_BYTES_MAX, &file->bytes, &file->size, error)
               : status;
}

static bool load_map(dw_view_fixture *fixture, const char *map_name)
{
    data_file file;
    dw_error error = {""};
    dw_status status = read_data(&file, map_name, "maps", ".tmj", &error);
    if (status == DW_OK) {
        status = dw_arena_create(&fixture->arena, DW_MAP_ARENA_BYTES);
    }
    if (status == DW_OK) {
        status =
            dw_map_load(&fixture->map, &fixture->arena, file.path, file.bytes, file.size, &error);
    }
    free(file.bytes);
    if (status != DW_OK) {
        (void)fprintf(stderr, "view_scene: %s\n", error.text);
    }
    return status == DW_OK;
}

static void put_guards(dw_view_fixture *f)
{
    static const float meters[] = {0.0F, 0.0F, 0.62F, 1.05F};
    dw_drawn_world *world = &f->world;
    for (uint32_t i = 0; i < f->map->guard_count && world->body_count < 40; i++) {
        const dw_guard_post *post = &f->map->guards[i];
        const uint8_t mood = (uint8_t)((i + (f->map->guard_count == 3 ? 1 : 0)) % DW_MOOD_COUNT);
        world->bodies[world->body_count] =
            (dw_drawn_body){.id = (uint8_t)(world->body_count + 1),
                            .role = DW_ROLE_GUARD,
                            .flags = mood == DW_MOOD_CHASING ? DW_BODY_CALLING : 0,
                            .mood = mood,
                            .meter = meters[mood],
                            .x = post->spawn.x,
                            .y = post->spawn.y,
                            .heading = (float)post->heading_bam / 65536.0F,
                            .age = 3.0F};
        world->body_count++;
    }
}

static void put_intruders(dw_view_fixture *f, bool playing)
{
    static const char *const names[] = {"Mara", "Kestrel", "Ines", "Bo"};
    static const uint8_t flags[] = {0, DW_BODY_CROUCHING, DW_BODY_SPRINTING, DW_BODY_CARRYING};
    for (uint8_t i = 0; i < 4 && i < f->map->spawn_count; i++) {
        const dw_vec at = f->map->spawns[i];
        dw_roster_row *row = &f->round.roster[f->round.roster_count++];
        *row = (dw_roster_row){.slot = i, .state = i == 3 ? DW_SLOT_CAUGHT : DW_SLOT_ALIVE};
        (void)snprintf(row->name, sizeof row->name, "%s", names[i]);
        if (i == 0 && playing) {
            f->world.has_own = true;
            f->world.own_state = DW_SLOT_ALIVE;
            f->world.own_x = at.x;
            f->world.own_y = at.y;
            f->world.own_heading = 0.1F;
            f->world.caught = 0.35F;
            continue;
        }
        f->world.bodies[f->world.body_count] =
            (dw_drawn_body){.id = (uint8_t)(f->world.body_count + 1),
                            .role = DW_ROLE_INTRUDER,
                            .slot = i,
                            .flags = flags[i],
                            .x = at.x,
                            .y = at.y,
                            .heading = 0.125F * (float)i,
                            .age = 3.0F};
        f->world.body_count++;
    }
}

bool dw_view_fixture_open(dw_view_fixture *fixture, const char *map_name, bool playing)
{
    memset(fixture, 0, sizeof *fixture);
    if (!load_map(fixture, map_name)) {
        dw_view_fixture_close(fixture);
        return false;
    }
    fixture->rules = dw_ruleset_reference();
    fixture->world.own_slot = playing ? 0 : DW_SLOT_NONE;
    fixture->world.tick = 4000;
    fixture->world.doors = dw_map_doors_at_start(fixture->map);
    for (uint32_t i = 0; i < fixture->map->door_count; i += 3) {
        dw_door_set_put(&fixture->world.doors, i, true);
    }
    fixture->round = (dw_round){.tick = 4000,
                                .round = 3,
                                .phase = DW_PHASE_PLAY,
                                .start_tick = 400,
                                .winner = DW_SLOT_NONE,
                                .spectators = 2};
    put_guards(fixture);
    put_intruders(fixture, playing);
    return true;
}

static dw_kind kind_of_look(dw_kind_look look, bool motion)
{
    dw_kind kind = dw_kind_guard();
    const bool is_device = look == DW_KIND_LOOK_CAMERA || look == DW_KIND_LOOK_BOX;
    kind.look = look;
    kind.body.size_mm = is_device ? 0 : look == DW_KIND_LOOK_ROBOT ? 700 : 500;
    kind.senses.eyes.range_mm = 3000;
    kind.senses.eyes.field_of_view_bam = 10923;
    if (look == DW_KIND_LOOK_BOX || look == DW_KIND_LOOK_ROBOT) {
        kind.senses.eyes.meter_near = 0;
        kind.senses.eyes.meter_far_loss = 0;
    }
    kind.senses.motion.range_mm = motion ? 3000 : 0;
    kind.senses.rays.count = look == DW_KIND_LOOK_ROBOT ? 24 : 0;
    kind.senses.rays.range_mm = 3000;
    return kind;
}

void dw_view_fixture_kinds(dw_view_fixture *fixture, int32_t x, int32_t y)
{
    enum { COLUMNS = 5, GAP_MM = 2000 };
    static const struct {
        dw_kind_look look;
        uint8_t mood, flags;
        bool motion;
    } rows[] = {
        {DW_KIND_LOOK_GUARD, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_CAPTAIN, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_SERVANT, DW_MOOD_ALERT, 0, false},
        {DW_KIND_LOOK_DOG, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_CAT, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_CAMERA, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_BOX, DW_MOOD_CALM, 0, true},
        {DW_KIND_LOOK_BOX, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_DOG, DW_MOOD_CALM, DW_BODY_ASLEEP, false},
        {DW_KIND_LOOK_CAT, DW_MOOD_CALM, DW_BODY_ASLEEP, false},
        {DW_KIND_LOOK_ROBOT, DW_MOOD_CALM, 0, false},
        {DW_KIND_LOOK_DOG, DW_MOOD_CHASING, 0, false},
    };
    _Static_assert(DW_COUNT_OF(rows) <= DW_KINDS_MAX, "a kind for each row");
    dw_drawn_world *world = &fixture->world;
    world->body_count = (uint8_t)DW_COUNT_OF(rows);
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        world->kinds[i] = kind_of_look(rows[i].look, rows[i].motion);
        world->bodies[i] = (dw_drawn_body){.id = (uint8_t)(i + 1),
                                           .role = DW_ROLE_GUARD,
                                           .flags = rows[i].flags,
                                           .mood = rows[i].mood,
                                           .meter = rows[i].mood == DW_MOOD_CHASING ? 1.05F : 0.0F,
                                           .x = DW_MM(x + (int32_t)(i % COLUMNS) * GAP_MM),
                                           .y = DW_MM(y + (int32_t)(i / COLUMNS) * GAP_MM),
                                           .heading = 0.04F * (float)i,
                                           .age = 3.0F,
                                           .kind = (uint8_t)(i + 1)};
    }
}

static bool load_kind(dw_kind *kind, const char *name)
{
    data_file file;
    char brain[DW_NAME_SIZE];
    dw_error error = {""};
    dw_status status = read_data(&file, name, "maps/kinds", ".json", &error);
    if (status == DW_OK) {
        status = dw_kind_load(kind, brain, file.path, file.bytes, file.size, &error);
    }
    free(file.bytes);
    if (status != DW_OK) {
        (void)fprintf(stderr, "view_scene: %s\n", error.text);
    }
    return status == DW_OK;
}

bool dw_view_fixture_night(dw_view_fixture *fixture)
{
    const dw_map *map = fixture->map;
    dw_ruleset *rules = &fixture->rules;
    rules->light = 1;
    rules->hearing = 1;
    rules->tools = 1;
    rules->kinds[DW_KIND_GUARD].torch =
        (dw_kind_torch){.range_mm = 6000, .field_of_view_bam = 10923, .level = 80};
    for (uint32_t i = 1; i < map->kind_count; i++) {
        if (!load_kind(&fixture->world.kinds[i], map->kinds[i].name)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < map->guard_count && i < fixture->world.body_count; i++) {
        dw_drawn_body *body = &fixture->world.bodies[i];
        const uint8_t kind = map->guards[i].kind;
        const bool ordinary = strcmp(map->kinds[kind].name, "guard") == 0;
        body->kind = ordinary ? 0 : (uint8_t)(kind + 1);
        body->flags |= ordinary && body->mood != DW_MOOD_CALM ? DW_BODY_TORCH : 0;
    }
    return true;
}

void dw_view_fixture_close(dw_view_fixture *fixture)
{
    dw_arena_destroy(&fixture->arena);
}

static dw_vec place_of(const dw_view_fixture *fixture, const dw_drawn_body *body)
{
    const dw_vec origin = fixture->map->bounds.min;
    return (dw_vec){dw_snapshot_quantise((int32_t)body->x, origin.x),
                    dw_snapshot_quantise((int32_t)body->y, origin.y)};
}

static void add_pieces(const dw_map *map, dw_mind_view *mind)
{
    for (uint16_t f = 0; f < map->furniture_count && mind->piece_count < 4; f++) {
        if (map->furniture[f].room == mind->rooms[0]) {
            const uint8_t sides = mind->piece_count % 2 == 0 ? 0 : 5;
            mind->pieces[mind->piece_count++] = (dw_mind_piece){f, sides};
        }
    }
}

static dw_mind_view make_mind(const dw_view_fixture *fixture, const dw_drawn_body *guard,
                              const dw_drawn_body *intruder)
{
    enum { TICK = DW_VIEW_FIXTURE_TICK };
    const dw_vec far = place_of(fixture, intruder);
    dw_mind_view mind = {
        .tick = TICK,
        .body = guard->id,
        .goal = "search",
        .sentence = "Searches Study, 3 spots left.",
        .doing = "waits for a doorway",
        .strategy = "team",
        .cause = DW_CAUSE_LOST,
        .cause_id = TICK - 300,
        .since = TICK - 300,
        .agitation = 2,
        .room = 2,
        .door = DW_NONE,
        .target = far,
        .path_count = 1,
        .path = {far},
        .intruder_count = 1,
        .room_count = 2,
        .rooms = {2, 3},
        .clear_count = 1,
        .clear = {{4, TICK - 200}},
        .call_count = 1,
        .noise_count = 1,
        .noises = {{.level_db = 42, .error_dm = 12, .tick = TICK - 90, .place = far}}};
    mind.intruders[0] = (dw_mind_intruder){.slot = intruder->slot,
                                           .meter = 60,
                                           .source = DW_BELIEF_TOLD,
                                           .told_by = 1,
                                           .confidence = 50,
                                           .room = 3,
                                           .tick = TICK - 400,
                                           .place = place_of(fixture, guard)};
    mind.intruders[0].place.x += 200;
    mind.calls[0] = (dw_mind_call){.id = guard->id,
                                   .tick = TICK - 20,
                                   .kind = DW_RADIO_REPORT,
                                   .sender = guard->id,
                                   .slot = intruder->slot,
                                   .room = 3,
                                   .door = DW_NONE};
    add_pieces(fixture->map, &mind);
    return mind;
}

void dw_view_fixture_think(dw_view_fixture *fixture, dw_minds *minds)
{
    const dw_drawn_body *intruder = NULL;
    uint8_t number = 0;
    fixture->world.tick = DW_VIEW_FIXTURE_TICK;
    for (uint32_t i = 0; i < fixture->world.body_count; i++) {
        dw_drawn_body *body = &fixture->world.bodies[i];
        if (body->role == DW_ROLE_GUARD) {
            body->id = ++number;
        } else if (intruder == NULL) {
            intruder = body;
        }
    }
    DW_CHECK(intruder != NULL);
    dw_minds_reset(minds);
    for (uint32_t i = 0; i < fixture->world.body_count; i++) {
        const dw_drawn_body *body = &fixture->world.bodies[i];
        if (body->role == DW_ROLE_GUARD) {
            const dw_mind_view mind = make_mind(fixture, body, intruder);
            DW_CHECK(dw_mind_valid(&mind));
            dw_minds_put(minds, &mind);
        }
    }
}
