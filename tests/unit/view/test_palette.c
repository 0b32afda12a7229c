#include "client/view/tools/palette.h"
#include "protocol/snapshot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void contrast_is_that_of_the_standard(void **state)
{
    (void)state;
    assert_true(fabs(dw_palette_contrast(0xff000000, 0xffffffff) - 21.0) < 0.01);
    assert_true(fabs(dw_palette_contrast(0xff777777, 0xffffffff) - 4.48) < 0.01);
    assert_true(fabs(dw_palette_contrast(0xffffffff, 0xff777777) - 4.48) < 0.01);
}

static void text_can_be_read_on_panels(void **state)
{
    (void)state;
    const dw_colour panel = dw_palette(DW_TINT_PANEL);
    static const dw_tint words[] = {DW_TINT_TEXT,   DW_TINT_TEXT_SOFT, DW_TINT_TEXT_FAINT,
                                    DW_TINT_ACCENT, DW_TINT_GOOD,      DW_TINT_BAD};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(dw_palette_contrast(dw_palette(words[i]), panel) >= 4.5);
    }
    for (uint8_t slot = 0; slot < 8; slot++) {
        assert_true(dw_palette_contrast(dw_palette_slot(slot), panel) >= 4.5);
    }
}

static void moods_stay_apart_for_all_eyes(void **state)
{
    (void)state;
    for (dw_eyes eyes = DW_EYES_FULL; eyes <= DW_EYES_TRITAN; eyes++) {
        for (int a = 0; a < DW_MOOD_COUNT; a++) {
            for (int b = a + 1; b < DW_MOOD_COUNT; b++) {
                const double distance = dw_palette_distance(eyes, dw_palette_mood((uint8_t)a),
                                                            dw_palette_mood((uint8_t)b));
                if (distance < 25.0) {
                    print_error("moods %d and %d are %.1f apart for eyes %d\n", a, b, distance,
                                (int)eyes);
                }
                assert_true(distance >= 25.0);
            }
        }
    }
}

static void no_intruder_is_taken_for_a_guard_who_chases(void **state)
{
    (void)state;
    for (dw_eyes eyes = DW_EYES_FULL; eyes <= DW_EYES_TRITAN; eyes++) {
        for (uint8_t slot = 0; slot < 8; slot++) {
            assert_true(dw_palette_distance(eyes, dw_palette_slot(slot),
                                            dw_palette_mood(DW_MOOD_CHASING)) >= 20.0);
        }
    }
}

static void intruders_of_a_team_have_colours_of_their_own(void **state)
{
    (void)state;
    for (uint8_t a = 0; a < 8; a++) {
        for (uint8_t b = (uint8_t)(a + 1); b < 8; b++) {
            assert_true(dw_palette_distance(DW_EYES_FULL, dw_palette_slot(a), dw_palette_slot(b)) >=
                        14.0);
        }
    }
}

static void simulated_eyes_leave_greys_alone(void **state)
{
    (void)state;
    for (dw_eyes eyes = DW_EYES_FULL; eyes <= DW_EYES_TRITAN; eyes++) {
        assert_true(dw_palette_distance(DW_EYES_FULL, 0xff808080,
                                        dw_palette_seen_by(eyes, 0xff808080)) < 1.0);
    }
    /* Red and green of equal lightness fall together without the middle cones. */
    assert_true(dw_palette_distance(DW_EYES_DEUTAN, 0xffa05020, 0xff6a7020) <
                dw_palette_distance(DW_EYES_FULL, 0xffa05020, 0xff6a7020) * 0.5);
}

static void ink_is_darker_and_bluer_than_what_it_stands_for(void **state)
{
    (void)state;
    static const dw_colour materials[] = {0xff7d5b3c, 0xff8b8578, 0xff6e3038, 0xff3c5637};
    for (size_t i = 0; i < sizeof materials / sizeof materials[0]; i++) {
        const dw_colour ink = dw_palette_ink(materials[i]);
        assert_true((ink & 0xffU) > (ink >> 16 & 0xffU));
        assert_true(dw_palette_contrast(ink, 0xff000000) <
                    dw_palette_contrast(materials[i], 0xff000000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_is_that_of_the_standard),
        cmocka_unit_test(text_can_be_read_on_panels),
        cmocka_unit_test(moods_stay_apart_for_all_eyes),
        cmocka_unit_test(no_intruder_is_taken_for_a_guard_who_chases),
        cmocka_unit_test(intruders_of_a_team_have_colours_of_their_own),
        cmocka_unit_test(simulated_eyes_leave_greys_alone),
        cmocka_unit_test(ink_is_darker_and_bluer_than_what_it_stands_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
