#include "client/view/pages/chat_command.h"

#include "common/base/check.h"
#include "common/base/lookalike.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = DW_INTRUDERS_MAX + DW_SPEAKERS_MAX + DW_MUTES_MAX };

/* Those that a name may mean, each once. */
typedef struct names {
    uint32_t count;
    const char *name[NAMES_MAX];
} names;

static void note(dw_chat_command *out, const char *format, ...) DW_PRINTF(2, 3);

static void note(dw_chat_command *out, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(out->note, sizeof out->note, format, list);
    va_end(list);
}

static void add_name(names *to, const char *name)
{
    for (uint32_t i = 0; i < to->count; i++) {
        if (strcmp(to->name[i], name) == 0) {
            return;
        }
    }
    DW_CHECK(to->count < NAMES_MAX);
    to->name[to->count++] = name;
}

static void add_roster(names *to, const dw_round *round)
{
    for (uint32_t i = 0; round != NULL && i < round->roster_count; i++) {
        add_name(to, round->roster[i].name);
    }
}

/* The one name that `text` means. NULL: the note says why. */
static const char *choose(const names *from, const char *text, const char *missing,
                          dw_chat_command *out)
{
    const char *found[2] = {NULL, NULL};
    uint32_t count = 0;
    for (int way = 0; count == 0 && way < DW_NAME_WAYS; way++) {
        for (uint32_t n = 0; n < from->count; n++) {
            if (dw_name_fits((dw_name_way)way, from->name[n], text)) {
                found[count < 2 ? count : 1] = from->name[n];
                count++;
            }
        }
    }
    if (count == 0) {
        note(out, missing, text);
    } else if (count > 1) {
        note(out, "\"%s\" can be %s or %s. Write the whole name.", text, found[0], found[1]);
    }
    return count == 1 ? found[0] : NULL;
}

static void list_muted(dw_chat_command *out, const dw_mutes *mutes)
{
    size_t used = 0;
    note(out, "Nobody is muted. /mute NAME hides what NAME writes.");
    for (uint32_t i = 0; i < mutes->muted_count && used < sizeof out->note; i++) {
        const int length = snprintf(out->note + used, sizeof out->note - used, "%s%s",
                                    i == 0 ? "Muted: " : ", ", mutes->muted[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

static uint8_t slot_of(const dw_round *round, const char *name)
{
    for (uint32_t i = 0; round != NULL && i < round->roster_count; i++) {
        if (strcmp(round->roster[i].name, name) == 0) {
            return round->roster[i].slot;
        }
    }
    return DW_SLOT_NONE;
}

static void mute(dw_chat_command *out, dw_mutes *mutes, const dw_chat_place *place,
                 const char *text)
{
    names all = {.count = 0};
    add_roster(&all, place->round);
    for (uint32_t i = 0; i < mutes->speaker_count; i++) {
        add_name(&all, mutes->speakers[i]);
    }
    if (text[0] == '\0') {
        list_muted(out, mutes);
        return;
    }
    if (dw_name_fits(DW_NAME_LOOKS, "server", text)) {
        note(out, "The server cannot be muted.");
        return;
    }
    const char *name = choose(&all, text, "Nobody here is called \"%s\".", out);
    if (name == NULL) {
        return;
    }
    if (place->own_slot != DW_SLOT_NONE && slot_of(place->round, name) == place->own_slot) {
        note(out, "%s is you.", name);
    } else if (dw_mutes_add(mutes, name) != DW_OK) {
        note(out, "%d players are already muted: /unmute one of them first.", DW_MUTES_MAX);
    } else {
        note(out, "You no longer see what %s writes. /unmute %s undoes it.", name, name);
    }
}

static void unmute(dw_chat_command *out, dw_mutes *mutes, const char *text)
{
    char kept[DW_PLAYER_NAME_MAX + 1];
    names all = {.count = 0};
    for (uint32_t i = 0; i < mutes->muted_count; i++) {
        add_name(&all, mutes->muted[i]);
    }
    if (text[0] == '\0') {
        list_muted(out, mutes);
        return;
    }
    const char *name = choose(&all, text, "\"%s\" is not muted.", out);
    if (name == NULL) {
        return;
    }
    (void)snprintf(kept, sizeof kept, "%s", name); /* It leaves the list that it stands in. */
    const bool was_muted = dw_mutes_remove(mutes, kept);
    DW_CHECK(was_muted);
    note(out, "You see what %s writes again.", kept);
}

static bool is_on(const dw_vote_state *vote)
{
    return vote != NULL && vote->phase == DW_VOTE_ON;
}

static void call_vote(dw_chat_command *out, const dw_chat_place *place, const char *text)
{
    names all = {.count = 0};
    add_roster(&all, place->round);
    if (text[0] == '\0') {
        note(out, "/vote NAME calls a vote to send NAME away.");
        return;
    }
    if (is_on(place->vote)) {
        note(out, "A vote is already running: write /yes or /no.");
        return;
    }
    const char *name = choose(&all, text, "No player here is called \"%s\".", out);
    if (name == NULL) {
        return;
    }
    out->slot = slot_of(place->round, name);
    if (out->slot == place->own_slot) {
        note(out, "%s is you.", name);
        return;
    }
    out->deed = DW_CHAT_CALL_VOTE;
    note(out, "You ask for a vote on %s. Each player may ask once a minute.", name);
}

static void vote(dw_chat_command *out, const dw_chat_place *place, bool yes)
{
    if (!is_on(place->vote)) {
        note(out, "No vote is running. /vote NAME calls one.");
    } else if (place->own_slot == DW_SLOT_NONE) {
        note(out, "Only players can vote.");
    } else if (place->own_slot == place->vote->accused) {
        note(out, "The vote is about you, so you cannot take part.");
    } else {
        out->deed = yes ? DW_CHAT_VOTE_YES : DW_CHAT_VOTE_NO;
        note(out, "You vote %s. Your first vote counts.", yes ? "yes" : "no");
    }
}

static void admin(dw_chat_command *out, const char *rest)
{
    if (rest[0] == '\0') {
        note(out, "/admin COMMAND is for players with rights. /admin help lists the commands.");
        return;
    }
    out->deed = DW_CHAT_ADMIN;
    out->rest = rest;
    note(out, "/admin %s", rest);
}

void dw_chat_command_read(dw_chat_command *out, dw_mutes *mutes, const dw_chat_place *place,
                          const char *line)
{
    *out = (dw_chat_command){.deed = DW_CHAT_SAY, .slot = DW_SLOT_NONE};
    if (line[0] != '/') {
        return;
    }
    out->deed = DW_CHAT_NOTHING;
    const size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    char word[16];
    (void)snprintf(word, sizeof word, "%.*s", (int)length, line);
    if (strcasecmp(word, "/mute") == 0) {
        mute(out, mutes, place, rest);
    } else if (strcasecmp(word, "/unmute") == 0) {
        unmute(out, mutes, rest);
    } else if (strcasecmp(word, "/vote") == 0) {
        call_vote(out, place, rest);
    } else if (strcasecmp(word, "/yes") == 0 || strcasecmp(word, "/no") == 0) {
        vote(out, place, strcasecmp(word, "/yes") == 0);
    } else if (strcasecmp(word, "/admin") == 0) {
        admin(out, rest);
    } else {
        note(out, "Unknown command. Commands: /mute, /unmute, /vote, /yes, /no, /admin.");
    }
}
