#include "client/view/scene/draw_doors.h"

#include "client/view/tools/palette.h"

#include <math.h>

#define SWING_SECONDS 0.22F

void dw_door_swing_update(dw_door_swing *swing, const dw_map *map, const dw_door_set *doors,
                          double step_s)
{
    const float step = (float)step_s / SWING_SECONDS;
    for (uint32_t i = 0; i < map->door_count; i++) {
        const float target = dw_door_set_has(doors, i) ? 1.0F : 0.0F;
        const float left = target - swing->open[i];
        swing->open[i] = !swing->started || fabsf(left) <= step
                             ? target
                             : swing->open[i] + copysignf(step, left);
    }
    swing->started = true;
}

/* Where a leaf hangs, on the screen: the hinge, along the wall to the other side of the opening,
 * and into the room that it opens to. */
typedef struct hanging {
    float x, y, along_x, along_y, into_x, into_y, length;
} hanging;

static hanging hang(const dw_camera *camera, const dw_door *door)
{
    const dw_box leaf = dw_camera_box(camera, door->half[door->leaf].area);
    const dw_box other = dw_camera_box(camera, door->half[1 - door->leaf].area);
    hanging out = {0};
    if (door->passes_along_x) {
        const float into = leaf.x0 < other.x0 ? -1.0F : 1.0F;
        out = (hanging){(leaf.x0 + leaf.x1) * 0.5F, leaf.y0, 0.0F, 1.0F, into, 0.0F,
                        leaf.y1 - leaf.y0};
    } else {
        const float into = leaf.y0 < other.y0 ? -1.0F : 1.0F;
        out = (hanging){leaf.x0, (leaf.y0 + leaf.y1) * 0.5F, 1.0F, 0.0F, 0.0F,
                        into,    leaf.x1 - leaf.x0};
    }
    return out;
}

/* The sweep: a dashed quarter circle from the wall to the open leaf. */
static void draw_sweep(dw_canvas *canvas, const hanging *h, float width, dw_colour colour)
{
    enum { DASHES = 9 };
    for (int i = 0; i < DASHES; i++) {
        const float a0 = 1.5707963F * ((float)i + 0.15F) / DASHES;
        const float a1 = 1.5707963F * ((float)i + 0.65F) / DASHES;
        const float c0 = cosf(a0) * h->length;
        const float s0 = sinf(a0) * h->length;
        const float c1 = cosf(a1) * h->length;
        const float s1 = sinf(a1) * h->length;
        dw_canvas_line(canvas,
                       (dw_segment){h->x + h->along_x * c0 + h->into_x * s0,
                                    h->y + h->along_y * c0 + h->into_y * s0,
                                    h->x + h->along_x * c1 + h->into_x * s1,
                                    h->y + h->along_y * c1 + h->into_y * s1},
                       width, colour);
    }
}

static void draw_door(dw_canvas *canvas, const dw_camera *camera, const dw_sight_light *light,
                      const dw_door *door, float open)
{
    const hanging h = hang(camera, door);
    const float mm = (float)(camera->scale / 1000.0);
    const float angle = 1.5707963F * open;
    const float cx = cosf(angle) * h.length;
    const float sx = sinf(angle) * h.length;
    const float end_x = h.x + h.along_x * cx + h.into_x * sx;
    const float end_y = h.y + h.along_y * cx + h.into_y * sx;
    const float warmth =
        fminf(1.0F, 1.3F * dw_sight_light_warmth_at(
                               light, h.x + h.along_x * h.length * 0.5F + h.into_x * mm * 250.0F,
                               h.y + h.along_y * h.length * 0.5F + h.into_y * mm * 250.0F));
    const dw_colour wood =
        dw_colour_mix(dw_palette(DW_TINT_LEAF_INK), dw_palette(DW_TINT_LEAF_WOOD), warmth);
    const dw_colour dark = dw_colour_mix(dw_palette(DW_TINT_LEAF_INK_EDGE),
                                         dw_palette(DW_TINT_LEAF_WOOD_EDGE), warmth);
    const float thick = fmaxf(mm * 78.0F, 2.5F);
    if (open > 0.02F) {
        draw_sweep(canvas, &h, fmaxf(mm * 12.0F, 1.0F), dw_colour_fade(wood, 0.55F * open));
    }
    /* An open leaf blocks nothing: it is thinner and shows the floor. */
    const float body = thick * (1.0F - 0.35F * open);
    dw_canvas_line(canvas, (dw_segment){h.x, h.y, end_x, end_y}, body + fmaxf(mm * 30.0F, 1.5F),
                   dw_colour_fade(dark, 0.9F - 0.3F * open));
    dw_canvas_line(canvas, (dw_segment){h.x, h.y, end_x, end_y}, body,
                   dw_colour_fade(wood, 1.0F - 0.2F * open));
    const float knob_x = h.x + (end_x - h.x) * 0.86F;
    const float knob_y = h.y + (end_y - h.y) * 0.86F;
    dw_canvas_disc(
        canvas, knob_x, knob_y, fmaxf(mm * 26.0F, 1.2F),
        dw_colour_mix(dw_palette(DW_TINT_KNOB_INK), dw_palette(DW_TINT_KNOB_BRASS), warmth));
    dw_canvas_disc(canvas, h.x, h.y, fmaxf(mm * 30.0F, 1.2F), dark);
}

/* A padlock in the middle of the leaf. */
static void draw_lock(dw_canvas *canvas, const dw_camera *camera, const dw_door *door)
{
    const hanging h = hang(camera, door);
    const float x = h.x + h.along_x * h.length * 0.5F;
    const float y = h.y + h.along_y * h.length * 0.5F;
    const float size = fmaxf(dw_camera_pixels(camera, DW_MM(150)), 5.0F);
    const dw_colour body = dw_palette(DW_TINT_KNOB_BRASS);
    dw_canvas_arc(canvas, (dw_arc){x, y - size * 0.25F, size * 0.55F, size * 0.3F, 0.5F, 0.5F},
                  dw_palette(DW_TINT_STEEL));
    dw_canvas_round_rect(canvas,
                         dw_box_at(x - size * 0.8F, y - size * 0.25F, size * 1.6F, size * 1.25F),
                         size * 0.2F, body);
    dw_canvas_disc(canvas, x, y + size * 0.35F, size * 0.22F, dw_palette(DW_TINT_LEAF_WOOD_EDGE));
}

void dw_draw_doors(dw_canvas *canvas, const dw_camera *camera, const dw_sight_light *light,
                   const dw_map *map, const dw_door_swing *swing, dw_lock_set turned)
{
    for (uint16_t i = 0; i < map->door_count; i++) {
        const dw_box box = dw_box_grown(dw_camera_box(camera, map->doors[i].doorway),
                                        dw_camera_pixels(camera, DW_MM(1500)));
        if (box.x1 > 0.0F && box.y1 > 0.0F && box.x0 < (float)camera->width &&
            box.y0 < (float)camera->height) {
            draw_door(canvas, camera, light, &map->doors[i], swing->open[i]);
            if (swing->open[i] == 0.0F && dw_door_is_locked(map, turned, i)) {
                draw_lock(canvas, camera, &map->doors[i]);
            }
        }
    }
}
