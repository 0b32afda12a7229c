#include "server/mind/team/notice_offer.h"

#include "server/mind/team/contract.h"

void dw_notice_offer_reset(dw_notice_offer *offer)
{
    *offer = (dw_notice_offer){.room = DW_NONE};
}

/* An offer that was made before is about an older notice. */
void dw_notice_offer_hear(dw_notice_offer *offer, const dw_think *think,
                          const dw_radio_message *message)
{
    if (message->task == DW_TASK_LOOK && offer->deadline != 0 && message->room == offer->room &&
        message->sent >= offer->made && dw_offer_is_lower(think, message, offer->bid_mm)) {
        offer->outbid = true;
    }
}

bool dw_notice_offer_is_sound(const dw_notice_offer *offer, const dw_map *map)
{
    return dw_is_room_or_none(map, offer->room) && (offer->deadline == 0 || offer->room != DW_NONE);
}

DW_FIELDS_IO(extern, notice_offer, DW_NOTICE_OFFER_FIELDS);
