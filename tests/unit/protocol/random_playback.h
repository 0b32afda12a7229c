/* random_playback.h - random messages about a recorded round that is played (10, 50 to 52), for
 * random_message.h. */
#ifndef DW_TESTS_RANDOM_PLAYBACK_H
#define DW_TESTS_RANDOM_PLAYBACK_H

#include "common/base/rng.h"
#include "protocol/playback.h"

void dw_test_fill_steer(dw_rng *rng, dw_steer *steer);
void dw_test_fill_playback(dw_rng *rng, dw_playback_state *state);
void dw_test_fill_playback_events(dw_rng *rng, dw_playback_events *events);
void dw_test_fill_sighting(dw_rng *rng, dw_playback_sighting *row);
void dw_test_fill_ghosts(dw_rng *rng, dw_ghosts *ghosts);

#endif
