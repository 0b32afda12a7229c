/* fuzz.h - the one entry of a fuzz target, called by libFuzzer or by replay_main.c. */
#ifndef DW_TESTS_FUZZ_H
#define DW_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Gives 0; what must not happen ends the program (DW_CHECK, a sanitizer). */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
