#include "server/host/loop.h"

#include "common/platform/clock.h"

#define SECOND_NS      UINT64_C(1000000000)
#define EMPTY_SLEEP_NS UINT64_C(250000000) /* A connection request wakes it earlier. */
#define GOODBYE_NS     SECOND_NS

enum { CATCH_UP_TICKS = 5 };

/* Tick n is due at start + n / 60 s, so rounding errors do not add up. */
typedef struct pace {
    uint64_t start_ns;
    uint64_t ticks;
    uint64_t busy_ns;    /* Working time since the last tick, */
    uint64_t receive_ns; /* and the part of it spent on the socket. */
    uint32_t in_a_row;   /* Ticks in a row, each already due when the one before was done. */
} pace;

static uint64_t due_ns(const pace *at)
{
    return at->start_ns + at->ticks * SECOND_NS / DW_TICKS_PER_SECOND;
}

static void restart(pace *at, uint64_t now_ns)
{
    *at = (pace){.start_ns = now_ns};
}

/* Ticks due at `now` beside the next one, up to the catch-up limit. */
static uint32_t ticks_behind(const pace *at, uint64_t now_ns)
{
    const uint64_t due = (now_ns - at->start_ns) * DW_TICKS_PER_SECOND / SECOND_NS;
    const uint64_t behind = due > at->ticks ? due - at->ticks : 0;
    const uint64_t most = CATCH_UP_TICKS - 1 - at->in_a_row;
    return (uint32_t)(behind < most ? behind : most);
}

/* Caught up; or the catch-up limit is reached, and the remaining ticks are skipped: the world
 * stands still for that time. */
static void settle(dw_server *server, pace *at, uint64_t now_ns)
{
    if (now_ns < due_ns(at)) {
        at->in_a_row = 0;
    } else if (at->in_a_row == CATCH_UP_TICKS) {
        const uint64_t behind = (now_ns - due_ns(at)) * DW_TICKS_PER_SECOND / SECOND_NS + 1;
        dw_server_note_overrun(server, behind, now_ns);
        at->ticks += behind;
        at->in_a_row = 0;
    }
}

/* One tick at most: while catching up the loop reads the socket between two ticks, so inputs do not
 * wait for all of them. */
static void run_due_tick(dw_server *server, pace *at, uint64_t serviced_ns, dw_loop_meter *meter)
{
    const uint64_t now = dw_clock_ns();
    const bool due = now >= due_ns(at);
    if (due) {
        dw_server_tick(server, now, ticks_behind(at, now));
        dw_server_flush(server);
        at->ticks++;
        at->in_a_row++;
    }
    const uint64_t worked = dw_clock_ns();
    at->busy_ns += worked - serviced_ns;
    at->receive_ns += now - serviced_ns;
    if (due) {
        dw_loop_meter_add(meter, at->busy_ns);
        dw_server_note_tick(server, at->receive_ns, at->busy_ns - at->receive_ns);
        at->busy_ns = 0;
        at->receive_ns = 0;
        settle(server, at, worked);
    }
}

static void sleep_a_little(dw_server *server, const pace *at, uint64_t serviced_ns)
{
    const uint64_t due = due_ns(at);
    const uint64_t spaced = serviced_ns + dw_server_look_ns(server);
    dw_clock_sleep_until(spaced < due ? spaced : due);
    dw_server_wait(server, due);
}

static void step(dw_server *server, pace *at, dw_loop_meter *meter)
{
    const uint64_t now = dw_clock_ns();
    dw_server_service(server, now);
    if (dw_server_empty(server)) {
        dw_server_wait(server, now + EMPTY_SLEEP_NS);
        restart(at, dw_clock_ns());
        return;
    }
    run_due_tick(server, at, now, meter);
    sleep_a_little(server, at, now);
}

void dw_loop_run(dw_server *server, bool (*stop)(void *context), void *context,
                 dw_loop_meter *meter)
{
    pace at;
    restart(&at, dw_clock_ns());
    while (!stop(context) && !dw_server_worn_out(server)) {
        step(server, &at, meter);
    }
    dw_server_begin_drain(server, dw_clock_ns());
    while (!dw_server_drained(server, dw_clock_ns())) {
        (void)stop(context);
        step(server, &at, meter);
    }
    const uint64_t last = dw_clock_ns() + GOODBYE_NS;
    while (!dw_server_empty(server) && dw_clock_ns() < last) {
        step(server, &at, meter);
    }
}
