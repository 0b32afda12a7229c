/* What a graphics card is told to draw, without a card: batches, and places in the atlas. */
#include "client/view/tools/atlas.h"
#include "client/view/tools/draw_list.h"
#include "common/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const dw_clip screen = {0, 0, 100, 100};
static const dw_quad quad = {0.0F, 0.0F, 4.0F, 4.0F, 0.0F, 0.0F, 1.0F, 1.0F, 0xff102030U};

static void use(dw_draw_list *list, dw_picture from)
{
    dw_draw_list_use(list, DW_PICTURE_SCREEN, from, DW_MIX_OVER, screen);
}

static void shapes_of_one_picture_are_one_batch(void **state)
{
    (void)state;
    dw_draw_list list = {.card = NULL};
    dw_draw_list_begin(&list, 100, 100);
    for (int i = 0; i < 5; i++) {
        use(&list, DW_PICTURE_ATLAS);
        dw_draw_list_quad(&list, &quad);
    }
    assert_int_equal(list.batch_count, 1);
    assert_int_equal(list.batches[0].vertex_count, 20);
    assert_int_equal(list.batches[0].index_count, 30);
    assert_int_equal(list.vertices[0].red, 0x10);
    assert_int_equal(list.vertices[0].alpha, 0xff);
    dw_draw_list_destroy(&list);
}

static void another_picture_mix_or_clip_begins_a_batch_whose_indices_count_anew(void **state)
{
    (void)state;
    dw_draw_list list = {.card = NULL};
    dw_draw_list_begin(&list, 100, 100);
    use(&list, DW_PICTURE_ATLAS);
    dw_draw_list_quad(&list, &quad);
    use(&list, DW_PICTURE_LIGHT); /* Nothing is drawn with it: it leaves no batch. */
    use(&list, DW_PICTURE_WARM);
    dw_draw_list_quad(&list, &quad);
    dw_draw_list_use(&list, DW_PICTURE_SCREEN, DW_PICTURE_WARM, DW_MIX_ADD, screen);
    dw_draw_list_quad(&list, &quad);
    dw_draw_list_use(&list, DW_PICTURE_SCREEN, DW_PICTURE_WARM, DW_MIX_ADD,
                     (dw_clip){0, 0, 50, 50});
    dw_draw_list_quad(&list, &quad);
    assert_int_equal(list.batch_count, 4);
    for (uint32_t i = 0; i < list.batch_count; i++) {
        assert_int_equal(list.batches[i].first_vertex, 4 * i);
        assert_int_equal(list.batches[i].vertex_count, 4);
        assert_int_equal(list.indices[list.batches[i].first_index], 0);
    }
    dw_draw_list_destroy(&list);
}

static void a_frame_like_the_last_one_takes_no_memory(void **state)
{
    (void)state;
    dw_draw_list list = {.card = NULL};
    uint32_t grown = 0;
    for (int frame = 0; frame < 3; frame++) {
        dw_draw_list_begin(&list, 100, 100);
        for (int i = 0; i < 3000; i++) {
            use(&list, i % 2 == 0 ? DW_PICTURE_ATLAS : DW_PICTURE_WARM);
            dw_draw_list_quad(&list, &quad);
        }
        assert_int_equal(list.vertex_count, 12000);
        assert_true(frame == 0 || list.grown == grown);
        grown = list.grown;
    }
    assert_false(list.lacking);
    dw_draw_list_destroy(&list);
}

static bool overlap(const dw_atlas_slot *a, const dw_atlas_slot *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static void each_stencil_has_a_place_of_its_own_and_keeps_it(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    dw_atlas *atlas = malloc(sizeof *atlas);
    static dw_atlas_slot slots[COUNT];
    dw_rng rng;
    assert_non_null(atlas);
    dw_atlas_init(atlas);
    dw_rng_init(&rng, 3, 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        const dw_stencil stencil = {.width = 4 + (int)dw_rng_below(&rng, 60),
                                    .height = 4 + (int)dw_rng_below(&rng, 60),
                                    .key = i * 2654435761U + 1};
        bool is_new = false;
        const dw_atlas_slot *slot = dw_atlas_find(atlas, &stencil, &is_new);
        assert_non_null(slot);
        assert_true(is_new);
        assert_true(slot->x + slot->width <= DW_ATLAS_SIDE &&
                    slot->y + slot->height <= DW_ATLAS_SIDE);
        assert_ptr_equal(dw_atlas_find(atlas, &stencil, &is_new), slot);
        assert_false(is_new);
        slots[i] = *slot;
        for (uint32_t k = 0; k < i; k++) {
            assert_false(overlap(&slots[i], &slots[k]));
        }
    }
    free(atlas);
}

static void a_full_atlas_says_so_and_keeps_what_it_has(void **state)
{
    (void)state;
    dw_atlas *atlas = malloc(sizeof *atlas);
    assert_non_null(atlas);
    dw_atlas_init(atlas);
    uint32_t placed = 0;
    bool is_new = false;
    for (uint32_t key = 1; !atlas->full; key++) {
        const dw_stencil stencil = {.width = 300, .height = 300, .key = key};
        placed += dw_atlas_find(atlas, &stencil, &is_new) != NULL ? 1 : 0;
    }
    assert_true(placed >= 24 && placed <= 49);
    const dw_stencil first = {.width = 300, .height = 300, .key = 1};
    assert_non_null(dw_atlas_find(atlas, &first, &is_new));
    assert_false(is_new);
    free(atlas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_one_picture_are_one_batch),
        cmocka_unit_test(another_picture_mix_or_clip_begins_a_batch_whose_indices_count_anew),
        cmocka_unit_test(a_frame_like_the_last_one_takes_no_memory),
        cmocka_unit_test(each_stencil_has_a_place_of_its_own_and_keeps_it),
        cmocka_unit_test(a_full_atlas_says_so_and_keeps_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
