#include "server/sim/noticed.h"

#include "server/sim/stimulus.h"

#include <string.h>

static uint8_t to_u8(int32_t value)
{
    return value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : (uint8_t)value;
}

/* Steps of one body come from a little further each time. */
static bool goes_on(const dw_noticed_noise *before, const dw_noticed_noise *now)
{
    const int64_t apart = DW_MM((before->error_dm + now->error_dm) * INT64_C(100) + 1500);
    return before->alarm == now->alarm && now->tick - before->tick <= DW_NOTICED_SAME_TICKS &&
           dw_distance_squared(before->place, now->place) <= apart * apart;
}

static void keep(dw_noticed *noticed, const dw_noticed_noise *noise)
{
    uint32_t at = 0;
    while (at < noticed->noise_count && !goes_on(&noticed->noises[at], noise)) {
        at++;
    }
    if (at == noticed->noise_count) {
        at = at < DW_MIND_NOISES_MAX ? at : DW_MIND_NOISES_MAX - 1; /* The oldest goes. */
        noticed->noise_count = (uint8_t)(at + 1);
    }
    memmove(&noticed->noises[1], &noticed->noises[0], at * sizeof noticed->noises[0]);
    noticed->noises[0] = *noise;
}

void dw_noticed_take(dw_noticed *noticed, const dw_percepts *percepts)
{
    for (uint32_t i = percepts->stimulus_count; i-- > 0;) { /* The strongest becomes the newest. */
        const dw_stimulus *stimulus = &percepts->stimuli[i];
        const dw_noticed_noise noise = {.alarm = stimulus->is_alarm,
                                        .level_db = to_u8(stimulus->strength / 10),
                                        .error_dm = to_u8((stimulus->error_mm + 99) / 100),
                                        .tick = percepts->tick,
                                        .place = stimulus->position};
        if (!stimulus->from_own_side || stimulus->is_alarm) {
            keep(noticed, &noise);
        }
    }
    noticed->switches = (noticed->switches & ~percepts->signs.switches) | percepts->signs.worked;
}

void dw_noticed_explain(const dw_noticed *noticed, uint32_t tick, dw_mind_view *view)
{
    view->noise_count = 0;
    for (uint32_t i = 0; i < noticed->noise_count; i++) {
        const dw_noticed_noise *noise = &noticed->noises[i];
        if (tick - noise->tick <= DW_NOTICED_TICKS) {
            view->noises[view->noise_count++] = (dw_mind_noise){.alarm = noise->alarm ? 1 : 0,
                                                                .level_db = noise->level_db,
                                                                .error_dm = noise->error_dm,
                                                                .tick = noise->tick,
                                                                .place = noise->place};
        }
    }
    view->switches = noticed->switches;
}

bool dw_noticed_is_sound(const dw_noticed *noticed, const dw_map *map)
{
    bool sound = (noticed->switches & ~dw_map_switches(map)) == 0;
    for (uint32_t i = 0; i < noticed->noise_count; i++) {
        sound = sound && dw_rect_holds_closed(map->bounds, noticed->noises[i].place);
    }
    return sound;
}
