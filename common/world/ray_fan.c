#include "common/world/ray_fan.h"

#include "common/base/check.h"

/* The number of gaps between two rays. A single ray has all of the field of view to itself. */
static int32_t gaps(const dw_kind_rays *rays)
{
    return rays->count > 1 ? rays->count - 1 : 1;
}

uint16_t dw_ray_fan_direction(const dw_kind_rays *rays, uint16_t heading_bam, uint32_t i)
{
    DW_DCHECK(i < (uint32_t)rays->count);
    const int32_t spread = rays->count > 1 ? rays->field_of_view_bam : 0;
    const int32_t off = (int32_t)((int64_t)spread * i / gaps(rays)) - spread / 2;
    return (uint16_t)(heading_bam + off);
}

static int32_t rounded(int64_t product)
{
    const int64_t half = DW_SINE_ONE / 2;
    return (int32_t)((product < 0 ? product - half : product + half) / DW_SINE_ONE);
}

dw_vec dw_ray_fan_point(const dw_kind_rays *rays, dw_vec from, uint16_t heading_bam, uint32_t i,
                        int32_t distance_mm)
{
    const uint16_t direction = dw_ray_fan_direction(rays, heading_bam, i);
    const int64_t distance = DW_MM((int64_t)distance_mm);
    return (dw_vec){from.x + rounded(distance * dw_cosine_bam(direction)),
                    from.y + rounded(distance * dw_sine_bam(direction))};
}

int32_t dw_ray_fan_smallest_mm(const dw_kind_rays *rays)
{
    /* A full turn is 2 pi: 411775 / 65536 is just above it, and one bam is what a direction may be
     * off by rounding. */
    const int64_t turn = INT64_C(411775);
    const int64_t between_bam = rays->field_of_view_bam / gaps(rays) + 1;
    const int64_t whole = (int64_t)DW_BAM_TURN * DW_BAM_TURN;
    return (int32_t)((rays->range_mm * between_bam * turn + whole - 1) / whole);
}
