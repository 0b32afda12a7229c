/* random_mission.h - random messages about missions, for property tests. */
#ifndef DW_TESTS_RANDOM_MISSION_H
#define DW_TESTS_RANDOM_MISSION_H

#include "common/base/rng.h"
#include "protocol/message.h"

/* Fills `out`, whose type says which one it is. */
void dw_test_fill_mission(dw_rng *rng, dw_message *out);

#endif
