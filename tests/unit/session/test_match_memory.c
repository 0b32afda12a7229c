/* What a match takes, as a server makes it: all seats, sixteen spectators with the delay that a
 * public server has, guards with everything that they can think with (ARCHITECTURE.md, budgets). */
#include "match_box.h"

#include "server/host/rules_file.h"
#include "server/mind/brains/brains.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum {
    MATCH_BYTES_MAX = 1 << 20,  /* With twelve guards. */
    GUARD_BYTES_MAX = 40 << 10, /* For each further guard. */
    SIZE_BYTES_MAX = 320 << 10, /* For each size of guards beside that of intruders. */
    SPECTATORS = 16,
    DELAY_TICKS = 600
};

/* Bytes that a match of that map takes from its arena under ruleset `standard`, and what it may. */
static size_t match_bytes(const char *map_name, const dw_brain_kind *brain, uint32_t delay_ticks,
                          size_t *most)
{
    static dw_match_box box;
    dw_match_box_init_file(&box, map_name);
    dw_error error = {""};
    dw_ruleset_brains brains;
    char path[DW_PATH_MAX];
    const dw_rules_choice choice = {.ruleset = "standard"};
    assert_int_equal(dw_rules_file_read(&box.rules, &brains, &choice, box.map, path, &error),
                     DW_OK);
    dw_nav_set sizes;
    assert_int_equal(dw_nav_set_build(&sizes, &box.arena, box.map, box.rules.kinds, &error), DW_OK);
    box.config.sizes = &sizes;
    box.config.spectators_max = SPECTATORS;
    box.config.spectator_delay_ticks = delay_ticks;
    box.config.brain = brain;
    const size_t before = box.arena.used;
    dw_match_box_open(&box);
    const size_t bytes = box.arena.used - before;
    const size_t further = box.map->guard_count > 12 ? box.map->guard_count - 12u : 0;
    *most = MATCH_BYTES_MAX + further * GUARD_BYTES_MAX + (size_t)sizes.count * SIZE_BYTES_MAX;
    dw_match_box_close(&box);
    return bytes;
}

static void a_match_on_each_shipped_map_takes_what_it_may(void **state)
{
    (void)state;
    DIR *folder = opendir(DW_SOURCE_DIR "/maps");
    assert_non_null(folder);
    uint32_t maps = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char name[64];
        const char *suffix = strstr(entry->d_name, ".tmj");
        if (suffix == NULL || strlen(entry->d_name) >= sizeof name) {
            continue;
        }
        (void)snprintf(name, sizeof name, "%.*s", (int)(suffix - entry->d_name), entry->d_name);
        size_t most;
        const size_t bytes = match_bytes(name, dw_brain_default(), DELAY_TICKS, &most);
        const size_t live = match_bytes(name, dw_brain_default(), 0, &most);
        print_message("%s: %zu bytes, shown live %zu\n", name, bytes, live);
        assert_in_range(bytes, 1, most - 1);
        assert_in_range(live, 1, most - 1);
        maps++;
    }
    assert_true(maps >= 3);
    (void)closedir(folder);
}

/* Most memory of a guard is that of its mind. The guards share the scratch memory of searches:
 * twelve guards do not take twelve times as much of it. */
static void guards_share_the_scratch_of_their_searches(void **state)
{
    (void)state;
    size_t most;
    const size_t empty = match_bytes("museum", dw_brain_find("null"), DELAY_TICKS, &most);
    const size_t thinking = match_bytes("museum", dw_brain_default(), DELAY_TICKS, &most);
    assert_true(thinking > empty);
    assert_in_range(thinking - empty, 1, (size_t)400 << 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_on_each_shipped_map_takes_what_it_may),
        cmocka_unit_test(guards_share_the_scratch_of_their_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
