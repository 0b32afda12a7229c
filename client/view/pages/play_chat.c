/* play_chat.c - the part of play.h in which a person types. */
#include "client/view/pages/chat_command.h"
#include "client/view/pages/play.h"

static void send_line(dw_play *play, dw_client *client, const char *text)
{
    const dw_welcome *welcome = dw_client_welcome(client);
    const dw_chat_place place = {.round = dw_client_round(client),
                                 .vote = dw_client_vote(client),
                                 .choices = dw_client_choices(client),
                                 .own_slot = welcome != NULL ? welcome->slot : DW_SLOT_NONE};
    dw_chat_command command;
    dw_chat_command_read(&command, &play->mutes, &place, text);
    switch ((dw_chat_deed)command.deed) {
    case DW_CHAT_SAY:
        dw_client_chat(client, text);
        return;
    case DW_CHAT_CALL_VOTE:
        dw_client_call_vote(client, command.slot);
        break;
    case DW_CHAT_VOTE_YES:
    case DW_CHAT_VOTE_NO:
        dw_client_say_vote(client, command.deed == DW_CHAT_VOTE_YES);
        break;
    case DW_CHAT_ADMIN:
        dw_client_admin(client, command.rest);
        break;
    case DW_CHAT_NOTHING:
        break;
    }
    for (uint32_t i = 0; i < play->mutes.muted_count; i++) {
        dw_feed_hide_chat(&play->feed, play->mutes.muted[i]);
    }
    dw_feed_note(&play->feed, command.note, play->seconds);
}

void dw_play_chat_key(dw_play *play, dw_client *client, SDL_Scancode key)
{
    char text[DW_FIELD_BYTES_MAX];
    switch (key) {
    case SDL_SCANCODE_RETURN:
    case SDL_SCANCODE_KP_ENTER:
        if (dw_field_trimmed(&play->chat, text)) {
            send_line(play, client, text);
        }
        play->chatting = false;
        break;
    case SDL_SCANCODE_ESCAPE:
        play->chatting = false;
        break;
    case SDL_SCANCODE_BACKSPACE:
        dw_field_erase(&play->chat);
        break;
    default:
        break;
    }
}
