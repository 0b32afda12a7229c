#include "server/host/net_slab.h"

#include "common/base/check.h"
#include "common/platform/memory.h"

#include <string.h>

/* What ENet asks for: list nodes and commands of some 60 to 130 bytes, packet data of up to 1200,
 * four channels of 80 bytes a peer, and at start the host and its peers. */
static const uint32_t class_sizes[] = {64, 128, 192, 384, 768, 1536, 4608};
enum { CLASSES = 7, LARGE = CLASSES, PIECE_ALIGN = 16 };

_Static_assert(sizeof class_sizes / sizeof class_sizes[0] == CLASSES, "one list for each size");

/* Stands before each piece. */
typedef struct piece_head {
    struct piece_head *next; /* While it is free. */
    uint32_t class_index;
    uint32_t size;
} piece_head;

_Static_assert(sizeof(piece_head) % PIECE_ALIGN == 0, "pieces stay aligned");

static struct {
    uint8_t *block;
    dw_net_slab_stats stats;
    piece_head *free[CLASSES];
} slab;

dw_status dw_net_slab_open(size_t bytes, dw_error *error)
{
    DW_CHECK(slab.block == NULL);
    void *block = dw_memory_map(bytes);
    if (block == NULL) {
        return dw_fail(error, DW_MEMORY, "no memory for the network (%zu bytes)", bytes);
    }
    memset(&slab, 0, sizeof slab);
    slab.block = block;
    slab.stats.capacity = bytes;
    return DW_OK;
}

void dw_net_slab_close(void)
{
    if (slab.block != NULL) {
        dw_memory_unmap(slab.block, slab.stats.capacity);
        slab.block = NULL;
    }
}

static uint32_t class_of(size_t size)
{
    uint32_t index = 0;
    while (index < CLASSES && class_sizes[index] < size) {
        index++;
    }
    return index;
}

static piece_head *cut(uint32_t class_index, size_t size)
{
    const size_t whole = sizeof(piece_head) + size;
    if (whole > slab.stats.capacity - slab.stats.cut) {
        slab.stats.refused++;
        return NULL;
    }
    piece_head *head = (piece_head *)(void *)(slab.block + slab.stats.cut);
    slab.stats.cut += whole;
    head->class_index = class_index;
    head->size = (uint32_t)size;
    return head;
}

void *dw_net_slab_take(size_t size)
{
    if (slab.block == NULL || size > UINT32_MAX - PIECE_ALIGN) {
        return NULL;
    }
    const uint32_t index = class_of(size);
    piece_head *head = index < CLASSES ? slab.free[index] : NULL;
    if (head != NULL) {
        slab.free[index] = head->next;
    } else {
        const size_t rounded = index < CLASSES
                                   ? class_sizes[index]
                                   : (size + PIECE_ALIGN - 1) / PIECE_ALIGN * PIECE_ALIGN;
        head = cut(index, rounded);
    }
    if (head == NULL) {
        return NULL;
    }
    head->next = NULL;
    slab.stats.in_use += head->size;
    return head + 1;
}

void dw_net_slab_give(void *piece)
{
    if (piece == NULL) {
        return;
    }
    piece_head *head = (piece_head *)piece - 1;
    slab.stats.in_use -= head->size;
    if (head->class_index < CLASSES) {
        head->next = slab.free[head->class_index];
        slab.free[head->class_index] = head;
    }
    /* Large pieces are the host and its peers: they go when the slab is closed. */
}

dw_net_slab_stats dw_net_slab_get_stats(void)
{
    return slab.stats;
}
