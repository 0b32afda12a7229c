/* heard_watch.h - whether a guard in view listens because of the own intruder (server/RULES.md
 * 8.34). The server does not say which noise a guard heeds. A person would put two and two
 * together, and so does this: the guard began to listen before the player's eyes, it looks where
 * such a noise comes from (3.71), and an own noise of the last two seconds is loud enough there for
 * ordinary ears (3.64 to 3.68).
 * Owns: the map's table of sounds, which guards listened when they were seen last, and the line
 * that says so. Times are seconds of the view. Knows only what is drawn: nothing of guards out of
 * view. It may be wrong where two noises come from one side. Cost: while a guard has just begun to
 * listen, one spread of sound for each own noise. No allocation but at the start. */
#ifndef DW_VIEW_HEARD_WATCH_H
#define DW_VIEW_HEARD_WATCH_H

#include "client/view/model/own_noises.h"
#include "client/view/texts/say.h"
#include "common/base/arena.h"
#include "common/nav/sound.h"

enum { DW_HEARD_TEXT = 64, DW_HEARD_IDS = 256 };

typedef struct dw_heard_guard {
    uint8_t state; /* What is known of it, in heard_watch.c. */
    double since;  /* When it began to listen. */
} dw_heard_guard;

typedef struct dw_heard_watch {
    dw_arena arena;
    const dw_sound *sound; /* NULL: not open, and nothing is concluded. */
    dw_heard_guard guards[DW_HEARD_IDS];
    bool said;
    dw_own_noise_kind kind; /* Of the noise that was heard. */
    double at;              /* When that was concluded. */
    dw_kind_name who;
} dw_heard_watch;

/* For a map. DW_MEMORY: it stays closed. */
DW_MUST_USE dw_status dw_heard_watch_open(dw_heard_watch *watch, const dw_map *map);
void dw_heard_watch_close(dw_heard_watch *watch);

/* A new round. */
void dw_heard_watch_forget(dw_heard_watch *watch);

/* In each frame, with the world as it is drawn. */
void dw_heard_watch_step(dw_heard_watch *watch, const dw_own_noises *noises, const dw_map *map,
                         const dw_ruleset *rules, const dw_drawn_world *world, double now);

/* "The guard heard your steps". How clearly it shows: 0 when there is nothing to say. */
float dw_heard_watch_text(const dw_heard_watch *watch, double now, char text[DW_HEARD_TEXT]);

#endif
