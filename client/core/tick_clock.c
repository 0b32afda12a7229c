#include "client/core/tick_clock.h"

#include "common/base/check.h"
#include "common/base/fixed.h"

enum {
    SLEW_SHARE = 10,       /* Own time runs at most a tenth faster or slower; */
    DRAWN_SLOW_SHARE = 5,  /* drawn time a fifth slower while the delay grows, */
    DRAWN_FAST_SHARE = 20, /* a twentieth faster while it shrinks, */
    DRAWN_FAR_TICKS = 6,   /* and a tenth faster when it is further behind than this. */
    EARLY_SHARE = 4,       /* A quarter of an early deviation counts: it shows the true delay. */
    LATE_SHARE = 32,       /* Little of a late one: it is mostly jitter. */
    JUMP_AHEAD_TICKS = 15, /* Estimates that are further off than this jump. */
    JUMP_BACK_TICKS = 120,
    DRAWN_JUMP_TICKS = 30,
    LOCAL_JUMP_TICKS = 20,
    DELAY_MAX_TICKS = 27,
    PEAK_FADE = 128,    /* With each snapshot the peak's excess fades by a 128th. */
    LOSS_ALL = 1 << 16, /* Every snapshot is lost. */
    LOSS_SHARE = 64,    /* Snapshots in the moving mean, roughly. */
    LOSS_LOW = LOSS_ALL / 50,
    LOSS_HIGH = LOSS_ALL / 7,
    LEAD_WINDOW = 40,
    LEAD_SLACK = 2 /* A lead up to this much above the target is not corrected. */
};

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : (value > high ? high : value);
}

/* The lowest lead to aim for. Intents must last until the next message; one tick more covers small
 * jitter. After a lost message the next one repeats its intents and must still be in time. Loss
 * from the server is taken as loss towards it. */
static int32_t lead_target(const dw_tick_clock *clock)
{
    const uint32_t spare = clock->loss > LOSS_HIGH ? 2 : (clock->loss > LOSS_LOW ? 1 : 0);
    return (int32_t)(clock->input_ticks * (1 + spare)) + 1;
}

/* `missed` snapshots were lost, or came too late, before this one. */
static void note_loss(dw_tick_clock *clock, int64_t missed)
{
    for (int64_t i = 0; i < missed && i < LOSS_SHARE; i++) {
        clock->loss += (LOSS_ALL - clock->loss) / LOSS_SHARE;
    }
    clock->loss -= clock->loss / LOSS_SHARE;
}

void dw_tick_clock_start(dw_tick_clock *clock, uint32_t tick, uint32_t snapshot_hz,
                         uint32_t input_hz, uint64_t now_ns)
{
    DW_CHECK(snapshot_hz >= 1 && snapshot_hz <= DW_TICKS_PER_SECOND);
    DW_CHECK(input_hz >= 1 && input_hz <= DW_TICKS_PER_SECOND);
    *clock = (dw_tick_clock){
        .last_ns = now_ns,
        .arrival = tick * DW_NANOTICKS,
        .interval = DW_TICKS_PER_SECOND * DW_NANOTICKS / snapshot_hz,
        .input_ticks = DW_TICKS_PER_SECOND / input_hz,
    };
    clock->newest = clock->arrival;
    clock->gap_peak = clock->interval;
    clock->drawn = clock->arrival - dw_tick_clock_delay(clock);
    clock->drawn = clock->drawn < 0 ? 0 : clock->drawn;
    clock->local = clock->arrival;
}

void dw_tick_clock_start_local(dw_tick_clock *clock, uint64_t round_trip_ns)
{
    const int64_t round_trip = clamp((int64_t)round_trip_ns, 0, INT64_C(1000000000)) * 60;
    clock->local = clock->arrival + round_trip + (lead_target(clock) + 1) * DW_NANOTICKS;
    clock->local_owed = 0;
    clock->lead_count = 0;
    clock->settled_tick = dw_tick_clock_local_tick(clock);
    clock->local_runs = true;
}

static int64_t delay_most(const dw_tick_clock *clock)
{
    const int64_t two = 2 * clock->interval;
    return two > DELAY_MAX_TICKS * DW_NANOTICKS ? two : DELAY_MAX_TICKS * DW_NANOTICKS;
}

int64_t dw_tick_clock_delay(const dw_tick_clock *clock)
{
    /* Long enough to stay behind the newest snapshot, with a tick to spare. */
    return clamp(clock->gap_peak + DW_NANOTICKS, 2 * clock->interval, delay_most(clock));
}

static void advance_drawn(dw_tick_clock *clock, int64_t passed)
{
    const int64_t target = clock->arrival - dw_tick_clock_delay(clock);
    const int64_t off = target - (clock->drawn + passed);
    if (off > DRAWN_JUMP_TICKS * DW_NANOTICKS || off < -DRAWN_JUMP_TICKS * DW_NANOTICKS) {
        clock->drawn = target;
    } else {
        const int64_t fast = off > DRAWN_FAR_TICKS * DW_NANOTICKS ? SLEW_SHARE : DRAWN_FAST_SHARE;
        clock->drawn += passed + clamp(off, -passed / DRAWN_SLOW_SHARE, passed / fast);
    }
    clock->drawn = clock->drawn < 0 ? 0 : clock->drawn;
}

void dw_tick_clock_advance(dw_tick_clock *clock, uint64_t now_ns)
{
    if (now_ns <= clock->last_ns) {
        return;
    }
    /* A client that slept for a day has lost its match; the limit keeps the sums in range. */
    const uint64_t day_ns = UINT64_C(86400000000000);
    const uint64_t passed_ns = now_ns - clock->last_ns;
    const int64_t passed = (int64_t)(passed_ns < day_ns ? passed_ns : day_ns) * 60;
    clock->last_ns = now_ns;
    clock->arrival += passed;
    advance_drawn(clock, passed);
    if (clock->local_runs) {
        const int64_t slew = clamp(clock->local_owed, -passed / SLEW_SHARE, passed / SLEW_SHARE);
        clock->local_owed -= slew;
        clock->local += passed + slew;
    }
}

void dw_tick_clock_arrived(dw_tick_clock *clock, uint32_t tick)
{
    const int64_t early = tick * DW_NANOTICKS - clock->arrival;
    if (early > JUMP_AHEAD_TICKS * DW_NANOTICKS || early < -JUMP_BACK_TICKS * DW_NANOTICKS) {
        clock->arrival += early;
        clock->newest = tick * DW_NANOTICKS;
        clock->gap_peak = clock->interval;
        return;
    }
    /* A stall counts only up to the longest delay: more would take longer to fade. */
    const int64_t gap = clamp(clock->arrival - clock->newest, 0, delay_most(clock) - DW_NANOTICKS);
    const int64_t advance = tick * DW_NANOTICKS - clock->newest;
    note_loss(clock, (advance + clock->interval / 2) / clock->interval - 1);
    clock->newest = tick * DW_NANOTICKS;
    clock->arrival += early / (early > 0 ? EARLY_SHARE : LATE_SHARE);
    const int64_t more = clock->gap_peak - clock->interval;
    const int64_t faded = clock->gap_peak - more / PEAK_FADE;
    clock->gap_peak = gap > faded ? gap : faded;
}

static void correct_local(dw_tick_clock *clock, int32_t ticks)
{
    if (ticks > LOCAL_JUMP_TICKS || ticks < -LOCAL_JUMP_TICKS) {
        /* Leads come from the server: no series of them may drive the clock out of range. */
        clock->local = clamp(clock->local + ticks * DW_NANOTICKS, 0, UINT32_MAX * DW_NANOTICKS);
        clock->local_owed = 0;
    } else {
        clock->local_owed = ticks * DW_NANOTICKS;
    }
    /* The correction takes SLEW_SHARE times its size. Intents made after that reach the server at
     * about their own tick less the lead, so snapshots from then on report the corrected clock. */
    const int64_t owed = clock->local_owed < 0 ? -clock->local_owed : clock->local_owed;
    const int64_t settled = (clock->local + owed * SLEW_SHARE) / DW_NANOTICKS;
    clock->settled_tick = (uint32_t)clamp(settled, 0, UINT32_MAX);
    clock->lead_count = 0;
}

void dw_tick_clock_lead(dw_tick_clock *clock, uint32_t tick, int32_t lead)
{
    if (!clock->local_runs) {
        return;
    }
    /* A clock that is far off does not wait: the settled tick can be far away. */
    const int64_t ahead = clock->local - tick * DW_NANOTICKS;
    if (tick < clock->settled_tick && ahead >= 0 && ahead < 4 * DW_CLOCK_LEAD_MAX * DW_NANOTICKS) {
        return;
    }
    clock->lead_low = clock->lead_count == 0 || lead < clock->lead_low ? lead : clock->lead_low;
    clock->lead_count++;
    const int32_t target = lead_target(clock);
    if (clock->lead_low < target - 1) {
        correct_local(clock, target - clock->lead_low); /* Intents are late: correct now. */
    } else if (clock->lead_count >= LEAD_WINDOW) {
        const int32_t off = target - clock->lead_low;
        clock->lead_count = 0;
        if (off > 0 || off < -LEAD_SLACK) {
            correct_local(clock, off > 0 ? off : off + 1);
        }
    }
}
