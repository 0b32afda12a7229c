#include "server/session/playback/playback_index.h"

#include "common/base/check.h"
#include "server/session/playback/sighting_watch.h"

#include <stdlib.h>
#include <string.h>

enum {
    ARENA_BYTES = 64 << 20, /* Untouched pages cost nothing. */
    SEGMENT_TICKS = DW_TICKS_PER_SECOND,
    TICK_EVENTS_MAX = DW_SIM_EVENTS_MAX + DW_GUARDS_MAX /* Orders; more are left out. */
};

struct dw_playback_index {
    dw_replay *replay;
    dw_arena arena;
    dw_nav_set sizes;
    dw_replay_player player;
    dw_playback_eyes eyes;
    dw_sighting_watch *watch;
    uint32_t length;
    uint32_t listed;       /* Events of all segments. */
    uint32_t keyframe_due; /* At that tick. */
    size_t keyframe_bytes;
    uint32_t last_call;          /* The newest radio message that was looked at. */
    uint32_t part_count;         /* Of the mission: those that players were told, */
    uint8_t parts[DW_PARTS_MAX]; /* in the order in which clients number them. */
};

static dw_status set_up(dw_playback_index *index, const dw_brain_library *brains, dw_error *error)
{
    const dw_replay_header *header = dw_replay_get_header(index->replay);
    dw_sim *sim = NULL;
    dw_status status =
        dw_replay_make_sim(header, brains, &index->arena, &index->sizes, &sim, error);
    if (status == DW_OK) {
        status = dw_replay_player_begin(&index->player, index->replay, brains, sim, error);
    }
    if (status == DW_OK) {
        status = dw_sighting_watch_create(&index->watch, &index->arena, header->guard_count);
        status = status == DW_OK ? DW_OK : dw_fail(error, status, "out of memory");
    }
    if (status == DW_OK) {
        dw_playback_eyes_begin(&index->eyes, sim, header->slots);
    }
    return status;
}

dw_status dw_playback_index_create(dw_playback_index **out, const dw_replay *replay,
                                   const dw_brain_library *brains, uint32_t length, dw_error *error)
{
    dw_playback_index *index = calloc(1, sizeof *index);
    if (index == NULL) {
        return dw_fail(error, DW_MEMORY, "out of memory");
    }
    index->length = length;
    dw_status status = dw_replay_again(&index->replay, replay);
    if (status == DW_OK) {
        status = dw_arena_create(&index->arena, ARENA_BYTES);
    }
    status =
        status == DW_OK ? set_up(index, brains, error) : dw_fail(error, status, "out of memory");
    if (status != DW_OK) {
        dw_playback_index_destroy(index);
        return status;
    }
    *out = index;
    return DW_OK;
}

void dw_playback_index_destroy(dw_playback_index *index)
{
    if (index != NULL) {
        dw_arena_destroy(&index->arena);
        dw_replay_close(index->replay);
        free(index);
    }
}

void dw_playback_segment_free(dw_playback_segment *segment)
{
    if (segment != NULL) {
        free(segment->keyframe);
        free(segment);
    }
}

/* The state of the simulation that plays the round. NULL without memory. */
static dw_playback_keyframe *make_keyframe(const dw_replay_player *player,
                                           const dw_playback_eyes *eyes)
{
    dw_state_writer writer;
    dw_state_writer_init(&writer, NULL, 0);
    dw_sim_save(player->sim, &writer);
    const size_t size = writer.size;
    dw_playback_keyframe *keyframe = malloc(sizeof *keyframe + size);
    if (keyframe == NULL) {
        return NULL;
    }
    keyframe->tick = player->ticks;
    keyframe->chain = player->chain;
    keyframe->hash = player->hash;
    keyframe->mark = dw_replay_mark_here(player->replay);
    dw_playback_eyes_save(eyes, keyframe->memories);
    keyframe->size = (uint32_t)size;
    dw_state_writer_init(&writer, keyframe->bytes, size);
    dw_sim_save(player->sim, &writer);
    DW_CHECK(writer.size == size);
    return keyframe;
}

static dw_playback_event *list(dw_playback_index *index, dw_playback_segment *segment,
                               const dw_playback_event *event)
{
    if (index->listed == DW_PLAYBACK_EVENTS_MAX || !dw_playback_event_valid(event)) {
        return NULL; /* Full, or of a body that the time line does not know. */
    }
    DW_CHECK(segment->event_count < DW_SEGMENT_EVENTS_MAX);
    index->listed++;
    dw_playback_event *row = &segment->events[segment->event_count++];
    *row = *event;
    row->tick = index->player.ticks;
    return row;
}

static void list_sighting(dw_playback_index *index, dw_playback_segment *segment,
                          const dw_sim_event *event)
{
    const uint16_t number = (uint16_t)index->listed;
    const dw_playback_event row = {.kind = DW_PLAYBACK_EVENT_SIGHTING,
                                   .a = (uint8_t)(1 + event->guard),
                                   .b = (uint8_t)event->slot};
    dw_playback_event *listed = list(index, segment, &row);
    if (listed == NULL || segment->sighting_count == DW_SEGMENT_SIGHTINGS_MAX) {
        return;
    }
    dw_playback_sighting *why = &segment->sightings[segment->sighting_count++];
    dw_sighting_watch_tell(index->watch, index->player.sim, event->guard, (uint8_t)event->slot,
                           why);
    why->event = number;
    listed->c = why->sense;
}

/* Those of the simulation's events that the time line has. */
static bool line_of(const dw_sim_event *event, dw_playback_event *row)
{
    static const uint8_t kinds[DW_SIM_EVENT_KIND_COUNT] = {
        [DW_SIM_LOST] = 1 + DW_PLAYBACK_EVENT_LOST,
        [DW_SIM_REPORTED] = 1 + DW_PLAYBACK_EVENT_REPORT,
        [DW_SIM_CLEARED] = 1 + DW_PLAYBACK_EVENT_CLEAR,
        [DW_SIM_MISSED] = 1 + DW_PLAYBACK_EVENT_MISSING,
        [DW_SIM_NOTICED] = 1 + DW_PLAYBACK_EVENT_NOTICE,
        [DW_SIM_TAKES] = 1 + DW_PLAYBACK_EVENT_TASK,
        [DW_SIM_HOLDS] = 1 + DW_PLAYBACK_EVENT_TASK,
        [DW_SIM_CAUGHT] = 1 + DW_PLAYBACK_EVENT_CAUGHT,
        [DW_SIM_TAKEN] = 1 + DW_PLAYBACK_EVENT_TAKEN,
        [DW_SIM_DROPPED] = 1 + DW_PLAYBACK_EVENT_DROPPED,
        [DW_SIM_HANDED] = 1 + DW_PLAYBACK_EVENT_HANDED,
    };
    if (kinds[event->kind] == 0) {
        return false;
    }
    *row = (dw_playback_event){.kind = (uint8_t)(kinds[event->kind] - 1),
                               .a = (uint8_t)(1 + event->guard)};
    switch ((dw_sim_event_kind)event->kind) {
    case DW_SIM_REPORTED:
        row->b = (uint8_t)event->slot;
        row->c = event->room;
        break;
    case DW_SIM_LOST:
    case DW_SIM_CAUGHT:
        row->b = (uint8_t)event->slot;
        break;
    case DW_SIM_TAKES:
        row->b = event->door != DW_NONE ? 0 : 1;
        row->c = event->door != DW_NONE ? event->door : event->room;
        break;
    case DW_SIM_HOLDS:
        row->b = event->task == DW_TASK_EXIT ? 2 : 3;
        row->c = event->room;
        break;
    case DW_SIM_TAKEN:
    case DW_SIM_DROPPED:
    case DW_SIM_HANDED:
        row->a = (uint8_t)event->slot;
        row->b = event->item;
        row->c = event->kind == DW_SIM_HANDED ? event->mate : 0;
        break;
    default: /* Of the radio. */
        row->c = event->room;
        break;
    }
    return true;
}

/* As a match numbers parts for its clients: in the order in which they opened. */
static void number_parts(dw_playback_index *index)
{
    const dw_mission *mission = dw_sim_mission(index->player.sim);
    uint32_t fresh = mission == NULL
                         ? 0
                         : dw_mission_told_parts(mission, dw_sim_mission_state(index->player.sim));
    for (uint32_t n = 0; n < index->part_count; n++) {
        fresh &= ~(UINT32_C(1) << index->parts[n]);
    }
    for (; fresh != 0; fresh &= fresh - 1) {
        index->parts[index->part_count++] = (uint8_t)__builtin_ctz(fresh);
    }
}

/* A part that players were never told has no number, and is left out. */
static void list_part(dw_playback_index *index, dw_playback_segment *segment,
                      const dw_sim_event *event)
{
    for (uint32_t n = 0; n < index->part_count; n++) {
        if (index->parts[n] == event->part) {
            (void)list(index, segment,
                       &(dw_playback_event){.kind = DW_PLAYBACK_EVENT_PART,
                                            .a = (uint8_t)n,
                                            .b = event->kind == DW_SIM_PART_FAILED ? 1 : 0});
        }
    }
}

static void list_events(dw_playback_index *index, dw_playback_segment *segment)
{
    number_parts(index);
    uint32_t count = 0;
    const dw_sim_event *events = dw_sim_events(index->player.sim, &count);
    for (uint32_t i = 0; i < count; i++) {
        dw_playback_event row;
        if (events[i].kind == DW_SIM_DETECTED) {
            list_sighting(index, segment, &events[i]);
        } else if (events[i].kind == DW_SIM_PART_DONE || events[i].kind == DW_SIM_PART_FAILED) {
            list_part(index, segment, &events[i]);
        } else if (line_of(&events[i], &row)) {
            (void)list(index, segment, &row);
        }
    }
}

/* What one guard tells another to do, oldest first. */
static void list_orders(dw_playback_index *index, dw_playback_segment *segment)
{
    const dw_radio *radio = dw_sim_radio(index->player.sim);
    uint32_t fresh = 0;
    const dw_radio_message *said = NULL;
    while ((said = dw_radio_recent(radio, fresh)) != NULL && said->id > index->last_call) {
        fresh++;
    }
    uint32_t room_left = DW_GUARDS_MAX;
    for (uint32_t back = fresh; back > 0; back--) {
        said = dw_radio_recent(radio, back - 1);
        index->last_call = said->id;
        const bool order = said->kind == DW_RADIO_REQUEST || said->kind == DW_RADIO_AWARD;
        if (order && said->receiver != 0 && room_left > 0) {
            room_left--;
            (void)list(index, segment,
                       &(dw_playback_event){.kind = DW_PLAYBACK_EVENT_ORDER,
                                            .a = (uint8_t)(1 + said->sender),
                                            .b = said->receiver,
                                            .c = said->room != DW_NONE ? (uint16_t)(said->room + 1)
                                                                       : (uint16_t)0});
        }
    }
}

/* Records between two ticks belong to the tick that is over. */
static void list_record(dw_playback_index *index, dw_playback_segment *segment,
                        const dw_replay_record *record)
{
    if (record->type == DW_REPLAY_SLOT && record->state != DW_SLOT_WATCHING) {
        (void)list(index, segment,
                   &(dw_playback_event){
                       .kind = DW_PLAYBACK_EVENT_SLOT, .a = record->slot, .b = record->state});
    } else if (record->type == DW_REPLAY_END) {
        (void)list(index, segment,
                   &(dw_playback_event){
                       .kind = DW_PLAYBACK_EVENT_END, .a = record->outcome, .b = record->winner});
    }
}

/* So that the states of the rest of the round fit into what is left of the memory. */
static uint32_t next_distance(const dw_playback_index *index, size_t size)
{
    const size_t left = DW_KEYFRAME_BYTES_MAX - index->keyframe_bytes;
    const uint64_t ticks = index->length - index->player.ticks;
    const uint64_t fit = left / (2 * size); /* They grow during a round. */
    const uint64_t distance = fit == 0 ? ticks + 1 : ticks / fit;
    return distance > DW_KEYFRAME_TICKS ? (uint32_t)distance : (uint32_t)DW_KEYFRAME_TICKS;
}

static void take_keyframe(dw_playback_index *index, dw_playback_segment *segment)
{
    dw_playback_keyframe *keyframe = make_keyframe(&index->player, &index->eyes);
    const size_t size = keyframe != NULL ? sizeof *keyframe + keyframe->size : 1;
    if (keyframe != NULL && size > DW_KEYFRAME_BYTES_MAX - index->keyframe_bytes) {
        free(keyframe);
        keyframe = NULL;
    }
    index->keyframe_bytes += keyframe != NULL ? size : 0;
    index->keyframe_due = index->player.ticks + next_distance(index, size);
    segment->keyframe = keyframe;
}

/* False when the segment is over. */
static bool run_record(dw_playback_index *index, dw_playback_segment *segment)
{
    dw_replay_record record;
    segment->status = dw_replay_player_next(&index->player, &record, &segment->error);
    if (segment->status != DW_OK || index->player.ended) {
        segment->ended = true;
        return false;
    }
    if (record.type != DW_REPLAY_TICK) {
        list_record(index, segment, &record);
        return true;
    }
    dw_playback_eyes_look(&index->eyes, index->player.sim);
    dw_sighting_watch_look(index->watch, index->player.sim);
    list_events(index, segment);
    list_orders(index, segment);
    if (index->player.ticks >= index->keyframe_due) {
        take_keyframe(index, segment);
        return false;
    }
    return true;
}

dw_status dw_playback_index_run(dw_playback_index *index, dw_playback_segment **out)
{
    dw_playback_segment *segment = calloc(1, sizeof *segment);
    if (segment == NULL) {
        return DW_MEMORY;
    }
    const uint32_t first = index->player.ticks;
    bool more = true;
    if (index->keyframe_due == 0) {
        take_keyframe(index, segment); /* Of the start. */
        more = false;
    }
    while (more && index->player.ticks - first < SEGMENT_TICKS &&
           segment->event_count + TICK_EVENTS_MAX < DW_SEGMENT_EVENTS_MAX) {
        more = run_record(index, segment);
    }
    segment->ready = index->player.ticks;
    *out = segment;
    return DW_OK;
}
