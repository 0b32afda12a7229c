#include "server/session/kick_vote.h"

#include "common/base/check.h"

void dw_kick_vote_init(dw_kick_vote *vote)
{
    *vote = (dw_kick_vote){.phase = DW_VOTE_FAILED, .caller = DW_SLOT_NONE};
}

bool dw_kick_vote_is_on(const dw_kick_vote *vote)
{
    return vote->phase == DW_VOTE_ON;
}

void dw_kick_vote_begin(dw_kick_vote *vote, uint32_t tick, uint8_t accused, uint8_t caller)
{
    DW_CHECK(!dw_kick_vote_is_on(vote));
    DW_CHECK(accused < DW_VOTE_SUBJECTS && accused != caller);
    DW_CHECK(caller < DW_INTRUDERS_MAX || caller == DW_SLOT_NONE);
    const uint32_t number = vote->number + 1;
    *vote = (dw_kick_vote){
        .number = number != 0 ? number : 1, /* 0 is a call on the wire. */
        .phase = DW_VOTE_ON,
        .accused = accused,
        .caller = caller,
        .end_tick = tick + DW_KICK_VOTE_TICKS,
        .yes = caller != DW_SLOT_NONE ? UINT32_C(1) << caller : 0,
    };
}

bool dw_kick_vote_say(dw_kick_vote *vote, uint32_t number, uint8_t slot, bool yes)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    const uint32_t bit = UINT32_C(1) << slot;
    if (!dw_kick_vote_is_on(vote) || number != vote->number || slot == vote->accused ||
        ((vote->yes | vote->no) & bit) != 0) {
        return false;
    }
    vote->yes |= yes ? bit : 0;
    vote->no |= yes ? 0 : bit;
    return true;
}

void dw_kick_vote_forget(dw_kick_vote *vote, uint8_t slot)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    vote->yes &= ~(UINT32_C(1) << slot);
    vote->no &= ~(UINT32_C(1) << slot);
}

dw_kick_counts dw_kick_vote_count(const dw_kick_vote *vote, const dw_kick_voices *voices)
{
    DW_CHECK(voices->count <= DW_INTRUDERS_MAX);
    const uint32_t half = voices->count / 2 + 1;
    const uint32_t least = vote->accused < DW_INTRUDERS_MAX ? DW_KICK_VOTE_YES_MIN : 1;
    dw_kick_counts counts = {.needed = (uint8_t)(half > least ? half : least)};
    for (uint32_t i = 0; i < voices->count; i++) {
        const uint32_t slots = voices->slots[i];
        if ((slots & vote->no) != 0) {
            counts.no++;
        } else if ((slots & vote->yes) != 0) {
            counts.yes++;
        }
    }
    return counts;
}

bool dw_kick_vote_judge(dw_kick_vote *vote, uint32_t tick, const dw_kick_voices *voices)
{
    if (!dw_kick_vote_is_on(vote)) {
        return false;
    }
    const dw_kick_counts counts = dw_kick_vote_count(vote, voices);
    if (counts.yes >= counts.needed) {
        vote->phase = DW_VOTE_PASSED;
    } else if (tick >= vote->end_tick ||
               voices->count < (uint32_t)counts.no + (uint32_t)counts.needed) {
        vote->phase = DW_VOTE_FAILED;
    }
    return !dw_kick_vote_is_on(vote);
}
