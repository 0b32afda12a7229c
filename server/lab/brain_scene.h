/* brain_scene.h - one mind on its own in a scene: `duskwatch-lab brain trace`. The body of the
 * first guard of the map `reference` stands at its post; what it senses in each tick is written in
 * the scene, and what it commands is carried out, in a house whose doors all stand open. Nobody
 * else is there: that shows what a brain makes of one thing, without a match around it.
 * Owns: the mind and its percepts. The same brain, kind and scene give the same ticks. Takes memory
 * at creation; a step takes none. */
#ifndef DW_LAB_BRAIN_SCENE_H
#define DW_LAB_BRAIN_SCENE_H

#include "server/lab/lab_data.h"
#include "server/mind/data/data_brain.h"

/* What happens to the body. */
typedef enum dw_brain_scene_event_kind {
    DW_BRAIN_SCENE_NOISE,   /* A noise in the next room, once. */
    DW_BRAIN_SCENE_SHOT,    /* A loud noise beside it, once. */
    DW_BRAIN_SCENE_GLIMPSE, /* Somebody in sight who is not detected. */
    DW_BRAIN_SCENE_SIGHT,   /* Somebody in sight who is. */
    DW_BRAIN_SCENE_TOUCH,
    DW_BRAIN_SCENE_CAUGHT, /* It sees that the intruder is caught, once. */
    DW_BRAIN_SCENE_ALARM,  /* Another guard reports an intruder in the next room, once. */
    DW_BRAIN_SCENE_FOOD,
    DW_BRAIN_SCENE_HUNGER, /* All of it, once. */
    DW_BRAIN_SCENE_FATIGUE,
    DW_BRAIN_SCENE_TRAIL,   /* A trail that leads through its room. */
    DW_BRAIN_SCENE_COMPANY, /* The other guard, who is its handler. */
    DW_BRAIN_SCENE_EVENT_KIND_COUNT
} dw_brain_scene_event_kind;

typedef struct dw_brain_scene_event {
    uint16_t first, last; /* Ticks in which it is so. */
    uint8_t kind;         /* dw_brain_scene_event_kind */
} dw_brain_scene_event;

typedef struct dw_brain_scene_script {
    const char *name, *meaning;
    uint16_t ticks;
    uint16_t count;
    const dw_brain_scene_event *events;
} dw_brain_scene_script;

/* NULL for an unknown name, and behind the last one. */
const dw_brain_scene_script *dw_brain_scene_script_find(const char *name);
const dw_brain_scene_script *dw_brain_scene_script_at(uint32_t index);

/* "Somebody in sight". */
const char *dw_brain_scene_event_text(dw_brain_scene_event_kind kind);

typedef struct dw_brain_scene dw_brain_scene;

/* `brain` outlives the scene. `kind` is a file of maps/kinds. */
DW_MUST_USE dw_status dw_brain_scene_create(dw_brain_scene **out, const dw_data_brain *brain,
                                            const char *kind, dw_error *error);
void dw_brain_scene_destroy(dw_brain_scene *scene);

/* The kind's needs are needed for events of the script that are about hunger and fatigue. */
bool dw_brain_scene_knows_needs(const dw_brain_scene *scene);

/* What the mind did in the last step. */
typedef struct dw_brain_scene_view {
    uint32_t tick;
    dw_mind_view mind;
    const char *skill; /* That runs, or NULL: the body stands. */
    uint8_t deed;      /* dw_deed */
    uint8_t says;      /* dw_radio_kind */
    int32_t speed_mm_s;
} dw_brain_scene_view;

/* Ticks count from 1. */
void dw_brain_scene_step(dw_brain_scene *scene, const dw_brain_scene_script *script,
                         dw_brain_scene_view *view);

#endif
