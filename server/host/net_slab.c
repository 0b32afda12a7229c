#include "server/host/net_slab.h"

#include "common/base/check.h"
#include "common/platform/memory.h"

#include <stddef.h>
#include <string.h>
#include <sys/queue.h>

/* Sizes are multiples of 16 bytes, heads included. Free pieces are listed by size: 16 equal steps
 * for each power of two from 256 bytes on; below that each list has one size. */
enum {
    ALIGN = 16,
    STEPS = 16,
    SMALL_LOG = 8,
    STEPS_LOG = 4,
    WORDS = (32 - SMALL_LOG + 1) * STEPS / 64 + 1,
    PIECE_MARK = 0x5ab1e5
};

/* Stands before each piece, free or not:
 *
 *     | size before owner mark | bytes ...            | size before ... | ...
 *
 * Both neighbours are found by it: the next one by `size`, the one before by `before`. */
typedef struct piece {
    uint32_t size;   /* Of head and bytes. */
    uint32_t before; /* Size of the piece before this one, 0 = this is the first. */
    uint32_t owner;
    uint32_t mark;           /* PIECE_MARK while in use, 0 while free. */
    LIST_ENTRY(piece) links; /* While free; else these are its first bytes. */
} piece;

enum { HEAD = offsetof(piece, links), PIECE_MIN = sizeof(piece) };

_Static_assert(offsetof(piece, links) == ALIGN && sizeof(piece) % ALIGN == 0,
               "pieces stay aligned");

static struct {
    piece *first; /* NULL: the slab is not open. */
    uint32_t owned[DW_NET_SLAB_OWNERS_MAX];
    uint32_t charged;
    dw_net_slab_stats stats;
    uint64_t filled[WORDS + 1]; /* A bit for each list that has a piece; the last word has none. */
    LIST_HEAD(, piece) free[WORDS * 64];
} slab;

/* Logarithm of the step from one list to the next, for pieces of about this size from 256 on. */
static uint32_t step_log(uint32_t size)
{
    return 31 - STEPS_LOG - (uint32_t)__builtin_clz(size);
}

/* The list for a free piece of this size. */
static uint32_t list_of(uint32_t size)
{
    if (size < 1U << SMALL_LOG) { /* Most are, and this way is short. */
        return size / ALIGN;
    }
    const uint32_t log = step_log(size);
    return (log - (SMALL_LOG - STEPS_LOG)) * STEPS + (size >> log);
}

static piece *after(piece *at)
{
    return (piece *)(void *)((uint8_t *)at + at->size);
}

static void insert_free(piece *at)
{
    const uint32_t list = list_of(at->size);
    LIST_INSERT_HEAD(&slab.free[list], at, links);
    at->mark = 0;
    slab.filled[list / 64] |= UINT64_C(1) << list % 64;
    slab.stats.free_pieces++;
}

static void remove_free(piece *at)
{
    const uint32_t list = list_of(at->size);
    LIST_REMOVE(at, links);
    slab.filled[list / 64] &= ~((uint64_t)LIST_EMPTY(&slab.free[list]) << list % 64);
    slab.stats.free_pieces--;
}

/* Out of a list whose smallest piece is large enough, so that any piece of it will do. NULL when
 * no piece is large enough. */
static piece *find_free(size_t size)
{
    if (size > slab.stats.capacity) {
        return NULL;
    }
    const uint32_t exact = (uint32_t)size;
    const uint32_t list =
        list_of(exact < 1U << SMALL_LOG ? exact : exact + (1U << step_log(exact)) - 1);
    uint64_t bits = slab.filled[list / 64] & UINT64_MAX << list % 64;
    for (uint32_t word = list / 64; word < WORDS; bits = slab.filled[++word]) {
        if (bits != 0) {
            return LIST_FIRST(&slab.free[word * 64 + (uint32_t)__builtin_ctzll(bits)]);
        }
    }
    return NULL;
}

/* Of a piece with its head; more than any block has when `size` is. */
static size_t whole_size(size_t size)
{
    if (size > UINT32_MAX) {
        return SIZE_MAX;
    }
    const size_t whole = (HEAD + size + ALIGN - 1) / ALIGN * ALIGN;
    return whole > PIECE_MIN ? whole : PIECE_MIN;
}

dw_status dw_net_slab_open(size_t bytes, dw_error *error)
{
    DW_CHECK(slab.first == NULL);
    bytes = bytes / ALIGN * ALIGN;
    DW_CHECK(bytes >= 2 * PIECE_MIN && bytes < UINT32_MAX / 2);
    slab.first = dw_memory_map(bytes);
    if (slab.first == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the network (%zu bytes)", bytes);
    }
    /* One free piece, and behind it a head that is never given back: so each piece has both
     * neighbours. */
    slab.stats.capacity = bytes - PIECE_MIN;
    *slab.first = (piece){.size = (uint32_t)slab.stats.capacity};
    *after(slab.first) = (piece){.before = slab.first->size, .mark = PIECE_MARK};
    insert_free(slab.first);
    return DW_OK;
}

void dw_net_slab_close(void)
{
    if (slab.first != NULL) {
        dw_memory_unmap(slab.first, slab.stats.capacity + PIECE_MIN);
        memset(&slab, 0, sizeof slab);
    }
}

void dw_net_slab_charge(uint32_t owner)
{
    DW_CHECK(owner < DW_NET_SLAB_OWNERS_MAX);
    slab.charged = owner;
}

/* What the piece has beyond `size` becomes a free one. */
static void split(piece *at, uint32_t size)
{
    const uint32_t left = at->size - size;
    if (left >= PIECE_MIN) {
        at->size = size;
        *after(at) = (piece){.size = left, .before = size};
        after(after(at))->before = left;
        insert_free(after(at));
    }
}

void *dw_net_slab_take(size_t size)
{
    const size_t whole = whole_size(size);
    piece *at = find_free(whole);
    if (at == NULL) {
        slab.stats.refused++;
        return NULL;
    }
    remove_free(at);
    split(at, (uint32_t)whole);
    at->mark = PIECE_MARK;
    at->owner = slab.charged;
    slab.owned[at->owner] += at->size;
    slab.stats.in_use += at->size;
    slab.stats.peak = slab.stats.peak > slab.stats.in_use ? slab.stats.peak : slab.stats.in_use;
    return (uint8_t *)at + HEAD;
}

/* Makes one piece of this one and the next, where the next is free. */
static void join_next(piece *at)
{
    piece *next = after(at);
    if (next->mark == 0) {
        remove_free(next);
        at->size += next->size;
    }
}

void dw_net_slab_give(void *given)
{
    if (given == NULL) {
        return;
    }
    piece *at = (piece *)(void *)((uint8_t *)given - HEAD);
    DW_CHECK(at->mark == PIECE_MARK); /* Otherwise it is free already, or not a piece of ours. */
    slab.stats.in_use -= at->size;
    slab.owned[at->owner] -= at->size;
    join_next(at);
    piece *before = (piece *)(void *)((uint8_t *)at - at->before);
    if (at->before != 0 && before->mark == 0) {
        remove_free(before);
        before->size += at->size;
        at->mark = 0; /* Giving a piece back twice is noticed. */
        at = before;
    }
    after(at)->before = at->size;
    insert_free(at);
}

uint32_t dw_net_slab_owned(uint32_t owner)
{
    DW_CHECK(owner < DW_NET_SLAB_OWNERS_MAX);
    return slab.owned[owner];
}

bool dw_net_slab_has(size_t size)
{
    return find_free(whole_size(size)) != NULL;
}

dw_net_slab_stats dw_net_slab_get_stats(void)
{
    return slab.stats;
}
