/* What parts of the window write, line by line: the text that is handed to the text kit, its tint
 * and its place. Nothing is painted. */
#include "client/view/hud/hud_roster.h"
#include "client/view/hud/hud_scores.h"
#include "client/view/pages/key_rows.h"
#include "client/view/tools/palette.h"
#include "common/base/check.h"
#include "hud_round.h"
#include "tests/support/test.h"

#include <string.h>

enum { WIDTH = 1280, HEIGHT = 720, LINES_MAX = 200 };

typedef struct line {
    char text[200];
    float x, y;
    dw_colour colour;
    dw_face face;
} line;

static line lines[LINES_MAX];
static uint32_t line_count;

float __wrap_dw_text_draw(const dw_pen *pen, float x, float y, dw_align align,
                          const dw_text_style *style, const char *text);

float __wrap_dw_text_draw(const dw_pen *pen, float x, float y, dw_align align,
                          const dw_text_style *style, const char *text)
{
    (void)align;
    assert_true(line_count < LINES_MAX);
    line *at = &lines[line_count++];
    (void)snprintf(at->text, sizeof at->text, "%s", text);
    at->x = x;
    at->y = y;
    at->colour = style->colour;
    at->face = style->face;
    return dw_text_width(pen->text, style, text);
}

static dw_canvas canvas;
static dw_text_kit *text;
static dw_pen pen;
static dw_round round_of_two;
static dw_drawn_world world;
static dw_standings standings;
static dw_bindings bindings;
static dw_hud_view view;

static int open_window(void **state)
{
    (void)state;
    dw_error error;
    if (dw_canvas_resize(&canvas, WIDTH, HEIGHT) != DW_OK ||
        dw_text_create(&text, &error) != DW_OK) {
        return -1;
    }
    pen = (dw_pen){&canvas, text, 1.0F};
    return 0;
}

static int close_window(void **state)
{
    (void)state;
    dw_text_destroy(text);
    dw_canvas_destroy(&canvas);
    return 0;
}

/* Mara plays here, Bo has been caught. */
static int begin(void **state)
{
    (void)state;
    line_count = 0;
    round_of_two = make_round();
    bindings = dw_bindings_default();
    world = (dw_drawn_world){.own_slot = 0, .has_own = true, .tick = 700};
    standings = (dw_standings){
        .count = 1,
        .rows = {{.slot = 0, .ping_ms = 31, .detected = 4, .taken = 5, .caught = 6, .escaped = 7}}};
    view = (dw_hud_view){.map = &map,
                         .world = &world,
                         .round = &round_of_two,
                         .standings = &standings,
                         .bindings = &bindings,
                         .code = "4KQ7"};
    return 0;
}

/* The line that says so, or NULL. */
static const line *find(const char *said)
{
    const line *found = NULL;
    for (uint32_t i = 0; i < line_count; i++) {
        if (strcmp(lines[i].text, said) == 0) {
            assert_null(found); /* Once. */
            found = &lines[i];
        }
    }
    return found;
}

static uint32_t count(const char *said)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < line_count; i++) {
        found += strcmp(lines[i].text, said) == 0 ? 1 : 0;
    }
    return found;
}

static void draw_lobby(void)
{
    line_count = 0;
    dw_hud_draw_lobby(&pen, &view);
}

static void the_lobby_tells_a_player_how_to_get_ready(void **state)
{
    (void)state;
    round_of_two.phase = DW_PHASE_LOBBY;
    draw_lobby();
    assert_non_null(find("I am ready"));
    assert_null(find("I need more time"));
    assert_non_null(find("Waiting for players."));
    assert_non_null(find("The menu copies an invitation for friends."));
    assert_true(find("Waiting for players.")->y > find("I am ready")->y);
    standings.ready = 1;
    draw_lobby();
    assert_non_null(find("I need more time"));
    standings.ready = 1 << 3; /* Another player is. */
    round_of_two.end_tick = 700 + 90 * 60;
    draw_lobby();
    assert_non_null(find("I am ready"));
    assert_non_null(find("The heist begins when all are ready, or in 1:30."));
    world.own_slot = DW_SLOT_NONE; /* A spectator has nothing to press. */
    draw_lobby();
    assert_null(find("I am ready"));
    assert_non_null(find("Mara"));
    assert_non_null(find("Bo"));
}

static void the_lobby_makes_way(void **state)
{
    (void)state;
    dw_field chat;
    memset(&chat, 0, sizeof chat);
    draw_lobby(); /* Not in play, */
    assert_int_equal(line_count, 0);
    round_of_two.phase = DW_PHASE_LOBBY;
    view.help = 1; /* nor under the help, */
    draw_lobby();
    assert_int_equal(line_count, 0);
    view.help = 0;
    view.chat = &chat; /* nor while somebody types. */
    draw_lobby();
    assert_int_equal(line_count, 0);
}

static void the_scoreboard_has_each_figure_below_its_head(void **state)
{
    (void)state;
    dw_hud_draw_scores(&pen, &view); /* Its key is not held. */
    assert_int_equal(line_count, 0);
    view.scores = true;
    dw_hud_draw_scores(&pen, &view);
    static const char *const cells[][2] = {
        {"seen", "4"}, {"took", "5"}, {"caught", "6"}, {"brought out", "7"}, {"ping", "31 ms"}};
    for (size_t i = 0; i < DW_COUNT_OF(cells); i++) {
        const line *head = NULL;
        for (uint32_t k = 0; k < line_count && head == NULL; k++) {
            head = strcmp(lines[k].text, cells[i][0]) == 0 ? &lines[k] : NULL;
        }
        const line *cell = find(cells[i][1]);
        assert_non_null(head);
        assert_non_null(cell);
        assert_true(head->x == cell->x);
        assert_true(cell->y > head->y);
        assert_true(cell->y < find("Bo")->y); /* In the row of Mara. */
    }
    assert_int_equal(count("-"), 5); /* Nothing is known of Bo. */
    standings.rows[0].ping_ms = 0;
    line_count = 0;
    dw_hud_draw_scores(&pen, &view);
    assert_int_equal(count("-"), 6);
}

static void the_roster_has_the_own_name_in_bold_and_who_is_out_pale(void **state)
{
    (void)state;
    round_of_two.spectators = 9;
    dw_hud_draw_roster(&pen, &view);
    const line *mara = find("Mara");
    const line *bo = find("Bo");
    assert_int_equal(mara->face, DW_FACE_BOLD);
    assert_int_equal(bo->face, DW_FACE_REGULAR);
    assert_true(bo->y > mara->y);
    const dw_colour living = dw_palette(DW_TINT_TEXT);
    const dw_colour out = dw_palette(DW_TINT_TEXT_FAINT);
    assert_memory_equal(&mara->colour, &living, sizeof living);
    assert_memory_equal(&bo->colour, &out, sizeof out);
}

static void the_chosen_row_of_keys_stands_out(void **state)
{
    (void)state;
    const dw_colour strong = dw_palette(DW_TINT_TEXT);
    const dw_colour soft = dw_palette(DW_TINT_TEXT_SOFT);
    dw_key_rows rows = {.bindings = &bindings, .row = 2};
    dw_key_rows_draw(&rows, &pen, (dw_box){0.0F, 0.0F, 1200.0F, 700.0F}, true);
    assert_true(rows.shown > 5);
    for (uint32_t row = 0; row < 5; row++) {
        const line *label = NULL;
        for (uint32_t i = 0; i < line_count && label == NULL; i++) {
            label = strcmp(lines[i].text, dw_action_label((dw_action)(row + 1))) == 0 ? &lines[i]
                                                                                      : NULL;
        }
        assert_non_null(label);
        assert_memory_equal(&label->colour, row == 2 ? &strong : &soft, sizeof strong);
    }
    line_count = 0;
    rows.bindings = NULL;
    dw_key_rows_draw(&rows, &pen, (dw_box){0.0F, 0.0F, 1200.0F, 700.0F}, true);
    assert_int_equal(line_count, 0);
}

#define TEST(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_lobby_tells_a_player_how_to_get_ready),
        TEST(the_lobby_makes_way),
        TEST(the_scoreboard_has_each_figure_below_its_head),
        TEST(the_roster_has_the_own_name_in_bold_and_who_is_out_pale),
        TEST(the_chosen_row_of_keys_stands_out),
    };
    return cmocka_run_group_tests(tests, open_window, close_window);
}
