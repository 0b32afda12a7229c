#include "server/lab/route_excess.h"

#include "common/base/check.h"

#include <math.h>

static const double MUCH = 0.03;

dw_vec dw_route_excess_draw_point(const dw_route_excess_order *order, dw_rng *rng, dw_rect area)
{
    const dw_nav_query query = {.room = DW_NONE};
    dw_vec p;
    do {
        p.x = dw_rng_between(rng, area.min.x, area.max.x - 1);
        p.y = dw_rng_between(rng, area.min.y, area.max.y - 1);
    } while (!dw_nav_free(order->nav, &query, p));
    return p;
}

void dw_route_excess_draw_weights(const dw_route_excess_order *order, dw_rng *rng,
                                  dw_route_weights *weights)
{
    dw_route_weights_reset(weights);
    for (uint32_t room = 0; room < order->map->room_count; room++) {
        const double share = dw_rng_below(rng, 1001) / 1000.0;
        weights->rooms[room] =
            (uint16_t)(DW_ROUTE_FACTOR_ONE * order->low * pow(order->high / order->low, share));
    }
    for (uint32_t door = 0; door < order->map->door_count; door++) {
        const bool costs = dw_rng_below(rng, 4) == 0;
        weights->doors[door] = costs ? (int32_t)dw_rng_below(rng, DW_MM(5000)) : 0;
    }
}

static double cost_of_path(const dw_route_excess_order *order, const dw_route_weights *chosen_by,
                           const dw_route_weights *weights, dw_vec from, dw_vec to)
{
    dw_nav_path path;
    dw_nav_corridor corridor;
    dw_nav_query query = {.from = from, .to = to, .room = DW_NONE};
    dw_nav_choose_rooms(order->nav, order->search, chosen_by, &query, &corridor);
    const dw_nav_result result = dw_nav_find(order->nav, order->search, &query, &path);
    DW_CHECK(result == DW_NAV_FOUND); /* A map joins all its rooms. */
    return dw_route_cost(order->map, weights, &path);
}

static void add_pair(dw_route_excess *sum, double share, double plain)
{
    sum->worst = share > sum->worst ? share : sum->worst;
    sum->least = share < sum->least ? share : sum->least;
    sum->above += share > MUCH ? 1 : 0;
    sum->sum += share;
    sum->plain += plain;
    sum->pairs++;
}

static dw_status add_pairs(const dw_route_excess_order *order, const dw_route_weights *weights,
                           const dw_vec *ends, dw_route_excess *sum)
{
    const uint32_t rooms = order->map->room_count;
    dw_route_oracle *oracle = DW_ARENA_NEW(order->arena, dw_route_oracle);
    if (oracle == NULL || dw_route_oracle_create(oracle, order->arena, order->map, order->nav, ends,
                                                 rooms) != DW_OK) {
        return DW_MEMORY;
    }
    double *costs = DW_ARENA_ARRAY(order->arena, double, oracle->node_count);
    if (costs == NULL) {
        return DW_MEMORY;
    }
    for (uint32_t from = 0; from < rooms; from++) {
        dw_route_oracle_costs(oracle, weights, from, costs);
        for (uint32_t to = 0; to < rooms; to++) {
            if (to != from) {
                add_pair(sum,
                         cost_of_path(order, weights, weights, ends[from], ends[to]) / costs[to] -
                             1,
                         cost_of_path(order, NULL, weights, ends[from], ends[to]) / costs[to] - 1);
            }
        }
    }
    return DW_OK;
}

dw_status dw_route_excess_add(const dw_route_excess_order *order, dw_rng *rng, dw_route_excess *sum)
{
    dw_route_weights weights;
    dw_vec ends[DW_ROOMS_MAX];
    const size_t mark = dw_arena_mark(order->arena);
    dw_route_excess_draw_weights(order, rng, &weights);
    for (uint32_t room = 0; room < order->map->room_count; room++) {
        ends[room] = dw_route_excess_draw_point(order, rng, order->map->rooms[room].area);
    }
    const dw_status status = add_pairs(order, &weights, ends, sum);
    dw_arena_reset(order->arena, mark);
    return status;
}
