#include "common/world/floor.h"

#include "common/base/check.h"

typedef struct floor_row {
    const char *name;
    int16_t loudness_db10;
    uint8_t speed_percent;
} floor_row;

static const floor_row rows[DW_FLOOR_COUNT] = {
#define FLOOR_ROW(name, word, loudness_db10, speed_percent) {word, loudness_db10, speed_percent},
    DW_FLOORS(FLOOR_ROW)
#undef FLOOR_ROW
};

#define FLOOR_SPEED_SOUND(name, word, loudness_db10, speed_percent)                                \
    _Static_assert((speed_percent) >= 1 && (speed_percent) <= 100, "a floor makes nobody faster");
DW_FLOORS(FLOOR_SPEED_SOUND)
#undef FLOOR_SPEED_SOUND

static const floor_row *row_of(dw_floor floor)
{
    DW_CHECK((unsigned)floor < DW_FLOOR_COUNT);
    return &rows[floor];
}

const char *dw_floor_name(dw_floor floor)
{
    return row_of(floor)->name;
}

int32_t dw_floor_loudness_db10(dw_floor floor)
{
    return row_of(floor)->loudness_db10;
}

int32_t dw_floor_speed_percent(dw_floor floor)
{
    return row_of(floor)->speed_percent;
}
