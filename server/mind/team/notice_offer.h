/* notice_offer.h - a guard's offer to look what a device or a guard noticed
 * (server/RULES.md 10.20). Owns: the one offer that stands, and whether another guard has made a
 * lower one. What a guard makes of it is in brains/notices.c. No allocation. */
#ifndef DW_MIND_NOTICE_OFFER_H
#define DW_MIND_NOTICE_OFFER_H

#include "server/mind/think.h"

#define DW_NOTICE_OFFER_FIELDS(X, A, M)                                                            \
    X(u32, deadline) /* Tick; 0: no offer stands. */                                               \
    X(u32, made)     /* When. */                                                                   \
    X(u32, message)  /* Id of the notice. */                                                       \
    X(i32, bid_mm)                                                                                 \
    X(u16, room)                                                                                   \
    X(u8, sender) /* Of the notice. */                                                             \
    X(flag, outbid)

typedef struct dw_notice_offer {
    DW_FIELDS_MEMBERS(DW_NOTICE_OFFER_FIELDS)
} dw_notice_offer;
typedef dw_notice_offer dw_field_notice_offer;

void dw_notice_offer_reset(dw_notice_offer *offer);

/* Another guard's offer about the same room, not older than this one. */
void dw_notice_offer_hear(dw_notice_offer *offer, const dw_think *think,
                          const dw_radio_message *message);

/* A loaded offer names only what the map has. */
bool dw_notice_offer_is_sound(const dw_notice_offer *offer, const dw_map *map);

DW_FIELDS_INLINE(notice_offer, DW_NOTICE_OFFER_FIELDS);

#endif
