#include "common/world/sign.h"

#include "common/base/words.h"

#define WORD_ROW(name, word, text) [DW_SIGN_##name] = (word),
#define TEXT_ROW(name, word, text) [DW_SIGN_##name] = (text),

static const char *const words[DW_SIGN_COUNT] = {[DW_SIGN_NONE] = "none", DW_SIGNS(WORD_ROW)};
static const char *const texts[DW_SIGN_COUNT] = {[DW_SIGN_NONE] = "", DW_SIGNS(TEXT_ROW)};

_Static_assert(DW_SIGN_COUNT == 1 + 16, "a menu of four by four shows them all");

const char *dw_sign_word(dw_sign sign)
{
    DW_CHECK((unsigned)sign < DW_SIGN_COUNT);
    return words[sign];
}

const char *dw_sign_text(dw_sign sign)
{
    DW_CHECK((unsigned)sign < DW_SIGN_COUNT);
    return texts[sign];
}

static int32_t round_coordinate(int32_t value)
{
    const int32_t step = DW_MM(DW_PING_STEP_MM);
    const int64_t shifted = (int64_t)value + step / 2;
    /* Division rounds towards 0, and coordinates may be negative. */
    const int64_t steps = shifted >= 0 ? shifted / step : -((step - 1 - shifted) / step);
    const int64_t most = DW_PING_STEPS_MAX;
    return (int32_t)(steps < -most ? -most : (steps > most ? most : steps)) * step;
}

dw_vec dw_ping_round(dw_vec position)
{
    return (dw_vec){round_coordinate(position.x), round_coordinate(position.y)};
}

dw_signal dw_signal_asked(const dw_signal *signal)
{
    dw_signal asked = {.sign = signal->sign};
    if (signal->sign == DW_SIGN_NONE) {
        asked.position = dw_ping_round(signal->position);
    }
    return asked;
}

bool dw_signal_on_map(const dw_signal *signal, const dw_map *map)
{
    const dw_rect around = dw_rect_grown(map->bounds, DW_MM(DW_PING_STEP_MM) / 2);
    return signal->sign != DW_SIGN_NONE || dw_rect_holds_closed(around, signal->position);
}

void dw_signals_put(dw_signals *signals, const dw_signal *signal)
{
    DW_CHECK(signal->slot < DW_INTRUDERS_MAX && signal->sign < DW_SIGN_COUNT);
    if (signal->sign == DW_SIGN_NONE) {
        signals->pings[signal->slot] = *signal;
    } else {
        signals->signs[signal->slot] = *signal;
    }
}

bool dw_signal_rest_pass(dw_signal_rest *rest, const dw_signal *signal, uint32_t rest_ticks)
{
    uint32_t *last = signal->sign == DW_SIGN_NONE ? &rest->ping_tick : &rest->sign_tick;
    if (*last != 0 && signal->tick - *last < rest_ticks) {
        return false;
    }
    *last = signal->tick;
    return true;
}
