#include "client/view/model/tutorial.h"

#include "protocol/snapshot_items.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WALK_MM 2000.0 /* As far in the gait that a lesson is about. */
#define STEP_MM 400.0  /* A body that moves farther in a frame was placed anew. */
#define READ_S  1.5    /* A lesson to read ends with the use key, but not before this. */

static void go_to(dw_tutorial *tutorial, dw_lesson lesson, double seconds)
{
    tutorial->lesson = (uint8_t)lesson;
    tutorial->walked_mm = 0.0;
    tutorial->since = seconds;
}

void dw_tutorial_begin(dw_tutorial *tutorial, double seconds)
{
    *tutorial = (dw_tutorial){.placed = false};
    go_to(tutorial, DW_LESSON_WALK, seconds);
}

void dw_tutorial_skip(dw_tutorial *tutorial, double seconds)
{
    if (tutorial->lesson != DW_LESSON_OFF) {
        const bool last = tutorial->lesson == DW_LESSON_DONE;
        go_to(tutorial, last ? DW_LESSON_OFF : (dw_lesson)(tutorial->lesson + 1), seconds);
    }
}

static bool has_item(const dw_drawn_world *world)
{
    return (world->own_flags & DW_BODY_CARRYING) != 0;
}

/* In the gait of this lesson; WALK takes any. */
static bool in_its_gait(const dw_tutorial *tutorial, const dw_drawn_world *world)
{
    switch (tutorial->lesson) {
    case DW_LESSON_CROUCH:
        return (world->own_flags & DW_BODY_CROUCHING) != 0;
    case DW_LESSON_SPRINT:
        return (world->own_flags & DW_BODY_SPRINTING) != 0;
    default:
        return true;
    }
}

static bool is_learned(const dw_tutorial *tutorial, const dw_drawn_world *world, bool pressed,
                       double seconds)
{
    switch ((dw_lesson)tutorial->lesson) {
    case DW_LESSON_WALK:
    case DW_LESSON_CROUCH:
    case DW_LESSON_SPRINT:
        return tutorial->walked_mm >= WALK_MM;
    case DW_LESSON_DOOR:
        return tutorial->placed &&
               memcmp(&tutorial->doors, &world->doors, sizeof world->doors) != 0;
    case DW_LESSON_LIGHT:
    case DW_LESSON_GUARDS:
        return pressed && seconds - tutorial->since >= READ_S;
    case DW_LESSON_TAKE:
        return has_item(world);
    default:
        return false;
    }
}

void dw_tutorial_step(dw_tutorial *tutorial, const dw_drawn_world *world, const dw_round *round,
                      dw_intent intent, double seconds)
{
    if (tutorial->lesson == DW_LESSON_OFF || round == NULL) {
        return;
    }
    if (round->phase == DW_PHASE_RESULT && round->outcome == DW_OUTCOME_WON &&
        tutorial->lesson != DW_LESSON_DONE) {
        go_to(tutorial, DW_LESSON_DONE, seconds);
    }
    const bool used = (intent.buttons & DW_BUTTON_USE) != 0;
    const bool pressed = used && !tutorial->used;
    tutorial->used = used;
    if (round->phase != DW_PHASE_PLAY || !world->has_own) {
        tutorial->placed = false;
        return;
    }
    if (tutorial->placed) {
        const double moved_mm =
            hypot(world->own_x - tutorial->x, world->own_y - tutorial->y) / DW_UNITS_PER_MM;
        tutorial->walked_mm += moved_mm < STEP_MM && in_its_gait(tutorial, world) ? moved_mm : 0.0;
    }
    /* What was done before it was asked for counts too: nobody takes the loot twice. */
    const bool has_it = has_item(world) && tutorial->lesson < DW_LESSON_LEAVE;
    if (has_it) {
        go_to(tutorial, DW_LESSON_LEAVE, seconds);
    } else if (is_learned(tutorial, world, pressed, seconds)) {
        go_to(tutorial, (dw_lesson)(tutorial->lesson + 1), seconds);
    } else if (tutorial->lesson == DW_LESSON_LEAVE && !has_item(world)) {
        go_to(tutorial, DW_LESSON_TAKE, seconds); /* It lies on the floor again. */
    }
    tutorial->x = world->own_x;
    tutorial->y = world->own_y;
    tutorial->doors = world->doors;
    tutorial->placed = true;
}

/* What to press for an action; walking by its four keys, or the stick. */
static void name_key(const dw_bindings *bindings, dw_action action, bool gamepad,
                     char out[DW_BINDINGS_TEXT])
{
    out[0] = '\0';
    if (action == DW_ACTION_UP && gamepad) {
        (void)snprintf(out, DW_BINDINGS_TEXT, "%s", dw_say(DW_SAY_HELP_LEFT_STICK));
    } else if (action == DW_ACTION_UP) {
        dw_bindings_row(bindings, action, 4, false, out);
    } else if (action != DW_ACTION_NONE) {
        char hint[DW_BINDING_NAME];
        dw_bindings_hint(bindings, action, gamepad, hint);
        (void)snprintf(out, DW_BINDINGS_TEXT, "%s", hint);
    }
}

void dw_tutorial_text(const dw_tutorial *tutorial, const dw_bindings *bindings, bool gamepad,
                      const char *item, char text[DW_TUTORIAL_TEXT])
{
    static const struct {
        dw_say_id text;
        dw_action first, second;
    } rows[DW_LESSON_COUNT] = {
#define LESSON_ROW(name, first, second)                                                            \
    [DW_LESSON_##name] = {DW_SAY_LESSON_##name, DW_ACTION_##first, DW_ACTION_##second},
        DW_LESSONS(LESSON_ROW)
#undef LESSON_ROW
    };
    char first[DW_BINDINGS_TEXT];
    char second[DW_BINDINGS_TEXT];
    name_key(bindings, rows[tutorial->lesson].first, gamepad, first);
    name_key(bindings, rows[tutorial->lesson].second, gamepad, second);
    dw_say_into(text, DW_TUTORIAL_TEXT, rows[tutorial->lesson].text, DW_S(first), DW_S(second),
                DW_S(item));
}
