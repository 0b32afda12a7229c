#include "client/view/scene/draw_sight.h"

#include "client/view/tools/palette.h"

#include <math.h>

/* How strongly a mood colours what its guard sees. */
static const float mood_tint[DW_MOOD_COUNT] = {0.26F, 0.28F, 0.36F, 0.44F};

static dw_vec to_vec(double x, double y)
{
    return (dw_vec){(int32_t)lround(x), (int32_t)lround(y)};
}

static int32_t range_of(const dw_kind_eyes *eyes)
{
    return eyes->range_mm > 0 ? eyes->range_mm * DW_UNITS_PER_MM : DW_MAP_SIDE_MAX;
}

static void add_guard(dw_sight_light *light, const dw_sight_scene *scene,
                      const dw_drawn_body *guard, dw_sight_scratch *scratch)
{
    static const dw_sight_level levels[2] = {DW_SIGHT_OVER_MIDDLE, DW_SIGHT_CROUCHED};
    const uint8_t mood = guard->mood < DW_MOOD_COUNT ? guard->mood : (uint8_t)DW_MOOD_CALM;
    const float arrival = fminf(guard->age * 4.0F, 1.0F);
    float tint = mood_tint[mood] * arrival;
    if (mood == DW_MOOD_CHASING) {
        tint *= 0.86F + 0.14F * sinf((float)(scene->seconds * 7.0));
    }
    /* The light of a calm guard is nearly white: only alarm has colour. */
    const dw_colour colour = dw_colour_mix(dw_palette_mood(mood), dw_palette(DW_TINT_LAMP),
                                           mood == DW_MOOD_CALM ? 0.55F : 0.0F);
    const dw_beam beam = {.eye_x = guard->x,
                          .eye_y = guard->y,
                          .reach = 9000.0 * DW_UNITS_PER_MM,
                          .near_warmth = 0.50F * arrival,
                          .far_warmth = 0.18F * arrival,
                          .near_tint = tint * 0.5F,
                          .far_tint = tint * 0.16F,
                          .tint = colour};
    const uint16_t heading = (uint16_t)((int32_t)((double)guard->heading * DW_BAM_TURN) & 0xffff);
    const dw_kind_eyes *eyes = &scene->rules->kinds[DW_KIND_GUARD].senses.eyes;
    for (int i = 0; i < 2; i++) {
        const dw_visibility seen = {.map = scene->map,
                                    .open = &scene->world->doors,
                                    .eye = to_vec(guard->x, guard->y),
                                    .range = range_of(eyes),
                                    .heading_bam = heading,
                                    .fov_bam = eyes->field_of_view_bam,
                                    .level = levels[i]};
        const uint32_t count =
            dw_visibility_polygon(&seen, scratch->points, DW_VISIBILITY_POINTS_MAX);
        dw_sight_light_add(light, scene->camera, &beam, scratch->points, count);
    }
}

static void add_own(dw_sight_light *light, const dw_sight_scene *scene, dw_memory_grid *memory,
                    dw_sight_scratch *scratch)
{
    const dw_drawn_world *world = scene->world;
    const dw_beam beam = {.eye_x = world->own_x,
                          .eye_y = world->own_y,
                          .reach = 11000.0 * DW_UNITS_PER_MM,
                          .near_warmth = 0.78F,
                          .far_warmth = 0.34F,
                          .near_tint = 0.07F,
                          .far_tint = 0.0F,
                          .tint = dw_palette(DW_TINT_OWN_LIGHT)};
    const dw_visibility seen = {.map = scene->map,
                                .open = &world->doors,
                                .eye = to_vec(world->own_x, world->own_y),
                                .range = DW_MAP_SIDE_MAX,
                                .fov_bam = DW_BAM_TURN,
                                .level = DW_SIGHT_OVER_MIDDLE};
    const uint32_t count = dw_visibility_polygon(&seen, scratch->points, DW_VISIBILITY_POINTS_MAX);
    dw_sight_light_add(light, scene->camera, &beam, scratch->points, count);
    if (memory != NULL) {
        dw_fog_see(memory, scratch->points, count, 12);
    }
}

void dw_draw_sight(dw_sight_light *light, const dw_sight_scene *scene, dw_memory_grid *memory,
                   dw_sight_scratch *scratch)
{
    dw_sight_light_clear(light, scene->fog ? 0.0F : (scene->unlit ? 0.34F : 0.20F));
    if (scene->fog && memory != NULL) {
        dw_sight_light_remember(light, scene->camera, memory, 0.17F);
    }
    if (scene->fog) {
        add_own(light, scene, memory, scratch);
    }
    for (uint32_t i = 0; !scene->unlit && i < scene->world->body_count; i++) {
        if (scene->world->bodies[i].role == DW_ROLE_GUARD) {
            add_guard(light, scene, &scene->world->bodies[i], scratch);
        }
    }
    dw_sight_light_finish(light);
}
