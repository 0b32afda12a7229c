/* The table of texts: complete in each language, with placeholders that agree, plural forms that
 * fit, and letters that the fonts have. */
#include "client/view/texts/say.h"
#include "client/view/tools/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { VALUES_MAX = 9 };

/* What a text asks for, by value. */
typedef struct asked {
    bool shown[VALUES_MAX], chosen_by[VALUES_MAX];
    bool broken;
} asked;

/* Reads "{1}", "{1^}" and "{1|a|b}" as say.h describes them. */
static void read_text(const char *text, size_t size, uint32_t forms, int level, asked *out)
{
    for (size_t at = 0; at < size && !out->broken; at++) {
        if (text[at] != '{') {
            out->broken = out->broken || text[at] == '}';
            continue;
        }
        const size_t open = at;
        int depth = 0;
        uint32_t bars = 0;
        do {
            depth += text[at] == '{' ? 1 : (text[at] == '}' ? -1 : 0);
            bars += text[at] == '|' && depth == 1 ? 1 : 0;
            at += depth > 0 ? 1 : 0;
        } while (depth > 0 && at < size);
        const uint32_t index = (uint32_t)(text[open + 1] - '1');
        if (depth != 0 || index >= VALUES_MAX) {
            out->broken = true;
        } else if (bars > 0) {
            out->chosen_by[index] = true;
            out->broken = out->broken || bars != forms || level > 0 || text[open + 2] != '|';
            read_text(text + open + 3, at - open - 3, forms, level + 1, out);
        } else {
            const size_t inner = at - open - 1;
            out->shown[index] = true;
            out->broken = out->broken || !(inner == 1 || (inner == 2 && text[open + 2] == '^'));
        }
    }
}

static asked ask(dw_language language, dw_say_id id)
{
    asked out = {.broken = false};
    const char *text = dw_say_of(language, id);
    read_text(text, strlen(text), dw_language_plural_forms(language), 0, &out);
    return out;
}

static void each_language_has_each_text(void **state)
{
    (void)state;
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        for (int id = DW_SAY_NOTHING + 1; id < DW_SAY_COUNT; id++) {
            const char *text = dw_say_of((dw_language)language, (dw_say_id)id);
            if (text == NULL || text[0] == '\0') {
                print_error("%s: text \"%s\" is missing\n", dw_language_tag((dw_language)language),
                            dw_say_of(DW_LANGUAGE_ENGLISH, (dw_say_id)id));
                fail();
            }
        }
    }
}

static void each_language_asks_for_the_same_values(void **state)
{
    (void)state;
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        for (int id = 0; id < DW_SAY_COUNT; id++) {
            const asked first = ask(DW_LANGUAGE_ENGLISH, (dw_say_id)id);
            const asked here = ask((dw_language)language, (dw_say_id)id);
            bool agrees = !here.broken;
            for (int i = 0; i < VALUES_MAX; i++) {
                agrees = agrees && (here.shown[i] || here.chosen_by[i]) ==
                                       (first.shown[i] || first.chosen_by[i]);
            }
            if (!agrees) {
                print_error("%s: \"%s\": other values than \"%s\", or braces or plural forms that "
                            "do not fit\n",
                            dw_language_tag((dw_language)language),
                            dw_say_of((dw_language)language, (dw_say_id)id),
                            dw_say_of(DW_LANGUAGE_ENGLISH, (dw_say_id)id));
                fail();
            }
        }
    }
}

static void the_fonts_have_each_letter(void **state)
{
    (void)state;
    dw_error error = {""};
    dw_text_kit *kit = NULL;
    assert_int_equal(dw_text_create(&kit, &error), DW_OK);
    assert_false(dw_text_has(kit, DW_FACE_REGULAR, 0x13000)); /* No font of signs from Egypt. */
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        for (int id = 0; id < DW_SAY_COUNT; id++) {
            const char *text = dw_say_of((dw_language)language, (dw_say_id)id);
            size_t length = 0;
            for (; dw_text_next(text, &length) != 0; text += length) {
                const uint32_t code = dw_text_next(text, &length);
                assert_true(dw_text_has(kit, DW_FACE_REGULAR, code));
                assert_true(dw_text_has(kit, DW_FACE_BOLD, code));
                assert_int_not_equal(code, 0xfffd);
            }
        }
    }
    dw_text_destroy(kit);
}

static void a_capital_needs_a_plain_letter(void **state)
{
    (void)state;
    for (int language = 0; language < DW_LANGUAGE_COUNT; language++) {
        for (int kind = 0; kind < DW_KIND_NAME_COUNT; kind++) {
            dw_say_in((dw_language)language);
            const char first = dw_say_kind((dw_kind_name)kind)[0];
            assert_true(first >= 'a' && first <= 'z');
        }
    }
}

static void says(dw_say_id id, const char *expected, int64_t number)
{
    char text[64];
    dw_say_into(text, sizeof text, id, DW_N(number));
    assert_string_equal(text, expected);
}

static void words_follow_their_number(void **state)
{
    (void)state;
    dw_say_in(DW_LANGUAGE_ENGLISH);
    says(DW_SAY_SPECTATORS, "0 spectators", 0);
    says(DW_SAY_SPECTATORS, "1 spectator", 1);
    says(DW_SAY_SPECTATORS, "2 spectators", 2);
    dw_say_in(DW_LANGUAGE_CZECH);
    says(DW_SAY_SPECTATORS, "0 diváků", 0);
    says(DW_SAY_SPECTATORS, "1 divák", 1);
    says(DW_SAY_SPECTATORS, "2 diváci", 2);
    says(DW_SAY_SPECTATORS, "4 diváci", 4);
    says(DW_SAY_SPECTATORS, "5 diváků", 5);
    says(DW_SAY_SPECTATORS, "21 diváků", 21);
}

static void values_stand_where_the_language_wants_them(void **state)
{
    (void)state;
    char text[128];
    dw_say_in(DW_LANGUAGE_ENGLISH);
    dw_say_into(text, sizeof text, DW_SAY_SEEN_BY, DW_S("dog"));
    assert_string_equal(text, "A dog sees you. Run, or hide!");
    dw_say_into(text, sizeof text, DW_SAY_CHAT_MUTES_FULL, DW_N(1));
    assert_string_equal(text, "1 player is already muted: /unmute one of them first.");
    dw_say_in(DW_LANGUAGE_CZECH);
    dw_say_into(text, sizeof text, DW_SAY_SEEN_BY, DW_S("pes"));
    assert_string_equal(text, "Pes tě vidí. Utíkej, nebo se schovej!");
    dw_say_into(text, sizeof text, DW_SAY_CHAT_MUTES_FULL, DW_N(3));
    assert_non_null(strstr(text, "Ztišení už jsou 3 hráči: "));
    /* Braces of a value are no placeholder, and a placeholder without a value stays. */
    dw_say_in(DW_LANGUAGE_ENGLISH);
    dw_say_into(text, sizeof text, DW_SAY_TASK_CARRIED, DW_S("{2}{1|a|b"));
    assert_string_equal(text, "{2}{1|a|b has the {2}");
}

static void a_text_that_does_not_fit_ends_with_a_whole_character(void **state)
{
    (void)state;
    dw_say_in(DW_LANGUAGE_CZECH);
    const char *whole = "5 diváků";
    for (size_t size = 1; size < 16; size++) {
        char text[16];
        dw_say_into(text, size, DW_SAY_SPECTATORS, DW_N(5));
        assert_true(strlen(text) < size);
        assert_memory_equal(text, whole, strlen(text));
        for (size_t at = 0, length = 0; text[at] != '\0'; at += length) {
            assert_int_not_equal(dw_text_next(text + at, &length), 0xfffd);
        }
    }
}

static void a_locale_names_its_language(void **state)
{
    (void)state;
    dw_language language = DW_LANGUAGE_COUNT;
    assert_true(dw_language_find("cs_CZ.UTF-8", &language));
    assert_int_equal(language, DW_LANGUAGE_CZECH);
    assert_true(dw_language_find("EN", &language));
    assert_int_equal(language, DW_LANGUAGE_ENGLISH);
    assert_true(dw_language_find("cs-CZ", &language));
    assert_false(dw_language_find("csb_PL", &language));
    assert_false(dw_language_find("C", &language));
    assert_false(dw_language_find("", &language));
    assert_false(dw_language_find("de_DE", &language));
    assert_int_equal(language, DW_LANGUAGE_CZECH);
}

static int in_english(void **state)
{
    (void)state;
    dw_say_in(DW_LANGUAGE_ENGLISH);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(test) cmocka_unit_test_setup(test, in_english)
        TEST(each_language_has_each_text),
        TEST(each_language_asks_for_the_same_values),
        TEST(the_fonts_have_each_letter),
        TEST(a_capital_needs_a_plain_letter),
        TEST(words_follow_their_number),
        TEST(values_stand_where_the_language_wants_them),
        TEST(a_text_that_does_not_fit_ends_with_a_whole_character),
        TEST(a_locale_names_its_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
