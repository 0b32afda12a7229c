#include "client/view/model/vote_text.h"

#include "client/core/roster.h"
#include "client/view/texts/say.h"

#include <stdio.h>

/* The player, or what is to be played next; "" for a choice that the list does not have. */
static const char *subject(const dw_vote_state *vote, const dw_vote_scene *scene)
{
    if (vote->accused < DW_VOTE_RESTART) {
        return dw_round_name_or(scene->round, vote->accused, dw_say(DW_SAY_A_PLAYER));
    }
    const int index = vote->accused - DW_VOTE_CHOICE;
    return scene->choices != NULL && index >= 0 && index < scene->choices->count
               ? scene->choices->names[index]
               : "";
}

static void write_question(char text[DW_HUD_TEXT], const dw_vote_state *vote,
                           const dw_vote_scene *scene)
{
    const dw_say_id id = vote->accused == DW_VOTE_RESTART   ? DW_SAY_VOTE_ASK_RESTART
                         : vote->accused > DW_VOTE_RESTART  ? DW_SAY_VOTE_ASK_NEXT
                         : vote->accused == scene->own_slot ? DW_SAY_VOTE_ASK_YOU
                                                            : DW_SAY_VOTE_ASK_AWAY;
    dw_say_into(text, DW_HUD_TEXT, id, DW_S(subject(vote, scene)));
}

bool dw_vote_line(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_vote_scene *scene,
                  uint32_t tick)
{
    if (vote == NULL || vote->phase != DW_VOTE_ON) {
        return false;
    }
    const uint32_t left = vote->end_tick > tick ? vote->end_tick - tick : 0;
    const uint32_t left_s = (left + DW_TICKS_PER_SECOND - 1) / DW_TICKS_PER_SECOND;
    const bool has_voice = scene->own_slot != DW_SLOT_NONE && scene->own_slot != vote->accused;
    char question[DW_HUD_TEXT];
    char yes[DW_BINDING_NAME];
    char no[DW_BINDING_NAME];
    write_question(question, vote, scene);
    dw_bindings_hint(scene->bindings, DW_ACTION_VOTE_YES, scene->gamepad, yes);
    dw_bindings_hint(scene->bindings, DW_ACTION_VOTE_NO, scene->gamepad, no);
    dw_say_into(text, DW_HUD_TEXT, has_voice ? DW_SAY_VOTE_TALLY_VOICE : DW_SAY_VOTE_TALLY,
                DW_S(question), DW_N(vote->yes), DW_N(vote->needed), DW_N(vote->no), DW_N(left_s),
                DW_S(yes[0] != '\0' ? yes : "/yes"), DW_S(no[0] != '\0' ? no : "/no"));
    return true;
}

bool dw_vote_notice(char text[DW_HUD_TEXT], const dw_vote_state *vote, const dw_vote_scene *scene)
{
    char question[DW_HUD_TEXT];
    const bool about_player = vote->accused < DW_VOTE_RESTART;
    switch (vote->phase) {
    case DW_VOTE_ON:
        write_question(question, vote, scene);
        dw_say_into(text, DW_HUD_TEXT, DW_SAY_VOTE_BEGINS,
                    DW_S(dw_round_name_or(scene->round, vote->caller, dw_say(DW_SAY_A_SPECTATOR))),
                    DW_S(question));
        return true;
    case DW_VOTE_PASSED:
        dw_say_into(text, DW_HUD_TEXT,
                    about_player                       ? DW_SAY_VOTE_PASSED
                    : vote->accused == DW_VOTE_RESTART ? DW_SAY_VOTE_PASSED_RESTART
                                                       : DW_SAY_VOTE_PASSED_NEXT,
                    DW_S(subject(vote, scene)));
        return true;
    case DW_VOTE_FAILED:
        dw_say_into(text, DW_HUD_TEXT, about_player ? DW_SAY_VOTE_FAILED : DW_SAY_VOTE_FAILED_REST,
                    DW_S(subject(vote, scene)));
        return true;
    default:
        return false;
    }
}
