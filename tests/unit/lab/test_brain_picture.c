/* The picture of a brain: nothing overlaps, no text is cut, each arrow has its own line. */
#include "server/lab/brain_picture.h"

#include "common/base/check.h"
#include "common/platform/file.h"
#include "server/lab/brain_svg.h"
#include "tests/support/stage.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOP = 80 };

static bool holds(const dw_brain_picture *it, uint32_t outer, uint32_t inner)
{
    for (uint32_t at = it->boxes[inner].parent; at != UINT32_MAX; at = it->boxes[at].parent) {
        if (at == outer) {
            return true;
        }
    }
    return false;
}

static bool overlaps(const dw_drawn_box *a, const dw_drawn_box *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static bool is_inside(const dw_drawn_box *a, const dw_drawn_box *b)
{
    return a->x > b->x && a->y > b->y && a->x + a->width < b->x + b->width &&
           a->y + a->height <= b->y + b->height;
}

static void check_boxes(const dw_brain_picture *it)
{
    for (uint32_t a = 0; a < it->box_count; a++) {
        const dw_drawn_box *box = &it->boxes[a];
        assert_true(box->x >= 0 && box->y >= TOP);
        assert_true(box->x + box->width <= it->width && box->y + box->height <= it->height);
        assert_true(dw_drawn_text_width(box->title) + 2 * DW_DRAWN_PAD <= box->width);
        assert_true(dw_drawn_text_width(box->text) + 2 * DW_DRAWN_PAD <= box->width);
        assert_true((1 + dw_drawn_text_lines(box->text)) * DW_DRAWN_LINE <= box->height);
        for (uint32_t b = 0; b < it->box_count; b++) {
            if (it->arrow_count > 0 && holds(it, b, a)) {
                assert_true(is_inside(box, &it->boxes[b]));
            } else if (a != b && !(it->arrow_count > 0 && holds(it, a, b))) {
                assert_false(overlaps(box, &it->boxes[b]));
            }
        }
    }
}

static int32_t entry(const dw_brain_picture *it, uint32_t box)
{
    return it->boxes[box].y + DW_DRAWN_PAD + DW_DRAWN_LINE / 2;
}

/* Lines of arrows to different boxes never run on each other. */
static void check_arrows(const dw_brain_picture *it)
{
    for (uint32_t a = 0; a < it->arrow_count; a++) {
        const dw_drawn_arrow *one = &it->arrows[a];
        const dw_drawn_box *from = &it->boxes[one->from];
        assert_true(one->y > from->y && one->y < from->y + from->height);
        assert_true(dw_drawn_text_width(one->label) + 2 * DW_DRAWN_PAD <= from->width);
        assert_non_null(strstr(one->label, it->boxes[one->to].title));
        assert_true(it->boxes[one->to].lane_x > from->x + from->width);
        assert_true(it->boxes[one->to].lane_x < it->width);
        for (uint32_t b = 0; b < it->arrow_count; b++) {
            const dw_drawn_arrow *other = &it->arrows[b];
            assert_true(a == b || one->y != other->y);
            if (one->to == other->to || it->boxes[one->to].lane_x != it->boxes[other->to].lane_x) {
                continue;
            }
            const int32_t low = one->y < entry(it, one->to) ? one->y : entry(it, one->to);
            const int32_t high = one->y > entry(it, one->to) ? one->y : entry(it, one->to);
            assert_true((other->y < low || other->y > high) &&
                        (entry(it, other->to) < low || entry(it, other->to) > high));
        }
    }
}

static void draw_and_check(const dw_data_brain *brain)
{
    dw_brain_picture *picture = malloc(sizeof *picture);
    assert_non_null(picture);
    dw_brain_picture_make(picture, brain, TOP);
    assert_true(picture->box_count > 0);
    check_boxes(picture);
    check_arrows(picture);
    free(picture);
}

static void shipped_brains_are_drawn_without_overlaps_and_cut_text(void **state)
{
    (void)state;
    const dw_stage_files files = dw_stage_list_brains();
    assert_true(files.count >= 6);
    for (uint32_t i = 0; i < files.count; i++) {
        dw_data_brain *brain = dw_stage_shipped_brain(files.names[i]);
        draw_and_check(brain);
        dw_data_brain_destroy(brain);
    }
}

static dw_data_brain *load(const char *text)
{
    dw_data_brain *brain = NULL;
    dw_error error = {{0}};
    if (dw_data_brain_load(&brain, "made", (const uint8_t *)text, strlen(text), &error) != DW_OK) {
        fail_msg("%s", error.text);
    }
    return brain;
}

static const char *const made[] = {
    "{\"form\": \"fsm\", \"start\": \"a<b>&c\", \"states\": {"
    "  \"outer\": {\"start\": \"middle\", \"transitions\": [{\"if\": [\"hungry\"], \"to\": "
    "\"outer\"}],"
    "    \"states\": {\"middle\": {\"start\": \"a<b>&c\", \"states\": {"
    "      \"a<b>&c\": {\"skill\": \"patrol\", \"also\": [\"bark\", \"alarm\"], \"transitions\": ["
    "        {\"if\": [\"tired\", \"can_lie_here\", \"!rested_lately\", \"!disturbed\", "
    "\"!afraid\","
    "         \"distance_to_target_mm>=900000\", \"ticks_since_sighting>=900000\", \"!detected\"],"
    "         \"to\": \"z\"}, {\"to\": \"a<b>&c\", \"if\": [\"failed\"]}]}}}}},"
    "  \"z\": {\"skill\": \"sleep\", \"transitions\": [{\"if\": [\"done\"], \"to\": \"outer\"}]}}}",
    "{\"form\": \"tree\", \"root\": {\"name\": \"first\", \"recheck\": {\"selector\": ["
    "  {\"cooldown\": {\"repeat\": \"bark\", \"times\": 3}, \"ticks\": 60},"
    "  {\"parallel\": [\"bark\", {\"invert\": {\"condition\": [\"hungry\", \"tired\"]}}, "
    "\"wander\"],"
    "   \"success\": 2, \"failure\": 1}, {\"name\": \"rest\", \"skill\": \"sleep\"}]}, \"ticks\": "
    "9,"
    "  \"if\": [\"heard\"]}}",
    "{\"form\": \"utility\", \"options\": {\"a\": {\"skill\": \"wander\"}, \"b\": {\"skill\": "
    "\"eat\","
    "  \"when\": [[\"food_near\"], [\"hungry\", \"!afraid\"]], \"also\": [\"bark\"], \"priority\": "
    "[100,"
    "  {\"fact\": \"hunger\", \"curve\": \"logistic\", \"from\": 100, \"to\": 900, \"weight\": "
    "600},"
    "  {\"fact\": \"afraid\", \"weight\": -300}]}}}",
    "{\"form\": \"bdi\", \"desires\": {\"live\": {\"when\": \"afraid\", \"priority\": 900},"
    "  \"know\": {\"when\": [[\"heard\"], [\"lost\"]], \"priority\": 500, \"until\": "
    "\"detected\"}},"
    " \"plans\": {\"run\": {\"desire\": \"live\", \"body\": [\"flee\"]}, \"go\": {\"desire\": "
    "\"know\","
    "  \"context\": \"heard\", \"while\": \"!afraid\", \"body\": [\"go_to_noise\", "
    "\"look_round\"]},"
    "  \"look\": {\"desire\": \"know\", \"body\": [\"look_round\"]}}}",
};

static void each_form_is_drawn_without_overlaps_and_cut_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < DW_COUNT_OF(made); i++) {
        dw_data_brain *brain = load(made[i]);
        draw_and_check(brain);
        dw_data_brain_destroy(brain);
    }
}

static char *svg_of(const char *text)
{
    char path[] = "duskwatch-brain-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    dw_error error = {{0}};
    dw_data_brain *brain = load(text);
    assert_int_equal(dw_brain_svg_write(brain, path, &error), DW_OK);
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(dw_file_read(path, 1 << 20, &bytes, &size, &error), DW_OK);
    (void)remove(path);
    dw_data_brain_destroy(brain);
    return (char *)bytes;
}

static uint32_t count(const char *text, const char *part)
{
    uint32_t found = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        found++;
    }
    return found;
}

/* Below the name of the brain stands how a picture of its form is read. */
static void a_picture_says_how_its_own_form_is_read(void **state)
{
    (void)state;
    static const char *const legends[DW_COUNT_OF(made)] = {
        "the first that holds is taken", "Children from the top down",
        "The option with the most points runs", "Desires, and beside each its plans"};
    static const char *const names[DW_COUNT_OF(made)] = {"made (fsm)", "made (tree)",
                                                         "made (utility)", "made (bdi)"};
    for (size_t i = 0; i < DW_COUNT_OF(made); i++) {
        char *text = svg_of(made[i]);
        assert_int_equal(count(text, names[i]), 1);
        for (size_t k = 0; k < DW_COUNT_OF(made); k++) {
            assert_int_equal(count(text, legends[k]), i == k ? 1 : 0);
        }
        free(text);
    }
}

static void names_are_no_markup_in_the_file(void **state)
{
    (void)state;
    char *text = svg_of(made[0]);
    assert_null(strstr(text, "a<b"));
    assert_non_null(strstr(text, "a&lt;b&gt;&amp;c"));
    assert_int_equal(count(text, "<svg"), 1);
    assert_int_equal(count(text, "</svg>"), 1);
    assert_int_equal(count(text, "<text"), count(text, "</text>"));
    assert_int_equal(count(text, "l8 -4"), 4); /* A head for each transition. */
    free(text);
}

static void a_tree_says_what_each_node_does(void **state)
{
    (void)state;
    static const char *const expected[] = {"recheck every 9 ticks",
                                           "cooldown 60 ticks",
                                           "repeat, 3 times",
                                           "parallel, success 2, failure 1",
                                           "hungry tired",
                                           "rest",
                                           "sleep"};
    char *text = svg_of(made[1]);
    for (size_t i = 0; i < DW_COUNT_OF(expected); i++) {
        if (strstr(text, expected[i]) == NULL) {
            fail_msg("not in the picture: %s", expected[i]);
        }
    }
    assert_int_equal(count(text, "class=\"branch\""), 10); /* To each node but the root. */
    free(text);
}

static void a_picture_that_cannot_be_written_names_its_file(void **state)
{
    (void)state;
    dw_error error = {{0}};
    dw_data_brain *brain = load(made[1]);
    assert_int_not_equal(dw_brain_svg_write(brain, "no-such-folder/out.svg", &error), DW_OK);
    assert_non_null(strstr(error.text, "no-such-folder/out.svg"));
    dw_data_brain_destroy(brain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_brains_are_drawn_without_overlaps_and_cut_text),
        cmocka_unit_test(each_form_is_drawn_without_overlaps_and_cut_text),
        cmocka_unit_test(a_picture_says_how_its_own_form_is_read),
        cmocka_unit_test(names_are_no_markup_in_the_file),
        cmocka_unit_test(a_tree_says_what_each_node_does),
        cmocka_unit_test(a_picture_that_cannot_be_written_names_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
