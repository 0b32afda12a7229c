#include "client/view/pages/menu_pages.h"

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
    [DW_PAGE_START] =
        {NULL,
         420,
         352,
         0,
         DW_CHOICE_NONE,
         4,
         10,
         {FIELD(ADDRESS, PLAY, "SERVER", -180, 36, 360),
          FIELD(NAME, PLAY, "YOUR NAME", -180, 104, 144),
          FIELD(PASSWORD, PLAY, "PASSWORD", -24, 104, 118),
          FIELD(MATCH, PLAY, "MATCH", 106, 104, 74), BUTTON(PLAY, "Play", -180, 166, 172, 48),
          BUTTON(WATCH, "Watch", 8, 166, 172, 48), BUTTON(FIND, "Find a game", -180, 228, 172, 42),
          BUTTON(HOST, "Host a game", 8, 228, 172, 42),
          BUTTON(SETTINGS, "Settings", -180, 286, 172, 42), BUTTON(QUIT, "Quit", 8, 286, 172, 42)}},
    [DW_PAGE_PAUSE] = {"MENU",
                       300,
                       360,
                       66,
                       DW_CHOICE_RESUME,
                       0,
                       5,
                       {BUTTON(RESUME, "Resume", -110, 70, 220, 44),
                        BUTTON(HELP, "Keys and signs", -110, 124, 220, 44),
                        BUTTON(SETTINGS, "Settings", -110, 178, 220, 44),
                        BUTTON(LEAVE, "Leave the match", -110, 232, 220, 44),
                        BUTTON(QUIT, "Quit", -110, 286, 220, 44)}},
    [DW_PAGE_WAIT] = {"CONNECTING",
                      420,
                      190,
                      66,
                      DW_CHOICE_LEAVE,
                      0,
                      1,
                      {BUTTON(LEAVE, "Cancel", -70, 128, 140, 40)}},
    [DW_PAGE_END] = {"DISCONNECTED",
                     560,
                     262,
                     62,
                     DW_CHOICE_LEAVE,
                     0,
                     3,
                     {BUTTON(RETRY, "Try again", -222, 192, 140, 44),
                      BUTTON(LEAVE, "Start screen", -70, 192, 140, 44),
                      BUTTON(QUIT, "Quit", 82, 192, 140, 44)}},
    [DW_PAGE_SERVERS] = {"FIND A GAME",
                         920,
                         600,
                         0,
                         DW_CHOICE_LEAVE,
                         0,
                         6,
                         {{DW_ITEM_LIST, DW_CHOICE_PLAY, 0, "", -430, 62, 860, 438},
                          FIELD(MATCH, PLAY, "MATCH CODE", -430, 536, 110),
                          BUTTON(PLAY, "Play", -306, 532, 150, 46),
                          BUTTON(WATCH, "Watch", -144, 532, 150, 46),
                          BUTTON(FAVOURITE, "Favourite on / off", 18, 532, 242, 46),
                          BUTTON(LEAVE, "Back", 272, 532, 158, 46)}},
    [DW_PAGE_PASSWORD] = {"PASSWORD",
                          460,
                          320,
                          62,
                          DW_CHOICE_LEAVE,
                          0,
                          4,
                          {FIELD(PASSWORD, JOIN, "PASSWORD OF THE SERVER", -190, 136, 380),
                           OPTION(KEEP_PASSWORD, "Keep the password", 196),
                           BUTTON(JOIN, "Join", -190, 256, 184, 44),
                           BUTTON(LEAVE, "Cancel", 6, 256, 184, 44)}},
    [DW_PAGE_HOST] = {"HOST A GAME",
                      460,
                      388,
                      58,
                      DW_CHOICE_LEAVE,
                      0,
                      5,
                      {OPTION(MAP, "Map", 120), OPTION(REACH, "Who can join", 172),
                       FIELD(PASSWORD, START, "PASSWORD", -190, 250, 380),
                       BUTTON(START, "Start", -190, 320, 184, 46),
                       BUTTON(LEAVE, "Back", 6, 320, 184, 46)}},
    [DW_PAGE_SETTINGS] = {"SETTINGS",
                          460,
                          392,
                          0,
                          DW_CHOICE_BACK,
                          0,
                          6,
                          {OPTION(FULLSCREEN, "Full screen", 66), OPTION(MASTER, "Volume", 114),
                           OPTION(EFFECTS, "Sounds", 162), OPTION(MUSIC, "Music", 210),
                           OPTION(CAPTIONS, "Captions for sounds", 258),
                           BUTTON(BACK, "Back", -92, 326, 184, 44)}},
};

const char *dw_menu_field_hint(dw_menu_field field)
{
    static const char *const hints[DW_FIELD_COUNT] = {[DW_FIELD_ADDRESS] = "host or host:port",
                                                      [DW_FIELD_NAME] = "anonymous",
                                                      [DW_FIELD_PASSWORD] = "none",
                                                      [DW_FIELD_MATCH] = "any"};
    return hints[field];
}

typedef struct option_row {
    int32_t high, step;
    const char *words[2]; /* NULL: a number, in percent. */
} option_row;

static const option_row option_rows[DW_MENU_OPTION_COUNT] = {
    [DW_MENU_FULLSCREEN] = {1, 1, {"off", "on"}},
    [DW_MENU_MASTER] = {100, 5, {NULL, NULL}},
    [DW_MENU_EFFECTS] = {100, 5, {NULL, NULL}},
    [DW_MENU_MUSIC] = {100, 5, {NULL, NULL}},
    [DW_MENU_CAPTIONS] = {1, 1, {"off", "on"}},
    [DW_MENU_KEEP_PASSWORD] = {1, 1, {"no", "yes"}},
    [DW_MENU_REACH] = {1, 1, {"this computer", "local network"}},
    [DW_MENU_MAP] = {0, 1, {NULL, NULL}}, /* As many as there are maps. */
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
                       (uint32_t)value < options->map_count ? options->maps[value] : "none found");
    } else if (option_rows[option].words[0] != NULL) {
        (void)snprintf(text, 64, "%s", option_rows[option].words[value != 0]);
    } else {
        (void)snprintf(text, 64, "%d %%", (int)value);
    }
}
