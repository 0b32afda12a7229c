#include "client/view/model/hud_text.h"

#include "client/core/roster.h"
#include "client/view/texts/say.h"
#include "common/base/check.h"
#include "protocol/snapshot_items.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

static void put(char text[DW_HUD_TEXT], dw_say_id id)
{
    (void)snprintf(text, DW_HUD_TEXT, "%s", dw_say(id));
}

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
    static const dw_say_id names[DW_PHASE_COUNT] = {DW_SAY_PHASE_LOBBY, DW_SAY_PHASE_COUNTDOWN,
                                                    DW_SAY_PHASE_PLAY, DW_SAY_PHASE_RESULT};
    return phase < DW_PHASE_COUNT ? dw_say(names[phase]) : "";
}

const char *dw_hud_slot_state(uint8_t state)
{
    static const dw_say_id names[DW_SLOT_STATE_COUNT] = {
        DW_SAY_NOTHING,       DW_SAY_NOTHING,   DW_SAY_STATE_CAUGHT,
        DW_SAY_STATE_OFFLINE, DW_SAY_STATE_OUT, DW_SAY_STATE_NEXT_ROUND};
    return state < DW_SLOT_STATE_COUNT ? dw_say(names[state]) : "";
}

const char *dw_hud_outcome(uint8_t outcome)
{
    static const dw_say_id names[DW_OUTCOME_COUNT] = {DW_SAY_NOTHING, DW_SAY_OUTCOME_WON,
                                                      DW_SAY_OUTCOME_LOST, DW_SAY_OUTCOME_TIMEOUT,
                                                      DW_SAY_OUTCOME_ABORTED};
    return outcome < DW_OUTCOME_COUNT ? dw_say(names[outcome]) : "";
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
    const char *winner = dw_round_name_or(round, round->winner, dw_say(DW_SAY_THE_TEAM));
    char thing[DW_NAME_SIZE];
    dw_hud_in_sentence(thing,
                       map->items[dw_snapshot_objective(map, world->items, world->own_slot)].name);
    switch (round->outcome) {
    case DW_OUTCOME_WON:
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_RESULT_WON, DW_S(winner), DW_S(thing));
        break;
    case DW_OUTCOME_LOST:
        put(text, DW_SAY_RESULT_LOST);
        break;
    case DW_OUTCOME_TIMEOUT:
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_RESULT_TIMEOUT, DW_S(thing));
        break;
    default:
        put(text, DW_SAY_RESULT_ABORTED);
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
    const char *carrier = dw_round_name_or(round, item->carrier, dw_say(DW_SAY_TEAMMATE));
    const bool mine =
        world->has_own && item->state == DW_ITEM_CARRIED && item->carrier == world->own_slot;
    if (round->phase == DW_PHASE_RESULT) {
        (void)snprintf(text, DW_HUD_TEXT, "%s", dw_hud_outcome(round->outcome));
    } else if (world->own_slot != DW_SLOT_NONE && !world->has_own &&
               round->phase == DW_PHASE_PLAY) {
        put(text, DW_SAY_TASK_WATCHING);
    } else if (round->phase == DW_PHASE_LOBBY) {
        put(text, DW_SAY_TASK_WAITING);
    } else if (round->phase == DW_PHASE_COUNTDOWN) {
        put(text, DW_SAY_TASK_BEGINS);
    } else if (mine) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_TASK_BRING, DW_S(thing));
    } else if (item->state == DW_ITEM_CARRIED) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_TASK_CARRIED, DW_S(carrier), DW_S(thing));
    } else if (item->state == DW_ITEM_DROPPED) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_TASK_DROPPED, DW_S(thing));
    } else if (item->state == DW_ITEM_DELIVERED) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_TASK_DELIVERED, DW_S(thing));
    } else {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_TASK_STEAL, DW_S(thing));
    }
}

void dw_hud_queue(char text[DW_HUD_TEXT], uint32_t place, bool seated)
{
    text[0] = '\0';
    if (place > 0) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_QUEUE_NUMBER, DW_N(place));
    } else if (seated) {
        put(text, DW_SAY_QUEUE_SEATED);
    }
}

void dw_hud_use(char text[DW_HUD_TEXT], const dw_use *use, const dw_door_set *open, bool lit,
                const dw_round *round)
{
    text[0] = '\0';
    switch (use->kind) {
    case DW_USE_ITEM:
        put(text, DW_SAY_USE_TAKE);
        break;
    case DW_USE_DOOR:
        put(text, dw_door_set_has(open, use->index) ? DW_SAY_USE_CLOSE_DOOR : DW_SAY_USE_OPEN_DOOR);
        break;
    case DW_USE_SWITCH:
        put(text, lit ? DW_SAY_USE_LIGHT_OUT : DW_SAY_USE_LIGHT_ON);
        break;
    case DW_USE_MATE:
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_USE_HAND,
                    DW_S(dw_round_name_or(round, use->index, dw_say(DW_SAY_A_TEAMMATE))));
        break;
    case DW_USE_DEVICE: /* mission_text.h knows what it is for. */
    case DW_USE_NOTHING:
        break;
    }
}

void dw_hud_line(char text[DW_HUD_TEXT], double fps, uint32_t rtt_ms)
{
    if (rtt_ms != 0) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_FRAMES_AND_PING, DW_N(lround(fps)), DW_N(rtt_ms));
    } else {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_FRAMES, DW_N(lround(fps)));
    }
}

void dw_hud_connection_text(char text[DW_HUD_TEXT], const dw_connection_state *state)
{
    text[0] = '\0';
    if (state->kind == DW_CONNECTION_SILENT) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_NO_ANSWER_FOR, DW_N(state->silent_s));
    } else if (state->kind == DW_CONNECTION_LOST) {
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_RECONNECTING, DW_N(state->left_s));
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
    static const dw_say_id words[] = {DW_SAY_NOISE_QUIET, DW_SAY_NOISE_AUDIBLE, DW_SAY_NOISE_LOUD};
    if (own->steps) {
        dw_say_into(text, DW_HUD_TEXT, words[dw_hud_noise_stage(own)],
                    DW_N((own->step_db10 + 5) / 10));
    } else {
        put(text, DW_SAY_NOISE_SILENT);
    }
}

void dw_hud_light(char text[DW_HUD_TEXT], const dw_own_senses *own)
{
    static const dw_say_id words[] = {DW_SAY_LIGHT_DARK, DW_SAY_LIGHT_DIM, DW_SAY_LIGHT_LIT};
    dw_say_into(text, DW_HUD_TEXT, words[dw_hud_light_stage(own)], DW_N(own->light));
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
