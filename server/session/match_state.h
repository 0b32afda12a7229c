/* match_state.h - the inside of a dw_match, shared by its files alone:
 *   match.c           creation and the tick; calls all others
 *   match_map.c       everything that hangs on the map, and the change to another one
 *   match_roster.c    who comes and goes
 *   match_seats.c     handles, seats, counts; calls of the others only match_name.c, match_report.c
 *   match_name.c      the name that a client goes by
 *   match_input.c     what players ask for
 *   match_audience.c  who gets a message; called by those that send some
 *   match_events.c    messages: events and rounds
 *   match_chat.c      messages: chat, signs and pings
 *   match_mission.c   what players know of the mission
 *   match_question.c  its question, and the answers
 *   match_items.c     what players know of hidden items
 *   match_sounds.c    what living players hear
 *   match_standings.c who is ready, how players stand, what detected them
 *   match_vote.c      votes
 *   match_report.c    the report of a round to the host; calls none of the others
 *   match_snapshot.c  snapshots
 *   match_kinds.c     which kind of body a guard is
 *   match_minds.c     guards' minds, for spectators
 *   match_save.c      the match as bytes, and back
 *   match_playback.c  a recorded round in place of one of its own
 *   match_views.c     what of it a spectator is shown
 *   match_prefetch.c  memory asked for ahead
 * Members of a list (common/base/fields.h) are saved. The others are not: match_save.h says why. */
#ifndef DW_SESSION_MATCH_STATE_H
#define DW_SESSION_MATCH_STATE_H

#include "server/session/intent_queue.h"
#include "server/session/interest.h"
#include "server/session/kick_vote.h"
#include "server/session/match.h"
#include "server/session/round_machine.h"
#include "server/session/send_rate.h"
#include "server/session/snapshot_history.h"
#include "server/session/spectator_view.h"

enum { DW_MATCH_CLIENTS_MAX = DW_INTRUDERS_MAX + DW_SPECTATORS_MAX };

typedef char dw_field_player_name[DW_PLAYER_NAME_MAX + 1];

#define DW_CONNECTION_FIELDS(X, A, M)                                                              \
    X(player_name, name)                                                                           \
    X(u64, origin)     /* As the host gave it. */                                                  \
    X(flag, voted_out) /* The host is to send this client away. */

/* One connection: its name with the host, and the snapshots that it has for sure. */
typedef struct dw_connection {
    bool connected;
    uint32_t generation;
    uint32_t tag;
    uint32_t acked_tick; /* 0 = none. */
    uint32_t ack_floor;  /* Acknowledgements of earlier ticks belong to an older connection. */
    uint32_t sent_tick;  /* Newest snapshot sent. */
    uint32_t full_tick;  /* When a full one was sent last, 0 = never. */
    uint32_t map_change; /* How often the map has changed since this client joined. */
    uint32_t
        map_told_tick; /* When a map was announced that the client still lacks; 0 = it has it. */
    dw_send_rate rate; /* On which of its turns the client is sent a snapshot. */
    uint32_t may_call_tick; /* From then on this client may call a vote. */
    uint64_t kinds_told;    /* Bit g: the client knows what kind of body guard g is. */
    uint32_t persons_told;  /* Bit s: and which person of the mission has the body in slot s. */
    dw_signal_rest signals; /* When the last sign and the last ping were taken. */
    DW_FIELDS_MEMBERS(DW_CONNECTION_FIELDS)
} dw_connection;
typedef dw_connection dw_field_connection;
DW_FIELDS_AND(dw_connection, DW_CONNECTION_FIELDS,
              10 * sizeof(uint32_t) + sizeof(uint64_t) + sizeof(dw_signal_rest) +
                  sizeof(dw_send_rate));

typedef dw_intent dw_field_intent;
#define DW_INTENT_FIELDS(X, A, M)                                                                  \
    X(u8, direction)                                                                               \
    X(u8, buttons)                                                                                 \
    X(u8, throw_heading)                                                                           \
    X(u8, throw_distance)                                                                          \
    X(u8, answer)
DW_FIELDS_AND(dw_intent, DW_INTENT_FIELDS, 0);

#define DW_PLAYER_FIELDS(X, A, M)                                                                  \
    X(u32, drop_deadline)                                                                          \
    X(u32, idle_ticks) /* Since the player last asked for something else, or said something. */    \
    X(interest, interest)                                                                          \
    A(u8, token, DW_TOKEN_SIZE, DW_TOKEN_SIZE)                                                     \
    A(u8, last_token, DW_TOKEN_SIZE, DW_TOKEN_SIZE) /* Counts until the next input, */             \
    X(flag, last_token_counts) /* since the welcome with the new one may be lost. */               \
    X(flag, has_identity)      /* Then the tokens count with this identity alone. */               \
    X(intent, asked)           /* What the client asked for last. */                               \
    A(u8, identity, DW_SEAL_KEY_SIZE, DW_SEAL_KEY_SIZE)

/* The fields that each input and each snapshot reads come first: with thousands of players they are
 * fetched from memory each time. */
typedef struct dw_player {
    dw_connection connection;
    dw_snapshot_history history;
    DW_FIELDS_MEMBERS(DW_PLAYER_FIELDS)
    dw_intent_queue intents;
    dw_sounds sounds; /* Heard up to `sounds.tick`, not sent yet. */
} dw_player;
typedef dw_player dw_field_player;
/* Four bytes of padding end the struct. */
DW_FIELDS_AND(dw_player, DW_PLAYER_FIELDS,
              sizeof(dw_connection) + sizeof(dw_snapshot_history) + sizeof(dw_intent_queue) +
                  sizeof(dw_sounds) + sizeof(uint32_t));

/* The match as spectators see it, at one delay. */
typedef enum dw_showing_kind {
    DW_SHOWING_USUAL, /* As late as the host wants. */
    DW_SHOWING_LATE,  /* For second connections of living players; only if that is later. */
    DW_SHOWINGS_MAX
} dw_showing_kind;

typedef struct dw_showing {
    dw_spectator_feed feed;
    dw_spectator_view view; /* The snapshot of this turn. */
    dw_round round;         /* The newest one that was sent. */
    uint32_t found_items;   /* Bit i: it was told of hidden item i. */
} dw_showing;

typedef struct dw_spectator {
    dw_connection connection;
    bool round_sent;
    uint8_t showing;     /* dw_showing_kind; once late, always late. */
    uint32_t heard_tick; /* Messages up to this tick came by the usual showing. */
} dw_spectator;

/* Sums over the rounds that are over, and what this round adds: what detected the player,
 * row by row as message 54 has them. */
#define DW_SCORE_FIELDS(X, A, M)                                                                   \
    X(u16, sum_detected)                                                                           \
    X(u16, sum_taken)                                                                              \
    X(u16, sum_caught)                                                                             \
    X(u16, sum_escaped)                                                                            \
    X(u16, detected) /* In this round; */                                                          \
    X(u16, taken)    /* likewise. */                                                               \
    X(u16, open)     /* Bit i: the detection of row i has not ended. */                            \
    X(u8, rows)                                                                                    \
    A(u8, guards, DW_DETECTIONS_MAX, it->rows)                                                     \
    A(u8, by, DW_DETECTIONS_MAX, it->rows)                                                         \
    A(u16, rooms, DW_DETECTIONS_MAX, it->rows)                                                     \
    A(u16, lengths, DW_DETECTIONS_MAX, it->rows)                                                   \
    A(u32, ticks, DW_DETECTIONS_MAX, it->rows)

typedef struct dw_score {
    DW_FIELDS_MEMBERS(DW_SCORE_FIELDS)
    uint16_t ping_ms;
} dw_score;
typedef dw_score dw_field_score;

/* What the players know of the mission in this round. Parts stand in the order in which they
 * opened: by it clients number them, so that it does not show how many are hidden. */
#define DW_MISSION_TOLD_FIELDS(X, A, M)                                                            \
    X(u8, count)                                                                                   \
    X(u16, alarms)                           /* Reports of guards. */                              \
    A(u8, parts, DW_PARTS_MAX, it->count)    /* Index of the part. */                              \
    A(u8, slots, DW_PARTS_MAX, it->count)    /* Who did the last of it; DW_SLOT_NONE. */           \
    A(u32, settled, DW_PARTS_MAX, it->count) /* Tick of the world, 0: it is open. */

typedef struct dw_mission_told {
    DW_FIELDS_MEMBERS(DW_MISSION_TOLD_FIELDS)
} dw_mission_told;
typedef dw_mission_told dw_field_mission_told;

/* How far clients know the mission to be. */
typedef struct dw_mission_shown {
    uint8_t part_count;
    uint8_t parts[DW_PARTS_MAX]; /* As dw_mission_told has them. */
    dw_parts_told state;         /* Tick 0: not told. */
    dw_mission_question question;
} dw_mission_shown;

typedef struct dw_mission_views {
    dw_parts_told sent;                      /* To the players; */
    dw_mission_question question;            /* likewise, */
    uint32_t question_tick;                  /* and when. */
    dw_mission_shown shown[DW_SHOWINGS_MAX]; /* To spectators. */
} dw_mission_views;

/* An address that was voted out. */
#define DW_BAR_FIELDS(X, A, M)                                                                     \
    X(u64, origin) /* 0: none. */                                                                  \
    X(u32, until_tick)

typedef struct dw_match_bar {
    DW_FIELDS_MEMBERS(DW_BAR_FIELDS)
} dw_match_bar;
typedef dw_match_bar dw_field_bar;

enum { DW_MATCH_BARS_MAX = 32 }; /* The oldest gives way. */

/* A bit of `waiting`: the player is not connected, and the seat is kept until the deadline.
 * Slot s has its bit in at most one of `playing`, `watching` and `gone`. In none: it is free. */
#define DW_MATCH_FIELDS(X, A, M)                                                                   \
    X(u32, tick) /* The last one that was run. */                                                  \
    X(u32, waiting)                                                                                \
    X(u32, playing)  /* The player has, or had, a body in this round. */                           \
    X(u32, watching) /* The player joined while a round was on. */                                 \
    X(u32, gone)     /* The player left; the roster's row stays until the round ends. */           \
    X(round_machine, round)                                                                        \
    X(u32, play_start_tick)                                                                        \
    X(u32, ready) /* Bit s: the player in slot s has said so in this lobby. */                     \
    A(u8, moods, DW_GUARDS_MAX, DW_GUARDS_MAX) /* As of the tick before. */                        \
    X(flag, bodies_changed)                    /* The lobby's bodies have to be placed anew. */    \
    X(mission_told, mission)                                                                       \
    X(u32, found_items)   /* Bit i: players know of hidden item i of the map. */                   \
    X(u32, found_devices) /* Bit i: they have seen device i. */                                    \
    X(flag, quiet)        /* Nobody is here, and the house is as at the start of a round. */       \
    X(flag, paused)       /* By the host: no part of the round. */

#define DW_MATCH_VOTE_FIELDS(X, A, M)                                                              \
    X(u64, accused_origin)                                                                         \
    A(bar, bars, DW_MATCH_BARS_MAX, DW_MATCH_BARS_MAX)                                             \
    X(kick_vote, vote)                                                                             \
    X(u32, next_bar)                                                                               \
    X(flag, accused_here) /* Has not left since the vote began. */

/* Likewise: the first cache lines are those that every input and every tick needs. */
struct dw_match {
    DW_FIELDS_MEMBERS(DW_MATCH_FIELDS)
    bool roster_changed;      /* Clients have to be sent the roster. */
    uint32_t paused_steps;    /* Ticks of the world that are run in spite of it. */
    uint32_t seats;           /* That the map has, and the mission. */
    uint32_t connected;       /* Bit s: the player in slot s is connected. */
    uint32_t loading;         /* The player was told of another map and does not have it yet. */
    uint32_t mission_told;    /* The player in that slot has been told of the mission. */
    uint32_t items_told;      /* And of the hidden items that are found. */
    uint32_t spectators_here; /* Connected ones. */
    dw_player *players;       /* As many as seats. */
    dw_sim *sim;
    uint32_t serial; /* Grows whenever the world may have changed. */
    uint32_t scene_serial;
    uint64_t other_kinds; /* Bit g: guard g is not what the welcome has clients take it for. */
    dw_match_stats stats;
    uint32_t generation;
    dw_match_config config; /* `rules` are those of `sim`, which has the copy. */
    dw_arena *arena;
    size_t arena_mark; /* Behind it lies what hangs on the map. */
    const dw_brain_kind *brains[DW_GUARDS_MAX];
    dw_spectator *spectators; /* config.spectators_max of them. */
    uint32_t showing_count;   /* 0 without spectators. */
    bool minds_shared;        /* Minds are as late for all: the usual showing holds them alone. */
    dw_showing showings[DW_SHOWINGS_MAX];
    bool spectator_came; /* Since the last tick. */
    bool minds_watched;  /* At the last tick there was a spectator to send minds to. */
    dw_mind_view *minds; /* As sent last, one for each guard; tick 0: not sent yet. */
    DW_FIELDS_MEMBERS(DW_MATCH_VOTE_FIELDS)
    bool vote_changed; /* Clients have to be sent the vote, whatever the counts. */
    bool vote_over;    /* The host has not asked yet how it ended. */
    bool reporting;    /* A round is on that the host is told of. */
    dw_kick_counts vote_sent;
    dw_interest_scene scene;
    dw_replay_writer replay;
    uint32_t standings_tick; /* When they were told last. */
    bool standings_changed;  /* Clients have to be sent them; */
    bool pings_changed;      /* or before long. */
    dw_score scores[DW_INTRUDERS_MAX];
    dw_mission_views *mission_views; /* NULL without a mission. */
    dw_round_tally tally;
    dw_round_report report; /* Its players that have gone. */
};
typedef dw_match dw_field_match;

static inline uint32_t dw_match_seats(const dw_match *match)
{
    return match->seats;
}

static inline bool dw_match_plays(const dw_match *match, uint32_t slot)
{
    return (match->playing >> slot & 1) != 0;
}

/* A player holds the seat, connected or waiting for a resume. Any `slot` may be asked. */
static inline bool dw_match_seat_taken(const dw_match *match, uint32_t slot)
{
    return slot < match->seats && ((match->playing | match->watching) >> slot & 1) != 0;
}

static inline bool dw_match_waits(const dw_match *match, uint32_t slot)
{
    return (match->waiting >> slot & 1) != 0;
}

/* match_map.c */
/* Players, showings and the simulation, behind the mark of the arena. */
DW_MUST_USE dw_status dw_match_build_on_map(dw_match *match, dw_error *error);
uint64_t dw_match_seed(const dw_match *match, uint32_t round); /* Of the round of that number. */
void dw_match_place_bodies(dw_match *match);                   /* At the start of a round. */
void dw_match_reset_showings(dw_match *match); /* Nothing of before is left to show. */

/* match_seats.c */
/* Index of the connection of a valid handle: a slot, or DW_INTRUDERS_MAX + spectator; else -1. */
int32_t dw_match_find_client(dw_match *match, dw_client_handle client, dw_connection **connection);

/* Opens the connection of that index, which must be closed or the same player's, and names it. */
dw_client_handle dw_match_connect(dw_match *match, dw_connection *connection, uint32_t index,
                                  const char *name, const dw_newcomer *newcomer);
void dw_match_disconnect(dw_match *match, dw_connection *connection, uint32_t index);
bool dw_match_world_is_on(const dw_match *match); /* Play or result. */
/* Moves a slot to one of the masks playing, watching, gone; NULL: the seat is free. */
void dw_match_set_seat(dw_match *match, uint32_t slot, uint32_t *group);
dw_slot_state dw_match_slot_state(const dw_match *match, uint32_t slot);
/* The player in that slot is in play and able to act. */
bool dw_match_can_act(const dw_match *match, uint32_t slot);
uint32_t dw_match_ready_players(const dw_match *match); /* Connected, with a body to come. */
uint32_t dw_match_seats_taken(const dw_match *match);   /* Connected or waiting. */
uint32_t dw_match_spectators(const dw_match *match);
/* Bit s: the player in slot s is of that origin and has a body in the world. */
uint32_t dw_match_living_of(const dw_match *match, uint64_t origin);
/* The intruders whose eyes count for the player in that slot (bit s). */
uint32_t dw_match_eyes(const dw_match *match, uint32_t slot);
void dw_match_expire_drops(dw_match *match);
/* After a round: players who watched will play, rows of players who left go. */
void dw_match_seat_everybody(dw_match *match);
void dw_match_set_slot(dw_match *match, uint32_t slot, dw_slot_state state);
/* Frees the seat; during a round the roster keeps its row. */
void dw_match_vacate(dw_match *match, uint32_t slot);

/* match_roster.c */
/* Spectators whose origin has a living player see the match late from now on. */
void dw_match_part_showings(dw_match *match);

/* match_name.c: the name that the client on `own` goes by. It asks for `asked`, which is clean. */
void dw_match_choose_name(const dw_match *match, const dw_connection *own, const char *asked,
                          char out[DW_PLAYER_NAME_MAX + 1]);

/* match_report.c: each does nothing when the host is not told of this round. */
void dw_match_report_begin(dw_match *match);
void dw_match_report_tick(dw_match *match); /* After each step of the simulation. */
/* The player in that slot had a body, and leaves the seat during play. */
void dw_match_report_gone(dw_match *match, uint32_t slot);
void dw_match_report_end(dw_match *match, dw_outcome outcome, uint8_t winner);

/* match_standings.c */
bool dw_match_all_ready(const dw_match *match); /* Each player that is here, and at least one. */
void dw_match_forget_standing(dw_match *match, uint32_t slot); /* Another player has the seat. */
void dw_match_begin_detections(dw_match *match);               /* A round begins, */
void dw_match_note_detections(dw_match *match); /* after each step of the simulation, */
void dw_match_end_detections(dw_match *match, uint8_t winner); /* and when it is decided. */
void dw_match_tell_standings(dw_match *match);                 /* When they are due. */

/* match_vote.c */
void dw_match_run_vote(dw_match *match);

/* match_audience.c */
/* The clients that get one message. */
typedef struct dw_audience {
    uint32_t count;
    uint32_t tags[DW_MATCH_CLIENTS_MAX];
} dw_audience;
void dw_audience_join(dw_audience *to, const dw_connection *connection); /* If it is connected. */
void dw_audience_send(dw_match *match, const dw_audience *to, const dw_message *message);
void dw_match_send_one(dw_match *match, const dw_connection *connection, const dw_message *message);
void dw_match_send_players(dw_match *match, const dw_message *message);
/* To the spectators of one showing that have not had it by the other one; DW_SHOWINGS_MAX: to all
 * spectators. */
void dw_match_send_showing(dw_match *match, uint32_t showing, uint32_t tick,
                           const dw_message *message);
void dw_match_send_spectators(dw_match *match, const dw_message *message);
/* To spectators when they see this tick. */
void dw_match_feed(dw_match *match, const dw_message *message);
/* To the players, and to spectators when they see this tick. */
void dw_match_tell(dw_match *match, const dw_message *message);

/* match_chat.c */
/* To spectators too, without their delay. */
void dw_match_send_everybody(dw_match *match, const dw_message *message);
void dw_match_send_text(dw_match *match, const dw_connection *connection, const char *text);

/* match_mission.c; each does nothing in a heist. */
void dw_match_begin_mission(dw_match *match); /* A round is at its start, */
void dw_match_note_mission(dw_match *match);  /* after each step of the simulation, */
void dw_match_end_mission(dw_match *match, dw_outcome outcome); /* and when it is decided. */
void dw_match_tell_mission(dw_match *match); /* What is new, and to clients that have come. */
void dw_match_say_notice(dw_match *match, const char *speaker, const char *text);
/* It was sent to that showing. */
void dw_match_show_mission(dw_match *match, uint32_t showing, const dw_message *message);
/* To spectators that have come, as of their delay. */
void dw_match_send_shown_mission(dw_match *match, uint32_t showing, const dw_audience *to);
void dw_match_reset_mission_views(dw_match *match); /* Nobody knows anything. */

/* match_question.c; likewise. */
void dw_match_tell_question(dw_match *match);     /* What is new. */
void dw_match_withdraw_question(dw_match *match); /* Clients forget it. */
/* One that is open, to a client that has come. */
void dw_match_send_question(dw_match *match, const dw_connection *connection);
void dw_match_show_question(dw_match *match, uint32_t showing, const dw_message *message);
void dw_match_send_shown_question(dw_match *match, uint32_t showing, const dw_audience *to);

/* Devices that answer the use key because a trigger waits for them; 0 in a heist. */
dw_device_set dw_match_triggered_devices(const dw_match *match);

/* match_items.c */
void dw_match_forget_items(dw_match *match); /* The match is at its start on this map; */
void dw_match_find_items(dw_match *match);   /* after each step of the simulation; */
void dw_match_tell_items(dw_match *match);   /* to clients that have come. */
/* As of the mission above. */
void dw_match_show_item(dw_match *match, uint32_t showing, const dw_message *message);
void dw_match_send_shown_items(dw_match *match, uint32_t showing, const dw_audience *to);

/* match_events.c */
void dw_match_send_events(dw_match *match);
void dw_match_send_round(dw_match *match);
void dw_match_feed_spectators(dw_match *match); /* Sends what is due by now. */

/* match_sounds.c */
void dw_match_send_sounds(dw_match *match); /* After each step of the simulation. */

/* match_minds.c */
void dw_match_record_minds(dw_match *match); /* For spectators, if there are any. */

/* match_snapshot.c */
dw_interest_scene *dw_match_scene(dw_match *match);
void dw_match_record_for_spectators(dw_match *match);
void dw_match_quiet_snapshot(dw_match *match, dw_snapshot *out);
void dw_match_acknowledge(dw_match *match, uint32_t index, dw_connection *connection,
                          uint32_t tick);

/* match_playback.c; with `config.playback` alone. */
DW_MUST_USE dw_status dw_match_begin_playback(dw_match *match, dw_error *error);
void dw_match_step_playback(dw_match *match);

/* match_views.c */
/* DW_PLAYBACK_VIEW_*: what that spectator is shown. */
uint8_t dw_match_view_of(const dw_match *match, uint32_t spectator);
/* Whether that spectator is not sent the message: for its view, or as it lacks the map. */
bool dw_match_withholds(dw_match *match, uint32_t spectator, const dw_message *message);

/* match_kinds.c */
uint64_t dw_match_other_kinds(const dw_match *match); /* For match->other_kinds. */
/* Tells the client at `index` of the guards of `shown` whose kind it does not know yet. */
void dw_match_send_kinds(dw_match *match, uint32_t index, dw_connection *connection,
                         const dw_snapshot *shown);

#endif
