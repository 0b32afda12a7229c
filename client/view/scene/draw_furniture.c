#include "client/view/scene/draw_furniture.h"

#include "common/base/check.h"

#include <math.h>

/* A piece in its own frame: `u` along the longer side, `v` across, both 0 .. 1, so that a kind is
 * drawn once for both orientations. */
typedef struct piece_frame {
    const dw_painter *painter;
    dw_box box;
    bool upright;      /* u runs down the screen. */
    float along, wide; /* Pixels. */
    float mm;
    uint64_t seed;
} piece_frame;

static dw_box part(const piece_frame *f, float u0, float v0, float u1, float v1)
{
    const float w = f->box.x1 - f->box.x0;
    const float h = f->box.y1 - f->box.y0;
    if (f->upright) {
        return (dw_box){f->box.x0 + v0 * w, f->box.y0 + u0 * h, f->box.x0 + v1 * w,
                        f->box.y0 + u1 * h};
    }
    return (dw_box){f->box.x0 + u0 * w, f->box.y0 + v0 * h, f->box.x0 + u1 * w, f->box.y0 + v1 * h};
}

static void slab(const piece_frame *f, dw_box box, float radius_mm, dw_colour material)
{
    dw_canvas_round_rect(f->painter->canvas, box, radius_mm * f->mm,
                         dw_painter_colour(f->painter, material));
}

static void rim(const piece_frame *f, dw_box box, float radius_mm, float width_mm,
                dw_colour material)
{
    dw_canvas_round_frame(f->painter->canvas, box, radius_mm * f->mm,
                          dw_greater(width_mm * f->mm, 0.6F),
                          dw_painter_colour(f->painter, material));
}

static void stroke(const piece_frame *f, dw_segment uv, float width_mm, dw_colour material)
{
    const dw_box p = part(f, uv.x0, uv.y0, uv.x1, uv.y1);
    dw_canvas_line(f->painter->canvas, (dw_segment){p.x0, p.y0, p.x1, p.y1},
                   dw_greater(width_mm * f->mm, 0.6F), dw_painter_colour(f->painter, material));
}

static void dot(const piece_frame *f, float u, float v, float radius, dw_colour material)
{
    const dw_box p = part(f, u, v, u, v);
    dw_canvas_disc(f->painter->canvas, p.x0, p.y0, radius, dw_painter_colour(f->painter, material));
}

static float grain(const piece_frame *f, int i, int j)
{
    return dw_painter_chance((int64_t)f->seed, i, j);
}

/* Lines that run along the piece: wood. */
static void grain_lines(const piece_frame *f, dw_colour material, int count)
{
    for (int i = 1; i < count; i++) {
        const float v = ((float)i + 0.5F * grain(f, i, 3)) / (float)count;
        stroke(f, (dw_segment){0.05F, v, 0.95F, v}, 6.0F, dw_colour_fade(material, 0.35F));
    }
}

static void draw_block(const piece_frame *f)
{
    slab(f, f->box, 20, 0xff6d6a66);
    slab(f, dw_box_grown(f->box, -70 * f->mm), 10, 0xff78756f);
}

static void draw_table(const piece_frame *f)
{
    slab(f, f->box, 60, 0xff9a6a3d);
    grain_lines(f, 0xff5c3b1e, 6);
    rim(f, dw_box_grown(f->box, -45 * f->mm), 40, 12, 0xff7a5029);
}

static void draw_desk(const piece_frame *f)
{
    slab(f, f->box, 30, 0xff8a5b34);
    grain_lines(f, 0xff4e3219, 5);
    slab(f, part(f, 0.28F, 0.34F, 0.72F, 0.86F), 15, 0xff35523f);
    slab(f, part(f, 0.36F, 0.40F, 0.52F, 0.80F), 5, 0xffe8dfc8);
    slab(f, part(f, 0.54F, 0.44F, 0.66F, 0.76F), 5, 0xffd9cfb4);
    dot(f, 0.12F, 0.30F, 95 * f->mm, 0xffc9963f);
    dot(f, 0.12F, 0.30F, 55 * f->mm, 0xffffe3a0);
}

static void draw_bed(const piece_frame *f)
{
    slab(f, f->box, 50, 0xff6a4526);
    slab(f, dw_box_grown(f->box, -50 * f->mm), 60, 0xffe2dccd);
    slab(f, part(f, 0.34F, 0.04F, 0.97F, 0.96F), 60, 0xff3f5a86);
    slab(f, part(f, 0.34F, 0.04F, 0.42F, 0.96F), 20, 0xff6f8ab5);
    const bool two = f->wide > 1300 * f->mm;
    if (two) {
        slab(f, part(f, 0.07F, 0.10F, 0.27F, 0.46F), 70, 0xfff6f1e4);
        slab(f, part(f, 0.07F, 0.54F, 0.27F, 0.90F), 70, 0xfff6f1e4);
    } else {
        slab(f, part(f, 0.07F, 0.18F, 0.27F, 0.82F), 70, 0xfff6f1e4);
    }
}

static void draw_sofa(const piece_frame *f)
{
    slab(f, f->box, 130, 0xff5d2f3a);
    const int seats = f->along > 1700 * f->mm ? 3 : (f->along > 1100 * f->mm ? 2 : 1);
    for (int i = 0; i < seats; i++) {
        const float u0 = 0.08F + 0.84F * (float)i / (float)seats;
        const float u1 = 0.08F + 0.84F * (float)(i + 1) / (float)seats;
        slab(f, dw_box_grown(part(f, u0, 0.28F, u1, 0.97F), -12 * f->mm), 70, 0xff8d4a55);
        slab(f, dw_box_grown(part(f, u0, 0.06F, u1, 0.27F), -10 * f->mm), 50, 0xff7a3f4a);
    }
}

static void draw_chair(const piece_frame *f)
{
    slab(f, f->box, 90, 0xff7c5330);
    slab(f, part(f, 0.12F, 0.26F, 0.88F, 0.92F), 60, 0xffa8763f);
    slab(f, part(f, 0.04F, 0.03F, 0.96F, 0.20F), 50, 0xff5a3a1f);
}

static void draw_shelf(const piece_frame *f)
{
    static const dw_colour spines[] = {0xff8f3b34, 0xff39597a, 0xff55723f, 0xffa77d35,
                                       0xff6b4a74, 0xff2f6a68, 0xffb59c78, 0xff4a3d36};
    slab(f, f->box, 15, 0xff4c321c);
    const float books = dw_greater(f->along / dw_greater(70 * f->mm, 2.0F), 2.0F);
    const int count = (int)dw_lesser(books, 60.0F);
    for (int i = 0; i < count; i++) {
        const float u0 = 0.02F + 0.96F * (float)i / (float)count;
        const float u1 = 0.02F + 0.96F * ((float)i + 0.86F) / (float)count;
        const float deep = 0.62F + 0.26F * grain(f, i, 1);
        const uint32_t which = (uint32_t)(grain(f, i, 2) * 4096.0F) % DW_COUNT_OF(spines);
        slab(f, part(f, u0, 0.90F - deep, u1, 0.90F), 4, spines[which]);
    }
    slab(f, part(f, 0.0F, 0.90F, 1.0F, 1.0F), 5, 0xff6b4728);
}

static void draw_cabinet(const piece_frame *f)
{
    slab(f, f->box, 20, 0xff6b4729);
    slab(f, dw_box_grown(f->box, -50 * f->mm), 10, 0xff7d5532);
    stroke(f, (dw_segment){0.5F, 0.06F, 0.5F, 0.94F}, 16, 0xff3e2713);
    dot(f, 0.46F, 0.80F, 24 * f->mm, 0xffd7b066);
    dot(f, 0.54F, 0.80F, 24 * f->mm, 0xffd7b066);
}

static void draw_crate(const piece_frame *f)
{
    slab(f, f->box, 10, 0xff9b7b4b);
    grain_lines(f, 0xff5d4522, 7);
    stroke(f, (dw_segment){0.1F, 0.1F, 0.9F, 0.9F}, 70, 0xff82643a);
    stroke(f, (dw_segment){0.9F, 0.1F, 0.1F, 0.9F}, 70, 0xff82643a);
    rim(f, dw_box_grown(f->box, -40 * f->mm), 5, 80, 0xffae8c58);
}

static void draw_plant(const piece_frame *f)
{
    const float radius = dw_lesser(f->along, f->wide) * 0.5F;
    dot(f, 0.5F, 0.5F, radius * 0.62F, 0xff8a5236);
    dot(f, 0.5F, 0.5F, radius * 0.50F, 0xff3a2a1c);
    const dw_box middle = part(f, 0.5F, 0.5F, 0.5F, 0.5F);
    for (int i = 0; i < 13; i++) {
        const float turn = ((float)i + grain(f, i, 5)) / 13.0F * 6.2831853F;
        const float reach = radius * (0.62F + 0.34F * grain(f, i, 6));
        const dw_colour leaf = dw_colour_mix(0xff2f5f37, 0xff6fa057, grain(f, i, 7));
        dw_canvas_line(f->painter->canvas,
                       (dw_segment){middle.x0, middle.y0, middle.x0 + cosf(turn) * reach,
                                    middle.y0 + sinf(turn) * reach},
                       radius * 0.2F, dw_painter_colour(f->painter, leaf));
    }
}

static void draw_piano(const piece_frame *f)
{
    slab(f, f->box, 60, 0xff15151a);
    rim(f, dw_box_grown(f->box, -40 * f->mm), 40, 10, 0xff4b4a52);
    slab(f, part(f, 0.06F, 0.74F, 0.94F, 0.94F), 5, 0xfff1ead8);
    for (int i = 1; i < 18; i++) {
        const float u = 0.06F + 0.88F * (float)i / 18.0F;
        if (i % 7 != 3 && i % 7 != 0) {
            slab(f, part(f, u - 0.012F, 0.74F, u + 0.012F, 0.86F), 0, 0xff15151a);
        }
    }
    stroke(f, (dw_segment){0.10F, 0.20F, 0.90F, 0.34F}, 14, 0xff5c5b66);
}

static void draw_display(const piece_frame *f)
{
    slab(f, f->box, 20, 0xff4a4038);
    slab(f, dw_box_grown(f->box, -55 * f->mm), 10, 0xff35424d);
    const dw_box middle = part(f, 0.5F, 0.5F, 0.5F, 0.5F);
    const float radius = dw_lesser(f->along, f->wide) * 0.5F;
    if (f->painter->drawing == DW_DRAWING_WARM) {
        dw_canvas_glow(f->painter->canvas, middle.x0, middle.y0, radius * 0.95F, 0x90ffdf9a);
    }
    dot(f, 0.5F, 0.5F, radius * 0.30F, 0xffd8a94a);
    dot(f, 0.5F, 0.5F, radius * 0.16F, 0xfffff0c0);
    stroke(f, (dw_segment){0.16F, 0.80F, 0.50F, 0.16F}, 16, 0x70dfeeff);
    stroke(f, (dw_segment){0.28F, 0.82F, 0.58F, 0.20F}, 8, 0x50dfeeff);
}

static void draw_statue(const piece_frame *f)
{
    const float radius = dw_lesser(f->along, f->wide) * 0.5F;
    slab(f, f->box, 20, 0xff6f6c68);
    slab(f, dw_box_grown(f->box, -60 * f->mm), 10, 0xff8b8882);
    dot(f, 0.5F, 0.5F, radius * 0.60F, 0xffb9b4a8);
    dot(f, 0.42F, 0.56F, radius * 0.34F, 0xffd3cec1);
    dot(f, 0.52F, 0.46F, radius * 0.26F, 0xffece7da);
}

static void draw_counter(const piece_frame *f)
{
    slab(f, f->box, 20, 0xff5a4a3c);
    slab(f, part(f, 0.0F, 0.0F, 1.0F, 0.84F), 15, 0xff8d8a86);
    for (int i = 0; i < 9; i++) {
        const float u = 0.08F + 0.84F * grain(f, i, 1);
        const float v = 0.12F + 0.6F * grain(f, i, 2);
        stroke(f, (dw_segment){u, v, u + 0.05F, v + 0.06F}, 8, 0x60c9c6bf);
    }
}

static void draw_bath(const piece_frame *f)
{
    slab(f, f->box, 180, 0xffe4e2dc);
    slab(f, dw_box_grown(f->box, -90 * f->mm), 200, 0xffa9bcc4);
    slab(f, dw_box_grown(f->box, -130 * f->mm), 180, 0xff8fa9b4);
    dot(f, 0.14F, 0.5F, 35 * f->mm, 0xff56646a);
}

void dw_draw_furniture_shadow(const dw_painter *painter, const dw_furniture *piece)
{
    const float height = (float)piece->height / 1000.0F;
    const float throw_px = painter->mm * (30.0F + 230.0F * height);
    if (!dw_painter_sees(painter, piece->area, throw_px * 2.5F + 2.0F)) {
        return;
    }
    const dw_box box = dw_painter_box(painter, piece->area);
    const float strength = painter->drawing == DW_DRAWING_WARM ? 0.62F : 0.5F;
    dw_canvas_shadow(painter->canvas, dw_box_moved(box, throw_px * 0.55F, throw_px * 0.75F),
                     painter->mm * 40.0F, painter->mm * (30.0F + 120.0F * height),
                     dw_colour_fade(0xff03050a, strength * (0.55F + 0.45F * height)));
}

/* Light on the upper left edges, shade on the others: the higher, the broader. */
static void bevel(const piece_frame *f, float height)
{
    const float width = dw_greater(f->mm * (12.0F + 55.0F * height), 0.7F);
    const dw_box b = f->box;
    dw_canvas *canvas = f->painter->canvas;
    const float light = f->painter->drawing == DW_DRAWING_WARM ? 0.30F : 0.12F;
    dw_canvas_rect(canvas, (dw_box){b.x0, b.y0, b.x1, b.y0 + width * 0.5F},
                   dw_colour_fade(0xfffff1d0, light * height));
    dw_canvas_rect(canvas, (dw_box){b.x0, b.y0, b.x0 + width * 0.5F, b.y1},
                   dw_colour_fade(0xfffff1d0, light * height * 0.7F));
    dw_canvas_rect(canvas, (dw_box){b.x0, b.y1 - width, b.x1, b.y1},
                   dw_colour_fade(0xff000000, 0.50F * height));
    dw_canvas_rect(canvas, (dw_box){b.x1 - width * 0.7F, b.y0, b.x1, b.y1},
                   dw_colour_fade(0xff000000, 0.35F * height));
}

/* The draughtsman's signs on the blueprint. */
static void ink_signs(const piece_frame *f, dw_cover cover)
{
    dw_canvas *canvas = f->painter->canvas;
    const dw_colour line = dw_palette(DW_TINT_INK_LINE);
    static const float strength[3] = {0.40F, 0.62F, 0.85F};
    const float width = dw_greater(f->mm * 16.0F, 0.9F);
    dw_canvas_round_frame(canvas, f->box, f->mm * 25.0F, width,
                          dw_colour_fade(line, strength[cover]));
    if (cover == DW_COVER_CROUCHED) {
        dw_canvas_round_frame(canvas, dw_box_grown(f->box, -dw_greater(f->mm * 60.0F, 2.0F)),
                              f->mm * 15.0F, width * 0.7F, dw_colour_fade(line, 0.35F));
    }
    if (cover == DW_COVER_FULL) {
        const float step = dw_greater(f->mm * 110.0F, 4.0F);
        const dw_box b = f->box;
        const float w = b.x1 - b.x0;
        const float h = b.y1 - b.y0;
        const int lines = (int)((w + h - 1.0F) / step);
        for (int i = 1; i <= lines; i++) {
            const float d = step * (float)i;
            const float x0 = b.x0 + dw_greater(0.0F, d - h);
            const float y0 = b.y0 + dw_lesser(d, h);
            const float x1 = b.x0 + dw_lesser(d, w);
            const float y1 = b.y0 + dw_greater(0.0F, d - w);
            dw_canvas_line(canvas, (dw_segment){x0, y0, x1, y1}, width * 0.6F,
                           dw_colour_fade(line, 0.30F));
        }
    }
}

void dw_draw_furniture(const dw_painter *painter, const dw_furniture *piece)
{
    static void (*const kinds[DW_FURNITURE_KIND_COUNT])(const piece_frame *) = {
        [DW_FURNITURE_BLOCK] = draw_block,   [DW_FURNITURE_TABLE] = draw_table,
        [DW_FURNITURE_DESK] = draw_desk,     [DW_FURNITURE_BED] = draw_bed,
        [DW_FURNITURE_SOFA] = draw_sofa,     [DW_FURNITURE_CHAIR] = draw_chair,
        [DW_FURNITURE_SHELF] = draw_shelf,   [DW_FURNITURE_CABINET] = draw_cabinet,
        [DW_FURNITURE_CRATE] = draw_crate,   [DW_FURNITURE_PLANT] = draw_plant,
        [DW_FURNITURE_PIANO] = draw_piano,   [DW_FURNITURE_DISPLAY] = draw_display,
        [DW_FURNITURE_STATUE] = draw_statue, [DW_FURNITURE_COUNTER] = draw_counter,
        [DW_FURNITURE_BATH] = draw_bath};
    if (!dw_painter_sees(painter, piece->area, 2.0F)) {
        return;
    }
    const dw_box box = dw_painter_box(painter, piece->area);
    const float w = box.x1 - box.x0;
    const float h = box.y1 - box.y0;
    const uint64_t place =
        (uint64_t)(uint32_t)piece->area.min.x << 32 | (uint32_t)piece->area.min.y;
    const piece_frame frame = {.painter = painter,
                               .box = box,
                               /* In whole units: a square turned by rounding would differ from
                                * tile to tile. */
                               .upright = piece->area.max.y - piece->area.min.y >
                                          piece->area.max.x - piece->area.min.x,
                               .along = dw_greater(w, h),
                               .wide = dw_lesser(w, h),
                               .mm = painter->mm,
                               .seed = place};
    const uint8_t kind =
        piece->kind < DW_FURNITURE_KIND_COUNT ? piece->kind : (uint8_t)DW_FURNITURE_BLOCK;
    const float height = (float)piece->height / 1000.0F;
    kinds[kind](&frame);
    if (kind != DW_FURNITURE_PLANT) {
        bevel(&frame, height);
    }
    if (painter->drawing == DW_DRAWING_INK) {
        ink_signs(&frame, dw_cover_of(piece->height));
    }
}
