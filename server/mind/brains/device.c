/* device.c - the brain `device`: cameras, motion detectors and microphones (server/RULES.md 10.10
 * to 10.18). A device stands still. It turns to and fro, and says over the radio in which room it
 * senses something. It never says which intruder that is: guards have to go and see.
 *
 * The sweep is a position on the way from its left end to its right end, in ticks, so that it never
 * drifts. While the device looks at an intruder, that position follows its heading. */
#include "common/base/check.h"
#include "server/mind/brains/brain_kinds.h"
#include "server/mind/brains/device_mind.h"
#include "server/mind/brains/explain.h"
#include "server/mind/think.h"

#include <stdio.h>

static dw_status device_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_device_mind *mind = DW_ARENA_NEW(arena, dw_device_mind);
    if (mind == NULL) {
        return DW_MEMORY;
    }
    mind->setup = *setup;
    *memory = mind;
    return DW_OK;
}

static const dw_kind_device *device_of(const dw_device_mind *mind)
{
    return &mind->setup.kind->device;
}

static void device_reset(void *memory, uint64_t seed)
{
    dw_device_mind *mind = memory;
    (void)seed;
    mind->goal = DW_DEVICE_WATCH;
    mind->cause = DW_CAUSE_START;
    mind->since = 0;
    mind->room = DW_NONE;
    mind->at = (uint32_t)device_of(mind)->sweep_ticks / 2;
    mind->turns_back = false;
    mind->quiet = 0;
    mind->seen = 0;
}

/* Where its post looks: the middle of the sweep. */
static uint16_t post_heading(const dw_device_mind *mind)
{
    return mind->setup.map->guards[mind->setup.guard].heading_bam;
}

/* For how long it has seen each intruder on end. */
static void count_sight(dw_device_mind *mind, const dw_percepts *percepts)
{
    uint16_t seen = 0;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *intruder = &percepts->intruders[i];
        if (!intruder->seen) {
            continue;
        }
        const uint16_t bit = (uint16_t)(1u << intruder->slot);
        uint16_t *ticks = &mind->seen_ticks[intruder->slot];
        *ticks = (mind->seen & bit) == 0 ? (uint16_t)1 : (uint16_t)(*ticks + (*ticks < UINT16_MAX));
        seen |= bit;
    }
    mind->seen = seen;
}

/* It has seen the intruder for long enough, or well enough. */
static bool is_noticed(const dw_device_mind *mind, const dw_percept_intruder *intruder)
{
    return intruder->detected || mind->seen_ticks[intruder->slot] >= device_of(mind)->notice_ticks;
}

/* The intruder that it has seen for the longest time, on ties the lower slot; NULL: it sees none.
 * `noticed`: of those that it notices. */
static const dw_percept_intruder *longest_seen(const dw_device_mind *mind,
                                               const dw_percepts *percepts, bool noticed)
{
    const dw_percept_intruder *longest = NULL;
    for (uint8_t i = 0; i < percepts->intruder_count; i++) {
        const dw_percept_intruder *intruder = &percepts->intruders[i];
        if (intruder->seen && (!noticed || is_noticed(mind, intruder)) &&
            (longest == NULL ||
             mind->seen_ticks[intruder->slot] > mind->seen_ticks[longest->slot])) {
            longest = intruder;
        }
    }
    return longest;
}

/* One tick of the sweep. */
static void sweep(dw_device_mind *mind, dw_guard_command *command)
{
    const dw_kind_device *device = device_of(mind);
    const uint32_t end = (uint32_t)device->sweep_ticks;
    if (device->sweep_bam == 0) {
        command->heading_bam = post_heading(mind);
        return;
    }
    mind->turns_back = mind->at >= end || (mind->turns_back && mind->at > 0);
    mind->at = mind->turns_back ? mind->at - 1 : mind->at + 1;
    const int64_t from_left = (int64_t)device->sweep_bam * mind->at / end;
    command->heading_bam =
        (uint16_t)(post_heading(mind) + (int32_t)from_left - device->sweep_bam / 2);
}

/* Turns towards the intruder, not beyond the ends of the sweep. */
static void track(dw_device_mind *mind, const dw_percepts *percepts, dw_vec intruder,
                  dw_guard_command *command)
{
    const dw_kind_device *device = device_of(mind);
    const int32_t half = device->sweep_bam / 2;
    const uint16_t post = post_heading(mind);
    const dw_vec way = dw_vec_sub(intruder, percepts->position);
    if (device->sweep_bam == 0 || (way.x == 0 && way.y == 0)) {
        return;
    }
    int32_t wanted = dw_turn_bam(post, dw_angle_bam(way.x, way.y));
    wanted = wanted < -half ? -half : wanted > half ? half : wanted;
    command->heading_bam = dw_turn_towards_bam(percepts->heading_bam, (uint16_t)(post + wanted),
                                               mind->setup.kind->turn_rates.hurried_bam);
    int64_t from_left = dw_turn_bam(post, command->heading_bam) + half;
    from_left = from_left < 0 ? 0 : from_left;
    from_left = from_left > device->sweep_bam ? device->sweep_bam : from_left;
    mind->at = (uint32_t)((from_left * device->sweep_ticks + half) / device->sweep_bam);
}

static void set_goal(dw_device_mind *mind, dw_device_goal goal, dw_cause cause, uint16_t room,
                     uint32_t tick)
{
    if (mind->goal != (uint8_t)goal) {
        mind->goal = (uint8_t)goal;
        mind->cause = (uint8_t)cause;
        mind->since = tick;
    }
    mind->room = room;
}

/* The loudest noise that is not of its own side, or NULL. */
static const dw_stimulus *noise_of(const dw_percepts *percepts)
{
    for (uint8_t i = 0; i < percepts->stimulus_count; i++) {
        const dw_stimulus *heard = &percepts->stimuli[i]; /* The strongest comes first. */
        if (heard->kind == DW_STIMULUS_NOISE && !heard->from_own_side) {
            return heard;
        }
    }
    return NULL;
}

/* What it senses now. Returns the room of which it has to tell, or DW_NONE. */
static uint16_t decide(dw_device_mind *mind, const dw_percepts *percepts,
                       const dw_percept_intruder *target)
{
    const uint32_t tick = percepts->tick;
    const dw_percept_intruder *noticed = longest_seen(mind, percepts, true);
    const dw_stimulus *noise = noise_of(percepts);
    if (target != NULL) {
        set_goal(mind, DW_DEVICE_TRACK, DW_CAUSE_SIGHTING, target->room, tick);
    } else if (percepts->motion.moves) {
        set_goal(mind, DW_DEVICE_MOTION, DW_CAUSE_SIGHTING, percepts->room, tick);
    } else if (noise != NULL) {
        set_goal(mind, DW_DEVICE_HEAR, DW_CAUSE_NOISE, noise->room, tick);
    } else if (mind->goal != DW_DEVICE_HEAR || mind->quiet == 0) {
        set_goal(mind, DW_DEVICE_WATCH, DW_CAUSE_LOST, DW_NONE, tick);
    }
    if (noticed != NULL) {
        return noticed->room;
    }
    if (percepts->motion.moves) {
        return percepts->room;
    }
    return noise != NULL ? noise->room : (uint16_t)DW_NONE;
}

static void say(dw_device_mind *mind, const dw_percepts *percepts, uint16_t room,
                dw_guard_command *command)
{
    const int32_t repeat_ticks = device_of(mind)->repeat_ticks;
    if (room == DW_NONE || mind->quiet > 0 || repeat_ticks == 0) {
        return;
    }
    mind->quiet = (uint16_t)repeat_ticks;
    mind->said =
        (dw_radio_message){.kind = DW_RADIO_NOTICE, .room = room, .place = percepts->position};
    command->says = &mind->said;
}

static void device_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_device_mind *mind = memory;
    mind->quiet = mind->quiet > 0 ? (uint16_t)(mind->quiet - 1) : 0;
    count_sight(mind, percepts);
    const dw_percept_intruder *target = longest_seen(mind, percepts, false);
    if (target != NULL) {
        track(mind, percepts, target->position, command);
    } else {
        sweep(mind, command);
    }
    const uint16_t room = decide(mind, percepts, target);
    say(mind, percepts, room, command);
    if (mind->goal == DW_DEVICE_WATCH) {
        command->mood = DW_MOOD_CALM;
    } else {
        const bool hesitates = mind->goal == DW_DEVICE_TRACK && room == DW_NONE;
        command->mood = hesitates ? DW_MOOD_SUSPICIOUS : DW_MOOD_ALERT;
    }
}

static void device_explain(const void *memory, dw_mind_view *view)
{
    const dw_device_mind *mind = memory;
    static const struct {
        const char *name, *sentence;
    } goals[DW_DEVICE_GOAL_COUNT] = {
        [DW_DEVICE_WATCH] = {"watch", ""},
        [DW_DEVICE_HEAR] = {"hear", "Heard something in"},
        [DW_DEVICE_MOTION] = {"motion", "Something moves in"},
        [DW_DEVICE_TRACK] = {"track", "Sees somebody in"},
    };
    const dw_explained_goal goal = {.name = goals[mind->goal].name,
                                    .cause = mind->cause,
                                    .cause_id = mind->since,
                                    .since = mind->since};
    dw_explain_begin(view, &goal, NULL);
    view->room = mind->room;
    if (mind->goal == DW_DEVICE_WATCH) {
        (void)snprintf(view->sentence, sizeof view->sentence, "%s",
                       device_of(mind)->sweep_bam > 0 ? "Sweeps." : "Watches.");
    } else {
        (void)snprintf(view->sentence, sizeof view->sentence, "%s %s.", goals[mind->goal].sentence,
                       mind->setup.map->rooms[mind->room].name);
    }
}

DW_FIELDS_STATE(static, device_mind, DW_DEVICE_FIELDS);

static uint64_t device_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_device_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void device_save(const void *memory, dw_state_writer *writer)
{
    dw_save_device_mind(writer, memory);
}

static bool is_sound(const dw_device_mind *mind)
{
    const bool has_room = mind->room < mind->setup.map->room_count;
    return mind->goal < DW_DEVICE_GOAL_COUNT && mind->cause < DW_CAUSE_COUNT &&
           (mind->goal == DW_DEVICE_WATCH ? mind->room == DW_NONE : has_room) &&
           mind->at <= (uint32_t)device_of(mind)->sweep_ticks;
}

static void device_load(void *memory, dw_state_reader *reader)
{
    device_reset(memory, 0);
    dw_load_device_mind(reader, memory);
    (void)dw_state_require(reader, !reader->failed && is_sound(memory));
    if (reader->failed) {
        device_reset(memory, 0);
    }
}

const dw_brain_kind dw_brain_device = {
    .name = "device",
    .create = device_create,
    .reset = device_reset,
    .think = device_think,
    .explain = device_explain,
    .hash = device_hash,
    .save = device_save,
    .load = device_load,
};
