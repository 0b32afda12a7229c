/* policy_patient.c - learns the guards' patrols and uses their gaps. It first watches from a hiding
 * position near the entrance, writes down which guard comes into which room when, and takes the
 * time between two visits of a room as the guard's cycle. Then it waits for a guard to leave, and
 * pays for each position what the cycles foretell for its time of arrival. It watches for a bounded
 * time; without a gap it goes as a bold bot does. */
#include "client/bot/flight.h"

enum {
    WATCH_TICKS_MIN = 20 * DW_TICKS_PER_SECOND, /* It watches for at least this long, */
    WATCH_TICKS_MAX = 60 * DW_TICKS_PER_SECOND, /* and goes without a gap after this long. */
    WATCH_RISK = 0,
    VISITS = 16, /* The last visits of a guard to rooms. */
    CYCLE_TICKS_MIN = 10 * DW_TICKS_PER_SECOND,
    FORETOLD_PRICE = 4 * DW_ROADMAP_PRICE_ONE,
    EARLY_TICKS = 180 /* A guard can be this early or late. */
};

typedef struct visit {
    uint16_t room;
    uint32_t tick;
} visit;

typedef struct timetable {
    uint8_t guard;        /* As in the snapshot; 0: none. */
    uint32_t count;       /* Of all visits; the last VISITS are kept. */
    uint32_t cycle_ticks; /* 0: not known. */
    visit visits[VISITS];
} timetable;

typedef struct patient_memory {
    dw_sneak sneak;
    bool sets_out; /* It has ended its watch. */
    timetable tables[DW_DANGER_GUARDS_MAX];
} patient_memory;

typedef struct patient_plan {
    dw_danger_plan danger;
    const patient_memory *memory;
} patient_plan;

static void reset(dw_bot *bot, const dw_bot_view *view)
{
    patient_memory *memory = bot->memory;
    *memory = (patient_memory){.sets_out = false};
    dw_sneak_reset(bot, &memory->sneak, view);
}

static void note_visit(timetable *table, uint16_t room, uint32_t tick)
{
    const uint32_t kept = table->count < VISITS ? table->count : VISITS;
    if (kept > 0 && table->visits[(table->count - 1) % VISITS].room == room) {
        return;
    }
    for (uint32_t i = 1; i <= kept; i++) {
        const visit *past = &table->visits[(table->count - i) % VISITS];
        if (past->room == room && tick - past->tick >= CYCLE_TICKS_MIN) {
            table->cycle_ticks = tick - past->tick;
            break;
        }
    }
    table->visits[table->count++ % VISITS] = (visit){room, tick};
}

static void learn(dw_bot *bot)
{
    patient_memory *memory = bot->memory;
    const dw_danger *danger = &memory->sneak.danger;
    for (uint32_t i = 0; i < danger->count; i++) {
        const dw_danger_guard *guard = &danger->guards[i];
        timetable *table = &memory->tables[i];
        if (table->guard != guard->id) {
            *table = (timetable){.guard = guard->id};
        }
        const uint16_t room = dw_map_room_at(bot->ground->map, guard->position);
        if (guard->visible && room != DW_NONE) {
            note_visit(table, room, guard->seen_tick);
        }
    }
}

/* Whether the guard's timetable has it in `room` about `tick`, one cycle after a visit or more. */
static bool is_foretold(const timetable *table, uint16_t room, uint32_t tick)
{
    const uint32_t kept = table->count < VISITS ? table->count : VISITS;
    for (uint32_t i = 1; i <= kept && table->cycle_ticks != 0; i++) {
        const visit *past = &table->visits[(table->count - i) % VISITS];
        if (past->room == room && tick > past->tick) {
            const uint32_t phase = (tick - past->tick) % table->cycle_ticks;
            if (tick - past->tick > EARLY_TICKS &&
                (phase < EARLY_TICKS || phase > table->cycle_ticks - EARLY_TICKS)) {
                return true;
            }
        }
    }
    return false;
}

/* A dw_roadmap_price with a patient_plan as its context. */
static uint32_t price(void *context, uint16_t node)
{
    patient_plan *plan = context;
    const dw_roadmap *roadmap = plan->danger.roadmap;
    const uint32_t arrival = dw_danger_arrival_tick(&plan->danger, node);
    uint32_t sum = dw_danger_price(&plan->danger, node);
    for (uint32_t i = 0; i < plan->memory->sneak.danger.count; i++) {
        if (is_foretold(&plan->memory->tables[i], roadmap->nodes[node].room, arrival)) {
            sum += FORETOLD_PRICE;
        }
    }
    return sum;
}

/* A gap: of each guard that the bot has seen, it has since seen the position empty, or its belief
 * has faded so that another look is due. Of each camera in view it knows the sweep. After
 * WATCH_TICKS_MAX it is bold without a gap. */
static bool has_gap(const patient_memory *memory, const dw_bot_view *view)
{
    const uint32_t played = dw_sneak_played_ticks(&memory->sneak, view);
    bool gap = played >= WATCH_TICKS_MIN;
    for (uint32_t i = 0; i < memory->sneak.danger.count; i++) {
        const dw_danger_guard *guard = &memory->sneak.danger.guards[i];
        gap = gap && (guard->stays ? !guard->visible ||
                                         !dw_camera_sweep_unfinished(&guard->sweep, view->tick)
                                   : guard->gone || dw_danger_belief(guard, view->tick) == 0);
    }
    return gap || played >= WATCH_TICKS_MAX;
}

static void plan_path(dw_bot *bot, dw_sneak *sneak, const dw_bot_view *view)
{
    patient_memory *memory = bot->memory;
    const bool gap = has_gap(memory, view);
    memory->sets_out = memory->sets_out || gap || sneak->noticed;
    if (sneak->noticed) {
        dw_flight_plan(bot, sneak, view, (dw_flight_wish){.worth = NULL});
        return;
    }
    patient_plan plan = {.memory = memory};
    dw_danger_plan_begin(&plan.danger, &sneak->danger, bot->ground->roadmap, view, false);
    const dw_sneak_order order = {&plan.danger, price, &plan,
                                  gap ? dw_sneak_bold_risk(sneak, view) : WATCH_RISK,
                                  !memory->sets_out};
    dw_sneak_go_or_hide(bot, sneak, view, &order);
}

static dw_bot_decision decide(dw_bot *bot, const dw_bot_view *view)
{
    patient_memory *memory = bot->memory;
    learn(bot);
    return dw_flight_decide(bot, &memory->sneak, view, plan_path);
}

const dw_policy dw_policy_patient = {"patient", "learns the guards' cycles and goes in their gaps",
                                     sizeof(patient_memory), reset, decide};
