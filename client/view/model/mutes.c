#include "client/view/model/mutes.h"

#include <stdio.h>
#include <string.h>

/* Where the name stands in the list; `count` when it does not. */
static uint32_t find(char names[][DW_PLAYER_NAME_MAX + 1], uint32_t count, const char *name)
{
    uint32_t at = 0;
    while (at < count && strcmp(names[at], name) != 0) {
        at++;
    }
    return at;
}

static void take_out(char names[][DW_PLAYER_NAME_MAX + 1], uint32_t *count, uint32_t at)
{
    (*count)--;
    memmove(names[at], names[at + 1], (*count - at) * sizeof names[0]);
}

static void append(char names[][DW_PLAYER_NAME_MAX + 1], uint32_t *count, const char *name)
{
    (void)snprintf(names[(*count)++], sizeof names[0], "%.*s", DW_PLAYER_NAME_MAX, name);
}

static bool is_server(const dw_chat_line *line)
{
    return line->slot == DW_SLOT_NONE && strcmp(line->name, "server") == 0;
}

bool dw_mutes_hear(dw_mutes *mutes, const dw_chat_line *line)
{
    if (is_server(line)) {
        return true;
    }
    const uint32_t at = find(mutes->speakers, mutes->speaker_count, line->name);
    if (at < mutes->speaker_count) {
        take_out(mutes->speakers, &mutes->speaker_count, at);
    } else if (mutes->speaker_count == DW_SPEAKERS_MAX) {
        take_out(mutes->speakers, &mutes->speaker_count, 0);
    }
    append(mutes->speakers, &mutes->speaker_count, line->name);
    return !dw_mutes_has(mutes, line->name);
}

bool dw_mutes_has(const dw_mutes *mutes, const char *name)
{
    for (uint32_t i = 0; i < mutes->muted_count; i++) {
        if (strcmp(mutes->muted[i], name) == 0) {
            return true;
        }
    }
    return false;
}

dw_status dw_mutes_add(dw_mutes *mutes, const char *name)
{
    if (dw_mutes_has(mutes, name)) {
        return DW_OK;
    }
    if (mutes->muted_count == DW_MUTES_MAX) {
        return DW_FULL;
    }
    append(mutes->muted, &mutes->muted_count, name);
    return DW_OK;
}

bool dw_mutes_remove(dw_mutes *mutes, const char *name)
{
    const uint32_t at = find(mutes->muted, mutes->muted_count, name);
    if (at == mutes->muted_count) {
        return false;
    }
    take_out(mutes->muted, &mutes->muted_count, at);
    return true;
}

uint32_t dw_mutes_slots(const dw_mutes *mutes, const dw_round *round)
{
    uint32_t muted = 0;
    for (uint32_t i = 0; round != NULL && i < round->roster_count; i++) {
        const bool is_muted = dw_mutes_has(mutes, round->roster[i].name);
        muted |= is_muted ? UINT32_C(1) << round->roster[i].slot : 0;
    }
    return muted;
}
