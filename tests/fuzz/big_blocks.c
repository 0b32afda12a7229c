/* Blocks of a megabyte and more come from a pool: a fuzz target that makes an arena for each input
 * would spend its time on the pages and the shadow of memory that it hardly touches. Linked with
 * --wrap=calloc,--wrap=free. The blocks are not zeroed: dw_arena_take does that, and only arenas
 * are that large. */
#include "common/base/check.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BLOCKS = 6, BLOCK_BYTES = 64 << 20, BIG_BYTES = 1 << 20 };

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __real_free(void *block);
void __wrap_free(void *block);

static _Alignas(64) uint8_t blocks[BLOCKS][BLOCK_BYTES];
static bool taken[BLOCKS];

void *__wrap_calloc(size_t count, size_t size)
{
    if (count == 1 && size >= BIG_BYTES && size <= BLOCK_BYTES) {
        for (uint32_t i = 0; i < BLOCKS; i++) {
            if (!taken[i]) {
                taken[i] = true;
                return blocks[i];
            }
        }
    }
    return __real_calloc(count, size);
}

void __wrap_free(void *block)
{
    for (uint32_t i = 0; i < BLOCKS; i++) {
        if (block == blocks[i]) {
            DW_CHECK(taken[i]);
            taken[i] = false;
            return;
        }
    }
    __real_free(block);
}
