#include "client/view/model/aim.h"

/* A stick at rest may stand this far off the middle. */
#define DEAD_ZONE 0.25F

void dw_aim_hold(dw_aim *aim, bool down)
{
    aim->throws_due = aim->throws_due || (aim->held && !down);
    aim->held = down;
}

void dw_aim_point(dw_aim *aim, float x, float y)
{
    aim->x = x;
    aim->y = y;
}

void dw_aim_stick(dw_aim *aim, bool along_x, float part)
{
    *(along_x ? &aim->stick_x : &aim->stick_y) = part;
}

bool dw_aim_by_stick(const dw_aim *aim)
{
    return !aim->held &&
           aim->stick_x * aim->stick_x + aim->stick_y * aim->stick_y > DEAD_ZONE * DEAD_ZONE;
}

void dw_aim_press(dw_aim *aim)
{
    aim->throws_due = aim->throws_due || dw_aim_by_stick(aim);
}

void dw_aim_cancel(dw_aim *aim)
{
    aim->held = false;
    aim->throws_due = false;
    aim->stick_x = 0.0F;
    aim->stick_y = 0.0F;
}

dw_tool dw_aim_tool(const dw_aim *aim)
{
    return aim->tool == DW_TOOL_BAIT ? DW_TOOL_BAIT : DW_TOOL_COIN;
}

void dw_aim_choose(dw_aim *aim, dw_tool tool)
{
    aim->tool = (uint8_t)tool;
}

bool dw_aim_is_on(const dw_aim *aim)
{
    return aim->held || dw_aim_by_stick(aim);
}

bool dw_aim_take(dw_aim *aim)
{
    const bool due = aim->throws_due;
    aim->throws_due = false;
    return due;
}
