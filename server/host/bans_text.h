/* bans_text.h - the text of a list of bans: reading it, and the text with a ban more or fewer.
 * Owns: nothing. Does not know files, peers or the time of day. Pure; no allocation.
 * Cost: O(bytes) to read and to edit, O(bans) to look up.
 *
 * A line is a comment (#), empty, or a ban of three parts with blanks between them:
 *
 *     203.0.113.0/24  2026-11-22T20:00:00Z  spams the chat
 *     203.0.113.9     forever
 *     0f3c... (64 hexadecimal digits)  forever  the same player from elsewhere
 *
 * The end is in UTC. The note is optional and reaches to the end of the line. */
#ifndef DW_HOST_BANS_TEXT_H
#define DW_HOST_BANS_TEXT_H

#include "common/base/status.h"
#include "protocol/seal/seal_keys.h"

enum {
    DW_BANS_MAX = 4096,
    DW_BANS_BYTES_MAX = 2 << 20, /* Of the whole text, with its comments. */
    DW_BAN_BITS_MIN = 8,         /* A wider prefix is surely a mistake. */
    DW_BAN_NOTE_MAX = 120,
    DW_BAN_SUBJECT_TEXT = 2 * DW_SEAL_KEY_SIZE + 1,
    DW_BAN_END_TEXT = 24,
    DW_BAN_MINUTES_MAX = 5256000 /* Ten years. */
};

/* The subject of a ban: the addresses of a prefix, or the owner of an identity key. */
typedef struct dw_ban_subject {
    bool is_key;
    uint8_t bits;                  /* Of the prefix, DW_BAN_BITS_MIN .. 32. */
    uint32_t address;              /* In host order; the bits behind the prefix are 0. */
    uint8_t key[DW_SEAL_KEY_SIZE]; /* Public. */
} dw_ban_subject;

typedef struct dw_ban {
    dw_ban_subject subject;
    int64_t until_s; /* Seconds since 1970, wall clock. 0: forever. */
    char note[DW_BAN_NOTE_MAX + 1];
} dw_ban;

typedef struct dw_ban_list {
    uint32_t count;
    dw_ban rows[DW_BANS_MAX];
    uint32_t lines[DW_BANS_MAX]; /* Line number in the text of each row, from 1. */
} dw_ban_list;

/* "203.0.113.7", "203.0.113.0/24" or 64 hexadecimal digits. DW_INVALID for anything else. */
DW_MUST_USE dw_status dw_ban_subject_read(dw_ban_subject *out, const char *text, size_t length);
void dw_ban_subject_text(const dw_ban_subject *subject, char text[DW_BAN_SUBJECT_TEXT]);
bool dw_ban_subject_same(const dw_ban_subject *a, const dw_ban_subject *b);

/* All of one address; `host` is in network order. */
dw_ban_subject dw_ban_subject_of_address(uint32_t host);
dw_ban_subject dw_ban_subject_of_key(const uint8_t key[DW_SEAL_KEY_SIZE]);

/* Whether the subject covers the address `host` (network order). */
bool dw_ban_subject_has_address(const dw_ban_subject *subject, uint32_t host);

/* "2026-11-22T20:00:00Z" or "forever". */
void dw_ban_end_text(int64_t until_s, char text[DW_BAN_END_TEXT]);

bool dw_ban_is_over(const dw_ban *ban, int64_t now_s);

/* Reads the whole text. DW_INVALID: the error names `name`, the line, what is wrong and what to do;
 * `out` is then not usable. */
DW_MUST_USE dw_status dw_ban_list_read(dw_ban_list *out, const char *name, const char *text,
                                       size_t size, dw_error *error);

typedef struct dw_ban_edit {
    const dw_ban *added;            /* NULL: nothing is added. */
    const dw_ban_subject *left_out; /* Remove the lines of this subject; NULL: none. */
    int64_t now_s;                  /* Bans that have expired by this time go as well. */
} dw_ban_edit;

/* The text that `list` was read from, with that change. All other lines stay byte for byte. DW_FULL
 * when there would be too many bans or bytes. */
DW_MUST_USE dw_status dw_ban_list_edit(const dw_ban_list *list, const char *text, size_t size,
                                       const dw_ban_edit *edit, char *out, size_t capacity,
                                       size_t *out_size);

#endif
