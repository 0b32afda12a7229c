#include "client/view/sound/placing.h"

#include <math.h>

#define TURN        6.2831853
#define FAINTEST_DB (-34.0F) /* Of what is just heard, against the loudest. */
#define PAN_MOST    0.9F     /* The far ear hears a little too. */
#define BESIDE_M    1.5      /* Nearer than this a sound moves to the middle. */
#define HERE_M      0.7      /* And nearer than this it has no side. */
#define HEIGHT      0.25     /* Of the ear over a picture, in its widths. */
#define MARGIN      0.05F    /* Around the picture, in its widths. */

float dw_placing_gain(float over_db)
{
    if (over_db < 0.0F) {
        return 0.0F;
    }
    const float part = fminf(over_db / DW_PLACING_RANGE_DB, 1.0F);
    return powf(10.0F, FAINTEST_DB * (1.0F - part) / 20.0F);
}

static uint8_t side_of(double dx, double dy)
{
    if (fabs(dx) >= fabs(dy)) {
        return dx < 0.0 ? DW_SIDE_LEFT : DW_SIDE_RIGHT;
    }
    return dy < 0.0 ? DW_SIDE_ABOVE : DW_SIDE_BELOW;
}

dw_placing dw_placing_towards(float turns, float over_db)
{
    const double dx = cos(TURN * (double)turns);
    const double dy = sin(TURN * (double)turns);
    return (dw_placing){
        .gain = dw_placing_gain(over_db), .pan = PAN_MOST * (float)dx, .side = side_of(dx, dy)};
}

static float over(const dw_ruleset *rules, int32_t level_db10, double metres)
{
    const double lost = metres > 1.0 ? 20.0 * log10(metres) : 0.0;
    return (float)((level_db10 - rules->player_hearing_db10) * 0.1 - lost);
}

static dw_placing from_body(const dw_drawn_world *world, const dw_ruleset *rules, double x,
                            double y, int32_t level_db10)
{
    const double dx = (x - world->own_x) / DW_CAMERA_UNITS_PER_METRE;
    const double dy = (y - world->own_y) / DW_CAMERA_UNITS_PER_METRE;
    const double metres = hypot(dx, dy);
    return (dw_placing){.gain = dw_placing_gain(over(rules, level_db10, metres)),
                        .pan = PAN_MOST * (float)(dx / fmax(metres, BESIDE_M)),
                        .side = metres < HERE_M ? (uint8_t)DW_SIDE_NONE : side_of(dx, dy)};
}

static dw_placing from_picture(const dw_camera *camera, const dw_ruleset *rules, double x, double y,
                               int32_t level_db10)
{
    const float wide = (float)camera->width;
    const float high = (float)camera->height;
    const float sx = dw_camera_screen_x(camera, x);
    const float sy = dw_camera_screen_y(camera, y);
    const float margin = MARGIN * wide;
    if (sx < -margin || sx > wide + margin || sy < -margin || sy > high + margin) {
        return (dw_placing){.gain = 0.0F};
    }
    const double dx = (double)(sx - wide * 0.5F) / camera->scale; /* Metres. */
    const double dy = (double)(sy - high * 0.5F) / camera->scale;
    const double above = HEIGHT * (double)wide / camera->scale;
    const double metres = sqrt(dx * dx + dy * dy + above * above);
    const float pan = (sx - wide * 0.5F) / (wide * 0.5F);
    return (dw_placing){.gain = dw_placing_gain(over(rules, level_db10, metres)),
                        .pan = PAN_MOST * fminf(fmaxf(pan, -1.0F), 1.0F),
                        .side = hypot(dx, dy) < HERE_M ? (uint8_t)DW_SIDE_NONE : side_of(dx, dy)};
}

dw_placing dw_placing_at(const dw_drawn_world *world, const dw_camera *camera,
                         const dw_ruleset *rules, double x, double y, int32_t level_db10)
{
    if (world->has_own) {
        return from_body(world, rules, x, y, level_db10);
    }
    if (camera->width == 0) { /* No picture was drawn yet. */
        return (dw_placing){.gain = 0.0F};
    }
    return from_picture(camera, rules, x, y, level_db10);
}

float dw_placing_turns(const dw_drawn_world *world, double x, double y)
{
    const double turns = atan2(y - world->own_y, x - world->own_x) / TURN;
    return (float)(turns < 0.0 ? turns + 1.0 : turns);
}

float dw_placing_apart(float a, float b)
{
    const float off = fabsf(a - b);
    return off > 0.5F ? 1.0F - off : off;
}
