/* Brains out of files: by name and by path, and again when another map is loaded. */
#include "server/host/brain_files.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char path[] = DW_SOURCE_DIR "/maps/brains/guard-fsm.json";

static int clear(void **state)
{
    dw_brain_library_clear(*state);
    return 0;
}

static int open_library(void **state)
{
    static dw_brain_library library;
    *state = &library;
    return 0;
}

static const dw_brain_kind *find(dw_brain_library *library, const char *name)
{
    dw_error error = {""};
    const dw_brain_kind *kind = NULL;
    if (dw_brain_files_find(library, name, &kind, &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return kind;
}

static void a_file_that_is_named_again_is_the_same_brain(void **state)
{
    dw_brain_library *library = *state;
    const dw_brain_kind *kind = find(library, path);
    assert_string_equal(kind->name, "guard-fsm");
    assert_ptr_equal(find(library, path), kind);
    assert_ptr_equal(find(library, "guard-fsm"), kind);
    assert_int_equal(library->count, 1);
}

static void another_file_of_the_same_name_is_refused(void **state)
{
    dw_brain_library *library = *state;
    char folder[] = "brain-test-XXXXXX";
    char other[64];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(other, sizeof other, "%s/guard-fsm.json", folder);
    assert_int_equal(symlink(DW_SOURCE_DIR "/maps/brains/guard-tree.json", other), 0);
    const dw_brain_kind *kind = find(library, path);
    const dw_brain_kind *found = NULL;
    dw_error error = {""};
    assert_int_equal(dw_brain_files_find(library, other, &found, &error), DW_INVALID);
    assert_non_null(strstr(error.text, "/guard-fsm.json: another brain is called \"guard-fsm\""));
    assert_ptr_equal(find(library, path), kind);
    assert_int_equal(library->count, 1);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_that_is_named_again_is_the_same_brain, open_library,
                                        clear),
        cmocka_unit_test_setup_teardown(another_file_of_the_same_name_is_refused, open_library,
                                        clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
