/* save_file.c, server_save.c: what a server has saved, another one of the same state folder goes on
 * with, and nothing else is taken. Matches with players are in integration/host/save. */
#include "common/base/check.h"
#include "common/platform/clock.h"
#include "server/host/console.h"
#include "server/host/save_file.h"
#include "server/host/server.h"
#include "server/host/server_maps.h"
#include "server/host/server_save.h"
#include "server/host/server_state.h"
#include "server/session/match_save.h"
#include "server/session/match_state.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MATCHES = 3, PLAIN = 100 };

static char folder[] = "/tmp/dw-save-XXXXXX";
static dw_server *server;

static void open_server(const char *map, const char *others, uint32_t matches)
{
    dw_error error = {""};
    dw_server_config config = dw_server_config_default();
    (void)snprintf(config.bind, sizeof config.bind, "127.0.0.1");
    (void)snprintf(config.state, sizeof config.state, "%s", folder);
    (void)snprintf(config.map, sizeof config.map, "%s", map);
    (void)snprintf(config.maps, sizeof config.maps, "%s", others);
    config.port = 0;
    config.matches = matches;
    dw_server_destroy(server);
    assert_int_equal(dw_server_create(&server, &config, &error), DW_OK);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    dw_server_destroy(server);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command); /* NOLINT(cert-env33-c): a folder of this test. */
}

static const dw_save_key key = {{1, 2, 3}};
static uint8_t plain[PLAIN];

static dw_status open_sealed(const uint8_t *bytes, size_t size, const dw_save_key *with,
                             dw_error *error)
{
    uint8_t copy[PLAIN + DW_SAVE_FILE_EXTRA];
    uint8_t *opened = NULL;
    size_t opened_size = 0;
    memcpy(copy, bytes, size);
    const dw_status status = dw_save_file_open(with, copy, size, &opened, &opened_size, error);
    if (status == DW_OK) {
        assert_int_equal(opened_size, PLAIN);
        assert_memory_equal(opened, plain, PLAIN);
    }
    return status;
}

static void a_file_opens_only_whole_and_under_its_key(void **state)
{
    (void)state;
    uint8_t sealed[PLAIN + DW_SAVE_FILE_EXTRA];
    dw_error error = {""};
    for (uint32_t i = 0; i < PLAIN; i++) {
        plain[i] = (uint8_t)(i * 7);
    }
    dw_save_file_seal(&key, plain, PLAIN, sealed);
    assert_int_equal(open_sealed(sealed, sizeof sealed, &key, &error), DW_OK);
    for (size_t size = 0; size < sizeof sealed; size++) {
        assert_int_equal(open_sealed(sealed, size, &key, &error), DW_INVALID);
    }
    for (size_t at = 0; at < sizeof sealed; at++) {
        sealed[at] ^= 0x40;
        assert_int_equal(open_sealed(sealed, sizeof sealed, &key, &error), DW_INVALID);
        sealed[at] ^= 0x40;
    }
    const dw_save_key other = {{1, 2, 4}};
    assert_int_equal(open_sealed(sealed, sizeof sealed, &other, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "another state folder"));
    sealed[DW_SAVE_FILE_MAGIC_SIZE] = 7;
    assert_int_equal(open_sealed(sealed, sizeof sealed, &key, &error), DW_INVALID);
    assert_string_equal(error.text, "has version 7, and this server reads version 1");
}

/* As though that match had played some rounds. */
static void play_rounds(uint32_t match, uint32_t rounds)
{
    dw_match_beginning with = {.round_key = server->round_key, .tick = 5000, .round = rounds + 1};
    memcpy(with.code, server->codes[match], sizeof with.code);
    dw_match_begin_anew(server->matches[match], &with);
    server->tick = 5000;
}

static uint32_t round_of(uint32_t match)
{
    return dw_match_round_machine(server->matches[match])->round;
}

/* Until the thread has written it. */
static void save(const char *name, dw_server_saved *out)
{
    dw_error error = {""};
    struct stat facts;
    assert_int_equal(dw_server_save(server, name, out, &error), DW_OK);
    for (uint32_t i = 0; i < 500 && stat(out->path, &facts) != 0; i++) {
        dw_clock_sleep_until(dw_clock_ns() + 10000000);
    }
    assert_int_equal(stat(out->path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
}

static void rounds_maps_codes_and_seeds_go_on_in_another_server(void **state)
{
    (void)state;
    dw_server_saved saved;
    dw_server_saved loaded;
    dw_error error = {""};
    open_server("training", "reference", MATCHES);
    assert_int_equal(dw_server_save(server, "none", &saved, &error), DW_NOT_FOUND);
    assert_int_equal(dw_server_want_map(server, 2, 2, "reference", NULL, &error), DW_OK);
    play_rounds(0, 4);
    play_rounds(2, 6);
    save("rounds", &saved);
    assert_int_equal(saved.matches, 2);
    char codes[MATCHES][DW_MATCH_CODE_SIZE];
    memcpy(codes, server->codes, sizeof codes);
    const uint64_t seed = dw_match_seed(server->matches[2], 8);
    open_server("training", "reference", MATCHES);
    assert_true(dw_match_seed(server->matches[2], 8) != seed);
    assert_int_equal(dw_server_load(server, "rounds", &loaded, &error), DW_OK);
    assert_int_equal(loaded.matches, 2);
    assert_true(loaded.world_hash == saved.world_hash);
    assert_int_equal(server->tick, 5000);
    assert_int_equal(round_of(0), 5);
    assert_int_equal(round_of(1), 1);
    assert_int_equal(round_of(2), 7);
    assert_memory_equal(server->codes, codes, sizeof codes);
    assert_true(dw_match_seed(server->matches[2], 8) == seed);
    assert_string_equal(dw_server_map_of(server, 0)->match.map->name, "training");
    assert_string_equal(dw_server_map_of(server, 2)->match.map->name, "reference");
    open_server("training", "reference", 2);
    assert_int_equal(dw_server_load(server, "rounds", &loaded, &error), DW_RANGE);
    assert_non_null(
        strstr(error.text, "rounds.save: has a match 3: start the server with matches"));
}

static const char *brain_of(uint32_t match, uint16_t guard)
{
    return dw_sim_brain(dw_match_sim(server->matches[match]), guard)->name;
}

static void run_command(const char *line, char *answer, size_t size)
{
    const dw_console_caller host = {.name = "test", .level = DW_CONSOLE_HOST};
    memset(answer, 0, size);
    FILE *out = fmemopen(answer, size, "w");
    assert_non_null(out);
    (void)dw_console_run(server, &host, line, out);
    (void)fclose(out);
}

static void brains_out_of_files_go_on_in_another_server(void **state)
{
    (void)state;
    static const char other[] =
        "{\"form\": \"fsm\", \"start\": \"a\", \"states\": {\"a\": {\"skill\": \"wait\"}}}";
    dw_server_saved saved;
    dw_server_saved loaded;
    dw_error error = {""};
    char answer[256];
    open_server("reference", "", 1);
    play_rounds(0, 4);
    run_command("brain 1 all guard-fsm", answer, sizeof answer);
    run_command("brain reload guard-fsm", answer, sizeof answer);
    assert_string_equal(brain_of(0, 0), "guard-fsm@2");
    save("brains", &saved);
    open_server("reference", "", 1);
    assert_int_equal(dw_server_load(server, "brains", &loaded, &error), DW_OK);
    assert_true(loaded.world_hash == saved.world_hash);
    assert_string_equal(brain_of(0, 0), "guard-fsm@2");
    /* The next version has a name of its own, and the match goes on with it. */
    run_command("brain reload guard-fsm", answer, sizeof answer);
    assert_string_equal(brain_of(0, 0), "guard-fsm@3");
    open_server("reference", "", 1);
    assert_int_equal(dw_brain_library_keep(&server->brains, "guard-fsm@2", (const uint8_t *)other,
                                           sizeof other - 1, &error),
                     DW_OK);
    assert_int_equal(dw_server_load(server, "brains", &loaded, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "brains.save: brain \"guard-fsm@2\": another brain has"));
    assert_int_equal(round_of(0), 1);
}

/* The bytes of a file of that name, opened and changed by `change`, and sealed again. */
static void forge(const char *from, const char *to, void (*change)(uint8_t *bytes, size_t *size))
{
    char path[256];
    dw_save_key own;
    uint8_t *bytes = NULL;
    uint8_t *opened = NULL;
    size_t size = 0;
    (void)snprintf(path, sizeof path, "%s/save.key", folder);
    assert_int_equal(dw_file_read(path, sizeof own, &bytes, &size, NULL), DW_OK);
    memcpy(&own, bytes, sizeof own);
    free(bytes);
    (void)snprintf(path, sizeof path, "%s/saves/%s.save", folder, from);
    assert_int_equal(dw_file_read(path, 1 << 20, &bytes, &size, NULL), DW_OK);
    assert_int_equal(dw_save_file_open(&own, bytes, size, &opened, &size, NULL), DW_OK);
    change(opened, &size);
    uint8_t *sealed = malloc(size + DW_SAVE_FILE_EXTRA);
    assert_non_null(sealed);
    dw_save_file_seal(&own, opened, size, sealed);
    (void)snprintf(path, sizeof path, "%s/saves/%s.save", folder, to);
    assert_int_equal(dw_file_write(path, sealed, size + DW_SAVE_FILE_EXTRA, NULL), DW_OK);
    free(sealed);
    free(bytes);
}

static void cut_the_last_match(uint8_t *bytes, size_t *size)
{
    (void)bytes;
    *size -= 1;
}

static void name_an_older_version(uint8_t *bytes, size_t *size)
{
    bytes[2] = '!'; /* Of the text behind its length. */
    *size -= 1;
}

static void change_the_hash_of_the_map(uint8_t *bytes, size_t *size)
{
    (void)size;
    bytes[2 + strlen(DW_PRODUCT_VERSION) + 4 + DW_ROUND_KEY_SIZE + 2 + 2] ^= 1;
}

/* The first match of the file is whole, and the server has taken it before the second one fails. */
static void a_load_that_fails_leaves_the_server_as_it_was(void **state)
{
    (void)state;
    static const struct {
        void (*change)(uint8_t *bytes, size_t *size);
        const char *text;
    } rows[] = {{cut_the_last_match, "match 3: the bytes are not a saved match"},
                {name_an_older_version, "was saved by Duskwatch "},
                {change_the_hash_of_the_map, "reference.tmj has changed since"}};
    dw_server_saved saved;
    dw_error error = {""};
    open_server("training", "reference", MATCHES);
    assert_int_equal(dw_server_want_map(server, 0, 0, "reference", NULL, &error), DW_OK);
    play_rounds(0, 4);
    play_rounds(2, 6);
    save("whole", &saved);
    open_server("training", "reference", MATCHES);
    play_rounds(1, 8);
    const uint64_t seed = dw_match_seed(server->matches[0], 2);
    char codes[MATCHES][DW_MATCH_CODE_SIZE];
    memcpy(codes, server->codes, sizeof codes);
    for (uint32_t i = 0; i < DW_COUNT_OF(rows); i++) {
        forge("whole", "forged", rows[i].change);
        assert_int_equal(dw_server_load(server, "forged", &saved, &error), DW_INVALID);
        assert_non_null(strstr(error.text, "forged.save: "));
        if (strstr(error.text, rows[i].text) == NULL) {
            fail_msg("not \"%s\" but: %s", rows[i].text, error.text);
        }
        assert_int_equal(round_of(0), 1);
        assert_int_equal(round_of(1), 9);
        assert_string_equal(dw_server_map_of(server, 0)->match.map->name, "training");
        assert_true(dw_match_seed(server->matches[0], 2) == seed);
        assert_memory_equal(server->codes, codes, sizeof codes);
        assert_int_equal(server->tick, 5000);
        assert_true(dw_server_empty(server));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_opens_only_whole_and_under_its_key),
        cmocka_unit_test(rounds_maps_codes_and_seeds_go_on_in_another_server),
        cmocka_unit_test(brains_out_of_files_go_on_in_another_server),
        cmocka_unit_test(a_load_that_fails_leaves_the_server_as_it_was),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
