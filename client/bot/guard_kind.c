#include "client/bot/guard_kind.h"

#include "common/world/sight.h"

enum {
    STANDING_HEIGHT = 700, /* Thousandths of a wall, for rays (server/RULES.md 3.52). */
    CROUCHING_HEIGHT = 300,
    TRIGGER_MM_S = 1000, /* Of a motion detector, as by default; a player is not told. */
    /* Around a detector's sector: a body crouches before it is in there. */
    SECTOR_EDGE = 400 * DW_UNITS_PER_MM,
    SECTOR_EDGE_BAM = DW_BAM_TURN / 36
};

const dw_kind *dw_guard_kind(const dw_bot_view *view, uint8_t id)
{
    const dw_kind *told = dw_body_kinds_find(view->kinds, id);
    return told != NULL ? told : &view->rules->kinds[DW_KIND_GUARD];
}

bool dw_guard_kind_chases(const dw_kind *kind)
{
    return !dw_kind_is_device(kind) && kind->look != DW_KIND_LOOK_CAT;
}

bool dw_guard_kind_is_person(const dw_kind *kind)
{
    return kind->look == DW_KIND_LOOK_GUARD || kind->look == DW_KIND_LOOK_CAPTAIN ||
           kind->look == DW_KIND_LOOK_SERVANT;
}

bool dw_guard_kind_listens(const dw_kind *kind)
{
    const bool detects_motion = kind->senses.motion.range_mm > 0;
    return kind->look != DW_KIND_LOOK_CAMERA && kind->look != DW_KIND_LOOK_ROBOT &&
           !(kind->look == DW_KIND_LOOK_BOX && detects_motion);
}

bool dw_guard_kind_eats(const dw_kind *kind)
{
    return kind->look == DW_KIND_LOOK_DOG;
}

/* `range` 0: any distance. */
static bool is_in_sector(const dw_guard_gaze *gaze, int32_t field_of_view_bam, int32_t range,
                         dw_vec position)
{
    const int32_t field = field_of_view_bam + 2 * gaze->spread_bam;
    return (field > DW_BAM_TURN ||
            dw_in_field_of_view(gaze->from, gaze->heading_bam, field, position)) &&
           (range == 0 || dw_distance(gaze->from, position) <= range);
}

static bool is_seen(const dw_kind *kind, const dw_guard_gaze *gaze, dw_vec position)
{
    const dw_kind_eyes *eyes = &kind->senses.eyes;
    /* A cat tells nobody what it sees. */
    return eyes->meter_near > 0 && kind->look != DW_KIND_LOOK_CAT &&
           is_in_sector(gaze, eyes->field_of_view_bam, DW_MM(eyes->range_mm), position);
}

static bool is_noticed_moving(const dw_kind_motion *motion, const dw_guard_gaze *gaze,
                              dw_vec position, int32_t speed_mm_s)
{
    return motion->range_mm > 0 && speed_mm_s >= TRIGGER_MM_S &&
           is_in_sector(gaze, motion->field_of_view_bam + 2 * SECTOR_EDGE_BAM,
                        DW_MM(motion->range_mm) + SECTOR_EDGE, position);
}

/* The ends of the fan count, too. */
static bool is_in_fan(const dw_kind_rays *rays, const dw_guard_gaze *gaze, dw_vec position,
                      bool crouching)
{
    const int32_t height = crouching ? CROUCHING_HEIGHT : STANDING_HEIGHT;
    return rays->count > 0 && rays->mount_height <= height &&
           is_in_sector(gaze, rays->field_of_view_bam + 1, DW_MM(rays->range_mm) + DW_BODY_HALF,
                        position);
}

bool dw_guard_kind_senses(const dw_kind *kind, const dw_guard_gaze *gaze, const dw_map *map,
                          const dw_bot_view *view, const dw_door_set *open, dw_vec position,
                          bool crouching)
{
    const int32_t speed = crouching ? view->rules->crouch_speed_mm_s : view->rules->walk_speed_mm_s;
    if ((is_seen(kind, gaze, position) ||
         is_noticed_moving(&kind->senses.motion, gaze, position, speed)) &&
        dw_sight_clear(map, open, gaze->from, position,
                       crouching ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE)) {
        return true;
    }
    /* Low furniture stops low rays, whether the body behind it stands or crouches. */
    const bool low = kind->senses.rays.mount_height <= CROUCHING_HEIGHT;
    return is_in_fan(&kind->senses.rays, gaze, position, crouching) &&
           dw_sight_clear(map, open, gaze->from, position,
                          low ? DW_SIGHT_CROUCHED : DW_SIGHT_OVER_MIDDLE);
}
