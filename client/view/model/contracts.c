#include "client/view/model/contracts.h"

/* False for what is no word on a task. Bids are left out: each guard gives one to each call. */
static bool read_state(uint8_t kind, dw_contract_state *state)
{
    switch ((dw_radio_kind)kind) {
    case DW_RADIO_CALL:
    case DW_RADIO_REQUEST:
        *state = DW_CONTRACT_OPEN;
        return true;
    case DW_RADIO_TAKES:
    case DW_RADIO_AGREE:
    case DW_RADIO_HOLDS:
        *state = DW_CONTRACT_TAKEN;
        return true;
    case DW_RADIO_DONE:
    case DW_RADIO_CLEAR:
        *state = DW_CONTRACT_DONE;
        return true;
    case DW_RADIO_FAILED:
        *state = DW_CONTRACT_FAILED;
        return true;
    default:
        return false;
    }
}

static bool same_task(const dw_contract *row, const dw_mind_call *call)
{
    return row->door == call->door && (call->door != DW_NONE || row->room == call->room);
}

/* Puts a row where its number belongs; the oldest one falls off a full list. */
static void insert(dw_contracts *contracts, dw_contract row)
{
    uint32_t at = contracts->count;
    while (at > 0 && contracts->rows[at - 1].id < row.id) {
        at--;
    }
    if (at == DW_CONTRACTS_MAX) {
        return;
    }
    contracts->count += contracts->count < DW_CONTRACTS_MAX ? 1 : 0;
    for (uint32_t i = contracts->count - 1; i > at; i--) {
        contracts->rows[i] = contracts->rows[i - 1];
    }
    contracts->rows[at] = row;
}

void dw_contracts_hear(dw_contracts *contracts, const dw_mind_call *call)
{
    dw_contract_state state = DW_CONTRACT_OPEN;
    if (!read_state(call->kind, &state)) {
        return;
    }
    for (uint32_t i = 0; i < contracts->count; i++) {
        if (!same_task(&contracts->rows[i], call)) {
            continue;
        }
        if (contracts->rows[i].id >= call->id) {
            return;
        }
        for (uint32_t rest = i + 1; rest < contracts->count; rest++) {
            contracts->rows[rest - 1] = contracts->rows[rest];
        }
        contracts->count--;
    }
    insert(contracts, (dw_contract){.id = call->id,
                                    .door = call->door,
                                    .room = call->room,
                                    .state = (uint8_t)state,
                                    .guard = call->sender});
}
