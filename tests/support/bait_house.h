/* bait_house.h - a dog, a trail and a bait: for the scenario tests of animals and for their curves.
 * Two rooms with an open door; Rex, a dog without eyes, at 1000, 1000 looking right. An intruder
 * stands in the far room, and has left a trail from Rex to there. */
#ifndef DW_TESTS_SUPPORT_BAIT_HOUSE_H
#define DW_TESTS_SUPPORT_BAIT_HOUSE_H

#include "tests/support/house.h"

/* Guards are dogs without eyes: what they find they find by nose and ears. */
dw_ruleset dw_dog_rules(void);

/* `hunger`: points at the start. It does not rise. */
dw_house dw_bait_house_open(int32_t hunger);

/* The same, with a dog that is tired at once and hears from 20 dB on. */
dw_house dw_bait_house_open_tired(void);

/* A bait lies there, in millimetres. */
void dw_bait_house_lay(dw_house *house, int32_t x, int32_t y);

/* Whether Rex leaves a trail for a bait beside it. */
bool dw_bait_house_diverts(dw_house *house);

/* A noise in Rex's room, `level_db10` at Rex. */
void dw_bait_house_make_noise(dw_house *house, int32_t level_db10);

#endif
