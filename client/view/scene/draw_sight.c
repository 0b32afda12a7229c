#include "client/view/scene/draw_sight.h"

#include "client/view/scene/light_on_card.h"
#include "client/view/scene/sight_compose.h"
#include "client/view/tools/palette.h"

#include <math.h>

enum { REACH_MM = 9000 }; /* Of guards' light; beyond it is as faint as it gets. */

#define REMEMBERED 0.17F /* Warmth of what was seen before. */

/* How strongly a mood colours what its guard sees. */
static const float mood_tint[DW_MOOD_COUNT] = {0.26F, 0.28F, 0.36F, 0.44F};

static dw_vec to_vec(double x, double y)
{
    return (dw_vec){(int32_t)lround(x), (int32_t)lround(y)};
}

/* How far a light of that range reaches before it is at its faintest. */
static double reach_of(int32_t range_mm)
{
    const int32_t reach_mm = range_mm > 0 && range_mm < REACH_MM ? range_mm : REACH_MM;
    return DW_MM((double)reach_mm);
}

/* Lights what the polygon in `scratch` covers. */
static void add_beam(dw_sight_light *light, const dw_sight_scene *scene, const dw_beam *beam,
                     const dw_sector_outline *scratch, uint32_t count)
{
    dw_sight_light_add(light, scene->camera, beam, scratch->points, count);
    if (scene->list != NULL) {
        dw_light_on_card_add(scene->list, scene->camera, beam, scratch->points, count);
    }
}

static void add_eyes(dw_sight_light *light, const dw_sight_scene *scene, const dw_drawn_body *guard,
                     const dw_kind_eyes *eyes, dw_sector_outline *scratch)
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
                          .reach = reach_of(eyes->range_mm),
                          .near_warmth = 0.50F * arrival,
                          .far_warmth = 0.18F * arrival,
                          .near_tint = tint * 0.5F,
                          .far_tint = tint * 0.16F,
                          .tint = colour};
    for (int i = 0; i < 2; i++) {
        const dw_sector sector = {.range_mm = eyes->range_mm,
                                  .field_of_view_bam = eyes->field_of_view_bam,
                                  .level = levels[i]};
        const uint32_t count =
            dw_sector_outline_of(scratch, scene->map, &scene->world->doors, guard, sector);
        add_beam(light, scene, &beam, scratch, count);
    }
}

static void add_motion(dw_sight_light *light, const dw_sight_scene *scene,
                       const dw_drawn_body *guard, const dw_kind_motion *motion,
                       dw_sector_outline *scratch)
{
    const dw_beam beam = {.eye_x = guard->x,
                          .eye_y = guard->y,
                          .reach = reach_of(motion->range_mm),
                          .near_warmth = 0.16F,
                          .far_warmth = 0.06F,
                          .near_tint = guard->mood == DW_MOOD_CALM ? 0.16F : 0.32F,
                          .far_tint = 0.07F,
                          .tint = dw_palette(DW_TINT_SENSOR)};
    const dw_sector sector = {.range_mm = motion->range_mm,
                              .field_of_view_bam = motion->field_of_view_bam,
                              .level = DW_SIGHT_OVER_MIDDLE};
    const uint32_t count =
        dw_sector_outline_of(scratch, scene->map, &scene->world->doors, guard, sector);
    add_beam(light, scene, &beam, scratch, count);
}

static void add_guard(dw_sight_light *light, const dw_sight_scene *scene,
                      const dw_drawn_body *guard, dw_sector_outline *scratch)
{
    const dw_kind *kind = dw_drawn_kind(scene->world, scene->rules, guard);
    const bool asleep = (guard->flags & DW_BODY_ASLEEP) != 0;
    if (kind->senses.eyes.meter_near > 0 && !asleep) {
        add_eyes(light, scene, guard, &kind->senses.eyes, scratch);
    }
    if (kind->senses.motion.range_mm > 0) {
        add_motion(light, scene, guard, &kind->senses.motion, scratch);
    }
}

static void add_own(dw_sight_light *light, const dw_sight_scene *scene, dw_memory_grid *memory,
                    dw_sector_outline *scratch)
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
    add_beam(light, scene, &beam, scratch, count);
    if (memory != NULL) {
        dw_fog_see(memory, scratch->points, count, 12);
    }
}

void dw_draw_sight(dw_sight_light *light, const dw_sight_scene *scene, dw_memory_grid *memory,
                   dw_sector_outline *scratch)
{
    const float warmth = scene->fog ? 0.0F : (scene->unlit ? 0.34F : 0.20F);
    dw_sight_light_clear(light, warmth);
    if (scene->list != NULL) {
        dw_light_on_card_clear(scene->list, warmth);
    }
    if (scene->fog && memory != NULL) {
        dw_sight_light_remember(light, scene->camera, memory, REMEMBERED);
    }
    if (scene->fog && memory != NULL && scene->list != NULL) {
        dw_light_on_card_remember(scene->list, scene->camera, memory, REMEMBERED);
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
    if (scene->list != NULL) {
        dw_light_on_card_finish(scene->list);
    }
}
