#include "protocol/transport/fault_line.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdlib.h>
#include <string.h>

#define HOLD_BACK_NS UINT64_C(30000000)

typedef struct waiting {
    uint64_t due_ns;
    uint64_t serial; /* Ties keep their order. */
    uint8_t *bytes;
    size_t size;
} waiting;

struct dw_fault_line {
    dw_net_faults faults;
    dw_rng rng;
    dw_fault_counts counts;
    bool used;
    uint64_t start_ns; /* Of its first use. */
    uint64_t serial;
    uint32_t count; /* A heap by due time. */
    waiting heap[DW_FAULT_LINE_QUEUE_MAX];
};

/* `given` has a bit for each name that was read. */
static dw_status parse_part(dw_net_faults *faults, uint32_t *given, const char *name,
                            const char *value, dw_error *error)
{
    const struct {
        const char *name;
        double *out;
        double high;
    } fields[] = {{"delay_ms", &faults->delay_ms, 10000.0},
                  {"jitter_ms", &faults->jitter_ms, 10000.0},
                  {"loss", &faults->loss, 1.0},
                  {"duplicate", &faults->duplicate, 1.0},
                  {"reorder", &faults->reorder, 1.0},
                  {"cut_at_s", &faults->cut_at_s, 1e6},
                  {"cut_s", &faults->cut_s, 1e6}};
    for (size_t i = 0; i < DW_COUNT_OF(fields); i++) {
        if (strcmp(name, fields[i].name) != 0) {
            continue;
        }
        if ((*given >> i & 1) != 0) {
            return dw_fail(error, DW_INVALID, "%s is given twice", name);
        }
        if (dw_parse_decimal(value, 0.0, fields[i].high, fields[i].out) != DW_OK) {
            return dw_fail(error, DW_INVALID, "%s=%s: must be 0 to %g", name, value,
                           fields[i].high);
        }
        *given |= UINT32_C(1) << i;
        return DW_OK;
    }
    return dw_fail(error, DW_INVALID,
                   "%s: must be delay_ms, jitter_ms, loss, duplicate, reorder, cut_at_s or cut_s",
                   name);
}

dw_status dw_net_faults_parse(dw_net_faults *out, const char *text, dw_error *error)
{
    char copy[256];
    if (dw_copy_text(copy, sizeof copy, text) != DW_OK) {
        return dw_fail(error, DW_INVALID, "longer than %zu characters", sizeof copy - 1);
    }
    dw_net_faults faults = {0};
    uint32_t given = 0;
    char *rest = copy;
    while (rest != NULL) {
        char *part = rest;
        rest = strchr(part, ',');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        char *value = strchr(part, '=');
        if (value == NULL) {
            return dw_fail(error, DW_INVALID, "\"%s\" is no NAME=NUMBER", part);
        }
        *value++ = '\0';
        const dw_status status = parse_part(&faults, &given, part, value, error);
        if (status != DW_OK) {
            return status;
        }
    }
    *out = faults;
    return DW_OK;
}

dw_status dw_fault_line_create(dw_fault_line **out, const dw_net_faults *faults, uint64_t seed,
                               uint64_t stream)
{
    dw_fault_line *line = calloc(1, sizeof *line);
    if (line == NULL) {
        return DW_MEMORY;
    }
    line->faults = *faults;
    dw_rng_init(&line->rng, seed, stream);
    *out = line;
    return DW_OK;
}

void dw_fault_line_destroy(dw_fault_line *line)
{
    if (line == NULL) {
        return;
    }
    for (uint32_t i = 0; i < line->count; i++) {
        free(line->heap[i].bytes);
    }
    free(line);
}

static bool before(const waiting *a, const waiting *b)
{
    return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->serial < b->serial;
}

static void push(dw_fault_line *line, waiting row)
{
    uint32_t at = line->count++;
    while (at > 0 && before(&row, &line->heap[(at - 1) / 2])) {
        line->heap[at] = line->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    line->heap[at] = row;
}

static waiting pop(dw_fault_line *line)
{
    const waiting top = line->heap[0];
    const waiting moved = line->heap[--line->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= line->count) {
            break;
        }
        if (child + 1 < line->count && before(&line->heap[child + 1], &line->heap[child])) {
            child++;
        }
        if (!before(&line->heap[child], &moved)) {
            break;
        }
        line->heap[at] = line->heap[child];
        at = child;
    }
    line->heap[at] = moved;
    return top;
}

/* One draw for each question and datagram, whatever the answers, so that a fault which is turned on
 * does not change what the others hit. */
static double draw(dw_fault_line *line)
{
    return (double)dw_rng_next(&line->rng) / 4294967296.0;
}

static void send_copy(dw_fault_line *line, const uint8_t *bytes, size_t size, uint64_t due_ns)
{
    uint8_t *copy = line->count < DW_FAULT_LINE_QUEUE_MAX ? malloc(size) : NULL;
    if (copy == NULL) {
        line->counts.overflowed++;
        return;
    }
    memcpy(copy, bytes, size);
    push(line, (waiting){due_ns, line->serial++, copy, size});
}

static bool is_cut(dw_fault_line *line, uint64_t now_ns)
{
    if (!line->used) {
        line->used = true;
        line->start_ns = now_ns;
    }
    const double passed_s = (double)(now_ns - line->start_ns) / 1e9;
    return passed_s >= line->faults.cut_at_s &&
           passed_s < line->faults.cut_at_s + line->faults.cut_s;
}

void dw_fault_line_put(dw_fault_line *line, const uint8_t *bytes, size_t size, uint64_t now_ns)
{
    DW_CHECK(size >= 1 && size <= DW_FAULT_LINE_DATAGRAM_MAX);
    const dw_net_faults *faults = &line->faults;
    const bool lost = draw(line) < faults->loss;
    const bool twice = draw(line) < faults->duplicate;
    const bool held = draw(line) < faults->reorder;
    const double first_ms = faults->delay_ms + draw(line) * faults->jitter_ms;
    const double second_ms = faults->delay_ms + draw(line) * faults->jitter_ms;
    line->counts.in++;
    if (is_cut(line, now_ns)) {
        line->counts.cut++;
        return;
    }
    if (lost) {
        line->counts.lost++;
        return;
    }
    line->counts.held_back += held;
    send_copy(line, bytes, size, now_ns + (uint64_t)(first_ms * 1e6) + (held ? HOLD_BACK_NS : 0));
    if (twice) {
        line->counts.duplicated++;
        send_copy(line, bytes, size, now_ns + (uint64_t)(second_ms * 1e6));
    }
}

bool dw_fault_line_take(dw_fault_line *line, uint64_t now_ns, uint8_t *bytes, size_t *size)
{
    if (line->count == 0 || line->heap[0].due_ns > now_ns) {
        return false;
    }
    const waiting row = pop(line);
    memcpy(bytes, row.bytes, row.size);
    *size = row.size;
    free(row.bytes);
    line->counts.out++;
    return true;
}

const dw_fault_counts *dw_fault_line_counts(const dw_fault_line *line)
{
    return &line->counts;
}
