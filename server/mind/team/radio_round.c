#include "server/mind/team/radio_round.h"

#include <string.h>

/* A colleague is silent after two turns without a word, since one message may be lost on its way;
 * and at most this many messages wait for a later tick. */
enum { TURNS_MISSED = 2, HEARING_TICKS = 60 };

void dw_radio_round_reset(dw_radio_round *round)
{
    memset(round, 0, sizeof *round);
}

static void hear(dw_radio_round *round, const dw_radio_message *message)
{
    const uint64_t bit = UINT64_C(1) << message->sender;
    if (message->kind == DW_RADIO_OFFER && message->task == DW_TASK_WELL &&
        message->room != DW_NONE) {
        round->heard |= bit;
        round->rooms[message->sender] = message->room;
    }
    if ((round->heard & bit) != 0) {
        round->ticks[message->sender] = message->sent;
        round->silent &= ~bit;
    }
}

/* Guards answer one after the other, by index, so that no tick has to carry all of them. */
static bool is_due(const dw_think *think)
{
    const uint32_t period = (uint32_t)think->setup->rules->radio_round_ticks;
    const uint32_t turn = period * think->setup->guard / think->setup->map->guard_count;
    return think->percepts->tick % period == turn;
}

void dw_radio_round_step(dw_radio_round *round, const dw_think *think, dw_team_radio *radio)
{
    for (uint8_t i = 0; i < think->percepts->heard_count; i++) {
        hear(round, &think->percepts->heard[i]);
    }
    if (is_due(think) && !dw_team_radio_is_full(radio)) {
        dw_team_radio_say_offer(radio, DW_TASK_WELL, think->percepts->room, 0);
    }
}

uint16_t dw_radio_round_miss(dw_radio_round *round, const dw_think *think)
{
    const dw_ruleset *rules = think->setup->rules;
    const uint32_t most = (uint32_t)rules->radio_round_ticks * TURNS_MISSED +
                          (uint32_t)rules->radio_delay_ticks + HEARING_TICKS;
    for (uint64_t left = round->heard & ~round->silent; left != 0; left &= left - 1) {
        const uint16_t g = (uint16_t)__builtin_ctzll(left);
        if (think->percepts->tick - round->ticks[g] > most) {
            round->silent |= UINT64_C(1) << g;
            return g;
        }
    }
    return DW_NONE;
}

bool dw_radio_round_is_sound(const dw_radio_round *round, const dw_map *map)
{
    bool sound = map->guard_count == DW_GUARDS_MAX || round->heard >> map->guard_count == 0;
    for (uint64_t left = sound ? round->heard : 0; sound && left != 0; left &= left - 1) {
        sound = round->rooms[__builtin_ctzll(left)] < map->room_count;
    }
    return sound;
}

DW_FIELDS_STATE(extern, radio_round, DW_RADIO_ROUND_FIELDS);
