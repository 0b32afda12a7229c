#include "view_mission.h"

#include "common/base/check.h"
#include "common/world/mission.h"

#include <stdio.h>
#include <string.h>

static const struct {
    uint8_t state, slot;
    bool optional;
    uint32_t at, held, ticks;
    const char *text;
} parts[] = {
    {DW_PART_DONE, 1, false, 900, 0, 0, "Find the plan of the house"},
    {DW_PART_FAILED, DW_SLOT_NONE, true, 1200, 0, 0, "Be seen by nobody"},
    {DW_PART_OPEN, 0, false, 0, 60, 180, "Open the safe in the study, which takes a while"},
    {DW_PART_OPEN, DW_SLOT_NONE, true, 0, 0, 0, "Take the letters along"},
    {DW_PART_OPEN, DW_SLOT_NONE, false, 0, 0, 600, "Stay in the house for ten seconds"},
};

static void say_line(dw_client_mission *mission, const char *speaker, const char *text)
{
    dw_mission_notice *notice = &mission->notices[mission->notices_told++ % DW_CLIENT_NOTICES_MAX];
    *notice = (dw_mission_notice){.tick = 1};
    (void)snprintf(notice->speaker, sizeof notice->speaker, "%s", speaker);
    (void)snprintf(notice->text, sizeof notice->text, "%s", text);
}

void dw_view_mission_fill(dw_client_mission *mission, dw_mission_board *board, const dw_map *map,
                          uint32_t tick, uint32_t round, uint8_t phase, double seconds)
{
    memset(mission, 0, sizeof *mission);
    memset(board, 0, sizeof *board);
    mission->on = true;
    mission->tick = tick;
    mission->brief =
        (dw_mission_brief){.name = "papers",
                           .title = "The papers of the house",
                           .players_min = 2,
                           .players_max = 4,
                           .time_limit_s = 605,
                           .briefing_count = 2,
                           .briefing = {"The owner keeps letters that were stolen.",
                                        "Bring them out before they are burnt, and let "
                                        "nobody know that you were there at all."}};
    mission->part_count = (uint8_t)DW_COUNT_OF(parts);
    for (uint8_t i = 0; i < DW_COUNT_OF(parts); i++) {
        dw_mission_part *part = &mission->parts[i];
        *part = (dw_mission_part){.number = i,
                                  .kind = i % DW_PART_KIND_COUNT,
                                  .optional = parts[i].optional,
                                  .ticks = parts[i].ticks,
                                  .place = map->rooms[(i + 3) % map->room_count].area};
        (void)snprintf(part->text, sizeof part->text, "%s", parts[i].text);
        mission->rows[i] = (dw_part_row){.state = parts[i].state,
                                         .slot = parts[i].slot,
                                         .at = parts[i].at,
                                         .held = parts[i].held};
    }
    dw_mission_board_update(board, mission, phase, 0.0);
    mission->rows[3].state = DW_PART_DONE; /* News. */
    mission->rows[3].slot = 2;
    mission->rows[3].at = 1500;
    say_line(mission, "", "The lights in the hall are out.");
    say_line(mission, "Curator", "Who is there? I have called the guards already, you know.");
    mission->question = (dw_mission_question){.number = 1,
                                              .end_tick = tick + 500,
                                              .speaker = "Curator",
                                              .text = "Which way do we go?",
                                              .count = 3,
                                              .rows = {{.text = "By the yard", .slots = 5},
                                                       {.text = "Through the hall"},
                                                       {.text = "We wait", .slots = 2}}};
    mission->result = (dw_mission_result){
        .round = round,
        .outcome = DW_OUTCOME_WON,
        .ticks = 5000,
        .parts = 2,
        .optional = 1,
        .sightings = 3,
        .alarms = 2,
        .alarm = 2,
        .points = 1250,
        .count = 2,
        .rows = {{.slot = 0, .parts = 2, .points = 900},
                 {.slot = 1, .parts = 1, .sightings = 3, .caught = true, .points = -50}}};
    dw_mission_board_update(board, mission, phase, seconds);
}

void dw_view_playback_fill(dw_playback *playback)
{
    memset(playback, 0, sizeof *playback);
    playback->now = (dw_playback_state){.tick = 9000,
                                        .shown = 2000,
                                        .length = DW_VIEW_PLAYBACK_LENGTH,
                                        .speed = 8,
                                        .flags = DW_PLAYBACK_MAY_STEER | DW_PLAYBACK_CUT,
                                        .epoch = 1,
                                        .ready = 5200,
                                        .view = DW_PLAYBACK_VIEW_SLOTS + 1,
                                        .steerer = "Kestrel"};
    playback->before = playback->now;
    for (uint32_t kind = 0; kind < DW_PLAYBACK_EVENT_COUNT; kind++) {
        for (uint32_t again = 0; again < 2; again++) {
            playback->events[playback->event_count++] =
                (dw_playback_event){.tick = 100 + kind * 330 + again * 40,
                                    .kind = (uint8_t)kind,
                                    .a = 1,
                                    .b = (uint8_t)again,
                                    .c = (uint16_t)again};
        }
    }
    playback->now.events = (uint16_t)playback->event_count;
    playback->has_sighting = true;
    playback->sighting =
        (dw_playback_sighting){.event = 1,
                               .tick = 2100,
                               .glimpse_ticks = 95,
                               .guard = 2,
                               .slot = 1,
                               .sense = DW_SIGHTING_SIGHT,
                               .distance_cm = 340,
                               .glimpse_distance_cm = 610,
                               .angle = 12,
                               .light = 40,
                               .posture = DW_SIGHTING_MOVING | DW_SIGHTING_CARRYING,
                               .room = 3,
                               .goal = "investigate",
                               .cause = DW_CAUSE_NOISE,
                               .cause_ticks = 400,
                               .sample_count = 8,
                               .samples = {0, 4, 10, 22, 41, 66, 90, 100}};
}
