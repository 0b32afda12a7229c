/* mission_game.h - a match with two intruders on a mission in the house of mission_house.h. */
#ifndef DW_TESTS_SUPPORT_MISSION_GAME_H
#define DW_TESTS_SUPPORT_MISSION_GAME_H

#include "tests/support/mission_house.h"
#include "tests/support/stage.h"

/* A part of a mission file with what its kind needs. */
#define PART(id, kind, rest) "{\"id\": \"" id "\", \"do\": \"" kind "\", \"text\": \"x\", " rest "}"
#define GOLD                 "\"item\": \"gold\""
#define REACH_STUDY          PART("far", "reach", "\"to\": \"study\"")

/* Things of the house, by their index. */
enum { GOLD_ITEM, LETTER, MAP_ITEM, VAULT_KEY, STAR };
enum { TERMINAL, SAFE, BELL };
enum { DOOR, VAULT_DOOR };
enum { ANN, BOB };

typedef struct game {
    dw_scene *scene;
    dw_venue *venue;
    dw_mission mission;
    dw_stage *stage;
} game;

/* `parts` and what follows them, as for dw_mission_of. Puppets for guards unless said otherwise. */
void open_game(game *it, const char *parts);
void open_game_with(game *it, const char *parts, const dw_brain_kind *brain);
/* In that scene, which has the house and perhaps more. */
void open_game_in(game *it, dw_scene *scene, const char *parts, const dw_brain_kind *brain,
                  const dw_ruleset *rules);
void open_game_by(game *it, const char *parts, const dw_brain_kind *brain, const dw_ruleset *rules);
void close_game(game *it);

dw_part_state state_of(const game *it, uint32_t part);
void put(game *it, uint8_t slot, int32_t x, int32_t y);
/* Holds the use key for that number of ticks; and lets it go for one. */
void hold(game *it, uint8_t slot, uint32_t ticks);
void release(game *it, uint8_t slot);

#endif
