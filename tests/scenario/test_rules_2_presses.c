/* server/RULES.md 2.11: what a press of the use key in vain tells, and to whom. */
#include "tests/support/test.h"
#include "tests/unit/session/match_box.h"

enum { ANN = 1, BOB, WATCHER };

static dw_match_box box;

/* How often that client was told of a press in vain since `from`. */
static uint32_t told(uint32_t from, uint32_t tag)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < box.message_count; i++) {
        const dw_box_message *row = &box.messages[i];
        count += row->tag == tag && row->message.type == DW_MESSAGE_EVENT &&
                         row->message.as.event.kind == DW_CLIENT_EVENT_USE_FAILED
                     ? 1
                     : 0;
    }
    return count;
}

static void only_its_own_player_is_told_of_a_press_in_vain(void **state)
{
    (void)state;
    dw_match_box_init(&box);
    dw_match_box_open(&box);
    dw_welcome welcome;
    const dw_client_handle ann = dw_match_box_join(&box, ANN, "ann", &welcome);
    (void)dw_match_box_join(&box, BOB, "bob", &welcome);
    (void)dw_match_box_watch(&box, WATCHER);
    dw_match_box_run_until(&box, DW_PHASE_PLAY);
    const uint32_t from = box.message_count;
    dw_match_box_ask(&box, ann, DW_STAND, DW_BUTTON_USE, 1);
    dw_match_box_run(&box, 60);
    assert_int_equal(told(from, ANN), 1);
    assert_int_equal(told(from, BOB), 0);
    assert_int_equal(told(from, WATCHER), 0);
    dw_match_box_close(&box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_its_own_player_is_told_of_a_press_in_vain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
