#include "client/view/pages/menu_pages.h"

#include "client/view/model/actions.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"

#include <stdio.h>
#include <string.h>

enum { INTERFACE_LOW = 75, INTERFACE_HIGH = 300 };

#define BUTTON(choice, label, x, y, width, height)                                                 \
    {                                                                                              \
        DW_ITEM_BUTTON, DW_CHOICE_##choice, 0, label, x, y, width, height                          \
    }
#define ACTION(action, label, x, y)                                                                \
    {                                                                                              \
        DW_ITEM_BUTTON, DW_CHOICE_ACTION, DW_ACTION_##action, label, x, y, 240, 44                 \
    }
#define FIELD(field, choice, label, x, y, width)                                                   \
    {                                                                                              \
        DW_ITEM_FIELD, DW_CHOICE_##choice, DW_FIELD_##field, label, x, y, width, 40                \
    }
#define OPTION(option, label, y)                                                                   \
    {                                                                                              \
        DW_ITEM_OPTION, DW_CHOICE_NONE, DW_MENU_##option, label, -190, y, 380, 40                  \
    }
#define OPTION_AT(option, label, x, y)                                                             \
    {                                                                                              \
        DW_ITEM_OPTION, DW_CHOICE_NONE, DW_MENU_##option, label, x, y, 400, 40                     \
    }

const dw_menu_layout dw_menu_layouts[DW_PAGE_COUNT] = {
    [DW_PAGE_START] = {DW_SAY_NOTHING,
                       420,
                       372,
                       0,
                       DW_CHOICE_NONE,
                       4,
                       12,
                       {FIELD(ADDRESS, PLAY, DW_SAY_FIELD_SERVER, -180, 36, 360),
                        FIELD(NAME, PLAY, DW_SAY_FIELD_NAME, -180, 104, 144),
                        FIELD(PASSWORD, PLAY, DW_SAY_FIELD_PASSWORD, -24, 104, 118),
                        FIELD(MATCH, PLAY, DW_SAY_FIELD_MATCH, 106, 104, 74),
                        BUTTON(PLAY, DW_SAY_PLAY, -180, 160, 172, 46),
                        BUTTON(WATCH, DW_SAY_WATCH, 8, 160, 172, 46),
                        BUTTON(FIND, DW_SAY_FIND_GAME, -180, 218, 172, 40),
                        BUTTON(HOST, DW_SAY_HOST_GAME, 8, 218, 172, 40),
                        BUTTON(LEARN, DW_SAY_LEARN, -180, 266, 172, 40),
                        BUTTON(SETTINGS, DW_SAY_SETTINGS, 8, 266, 172, 40),
                        BUTTON(REPLAYS, DW_SAY_REPLAYS, -180, 314, 172, 40),
                        BUTTON(QUIT, DW_SAY_QUIT, 8, 314, 172, 40)}},
    [DW_PAGE_PAUSE] = {DW_SAY_HEAD_MENU,
                       300,
                       468,
                       0,
                       DW_CHOICE_RESUME,
                       0,
                       7,
                       {BUTTON(RESUME, DW_SAY_RESUME, -120, 70, 240, 44),
                        BUTTON(HELP, DW_SAY_KEYS_AND_SIGNS, -120, 124, 240, 44),
                        BUTTON(INVITE, DW_SAY_COPY_INVITATION, -120, 178, 240, 44),
                        ACTION(CHAT, DW_SAY_WRITE_TO_OTHERS, -120, 232),
                        BUTTON(SETTINGS, DW_SAY_SETTINGS, -120, 286, 240, 44),
                        BUTTON(LEAVE, DW_SAY_LEAVE_MATCH, -120, 340, 240, 44),
                        BUTTON(QUIT, DW_SAY_QUIT, -120, 394, 240, 44)}},
    [DW_PAGE_PAUSE_REPLAY] = {DW_SAY_HEAD_MENU,
                              560,
                              468,
                              0,
                              DW_CHOICE_RESUME,
                              0,
                              13,
                              {BUTTON(RESUME, DW_SAY_RESUME, -250, 70, 490, 44),
                               ACTION(REPLAY_WHY, DW_SAY_MENU_WHY, -250, 124),
                               ACTION(REPLAY_GHOSTS, DW_SAY_MENU_GHOSTS, -250, 178),
                               ACTION(REPLAY_VIEW, DW_SAY_MENU_VIEW, -250, 232),
                               ACTION(OVERVIEW, DW_SAY_MENU_OVERVIEW, -250, 286),
                               ACTION(REPLAY_CLIP, DW_SAY_MENU_CLIP, -250, 340),
                               ACTION(REPLAY_SLOWER, DW_SAY_MENU_SLOWER, -250, 394),
                               ACTION(REPLAY_FASTER, DW_SAY_MENU_FASTER, 0, 394),
                               ACTION(CHAT, DW_SAY_WRITE_TO_OTHERS, 0, 124),
                               BUTTON(HELP, DW_SAY_KEYS_AND_SIGNS, 0, 178, 240, 44),
                               BUTTON(SETTINGS, DW_SAY_SETTINGS, 0, 232, 240, 44),
                               BUTTON(LEAVE, DW_SAY_LEAVE_REPLAY, 0, 286, 240, 44),
                               BUTTON(QUIT, DW_SAY_QUIT, 0, 340, 240, 44)}},
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
                      440,
                      58,
                      DW_CHOICE_LEAVE,
                      0,
                      6,
                      {OPTION(MAP, DW_SAY_MAP, 120), OPTION(MISSION, DW_SAY_MISSION_PHASE, 172),
                       OPTION(REACH, DW_SAY_WHO_CAN_JOIN, 224),
                       FIELD(PASSWORD, START, DW_SAY_FIELD_PASSWORD, -190, 302, 380),
                       BUTTON(START, DW_SAY_START, -190, 372, 184, 46),
                       BUTTON(LEAVE, DW_SAY_BACK, 6, 372, 184, 46)}},
    [DW_PAGE_SETTINGS] =
        {DW_SAY_HEAD_SETTINGS,
         860,
         440,
         0,
         DW_CHOICE_BACK,
         0,
         13,
         {OPTION_AT(FULLSCREEN, DW_SAY_FULL_SCREEN, -410, 66),
          OPTION_AT(INTERFACE, DW_SAY_INTERFACE_SIZE, -410, 114),
          OPTION_AT(COLOURS, DW_SAY_COLOURS, -410, 162), OPTION_AT(HINTS, DW_SAY_HINTS, -410, 210),
          OPTION_AT(LANGUAGE, DW_SAY_LANGUAGE, -410, 258), OPTION_AT(CARD, DW_SAY_CARD, -410, 306),
          OPTION_AT(MASTER, DW_SAY_VOLUME, 10, 66), OPTION_AT(EFFECTS, DW_SAY_SOUNDS, 10, 114),
          OPTION_AT(MUSIC, DW_SAY_MUSIC, 10, 162), OPTION_AT(CAPTIONS, DW_SAY_CAPTIONS, 10, 210),
          OPTION_AT(STICK_GAITS, DW_SAY_STICK_GAITS, 10, 258),
          BUTTON(KEYS, DW_SAY_KEYS_AND_BUTTONS, -236, 374, 226, 44),
          BUTTON(BACK, DW_SAY_BACK, 10, 374, 226, 44)}},
    [DW_PAGE_NEW_KEY] = {DW_SAY_HEAD_NEW_KEY,
                         620,
                         290,
                         62,
                         DW_CHOICE_LEAVE,
                         0,
                         2,
                         {BUTTON(LEAVE, DW_SAY_START_SCREEN, -270, 220, 200, 44),
                          BUTTON(ACCEPT_KEY, DW_SAY_ACCEPT_KEY, -50, 220, 320, 44)}},
    [DW_PAGE_KEYS] = {DW_SAY_HEAD_KEYS,
                      920,
                      600,
                      0,
                      DW_CHOICE_BACK,
                      0,
                      3,
                      {{DW_ITEM_KEYS, DW_CHOICE_NONE, 0, DW_SAY_NOTHING, -430, 58, 860, 466},
                       BUTTON(RESET_KEYS, DW_SAY_RESET_KEYS, -236, 538, 226, 42),
                       BUTTON(BACK, DW_SAY_BACK, 10, 538, 226, 42)}},
    [DW_PAGE_REPLAYS] = {DW_SAY_HEAD_REPLAYS,
                         920,
                         600,
                         0,
                         DW_CHOICE_LEAVE,
                         0,
                         4,
                         {{DW_ITEM_REPLAYS, DW_CHOICE_PLAY_REPLAY, 0, DW_SAY_NOTHING, -430, 62, 860,
                           456},
                          BUTTON(PLAY_REPLAY, DW_SAY_REPLAY_WATCH, -430, 532, 184, 46),
                          BUTTON(ASK_DELETE, DW_SAY_REPLAY_DELETE, -234, 532, 184, 46),
                          BUTTON(LEAVE, DW_SAY_BACK, 246, 532, 184, 46)}},
    [DW_PAGE_DELETE] = {DW_SAY_HEAD_DELETE,
                        520,
                        230,
                        70,
                        DW_CHOICE_KEEP,
                        0,
                        2,
                        {BUTTON(KEEP, DW_SAY_REPLAY_KEEP, -190, 160, 184, 44),
                         BUTTON(DELETE, DW_SAY_REPLAY_DELETE, 6, 160, 184, 44)}},
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
    dw_say_id words[DW_PALETTE_COUNT]; /* NOTHING: a number, in percent. */
} option_row;

#define SWITCH                                                                                     \
    {                                                                                              \
        1, 1,                                                                                      \
        {                                                                                          \
            DW_SAY_OFF, DW_SAY_ON                                                                  \
        }                                                                                          \
    }
#define VOLUME                                                                                     \
    {                                                                                              \
        100, 5,                                                                                    \
        {                                                                                          \
            DW_SAY_NOTHING                                                                         \
        }                                                                                          \
    }

static const option_row option_rows[DW_MENU_OPTION_COUNT] = {
    [DW_MENU_FULLSCREEN] = SWITCH,
    [DW_MENU_CARD] = SWITCH,
    [DW_MENU_INTERFACE] = {300, 25, {DW_SAY_NOTHING}},
    [DW_MENU_COLOURS] = {DW_PALETTE_COUNT - 1,
                         1,
                         {DW_SAY_COLOURS_USUAL, DW_SAY_COLOURS_DEUTERANOPIA,
                          DW_SAY_COLOURS_PROTANOPIA, DW_SAY_COLOURS_TRITANOPIA}},
    [DW_MENU_HINTS] = SWITCH,
    [DW_MENU_LANGUAGE] = {DW_LANGUAGE_COUNT, 1, {DW_SAY_NOTHING}},
    [DW_MENU_STICK_GAITS] = SWITCH,
    [DW_MENU_MASTER] = VOLUME,
    [DW_MENU_EFFECTS] = VOLUME,
    [DW_MENU_MUSIC] = VOLUME,
    [DW_MENU_CAPTIONS] = SWITCH,
    [DW_MENU_KEEP_PASSWORD] = {1, 1, {DW_SAY_NO, DW_SAY_YES}},
    [DW_MENU_REACH] = {1, 1, {DW_SAY_THIS_COMPUTER, DW_SAY_LOCAL_NETWORK}},
    [DW_MENU_MAP] = {0, 1, {DW_SAY_NOTHING}},     /* As many as there are maps, */
    [DW_MENU_MISSION] = {0, 1, {DW_SAY_NOTHING}}, /* and missions of the map. */
};

/* Automatic, then from 75 percent on. */
static int32_t step_interface(int32_t value, bool back)
{
    if (value == 0) {
        return back ? 0 : INTERFACE_LOW;
    }
    const int32_t next = value + (back ? -25 : 25);
    return next < INTERFACE_LOW ? 0 : next > INTERFACE_HIGH ? INTERFACE_HIGH : next;
}

/* The mission of that number, from 1, of the chosen map; NULL: it has fewer. `number` 0: how many.
 */
static const dw_menu_mission *find_mission(const dw_menu_options *options, int32_t number,
                                           int32_t *count)
{
    const int32_t map = options->values[DW_MENU_MAP];
    *count = 0;
    for (uint32_t i = 0; i < options->mission_count && (uint32_t)map < options->map_count; i++) {
        const dw_menu_mission *mission = &options->missions[i];
        if (strcmp(mission->map, options->maps[map]) == 0 && ++*count == number) {
            return mission;
        }
    }
    return NULL;
}

const dw_menu_mission *dw_menu_chosen_mission(const dw_menu_options *options)
{
    int32_t count;
    return find_mission(options, options->values[DW_MENU_MISSION], &count);
}

static int32_t high_of(const dw_menu_options *options, dw_menu_option option)
{
    int32_t count = 0;
    if (option == DW_MENU_MAP) {
        return (int32_t)(options->map_count > 0 ? options->map_count - 1 : 0);
    }
    if (option == DW_MENU_MISSION) {
        (void)find_mission(options, 0, &count);
        return count;
    }
    return option_rows[option].high;
}

void dw_menu_option_step(dw_menu_options *options, dw_menu_option option, bool back)
{
    const option_row *row = &option_rows[option];
    const int32_t high = high_of(options, option);
    int32_t value = options->values[option] + (back ? -row->step : row->step);
    if (option == DW_MENU_INTERFACE) {
        options->values[option] = step_interface(options->values[option], back);
        return;
    }
    if (value > high) {
        value = row->step == 1 ? 0 : high; /* A volume stops; words go round. */
    } else if (value < 0) {
        value = row->step == 1 ? high : 0;
    }
    options->values[option] = value;
    if (option == DW_MENU_MAP) {
        options->values[DW_MENU_MISSION] = 0;
    }
}

void dw_menu_option_text(const dw_menu_options *options, dw_menu_option option, char text[64])
{
    const int32_t value = options->values[option];
    if (option == DW_MENU_MAP) {
        (void)snprintf(text, 64, "%s",
                       (uint32_t)value < options->map_count ? options->maps[value]
                                                            : dw_say(DW_SAY_NONE_FOUND));
    } else if (option == DW_MENU_MISSION) {
        const dw_menu_mission *mission = dw_menu_chosen_mission(options);
        (void)snprintf(text, 64, "%s",
                       mission != NULL ? mission->title : dw_say(DW_SAY_HOST_HEIST));
    } else if (option == DW_MENU_LANGUAGE) {
        (void)snprintf(text, 64, "%s",
                       value == 0 ? dw_say(DW_SAY_LANGUAGE_AUTO)
                                  : dw_language_name((dw_language)(value - 1)));
    } else if (option == DW_MENU_INTERFACE && value == 0) {
        dw_say_into(text, 64, DW_SAY_INTERFACE_AUTO, DW_N(options->interface_auto));
    } else if (option == DW_MENU_INTERFACE && value > options->interface_max) {
        dw_say_into(text, 64, DW_SAY_INTERFACE_FITS, DW_N(value), DW_N(options->interface_max));
    } else if (option_rows[option].words[0] != DW_SAY_NOTHING) {
        (void)snprintf(text, 64, "%s", dw_say(option_rows[option].words[value]));
    } else {
        (void)snprintf(text, 64, "%d %%", (int)value);
    }
}
