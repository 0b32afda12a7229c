/* message_playback.c - a recorded round that is played to spectators: what a client asks for (10),
 * the state of the playback (50), the list of its events (51), why a guard detected somebody (52),
 * where players were in earlier rounds (55). */
#include "protocol/message_fields.h"
#include "protocol/snapshot.h"

/* [10, action, value] */

static bool steer_valid(const dw_steer *steer)
{
    static const struct {
        int32_t low, high;
    } limits[DW_STEER_COUNT] = {
#define STEER_LIMITS(name, low, high) [DW_STEER_##name] = {low, high},
        DW_STEERS(STEER_LIMITS)
#undef STEER_LIMITS
    };
    return steer->action < DW_STEER_COUNT &&
           dw_field_in_range(steer->value, limits[steer->action].low, limits[steer->action].high) &&
           (steer->action != DW_STEER_STEP || steer->value != 0);
}

#define STEER_FIELDS(X)                                                                            \
    X(NUMBER, ->action, 0, DW_STEER_COUNT - 1)                                                     \
    X(NUMBER, ->value, INT32_MIN, INT32_MAX)
DW_MESSAGE_FUNCTIONS(steer, DW_MESSAGE_STEER, STEER_FIELDS, steer_valid)

void dw_codec_encode_steer(dw_writer *writer, const dw_message *message)
{
    encode_steer(writer, message);
}

void dw_codec_decode_steer(dw_reader *reader, dw_message *message)
{
    decode_steer(reader, message);
}

/* [50, tick, shown, length, speed, flags, epoch, epoch tick, ready, events, view, steerer] */

#define PLAYBACK_FIELDS(X)                                                                         \
    X(NUMBER, ->tick, 1, UINT32_MAX)                                                               \
    X(NUMBER, ->shown, 0, DW_PLAYBACK_TICK_MAX)                                                    \
    X(NUMBER, ->length, 0, DW_PLAYBACK_TICK_MAX)                                                   \
    X(NUMBER, ->speed, 1, DW_PLAYBACK_SPEED_MAX)                                                   \
    X(NUMBER, ->flags, 0, DW_PLAYBACK_FLAGS_ALL)                                                   \
    X(NUMBER, ->epoch, 1, UINT32_MAX)                                                              \
    X(NUMBER, ->epoch_tick, 0, UINT32_MAX)                                                         \
    X(NUMBER, ->ready, 0, DW_PLAYBACK_TICK_MAX)                                                    \
    X(NUMBER, ->events, 0, DW_PLAYBACK_EVENTS_MAX)                                                 \
    X(NUMBER, ->view, 0, DW_PLAYBACK_VIEW_END - 1)                                                 \
    X(TEXT, ->steerer, 0, DW_PLAYER_NAME_MAX)

static bool playback_valid(const dw_playback_state *state)
{
    return state->shown <= state->length && state->ready <= state->length &&
           state->epoch_tick <= state->tick;
}

DW_MESSAGE_FUNCTIONS(playback, DW_MESSAGE_PLAYBACK, PLAYBACK_FIELDS, playback_valid)

void dw_codec_encode_playback(dw_writer *writer, const dw_message *message)
{
    encode_playback(writer, message);
}

void dw_codec_decode_playback(dw_reader *reader, dw_message *message)
{
    decode_playback(reader, message);
}

/* [51, first, kind, ticks since the row before, a, b, c, ...]; the first row has its tick. */

bool dw_playback_event_valid(const dw_playback_event *row)
{
    static const struct {
        uint8_t a_low, a_high, b_low, b_high;
        uint16_t c_high;
    } limits[DW_PLAYBACK_EVENT_COUNT] = {
        [DW_PLAYBACK_EVENT_SIGHTING] = {1, DW_GUARDS_MAX, 0, DW_INTRUDERS_MAX - 1, 1},
        [DW_PLAYBACK_EVENT_LOST] = {1, DW_GUARDS_MAX, 0, DW_INTRUDERS_MAX - 1, 0},
        [DW_PLAYBACK_EVENT_REPORT] = {1, DW_GUARDS_MAX, 0, DW_INTRUDERS_MAX - 1, DW_ROOMS_MAX - 1},
        [DW_PLAYBACK_EVENT_CLEAR] = {1, DW_GUARDS_MAX, 0, 0, DW_ROOMS_MAX - 1},
        [DW_PLAYBACK_EVENT_MISSING] = {1, DW_GUARDS_MAX, 0, 0, DW_ROOMS_MAX - 1},
        [DW_PLAYBACK_EVENT_NOTICE] = {1, DW_GUARDS_MAX, 0, 0, DW_ROOMS_MAX - 1},
        [DW_PLAYBACK_EVENT_TASK] = {1, DW_GUARDS_MAX, 0, 3, DW_DOORS_MAX - 1},
        [DW_PLAYBACK_EVENT_ORDER] = {1, DW_GUARDS_MAX, 1, DW_GUARDS_MAX, DW_ROOMS_MAX},
        [DW_PLAYBACK_EVENT_CAUGHT] = {1, DW_GUARDS_MAX, 0, DW_INTRUDERS_MAX - 1, 0},
        [DW_PLAYBACK_EVENT_TAKEN] = {0, DW_INTRUDERS_MAX - 1, 0, DW_ITEMS_MAX - 1, 0},
        [DW_PLAYBACK_EVENT_DROPPED] = {0, DW_INTRUDERS_MAX - 1, 0, DW_ITEMS_MAX - 1, 0},
        [DW_PLAYBACK_EVENT_HANDED] = {0, DW_INTRUDERS_MAX - 1, 0, DW_ITEMS_MAX - 1,
                                      DW_INTRUDERS_MAX - 1},
        [DW_PLAYBACK_EVENT_SLOT] = {0, DW_INTRUDERS_MAX - 1, DW_SLOT_EMPTY + 1,
                                    DW_SLOT_STATE_COUNT - 1, 0},
        [DW_PLAYBACK_EVENT_END] = {DW_OUTCOME_NONE + 1, DW_OUTCOME_COUNT - 1, 0, DW_SLOT_NONE, 0},
        [DW_PLAYBACK_EVENT_PART] = {0, DW_PARTS_MAX - 1, 0, 1, 0},
    };
    return row->kind < DW_PLAYBACK_EVENT_COUNT && row->tick <= DW_PLAYBACK_TICK_MAX &&
           dw_field_in_range(row->a, limits[row->kind].a_low, limits[row->kind].a_high) &&
           dw_field_in_range(row->b, limits[row->kind].b_low, limits[row->kind].b_high) &&
           row->c <= limits[row->kind].c_high &&
           (row->kind != DW_PLAYBACK_EVENT_END || dw_field_is_slot(row->b));
}

static bool events_valid(const dw_playback_events *events)
{
    if (events->count < 1 || events->count > DW_PLAYBACK_ROWS_MAX ||
        events->first + events->count > DW_PLAYBACK_EVENTS_MAX) {
        return false;
    }
    for (uint32_t i = 0; i < events->count; i++) {
        if (!dw_playback_event_valid(&events->rows[i]) ||
            (i > 0 && events->rows[i].tick < events->rows[i - 1].tick)) {
            return false;
        }
    }
    return true;
}

#define ROW_FIELDS(X)                                                                              \
    X(NUMBER, ->a, 0, UINT8_MAX)                                                                   \
    X(NUMBER, ->b, 0, UINT8_MAX)                                                                   \
    X(NUMBER, ->c, 0, UINT16_MAX)

void dw_codec_encode_playback_events(dw_writer *writer, const dw_message *message)
{
    const dw_playback_events *events = &message->as.playback_events;
    DW_CHECK(events_valid(events));
    dw_writer_array(writer, 2 + DW_PLAYBACK_ROW_ELEMENTS * (uint32_t)events->count);
    dw_writer_int(writer, DW_MESSAGE_PLAYBACK_EVENTS);
    dw_writer_int(writer, events->first);
    uint32_t before = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        const dw_playback_event *row = &events->rows[i];
        dw_writer_int(writer, row->kind);
        dw_writer_int(writer, row->tick - before);
        before = row->tick;
        ROW_FIELDS(DW_FIELD_PUT)
    }
}

void dw_codec_decode_playback_events(dw_reader *reader, dw_message *message)
{
    dw_playback_events *events = &message->as.playback_events;
    events->first = dw_reader_u16(reader, DW_PLAYBACK_EVENTS_MAX - 1);
    uint32_t before = 0;
    while (reader->left > 0 && events->count < DW_PLAYBACK_ROWS_MAX) {
        dw_playback_event *row = &events->rows[events->count++];
        row->kind = dw_reader_u8(reader, DW_PLAYBACK_EVENT_COUNT - 1);
        before += (uint32_t)dw_reader_int(reader, 0, DW_PLAYBACK_TICK_MAX - before);
        row->tick = before;
        ROW_FIELDS(DW_FIELD_GET)
    }
    if (!events_valid(events)) {
        dw_reader_fail(reader);
    }
}

/* [52, event, tick, glimpse, guard, slot, sense, distance, distance at the glimpse, angle, light,
 *  posture, room, goal, cause, cause ticks, sample, ...] */

#define SIGHTING_FIELDS(X)                                                                         \
    X(NUMBER, ->event, 0, DW_PLAYBACK_EVENTS_MAX - 1)                                              \
    X(NUMBER, ->tick, 0, DW_PLAYBACK_TICK_MAX)                                                     \
    X(NUMBER, ->glimpse_ticks, 0, DW_PLAYBACK_TICK_MAX)                                            \
    X(NUMBER, ->guard, 1, DW_GUARDS_MAX)                                                           \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(NUMBER, ->sense, 0, DW_SIGHTING_SENSE_COUNT - 1)                                             \
    X(NUMBER, ->distance_cm, 0, DW_SIGHTING_DISTANCE_MAX_CM)                                       \
    X(NUMBER, ->glimpse_distance_cm, 0, DW_SIGHTING_DISTANCE_MAX_CM)                               \
    X(NUMBER, ->angle, 0, DW_SIGHTING_ANGLE_MAX)                                                   \
    X(NUMBER, ->light, 0, DW_PLAYBACK_NO_LIGHT)                                                    \
    X(NUMBER, ->posture, 0, DW_SIGHTING_POSTURES_ALL)                                              \
    X(NUMBER, ->room, 0, DW_ROOMS_MAX - 1)                                                         \
    X(TEXT, ->goal, 1, DW_MIND_WORD_MAX)                                                           \
    X(NUMBER, ->cause, 0, DW_CAUSE_COUNT - 1)                                                      \
    X(NUMBER, ->cause_ticks, 0, DW_PLAYBACK_TICK_MAX)

_Static_assert((1 SIGHTING_FIELDS(DW_FIELD_COUNT)) == (int)DW_SIGHTING_ELEMENTS, "the codec's row");

static bool sighting_valid(const dw_playback_sighting *sighting)
{
    bool valid = sighting->sample_count >= 2 && sighting->sample_count <= DW_PLAYBACK_SAMPLES_MAX &&
                 sighting->glimpse_ticks <= sighting->tick &&
                 sighting->cause_ticks <= sighting->tick;
    for (uint32_t i = 0; valid && i < sighting->sample_count; i++) {
        valid = sighting->samples[i] <= DW_MIND_METER_MAX;
    }
    return valid;
}

void dw_codec_encode_sighting(dw_writer *writer, const dw_message *message)
{
    const dw_playback_sighting *row = &message->as.sighting;
    DW_CHECK(sighting_valid(row));
    dw_writer_array(writer, DW_SIGHTING_ELEMENTS + (uint32_t)row->sample_count);
    dw_writer_int(writer, DW_MESSAGE_SIGHTING);
    SIGHTING_FIELDS(DW_FIELD_PUT)
    for (uint32_t i = 0; i < row->sample_count; i++) {
        dw_writer_int(writer, row->samples[i]);
    }
}

void dw_codec_decode_sighting(dw_reader *reader, dw_message *message)
{
    dw_playback_sighting *row = &message->as.sighting;
    SIGHTING_FIELDS(DW_FIELD_GET)
    while (reader->left > 0 && row->sample_count < DW_PLAYBACK_SAMPLES_MAX) {
        row->samples[row->sample_count++] = dw_reader_u8(reader, DW_MIND_METER_MAX);
    }
    if (!sighting_valid(row)) {
        dw_reader_fail(reader);
    }
}

/* [55, tick, complete, tries, slot, tries, x, y, heading, flags, ...] */

#define GHOST_FIELDS(X)                                                                            \
    X(NUMBER, ->slot, 0, DW_INTRUDERS_MAX - 1)                                                     \
    X(NUMBER, ->tries, 1, DW_GHOST_TRIES_MAX)                                                      \
    X(NUMBER, ->x, 0, UINT16_MAX)                                                                  \
    X(NUMBER, ->y, 0, UINT16_MAX)                                                                  \
    X(NUMBER, ->heading, 0, 127)                                                                   \
    X(NUMBER, ->flags, 0, DW_BODY_CROUCHING | DW_BODY_SPRINTING | DW_BODY_CARRYING)

_Static_assert((0 GHOST_FIELDS(DW_FIELD_COUNT)) == (int)DW_GHOST_ELEMENTS, "the codec's row");

/* Rows ascend, so that none comes twice, and none is of a try that was not found. */
static bool ghosts_valid(const dw_ghosts *ghosts)
{
    int32_t before = -1;
    for (uint32_t i = 0; i < ghosts->count; i++) {
        const dw_ghost *row = &ghosts->rows[i];
        const int32_t key = row->tries * DW_INTRUDERS_MAX + row->slot;
        if (key <= before || row->tries > ghosts->tries) {
            return false;
        }
        before = key;
    }
    return true;
}

#define GHOSTS_FIELDS(X)                                                                           \
    X(NUMBER, ->tick, 1, UINT32_MAX)                                                               \
    X(NUMBER, ->complete, 0, 1)                                                                    \
    X(NUMBER, ->tries, 0, DW_GHOST_TRIES_MAX)

DW_LIST_FUNCTIONS(void dw_codec_encode_ghosts, void dw_codec_decode_ghosts, ghosts,
                  DW_MESSAGE_GHOSTS, GHOSTS_FIELDS, rows, count, GHOST_FIELDS, ghosts_valid)
