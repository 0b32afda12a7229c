#include "server/mind/beliefs.h"

#include "server/mind/think.h"

enum {
    CONFIDENCE_TICKS = 1800, /* A belief of this age is worth nothing. */
    CONFIDENCE_UNSEEN = 90
};

void dw_beliefs_reset(dw_beliefs *beliefs)
{
    *beliefs = (dw_beliefs){.agitation = 0};
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        beliefs->of[s].room = DW_NONE;
    }
}

void dw_beliefs_forget(dw_beliefs *beliefs, uint32_t slot)
{
    const uint16_t bit = (uint16_t)(1u << slot);
    beliefs->of[slot] = (dw_belief){.room = DW_NONE};
    beliefs->detected &= (uint16_t)~bit;
    beliefs->metered &= (uint16_t)~bit;
    beliefs->known &= (uint16_t)~bit;
    beliefs->sensed &= (uint16_t)~bit;
}

bool dw_belief_is_suspicion(const dw_kind_eyes *eyes, int32_t meter)
{
    return meter * 100 >= eyes->meter_full * eyes->suspicion_percent;
}

static void sense(dw_beliefs *beliefs, const dw_percepts *percepts,
                  const dw_percept_intruder *sensed, const dw_kind_eyes *eyes)
{
    dw_belief *belief = &beliefs->of[sensed->slot];
    const uint16_t bit = (uint16_t)(1u << sensed->slot);
    belief->meter = sensed->meter;
    belief->sensed = true;
    beliefs->metered |= bit;
    if (dw_belief_is_suspicion(eyes, sensed->meter)) {
        beliefs->suspects |= bit;
    }
    if (!sensed->detected) {
        return; /* Somebody may be there; the guard does not know yet. */
    }
    if (!belief->detected) {
        beliefs->detected_now |= bit;
    }
    const bool followed = belief->tick + 1 == percepts->tick && belief->source != DW_BELIEF_TOLD &&
                          belief->source != DW_BELIEF_NONE;
    belief->step = followed ? dw_vec_sub(sensed->position, belief->place) : (dw_vec){0, 0};
    belief->detected = true;
    belief->source = sensed->seen ? DW_BELIEF_SEEN : DW_BELIEF_TOUCHED;
    belief->room = sensed->room;
    belief->tick = percepts->tick;
    belief->place = sensed->position;
    beliefs->known |= bit;
    beliefs->sensed |= bit;
}

void dw_beliefs_perceive(dw_beliefs *beliefs, const dw_brain_setup *setup,
                         const dw_percepts *percepts)
{
    const dw_kind_eyes *eyes = &setup->kind->senses.eyes;
    beliefs->sensed = 0;
    beliefs->suspects = 0;
    beliefs->detected_now = 0;
    for (uint32_t left = beliefs->metered; left != 0; left &= left - 1) {
        beliefs->of[__builtin_ctz(left)].sensed = false;
    }
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        sense(beliefs, percepts, &percepts->intruders[i], eyes);
    }
    beliefs->detected = 0;
    for (uint32_t left = beliefs->metered; left != 0; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        dw_belief *belief = &beliefs->of[s];
        if (!belief->sensed && belief->meter > 0) {
            /* The guard's own count: it falls at the rate of the rules while nothing is sensed. */
            belief->meter = dw_meter_decayed(eyes, belief->meter);
            if (belief->meter == 0) {
                beliefs->metered &= (uint16_t) ~(1u << s);
            }
        }
        belief->detected = belief->meter >= eyes->meter_full;
        beliefs->detected |= (uint16_t)((belief->detected ? 1u : 0u) << s);
        if ((beliefs->detected_now >> s & 1) != 0 && beliefs->agitation < DW_AGITATION_MAX) {
            beliefs->agitation++;
        }
    }
    dw_beliefs_agitate(beliefs, percepts->alarm);
    for (uint32_t s = 0; percepts->caught != 0 && s < DW_INTRUDERS_MAX; s++) {
        if ((percepts->caught >> s & 1) != 0) {
            dw_beliefs_forget(beliefs, s);
        }
    }
}

void dw_beliefs_agitate(dw_beliefs *beliefs, uint8_t least)
{
    beliefs->agitation = beliefs->agitation < least ? least : beliefs->agitation;
}

void dw_beliefs_hear(dw_beliefs *beliefs, const dw_brain_setup *setup,
                     const dw_radio_message *report)
{
    dw_beliefs_agitate(beliefs, report->agitation);
    dw_belief *belief = &beliefs->of[report->slot];
    if (belief->tick > report->sent && belief->source != DW_BELIEF_NONE) {
        return; /* The guard's own sighting is newer. */
    }
    beliefs->known |= (uint16_t)(1u << report->slot);
    belief->source = DW_BELIEF_TOLD;
    belief->told_by = report->sender;
    belief->room = report->room;
    belief->tick = report->sent;
    belief->place = dw_rect_centre(setup->map->rooms[report->room].area);
    belief->step = (dw_vec){0, 0};
}

uint8_t dw_belief_confidence(const dw_belief *belief, uint32_t tick)
{
    if (belief->source == DW_BELIEF_NONE) {
        return 0;
    }
    const uint32_t age = tick - belief->tick;
    if (age == 0) {
        return 100;
    }
    return (uint8_t)(age >= CONFIDENCE_TICKS
                         ? 0
                         : (CONFIDENCE_TICKS - age) * CONFIDENCE_UNSEEN / CONFIDENCE_TICKS);
}

bool dw_beliefs_are_sound(const dw_beliefs *beliefs, const dw_map *map)
{
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        const dw_belief *belief = &beliefs->of[s];
        if (belief->source >= DW_BELIEF_SOURCE_COUNT || belief->told_by >= DW_GUARDS_MAX ||
            !dw_is_room_or_none(map, belief->room) ||
            (belief->source != DW_BELIEF_NONE && belief->room == DW_NONE)) {
            return false;
        }
    }
    return beliefs->agitation <= DW_AGITATION_MAX;
}

DW_FIELDS_IO(static, belief, DW_BELIEF_FIELDS);
DW_FIELDS_IO(extern, beliefs, DW_BELIEFS_FIELDS);
