/* When the client goes on in the clear: the person's choice counts where no known server forbids
 * it, and only then. No server is there. */
#include "client/view/connection.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOBODY_PORT = 9 };

#define KEY "aaa0000000000000000000000000000000000000000000000000000000000000"

static char folder[] = "/tmp/connection-test-XXXXXX";
static char pins[DW_PATH_MAX];
static dw_connection connection;
static dw_error error;

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL || setenv("XDG_CONFIG_HOME", folder, 1) != 0 ||
        setenv("XDG_CACHE_HOME", folder, 1) != 0) {
        return -1;
    }
    return dw_server_pins_path(pins, &error) == DW_OK ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char inner[DW_PATH_MAX];
    (void)unlink(pins);
    (void)snprintf(inner, sizeof inner, "%s/duskwatch/maps", folder);
    (void)rmdir(inner);
    (void)snprintf(inner, sizeof inner, "%s/duskwatch", folder);
    (void)rmdir(inner);
    return rmdir(folder);
}

/* What becomes of --seal off, with this file of known servers; NULL: there is no file. */
static dw_status open_in_the_clear(const char *known)
{
    (void)unlink(pins);
    if (known != NULL) {
        char inner[DW_PATH_MAX];
        (void)snprintf(inner, sizeof inner, "%s/duskwatch", folder);
        (void)mkdir(inner, 0700);
        assert_int_equal(dw_file_write(pins, known, strlen(known), &error), DW_OK);
    }
    const dw_connection_config config = {
        .host = "127.0.0.1", .port = NOBODY_PORT, .name = "Ada", .unsealed = true};
    memset(&connection, 0, sizeof connection);
    error.text[0] = '\0';
    const dw_status status = dw_connection_open(&connection, &config, &error);
    dw_connection_destroy(&connection);
    return status;
}

static void a_server_that_is_not_known_may_be_met_in_the_clear(void **state)
{
    (void)state;
    assert_int_equal(open_in_the_clear(NULL), DW_OK);
    assert_int_equal(open_in_the_clear("127.0.0.1:10 " KEY "\n"), DW_OK);
}

static void a_server_that_sealed_before_is_not_met_in_the_clear(void **state)
{
    (void)state;
    assert_int_equal(open_in_the_clear("127.0.0.1:9 " KEY "\n"), DW_DENIED);
    assert_non_null(strstr(error.text, "127.0.0.1:9 has sealed its connections before"));
}

/* What the file says of this server is not known then, as with a seal. */
static void a_file_that_cannot_be_read_permits_nothing(void **state)
{
    (void)state;
    assert_int_equal(open_in_the_clear("127.0.0.1:9 " KEY "\n127.0.0.1:9 " KEY "\n"), DW_INVALID);
    assert_non_null(strstr(error.text, "line 2"));
    assert_int_equal(open_in_the_clear("127.0.0.1:9 aaa0\n"), DW_INVALID);
    assert_non_null(strstr(error.text, "line 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_that_is_not_known_may_be_met_in_the_clear),
        cmocka_unit_test(a_server_that_sealed_before_is_not_met_in_the_clear),
        cmocka_unit_test(a_file_that_cannot_be_read_permits_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
