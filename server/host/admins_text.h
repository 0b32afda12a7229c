/* admins_text.h - the text of the list of admins: clients with rights on this server. Reading it,
 * and the text with an admin more or fewer. Owns: nothing. Does not know files or peers. Pure; no
 * allocation. Cost: O(bytes) to read and to edit, O(admins) to look up.
 *
 * A line is a comment (#), empty, or an admin of three parts with blanks between them:
 *
 *     0f3c... (64 hexadecimal digits)  moderator  Ada, on weekends
 *
 * The level is one of console_level.h. The note is optional and reaches to the end of the line. */
#ifndef DW_HOST_ADMINS_TEXT_H
#define DW_HOST_ADMINS_TEXT_H

#include "protocol/seal/seal_keys.h"
#include "server/host/console_level.h"

enum {
    DW_ADMINS_MAX = 256,
    DW_ADMINS_BYTES_MAX = 256 << 10, /* Of the whole text, with its comments. */
    DW_ADMIN_NOTE_MAX = 120
};

typedef struct dw_admin {
    uint8_t key[DW_SEAL_KEY_SIZE]; /* The client's identity, public. */
    dw_console_level level;
    char note[DW_ADMIN_NOTE_MAX + 1];
} dw_admin;

typedef struct dw_admin_list {
    uint32_t count;
    dw_admin rows[DW_ADMINS_MAX]; /* No key twice. */
    uint32_t lines[DW_ADMINS_MAX];
} dw_admin_list;

/* NULL: that key has no rights. */
const dw_admin *dw_admin_list_find(const dw_admin_list *list, const uint8_t key[DW_SEAL_KEY_SIZE]);

/* Reads the whole text. DW_INVALID, DW_FULL: the error names `name`, the line, what is wrong and
 * what to do; `out` is then not usable. */
DW_MUST_USE dw_status dw_admin_list_read(dw_admin_list *out, const char *name, const char *text,
                                         size_t size, dw_error *error);

typedef struct dw_admin_edit {
    const dw_admin *added;   /* NULL: nothing is added. */
    const uint8_t *left_out; /* The key whose line goes. */
} dw_admin_edit;

/* The text that `list` was read from, with that change. All other lines stay byte for byte. DW_FULL
 * when there would be too many admins or bytes. */
DW_MUST_USE dw_status dw_admin_list_edit(const dw_admin_list *list, const char *text, size_t size,
                                         const dw_admin_edit *edit, char *out, size_t capacity,
                                         size_t *out_size);

#endif
