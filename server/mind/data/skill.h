/* skill.h - the skills of a body by name, with parameters: the one way in which a brain that is
 * data acts. Each has the same calls: begin, step, stop, explain; what it works with is in the body
 * (server/mind/data/self.h), whose list of fields makes the digest.
 * Owns: the table, which is also the reference for people. */
#ifndef DW_MIND_SKILL_H
#define DW_MIND_SKILL_H

#include "server/mind/data/brain_reader.h"
#include "server/mind/think.h"

typedef struct dw_self dw_self;

enum { DW_SKILL_ARGS_MAX = 2 };

/* A parameter in the file: "wait": {"skill": "wait", "ticks": 60}. */
typedef struct dw_skill_param {
    const char *name;         /* NULL: no such parameter. */
    const char *const *words; /* Its values by name, ends with NULL; NULL: a number. */
    int32_t low, high, standard;
    const char *meaning;
} dw_skill_param;

typedef struct dw_skill {
    const char *name;
    const char *meaning;
    dw_skill_param params[DW_SKILL_ARGS_MAX];
    /* It moves or turns the body: one such skill runs in a tick. All others are deeds and calls,
     * which are done or failed at once. */
    bool walks;
    bool endless;      /* It neither ends nor fails. */
    bool arrives;      /* At its end there is something to look round for. */
    bool rests;        /* It regains energy meanwhile. */
    bool listens;      /* Others can tell that it goes after a noise. */
    bool tells;        /* It runs to tell somebody of an intruder. */
    uint8_t keeps;     /* One more than a dw_fact that stays set while it runs; 0: none. */
    uint8_t mood;      /* dw_mood that it shows at least. */
    uint16_t goal_bit; /* 1 << the dw_goal whose errands it carries out; 0: none. */
    /* NULL: nothing to do. */
    void (*begin)(dw_self *self, dw_think *think, const int32_t *args);
    dw_skill_state (*step)(dw_self *self, dw_think *think, const int32_t *args);
    void (*stop)(dw_self *self, dw_think *think);
    void (*explain)(const dw_self *self, const int32_t *args, dw_mind_view *view);
} dw_skill;

/* A skill with its parameters, as a program holds it. */
typedef struct dw_skill_call {
    uint8_t skill; /* Index in the table. */
    int32_t args[DW_SKILL_ARGS_MAX];
} dw_skill_call;

/* skill < dw_skill_count(). */
const dw_skill *dw_skill_at(uint32_t skill);
uint32_t dw_skill_count(void);

/* dw_skill_count() for an unknown name. */
uint32_t dw_skill_find(const char *name);

/* "NAME", or an object with `skill` and parameters. `others` are further members that the caller
 * reads from the same object; ends with NULL. The error names the unknown skill or parameter. */
DW_MUST_USE dw_status dw_skill_call_read(dw_brain_reader *reader, const json_t *value,
                                         const char *const *others, dw_skill_call *out);

#endif
