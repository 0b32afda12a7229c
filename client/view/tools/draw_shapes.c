#include "client/view/tools/draw_shapes.h"

#include "client/view/tools/card.h"

#include <math.h>

enum { POINTS_MAX = 132, BANDS_MAX = 8, PIECES_MAX = 32 };

static const float quarter = 1.57079633F;

/* A closed outline. At distance d from it (outside above 0) a point lies at base + out * (radius +
 * d), or, where that is inside of a corner's circle, at base + corner * (radius + d). */
typedef struct outline {
    int count;
    float radius;
    float base_x[POINTS_MAX], base_y[POINTS_MAX];
    float out_x[POINTS_MAX], out_y[POINTS_MAX];
    float corner_x[POINTS_MAX], corner_y[POINTS_MAX];
} outline;

/* How strongly the colour shows at some distances from the outline, from the outside inwards. */
typedef struct profile {
    int count;
    float distance[BANDS_MAX], alpha[BANDS_MAX];
    bool filled; /* What lies further inside is as the last band. */
} profile;

static void add_point(outline *o, float x, float y, float out_x, float out_y, float corner_x,
                      float corner_y)
{
    const int i = o->count++;
    o->base_x[i] = x;
    o->base_y[i] = y;
    o->out_x[i] = out_x;
    o->out_y[i] = out_y;
    o->corner_x[i] = corner_x;
    o->corner_y[i] = corner_y;
}

/* Straight pieces of a quarter of a circle. */
static int pieces_of(float radius)
{
    const int pieces = (int)(1.5F * sqrtf(radius)) + 1;
    return pieces < PIECES_MAX ? pieces : PIECES_MAX;
}

/* Points around (x, y) from direction (dx, dy) on, `pieces` steps that make `turn` radians. */
static void add_arc(outline *o, float x, float y, float dx, float dy, float turn, int pieces,
                    float corner_x, float corner_y)
{
    const float c = cosf(turn / (float)pieces);
    const float s = sinf(turn / (float)pieces);
    for (int i = 0; i <= pieces; i++) {
        add_point(o, x, y, dx, dy, corner_x, corner_y);
        const float turned = dx * c - dy * s;
        dy = dx * s + dy * c;
        dx = turned;
    }
}

static dw_vertex make_vertex(float x, float y, dw_colour colour, float alpha)
{
    const dw_atlas_place white = dw_atlas_white();
    return (dw_vertex){.x = x,
                       .y = y,
                       .red = (uint8_t)(colour >> 16),
                       .green = (uint8_t)(colour >> 8),
                       .blue = (uint8_t)colour,
                       .alpha = (uint8_t)((float)(colour >> 24) * alpha + 0.5F),
                       .u = white.u0,
                       .v = white.v0};
}

static void use_atlas(dw_draw_list *list, dw_clip clip)
{
    dw_draw_list_use(list, DW_PICTURE_SCREEN, DW_PICTURE_ATLAS, DW_MIX_OVER, clip);
}

/* Two triangles between the points a, b of one row and c, d of the next. */
static int32_t *put_square(int32_t *index, int32_t a, int32_t b, int32_t c, int32_t d)
{
    index[0] = a;
    index[1] = b;
    index[2] = d;
    index[3] = a;
    index[4] = d;
    index[5] = c;
    return index + 6;
}

static void draw_outline(dw_draw_list *list, const outline *o, const profile *p, dw_colour colour)
{
    const int32_t n = o->count;
    const int32_t fan = p->filled ? 3 * (n - 2) : 0;
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    if (!dw_draw_list_take(list, (uint32_t)(n * p->count), (uint32_t)(6 * n * (p->count - 1) + fan),
                           &vertex, &index, &first)) {
        return;
    }
    for (int band = 0; band < p->count; band++) {
        const float reach = o->radius + p->distance[band];
        const float *towards_x = reach >= 0.0F ? o->out_x : o->corner_x;
        const float *towards_y = reach >= 0.0F ? o->out_y : o->corner_y;
        for (int i = 0; i < n; i++) {
            *vertex++ = make_vertex(o->base_x[i] + towards_x[i] * reach,
                                    o->base_y[i] + towards_y[i] * reach, colour, p->alpha[band]);
        }
        for (int32_t i = 0; band > 0 && i < n; i++) {
            const int32_t at = first + (band - 1) * n;
            const int32_t next = i + 1 < n ? i + 1 : 0;
            index = put_square(index, at + i, at + next, at + n + i, at + n + next);
        }
    }
    for (int32_t i = 2; p->filled && i < n; i++) {
        const int32_t at = first + (p->count - 1) * n;
        *index++ = at;
        *index++ = at + i - 1;
        *index++ = at + i;
    }
}

/* The edge of a filled shape that reaches `inside` pixels inwards. */
static profile fill_profile(float inside)
{
    const float inset = dw_lesser(0.5F, inside);
    return (profile){2, {0.5F, -inset}, {0.0F, 0.5F + inset}, true};
}

static profile frame_profile(float width, float inside)
{
    const float half = width * 0.5F;
    const float flat = dw_greater(half - 0.5F, 0.0F);
    const float peak = dw_lesser(half + 0.5F, 1.0F);
    const float last = -dw_lesser(half + 0.5F, inside);
    const float flat_inside = dw_greater(-flat, last);
    profile p = {4, {half + 0.5F, flat, flat_inside, last}, {0.0F, peak, peak, 0.0F}, false};
    if (inside < half + 0.5F) {
        p.alpha[3] = dw_greater(half + 0.5F - inside, 0.0F);
        p.alpha[3] = dw_lesser(p.alpha[3], 1.0F);
        p.filled = true;
    }
    return p;
}

static profile shadow_profile(float fade, float inside)
{
    enum { STEPS = 7 };
    profile p = {.count = STEPS, .filled = true};
    for (int i = 0; i < STEPS; i++) {
        const float t = (float)i / (float)(STEPS - 1);
        const float d = dw_greater(fade - 2.0F * fade * t, -inside);
        const float level = 0.5F - 0.5F * d / fade;
        p.distance[i] = d;
        p.alpha[i] = level * level * (3.0F - 2.0F * level);
    }
    return p;
}

static bool is_disc(const dw_round_box *round)
{
    const dw_box b = round->box;
    return round->rim == DW_RIM_FILL && b.x1 - b.x0 == b.y1 - b.y0 &&
           round->radius >= (b.x1 - b.x0) * 0.5F;
}

void dw_draw_shape_round(dw_draw_list *list, dw_clip clip, const dw_round_box *round,
                         dw_colour colour)
{
    const dw_box b = round->box;
    const float r = round->radius;
    const float inside = dw_lesser(b.x1 - b.x0, b.y1 - b.y0) * 0.5F;
    dw_atlas_place brush;
    profile p;
    if (is_disc(round) && dw_card_brush(list->card, r, &brush)) {
        use_atlas(list, clip);
        dw_draw_list_quad(list, &(dw_quad){b.x0 - 1.0F, b.y0 - 1.0F, b.x1 + 1.0F, b.y1 + 1.0F,
                                           brush.u0, brush.v0, brush.u1, brush.v1, colour});
        return;
    }
    switch (round->rim) {
    case DW_RIM_FRAME:
        p = frame_profile(round->measure, inside);
        break;
    case DW_RIM_SHADOW:
        p = shadow_profile(round->measure, inside);
        break;
    case DW_RIM_FILL:
    default:
        p = fill_profile(inside);
        break;
    }
    outline o = {.count = 0, .radius = r};
    const int pieces = pieces_of(r + dw_greater(p.distance[0], 0.0F));
    add_arc(&o, b.x1 - r, b.y1 - r, 1.0F, 0.0F, quarter, pieces, 1.0F, 1.0F);
    add_arc(&o, b.x0 + r, b.y1 - r, 0.0F, 1.0F, quarter, pieces, -1.0F, 1.0F);
    add_arc(&o, b.x0 + r, b.y0 + r, -1.0F, 0.0F, quarter, pieces, -1.0F, -1.0F);
    add_arc(&o, b.x1 - r, b.y0 + r, 0.0F, -1.0F, quarter, pieces, 1.0F, -1.0F);
    use_atlas(list, clip);
    draw_outline(list, &o, &p, colour);
}

/* Three pieces of a brush: half of it, its middle drawn out, the other half. */
static void draw_stroke(dw_draw_list *list, dw_segment line, float half, float along_x,
                        float along_y, const dw_atlas_place *brush, dw_colour colour)
{
    const float reach = half + 1.0F;
    const float middle = 0.5F * (brush->u0 + brush->u1);
    const float x[4] = {line.x0 - along_x * reach, line.x0, line.x1, line.x1 + along_x * reach};
    const float y[4] = {line.y0 - along_y * reach, line.y0, line.y1, line.y1 + along_y * reach};
    const float u[4] = {brush->u0, middle, middle, brush->u1};
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    if (!dw_draw_list_take(list, 8, 18, &vertex, &index, &first)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        for (int side = 0; side < 2; side++) {
            const float across = side == 0 ? reach : -reach;
            dw_vertex at =
                make_vertex(x[i] + along_y * across, y[i] - along_x * across, colour, 1.0F);
            at.u = u[i];
            at.v = side == 0 ? brush->v0 : brush->v1;
            *vertex++ = at;
        }
        if (i > 0) {
            const int32_t at = first + 2 * (i - 1);
            index = put_square(index, at, at + 1, at + 2, at + 3);
        }
    }
}

void dw_draw_shape_line(dw_draw_list *list, dw_clip clip, dw_segment line, float width,
                        dw_colour colour)
{
    const float half = width * 0.5F;
    const float dx = line.x1 - line.x0;
    const float dy = line.y1 - line.y0;
    const float length = sqrtf(dx * dx + dy * dy);
    const float along_x = length > 1e-3F ? dx / length : 1.0F;
    const float along_y = length > 1e-3F ? dy / length : 0.0F;
    dw_atlas_place brush;
    use_atlas(list, clip);
    if (dw_card_brush(list->card, half, &brush)) {
        draw_stroke(list, line, half, along_x, along_y, &brush, colour);
        return;
    }
    const int pieces = 2 * pieces_of(half) + 1;
    outline o = {.count = 0, .radius = 0.0F};
    add_arc(&o, line.x1, line.y1, along_y, -along_x, 2.0F * quarter, pieces, 0.0F, 0.0F);
    add_arc(&o, line.x0, line.y0, -along_y, along_x, 2.0F * quarter, pieces, 0.0F, 0.0F);
    const profile p = {2,
                       {half + 0.5F, dw_greater(half - 0.5F, 0.0F)},
                       {0.0F, dw_lesser(half + 0.5F, 1.0F)},
                       half > 0.5F};
    draw_outline(list, &o, &p, colour);
}

/* A piece of a strip of dashes along a line: from `from` to `to` pixels after its start. */
typedef struct strip_piece {
    float from, to, u0, u1;
} strip_piece;

static void put_strip(dw_draw_list *list, dw_segment line, float length, float reach,
                      const dw_atlas_place *strip, strip_piece piece, dw_colour colour)
{
    const float along_x = (line.x1 - line.x0) / length;
    const float along_y = (line.y1 - line.y0) / length;
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    if (!dw_draw_list_take(list, 4, 6, &vertex, &index, &first)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        const float at = i < 2 ? piece.from : piece.to;
        const float across = i % 2 == 0 ? reach : -reach;
        vertex[i] = make_vertex(line.x0 + along_x * at + along_y * across,
                                line.y0 + along_y * at - along_x * across, colour, 1.0F);
        vertex[i].u = i < 2 ? piece.u0 : piece.u1;
        vertex[i].v = i % 2 == 0 ? strip->v0 : strip->v1;
    }
    (void)put_square(index, first, first + 1, first + 2, first + 3);
}

bool dw_draw_shape_dashes(dw_draw_list *list, dw_clip clip, dw_segment line, float width,
                          float dash, dw_colour colour)
{
    const float half = width * 0.5F;
    const float dx = line.x1 - line.x0;
    const float dy = line.y1 - line.y0;
    const float length = sqrtf(dx * dx + dy * dy);
    dw_atlas_place strip;
    int count = 0;
    if (!(length > 1e-3F) || !dw_card_dashes(list->card, half, dash, &strip, &count)) {
        return false;
    }
    const float strip_length = 2.0F * dash * (float)count;
    const float end = length + half;
    use_atlas(list, clip);
    const int strips = (int)((end + 0.5F * dash) / strip_length) + 1;
    for (int i = 0; i < strips; i++) {
        const float from = strip_length * (float)i - 0.5F * dash;
        const float to = dw_lesser(from + strip_length, end);
        const float part = (to - from) / strip_length;
        put_strip(list, line, length, half + 1.0F, &strip,
                  (strip_piece){from, to, strip.u0, strip.u0 + (strip.u1 - strip.u0) * part},
                  colour);
    }
    return true;
}

void dw_draw_shape_convex(dw_draw_list *list, dw_clip clip, const float *corners, int count,
                          dw_colour colour)
{
    const float sharpest = 4.0F;
    float area = 0.0F;
    float around = 0.0F;
    for (int i = 0; i < count; i++) {
        const float *a = &corners[2 * i];
        const float *b = &corners[2 * ((i + 1) % count)];
        area += a[0] * b[1] - a[1] * b[0];
        around += sqrtf((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
    }
    const float outward = area >= 0.0F ? 1.0F : -1.0F;
    outline o = {.count = 0, .radius = 0.0F};
    for (int i = 0; i < count; i++) {
        const float *before = &corners[2 * ((i + count - 1) % count)];
        const float *at = &corners[2 * i];
        const float *after = &corners[2 * ((i + 1) % count)];
        const float ax = at[0] - before[0];
        const float ay = at[1] - before[1];
        const float bx = after[0] - at[0];
        const float by = after[1] - at[1];
        const float a = outward / dw_greater(sqrtf(ax * ax + ay * ay), 1e-6F);
        const float b = outward / dw_greater(sqrtf(bx * bx + by * by), 1e-6F);
        /* The sum of both normals, as long as the point where both sides meet is away. */
        const float both = 1.0F + (ax * bx + ay * by) * a * b;
        const float scale = 1.0F / dw_greater(both, 2.0F / (sharpest * sharpest));
        const float x = (ay * a + by * b) * scale;
        const float y = (-ax * a - bx * b) * scale;
        add_point(&o, at[0], at[1], x, y, x, y);
    }
    const profile p = fill_profile(fabsf(area) / dw_greater(around, 1e-6F));
    use_atlas(list, clip);
    draw_outline(list, &o, &p, colour);
}

/* Where alpha has its corners along an axis of a rectangle: one pixel gives way to the next over
 * its whole width, so that the middles of pixels get exactly their coverage. */
typedef struct stops {
    int count;
    float at[4], alpha[4];
} stops;

static stops stops_of(float low, float high)
{
    if (low == floorf(low) && high == floorf(high)) {
        return (stops){2, {low, high}, {1.0F, 1.0F}};
    }
    const float most = dw_lesser(high - low, 1.0F);
    const float a = low + 0.5F;
    const float b = high - 0.5F;
    return (stops){
        4, {low - 0.5F, dw_lesser(a, b), dw_greater(a, b), high + 0.5F}, {0.0F, most, most, 0.0F}};
}

void dw_draw_shape_rect(dw_draw_list *list, dw_clip clip, dw_box box, dw_colour colour)
{
    /* Far outside whole numbers would get lost, and nothing is to be seen there. */
    const stops across = stops_of(dw_greater(box.x0, (float)clip.x0 - 2.0F),
                                  dw_lesser(box.x1, (float)clip.x1 + 2.0F));
    const stops down = stops_of(dw_greater(box.y0, (float)clip.y0 - 2.0F),
                                dw_lesser(box.y1, (float)clip.y1 + 2.0F));
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    use_atlas(list, clip);
    if (!dw_draw_list_take(list, (uint32_t)(across.count * down.count),
                           (uint32_t)(6 * (across.count - 1) * (down.count - 1)), &vertex, &index,
                           &first)) {
        return;
    }
    for (int j = 0; j < down.count; j++) {
        for (int i = 0; i < across.count; i++) {
            *vertex++ =
                make_vertex(across.at[i], down.at[j], colour, across.alpha[i] * down.alpha[j]);
        }
        for (int32_t i = 1; j > 0 && i < across.count; i++) {
            const int32_t at = first + (j - 1) * across.count + i;
            index = put_square(index, at - 1, at, at + across.count - 1, at + across.count);
        }
    }
}

/* A column of an arc: where it stands on the ring, moved along it, and how strong. */
static dw_vertex *put_column(dw_vertex *vertex, const dw_arc *arc, const profile *p, float turn,
                             float along, float strength, dw_colour colour)
{
    const float c = cosf(turn);
    const float s = sinf(turn);
    for (int band = 0; band < p->count; band++) {
        const float reach = dw_greater(arc->radius + p->distance[band], 0.0F);
        *vertex++ = make_vertex(arc->x + c * reach - s * along, arc->y + s * reach + c * along,
                                colour, p->alpha[band] * strength);
    }
    return vertex;
}

void dw_draw_shape_arc(dw_draw_list *list, dw_clip clip, const dw_arc *arc, dw_colour colour)
{
    const profile p = frame_profile(arc->width, arc->radius + arc->width + 1.0F);
    const float from = arc->from * 4.0F * quarter;
    const float sweep = arc->sweep * 4.0F * quarter;
    const int pieces = (int)((float)pieces_of(arc->radius + arc->width) * arc->sweep * 4.0F) + 1;
    const float cap = dw_lesser(0.5F / dw_greater(arc->radius, 0.5F), sweep * 0.5F);
    const int32_t columns = pieces + 3;
    dw_vertex *vertex = NULL;
    int32_t *index = NULL;
    int32_t first = 0;
    use_atlas(list, clip);
    if (!dw_draw_list_take(list, (uint32_t)(columns * p.count),
                           (uint32_t)(6 * (columns - 1) * (p.count - 1)), &vertex, &index,
                           &first)) {
        return;
    }
    vertex = put_column(vertex, arc, &p, from, -0.5F, 0.0F, colour);
    for (int i = 0; i <= pieces; i++) {
        const float part = (float)i / (float)pieces;
        vertex = put_column(vertex, arc, &p, from + cap + (sweep - 2.0F * cap) * part, 0.0F, 1.0F,
                            colour);
    }
    vertex = put_column(vertex, arc, &p, from + sweep, 0.5F, 0.0F, colour);
    for (int32_t column = 1; column < columns; column++) {
        const int32_t at = first + (column - 1) * p.count;
        for (int32_t band = 1; band < p.count; band++) {
            index = put_square(index, at + band - 1, at + band, at + p.count + band - 1,
                               at + p.count + band);
        }
    }
}

void dw_draw_shape_glow(dw_draw_list *list, dw_clip clip, dw_box box, dw_colour colour)
{
    const dw_atlas_place glow = dw_atlas_glow();
    use_atlas(list, clip);
    dw_draw_list_quad(list, &(dw_quad){box.x0, box.y0, box.x1, box.y1, glow.u0, glow.v0, glow.u1,
                                       glow.v1, colour});
}

void dw_draw_shape_stencil(dw_draw_list *list, dw_clip clip, int x, int y,
                           const dw_stencil *stencil, dw_colour colour)
{
    dw_atlas_place place;
    if (!dw_card_stencil(list->card, stencil, &place)) {
        return;
    }
    use_atlas(list, clip);
    dw_draw_list_quad(list, &(dw_quad){(float)x, (float)y, (float)(x + stencil->width),
                                       (float)(y + stencil->height), place.u0, place.v0, place.u1,
                                       place.v1, colour});
}
