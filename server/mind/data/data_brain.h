/* data_brain.h - brains out of files (maps/brains/NAME.json, maps/BRAINS.md): a file becomes a
 * dw_brain_kind like those in C. All of them share one memory a guard, so that a match can change
 * between any number of them.
 * Owns: the compiled program and the text of its file, on the heap, until dw_data_brain_destroy;
 * programs never change. Loading is for start and console, never for a tick. Knows nothing of where
 * files are. */
#ifndef DW_MIND_DATA_BRAIN_H
#define DW_MIND_DATA_BRAIN_H

#include "server/mind/data/runtime.h"
#include "server/sim/brain.h"

typedef struct dw_data_brain dw_data_brain;

/* `name`: 1 to DW_DATA_BRAIN_NAME_SIZE - 1 bytes, not that of a brain in C. DW_INVALID: the error
 * says where in the file and what. Names of files leave room for a version. */
enum { DW_DATA_BRAIN_NAME_SIZE = 32, DW_DATA_BRAIN_FILE_NAME_MAX = 26 };
DW_MUST_USE dw_status dw_data_brain_load(dw_data_brain **out, const char *name,
                                         const uint8_t *bytes, size_t size, dw_error *error);
/* "NAME" becomes "NAME@2"; before a match has it. */
void dw_data_brain_set_version(dw_data_brain *brain, uint32_t version);
void dw_data_brain_destroy(dw_data_brain *brain);

/* The kind lives as long as the brain. */
const dw_brain_kind *dw_data_brain_kind(const dw_data_brain *brain);

/* The brain of a kind; NULL: that is a brain in C. */
const dw_data_brain *dw_data_brain_of(const dw_brain_kind *kind);

/* The file as it was loaded. */
const uint8_t *dw_data_brain_text(const dw_data_brain *brain, size_t *size);
bool dw_data_brain_has_text(const dw_data_brain *brain, const uint8_t *text, size_t size);

/* The skill that runs in the memory of a guard that has a brain out of a file; NULL: none does. */
const char *dw_data_brain_skill(const void *memory);

const char *dw_data_brain_about(const dw_data_brain *brain);
const dw_runtime *dw_data_brain_runtime(const dw_data_brain *brain);
const void *dw_data_brain_program(const dw_data_brain *brain);

#endif
