/* replay_clip.h - a part of a recorded round as pictures: PNG files 0001.png, 0002.png, ... in a
 * folder of their own, DW_CLIP_HZ for each second of the round.
 * While it saves, the round plays slowly, so that each picture is drawn and written in time; then
 * the speed is as before. Owns: which picture is next. Writes files from the drawing thread: about
 * 40 ms for 1280 x 720 pixels. */
#ifndef DW_VIEW_REPLAY_CLIP_H
#define DW_VIEW_REPLAY_CLIP_H

#include "client/core/client.h"
#include "client/view/tools/canvas.h"
#include "common/platform/file.h"

enum {
    DW_CLIP_HZ = 30,
    DW_CLIP_PICTURES_MAX = 60 * DW_CLIP_HZ /* A minute of the round. */
};

typedef struct dw_replay_clip {
    bool on;
    uint8_t speed_before;
    uint32_t saved;
    double next_tick; /* Of the recorded round. */
    char folder[DW_PATH_MAX];
} dw_replay_clip;

/* Makes the next folder in $XDG_DATA_HOME/duskwatch/clips, and lets the round play slowly. The
 * client plays a recorded round. */
DW_MUST_USE dw_status dw_replay_clip_start(dw_replay_clip *clip, dw_client *client,
                                           double shown_tick, dw_error *error);

/* Each frame: whether its picture is to be saved, or the clip is over. */
bool dw_replay_clip_due(const dw_replay_clip *clip, const dw_client *client, double shown_tick);

/* Then, when the canvas has the picture as pixels. False: the clip is over, since the round is,
 * somebody stopped it, or DW_CLIP_PICTURES_MAX are saved; or a file could not be written, and the
 * error says so. */
bool dw_replay_clip_save(dw_replay_clip *clip, const dw_client *client, const dw_canvas *canvas,
                         dw_error *error);

/* The round stands still then, at the speed of before. */
void dw_replay_clip_stop(dw_replay_clip *clip, dw_client *client);

#endif
