#include "server/mind/data/utility.h"

#include "server/mind/data/deeds.h"
#include "server/mind/data/motive.h"
#include "server/mind/data/named.h"
#include "server/mind/data/watchfulness.h"

#include <stdio.h>

enum { RETRY_STANDARD = 120, TICKS_MOST = 36000 };

typedef struct utility_program {
    dw_motives options;
    dw_skill_call calls[DW_MOTIVES_MAX];
    dw_deeds deeds[DW_MOTIVES_MAX];
    int32_t retry_ticks;
} utility_program;

static void utility_reset(void *state, const void *program)
{
    (void)program;
    *(dw_utility_state *)state =
        (dw_utility_state){.option = DW_MOTIVE_NONE, .cause = DW_CAUSE_START};
}

static void utility_step(dw_run *run, const void *program, void *state)
{
    const utility_program *it = program;
    dw_utility_state *now = state;
    const uint32_t tick = run->think->percepts->tick;
    if (now->set_aside != 0 && tick >= now->retry_tick) {
        now->set_aside = 0;
    }
    const uint8_t next =
        dw_motives_choose(&it->options, &run->facts, now->option, now->set_aside, 0);
    if (next != now->option || now->ended) {
        const bool failed = now->option != DW_MOTIVE_NONE && run->facts.of[DW_FACT_failed] != 0;
        const dw_cause cause = dw_motives_cause(&it->options, &run->facts, now->option, next);
        now->cause = (uint8_t)(failed && cause == DW_CAUSE_DONE ? DW_CAUSE_BLOCKED : cause);
        now->option = next;
        now->ended = false;
        dw_facts_enter(&run->facts);
    }
    if (next == DW_MOTIVE_NONE) {
        dw_run_stop(run);
        return;
    }
    const dw_run_reason reason = {.cause = now->cause};
    const dw_skill_state fared = dw_run_skill(run, next, &it->calls[next], reason);
    dw_deeds_run(&it->deeds[next], run, next, reason);
    now->ended = fared != DW_SKILL_RUNNING;
    if (fared == DW_SKILL_FAILED) {
        now->set_aside |= UINT32_C(1) << next;
        now->retry_tick = tick + (uint32_t)it->retry_ticks;
    }
}

static void utility_explain(const void *program, const void *state, uint8_t node, dw_run_view *view)
{
    const utility_program *it = program;
    const dw_utility_state *now = state;
    (void)node;
    (void)snprintf(view->name, sizeof view->name, "%s",
                   now->option == DW_MOTIVE_NONE ? "nothing" : it->options.of[now->option].name);
    view->branch[0] = '\0';
}

static bool utility_is_sound(const void *program, const void *state)
{
    const utility_program *it = program;
    const dw_utility_state *now = state;
    return (now->option < it->options.count || now->option == DW_MOTIVE_NONE) &&
           now->cause < DW_CAUSE_COUNT;
}

static dw_status read_option(dw_brain_reader *reader, const char *name, const json_t *value,
                             void *program)
{
    static const char *const others[] = {DW_MOTIVE_MEMBERS, "also", NULL};
    utility_program *out = program;
    const uint8_t i = out->options.count++;
    dw_status status = dw_skill_call_read(reader, value, others, &out->calls[i]);
    if (status == DW_OK) {
        status = dw_deeds_read(reader, value, &out->deeds[i]);
    }
    if (status == DW_OK) {
        status = dw_motive_read(reader, name, value, &out->options.of[i]);
    }
    return status;
}

static dw_status read_root(dw_brain_reader *reader, const json_t *root, utility_program *out)
{
    static const char *const known[] = {"form",       "about",       "leads",   "learns",
                                        "hysteresis", "retry_ticks", "options", NULL};
    dw_status status = dw_brain_members(reader, root, known);
    out->retry_ticks = RETRY_STANDARD;
    if (status == DW_OK) {
        status =
            dw_brain_member_number(reader, root, "retry_ticks", 1, TICKS_MOST, &out->retry_ticks);
    }
    if (status == DW_OK) {
        status = dw_motives_read_hysteresis(reader, root, &out->options);
    }
    if (status == DW_OK) {
        status = dw_named_each(reader, root, "options", DW_MOTIVES_MAX, read_option, out);
    }
    return status;
}

static dw_status utility_read(dw_brain_reader *reader, const json_t *root, const void **program)
{
    utility_program *out = dw_brain_take(reader, sizeof *out);
    if (out == NULL) {
        return DW_MEMORY;
    }
    const dw_status status = read_root(reader, root, out);
    if (status == DW_OK) {
        *program = out;
    }
    return status;
}

/* An option that always counts hides one that never has as many points. */
static void utility_check(const void *program, dw_findings *out)
{
    const utility_program *it = program;
    const uint64_t watched = dw_motives_watch(&it->options);
    for (uint8_t i = 0; i < it->options.count; i++) {
        char place[DW_BRAIN_PLACE_MAX];
        (void)snprintf(place, sizeof place, "options.%s", it->options.of[i].name);
        dw_watchfulness_check(out, place, dw_skill_at(it->calls[i].skill), watched, true);
        for (uint8_t k = 0; k < it->options.count; k++) {
            const dw_motive *one = &it->options.of[i];
            const dw_motive *other = &it->options.of[k];
            const int32_t most = dw_score_most(&one->priority);
            const int32_t least = dw_score_least(&other->priority);
            if (i != k && other->when_count == 0 && (least > most || (least == most && k < i))) {
                dw_findings_say(out, place, "never chosen: \"%s\" always has more points",
                                other->name);
                break;
            }
        }
    }
}

static void utility_draw(const void *program, dw_drawing *out)
{
    const utility_program *it = program;
    for (uint8_t i = 0; i < it->options.count; i++) {
        char text[3 * DW_BRAIN_PLACE_MAX];
        int length = snprintf(text, sizeof text, "%s", dw_skill_at(it->calls[i].skill)->name);
        for (uint8_t d = 0; d < it->deeds[i].count; d++) {
            length += snprintf(text + length, sizeof text - (size_t)length, " + %s",
                               dw_skill_at(it->deeds[i].of[d].skill)->name);
        }
        text[length++] = '\n';
        dw_motive_print(&it->options.of[i], text + length, sizeof text - (size_t)length);
        out->box(out->context, i, UINT32_MAX, DW_BOX_SKILL, it->options.of[i].name, text);
    }
}

const dw_runtime dw_runtime_utility = {
    .name = "utility",
    .read = utility_read,
    .reset = utility_reset,
    .step = utility_step,
    .explain = utility_explain,
    .is_sound = utility_is_sound,
    .check = utility_check,
    .draw = utility_draw,
};

DW_FIELDS_STATE(extern, utility_state, DW_UTILITY_FIELDS);
