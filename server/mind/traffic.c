#include "server/mind/traffic.h"

enum {
    SIGHT_MM = 2500,     /* Guards beyond this distance do not matter yet. */
    FOLLOW_GAP_MM = 250, /* Distance kept to a guard in front. */
    TICK_TRAVEL_MM = 60, /* Of the fastest guard. */
    LEFT_SHARE_MM = 1500 /* Keep-out width on the left of an oncoming guard. */
};

/* The square, widened to the left of `direction`, which is rounded to a quarter turn. */
static dw_rect widened_left(dw_rect body, dw_vec direction)
{
    const int32_t more = DW_MM(LEFT_SHARE_MM);
    const int32_t wide = direction.x < 0 ? -direction.x : direction.x;
    const int32_t high = direction.y < 0 ? -direction.y : direction.y;
    if (wide >= high) {
        body.min.y -= direction.x > 0 ? more : 0; /* East: left is up. */
        body.max.y += direction.x > 0 ? 0 : more;
    } else {
        body.max.x += direction.y > 0 ? more : 0; /* South: left is east. */
        body.min.x -= direction.y > 0 ? 0 : more;
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

/* `offset` leads to a body in front of one that goes in `direction`, less than a gap away.
 * `apart`: between the centres when the two bodies touch. */
static bool is_in_front(dw_vec direction, dw_vec offset, int32_t apart)
{
    const int64_t length = (int64_t)dw_isqrt((uint64_t)dw_dot(direction, direction));
    const int64_t along = dw_dot(direction, offset) / length;
    const int64_t across = dw_cross(direction, offset) / length;
    return along > 0 && along < apart + DW_MM(FOLLOW_GAP_MM) && across < apart && across > -apart;
}

/* Within 45 degrees. */
static bool is_parallel(dw_vec a, dw_vec b)
{
    const int64_t along = dw_dot(a, b);
    const int64_t across = dw_cross(a, b);
    return along > 0 && across <= along && -across <= along;
}

/* Whether the path has to lead round `other`; if not, it goes on, or the queue it stands in will.
 */
static bool is_obstacle(dw_traffic *traffic, const dw_traffic_view *view, dw_vec direction,
                        const dw_percept_guard *other, dw_vec other_direction, dw_vec offset)
{
    const dw_vec back = {-offset.x, -offset.y};
    const int32_t apart = view->half + other->half;
    const bool mutual = is_in_front(other_direction, back, apart) && view->self < other->guard;
    if (mutual || !is_parallel(other_direction, direction) ||
        (!moves(other) && (!other->waiting || view->overtakes))) {
        return true;
    }
    if (is_in_front(direction, offset, apart)) {
        traffic->follows = true;
        traffic->follows_waiting = traffic->follows_waiting || other->waiting;
    }
    return false;
}

static void add_guard(dw_traffic *traffic, const dw_traffic_view *view, dw_vec direction,
                      const dw_percept_guard *other, dw_vec offset)
{
    dw_rect solid = dw_rect_around(other->position, other->half);
    traffic->bodies[traffic->body_count++] = solid;
    const dw_vec other_direction = moves(other) ? other->step : direction_of(other->heading_bam);
    if (!is_obstacle(traffic, view, direction, other, other_direction, offset)) {
        return;
    }
    const bool comes = dw_dot(other_direction, direction) <= 0 && dw_dot(direction, offset) > 0;
    if (comes && view->keeps_right) {
        solid = widened_left(solid, direction);
    }
    traffic->head_on = traffic->head_on || (comes && moves(other));
    traffic->solids[traffic->solid_count++] = solid;
    traffic->near++;
}

static bool within(dw_vec a, dw_vec b, int32_t distance)
{
    return dw_rect_holds_closed(dw_rect_around(a, distance), b);
}

static void add_intruders(dw_traffic *traffic, const dw_percepts *percepts, dw_vec goal)
{
    const int32_t apart = traffic->half + DW_BODY_HALF;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_vec place = percepts->intruders[i].position;
        if (traffic->body_count == DW_NAV_EXTRA_MAX || within(place, goal, apart) ||
            !within(place, percepts->position, apart + DW_BODY_SIZE + DW_MM(TICK_TRAVEL_MM))) {
            continue;
        }
        const dw_rect body = dw_rect_around(place, DW_BODY_HALF);
        traffic->bodies[traffic->body_count++] = body;
        traffic->solids[traffic->solid_count++] = body;
        traffic->near++;
    }
}

void dw_traffic_look(dw_traffic *traffic, const dw_percepts *percepts, const dw_traffic_view *view)
{
    traffic->follows = false;
    traffic->follows_waiting = false;
    traffic->head_on = false;
    traffic->near = 0;
    traffic->half = view->half;
    traffic->solid_count = 0;
    traffic->body_count = 0;
    const bool stands = view->direction.x == 0 && view->direction.y == 0;
    const dw_vec direction = stands ? direction_of(percepts->heading_bam) : view->direction;
    const int64_t sight = DW_MM((int64_t)SIGHT_MM);
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_vec offset = dw_vec_sub(percepts->guards[i].position, percepts->position);
        if (percepts->guards[i].half > 0 && dw_dot(offset, offset) <= sight * sight &&
            traffic->body_count < DW_NAV_EXTRA_MAX) {
            add_guard(traffic, view, direction, &percepts->guards[i], offset);
        }
    }
    add_intruders(traffic, percepts, view->goal);
}

bool dw_traffic_is_near(const dw_traffic *traffic, dw_vec position, int32_t distance)
{
    const dw_rect near = dw_rect_around(position, traffic->half + distance);
    for (uint32_t i = 0; i < traffic->body_count; i++) {
        if (dw_rect_overlaps(near, traffic->bodies[i])) {
            return true;
        }
    }
    return false;
}
