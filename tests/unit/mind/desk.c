#include "tests/unit/mind/desk.h"

#include "common/base/check.h"

void dw_desk_open(dw_desk *it, bool swapped)
{
    *it = (dw_desk){.scene = dw_scene_create()};
    (void)dw_scene_room(it->scene, "hall", 0, 0, 8000, 4000);
    (void)dw_scene_room(it->scene, "study", 8000, 0, 4000, 4000);
    (void)dw_scene_door(it->scene, "door", swapped ? DW_DESK_STUDY : DW_DESK_HALL,
                        swapped ? DW_DESK_HALL : DW_DESK_STUDY, 1500, 1000, DW_SCENE_CLOSED);
    (void)dw_scene_furniture(it->scene, 2000, 2600, 1000, 500, 800);
    dw_scene_patrol(it->scene, "patrol", "hall, study");
    dw_scene_guard(it->scene, "ann", 1000, 1000, 0, "patrol");
    dw_scene_spawn(it->scene, 11000, 3500);
    it->venue = dw_venue_of(dw_scene_build(it->scene));
    it->rules = dw_ruleset_reference();
    dw_status status = dw_arena_create(&it->arena, 4 << 20);
    DW_CHECK(status == DW_OK);
    it->setup = (dw_brain_setup){.map = it->venue->map,
                                 .nav = it->venue->nav,
                                 .rules = &it->rules,
                                 .kind = &it->rules.kinds[DW_KIND_GUARD]};
    status = dw_mover_create(&it->mover, &it->arena, &it->setup);
    DW_CHECK(status == DW_OK);
    dw_mover_reset(&it->mover, 1);
    it->percepts = (dw_percepts){.tick = 1, .door_held = DW_NONE};
    it->think = (dw_think){.setup = &it->setup,
                           .percepts = &it->percepts,
                           .command = &it->command,
                           .mover = &it->mover};
    dw_desk_put(it, 1000, 1000);
}

void dw_desk_close(dw_desk *it)
{
    dw_arena_destroy(&it->arena);
    dw_venue_destroy(it->venue);
    dw_scene_destroy(it->scene);
}

void dw_desk_put(dw_desk *it, int32_t x, int32_t y)
{
    it->percepts.position = dw_scene_mm(x, y);
    it->percepts.room = dw_map_room_at(it->venue->map, it->percepts.position);
}

dw_percept_guard *dw_desk_add_guard(dw_desk *it, int32_t x, int32_t y)
{
    dw_percept_guard *guard = &it->percepts.guards[it->percepts.guard_count++];
    *guard = (dw_percept_guard){
        .guard = it->percepts.guard_count, .position = dw_scene_mm(x, y), .half = DW_BODY_HALF};
    return guard;
}

void dw_desk_step(dw_desk *it, int32_t speed)
{
    dw_percepts *percepts = &it->percepts;
    it->command = (dw_guard_command){.heading_bam = percepts->heading_bam,
                                     .open_door = DW_NONE,
                                     .close_door = DW_NONE,
                                     .hold_door = DW_NONE};
    dw_mover_step(&it->mover, &it->think, speed, 1820);
    percepts->position = dw_vec_add(percepts->position, it->command.step);
    percepts->heading_bam = it->command.heading_bam;
    percepts->room = dw_map_room_at(it->venue->map, percepts->position);
    percepts->door_held = it->command.hold_door;
    percepts->tick++;
}
