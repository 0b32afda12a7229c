/* say.h - the table of all texts that the window shows, in each language, and the language that is
 * on.
 *
 *     actions_english.inc  actions_czech.inc  what keys and buttons do
 *     menu_english.inc   menu_czech.inc     start screen, menus, connections
 *     mission_english.inc  mission_czech.inc  briefing, parts and results of missions
 *     play_english.inc   play_czech.inc     HUD, notices, radio log, chat, help
 *     watch_english.inc  watch_czech.inc    the guards' minds
 *
 * A text is one line DW_TEXT(NAME, "...") in the English file, which makes DW_SAY_NAME, and one in
 * each other language. test_view_say fails for a line that is missing and for placeholders that
 * differ.
 *
 *     {1}            the first value, a text or a number; a language puts the values in any order
 *     {1^}           the same, with a capital at its beginning
 *     {2|one|many}   a word by the number that is the second value: English has two forms (1,
 * else), Czech three (1, 2 to 4, else). {1} inside a form is a value too
 *
 * Owns: the language that is on, one for the process, as the locale is one: the main thread alone
 * sets and reads it. Texts that were written before a change stay as they were written.
 * Cost: dw_say reads an array. No allocation. */
#ifndef DW_VIEW_SAY_H
#define DW_VIEW_SAY_H

#include "client/core/kind_text.h"
#include "common/world/sign.h"
#include "common/world/state.h"
#include "protocol/protocol.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum dw_say_id {
    DW_SAY_NOTHING, /* "" */
#define DW_TEXT(name, text) DW_SAY_##name,
#include "client/view/texts/actions_english.inc"
#include "client/view/texts/menu_english.inc"
#include "client/view/texts/mission_english.inc"
#include "client/view/texts/play_english.inc"
#include "client/view/texts/replay_english.inc"
#include "client/view/texts/watch_english.inc"
#undef DW_TEXT
    DW_SAY_COUNT
} dw_say_id;

/* Identifier, tag of settings and locales, name in its own language, number of plural forms. */
#define DW_LANGUAGES(X)                                                                            \
    X(ENGLISH, "en", "English", 2)                                                                 \
    X(CZECH, "cs", "Čeština", 3)

typedef enum dw_language {
#define DW_LANGUAGE_ENUM(name, tag, own, forms) DW_LANGUAGE_##name,
    DW_LANGUAGES(DW_LANGUAGE_ENUM)
#undef DW_LANGUAGE_ENUM
        DW_LANGUAGE_COUNT
} dw_language;

const char *dw_language_tag(dw_language language);  /* "en" */
const char *dw_language_name(dw_language language); /* "English" */
uint32_t dw_language_plural_forms(dw_language language);
/* Which of them fits a number, from 0. */
uint32_t dw_language_plural(dw_language language, int64_t number);

/* The language of a tag or locale such as "cs", "cs_CZ.UTF-8" or "cs-CZ"; false for one that the
 * table does not have. */
bool dw_language_find(const char *locale, dw_language *out);

void dw_say_in(dw_language language); /* From now on. English before any call. */
dw_language dw_say_language(void);

/* The text as it stands in the table. */
const char *dw_say(dw_say_id id);
const char *dw_say_of(dw_language language, dw_say_id id);

/* A value of a placeholder. */
typedef struct dw_said {
    const char *text; /* NULL: the number. */
    int64_t number;
} dw_said;

#define DW_S(words) ((dw_said){(words), 0})
#define DW_N(value) ((dw_said){NULL, (int64_t)(value)})

/* Writes the text with `count` values into `out`; what does not fit is left off, never inside of a
 * character. The text shows a placeholder without a value as it is. */
void dw_say_fill(char *out, size_t size, dw_say_id id, const dw_said *values, uint32_t count);

/* dw_say_into(line, sizeof line, DW_SAY_ROUND, DW_N(3)) */
#define dw_say_into(out, size, id, ...)                                                            \
    dw_say_fill((out), (size), (id), (const dw_said[]){__VA_ARGS__},                               \
                (uint32_t)(sizeof((const dw_said[]){__VA_ARGS__}) / sizeof(dw_said)))

/* The same behind what `out` already holds. */
#define dw_say_add(out, size, id, ...)                                                             \
    dw_say_into((out) + strlen(out), (size)-strlen(out), (id), __VA_ARGS__)

/* The text of an enum's value. */
const char *dw_say_kind(dw_kind_name name);
const char *dw_say_sign(dw_sign sign);
const char *dw_say_cause(dw_cause cause);
const char *dw_say_reason(dw_reason reason);

#endif
