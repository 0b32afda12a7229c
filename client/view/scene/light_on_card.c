#include "client/view/scene/light_on_card.h"

#include "client/view/tools/card.h"
#include "common/base/check.h"
#include "common/world/visibility.h"

#include <math.h>

/* The picture of the falloff: above a square whose middle is the eye, and below a strip of white
 * for the part of a light that does not fade. */
enum {
    FALLOFF_SIDE = 256,
    FALLOFF_HEIGHT = 272,
    REACHES = 4 /* From the eye to the square's edge. */
};

static dw_clip whole(const dw_draw_list *list, dw_picture picture)
{
    dw_clip clip = {0, 0, 0, 0};
    dw_card_size(list->card, picture, &clip.x1, &clip.y1);
    return clip;
}

/* All of `from` over the rectangle (x0, y0) to (x1, y1) of `into`. */
static void lay(dw_draw_list *list, dw_picture into, dw_picture from, dw_mix mix, dw_quad quad)
{
    dw_draw_list_use(list, into, from, mix, whole(list, into));
    quad.colour = 0xffffffffU;
    dw_draw_list_quad(list, &quad);
}

static bool make_falloff(struct dw_card *card)
{
    if (dw_card_make(card, DW_PICTURE_FALLOFF, FALLOFF_SIDE, FALLOFF_HEIGHT, true) != DW_OK) {
        return false;
    }
    for (int y = 0; y < FALLOFF_HEIGHT && !dw_card_has(card, DW_PICTURE_FALLOFF, y); y++) {
        uint32_t row[FALLOFF_SIDE];
        const float half = FALLOFF_SIDE / 2.0F;
        for (int x = 0; x < FALLOFF_SIDE; x++) {
            const float dx = ((float)x + 0.5F - half) * (REACHES / half);
            const float dy = ((float)y + 0.5F - half) * (REACHES / half);
            const float t = dw_greater(1.0F - (dx * dx + dy * dy), 0.0F);
            const uint32_t level = y < FALLOFF_SIDE ? (uint32_t)(t * t * 255.0F + 0.5F) : 255U;
            row[x] = level * 0x01010101U;
        }
        dw_card_put(card, DW_PICTURE_FALLOFF, 0, y, FALLOFF_SIDE, 1, row, FALLOFF_SIDE);
    }
    return true;
}

static uint32_t level_of(float part)
{
    return (uint32_t)(dw_lesser(dw_greater(part, 0.0F), 1.0F) * 255.0F + 0.5F);
}

void dw_light_on_card_clear(dw_draw_list *list, float warmth)
{
    const dw_clip clip = whole(list, DW_PICTURE_LIGHT);
    const dw_atlas_place white = dw_atlas_white();
    list->lacking |= !make_falloff(list->card);
    dw_draw_list_use(list, DW_PICTURE_LIGHT, DW_PICTURE_ATLAS, DW_MIX_COPY, clip);
    dw_draw_list_quad(list, &(dw_quad){0.0F, 0.0F, (float)clip.x1, (float)clip.y1, white.u0,
                                       white.v0, white.u1, white.v1, level_of(warmth) << 24});
}

void dw_light_on_card_remember(dw_draw_list *list, const dw_camera *camera,
                               const dw_memory_grid *grid, float warmth)
{
    /* From the middle of the first cell to that of the last one; beyond, nothing is remembered. */
    const double half = grid->cell * 0.5;
    const double far_x = grid->origin.x + (double)grid->cell * grid->columns - half;
    const double far_y = grid->origin.y + (double)grid->cell * grid->rows - half;
    const float edge_u = 0.5F / (float)grid->columns;
    const float edge_v = 0.5F / (float)grid->rows;
    dw_draw_list_use(list, DW_PICTURE_LIGHT, DW_PICTURE_MEMORY, DW_MIX_LIGHT,
                     whole(list, DW_PICTURE_LIGHT));
    dw_draw_list_quad(list,
                      &(dw_quad){dw_camera_screen_x(camera, grid->origin.x + half),
                                 dw_camera_screen_y(camera, grid->origin.y + half),
                                 dw_camera_screen_x(camera, far_x),
                                 dw_camera_screen_y(camera, far_y), edge_u, edge_v, 1.0F - edge_u,
                                 1.0F - edge_v, level_of(warmth) << 24 | 0xffffffU});
}

/* On the screen. */
typedef struct point {
    float x, y;
} point;

/* A light on the screen: its eye, and what a point has there. */
typedef struct fan {
    float eye_x, eye_y;
    float per_reach; /* Of the falloff's picture, a pixel. */
    uint32_t colour;
    bool fades;
} fan;

static dw_vertex fan_vertex(const fan *f, float x, float y)
{
    const float half = 0.5F * (float)FALLOFF_SIDE;
    const float white = ((float)FALLOFF_SIDE + 8.0F) / (float)FALLOFF_HEIGHT;
    const float u = (half + (x - f->eye_x) * f->per_reach * half) / (float)FALLOFF_SIDE;
    const float v = (half + (y - f->eye_y) * f->per_reach * half) / (float)FALLOFF_HEIGHT;
    return (dw_vertex){.x = x,
                       .y = y,
                       .red = (uint8_t)(f->colour >> 16),
                       .green = (uint8_t)(f->colour >> 8),
                       .blue = (uint8_t)f->colour,
                       .alpha = (uint8_t)(f->colour >> 24),
                       .u = f->fades ? u : 0.5F,
                       .v = f->fades ? v : white};
}

/* What fades is nothing beyond the reach: a corner further away than the picture goes can be
 * brought nearer along with its neighbour, as both stay on their lines to the eye. */
static float nearer(const fan *f, point a, point b)
{
    const float ax = a.x - f->eye_x;
    const float ay = a.y - f->eye_y;
    const float bx = b.x - f->eye_x;
    const float by = b.y - f->eye_y;
    const float furthest =
        sqrtf(dw_greater(ax * ax + ay * ay, bx * bx + by * by)) * f->per_reach * 1.02F;
    return f->fades && furthest > 1.0F ? 1.0F / furthest : 1.0F;
}

/* Triangle by triangle, for a light that goes further than the picture. */
static void add_far_fan(dw_draw_list *list, const fan *f, const point *points, uint32_t count)
{
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    if (!dw_draw_list_take(list, 3 * count, 3 * count, &vertex, &index, &first)) {
        return;
    }
    point before = points[count - 1];
    for (uint32_t i = 0; i < count; i++) {
        const point at = points[i];
        const float part = nearer(f, before, at);
        *vertex++ = fan_vertex(f, f->eye_x, f->eye_y);
        *vertex++ = fan_vertex(f, f->eye_x + (before.x - f->eye_x) * part,
                               f->eye_y + (before.y - f->eye_y) * part);
        *vertex++ =
            fan_vertex(f, f->eye_x + (at.x - f->eye_x) * part, f->eye_y + (at.y - f->eye_y) * part);
        for (int32_t k = 0; k < 3; k++) {
            *index++ = first++;
        }
        before = at;
    }
}

static void add_fan(dw_draw_list *list, const fan *f, const point *points, uint32_t count)
{
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    bool near = true;
    for (uint32_t i = 0; i < count && near; i++) {
        near = nearer(f, points[i], points[i]) >= 1.0F;
    }
    if (f->colour == 0) {
        return;
    }
    if (!near) {
        add_far_fan(list, f, points, count);
        return;
    }
    if (!dw_draw_list_take(list, count + 1, 3 * count, &vertex, &index, &first)) {
        return;
    }
    *vertex++ = fan_vertex(f, f->eye_x, f->eye_y);
    for (uint32_t i = 0; i < count; i++) {
        *vertex++ = fan_vertex(f, points[i].x, points[i].y);
        *index++ = first;
        *index++ = first + 1 + (int32_t)i;
        *index++ = first + 1 + (int32_t)(i + 1 < count ? i + 1 : 0);
    }
}

static uint32_t light_colour(dw_colour tint, float strength, float warmth)
{
    uint32_t out = level_of(warmth) << 24;
    for (int shift = 0; shift <= 16; shift += 8) {
        out |= level_of((float)(tint >> shift & 0xffU) / 255.0F * strength) << shift;
    }
    return out;
}

/* Two fans: what holds everywhere, and what is more near the eye. Warmth w of the first and w' of
 * the second make 1 - (1 - w) (1 - w'), so w' is chosen to come to the near one. */
void dw_light_on_card_add(dw_draw_list *list, const dw_camera *camera, const dw_beam *beam,
                          const dw_vec *points, uint32_t point_count)
{
    if (point_count < 3) {
        return;
    }
    const float reach = dw_greater(dw_camera_pixels(camera, beam->reach), 1.0F);
    const float more =
        (beam->near_warmth - beam->far_warmth) / dw_greater(1.0F - beam->far_warmth, 1e-3F);
    fan f = {.eye_x = dw_camera_screen_x(camera, beam->eye_x),
             .eye_y = dw_camera_screen_y(camera, beam->eye_y),
             .per_reach = 1.0F / ((float)REACHES * reach),
             .colour = light_colour(beam->tint, beam->far_tint, beam->far_warmth)};
    dw_draw_list_use(list, DW_PICTURE_LIGHT, DW_PICTURE_FALLOFF, DW_MIX_LIGHT,
                     whole(list, DW_PICTURE_LIGHT));
    point corners[DW_VISIBILITY_POINTS_MAX];
    const uint32_t count =
        point_count < DW_COUNT_OF(corners) ? point_count : (uint32_t)DW_COUNT_OF(corners);
    for (uint32_t i = 0; i < count; i++) {
        corners[i] = (point){dw_camera_screen_x(camera, points[i].x),
                             dw_camera_screen_y(camera, points[i].y)};
    }
    add_fan(list, &f, corners, count);
    f.fades = true;
    f.colour = light_colour(beam->tint, beam->near_tint - beam->far_tint, more);
    add_fan(list, &f, corners, count);
}

/* Each copy takes the mean of four neighbours: to half the size, then to the corners between cells
 * and back, which makes the kernel 1 2 1 across and down. */
void dw_light_on_card_finish(dw_draw_list *list)
{
    const dw_clip soft = whole(list, DW_PICTURE_SOFT);
    const float w = (float)soft.x1;
    const float h = (float)soft.y1;
    const float u = 0.5F / (w + 1.0F);
    const float v = 0.5F / (h + 1.0F);
    lay(list, DW_PICTURE_SOFT, DW_PICTURE_LIGHT, DW_MIX_COPY,
        (dw_quad){0.0F, 0.0F, w, h, 0.0F, 0.0F, 1.0F, 1.0F, 0});
    lay(list, DW_PICTURE_SOFTER, DW_PICTURE_SOFT, DW_MIX_COPY,
        (dw_quad){0.0F, 0.0F, w + 1.0F, h + 1.0F, 0.0F, 0.0F, 1.0F, 1.0F, 0}); /* Its border. */
    lay(list, DW_PICTURE_SOFTER, DW_PICTURE_SOFT, DW_MIX_COPY,
        (dw_quad){0.5F, 0.5F, w + 0.5F, h + 0.5F, 0.0F, 0.0F, 1.0F, 1.0F, 0});
    lay(list, DW_PICTURE_SOFT, DW_PICTURE_SOFTER, DW_MIX_COPY,
        (dw_quad){0.0F, 0.0F, w, h, u, v, 1.0F - u, 1.0F - v, 0});
}

void dw_light_on_card_compose(dw_draw_list *list)
{
    const dw_clip soft = whole(list, DW_PICTURE_SOFT);
    const dw_quad enlarged = {
        0.0F, 0.0F, 2.0F * (float)soft.x1, 2.0F * (float)soft.y1, 0.0F, 0.0F, 1.0F, 1.0F, 0};
    lay(list, DW_PICTURE_WARM, DW_PICTURE_SOFT, DW_MIX_ALPHA, enlarged);
    lay(list, DW_PICTURE_SCREEN, DW_PICTURE_WARM, DW_MIX_OVER,
        (dw_quad){0.0F, 0.0F, (float)list->width, (float)list->height, 0.0F, 0.0F, 1.0F, 1.0F, 0});
    lay(list, DW_PICTURE_SCREEN, DW_PICTURE_SOFT, DW_MIX_ADD, enlarged);
}
