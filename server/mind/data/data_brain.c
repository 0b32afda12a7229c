#include "server/mind/data/data_brain.h"

#include "common/base/hash.h"
#include "common/base/text.h"
#include "server/mind/brains/brains.h"
#include "server/mind/brains/explain.h"
#include "server/mind/data/data_mind.h"
#include "server/mind/data/learning.h"
#include "server/mind/shut_doors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_BYTES = 128 << 10, ABOUT_SIZE = 200 };

struct dw_data_brain {
    dw_brain_kind kind; /* First: a kind leads to its brain. */
    char name[DW_DATA_BRAIN_NAME_SIZE];
    char about[ABOUT_SIZE];
    const dw_runtime *runtime;
    const void *program;
    dw_lesson_gains gains[DW_LESSON_COUNT];
    uint64_t digest;
    uint16_t goals;
    uint8_t form;
    bool leads;
    uint8_t *text;
    size_t text_size;
    dw_arena arena;
};

static const dw_runtime *const runtimes[DW_FORM_COUNT] = {
#define RUNTIME(name) &dw_runtime_##name,
    DW_DATA_FORMS(RUNTIME)
#undef RUNTIME
};

/* The state of the form, in which the program stands. */
static void *state_of(dw_data_mind *mind)
{
    void *states[DW_FORM_COUNT] = {
#define STATE(name) &mind->name,
        DW_DATA_FORMS(STATE)
#undef STATE
    };
    return states[mind->form];
}

static const void *read_state_of(const dw_data_mind *mind)
{
    const void *states[DW_FORM_COUNT] = {
#define STATE(name) &mind->name,
        DW_DATA_FORMS(STATE)
#undef STATE
    };
    return states[mind->form];
}

static dw_status data_create(void **memory, dw_arena *arena, const dw_brain_setup *setup)
{
    dw_data_mind *mind = DW_ARENA_NEW(arena, dw_data_mind);
    *memory = mind;
    return mind != NULL ? dw_self_create(&mind->self, arena, setup) : DW_MEMORY;
}

static void data_assign(void *memory, const dw_brain_kind *kind)
{
    ((dw_data_mind *)memory)->brain = dw_data_brain_of(kind);
}

static void data_reset(void *memory, uint64_t seed)
{
    dw_data_mind *mind = memory;
    const dw_data_brain *brain = mind->brain;
    mind->digest = brain->digest;
    mind->form = brain->form;
    dw_self_reset(&mind->self, seed, brain->goals, brain->leads);
    dw_lessons_reset(&mind->lessons);
    brain->runtime->reset(state_of(mind), brain->program);
}

static void data_think(void *memory, const dw_percepts *percepts, dw_guard_command *command)
{
    dw_data_mind *mind = memory;
    const dw_brain_setup *setup = &mind->self.guard.setup;
    dw_door_set keyless;
    dw_think think = {.setup = setup,
                      .percepts = percepts,
                      .command = command,
                      .mover = &mind->self.guard.mover,
                      .speed = setup->kind->gaits.calm.speed_mm_s,
                      .shut = setup->kind->can.open_doors == 0
                                  ? &mind->self.shut
                                  : dw_shut_doors_keyless(&keyless, setup, percepts)};
    dw_run run = {.self = &mind->self, .think = &think};
    const dw_skill *running = mind->self.runs ? dw_skill_at(mind->self.skill) : NULL;
    dw_self_perceive(&mind->self, &think, running, &run.facts);
    dw_learning_step(&mind->lessons, mind->brain->gains, percepts, &run.facts);
    mind->brain->runtime->step(&run, mind->brain->program, state_of(mind));
    dw_run_finish(&run);
}

/* The branch goes before what the skill says, if both fit. */
static void explain_sentence(const dw_run_view *run, dw_mind_view *view)
{
    char text[2 * DW_MIND_SENTENCE_MAX + 8];
    const int length = snprintf(text, sizeof text, "%s: %s", run->branch, view->sentence);
    if (run->branch[0] != '\0' && length <= DW_MIND_SENTENCE_MAX) {
        memcpy(view->sentence, text, (size_t)length + 1);
    }
}

static void data_explain(const void *memory, dw_mind_view *view)
{
    const dw_data_mind *mind = memory;
    const dw_self *self = &mind->self;
    dw_run_view run = {.name = "stands"};
    mind->brain->runtime->explain(mind->brain->program, read_state_of(mind), self->node, &run);
    const dw_explained_goal goal = {
        .name = run.name, .cause = self->cause, .cause_id = self->cause_id, .since = self->since};
    dw_explain_begin(view, &goal, &self->guard.mover);
    const dw_skill *skill = dw_skill_at(self->skill);
    if (self->runs && skill->explain != NULL) {
        skill->explain(self, self->args, view);
    }
    explain_sentence(&run, view);
    dw_reference_explain_memory(&self->guard, view);
}

DW_FIELDS_STATE(static, data_mind, DW_DATA_FIELDS);

static uint64_t data_hash(const void *memory, uint64_t hash)
{
    dw_digest digest = {.hash = hash};
    dw_digest_data_mind(&digest, memory);
    return dw_digest_end(&digest);
}

static void data_save(const void *memory, dw_state_writer *writer)
{
    dw_save_data_mind(writer, memory);
}

static void data_load(void *memory, dw_state_reader *reader)
{
    dw_data_mind *mind = memory;
    const uint64_t digest = mind->digest;
    const uint8_t form = mind->form;
    dw_load_data_mind(reader, mind);
    (void)dw_state_require(
        reader, !reader->failed && mind->digest == digest && mind->form == form &&
                    dw_self_is_sound(&mind->self) && dw_lessons_are_sound(&mind->lessons) &&
                    mind->self.skill < dw_skill_count() &&
                    mind->brain->runtime->is_sound(mind->brain->program, read_state_of(mind)));
    if (reader->failed) {
        data_reset(mind, 0);
    }
}

static void data_count(const void *memory, dw_brain_counters *out)
{
    dw_mover_count(&((const dw_data_mind *)memory)->self.guard.mover, out);
}

static void data_get_needs(const void *memory, dw_brain_needs *out)
{
    dw_needs_tell(&((const dw_data_mind *)memory)->self.needs, out);
}

static void data_set_needs(void *memory, const dw_brain_needs *needs)
{
    dw_needs_take(&((dw_data_mind *)memory)->self.needs, needs);
}

static dw_status read_root(dw_data_brain *brain, dw_brain_reader *reader, const json_t *root)
{
    const char *form = json_string_value(json_object_get(root, "form"));
    const json_t *about = json_object_get(root, "about");
    const json_t *leads = json_object_get(root, "leads");
    brain->form = DW_FORM_COUNT;
    if (!json_is_object(root)) {
        return dw_brain_refuse(reader, "must be an object with \"form\" and its members");
    }
    for (uint8_t i = 0; i < DW_FORM_COUNT && form != NULL; i++) {
        brain->form = strcmp(runtimes[i]->name, form) == 0 ? i : brain->form;
    }
    if (brain->form == DW_FORM_COUNT) {
        char list[64] = "";
        for (uint32_t i = 0; i < DW_FORM_COUNT; i++) {
            (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s\"%s\"",
                           i == 0 ? "" : ", ", runtimes[i]->name);
        }
        return dw_brain_refuse(reader, "\"form\" must be one of %s", list);
    }
    if (about != NULL &&
        (!json_is_string(about) || json_string_length(about) >= sizeof brain->about ||
         !dw_text_is_clean(json_string_value(about), json_string_length(about)))) {
        return dw_brain_refuse(reader, "\"about\" must be a line of 1 to %d bytes", ABOUT_SIZE - 1);
    }
    if (leads != NULL && !json_is_boolean(leads)) {
        return dw_brain_refuse(reader, "\"leads\" must be true or false");
    }
    (void)snprintf(brain->about, sizeof brain->about, "%s",
                   about != NULL ? json_string_value(about) : "");
    brain->leads = json_is_true(leads);
    brain->runtime = runtimes[brain->form];
    const dw_status status = dw_learning_read(reader, root, brain->gains);
    if (status != DW_OK) {
        return status;
    }
    const dw_status read = brain->runtime->read(reader, root, &brain->program);
    brain->goals = reader->goals;
    return read;
}

static uint64_t digest_of(const uint8_t *bytes, size_t size)
{
    uint64_t digest = dw_hash_u64(0, size);
    for (size_t i = 0; i < size; i += sizeof digest) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < sizeof word ? size - i : sizeof word);
        digest = dw_hash_u64(digest, word);
    }
    return digest;
}

static dw_status fill(dw_data_brain *brain, const uint8_t *bytes, size_t size, dw_error *error)
{
    brain->kind = (dw_brain_kind){
        .name = brain->name,
        .create = data_create,
        .reset = data_reset,
        .think = data_think,
        .explain = data_explain,
        .hash = data_hash,
        .save = data_save,
        .load = data_load,
        .count = data_count,
        .assign = data_assign,
        .get_needs = data_get_needs,
        .set_needs = data_set_needs,
    };
    brain->text = malloc(size + 1);
    if (brain->text == NULL || dw_arena_create(&brain->arena, PROGRAM_BYTES) != DW_OK) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    memcpy(brain->text, bytes, size);
    brain->text_size = size;
    brain->digest = digest_of(bytes, size);
    json_error_t json_error;
    json_t *root = json_loadb((const char *)bytes, size, JSON_REJECT_DUPLICATES, &json_error);
    if (root == NULL) {
        return dw_fail(error, DW_INVALID, "line %d, column %d: %s", json_error.line,
                       json_error.column, json_error.text);
    }
    dw_brain_reader reader = {.arena = &brain->arena, .error = error};
    const dw_status status = read_root(brain, &reader, root);
    json_decref(root);
    return status;
}

dw_status dw_data_brain_load(dw_data_brain **out, const char *name, const uint8_t *bytes,
                             size_t size, dw_error *error)
{
    if (dw_brain_find(name) != NULL || name[0] == '\0' || strlen(name) >= DW_DATA_BRAIN_NAME_SIZE) {
        return dw_fail(error, DW_INVALID, "brain \"%.40s\": %s", name,
                       dw_brain_find(name) != NULL ? "a brain in C has this name"
                                                   : "a name has 1 to 31 bytes");
    }
    if (size > DW_BRAIN_FILE_BYTES_MAX) {
        return dw_fail(error, DW_RANGE, "brain \"%s\": more than %d bytes", name,
                       DW_BRAIN_FILE_BYTES_MAX);
    }
    dw_data_brain *brain = calloc(1, sizeof *brain);
    if (brain == NULL) {
        return dw_fail(error, DW_MEMORY, "brain \"%s\": out of memory", name);
    }
    memcpy(brain->name, name, strlen(name) + 1);
    const dw_status status = fill(brain, bytes, size, error);
    if (status != DW_OK) {
        dw_data_brain_destroy(brain);
        return status;
    }
    *out = brain;
    return DW_OK;
}

void dw_data_brain_set_version(dw_data_brain *brain, uint32_t version)
{
    const size_t length = strlen(brain->name);
    (void)snprintf(brain->name + length, sizeof brain->name - length, "@%u", (unsigned)version);
}

void dw_data_brain_destroy(dw_data_brain *brain)
{
    if (brain != NULL) {
        free(brain->text);
        dw_arena_destroy(&brain->arena);
        free(brain);
    }
}

const dw_brain_kind *dw_data_brain_kind(const dw_data_brain *brain)
{
    return &brain->kind;
}

const dw_data_brain *dw_data_brain_of(const dw_brain_kind *kind)
{
    return kind->create == data_create ? (const dw_data_brain *)kind : NULL;
}

const uint8_t *dw_data_brain_text(const dw_data_brain *brain, size_t *size)
{
    *size = brain->text_size;
    return brain->text;
}

bool dw_data_brain_has_text(const dw_data_brain *brain, const uint8_t *text, size_t size)
{
    return brain->text_size == size && memcmp(brain->text, text, size) == 0;
}

const char *dw_data_brain_skill(const void *memory)
{
    const dw_self *self = &((const dw_data_mind *)memory)->self;
    return self->runs ? dw_skill_at(self->skill)->name : NULL;
}

const char *dw_data_brain_about(const dw_data_brain *brain)
{
    return brain->about;
}

const dw_runtime *dw_data_brain_runtime(const dw_data_brain *brain)
{
    return brain->runtime;
}

const void *dw_data_brain_program(const dw_data_brain *brain)
{
    return brain->program;
}
