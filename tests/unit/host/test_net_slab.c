/* The memory that ENet works in, against a plain model of what is out: random sizes and owners. */
#include "common/base/rng.h"
#include "server/host/net_slab.h"
#include "tests/support/test.h"

#include <stdbool.h>

enum {
    BLOCK_BYTES = 256 * 1024,
    OWNERS = 9 /* One of them is nobody. */,
    PIECES_MAX = 4096,
    STEPS = 200000,
    HEAD_BYTES = 16,
    PIECE_MIN = 32
};

typedef struct model_piece {
    uint8_t *bytes;
    size_t size;
    uint32_t owner;
    uint8_t mark; /* Each of its bytes. */
} model_piece;

typedef struct model {
    dw_rng rng;
    model_piece pieces[PIECES_MAX];
    uint32_t count;
} model;

static model world;

static int open_slab(void **state)
{
    (void)state;
    dw_error error = {""};
    memset(&world, 0, sizeof world);
    return dw_net_slab_open(BLOCK_BYTES, &error) == DW_OK ? 0 : 1;
}

static int close_slab(void **state)
{
    (void)state;
    dw_net_slab_close();
    return 0;
}

static size_t whole_size(size_t size)
{
    const size_t whole = (size + HEAD_BYTES + 15) / 16 * 16;
    return whole > PIECE_MIN ? whole : PIECE_MIN;
}

/* Sizes that ENet mostly asks for, and now and then any other. */
static size_t draw_size(dw_rng *rng)
{
    static const size_t usual[] = {56, 96, 72, 320, 1, 385, 769, 193, 1172};
    return dw_rng_below(rng, 8) == 0 ? dw_rng_below(rng, 40000)
                                     : usual[dw_rng_below(rng, sizeof usual / sizeof usual[0])];
}

/* The smallest piece that is out costs its size; a free one of twice that size must serve. */
static void take(void)
{
    const size_t size = draw_size(&world.rng);
    const uint32_t owner = dw_rng_below(&world.rng, OWNERS);
    dw_net_slab_charge(owner);
    const bool could = dw_net_slab_has(size);
    const uint64_t refused = dw_net_slab_get_stats().refused;
    uint8_t *bytes = dw_net_slab_take(size);
    assert_int_equal(bytes != NULL, could);
    assert_int_equal(dw_net_slab_get_stats().refused, refused + (could ? 0 : 1));
    if (bytes == NULL) {
        return;
    }
    assert_int_equal((uintptr_t)bytes % 16, 0);
    const uint8_t mark = (uint8_t)dw_rng_next(&world.rng);
    memset(bytes, mark, size);
    world.pieces[world.count++] = (model_piece){bytes, size, owner, mark};
}

static void check_bytes(const model_piece *piece)
{
    for (size_t i = 0; i < piece->size; i++) {
        if (piece->bytes[i] != piece->mark) { /* An assertion a byte takes too long. */
            fail_msg("byte %zu of %zu was written by another piece", i, piece->size);
        }
    }
}

static void give(uint32_t index)
{
    check_bytes(&world.pieces[index]);
    dw_net_slab_give(world.pieces[index].bytes);
    world.pieces[index] = world.pieces[--world.count];
}

static void check_no_overlap(void)
{
    for (uint32_t a = 0; a < world.count; a++) {
        check_bytes(&world.pieces[a]);
        for (uint32_t b = 0; b < a; b++) {
            const model_piece *one = &world.pieces[a];
            const model_piece *other = &world.pieces[b];
            assert_true(one->bytes + one->size + HEAD_BYTES <= other->bytes ||
                        other->bytes + other->size + HEAD_BYTES <= one->bytes);
        }
    }
}

/* A piece may be larger than asked for by less than the smallest piece there is. */
static void check_counts(void)
{
    size_t least[OWNERS] = {0};
    size_t most[OWNERS] = {0};
    size_t all = 0;
    for (uint32_t i = 0; i < world.count; i++) {
        const model_piece *piece = &world.pieces[i];
        all += whole_size(piece->size);
        least[piece->owner] += whole_size(piece->size);
        most[piece->owner] += whole_size(piece->size) + PIECE_MIN - 16;
    }
    for (uint32_t o = 0; o < OWNERS; o++) {
        assert_in_range(dw_net_slab_owned(o), least[o], most[o]);
    }
    const dw_net_slab_stats stats = dw_net_slab_get_stats();
    assert_in_range(stats.in_use, all, all + world.count * (PIECE_MIN - 16));
    assert_true(stats.in_use <= stats.peak && stats.peak <= stats.capacity);
    assert_true(stats.free_pieces <= world.count + 1); /* No two free ones side by side. */
}

static void check_all_is_back(void)
{
    const dw_net_slab_stats stats = dw_net_slab_get_stats();
    assert_int_equal(stats.in_use, 0);
    assert_int_equal(stats.free_pieces, 1);
    for (uint32_t o = 0; o < OWNERS; o++) {
        assert_int_equal(dw_net_slab_owned(o), 0);
    }
}

static void any_order_of_take_and_give_ends_in_one_piece(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        dw_rng_init(&world.rng, seed, 1);
        for (uint32_t step = 0; step < STEPS / 4; step++) {
            /* It fills up for a while and empties for a while. */
            const uint32_t chance = step / 2000 % 2 == 0 ? 70 : 30;
            if (world.count < PIECES_MAX && dw_rng_below(&world.rng, 100) < chance) {
                take();
            } else if (world.count > 0) {
                give(dw_rng_below(&world.rng, world.count));
            }
            if (step % 256 == 0) {
                check_counts();
            }
            if (step % 10000 == 0) {
                check_no_overlap();
            }
        }
        while (world.count > 0) {
            give(dw_rng_below(&world.rng, world.count));
        }
        check_all_is_back();
    }
}

static uint32_t fill(void *pieces[PIECES_MAX], size_t size)
{
    uint32_t count = 0;
    while (count < PIECES_MAX && (pieces[count] = dw_net_slab_take(size)) != NULL) {
        count++;
    }
    return count;
}

/* Whatever it was cut into before. */
static void memory_that_comes_back_serves_any_size(void **state)
{
    (void)state;
    static void *pieces[PIECES_MAX];
    static const size_t sizes[] = {385, 769, 193, 100, 4000, 180, 100000, 1};
    for (uint32_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const uint32_t count = fill(pieces, sizes[s]);
        const size_t held = count * whole_size(sizes[s]);
        const size_t capacity = dw_net_slab_get_stats().capacity;
        /* All of it, but for a rest that a search by steps of a sixteenth may pass over. */
        assert_true(count == PIECES_MAX || held >= capacity - 17 * whole_size(sizes[s]) / 16);
        assert_true(held <= capacity);
        for (uint32_t i = 0; i < count; i += 2) { /* First every other one. */
            dw_net_slab_give(pieces[i]);
        }
        for (uint32_t i = 1; i < count; i += 2) {
            dw_net_slab_give(pieces[i]);
        }
        check_all_is_back();
    }
}

static void what_cannot_be_is_refused_and_counted(void **state)
{
    (void)state;
    assert_null(dw_net_slab_take(BLOCK_BYTES));
    assert_null(dw_net_slab_take(SIZE_MAX));
    assert_null(dw_net_slab_take(UINT32_MAX));
    assert_int_equal(dw_net_slab_get_stats().refused, 3);
    assert_false(dw_net_slab_has(BLOCK_BYTES));
    dw_net_slab_give(NULL);
    void *nothing = dw_net_slab_take(0);
    assert_non_null(nothing);
    dw_net_slab_give(nothing);
    check_all_is_back();
}

static void a_piece_is_its_owners_until_it_is_given_back(void **state)
{
    (void)state;
    dw_net_slab_charge(3);
    void *first = dw_net_slab_take(100);
    dw_net_slab_charge(5);
    void *second = dw_net_slab_take(1000);
    dw_net_slab_charge(DW_NET_SLAB_NOBODY);
    void *third = dw_net_slab_take(10);
    assert_int_equal(dw_net_slab_owned(3), whole_size(100));
    assert_int_equal(dw_net_slab_owned(5), whole_size(1000));
    dw_net_slab_charge(5); /* The current owner does not matter for what is given back. */
    dw_net_slab_give(first);
    assert_int_equal(dw_net_slab_owned(3), 0);
    assert_int_equal(dw_net_slab_owned(5), whole_size(1000));
    dw_net_slab_give(third);
    dw_net_slab_give(second);
    check_all_is_back();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define IN_SLAB(test) cmocka_unit_test_setup_teardown(test, open_slab, close_slab)
        IN_SLAB(any_order_of_take_and_give_ends_in_one_piece),
        IN_SLAB(memory_that_comes_back_serves_any_size),
        IN_SLAB(what_cannot_be_is_refused_and_counted),
        IN_SLAB(a_piece_is_its_owners_until_it_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
