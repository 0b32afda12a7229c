/* Rounds go as they went: matches of each brain, strategy, policy, mission and shipped map end in
 * the traces and show the minds that they always did. A row changes only with a commit that changes
 * what bots, guards or the world do, and that says why in its message. The argument is a part of
 * plays_as_before.txt (default: all), or `print`: prints the table as it would be now. */
#include "common/base/hash.h"
#include "server/lab/lab_match.h"
#include "server/mind/brains/brains.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { LOOK_TICKS = 15, LINE_MAX_SIZE = 256, NAME_SIZE = 32 };

/* `-` in a file stands for what the program takes by default. */
typedef struct row {
    char map[NAME_SIZE], mission[NAME_SIZE], ruleset[NAME_SIZE], strategy[NAME_SIZE];
    char brain[NAME_SIZE], policy[NAME_SIZE];
    unsigned intruders, seed, ticks_max;
} row;

/* How a round ended, and what a spectator could read of the guards' minds. */
typedef struct look {
    const dw_lab_match *match;
    uint64_t minds;
} look;

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return dw_hash_bytes(hash, text, strlen(text));
}

static uint64_t hash_beliefs(uint64_t hash, const dw_mind_view *view)
{
    for (uint8_t i = 0; i < view->intruder_count; i++) {
        const dw_mind_intruder *of = &view->intruders[i];
        hash = dw_hash_pair(hash, of->slot | of->meter << 8, of->source | of->told_by << 8);
        hash = dw_hash_pair(hash, of->confidence, of->room);
        hash = dw_hash_pair(hash, of->place.x, of->place.y);
        hash = dw_hash_u64(hash, of->tick);
    }
    for (uint8_t i = 0; i < view->call_count; i++) {
        const dw_mind_call *call = &view->calls[i];
        hash = dw_hash_pair(hash, call->kind | call->sender << 8, call->slot);
        hash = dw_hash_pair(hash, call->room, call->door);
        hash = dw_hash_u64(hash, (uint64_t)call->tick << 32 | call->id);
    }
    for (uint8_t i = 0; i < view->noise_count; i++) {
        const dw_mind_noise *noise = &view->noises[i];
        hash = dw_hash_pair(hash, noise->alarm | noise->level_db << 8, noise->error_dm);
        hash = dw_hash_pair(hash, noise->place.x, noise->place.y);
        hash = dw_hash_u64(hash, noise->tick);
    }
    return hash;
}

static uint64_t hash_search(uint64_t hash, const dw_mind_view *view)
{
    for (uint8_t i = 0; i < view->room_count; i++) {
        hash = dw_hash_u64(hash, view->rooms[i]);
    }
    for (uint8_t i = 0; i < view->piece_count; i++) {
        hash = dw_hash_pair(hash, view->pieces[i].furniture, view->pieces[i].sides);
    }
    for (uint8_t i = 0; i < view->clear_count; i++) {
        hash = dw_hash_pair(hash, view->clear[i].room, (int32_t)view->clear[i].tick);
    }
    return hash;
}

static uint64_t hash_mind(uint64_t hash, const dw_mind_view *view)
{
    hash = hash_text(hash, view->goal);
    hash = hash_text(hash, view->sentence);
    hash = hash_text(hash, view->doing);
    hash = dw_hash_pair(hash, view->cause, (int32_t)view->cause_id);
    hash = dw_hash_pair(hash, view->agitation, (int32_t)view->since);
    hash = dw_hash_pair(hash, view->room, view->door);
    hash = dw_hash_pair(hash, view->target.x, view->target.y);
    hash = dw_hash_u64(hash, view->switches);
    for (uint8_t i = 0; i < view->path_count; i++) {
        hash = dw_hash_pair(hash, view->path[i].x, view->path[i].y);
    }
    return hash_search(hash_beliefs(hash, view), view);
}

static void look_at_minds(void *context, const dw_intent *intents, const dw_world *world)
{
    look *of = context;
    (void)intents;
    for (uint16_t g = 0; world->tick % LOOK_TICKS == 0 && g < world->guard_count; g++) {
        dw_mind_view view;
        dw_sim_explain(dw_lab_match_sim(of->match), g, &view);
        of->minds = hash_mind(of->minds, &view);
    }
}

static const char *word(const char *name)
{
    return strcmp(name, "-") != 0 ? name : NULL;
}

static void play(const row *of, char *text, size_t size)
{
    dw_lab_data data;
    dw_error error = {{0}};
    look at = {.minds = DW_HASH_START};
    const dw_rules_choice rules = {.ruleset = word(of->ruleset), .strategy = word(of->strategy)};
    const dw_lab_watcher watcher = {&at, look_at_minds};
    dw_lab_match_config config = {.data = &data,
                                  .policy = dw_policy_find(of->policy),
                                  .intruders = (uint8_t)of->intruders,
                                  .ticks_max = of->ticks_max,
                                  .watcher = &watcher};
    dw_lab_match *match = NULL;
    dw_lab_result result;
    char trace[DW_HASH_TEXT_SIZE];
    char minds[DW_HASH_TEXT_SIZE];
    if (dw_lab_data_read(&data, of->map, &rules, true, &error) != DW_OK ||
        (word(of->mission) != NULL &&
         dw_lab_data_read_mission(&data, of->mission, &error) != DW_OK) ||
        (word(of->brain) != NULL &&
         dw_brain_files_find(&data.library, of->brain, &config.brain, &error) != DW_OK) ||
        dw_lab_match_create(&match, &config, &error) != DW_OK) {
        fail_msg("%s, %s: %s", of->map, of->policy, error.text);
    }
    at.match = match;
    dw_lab_match_run(match, of->seed, &result);
    dw_hash_text(result.trace, trace);
    dw_hash_text(at.minds, minds);
    (void)snprintf(text, size, "%s %s %s %s %s %s %u %u %u %s %u %u %u %s %s\n", of->map,
                   of->mission, of->ruleset, of->strategy, of->brain, of->policy, of->intruders,
                   of->seed, of->ticks_max, dw_outcome_word((dw_outcome)result.outcome),
                   result.ticks, result.detections, result.caught, trace, minds);
    dw_lab_match_destroy(match);
    dw_lab_data_destroy(&data);
}

static FILE *open_table(void)
{
    FILE *in = fopen(DW_SOURCE_DIR "/tests/scenario/plays_as_before.txt", "r");
    assert_non_null(in);
    return in;
}

static bool read_row(const char *line, row *of)
{
    return sscanf(line, "%31s %31s %31s %31s %31s %31s %u %u %u", of->map, of->mission, of->ruleset,
                  of->strategy, of->brain, of->policy, &of->intruders, &of->seed,
                  &of->ticks_max) == 9;
}

static void play_table(const char *part)
{
    FILE *in = open_table();
    char line[LINE_MAX_SIZE];
    char now[LINE_MAX_SIZE];
    bool same = true;
    bool inside = false;
    uint32_t rows = 0;
    while (fgets(line, sizeof line, in) != NULL) {
        row of;
        if (line[0] == '#') {
            inside = strncmp(line, "# ", 2) == 0 && strncmp(line + 2, part, strlen(part)) == 0 &&
                     line[2 + strlen(part)] == '\n';
        } else if (inside) {
            assert_true(read_row(line, &of));
            play(&of, now, sizeof now);
            rows++;
            if (strcmp(now, line) != 0) {
                print_message("was %sis  %s", line, now);
                same = false;
            }
        }
    }
    (void)fclose(in);
    assert_true(same && rows > 0);
}

/* Of all parts, with the comments of the file. */
static void print_table(void)
{
    FILE *in = open_table();
    char line[LINE_MAX_SIZE];
    while (fgets(line, sizeof line, in) != NULL) {
        row of;
        if (line[0] != '#' && read_row(line, &of)) {
            play(&of, line, sizeof line);
        }
        (void)printf("%s", line);
    }
    (void)fclose(in);
}

static void brains_guard_as_before(void **state)
{
    (void)state;
    play_table("brains");
}

static void strategies_lead_as_before(void **state)
{
    (void)state;
    play_table("strategies");
}

static void policies_sneak_as_before(void **state)
{
    (void)state;
    play_table("policies");
}

static void missions_are_played_as_before(void **state)
{
    (void)state;
    play_table("missions");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "print") == 0) {
        print_table();
        return EXIT_SUCCESS;
    }
    const struct CMUnitTest all[] = {
        cmocka_unit_test(brains_guard_as_before),
        cmocka_unit_test(strategies_lead_as_before),
        cmocka_unit_test(policies_sneak_as_before),
        cmocka_unit_test(missions_are_played_as_before),
    };
    for (size_t i = 0; argc == 2 && i < sizeof all / sizeof all[0]; i++) {
        if (strncmp(all[i].name, argv[1], strlen(argv[1])) == 0) {
            const struct CMUnitTest one[] = {all[i]};
            return cmocka_run_group_tests(one, NULL, NULL);
        }
    }
    if (argc != 1) {
        (void)fprintf(stderr, "%s: no such part of the table\n", argv[1]);
        return EXIT_FAILURE;
    }
    return cmocka_run_group_tests(all, NULL, NULL);
}
