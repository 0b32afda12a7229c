/* ARCHITECTURE.md, invariant 2: nothing in the tick comes from the heap. This program stands in for
 * the heap of the whole process, the C library's own calls included, and counts. */
#include "server/mind/brains/brains.h"
#include "tests/support/night.h"
#include "tests/support/test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 12000 };

/* What the GNU C library calls its heap by. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static uint64_t heap_calls;

void *malloc(size_t size)
{
    heap_calls++;
    return __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
    heap_calls++;
    return __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
    heap_calls++;
    return __libc_realloc(ptr, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    heap_calls++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memptr, size_t alignment, size_t size)
{
    heap_calls++;
    *memptr = __libc_memalign(alignment, size);
    return *memptr != NULL ? 0 : ENOMEM;
}

void free(void *ptr)
{
    heap_calls += ptr != NULL ? 1 : 0; /* qsort frees nothing after sorting on the stack. */
    __libc_free(ptr);
}

static void the_counter_counts(void **state)
{
    (void)state;
    const uint64_t before = heap_calls;
    void *volatile block = malloc(10);
    block = realloc(block, 20000);
    free(block);
    assert_int_equal(heap_calls - before, 3);
}

/* Many ticks with people all over the house, scattered anew whenever a round ends. Guards chase in
 * at least `chase_min` of them, so that the ticks are not idle ones. */
static void no_tick_calls_the_heap(const char *map, const dw_brain_kind *brain,
                                   const char *strategy, uint32_t intruders, uint32_t chase_min)
{
    dw_venue *venue = dw_venue_shipped(map);
    dw_ruleset rules = dw_ruleset_reference();
    rules.strategy = dw_stage_shipped_strategy(strategy);
    dw_stage *stage = dw_stage_create_with(venue, brain, &rules);
    assert_true(intruders <= venue->map->intruders_max);
    uint64_t calls = 0;
    uint32_t chasing = 0;
    uint64_t seed = 0;
    dw_rng places;
    dw_rng_init(&places, 8, 1);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const uint64_t before = heap_calls;
        if (tick == 0 || stage->world->outcome != DW_OUTCOME_NONE || tick % 1500 == 0) {
            dw_stage_reset(stage, ++seed, (UINT32_C(1) << intruders) - 1);
            dw_stage_scatter(stage, &places);
        }
        dw_stage_set_whims(stage, seed);
        dw_stage_step(stage);
        calls += heap_calls - before;
        for (uint32_t g = 0; g < stage->world->guard_count; g++) {
            chasing += stage->world->guards[g].command.mood == DW_MOOD_CHASING ? 1 : 0;
        }
    }
    print_message("%s, %s, %s: %u guard ticks of chase, %u rounds, %u calls of the heap\n", map,
                  brain->name, strategy, chasing, (unsigned)seed, (unsigned)calls);
    assert_true(chasing >= chase_min);
    assert_int_equal(calls, 0);
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
}

static void no_tick_calls_the_heap_in_the_museum_with_any_strategy(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        no_tick_calls_the_heap("museum", dw_brain_find("reference"), all.names[i], 8, TICKS / 10);
    }
}

static void no_tick_calls_the_heap_on_the_reference_map_with_any_strategy(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_strategies();
    for (uint32_t i = 0; i < all.count; i++) {
        no_tick_calls_the_heap("reference", dw_brain_find("reference"), all.names[i], 3,
                               TICKS / 10);
    }
}

static void no_tick_calls_the_heap_with_any_brain_out_of_a_file(void **state)
{
    (void)state;
    const dw_stage_files all = dw_stage_list_brains();
    for (uint32_t i = 0; i < all.count; i++) {
        dw_data_brain *brain = dw_stage_shipped_brain(all.names[i]);
        /* Cats, dogs, robots and servants chase nobody here. */
        const bool guards = strncmp(all.names[i], "guard-", 6) == 0;
        no_tick_calls_the_heap("reference", dw_data_brain_kind(brain), "reference", 3,
                               guards ? TICKS / 10 : 0);
        dw_data_brain_destroy(brain);
    }
}

/* Each kind of guard, reactions, light, noises, evidence, trails and tools. */
static void no_tick_calls_the_heap_at_night(void **state)
{
    (void)state;
    static const char *const maps[] = {"manor-night", "museum-robots"};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        dw_venue *venue = dw_venue_shipped(maps[i]);
        const dw_ruleset rules = dw_night_rules(venue->map, "team", 6);
        dw_stage *stage = dw_night_create(venue, &rules, 8);
        const uint64_t before = heap_calls;
        for (uint32_t tick = 0; tick < TICKS / 4; tick++) {
            dw_night_step(stage, 8);
        }
        assert_int_equal(heap_calls - before, 0);
        dw_stage_destroy(stage);
        dw_venue_destroy(venue);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_counter_counts),
        cmocka_unit_test(no_tick_calls_the_heap_in_the_museum_with_any_strategy),
        cmocka_unit_test(no_tick_calls_the_heap_with_any_brain_out_of_a_file),
        cmocka_unit_test(no_tick_calls_the_heap_at_night),
        cmocka_unit_test(no_tick_calls_the_heap_on_the_reference_map_with_any_strategy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
