#include "client/view/end_text.h"

#include "client/view/texts/say.h"

#include <stdio.h>

void dw_end_text(const dw_client *client, char text[DW_END_TEXT])
{
    static const dw_say_id losses[DW_CLIENT_LOSS_COUNT] = {
        [DW_CLIENT_LOSS_NO_ANSWER] = DW_SAY_LOSS_NO_ANSWER,
        [DW_CLIENT_LOSS_NO_ANSWER_WITHIN] = DW_SAY_LOSS_NO_ANSWER_WITHIN,
        [DW_CLIENT_LOSS_JOIN_UNANSWERED] = DW_SAY_LOSS_JOIN_UNANSWERED,
        [DW_CLIENT_LOSS_NOT_BACK] = DW_SAY_LOSS_NOT_BACK,
        [DW_CLIENT_LOSS_NO_ROOM] = DW_SAY_LOSS_NO_ROOM,
        [DW_CLIENT_LOSS_BROKE] = DW_SAY_LOSS_BROKE};
    uint32_t waited_s = 0;
    const dw_client_loss loss = dw_client_loss_of(client, &waited_s);
    const dw_client_end end = dw_client_get_end(client);
    const dw_reason reason = dw_client_reason(client);
    const uint32_t version = dw_client_other_version(client);
    const char *said = dw_client_end_said(client);
    char why[DW_END_TEXT];
    if (version != 0) {
        dw_say_into(text, DW_END_TEXT,
                    version > DW_PROTOCOL_VERSION ? DW_SAY_SERVER_NEWER : DW_SAY_SERVER_OLDER,
                    DW_N(version), DW_N(DW_PROTOCOL_VERSION));
    } else if (end == DW_CLIENT_END_REFUSED || end == DW_CLIENT_END_KICKED) {
        (void)snprintf(why, sizeof why, said[0] != '\0' ? "%s (%s)" : "%s%s", dw_say_reason(reason),
                       said);
        dw_say_into(text, DW_END_TEXT,
                    end == DW_CLIENT_END_REFUSED ? DW_SAY_END_REFUSED : DW_SAY_END_SENT_AWAY,
                    DW_S(why));
    } else if (end == DW_CLIENT_END_PROTOCOL) {
        dw_say_into(text, DW_END_TEXT, DW_SAY_END_PROTOCOL, DW_S(dw_client_end_text(client)));
    } else if (end == DW_CLIENT_END_LOST && loss != DW_CLIENT_LOSS_GAVE_UP) {
        dw_say_into(text, DW_END_TEXT, losses[loss], DW_N(waited_s));
    } else {
        (void)snprintf(text, DW_END_TEXT, "%s", dw_client_end_text(client));
    }
}
