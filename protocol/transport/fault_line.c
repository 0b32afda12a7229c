#include "protocol/transport/fault_line.h"

#include "common/base/check.h"
#include "common/base/parse.h"

#include <stdlib.h>
#include <string.h>

#define HOLD_BACK_NS UINT64_C(30000000)

/* A datagram under way, and below it those that are due later. */
typedef struct waiting {
    struct waiting *left, *right;
    uint64_t due_ns;
    uint64_t serial; /* Ties keep their order. */
    dw_datagram datagram;
    uint8_t bytes[];
} waiting;

struct dw_fault_line {
    dw_net_faults faults;
    dw_rng rng;
    bool used;
    uint64_t start_ns; /* Of its first use. */
    uint64_t serial;
    uint32_t count;
    waiting *first; /* That is due first, NULL: nothing is under way. */
};

dw_status dw_net_faults_parse(dw_net_faults *out, const char *text, dw_error *error)
{
    dw_net_faults faults = {0};
    const struct {
        const char *name;
        double *out;
        double high;
    } fields[] = {{"delay_ms", &faults.delay_ms, 10000.0},
                  {"jitter_ms", &faults.jitter_ms, 10000.0},
                  {"loss", &faults.loss, 1.0},
                  {"duplicate", &faults.duplicate, 1.0},
                  {"reorder", &faults.reorder, 1.0},
                  {"cut_at_s", &faults.cut_at_s, 1e6},
                  {"cut_s", &faults.cut_s, 1e6}};
    char copy[256];
    if (dw_copy_text(copy, sizeof copy, text) != DW_OK) {
        return dw_fail(error, DW_INVALID, "longer than %zu characters", sizeof copy - 1);
    }
    char *rest = copy;
    uint32_t given = 0; /* A bit for each field. */
    while (rest != NULL) {
        char *value = strsep(&rest, ",");
        const char *name = strsep(&value, "=");
        size_t i = 0;
        while (i < DW_COUNT_OF(fields) && strcmp(name, fields[i].name) != 0) {
            i++;
        }
        if (value == NULL) {
            return dw_fail(error, DW_INVALID, "\"%s\" is no NAME=NUMBER", name);
        }
        if (i == DW_COUNT_OF(fields)) {
            return dw_fail(error, DW_INVALID,
                           "%s: must be delay_ms, jitter_ms, loss, duplicate, reorder, cut_at_s or "
                           "cut_s",
                           name);
        }
        if ((given >> i & 1) != 0) {
            return dw_fail(error, DW_INVALID, "%s is given twice", name);
        }
        if (dw_parse_decimal(value, 0.0, fields[i].high, fields[i].out) != DW_OK) {
            return dw_fail(error, DW_INVALID, "%s=%s: must be 0 to %g", name, value,
                           fields[i].high);
        }
        given |= UINT32_C(1) << i;
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

static bool before(const waiting *a, const waiting *b)
{
    return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->serial < b->serial;
}

/* A skew heap (D. Sleator, R. Tarjan: "Self-Adjusting Heaps", 1986): on the way down the children
 * of each row change sides, so that no side stays long. O(log n) in the mean of many calls. */
static waiting *merge(waiting *a, waiting *b)
{
    waiting *top = NULL;
    waiting **at = &top;
    while (a != NULL && b != NULL) {
        waiting *first = before(a, b) ? a : b;
        b = first == a ? b : a;
        a = first->right;
        first->right = first->left;
        *at = first;
        at = &first->left;
    }
    *at = a != NULL ? a : b;
    return top;
}

static waiting *take_first(dw_fault_line *line)
{
    waiting *row = line->first;
    line->first = merge(row->left, row->right);
    line->count--;
    return row;
}

void dw_fault_line_destroy(dw_fault_line *line)
{
    while (line != NULL && line->first != NULL) {
        free(take_first(line));
    }
    free(line);
}

/* One draw for each question and datagram, whatever the answers, so that a fault which is turned on
 * does not change what the others hit. */
static double draw(dw_fault_line *line)
{
    return (double)dw_rng_next(&line->rng) / 4294967296.0;
}

static void send_copy(dw_fault_line *line, const dw_datagram *datagram, uint64_t due_ns)
{
    waiting *row =
        line->count < DW_FAULT_LINE_QUEUE_MAX ? malloc(sizeof *row + datagram->size) : NULL;
    if (row != NULL) {
        *row = (waiting){.due_ns = due_ns, .serial = line->serial++, .datagram = *datagram};
        memcpy(row->bytes, datagram->bytes, datagram->size);
        line->first = merge(line->first, row);
        line->count++;
    }
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

void dw_fault_line_put(dw_fault_line *line, const dw_datagram *datagram, uint64_t now_ns)
{
    DW_CHECK(datagram->size >= 1 && datagram->size <= DW_FAULT_LINE_DATAGRAM_MAX);
    const dw_net_faults *faults = &line->faults;
    const bool lost = draw(line) < faults->loss;
    const bool twice = draw(line) < faults->duplicate;
    const bool held = draw(line) < faults->reorder;
    const double first_ms = faults->delay_ms + draw(line) * faults->jitter_ms;
    const double second_ms = faults->delay_ms + draw(line) * faults->jitter_ms;
    if (is_cut(line, now_ns) || lost) {
        return;
    }
    send_copy(line, datagram, now_ns + (uint64_t)(first_ms * 1e6) + (held ? HOLD_BACK_NS : 0));
    if (twice) {
        send_copy(line, datagram, now_ns + (uint64_t)(second_ms * 1e6));
    }
}

bool dw_fault_line_take(dw_fault_line *line, uint64_t now_ns, dw_datagram *out)
{
    if (line->first == NULL || line->first->due_ns > now_ns) {
        return false;
    }
    waiting *due = take_first(line);
    memcpy(out->bytes, due->bytes, due->datagram.size);
    due->datagram.bytes = out->bytes;
    *out = due->datagram;
    free(due);
    return true;
}
