/* determinism_probe.c - plays rounds in which much happens and prints their hashes, for
 * determinism-check, which compares what other compilers make of the same source.
 *     determinism_probe alone        one match after the other
 *     determinism_probe interleaved  sixteen matches in turn in one process, tick by tick
 * Both print the same lines: map brain seed tick hash. */
#include "common/base/hash.h"
#include "server/mind/brains/brains.h"
#include "tests/support/stage.h"

#include <stdio.h>
#include <string.h>

enum { MATCHES = 16, TICKS = 1000, PRINT_TICKS = 250, PRINTS = TICKS / PRINT_TICKS };

typedef struct match {
    dw_stage *stage;
    uint64_t seed;
    uint64_t hashes[PRINTS];
} match;

static void tick(match *it, uint32_t number)
{
    dw_stage_step_whims(it->stage, it->seed);
    if (number % PRINT_TICKS == 0) {
        it->hashes[number / PRINT_TICKS - 1] = dw_sim_hash(it->stage->sim);
    }
}

static void print(const match *it, const char *map, const char *brain)
{
    for (uint32_t i = 0; i < PRINTS; i++) {
        char text[DW_HASH_TEXT_SIZE];
        dw_hash_text(it->hashes[i], text);
        (void)printf("%s %s %u %u %s\n", map, brain, (unsigned)it->seed,
                     (unsigned)((i + 1) * PRINT_TICKS), text);
    }
}

static void play(const dw_venue *venue, const char *map, const dw_brain_kind *brain,
                 bool interleaved)
{
    const dw_ruleset rules = dw_stage_endless_rules();
    match matches[MATCHES];
    for (uint32_t m = 0; m < MATCHES; m++) {
        matches[m] = (match){dw_stage_create_with(venue, brain, &rules), m + 1, {0}};
        dw_stage_begin_whims(matches[m].stage, matches[m].seed);
        for (uint32_t number = 1; number <= TICKS && !interleaved; number++) {
            tick(&matches[m], number);
        }
    }
    for (uint32_t number = 1; number <= TICKS && interleaved; number++) {
        for (uint32_t m = 0; m < MATCHES; m++) {
            tick(&matches[m], number);
        }
    }
    for (uint32_t m = 0; m < MATCHES; m++) {
        print(&matches[m], map, brain->name);
        dw_stage_destroy(matches[m].stage);
    }
}

int main(int argc, char **argv)
{
    const bool interleaved = argc == 2 && strcmp(argv[1], "interleaved") == 0;
    if (argc != 2 || (!interleaved && strcmp(argv[1], "alone") != 0)) {
        (void)fprintf(stderr, "usage: determinism_probe alone|interleaved\n");
        return 2;
    }
    static const char *const maps[] = {"reference", "museum"};
    for (size_t m = 0; m < sizeof maps / sizeof maps[0]; m++) {
        dw_venue *venue = dw_venue_shipped(maps[m]);
        for (const char *const *name = dw_brain_names(); *name != NULL; name++) {
            play(venue, maps[m], dw_brain_find(*name), interleaved);
        }
        const dw_stage_files files = dw_stage_list_brains();
        for (uint32_t i = 0; i < files.count; i++) {
            dw_data_brain *brain = dw_stage_shipped_brain(files.names[i]);
            play(venue, maps[m], dw_data_brain_kind(brain), interleaved);
            dw_data_brain_destroy(brain);
        }
        dw_venue_destroy(venue);
    }
    return 0;
}
