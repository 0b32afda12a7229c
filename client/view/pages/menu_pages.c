#include "client/view/pages/menu_pages.h"

#include "client/view/texts/say.h"

#include <stdio.h>

#define BUTTON(choice, label, x, y, width, height)                                                 \
    {                                                                                              \
        DW_ITEM_BUTTON, DW_CHOICE_##choice, 0, label, x, y, width, height                          \
    }
#define FIELD(field, choice, label, x, y, width)                                                   \
    {                                                                                              \
        DW_ITEM_FIELD, DW_CHOICE_##choice, DW_FIELD_##field, label, x, y, width, 40                \
    }
#define OPTION(option, label, y)                                                                   \
    {                                                                                              \
        DW_ITEM_OPTION, DW_CHOICE_NONE, DW_MENU_##option, label, -190, y, 380, 40                  \
    }

const dw_menu_layout dw_menu_layouts[DW_PAGE_COUNT] = {
    [DW_PAGE_START] = {DW_SAY_NOTHING,
                       420,
                       404,
                       0,
                       DW_CHOICE_NONE,
                       4,
                       11,
                       {FIELD(ADDRESS, PLAY, DW_SAY_FIELD_SERVER, -180, 36, 360),
                        FIELD(NAME, PLAY, DW_SAY_FIELD_NAME, -180, 104, 144),
                        FIELD(PASSWORD, PLAY, DW_SAY_FIELD_PASSWORD, -24, 104, 118),
                        FIELD(MATCH, PLAY, DW_SAY_FIELD_MATCH, 106, 104, 74),
                        BUTTON(PLAY, DW_SAY_PLAY, -180, 166, 172, 48),
                        BUTTON(WATCH, DW_SAY_WATCH, 8, 166, 172, 48),
                        BUTTON(FIND, DW_SAY_FIND_GAME, -180, 228, 172, 42),
                        BUTTON(HOST, DW_SAY_HOST_GAME, 8, 228, 172, 42),
                        BUTTON(LEARN, DW_SAY_LEARN, -180, 284, 172, 42),
                        BUTTON(SETTINGS, DW_SAY_SETTINGS, 8, 284, 172, 42),
                        BUTTON(QUIT, DW_SAY_QUIT, 8, 340, 172, 42)}},
    [DW_PAGE_PAUSE] = {DW_SAY_HEAD_MENU,
                       300,
                       414,
                       0,
                       DW_CHOICE_RESUME,
                       0,
                       6,
                       {BUTTON(RESUME, DW_SAY_RESUME, -110, 70, 220, 44),
                        BUTTON(HELP, DW_SAY_KEYS_AND_SIGNS, -110, 124, 220, 44),
                        BUTTON(INVITE, DW_SAY_COPY_INVITATION, -110, 178, 220, 44),
                        BUTTON(SETTINGS, DW_SAY_SETTINGS, -110, 232, 220, 44),
                        BUTTON(LEAVE, DW_SAY_LEAVE_MATCH, -110, 286, 220, 44),
                        BUTTON(QUIT, DW_SAY_QUIT, -110, 340, 220, 44)}},
    [DW_PAGE_WAIT] = {DW_SAY_HEAD_CONNECTING,
                      420,
                      190,
                      66,
                      DW_CHOICE_LEAVE,
                      0,
                      1,
                      {BUTTON(LEAVE, DW_SAY_CANCEL, -70, 128, 140, 40)}},
    [DW_PAGE_END] = {DW_SAY_HEAD_DISCONNECTED,
                     560,
                     262,
                     62,
                     DW_CHOICE_LEAVE,
                     0,
                     3,
                     {BUTTON(RETRY, DW_SAY_TRY_AGAIN, -222, 192, 140, 44),
                      BUTTON(LEAVE, DW_SAY_START_SCREEN, -70, 192, 140, 44),
                      BUTTON(QUIT, DW_SAY_QUIT, 82, 192, 140, 44)}},
    [DW_PAGE_SERVERS] = {DW_SAY_HEAD_FIND_GAME,
                         920,
                         600,
                         0,
                         DW_CHOICE_LEAVE,
                         0,
                         6,
                         {{DW_ITEM_LIST, DW_CHOICE_PLAY, 0, DW_SAY_NOTHING, -430, 62, 860, 438},
                          FIELD(MATCH, PLAY, DW_SAY_FIELD_MATCH_CODE, -430, 536, 110),
                          BUTTON(PLAY, DW_SAY_PLAY, -306, 532, 150, 46),
                          BUTTON(WATCH, DW_SAY_WATCH, -144, 532, 150, 46),
                          BUTTON(FAVOURITE, DW_SAY_FAVOURITE_SWITCH, 18, 532, 242, 46),
                          BUTTON(LEAVE, DW_SAY_BACK, 272, 532, 158, 46)}},
    [DW_PAGE_PASSWORD] = {DW_SAY_HEAD_PASSWORD,
                          460,
                          320,
                          62,
                          DW_CHOICE_LEAVE,
                          0,
                          4,
                          {FIELD(PASSWORD, JOIN, DW_SAY_FIELD_SERVER_PASSWORD, -190, 136, 380),
                           OPTION(KEEP_PASSWORD, DW_SAY_KEEP_PASSWORD, 196),
                           BUTTON(JOIN, DW_SAY_JOIN, -190, 256, 184, 44),
                           BUTTON(LEAVE, DW_SAY_CANCEL, 6, 256, 184, 44)}},
    [DW_PAGE_HOST] = {DW_SAY_HEAD_HOST_GAME,
                      460,
                      388,
                      58,
                      DW_CHOICE_LEAVE,
                      0,
                      5,
                      {OPTION(MAP, DW_SAY_MAP, 120), OPTION(REACH, DW_SAY_WHO_CAN_JOIN, 172),
                       FIELD(PASSWORD, START, DW_SAY_FIELD_PASSWORD, -190, 250, 380),
                       BUTTON(START, DW_SAY_START, -190, 320, 184, 46),
                       BUTTON(LEAVE, DW_SAY_BACK, 6, 320, 184, 46)}},
    [DW_PAGE_SETTINGS] = {DW_SAY_HEAD_SETTINGS,
                          460,
                          392,
                          0,
                          DW_CHOICE_BACK,
                          0,
                          6,
                          {OPTION(FULLSCREEN, DW_SAY_FULL_SCREEN, 66),
                           OPTION(MASTER, DW_SAY_VOLUME, 114), OPTION(EFFECTS, DW_SAY_SOUNDS, 162),
                           OPTION(MUSIC, DW_SAY_MUSIC, 210), OPTION(CAPTIONS, DW_SAY_CAPTIONS, 258),
                           BUTTON(BACK, DW_SAY_BACK, -92, 326, 184, 44)}},
};

const char *dw_menu_field_hint(dw_menu_field field)
{
    static const dw_say_id hints[DW_FIELD_COUNT] = {[DW_FIELD_ADDRESS] = DW_SAY_HINT_ADDRESS,
                                                    [DW_FIELD_NAME] = DW_SAY_HINT_NAME,
                                                    [DW_FIELD_PASSWORD] = DW_SAY_HINT_PASSWORD,
                                                    [DW_FIELD_MATCH] = DW_SAY_HINT_MATCH};
    return dw_say(hints[field]);
}

typedef struct option_row {
    int32_t high, step;
    dw_say_id words[2]; /* NOTHING: a number, in percent. */
} option_row;

static const option_row option_rows[DW_MENU_OPTION_COUNT] = {
    [DW_MENU_FULLSCREEN] = {1, 1, {DW_SAY_OFF, DW_SAY_ON}},
    [DW_MENU_MASTER] = {100, 5, {DW_SAY_NOTHING, DW_SAY_NOTHING}},
    [DW_MENU_EFFECTS] = {100, 5, {DW_SAY_NOTHING, DW_SAY_NOTHING}},
    [DW_MENU_MUSIC] = {100, 5, {DW_SAY_NOTHING, DW_SAY_NOTHING}},
    [DW_MENU_CAPTIONS] = {1, 1, {DW_SAY_OFF, DW_SAY_ON}},
    [DW_MENU_KEEP_PASSWORD] = {1, 1, {DW_SAY_NO, DW_SAY_YES}},
    [DW_MENU_REACH] = {1, 1, {DW_SAY_THIS_COMPUTER, DW_SAY_LOCAL_NETWORK}},
    [DW_MENU_MAP] = {0, 1, {DW_SAY_NOTHING, DW_SAY_NOTHING}}, /* As many as there are maps. */
};

void dw_menu_option_step(dw_menu_options *options, dw_menu_option option, bool back)
{
    const option_row *row = &option_rows[option];
    const int32_t high = option == DW_MENU_MAP
                             ? (int32_t)(options->map_count > 0 ? options->map_count - 1 : 0)
                             : row->high;
    int32_t value = options->values[option] + (back ? -row->step : row->step);
    if (value > high) {
        value = row->step == 1 ? 0 : high; /* A volume stops; words go round. */
    } else if (value < 0) {
        value = row->step == 1 ? high : 0;
    }
    options->values[option] = value;
}

void dw_menu_option_text(const dw_menu_options *options, dw_menu_option option, char text[64])
{
    const int32_t value = options->values[option];
    if (option == DW_MENU_MAP) {
        (void)snprintf(text, 64, "%s",
                       (uint32_t)value < options->map_count ? options->maps[value]
                                                            : dw_say(DW_SAY_NONE_FOUND));
    } else if (option_rows[option].words[0] != DW_SAY_NOTHING) {
        (void)snprintf(text, 64, "%s", dw_say(option_rows[option].words[value != 0]));
    } else {
        (void)snprintf(text, 64, "%d %%", (int)value);
    }
}
