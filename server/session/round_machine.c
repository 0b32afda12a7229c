#include "server/session/round_machine.h"

#include "common/base/check.h"

static void enter(dw_round_machine *machine, dw_round_phase phase, uint32_t tick, uint32_t end_tick)
{
    machine->phase = (uint8_t)phase;
    machine->start_tick = tick;
    machine->end_tick = end_tick;
    machine->outcome = DW_OUTCOME_NONE;
    machine->winner = DW_SLOT_NONE;
}

void dw_round_machine_init(dw_round_machine *machine, uint32_t tick)
{
    machine->round = 1;
    enter(machine, DW_PHASE_LOBBY, tick, 0);
}

static dw_round_change advance_lobby(dw_round_machine *machine, const dw_ruleset *rules,
                                     uint32_t tick, uint32_t ready)
{
    const bool enough = ready >= (uint32_t)rules->min_players;
    if (!enough) {
        const bool was_counting = machine->end_tick != 0;
        machine->end_tick = 0;
        return was_counting ? DW_ROUND_WAITING : DW_ROUND_SAME;
    }
    const bool begins = machine->end_tick == 0;
    if (begins) {
        machine->end_tick = tick + (uint32_t)rules->lobby_ticks;
    }
    if (tick >= machine->end_tick) {
        enter(machine, DW_PHASE_COUNTDOWN, tick, tick + (uint32_t)rules->countdown_ticks);
        return DW_ROUND_COUNTDOWN;
    }
    return begins ? DW_ROUND_WAITING : DW_ROUND_SAME;
}

static dw_round_change advance_countdown(dw_round_machine *machine, const dw_ruleset *rules,
                                         uint32_t tick, uint32_t ready)
{
    if (ready < (uint32_t)rules->min_players) {
        enter(machine, DW_PHASE_LOBBY, tick, 0);
        return DW_ROUND_LOBBY_AGAIN;
    }
    if (tick < machine->end_tick) {
        return DW_ROUND_SAME;
    }
    const uint32_t limit = (uint32_t)rules->time_limit_ticks;
    enter(machine, DW_PHASE_PLAY, tick, limit > 0 ? tick + limit : 0);
    return DW_ROUND_PLAY;
}

dw_round_change dw_round_machine_advance(dw_round_machine *machine, const dw_ruleset *rules,
                                         uint32_t tick, uint32_t ready)
{
    switch ((dw_round_phase)machine->phase) {
    case DW_PHASE_LOBBY:
        return advance_lobby(machine, rules, tick, ready);
    case DW_PHASE_COUNTDOWN:
        return advance_countdown(machine, rules, tick, ready);
    case DW_PHASE_RESULT:
        if (tick >= machine->end_tick) {
            dw_round_machine_skip_result(machine, tick);
            return DW_ROUND_NEXT;
        }
        return DW_ROUND_SAME;
    case DW_PHASE_PLAY:
    case DW_PHASE_COUNT:
        break;
    }
    return DW_ROUND_SAME;
}

void dw_round_machine_hurry(dw_round_machine *machine, uint32_t tick)
{
    if (machine->phase == DW_PHASE_LOBBY && machine->end_tick > tick) {
        machine->end_tick = tick;
    }
}

void dw_round_machine_end(dw_round_machine *machine, const dw_ruleset *rules, uint32_t tick,
                          dw_outcome outcome, uint8_t winner)
{
    DW_CHECK(outcome != DW_OUTCOME_NONE);
    DW_CHECK(machine->phase == DW_PHASE_PLAY || outcome == DW_OUTCOME_ABORTED);
    enter(machine, DW_PHASE_RESULT, tick, tick + (uint32_t)rules->result_ticks);
    machine->outcome = (uint8_t)outcome;
    machine->winner = winner;
}

void dw_round_machine_restart_lobby(dw_round_machine *machine, uint32_t tick)
{
    enter(machine, DW_PHASE_LOBBY, tick, 0);
}

void dw_round_machine_skip_result(dw_round_machine *machine, uint32_t tick)
{
    machine->round++;
    enter(machine, DW_PHASE_LOBBY, tick, 0);
}
