/* The file of known servers: what is added is found again, a changed key is told, and no file that
 * a person has written is ever harmed. */
#include "client/core/server_pins.h"
#include "common/base/check.h"
#include "common/base/parse.h"
#include "common/base/rng.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY_A "aaa0000000000000000000000000000000000000000000000000000000000000"
#define KEY_B "bbb0000000000000000000000000000000000000000000000000000000000000"

static char folder[] = "/tmp/pins-test-XXXXXX";
static char path[DW_PATH_MAX];
static const uint8_t key_a[DW_SEAL_KEY_SIZE] = {0xaa, 0xa0};
static const uint8_t key_b[DW_SEAL_KEY_SIZE] = {0xbb, 0xb0};
static dw_error error;

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL || setenv("XDG_CONFIG_HOME", folder, 1) != 0) {
        return -1;
    }
    return dw_server_pins_path(path, &error) == DW_OK ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char inner[DW_PATH_MAX];
    (void)snprintf(inner, sizeof inner, "%s/duskwatch", folder);
    (void)rmdir(inner);
    return rmdir(folder);
}

static int begin(void **state)
{
    (void)state;
    (void)unlink(path);
    error.text[0] = '\0';
    return 0;
}

static void write_file(const char *text)
{
    assert_int_equal(dw_file_write(path, text, strlen(text), &error), DW_OK);
}

static void file_is(const char *text)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(path, 1 << 20, &bytes, &size, &error), DW_OK);
    assert_string_equal((char *)bytes, text);
    assert_int_equal(size, strlen(text));
    free(bytes);
}

static dw_status check(const char *host, uint16_t port, const uint8_t *key)
{
    return dw_server_pins_check(path, host, port, key, &error);
}

static dw_status add(const char *host, uint16_t port, const uint8_t *key)
{
    return dw_server_pins_add(path, host, port, key, &error);
}

static void what_is_added_is_found_again(void **state)
{
    (void)state;
    assert_int_equal(check("manor.example", 27967, key_a), DW_NOT_FOUND); /* No file, no folder. */
    assert_int_equal(add("manor.example", 27967, key_a), DW_OK);
    assert_string_equal(error.text, "");
    assert_int_equal(add("manor.example", 27968, key_b), DW_OK);
    assert_int_equal(add("127.0.0.1", 27967, key_b), DW_OK);
    file_is("manor.example:27967 " KEY_A "\nmanor.example:27968 " KEY_B "\n127.0.0.1:27967 " KEY_B
            "\n");
    assert_int_equal(check("manor.example", 27967, key_a), DW_OK);
    assert_int_equal(check("Manor.EXAMPLE", 27968, key_b), DW_OK);
    assert_int_equal(check("127.0.0.1", 27967, key_b), DW_OK);
    assert_int_equal(check("127.0.0.1", 27968, key_b), DW_NOT_FOUND);
    assert_int_equal(check("manor.exampl", 27967, key_a), DW_NOT_FOUND);
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
}

static void a_known_key_is_not_written_again(void **state)
{
    (void)state;
    assert_int_equal(add("manor.example", 27967, key_a), DW_OK);
    struct stat before;
    struct stat after;
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(add("manor.example", 27967, key_a), DW_OK);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
}

static void another_key_is_told_in_one_sentence_and_never_taken(void **state)
{
    (void)state;
    const char *const text = "# mine\nmanor.example:27967 " KEY_A "\n";
    char expected[DW_PATH_MAX + 256];
    (void)snprintf(expected, sizeof expected,
                   "manor.example:27967 has a new identity key (bbb0000000000000... instead of "
                   "aaa0000000000000...): ask its operator, and if the new key is right, delete "
                   "line 2 of %s",
                   path);
    write_file(text);
    assert_int_equal(check("manor.example", 27967, key_b), DW_DIFFERS);
    assert_string_equal(error.text, expected);
    error.text[0] = '\0';
    assert_int_equal(add("manor.example", 27967, key_b), DW_DIFFERS);
    assert_string_equal(error.text, expected);
    file_is(text);
}

static void each_changed_bit_of_a_key_is_another_key(void **state)
{
    (void)state;
    assert_int_equal(add("manor.example", 27967, key_a), DW_OK);
    for (uint32_t bit = 0; bit < 8 * DW_SEAL_KEY_SIZE; bit++) {
        uint8_t key[DW_SEAL_KEY_SIZE];
        memcpy(key, key_a, sizeof key);
        key[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_int_equal(check("manor.example", 27967, key), DW_DIFFERS);
    }
}

static void what_a_person_has_written_stays(void **state)
{
    (void)state;
    /* Comments, blanks, line ends of other systems, capitals, no newline at the end. */
    write_file("# friends\r\n\n  manor.example:27967\t" KEY_A "  \r\n#x\nbarn.example:1   "
               "BBB0000000000000000000000000000000000000000000000000000000000000");
    assert_int_equal(check("manor.example", 27967, key_a), DW_OK);
    assert_int_equal(check("barn.example", 1, key_b), DW_OK);
    assert_int_equal(add("mill.example", 65535, key_a), DW_OK);
    file_is("# friends\r\n\n  manor.example:27967\t" KEY_A "  \r\n#x\nbarn.example:1   "
            "BBB0000000000000000000000000000000000000000000000000000000000000\n"
            "mill.example:65535 " KEY_A "\n");
}

static void a_line_that_cannot_be_read_is_named_and_nothing_is_changed(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "manor.example:27967",                /* No key. */
        "manor.example " KEY_A,               /* No port. */
        ":27967 " KEY_A,                      /* No host. */
        "manor.example: " KEY_A,              /* An empty port. */
        "manor.example:0 " KEY_A,             /* Port 0. */
        "manor.example:65536 " KEY_A,         /* Beyond the last port. */
        "manor.example:27967x " KEY_A,        /* No number. */
        "manor.example:27967 " KEY_A "0",     /* A digit too many. */
        "manor.example:27967 0" KEY_A,        /* Likewise. */
        "manor.example:27967 g" KEY_A,        /* Likewise, and none. */
        "manor.example:27967 " KEY_A " more", /* Something behind it. */
        "manor.example:27967 aaa000000000000000000000000000000000000000000000000000000000000g",
        "manor.example:27967 aaa000000000000000000000000000000000000000000000000000000000000",
        "\x1b[2J",           /* An escape of terminals. */
        "\xff\xfe:1 " KEY_A, /* No UTF-8. */
        "nonsense",
    };
    for (size_t i = 0; i < DW_COUNT_OF(bad); i++) {
        char text[512];
        char head[DW_PATH_MAX + 32];
        (void)snprintf(text, sizeof text, "# one\nbarn.example:1 " KEY_B "\n%s\n", bad[i]);
        (void)snprintf(head, sizeof head, "%s: line 3: \"", path);
        write_file(text);
        error.text[0] = '\0';
        assert_int_equal(check("manor.example", 27967, key_a), DW_INVALID);
        assert_memory_equal(error.text, head, strlen(head));
        assert_true(dw_text_is_clean(error.text, strlen(error.text)));
        assert_int_equal(check("barn.example", 1, key_b), DW_INVALID);
        assert_int_equal(add("mill.example", 1, key_a), DW_INVALID);
        file_is(text);
    }
}

static void a_server_that_stands_there_twice_is_an_error(void **state)
{
    (void)state;
    char expected[DW_PATH_MAX + 256];
    write_file("manor.example:27967 " KEY_A "\nbarn.example:1 " KEY_B "\nMANOR.example:27967 " KEY_B
               "\n");
    (void)snprintf(expected, sizeof expected,
                   "%s: line 3: repeats the server of line 1; delete one of them", path);
    assert_int_equal(check("manor.example", 27967, key_a), DW_INVALID);
    assert_string_equal(error.text, expected);
    assert_int_equal(check("barn.example", 1, key_b), DW_OK);
}

static void hosts_that_would_break_the_file_are_refused(void **state)
{
    (void)state;
    char long_host[DW_SERVER_PINS_HOST_MAX + 2];
    memset(long_host, 'a', sizeof long_host - 1);
    long_host[sizeof long_host - 1] = '\0';
    const char *const bad[] = {"", "a b", "a\nb", "#a", "a\tb", long_host};
    for (size_t i = 0; i < DW_COUNT_OF(bad); i++) {
        assert_int_equal(add(bad[i], 1, key_a), DW_INVALID);
        assert_int_equal(check(bad[i], 1, key_a), DW_INVALID);
    }
    assert_int_equal(add("a", 0, key_a), DW_INVALID);
    assert_int_equal(access(path, F_OK), -1);
    long_host[DW_SERVER_PINS_HOST_MAX] = '\0'; /* The longest one. */
    assert_int_equal(add(long_host, 65535, key_a), DW_OK);
    assert_int_equal(check(long_host, 65535, key_a), DW_OK);
}

static void a_full_file_and_a_folder_in_its_place_are_told(void **state)
{
    (void)state;
    char *text = malloc(DW_SERVER_PINS_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, '#', DW_SERVER_PINS_BYTES_MAX);
    text[DW_SERVER_PINS_BYTES_MAX] = '\0';
    write_file(text);
    assert_int_equal(check("manor.example", 1, key_a), DW_NOT_FOUND);
    assert_int_equal(add("manor.example", 1, key_a), DW_FULL);
    assert_non_null(strstr(error.text, "known_servers: no room"));
    file_is(text);
    free(text);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(check("manor.example", 1, key_a), DW_IO);
    assert_int_equal(add("manor.example", 1, key_a), DW_IO);
    assert_int_equal(rmdir(path), 0);
}

/* A good file with one to three random bytes changed: a server is found or one clear line says why
 * not, and adding keeps each byte that was there. */
static void a_damaged_file_is_read_or_refused_and_never_shortened(void **state)
{
    (void)state;
    static const char good[] = "# known\nmanor.example:27967 " KEY_A "\nbarn.example:1 " KEY_B "\n";
    dw_rng rng;
    dw_rng_init(&rng, 3, 1);
    uint32_t refused = 0;
    for (uint32_t round = 0; round < 500; round++) {
        uint8_t damaged[sizeof good - 1];
        memcpy(damaged, good, sizeof damaged);
        for (uint32_t i = 1 + dw_rng_below(&rng, 3); i > 0; i--) {
            damaged[dw_rng_below(&rng, sizeof damaged)] = (uint8_t)dw_rng_below(&rng, 256);
        }
        assert_int_equal(dw_file_write(path, damaged, sizeof damaged, &error), DW_OK);
        error.text[0] = '\0';
        const dw_status status = add("mill.example", 5, key_b);
        uint8_t *bytes = NULL;
        size_t size = 0;
        dw_error unused;
        assert_int_equal(dw_file_read(path, 4096, &bytes, &size, &unused), DW_OK);
        assert_memory_equal(bytes, damaged, sizeof damaged);
        if (status == DW_OK) {
            assert_string_equal(error.text, "");
            assert_true(size > sizeof damaged);
        } else {
            assert_int_equal(status, DW_INVALID);
            assert_true(dw_text_is_clean(error.text, strlen(error.text)));
            assert_non_null(strstr(error.text, "known_servers: line "));
            assert_int_equal(size, sizeof damaged);
            refused++;
        }
        free(bytes);
    }
    assert_true(refused > 200 && refused < 500);
}

static void an_accepted_key_takes_the_place_of_the_old_one_alone(void **state)
{
    (void)state;
    write_file("# mine\nhouse:1 " KEY_A "\nmanor:2  " KEY_A "  \n\nhouse:3 " KEY_A);
    assert_int_equal(dw_server_pins_replace(path, "manor", 2, key_b, &error), DW_OK);
    file_is("# mine\nhouse:1 " KEY_A "\nmanor:2  " KEY_B "  \n\nhouse:3 " KEY_A);
    assert_int_equal(dw_server_pins_replace(path, "house", 3, key_b, &error), DW_OK);
    file_is("# mine\nhouse:1 " KEY_A "\nmanor:2  " KEY_B "  \n\nhouse:3 " KEY_B);
    assert_int_equal(dw_server_pins_check(path, "manor", 2, key_b, &error), DW_OK);
    assert_int_equal(dw_server_pins_check(path, "manor", 2, key_a, &error), DW_DIFFERS);
    assert_int_equal(dw_server_pins_replace(path, "inn", 4, key_a, &error), DW_OK);
    assert_int_equal(dw_server_pins_check(path, "inn", 4, key_a, &error), DW_OK);
    write_file("manor:2 " KEY_A "\nmanor:2 " KEY_B "\n");
    assert_int_equal(dw_server_pins_replace(path, "manor", 2, key_b, &error), DW_INVALID);
    file_is("manor:2 " KEY_A "\nmanor:2 " KEY_B "\n");
}

int main(void)
{
#define FRESH(test) cmocka_unit_test_setup_teardown(test, begin, begin)
    const struct CMUnitTest tests[] = {
        FRESH(what_is_added_is_found_again),
        FRESH(a_known_key_is_not_written_again),
        FRESH(another_key_is_told_in_one_sentence_and_never_taken),
        FRESH(each_changed_bit_of_a_key_is_another_key),
        FRESH(what_a_person_has_written_stays),
        FRESH(an_accepted_key_takes_the_place_of_the_old_one_alone),
        FRESH(a_line_that_cannot_be_read_is_named_and_nothing_is_changed),
        FRESH(a_server_that_stands_there_twice_is_an_error),
        FRESH(hosts_that_would_break_the_file_are_refused),
        FRESH(a_full_file_and_a_folder_in_its_place_are_told),
        FRESH(a_damaged_file_is_read_or_refused_and_never_shortened),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
