/* In what order the map lists its guards no player can tell (ARCHITECTURE.md, invariant 4): matches
 * on one house, alike but for that order, send a player the same messages and the same snapshots,
 * byte by byte. Several guards are in sight at once and do the same in one tick, so that many are
 * named together: numbered, calling out, reporting, giving up. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "common/base/rng.h"
#include "match_box.h"
#include "tests/support/test.h"

#include <string.h>

enum { GUARDS = 5, HOUSES = 30, TICKS = 300, ANN = 1, CALLS = 6 };

typedef struct place {
    int32_t x, y, degrees;
} place;

/* What a player was sent in one match. */
typedef struct stream {
    uint32_t together[CALLS]; /* Ticks in which several guards called alike; */
    uint32_t radio_together;  /* in which the radio log got several lines; */
    uint32_t words_together;  /* in which several guards said what they take on. */
    uint32_t met;             /* How many guards the player saw when it saw the first. */
    uint64_t hashes[TICKS];   /* Of all that the player was sent at that tick, in order. */
} stream;

static dw_match_box box;

/* A guard that stands at its post. It reports whom it detects, then turns its back until it has
 * lost the intruder, and says what it takes on: so it calls again and again, as its percepts say,
 * and nothing else. */
typedef struct sentry {
    uint16_t post_heading_bam;
    bool had;
    dw_radio_message report;
} sentry;

static dw_status sentry_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    sentry *self = DW_ARENA_NEW(arena, sentry);
    if (self == NULL) {
        return DW_MEMORY;
    }
    self->post_heading_bam = setup->map->guards[setup->guard].heading_bam;
    *memory = self;
    return DW_OK;
}

static void sentry_reset(void *memory, uint64_t seed)
{
    (void)seed;
    sentry *self = memory;
    self->had = false;
}

static void sentry_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    sentry *self = memory;
    const bool has = percepts->intruder_count > 0 && percepts->intruders[0].detected;
    if (has && !self->had) {
        self->report = (dw_radio_message){.kind = DW_RADIO_REPORT, .slot = 0};
        self->report.room = (uint16_t)(percepts->position.y / DW_MM(100) % 2);
        self->report.agitation = (uint8_t)(1 + percepts->position.x / DW_MM(100) % 3);
        command->says = &self->report;
    }
    if (!has && self->had) {
        const int32_t choice = percepts->position.x / DW_MM(100) % 4;
        self->report = (dw_radio_message){
            .kind = choice < 2 ? DW_RADIO_TAKES : DW_RADIO_HOLDS,
            .task = choice == 2 ? DW_TASK_EXIT : DW_TASK_OBJECTIVE,
            .room = (uint16_t)(percepts->position.y / DW_MM(100) % 2),
            .door_count = (uint8_t)(choice % 2),
        };
        command->says = &self->report;
    }
    self->had = has;
    command->heading_bam = (uint16_t)(self->post_heading_bam + (has ? DW_BAM_TURN / 2 : 0));
    command->mood = has ? DW_MOOD_CHASING : DW_MOOD_CALM;
}

static void sentry_explain(const void *memory, dw_mind_view *explanation)
{
    (void)memory;
    *explanation = (dw_mind_view){.goal = "stand", .room = DW_NONE};
}

static uint64_t sentry_hash(const void *memory, uint64_t hash)
{
    (void)memory;
    return hash;
}

static const dw_brain_kind sentry_kind = {
    .name = "sentry",
    .create = sentry_create,
    .reset = sentry_reset,
    .think = sentry_think,
    .explain = sentry_explain,
    .hash = sentry_hash,
};

static void shuffle(dw_rng *rng, uint32_t *order, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t with = dw_rng_below(rng, i);
        const uint32_t kept = order[i - 1];
        order[i - 1] = order[with];
        order[with] = kept;
    }
}

/* On a lattice, so that they do not stand in one another. */
static void choose_places(dw_rng *rng, place places[GUARDS])
{
    enum { SIDE = 4 };
    uint32_t cells[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        cells[i] = i;
    }
    shuffle(rng, cells, SIDE * SIDE);
    for (uint32_t g = 0; g < GUARDS; g++) {
        places[g] = (place){.x = 6700 + 800 * (int32_t)(cells[g] % SIDE),
                            .y = 700 + 800 * (int32_t)(cells[g] / SIDE),
                            .degrees = dw_rng_below(rng, 3) == 0 ? 0 : 180};
        places[g].x += dw_rng_between(rng, 0, 200);
        places[g].y += dw_rng_between(rng, 0, 200);
    }
}

/* The house of match_box.h with these guards in the study, listed in that order. */
static void open_house(const place places[GUARDS], const uint32_t order[GUARDS])
{
    dw_match_box_init(&box);
    dw_scene_destroy(box.scene);
    box.scene = dw_scene_create();
    const uint16_t hall = dw_scene_room(box.scene, "hall", 0, 0, 6000, 4000);
    const uint16_t study = dw_scene_room(box.scene, "study", 6000, 0, 4000, 4000);
    (void)dw_scene_door(box.scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_patrol(box.scene, "round", "study");
    for (uint32_t i = 0; i < GUARDS; i++) {
        const char name[2] = {(char)('a' + order[i]), '\0'};
        const place at = places[order[i]];
        (void)dw_scene_guard(box.scene, name, at.x, at.y, at.degrees, "round");
    }
    dw_scene_spawn(box.scene, 5300, 2000);
    dw_scene_objective(box.scene, 500, 500, 200, 200);
    dw_scene_exit(box.scene, 200, 3000, 800, 800);
    box.map = dw_scene_build(box.scene);
    assert_int_equal(dw_nav_build_map(&box.nav, &box.arena, box.map, DW_BODY_HALF, NULL), DW_OK);
    box.config.map = box.map;
    box.config.nav = box.nav;
    box.config.brain = &sentry_kind;
    dw_kind_eyes *eyes = &box.rules.kinds[DW_KIND_GUARD].senses.eyes;
    eyes->meter_full = 100; /* A guard that sees the player has detected it. */
    eyes->meter_cap = 110;
    box.rules.say_intentions = 1;
    dw_match_box_open(&box);
}

/* Some of them call out before they are in any snapshot, others turn their backs: they are numbered
 * by where they stand all the same. */
static void meet(stream *out, dw_client_handle ann)
{
    dw_snapshot seen;
    assert_int_equal(dw_match_snapshot(box.match, ann, &seen), DW_OK);
    out->met = seen.body_count;
    for (uint32_t i = 1; i < seen.body_count; i++) {
        const dw_snapshot_body *row = &seen.bodies[i];
        assert_int_equal(row->id, row[-1].id + 1);
        assert_true(row->x > row[-1].x || (row->x == row[-1].x && row->y > row[-1].y));
    }
}

static void keep_tick(stream *out, uint32_t tick, dw_client_handle ann)
{
    uint64_t *hash = &out->hashes[tick];
    uint8_t bytes[DW_MESSAGE_MAX];
    size_t size = 0;
    *hash = DW_HASH_START;
    uint32_t calls[CALLS] = {0};
    uint32_t lines = 0;
    uint32_t words = 0;
    for (uint32_t i = 0; i < box.message_count; i++) {
        const dw_message *message = &box.messages[i].message;
        assert_int_equal(dw_message_encode(message, bytes, sizeof bytes, &size), DW_OK);
        *hash = dw_hash_bytes(*hash, bytes, size);
        if (message->type == DW_MESSAGE_EVENT) {
            const dw_client_event *event = &message->as.event;
            lines += event->kind == DW_CLIENT_EVENT_RADIO ? 1 : 0;
            words += event->kind == DW_CLIENT_EVENT_INTENTION ? 1 : 0;
            if (event->kind == DW_CLIENT_EVENT_BARK) {
                calls[event->b]++;
            }
        }
    }
    for (uint32_t c = 0; c < CALLS; c++) {
        out->together[c] += calls[c] > 1 ? 1 : 0;
    }
    out->radio_together += lines > 1 ? 1 : 0;
    out->words_together += words > 1 ? 1 : 0;
    if (dw_match_encode_snapshot(box.match, ann, bytes, sizeof bytes, &size) == DW_OK) {
        *hash = dw_hash_bytes(*hash, bytes, size);
        if (out->met == 0) {
            meet(out, ann);
        }
        const dw_input ack = {.ack_tick = box.tick, .newest_tick = box.tick, .count = 1};
        (void)dw_match_input(box.match, ann, &ack);
    }
}

/* Not among them: which intruder a guard touches, and when, may depend on which guard moves
 * first. */
static uint8_t choose_way(dw_rng *rng)
{
    const dw_world *world = dw_sim_world(dw_match_sim(box.match));
    const int32_t x = dw_intruder_actor(world, 0)->body.position.x;
    return x > DW_MM(5300) ? (uint8_t)DW_WEST : (uint8_t)dw_rng_below(rng, DW_DIRECTION_COUNT);
}

/* The player opens the door and looks in, then walks about in front of it. */
static void play(const place places[GUARDS], const uint32_t order[GUARDS], uint64_t seed,
                 stream *out)
{
    dw_welcome welcome;
    dw_rng rng;
    dw_rng_init(&rng, seed, 5);
    memset(out, 0, sizeof *out);
    open_house(places, order);
    const dw_client_handle ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const uint32_t door_tick = 5 + dw_rng_below(&rng, 3); /* Before, at or after a snapshot. */
    uint8_t way = DW_STAND;
    for (uint32_t t = 0; t < TICKS; t++) {
        if (t >= 60 && t % 10 == 0) {
            way = choose_way(&rng);
        }
        box.message_count = 0;
        dw_match_box_ask(&box, ann, way, t == door_tick ? DW_BUTTON_USE : 0, 1);
        dw_match_box_run(&box, 1);
        keep_tick(out, t, ann);
    }
    dw_match_box_close(&box);
}

static void the_order_of_the_guards_in_the_map_changes_nothing_that_a_player_is_sent(void **state)
{
    (void)state;
    static stream first;
    static stream other;
    uint32_t together[CALLS] = {0};
    uint32_t radio_together = 0;
    uint32_t words_together = 0;
    uint32_t met = 0;
    for (uint64_t house = 0; house < HOUSES; house++) {
        dw_rng rng;
        place places[GUARDS];
        uint32_t order[GUARDS] = {0, 1, 2, 3, 4};
        dw_rng_init(&rng, house, 29);
        choose_places(&rng, places);
        play(places, order, house, &first);
        shuffle(&rng, order, GUARDS);
        play(places, order, house, &other);
        for (uint32_t t = 0; t < TICKS; t++) {
            assert_true(first.hashes[t] == other.hashes[t]);
        }
        for (uint32_t c = 0; c < CALLS; c++) {
            together[c] += first.together[c];
        }
        radio_together += first.radio_together;
        words_together += first.words_together;
        met += first.met;
    }
    print_message(
        "several at once: %u \"Hey!\", %u \"!\", %u lost, %u give up, %u radio, %u words\n",
        together[0], together[1], together[2], together[3], radio_together, words_together);
    for (uint32_t c = 0; c < CALLS; c++) {
        assert_true(together[c] > HOUSES);
    }
    assert_true(radio_together > HOUSES && words_together > HOUSES);
    assert_true(met > 3 * HOUSES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_the_guards_in_the_map_changes_nothing_that_a_player_is_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
