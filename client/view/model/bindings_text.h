/* bindings_text.h - bindings as lines of the settings file, a section for each device:
 *
 *     [keys]
 *     use = E or Space
 *     [mouse]
 *     ping = none
 *     [gamepad]
 *     throw = right shoulder
 *
 * Only what differs from the start is written. Owns: the format, and what counts when a file gives
 * one key to two actions: the line that comes first, and any line before a default. */
#ifndef DW_VIEW_BINDINGS_TEXT_H
#define DW_VIEW_BINDINGS_TEXT_H

#include "client/view/model/bindings.h"
#include "common/base/status.h"

enum { DW_BINDINGS_LINE = 128 };

/* The device of a section; NONE: it is another section. */
dw_device dw_bindings_section(const char *section);
const char *dw_bindings_section_name(dw_device device);

/* "use = E or Space" without an end of line; false: the default, nothing to write. */
bool dw_bindings_line(const dw_bindings *bindings, dw_action action, dw_device device,
                      char out[DW_BINDINGS_LINE]);

/* What has been read. Begin with the default `bindings` and nothing given. */
typedef struct dw_bindings_reader {
    dw_bindings bindings;
    bool given[DW_ACTION_COUNT][DW_DEVICE_PAD + 1]; /* By a line for that device. */
} dw_bindings_reader;

/* One line. DW_INVALID: nothing has changed, and the error says what is wrong with it. */
DW_MUST_USE dw_status dw_bindings_read(dw_bindings_reader *reader, dw_device device,
                                       const char *word, const char *value, dw_error *error);

/* After the last line: defaults give way to lines. DW_INVALID: an action has lost a key
 * this way; the error names the first. */
DW_MUST_USE dw_status dw_bindings_settle(dw_bindings_reader *reader, dw_error *error);

#endif
