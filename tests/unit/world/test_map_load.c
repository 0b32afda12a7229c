#include "common/base/check.h"
#include "common/world/map_load.h"
#include "source_dir.h"
#include "tests/support/test.h"

#include <stdlib.h>

/* A map as Tiled writes it, piece by piece, so that a test can put one piece wrong. */
#define HEAD(properties)                                                                           \
    "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"infinite\":false,"    \
    "\"width\":20,\"height\":10,\"tilewidth\":50,\"tileheight\":50," properties "\"layers\":["
#define LAYER "{\"type\":\"objectgroup\",\"name\":\"objects\",\"objects\":["
#define TAIL  "]}]}"
#define RECT(x, y, w, h)                                                                           \
    "\"x\":" #x ",\"y\":" #y ",\"width\":" #w ",\"height\":" #h ",\"rotation\":0,\"visible\":true"
#define TEXT_PROPERTY(name, value)                                                                 \
    "{\"name\":\"" name "\",\"type\":\"string\",\"value\":\"" value "\"}"
#define BOOL_PROPERTY(name, value)  "{\"name\":\"" name "\",\"type\":\"bool\",\"value\":" value "}"
#define FLOAT_PROPERTY(name, value) "{\"name\":\"" name "\",\"type\":\"float\",\"value\":" value "}"
#define INT_PROPERTY(name, value)   "{\"name\":\"" name "\",\"type\":\"int\",\"value\":" value "}"
#define OBJECT(id, class, name, shape, properties)                                                 \
    "{\"id\":" #id ",\"type\":\"" class "\",\"name\":\"" name "\"," shape                          \
                                        ",\"properties\":[" properties "]}"

#define HALL  OBJECT(1, "room", "hall", RECT(0, 0, 600, 400), TEXT_PROPERTY("floor", "stone"))
#define STUDY OBJECT(2, "room", "study", RECT(600, 0, 400, 400), TEXT_PROPERTY("kind", "corridor"))
#define HALF_A                                                                                     \
    OBJECT(3, "door_half", "", RECT(590, 150, 10, 100),                                            \
           TEXT_PROPERTY("door", "d") "," BOOL_PROPERTY("leaf", "true"))
#define HALF_B                                                                                     \
    OBJECT(4, "door_half", "", RECT(600, 150, 10, 100),                                            \
           TEXT_PROPERTY("door", "d") "," BOOL_PROPERTY("starts_open", "true"))
#define DESK                                                                                       \
    OBJECT(5, "furniture", "", RECT(800, 50, 120, 60),                                             \
           FLOAT_PROPERTY("height", "0.7") "," TEXT_PROPERTY("kind", "desk"))
#define PAPERS OBJECT(6, "objective", "papers", RECT(850, 70, 20, 20), "")
#define SPAWN  OBJECT(7, "spawn", "", RECT(100, 200, 0, 0) ",\"point\":true", "")
#define SPAWN2 OBJECT(8, "spawn", "", RECT(75, 75, 50, 50), "")
#define GUARD                                                                                      \
    OBJECT(9, "guard", "ann", RECT(800, 300, 0, 0) ",\"point\":true",                              \
           TEXT_PROPERTY("patrol", "round") "," INT_PROPERTY("heading", "90"))
#define PATROL                                                                                     \
    OBJECT(10, "patrol", "round", RECT(0, 0, 0, 0) ",\"polyline\":[]",                             \
           TEXT_PROPERTY("rooms", "hall, study ,hall"))
#define REST                                                                                       \
    "," STUDY "," HALF_A "," HALF_B "," DESK "," PAPERS "," SPAWN "," SPAWN2 "," GUARD "," PATROL
#define SOUND              HEAD("") LAYER HALL REST TAIL
/* The sound map and one more object. */
#define WITH(object)       HEAD("") LAYER HALL REST "," object TAIL
/* The sound map with properties of its own. */
#define TITLED(properties) HEAD("\"properties\":[" properties "],") LAYER HALL REST TAIL

typedef struct loaded {
    dw_arena arena;
    const dw_map *map;
    dw_status status;
    dw_error error;
} loaded;

static loaded load(const char *json)
{
    loaded l = {.map = NULL};
    assert_int_equal(dw_arena_create(&l.arena, DW_MAP_ARENA_BYTES), DW_OK);
    l.status = dw_map_load(&l.map, &l.arena, "maps/manor.tmj", (const uint8_t *)json, strlen(json),
                           &l.error);
    return l;
}

static void expect_refused(const char *json, const char *text)
{
    loaded l = load(json);
    assert_int_not_equal(l.status, DW_OK);
    assert_string_equal(l.error.text, text);
    assert_null(l.map);
    dw_arena_destroy(&l.arena);
}

static void a_map_of_tiled_is_read_whole(void **state)
{
    (void)state;
    loaded l = load(SOUND);
    assert_string_equal(l.error.text, "");
    assert_int_equal(l.status, DW_OK);
    const dw_map *map = l.map;
    assert_string_equal(map->name, "manor");
    assert_string_equal(map->title, "manor");
    assert_int_equal(map->wall_half, DW_MM(100));
    assert_int_equal(map->room_count, 2);
    assert_int_equal(map->rooms[0].floor, DW_FLOOR_STONE);
    assert_int_equal(map->rooms[1].kind, DW_ROOM_CORRIDOR);
    assert_int_equal(map->rooms[1].area.max.x, DW_MM(10000));
    assert_string_equal(map->doors[0].name, "d");
    assert_int_equal(map->doors[0].leaf, 0);
    assert_true(map->doors[0].starts_open);
    assert_int_equal(map->furniture[0].height, 700);
    assert_int_equal(map->furniture[0].kind, DW_FURNITURE_DESK);
    assert_string_equal(map->items[0].name, "papers");
    assert_int_equal(map->items[0].furniture, 0);
    assert_int_equal(map->spawn_count, 2);
    assert_int_equal(map->intruders_max, 2);
    assert_int_equal(map->spawns[1].x, DW_MM(1000));
    assert_int_equal(map->guards[0].heading_bam, DW_BAM_QUARTER);
    assert_int_equal(map->patrols[0].stop_count, 3);
    assert_int_equal(map->patrols[0].stops[1], 1);
    dw_arena_destroy(&l.arena);
}

#define LAMP(id, properties)                                                                       \
    OBJECT(id, "lamp", "", RECT(300, 200, 0, 0) ",\"point\":true", properties)
#define SWITCH(id, name) OBJECT(id, "switch", name, RECT(0, 100, 10, 20), "")

static void lamps_switches_and_the_light_of_rooms_are_read(void **state)
{
    (void)state;
    loaded l = load(WITH(
        LAMP(20, TEXT_PROPERTY("switch", "west") "," INT_PROPERTY("level", "80") "," INT_PROPERTY(
                     "range_mm",
                     "4000") "," BOOL_PROPERTY("starts_on",
                                               "false")) "," SWITCH(21, "west") "," LAMP(22, "")));
    assert_string_equal(l.error.text, "");
    const dw_map *map = l.map;
    assert_int_equal(map->rooms[0].light, 100);
    assert_int_equal(map->lamp_count, 2);
    assert_int_equal(map->switch_count, 1);
    assert_string_equal(map->switches[0].name, "west");
    assert_int_equal(map->switches[0].room, 0);
    assert_int_equal(map->lamps[0].wall_switch, 0);
    assert_int_equal(map->lamps[0].level, 80);
    assert_int_equal(map->lamps[0].range, DW_MM(4000));
    assert_int_equal(map->lamps[0].room, 0);
    assert_false(map->lamps[0].starts_on);
    assert_int_equal(map->lamps[1].wall_switch, DW_NONE);
    assert_int_equal(map->lamps[1].level, 100);
    assert_int_equal(map->lamps[1].range, DW_MM(5000));
    assert_true(map->lamps[1].starts_on);
    dw_arena_destroy(&l.arena);
    l = load(HEAD("") LAYER OBJECT(1, "room", "hall", RECT(0, 0, 600, 400),
                                   INT_PROPERTY("light", "15")) REST TAIL);
    assert_int_equal(l.map->rooms[0].light, 15);
    dw_arena_destroy(&l.arena);
    expect_refused(WITH(LAMP(20, TEXT_PROPERTY("switch", "nort"))),
                   "maps/manor.tmj: lamp 1: there is no switch \"nort\"");
    expect_refused(WITH(LAMP(20, INT_PROPERTY("level", "0"))),
                   "maps/manor.tmj: lamp (object 20): property \"level\" is 0, not in 1 .. 100");
    expect_refused(
        WITH(LAMP(20, INT_PROPERTY("range_mm", "99"))),
        "maps/manor.tmj: lamp (object 20): property \"range_mm\" is 99, not in 100 .. 50000");
    expect_refused(HEAD("") LAYER OBJECT(1, "room", "hall", RECT(0, 0, 600, 400),
                                         INT_PROPERTY("light", "101")) REST TAIL,
                   "maps/manor.tmj: room \"hall\": property \"light\" is 101, not in 0 .. 100");
}

static void the_exit_is_the_box_around_the_spawns_unless_drawn(void **state)
{
    (void)state;
    loaded l = load(SOUND);
    assert_int_equal(l.map->exit.min.x, DW_MM(750));
    assert_int_equal(l.map->exit.min.y, DW_MM(750));
    assert_int_equal(l.map->exit.max.y, DW_MM(2250));
    dw_arena_destroy(&l.arena);
    l = load(WITH(OBJECT(20, "exit", "", RECT(300, 100, 100, 100), "")));
    assert_int_equal(l.map->exit.min.x, DW_MM(3000));
    dw_arena_destroy(&l.arena);
}

static void the_map_has_properties_of_its_own(void **state)
{
    (void)state;
    loaded l = load(TITLED(TEXT_PROPERTY("title", "The Manor") "," INT_PROPERTY("intruders", "1")));
    assert_string_equal(l.map->title, "The Manor");
    assert_int_equal(l.map->intruders_max, 1);
    dw_arena_destroy(&l.arena);
}

static void the_class_is_read_under_both_its_names(void **state)
{
    (void)state;
    loaded l = load(
        WITH("{\"id\":20,\"class\":\"room\",\"name\":\"attic\"," RECT(0, 400, 400, 400) "}," OBJECT(
            21, "door_half", "", RECT(100, 390, 100, 10),
            TEXT_PROPERTY("door", "e") "," BOOL_PROPERTY(
                "leaf", "true")) "," OBJECT(22, "door_half", "", RECT(100, 400, 100, 10),
                                            TEXT_PROPERTY("door", "e"))));
    assert_string_equal(l.error.text, "");
    assert_int_equal(l.map->room_count, 3);
    dw_arena_destroy(&l.arena);
}

static void layers_in_groups_are_read_and_pictures_skipped(void **state)
{
    (void)state;
    loaded l = load(HEAD("") "{\"type\":\"imagelayer\",\"name\":\"sketch\",\"offsetx\":5},"
                             "{\"type\":\"group\",\"name\":\"all\",\"layers\":[" LAYER HALL
                             "]}]}," LAYER STUDY "," HALF_A "," HALF_B "," DESK "," PAPERS "," SPAWN
                             "," GUARD "," PATROL TAIL);
    assert_string_equal(l.error.text, "");
    assert_int_equal(l.map->room_count, 2);
    dw_arena_destroy(&l.arena);
}

static void notes_for_people_are_skipped(void **state)
{
    (void)state;
    loaded l =
        load(WITH("{\"id\":20,\"name\":\"\",\"type\":\"\",\"text\":{\"text\":\"hello\"}," RECT(
            0.5, 1, 2, 3) "}"));
    assert_int_equal(l.status, DW_OK);
    dw_arena_destroy(&l.arena);
    l = load(TITLED(TEXT_PROPERTY("note", "drawn by hand")));
    assert_int_equal(l.status, DW_OK);
    dw_arena_destroy(&l.arena);
}

static void whole_numbers_may_be_written_with_a_point(void **state)
{
    (void)state;
    loaded l = load(WITH(OBJECT(20, "exit", "", RECT(300.0, 1e2, 100.0, 100), "")));
    assert_int_equal(l.status, DW_OK);
    dw_arena_destroy(&l.arena);
}

static void what_is_off_the_pixel_is_refused(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "exit", "", RECT(300.5, 100, 100, 100), "")),
                   "maps/manor.tmj: exit (object 20): x is not a whole number of pixels");
    expect_refused(WITH(OBJECT(20, "room", "attic", RECT(0, 400, 400, 400.25), "")),
                   "maps/manor.tmj: room \"attic\": height is not a whole number of pixels");
    expect_refused(WITH(OBJECT(20, "exit", "", RECT(300, -1, 100, 100), "")),
                   "maps/manor.tmj: exit (object 20): y is -1, not in 0 .. 20000 pixels");
    expect_refused(WITH("{\"id\":20,\"type\":\"spawn\",\"name\":\"\",\"x\":5}"),
                   "maps/manor.tmj: spawn (object 20): y is not a whole number of pixels");
}

static void shapes_that_are_no_rectangle_are_refused(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "exit", "", RECT(300, 100, 100, 100) ",\"ellipse\":true", "")),
                   "maps/manor.tmj: exit (object 20): it must be a plain rectangle, but has "
                   "\"ellipse\"");
    expect_refused(WITH(OBJECT(20, "exit", "", RECT(300, 100, 100, 100) ",\"polygon\":[]", "")),
                   "maps/manor.tmj: exit (object 20): it must be a plain rectangle, but has "
                   "\"polygon\"");
    expect_refused(WITH("{\"id\":20,\"type\":\"exit\",\"name\":\"\",\"x\":300,\"y\":100,"
                        "\"width\":100,\"height\":100,\"rotation\":90}"),
                   "maps/manor.tmj: exit (object 20): it is rotated; everything is axis-aligned");
    expect_refused(WITH(OBJECT(20, "exit", "", RECT(300, 100, 0, 100), "")),
                   "maps/manor.tmj: exit (object 20): it is empty; draw a rectangle");
}

static void unknown_classes_and_properties_are_refused_by_name(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "windw", "", RECT(300, 100, 10, 10), "")),
                   "maps/manor.tmj: windw (object 20): there is no class \"windw\"");
    expect_refused(WITH(OBJECT(20, "", "", RECT(300, 100, 10, 10), "")),
                   "maps/manor.tmj: object (object 20): it has no class");
    expect_refused(
        WITH(OBJECT(20, "exit", "", RECT(300, 100, 10, 10), BOOL_PROPERTY("open", "true"))),
        "maps/manor.tmj: exit (object 20): there is no property \"open\"; known: note");
    expect_refused(TITLED(TEXT_PROPERTY("titel", "x")),
                   "maps/manor.tmj: map: there is no property \"titel\"; known: title "
                   "wall_half_mm intruders note");
}

static void properties_of_the_wrong_kind_are_refused(void **state)
{
    (void)state;
#define PIECE(properties) WITH(OBJECT(20, "furniture", "", RECT(300, 100, 10, 10), properties))
#define PIECE_IS          "maps/manor.tmj: furniture (object 20): "
    expect_refused(PIECE(""), PIECE_IS "property \"height\" must be a number from 0 to 1");
    expect_refused(PIECE(FLOAT_PROPERTY("height", "1.001")),
                   PIECE_IS "property \"height\" is not in 0 .. 1");
    expect_refused(PIECE(FLOAT_PROPERTY("height", "-0.1")),
                   PIECE_IS "property \"height\" is not in 0 .. 1");
    expect_refused(PIECE(FLOAT_PROPERTY("height", "0.7001")),
                   PIECE_IS "property \"height\" has more than 3 decimals");
    expect_refused(PIECE(FLOAT_PROPERTY("height", "1") "," TEXT_PROPERTY("kind", "tabel")),
                   PIECE_IS "property \"kind\" is \"tabel\", which is not one of its words");
    expect_refused(PIECE(FLOAT_PROPERTY("height", "1") "," INT_PROPERTY("kind", "3")),
                   PIECE_IS "property \"kind\" must be text");
    expect_refused(
        WITH(OBJECT(20, "room", "attic", RECT(0, 400, 400, 400), INT_PROPERTY("balcony", "1"))),
        "maps/manor.tmj: room \"attic\": property \"balcony\" must be true or false");
    expect_refused(
        WITH(OBJECT(20, "room", "attic", RECT(0, 400, 400, 400), INT_PROPERTY("jams", "1"))),
        "maps/manor.tmj: room \"attic\": property \"jams\" must be true or false");
    expect_refused(TITLED(INT_PROPERTY("wall_half_mm", "105")),
                   "maps/manor.tmj: map: property \"wall_half_mm\" is no multiple of 10");
    expect_refused(TITLED(FLOAT_PROPERTY("intruders", "1.5")),
                   "maps/manor.tmj: map: property \"intruders\" must be a whole number");
    expect_refused(TITLED(INT_PROPERTY("intruders", "17")),
                   "maps/manor.tmj: map: property \"intruders\" is 17, not in 1 .. 16");
    expect_refused(TITLED(INT_PROPERTY("title", "17")),
                   "maps/manor.tmj: map: property \"title\" must be text");
}

static uint16_t heading_of(const char *json)
{
    loaded l = load(json);
    assert_string_equal(l.error.text, "");
    const uint16_t heading = l.map->guards[1].heading_bam;
    dw_arena_destroy(&l.arena);
    return heading;
}

/* The number is taken, whatever else may be wrong with the map then. */
static void expect_in_limits(const char *json)
{
    loaded l = load(json);
    assert_null(strstr(l.error.text, "property"));
    dw_arena_destroy(&l.arena);
}

static void each_number_of_a_map_has_its_limits(void **state)
{
    (void)state;
#define TURNED(degrees)                                                                            \
    WITH(OBJECT(20, "guard", "bob", RECT(700, 300, 0, 0) ",\"point\":true",                        \
                TEXT_PROPERTY("patrol", "round") "," INT_PROPERTY("heading", degrees)))
    assert_int_equal(heading_of(TURNED("0")), 0);
    assert_int_equal(heading_of(TURNED("1")), 182);
    assert_int_equal(heading_of(TURNED("359")), DW_BAM_TURN - 182);
    expect_refused(TURNED("-1"),
                   "maps/manor.tmj: guard \"bob\": property \"heading\" is -1, not in 0 .. 359");
    expect_refused(TURNED("360"),
                   "maps/manor.tmj: guard \"bob\": property \"heading\" is 360, not in 0 .. 359");
    expect_in_limits(TITLED(INT_PROPERTY("wall_half_mm", "10")));
    expect_in_limits(TITLED(INT_PROPERTY("wall_half_mm", "500")));
    expect_refused(TITLED(INT_PROPERTY("wall_half_mm", "9")),
                   "maps/manor.tmj: map: property \"wall_half_mm\" is 9, not in 10 .. 500");
    expect_refused(TITLED(INT_PROPERTY("wall_half_mm", "501")),
                   "maps/manor.tmj: map: property \"wall_half_mm\" is 501, not in 10 .. 500");
    expect_in_limits(TITLED(INT_PROPERTY("intruders", "16")));
    expect_refused(TITLED(INT_PROPERTY("intruders", "0")),
                   "maps/manor.tmj: map: property \"intruders\" is 0, not in 1 .. 16");
    loaded all = load(PIECE(FLOAT_PROPERTY("height", "1") "," TEXT_PROPERTY("kind", "bath")));
    assert_string_equal(all.error.text, "");
    assert_int_equal(all.map->furniture[1].height, 1000);
    dw_arena_destroy(&all.arena);
}

#define LOCKED(id, y, properties)                                                                  \
    OBJECT(id, "door_half", "", RECT(590, y, 10, 60),                                              \
           TEXT_PROPERTY("door", "e") "," BOOL_PROPERTY("leaf", "true") "," properties)            \
    "," OBJECT(99, "door_half", "", RECT(600, y, 10, 60), TEXT_PROPERTY("door", "e"))
#define KEY(name, x, lock)                                                                         \
    OBJECT(30, "item", name, RECT(x, 300, 10, 10), TEXT_PROPERTY("opens", lock))

static void locks_and_keys_are_read(void **state)
{
    (void)state;
    loaded l = load(WITH(
        LOCKED(20, 300, TEXT_PROPERTY("lock", "steel") "," BOOL_PROPERTY("sealed", "true")) "," KEY(
            "key", 300, "steel")));
    assert_string_equal(l.error.text, "");
    assert_int_equal(l.map->lock_count, 1);
    assert_int_equal(l.map->doors[0].lock, 0);
    assert_int_equal(l.map->doors[1].lock, 1);
    assert_true(l.map->doors[1].sealed);
    assert_int_equal(l.map->unlocked_at_start, 0);
    assert_int_equal(l.map->items[1].opens, 1);
    assert_int_equal(l.map->items[1].kind, DW_ITEM_KEY);
    dw_arena_destroy(&l.arena);
    l = load(WITH(
        LOCKED(20, 300, TEXT_PROPERTY("lock", "steel") "," BOOL_PROPERTY("starts_open", "true"))));
    assert_int_equal(l.map->unlocked_at_start, 1);
    dw_arena_destroy(&l.arena);
}

static void wrong_locks_are_refused(void **state)
{
    (void)state;
    expect_refused(WITH(KEY("key", 300, "steel")),
                   "maps/manor.tmj: item \"key\": no door has lock \"steel\"");
    expect_refused(WITH(LOCKED(20, 300, BOOL_PROPERTY("sealed", "true"))),
                   "maps/manor.tmj: door \"e\": it is sealed, and has no lock");
    expect_refused(WITH(LOCKED(20, 300, TEXT_PROPERTY("lock", "steel")) "," OBJECT(
                       21, "door_half", "", RECT(600, 20, 10, 60),
                       TEXT_PROPERTY("door", "f") "," TEXT_PROPERTY(
                           "lock", "a")) "," OBJECT(22, "door_half", "", RECT(590, 20, 10, 60),
                                                    TEXT_PROPERTY("door", "f") "," TEXT_PROPERTY(
                                                        "lock", "b"))),
                   "maps/manor.tmj: door \"f\": its halves name two locks");
}

/* Hall and study are joined by one door, which is locked. */
static void a_key_behind_its_own_lock_is_refused(void **state)
{
    (void)state;
#define ONE_DOOR(rest)                                                                             \
    HEAD("")                                                                                       \
    LAYER HALL "," STUDY "," DESK "," SPAWN                                                        \
               "," LOCKED(20, 300, TEXT_PROPERTY("lock", "steel")) "," rest TAIL
    expect_refused(
        ONE_DOOR(PAPERS "," KEY("key", 700, "steel")),
        "maps/manor.tmj: objective \"papers\": it lies behind a lock to which no key can "
        "be reached");
    expect_refused(
        ONE_DOOR(OBJECT(6, "objective", "papers", RECT(300, 70, 20, 20), "") "," KEY("key", 700,
                                                                                     "steel")),
        "maps/manor.tmj: item \"key\": it lies behind a lock to which no key can be reached");
    loaded l = load(ONE_DOOR(PAPERS "," KEY("key", 300, "steel")));
    assert_string_equal(l.error.text, "");
    dw_arena_destroy(&l.arena);
    l = load(ONE_DOOR(PAPERS)); /* No key at all: it is picked, or a mission unlocks it. */
    assert_string_equal(l.error.text, "");
    dw_arena_destroy(&l.arena);
}

static void a_door_half_without_a_partner_is_refused(void **state)
{
    (void)state;
    expect_refused(HEAD("") LAYER HALL "," STUDY "," HALF_A "," DESK "," PAPERS "," SPAWN TAIL,
                   "maps/manor.tmj: door \"d\": it has only one half");
    expect_refused(WITH(OBJECT(20, "door_half", "", RECT(590, 300, 10, 60), "")),
                   "maps/manor.tmj: door_half (object 20): property \"door\" is missing");
    expect_refused(
        WITH(OBJECT(20, "door_half", "", RECT(590, 300, 10, 60), TEXT_PROPERTY("door", "d"))),
        "maps/manor.tmj: door \"d\": object 20 is a third half");
}

static void a_leaf_on_both_halves_or_none_is_refused(void **state)
{
    (void)state;
#define BARE(id, x) OBJECT(id, "door_half", "", RECT(x, 300, 10, 60), TEXT_PROPERTY("door", "e"))
#define LEAFED(id, x)                                                                              \
    OBJECT(id, "door_half", "", RECT(x, 300, 10, 60),                                              \
           TEXT_PROPERTY("door", "e") "," BOOL_PROPERTY("leaf", "true"))
    expect_refused(WITH(BARE(20, 590) "," BARE(21, 600)),
                   "maps/manor.tmj: door \"e\": no half has the leaf");
    expect_refused(WITH(LEAFED(20, 590) "," LEAFED(21, 600)),
                   "maps/manor.tmj: door \"e\": both halves have the leaf");
}

static void names_that_lead_nowhere_are_refused(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "patrol", "walk", RECT(0, 0, 0, 0),
                               TEXT_PROPERTY("rooms", "hall, cellar"))),
                   "maps/manor.tmj: patrol \"walk\": there is no room \"cellar\"");
    expect_refused(WITH(OBJECT(20, "patrol", "walk", RECT(0, 0, 0, 0), TEXT_PROPERTY("rooms", ""))),
                   "maps/manor.tmj: patrol \"walk\": it names no room");
    expect_refused(
        WITH(OBJECT(20, "guard", "bob", RECT(800, 300, 0, 0), TEXT_PROPERTY("patrol", "walk"))),
        "maps/manor.tmj: guard \"bob\": there is no patrol \"walk\"");
    expect_refused(WITH(OBJECT(20, "room", "", RECT(0, 400, 400, 400), "")),
                   "maps/manor.tmj: room (object 20): it has no name");
    expect_refused(
        WITH(OBJECT(20, "room", "a name that is longer than can be", RECT(0, 400, 400, 400), "")),
        "maps/manor.tmj: room \"a name that is longer than can be\": its name has more "
        "than 31 bytes");
}

static void a_guard_may_say_which_brain_it_has(void **state)
{
    (void)state;
#define BOB(brain)                                                                                 \
    OBJECT(20, "guard", "bob", RECT(900, 200, 0, 0), TEXT_PROPERTY("patrol", "round") "," brain)
    loaded it = load(WITH(BOB(TEXT_PROPERTY("brain", "patrol-only"))));
    assert_string_equal(it.error.text, "");
    assert_string_equal(it.map->guards[0].brain, ""); /* Ann says nothing. */
    assert_string_equal(it.map->guards[1].brain, "patrol-only");
    dw_arena_destroy(&it.arena);
    expect_refused(WITH(BOB(INT_PROPERTY("brain", "3"))),
                   "maps/manor.tmj: guard \"bob\": property \"brain\" must be text");
    expect_refused(
        WITH(BOB(TEXT_PROPERTY("brain", ""))),
        "maps/manor.tmj: guard \"bob\": property \"brain\" must have 1 to 31 bytes of text");
    expect_refused(
        WITH(BOB(TEXT_PROPERTY("brain", "a brain whose name has 32 letters.."))),
        "maps/manor.tmj: guard \"bob\": property \"brain\" must have 1 to 31 bytes of text");
}

static void a_guard_may_name_its_handler(void **state)
{
    (void)state;
    loaded it = load(WITH(BOB(TEXT_PROPERTY("handler", "ann"))));
    assert_string_equal(it.error.text, "");
    assert_string_equal(it.map->guards[0].handler, "");
    assert_string_equal(it.map->guards[1].handler, "ann");
    dw_arena_destroy(&it.arena);
    expect_refused(WITH(BOB(TEXT_PROPERTY("handler", "bob"))),
                   "maps/manor.tmj: guard \"bob\": there is no other guard \"bob\"");
    expect_refused(WITH(BOB(TEXT_PROPERTY("handler", "cem"))),
                   "maps/manor.tmj: guard \"bob\": there is no other guard \"cem\"");
    expect_refused(
        WITH(BOB(TEXT_PROPERTY("handler", ""))),
        "maps/manor.tmj: guard \"bob\": property \"handler\" must have 1 to 31 bytes of text");
}

static void items_devices_and_areas_are_read(void **state)
{
    (void)state;
    loaded it = load(
        HEAD("") LAYER HALL REST
        "," OBJECT(20, "item", "letter", RECT(300, 100, 10, 10), "") "," OBJECT(
            21, "item", "statue", RECT(300, 200, 30, 30),
            TEXT_PROPERTY(
                "size", "large")) "," OBJECT(22, "device", "phone", RECT(100, 100, 20, 20),
                                             TEXT_PROPERTY(
                                                 "kind", "bell")) "," OBJECT(23, "area", "far end",
                                                                             RECT(20, 20, 100, 100),
                                                                             "") TAIL);
    assert_int_equal(it.status, DW_OK);
    assert_int_equal(it.map->item_count, 3);
    assert_int_equal(it.map->items[1].kind, DW_ITEM_DOCUMENT);
    assert_false(it.map->items[1].large);
    assert_true(it.map->items[2].large);
    assert_true(it.map->items[0].large); /* Objectives are. */
    assert_int_equal(it.map->devices[0].kind, DW_DEVICE_BELL);
    assert_string_equal(it.map->areas[0].name, "far end");
    dw_arena_destroy(&it.arena);
    expect_refused(
        WITH(OBJECT(20, "device", "d", RECT(100, 100, 20, 20), TEXT_PROPERTY("kind", "toaster"))),
        "maps/manor.tmj: device \"d\": property \"kind\" is \"toaster\", which is not "
        "one of its words");
    expect_refused(WITH(OBJECT(20, "area", "", RECT(100, 100, 20, 20), "")),
                   "maps/manor.tmj: area (object 20): it has no name");
}

static void an_item_is_hidden_unless_it_is_known(void **state)
{
    (void)state;
    loaded it =
        load(HEAD("") LAYER HALL REST
             "," OBJECT(20, "item", "letter", RECT(300, 100, 10, 10), "") "," OBJECT(
                 21, "item", "sign", RECT(300, 200, 30, 30), BOOL_PROPERTY("known", "true")) TAIL);
    assert_string_equal(it.error.text, "");
    assert_false(it.map->items[0].hidden); /* Objectives never are. */
    assert_true(it.map->items[1].hidden);
    assert_false(it.map->items[2].hidden);
    dw_arena_destroy(&it.arena);
    expect_refused(
        WITH(OBJECT(20, "item", "letter", RECT(300, 100, 10, 10), TEXT_PROPERTY("known", "true"))),
        "maps/manor.tmj: item \"letter\": property \"known\" must be true or false");
}

static void a_second_objective_or_none_is_refused(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "objective", "gold", RECT(300, 100, 10, 10), "")),
                   "maps/manor.tmj: objective \"gold\": at most 1 of this class is allowed");
    expect_refused(HEAD("") LAYER HALL "," SPAWN TAIL, "maps/manor.tmj: there is no objective");
}

static void spawns_in_two_rooms_need_an_exit(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "spawn", "", RECT(800, 300, 0, 0), "")),
                   "maps/manor.tmj: exit: draw one, as there are spawns in room \"hall\" and in "
                   "room \"study\"");
}

static void what_the_builder_refuses_is_told_with_the_file(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "room", "vault", RECT(0, 400, 400, 400), "")),
                   "maps/manor.tmj: room \"vault\": it cannot be reached from the spawns");
}

static void files_that_are_no_map_are_refused(void **state)
{
    (void)state;
    expect_refused("{}", "maps/manor.tmj: it is not an orthogonal Tiled map");
    expect_refused("[1]", "maps/manor.tmj: it is not an orthogonal Tiled map");
    expect_refused("{\"orientation\":\"hexagonal\",\"layers\":[]}",
                   "maps/manor.tmj: it is not an orthogonal Tiled map");
    expect_refused("{\"orientation\":\"orthogonal\",\"infinite\":true,\"layers\":[]}",
                   "maps/manor.tmj: it is an infinite map; give it a size");
    expect_refused(HEAD("") "{\"type\":\"objectgroup\",\"name\":\"l\"}]}",
                   "maps/manor.tmj: layer \"l\": it has no list of objects");
    expect_refused(HEAD("") "{\"type\":\"objectgroup\",\"name\":\"l\",\"offsetx\":5,\"objects\":[]}"
                            "]}",
                   "maps/manor.tmj: layer \"l\": it has an offset");
}

static void groups_too_deep_are_refused(void **state)
{
    (void)state;
    enum { DEEP = 12 };
    const char *const open = "{\"type\":\"group\",\"name\":\"g\",\"layers\":[";
    char json[4096];
    int length = snprintf(json, sizeof(json), "%s", HEAD(""));
    for (uint32_t i = 0; i < 2 * DEEP; i++) {
        length +=
            snprintf(json + length, sizeof(json) - (size_t)length, "%s", i < DEEP ? open : "]}");
    }
    (void)snprintf(json + length, sizeof(json) - (size_t)length, "]}");
    expect_refused(json, "maps/manor.tmj: layer \"g\": groups more than 8 deep");
}

/* The map of that path; expects that name. */
static void expect_name(const char *path, const char *expected)
{
    dw_arena arena;
    const dw_map *map = NULL;
    dw_error error = {{0}};
    assert_int_equal(dw_arena_create(&arena, DW_MAP_ARENA_BYTES), DW_OK);
    assert_int_equal(dw_map_load(&map, &arena, path, (const uint8_t *)SOUND, strlen(SOUND), &error),
                     DW_OK);
    assert_non_null(memchr(map->name, '\0', sizeof map->name));
    assert_string_equal(map->name, expected);
    assert_string_equal(map->title, expected); /* It has none of its own. */
    dw_arena_destroy(&arena);
}

static void a_long_file_name_is_cut_at_a_character(void **state)
{
    (void)state;
    expect_name("maps/thirty-one-bytes-are-the-limit-.tmj", "thirty-one-bytes-are-the-limit-");
    expect_name("maps/thirty-one-bytes-are-the-limit-+.tmj", "thirty-one-bytes-are-the-limit-");
    expect_name("thirty-one-bytes-are-the-limit-of-names.tmj", "thirty-one-bytes-are-the-limit-");
    expect_name("maps/thirty-bytes-and-then-a-letter\xc3\xa9.tmj",
                "thirty-bytes-and-then-a-letter");
    expect_name("maps/twenty-nine-and-a-letter-too-\xc3\xa9\xc3\xa9.tmj",
                "twenty-nine-and-a-letter-too-\xc3\xa9");
}

static void a_spawn_outside_is_told_by_its_number(void **state)
{
    (void)state;
    expect_refused(WITH(OBJECT(20, "spawn", "", RECT(1200, 200, 0, 0) ",\"point\":true", "")),
                   "maps/manor.tmj: spawn 3 at 1200,200: it is outside of all rooms");
}

static void each_truncation_is_refused(void **state)
{
    (void)state;
    static uint8_t block[1 << 18];
    const char *json = SOUND;
    for (size_t size = 0; size < strlen(json); size++) {
        dw_arena arena;
        dw_arena_init(&arena, block, sizeof(block));
        const dw_map *map = NULL;
        dw_error error = {{0}};
        assert_int_equal(dw_map_load(&map, &arena, "m.tmj", (const uint8_t *)json, size, &error),
                         DW_INVALID);
        assert_ptr_equal(strstr(error.text, "m.tmj: line 1: "), error.text);
    }
}

static void the_shipped_maps_load(void **state)
{
    (void)state;
    static const char *const names[] = {"reference", "training", "museum"};
    for (size_t i = 0; i < DW_COUNT_OF(names); i++) {
        char path[512];
        (void)snprintf(path, sizeof(path), "%s/maps/%s.tmj", DW_SOURCE_DIR, names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        uint8_t *bytes = malloc(DW_MAP_FILE_BYTES_MAX);
        assert_non_null(bytes);
        const size_t size = fread(bytes, 1, DW_MAP_FILE_BYTES_MAX, file);
        (void)fclose(file);
        dw_arena arena;
        assert_int_equal(dw_arena_create(&arena, DW_MAP_ARENA_BYTES), DW_OK);
        const dw_map *map = NULL;
        dw_error error = {{0}};
        const dw_status status = dw_map_load(&map, &arena, path, bytes, size, &error);
        assert_string_equal(error.text, "");
        assert_int_equal(status, DW_OK);
        assert_string_equal(map->name, names[i]);
        dw_arena_destroy(&arena);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_of_tiled_is_read_whole),
        cmocka_unit_test(lamps_switches_and_the_light_of_rooms_are_read),
        cmocka_unit_test(the_exit_is_the_box_around_the_spawns_unless_drawn),
        cmocka_unit_test(the_map_has_properties_of_its_own),
        cmocka_unit_test(the_class_is_read_under_both_its_names),
        cmocka_unit_test(layers_in_groups_are_read_and_pictures_skipped),
        cmocka_unit_test(notes_for_people_are_skipped),
        cmocka_unit_test(whole_numbers_may_be_written_with_a_point),
        cmocka_unit_test(what_is_off_the_pixel_is_refused),
        cmocka_unit_test(shapes_that_are_no_rectangle_are_refused),
        cmocka_unit_test(unknown_classes_and_properties_are_refused_by_name),
        cmocka_unit_test(properties_of_the_wrong_kind_are_refused),
        cmocka_unit_test(each_number_of_a_map_has_its_limits),
        cmocka_unit_test(locks_and_keys_are_read),
        cmocka_unit_test(wrong_locks_are_refused),
        cmocka_unit_test(a_key_behind_its_own_lock_is_refused),
        cmocka_unit_test(a_door_half_without_a_partner_is_refused),
        cmocka_unit_test(a_leaf_on_both_halves_or_none_is_refused),
        cmocka_unit_test(names_that_lead_nowhere_are_refused),
        cmocka_unit_test(a_guard_may_say_which_brain_it_has),
        cmocka_unit_test(a_guard_may_name_its_handler),
        cmocka_unit_test(items_devices_and_areas_are_read),
        cmocka_unit_test(an_item_is_hidden_unless_it_is_known),
        cmocka_unit_test(a_second_objective_or_none_is_refused),
        cmocka_unit_test(spawns_in_two_rooms_need_an_exit),
        cmocka_unit_test(what_the_builder_refuses_is_told_with_the_file),
        cmocka_unit_test(files_that_are_no_map_are_refused),
        cmocka_unit_test(groups_too_deep_are_refused),
        cmocka_unit_test(a_long_file_name_is_cut_at_a_character),
        cmocka_unit_test(a_spawn_outside_is_told_by_its_number),
        cmocka_unit_test(each_truncation_is_refused),
        cmocka_unit_test(the_shipped_maps_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
