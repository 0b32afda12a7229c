/* map.h - what a map is: rooms, walls, furniture, doors, spawns, items, exit, patrols.
 * Owns: the shape of a loaded map and the spatial index over it. A dw_map is built once (by
 * map_load.h from a Tiled file, or by protocol/public_map.h from what a server sent), lies in one
 * arena, and is read-only from then on: any number of matches and threads share it.
 * Does not know: where bodies are. Callers pass the state of doors.
 *
 * Indices (rooms, furniture, doors, ...) are positions in file order and stand for the thing on the
 * wire, in replays and in hashes. DW_NONE means "no such thing". Units: fixed.h. */
#ifndef DW_WORLD_MAP_H
#define DW_WORLD_MAP_H

#include "common/base/arena.h"
#include "common/world/floor.h"
#include "common/world/geometry.h"
#include "common/world/state.h"

enum {
    DW_NAME_SIZE = 32, /* Names of things, with the zero. */
    DW_ROOMS_MAX = 256,
    DW_DOORS_MAX = 512,
    DW_FURNITURE_MAX = 1024,
    DW_INTRUDERS_MAX = 16,
    DW_SPAWNS_MAX = DW_INTRUDERS_MAX,
    DW_GUARDS_MAX = 64,
    DW_KINDS_MAX = 16,      /* Of the guards of a map, kind `guard` among them. */
    DW_OVERRIDES_MAX = 128, /* Of single fields of kinds by guards of a map. */
    DW_ITEMS_MAX = 8,
    DW_DEVICES_MAX = 32, /* The state of all of them is one word. */
    DW_AREAS_MAX = 32,
    DW_PERSONS_MAX = 2,
    DW_PATROL_STOPS_MAX = 64,
    DW_LAMPS_MAX = 128,
    DW_SWITCHES_MAX = 32,                 /* The state of all of them is one word (light.h). */
    DW_LOCKS_MAX = 32,                    /* Likewise (lock.h). */
    DW_BODY_SIZE = 500 * DW_UNITS_PER_MM, /* Side of the square that every body is. */
    DW_BODY_HALF = DW_BODY_SIZE / 2,
    DW_PIXEL_UNITS = 10 * DW_UNITS_PER_MM, /* One Tiled pixel is 10 mm. */
    DW_MAP_SIDE_MAX = 200 * 1000 * DW_UNITS_PER_MM,
    DW_NONE = 0xffff
};

typedef enum dw_room_kind { DW_ROOM_PLAIN, DW_ROOM_CORRIDOR, DW_ROOM_KIND_COUNT } dw_room_kind;

/* What a piece of furniture looks like; only its rectangle and height count for the rules. */
/* clang-format off */
#define DW_FURNITURE_KINDS(X) \
    X(BLOCK, "block") \
    X(TABLE, "table") \
    X(DESK, "desk") \
    X(BED, "bed") \
    X(SOFA, "sofa") \
    X(CHAIR, "chair") \
    X(SHELF, "shelf") \
    X(CABINET, "cabinet") \
    X(CRATE, "crate") \
    X(PLANT, "plant") \
    X(PIANO, "piano") \
    X(DISPLAY, "display") \
    X(STATUE, "statue") \
    X(COUNTER, "counter") \
    X(BATH, "bath")
/* clang-format on */
typedef enum dw_furniture_kind {
#define DW_FURNITURE_ENUM(name, text) DW_FURNITURE_##name,
    DW_FURNITURE_KINDS(DW_FURNITURE_ENUM)
#undef DW_FURNITURE_ENUM
        DW_FURNITURE_KIND_COUNT
} dw_furniture_kind;

const char *dw_furniture_kind_name(dw_furniture_kind kind);

typedef struct dw_room {
    dw_rect area; /* Wall to wall, the walls included; rooms never overlap. */
    char name[DW_NAME_SIZE];
    uint8_t kind;  /* dw_room_kind */
    uint8_t floor; /* dw_floor */
    uint8_t light; /* 0 .. 100 without any lamp. */
    bool balcony;  /* Left out of the map's bounding box (server/RULES.md 3.6). */
    bool jams;     /* No radio here (server/RULES.md 4.62). Clients are not told. */
    bool board;    /* Guards leave reports here (server/RULES.md 4.90). Clients are not told. */
    uint16_t door_count;
    const uint16_t *doors; /* Indices of the doors of this room, ascending. */
    uint16_t lamp_count;
    const uint16_t *lamps; /* Indices of the lamps that can light it, also from other rooms. */
} dw_room;

typedef struct dw_furniture {
    dw_rect area;
    uint16_t height; /* 0 .. 1000: thousandths of the height of a wall. */
    uint16_t room;
    uint8_t kind; /* dw_furniture_kind */
} dw_furniture;

enum {
    DW_HEIGHT_HIDES_STANDING = 700, /* Above this it hides every body. */
    DW_HEIGHT_HIDES_CROUCHING = 300 /* From this on it hides an intruder that crouches. */
};

typedef struct dw_door_half {
    dw_rect area; /* The opening in this room's half of the wall. */
    dw_vec point; /* Where a body stands in this half: the middle of `area`. */
    uint16_t room;
} dw_door_half;

typedef struct dw_door {
    dw_door_half half[2];
    dw_rect doorway; /* Both halves together. */
    uint8_t leaf;    /* Which half holds the leaf; closed, the leaf fills that half's area. */
    bool starts_open;
    bool circular;       /* Without it its two rooms are still connected; computed by the loader. */
    bool passes_along_x; /* True when one walks through in the x direction. */
    bool sealed;         /* Guards have no key of its lock. Clients are not told. */
    uint8_t lock;        /* 1 + the number of its lock; 0: it has none. */
    char name[DW_NAME_SIZE];
} dw_door;

enum { DW_LAMP_RANGE_MIN = 100 * DW_UNITS_PER_MM, DW_LAMP_RANGE_MAX = 50000 * DW_UNITS_PER_MM };

/* A fixed light. It shines all round and fades with the distance (light.h). */
typedef struct dw_lamp {
    dw_vec position;
    int32_t range; /* Units: it gives no light from there on. */
    uint16_t room;
    uint16_t wall_switch; /* Index of its switch, or DW_NONE: it stays as it starts. */
    uint8_t level;        /* 1 .. 100, of the light at the lamp. */
    bool starts_on;
} dw_lamp;

/* The switches that stand otherwise than at the start of a round: bit i is switch i. */
typedef uint32_t dw_switch_set;
_Static_assert(DW_SWITCHES_MAX <= 32, "a bit for each switch");

/* A bit for each lock of a map. */
typedef uint32_t dw_lock_set;
_Static_assert(DW_LOCKS_MAX <= 32, "a bit for each lock");

/* A switch on a wall: the use key works all its lamps at once. */
typedef struct dw_wall_switch {
    dw_rect area;
    uint16_t room;
    char name[DW_NAME_SIZE];
} dw_wall_switch;

typedef struct dw_guard_post {
    dw_vec spawn;
    uint16_t heading_bam;
    uint16_t patrol; /* Index in dw_map.patrols. */
    uint8_t kind;    /* Index in dw_map.kinds. */
    char name[DW_NAME_SIZE];
    char brain[DW_NAME_SIZE];   /* Its name, which server/mind knows and checks; "" = not said. */
    char handler[DW_NAME_SIZE]; /* Of a dog: the guard that it keeps near; "" = none. */
} dw_guard_post;

/* One field of a kind (dw_kind_fields in kind.h) that a guard has otherwise. */
typedef struct dw_kind_override {
    uint16_t field;
    int32_t value;
} dw_kind_override;

/* A kind that guards of the map are of. */
typedef struct dw_map_kind {
    char name[DW_NAME_SIZE];  /* The file is maps/kinds/NAME.json. */
    char guard[DW_NAME_SIZE]; /* The first guard with these overrides; "": as its file says. */
    uint16_t first_override;  /* In dw_map.overrides. */
    uint16_t override_count;
} dw_map_kind;

/* A guard's cycle of rooms, in order; after the last comes the first. */
typedef struct dw_patrol {
    char name[DW_NAME_SIZE];
    uint16_t stop_count;
    uint16_t stops[DW_PATROL_STOPS_MAX]; /* Room indices. */
} dw_patrol;

/* Something that an intruder can carry. Of a hidden one a public map has a blank (plan.h). */
typedef struct dw_item_spot {
    dw_rect area; /* Where the item lies at the start. */
    uint16_t room;
    uint16_t furniture; /* What it lies on, ignored for reach; DW_NONE on the floor. */
    uint8_t kind;       /* dw_item_kind */
    uint8_t opens;      /* 1 + the number of the lock that this key opens; 0: it is no key. */
    bool large;         /* Takes both hands (hands.h); an objective always does. */
    bool hidden;        /* Not on the plan of the house; an objective never is. */
    char name[DW_NAME_SIZE];
} dw_item_spot;

/* Nothing is known of the item but that there is one. Whole maps have none of these. */
static inline bool dw_item_is_blank(const dw_item_spot *item)
{
    return item->hidden && item->name[0] == '\0';
}

/* What a device looks like. */
/* clang-format off */
#define DW_DEVICE_KINDS(X) \
    X(TERMINAL, "terminal") \
    X(FUSE_BOX, "fuse box") \
    X(PANEL, "panel") \
    X(BELL, "bell") \
    X(WINDOW, "window") \
    X(SAFE, "safe")
/* clang-format on */
typedef enum dw_device_kind {
#define DW_DEVICE_ENUM(name, text) DW_DEVICE_##name,
    DW_DEVICE_KINDS(DW_DEVICE_ENUM)
#undef DW_DEVICE_ENUM
        DW_DEVICE_KIND_COUNT
} dw_device_kind;

const char *dw_device_kind_name(dw_device_kind kind);

/* Something that a mission has intruders use or scan. */
typedef struct dw_map_device {
    dw_rect area;
    uint16_t room;
    uint16_t furniture; /* As for an item. */
    uint8_t kind;       /* dw_device_kind */
    char name[DW_NAME_SIZE];
} dw_map_device;

/* A bit for each device of a map. */
typedef uint32_t dw_device_set;
_Static_assert(DW_DEVICES_MAX <= 32, "a bit for each device");

/* A place that missions speak of. Clients are not told. */
typedef struct dw_area {
    dw_rect area;
    char name[DW_NAME_SIZE];
} dw_area;

/* A person that intruders lead through the house in a mission. Clients are not told. */
typedef struct dw_person_spot {
    dw_vec spawn;
    char name[DW_NAME_SIZE];
} dw_person_spot;

/* The open doors, one bit a door. */
typedef struct dw_door_set {
    uint64_t bits[DW_DOORS_MAX / 64];
} dw_door_set;

static inline bool dw_door_set_has(const dw_door_set *set, uint32_t door)
{
    return (set->bits[door / 64] >> (door % 64) & 1) != 0;
}

static inline void dw_door_set_put(dw_door_set *set, uint32_t door, bool in)
{
    const uint64_t bit = UINT64_C(1) << (door % 64);
    set->bits[door / 64] = in ? set->bits[door / 64] | bit : set->bits[door / 64] & ~bit;
}

/* The spatial index is the business of solid_index.h alone. */
typedef struct dw_solid_index dw_solid_index;

typedef struct dw_map {
    char name[DW_NAME_SIZE];      /* File name without folder and suffix. */
    char title[DW_NAME_SIZE * 2]; /* For people; the name when the file gives none. */
    dw_rect bounds;               /* Of all rooms. */
    bool slow_floors;             /* The floor of a room slows bodies down (floor.h). */
    int32_t wall_half;            /* Units; server/RULES.md 1.8. */
    int64_t sight_scale; /* D of server/RULES.md 3.6: half the diagonal of the bounding box of
                            the rooms that are no balconies, in units, rounded down. */
    uint16_t room_count, furniture_count, door_count, wall_count;
    uint16_t spawn_count, guard_count, patrol_count, item_count, lamp_count, switch_count;
    uint16_t device_count, area_count, lock_count, person_count;
    dw_lock_set unlocked_at_start; /* Locks of doors that start open. */
    const dw_room *rooms;
    const dw_furniture *furniture;
    const dw_door *doors;
    const dw_rect *walls; /* Made by the loader from rooms and doors. */
    const dw_lamp *lamps;
    const dw_wall_switch *switches;
    const dw_map_device *devices;
    const dw_area *areas;        /* 0 of them in a public map. */
    const dw_vec *spawns;        /* Of intruders. */
    uint16_t intruders_max;      /* How many the map is made for: at most spawn_count. */
    const dw_guard_post *guards; /* 0 of them in a public map. */
    const dw_patrol *patrols;    /* 0 of them in a public map. */
    /* Kinds of the guards. The first is `guard` without overrides, in each map. */
    uint16_t kind_count, override_count;
    dw_map_kind kinds[DW_KINDS_MAX];
    dw_kind_override overrides[DW_OVERRIDES_MAX];
    dw_item_spot items[DW_ITEMS_MAX];       /* At least one of them is an objective. */
    dw_person_spot persons[DW_PERSONS_MAX]; /* 0 of them in a public map. */
    dw_rect exit;
    uint16_t exit_room;
    const dw_solid_index *index;
} dw_map;

/* A person that players lead has a body like theirs, with a slot that no player of the map has. */
static inline bool dw_slot_is_person(const dw_map *map, uint8_t slot)
{
    return slot != DW_SLOT_NONE && slot >= map->intruders_max;
}

/* Finishes a map. `parts` has name, title, wall_half, rooms, furniture (but for `room`), doors (but
 * for `doorway`, `point`, `circular`, `passes_along_x` and the halves' `room`), lamps and switches
 * (but for their `room`), spawns, persons, intruders_max, guards, patrols, items and devices (name,
 * kind, area, large, opens, hidden), lock_count and locks of doors, areas and exit filled in by a
 * reader, in arrays that the caller owns and may drop afterwards. Whatever else is in it is worked
 * out anew.
 *
 * Checks them (limits, overlaps, doors that fit their rooms, everything reachable, nothing in
 * something solid: server/RULES.md 1.11 and 1.12), makes walls, room lists, `circular` and the
 * index, and puts the finished map into `arena`. The error names the object and what is wrong;
 * callers add the file name. Used by both readers, so that a map off the wire is held to the same
 * rules as one off the disk. A public map (no guards) is as valid as a full one. */
DW_MUST_USE dw_status dw_map_build(const dw_map **out, dw_arena *arena, const dw_map *parts,
                                   dw_error *error);

/* Arena bytes that the largest map needs. */
enum { DW_MAP_ARENA_BYTES = 16 << 20 };

/* The room whose half-open rectangle holds `p`, or DW_NONE. O(1) by the index. */
uint16_t dw_map_room_at(const dw_map *map, dw_vec p);

/* What is left of a speed on the floor of `room` (which may be DW_NONE: all of it), rounded down.
 */
static inline int32_t dw_map_floor_speed(const dw_map *map, uint16_t room, int32_t speed_mm_s)
{
    if (room >= map->room_count) {
        return speed_mm_s;
    }
    return speed_mm_s * dw_floor_speed_percent((dw_floor)map->rooms[room].floor) / 100;
}

/* The index of the first objective; each map has one. */
static inline uint16_t dw_map_objective(const dw_map *map)
{
    uint16_t i = 0;
    while (i + 1 < map->item_count && map->items[i].kind != DW_ITEM_OBJECTIVE) {
        i++;
    }
    return i;
}

/* The room with the board, or DW_NONE. */
static inline uint16_t dw_map_board(const dw_map *map)
{
    uint16_t room = 0;
    while (room < map->room_count && !map->rooms[room].board) {
        room++;
    }
    return room < map->room_count ? room : (uint16_t)DW_NONE;
}

/* Loaded state may hold any number: these say which are an index of the map, or DW_NONE. */
static inline bool dw_is_room_or_none(const dw_map *map, uint16_t room)
{
    return room < map->room_count || room == DW_NONE;
}

static inline bool dw_is_door_or_none(const dw_map *map, uint16_t door)
{
    return door < map->door_count || door == DW_NONE;
}

/* All switches of the map. */
static inline dw_switch_set dw_map_switches(const dw_map *map)
{
    return (dw_switch_set)((UINT64_C(1) << map->switch_count) - 1);
}

/* The doors as they stand at the start of a round. */
dw_door_set dw_map_doors_at_start(const dw_map *map);

/* The room behind `door` as seen from `room` (which must be one of its two). */
static inline uint16_t dw_door_other_room(const dw_door *door, uint16_t room)
{
    return door->half[0].room == room ? door->half[1].room : door->half[0].room;
}

#endif
