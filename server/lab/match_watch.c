/* match_watch.c - a chase, here, is one of the team: it begins when a first guard detects an
 * intruder and ends when no guard has it detected any more, when it is caught, or with the match.
 */
#include "server/lab/match_watch.h"

#include "common/base/check.h"

#include <math.h>
#include <string.h>

enum { REGAIN_TICKS = 10 * DW_TICKS_PER_SECOND, SAMPLE_TICKS = DW_TICKS_PER_SECOND / 2 };

_Static_assert(DW_GUARDS_MAX <= 64, "guards fit the bits of dw_watched_intruder");

/* The square root is exact to the last bit on every machine (IEEE 754). */
static double distance(dw_vec a, dw_vec b)
{
    const double x = (double)a.x - (double)b.x;
    const double y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y);
}

static void note_first(uint64_t *first, uint32_t tick)
{
    *first = *first == 0 ? tick : *first;
}

static void end_chase(dw_match_watch *watch, dw_watched_intruder *intruder, uint32_t tick)
{
    dw_match_row *row = &watch->row;
    const uint32_t length = tick - intruder->chase_tick;
    dw_match_row_add_chase(row, length);
    row->detected_ticks += length;
    row->chase_ticks_longest =
        length > row->chase_ticks_longest ? length : row->chase_ticks_longest;
    intruder->detecting = 0;
}

static void take_detected(dw_match_watch *watch, const dw_sim_event *event, uint32_t tick)
{
    dw_watched_intruder *intruder = &watch->intruders[event->slot];
    if (intruder->detecting == 0) {
        watch->row.chases++;
        intruder->chase_tick = tick;
        if (intruder->lost_tick != 0 && tick - intruder->lost_tick <= REGAIN_TICKS) {
            watch->row.regained++;
        }
    }
    intruder->detecting |= UINT64_C(1) << event->guard;
}

static void take_lost(dw_match_watch *watch, const dw_sim_event *event, uint32_t tick)
{
    dw_watched_intruder *intruder = &watch->intruders[event->slot];
    const uint64_t bit = UINT64_C(1) << event->guard;
    if (intruder->detecting == bit) {
        end_chase(watch, intruder, tick);
        intruder->lost_tick = tick;
        watch->row.losses++;
    }
    intruder->detecting &= ~bit;
}

static void take_event(dw_match_watch *watch, const dw_sim_event *event, uint32_t tick)
{
    dw_match_row *row = &watch->row;
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_SEEN:
        row->sightings++;
        break;
    case DW_SIM_DETECTED:
        take_detected(watch, event, tick);
        break;
    case DW_SIM_LOST:
        take_lost(watch, event, tick);
        break;
    case DW_SIM_TOUCHED:
        row->touches++;
        break;
    case DW_SIM_CAUGHT:
        note_first(&row->first_caught_tick, tick);
        if (watch->intruders[event->slot].detecting != 0) {
            end_chase(watch, &watch->intruders[event->slot], tick);
        }
        break;
    case DW_SIM_TAKEN:
        note_first(&row->first_taken_tick, tick);
        row->taken++;
        break;
    case DW_SIM_DROPPED:
        row->dropped++;
        break;
    case DW_SIM_DOOR_OPENED:
    case DW_SIM_DOOR_CLOSED:
        *(event->guard != DW_NONE ? &row->doors_by_guards : &row->doors_by_intruders) += 1;
        break;
    default:
        break;
    }
}

static void count_message(dw_match_row *row, dw_radio_kind kind)
{
    switch (kind) {
    case DW_RADIO_REPORT:
        row->heard_report++;
        break;
    case DW_RADIO_CLEAR:
        row->heard_clear++;
        break;
    case DW_RADIO_TAKES:
        row->heard_takes++;
        break;
    case DW_RADIO_CAUGHT:
        row->heard_caught++;
        break;
    case DW_RADIO_OFFER:
        row->heard_offer++;
        break;
    case DW_RADIO_HOLDS:
        row->heard_holds++;
        break;
    default:
        row->heard_other++;
        break;
    }
}

/* A message reaches all guards but its sender in one tick: each is counted once. */
static void take_percepts(dw_match_watch *watch, const dw_sim *sim, const dw_world *world)
{
    uint32_t counted[DW_RADIO_HEARD_MAX];
    uint32_t count = 0;
    bool seen = false;
    for (uint64_t left = dw_guards_present(world); left != 0; left &= left - 1) {
        const dw_percepts *percepts = dw_sim_percepts(sim, (uint16_t)__builtin_ctzll(left));
        for (uint8_t i = 0; i < percepts->intruder_count; i++) {
            seen = seen || percepts->intruders[i].seen;
        }
        for (uint8_t h = 0; h < percepts->heard_count; h++) {
            const dw_radio_message *message = &percepts->heard[h];
            bool known = false;
            for (uint32_t i = 0; i < count; i++) {
                known = known || counted[i] == message->id;
            }
            if (!known) {
                DW_CHECK(count < DW_RADIO_HEARD_MAX);
                counted[count++] = message->id;
                count_message(&watch->row, (dw_radio_kind)message->kind);
            }
        }
    }
    if (seen) {
        watch->row.seen_ticks++;
        note_first(&watch->row.first_seen_tick, world->tick);
    }
}

/* A body that has just appeared, or is gone, has walked nothing. */
static void walk(dw_match_watch *watch, const dw_world *world)
{
    const uint32_t count = dw_actor_count(world);
    for (uint32_t a = 0; a < count; a++) {
        dw_watched_body *body = &watch->bodies[a];
        const dw_vec now = world->actors[a].body.position;
        const bool present = dw_is_present(&world->actors[a]);
        if (present && body->present) {
            *(a < world->guard_count ? &watch->guard_team.path : &watch->intruder_team.path) +=
                distance(body->position, now);
        }
        *body = (dw_watched_body){.position = now, .present = present};
    }
}

/* Between each two of a team, which are `count` bodies one after the other. */
static void sample_distances(const dw_watched_body *bodies, uint32_t count, dw_watched_team *team)
{
    for (uint32_t one = 0; one < count; one++) {
        for (uint32_t other = 0; other < one && bodies[one].present; other++) {
            if (bodies[other].present) {
                team->apart += distance(bodies[one].position, bodies[other].position);
                team->pairs++;
            }
        }
    }
}

void dw_match_watch_tick(void *context, const dw_intent *intents, const dw_world *world)
{
    (void)intents;
    dw_match_watch *watch = context;
    if (world->tick == 1) {
        *watch = (dw_match_watch){.match = watch->match};
    }
    const dw_sim *sim = dw_lab_match_sim(watch->match);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        take_event(watch, &events[i], world->tick);
    }
    take_percepts(watch, sim, world);
    walk(watch, world);
    if (world->tick % SAMPLE_TICKS == 0) {
        const uint32_t guards = world->guard_count;
        sample_distances(watch->bodies, guards, &watch->guard_team);
        sample_distances(watch->bodies + guards, DW_INTRUDERS_MAX, &watch->intruder_team);
    }
}

static uint64_t to_mm(double units)
{
    return (uint64_t)llround(units / DW_UNITS_PER_MM);
}

static uint64_t mean_apart_mm(const dw_watched_team *team)
{
    return team->pairs == 0 ? 0 : to_mm(team->apart / (double)team->pairs);
}

void dw_match_watch_finish(dw_match_watch *watch, const dw_lab_result *result)
{
    dw_match_row *row = &watch->row;
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (watch->intruders[s].detecting != 0) {
            end_chase(watch, &watch->intruders[s], result->ticks);
        }
    }
    row->outcome = result->outcome;
    row->hash = result->hash;
    row->trace = result->trace;
    row->ticks = result->ticks;
    row->first_detection_tick = result->first_detection_tick;
    row->detections = result->detections;
    row->chase_ticks = result->chase_ticks;
    row->caught = result->caught;
    row->guards_path_mm = to_mm(watch->guard_team.path);
    row->intruders_path_mm = to_mm(watch->intruder_team.path);
    row->guards_apart_mm = mean_apart_mm(&watch->guard_team);
    row->intruders_apart_mm = mean_apart_mm(&watch->intruder_team);
    row->events_dropped = dw_sim_events_dropped(dw_lab_match_sim(watch->match));
#define TAKE(name) row->name = result->counters.name;
    DW_BRAIN_COUNTERS(TAKE, TAKE)
#undef TAKE
}
