/* match_question.c - the question that a conversation of the mission has come to, and who has
 * answered what (server/RULES.md 12.22 to 12.26). All that hear the lines of a conversation are
 * told: players, and spectators as late as they see the match. */
#include "server/session/match_state.h"

#include <string.h>

/* Answers change as often as players like: they are told at most ten times a second. */
enum { TELL_TICKS = DW_TICKS_PER_SECOND / 10 };

static dw_mission_question question_of(const dw_match *match)
{
    const dw_question *question = dw_sim_question(match->sim);
    dw_mission_question told = {.number = question->number};
    if (question->number == 0) {
        return told;
    }
    const dw_mission *mission = dw_sim_mission(match->sim);
    const dw_mission_segment *segment = &mission->segments[question->segment];
    const dw_mission_names *line =
        &mission->actions[segment->first_line + segment->line_count - 1].names;
    told.chosen = question->chosen;
    told.end_tick = question->chosen == 0 ? match->tick + question->ticks : 0;
    memcpy(told.speaker, mission->texts[line->speaker], sizeof told.speaker - 1);
    memcpy(told.text, mission->texts[line->text], sizeof told.text);
    told.count = segment->option_count;
    for (uint32_t i = 0; i < told.count; i++) {
        memcpy(told.rows[i].text, segment->options[i].text, sizeof told.rows[i].text);
    }
    for (uint32_t s = 0; s < DW_INTRUDERS_MAX; s++) {
        if (question->answers[s] != 0) {
            uint16_t *slots = &told.rows[question->answers[s] - 1].slots;
            *slots = (uint16_t)(*slots | 1U << s);
        }
    }
    return told;
}

static bool same_answers(const dw_mission_question *a, const dw_mission_question *b)
{
    bool same = true;
    for (uint32_t i = 0; i < a->count; i++) {
        same = same && a->rows[i].slots == b->rows[i].slots;
    }
    return same;
}

static dw_message message_of(const dw_mission_question *question)
{
    return (dw_message){.type = DW_MESSAGE_MISSION_QUESTION, .as.mission_question = *question};
}

static void tell(dw_match *match, const dw_mission_question *question)
{
    const dw_message message = message_of(question);
    match->mission_views->question = *question;
    match->mission_views->question_tick = match->tick;
    dw_match_tell(match, &message);
}

/* A round that stands still, and a recording that is not played at its usual speed, put the end
 * off. */
void dw_match_tell_question(dw_match *match)
{
    if (dw_sim_question(match->sim) == NULL) {
        return;
    }
    const dw_mission_question *old = &match->mission_views->question;
    const dw_mission_question now = question_of(match);
    const bool fresh = now.number != old->number || now.chosen != old->chosen;
    const bool changed = now.end_tick != old->end_tick || !same_answers(&now, old);
    const bool due = match->tick - match->mission_views->question_tick >= TELL_TICKS;
    if (fresh || (changed && due)) {
        tell(match, &now);
    }
}

void dw_match_send_question(dw_match *match, const dw_connection *connection)
{
    const dw_mission_question *told = &match->mission_views->question;
    if (told->number != 0 && told->chosen == 0) {
        const dw_message message = message_of(told);
        dw_match_send_one(match, connection, &message);
    }
}

void dw_match_show_question(dw_match *match, uint32_t showing, const dw_message *message)
{
    if (message->type == DW_MESSAGE_MISSION_QUESTION) {
        match->mission_views->shown[showing].question = message->as.mission_question;
    }
}

void dw_match_send_shown_question(dw_match *match, uint32_t showing, const dw_audience *to)
{
    const dw_mission_question *shown = &match->mission_views->shown[showing].question;
    if (shown->number != 0 && shown->chosen == 0) {
        const dw_message message = message_of(shown);
        dw_audience_send(match, to, &message);
    }
}

void dw_match_withdraw_question(dw_match *match)
{
    if (match->mission_views != NULL && match->mission_views->question.number != 0) {
        const dw_mission_question none = {.number = 0};
        tell(match, &none);
    }
}
