#include "server/lab/lab_recording.h"

#include "common/platform/file.h"

#include <stdlib.h>
#include <string.h>

static bool begin(void *context, uint16_t match, uint32_t round)
{
    (void)match;
    (void)round;
    ((dw_lab_recording *)context)->size = 0;
    return true;
}

static bool take(void *context, uint16_t match, const uint8_t *bytes, size_t size)
{
    (void)match;
    dw_lab_recording *it = context;
    if (size > it->capacity - it->size) {
        const size_t capacity = 2 * (it->size + size);
        uint8_t *grown = realloc(it->bytes, capacity);
        if (grown == NULL) {
            return false;
        }
        it->bytes = grown;
        it->capacity = capacity;
    }
    memcpy(it->bytes + it->size, bytes, size);
    it->size += size;
    return true;
}

static void end(void *context, uint16_t match, bool complete)
{
    (void)match;
    if (!complete) {
        ((dw_lab_recording *)context)->size = 0;
    }
}

dw_status dw_lab_recording_create(dw_lab_recording *recording, const dw_lab_data *data,
                                  dw_error *error)
{
    *recording = (dw_lab_recording){.recording.output = {recording, begin, take, end}};
    const dw_replay_mission mission = {data->mission.name, data->mission_bytes, data->mission_size,
                                       data->has_mission && dw_mission_asks(&data->mission)};
    dw_status status = dw_arena_create(&recording->arena, dw_replay_packer_bytes());
    if (status == DW_OK) {
        status = dw_replay_packer_create(&recording->recording.packer, &recording->arena);
    }
    if (status == DW_OK) {
        status = dw_replay_prefix_create(&recording->prefix, &recording->recording.prefix_size,
                                         data->map->name, data->map_bytes, data->map_size,
                                         &data->rules, data->has_mission ? &mission : NULL);
    }
    if (status != DW_OK) {
        dw_lab_recording_destroy(recording);
        return dw_fail(error, DW_MEMORY, "no memory for the recording");
    }
    recording->recording.prefix = recording->prefix;
    return DW_OK;
}

void dw_lab_recording_destroy(dw_lab_recording *recording)
{
    free(recording->bytes);
    free(recording->prefix);
    dw_arena_destroy(&recording->arena);
}

dw_status dw_lab_recording_save(const dw_lab_recording *recording, const char *path,
                                dw_error *error)
{
    return recording->size == 0 ? dw_fail(error, DW_MEMORY, "no memory for the recording")
                                : dw_file_write(path, recording->bytes, recording->size, error);
}
