#include "server/host/fleet_life.h"

#include "common/base/check.h"
#include "common/base/words.h"

#include <string.h>

#define MS_NS     UINT64_C(1000000)
#define SECOND_NS (1000 * MS_NS)

/* Agones counts a failure when a whole period (5 s by default) passes without a report. Two fit
 * into each, so that one may be lost. */
#define HEALTH_NS (2 * SECOND_NS)

#define RETRY_MIN_NS (500 * MS_NS)
#define RETRY_MAX_NS (8 * SECOND_NS)
#define LOOK_NS      (30 * SECOND_NS)
#define CONFIRM_NS   (10 * SECOND_NS)

#define WATCH_SILENT_NS (3 * SECOND_NS)

/* The sidecar gathers changes of counters for a second, so more calls would tell nothing. */
#define PLAYERS_NS SECOND_NS

/* A matchmaker may add to the counter to keep a seat for a client that is on its way. So another
 * value than ours is only put right after this time, or at the next change. */
#define PUT_RIGHT_NS (30 * SECOND_NS)

enum { TROUBLE_FAILURES = 3 };

static const dw_fleet_call nothing_asked = DW_FLEET_CALL_HEALTH;

DW_ENUM_WORDS(dw_fleet_state_word, dw_fleet_state, DW_FLEET_STATE_COUNT, DW_FLEET_STATES,
              DW_WORD_OF_3)
DW_ENUM_WORDS(dw_fleet_state_text, dw_fleet_state, DW_FLEET_STATE_COUNT, DW_FLEET_STATES,
              DW_TEXT_OF_3)

#define WORD_OF_CALL(name, word, method, path) word,
DW_ENUM_WORDS(dw_fleet_call_word, dw_fleet_call, DW_FLEET_CALL_COUNT, DW_FLEET_CALLS, WORD_OF_CALL)

void dw_fleet_life_init(dw_fleet_life *life, uint64_t empty_ns, uint64_t now_ns)
{
    *life = (dw_fleet_life){.empty_ns = empty_ns,
                            .in_use_ns = now_ns,
                            .asked = nothing_asked,
                            .told_players = -1,
                            .told_max = -1};
    life->stats.states[DW_FLEET_UNKNOWN] = 1;
}

/* Nothing that the server says changes these. */
static bool is_final(const dw_fleet_game_server *seen)
{
    return seen->deleting || seen->state == DW_FLEET_UNHEALTHY || seen->state == DW_FLEET_ERROR ||
           seen->state == DW_FLEET_SHUTDOWN;
}

/* The call that brings the GameServer to the state it should have; HEALTH: none. */
static dw_fleet_call wanted_call(const dw_fleet_life *life, const dw_fleet_situation *now,
                                 uint64_t now_ns)
{
    if (now->ended) {
        return DW_FLEET_CALL_SHUTDOWN;
    }
    if (now->draining || now->stalled || is_final(&life->seen)) {
        return nothing_asked;
    }
    switch (life->seen.state) {
    case DW_FLEET_READY:
    case DW_FLEET_RESERVED:
        return now->clients > 0 ? DW_FLEET_CALL_ALLOCATE : nothing_asked;
    case DW_FLEET_ALLOCATED:
        return life->empty_ns != 0 && now_ns - life->in_use_ns >= life->empty_ns
                   ? DW_FLEET_CALL_READY
                   : nothing_asked;
    case DW_FLEET_REQUEST_READY:
        return nothing_asked; /* Ready follows. */
    default:
        return DW_FLEET_CALL_READY;
    }
}

void dw_fleet_life_note(dw_fleet_life *life, const dw_fleet_situation *now, uint64_t now_ns)
{
    if (now->clients > 0) {
        life->in_use_ns = now_ns;
    }
    const dw_fleet_call wanted = wanted_call(life, now, now_ns);
    if (wanted != life->asked) {
        life->asked = nothing_asked;
    }
    /* The last word does not wait for a call before it, nor for its turn after a failure. */
    dw_fleet_lane_state *lane = &life->lanes[DW_FLEET_LANE_STATE];
    if (now->ended && lane->call != DW_FLEET_CALL_SHUTDOWN) {
        lane->next_ns = now_ns;
    }
}

static bool state_is_due(const dw_fleet_life *life, const dw_fleet_situation *now, uint64_t now_ns,
                         dw_fleet_call *call)
{
    *call = wanted_call(life, now, now_ns);
    const bool awaited = *call == life->asked && now_ns - life->asked_ns < CONFIRM_NS;
    return *call != nothing_asked && !awaited;
}

/* While the server drains its capacity is what it holds, so no allocation counts on free seats. */
static bool players_are_due(dw_fleet_life *life, const dw_fleet_situation *now, uint64_t now_ns)
{
    if (!life->is_known || !life->seen.has_counter || is_final(&life->seen) || now->ended) {
        return false;
    }
    const int64_t players = now->players < now->players_max ? now->players : now->players_max;
    const int64_t most = now->draining ? players : now->players_max;
    const bool is_fresh = players != life->told_players || most != life->told_max;
    const bool is_off = players != life->seen.count || most != life->seen.capacity;
    life->sending_players = players;
    life->sending_max = most;
    return is_fresh || (is_off && now_ns - life->told_ns >= PUT_RIGHT_NS);
}

static uint64_t health_interval_ns(const dw_fleet_life *life)
{
    const int64_t period_s = life->seen.health_period_s;
    if (period_s <= 0 || period_s >= 5) {
        return HEALTH_NS;
    }
    return (uint64_t)period_s * SECOND_NS * 2 / 5;
}

/* A server whose loop stands still must not be called healthy: Agones then replaces it. */
static bool health_is_due(dw_fleet_life *life, const dw_fleet_situation *now, uint64_t now_ns)
{
    if (now->stalled) {
        life->stats.health_withheld += life->is_withheld ? 0 : 1;
        life->is_withheld = true;
        life->lanes[DW_FLEET_LANE_HEALTH].next_ns = now_ns;
        return false;
    }
    life->is_withheld = false;
    return true;
}

static bool is_due(dw_fleet_life *life, const dw_fleet_situation *now, dw_fleet_lane lane,
                   uint64_t now_ns, dw_fleet_call *call)
{
    switch (lane) {
    case DW_FLEET_LANE_HEALTH:
        *call = DW_FLEET_CALL_HEALTH;
        return health_is_due(life, now, now_ns);
    case DW_FLEET_LANE_STATE:
        return state_is_due(life, now, now_ns, call);
    case DW_FLEET_LANE_PLAYERS:
        *call = DW_FLEET_CALL_PLAYERS;
        return players_are_due(life, now, now_ns);
    case DW_FLEET_LANE_LOOK:
        *call = DW_FLEET_CALL_LOOK;
        return true;
    case DW_FLEET_LANE_WATCH:
        *call = DW_FLEET_CALL_WATCH;
        return true;
    case DW_FLEET_LANE_COUNT:
        break;
    }
    DW_CHECK(false);
    return false;
}

bool dw_fleet_life_next(dw_fleet_life *life, const dw_fleet_situation *now, dw_fleet_lane lane,
                        uint64_t now_ns, dw_fleet_call *call)
{
    dw_fleet_lane_state *at = &life->lanes[lane];
    if (at->busy || now_ns < at->next_ns || !is_due(life, now, lane, now_ns, call)) {
        return false;
    }
    at->busy = true;
    at->call = *call;
    if (lane == DW_FLEET_LANE_HEALTH) {
        at->next_ns =
            now_ns + health_interval_ns(life); /* From call to call, however long it takes. */
    }
    if (lane == DW_FLEET_LANE_WATCH) {
        life->watch_told = false;
        life->watch_ns = now_ns;
    }
    return true;
}

static uint64_t retry_ns(uint32_t failures)
{
    const uint64_t wait = failures < 5 ? RETRY_MIN_NS << (failures - 1) : RETRY_MAX_NS;
    return wait < RETRY_MAX_NS ? wait : RETRY_MAX_NS;
}

/* Trouble begins when a lane has failed often in a row, and ends when none has failed last. */
static void judge(dw_fleet_life *life)
{
    bool begins = false;
    bool ends = true;
    for (uint32_t i = 0; i < DW_FLEET_LANE_COUNT; i++) {
        begins = begins || life->lanes[i].failures >= TROUBLE_FAILURES;
        ends = ends && life->lanes[i].failures == 0;
    }
    life->stats.in_trouble = begins ? 1 : ends ? 0 : life->stats.in_trouble;
}

static void note_success(dw_fleet_life *life, dw_fleet_lane lane, uint64_t now_ns)
{
    dw_fleet_lane_state *at = &life->lanes[lane];
    at->failures = 0;
    life->stats.answered[at->call]++;
    if (lane == DW_FLEET_LANE_STATE) {
        life->asked = at->call;
        life->asked_ns = now_ns;
    } else if (lane == DW_FLEET_LANE_PLAYERS) {
        life->told_players = life->sending_players;
        life->told_max = life->sending_max;
        life->told_ns = now_ns;
        at->next_ns = now_ns + PLAYERS_NS;
    } else if (lane == DW_FLEET_LANE_LOOK) {
        at->next_ns = now_ns + LOOK_NS;
    }
}

void dw_fleet_life_answered(dw_fleet_life *life, dw_fleet_lane lane, bool ok, uint64_t now_ns)
{
    dw_fleet_lane_state *at = &life->lanes[lane];
    DW_CHECK(at->busy);
    at->busy = false;
    if (ok) {
        note_success(life, lane, now_ns);
    } else {
        life->stats.failed[at->call]++;
        at->failures++;
        if (lane != DW_FLEET_LANE_HEALTH) {
            at->next_ns = now_ns + retry_ns(at->failures);
        }
    }
    judge(life);
}

void dw_fleet_life_saw(dw_fleet_life *life, dw_fleet_lane from, const dw_fleet_game_server *seen,
                       uint64_t now_ns)
{
    if (from == DW_FLEET_LANE_WATCH) {
        if (!life->watch_told) { /* The stream stands. */
            life->watch_told = true;
            life->lanes[DW_FLEET_LANE_WATCH].failures = 0;
            life->stats.answered[DW_FLEET_CALL_WATCH]++;
            judge(life);
        }
        life->watched = seen->state;
    }
    /* A fresh allocation, also of an Allocated server: clients are on their way. */
    if (seen->state == DW_FLEET_ALLOCATED && (life->seen.state != DW_FLEET_ALLOCATED ||
                                              strcmp(seen->allocated, life->seen.allocated) != 0)) {
        life->in_use_ns = now_ns;
    }
    life->stats.states[life->seen.state] = 0;
    life->stats.states[seen->state] = 1;
    life->seen = *seen;
    life->is_known = true;
}

bool dw_fleet_life_watch_is_dead(const dw_fleet_life *life, uint64_t now_ns)
{
    return life->lanes[DW_FLEET_LANE_WATCH].busy &&
           (life->watch_told ? life->watched != life->seen.state
                             : now_ns - life->watch_ns >= WATCH_SILENT_NS);
}

bool dw_fleet_life_is_over(const dw_fleet_life *life)
{
    const bool is_told = life->asked == DW_FLEET_CALL_SHUTDOWN;
    return is_told && (!life->is_known || is_final(&life->seen));
}
