#include "client/view/model/actions.h"

#include "client/view/texts/say.h"
#include "common/base/check.h"

#define K(name)                                                                                    \
    {                                                                                              \
        DW_DEVICE_KEY, SDL_SCANCODE_##name                                                         \
    }
#define M(code)                                                                                    \
    {                                                                                              \
        DW_DEVICE_MOUSE, code                                                                      \
    }
#define P(name)                                                                                    \
    {                                                                                              \
        DW_DEVICE_PAD, SDL_CONTROLLER_BUTTON_##name                                                \
    }
#define T(name)                                                                                    \
    {                                                                                              \
        DW_DEVICE_PAD, DW_PAD_TRIGGER_##name                                                       \
    }
#define NO                                                                                         \
    {                                                                                              \
        DW_DEVICE_NONE, 0                                                                          \
    }

static const dw_action_row rows[DW_ACTION_COUNT] = {
#define ENTRY(NAME, word, where, ...) [DW_ACTION_##NAME] = {#word, where, {__VA_ARGS__}},
    DW_ACTIONS(ENTRY)
#undef ENTRY
};

const dw_action_row *dw_action_row_of(dw_action action)
{
    DW_CHECK(action > DW_ACTION_NONE && action < DW_ACTION_COUNT);
    return &rows[action];
}

const char *dw_action_label(dw_action action)
{
    static const dw_say_id labels[DW_ACTION_COUNT] = {
#define LABEL(NAME, ...) [DW_ACTION_##NAME] = DW_SAY_ACTION_##NAME,
        DW_ACTIONS(LABEL)
#undef LABEL
    };
    DW_CHECK(action > DW_ACTION_NONE && action < DW_ACTION_COUNT);
    return dw_say(labels[action]);
}
