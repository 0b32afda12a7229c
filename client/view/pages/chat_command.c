#include "client/view/pages/chat_command.h"

#include "client/view/texts/say.h"
#include "common/base/check.h"
#include "common/base/lookalike.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = DW_INTRUDERS_MAX + DW_SPEAKERS_MAX + DW_MUTES_MAX };

/* Those that a name may mean, each once. */
typedef struct names {
    uint32_t count;
    const char *name[NAMES_MAX];
} names;

#define note(out, id, ...) dw_say_into((out)->note, sizeof(out)->note, (id), __VA_ARGS__)

/* The commands, for who mistypes one. */
static const char commands[] = "/mute, /unmute, /vote, /restart, /next, /yes, /no, /admin";

static void note_plain(dw_chat_command *out, dw_say_id id)
{
    (void)snprintf(out->note, sizeof out->note, "%s", dw_say(id));
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
static const char *choose(const names *from, const char *text, dw_say_id missing,
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
        note(out, missing, DW_S(text));
    } else if (count > 1) {
        note(out, DW_SAY_CHAT_AMBIGUOUS, DW_S(text), DW_S(found[0]), DW_S(found[1]));
    }
    return count == 1 ? found[0] : NULL;
}

static void list_muted(dw_chat_command *out, const dw_mutes *mutes)
{
    char names_muted[DW_CHAT_NOTE] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < mutes->muted_count && used < sizeof names_muted; i++) {
        const int length = snprintf(names_muted + used, sizeof names_muted - used, "%s%s",
                                    i == 0 ? "" : ", ", mutes->muted[i]);
        used += length > 0 ? (size_t)length : 0;
    }
    if (used == 0) {
        note_plain(out, DW_SAY_CHAT_NOBODY_MUTED);
    } else {
        note(out, DW_SAY_CHAT_MUTED, DW_S(names_muted));
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
        note_plain(out, DW_SAY_CHAT_MUTE_SERVER);
        return;
    }
    const char *name = choose(&all, text, DW_SAY_CHAT_UNKNOWN_NAME, out);
    if (name == NULL) {
        return;
    }
    if (place->own_slot != DW_SLOT_NONE && slot_of(place->round, name) == place->own_slot) {
        note(out, DW_SAY_CHAT_IS_YOU, DW_S(name));
    } else if (dw_mutes_add(mutes, name) != DW_OK) {
        note(out, DW_SAY_CHAT_MUTES_FULL, DW_N(DW_MUTES_MAX));
    } else {
        note(out, DW_SAY_CHAT_MUTED_NOW, DW_S(name));
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
    const char *name = choose(&all, text, DW_SAY_CHAT_NOT_MUTED, out);
    if (name == NULL) {
        return;
    }
    (void)snprintf(kept, sizeof kept, "%s", name); /* It leaves the list that it stands in. */
    const bool was_muted = dw_mutes_remove(mutes, kept);
    DW_CHECK(was_muted);
    note(out, DW_SAY_CHAT_UNMUTED, DW_S(kept));
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
        note_plain(out, DW_SAY_CHAT_VOTE_USAGE);
        return;
    }
    if (is_on(place->vote)) {
        note_plain(out, DW_SAY_CHAT_VOTE_RUNS);
        return;
    }
    const char *name = choose(&all, text, DW_SAY_CHAT_UNKNOWN_PLAYER, out);
    if (name == NULL) {
        return;
    }
    out->slot = slot_of(place->round, name);
    if (out->slot == place->own_slot) {
        note(out, DW_SAY_CHAT_IS_YOU, DW_S(name));
        return;
    }
    out->deed = DW_CHAT_CALL_VOTE;
    note(out, DW_SAY_CHAT_VOTE_ASKED, DW_S(name));
}

static void call_restart(dw_chat_command *out, const dw_chat_place *place)
{
    if (is_on(place->vote)) {
        note_plain(out, DW_SAY_CHAT_VOTE_RUNS);
    } else if (place->own_slot == DW_SLOT_NONE) {
        note_plain(out, DW_SAY_CHAT_PLAYERS_VOTE);
    } else {
        out->deed = DW_CHAT_CALL_VOTE;
        out->slot = DW_VOTE_RESTART;
        note_plain(out, DW_SAY_CHAT_RESTART_ASKED);
    }
}

static void list_choices(const dw_choices *choices, char list[DW_CHAT_NOTE])
{
    size_t used = 0;
    list[0] = '\0';
    for (uint32_t i = 0; i < choices->count && used < DW_CHAT_NOTE; i++) {
        const int length = snprintf(list + used, DW_CHAT_NOTE - used, "%s%s", i == 0 ? "" : ", ",
                                    choices->names[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

static void call_next(dw_chat_command *out, const dw_chat_place *place, const char *text)
{
    char list[DW_CHAT_NOTE];
    const dw_choices *choices = place->choices;
    if (choices == NULL || choices->count == 0) {
        note_plain(out, DW_SAY_CHAT_NEXT_NONE);
        return;
    }
    list_choices(choices, list);
    if (text[0] == '\0') {
        note(out, DW_SAY_CHAT_NEXT_USAGE, DW_S(list));
        return;
    }
    if (is_on(place->vote) || place->own_slot == DW_SLOT_NONE) {
        note_plain(out, is_on(place->vote) ? DW_SAY_CHAT_VOTE_RUNS : DW_SAY_CHAT_PLAYERS_VOTE);
        return;
    }
    for (uint8_t i = 0; i < choices->count; i++) {
        if (strcasecmp(choices->names[i], text) == 0) {
            out->deed = DW_CHAT_CALL_VOTE;
            out->slot = (uint8_t)(DW_VOTE_CHOICE + i);
            note(out, DW_SAY_CHAT_NEXT_ASKED, DW_S(choices->names[i]));
            return;
        }
    }
    note(out, DW_SAY_CHAT_NEXT_UNKNOWN, DW_S(text), DW_S(list));
}

static void vote(dw_chat_command *out, const dw_chat_place *place, bool yes)
{
    if (!is_on(place->vote)) {
        note_plain(out, DW_SAY_CHAT_NO_VOTE);
    } else if (place->own_slot == DW_SLOT_NONE) {
        note_plain(out, DW_SAY_CHAT_PLAYERS_VOTE);
    } else if (place->own_slot == place->vote->accused) {
        note_plain(out, DW_SAY_CHAT_VOTE_ABOUT_YOU);
    } else {
        out->deed = yes ? DW_CHAT_VOTE_YES : DW_CHAT_VOTE_NO;
        note_plain(out, yes ? DW_SAY_CHAT_VOTED_YES : DW_SAY_CHAT_VOTED_NO);
    }
}

static void admin(dw_chat_command *out, const char *rest)
{
    if (rest[0] == '\0') {
        note_plain(out, DW_SAY_CHAT_ADMIN_USAGE);
        return;
    }
    out->deed = DW_CHAT_ADMIN;
    out->rest = rest;
    (void)snprintf(out->note, sizeof out->note, "/admin %s", rest);
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
    } else if (strcasecmp(word, "/restart") == 0) {
        call_restart(out, place);
    } else if (strcasecmp(word, "/next") == 0) {
        call_next(out, place, rest);
    } else if (strcasecmp(word, "/yes") == 0 || strcasecmp(word, "/no") == 0) {
        vote(out, place, strcasecmp(word, "/yes") == 0);
    } else if (strcasecmp(word, "/admin") == 0) {
        admin(out, rest);
    } else {
        note(out, DW_SAY_CHAT_UNKNOWN, DW_S(commands));
    }
}
