#include "client/view/texts/say.h"

#include "common/base/check.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define DW_TEXT(name, text) [DW_SAY_##name] = (text),
static const char *const english[DW_SAY_COUNT] = {
    [DW_SAY_NOTHING] = "",
#include "client/view/texts/actions_english.inc"
#include "client/view/texts/menu_english.inc"
#include "client/view/texts/mission_english.inc"
#include "client/view/texts/play_english.inc"
#include "client/view/texts/replay_english.inc"
#include "client/view/texts/watch_english.inc"
};
static const char *const czech[DW_SAY_COUNT] = {
    [DW_SAY_NOTHING] = "",
#include "client/view/texts/actions_czech.inc"
#include "client/view/texts/menu_czech.inc"
#include "client/view/texts/mission_czech.inc"
#include "client/view/texts/play_czech.inc"
#include "client/view/texts/replay_czech.inc"
#include "client/view/texts/watch_czech.inc"
};
#undef DW_TEXT

static const struct {
    const char *tag, *name;
    uint32_t forms;
} languages[DW_LANGUAGE_COUNT] = {
#define LANGUAGE_ROW(id, tag, name, forms) [DW_LANGUAGE_##id] = {tag, name, forms},
    DW_LANGUAGES(LANGUAGE_ROW)
#undef LANGUAGE_ROW
};

static const char *const *const tables[DW_LANGUAGE_COUNT] = {
    [DW_LANGUAGE_ENGLISH] = english, [DW_LANGUAGE_CZECH] = czech};

static dw_language current = DW_LANGUAGE_ENGLISH;

const char *dw_language_tag(dw_language language)
{
    DW_CHECK(language < DW_LANGUAGE_COUNT);
    return languages[language].tag;
}

const char *dw_language_name(dw_language language)
{
    DW_CHECK(language < DW_LANGUAGE_COUNT);
    return languages[language].name;
}

uint32_t dw_language_plural_forms(dw_language language)
{
    DW_CHECK(language < DW_LANGUAGE_COUNT);
    return languages[language].forms;
}

uint32_t dw_language_plural(dw_language language, int64_t number)
{
    switch (language) {
    case DW_LANGUAGE_CZECH:
        return number == 1 ? 0 : (number >= 2 && number <= 4 ? 1 : 2);
    default:
        return number == 1 ? 0 : 1;
    }
}

bool dw_language_find(const char *locale, dw_language *out)
{
    for (int i = 0; i < DW_LANGUAGE_COUNT; i++) {
        const size_t size = strlen(languages[i].tag);
        if (strncasecmp(locale, languages[i].tag, size) == 0 &&
            isalnum((unsigned char)locale[size]) == 0) {
            *out = (dw_language)i;
            return true;
        }
    }
    return false;
}

void dw_say_in(dw_language language)
{
    DW_CHECK(language < DW_LANGUAGE_COUNT);
    current = language;
}

dw_language dw_say_language(void)
{
    return current;
}

const char *dw_say_of(dw_language language, dw_say_id id)
{
    DW_CHECK(language < DW_LANGUAGE_COUNT && id < DW_SAY_COUNT);
    return tables[language][id];
}

const char *dw_say(dw_say_id id)
{
    return dw_say_of(current, id);
}

/* What is written, and how much of it; `full` once something did not fit. */
typedef struct writer {
    char *out;
    size_t size, used;
    bool full;
} writer;

static void put(writer *to, const char *text, size_t count)
{
    const size_t room = to->size - 1 - to->used;
    if (count > room) {
        count = room;
        while (count > 0 && ((unsigned char)text[count] & 0xc0) == 0x80) {
            count--; /* Back to the beginning of a character. */
        }
        to->full = true;
    }
    memcpy(to->out + to->used, text, count);
    to->used += count;
    to->out[to->used] = '\0';
}

static void put_value(writer *to, const dw_said *value, bool capital)
{
    char digits[24];
    const char *text = value->text;
    if (text == NULL) {
        (void)snprintf(digits, sizeof digits, "%lld", (long long)value->number);
        text = digits;
    }
    const size_t at = to->used;
    put(to, text, strlen(text));
    if (capital && to->used > at) {
        to->out[at] = (char)toupper((unsigned char)to->out[at]);
    }
}

/* The form of "{2|one|many}" that fits: from `*at` (behind the first bar), as long as `*count`. */
static void find_form(const char **at, size_t *count, uint32_t form, const char *end)
{
    int depth = 0;
    const char *from = *at;
    for (const char *c = *at; c <= end; c++) {
        depth += c < end && *c == '{' ? 1 : (c < end && *c == '}' ? -1 : 0);
        if (c == end || (*c == '|' && depth == 0)) {
            *at = from;
            *count = (size_t)(c - from);
            if (form == 0) {
                return;
            }
            form--;
            from = c + 1;
        }
    }
}

/* The brace that closes the one before `text`; NULL without one. */
static const char *closing(const char *text, const char *end)
{
    int depth = 1;
    for (; text < end; text++) {
        depth += *text == '{' ? 1 : (*text == '}' ? -1 : 0);
        if (depth == 0) {
            return text;
        }
    }
    return NULL;
}

/* Values may stand inside of forms, and forms stand in no form: this goes two levels deep. */
static void expand(writer *to, const char *text, size_t size, const dw_said *values, uint32_t count,
                   int level)
{
    const char *const end = text + size;
    while (text < end && !to->full) {
        const char *open = memchr(text, '{', (size_t)(end - text));
        if (open == NULL) {
            put(to, text, (size_t)(end - text));
            return;
        }
        put(to, text, (size_t)(open - text));
        const char *close = closing(open + 1, end);
        const uint32_t index = close != NULL ? (uint32_t)(open[1] - '1') : UINT32_MAX;
        if (index >= count) {
            put(to, "{", 1);
            text = open + 1;
            continue;
        }
        if (open[2] == '|' && level == 0) {
            const char *form = open + 3;
            size_t length = 0;
            find_form(&form, &length, dw_language_plural(current, values[index].number), close);
            expand(to, form, length, values, count, 1);
        } else {
            put_value(to, &values[index], open[2] == '^');
        }
        text = close + 1;
    }
}

void dw_say_fill(char *out, size_t size, dw_say_id id, const dw_said *values, uint32_t count)
{
    DW_CHECK(size > 0 && id < DW_SAY_COUNT);
    writer to = {.out = out, .size = size};
    const char *text = dw_say(id);
    out[0] = '\0';
    expand(&to, text, strlen(text), values, count, 0);
}

const char *dw_say_kind(dw_kind_name name)
{
#define KIND_ROW(name, text) [DW_KIND_NAME_##name] = DW_SAY_KIND_##name,
    static const dw_say_id ids[DW_KIND_NAME_COUNT] = {DW_KIND_NAMES(KIND_ROW)};
#undef KIND_ROW
    return name < DW_KIND_NAME_COUNT ? dw_say(ids[name]) : "";
}

const char *dw_say_sign(dw_sign sign)
{
#define SIGN_ROW(name, word, text) [DW_SIGN_##name] = DW_SAY_SIGN_##name,
    static const dw_say_id ids[DW_SIGN_COUNT] = {DW_SIGNS(SIGN_ROW)};
#undef SIGN_ROW
    return sign < DW_SIGN_COUNT ? dw_say(ids[sign]) : "";
}

const char *dw_say_cause(dw_cause cause)
{
#define CAUSE_ROW(name, word, text) [DW_CAUSE_##name] = DW_SAY_CAUSE_##name,
    static const dw_say_id ids[DW_CAUSE_COUNT] = {DW_CAUSES(CAUSE_ROW)};
#undef CAUSE_ROW
    return cause < DW_CAUSE_COUNT ? dw_say(ids[cause]) : "";
}

const char *dw_say_reason(dw_reason reason)
{
#define REASON_ROW(name, word, text) [DW_REASON_##name] = DW_SAY_REASON_##name,
    static const dw_say_id ids[DW_REASON_COUNT] = {DW_REASONS(REASON_ROW)};
#undef REASON_ROW
    return reason < DW_REASON_COUNT ? dw_say(ids[reason]) : "";
}
