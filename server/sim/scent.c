#include "server/sim/scent.h"

#include "common/base/arena.h"
#include "common/base/check.h"

struct dw_scent {
    uint32_t slots;
    dw_trail *trails;
};

DW_FIELDS_IO(static, trail, DW_TRAIL_FIELDS);

dw_status dw_scent_create(dw_scent **out, dw_arena *arena, uint32_t slots)
{
    DW_CHECK(slots <= DW_INTRUDERS_MAX);
    dw_scent *scent = DW_ARENA_NEW(arena, dw_scent);
    dw_trail *trails = DW_ARENA_ARRAY(arena, dw_trail, slots);
    if (scent == NULL || trails == NULL) {
        return DW_MEMORY;
    }
    *scent = (dw_scent){.slots = slots, .trails = trails};
    dw_scent_reset(scent);
    *out = scent;
    return DW_OK;
}

void dw_scent_reset(dw_scent *scent)
{
    for (uint32_t s = 0; s < scent->slots; s++) {
        for (uint32_t i = 0; i < DW_SCENT_POINTS; i++) {
            scent->trails[s].points[i] = (dw_vec){DW_SCENT_NOTHING, 0};
        }
    }
}

/* Place in the ring of the point that was left `back` times ago. */
static uint32_t ring_index(uint32_t tick, uint32_t back)
{
    return (tick / DW_SCENT_TICKS + DW_SCENT_POINTS - back) % DW_SCENT_POINTS;
}

void dw_scent_leave(dw_scent *scent, uint32_t tick, uint32_t slot, const dw_vec *position)
{
    DW_CHECK(slot < scent->slots && tick % DW_SCENT_TICKS == 0);
    scent->trails[slot].points[ring_index(tick, 0)] =
        position != NULL ? *position : (dw_vec){DW_SCENT_NOTHING, 0};
}

bool dw_scent_point(const dw_scent *scent, uint32_t tick, uint32_t slot, uint32_t back,
                    dw_vec *point)
{
    DW_DCHECK(slot < scent->slots && back < DW_SCENT_POINTS);
    *point = scent->trails[slot].points[ring_index(tick, back)];
    return point->x != DW_SCENT_NOTHING;
}

uint32_t dw_scent_slots(const dw_scent *scent)
{
    return scent->slots;
}

void dw_scent_save(const dw_scent *scent, dw_state_writer *writer)
{
    for (uint32_t s = 0; s < scent->slots; s++) {
        dw_save_trail(writer, &scent->trails[s]);
    }
}

static bool trail_is_sound(const dw_trail *trail, dw_rect bounds)
{
    for (uint32_t i = 0; i < DW_SCENT_POINTS; i++) {
        const dw_vec point = trail->points[i];
        if (point.x == DW_SCENT_NOTHING ? point.y != 0 : !dw_rect_holds_closed(bounds, point)) {
            return false;
        }
    }
    return true;
}

void dw_scent_load(dw_scent *scent, dw_state_reader *reader, dw_rect bounds)
{
    for (uint32_t s = 0; s < scent->slots; s++) {
        dw_load_trail(reader, &scent->trails[s]);
        if (!dw_state_require(reader, trail_is_sound(&scent->trails[s], bounds))) {
            dw_scent_reset(scent);
            return;
        }
    }
}
