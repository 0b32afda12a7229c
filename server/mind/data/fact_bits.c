#include "server/mind/data/fact_bits.h"

#include "common/base/check.h"

#include <inttypes.h>
#include <stdio.h>

#define BIT(number) (UINT64_C(1) << (number))

uint64_t dw_fact_bits_sense(const dw_fact_bits *bits, const dw_facts *facts)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < bits->count; i++) {
        out |= (uint64_t)dw_term_holds(&bits->terms[i], facts) << i;
    }
    return out;
}

/* The same statement as SET, MORE or EQUAL; false when it is the opposite of that. */
static bool normalise(dw_term *term)
{
    const bool is_flag = dw_fact_table[term->fact].type == DW_FACT_FLAG;
    switch ((dw_test)term->test) {
    case DW_TEST_SET:
    case DW_TEST_UNSET: {
        const bool set = term->test == DW_TEST_SET;
        *term =
            (dw_term){.fact = term->fact, .test = (uint8_t)(is_flag ? DW_TEST_SET : DW_TEST_EQUAL)};
        return is_flag ? set : !set;
    }
    case DW_TEST_AT_MOST:
        term->test = DW_TEST_MORE;
        return false;
    case DW_TEST_LESS:
    case DW_TEST_AT_LEAST: {
        const bool at_least = term->test == DW_TEST_AT_LEAST;
        term->test = DW_TEST_MORE;
        term->number--;
        return at_least;
    }
    case DW_TEST_DIFFERS:
        term->test = DW_TEST_EQUAL;
        return false;
    case DW_TEST_MORE:
    case DW_TEST_EQUAL:
        break;
    }
    return true;
}

/* DW_PLAN_FACTS_MAX when there is no room for one more. */
static uint32_t find_or_add(dw_fact_bits *bits, const dw_term *term)
{
    uint32_t i = 0;
    while (i < bits->count &&
           (bits->terms[i].fact != term->fact || bits->terms[i].test != term->test ||
            bits->terms[i].number != term->number)) {
        i++;
    }
    if (i == bits->count && i < DW_PLAN_FACTS_MAX) {
        bits->terms[bits->count++] = *term;
    }
    return i;
}

static dw_status read_one(dw_brain_reader *reader, dw_fact_bits *bits, const json_t *value,
                          dw_plan_facts *out)
{
    if (!json_is_string(value)) {
        return dw_brain_refuse(reader, "must be a list of facts");
    }
    dw_term term;
    const dw_status status = dw_term_read(reader, json_string_value(value), &term);
    if (status != DW_OK) {
        return status;
    }
    const bool on = normalise(&term);
    const uint32_t bit = find_or_add(bits, &term);
    if (bit == DW_PLAN_FACTS_MAX) {
        return dw_brain_refuse(reader, "more than %d different facts in the file",
                               DW_PLAN_FACTS_MAX);
    }
    *(on ? &out->on : &out->off) |= BIT(bit);
    if ((out->on & out->off) != 0) {
        return dw_brain_refuse(reader, "\"%s\" contradicts the rest of the list",
                               json_string_value(value));
    }
    return DW_OK;
}

dw_status dw_fact_bits_read(dw_brain_reader *reader, dw_fact_bits *bits, const json_t *value,
                            dw_plan_facts *out)
{
    *out = (dw_plan_facts){0, 0};
    if (value == NULL) {
        return DW_OK;
    }
    if (!json_is_array(value)) {
        return read_one(reader, bits, value, out);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; status == DW_OK && i < json_array_size(value); i++) {
        const size_t mark = dw_brain_enter_index(reader, i);
        status = read_one(reader, bits, json_array_get(value, i), out);
        dw_brain_leave(reader, mark);
    }
    return status;
}

/* What `said` being `on` says of `other`, another term of the same number: 1 true, -1 false, 0
 * nothing. */
static int says(const dw_term *said, bool on, const dw_term *other)
{
    const bool is_more = said->test == DW_TEST_MORE;
    if (other->test == DW_TEST_MORE) {
        if (is_more) {
            return on ? (said->number >= other->number ? 1 : 0)
                      : (said->number <= other->number ? -1 : 0);
        }
        return on ? (said->number > other->number ? 1 : -1) : 0;
    }
    if (is_more) {
        const bool above = other->number > said->number;
        return above == on ? 0 : -1;
    }
    return on ? -1 : 0;
}

void dw_fact_bits_follow(const dw_fact_bits *bits, dw_plan_facts *gives)
{
    const dw_plan_facts said = *gives;
    for (uint64_t left = said.on | said.off; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        for (uint32_t k = 0; k < bits->count; k++) {
            if (k == i || bits->terms[k].fact != bits->terms[i].fact ||
                ((said.on | said.off) & BIT(k)) != 0) {
                continue;
            }
            const int what = says(&bits->terms[i], (said.on & BIT(i)) != 0, &bits->terms[k]);
            gives->on |= what > 0 ? BIT(k) : 0;
            gives->off |= what < 0 ? BIT(k) : 0;
        }
    }
    gives->off &= ~gives->on;
}

void dw_fact_bits_print(const dw_fact_bits *bits, uint64_t mask, uint64_t values, char *text,
                        size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint64_t left = mask; left != 0 && length < size; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(left);
        const dw_term *term = &bits->terms[i];
        const char *name = dw_fact_table[term->fact].name;
        const char *space = length > 0 ? " " : "";
        const bool on = (values & BIT(i)) != 0;
        if (term->test == DW_TEST_SET) {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s", space, on ? "" : "!",
                                       name);
        } else {
            const char *more = on ? ">" : "<=";
            const char *equal = on ? "=" : "!=";
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%" PRId32, space, name,
                                       term->test == DW_TEST_MORE ? more : equal, term->number);
        }
    }
}
