#include "server/mind/data/condition.h"

#include "common/base/parse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool dw_term_holds(const dw_term *term, const dw_facts *facts)
{
    const int32_t value = facts->of[term->fact];
    switch ((dw_test)term->test) {
    case DW_TEST_SET:
        return value != 0;
    case DW_TEST_UNSET:
        return value == 0;
    case DW_TEST_LESS:
        return value < term->number;
    case DW_TEST_AT_MOST:
        return value <= term->number;
    case DW_TEST_MORE:
        return value > term->number;
    case DW_TEST_AT_LEAST:
        return value >= term->number;
    case DW_TEST_EQUAL:
        return value == term->number;
    case DW_TEST_DIFFERS:
        return value != term->number;
    }
    return false;
}

bool dw_condition_holds(const dw_condition *condition, const dw_facts *facts)
{
    for (uint8_t i = 0; i < condition->count; i++) {
        if (!dw_term_holds(&condition->terms[i], facts)) {
            return false;
        }
    }
    return true;
}

dw_cause dw_condition_cause(const dw_condition *condition)
{
    for (uint8_t i = 0; i < condition->count; i++) {
        if (condition->terms[i].test != DW_TEST_UNSET) {
            return dw_fact_table[condition->terms[i].fact].cause;
        }
    }
    return DW_CAUSE_DONE;
}

/* Longer ones first: "<=" begins with "<". */
static const struct {
    const char *sign;
    dw_test test;
} signs[] = {
    {"<=", DW_TEST_AT_MOST}, {">=", DW_TEST_AT_LEAST}, {"!=", DW_TEST_DIFFERS},
    {"<", DW_TEST_LESS},     {">", DW_TEST_MORE},      {"=", DW_TEST_EQUAL},
};
enum { SIGN_COUNT = sizeof signs / sizeof signs[0] };

void dw_condition_print(const dw_condition *condition, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (uint8_t i = 0; i < condition->count && length < size; i++) {
        const dw_term *term = &condition->terms[i];
        const char *name = dw_fact_table[term->fact].name;
        const char *gap = i > 0 ? " " : "";
        uint32_t s = 0;
        while (s < SIGN_COUNT && signs[s].test != (dw_test)term->test) {
            s++;
        }
        if (s < SIGN_COUNT) {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s%" PRId32, gap, name,
                                       signs[s].sign, term->number);
        } else {
            length += (size_t)snprintf(text + length, size - length, "%s%s%s", gap,
                                       term->test == DW_TEST_UNSET ? "!" : "", name);
        }
    }
}

/* Where the sign begins, and which one it is; or NULL. */
static const char *find_sign(const char *text, uint32_t *sign)
{
    const char *at = text + strcspn(text, "<>=!");
    for (*sign = 0; *at != '\0' && *sign < SIGN_COUNT; ++*sign) {
        if (strncmp(at, signs[*sign].sign, strlen(signs[*sign].sign)) == 0) {
            return at;
        }
    }
    return NULL;
}

static dw_status find_fact(dw_brain_reader *reader, const char *name, size_t length, dw_term *out)
{
    char word[48] = "";
    if (length < sizeof word) {
        memcpy(word, name, length);
    }
    const uint32_t fact = dw_fact_find(word);
    if (fact == DW_FACT_COUNT) {
        return dw_brain_refuse(reader, "unknown fact \"%.40s\" (duskwatch-lab brain facts)",
                               dw_text_is_clean(name, strlen(name)) ? name : "(unprintable)");
    }
    out->fact = (uint8_t)fact;
    return DW_OK;
}

dw_status dw_term_read(dw_brain_reader *reader, const char *text, dw_term *out)
{
    if (text == NULL) {
        return dw_brain_refuse(reader, "must be a fact, such as \"detected\" or \"hunger>700\"");
    }
    const bool negated = text[0] == '!';
    const char *name = text + (negated ? 1 : 0);
    uint32_t sign = 0;
    const char *at = find_sign(name, &sign);
    dw_term term = {.test = negated ? DW_TEST_UNSET : DW_TEST_SET};
    const dw_status status =
        find_fact(reader, name, at != NULL ? (size_t)(at - name) : strlen(name), &term);
    if (status != DW_OK) {
        return status;
    }
    if (at != NULL) {
        int64_t number = 0;
        if (negated || dw_fact_table[term.fact].type != DW_FACT_NUMBER) {
            return dw_brain_refuse(reader,
                                   negated ? "\"%.60s\": \"!\" goes with a flag alone"
                                           : "\"%.60s\" compares a flag",
                                   text);
        }
        if (dw_parse_int(at + strlen(signs[sign].sign), -DW_CONDITION_NUMBER_MAX,
                         DW_CONDITION_NUMBER_MAX, &number) != DW_OK) {
            return dw_brain_refuse(reader, "\"%.60s\": after \"%s\" must stand a whole number",
                                   text, signs[sign].sign);
        }
        term.test = (uint8_t)signs[sign].test;
        term.number = (int32_t)number;
    }
    *out = term;
    return DW_OK;
}

dw_status dw_condition_read(dw_brain_reader *reader, const json_t *value, dw_condition *out)
{
    *out = (dw_condition){.count = 0};
    if (value == NULL) {
        return DW_OK;
    }
    if (json_is_string(value)) {
        out->count = 1;
        return dw_term_read(reader, json_string_value(value), &out->terms[0]);
    }
    if (!json_is_array(value) || json_array_size(value) > DW_CONDITION_TERMS_MAX) {
        return dw_brain_refuse(reader, "must be a list of at most %d facts",
                               DW_CONDITION_TERMS_MAX);
    }
    dw_status status = DW_OK;
    for (size_t i = 0; i < json_array_size(value) && status == DW_OK; i++) {
        const size_t mark = dw_brain_enter_index(reader, i);
        status = dw_term_read(reader, json_string_value(json_array_get(value, i)),
                              &out->terms[out->count++]);
        dw_brain_leave(reader, mark);
    }
    return status;
}
