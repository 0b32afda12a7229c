#include "view_picture.h"

#include "client/view/hud/hud.h"
#include "client/view/hud/hud_minds.h"
#include "client/view/hud/hud_time_line.h"
#include "client/view/pages/menu.h"
#include "client/view/pages/pad_keys.h"
#include "client/view/scene/scene.h"
#include "client/view/tools/interface.h"
#include "common/base/check.h"
#include "tests/unit/view/view_mission.h"
#include "tests/unit/view/view_scene.h"

#include <math.h>
#include <stdio.h>

typedef struct picture {
    const char *name, *map;
    double scale; /* Pixels a metre, 0 = the whole map. */
    double x, y;  /* Middle in metres, with a scale. */
    bool playing, hud, result;
    bool signs;       /* Of the team, with the menu open. */
    bool tools;       /* One aims, one flies, one lies. */
    bool senses;      /* Hears each kind of noise, and has both gauges. */
    bool captions;    /* Of sounds. */
    bool lobby;       /* Who is ready. */
    bool scores;      /* The scoreboard. */
    bool minds;       /* What a spectator sees of the guards. */
    bool kinds;       /* A guard of each kind. */
    bool night;       /* Lamps, torches, and the kinds of the map. */
    bool mission;     /* In place of the heist. */
    bool pad_keys;    /* The keyboard of a gamepad, over the page. */
    uint8_t lesson;   /* Of the tutorial, 0 = none. */
    bool time_line;   /* Of a replay, with the card that says why. */
    uint8_t followed; /* Guard, with `minds`; 0 = none. */
    uint8_t help;     /* Page of it, 0 = none. */
    dw_page page;     /* Menu over the picture. */
    const char *message;
} picture;

static const dw_vote_state vote = {.vote = 1,
                                   .phase = DW_VOTE_ON,
                                   .accused = 2,
                                   .caller = 1,
                                   .yes = 1,
                                   .needed = 2,
                                   .end_tick = 9000};

static void draw_hud(const picture *what, dw_view_fixture *fixture, const dw_pen *pen,
                     const dw_camera *camera)
{
    dw_field chat;
    dw_field_init(&chat, DW_CHAT_MAX, "guard in the north corridor");
    if (what->result) {
        fixture->round.phase = DW_PHASE_RESULT;
        fixture->round.outcome = DW_OUTCOME_WON;
        fixture->round.winner = 1;
        fixture->round.start_tick = 5000;
        fixture->round.end_tick = 5240;
        fixture->round.roster[3].caught_tick = 3300;
    }
    if (what->lobby) {
        fixture->round.phase = DW_PHASE_LOBBY;
        fixture->round.end_tick = fixture->world.tick + 2500;
    }
    static const dw_standings standings = {
        .ready = 5,
        .count = 4,
        .rows = {
            {0, 12, 3, 1, 1, 1}, {1, 48, 12, 0, 2, 0}, {2, 9999, 0, 2, 0, 2}, {3, 0, 40, 0, 9, 0}}};
    static const dw_detections detections = {.round = 1,
                                             .detected = 9,
                                             .count = 8,
                                             .rows = {{900, 120, 1, DW_KIND_LOOK_GUARD},
                                                      {1300, 40, 3, DW_KIND_LOOK_DOG},
                                                      {1400, 700, 2, DW_KIND_LOOK_CAPTAIN},
                                                      {2400, 30, 0, DW_KIND_LOOK_CAMERA},
                                                      {2800, 60, 5, DW_DETECTED_BY_DETECTOR},
                                                      {3000, 60, 5, DW_KIND_LOOK_GUARD},
                                                      {3100, 60, 4, DW_KIND_LOOK_GUARD},
                                                      {3300, 60, 4, DW_KIND_LOOK_GUARD}}};
    dw_detections told = detections;
    told.round = fixture->round.round;
    const dw_sign_menu menu = {
        .open = what->signs && what->scale > 80.0, .column = 2, .marked = DW_SIGN_DECOY};
    static const dw_heard_watch heard = {
        .said = true, .kind = DW_OWN_NOISE_STEP, .at = 1.0, .who = DW_KIND_NAME_GUARD};
    static const dw_captions captions = {
        .lines = {{.what = DW_SAY_SOUND_STEPS, .side = DW_SIDE_LEFT, .born = 0.2, .heard = 1.1},
                  {.what = DW_SAY_SOUND_CALL, .side = DW_SIDE_ABOVE, .born = 0.9, .heard = 0.9},
                  {.what = DW_SAY_SOUND_DOOR, .side = DW_SIDE_RIGHT, .born = 0.5, .heard = 0.5},
                  {.what = DW_SAY_SOUND_HEART, .born = 0.7, .heard = 1.2}}};
    const dw_hud_view view = {
        .map = fixture->map,
        .standings = &standings,
        .detections = what->result ? &told : NULL,
        .scores = what->scores,
        .captions = what->captions ? &captions : NULL,
        .switches = what->minds,
        .heard = what->senses ? &heard : NULL,
        .tool = what->tools ? DW_TOOL_COIN : DW_TOOL_NONE,
        .own_senses = {.hears = what->senses,
                       .sees_light = what->senses,
                       .steps = true,
                       .step_db10 = 430,
                       .light = 15},
        .camera = camera,
        .signs = &menu,
        .world = &fixture->world,
        .round = &fixture->round,
        .feed = &fixture->feed,
        .chat = what->playing && !what->result && !what->lobby ? &chat : NULL,
        .followed = what->playing ? "" : "guard 2",
        .vote = what->help != 0 ? NULL : &vote,
        .code = "K7QD",
        .queue = what->minds ? "You are number 2 in the queue" : "",
        .feed_top = what->minds ? (float)pen->canvas->height - 150.0F * pen->ui : 0.0F,
        .use = {.kind = DW_USE_DOOR, .index = 1},
        .seconds = 1.2,
        .fps = 60.0,
        .rtt_ms = 24,
        .play_start_tick = 400,
        .help = what->help};
    static dw_client_mission mission;
    static dw_mission_board board;
    const dw_tutorial tutorial = {.lesson = what->lesson, .since = 0.5};
    dw_hud_view shown = view;
    if (what->mission) {
        dw_view_mission_fill(&mission, &board, fixture->map, fixture->world.tick,
                             fixture->round.round, fixture->round.phase, 1.0);
        board.briefing = what->lobby;
        shown.mission = &mission;
        shown.board = &board;
        shown.rules = &fixture->rules;
    }
    shown.tutorial = &tutorial;
    dw_hud_draw(pen, &shown);
}

static void draw_time_line(const dw_view_fixture *fixture, const dw_pen *pen)
{
    static dw_playback playback;
    dw_view_playback_fill(&playback);
    const dw_time_line_view view = {
        .playback = &playback,
        .names = {.map = fixture->map, .round = &fixture->round, .world = &fixture->world},
        .shown = 2050.5,
        .points = true,
        .mouse_x = 300.0F,
        .event = 4,
        .hints = "Space pauses",
        .note = "",
        .why = true,
        .why_hint = "Y closes"};
    dw_hud_draw_time_line(pen, &view);
}

static void fill_feed(dw_view_fixture *fixture)
{
    const dw_chat_line chat = {1, "Kestrel", "I take the long way through the music room"};
    const dw_client_event events[] = {{.kind = DW_CLIENT_EVENT_RADIO, .a = 2, .b = 0, .c = 1},
                                      {.kind = DW_CLIENT_EVENT_ITEM_TAKEN, .a = 2},
                                      {.kind = DW_CLIENT_EVENT_CAUGHT, .a = 3},
                                      {.kind = DW_CLIENT_EVENT_RADIO, .a = 4, .b = 1},
                                      {.kind = DW_CLIENT_EVENT_BARK, .a = 1, .b = 0},
                                      {.kind = DW_CLIENT_EVENT_INTENTION, .a = 2, .b = 0},
                                      {.kind = DW_CLIENT_EVENT_BARK, .a = 3, .b = 4},
                                      {.kind = DW_CLIENT_EVENT_DETECTED, .a = 1}};
    for (size_t i = 0; i < DW_COUNT_OF(events); i++) {
        dw_feed_event(&fixture->feed, &events[i], fixture->map, &fixture->round, NULL, 0, 1.0);
    }
    dw_feed_chat(&fixture->feed, &chat, 1.0);
}

/* In and out of the picture. */
static void fill_signals(dw_view_fixture *fixture)
{
    static const dw_signal rows[] = {
        {.tick = 9, .slot = 0, .sign = DW_SIGN_DECOY},
        {.tick = 9, .slot = 1, .sign = DW_SIGN_FOLLOW},
        {.tick = 9, .slot = 2, .sign = DW_SIGN_HELP},
        {.tick = 9, .slot = 0, .position = {DW_MM(5000), DW_MM(2500)}},
        {.tick = 9, .slot = 1, .position = {DW_MM(20000), DW_MM(3000)}},
        {.tick = 9, .slot = 2, .position = {DW_MM(9000), DW_MM(14000)}},
    };
    dw_signals signals = {0};
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_signals_put(&signals, &rows[i]);
    }
    dw_feed_signals(&fixture->feed, &signals, 0, fixture->map, &fixture->round, 0.6);
}

static void fill_tools(dw_view_fixture *fixture, dw_flights *flights, dw_aim_line *aim)
{
    dw_drawn_world *world = &fixture->world;
    const dw_vec origin = fixture->map->bounds.min;
    const double x = world->own_x;
    const double y = world->own_y;
    world->own_coins = 2;
    world->items[1] =
        (dw_snapshot_item){.state = DW_ITEM_DROPPED,
                           .x = dw_snapshot_quantise((int32_t)x - DW_MM(900), origin.x),
                           .y = dw_snapshot_quantise((int32_t)y + DW_MM(900), origin.y)};
    flights->rows[1] = (dw_flight){.tool = DW_TOOL_COIN,
                                   .from_x = x,
                                   .from_y = y,
                                   .to_x = x + DW_MM(2500),
                                   .to_y = y + DW_MM(1000),
                                   .born = 0.9,
                                   .lasts_s = 0.6};
    flights->rows[2] = flights->rows[1]; /* Has just come down. */
    flights->rows[2].to_y = y + DW_MM(2200);
    flights->rows[2].born = 0.3;
    *aim = (dw_aim_line){.tool = DW_TOOL_COIN,
                         .from_x = x,
                         .from_y = y,
                         .to_x = x + DW_MM(3500),
                         .to_y = y - DW_MM(300)};
}

/* All round, from loud to just heard; and the guards hear something too. */
static void fill_hearing(dw_view_fixture *fixture, dw_hearing *hearing)
{
    for (uint32_t i = 0; i < fixture->world.body_count; i++) {
        dw_drawn_body *body = &fixture->world.bodies[i];
        body->flags |= body->role == DW_ROLE_GUARD ? DW_BODY_LISTENS : 0;
    }
    for (uint8_t kind = 0; kind < DW_NOISE_KIND_COUNT; kind++) {
        const dw_sound_heard heard = {kind, (uint8_t)(21 * kind), (uint8_t)(45 - 8 * kind)};
        dw_hearing_put(hearing, &heard, 1.0);
    }
}

static bool open_world(const picture *what, dw_view_fixture *fixture)
{
    if (!dw_view_fixture_open(fixture, what->map, what->playing)) {
        return false;
    }
    if (what->night && !dw_view_fixture_night(fixture)) {
        dw_view_fixture_close(fixture);
        return false;
    }
    fill_feed(fixture);
    if (what->signs) {
        fill_signals(fixture);
    }
    if (what->kinds) {
        dw_view_fixture_kinds(fixture, 36500, 1600);
    }
    return true;
}

/* A server in each state. */
static void fill_menu(dw_menu *menu)
{
    static dw_server_list list;
    static const struct {
        const char *host, *name, *map;
        uint16_t version, players;
        uint32_t ping_ms;
        bool sealed, password;
    } rows[] = {
        {"10.0.0.7", "Night school", "training", DW_PROTOCOL_VERSION, 3, 1, true, true},
        {"10.0.0.8", "Manor house of the very long name that ends nowhere", "museum-robots",
         DW_PROTOCOL_VERSION, 0, 24, true, false},
        {"10.0.0.9", "Full house", "reference", DW_PROTOCOL_VERSION, 8, 2, true, false},
        {"10.0.0.10", "Open door", "manor-night", DW_PROTOCOL_VERSION, 1, 3, false, false},
        {"10.0.0.11", "Tomorrow", "reference", DW_PROTOCOL_VERSION + 1, 1, 3, true, false},
        {"10.0.0.12", "Yesterday", "reference", DW_PROTOCOL_VERSION - 1, 1, 3, true, false}};
    static dw_bindings bindings;
    bindings = dw_bindings_default();
    menu->keys = (dw_key_rows){.bindings = &bindings, .row = 9, .slot = 1};
    menu->options.interface_auto = 100;
    list.count = 0;
    for (size_t i = 0; i < DW_COUNT_OF(rows); i++) {
        dw_discovery_answer answer = {.version = rows[i].version,
                                      .sealed = rows[i].sealed,
                                      .password = rows[i].password,
                                      .watchable = true,
                                      .players = rows[i].players,
                                      .places = 8,
                                      .matches = 1,
                                      .release = "0.1.0"};
        (void)snprintf(answer.name, sizeof answer.name, "%s", rows[i].name);
        (void)snprintf(answer.map, sizeof answer.map, "%s", rows[i].map);
        (void)!dw_server_list_hear(&list, rows[i].host, 27967, &answer, rows[i].ping_ms * 1000, 1);
    }
    (void)!dw_server_list_keep(&list, "10.0.0.8", 27967, true, 2);
    (void)!dw_server_list_keep(&list, "manor.example", 27967, true, 0);
    (void)!dw_server_list_keep(&list, "192.168.1.20", 27970, false, 1);
    dw_server_list_sort(&list);
    menu->servers.list = &list;
    menu->servers.identity_bad = true;
    (void)snprintf(menu->servers.identity, sizeof menu->servers.identity, "%s",
                   dw_say(DW_SAY_KEY_CHANGED));
    menu->options.map_count = 1;
    (void)snprintf(menu->options.maps[0], sizeof menu->options.maps[0], "museum");
    menu->options.values[DW_MENU_MASTER] = 80;
    menu->options.values[DW_MENU_EFFECTS] = 100;
    menu->options.values[DW_MENU_MUSIC] = 60;
}

#define SILENT "The server does not answer. Is it running?"
#define NEW_KEY                                                                                    \
    "manor.example:27967 shows the key 3580d63643c81f90, and that is not the key that it had "     \
    "before. "                                                                                     \
    "Either it was set up anew, or somebody pretends to be it and would read your password and "   \
    "what you "                                                                                    \
    "say. Ask its operator, by another way than this game, whether this key is right. Accept it "  \
    "only then."

static const picture pictures[] = {
    {"reference-watch", "reference", .playing = false, .scale = 0.0},
    {"reference-play", "reference", .playing = true, .scale = 85.0, .x = 5.0, .y = 4.0},
    {"reference-near", "reference", .playing = false, .scale = 130.0, .x = 6.0, .y = 6.0},
    {"hud-play", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true},
    {"hud-signs", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .signs = true},
    {"hud-sign-menu", "reference", .playing = true, .scale = 110.0, .x = 3.0, .y = 3.0, .hud = true,
     .signs = true},
    {"hud-tools", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .tools = true, .captions = true},
    {"hud-senses", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .senses = true, .captions = true},
    {"hud-watch", "reference", .playing = false, .hud = true},
    {"hud-help", "reference", .playing = false, .hud = true, .help = 1},
    {"hud-help-senses", "reference", .playing = false, .hud = true, .help = 2},
    {"hud-result", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .result = true},
    {"hud-lobby", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .lobby = true},
    {"hud-scores", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .scores = true},
    {"hud-small-map", "museum", .playing = true, .scale = 76.0, .x = 8.0, .y = 6.0, .hud = true},
    {"hud-minds", "reference", .hud = true, .minds = true},
    {"hud-mind", "reference", .hud = true, .minds = true, .captions = true, .followed = 2},
    {"hud-mission", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .mission = true},
    {"hud-briefing", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .mission = true, .lobby = true},
    {"hud-mission-result", "reference", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0,
     .hud = true, .mission = true, .result = true},
    {"hud-lesson", "training", .playing = true, .scale = 76.0, .x = 4.0, .y = 3.0, .hud = true,
     .lesson = DW_LESSON_DOOR},
    {"hud-time-line", "reference", .time_line = true},
    {"menu-start", "reference", .page = DW_PAGE_START, .message = SILENT},
    {"menu-pause", "reference", .page = DW_PAGE_PAUSE},
    {"menu-wait", "reference", .page = DW_PAGE_WAIT, .message = "Loading map museum"},
    {"menu-end", "reference", .page = DW_PAGE_END,
     .message = "manor.example:27967: This server speaks version 4, this client 3: update the "
                "client."},
    {"menu-new-key", "reference", .page = DW_PAGE_NEW_KEY, .message = NEW_KEY},
    {"menu-replays", "reference", .page = DW_PAGE_REPLAYS},
    {"menu-delete", "reference", .page = DW_PAGE_DELETE,
     .message = "20260101T000000Z-m001-r002.dwr. A deleted replay cannot be brought back."},
    {"menu-servers", "reference", .page = DW_PAGE_SERVERS},
    {"menu-password", "reference", .page = DW_PAGE_PASSWORD,
     .message = "The server does not accept that password."},
    {"pad-keys", "reference", .page = DW_PAGE_HOST, .pad_keys = true},
    {"pad-keys-secret", "reference", .page = DW_PAGE_PASSWORD, .message = "Word?",
     .pad_keys = true},
    {"menu-host", "reference", .page = DW_PAGE_HOST,
     .message = "A game for this evening: it ends when you leave it. Nobody can watch."},
    {"menu-settings", "reference", .page = DW_PAGE_SETTINGS},
    {"menu-keys", "reference", .page = DW_PAGE_KEYS},
    {"museum-minds", "museum", .hud = true, .minds = true},
    {"museum-watch", "museum", .playing = false, .scale = 0.0},
    {"manor-night-watch", "manor-night", .hud = true, .night = true},
    {"manor-night-play", "manor-night", .playing = true, .scale = 76.0, .x = 4.0, .y = 5.0,
     .hud = true, .night = true},
    {"museum-kinds", "museum", .playing = false, .scale = 105.0, .x = 40.5, .y = 3.6,
     .kinds = true},
    {"museum-play", "museum", .playing = true, .scale = 85.0, .x = 8.0, .y = 6.0},
};

uint32_t dw_view_picture_count(void)
{
    return DW_COUNT_OF(pictures);
}

const char *dw_view_picture_name(uint32_t index)
{
    return pictures[index].name;
}

dw_status dw_view_picture_draw(uint32_t index, const dw_view_format *as, dw_canvas *canvas,
                               dw_error *error)
{
    const picture *what = &pictures[index];
    dw_view_fixture fixture;
    const float ui = dw_interface_scale(as->width, as->height, 0);
    const dw_pen pen = {canvas, as->text, ui};
    dw_scene *scene = NULL;
    if (!open_world(what, &fixture)) {
        return DW_IO;
    }
    dw_flights flights = {0};
    dw_aim_line aim;
    if (what->tools) {
        fill_tools(&fixture, &flights, &aim);
    }
    dw_hearing hearing = {0};
    if (what->senses) {
        fill_hearing(&fixture, &hearing);
    }
    static dw_minds minds;
    dw_overlay overlay;
    dw_camera camera;
    (void)dw_overlay_parse(&overlay, "all");
    if (what->minds) {
        dw_view_fixture_think(&fixture, &minds);
    }
    dw_camera_fit(&camera, fixture.map->bounds, as->width, as->height,
                  (dw_box){224.0F * ui, 88.0F * ui, (float)as->width - 28.0F * ui,
                           (float)as->height - 56.0F * ui});
    if (what->scale > 0.0) {
        camera.scale = what->scale * (double)ui;
        camera.target_scale = camera.scale;
        camera.x = what->x * DW_CAMERA_UNITS_PER_METRE;
        camera.y = what->y * DW_CAMERA_UNITS_PER_METRE;
    }
    const dw_minds_view mind_view = {.map = fixture.map,
                                     .rules = &fixture.rules,
                                     .minds = &minds,
                                     .overlay = &overlay,
                                     .world = &fixture.world,
                                     .round = &fixture.round,
                                     .camera = &camera,
                                     .seconds = 1.0,
                                     .followed_id = what->followed};
    dw_status status = dw_canvas_resize(canvas, as->width, as->height);
    if (status == DW_OK) {
        status = dw_scene_create(&scene, fixture.map, error);
    }
    for (int frame = 0; frame < as->frames && status == DW_OK; frame++) {
        const dw_scene_view view = {.camera = &camera,
                                    .rules = &fixture.rules,
                                    .world = &fixture.world,
                                    .round = &fixture.round,
                                    .feed = &fixture.feed,
                                    .flights = &flights,
                                    .hearing = &hearing,
                                    .aim = what->tools ? &aim : NULL,
                                    .seconds = 1.0 + frame / 60.0,
                                    .step_s = 1.0 / 60.0,
                                    .minds = what->minds ? &mind_view : NULL,
                                    .followed_id = what->followed,
                                    .names = true,
                                    .tile_budget = DW_TILES_ALL};
        status = dw_scene_draw(scene, &pen, &view);
    }
    if (what->minds && status == DW_OK) {
        dw_hud_draw_minds(&pen, &mind_view, 150.0F * ui, (float)as->height - 150.0F * ui);
        dw_hud_draw_switches(&pen, &overlay, NULL);
    }
    if (what->hud && status == DW_OK) {
        draw_hud(what, &fixture, &pen, &camera);
    }
    if (what->time_line && status == DW_OK) {
        draw_time_line(&fixture, &pen);
    }
    if (what->page != DW_PAGE_NONE && status == DW_OK) {
        dw_menu menu;
        dw_menu_init(&menu, "manor.example:27967", "");
        fill_menu(&menu);
        dw_menu_open(&menu, what->page, what->message != NULL ? what->message : "");
        dw_menu_draw(&menu, &pen, 1.0);
    }
    if (what->pad_keys && status == DW_OK) {
        const dw_pad_keys keys = {
            .open = true, .capitals = what->message == NULL, .row = 2, .column = 3};
        dw_field field;
        dw_field_init(&field, DW_CHAT_MAX, "night school");
        dw_pad_keys_draw(&keys, &pen, "Name", &field, what->message != NULL);
    }
    dw_scene_destroy(scene);
    dw_view_fixture_close(&fixture);
    return status;
}
