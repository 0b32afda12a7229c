/* fields.h: each field that a mind remembers changes the hash of its brain. The pokes are made from
 * the lists that make the structs and their digests, so a new field is tested as soon as it is
 * listed; a member that is not listed does not compile (DW_FIELDS_AND). */
#include "common/world/world_fields.h"

#include "common/base/check.h"
#include "server/mind/brains/animal.h"
#include "server/mind/brains/brains.h"
#include "server/mind/brains/chaser_mind.h"
#include "server/mind/brains/device_mind.h"
#include "server/mind/brains/reference_mind.h"
#include "server/mind/data/data_mind.h"
#include "server/mind/path_service_state.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

/* A brain and its memory. */
typedef struct probe {
    const dw_brain_kind *kind;
    const void *memory;
    uint64_t hash;    /* Before anything is changed. */
    uint32_t fields;  /* Values that were changed. */
    uint32_t partial; /* Arrays of which not all count. */
} probe;

static void expect_another_hash(probe *it, const char *name)
{
    it->fields++;
    if (it->kind->hash(it->memory, 0) == it->hash) {
        fail_msg("%s: `%s` does not change the hash", it->kind->name, name);
    }
}

/* One less, so that a count stays within its array; 0 becomes 1. */
#define POKE_NUMBER(kind)                                                                          \
    static void poke_##kind(probe *on, dw_field_##kind *value, const char *name)                   \
    {                                                                                              \
        const dw_field_##kind old = *value;                                                        \
        *value = (dw_field_##kind)(old > 0 ? old - 1 : 1);                                         \
        expect_another_hash(on, name);                                                             \
        *value = old;                                                                              \
    }
POKE_NUMBER(flag)
POKE_NUMBER(u8)
POKE_NUMBER(u16)
POKE_NUMBER(u32)
POKE_NUMBER(u64)
POKE_NUMBER(i32)
POKE_NUMBER(i64)
POKE_NUMBER(real)

static void poke_vec(probe *on, dw_vec *value, const char *name)
{
    poke_i32(on, &value->x, name);
    poke_i32(on, &value->y, name);
}

static void poke_rect(probe *on, dw_rect *value, const char *name)
{
    poke_vec(on, &value->min, name);
    poke_vec(on, &value->max, name);
}

static void poke_rng(probe *on, dw_rng *value, const char *name)
{
    poke_u64(on, &value->state, name);
}

static void poke_door_set(probe *on, dw_door_set *value, const char *name)
{
    for (uint32_t i = 0; i < DW_COUNT_OF(value->bits); i++) {
        poke_u64(on, &value->bits[i], name);
    }
}

#define POKE_ONE(kind, name) poke_##kind(on, &it->name, #name);
#define POKE_USED(kind, name, max, used)                                                           \
    const uint32_t used_##name = (used);                                                           \
    for (uint32_t i = 0; i < used_##name; i++) {                                                   \
        poke_##kind(on, &it->name[i], #name);                                                      \
    }                                                                                              \
    on->partial += used_##name < (max) ? 1 : 0;
#define POKE_MASKED(kind, name, max, mask)                                                         \
    POKE_USED(kind, name, max, (uint32_t)__builtin_popcount(mask))
#define POKE_LIST(kind, LIST)                                                                      \
    static void poke_##kind(probe *on, dw_field_##kind *it, const char *name)                      \
    {                                                                                              \
        (void)name;                                                                                \
        LIST(POKE_ONE, POKE_USED, POKE_MASKED)                                                     \
    }
typedef dw_path_service dw_field_path_service;
POKE_LIST(walker, DW_WALKER_FIELDS)
POKE_LIST(door_manners, DW_DOOR_MANNERS_FIELDS)
POKE_LIST(path_handle, DW_PATH_HANDLE_FIELDS)
POKE_LIST(nav_corridor, DW_NAV_CORRIDOR_FIELDS)
POKE_LIST(path_question, DW_PATH_QUESTION_FIELDS)
POKE_LIST(nav_point, DW_NAV_POINT_FIELDS)
POKE_LIST(nav_path, DW_NAV_PATH_FIELDS)
POKE_LIST(path_service, DW_PATH_SERVICE_FIELDS)

/* The question counts while it is open, the path when it is answered: one of the two a time. */
static void poke_path_lane(probe *on, dw_path_service **lane, const char *name)
{
    static const uint8_t states[] = {DW_PATH_PENDING, DW_PATH_FOUND, DW_PATH_UNREACHABLE};
    const uint64_t before = on->hash;
    for (uint32_t i = 0; i < DW_COUNT_OF(states); i++) {
        (*lane)->state = states[i];
        (*lane)->question->extra_count = DW_NAV_EXTRA_MAX;
        (*lane)->question->limited = true;
        (*lane)->path->count = DW_NAV_PATH_POINTS_MAX;
        on->hash = on->kind->hash(on->memory, 0);
        poke_path_service(on, *lane, name);
    }
    (*lane)->state = DW_PATH_NONE;
    on->hash = before;
}

POKE_LIST(route, DW_ROUTE_FIELDS)
POKE_LIST(progress, DW_PROGRESS_FIELDS)
POKE_LIST(mover, DW_MOVER_FIELDS)
POKE_LIST(belief, DW_BELIEF_FIELDS)
POKE_LIST(beliefs, DW_BELIEFS_FIELDS)
POKE_LIST(message, DW_RADIO_MESSAGE_FIELDS)
POKE_LIST(team_claim, DW_TEAM_CLAIM_FIELDS)
POKE_LIST(team_bid, DW_TEAM_BID_FIELDS)
POKE_LIST(team_radio, DW_TEAM_RADIO_FIELDS)
POKE_LIST(answer_offer, DW_ANSWER_OFFER_FIELDS)
POKE_LIST(post, DW_POST_FIELDS)
POKE_LIST(contracts, DW_CONTRACTS_FIELDS)
POKE_LIST(conversation, DW_CONVERSATION_FIELDS)
POKE_LIST(talker, DW_TALKER_FIELDS)
POKE_LIST(net_place, DW_NET_PLACE_FIELDS)
POKE_LIST(net_bid, DW_NET_BID_FIELDS)
POKE_LIST(net_call, DW_NET_CALL_FIELDS)
POKE_LIST(net_task, DW_NET_TASK_FIELDS)
POKE_LIST(net_loss, DW_NET_LOSS_FIELDS)
POKE_LIST(contract_net, DW_CONTRACT_NET_FIELDS)
POKE_LIST(look_round, DW_LOOK_ROUND_FIELDS)
POKE_LIST(hold, DW_HOLD_FIELDS)
POKE_LIST(habit, DW_HABIT_FIELDS)
POKE_LIST(curiosity, DW_CURIOSITY_FIELDS)
POKE_LIST(investigate, DW_INVESTIGATE_FIELDS)
POKE_LIST(patrol, DW_PATROL_FIELDS)
POKE_LIST(chase, DW_CHASE_FIELDS)
POKE_LIST(intercept_order, DW_INTERCEPT_ORDER_FIELDS)
POKE_LIST(intercept, DW_INTERCEPT_FIELDS)
POKE_LIST(search, DW_SEARCH_FIELDS)
POKE_LIST(zone_duty, DW_ZONE_DUTY_FIELDS)
POKE_LIST(board_duty, DW_BOARD_DUTY_FIELDS)
POKE_LIST(notice_offer, DW_NOTICE_OFFER_FIELDS)
POKE_LIST(lead_duty, DW_LEAD_DUTY_FIELDS)

#define POKE_PART(kind)                                                                            \
    static void poke_##kind##_part(probe *on, dw_field_##kind **part, const char *name)            \
    {                                                                                              \
        assert_non_null(*part);                                                                    \
        poke_##kind(on, *part, name);                                                              \
    }
POKE_PART(contract_net)
POKE_PART(lead_duty)
POKE_LIST(evidence, DW_EVIDENCE_FIELDS)
POKE_LIST(put_right, DW_PUT_RIGHT_FIELDS)
POKE_LIST(radio_round, DW_RADIO_ROUND_FIELDS)
POKE_LIST(errand, DW_ERRAND_FIELDS)
POKE_PART(errand)
POKE_LIST(reference_mind, DW_REFERENCE_FIELDS)
POKE_LIST(chaser_mind, DW_CHASER_FIELDS)
POKE_LIST(need, DW_NEED_FIELDS)
POKE_LIST(needs, DW_NEEDS_FIELDS)
POKE_LIST(fright, DW_FRIGHT_FIELDS)
POKE_LIST(flee, DW_FLEE_FIELDS)
POKE_LIST(wander, DW_WANDER_FIELDS)
POKE_LIST(animal_mind, DW_ANIMAL_FIELDS)
POKE_LIST(device_mind, DW_DEVICE_FIELDS)
POKE_LIST(tell, DW_TELL_FIELDS)
POKE_PART(tell)
POKE_LIST(self, DW_SELF_FIELDS)
POKE_LIST(fsm_state, DW_FSM_STATE_FIELDS)
POKE_LIST(tree_state, DW_TREE_STATE_FIELDS)

/* The form says which state counts: it is poked by itself. */
static void poke_data_mind(probe *on, dw_data_mind *it)
{
    poke_u64(on, &it->digest, "digest");
    poke_self(on, &it->self, "self");
    if (it->form == DW_FORM_fsm) {
        poke_fsm_state(on, it->fsm, "fsm");
    } else {
        poke_tree_state(on, it->tree, "tree");
    }
}

/* One guard's brain on the reference map. */
typedef struct bench {
    dw_venue *venue;
    dw_arena arena;
    dw_ruleset rules;
    dw_zones zones;
    probe probe;
    dw_data_brain *file; /* Of a brain that is data. */
    void *memory;
} bench;

static void open_bench(bench *it, const char *brain)
{
    it->venue = dw_venue_shipped("reference");
    it->rules = dw_ruleset_reference();
    it->rules.strategy.hold_exit_agitation = 1; /* Offers are made, */
    it->rules.strategy.contracts = 1;           /* and calls. */
    it->rules.strategy.board = 1;
    it->rules.investigate = 1;
    it->rules.kinds[DW_KIND_GUARD].lead.crew_max = 1;
    it->rules.kinds[DW_KIND_GUARD].tell.distance_mm = 1000;
    it->rules.evidence = 1;
    it->rules.radio_round_ticks = 300;
    assert_int_equal(dw_arena_create(&it->arena, 4 << 20), DW_OK);
    dw_zones_make(&it->zones, it->venue->map, it->venue->nav,
                  dw_guards_with_bodies(it->venue->map, it->rules.kinds));
    const dw_brain_setup setup = {.map = it->venue->map,
                                  .nav = it->venue->nav,
                                  .zones = &it->zones,
                                  .rules = &it->rules,
                                  .kind = &it->rules.kinds[DW_KIND_GUARD],
                                  .guard = 0,
                                  .has_notices = true};
    const dw_brain_kind *kind = dw_brain_find(brain);
    it->file = kind == NULL ? dw_stage_shipped_brain(brain) : NULL;
    kind = it->file != NULL ? dw_data_brain_kind(it->file) : kind;
    assert_int_equal(kind->create(&it->memory, &it->arena, &setup), DW_OK);
    if (kind->assign != NULL) {
        kind->assign(it->memory, kind);
    }
    kind->reset(it->memory, 7);
    it->probe = (probe){.kind = kind, .memory = it->memory};
}

static void close_bench(bench *it)
{
    dw_data_brain_destroy(it->file);
    dw_arena_destroy(&it->arena);
    dw_venue_destroy(it->venue);
}

/* All of each array counts. */
static void fill_mover(dw_mover *mover)
{
    mover->route.walker.count = DW_WALKER_POINTS_MAX;
    mover->route.plain.count = DW_WALKER_POINTS_MAX;
}

static void each_field_of_a_reference_mind_is_in_its_hash(void **state)
{
    (void)state;
    bench it;
    open_bench(&it, "reference");
    dw_reference_mind *mind = it.memory;
    fill_mover(&mind->mover);
    mind->beliefs.known = UINT16_MAX;
    mind->radio.due = UINT16_MAX;
    mind->radio.named = UINT16_MAX;
    mind->radio.claim_count = DW_TEAM_CLAIMS_MAX;
    mind->radio.word_count = DW_TEAM_WORDS_MAX;
    mind->task.order.door_count = DW_RADIO_DOORS_MAX;
    mind->search.room_count = DW_MIND_ROOMS_MAX;
    mind->search.piece_count = DW_SEARCH_PIECES_MAX;
    mind->search.searched_count = DW_ROOMS_MAX;
    mind->net->loss.tried_count = DW_NET_TRIED_MAX;
    mind->lead->ordered = UINT16_MAX;
    mind->net->task_count = DW_NET_TASKS_MAX;
    mind->net->call_count = DW_NET_CALLS_MAX;
    for (uint32_t i = 0; i < DW_NET_CALLS_MAX; i++) {
        mind->net->calls[i].bid_count = DW_NET_BIDS_MAX;
    }
    mind->curiosity->habit_count = DW_HABITS_MAX;
    mind->evidence->leaves_left_count = DW_EVIDENCE_LEAVES_LEFT_MAX;
    mind->errand = DW_ARENA_NEW(&it.arena, dw_errand); /* As a brain that is data has it. */
    mind->errand->order.door_count = DW_RADIO_DOORS_MAX;
    it.probe.hash = it.probe.kind->hash(mind, 0);
    poke_reference_mind(&it.probe, mind, "mind");
    assert_true(it.probe.hash == it.probe.kind->hash(mind, 0));
    assert_int_equal(it.probe.partial, 3); /* Of the planning lane, in each of its states. */
    assert_true(it.probe.fields > 1000);
    close_bench(&it);
}

static void each_field_of_a_mind_out_of_a_file_is_in_its_hash(void **state)
{
    (void)state;
    static const char *const brains[] = {"guard-fsm", "guard-tree", "servant", "robot"};
    for (uint32_t i = 0; i < DW_COUNT_OF(brains); i++) {
        bench it;
        open_bench(&it, brains[i]);
        dw_data_mind *mind = it.memory;
        it.probe.hash = it.probe.kind->hash(mind, 0);
        poke_data_mind(&it.probe, mind);
        assert_true(it.probe.hash == it.probe.kind->hash(mind, 0));
        assert_true(it.probe.fields > 100);
        close_bench(&it);
    }
}

static void each_field_of_a_chaser_is_in_its_hash(void **state)
{
    (void)state;
    static const char *const names[] = {"chaser", "patrol-only"};
    for (uint32_t i = 0; i < 2; i++) {
        bench it;
        open_bench(&it, names[i]);
        dw_chaser_mind *mind = it.memory;
        fill_mover(&mind->mover);
        it.probe.hash = it.probe.kind->hash(mind, 0);
        poke_chaser_mind(&it.probe, mind, "mind");
        assert_int_equal(it.probe.partial, 3);
        close_bench(&it);
    }
}

static void each_field_of_a_dog_is_in_its_hash(void **state)
{
    (void)state;
    bench it;
    open_bench(&it, "dog");
    dw_animal_mind *mind = it.memory;
    fill_mover(&mind->mover);
    it.probe.hash = it.probe.kind->hash(mind, 0);
    poke_animal_mind(&it.probe, mind, "mind");
    assert_int_equal(it.probe.partial, 3);
    close_bench(&it);
}

static void each_field_of_a_device_is_in_its_hash(void **state)
{
    (void)state;
    bench it;
    open_bench(&it, "device");
    dw_device_mind *mind = it.memory;
    mind->seen = UINT16_MAX;
    it.probe.hash = it.probe.kind->hash(mind, 0);
    poke_device_mind(&it.probe, mind, "mind");
    assert_true(it.probe.fields >= 8 + DW_INTRUDERS_MAX);
    close_bench(&it);
}

/* What is beyond `used`, or has no bit in `mask`, is stale and does not count. */
static void a_field_that_is_not_used_is_not_in_the_hash(void **state)
{
    (void)state;
    bench it;
    open_bench(&it, "reference");
    dw_reference_mind *mind = it.memory;
    mind->beliefs.known = 2;
    mind->mover.route.walker.count = 3;
    const uint64_t hash = it.probe.kind->hash(mind, 0);
    mind->beliefs.of[0].tick++;
    mind->beliefs.of[2].tick++;
    mind->mover.route.walker.points[3].x++;
    assert_true(it.probe.kind->hash(mind, 0) == hash);
    mind->beliefs.of[1].tick++;
    assert_true(it.probe.kind->hash(mind, 0) != hash);
    mind->beliefs.of[1].tick--;
    mind->mover.route.walker.points[2].x++;
    assert_true(it.probe.kind->hash(mind, 0) != hash);
    close_bench(&it);
}

/* A struct of every kind, off the borders of words. */
#define SAMPLE_FIELDS(X, A, M)                                                                     \
    X(u8, a)                                                                                       \
    X(u64, b)                                                                                      \
    X(u16, c)                                                                                      \
    X(vec, d)                                                                                      \
    X(flag, e)                                                                                     \
    X(i32, f)                                                                                      \
    X(u32, g)                                                                                      \
    X(real, h)                                                                                     \
    X(i64, i)                                                                                      \
    X(rect, j)                                                                                     \
    A(u8, k, 9, 9)                                                                                 \
    M(u16, l, 8, 0xffu)
typedef struct sample {
    DW_FIELDS_MEMBERS(SAMPLE_FIELDS)
} sample;
typedef sample dw_field_sample;
static DW_FIELDS_DIGEST(sample, SAMPLE_FIELDS)

    static uint64_t hash_of(const sample *it)
{
    dw_digest digest = {.hash = 1};
    dw_digest_sample(&digest, it);
    return dw_digest_end(&digest);
}

/* Changes each bit in turn: the hash is another one, and none comes twice. */
static uint32_t flip_bits(sample *it, void *field, size_t size, uint64_t *seen, uint32_t count)
{
    uint8_t *bytes = field;
    const size_t bits = field == &it->e ? 1 : size * 8;
    for (size_t bit = 0; bit < bits; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        seen[count] = hash_of(it);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(seen[i] != seen[count]);
        }
        count++;
        bytes[bit / 8] ^= (uint8_t)(1u << (bit % 8));
    }
    return count;
}

static void each_bit_of_each_kind_counts(void **state)
{
    (void)state;
    static sample it;
    static uint64_t seen[8 * sizeof it + 1];
    uint32_t count = 1;
    seen[0] = hash_of(&it);
#define FLIP_ONE(kind, name)              count = flip_bits(&it, &it.name, sizeof it.name, seen, count);
#define FLIP_ARRAY(kind, name, max, used) FLIP_ONE(kind, name)
    SAMPLE_FIELDS(FLIP_ONE, FLIP_ARRAY, FLIP_ARRAY)
    assert_int_equal(count, 1 + 8 + 64 + 16 + 64 + 1 + 32 + 32 + 64 + 64 + 128 + 72 + 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_field_of_a_reference_mind_is_in_its_hash),
        cmocka_unit_test(each_field_of_a_mind_out_of_a_file_is_in_its_hash),
        cmocka_unit_test(each_field_of_a_chaser_is_in_its_hash),
        cmocka_unit_test(each_field_of_a_dog_is_in_its_hash),
        cmocka_unit_test(each_field_of_a_device_is_in_its_hash),
        cmocka_unit_test(a_field_that_is_not_used_is_not_in_the_hash),
        cmocka_unit_test(each_bit_of_each_kind_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
