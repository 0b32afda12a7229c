/* app_states.h - what the window shows, in words: a line on standard output each time it changes,
 * for tests and scripts that drive the window by keys (--states).
 *
 *     state page=none phase=play lesson=DOOR parts=1+2,0 question=3?1 help=0 over=- heard=0
 *         outcome=- item=0 pointed=-1 rows=0 follow=0 at=3.6,2.0
 *
 * `parts`: of a mission that are done and open, and lines that are shown. `question`: of a mission,
 * how many options it has, and behind ? what the person has answered, or behind = what was decided.
 * `page` is the menu's, or none; `over` what lies over the match; `outcome` how the round has
 * ended, or -; `item` the chosen one of the page; `pointed` the one under the mouse, or -1; `rows`
 * how many servers of the list answer, or replays have been read; `follow` the body that the camera
 * follows; `at` where the own body is, in metres, or - without one. Owns: the last line. Knows:
 * menu and play. */
#ifndef DW_VIEW_APP_STATES_H
#define DW_VIEW_APP_STATES_H

#include "client/view/pages/menu.h"
#include "client/view/pages/play.h"

enum { DW_APP_STATE = 256 };

typedef struct dw_app_states {
    char line[DW_APP_STATE];
} dw_app_states;

/* Each frame, once it is on the screen. `client` may be NULL; `has_keys`: the keyboard on the
 * screen is open. */
void dw_app_states_print(dw_app_states *states, const dw_menu *menu, const dw_play *play,
                         const dw_client *client, bool has_keys);

#endif
