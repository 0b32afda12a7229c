/* stimuli.c - phase 4 of the tick: noises of phases 2 to 4 reach guards and players
 * (server/RULES.md 3.64 to 3.73). A listener learns how loud a noise arrives and where it seems to
 * come from. */
#include "common/base/check.h"
#include "common/base/hash.h"
#include "server/sim/ear.h"
#include "server/sim/sim_state.h"

/* The stream of draws of each guard has a number of its own. */
enum { HEARING_STREAM = 0x68656172 };

/* The bodies that may hear a noise, and the lowest level that any of them hears. */
typedef struct listeners {
    uint64_t guards;
    uint32_t slots;
    int32_t lowest_db10;
    dw_ear ears[DW_GUARDS_MAX];
    uint8_t heard[DW_GUARDS_MAX]; /* Noises of this tick: each has draws of its own. */
} listeners;

static void list_listeners(const dw_sim *sim, listeners *all)
{
    *all = (listeners){.slots = dw_slots_present(&sim->world),
                       .lowest_db10 = sim->rules.player_hearing_db10};
    for (uint64_t left = dw_guards_present(&sim->world); left != 0; left &= left - 1) {
        const uint32_t g = (uint32_t)__builtin_ctzll(left);
        const dw_actor *actor = dw_guard_actor(&sim->world, g);
        const dw_guard_state *guard = &sim->world.guards[g];
        const dw_ear ear = dw_ear_of(dw_sim_kind_of(sim, (uint16_t)g), actor->body.position,
                                     actor->room, guard->step, guard->command.asleep);
        if (ear.threshold_db10 == 0) {
            continue;
        }
        all->guards |= UINT64_C(1) << g;
        all->ears[g] = ear;
        all->lowest_db10 =
            ear.threshold_db10 < all->lowest_db10 ? ear.threshold_db10 : all->lowest_db10;
    }
}

/* `place` in the part of the room in which a body can stand. */
static dw_vec within_room(const dw_map *map, uint16_t room, dw_vec place)
{
    const dw_rect inner = dw_rect_grown(map->rooms[room].area, -map->wall_half - DW_BODY_HALF);
    const dw_vec middle = dw_rect_centre(map->rooms[room].area);
    const dw_vec inside = dw_rect_nearest(inner, place);
    return (dw_vec){inner.min.x <= inner.max.x ? inside.x : middle.x,
                    inner.min.y <= inner.max.y ? inside.y : middle.y};
}

/* How far off the noise may be from where it seems to be: less the louder it arrives. */
static int32_t error_of(const dw_ruleset *rules, int32_t over_db10)
{
    const int32_t range = rules->hearing_error_range_db10;
    return over_db10 >= range ? 0 : rules->hearing_error_mm * (range - over_db10) / range;
}

static dw_vec drawn_near(const dw_sim *sim, uint32_t g, uint32_t number, dw_vec place,
                         int32_t error_mm)
{
    dw_rng rng;
    const uint64_t stream = (uint64_t)sim->world.tick << 8 | number;
    dw_rng_init(&rng, dw_mix64(sim->seed ^ dw_mix64(HEARING_STREAM + (uint64_t)g)), stream);
    const int32_t most = DW_MM(error_mm);
    place.x += dw_rng_between(&rng, -most, most);
    place.y += dw_rng_between(&rng, -most, most);
    return place;
}

static void tell_guard(dw_sim *sim, listeners *all, uint32_t g, const dw_noise *noise,
                       const dw_sound_spread *spread)
{
    const dw_ear *ear = &all->ears[g];
    dw_sound_arrival arrival;
    if (!dw_sound_arrives(spread, ear->position, ear->room, &arrival)) {
        return;
    }
    const int32_t level = dw_ear_level(ear, noise->level_db10 - arrival.loss_db10);
    if (level < ear->threshold_db10) {
        return;
    }
    dw_stimulus heard = {.kind =
                             noise->kind == DW_NOISE_BELL ? DW_STIMULUS_BELL : DW_STIMULUS_NOISE,
                         .from_own_side = noise->from_own_side,
                         .is_alarm = noise->kind == DW_NOISE_BARK ||
                                     noise->kind == DW_NOISE_SHOUT || noise->kind == DW_NOISE_BELL,
                         .room = noise->room,
                         .position = noise->position,
                         .strength = level};
    if (noise->room != ear->room) {
        if (arrival.door != DW_NONE) {
            const dw_door *door = &sim->map->doors[arrival.door];
            heard.room = dw_door_other_room(door, ear->room);
            heard.position = door->half[door->half[0].room == heard.room ? 0 : 1].point;
        }
        heard.error_mm = error_of(&sim->rules, level - ear->threshold_db10);
        heard.position = drawn_near(sim, g, all->heard[g], heard.position, heard.error_mm);
        heard.position = within_room(sim->map, heard.room, heard.position);
    }
    all->heard[g]++;
    dw_percepts *percepts = &sim->percepts[g];
    dw_stimulus_keep(percepts->stimuli, &percepts->stimulus_count, DW_STIMULI_MAX, &heard);
}

/* Loudest first. The order in which equal ones came hangs on the order of the guards, which players
 * must not learn: direction and kind decide. */
static bool goes_before(const dw_heard *a, const dw_heard *b)
{
    if (a->level_db10 != b->level_db10) {
        return a->level_db10 > b->level_db10;
    }
    return a->direction_bam != b->direction_bam ? a->direction_bam < b->direction_bam
                                                : a->kind < b->kind;
}

static void keep_heard(dw_sim *sim, uint32_t slot, dw_heard heard)
{
    uint8_t *count = &sim->heard_counts[slot];
    dw_heard *rows = sim->heard[slot];
    uint8_t at = *count;
    while (at > 0 && goes_before(&heard, &rows[at - 1])) {
        at--;
    }
    if (at == DW_HEARD_MAX) {
        return;
    }
    *count = *count < DW_HEARD_MAX ? (uint8_t)(*count + 1) : (uint8_t)DW_HEARD_MAX;
    for (uint8_t i = (uint8_t)(*count - 1); i > at; i--) {
        rows[i] = rows[i - 1];
    }
    rows[at] = heard;
}

static void tell_player(dw_sim *sim, uint32_t slot, const dw_noise *noise,
                        const dw_sound_spread *spread)
{
    const dw_actor *actor = dw_intruder_actor(&sim->world, slot);
    dw_sound_arrival arrival;
    if (!dw_sound_arrives(spread, actor->body.position, actor->room, &arrival) ||
        noise->level_db10 - arrival.loss_db10 < sim->rules.player_hearing_db10) {
        return;
    }
    const dw_vec from = arrival.door != DW_NONE
                            ? dw_rect_centre(sim->map->doors[arrival.door].doorway)
                            : noise->position;
    const dw_vec way = dw_vec_sub(from, actor->body.position);
    keep_heard(sim, slot,
               (dw_heard){.kind = noise->kind,
                          .direction_bam = dw_angle_bam(way.x, way.y),
                          .level_db10 = (int16_t)(noise->level_db10 - arrival.loss_db10)});
}

static void spread_noise(dw_sim *sim, listeners *all, const dw_noise *noise)
{
    const bool is_step = noise->kind == DW_NOISE_STEP;
    const uint64_t itself = noise->voice_of > 0 ? UINT64_C(1) << (noise->voice_of - 1) : 0;
    const uint64_t guards = is_step && noise->from_own_side ? 0 : all->guards & ~itself;
    const uint32_t slots = is_step && !noise->from_own_side ? 0 : all->slots;
    const int32_t reach = noise->level_db10 - all->lowest_db10;
    if (reach < 0 || (guards == 0 && slots == 0)) {
        return;
    }
    const dw_sound_losses losses = dw_ear_losses(&sim->rules);
    dw_sound_spread spread;
    dw_sound_spread_begin(&spread, dw_nav_sound(sim->nav), &losses, &sim->world.open,
                          noise->position, noise->room,
                          reach < DW_SOUND_LOSS_MAX_DB10 ? reach : DW_SOUND_LOSS_MAX_DB10 - 1);
    for (uint64_t left = guards; left != 0; left &= left - 1) {
        tell_guard(sim, all, (uint32_t)__builtin_ctzll(left), noise, &spread);
    }
    for (uint32_t left = slots; left != 0; left &= left - 1) {
        tell_player(sim, (uint32_t)__builtin_ctz(left), noise, &spread);
    }
}

void dw_sim_spread_stimuli(dw_sim *sim)
{
    if (sim->rules.hearing == 0) {
        return;
    }
    for (uint32_t g = 0; g < sim->world.guard_count; g++) {
        sim->percepts[g].stimulus_count = 0;
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        sim->heard_counts[s] = 0;
    }
    dw_sim_hear_voices(sim);
    if (sim->noise_count == 0) {
        return;
    }
    listeners all;
    list_listeners(sim, &all);
    for (uint16_t i = 0; i < sim->noise_count; i++) {
        spread_noise(sim, &all, &sim->noises[i]);
    }
    sim->noise_count = 0;
}

const dw_heard *dw_sim_heard(const dw_sim *sim, uint8_t slot, uint32_t *count)
{
    DW_CHECK(slot < DW_INTRUDERS_MAX);
    *count = sim->world.outcome == DW_OUTCOME_NONE ? sim->heard_counts[slot] : 0;
    return sim->heard[slot];
}
