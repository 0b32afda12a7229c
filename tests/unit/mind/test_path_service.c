/* The planning lane of a guard: exactly one answer a request, the newest replaces the older, a
 * bounded piece of search a tick. */
#include "server/mind/path_service.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

typedef struct lane {
    dw_venue *venue;
    dw_arena arena;
    dw_path_service *service;
    dw_path_question question;
    dw_nav_path path;
} lane;

static void open_lane(lane *it, uint32_t expansions)
{
    it->venue = dw_venue_shipped("reference");
    assert_int_equal(dw_arena_create(&it->arena, 1 << 20), DW_OK);
    assert_int_equal(
        dw_path_service_create(&it->service, &it->arena, it->venue->nav, NULL, 1, expansions),
        DW_OK);
    it->question = (dw_path_question){.from = it->venue->map->guards[0].spawn,
                                      .to = it->venue->map->guards[2].spawn,
                                      .room = DW_NONE};
}

static void close_lane(lane *it)
{
    dw_arena_destroy(&it->arena);
    dw_venue_destroy(it->venue);
}

/* Ticks until the answer is there. */
static uint32_t wait(lane *it, dw_path_handle handle)
{
    uint32_t ticks = 0;
    dw_path_state state = dw_path_service_take(it->service, handle, &it->path);
    for (; state == DW_PATH_PENDING; ticks++) {
        assert_true(ticks < 1000);
        dw_path_service_update(it->service);
        state = dw_path_service_take(it->service, handle, &it->path);
    }
    assert_int_equal(state, DW_PATH_FOUND);
    return ticks;
}

static void an_answer_is_given_exactly_once(void **state)
{
    (void)state;
    lane it;
    open_lane(&it, 10000);
    const dw_path_handle handle = dw_path_service_ask(it.service, &it.question, NULL);
    assert_int_equal(wait(&it, handle), 0);
    assert_true(it.path.count > 2);
    assert_int_equal(dw_path_service_take(it.service, handle, &it.path), DW_PATH_NONE);
    close_lane(&it);
}

static void a_small_budget_takes_longer_and_finds_the_same_way(void **state)
{
    (void)state;
    lane whole;
    lane sliced;
    open_lane(&whole, 10000);
    open_lane(&sliced, 1);
    (void)wait(&whole, dw_path_service_ask(whole.service, &whole.question, NULL));
    const uint32_t ticks =
        wait(&sliced, dw_path_service_ask(sliced.service, &sliced.question, NULL));
    assert_true(ticks > 0);
    assert_int_equal(sliced.path.count, whole.path.count);
    assert_true(sliced.path.length == whole.path.length);
    assert_true(dw_path_service_get_stats(sliced.service)->expansions <= ticks + 1);
    close_lane(&whole);
    close_lane(&sliced);
}

static void the_newest_request_replaces_the_older(void **state)
{
    (void)state;
    lane it;
    open_lane(&it, 1);
    const dw_path_handle older = dw_path_service_ask(it.service, &it.question, NULL);
    it.question.to = it.venue->map->guards[1].spawn;
    const dw_path_handle newer = dw_path_service_ask(it.service, &it.question, NULL);
    assert_int_equal(dw_path_service_take(it.service, older, &it.path), DW_PATH_NONE);
    (void)wait(&it, newer);
    assert_true(dw_vec_equal(it.path.points[it.path.count - 1].position, it.question.to));
    close_lane(&it);
}

static void a_cancelled_request_and_a_foreign_handle_get_nothing(void **state)
{
    (void)state;
    lane it;
    open_lane(&it, 10000);
    const dw_path_handle handle = dw_path_service_ask(it.service, &it.question, NULL);
    const dw_path_handle foreign = {(uint16_t)(handle.guard + 1), handle.sequence};
    assert_int_equal(dw_path_service_take(it.service, foreign, &it.path), DW_PATH_NONE);
    dw_path_service_cancel(it.service);
    assert_int_equal(dw_path_service_take(it.service, handle, &it.path), DW_PATH_NONE);
    close_lane(&it);
}

static bool uses_door_of(const lane *it, uint16_t room)
{
    for (uint32_t k = 1; k < it->path.count; k++) {
        const uint16_t door = it->path.points[k].door;
        if (door != DW_NONE && (it->venue->map->doors[door].half[0].room == room ||
                                it->venue->map->doors[door].half[1].room == room)) {
            return true;
        }
    }
    return false;
}

/* Two paths lead from guard 0 to guard 2: through the great hall or through the south corridor.
 * Weights that change while the search goes on count for the next question. */
static void a_path_keeps_to_the_rooms_that_are_cheapest_when_it_is_asked_for(void **state)
{
    (void)state;
    enum { GREAT_HALL = 1, SOUTH_CORRIDOR = 19 };
    static const uint16_t rooms[2] = {GREAT_HALL, SOUTH_CORRIDOR};
    static dw_route_weights weights;
    lane it;
    open_lane(&it, 1);
    for (uint32_t k = 0; k < 2; k++) {
        dw_route_weights_reset(&weights);
        weights.rooms[rooms[k]] = DW_ROUTE_FACTOR_MAX;
        const dw_path_handle handle = dw_path_service_ask(it.service, &it.question, &weights);
        dw_route_weights_reset(&weights);
        assert_true(wait(&it, handle) > 0);
        assert_false(uses_door_of(&it, rooms[k]));
        assert_true(uses_door_of(&it, rooms[1 - k]));
    }
    close_lane(&it);
}

static uint64_t hash_of(dw_path_service *service)
{
    dw_digest digest = {.hash = 0};
    dw_digest_path_lane(&digest, &service);
    return dw_digest_end(&digest);
}

/* More lanes than the pool has scratch, all under way at once: each loses its search to others time
 * and again, and yet nobody's answer, or the tick in which it comes, tells of the others. */
static void lanes_that_share_scratch_answer_as_if_alone(void **state)
{
    (void)state;
    enum { LANES = 2 * DW_SEARCH_POOL_SIZE, BUDGET = 3, QUESTIONS = 12 };
    dw_venue *venue = dw_venue_shipped("museum");
    const dw_map *map = venue->map;
    dw_arena arena;
    dw_search_pool pool = {0};
    dw_path_service *shared[LANES];
    dw_path_service *alone[LANES];
    static dw_route_weights weights; /* Every other question has them. */
    dw_route_weights_reset(&weights);
    weights.rooms[map->room_count / 2] = DW_ROUTE_FACTOR_MAX;
    assert_int_equal(dw_arena_create(&arena, 4 << 20), DW_OK);
    for (uint16_t k = 0; k < LANES; k++) {
        assert_int_equal(dw_path_service_create(&shared[k], &arena, venue->nav, &pool, k, BUDGET),
                         DW_OK);
        assert_int_equal(dw_path_service_create(&alone[k], &arena, venue->nav, NULL, k, BUDGET),
                         DW_OK);
    }
    uint32_t waited = 0;
    for (uint32_t round = 0; round < QUESTIONS; round++) {
        dw_path_handle handles[LANES];
        bool answered[LANES] = {false};
        for (uint32_t k = 0; k < LANES; k++) {
            const dw_path_question question = {
                .from = map->guards[(k + round) % map->guard_count].spawn,
                .to = map->guards[(k * 5 + round * 7 + 3) % map->guard_count].spawn,
                .room = DW_NONE};
            const dw_route_weights *by = (k + round) % 2 == 0 ? &weights : NULL;
            handles[k] = dw_path_service_ask(shared[k], &question, by);
            (void)dw_path_service_ask(alone[k], &question, by);
        }
        for (uint32_t left = LANES; left > 0; waited++) {
            assert_true(waited < 10000);
            for (uint32_t k = 0; k < LANES; k++) {
                dw_nav_path path = {.count = 0};
                dw_nav_path own = {.count = 0};
                const dw_path_state answer = dw_path_service_take(shared[k], handles[k], &path);
                assert_int_equal(answer, dw_path_service_take(alone[k], handles[k], &own));
                assert_int_equal(path.count, own.count);
                assert_memory_equal(path.points, own.points, path.count * sizeof path.points[0]);
                if (!answered[k] && answer != DW_PATH_PENDING) {
                    answered[k] = true;
                    left--;
                }
                dw_path_service_update(shared[k]);
                dw_path_service_update(alone[k]);
                assert_true(hash_of(shared[k]) == hash_of(alone[k]));
            }
        }
    }
    assert_true(pool.lost > QUESTIONS);
    for (uint32_t k = 0; k < LANES; k++) {
        assert_int_equal(dw_path_service_get_stats(shared[k])->expansions,
                         dw_path_service_get_stats(alone[k])->expansions);
    }
    dw_arena_destroy(&arena);
    dw_venue_destroy(venue);
}

/* Of lanes that are all under way at once, with a pool of that size. */
static uint64_t expansions_made_again(uint32_t size)
{
    enum { LANES = 2 * DW_SEARCH_POOL_SIZE, TICKS = 100 };
    dw_venue *venue = dw_venue_shipped("museum");
    const dw_map *map = venue->map;
    dw_arena arena;
    dw_search_pool pool = {.size = size};
    dw_path_service *lanes[LANES];
    assert_int_equal(dw_arena_create(&arena, 4 << 20), DW_OK);
    for (uint16_t k = 0; k < LANES; k++) {
        assert_int_equal(dw_path_service_create(&lanes[k], &arena, venue->nav, &pool, k, 3), DW_OK);
        const dw_path_question question = {.from = map->guards[k].spawn,
                                           .to = map->guards[(k * 5 + 3) % map->guard_count].spawn,
                                           .room = DW_NONE};
        (void)dw_path_service_ask(lanes[k], &question, NULL);
    }
    uint64_t again = 0;
    for (uint32_t t = 0; t < TICKS; t++) {
        for (uint16_t k = 0; k < LANES; k++) {
            dw_path_service_update(lanes[k]);
        }
    }
    for (uint16_t k = 0; k < LANES; k++) {
        again += dw_path_service_get_stats(lanes[k])->repeated;
    }
    dw_arena_destroy(&arena);
    dw_venue_destroy(venue);
    return again;
}

static void with_scratch_for_each_lane_no_expansion_is_made_again(void **state)
{
    (void)state;
    assert_true(expansions_made_again(0) > 0);
    assert_int_equal(expansions_made_again(2 * DW_SEARCH_POOL_SIZE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_given_exactly_once),
        cmocka_unit_test(a_small_budget_takes_longer_and_finds_the_same_way),
        cmocka_unit_test(the_newest_request_replaces_the_older),
        cmocka_unit_test(a_cancelled_request_and_a_foreign_handle_get_nothing),
        cmocka_unit_test(a_path_keeps_to_the_rooms_that_are_cheapest_when_it_is_asked_for),
        cmocka_unit_test(lanes_that_share_scratch_answer_as_if_alone),
        cmocka_unit_test(with_scratch_for_each_lane_no_expansion_is_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
