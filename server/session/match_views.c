/* match_views.c - what a spectator of a recorded round is shown, who has chosen the view of one
 * body (message 10), and which messages do not fit it. */
#include "server/session/match_state.h"
#include "server/session/playback/played_round.h"

uint8_t dw_match_view_of(const dw_match *match, uint32_t spectator)
{
    return match->config.playback != NULL ? match->config.playback->viewers[spectator].view
                                          : (uint8_t)DW_PLAYBACK_VIEW_ALL;
}

/* Whether the intruder could know of it. Calls by radio and what happens to the team reach every
 * player. */
static bool slot_knows(dw_match *match, uint8_t slot, const dw_client_event *event)
{
    dw_playback_eyes *eyes = &match->config.playback->eyes;
    const dw_vec origin = match->config.map->bounds.min;
    switch ((dw_client_event_kind)event->kind) {
    case DW_CLIENT_EVENT_BARK:
        return dw_playback_eyes_see_guard(eyes, slot, (uint16_t)(event->a - 1));
    case DW_CLIENT_EVENT_DOOR:
        return dw_playback_eyes_see_door(eyes, slot, event->a);
    case DW_CLIENT_EVENT_THROWN:
        return event->a % 16 == slot ||
               dw_playback_eyes_see_point(eyes, slot,
                                          (dw_vec){dw_snapshot_restore(event->b, origin.x),
                                                   dw_snapshot_restore(event->c, origin.y)});
    default:
        return true;
    }
}

bool dw_match_withholds(dw_match *match, uint32_t spectator, const dw_message *message)
{
    const dw_connection *connection = &match->spectators[spectator].connection;
    const uint8_t view = dw_match_view_of(match, spectator);
    if (message->type == DW_MESSAGE_MIND) {
        /* Minds are unreliable, so that they could overtake the message of another map. */
        return connection->map_told_tick != 0 ||
               (view != DW_PLAYBACK_VIEW_ALL &&
                view + 1 != DW_PLAYBACK_VIEW_GUARDS + message->as.mind.body);
    }
    return message->type == DW_MESSAGE_EVENT && view >= DW_PLAYBACK_VIEW_SLOTS &&
           view < DW_PLAYBACK_VIEW_GUARDS &&
           !slot_knows(match, (uint8_t)(view - DW_PLAYBACK_VIEW_SLOTS), &message->as.event);
}
