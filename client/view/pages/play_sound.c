#include "client/view/pages/play_sound.h"

void dw_play_sound_init(dw_play_sound *sound)
{
    *sound = (dw_play_sound){.danger = -1.0F};
}

void dw_play_sound_event(dw_play_sound *sound, const dw_listener_view *view,
                         const dw_client_event *event, bool drawn)
{
    if (drawn && view->rules != NULL) {
        dw_listener_event(&sound->listener, view, event);
    }
}

void dw_play_sound_update(dw_play_sound *sound, const dw_listener_view *view, dw_client *client,
                          dw_hearing *marks, uint32_t muted, bool drawn)
{
    const bool hears = drawn && view->rules != NULL;
    dw_client_sound noise;
    while (dw_client_pop_sound(client, &noise)) {
        dw_hearing_put(marks, &noise.heard, view->now);
        if (hears) {
            dw_listener_noise(&sound->listener, view, &noise.heard);
        }
    }
    if (hears) {
        dw_listener_signals(&sound->listener, view, dw_client_signals(client), muted);
    }
}

void dw_play_sound_step(dw_play_sound *sound, const dw_listener_view *view)
{
    sound->now = view->now;
    if (view->rules != NULL) {
        dw_listener_step(&sound->listener, view);
        sound->danger = dw_listener_danger(&sound->listener, view);
    }
}

bool dw_play_sound_pop(dw_play_sound *sound, dw_cue *cue)
{
    const bool taken = dw_listener_pop(&sound->listener, cue);
    if (taken) {
        dw_captions_put(&sound->captions, cue, sound->now);
    }
    return taken;
}
