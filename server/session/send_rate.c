#include "server/session/send_rate.h"

#include "common/world/map.h"

#include <string.h>

enum {
    WINDOW_TICKS = DW_TICKS_PER_SECOND,
    /* By how many turns the client's newest snapshot is older, on average, than the freshest one:
     * half a turn, since there is no common clock, and p / (1 - p) where a share p is lost; jitter
     * adds some. In hundredths. */
    POOR_TURNS = 175, /* Half is lost, or more. */
    FINE_TURNS = 135,
    HELD_TICKS = 30, /* By this much later than usual: the connection has begun to queue. */
    GOOD_SECONDS = 3,
    POOR_SECONDS = 2,
    USUAL_SHARE = 16, /* A connection that stays slow counts as usual after this many seconds. */
    LAG_UNKNOWN = UINT16_MAX
};

void dw_send_rate_reset(dw_send_rate *rate)
{
    memset(rate, 0, sizeof *rate);
    rate->least_lag = LAG_UNKNOWN;
    rate->usual_lag = LAG_UNKNOWN;
}

static void note_usual(dw_send_rate *rate)
{
    if (rate->least_lag <= rate->usual_lag) {
        rate->usual_lag = rate->least_lag;
    } else {
        const uint32_t off = (uint32_t)rate->least_lag - rate->usual_lag;
        rate->usual_lag = (uint16_t)(rate->usual_lag + (off + USUAL_SHARE - 1) / USUAL_SHARE);
    }
}

static uint32_t excess_turns(const dw_send_rate *rate)
{
    const uint32_t excess = rate->lag_sum - (uint32_t)rate->heard * rate->least_lag;
    const uint32_t turn = (uint32_t)rate->spacing_ticks << rate->level;
    return excess * 100 / (rate->heard * turn);
}

static void judge(dw_send_rate *rate)
{
    const bool silent = rate->heard == 0;
    const bool held = !silent && rate->least_lag > rate->usual_lag &&
                      rate->least_lag - rate->usual_lag > HELD_TICKS;
    const uint32_t excess = silent ? UINT32_MAX : excess_turns(rate);
    rate->poor = (uint8_t)(excess > POOR_TURNS || held ? rate->poor + 1 : 0);
    rate->good = (uint8_t)(excess < FINE_TURNS && !held ? rate->good + 1 : 0);
    if (rate->poor >= POOR_SECONDS) {
        rate->poor = 0;
        rate->level = (uint8_t)(rate->level + (rate->level + 1 < DW_SEND_RATE_LEVELS ? 1 : 0));
    } else if (rate->good >= GOOD_SECONDS) {
        rate->good = 0;
        rate->level = (uint8_t)(rate->level - (rate->level > 0 ? 1 : 0));
    }
    if (!silent) {
        note_usual(rate);
    }
}

static void note_spacing(dw_send_rate *rate, uint32_t tick)
{
    const uint32_t spacing = tick - rate->turn_tick;
    if (rate->turn_tick != 0 && spacing > 0 && spacing <= WINDOW_TICKS) {
        rate->spacing_ticks = (uint8_t)spacing;
    }
    rate->turn_tick = tick;
}

bool dw_send_rate_take_turn(dw_send_rate *rate, uint32_t tick)
{
    note_spacing(rate, tick);
    if (!rate->begun || tick - rate->window_tick >= WINDOW_TICKS) {
        if (rate->begun && rate->spacing_ticks > 0) {
            judge(rate);
        }
        rate->window_tick = tick;
        rate->heard = 0;
        rate->lag_sum = 0;
        rate->least_lag = LAG_UNKNOWN;
    }
    if (++rate->turn < 1u << rate->level) {
        return false;
    }
    rate->turn = 0;
    return true;
}

void dw_send_rate_hear(dw_send_rate *rate, uint32_t lag)
{
    rate->begun = true;
    if (rate->heard == UINT16_MAX) {
        return; /* No rate of inputs comes near. */
    }
    const uint16_t bounded = (uint16_t)(lag < LAG_UNKNOWN ? lag : LAG_UNKNOWN - 1);
    rate->heard++;
    rate->lag_sum += bounded;
    rate->least_lag = bounded < rate->least_lag ? bounded : rate->least_lag;
}
