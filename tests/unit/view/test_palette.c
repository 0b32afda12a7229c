#include "client/view/tools/palette.h"
#include "protocol/snapshot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Eyes: full colour, or without the long, the middle or the short cones. */
typedef enum eyes_kind { EYES_FULL, EYES_PROTAN, EYES_DEUTAN, EYES_TRITAN } eyes_kind;

static double linear(dw_colour colour, int shift)
{
    const double v = (double)(colour >> shift & 0xffU) / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static uint32_t encoded(double v, int shift)
{
    v = v < 0.0 ? 0.0 : (v > 1.0 ? 1.0 : v);
    const double s = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
    return (uint32_t)(s * 255.0 + 0.5) << shift;
}

static double luminance(dw_colour c)
{
    return 0.2126 * linear(c, 16) + 0.7152 * linear(c, 8) + 0.0722 * linear(c, 0);
}

/* Contrast of two colours, 1 .. 21 (WCAG 2, relative luminance). */
static double contrast(dw_colour a, dw_colour b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

/* How a colour looks to such eyes (Machado, Oliveira and Fernandes, "A physiologically-based model
 * for simulation of color vision deficiency", 2009, severity 1). */
static dw_colour seen_by(eyes_kind eyes, dw_colour colour)
{
    static const double matrices[4][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                          {0.152286, 1.052583, -0.204868, 0.114503, 0.786281,
                                           0.099216, -0.003882, -0.048116, 1.051998},
                                          {0.367322, 0.860646, -0.227968, 0.280085, 0.672501,
                                           0.047413, -0.011820, 0.042940, 0.968881},
                                          {1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                                           0.147602, 0.004733, 0.691367, 0.303900}};
    const double *m = matrices[eyes];
    const double r = linear(colour, 16);
    const double g = linear(colour, 8);
    const double b = linear(colour, 0);
    return (colour & 0xff000000U) | encoded(m[0] * r + m[1] * g + m[2] * b, 16) |
           encoded(m[3] * r + m[4] * g + m[5] * b, 8) | encoded(m[6] * r + m[7] * g + m[8] * b, 0);
}

static double lab_curve(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/* Distance of two colours to such eyes (CIE 1976 L*a*b*); about 2.3 is just visible. */
static double colour_distance(eyes_kind eyes, dw_colour a, dw_colour b)
{
    double lab[2][3];
    const dw_colour seen[2] = {seen_by(eyes, a), seen_by(eyes, b)};
    for (int i = 0; i < 2; i++) {
        const double red = linear(seen[i], 16);
        const double green = linear(seen[i], 8);
        const double blue = linear(seen[i], 0);
        const double x = lab_curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
        const double y = lab_curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        const double z = lab_curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
        lab[i][0] = 116.0 * y - 16.0;
        lab[i][1] = 500.0 * (x - y);
        lab[i][2] = 200.0 * (y - z);
    }
    const double dl = lab[0][0] - lab[1][0];
    const double da = lab[0][1] - lab[1][1];
    const double db = lab[0][2] - lab[1][2];
    return sqrt(dl * dl + da * da + db * db);
}

static void contrast_is_that_of_the_standard(void **state)
{
    (void)state;
    assert_true(fabs(contrast(0xff000000, 0xffffffff) - 21.0) < 0.01);
    assert_true(fabs(contrast(0xff777777, 0xffffffff) - 4.48) < 0.01);
    assert_true(fabs(contrast(0xffffffff, 0xff777777) - 4.48) < 0.01);
}

static void text_can_be_read_on_panels(void **state)
{
    (void)state;
    const dw_colour panel = dw_palette(DW_TINT_PANEL);
    static const dw_tint words[] = {DW_TINT_TEXT,   DW_TINT_TEXT_SOFT, DW_TINT_TEXT_FAINT,
                                    DW_TINT_ACCENT, DW_TINT_GOOD,      DW_TINT_BAD};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(contrast(dw_palette(words[i]), panel) >= 4.5);
    }
    for (uint8_t slot = 0; slot < 8; slot++) {
        assert_true(contrast(dw_palette_slot(slot), panel) >= 4.5);
    }
}

static void moods_stay_apart_for_all_eyes(void **state)
{
    (void)state;
    for (eyes_kind eyes = EYES_FULL; eyes <= EYES_TRITAN; eyes++) {
        for (int a = 0; a < DW_MOOD_COUNT; a++) {
            for (int b = a + 1; b < DW_MOOD_COUNT; b++) {
                const double distance =
                    colour_distance(eyes, dw_palette_mood((uint8_t)a), dw_palette_mood((uint8_t)b));
                if (distance < 25.0) {
                    print_error("moods %d and %d are %.1f apart for eyes %d\n", a, b, distance,
                                (int)eyes);
                }
                assert_true(distance >= 25.0);
            }
        }
    }
}

/* What each palette is for, and what must not be confused there: the moods of a guard (calm,
 * curious, alert, chasing, which is also "detected"), the objective, the exit. */
static void meanings_stay_apart_in_the_palette_for_such_eyes(void **state)
{
    (void)state;
    static const eyes_kind eyes[DW_PALETTE_COUNT] = {[DW_PALETTE_USUAL] = EYES_FULL,
                                                     [DW_PALETTE_DEUTERANOPIA] = EYES_DEUTAN,
                                                     [DW_PALETTE_PROTANOPIA] = EYES_PROTAN,
                                                     [DW_PALETTE_TRITANOPIA] = EYES_TRITAN};
    enum { MEANINGS = DW_MOOD_COUNT + 2 };
    for (dw_palette_name name = DW_PALETTE_DEUTERANOPIA; name < DW_PALETTE_COUNT; name++) {
        dw_palette_choose(name);
        dw_colour colours[MEANINGS];
        for (uint8_t mood = 0; mood < DW_MOOD_COUNT; mood++) {
            colours[mood] = dw_palette_mood(mood);
        }
        colours[DW_MOOD_COUNT] = dw_palette(DW_TINT_OBJECTIVE);
        colours[DW_MOOD_COUNT + 1] = dw_palette(DW_TINT_EXIT);
        for (int a = 0; a < MEANINGS; a++) {
            assert_true(contrast(colours[a], dw_palette(DW_TINT_PANEL)) >= 4.5);
            for (int b = a + 1; b < MEANINGS; b++) {
                const double distance = colour_distance(eyes[name], colours[a], colours[b]);
                if (distance < 30.0) {
                    print_error("palette %d: meanings %d and %d are %.1f apart\n", (int)name, a, b,
                                distance);
                }
                assert_true(distance >= 30.0);
                assert_true(colour_distance(EYES_FULL, colours[a], colours[b]) >= 25.0);
            }
        }
        assert_int_equal(dw_palette(DW_TINT_BAD), dw_palette_mood(DW_MOOD_CHASING));
        assert_true(
            colour_distance(eyes[name], dw_palette(DW_TINT_BAD), dw_palette(DW_TINT_GOOD)) >= 30.0);
        for (uint8_t slot = 0; slot < 8; slot++) {
            assert_true(colour_distance(eyes[name], dw_palette_slot(slot),
                                        dw_palette_mood(DW_MOOD_CHASING)) >= 20.0);
        }
    }
    dw_palette_choose(DW_PALETTE_USUAL);
}

static void no_intruder_is_taken_for_a_guard_that_chases(void **state)
{
    (void)state;
    for (eyes_kind eyes = EYES_FULL; eyes <= EYES_TRITAN; eyes++) {
        for (uint8_t slot = 0; slot < 8; slot++) {
            assert_true(colour_distance(eyes, dw_palette_slot(slot),
                                        dw_palette_mood(DW_MOOD_CHASING)) >= 20.0);
        }
    }
}

static void intruders_of_a_team_have_colours_of_their_own(void **state)
{
    (void)state;
    for (uint8_t a = 0; a < 8; a++) {
        for (uint8_t b = (uint8_t)(a + 1); b < 8; b++) {
            assert_true(colour_distance(EYES_FULL, dw_palette_slot(a), dw_palette_slot(b)) >= 14.0);
        }
    }
}

static void simulated_eyes_leave_greys_alone(void **state)
{
    (void)state;
    for (eyes_kind eyes = EYES_FULL; eyes <= EYES_TRITAN; eyes++) {
        assert_true(colour_distance(EYES_FULL, 0xff808080, seen_by(eyes, 0xff808080)) < 1.0);
    }
    /* Red and green of equal lightness fall together without the middle cones. */
    assert_true(colour_distance(EYES_DEUTAN, 0xffa05020, 0xff6a7020) <
                colour_distance(EYES_FULL, 0xffa05020, 0xff6a7020) * 0.5);
}

static void ink_is_darker_and_bluer_than_what_it_stands_for(void **state)
{
    (void)state;
    static const dw_colour materials[] = {0xff7d5b3c, 0xff8b8578, 0xff6e3038, 0xff3c5637};
    for (size_t i = 0; i < sizeof materials / sizeof materials[0]; i++) {
        const dw_colour ink = dw_palette_ink(materials[i]);
        assert_true((ink & 0xffU) > (ink >> 16 & 0xffU));
        assert_true(contrast(ink, 0xff000000) < contrast(materials[i], 0xff000000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_is_that_of_the_standard),
        cmocka_unit_test(text_can_be_read_on_panels),
        cmocka_unit_test(moods_stay_apart_for_all_eyes),
        cmocka_unit_test(meanings_stay_apart_in_the_palette_for_such_eyes),
        cmocka_unit_test(no_intruder_is_taken_for_a_guard_that_chases),
        cmocka_unit_test(intruders_of_a_team_have_colours_of_their_own),
        cmocka_unit_test(simulated_eyes_leave_greys_alone),
        cmocka_unit_test(ink_is_darker_and_bluer_than_what_it_stands_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
