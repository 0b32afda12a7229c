/* named.h - objects of a brain file whose members are named by its author: goals, actions, options,
 * desires, plans. Used at load alone. */
#ifndef DW_MIND_NAMED_H
#define DW_MIND_NAMED_H

#include "server/mind/data/brain_reader.h"

/* Reads one member: its name has been copied to `name` already. */
typedef dw_status dw_named_read(dw_brain_reader *reader, const char name[DW_BRAIN_WORD_SIZE],
                                const json_t *value, void *out);

/* Calls `read` for each member of the object `member` of `root`, in the order of the file. The
 * object must have 1 to `most` members, whose names fit. */
DW_MUST_USE dw_status dw_named_each(dw_brain_reader *reader, const json_t *root, const char *member,
                                    size_t most, dw_named_read *read, void *out);

#endif
