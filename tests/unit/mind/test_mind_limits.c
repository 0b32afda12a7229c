/* A save may come from anywhere: a loaded memory names only what the map has. For each field that
 * is looked at, the last value that is taken and the first that is refused. */
#include "common/base/check.h"
#include "server/mind/brains/errand.h"
#include "server/mind/curiosity.h"
#include "server/mind/evidence.h"
#include "server/mind/fright.h"
#include "server/mind/places.h"
#include "server/mind/skills/flee.h"
#include "server/mind/skills/hold.h"
#include "server/mind/skills/intercept.h"
#include "server/mind/skills/investigate.h"
#include "server/mind/skills/patrol.h"
#include "server/mind/skills/put_right.h"
#include "server/mind/skills/search.h"
#include "server/mind/skills/tell.h"
#include "server/mind/skills/wander.h"
#include "server/mind/team/contract_net.h"
#include "server/mind/team/lead_duty.h"
#include "server/mind/team/notice_offer.h"
#include "server/mind/team/radio_round.h"
#include "server/mind/team/zone_duty.h"
#include "tests/support/test.h"
#include "tests/unit/mind/desk.h"

static dw_desk desk;
static const dw_map *map;
static dw_vec inside, outside;

static int open_desk(void **state)
{
    (void)state;
    dw_desk_open(&desk, false);
    map = desk.venue->map;
    inside = map->bounds.max;
    outside = (dw_vec){map->bounds.max.x + 1, map->bounds.max.y};
    return 0;
}

static int close_desk(void **state)
{
    (void)state;
    dw_desk_close(&desk);
    return 0;
}

/* `it` is sound; with one field at its last value it still is, and with the next one it is not. */
#define EDGE(sound, member, last, next)                                                            \
    do {                                                                                           \
        const size_t size = sizeof it;                                                             \
        unsigned char kept[sizeof it];                                                             \
        memcpy(kept, &it, size);                                                                   \
        it.member = (last);                                                                        \
        if (!(sound)) {                                                                            \
            fail_msg("%s = %s is refused", #member, #last);                                        \
        }                                                                                          \
        it.member = (next);                                                                        \
        if (sound) {                                                                               \
            fail_msg("%s = %s is taken", #member, #next);                                          \
        }                                                                                          \
        memcpy(&it, kept, size);                                                                   \
    } while (0)

#define ROOM_OR_NONE(sound, member)                                                                \
    do {                                                                                           \
        EDGE(sound, member, DW_NONE, DW_NONE - 1);                                                 \
        EDGE(sound, member, (uint16_t)(map->room_count - 1), map->room_count);                     \
    } while (0)

#define DOOR_OR_NONE(sound, member)                                                                \
    do {                                                                                           \
        EDGE(sound, member, DW_NONE, DW_NONE - 1);                                                 \
        EDGE(sound, member, (uint16_t)(map->door_count - 1), map->door_count);                     \
    } while (0)

static void walking_skills_name_what_the_map_has(void **state)
{
    (void)state;
    {
        dw_wander it;
        dw_wander_reset(&it, 1);
        EDGE(dw_wander_is_sound(&it, map), phase, DW_WANDER_STAYING, DW_WANDER_STAYING + 1);
        ROOM_OR_NONE(dw_wander_is_sound(&it, map), room);
        it.room = 0;
        EDGE(dw_wander_is_sound(&it, map), phase, DW_WANDER_DRAWING, DW_WANDER_STAYING + 1);
        it.phase = DW_WANDER_DRAWING;
        EDGE(dw_wander_is_sound(&it, map), room, 1, DW_NONE);
    }
    {
        dw_flee it;
        dw_flee_reset(&it, 1);
        EDGE(dw_flee_is_sound(&it, map), phase, DW_FLEE_STAYING, DW_FLEE_STAYING + 1);
        EDGE(dw_flee_is_sound(&it, map), draws, 30 + DW_DRAWS_A_TICK - 1, 30 + DW_DRAWS_A_TICK);
        it.best = outside; /* Counts only when it was found. */
        EDGE(dw_flee_is_sound(&it, map), found, false, true);
        it.found = true;
        EDGE(dw_flee_is_sound(&it, map), best, inside, outside);
    }
    {
        dw_patrol_state it = {.phase = DW_PATROL_CHOOSING};
        const uint16_t stops = map->patrols[map->guards[0].patrol].stop_count;
        EDGE(dw_patrol_is_sound(&it, &desk.setup), phase, DW_PATROL_LOOKING, DW_PATROL_LOOKING + 1);
        EDGE(dw_patrol_is_sound(&it, &desk.setup), stop, (uint16_t)(stops - 1), stops);
    }
    {
        dw_put_right it = {.phase = DW_PUT_RIGHT_LOOKING};
        EDGE(dw_put_right_is_sound(&it), phase, DW_PUT_RIGHT_GOING, DW_PUT_RIGHT_PHASE_COUNT);
    }
    {
        dw_hold it;
        dw_hold_reset(&it, 1);
        EDGE(dw_hold_is_sound(&it, map), phase, DW_HOLD_GOING, DW_HOLD_PHASE_COUNT);
        EDGE(dw_hold_is_sound(&it, map), task, DW_TASK_OBJECTIVE, DW_TASK_OBJECTIVE + 1);
        ROOM_OR_NONE(dw_hold_is_sound(&it, map), room);
        it.look = (dw_look_round){.ticks = 9, .left = 1};
        EDGE(dw_hold_is_sound(&it, map), look.left, 9, 10);
        it.phase = DW_HOLD_LOOKING;
        EDGE(dw_hold_is_sound(&it, map), look.left, 1, 0);
    }
}

static void skills_after_an_intruder_name_what_the_map_has(void **state)
{
    (void)state;
    {
        dw_investigate it = {.room = DW_NONE};
        ROOM_OR_NONE(dw_investigate_is_sound(&it, map), room);
        EDGE(dw_investigate_is_sound(&it, map), phase, DW_INVESTIGATE_GOES,
             DW_INVESTIGATE_PHASE_COUNT);
        it.look = (dw_look_round){.ticks = 9, .left = 1};
        EDGE(dw_investigate_is_sound(&it, map), look.left, 9, 10);
        it.phase = DW_INVESTIGATE_LOOKS;
        EDGE(dw_investigate_is_sound(&it, map), look.left, 1, 0);
        EDGE(dw_investigate_is_sound(&it, map), spot, 0, 1); /* On the way in no room. */
        it.room = 0;
        EDGE(dw_investigate_is_sound(&it, map), spot, 1, 250);
        EDGE(dw_investigate_is_sound(&it, map), spots, 15, 255);
    }
    {
        dw_intercept it;
        dw_intercept_reset(&it, 1);
        EDGE(dw_intercept_is_sound(&it, map), phase, DW_INTERCEPT_THROUGH,
             DW_INTERCEPT_THROUGH + 1);
        DOOR_OR_NONE(dw_intercept_is_sound(&it, map), door);
        EDGE(dw_intercept_is_sound(&it, map), order.room, (uint16_t)(map->room_count - 1),
             map->room_count);
        EDGE(dw_intercept_is_sound(&it, map), waits, false, true); /* At no door. */
        it.door = 0;
        it.waits = true;
        EDGE(dw_intercept_is_sound(&it, map), door, 0, DW_NONE);
        it.order.door_count = 2;
        EDGE(dw_intercept_is_sound(&it, map), order.doors[1], (uint16_t)(map->door_count - 1),
             map->door_count);
        it.order.doors[2] = DW_NONE; /* Beyond the list. */
        assert_true(dw_intercept_is_sound(&it, map));
    }
    {
        static dw_search it;
        dw_search_reset(&it, 1);
        EDGE(dw_search_is_sound(&it, map), searched_count, map->room_count,
             (uint16_t)(map->room_count + 1));
        EDGE(dw_search_is_sound(&it, map), phase, DW_SEARCH_NOTHING, DW_SEARCH_WALKING);
        it.room_count = 2;
        it.rooms[1] = 1;
        EDGE(dw_search_is_sound(&it, map), phase, DW_SEARCH_TURNING, DW_SEARCH_TURNING + 1);
        it.phase = DW_SEARCH_WALKING;
        EDGE(dw_search_is_sound(&it, map), at, 1, 2);
        EDGE(dw_search_is_sound(&it, map), rooms[1], 1, map->room_count);
        EDGE(dw_search_is_sound(&it, map), left, 0, 1); /* Of no piece. */
        it.piece_count = 2;
        it.left = 1;
        EDGE(dw_search_is_sound(&it, map), pieces[1], (uint16_t)(map->furniture_count - 1),
             map->furniture_count);
        EDGE(dw_search_is_sound(&it, map), pieces[0], DW_NONE, DW_NONE - 1);
        EDGE(dw_search_is_sound(&it, map), piece_at, DW_SEARCH_PIECES_MAX - 1,
             DW_SEARCH_PIECES_MAX);
        EDGE(dw_search_is_sound(&it, map), target_piece, DW_SEARCH_PIECES_MAX - 1,
             DW_SEARCH_PIECES_MAX);
        EDGE(dw_search_is_sound(&it, map), target_side, 3, 4);
    }
    {
        dw_tell it;
        dw_tell_reset(&it, &desk.setup);
        ROOM_OR_NONE(dw_tell_is_sound(&it, map), room);
        EDGE(dw_tell_is_sound(&it, map), guard_count, map->guard_count,
             (uint16_t)(map->guard_count + 1));
        EDGE(dw_tell_is_sound(&it, map), guide, (uint8_t)(map->guard_count - 1),
             (uint8_t)map->guard_count);
        EDGE(dw_tell_is_sound(&it, map), meets, DW_GUARDS_MAX, DW_GUARDS_MAX + 1);
        EDGE(dw_tell_is_sound(&it, map), known, 1, 2);
        it.from = outside; /* Of nobody. */
        assert_true(dw_tell_is_sound(&it, map));
        EDGE(dw_tell_is_sound(&it, map), quarry, DW_SLOT_NONE, 0);
        it.from = inside;
        it.room = 0;
        it.quarry = 0;
        EDGE(dw_tell_is_sound(&it, map), room, 1, DW_NONE);
        EDGE(dw_tell_is_sound(&it, map), quarry, DW_INTRUDERS_MAX - 1, DW_INTRUDERS_MAX);
        EDGE(dw_tell_is_sound(&it, map), from, inside, outside);
        it.known = 1;
        EDGE(dw_tell_is_sound(&it, map), places[0], inside, outside);
    }
}

static dw_errand errand_of(uint8_t goal)
{
    return (dw_errand){.goal = goal, .room = DW_NONE, .door = DW_NONE, .quarry = DW_SLOT_NONE};
}

static void errands_name_what_the_map_has(void **state)
{
    (void)state;
    dw_errand it = errand_of(DW_GOAL_PATROL);
    EDGE(dw_errand_is_sound(&it, map), goal, DW_GOAL_PATROL, DW_GOAL_CHASE);
    EDGE(dw_errand_is_sound(&it, map), goal, DW_GOAL_PATROL, DW_GOAL_COUNT);
    EDGE(dw_errand_is_sound(&it, map), form, 0, DW_ERRAND_FORM_COUNT);
    EDGE(dw_errand_is_sound(&it, map), cause, DW_CAUSE_COUNT - 1, DW_CAUSE_COUNT);
    ROOM_OR_NONE(dw_errand_is_sound(&it, map), room);
    DOOR_OR_NONE(dw_errand_is_sound(&it, map), door);
    EDGE(dw_errand_is_sound(&it, map), task, DW_TASK_OBJECTIVE, DW_TASK_OBJECTIVE + 1);
    EDGE(dw_errand_is_sound(&it, map), order.room, (uint16_t)(map->room_count - 1),
         map->room_count);
    EDGE(dw_errand_is_sound(&it, map), quarry, DW_INTRUDERS_MAX - 1, DW_INTRUDERS_MAX);
    EDGE(dw_errand_is_sound(&it, map), form, 0, DW_ERRAND_KEEPS);                 /* No door. */
    EDGE(dw_errand_is_sound(&it, map), goal, DW_GOAL_PATROL, DW_GOAL_LAST_KNOWN); /* Of nobody. */
    EDGE(dw_errand_is_sound(&it, map), goal, DW_GOAL_PATROL, DW_GOAL_SEARCH);     /* Nowhere. */
    EDGE(dw_errand_is_sound(&it, map), goal, DW_GOAL_PATROL, DW_GOAL_HOLD);
    it.order.door_count = 2;
    EDGE(dw_errand_is_sound(&it, map), order.doors[1], (uint16_t)(map->door_count - 1),
         map->door_count);
    it = errand_of(DW_GOAL_SEARCH);
    it.room = 0;
    EDGE(dw_errand_is_sound(&it, map), room, 1, DW_NONE);
    it.goal = DW_GOAL_HOLD;
    EDGE(dw_errand_is_sound(&it, map), room, 1, DW_NONE);
    it = errand_of(DW_GOAL_LAST_KNOWN);
    it.quarry = 0;
    EDGE(dw_errand_is_sound(&it, map), quarry, 1, DW_SLOT_NONE);
    it = errand_of(DW_GOAL_INTERCEPT);
    it.form = DW_ERRAND_KEEPS;
    it.door = 0;
    EDGE(dw_errand_is_sound(&it, map), door, 0, DW_NONE);
}

static void what_was_noticed_names_what_the_map_has(void **state)
{
    (void)state;
    {
        dw_fright it = {.watched = DW_SLOT_NONE};
        EDGE(dw_fright_is_sound(&it), watched, DW_INTRUDERS_MAX - 1, DW_INTRUDERS_MAX);
        assert_true(dw_fright_is_sound(&it));
    }
    {
        dw_curiosity it = {.room = DW_NONE};
        ROOM_OR_NONE(dw_curiosity_is_sound(&it, map), room);
        EDGE(dw_curiosity_is_sound(&it, map), points, 0, 1); /* Of no hint. */
        EDGE(dw_curiosity_is_sound(&it, map), strength, 0, 1);
        it.room = 0;
        EDGE(dw_curiosity_is_sound(&it, map), points, DW_CURIOSITY_POINTS_MAX,
             DW_CURIOSITY_POINTS_MAX + 1);
        EDGE(dw_curiosity_is_sound(&it, map), strength, DW_CURIOSITY_POINTS_MAX,
             DW_CURIOSITY_POINTS_MAX + 1);
    }
    {
        static dw_evidence it;
        dw_evidence_reset(&it, map);
        EDGE(dw_evidence_is_sound(&it, map), kind, DW_EVIDENCE_NONE, DW_EVIDENCE_KIND_COUNT);
        EDGE(dw_evidence_is_sound(&it, map), points, 0, -1);
        EDGE(dw_evidence_is_sound(&it, map), points, DW_EVIDENCE_POINTS_MAX,
             DW_EVIDENCE_POINTS_MAX + 1);
        DOOR_OR_NONE(dw_evidence_is_sound(&it, map), shuts);
        EDGE(dw_evidence_is_sound(&it, map), lamps_left, 0, UINT32_C(1) << map->switch_count);
        it.leaves_left_count = 2;
        EDGE(dw_evidence_is_sound(&it, map), leaves_left[1], (uint16_t)(map->door_count - 1),
             map->door_count);
        const struct {
            uint8_t kind;
            uint16_t count;
        } things[] = {{DW_EVIDENCE_LEAF, map->door_count},
                      {DW_EVIDENCE_ITEM, map->item_count},
                      {DW_EVIDENCE_COLLEAGUE, map->guard_count}};
        for (uint32_t i = 0; i < DW_COUNT_OF(things); i++) {
            it.kind = things[i].kind;
            it.thing = 0;
            if (things[i].count > 0) {
                EDGE(dw_evidence_is_sound(&it, map), thing, (uint16_t)(things[i].count - 1),
                     things[i].count);
            }
        }
    }
}

static void what_the_team_said_names_what_the_map_has(void **state)
{
    (void)state;
    {
        dw_notice_offer it = {.room = DW_NONE};
        ROOM_OR_NONE(dw_notice_offer_is_sound(&it, map), room);
        EDGE(dw_notice_offer_is_sound(&it, map), deadline, 0, 1); /* About no room. */
        it.room = 0;
        it.deadline = 1;
        EDGE(dw_notice_offer_is_sound(&it, map), room, 1, DW_NONE);
    }
    {
        dw_zone_duty it = {.room = DW_NONE};
        ROOM_OR_NONE(dw_zone_duty_is_sound(&it, map), room);
        EDGE(dw_zone_duty_is_sound(&it, map), slot, DW_INTRUDERS_MAX - 1, DW_INTRUDERS_MAX);
        EDGE(dw_zone_duty_is_sound(&it, map), since, 0, 1);
        it.room = 0;
        it.since = 1;
        EDGE(dw_zone_duty_is_sound(&it, map), room, 1, DW_NONE);
    }
    {
        static dw_radio_round it;
        dw_radio_round_reset(&it);
        EDGE(dw_radio_round_is_sound(&it, map), heard, 1, 2);
        it.heard = 1;
        EDGE(dw_radio_round_is_sound(&it, map), rooms[0], (uint16_t)(map->room_count - 1),
             map->room_count);
    }
    {
        static dw_lead_duty it;
        it.places[0] = outside; /* Who has no crew keeps no places. */
        assert_true(dw_lead_duty_is_sound(&it, &desk.setup));
        desk.rules.kinds[DW_KIND_GUARD].lead.crew_max = 1;
        it.places[0] = inside;
        it.places[1] = outside; /* There is no such guard. */
        EDGE(dw_lead_duty_is_sound(&it, &desk.setup), places[0], inside, outside);
    }
}

static void what_was_agreed_names_what_the_map_has(void **state)
{
    (void)state;
    static dw_contract_net it;
    dw_contract_net_reset(&it, 0);
    ROOM_OR_NONE(dw_contract_net_is_sound(&it, map), loss.room);
    EDGE(dw_contract_net_is_sound(&it, map), loss.slot, DW_INTRUDERS_MAX - 1, DW_INTRUDERS_MAX);
    EDGE(dw_contract_net_is_sound(&it, map), loss.until, 0, 1);
    it.loss.room = 0;
    it.loss.until = 1;
    EDGE(dw_contract_net_is_sound(&it, map), loss.room, 1, DW_NONE);
    it.loss.tried_count = 2;
    it.loss.tried[0].door = DW_NONE;
    it.loss.tried[1].door = DW_NONE;
    EDGE(dw_contract_net_is_sound(&it, map), loss.tried[1].room, 1, map->room_count);
    DOOR_OR_NONE(dw_contract_net_is_sound(&it, map), loss.tried[1].door);
    EDGE(dw_contract_net_is_sound(&it, map), loss.tried[1].slot, DW_INTRUDERS_MAX - 1,
         DW_INTRUDERS_MAX);
    it.call_count = 2;
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].place.room, 1, map->room_count);
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].talk.state, DW_TALK_STATE_COUNT - 1,
         DW_TALK_STATE_COUNT);
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].talk.protocol, DW_TALK_PROTOCOL_COUNT - 1,
         DW_TALK_PROTOCOL_COUNT);
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].talk.role, DW_TALK_ANSWERER,
         DW_TALK_ANSWERER + 1);
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].talk.partner, DW_GUARDS_MAX,
         DW_GUARDS_MAX + 1);
    it.calls[1].bid_count = 2;
    EDGE(dw_contract_net_is_sound(&it, map), calls[1].bids[1].guard, DW_GUARDS_MAX - 1,
         DW_GUARDS_MAX);
    it.task_count = 2;
    EDGE(dw_contract_net_is_sound(&it, map), tasks[1].place.room, 1, map->room_count);
    EDGE(dw_contract_net_is_sound(&it, map), tasks[1].talk.state, DW_TALK_STATE_COUNT - 1,
         DW_TALK_STATE_COUNT);
}

static void beliefs_and_movers_name_what_the_map_has(void **state)
{
    (void)state;
    {
        dw_beliefs it;
        dw_beliefs_reset(&it);
        EDGE(dw_beliefs_are_sound(&it, map), agitation, DW_AGITATION_MAX, DW_AGITATION_MAX + 1);
        const uint32_t last = DW_INTRUDERS_MAX - 1;
        ROOM_OR_NONE(dw_beliefs_are_sound(&it, map), of[last].room);
        EDGE(dw_beliefs_are_sound(&it, map), of[last].told_by, DW_GUARDS_MAX - 1, DW_GUARDS_MAX);
        EDGE(dw_beliefs_are_sound(&it, map), of[last].source, DW_BELIEF_NONE,
             DW_BELIEF_NONE + 1); /* Nowhere. */
        it.of[last].room = 0;
        EDGE(dw_beliefs_are_sound(&it, map), of[last].source, DW_BELIEF_SOURCE_COUNT - 1,
             DW_BELIEF_SOURCE_COUNT);
    }
    {
        dw_mover it = desk.mover;
        EDGE(dw_mover_is_sound(&it, map), state, DW_MOVER_NO_PATH, DW_MOVER_NO_PATH + 1);
        EDGE(dw_mover_is_sound(&it, map), doing, DW_MOVER_DOING_COUNT - 1, DW_MOVER_DOING_COUNT);
        DOOR_OR_NONE(dw_mover_is_sound(&it, map), avoided);
        DOOR_OR_NONE(dw_mover_is_sound(&it, map), doors.behind);
        DOOR_OR_NONE(dw_mover_is_sound(&it, map), doors.queued);
        EDGE(dw_mover_is_sound(&it, map), route.asking, DW_ROUTE_ASKS_ANY, DW_ROUTE_ASKS_ANY + 1);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(walking_skills_name_what_the_map_has),
        TEST(skills_after_an_intruder_name_what_the_map_has),
        TEST(errands_name_what_the_map_has),
        TEST(what_was_noticed_names_what_the_map_has),
        TEST(what_the_team_said_names_what_the_map_has),
        TEST(what_was_agreed_names_what_the_map_has),
        TEST(beliefs_and_movers_name_what_the_map_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
