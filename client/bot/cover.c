#include "client/bot/cover.h"

#include "common/world/light.h"

enum {
    LIT_PRICE = DW_ROADMAP_PRICE_ONE / 4,  /* In full light, */
    LOUD_PRICE = DW_ROADMAP_PRICE_ONE / 4, /* and on the loudest floor. */
    SOFTEST_DB10 = -100,
    LOUDEST_DB10 = 100
};

static uint32_t light_at(const dw_roadmap *roadmap, const dw_bot_view *view, uint16_t node)
{
    const dw_roadmap_node *here = &roadmap->nodes[node];
    return (uint32_t)dw_light_at(roadmap->map, &view->doors, view->snapshot->worked, here->position,
                                 here->room);
}

uint32_t dw_cover_gain_percent(const dw_roadmap *roadmap, const dw_bot_view *view, uint16_t node)
{
    return view->rules->light == 0
               ? 100
               : (uint32_t)dw_light_gain_percent((int32_t)light_at(roadmap, view, node));
}

uint32_t dw_cover_price(const dw_roadmap *roadmap, const dw_bot_view *view, uint16_t node)
{
    uint32_t price = 0;
    if (view->rules->light != 0) {
        price += (LIT_PRICE * light_at(roadmap, view, node) + DW_LIGHT_MAX / 2) / DW_LIGHT_MAX;
    }
    if (view->rules->hearing != 0) {
        const dw_floor floor = (dw_floor)roadmap->map->rooms[roadmap->nodes[node].room].floor;
        const int32_t loud = dw_floor_loudness_db10(floor);
        const int32_t range = LOUDEST_DB10 - SOFTEST_DB10;
        price += (uint32_t)((LOUD_PRICE * (loud - SOFTEST_DB10) + range / 2) / range);
    }
    return price;
}
