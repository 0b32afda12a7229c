#include "server/host/bans_text.h"

#include "common/base/check.h"
#include "common/base/parse.h"
#include "server/host/list_text.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    END_SIZE = 20, /* "2026-11-22T20:00:00Z" */
    LINE_BYTES = DW_BAN_SUBJECT_TEXT + DW_BAN_END_TEXT + DW_BAN_NOTE_MAX + 4
};

static uint32_t mask_of(uint8_t bits)
{
    return UINT32_MAX << (32 - bits);
}

dw_status dw_ban_subject_read(dw_ban_subject *out, const char *text, size_t length)
{
    dw_ban_subject read = {.bits = 32};
    char word[INET_ADDRSTRLEN + 3];
    if (dw_seal_key_read(text, length, read.key)) {
        read.is_key = true;
        read.bits = 0;
        *out = read;
        return DW_OK;
    }
    if (length == 0 || length >= sizeof word || memchr(text, '\0', length) != NULL) {
        return DW_INVALID;
    }
    memcpy(word, text, length);
    word[length] = '\0';
    char *slash = strchr(word, '/');
    int64_t bits = 32;
    if (slash != NULL) {
        *slash = '\0';
        if (dw_parse_int(slash + 1, DW_BAN_BITS_MIN, 32, &bits) != DW_OK) {
            return DW_INVALID;
        }
    }
    struct in_addr address;
    if (inet_pton(AF_INET, word, &address) != 1) {
        return DW_INVALID;
    }
    read.bits = (uint8_t)bits;
    read.address = ntohl(address.s_addr) & mask_of(read.bits);
    *out = read;
    return DW_OK;
}

void dw_ban_subject_text(const dw_ban_subject *subject, char text[DW_BAN_SUBJECT_TEXT])
{
    if (subject->is_key) {
        dw_seal_key_text(subject->key, DW_SEAL_KEY_DIGITS, text);
        return;
    }
    const struct in_addr address = {htonl(subject->address)};
    char host[INET_ADDRSTRLEN] = "";
    (void)inet_ntop(AF_INET, &address, host, sizeof host);
    (void)snprintf(text, DW_BAN_SUBJECT_TEXT, subject->bits < 32 ? "%s/%u" : "%s", host,
                   (unsigned)subject->bits);
}

bool dw_ban_subject_same(const dw_ban_subject *a, const dw_ban_subject *b)
{
    return a->is_key == b->is_key && a->bits == b->bits && a->address == b->address &&
           memcmp(a->key, b->key, sizeof a->key) == 0;
}

dw_ban_subject dw_ban_subject_of_address(uint32_t host)
{
    return (dw_ban_subject){.bits = 32, .address = ntohl(host)};
}

dw_ban_subject dw_ban_subject_of_key(const uint8_t key[DW_SEAL_KEY_SIZE])
{
    dw_ban_subject subject = {.is_key = true};
    memcpy(subject.key, key, sizeof subject.key);
    return subject;
}

bool dw_ban_subject_has_address(const dw_ban_subject *subject, uint32_t host)
{
    return !subject->is_key && (ntohl(host) & mask_of(subject->bits)) == subject->address;
}

void dw_ban_end_text(int64_t until_s, char text[DW_BAN_END_TEXT])
{
    const time_t seconds = (time_t)until_s;
    struct tm parts;
    if (until_s == 0 || gmtime_r(&seconds, &parts) == NULL ||
        strftime(text, DW_BAN_END_TEXT, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0) {
        (void)snprintf(text, DW_BAN_END_TEXT, "forever");
    }
}

/* Written again it must be the same: there is no 31st of February. */
static bool read_end(const char *text, size_t length, int64_t *until_s)
{
    char word[END_SIZE + 1];
    char again[DW_BAN_END_TEXT];
    struct tm parts = {0};
    if (length == strlen("forever") && memcmp(text, "forever", length) == 0) {
        *until_s = 0;
        return true;
    }
    if (length != END_SIZE) {
        return false;
    }
    memcpy(word, text, END_SIZE);
    word[END_SIZE] = '\0';
    const char *end = strptime(word, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (end != word + END_SIZE) {
        return false;
    }
    const int64_t seconds = (int64_t)timegm(&parts);
    if (seconds <= 0) {
        return false;
    }
    dw_ban_end_text(seconds, again);
    *until_s = seconds;
    return strcmp(again, word) == 0;
}

bool dw_ban_is_over(const dw_ban *ban, int64_t now_s)
{
    return ban->until_s != 0 && ban->until_s <= now_s;
}

/* NULL, or what is wrong with the line and how to write it. */
static const char *read_ban(dw_line rest, dw_ban *out)
{
    const dw_line subject = dw_line_take_word(&rest);
    const dw_line end = dw_line_take_word(&rest);
    memset(out->note, 0, sizeof out->note);
    if (dw_ban_subject_read(&out->subject, subject.text, subject.size) != DW_OK) {
        return "must begin with an IPv4 address, a prefix like 203.0.113.0/24 (8 to 32 bits) or a "
               "key of 64 hexadecimal digits";
    }
    if (!read_end(end.text, end.size, &out->until_s)) {
        return "must have an end after the address or key, forever or like 2026-11-22T20:00:00Z";
    }
    if (rest.size > DW_BAN_NOTE_MAX || (rest.size > 0 && !dw_text_is_clean(rest.text, rest.size))) {
        return "the note must be at most 120 bytes of plain text";
    }
    memcpy(out->note, rest.text, rest.size);
    return NULL;
}

static const char *read_row(void *list, uint32_t row, dw_line line)
{
    return read_ban(line, &((dw_ban_list *)list)->rows[row]);
}

dw_status dw_ban_list_read(dw_ban_list *out, const char *name, const char *text, size_t size,
                           dw_error *error)
{
    const dw_list_rows rows = {.list = out,
                               .read = read_row,
                               .what = "bans",
                               .max = DW_BANS_MAX,
                               .count = &out->count,
                               .lines = out->lines};
    return dw_list_text_read(&rows, name, text, size, error);
}

static void write_ban(char text[LINE_BYTES], const dw_ban *ban)
{
    char subject[DW_BAN_SUBJECT_TEXT];
    char end[DW_BAN_END_TEXT];
    dw_ban_subject_text(&ban->subject, subject);
    dw_ban_end_text(ban->until_s, end);
    const int length = snprintf(text, LINE_BYTES, "%s %s%s%s\n", subject, end,
                                ban->note[0] != '\0' ? " " : "", ban->note);
    DW_CHECK(length > 0 && length < LINE_BYTES);
}

/* A list and what happens to it. */
typedef struct editing {
    const dw_ban_list *list;
    const dw_ban_edit *edit;
} editing;

static bool stays(const void *context, uint32_t row)
{
    const editing *on = context;
    const dw_ban *ban = &on->list->rows[row];
    return !dw_ban_is_over(ban, on->edit->now_s) &&
           (on->edit->left_out == NULL || !dw_ban_subject_same(&ban->subject, on->edit->left_out));
}

dw_status dw_ban_list_edit(const dw_ban_list *list, const char *text, size_t size,
                           const dw_ban_edit *edit, char *out, size_t capacity, size_t *out_size)
{
    char added[LINE_BYTES] = "";
    const editing on = {list, edit};
    if (edit->added != NULL) {
        write_ban(added, edit->added);
    }
    const dw_list_change change = {.lines = list->lines,
                                   .count = list->count,
                                   .max = DW_BANS_MAX,
                                   .stays = stays,
                                   .context = &on,
                                   .added = added};
    return dw_list_text_edit(&change, text, size, out, capacity, out_size);
}
