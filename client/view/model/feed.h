/* feed.h - recent events as text: guards' barks, the radio log, notices, chat.
 * Owns: the newest lines with their times. Pure: events and time go in, lines come out; the HUD
 * draws them. */
#ifndef DW_VIEW_FEED_H
#define DW_VIEW_FEED_H

#include "client/core/mission.h"
#include "common/world/map.h"
#include "common/world/sign.h"
#include "protocol/message.h"

enum { DW_FEED_LINES = 8, DW_FEED_TEXT = 224, DW_FEED_BUBBLES = 32 };
enum { DW_BUBBLE_TAKES = 4 /* From this kind on a guard says what it takes on. */ };

typedef enum dw_feed_tone {
    DW_TONE_PLAIN,
    DW_TONE_GOOD,
    DW_TONE_BAD,
    DW_TONE_RADIO,
    DW_TONE_CHAT
} dw_feed_tone;

typedef struct dw_feed_line {
    char text[DW_FEED_TEXT];
    uint8_t tone;  /* dw_feed_tone */
    uint8_t slot;  /* With CHAT: the speaker's; else DW_SLOT_NONE. */
    uint8_t times; /* Equal lines in a row: three intruders in a room are three reports. */
    double born;   /* Seconds. */
} dw_feed_line;

typedef struct dw_bubble {
    uint8_t body; /* 0 = free. */
    uint8_t kind; /* What BARK's b says. */
    double born;
} dw_bubble;

/* A sign or a ping of the team, and when it came. */
typedef struct dw_feed_signal {
    uint32_t tick;   /* Of the signal; 0 = none. */
    uint8_t sign;    /* dw_sign; NONE: a ping. */
    dw_vec position; /* Of a ping. */
    double born;
} dw_feed_signal;

typedef struct dw_feed {
    dw_feed_line radio[DW_FEED_LINES]; /* Radio log and notices; newest last. */
    uint32_t radio_count;
    dw_feed_line chat[DW_FEED_LINES];
    uint32_t chat_count;
    dw_bubble bubbles[DW_FEED_BUBBLES];
    dw_feed_signal signs[DW_INTRUDERS_MAX]; /* By sender, the newest. */
    dw_feed_signal pings[DW_INTRUDERS_MAX];
    char notice[DW_FEED_TEXT]; /* The one big line in the middle. */
    uint8_t notice_tone;
    double notice_born;
} dw_feed;

void dw_feed_reset(dw_feed *feed); /* At the start of a round: chat stays. */

/* Adds what an event means to this client. `own_slot` may be DW_SLOT_NONE; `round` and `mission`
 * may be NULL. */
void dw_feed_event(dw_feed *feed, const dw_client_event *event, const dw_map *map,
                   const dw_round *round, const dw_client_mission *mission, uint8_t own_slot,
                   double now);
/* That the guard of that look has detected this person, and whether lamps or a torch helped it. */
void dw_feed_detected(dw_feed *feed, const char *kind, dw_kind_look look, bool lit, double now);
void dw_feed_chat(dw_feed *feed, const dw_chat_line *line, double now);
/* Takes in the team's signals that are new, each with a line in the chat. Those of the slots in
 * `muted` (bit s) are not shown. `round` may be NULL. */
void dw_feed_signals(dw_feed *feed, const dw_signals *signals, uint32_t muted, const dw_map *map,
                     const dw_round *round, double now);
/* The opacity of a sign or ping: it is shown for 5 s. */
float dw_feed_signal_strength(const dw_feed_signal *signal, double now);
/* A line to this person alone, in the chat. */
void dw_feed_note(dw_feed *feed, const char *text, double now);
/* Removes the lines of that speaker. */
void dw_feed_hide_chat(dw_feed *feed, const char *name);
void dw_feed_notice(dw_feed *feed, dw_feed_tone tone, double now, const char *text);

/* The opacity, 1 .. 0, of something born at `born` that lasts `lasts_s`. */
float dw_feed_strength(double born, double now, double lasts_s);

/* What a guard that looks like that says; empty for what does not speak. */
const char *dw_bubble_text(uint8_t kind, dw_kind_look look);

#endif
