#include "server/mind/evidence.h"

#include "common/world/light.h"
#include "server/mind/door_manners.h"

void dw_evidence_reset(dw_evidence *evidence, const dw_map *map)
{
    *evidence =
        (dw_evidence){.thing = DW_NONE, .shuts = DW_NONE, .open = dw_map_doors_at_start(map)};
}

static void learn_missing(dw_evidence *evidence, const dw_percepts *percepts)
{
    evidence->gone |= percepts->missing;
}

/* A body in the way has kept a leaf open that the guard had taken for shut. */
static void learn_refusal(dw_evidence *evidence, const dw_percepts *percepts)
{
    if (percepts->door_refused && evidence->shuts != DW_NONE) {
        dw_door_set_put(&evidence->open, evidence->shuts, true);
    }
    evidence->shuts = DW_NONE;
}

void dw_evidence_follow(dw_evidence *evidence, const dw_think *think)
{
    const dw_percepts *percepts = think->percepts;
    const dw_percept_signs *signs = &percepts->signs;
    learn_refusal(evidence, percepts);
    learn_missing(evidence, percepts);
    for (uint8_t i = 0; i < signs->leaf_count; i++) {
        dw_door_set_put(&evidence->open, signs->leaves[i], (signs->open >> i & 1) != 0);
    }
    evidence->worked = (evidence->worked & ~signs->switches) | signs->worked;
}

/* A colleague stands there: it will have opened that door, or is about to shut it. */
static bool is_colleagues(const dw_think *think, uint16_t door)
{
    const dw_percepts *percepts = think->percepts;
    for (uint8_t i = 0; i < percepts->guard_count; i++) {
        const dw_percept_guard *other = &percepts->guards[i];
        if (dw_doorway_gap(think->setup->map, door, other->position, other->half) < DW_BODY_SIZE) {
            return true;
        }
    }
    return false;
}

/* Bit i: signs->leaves[i] is open, and should not be. */
static uint16_t leaves_that_differ(const dw_evidence *evidence, const dw_think *think)
{
    const dw_percept_signs *signs = &think->percepts->signs;
    uint16_t differ = 0;
    for (uint8_t i = 0; i < signs->leaf_count; i++) {
        const uint16_t door = signs->leaves[i];
        if ((signs->open >> i & 1) != 0 && !dw_door_set_has(&evidence->open, door) &&
            !is_colleagues(think, door)) {
            differ |= (uint16_t)(1u << i);
        }
    }
    return differ;
}

/* Whether the last press at the switch put a lamp out. */
static bool has_lamp_out(const dw_map *map, uint16_t index, dw_switch_set worked)
{
    bool out = false;
    for (uint16_t i = 0; i < map->lamp_count; i++) {
        out =
            out || (map->lamps[i].wall_switch == index && !dw_lamp_is_lit(&map->lamps[i], worked));
    }
    return out;
}

static dw_switch_set switches_that_differ(const dw_evidence *evidence, const dw_think *think)
{
    const dw_percept_signs *signs = &think->percepts->signs;
    dw_switch_set differ = 0;
    for (uint32_t left = (evidence->worked ^ signs->worked) & signs->switches; left != 0;
         left &= left - 1) {
        const uint16_t index = (uint16_t)__builtin_ctz(left);
        differ |= has_lamp_out(think->setup->map, index, signs->worked) ? left & ~(left - 1) : 0;
    }
    return differ;
}

static int32_t points_of_leaf(dw_evidence *evidence, const dw_ruleset *rules, uint16_t door)
{
    if (dw_door_set_has(&evidence->leaves_twice, door)) {
        return rules->evidence_search;
    }
    dw_door_set_put(dw_door_set_has(&evidence->leaves_once, door) ? &evidence->leaves_twice
                                                                  : &evidence->leaves_once,
                    door, true);
    return rules->evidence_leaf;
}

static int32_t points_of_lamp(dw_evidence *evidence, const dw_ruleset *rules, uint16_t index)
{
    const uint32_t bit = UINT32_C(1) << index;
    if ((evidence->lamps_twice & bit) != 0) {
        return rules->evidence_search;
    }
    evidence->lamps_twice |= evidence->lamps_once & bit;
    evidence->lamps_once |= bit;
    return rules->evidence_lamp;
}

static void name(dw_evidence *evidence, dw_evidence_kind kind, uint16_t thing)
{
    evidence->kind = (uint8_t)kind;
    evidence->thing = thing;
}

static void list_things(dw_evidence *evidence, const dw_percept_signs *signs, uint16_t leaves,
                        dw_switch_set lamps)
{
    dw_evidence_leave(evidence);
    evidence->lamps_left = lamps;
    for (uint32_t left = leaves; left != 0; left &= left - 1) {
        if (evidence->leaves_left_count < DW_EVIDENCE_LEAVES_LEFT_MAX) {
            evidence->leaves_left[evidence->leaves_left_count++] =
                signs->leaves[__builtin_ctz(left)];
        }
    }
}

bool dw_evidence_next(dw_evidence *evidence)
{
    if (evidence->leaves_left_count > 0) {
        name(evidence, DW_EVIDENCE_LEAF, evidence->leaves_left[0]);
        evidence->leaves_left_count--;
        for (uint8_t i = 0; i < evidence->leaves_left_count; i++) {
            evidence->leaves_left[i] = evidence->leaves_left[i + 1];
        }
        return true;
    }
    if (evidence->lamps_left != 0) {
        name(evidence, DW_EVIDENCE_LAMP, (uint16_t)__builtin_ctz(evidence->lamps_left));
        evidence->lamps_left &= evidence->lamps_left - 1;
        return true;
    }
    return false;
}

void dw_evidence_leave(dw_evidence *evidence)
{
    evidence->leaves_left_count = 0;
    evidence->lamps_left = 0;
}

bool dw_evidence_notice(dw_evidence *evidence, const dw_think *think)
{
    const dw_ruleset *rules = think->setup->rules;
    const dw_percept_signs *signs = &think->percepts->signs;
    const uint32_t gone = think->percepts->missing & ~(uint32_t)evidence->gone;
    learn_refusal(evidence, think->percepts);
    const uint16_t leaves = leaves_that_differ(evidence, think);
    const dw_switch_set lamps = switches_that_differ(evidence, think);
    dw_evidence_follow(evidence, think);
    list_things(evidence, signs, leaves, lamps);
    if (gone != 0) {
        name(evidence, DW_EVIDENCE_ITEM, (uint16_t)__builtin_ctz(gone));
    } else {
        (void)dw_evidence_next(evidence);
    }
    evidence->points += __builtin_popcount(gone) * rules->evidence_item;
    for (uint32_t left = leaves; left != 0; left &= left - 1) {
        evidence->points += points_of_leaf(evidence, rules, signs->leaves[__builtin_ctz(left)]);
    }
    for (uint32_t left = lamps; left != 0; left &= left - 1) {
        evidence->points += points_of_lamp(evidence, rules, (uint16_t)__builtin_ctz(left));
    }
    return (gone | leaves | lamps) != 0;
}

void dw_evidence_miss(dw_evidence *evidence, const dw_think *think, uint16_t guard)
{
    evidence->kind = DW_EVIDENCE_COLLEAGUE;
    evidence->thing = guard;
    evidence->points += think->setup->rules->evidence_colleague;
}

void dw_evidence_note_deeds(dw_evidence *evidence, const dw_think *think)
{
    const dw_guard_command *command = think->command;
    const dw_kind *kind = think->setup->kind; /* A wish without hands moves no leaf. */
    if (command->open_door != DW_NONE && kind->can.open_doors != 0) {
        dw_door_set_put(&evidence->open, command->open_door, true);
    }
    if (command->close_door != DW_NONE && kind->can.close_doors != 0) {
        dw_door_set_put(&evidence->open, command->close_door, false);
        evidence->shuts = command->close_door;
    }
}

bool dw_evidence_is_sound(const dw_evidence *evidence, const dw_map *map)
{
    const uint16_t counts[DW_EVIDENCE_KIND_COUNT] = {
        [DW_EVIDENCE_LEAF] = map->door_count,
        [DW_EVIDENCE_LAMP] = map->switch_count,
        [DW_EVIDENCE_ITEM] = map->item_count,
        [DW_EVIDENCE_COLLEAGUE] = map->guard_count,
    };
    bool sound =
        map->switch_count == DW_SWITCHES_MAX || evidence->lamps_left >> map->switch_count == 0;
    for (uint8_t i = 0; i < evidence->leaves_left_count; i++) {
        sound = sound && evidence->leaves_left[i] < map->door_count;
    }
    return sound && evidence->kind < DW_EVIDENCE_KIND_COUNT && evidence->points >= 0 &&
           evidence->points <= DW_EVIDENCE_POINTS_MAX &&
           (evidence->kind == DW_EVIDENCE_NONE || evidence->thing < counts[evidence->kind]) &&
           dw_is_door_or_none(map, evidence->shuts);
}

DW_FIELDS_STATE(extern, evidence, DW_EVIDENCE_FIELDS);
