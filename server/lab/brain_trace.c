#include "server/lab/brain_trace.h"

#include "common/base/check.h"
#include "common/platform/options.h"
#include "server/host/brain_files.h"
#include "server/lab/brain_scene.h"
#include "server/lab/brain_svg.h"

#include <stdio.h>
#include <string.h>

enum { HELP_SIZE = 240 };

static const char trace_program[] = "duskwatch-lab brain trace";

/* "calm, noise, sight". */
static void list_scenes(char *text, size_t size)
{
    size_t length = 0;
    for (uint32_t i = 0; dw_brain_scene_script_at(i) != NULL && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "",
                                   dw_brain_scene_script_at(i)->name);
    }
}

static const char *word_of_deed(uint8_t deed)
{
    static const char *const words[DW_DEED_COUNT] = {[DW_DEED_NONE] = "",
                                                     [DW_DEED_BARK] = " [barks]",
                                                     [DW_DEED_TOPPLE] = " [topples something]",
                                                     [DW_DEED_EAT] = " [has eaten]",
                                                     [DW_DEED_SWITCH] = " [works a switch]"};
    return words[deed];
}

static void print_events(const dw_brain_scene_script *script, uint32_t tick)
{
    for (uint16_t i = 0; i < script->count; i++) {
        const dw_brain_scene_event *event = &script->events[i];
        if (event->first == tick || (event->last + 1u == tick && event->last > event->first)) {
            (void)printf("%6u  -- %s%s\n", (unsigned)tick,
                         dw_brain_scene_event_text((dw_brain_scene_event_kind)event->kind),
                         event->first == tick ? "" : ": over");
        }
    }
}

static void print_line(const dw_brain_scene_view *view)
{
    (void)printf("%6u  %-23s %-15s %-9s %5d  %s%s%s\n", (unsigned)view->tick, view->mind.goal,
                 view->skill != NULL ? view->skill : "(stands)",
                 dw_cause_word((dw_cause)view->mind.cause), (int)view->speed_mm_s,
                 view->mind.sentence, word_of_deed(view->deed),
                 view->says != DW_RADIO_NONE ? " [speaks]" : "");
}

static bool differs(const dw_brain_scene_view *now, const dw_brain_scene_view *before)
{
    return now->mind.since != before->mind.since || now->skill != before->skill ||
           strcmp(now->mind.goal, before->mind.goal) != 0 || now->deed != DW_DEED_NONE ||
           now->says != DW_RADIO_NONE;
}

static void print_scene(dw_brain_scene *scene, const dw_brain_scene_script *script, bool every)
{
    (void)printf("%6s  %-23s %-15s %-9s %5s  %s\n", "tick", "state", "skill", "cause", "mm/s",
                 "what it does");
    dw_brain_scene_view before = {.tick = 0};
    for (uint32_t tick = 1; tick <= script->ticks; tick++) {
        dw_brain_scene_view now;
        dw_brain_scene_step(scene, script, &now);
        print_events(script, tick);
        if (every || tick == 1 || differs(&now, &before)) {
            print_line(&now);
        }
        before = now;
    }
}

static bool needs_needs(const dw_brain_scene_script *script)
{
    bool needs = false;
    for (uint16_t i = 0; i < script->count; i++) {
        needs = needs || script->events[i].kind == DW_BRAIN_SCENE_HUNGER ||
                script->events[i].kind == DW_BRAIN_SCENE_FATIGUE;
    }
    return needs;
}

static int trace(const char *name, const char *scene_name, const char *kind, bool every)
{
    dw_error error;
    char known[HELP_SIZE];
    list_scenes(known, sizeof known);
    const dw_brain_scene_script *script = dw_brain_scene_script_find(scene_name);
    if (script == NULL) {
        (void)dw_fail(&error, DW_NOT_FOUND, "unknown scene \"%.40s\" (known: %s)", scene_name,
                      known);
        return dw_options_fail(trace_program, DW_EXIT_USAGE, error.text);
    }
    dw_data_brain *brain = NULL;
    if (dw_brain_file_read(&brain, name, &error) != DW_OK) {
        return dw_options_fail(trace_program, DW_EXIT_USAGE, error.text);
    }
    dw_brain_scene *scene = NULL;
    int exit_status = DW_EXIT_DONE;
    if (dw_brain_scene_create(&scene, brain, kind, &error) != DW_OK) {
        exit_status = dw_options_fail(trace_program, DW_EXIT_USAGE, error.text);
    } else {
        (void)printf("%s, a body of kind %s, scene %s: %s\n", dw_data_brain_kind(brain)->name, kind,
                     script->name, script->meaning);
        if (needs_needs(script) && !dw_brain_scene_knows_needs(scene)) {
            (void)printf("(kind %s knows neither hunger nor tiredness; try --kind dog)\n", kind);
        }
        print_scene(scene, script, every);
        dw_brain_scene_destroy(scene);
    }
    dw_data_brain_destroy(brain);
    return exit_status;
}

int dw_lab_brain_trace_main(int argc, char **argv)
{
    const char *scene = NULL;
    const char *kind = "guard";
    bool every = false;
    char help[HELP_SIZE + 32] = "what happens: ";
    list_scenes(help + strlen(help), HELP_SIZE);
    const dw_option options[] = {
        {"scene", DW_OPTION_TEXT, &scene, "NAME", help, 0, 0, NULL},
        {"kind", DW_OPTION_TEXT, &kind, "NAME",
         "the body, a kind of maps/kinds (dog, cat, robot, ...), default: guard", 0, 0, NULL},
        {"every", DW_OPTION_SWITCH, &every, NULL,
         "prints a line for each tick, default: for each change, deed and word", 0, 0, NULL},
    };
    const dw_command command = {
        .program = trace_program,
        .purpose = "Puts a brain alone into a scene and prints what it does: the tick, the state "
                   "or node, the skill, the cause, how fast it goes. Lines with -- say what "
                   "happens to it. 60 ticks are a second.",
        .operands = "NAME-or-FILE",
        .operands_min = 1,
        .operands_max = 1,
        .options = options,
        .option_count = DW_COUNT_OF(options),
    };
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    if (scene == NULL) {
        dw_error error;
        char known[HELP_SIZE];
        list_scenes(known, sizeof known);
        (void)dw_fail(&error, DW_INVALID, "--scene is missing (known: %s)", known);
        return dw_options_fail(trace_program, DW_EXIT_USAGE, error.text);
    }
    return trace(argv[first], scene, kind, every);
}

int dw_lab_brain_draw_main(int argc, char **argv)
{
    const dw_command command = {
        .program = "duskwatch-lab brain draw",
        .purpose = "Draws a brain into an SVG file: the states and transitions of a machine, a "
                   "tree, goals and actions, options, or desires and plans.",
        .operands = "NAME-or-FILE OUT.svg",
        .operands_min = 2,
        .operands_max = 2};
    int first = 0;
    const dw_options_result result = dw_options_parse(&command, argc, argv, &first);
    if (result != DW_OPTIONS_RUN) {
        return result == DW_OPTIONS_SHOWN ? DW_EXIT_DONE : DW_EXIT_USAGE;
    }
    dw_error error;
    dw_data_brain *brain = NULL;
    dw_status status = dw_brain_file_read(&brain, argv[first], &error);
    if (status == DW_OK) {
        status = dw_brain_svg_write(brain, argv[first + 1], &error);
        dw_data_brain_destroy(brain);
    }
    return status == DW_OK ? DW_EXIT_DONE
                           : dw_options_fail(command.program, DW_EXIT_USAGE, error.text);
}
