/* mission.h - what the intruders of a round have to do, as data: parts in their order, triggers
 * with their actions, points. The file maps/missions/NAME.json holds a mission (maps/MISSIONS.md).
 * Owns: the shape of a loaded mission. It names things of one map by their index, is read-only, and
 * is shared by any number of matches. Knows nothing of how far a round has come
 * (server/sim/mission_state.h). Pure.
 *
 * Ticks are those of the world, 60 a second; places are rectangles of the map, in units. */
#ifndef DW_WORLD_MISSION_H
#define DW_WORLD_MISSION_H

#include "common/world/map.h"

enum {
    DW_PARTS_MAX = 16,
    DW_TRIGGERS_MAX = 32,
    DW_ACTIONS_MAX = 96,       /* Of all triggers and segments together, lines too. */
    DW_MISSION_TEXTS_MAX = 48, /* Lines of the briefing, and what is said. */
    DW_BRIEFING_MAX = 8,
    DW_ARRIVALS_MAX = 16,       /* Guards that come later. */
    DW_MISSION_TEXT_SIZE = 128, /* With the zero. */
    DW_MISSION_SECONDS_MAX = 24 * 3600,
    DW_SCAN_TICKS = 3 * 60, /* For how long the use key is held at a device. */
    DW_TALK_MAX = 16,       /* Lines that wait to be said. */
    DW_SEGMENTS_MAX = 16,   /* Of conversation; */
    DW_LINES_MAX = 8,       /* and lines of one. */
    DW_OPTIONS_MIN = 2,     /* That a question leaves its players; */
    DW_OPTIONS_MAX = 4,
    DW_OPTION_TEXT_SIZE = 64,    /* with the zero. */
    DW_QUESTION_SECONDS_MIN = 5, /* How long a question can be open; */
    DW_QUESTION_SECONDS = 15,    /* and is, unless the file says otherwise. */
    DW_QUESTION_SECONDS_MAX = 60,
    DW_BELL_TICKS = 5 * 60, /* For how long a bell rings. */
    DW_ALARM_MAX = 3,
    DW_POINTS_MAX = 1000000000 /* Given by actions, in a round. */
};

/* What a kind of part, trigger or action names. */
enum {
    DW_NAMES_ITEM = 1,
    DW_NAMES_DEVICE = 2,
    DW_NAMES_PLACE = 4, /* A room, an area, or "exit". */
    DW_NAMES_PART = 8,
    DW_NAMES_DOOR = 16,
    DW_NAMES_ROOM = 32,
    DW_NAMES_GUARD = 64,
    DW_NAMES_PERSON = 128,
    DW_NAMES_SEGMENT = 256, /* Of conversation. */
    DW_NAMES_NUMBER = 512,
    DW_NAMES_SECONDS = 1024,
    DW_NAMES_SPEAKER = 2048,
    DW_NAMES_TEXT = 4096,
    DW_NAMES_OUTCOME = 8192 /* "won" or "lost". */
};

/* What intruders do in a part: identifier, word, what it names. */
/* clang-format off */
#define DW_PART_KINDS(X)                                                                           \
    X(TAKE, "take", DW_NAMES_ITEM)                           /* Somebody carries the item. */      \
    X(CARRY, "carry", DW_NAMES_ITEM | DW_NAMES_PLACE)        /* A carrier stands in the place. */  \
    X(REACH, "reach", DW_NAMES_PLACE)                        /* Somebody stands there. */          \
    X(SCAN, "scan", DW_NAMES_DEVICE)                         /* The key is held there. */          \
    X(USE, "use", DW_NAMES_DEVICE)                           /* The key is pressed there. */       \
    X(PLANT, "plant", DW_NAMES_ITEM | DW_NAMES_DEVICE)       /* As scan; the item stays there. */  \
    X(SURVIVE, "survive", DW_NAMES_SECONDS)                  /* Somebody is at large. */   \
    X(LEAVE, "leave", DW_NAMES_PLACE)                        /* All at large stand there. */       \
    X(ESCORT, "escort", DW_NAMES_PLACE | DW_NAMES_PERSON)    /* The person stands there. */

/* What a trigger waits for. It fires in the tick in which that becomes so. */
#define DW_TRIGGER_KINDS(X)                                                                        \
    X(ENTER, "enter", DW_NAMES_PLACE)    /* The first intruder is in the place. */                 \
    X(LEAVE, "leave", DW_NAMES_PLACE)    /* The last one has left it. */                           \
    X(TAKE, "take", DW_NAMES_ITEM)                                                                 \
    X(DROP, "drop", DW_NAMES_ITEM)                                                                 \
    X(USE, "use", DW_NAMES_DEVICE)       /* By a part, else by a press. */                         \
    X(DONE, "done", DW_NAMES_PART)                                                                 \
    X(FAILED, "failed", DW_NAMES_PART)                                                             \
    X(SPOTTED, "spotted", DW_NAMES_PERSON) /* This person, by some guard. */                       \
    X(DETECTED, "detected", 0)           /* Some intruder, by some guard. */                       \
    X(ALARM, "alarm", DW_NAMES_NUMBER)   /* The alarm has come to this level. */                   \
    X(CAUGHT, "caught", DW_NAMES_NUMBER) /* This number of intruders is caught. */                       \
    X(TIME, "time", DW_NAMES_SECONDS)    /* The round has this age. */                                \
    X(COUNT, "count", DW_NAMES_NUMBER)   /* This number of parts is done. */

#define DW_ACTION_KINDS(X)                                                                         \
    X(SAY, "say", DW_NAMES_TEXT)                                                                   \
    X(TALK, "talk", DW_NAMES_SPEAKER | DW_NAMES_TEXT)       /* After the lines before it. */       \
    X(OPEN, "open", DW_NAMES_DOOR)                                                                 \
    X(CLOSE, "close", DW_NAMES_DOOR)                        /* Unless a body keeps it open. */     \
    X(LOCK, "lock", DW_NAMES_DOOR)                          /* And closes it, likewise. */         \
    X(UNLOCK, "unlock", DW_NAMES_DOOR)                                                             \
    X(BELL, "bell", DW_NAMES_DEVICE)                        /* Rings for a while. */               \
    X(LIGHT, "light", DW_NAMES_ROOM | DW_NAMES_NUMBER)      /* Its switches: 0 off, else on. */    \
    X(ALARM, "alarm", DW_NAMES_NUMBER)                      /* All guards; it never falls. */      \
    X(SPAWN, "spawn", DW_NAMES_GUARD)                                                              \
    X(REINFORCE, "reinforce", DW_NAMES_GUARD | DW_NAMES_SECONDS)                                   \
    X(PART, "part", DW_NAMES_PART)                          /* Opens it, whatever comes before. */ \
    X(COMPLETE, "complete", DW_NAMES_PART)                                                         \
    X(FAIL, "fail", DW_NAMES_PART)                                                                 \
    X(GIVE, "give", DW_NAMES_NUMBER)                        /* Points. */                          \
    X(END, "end", DW_NAMES_OUTCOME)                                                                \
    X(CONVERSE, "converse", DW_NAMES_SEGMENT)               /* Its lines wait as those of talk. */
/* clang-format on */

#define DW_MISSION_ENUM_PART(name, word, names)    DW_PART_##name,
#define DW_MISSION_ENUM_TRIGGER(name, word, names) DW_TRIGGER_##name,
#define DW_MISSION_ENUM_ACTION(name, word, names)  DW_ACTION_##name,
typedef enum dw_part_kind { DW_PART_KINDS(DW_MISSION_ENUM_PART) DW_PART_KIND_COUNT } dw_part_kind;
typedef enum dw_trigger_kind {
    DW_TRIGGER_KINDS(DW_MISSION_ENUM_TRIGGER) DW_TRIGGER_KIND_COUNT
} dw_trigger_kind;
typedef enum dw_action_kind {
    DW_ACTION_KINDS(DW_MISSION_ENUM_ACTION) DW_ACTION_KIND_COUNT
} dw_action_kind;
#undef DW_MISSION_ENUM_PART
#undef DW_MISSION_ENUM_TRIGGER
#undef DW_MISSION_ENUM_ACTION

/* A row of one of the three tables. */
typedef struct dw_mission_word {
    const char *word;
    uint32_t names; /* DW_NAMES_ bits, in the order in which a file gives them. */
} dw_mission_word;
extern const dw_mission_word dw_part_words[DW_PART_KIND_COUNT];
extern const dw_mission_word dw_trigger_words[DW_TRIGGER_KIND_COUNT];
extern const dw_mission_word dw_action_words[DW_ACTION_KIND_COUNT];

/* What a part, trigger or action names; what its kind does not name is 0. */
typedef struct dw_mission_names {
    uint16_t item, device, part, door, room, person, segment;
    uint16_t speaker, text; /* Indices in dw_mission.texts. */
    uint16_t arrival;       /* Index in dw_mission.arrivals. */
    dw_rect place;
    int32_t number;
    uint32_t ticks;
    bool won; /* Of "end". */
} dw_mission_names;

/* How far a part has come. The wire sends the number. */
typedef enum dw_part_state {
    DW_PART_HIDDEN, /* Others have to be done first; nobody is told of it. */
    DW_PART_OPEN,
    DW_PART_DONE,
    DW_PART_FAILED,
    DW_PART_STATE_COUNT
} dw_part_state;

typedef struct dw_part {
    uint8_t kind; /* dw_part_kind */
    bool optional;
    uint32_t after; /* Bit p: part p is done before this one opens. */
    dw_mission_names names;
    char id[DW_NAME_SIZE];
    char text[DW_MISSION_TEXT_SIZE]; /* For people. */
} dw_part;

typedef struct dw_trigger {
    uint8_t kind; /* dw_trigger_kind */
    bool once;    /* A trigger without it fires each time. */
    uint8_t first_action, action_count;
    dw_mission_names names;
} dw_trigger;

typedef struct dw_mission_action {
    uint8_t kind; /* dw_action_kind */
    uint8_t asks; /* Of a line: 1 + the segment whose question opens with it, or 0. */
    dw_mission_names names;
} dw_mission_action;

/* What players can answer to a question, and what it leads to. */
typedef struct dw_mission_option {
    uint8_t first_action, action_count; /* Perhaps none. */
    char text[DW_OPTION_TEXT_SIZE];
} dw_mission_option;

/* A piece of conversation: lines one after the other. With options the last line is a question. */
typedef struct dw_mission_segment {
    uint8_t first_line, line_count; /* Actions of kind TALK. */
    uint8_t option_count;           /* 0: it asks nothing. */
    uint8_t silence;                /* The option that holds when nobody answers. */
    uint16_t ticks;                 /* For how long the question is open. */
    dw_mission_option options[DW_OPTIONS_MAX];
    char id[DW_NAME_SIZE];
} dw_mission_segment;

/* Points of the team: name, default, lowest, highest, for what. */
#define DW_MISSION_SCORE_FIELDS(X)                                                                 \
    X(won, 1000, -100000, 100000, "for a mission that is won")                                     \
    X(part, 100, -100000, 100000, "for each part that is done and had to be")                      \
    X(optional, 150, -100000, 100000, "for each optional part that is done")                       \
    X(unseen, 300, -100000, 100000, "when no guard has detected anybody, and the mission is won")  \
    X(second, -1, -1000, 1000, "for each second")
typedef struct dw_mission_score {
#define DW_MISSION_SCORE_FIELD(name, initial, low, high, text) int32_t name;
    DW_MISSION_SCORE_FIELDS(DW_MISSION_SCORE_FIELD)
#undef DW_MISSION_SCORE_FIELD
} dw_mission_score;

typedef struct dw_mission {
    char name[DW_NAME_SIZE]; /* Of the file. */
    char map[DW_NAME_SIZE];
    char title[2 * DW_NAME_SIZE];
    uint16_t players_min, players_max;
    uint32_t time_limit_ticks; /* Never 0: each mission ends. */
    uint8_t part_count, trigger_count, action_count, text_count, briefing_count, arrival_count,
        segment_count;
    dw_mission_score score;
    dw_part parts[DW_PARTS_MAX];
    dw_trigger triggers[DW_TRIGGERS_MAX];
    dw_mission_action actions[DW_ACTIONS_MAX];
    dw_mission_segment segments[DW_SEGMENTS_MAX];
    char texts[DW_MISSION_TEXTS_MAX][DW_MISSION_TEXT_SIZE]; /* The briefing comes first. */
    uint8_t arrivals[DW_ARRIVALS_MAX]; /* Guards of the map that begin dormant. */
    uint8_t persons;                   /* Bit p: it names person p of the map, who is there. */
    uint8_t spawn_count;               /* 0: players begin where the map says. */
    dw_vec spawns[DW_SPAWNS_MAX];
} dw_mission;

enum { DW_MISSION_FILE_BYTES_MAX = 64 << 10 };

/* Whether any segment of it ends in a question. */
static inline bool dw_mission_asks(const dw_mission *mission)
{
    bool asks = false;
    for (uint32_t i = 0; i < mission->segment_count; i++) {
        asks = asks || mission->segments[i].option_count > 0;
    }
    return asks;
}

/* A mission file for that map. The error starts with `name` and says which part or trigger is
 * wrong, and why. `out` is written only on success. Cost: jansson's heap, given back. */
DW_MUST_USE dw_status dw_mission_load(dw_mission *out, const char *name, const dw_map *map,
                                      const uint8_t *bytes, size_t size, dw_error *error);

/* Only the name of the map that a mission file is for, and its title, which may be NULL. */
DW_MUST_USE dw_status dw_mission_read_head(char map[DW_NAME_SIZE], char title[2 * DW_NAME_SIZE],
                                           const char *name, const uint8_t *bytes, size_t size,
                                           dw_error *error);

#endif
