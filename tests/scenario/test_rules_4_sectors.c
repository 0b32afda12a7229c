/* server/RULES.md 4.65 to 4.73: a guard calls doors and rooms out, the others bid for them, agree,
 * go there, and say what came of it; and nothing that gets lost keeps anybody waiting. */
#include "common/base/check.h"
#include "server/mind/brains/brains.h"
#include "server/sim/sim_state.h"
#include "tests/support/caller.h"
#include "tests/support/house.h"
#include "tests/support/test.h"

/* Hall, gallery and passage form a ring; the study hangs on the gallery by one door. The exit lies
 * in the hall, the objective in the study. No radio gets out of the closet.
 *
 *     +--------+--------+-----+
 *     |  hall  0 gallery 1stdy|
 *     +---2----+---3----+-----+------+
 *     |     passage           4closet|
 *     +-----------------------+------+
 */
enum { HALL, GALLERY, STUDY, PASSAGE, CLOSET };
enum { HALL_GALLERY, GALLERY_STUDY, HALL_PASSAGE, GALLERY_PASSAGE };
enum { ANN, BOB, CID, GUARDS };
enum { DELAY_TICKS = 30, CALL_TICKS = 24, LOG_MAX = 512, BUSY_MM = 5000 };

typedef struct team {
    dw_house house;
    uint32_t lost_id; /* Nobody hears this message; 0: all are heard. */
    uint32_t count;   /* Of all that was said. */
    dw_radio_message said[LOG_MAX];
} team;

static team it;

/* In the corner of the closet. */
static dw_vec hidden(void)
{
    return dw_scene_mm(23650, 8650);
}

/* Guards see as far as `range_mm`; 0: any distance. */
static void open_team_with(const dw_strategy *strategy, int32_t range_mm, int32_t catch_ticks)
{
    dw_scene *scene = dw_scene_create();
    dw_scene_room(scene, "hall", 0, 0, 8000, 6000);
    dw_scene_room(scene, "gallery", 8000, 0, 8000, 6000);
    dw_scene_room(scene, "study", 16000, 0, 5000, 6000);
    dw_scene_room(scene, "passage", 0, 6000, 21000, 3000);
    dw_scene_room(scene, "closet", 21000, 6000, 3000, 3000);
    dw_scene_door(scene, "hall-gallery", HALL, GALLERY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-study", GALLERY, STUDY, 2500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "hall-passage", HALL, PASSAGE, 3500, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "gallery-passage", GALLERY, PASSAGE, 12000, 1000, DW_SCENE_CLOSED);
    dw_scene_door(scene, "passage-closet", PASSAGE, CLOSET, 7000, 1000, DW_SCENE_CLOSED);
    dw_scene_patrol(scene, "west", "hall");
    dw_scene_patrol(scene, "east", "gallery");
    dw_scene_patrol(scene, "south", "passage");
    dw_scene_guard(scene, "ann", 14500, 3000, 180, "east");
    dw_scene_guard(scene, "bob", 2000, 3000, 0, "west");
    dw_scene_guard(scene, "cid", 15000, 7500, 180, "south");
    dw_scene_spawn(scene, 10000, 3000);
    dw_scene_spawn(scene, 11000, 3000);
    dw_scene_objective(scene, 20000, 500, 200, 200);
    dw_scene_exit(scene, 500, 500, 1000, 1000);
    ((dw_room *)dw_scene_parts(scene)->rooms)[CLOSET].jams = true;
    dw_ruleset rules = dw_stage_endless_rules();
    rules.strategy = *strategy;
    rules.catch_ticks = catch_ticks;
    rules.kinds[DW_KIND_GUARD].senses.eyes.range_mm = range_mm;
    it.house = dw_house_open_with(scene, &rules);
    it.lost_id = 0;
    it.count = 0;
}

/* Nobody is caught. */
static void open_team(const dw_strategy *strategy, int32_t range_mm)
{
    open_team_with(strategy, range_mm, dw_stage_endless_rules().catch_ticks);
}

static dw_strategy sectors(void)
{
    return dw_stage_shipped_strategy("sectors");
}

/* One tick. What was said is kept; what is to be lost seems to come out of the closet. */
static void step(void)
{
    dw_stage_step(it.house.stage);
    dw_radio *radio = &it.house.stage->sim->radio;
    for (uint32_t i = 0; i < radio->count; i++) {
        dw_radio_message *message = &radio->messages[(radio->first + i) % radio->capacity];
        if (message->id == it.count + 1) {
            assert_true(it.count < LOG_MAX);
            it.said[it.count++] = *message;
        }
        if (message->id == it.lost_id) {
            message->from = CLOSET;
        }
    }
}

static void run(uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        step();
    }
}

/* The message number `skip` of that kind from that guard (GUARDS: any), or NULL. */
static const dw_radio_message *find(dw_radio_kind kind, uint8_t sender, uint32_t skip)
{
    for (uint32_t i = 0; i < it.count; i++) {
        if (it.said[i].kind == kind && (sender == GUARDS || it.said[i].sender == sender) &&
            skip-- == 0) {
            return &it.said[i];
        }
    }
    return NULL;
}

static const dw_radio_message *wait_for(dw_radio_kind kind, uint8_t sender, uint32_t ticks_max)
{
    for (uint32_t tick = 0; find(kind, sender, 0) == NULL; tick++) {
        if (tick == ticks_max) {
            fail_msg("no message of kind %d from %u in %u ticks", kind, sender, ticks_max);
        }
        step();
    }
    return find(kind, sender, 0);
}

/* Ann notices the intruder, and then it is gone. Returns when Ann has lost it. */
static void lose_intruder(void)
{
    for (uint32_t tick = 0; !dw_house_wants(&it.house, ANN, "chase"); tick++) {
        assert_true(tick < 300);
        const dw_vec at = dw_house_guard(&it.house, ANN)->body.position;
        dw_stage_put_intruder(it.house.stage, 0, (dw_vec){at.x - DW_MM(250), at.y});
        step();
    }
    dw_stage_put_intruder(it.house.stage, 0, hidden());
    for (uint32_t tick = 0; dw_house_wants(&it.house, ANN, "chase"); tick++) {
        assert_true(tick < 60);
        step();
    }
}

/* Ann is a puppet of the test and says steps of one conversation that it has opened. */
static void open_told_team(void)
{
    const dw_strategy strategy = sectors();
    open_team(&strategy, 300);
    dw_house_set_brain(&it.house, ANN, &dw_brain_caller);
    dw_stage_put_intruder(it.house.stage, 0, hidden());
    run(60);
}

static const uint32_t talk_name = (ANN + 1u) << 24 | 1;

static void ann_says(dw_radio_kind kind, uint16_t room, uint16_t door,
                     const dw_radio_message *answered)
{
    dw_radio_message message = {.kind = (uint8_t)kind,
                                .room = room,
                                .conversation = talk_name,
                                .number = answered == NULL ? 1 : 2,
                                .deadline = it.house.stage->world->tick + 200};
    if (door != DW_NONE) {
        message.door_count = 1;
        message.doors[0] = door;
    }
    if (answered != NULL) {
        message.receiver = (uint8_t)(answered->sender + 1);
        message.reply_to = answered->number;
    }
    dw_caller_say(&message);
    step();
}

static int32_t path_mm(uint16_t guard, dw_vec to)
{
    return dw_nav_route_length(it.house.venue->nav, dw_house_guard(&it.house, guard)->body.position,
                               to) /
           DW_UNITS_PER_MM;
}

static dw_vec middle_of(uint16_t room)
{
    return dw_rect_centre(it.house.venue->map->rooms[room].area);
}

static void guards_bid_by_their_paths_and_their_load(void **state)
{
    (void)state;
    for (uint32_t busy = 0; busy < 2; busy++) {
        open_told_team();
        if (busy == 1) { /* Bob searches the hall. */
            const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
            dw_caller_say(&report);
            step();
        }
        ann_says(DW_RADIO_CALL, STUDY, DW_NONE, NULL);
        for (uint8_t g = BOB; g <= CID; g++) {
            const dw_radio_message *bid = wait_for(DW_RADIO_BID, g, DELAY_TICKS + 2);
            assert_int_equal(bid->receiver, ANN + 1);
            assert_int_equal(bid->conversation, talk_name);
            assert_int_equal(bid->reply_to, 1);
            const int32_t load_mm = busy == 1 && g == BOB ? BUSY_MM : 0;
            assert_in_range(bid->bid_mm - load_mm + 1000, path_mm(g, middle_of(STUDY)) + 700,
                            path_mm(g, middle_of(STUDY)) + 1300);
        }
        dw_house_close(&it.house);
    }
}

static void a_guard_that_cannot_come_refuses(void **state)
{
    (void)state;
    open_told_team();
    /* Somebody in the hall is at that door at once: nobody is there before. */
    ann_says(DW_RADIO_CALL, HALL, HALL_GALLERY, NULL);
    assert_int_equal(wait_for(DW_RADIO_REFUSE, BOB, DELAY_TICKS + 2)->receiver, ANN + 1);
    dw_house_close(&it.house);

    open_told_team();
    const dw_radio_message clear = {.kind = DW_RADIO_CLEAR, .room = STUDY};
    dw_caller_say(&clear);
    step();
    ann_says(DW_RADIO_CALL, STUDY, DW_NONE, NULL); /* It was searched just now. */
    (void)wait_for(DW_RADIO_REFUSE, BOB, DELAY_TICKS + 2);
    (void)wait_for(DW_RADIO_REFUSE, CID, DELAY_TICKS + 2);
    assert_null(find(DW_RADIO_BID, GUARDS, 0));
    dw_house_close(&it.house);
}

static void an_awarded_guard_agrees_and_goes(void **state)
{
    (void)state;
    for (uint32_t door = 0; door < 2; door++) {
        open_told_team();
        ann_says(DW_RADIO_CALL, STUDY, door == 1 ? HALL_GALLERY : (uint16_t)DW_NONE, NULL);
        const dw_radio_message *bid = wait_for(DW_RADIO_BID, BOB, DELAY_TICKS + 2);
        ann_says(DW_RADIO_AWARD, STUDY, door == 1 ? HALL_GALLERY : (uint16_t)DW_NONE, bid);
        run(DELAY_TICKS - 1);
        assert_true(dw_house_wants(&it.house, BOB, "patrol")); /* It has not heard it yet. */
        const dw_radio_message *agree = wait_for(DW_RADIO_AGREE, BOB, 3);
        assert_int_equal(agree->reply_to, 2);
        assert_true(dw_house_wants(&it.house, BOB, door == 1 ? "intercept" : "search"));
        const dw_mind_view mind = dw_house_explain(&it.house, BOB);
        assert_int_equal(door == 1 ? mind.door : mind.room, door == 1 ? HALL_GALLERY : STUDY);
        assert_int_equal(mind.cause, DW_CAUSE_MESSAGE);
        assert_true(dw_house_wants(&it.house, CID, "patrol"));
        dw_house_close(&it.house);
    }
}

static void a_guard_runs_to_the_room_that_it_is_awarded(void **state)
{
    (void)state;
    open_told_team();
    ann_says(DW_RADIO_CALL, STUDY, DW_NONE, NULL);
    ann_says(DW_RADIO_AWARD, STUDY, DW_NONE, wait_for(DW_RADIO_BID, BOB, DELAY_TICKS + 2));
    (void)wait_for(DW_RADIO_AGREE, BOB, DELAY_TICKS + 3);
    int32_t most = 0;
    for (uint32_t tick = 0; dw_house_guard(&it.house, BOB)->room != STUDY; tick++) {
        assert_true(tick < 900);
        const dw_vec from = dw_house_guard(&it.house, BOB)->body.position;
        step();
        const int32_t went = dw_distance(from, dw_house_guard(&it.house, BOB)->body.position);
        most = went > most ? went : most;
    }
    const dw_kind *kind = &it.house.stage->sim->rules.kinds[DW_KIND_GUARD];
    assert_true(most > kind->gaits.near.speed_mm_s + 100);
    dw_house_close(&it.house);
}

/* An award without a call, for another guard's bid, of an old bid, or to a guard that is busy. */
static void a_message_alone_moves_nobody(void **state)
{
    (void)state;
    for (uint32_t fault = 0; fault < 4; fault++) {
        open_told_team();
        dw_radio_message bid = {.sender = BOB, .number = 1};
        if (fault > 0) {
            ann_says(DW_RADIO_CALL, STUDY, DW_NONE, NULL);
            bid = *wait_for(DW_RADIO_BID, fault == 1 ? CID : BOB, DELAY_TICKS + 2);
        }
        if (fault == 2) {
            bid.number++;
        } else if (fault == 3) {
            const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
            dw_caller_say(&report);
            step();
            dw_stage_put_guard(it.house.stage, ANN, dw_scene_mm(14500, 3000), 0);
        }
        ann_says(DW_RADIO_AWARD, STUDY, DW_NONE, &bid);
        for (uint32_t tick = 0; tick < 2 * DELAY_TICKS; tick++) {
            step();
            const dw_mind_view mind = dw_house_explain(&it.house, BOB);
            if (fault < 3) {
                assert_true(dw_house_wants(&it.house, BOB, "patrol"));
            } else {
                assert_true(mind.room != GALLERY);
            }
        }
        assert_true((find(DW_RADIO_AGREE, BOB, 0) == NULL) == (fault < 3));
        const dw_talker *talker = &dw_house_mind(&it.house, BOB)->net->talker;
        assert_int_equal(talker->refused, fault == 0 || fault == 2 ? 1 : 0);
        dw_house_close(&it.house);
    }
}

static void a_guard_says_done_when_the_room_is_searched(void **state)
{
    (void)state;
    open_told_team();
    ann_says(DW_RADIO_CALL, STUDY, DW_NONE, NULL);
    const dw_radio_message *bid = wait_for(DW_RADIO_BID, CID, DELAY_TICKS + 2);
    ann_says(DW_RADIO_AWARD, STUDY, DW_NONE, bid);
    const dw_radio_message *done = wait_for(DW_RADIO_DONE, CID, 1800);
    assert_int_equal(done->conversation, talk_name);
    assert_int_equal(done->reply_to, 2);
    assert_int_equal(find(DW_RADIO_CLEAR, CID, 0)->room, STUDY);
    assert_int_equal(dw_house_guard(&it.house, CID)->room, STUDY);
    dw_house_close(&it.house);
}

static void a_guard_that_loses_an_intruder_calls_the_nearest_rooms_but_its_own(void **state)
{
    (void)state;
    dw_strategy strategy = sectors();
    strategy.cordon_max = 0;
    strategy.sectors_max = 2;
    open_team(&strategy, 0);
    lose_intruder();
    const uint32_t lost = it.house.stage->world->tick;
    run(20);
    const dw_vec from = dw_house_mind(&it.house, ANN)->net->loss.place;
    uint32_t seen = 0;
    int32_t last_way = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const dw_radio_message *call = find(DW_RADIO_CALL, ANN, i);
        assert_non_null(call);
        assert_in_range(call->sent, lost, lost + 6);
        assert_int_equal(call->receiver, 0);
        assert_int_equal(call->door_count, 0);
        assert_true(call->room != GALLERY && call->room != CLOSET);
        seen |= 1u << call->room;
        const int32_t way = dw_nav_route_length(it.house.venue->nav, from, middle_of(call->room));
        assert_true(way >= last_way);
        last_way = way;
        for (uint16_t r = HALL; r <= PASSAGE; r++) {
            assert_true((seen >> r & 1) != 0 || r == GALLERY || i == 0 ||
                        dw_nav_route_length(it.house.venue->nav, from, middle_of(r)) >= way);
        }
    }
    assert_int_equal(__builtin_popcount(seen), 2);
    assert_null(find(DW_RADIO_CALL, ANN, 2));
    dw_house_close(&it.house);
}

static void a_guard_that_chases_calls_doors_and_one_guard_to_the_room(void **state)
{
    (void)state;
    const dw_strategy strategy = sectors();
    open_team(&strategy, 0);
    assert_true(dw_house_run_until_event(&it.house, DW_SIM_REPORTED, ANN, 400));
    uint32_t named = 0; /* To people who watch. */
    for (uint32_t tick = 0; tick < 120; tick++) {
        dw_stage_put_intruder(it.house.stage, 0, dw_scene_mm(10000, 3000));
        step();
        dw_mind_view view;
        dw_sim_explain(it.house.stage->sim, ANN, &view);
        for (uint8_t i = 0; i < view.call_count && view.calls[i].tick == view.tick; i++) {
            const bool of_door = view.calls[i].door != DW_NONE;
            assert_true(view.calls[i].kind != DW_RADIO_REPORT || !of_door);
            named += view.calls[i].kind == DW_RADIO_CALL && of_door ? 1 : 0;
        }
    }
    assert_int_equal(named, 2);
    assert_true(dw_house_wants(&it.house, ANN, "chase"));
    uint32_t calls = 0;
    uint32_t rooms = 0;
    for (const dw_radio_message *call; (call = find(DW_RADIO_CALL, ANN, calls)) != NULL; calls++) {
        assert_int_equal(call->room, GALLERY);
        rooms += call->door_count == 0 ? 1 : 0;
        /* To the exit by the hall, to the objective by the study. */
        assert_true(call->door_count == 0 || call->doors[0] == HALL_GALLERY ||
                    call->doors[0] == GALLERY_STUDY);
    }
    assert_int_equal(rooms, 1);
    dw_house_close(&it.house);
}

static void a_guard_that_catches_the_intruder_ends_its_calls(void **state)
{
    (void)state;
    const dw_strategy strategy = sectors();
    open_team_with(&strategy, 0, 180);
    dw_stage_reset(it.house.stage, 1, 3); /* The round goes on with the second intruder. */
    dw_stage_put_intruder(it.house.stage, 1, hidden());
    const dw_world *world = it.house.stage->world;
    while (find(DW_RADIO_CALL, ANN, 0) == NULL) {
        const dw_vec at = dw_house_guard(&it.house, ANN)->body.position;
        dw_stage_put_intruder(it.house.stage, 0, (dw_vec){at.x - DW_MM(900), at.y});
        step();
        assert_true(world->tick < 300);
    }
    assert_true(dw_house_mind(&it.house, ANN)->net->loss.until > world->tick);
    while (dw_intruder_slot_state(world, 0) == DW_SLOT_ALIVE) {
        step();
        assert_true(world->tick < 600);
    }
    const uint32_t calls = it.count;
    run(2);
    assert_int_equal(dw_house_mind(&it.house, ANN)->net->loss.until, 0);
    /* Ann is nearer to those doors than the bidders, and leaves them alone. */
    for (uint32_t tick = 0; tick < 200; tick++) {
        step();
        assert_true(dw_house_wants(&it.house, ANN, "patrol"));
    }
    for (uint32_t i = calls; i < it.count; i++) {
        assert_int_not_equal(it.said[i].kind, DW_RADIO_CALL);
    }
    dw_house_close(&it.house);
}

static void each_task_goes_to_the_lowest_bid_of_a_guard_without_one(void **state)
{
    (void)state;
    dw_strategy strategy = sectors();
    strategy.cordon_max = 0;
    open_team(&strategy, 0);
    lose_intruder();
    run(3 * DELAY_TICKS + CALL_TICKS);
    uint32_t winners = 0;
    for (uint32_t a = 0; a < 2; a++) {
        const dw_radio_message *award = find(DW_RADIO_AWARD, ANN, a);
        assert_non_null(award);
        assert_false(winners >> award->receiver & 1);
        for (uint32_t b = 0; find(DW_RADIO_BID, GUARDS, b) != NULL; b++) {
            const dw_radio_message *bid = find(DW_RADIO_BID, GUARDS, b);
            const dw_radio_message *won = NULL;
            for (uint32_t c = 0; find(DW_RADIO_BID, award->receiver - 1, c) != NULL; c++) {
                const dw_radio_message *own = find(DW_RADIO_BID, award->receiver - 1, c);
                won = own->conversation == award->conversation ? own : won;
            }
            assert_non_null(won);
            assert_int_equal(award->reply_to, won->number);
            /* The first award goes to the lowest bid of all until then. */
            assert_true(a > 0 || bid->sent > award->sent || bid->bid_mm >= won->bid_mm);
        }
        winners |= 1u << award->receiver;
    }
    assert_int_equal(winners, 1u << (BOB + 1) | 1u << (CID + 1));
    dw_house_close(&it.house);
}

/* Two calls of Ann for one door that go on at the same time. */
static bool calls_a_door_twice(void)
{
    const dw_contract_net *net = dw_house_mind(&it.house, ANN)->net;
    uint32_t doors = 0;
    bool twice = false;
    for (uint8_t i = 0; i < net->call_count; i++) {
        const dw_net_call *call = &net->calls[i];
        if (call->place.door != DW_NONE && dw_conversation_is_on(&call->talk)) {
            twice = twice || (doors >> call->place.door & 1) != 0;
            doors |= 1u << call->place.door;
        }
    }
    return twice;
}

/* Ann chases from the gallery to the passage, and on to the hall; the doors to the hall and to the
 * study lie before the intruder all the time. */
static void a_door_that_is_called_is_not_called_again_for_the_next_report(void **state)
{
    (void)state;
    static const int32_t path_mm[][2] = {{10000, 3000}, {12500, 7500}, {10000, 3000}};
    const dw_strategy strategy = sectors();
    open_team(&strategy, 0);
    assert_true(dw_house_run_until_event(&it.house, DW_SIM_REPORTED, ANN, 400));
    for (uint32_t tick = 0; tick < 240; tick++) {
        const int32_t *at_mm = path_mm[tick / 80];
        const dw_vec at = dw_scene_mm(at_mm[0], at_mm[1]);
        dw_stage_put_intruder(it.house.stage, 0, at);
        dw_stage_put_guard(it.house.stage, ANN, dw_vec_add(at, dw_scene_mm(1500, 0)), 32768);
        step();
        assert_false(calls_a_door_twice());
    }
    uint32_t doors = 0;
    uint32_t reports = 0;
    for (uint32_t i = 0; i < it.count; i++) {
        doors += it.said[i].kind == DW_RADIO_CALL && it.said[i].door_count > 0 ? 1 : 0;
        reports += it.said[i].kind == DW_RADIO_REPORT ? 1 : 0;
    }
    assert_true(reports >= 2);
    assert_true(doors >= 2);
    dw_house_close(&it.house);
}

/* It is the other guard that knows where to call, for as long as the own report is older. */
static void a_chaser_whose_calls_have_ended_does_not_begin_them_anew(void **state)
{
    (void)state;
    const dw_strategy strategy = sectors();
    open_team(&strategy, 0);
    DW_CHECK(dw_sim_set_brain(it.house.stage->sim, BOB, &dw_brain_caller) == DW_OK);
    assert_true(dw_house_run_until_event(&it.house, DW_SIM_REPORTED, ANN, 400));
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = GALLERY};
    uint32_t calls = 0;
    for (uint32_t tick = 0; tick < 200; tick++) {
        dw_stage_put_intruder(it.house.stage, 0, dw_scene_mm(10000, 3000));
        if (tick == 20) {
            dw_caller_say(&report);
        }
        step();
        for (calls = tick == 60 ? 0 : calls;
             tick == 60 && find(DW_RADIO_CALL, ANN, calls) != NULL;) {
            calls++;
        }
    }
    assert_true(dw_house_wants(&it.house, ANN, "chase"));
    assert_true(calls > 0);
    assert_null(find(DW_RADIO_CALL, ANN, calls));
    dw_house_close(&it.house);
}

static void calls_end_when_another_guard_reports_the_intruder(void **state)
{
    (void)state;
    const dw_strategy strategy = sectors();
    for (uint32_t reported = 0; reported < 2; reported++) {
        open_team(&strategy, 0);
        DW_CHECK(dw_sim_set_brain(it.house.stage->sim, BOB, &dw_brain_caller) == DW_OK);
        lose_intruder();
        const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
        if (reported == 1) {
            dw_caller_say(&report);
        }
        run(DELAY_TICKS + 2);
        const uint32_t before = dw_house_mind(&it.house, ANN)->net->loss.until;
        assert_true((before > it.house.stage->world->tick) == (reported == 0));
        dw_house_close(&it.house);
    }
}

/* Runs until an award was agreed to. Returns the guard that did. */
static uint8_t run_to_agreement(uint16_t *room)
{
    lose_intruder();
    const dw_radio_message *agree = wait_for(DW_RADIO_AGREE, GUARDS, 200);
    *room = agree->room;
    return agree->sender;
}

/* Another guard takes the room on: by agreement, or the caller by itself. */
static void expect_replaced(uint16_t room, uint8_t first, uint32_t ticks_max)
{
    const uint32_t from = it.count;
    for (uint32_t tick = 0; tick < ticks_max; tick++) {
        step();
        for (uint32_t i = from; i < it.count; i++) {
            const bool takes =
                it.said[i].kind == DW_RADIO_AGREE || it.said[i].kind == DW_RADIO_TAKES;
            if (takes && it.said[i].room == room) {
                assert_int_not_equal(it.said[i].sender, first);
                return;
            }
        }
    }
    fail_msg("room %u was not taken on again", room);
}

static dw_strategy rooms_alone(void)
{
    dw_strategy strategy = sectors();
    strategy.cordon_max = 0;
    return strategy;
}

static void a_guard_that_becomes_busy_fails_and_is_replaced(void **state)
{
    (void)state;
    const dw_strategy strategy = rooms_alone();
    open_team(&strategy, 0);
    dw_stage_reset(it.house.stage, 1, 3);
    dw_stage_put_intruder(it.house.stage, 1, hidden());
    uint16_t room;
    const uint8_t first = run_to_agreement(&room);
    /* Somebody else stands in its way, for as long as it needs to notice. */
    for (uint32_t tick = 0; !dw_house_wants(&it.house, first, "chase"); tick++) {
        assert_true(tick < 200);
        const dw_vec at = dw_house_guard(&it.house, first)->body.position;
        dw_stage_put_intruder(it.house.stage, 1, (dw_vec){at.x - DW_MM(250), at.y});
        step();
    }
    assert_int_equal(wait_for(DW_RADIO_FAILED, first, 10)->room, room);
    run(DELAY_TICKS + 5); /* It chases on; its first report comes later. */
    uint32_t calls = 0;
    for (uint32_t i = 0; find(DW_RADIO_CALL, ANN, i) != NULL; i++) {
        calls += find(DW_RADIO_CALL, ANN, i)->room == room ? 1 : 0;
    }
    assert_int_equal(calls, 2);
    dw_house_close(&it.house);
}

static void a_guard_that_falls_silent_is_replaced(void **state)
{
    (void)state;
    const dw_strategy strategy = rooms_alone();
    for (uint32_t when = 0; when < 2; when++) {
        open_team(&strategy, 0);
        uint16_t room;
        uint8_t first;
        if (when == 0) { /* Before it can agree. */
            lose_intruder();
            const dw_radio_message *award = wait_for(DW_RADIO_AWARD, ANN, 200);
            first = (uint8_t)(award->receiver - 1);
            room = award->room;
        } else { /* At work. */
            first = run_to_agreement(&room);
        }
        DW_CHECK(dw_sim_set_brain(it.house.stage->sim, first, dw_brain_find("null")) == DW_OK);
        if (when == 0) {
            expect_replaced(room, first, 400);
        } else {
            /* The work has its time; then nobody waits any longer. */
            for (uint32_t tick = 0; dw_house_mind(&it.house, ANN)->net->call_count > 0; tick++) {
                assert_true(tick < 4000);
                step();
            }
        }
        dw_house_close(&it.house);
    }
}

/* Each message of the first seconds gets lost once. In the end nobody waits for anything, and the
 * rooms were still searched. */
static void the_loss_of_any_message_costs_time_alone(void **state)
{
    (void)state;
    const dw_strategy strategy = sectors();
    uint32_t messages = 1;
    for (uint32_t lost = 0; lost <= messages && lost <= 40; lost++) {
        open_team(&strategy, 300);
        it.lost_id = lost;
        lose_intruder();
        run(600);
        messages = lost == 0 ? it.count : messages;
        bool works = false;
        for (uint32_t i = 0; i < it.count; i++) {
            works = works || it.said[i].kind == DW_RADIO_AGREE;
        }
        assert_true(works);
        run(1800 + 2600);
        for (uint16_t g = ANN; g < GUARDS; g++) {
            const dw_contract_net *net = dw_house_mind(&it.house, g)->net;
            assert_int_equal(net->call_count, 0);
            assert_int_equal(net->task_count, 0);
            assert_true(dw_house_wants(&it.house, g, "patrol"));
        }
        dw_house_close(&it.house);
    }
    assert_true(messages >= 20);
}

static void with_answer_call_a_report_of_another_room_moves_nobody(void **state)
{
    (void)state;
    open_told_team();
    const dw_radio_message report = {.kind = DW_RADIO_REPORT, .agitation = 1, .room = HALL};
    dw_caller_say(&report);
    run(DELAY_TICKS + 2);
    assert_true(dw_house_wants(&it.house, BOB, "search")); /* It is there. */
    assert_true(dw_house_wants(&it.house, CID, "patrol"));
    assert_int_equal(dw_house_mind(&it.house, CID)->beliefs.of[0].room, HALL);
    dw_house_close(&it.house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guards_bid_by_their_paths_and_their_load),
        cmocka_unit_test(a_guard_that_cannot_come_refuses),
        cmocka_unit_test(an_awarded_guard_agrees_and_goes),
        cmocka_unit_test(a_guard_runs_to_the_room_that_it_is_awarded),
        cmocka_unit_test(a_message_alone_moves_nobody),
        cmocka_unit_test(a_guard_says_done_when_the_room_is_searched),
        cmocka_unit_test(a_guard_that_loses_an_intruder_calls_the_nearest_rooms_but_its_own),
        cmocka_unit_test(a_guard_that_chases_calls_doors_and_one_guard_to_the_room),
        cmocka_unit_test(a_guard_that_catches_the_intruder_ends_its_calls),
        cmocka_unit_test(each_task_goes_to_the_lowest_bid_of_a_guard_without_one),
        cmocka_unit_test(a_door_that_is_called_is_not_called_again_for_the_next_report),
        cmocka_unit_test(a_chaser_whose_calls_have_ended_does_not_begin_them_anew),
        cmocka_unit_test(calls_end_when_another_guard_reports_the_intruder),
        cmocka_unit_test(a_guard_that_becomes_busy_fails_and_is_replaced),
        cmocka_unit_test(a_guard_that_falls_silent_is_replaced),
        cmocka_unit_test(the_loss_of_any_message_costs_time_alone),
        cmocka_unit_test(with_answer_call_a_report_of_another_room_moves_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
