#include "client/view/pages/detected.h"

#include "client/core/kind_text.h"
#include "client/view/model/hud_text.h"
#include "client/view/model/torches.h"
#include "client/view/texts/say.h"

void dw_detected_say(dw_feed *feed, const dw_client *client, const dw_drawn_world *world,
                     uint8_t guard, double now)
{
    const dw_welcome *welcome = dw_client_welcome(client);
    const dw_map *map = dw_client_map(client);
    const dw_drawn_body *body = dw_drawn_body_find(world, guard);
    if (body == NULL || welcome == NULL || map == NULL) {
        dw_feed_notice(feed, DW_TONE_BAD, now, dw_say(DW_SAY_SEEN));
        return;
    }
    const dw_own_senses own =
        dw_torches_on_own(dw_client_own_senses(client), map, &welcome->rules, world);
    const dw_kind *kind = dw_drawn_kind(world, &welcome->rules, body);
    dw_feed_detected(feed, dw_say_kind(dw_kind_name_of(world, body)), (dw_kind_look)kind->look,
                     own.sees_light && dw_hud_light_stage(&own) == DW_HUD_STAGE_MAX, now);
}
