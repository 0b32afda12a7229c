/* ray_fan.h - the shape of a ray fan: where its rays point, and what may stand between two of them.
 * Rays are numbered from 0, counterclockwise end first, and spread evenly over the field of view:
 * the first and the last one are its edges. A single ray points ahead. Knows nothing of what rays
 * meet. Pure. */
#ifndef DW_WORLD_RAY_FAN_H
#define DW_WORLD_RAY_FAN_H

#include "common/world/kind.h"

/* The direction of ray `i` of a fan that looks along `heading_bam`. */
uint16_t dw_ray_fan_direction(const dw_kind_rays *rays, uint16_t heading_bam, uint32_t i);

/* The point on that ray at `distance_mm` from `from`, rounded to whole units. */
dw_vec dw_ray_fan_point(const dw_kind_rays *rays, dw_vec from, uint16_t heading_bam, uint32_t i,
                        int32_t distance_mm);

/* The smallest target that is always hit at full range, in mm, rounded up: range times the angle
 * between two rays (of a single ray: times the field of view). A square body of this side within
 * the fan meets a ray wherever it stands. */
int32_t dw_ray_fan_smallest_mm(const dw_kind_rays *rays);

#endif
