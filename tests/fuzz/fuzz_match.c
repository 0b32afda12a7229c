/* Any bytes as a script of operations against a live match (match_twins.h says what must hold).
 * Four bytes say what kind of match it is; then each operation is a byte, its low half which one,
 * its high half who does it, and the bytes of its arguments. What is missing at the end is 0. */
#include "fuzz.h"
#include "match_twins.h"

#include <string.h>

enum {
    OPERATIONS_MAX = 150,
    TICKS_MAX = 240, /* Of one script: 4 s, and all phases of three rounds. */
    STEP_MAX = 32,   /* Ticks of one operation. */
    SPECTATORS_MAX = 2
};

typedef struct script {
    const uint8_t *bytes;
    size_t size, at;
    uint32_t ticks; /* That it has had so far. */
} script;

static uint8_t next(script *from)
{
    return from->at < from->size ? from->bytes[from->at++] : 0;
}

static uint32_t next_u32(script *from)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4; i++) {
        value = value << 8 | next(from);
    }
    return value;
}

static dw_twins_plan read_plan(script *from)
{
    static const uint8_t rates[] = {20, 60, 30, 10};
    static const uint16_t limits[] = {0, 1, 40, 150};
    static const uint32_t delays[] = {0, 1, 10, 60};
    static const size_t disks[] = {1 << 20, 1 << 20, 4000, 100};
    const uint8_t kind = next(from);
    const uint8_t times = next(from);
    const uint8_t brain = next(from);
    const uint8_t disk = next(from);
    return (dw_twins_plan){
        .exact = (kind & 1) == 0,
        .records = (kind & 2) != 0,
        .vision = (kind & 4) == 0 ? 1 : 0,
        .spectators_max = (kind & 8) == 0 ? SPECTATORS_MAX : 0,
        .mission = (kind & 16) != 0,
        .snapshot_hz = rates[times & 3],
        .time_limit = limits[times >> 2 & 3],
        .spectator_delay_ticks = delays[times >> 4 & 3],
        .brain = brain,
        .disk_bytes = disks[disk & 3],
    };
}

/* What an honest client sends: the ticks to come, with what a person does. */
static void honest_input(dw_twins *twins, script *from, uint32_t person)
{
    const uint8_t shape = next(from);
    const uint8_t what = next(from);
    dw_input input = {.count = (uint8_t)(1 + shape % DW_INPUT_TICKS_MAX)};
    input.newest_tick = dw_twins_tick(twins) + input.count + (shape >> 4);
    for (uint32_t i = 0; i < input.count; i++) {
        input.intents[i].direction = (uint8_t)((what & 15) % DW_DIRECTION_COUNT);
        input.intents[i].buttons = (uint8_t)(what >> 4 & DW_BUTTONS_ALL);
    }
    dw_twins_input(twins, person, &input, true);
}

/* What nobody honest sends: any tick, any acknowledgement, intents that are none. */
static void hostile_input(dw_twins *twins, script *from, uint32_t person)
{
    const uint8_t shape = next(from);
    dw_input input = {.count = (uint8_t)(1 + shape % DW_INPUT_TICKS_MAX)};
    const bool absolute = (shape & 0x80) != 0;
    input.newest_tick =
        absolute ? next_u32(from) : dw_twins_tick(twins) + next(from) - UINT32_C(64);
    input.ack_tick = absolute ? next_u32(from) : dw_twins_tick(twins) - next(from);
    for (uint32_t i = 0; i < input.count; i++) {
        input.intents[i].direction = next(from);
        input.intents[i].buttons = next(from);
        input.intents[i].answer = (uint8_t)(shape >> 4 & 7);
    }
    dw_twins_input(twins, person, &input, (shape & 0x40) != 0);
}

/* Any text that a decoder lets through: clean, not empty, up to the limit. */
static void read_text(script *from, char text[DW_CHAT_MAX + 1])
{
    const size_t size = 1 + next(from) % DW_CHAT_MAX;
    for (size_t i = 0; i < size; i++) {
        text[i] = (char)(' ' + (from->at + i * 7) % 95);
    }
    text[size] = '\0';
}

static void step(dw_twins *twins, script *from)
{
    const uint32_t wanted = 1 + (uint32_t)next(from) % STEP_MAX;
    const uint32_t left = TICKS_MAX - from->ticks;
    const uint32_t ticks = wanted < left ? wanted : left;
    from->ticks += ticks;
    dw_twins_step(twins, ticks);
}

typedef void operation(dw_twins *twins, script *from, uint32_t person);

static void op_step(dw_twins *twins, script *from, uint32_t person)
{
    (void)person;
    step(twins, from);
}

static void op_join(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_join(twins, person, DW_TWINS_PERSONS);
}

static void op_resume(dw_twins *twins, script *from, uint32_t person)
{
    dw_twins_join(twins, person, next(from) % DW_TWINS_PERSONS);
}

static void op_resume_own(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_join(twins, person, person);
}

static void op_watch(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_watch(twins, person);
}

static void op_leave(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_leave(twins, person);
}

static void op_drop(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_drop(twins, person);
}

static void op_chat(dw_twins *twins, script *from, uint32_t person)
{
    char text[DW_CHAT_MAX + 1];
    read_text(from, text);
    dw_twins_chat(twins, person, text);
}

static void op_announce(dw_twins *twins, script *from, uint32_t person)
{
    (void)person;
    char text[DW_CHAT_MAX + 1];
    read_text(from, text);
    dw_twins_announce(twins, text);
}

/* Any sign or ping that a client can send. */
static void op_signal(dw_twins *twins, script *from, uint32_t person)
{
    const int32_t x = next(from), y = next(from);
    const dw_signal signal = {.sign = (uint8_t)(next(from) % DW_SIGN_COUNT),
                              .position = {DW_MM(x * 100), DW_MM(y * 100)}};
    dw_twins_signal(twins, person, &signal);
}

static void op_snapshot(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_snapshot(twins, person, SIZE_MAX, true);
}

static void op_snapshot_lost(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    dw_twins_snapshot(twins, person, SIZE_MAX, false);
}

static void op_snapshot_cut(dw_twins *twins, script *from, uint32_t person)
{
    dw_twins_snapshot(twins, person, next(from), true);
}

static void op_brain(dw_twins *twins, script *from, uint32_t person)
{
    dw_twins_set_brain(twins, person, next(from));
}

static void op_abort(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    (void)person;
    dw_twins_abort(twins);
}

/* In time; whether the player has it and may throw it there is for the match to find out. Perhaps
 * with an answer, to a question or to none. */
static void op_throw(dw_twins *twins, script *from, uint32_t person)
{
    const uint8_t shape = next(from);
    dw_input input = {.count = 1, .newest_tick = dw_twins_tick(twins) + 1 + (shape & 7)};
    input.intents[0].buttons = (shape & 8) != 0 ? DW_BUTTON_BAIT : DW_BUTTON_COIN;
    input.intents[0].throw_heading = next(from);
    input.intents[0].throw_distance = next(from);
    input.intents[0].answer = (uint8_t)((shape >> 4) % (DW_ANSWERS_MAX + 1));
    dw_twins_input(twins, person, &input, true);
}

/* All persons in a row get a snapshot, as the host does it. */
static void op_snapshot_all(dw_twins *twins, script *from, uint32_t person)
{
    (void)from;
    (void)person;
    for (uint32_t p = 0; p < DW_TWINS_PERSONS; p++) {
        dw_twins_snapshot(twins, p, SIZE_MAX, true);
    }
}

/* Appended, never moved: the corpus is written in it. */
static operation *const operations[16] = {
    op_step,      op_join,       op_watch,      op_resume,       op_leave,         op_drop,
    honest_input, hostile_input, op_chat,       op_snapshot,     op_snapshot_lost, op_snapshot_cut,
    op_brain,     op_abort,      op_resume_own, op_snapshot_all,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script from = {.bytes = data, .size = size};
    const dw_twins_plan plan = read_plan(&from);
    dw_twins *twins = dw_twins_open(&plan);
    for (uint32_t i = 0; i < OPERATIONS_MAX && from.at < from.size && from.ticks < TICKS_MAX; i++) {
        const uint8_t what = next(&from);
        const uint32_t person = (uint32_t)(what >> 4) % DW_TWINS_PERSONS;
        if ((what & 15) == 7 && (what & 0x80) != 0) {
            op_throw(twins, &from, person);
        } else if ((what & 15) == 8 && (what & 0x80) != 0) {
            op_announce(twins, &from, person);
        } else if ((what & 15) == 13 && (what & 0x80) != 0) {
            op_signal(twins, &from, person);
        } else {
            operations[what & 15](twins, &from, person);
        }
    }
    dw_twins_close(twins);
    return 0;
}
