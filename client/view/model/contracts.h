/* contracts.h - who of the guards' team has taken on what, from their radio: the newest word on
 * each task, a door to cover or a room to go to. Pure. */
#ifndef DW_VIEW_CONTRACTS_H
#define DW_VIEW_CONTRACTS_H

#include "common/world/mind_view.h"

enum { DW_CONTRACTS_MAX = 6 };

typedef enum dw_contract_state {
    DW_CONTRACT_OPEN,  /* Somebody asks who goes. */
    DW_CONTRACT_TAKEN, /* The guard does it. */
    DW_CONTRACT_DONE,
    DW_CONTRACT_FAILED /* Refused, or given up. */
} dw_contract_state;

typedef struct dw_contract {
    uint32_t id;   /* Of the newest call about it. */
    uint16_t door; /* DW_NONE: the task is `room`. */
    uint16_t room;
    uint8_t state; /* dw_contract_state */
    uint8_t guard; /* Body of the guard that said so. */
} dw_contract;

typedef struct dw_contracts {
    uint32_t count;
    dw_contract rows[DW_CONTRACTS_MAX]; /* The newest first. */
} dw_contracts;

/* Takes a call in, in any order and as often as it is known. */
void dw_contracts_hear(dw_contracts *contracts, const dw_mind_call *call);

#endif
