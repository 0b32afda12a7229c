/* client_state.h - the fields of a client and the functions that its files share. For client.c,
 * client_*.c and connection_watch.c alone. */
#ifndef DW_CLIENT_CORE_CLIENT_STATE_H
#define DW_CLIENT_CORE_CLIENT_STATE_H

#include "client/core/body_kinds.h"
#include "client/core/client.h"
#include "client/core/found_items.h"
#include "client/core/ghosts.h"
#include "client/core/input_queue.h"
#include "client/core/interpolation.h"
#include "client/core/map_download.h"
#include "client/core/minds.h"
#include "client/core/mission.h"
#include "client/core/playback.h"
#include "client/core/prediction.h"
#include "client/core/snapshot_store.h"
#include "client/core/tick_clock.h"

enum {
    DW_CLIENT_EVENTS_MAX = 128,
    DW_CLIENT_SOUNDS_MAX = 32,
    DW_CLIENT_CHAT_MAX = 32,
    DW_CLIENT_TEXT_MAX = 256
};

#define DW_CLIENT_CONNECT_NS UINT64_C(5000000000)  /* Until the server answers at all; */
#define DW_CLIENT_UP_NS      UINT64_C(15000000000) /* then until the transport is up. */
#define DW_CLIENT_JOIN_NS    UINT64_C(15000000000) /* From a hello to the welcome. */
#define DW_CLIENT_QUIET_NS   UINT64_C(1000000000)  /* Without a byte: silent, */
#define DW_CLIENT_SILENCE_NS UINT64_C(5000000000)  /* lost, */
#define DW_CLIENT_RETURN_NS  UINT64_C(30000000000) /* and given up. */

/* Rings that drop their oldest row when they are full. */
typedef struct dw_client_events {
    uint32_t head, count;
    dw_client_event rows[DW_CLIENT_EVENTS_MAX];
} dw_client_events;

typedef struct dw_client_sounds {
    uint32_t head, count;
    dw_client_sound rows[DW_CLIENT_SOUNDS_MAX];
} dw_client_sounds;

typedef struct dw_client_chats {
    uint32_t head, count;
    dw_chat_line rows[DW_CLIENT_CHAT_MAX];
} dw_client_chats;

struct dw_client {
    dw_client_config config;
    dw_client_state state;
    dw_client_end end;
    dw_reason reason;
    dw_client_loss loss; /* With DW_CLIENT_END_LOST. */
    uint32_t waited_s;   /* Likewise. */
    char end_text[DW_CLIENT_TEXT_MAX];
    char end_said[DW_REASON_MAX + 1]; /* The server's own words; "": none. */
    bool answered;                    /* While connecting: the server has answered. */
    bool started;                     /* The first update set `since_ns`. */
    uint64_t since_ns;                /* When this state began. */
    uint64_t heard_ns;                /* When the server's last bytes came. */
    uint64_t hello_ns;                /* When the last hello was sent. */
    uint64_t round_trip_ns;           /* From that hello to the welcome. */
    uint64_t lost_ns;                 /* While reconnecting: when the last bytes came. */
    bool hello_sent;                  /* On the newest connection. */
    bool fresh;                       /* No snapshot since the last welcome or seat. */
    uint32_t queue_place;             /* 0 = not in the queue. */
    bool was_seated;  /* On this connection: snapshots on their way can be a spectator's. */
    bool awaits_body; /* Seated, but the first own snapshot has not come. */
    bool has_welcome, has_round;
    dw_vote_state vote; /* `vote` 0: none yet. */
    bool has_watched;   /* Was once welcomed without a slot. */
    bool jumps;         /* The recorded round has jumped, and no snapshot of there has come. */
    dw_welcome welcome;
    dw_round round;
    uint32_t counted_round; /* The newest round whose result is in `stats`. */
    uint32_t other_version; /* The server's, when it refused because of it; else 0. */
    dw_map_download download;
    const dw_map *plan;   /* The map as it was sent; other clients may share it. */
    const dw_map *map;    /* The same with the items that were found. */
    dw_map_hash map_hash; /* Of `plan`. */
    dw_found_items found;
    dw_arena map_arena;  /* Memory of a map that is not shared. */
    uint32_t map_change; /* How often the map has changed on this connection. */
    uint32_t map_tick;   /* Snapshots and minds up to this tick are of another map or epoch. */
    dw_tick_clock clock;
    dw_input_queue inputs;
    uint32_t sent_tick; /* Of the newest intent that was sent. */
    dw_prediction prediction;
    dw_snapshot_store store;
    dw_interpolation interpolation;
    dw_body_kinds kinds;
    dw_client_events events;
    dw_client_sounds sounds;
    dw_client_chats chats;
    uint32_t commands_open; /* Sent on this connection, and not answered. */
    dw_client_answer answer;
    dw_signals signals; /* Of this round. */
    dw_standings standings;
    dw_detections detections; /* Of the round that was over last; round 0: of none. */
    dw_client_mission mission;
    dw_choices choices;
    dw_signal_rest signal_rest; /* In own ticks. */
    dw_minds *minds;            /* Spectators alone; else NULL. */
    dw_playback *playback;      /* Likewise. */
    dw_ghost_store ghosts;
    dw_client_stats stats;
};

/* client_post.c: called by all files of the client. */
void dw_client_finish(dw_client *client, dw_client_end end, dw_reason reason, const char *format,
                      ...) DW_PRINTF(4, 5);
void dw_client_post(dw_client *client, const dw_message *message);
void dw_client_send_hello(dw_client *client, uint64_t now_ns);
void dw_client_set_moves(dw_client *client);      /* From the newest round message. */
void dw_client_forget_picture(dw_client *client); /* All that was shown: another map or match. */

/* connection_watch.c: timeouts, and from a broken connection to RECONNECTING. */
void dw_client_watch_connection(dw_client *client, uint64_t now_ns);

/* client_queue.c: from the queue of a full match to a seat. */
bool dw_client_may_queue(const dw_client *client); /* The server may send queue and seat. */
void dw_client_take_seat(dw_client *client, const dw_seat_notice *seat, uint64_t now_ns);
bool dw_client_is_from_other_role(dw_client *client, const dw_snapshot *snapshot);
void dw_client_begin_body(dw_client *client, const dw_snapshot *first, uint64_t now_ns);

/* client_map.c: the map from the cache or a download, then PLAYING; also when the match changes to
 * another one. */
void dw_client_find_map(dw_client *client, uint64_t now_ns);
void dw_client_change_map(dw_client *client, const dw_map_change *change, uint64_t now_ns);
void dw_client_take_chunk(dw_client *client, const dw_map_chunk *chunk, uint64_t now_ns);

/* client_playback.c: a recorded round. Those that take give false for what cannot be true. */
void dw_client_watch_playback(dw_client *client);
bool dw_client_take_playback(dw_client *client, const dw_playback_state *state);
bool dw_client_take_playback_events(dw_client *client, const dw_playback_events *events);
bool dw_client_take_sighting(dw_client *client, const dw_playback_sighting *sighting);
bool dw_client_take_ghosts(dw_client *client, const dw_ghosts *ghosts);
void dw_client_end_jump(dw_client *client); /* A snapshot of the new position has come. */

/* client_snapshot.c */
void dw_client_take_snapshot(dw_client *client, const uint8_t *bytes, size_t size, uint64_t now_ns);

static inline bool dw_client_lives(const dw_client *client)
{
    const dw_snapshot *latest = dw_snapshot_store_at(&client->store, 0);
    return latest != NULL && latest->own.slot != DW_SLOT_NONE && latest->own.state == DW_SLOT_ALIVE;
}

#endif
