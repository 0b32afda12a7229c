/* menu_pages.h - which pages the menu has, and what stands on each of them and where, as tables.
 * Owns: the tables, and what an option on a page is called, its range and how it is shown. Pure. */
#ifndef DW_VIEW_MENU_PAGES_H
#define DW_VIEW_MENU_PAGES_H

#include "client/view/texts/say.h"
#include "common/world/map.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum dw_page {
    DW_PAGE_NONE, /* Nothing is shown. */
    DW_PAGE_START,
    DW_PAGE_PAUSE,
    DW_PAGE_PAUSE_REPLAY, /* The same over a recorded round, with what can be done to it. */
    DW_PAGE_WAIT,         /* Connecting, downloading. */
    DW_PAGE_END,          /* Refused or lost. */
    DW_PAGE_SERVERS,
    DW_PAGE_PASSWORD,
    DW_PAGE_HOST,
    DW_PAGE_SETTINGS,
    DW_PAGE_KEYS, /* Which keys and buttons do what. */
    DW_PAGE_REPLAYS,
    DW_PAGE_DELETE,  /* Whether to delete a replay. */
    DW_PAGE_NEW_KEY, /* A known server shows another key. */
    DW_PAGE_COUNT
} dw_page;

typedef enum dw_choice {
    DW_CHOICE_NONE,
    DW_CHOICE_PLAY, /* On the server of the start screen, or of the list. */
    DW_CHOICE_WATCH,
    DW_CHOICE_RESUME,
    DW_CHOICE_HELP,
    DW_CHOICE_INVITE, /* An invitation into the clipboard. */
    DW_CHOICE_ACTION, /* dw_menu_item_action, in the match. */
    DW_CHOICE_RETRY,
    DW_CHOICE_LEAVE, /* Back to the start screen. */
    DW_CHOICE_QUIT,
    DW_CHOICE_FIND,
    DW_CHOICE_FAVOURITE, /* The chosen server becomes one, or none. */
    DW_CHOICE_JOIN,      /* With the password that was typed. */
    DW_CHOICE_HOST,
    DW_CHOICE_LEARN, /* The tutorial, on a server of its own. */
    DW_CHOICE_START, /* Of a server on this computer. */
    DW_CHOICE_SETTINGS,
    DW_CHOICE_OPTION,     /* A setting has changed. */
    DW_CHOICE_ACCEPT_KEY, /* Of a server that shows another one than before. */
    DW_CHOICE_KEYS,
    DW_CHOICE_RESET_KEYS,
    DW_CHOICE_REPLAYS,
    DW_CHOICE_PLAY_REPLAY, /* The chosen one. */
    DW_CHOICE_ASK_DELETE,
    DW_CHOICE_DELETE,
    DW_CHOICE_KEEP,
    DW_CHOICE_BACK /* To the page from which the settings were opened. */
} dw_choice;

typedef enum dw_menu_field {
    DW_FIELD_ADDRESS,
    DW_FIELD_NAME,
    DW_FIELD_PASSWORD,
    DW_FIELD_MATCH,
    DW_FIELD_COUNT
} dw_menu_field;

/* What is chosen with left and right. */
typedef enum dw_menu_option {
    DW_MENU_FULLSCREEN,
    DW_MENU_CARD,      /* From the next start on. */
    DW_MENU_INTERFACE, /* In percent; 0: automatic. */
    DW_MENU_COLOURS,   /* dw_palette_name */
    DW_MENU_HINTS,
    DW_MENU_LANGUAGE, /* 0: as the system; else 1 + dw_language. */
    DW_MENU_STICK_GAITS,
    DW_MENU_MASTER,
    DW_MENU_EFFECTS,
    DW_MENU_MUSIC,
    DW_MENU_CAPTIONS,
    DW_MENU_KEEP_PASSWORD,
    DW_MENU_REACH,   /* 1: the local network can join the hosted game. */
    DW_MENU_MAP,     /* Index in the maps that can be hosted. */
    DW_MENU_MISSION, /* 1 + which mission of that map; 0: the heist. */
    DW_MENU_OPTION_COUNT
} dw_menu_option;

enum { DW_MENU_MAPS_MAX = 32, DW_MENU_MISSIONS_MAX = 64 };

typedef struct dw_menu_mission {
    char name[DW_NAME_SIZE]; /* Of its file. */
    char map[DW_NAME_SIZE];
    char title[2 * DW_NAME_SIZE];
} dw_menu_mission;

typedef struct dw_menu_options {
    int32_t values[DW_MENU_OPTION_COUNT];
    int32_t interface_auto, interface_max; /* What fits the window, in percent. */
    uint32_t map_count;
    char maps[DW_MENU_MAPS_MAX][DW_NAME_SIZE]; /* That can be hosted. */
    uint32_t mission_count;
    dw_menu_mission missions[DW_MENU_MISSIONS_MAX]; /* Of all these maps. */
} dw_menu_options;

/* The mission that is chosen to be hosted; NULL: the heist of the map. */
const dw_menu_mission *dw_menu_chosen_mission(const dw_menu_options *options);

enum { DW_MENU_ITEMS_MAX = 13 };

typedef enum dw_menu_item_kind {
    DW_ITEM_BUTTON,
    DW_ITEM_FIELD,  /* `index` is a dw_menu_field. */
    DW_ITEM_OPTION, /* `index` is a dw_menu_option. */
    DW_ITEM_LIST,   /* The servers (server_rows.h). */
    DW_ITEM_KEYS,   /* The bindings (key_rows.h). */
    DW_ITEM_REPLAYS /* replay_rows.h */
} dw_menu_item_kind;

typedef struct dw_menu_item {
    dw_menu_item_kind kind;
    dw_choice choice; /* Of a button; of a field: what Enter does. */
    uint8_t index;    /* With DW_CHOICE_ACTION a dw_action. */
    dw_say_id label;
    float x, y, width, height; /* From the middle of the page's top edge, before scaling. */
} dw_menu_item;

typedef struct dw_menu_layout {
    dw_say_id heading; /* NOTHING: the page has none. */
    float width, height;
    float message_y; /* Of the message, from the page's top; 0: below the page. */
    dw_choice back;  /* What Escape does. */
    uint32_t first;  /* Item that is chosen when the page opens. */
    uint32_t item_count;
    dw_menu_item items[DW_MENU_ITEMS_MAX];
} dw_menu_layout;

extern const dw_menu_layout dw_menu_layouts[DW_PAGE_COUNT];

/* What stands in an empty field. */
const char *dw_menu_field_hint(dw_menu_field field);

/* One step further in the option's range, or one back; at an end it begins anew at the other. */
void dw_menu_option_step(dw_menu_options *options, dw_menu_option option, bool back);

/* Its value in words. */
void dw_menu_option_text(const dw_menu_options *options, dw_menu_option option, char text[64]);

#endif
