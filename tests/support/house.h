/* house.h - a scene with a match on it, for scenario tests: opened in one call, asked what its
 * guards have in mind, run until one of them wants something. Owns the scene, its venue and its
 * stage. Guard indices are those of the scene. */
#ifndef DW_TESTS_SUPPORT_HOUSE_H
#define DW_TESTS_SUPPORT_HOUSE_H

#include "server/mind/brains/reference_mind.h"
#include "tests/support/scene.h"
#include "tests/support/stage.h"

typedef struct dw_house {
    dw_scene *scene;
    dw_venue *venue;
    dw_stage *stage;
} dw_house;

/* Takes the scene over. All guards have the brain `reference`; nobody is caught for ten minutes, so
 * that a round goes on. The round starts with seed 1 and slot 0. */
dw_house dw_house_open(dw_scene *scene);
dw_house dw_house_open_with(dw_scene *scene, const dw_ruleset *rules);
void dw_house_close(dw_house *house);

/* Another brain for one guard; the round starts anew. */
void dw_house_set_brain(dw_house *house, uint16_t guard, const dw_brain_kind *kind);

/* The mind of one guard, to read: the guard must have the brain `reference`. */
const dw_reference_mind *dw_house_mind(const dw_house *house, uint16_t guard);
dw_mind_view dw_house_explain(const dw_house *house, uint16_t guard);
bool dw_house_wants(const dw_house *house, uint16_t guard, const char *goal);

const dw_actor *dw_house_guard(const dw_house *house, uint16_t guard);
const dw_guard_state *dw_house_guard_state(const dw_house *house, uint16_t guard);
dw_vec dw_house_intruder(const dw_house *house, uint8_t slot);

/* Steps until the guard has that goal; false when it has not within `ticks_max`. */
bool dw_house_run_until(dw_house *house, uint16_t guard, const char *goal, uint32_t ticks_max);

/* Steps until the event; false when it does not come. DW_NONE for guard: any. */
bool dw_house_run_until_event(dw_house *house, dw_sim_event_kind kind, uint16_t guard,
                              uint32_t ticks_max);

/* Whichever guard has the brain `caller` says it, in the step that this makes. */
void dw_house_say(dw_house *house, const dw_radio_message *message);

#endif
