/* field.h - one line of text that a person types: chat, address, name.
 * Owns: the bytes, always whole UTF-8 characters within a limit. Pure. */
#ifndef DW_VIEW_FIELD_H
#define DW_VIEW_FIELD_H

#include <stdbool.h>
#include <stddef.h>

enum { DW_FIELD_BYTES_MAX = 192 };

typedef struct dw_field {
    char text[DW_FIELD_BYTES_MAX];
    size_t limit; /* Bytes that may be used, below DW_FIELD_BYTES_MAX. */
} dw_field;

void dw_field_init(dw_field *field, size_t limit, const char *text);
void dw_field_clear(dw_field *field);

/* Appends whole characters as far as they fit; control and format characters and broken bytes are
 * dropped. */
void dw_field_insert(dw_field *field, const char *text);

/* Takes the last character away. */
void dw_field_erase(dw_field *field);

/* Without the spaces around it. False when nothing is left. */
bool dw_field_trimmed(const dw_field *field, char out[DW_FIELD_BYTES_MAX]);

#endif
