#include "client/view/pages/replay_clip.h"

#include "client/view/tools/screenshot.h"
#include "common/base/check.h"

#include <stdio.h>
#include <unistd.h>

enum {
    SLOWLY = 1, /* Eighths: 267 ms for each picture, which is enough for 3840 x 2160 pixels. */
    TICKS = DW_TICKS_PER_SECOND / DW_CLIP_HZ,
    FOLDERS_MAX = 9999,
    NAME_ROOM = 16
};

/* The first that does not exist yet. */
static dw_status make_folder(char folder[DW_PATH_MAX], dw_error *error)
{
    char data[DW_PATH_MAX];
    const dw_status status = dw_file_data_folder(data, error);
    if (status != DW_OK) {
        return status;
    }
    for (uint32_t number = 1; number <= FOLDERS_MAX; number++) {
        const int length = snprintf(folder, DW_PATH_MAX, "%s/clips/%04u", data, (unsigned)number);
        if (length < 0 || length >= DW_PATH_MAX - NAME_ROOM) {
            return dw_fail(error, DW_RANGE, "%.200s: the path is too long", data);
        }
        if (access(folder, F_OK) != 0) {
            return dw_file_make_folder(folder, error);
        }
    }
    return dw_fail(error, DW_FULL, "%.200s/clips: too many folders", data);
}

dw_status dw_replay_clip_start(dw_replay_clip *clip, dw_client *client, double shown_tick,
                               dw_error *error)
{
    const dw_status made = make_folder(clip->folder, error);
    if (made != DW_OK) {
        return made;
    }
    clip->on = true;
    clip->saved = 0;
    clip->next_tick = shown_tick;
    clip->speed_before = dw_client_playback(client)->now.speed;
    dw_client_steer(client, DW_STEER_SPEED, SLOWLY);
    dw_client_steer(client, DW_STEER_PAUSE, 0);
    return DW_OK;
}

/* The server has seen that the round is to go on, and it stands again. */
static bool is_over(const dw_replay_clip *clip, const dw_playback_state *now)
{
    return clip->saved >= DW_CLIP_PICTURES_MAX ||
           (clip->saved > 1 && (now->flags & DW_PLAYBACK_PAUSED) != 0);
}

bool dw_replay_clip_due(const dw_replay_clip *clip, const dw_client *client, double shown_tick)
{
    return shown_tick >= clip->next_tick || is_over(clip, &dw_client_playback(client)->now);
}

bool dw_replay_clip_save(dw_replay_clip *clip, const dw_client *client, const dw_canvas *canvas,
                         dw_error *error)
{
    char path[DW_PATH_MAX];
    if (is_over(clip, &dw_client_playback(client)->now)) {
        return false;
    }
    const int length =
        snprintf(path, sizeof path, "%s/%04u.png", clip->folder, (unsigned)clip->saved + 1);
    DW_CHECK(length > 0 && length < (int)sizeof path); /* make_folder left room for the name. */
    if (dw_screenshot_save(canvas, path, error) != DW_OK) {
        return false;
    }
    clip->saved++;
    clip->next_tick += TICKS;
    return true;
}

void dw_replay_clip_stop(dw_replay_clip *clip, dw_client *client)
{
    clip->on = false;
    dw_client_steer(client, DW_STEER_PAUSE, 1);
    dw_client_steer(client, DW_STEER_SPEED, clip->speed_before);
}
