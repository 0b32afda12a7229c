#include "client/view/model/hud_text.h"

#include "client/core/roster.h"
#include "common/base/check.h"
#include "protocol/snapshot_items.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

void dw_hud_clock(char text[DW_HUD_TEXT], uint32_t ticks)
{
    const uint32_t seconds = ticks / DW_TICKS_PER_SECOND;
    if (seconds >= 3600) {
        (void)snprintf(text, DW_HUD_TEXT, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60,
                       seconds % 60);
    } else {
        (void)snprintf(text, DW_HUD_TEXT, "%u:%02u", seconds / 60, seconds % 60);
    }
}

uint32_t dw_hud_clock_ticks(const dw_round *round, uint32_t tick)
{
    if (round->end_tick != 0) {
        /* The last second counts as one until it is over. */
        return round->end_tick > tick ? round->end_tick - tick + DW_TICKS_PER_SECOND - 1 : 0;
    }
    return tick > round->start_tick ? tick - round->start_tick : 0;
}

const char *dw_hud_phase(uint8_t phase)
{
    static const char *const names[DW_PHASE_COUNT] = {"Lobby", "Get ready", "Heist", "Result"};
    return phase < DW_PHASE_COUNT ? names[phase] : "";
}

const char *dw_hud_slot_state(uint8_t state)
{
    static const char *const names[DW_SLOT_STATE_COUNT] = {"",        "",    "caught",
                                                           "offline", "out", "next round"};
    return state < DW_SLOT_STATE_COUNT ? names[state] : "";
}

bool dw_hud_vote(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_round *round,
                 uint8_t own_slot, uint32_t tick)
{
    if (vote == NULL || vote->phase != DW_VOTE_ON) {
        return false;
    }
    const uint32_t left = vote->end_tick > tick ? vote->end_tick - tick : 0;
    const bool has_voice = own_slot != DW_SLOT_NONE && own_slot != vote->accused;
    const char *accused =
        own_slot == vote->accused ? "you" : dw_round_name_or(round, vote->accused, "a player");
    (void)snprintf(text, DW_HUD_TEXT, "Send %s away?  yes %u of %u, no %u%s  %u s", accused,
                   vote->yes, vote->needed, vote->no, has_voice ? "   /yes  /no" : "",
                   (unsigned)((left + DW_TICKS_PER_SECOND - 1) / DW_TICKS_PER_SECOND));
    return true;
}

bool dw_hud_vote_notice(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_round *round)
{
    const char *accused = dw_round_name_or(round, vote->accused, "a player");
    switch (vote->phase) {
    case DW_VOTE_ON:
        (void)snprintf(text, DW_HUD_TEXT, "%s calls a vote to send %s away. Write /yes or /no.",
                       dw_round_name_or(round, vote->caller, "A spectator"), accused);
        return true;
    case DW_VOTE_PASSED:
        (void)snprintf(text, DW_HUD_TEXT, "The vote passed: %s must leave", accused);
        return true;
    case DW_VOTE_FAILED:
        (void)snprintf(text, DW_HUD_TEXT, "The vote failed: %s stays", accused);
        return true;
    default:
        return false;
    }
}

const char *dw_hud_outcome(uint8_t outcome)
{
    static const char *const names[DW_OUTCOME_COUNT] = {"", "Clean getaway", "Caught", "Dawn",
                                                        "Called off"};
    return outcome < DW_OUTCOME_COUNT ? names[outcome] : "";
}

void dw_hud_in_sentence(char out[DW_NAME_SIZE], const char *name)
{
    (void)snprintf(out, DW_NAME_SIZE, "%s", name);
    for (size_t i = 1; out[0] != '\0' && out[i] != '\0'; i++) {
        if (isupper((unsigned char)out[i])) {
            return;
        }
    }
    out[0] = (char)tolower((unsigned char)out[0]);
}

void dw_hud_outcome_line(char text[DW_HUD_TEXT], const dw_map *map, const dw_drawn_world *world,
                         const dw_round *round)
{
    const char *winner = dw_round_name_or(round, round->winner, "The team");
    char thing[DW_NAME_SIZE];
    dw_hud_in_sentence(thing,
                       map->items[dw_snapshot_objective(map, world->items, world->own_slot)].name);
    switch (round->outcome) {
    case DW_OUTCOME_WON:
        (void)snprintf(text, DW_HUD_TEXT, "%s brought out the %s", winner, thing);
        break;
    case DW_OUTCOME_LOST:
        (void)snprintf(text, DW_HUD_TEXT, "Nobody is left in the house");
        break;
    case DW_OUTCOME_TIMEOUT:
        (void)snprintf(text, DW_HUD_TEXT, "Time is up. Nobody brought out the %s", thing);
        break;
    default:
        (void)snprintf(text, DW_HUD_TEXT, "The round was ended by the server");
        break;
    }
}

void dw_hud_task(char text[DW_HUD_TEXT], const dw_map *map, const dw_round *round,
                 const dw_drawn_world *world)
{
    const uint16_t index = dw_snapshot_objective(map, world->items, world->own_slot);
    const dw_snapshot_item *item = &world->items[index];
    char thing[DW_NAME_SIZE];
    dw_hud_in_sentence(thing, map->items[index].name);
    const char *carrier = dw_round_name_or(round, item->carrier, "A teammate");
    const bool mine =
        world->has_own && item->state == DW_ITEM_CARRIED && item->carrier == world->own_slot;
    if (round->phase == DW_PHASE_RESULT) {
        (void)snprintf(text, DW_HUD_TEXT, "%s", dw_hud_outcome(round->outcome));
    } else if (world->own_slot != DW_SLOT_NONE && !world->has_own &&
               round->phase == DW_PHASE_PLAY) {
        (void)snprintf(text, DW_HUD_TEXT, "You are watching until the next round");
    } else if (round->phase == DW_PHASE_LOBBY) {
        (void)snprintf(text, DW_HUD_TEXT, "Waiting for players");
    } else if (round->phase == DW_PHASE_COUNTDOWN) {
        (void)snprintf(text, DW_HUD_TEXT, "The heist begins");
    } else if (mine) {
        (void)snprintf(text, DW_HUD_TEXT, "Bring the %s to the exit", thing);
    } else if (item->state == DW_ITEM_CARRIED) {
        (void)snprintf(text, DW_HUD_TEXT, "%s has the %s", carrier, thing);
    } else if (item->state == DW_ITEM_DROPPED) {
        (void)snprintf(text, DW_HUD_TEXT, "On the floor: the %s", thing);
    } else if (item->state == DW_ITEM_DELIVERED) {
        (void)snprintf(text, DW_HUD_TEXT, "Brought out: the %s", thing);
    } else {
        (void)snprintf(text, DW_HUD_TEXT, "Steal the %s", thing);
    }
}

void dw_hud_queue(char text[DW_HUD_TEXT], uint32_t place, bool seated)
{
    text[0] = '\0';
    if (place > 0) {
        (void)snprintf(text, DW_HUD_TEXT, "You are number %u in the queue", place);
    } else if (seated) {
        (void)snprintf(text, DW_HUD_TEXT, "You are in the game");
    }
}

void dw_hud_use(char text[DW_HUD_TEXT], const dw_use *use, const dw_door_set *open, bool lit,
                const dw_round *round)
{
    text[0] = '\0';
    switch (use->kind) {
    case DW_USE_ITEM:
        (void)snprintf(text, DW_HUD_TEXT, "take it");
        break;
    case DW_USE_DOOR:
        (void)snprintf(text, DW_HUD_TEXT,
                       dw_door_set_has(open, use->index) ? "close the door" : "open the door");
        break;
    case DW_USE_SWITCH:
        (void)snprintf(text, DW_HUD_TEXT, lit ? "put the light out" : "put the light on");
        break;
    case DW_USE_MATE:
        (void)snprintf(text, DW_HUD_TEXT, "hand it to %s",
                       dw_round_name_or(round, use->index, "a teammate"));
        break;
    case DW_USE_DEVICE:
        (void)snprintf(text, DW_HUD_TEXT, "use it");
        break;
    case DW_USE_NOTHING:
        break;
    }
}

void dw_hud_line(char text[DW_HUD_TEXT], double fps, uint32_t rtt_ms)
{
    if (rtt_ms != 0) {
        (void)snprintf(text, DW_HUD_TEXT, "%.0f fps   %u ms", fps, rtt_ms);
    } else {
        (void)snprintf(text, DW_HUD_TEXT, "%.0f fps", fps);
    }
}

int dw_hud_noise_stage(const dw_own_senses *own)
{
    return own->step_db10 >= 10 * DW_HUD_LOUD_DB ? 2 : own->step_db10 >= 10 * DW_HUD_HEARD_DB;
}

int dw_hud_light_stage(const dw_own_senses *own)
{
    return own->light >= DW_HUD_LIT ? 2 : own->light >= DW_HUD_DIM;
}

void dw_hud_noise(char text[DW_HUD_TEXT], const dw_own_senses *own)
{
    static const char *const words[] = {"quiet", "audible", "loud"};
    if (own->steps) {
        (void)snprintf(text, DW_HUD_TEXT, "%s %d dB", words[dw_hud_noise_stage(own)],
                       (own->step_db10 + 5) / 10);
    } else {
        (void)snprintf(text, DW_HUD_TEXT, "silent");
    }
}

void dw_hud_light(char text[DW_HUD_TEXT], const dw_own_senses *own)
{
    static const char *const words[] = {"dark", "dim", "lit"};
    (void)snprintf(text, DW_HUD_TEXT, "%s %d %%", words[dw_hud_light_stage(own)], own->light);
}

bool dw_hud_pointer(dw_box inside, float x, float y, float *out_x, float *out_y, float *turns)
{
    DW_CHECK(inside.x1 > inside.x0 && inside.y1 > inside.y0);
    if (x >= inside.x0 && x <= inside.x1 && y >= inside.y0 && y <= inside.y1) {
        return false;
    }
    const float cx = (inside.x0 + inside.x1) * 0.5F;
    const float cy = (inside.y0 + inside.y1) * 0.5F;
    const float dx = x - cx;
    const float dy = y - cy;
    const float by_x = fabsf(dx) / ((inside.x1 - inside.x0) * 0.5F);
    const float by_y = fabsf(dy) / ((inside.y1 - inside.y0) * 0.5F);
    const float part = 1.0F / fmaxf(by_x, by_y);
    *out_x = cx + dx * part;
    *out_y = cy + dy * part;
    const float turn = atan2f(dy, dx) / 6.28318530718F;
    *turns = turn < 0.0F ? turn + 1.0F : turn;
    return true;
}
