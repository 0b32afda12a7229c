/* hud_text.h - the words and figures of the HUD, apart from their drawing, so that tests can read
 * them. Pure. */
#ifndef DW_VIEW_HUD_TEXT_H
#define DW_VIEW_HUD_TEXT_H

#include "client/core/client.h"
#include "client/view/texts/say.h"
#include "client/view/tools/canvas.h"

enum { DW_HUD_TEXT = 128 };

/* "2:05" from ticks; hours appear when needed ("1:02:05"). */
void dw_hud_clock(char text[DW_HUD_TEXT], uint32_t ticks);

/* What the clock of a phase shows: time left where the end is known, else time gone. */
uint32_t dw_hud_clock_ticks(const dw_round *round, uint32_t tick);

/* One line that says what to do now. */
void dw_hud_task(char text[DW_HUD_TEXT], const dw_map *map, const dw_round *round,
                 const dw_drawn_world *world);

const char *dw_hud_phase(uint8_t phase);      /* "Lobby" ... */
const char *dw_hud_slot_state(uint8_t state); /* "caught"; "" for the living. */
const char *dw_hud_outcome(uint8_t outcome);  /* The heading of a result. */
void dw_hud_outcome_line(char text[DW_HUD_TEXT], const dw_map *map, const dw_drawn_world *world,
                         const dw_round *round);

/* "You are number 2 in the queue", then "You are in the game" for a while (`seated`), else "". */
void dw_hud_queue(char text[DW_HUD_TEXT], uint32_t place, bool seated);

/* What the use key would do: "open the door", "hand it to Mara"; "" for nothing. `lit`: lamps of
 * the switch are lit. */
void dw_hud_use(char text[DW_HUD_TEXT], const dw_use *use, const dw_door_set *open, bool lit,
                const dw_round *round);

/* How the connection is; "" while it is fine. */
void dw_hud_connection_text(char text[DW_HUD_TEXT], const dw_connection_state *state);

/* "60 fps   12 ms"; a time that is not known (0) is left out. */
void dw_hud_line(char text[DW_HUD_TEXT], double fps, uint32_t rtt_ms);

/* Where the stages of both gauges begin. From HEARD on a guard in the room hears a step over some
 * metres, from LOUD on through doors. Light as the meter of guards has it (server/RULES.md 3.24).
 */
enum {
    DW_HUD_HEARD_DB = 35,
    DW_HUD_LOUD_DB = 50,
    DW_HUD_DIM = 20,
    DW_HUD_LIT = 60,
    DW_HUD_STAGE_MAX = 2
};

/* 0 .. DW_HUD_STAGE_MAX, from safe to dangerous. */
int dw_hud_noise_stage(const dw_own_senses *own);
int dw_hud_light_stage(const dw_own_senses *own);

/* How loud the own steps are, "audible 40 dB", or "silent"; how well lit the own body is,
 * "dim 48 %". Words say the stage to people that do not tell the colours apart. */
void dw_hud_noise(char text[DW_HUD_TEXT], const dw_own_senses *own);
void dw_hud_light(char text[DW_HUD_TEXT], const dw_own_senses *own);

/* Where a pointer to (x, y) sits: on the border of `inside`, on the line from its middle. False
 * when the point is inside and needs none. `turns` is the direction, clockwise from +x. */
bool dw_hud_pointer(dw_box inside, float x, float y, float *out_x, float *out_y, float *turns);

/* A name of the map inside of a sentence: "Documents" becomes "documents", "Star of the South" is a
 * proper name and stays. */
void dw_hud_in_sentence(char out[DW_NAME_SIZE], const char *name);

#endif
