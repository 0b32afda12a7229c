/* resume_probe.c - saves a match, or continues one in a process of its own, for resume-check.
 *     resume_probe save MAP BRAIN SEED FILE      plays to the first chase or a minute, saves, plays
 *                                                another minute
 *     resume_probe continue MAP BRAIN SEED FILE  loads and plays that minute
 * Both print a line for each tick of the last minute: tick hash. */
#include "common/base/hash.h"
#include "common/base/parse.h"
#include "server/mind/data/library.h"
#include "tests/support/stage.h"

#include <stdio.h>
#include <string.h>

enum { SAVE_MAX = 1 << 20, MINUTE_TICKS = 3600 };

static uint8_t bytes[SAVE_MAX];

static bool anybody_chases(const dw_world *world)
{
    bool chases = false;
    for (uint32_t g = 0; g < world->guard_count; g++) {
        chases = chases || world->guards[g].command.mood == DW_MOOD_CHASING;
    }
    return chases;
}

static bool save(dw_stage *stage, uint64_t seed, const char *path)
{
    dw_stage_begin_whims(stage, seed);
    for (uint32_t tick = 0; tick < 600 || (tick < MINUTE_TICKS && !anybody_chases(stage->world));
         tick++) {
        dw_stage_step_whims(stage, seed);
    }
    size_t size = 0;
    dw_state_writer writer;
    dw_state_writer_init(&writer, bytes, sizeof bytes);
    dw_sim_save(stage->sim, &writer);
    if (dw_state_writer_finish(&writer, &size) != DW_OK) {
        return false;
    }
    FILE *file = fopen(path, "wb");
    const bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    return file != NULL && fclose(file) == 0 && written;
}

static bool load(dw_stage *stage, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    dw_error error = {{0}};
    dw_state_reader reader;
    dw_state_reader_init(&reader, bytes, size);
    if (dw_sim_load(stage->sim, &reader, dw_brain_library_finder(NULL), &error) != DW_OK ||
        dw_state_reader_finish(&reader) != DW_OK) {
        (void)fprintf(stderr, "resume_probe: %s: %s\n", path, error.text);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    uint64_t seed = 0;
    const bool saves = argc == 6 && strcmp(argv[1], "save") == 0;
    if (argc != 6 || (!saves && strcmp(argv[1], "continue") != 0) ||
        dw_parse_u64(argv[4], &seed) != DW_OK) {
        (void)fprintf(stderr, "usage: resume_probe save|continue MAP BRAIN SEED FILE\n");
        return 2;
    }
    const dw_ruleset rules = dw_stage_endless_rules();
    dw_venue *venue = dw_venue_shipped(argv[2]);
    dw_stage *stage = dw_stage_create(venue, argv[3], &rules);
    const bool ready = saves ? save(stage, seed, argv[5]) : load(stage, argv[5]);
    for (uint32_t tick = 0; tick < MINUTE_TICKS && ready; tick++) {
        char text[DW_HASH_TEXT_SIZE];
        dw_stage_step_whims(stage, seed);
        dw_hash_text(dw_sim_hash(stage->sim), text);
        (void)printf("%u %s\n", (unsigned)stage->world->tick, text);
    }
    dw_stage_destroy(stage);
    dw_venue_destroy(venue);
    return ready ? 0 : 1;
}
