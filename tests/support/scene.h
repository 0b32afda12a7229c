/* scene.h - small maps made from code, for tests, benchmarks and fuzz targets.
 * A scene collects rooms, doors, furniture, spawns and guards in millimetres and builds a dw_map
 * out of them by dw_map_build, so that a scene is held to the rules of every map. It owns
 * everything, the built maps too, until destroyed. What a scene does not name, it gets when it is
 * built: a spawn in the middle of room 0, an objective of 200 mm on the floor there, all of room 0
 * as the exit.
 *
 *     dw_scene *scene = dw_scene_create();
 *     const uint16_t hall = dw_scene_room(scene, "hall", 0, 0, 6000, 4000);
 *     const uint16_t study = dw_scene_room(scene, "study", 6000, 0, 4000, 4000);
 *     dw_scene_door(scene, "hall-study", hall, study, 1500, 1000, DW_SCENE_CLOSED);
 *     dw_scene_furniture(scene, 2000, 100, 1000, 500, 800);
 *     dw_scene_patrol(scene, "round", "hall, study");
 *     dw_scene_guard(scene, "ann", 1000, 3000, 0, "round");
 *     dw_scene_spawn(scene, 8000, 2000);
 *     const dw_map *map = dw_scene_build(scene);
 */
#ifndef DW_TESTS_SUPPORT_SCENE_H
#define DW_TESTS_SUPPORT_SCENE_H

#include "common/base/rng.h"
#include "common/world/map.h"

typedef struct dw_scene dw_scene;

/* Never NULL. Walls are 2 x 100 mm thick unless set otherwise before doors are added. */
dw_scene *dw_scene_create(void);
void dw_scene_destroy(dw_scene *scene);
void dw_scene_set_wall_half(dw_scene *scene, int32_t millimetres);

/* The returned number is the index in the built map. */
uint16_t dw_scene_room(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                       int32_t height);
uint16_t dw_scene_corridor(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                           int32_t height);

/* A switch of 200 x 100 mm, which must touch a wall. The number is its index. */
uint16_t dw_scene_switch(dw_scene *scene, const char *name, int32_t x, int32_t y);
/* A lamp that starts on; `wall_switch` DW_NONE: without a switch. The number is its index. */
uint16_t dw_scene_lamp(dw_scene *scene, int32_t x, int32_t y, int32_t range_mm, uint8_t level,
                       uint16_t wall_switch);
void dw_scene_set_lamp_off(dw_scene *scene, uint16_t lamp);
/* 100 unless set. */
void dw_scene_set_light(dw_scene *scene, uint16_t room, uint8_t light);

/* Wood unless set. */
void dw_scene_set_floor(dw_scene *scene, uint16_t room, dw_floor floor);

/* A door between two rooms that share an edge, both in the scene already. `at` is where it begins
 * along that edge (an x of a level edge, a y of an upright one), `width` how wide it is there. The
 * leaf is in the half of `a`. */
typedef enum dw_scene_leaf { DW_SCENE_CLOSED, DW_SCENE_OPEN } dw_scene_leaf;
uint16_t dw_scene_door(dw_scene *scene, const char *name, uint16_t a, uint16_t b, int32_t at,
                       int32_t width, dw_scene_leaf leaf);

/* Gives the door a lock, 1 .. DW_LOCKS_MAX, numbered from 1 without gaps. */
void dw_scene_lock(dw_scene *scene, uint16_t door, uint8_t lock);

/* `height` in thousandths. */
uint16_t dw_scene_furniture(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t depth,
                            uint16_t height);
void dw_scene_spawn(dw_scene *scene, int32_t x, int32_t y);
void dw_scene_objective(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t height);
/* A further objective, 200 mm wide; dw_scene_objective comes first. The number is its index. */
uint16_t dw_scene_item(dw_scene *scene, const char *name, int32_t x, int32_t y);
/* A small key of 100 mm to that lock. The number is its index. */
uint16_t dw_scene_key(dw_scene *scene, const char *name, int32_t x, int32_t y, uint8_t lock);
/* A document of 100 mm, small; a device of 200 mm, a terminal; an area. Likewise. */
uint16_t dw_scene_document(dw_scene *scene, const char *name, int32_t x, int32_t y);
uint16_t dw_scene_device(dw_scene *scene, const char *name, int32_t x, int32_t y);
uint16_t dw_scene_area(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t width,
                       int32_t height);
/* Somebody to be led by missions. */
void dw_scene_person(dw_scene *scene, const char *name, int32_t x, int32_t y);
void dw_scene_exit(dw_scene *scene, int32_t x, int32_t y, int32_t width, int32_t height);

/* A patrol over rooms of the scene, "hall, study"; a guard on a patrol of the scene, looking at
 * `degrees` clockwise from +x. */
uint16_t dw_scene_patrol(dw_scene *scene, const char *name, const char *rooms);
uint16_t dw_scene_guard(dw_scene *scene, const char *name, int32_t x, int32_t y, int32_t degrees,
                        const char *patrol);
/* Guards are of kind `guard` unless set. Returns the index of the kind in the built map and in the
 * ruleset, for the test to fill in there. */
uint8_t dw_scene_kind(dw_scene *scene, uint16_t guard, const char *kind);
/* The guard that this one keeps near: a name. */
void dw_scene_handler(dw_scene *scene, uint16_t guard, const char *handler);

/* Builds the map. A scene that is not a valid map ends the program with the error. May be called
 * again after more was added. */
const dw_map *dw_scene_build(dw_scene *scene);

/* The same for scenes that are meant to be refused. */
DW_MUST_USE dw_status dw_scene_try(dw_scene *scene, const dw_map **out, dw_error *error);

/* What dw_map_build would get: for tests that spoil it on purpose. */
dw_map *dw_scene_parts(dw_scene *scene);
dw_door *dw_scene_door_parts(dw_scene *scene, uint16_t door);

/* A map at random: `columns` x `rows` rooms of 3 to 6 m on a jittered lattice, joined by doors
 * along a random tree and a few more, furniture of all heights thrown in, some pieces touching.
 * Always builds; the same for the same numbers. */
const dw_map *dw_scene_random(dw_scene *scene, dw_rng *rng, uint32_t columns, uint32_t rows);

/* A position in millimetres. */
static inline dw_vec dw_scene_mm(int32_t x, int32_t y)
{
    return (dw_vec){DW_MM(x), DW_MM(y)};
}

#endif
