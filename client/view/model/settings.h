/* settings.h - what a person has chosen, and the servers that they keep, as one value and as the
 * text of a file that a person can read and edit:
 *
 *     [player]
 *     language = auto
 *     [sound]
 *     master = 80
 *     [keys]
 *     use = E or Space
 *     [servers]
 *     favourite = manor.example:27967
 *     password = manor.example:27967 night owl
 *
 * Owns: the list of settings, their ranges and defaults. Does not know: files (settings_file.h).
 * Pure; no allocation. inih does not serve here: its lines end at 200 bytes, and " ;" begins a
 * comment within a password. */
#ifndef DW_VIEW_SETTINGS_H
#define DW_VIEW_SETTINGS_H

#include "client/view/model/bindings.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "common/base/status.h"
#include "common/platform/password.h"
#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(section, field, lowest, highest, default) */
#define DW_SETTINGS_NUMBERS(X)                                                                     \
    X("window", width, 320, 7680, 1280)                                                            \
    X("window", height, 200, 4320, 720)                                                            \
    X("window", interface, 0, 300, 0) /* Its size in percent; 0: by the size of the window. */     \
    X("sound", master, 0, 100, 80)    /* Volumes, in percent. */                                   \
    X("sound", effects, 0, 100, 100)                                                               \
    X("sound", music, 0, 100, 60)

/* X(section, field, default), written as on or off */
#define DW_SETTINGS_SWITCHES(X)                                                                    \
    X("window", fullscreen, false)                                                                 \
    X("window", card, true)          /* The graphics card draws, where there is one. */            \
    X("window", hints, true)         /* Which key does what, beside what it does it to. */         \
    X("sound", captions, false)      /* What is heard, in words. */                                \
    X("controls", stick_gaits, true) /* A stick pushed a little crouches, to its end sprints. */

/* X(section, field, words): dw_palette_name, whose first is the default */
#define DW_SETTINGS_WORDS(X)                                                                       \
    X("window", colours, "usual", "deuteranopia", "protanopia", "tritanopia")

enum {
    DW_PLACE_HOST_MAX = 127,
    DW_FAVOURITES_MAX = 32,
    DW_RECENTS_MAX = 10,
    DW_KEPT_PASSWORDS_MAX = 32,
    DW_SETTINGS_TEXT_MAX = 64 * 1024
};

/* Where a server is; port 0: nowhere. */
typedef struct dw_place {
    char host[DW_PLACE_HOST_MAX + 1];
    uint16_t port;
} dw_place;

typedef struct dw_kept_password {
    dw_place place;
    char text[DW_PASSWORD_MAX + 1];
} dw_kept_password;

typedef struct dw_settings {
#define DW_SETTING_NUMBER(section, field, low, high, value) int32_t field;
    DW_SETTINGS_NUMBERS(DW_SETTING_NUMBER)
#undef DW_SETTING_NUMBER
#define DW_SETTING_SWITCH(section, field, value) bool field;
    DW_SETTINGS_SWITCHES(DW_SETTING_SWITCH)
#undef DW_SETTING_SWITCH
#define DW_SETTING_WORD(section, field, ...) int32_t field;
    DW_SETTINGS_WORDS(DW_SETTING_WORD)
#undef DW_SETTING_WORD
    char name[DW_PLAYER_NAME_MAX + 1]; /* Of the player; may be empty. */
    dw_bindings bindings;              /* Which keys and buttons do what. */
    uint8_t language;                  /* 0: that of the system; else 1 + dw_language. */
    uint32_t favourite_count, recent_count, password_count;
    dw_place favourites[DW_FAVOURITES_MAX];
    dw_place recents[DW_RECENTS_MAX]; /* The newest first. */
    dw_kept_password passwords[DW_KEPT_PASSWORDS_MAX];
} dw_settings;

dw_settings dw_settings_default(void);

/* "HOST[:PORT]" as a place; without a port the usual one. DW_INVALID says what is wrong with it. */
DW_MUST_USE dw_status dw_place_parse(const char *text, dw_place *out, dw_error *error);

/* "HOST:PORT". */
void dw_place_text(const dw_place *place, char text[DW_PLACE_HOST_MAX + 8]);

/* Notes that the person has joined that server: it is the newest of the recent ones. */
void dw_settings_note_recent(dw_settings *settings, const dw_place *place);

bool dw_settings_is_favourite(const dw_settings *settings, const dw_place *place);

/* Makes it a favourite, or none. DW_FULL. */
DW_MUST_USE dw_status dw_settings_toggle_favourite(dw_settings *settings, const dw_place *place);

/* The kept password of that server; NULL: none is kept. */
const char *dw_settings_password(const dw_settings *settings, const dw_place *place);

/* Keeps a password instead of an older one; "" forgets it. When there is no room, the one that was
 * kept first is forgotten. */
void dw_settings_keep_password(dw_settings *settings, const dw_place *place, const char *text);

/* The whole file; gives its size. */
size_t dw_settings_write(const dw_settings *settings, char text[DW_SETTINGS_TEXT_MAX]);

/* Reads such a text. Lines that cannot be read are left out, and their settings are the defaults;
 * then DW_INVALID, and `error` tells of the first one. */
DW_MUST_USE dw_status dw_settings_read(dw_settings *out, const char *text, size_t size,
                                       dw_error *error);

#endif
