/* order_watch.c - a guard does not say that it has arrived. It has when it is near the position to
 * which it was under way, or when it goes on to another one under the same order: through the door
 * into the room. */
#include "server/lab/order_watch.h"

#include <string.h>

enum {
    EFFECT_TICKS = 20 * DW_TICKS_PER_SECOND,
    ARRIVED_MM = 700,    /* A guard that is as near in its room has arrived (RULES.md 6.14). */
    PLANNING_TICKS = 60, /* A guard without a path after this time needs none. */
};

void dw_order_watch_reset(dw_order_watch *watch)
{
    *watch = (dw_order_watch){.of = {{.open = false}}};
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        watch->paths[s].now = DW_NONE;
        watch->paths[s].before = DW_NONE;
    }
}

static void end(dw_watched_order *order, dw_match_row *row, dw_order_end how)
{
    dw_match_row_add_order(row, (dw_order_kind)order->kind, how);
    order->open = false;
}

void dw_order_watch_rooms(dw_order_watch *watch, const dw_world *world)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_actor *intruder = dw_intruder_actor(world, s);
        watch->paths[s].turned = false;
        if (dw_is_present(intruder) && intruder->room != DW_NONE &&
            intruder->room != watch->paths[s].now) {
            watch->paths[s].turned = intruder->room == watch->paths[s].before;
            watch->paths[s].before = watch->paths[s].now;
            watch->paths[s].now = intruder->room;
        }
    }
}

static bool sees(const dw_percepts *percepts, uint8_t slot)
{
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        if (percepts->intruders[i].slot == slot) {
            return percepts->intruders[i].seen;
        }
    }
    return false;
}

void dw_order_watch_sense(dw_order_watch *watch, dw_match_row *row, const dw_world *world,
                          uint16_t guard, const dw_percepts *percepts)
{
    for (uint8_t h = 0; h < percepts->heard_count; h++) {
        const dw_radio_message *message = &percepts->heard[h];
        if (message->kind == DW_RADIO_REPORT) {
            watch->reports[message->id % DW_WATCHED_REPORTS].id = message->id;
            watch->reports[message->id % DW_WATCHED_REPORTS].slot = message->slot;
        }
    }
    dw_watched_order *order = &watch->of[guard];
    if (!order->open || order->slot == DW_SLOT_NONE) {
        return;
    }
    if (sees(percepts, order->slot)) {
        end(order, row, order->arrived ? DW_ORDER_SEEN : DW_ORDER_MET);
    } else if (order->arrived && watch->paths[order->slot].turned) {
        end(order, row, DW_ORDER_TURNED);
    } else if (world->outcome == DW_OUTCOME_NONE &&
               !dw_is_present(dw_intruder_actor(world, order->slot))) {
        end(order, row, DW_ORDER_DROPPED);
    } else if (order->arrived && world->tick - order->arrival_tick >= EFFECT_TICKS) {
        end(order, row, DW_ORDER_EMPTY);
    }
}

/* DW_ORDER_KIND_COUNT: the guard has no order. */
static dw_order_kind kind_of(const dw_mind_view *view)
{
    if (view->cause != DW_CAUSE_MESSAGE || view->room == DW_NONE) {
        return DW_ORDER_KIND_COUNT;
    }
    if (strcmp(view->goal, "lie in wait") == 0) {
        return DW_ORDER_WAIT;
    }
    if (strcmp(view->goal, "intercept") == 0) {
        return view->door == DW_NONE ? DW_ORDER_GO : DW_ORDER_INTERCEPT;
    }
    return DW_ORDER_KIND_COUNT;
}

static bool is_at(const dw_world *world, uint16_t guard, dw_vec target)
{
    const int64_t near = DW_MM((int64_t)ARRIVED_MM);
    return dw_distance_squared(dw_guard_actor(world, guard)->body.position, target) <= near * near;
}

static void arrive(dw_watched_order *order, dw_match_row *row, uint32_t tick)
{
    dw_match_row_add_order(row, (dw_order_kind)order->kind, DW_ORDER_ARRIVED);
    order->arrived = true;
    order->arrival_tick = tick;
}

/* A claim of another guard re-aims an order; the intruder stays the same. */
static uint8_t slot_of(const dw_order_watch *watch, uint8_t before, const dw_mind_view *view)
{
    const uint32_t at = view->cause_id % DW_WATCHED_REPORTS;
    return watch->reports[at].id == view->cause_id ? watch->reports[at].slot : before;
}

static void begin(dw_watched_order *order, dw_match_row *row, dw_order_kind kind, uint8_t slot,
                  const dw_mind_view *view)
{
    *order = (dw_watched_order){.open = true,
                                .kind = (uint8_t)kind,
                                .slot = slot,
                                .room = view->room,
                                .door = view->door,
                                .since = view->since,
                                .target = view->target};
    dw_match_row_add_order(row, kind, DW_ORDER_GIVEN);
}

static void go_on(dw_watched_order *order, dw_match_row *row, const dw_world *world, uint16_t guard,
                  const dw_mind_view *view)
{
    if (order->set_out && !dw_vec_equal(order->target, view->target)) {
        arrive(order, row, world->tick); /* And goes on from there. */
        return;
    }
    order->target = view->target;
    order->set_out = order->set_out || view->path_count > 0;
    if ((order->set_out || world->tick - order->since >= PLANNING_TICKS) &&
        is_at(world, guard, order->target)) {
        arrive(order, row, world->tick);
    }
}

void dw_order_watch_look(dw_order_watch *watch, dw_match_row *row, const dw_world *world,
                         const dw_mind_view *view)
{
    const uint16_t guard = (uint16_t)(view->body - 1);
    dw_watched_order *order = &watch->of[guard];
    const dw_order_kind kind = kind_of(view);
    if (kind == DW_ORDER_KIND_COUNT) {
        if (order->open && !order->arrived) {
            if (order->set_out && is_at(world, guard, order->target)) {
                arrive(order, row, world->tick); /* And searches already. */
            } else {
                end(order, row, DW_ORDER_DROPPED);
            }
        }
        return;
    }
    const bool known = order->since == view->since && order->room == view->room &&
                       order->door == view->door && order->kind == kind;
    if (!known) {
        if (order->open) {
            end(order, row, DW_ORDER_REAIMED);
        }
        const uint8_t before = order->since > 0 ? order->slot : (uint8_t)DW_SLOT_NONE;
        begin(order, row, kind, slot_of(watch, before, view), view);
    }
    if (order->open && !order->arrived) {
        go_on(order, row, world, guard, view);
    }
}

void dw_order_watch_finish(dw_order_watch *watch, dw_match_row *row)
{
    for (uint32_t g = 0; g < DW_GUARDS_MAX; g++) {
        if (watch->of[g].open) {
            end(&watch->of[g], row, DW_ORDER_OVER);
        }
    }
}
