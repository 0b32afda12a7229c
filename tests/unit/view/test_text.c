#include "client/view/tools/field.h"
#include "client/view/tools/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const dw_text_style style = {DW_FACE_REGULAR, 14, 0xffffffff, 0.0F};

static int open_kit(void **state)
{
    dw_error error = {""};
    dw_text_kit *kit = NULL;
    if (dw_text_create(&kit, &error) != DW_OK) {
        print_error("%s\n", error.text);
        return -1;
    }
    *state = kit;
    return 0;
}

static int close_kit(void **state)
{
    dw_text_destroy(*state);
    return 0;
}

static void utf8_is_read_and_broken_bytes_are_replaced(void **state)
{
    (void)state;
    size_t length = 9;
    assert_int_equal(dw_text_next("a", &length), 'a');
    assert_int_equal(length, 1);
    assert_int_equal(dw_text_next("\xc3\xa9t", &length), 0xe9);
    assert_int_equal(length, 2);
    assert_int_equal(dw_text_next("\xf0\x9f\x8c\x99", &length), 0x1f319);
    assert_int_equal(length, 4);
    static const char *const broken[] = {"\x80",         "\xc3",         "\xc0\x80",
                                         "\xe0\x80\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80",
                                         "\xf0\x9f\x8c"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        assert_int_equal(dw_text_next(broken[i], &length), 0xfffd);
        assert_int_equal(length, 1);
    }
    (void)dw_text_next("", &length);
    assert_int_equal(length, 0);
}

static void a_cut_text_fits_and_keeps_whole_characters(void **state)
{
    dw_text_kit *kit = *state;
    const char *text =
        "Zm\xc4\x9bna pl\xc3\xa1nu: str\xc3\xa1\xc5\xbe v ji\xc5\xbe\xc3\xad chodb\xc4\x9b";
    char out[128];
    for (int i = 20; i < 320; i += 7) {
        const float width = (float)i;
        dw_text_cut(kit, &style, text, width, out, sizeof out);
        assert_true(dw_text_width(kit, &style, out) <= width);
        for (size_t at = 0; out[at] != '\0';) {
            size_t length = 0;
            assert_int_not_equal(dw_text_next(out + at, &length), 0xfffd);
            at += length;
        }
    }
    dw_text_cut(kit, &style, text, 2000.0F, out, sizeof out);
    assert_string_equal(out, text);
    dw_text_cut(kit, &style, text, 120.0F, out, sizeof out);
    assert_non_null(strstr(out, "\xe2\x80\xa6"));
}

static void a_cut_respects_the_size_of_the_buffer(void **state)
{
    char out[12];
    memset(out, 'x', sizeof out);
    dw_text_cut(*state, &style, "a long line of text", 5000.0F, out, sizeof out);
    assert_true(strlen(out) < sizeof out);
    assert_non_null(strstr(out, "\xe2\x80\xa6"));
}

static void lines_break_at_spaces_and_use_up_the_text(void **state)
{
    dw_text_kit *kit = *state;
    const char text[] = "the server wants a password and anunbreakablylongwordthatgoesonandonandon";
    const char *rest = text;
    int lines = 0;
    while (rest[0] != '\0') {
        const size_t bytes = dw_text_break(kit, &style, rest, 150.0F);
        assert_true(bytes >= 1 && bytes <= strlen(rest));
        if (lines == 0) {
            assert_int_equal(strncmp(rest + bytes - 1, " ", 1), 0);
        }
        rest += bytes;
        assert_true(++lines < 40);
    }
    assert_true(lines >= 4);
    assert_int_equal(dw_text_break(kit, &style, "short", 500.0F), 5);
    assert_int_equal(dw_text_break(kit, &style, "narrow", 0.5F), 1);
}

/* Whether rows `from` .. `to` - 1 of a canvas of 200 columns hold ink. */
static bool has_ink(const dw_canvas *canvas, int from, int to)
{
    for (int i = from * 200; i < to * 200; i++) {
        if ((canvas->pixels[i] & 0xffffff) != 0) {
            return true;
        }
    }
    return false;
}

static void lines_are_drawn_below_each_other_as_many_as_counted_or_asked_for(void **state)
{
    dw_text_kit *kit = *state;
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, 200, 90), DW_OK);
    const dw_pen pen = {&canvas, kit, 1.0F};
    const char text[] = "somewhere elsewhere everywhere";
    const float width = dw_text_width(kit, &style, "somewhere ") + 2.0F;
    assert_int_equal(dw_text_count_lines(kit, &style, text, width), 3);
    assert_int_equal(dw_text_count_lines(kit, &style, "", width), 0);
    dw_text_block block = {0.0F, 0.0F, width, 30.0F, 2};
    assert_int_equal(dw_text_draw_lines(&pen, block, DW_ALIGN_LEFT, &style, text), 2);
    assert_true(has_ink(&canvas, 0, 30) && has_ink(&canvas, 30, 60));
    assert_false(has_ink(&canvas, 60, 90));
    block.lines_max = 0;
    assert_int_equal(dw_text_draw_lines(&pen, block, DW_ALIGN_LEFT, &style, text), 3);
    assert_true(has_ink(&canvas, 60, 90));
    dw_canvas_destroy(&canvas);
}

static void text_leaves_ink_only_where_its_width_says(void **state)
{
    dw_text_kit *kit = *state;
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, 200, 40), DW_OK);
    const dw_pen pen = {&canvas, kit, 1.0F};
    const float width = dw_text_draw(&pen, 20.0F, 8.0F, DW_ALIGN_LEFT, &style, "Hello");
    assert_true(fabsf(width - dw_text_width(kit, &style, "Hello")) < 0.01F);
    int ink = 0;
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 200; x++) {
            const bool lit = (canvas.pixels[y * 200 + x] & 0xffU) > 40;
            ink += lit ? 1 : 0;
            assert_true(!lit || ((float)x >= 18.0F && (float)x <= 22.0F + width));
        }
    }
    assert_true(ink > 60);
    dw_canvas_destroy(&canvas);
}

/* The lowest row of the canvas with ink of that text; -1: none. */
static int lowest_row(dw_text_kit *kit, dw_canvas *canvas, const dw_text_style *how,
                      const char *text)
{
    const dw_pen pen = {canvas, kit, 1.0F};
    int lowest = -1;
    dw_canvas_clear(canvas, 0xff000000);
    (void)dw_text_draw(&pen, 20.0F, 20.0F, DW_ALIGN_LEFT, how, text);
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            /* More than the faint edge of a curve. */
            lowest = (canvas->pixels[y * canvas->stride + x] & 0xff) > 0x80 ? y : lowest;
        }
    }
    return lowest;
}

static void letters_stand_on_one_base_line_with_and_without_accents(void **state)
{
    dw_text_kit *kit = *state;
    dw_canvas canvas = {0};
    assert_int_equal(dw_canvas_resize(&canvas, 120, 120), DW_OK);
    for (int size = 8; size <= 40; size++) {
        for (int face = 0; face < DW_FACE_COUNT; face++) {
            const dw_text_style how = {(dw_face)face, size, 0xffffffff, 0.0F};
            const int bare = lowest_row(kit, &canvas, &how, "E");
            assert_true(bare > 0);
            assert_int_equal(lowest_row(kit, &canvas, &how, "\xc3\x89"), bare); /* With an acute */
            assert_int_equal(lowest_row(kit, &canvas, &how, "\xc4\x9a"), bare); /* and a caron. */
        }
    }
    dw_canvas_destroy(&canvas);
}

static void the_cache_survives_more_glyphs_than_it_holds(void **state)
{
    dw_text_kit *kit = *state;
    const float before = dw_text_width(kit, &style, "Duskwatch");
    for (uint32_t code = 0x21; code < 0x900; code++) {
        char text[3] = {(char)code, '\0', '\0'};
        if (code >= 0x80) {
            text[0] = (char)(0xc0U | (code >> 6 & 0x1fU));
            text[1] = (char)(0x80U | (code & 0x3fU));
        }
        (void)dw_text_width(kit, &style, text);
    }
    assert_true(fabsf(dw_text_width(kit, &style, "Duskwatch") - before) < 0.01F);
}

static void a_field_keeps_whole_characters_within_its_limit(void **state)
{
    (void)state;
    dw_field field;
    dw_field_init(&field, 5,
                  "a\xe2\x80\xae"
                  "b\n\xef\xbb\xbf\x01");
    assert_string_equal(field.text, "ab");
    dw_field_insert(&field, "\xc3\xa9\xc3\xa9");
    assert_string_equal(field.text, "ab\xc3\xa9");
    dw_field_insert(&field, "\xff"
                            "c");
    assert_string_equal(field.text, "ab\xc3\xa9"
                                    "c");
    dw_field_erase(&field);
    dw_field_erase(&field);
    assert_string_equal(field.text, "ab");
    for (int i = 0; i < 5; i++) {
        dw_field_erase(&field);
    }
    assert_string_equal(field.text, "");
}

static void a_trimmed_field_has_no_spaces_around(void **state)
{
    (void)state;
    char out[DW_FIELD_BYTES_MAX];
    dw_field field;
    dw_field_init(&field, 20, "  a b ");
    assert_true(dw_field_trimmed(&field, out));
    assert_string_equal(out, "a b");
    dw_field_init(&field, 20, "    ");
    assert_false(dw_field_trimmed(&field, out));
}

static void capitals_of_latin_letters_have_their_accents(void **state)
{
    (void)state;
    char out[64];
    dw_text_capitals("Příliš žluťoučký kůň, Łódź & naïve \xc3\xb7 9", out, sizeof out);
    assert_string_equal(out, "PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ, ŁÓDŹ & NAÏVE \xc3\xb7 9");
    dw_text_capitals("ččč", out, 4); /* Only whole letters fit. */
    assert_string_equal(out, "Č");
    dw_text_capitals("a\xff"
                     "b",
                     out, sizeof out); /* A broken byte stays. */
    assert_string_equal(out, "A\xff"
                             "B");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_read_and_broken_bytes_are_replaced),
        cmocka_unit_test(capitals_of_latin_letters_have_their_accents),
        cmocka_unit_test(a_cut_text_fits_and_keeps_whole_characters),
        cmocka_unit_test(a_cut_respects_the_size_of_the_buffer),
        cmocka_unit_test(lines_break_at_spaces_and_use_up_the_text),
        cmocka_unit_test(lines_are_drawn_below_each_other_as_many_as_counted_or_asked_for),
        cmocka_unit_test(text_leaves_ink_only_where_its_width_says),
        cmocka_unit_test(letters_stand_on_one_base_line_with_and_without_accents),
        cmocka_unit_test(the_cache_survives_more_glyphs_than_it_holds),
        cmocka_unit_test(a_field_keeps_whole_characters_within_its_limit),
        cmocka_unit_test(a_trimmed_field_has_no_spaces_around),
    };
    return cmocka_run_group_tests(tests, open_kit, close_kit);
}
