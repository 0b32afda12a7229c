/* The identity of a person's client: one file that only that person can read. */
#include "tests/support/test.h"

#include "client/core/identity.h"
#include "common/platform/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char top[] = "test_client_identity.XXXXXX";
static char folder[64];
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(top) == NULL) {
        return -1;
    }
    (void)snprintf(folder, sizeof folder, "%s/config/duskwatch", top);
    (void)snprintf(path, sizeof path, "%s/identity.key", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    (void)snprintf(command, sizeof command, "rm -r %s", top);
    return system(command);
}

static void first_use_makes_a_file_that_later_uses_read(void **state)
{
    (void)state;
    dw_client_identity first;
    dw_client_identity second;
    dw_error error = {""};
    assert_int_equal(dw_client_identity_load(&first, folder, &error), DW_OK);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_int_equal(dw_client_identity_load(&second, folder, &error), DW_OK);
    assert_memory_equal(&first, &second, sizeof first);
    const uint8_t transcript[DW_SEAL_TRANSCRIPT_SIZE] = {9};
    uint8_t proof[DW_IDENTITY_PROOF_SIZE];
    dw_identity_prove(second.secret_key, transcript, proof);
    assert_true(dw_identity_holds(first.public_key, transcript, proof));
}

static void each_folder_has_another_identity(void **state)
{
    (void)state;
    char other[80];
    (void)snprintf(other, sizeof other, "%s/other", top);
    dw_client_identity first;
    dw_client_identity second;
    dw_error error = {""};
    assert_int_equal(dw_client_identity_load(&first, folder, &error), DW_OK);
    assert_int_equal(dw_client_identity_load(&second, other, &error), DW_OK);
    assert_memory_not_equal(first.public_key, second.public_key, sizeof first.public_key);
}

static void file_that_others_can_read_is_refused_and_kept(void **state)
{
    (void)state;
    dw_client_identity identity;
    dw_error error = {""};
    assert_int_equal(dw_client_identity_load(&identity, folder, &error), DW_OK);
    const dw_client_identity before = identity;
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(dw_client_identity_load(&identity, folder, &error), DW_DENIED);
    assert_non_null(strstr(error.text, "identity.key"));
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(dw_client_identity_load(&identity, folder, &error), DW_OK);
    assert_memory_equal(&identity, &before, sizeof before);
}

static void file_of_another_size_is_refused(void **state)
{
    (void)state;
    dw_client_identity identity;
    dw_error error = {""};
    assert_int_equal(truncate(path, 31), 0);
    assert_int_equal(dw_client_identity_load(&identity, folder, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "identity.key"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_use_makes_a_file_that_later_uses_read),
        cmocka_unit_test(each_folder_has_another_identity),
        cmocka_unit_test(file_that_others_can_read_is_refused_and_kept),
        cmocka_unit_test(file_of_another_size_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
