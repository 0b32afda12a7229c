#include "server/mind/traffic.h"

enum {
    SIGHT_MM = 2500,     /* Others further off do not matter yet. */
    FOLLOW_GAP_MM = 250, /* Distance kept to who goes in front. */
    TICK_TRAVEL_MM = 60, /* Of the fastest guard. */
    LEFT_SHARE_MM = 1500 /* How far to the left of one who comes towards him he does not go. */
};

/* Where another guard is, seen along the way: before or behind, left or right. */
typedef struct bearing {
    int64_t along, across; /* Units; across positive on the right. */
} bearing;

static bearing bearing_of(dw_vec way, int64_t length, dw_vec offset)
{
    /* y points down: the cross product is positive on the right-hand side. */
    return (bearing){dw_dot(way, offset) / length, dw_cross(way, offset) / length};
}

/* The square, drawn out to the left of the way, rounded to a quarter turn. */
static dw_rect widened_left(dw_rect body, dw_vec way)
{
    const int32_t more = DW_MM(LEFT_SHARE_MM);
    const int32_t wide = way.x < 0 ? -way.x : way.x;
    const int32_t high = way.y < 0 ? -way.y : way.y;
    if (wide >= high) {
        body.min.y -= way.x > 0 ? more : 0; /* East: left is up. */
        body.max.y += way.x > 0 ? 0 : more;
    } else {
        body.max.x += way.y > 0 ? more : 0; /* South: left is east. */
        body.min.x -= way.y > 0 ? 0 : more;
    }
    return body;
}

static dw_vec direction_of(uint16_t heading_bam)
{
    return (dw_vec){dw_cosine_bam(heading_bam), dw_sine_bam(heading_bam)};
}

static bool moves(const dw_percept_guard *other)
{
    return other->step.x != 0 || other->step.y != 0;
}

/* In front of whoever goes `way`, less than a gap away. */
static bool is_in_front(dw_vec way, dw_vec offset)
{
    const int64_t length = (int64_t)dw_isqrt((uint64_t)dw_dot(way, way));
    const bearing at = bearing_of(way, length, offset);
    return at.along > 0 && at.along < DW_BODY_SIZE + DW_MM(FOLLOW_GAP_MM) &&
           at.across < DW_BODY_SIZE && at.across > -DW_BODY_SIZE;
}

/* Within 45 degrees. */
static bool is_parallel(dw_vec a, dw_vec b)
{
    const int64_t along = dw_dot(a, b);
    const int64_t across = dw_cross(a, b);
    return along > 0 && across <= along && -across <= along;
}

void dw_traffic_look(dw_traffic *traffic, const dw_percepts *percepts, uint16_t self, dw_vec way,
                     bool keep_right, bool overtakes)
{
    traffic->follows = false;
    traffic->follows_waiting = false;
    traffic->head_on = false;
    traffic->near = 0;
    traffic->solid_count = 0;
    traffic->body_count = 0;
    if (way.x == 0 && way.y == 0) {
        way = direction_of(percepts->heading_bam);
    }
    const int64_t sight = DW_MM((int64_t)SIGHT_MM);
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        const dw_vec offset = dw_vec_sub(other->position, percepts->position);
        if (dw_dot(offset, offset) > sight * sight || traffic->body_count == DW_NAV_EXTRA_MAX) {
            continue;
        }
        traffic->bodies[traffic->body_count++] = dw_rect_around(other->position, DW_BODY_HALF);
        const dw_vec his_way = moves(other) ? other->step : direction_of(other->heading_bam);
        const dw_vec back = {-offset.x, -offset.y};
        const bool mutual = is_in_front(his_way, back) && self < other->guard;
        if (!mutual && is_parallel(his_way, way) &&
            (moves(other) || (other->waiting && !overtakes))) {
            if (is_in_front(way, offset)) {
                traffic->follows = true;
                traffic->follows_waiting = traffic->follows_waiting || other->waiting;
            }
            continue; /* He goes on, or so will the queue. */
        }
        dw_rect solid = dw_rect_around(other->position, DW_BODY_HALF);
        const bool comes = dw_dot(his_way, way) <= 0 && dw_dot(way, offset) > 0;
        if (comes && keep_right) {
            solid = widened_left(solid, way);
        }
        traffic->head_on = traffic->head_on || (comes && moves(other));
        traffic->solids[traffic->solid_count++] = solid;
        traffic->near++;
    }
}

static bool within(dw_vec a, dw_vec b, int32_t distance)
{
    return dw_rect_holds_closed(dw_rect_around(a, distance), b);
}

void dw_traffic_add_intruders(dw_traffic *traffic, const dw_percepts *percepts, dw_vec goal)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_vec place = percepts->intruders[i].position;
        if (traffic->body_count == DW_NAV_EXTRA_MAX || within(place, goal, DW_BODY_SIZE) ||
            !within(place, percepts->position, 2 * DW_BODY_SIZE + DW_MM(TICK_TRAVEL_MM))) {
            continue;
        }
        const dw_rect body = dw_rect_around(place, DW_BODY_HALF);
        traffic->bodies[traffic->body_count++] = body;
        traffic->solids[traffic->solid_count++] = body;
        traffic->near++;
    }
}
