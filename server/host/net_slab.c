#include "server/host/net_slab.h"

#include "common/base/check.h"
#include "common/platform/memory.h"

#include <string.h>

/* Sizes are multiples of 16 bytes, heads included. Free pieces are listed by size: 16 equal steps
 * for each power of two; below 256 bytes each step is one size. */
enum {
    ALIGN = 16,
    STEPS = 16,
    SMALL = STEPS * ALIGN, /* Sizes below have the first 16 lists. */
    SMALL_LOG = 7,         /* One less than its logarithm. */
    WORDS = (32 - SMALL_LOG) * STEPS / 64 + 1,
    PIECE_MIN = 32,
    PIECE_MARK = 0x5ab1e5
};

/* Stands before each piece, free or not:
 *
 *     | size before owner mark | bytes ...            | size before ... | ...
 *
 * Both neighbours are found by it: the next one by `size`, the one before by `before`. */
typedef struct piece_head {
    uint32_t size;   /* Of head and bytes. */
    uint32_t before; /* Size of the piece before this one, 0 = this is the first. */
    uint32_t owner;
    uint32_t mark; /* PIECE_MARK while in use, 0 while free. */
} piece_head;

/* What a free piece stores in its own bytes. */
typedef struct free_links {
    piece_head *next, *previous;
} free_links;

_Static_assert(sizeof(piece_head) == ALIGN, "pieces stay aligned");
_Static_assert(sizeof(piece_head) + sizeof(free_links) <= PIECE_MIN, "links fit any piece");

static struct {
    void *block;
    size_t block_bytes;
    uint32_t *owned; /* By owner, at the start of the block. */
    uint32_t owners;
    uint32_t charged;
    dw_net_slab_stats stats;
    uint64_t filled[WORDS + 1]; /* A bit for each list that has a piece; the last word has none. */
    piece_head *free[WORDS * 64];
} slab;

static uint32_t log2_of(uint32_t size)
{
    return 31U - (uint32_t)__builtin_clz(size);
}

/* The list for a free piece of this size. */
static uint32_t list_of(uint32_t size)
{
    if (size < SMALL) {
        return size / ALIGN;
    }
    const uint32_t log = log2_of(size);
    return (log - SMALL_LOG) * STEPS + (size >> (log - 4)) % STEPS;
}

static piece_head *after(piece_head *head)
{
    return (piece_head *)(void *)((uint8_t *)head + head->size);
}

static free_links *links_of(piece_head *head)
{
    return (free_links *)(void *)(head + 1);
}

static void insert_free(piece_head *head)
{
    const uint32_t at = list_of(head->size);
    piece_head **list = &slab.free[at];
    *links_of(head) = (free_links){.next = *list};
    if (*list != NULL) {
        links_of(*list)->previous = head;
    }
    *list = head;
    head->mark = 0;
    slab.filled[at / 64] |= UINT64_C(1) << at % 64;
    slab.stats.free_pieces++;
}

static void remove_free(piece_head *head)
{
    const uint32_t at = list_of(head->size);
    const free_links links = *links_of(head);
    if (links.next != NULL) {
        links_of(links.next)->previous = links.previous;
    }
    if (links.previous != NULL) {
        links_of(links.previous)->next = links.next;
    } else {
        slab.free[at] = links.next;
        slab.filled[at / 64] &= ~((uint64_t)(links.next == NULL) << at % 64);
    }
    slab.stats.free_pieces--;
}

/* Out of a list whose smallest piece is large enough, so that any piece of it will do. */
static piece_head *find_free(uint32_t size)
{
    if (size >= SMALL) {
        size += (1U << (log2_of(size) - 4)) - 1;
    }
    const uint32_t at = list_of(size);
    uint64_t bits = slab.filled[at / 64] & UINT64_MAX << at % 64;
    for (uint32_t word = at / 64; word < WORDS; bits = slab.filled[++word]) {
        if (bits != 0) {
            return slab.free[word * 64 + (uint32_t)__builtin_ctzll(bits)];
        }
    }
    return NULL;
}

/* With its head; 0 when no block can hold it. */
static uint32_t whole_size(size_t size)
{
    if (size > slab.stats.capacity) {
        return 0;
    }
    const size_t whole = (sizeof(piece_head) + size + ALIGN - 1) / ALIGN * ALIGN;
    return whole > PIECE_MIN ? (uint32_t)whole : PIECE_MIN;
}

/* One free piece, and behind it a head that is never given back: so each piece has both
 * neighbours. */
static void make_pieces(uint8_t *from, size_t bytes)
{
    piece_head *first = (piece_head *)(void *)from;
    *first = (piece_head){.size = (uint32_t)(bytes - sizeof(piece_head))};
    *after(first) = (piece_head){.before = first->size, .mark = PIECE_MARK};
    slab.stats.capacity = first->size;
    insert_free(first);
}

dw_status dw_net_slab_open(size_t bytes, uint32_t owners, dw_error *error)
{
    DW_CHECK(slab.block == NULL);
    bytes = bytes / ALIGN * ALIGN;
    const size_t table = (owners * sizeof slab.owned[0] + ALIGN - 1) / ALIGN * ALIGN;
    DW_CHECK(bytes >= PIECE_MIN + sizeof(piece_head) && bytes < UINT32_MAX / 2);
    uint8_t *block = dw_memory_map(table + bytes);
    if (block == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the network (%zu bytes)", bytes);
    }
    memset(&slab, 0, sizeof slab);
    slab.block = block;
    slab.block_bytes = table + bytes;
    slab.owned = (uint32_t *)(void *)block;
    slab.owners = owners;
    slab.charged = DW_NET_SLAB_NOBODY;
    make_pieces(block + table, bytes);
    return DW_OK;
}

void dw_net_slab_close(void)
{
    if (slab.block != NULL) {
        dw_memory_unmap(slab.block, slab.block_bytes);
        slab.block = NULL;
    }
}

void dw_net_slab_charge(uint32_t owner)
{
    DW_CHECK(owner < slab.owners || owner == DW_NET_SLAB_NOBODY);
    slab.charged = owner;
}

/* Splits `head`: what it has beyond `size` becomes a free piece. */
static void split(piece_head *head, uint32_t size)
{
    const uint32_t left = head->size - size;
    if (left < PIECE_MIN) {
        return;
    }
    head->size = size;
    piece_head *rest = after(head);
    *rest = (piece_head){.size = left, .before = size};
    after(rest)->before = left;
    insert_free(rest);
}

void *dw_net_slab_take(size_t size)
{
    if (slab.block == NULL) {
        return NULL;
    }
    const uint32_t whole = whole_size(size);
    piece_head *head = whole != 0 ? find_free(whole) : NULL;
    if (head == NULL) {
        slab.stats.refused++;
        return NULL;
    }
    remove_free(head);
    split(head, whole);
    head->mark = PIECE_MARK;
    head->owner = slab.charged;
    if (head->owner != DW_NET_SLAB_NOBODY) {
        slab.owned[head->owner] += head->size;
    }
    slab.stats.in_use += head->size;
    slab.stats.peak = slab.stats.peak > slab.stats.in_use ? slab.stats.peak : slab.stats.in_use;
    return head + 1;
}

void dw_net_slab_give(void *piece)
{
    if (piece == NULL) {
        return;
    }
    piece_head *head = (piece_head *)piece - 1;
    DW_CHECK(head->mark == PIECE_MARK); /* Otherwise it is free already, or not a piece of ours. */
    slab.stats.in_use -= head->size;
    if (head->owner != DW_NET_SLAB_NOBODY) {
        slab.owned[head->owner] -= head->size;
    }
    piece_head *next = after(head);
    if (next->mark == 0) {
        remove_free(next);
        head->size += next->size;
    }
    if (head->before != 0) {
        piece_head *previous = (piece_head *)(void *)((uint8_t *)head - head->before);
        if (previous->mark == 0) {
            remove_free(previous);
            previous->size += head->size;
            head->mark = 0; /* Giving a piece back twice is noticed. */
            head = previous;
        }
    }
    after(head)->before = head->size;
    insert_free(head);
}

uint32_t dw_net_slab_owned(uint32_t owner)
{
    DW_CHECK(owner < slab.owners);
    return slab.owned[owner];
}

bool dw_net_slab_has(size_t size)
{
    const uint32_t whole = slab.block != NULL ? whole_size(size) : 0;
    return whole != 0 && find_free(whole) != NULL;
}

dw_net_slab_stats dw_net_slab_get_stats(void)
{
    return slab.stats;
}
