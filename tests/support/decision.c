#include "tests/support/decision.h"

#include "server/sim/sim_state.h"

static bool same_intruder(const dw_percept_intruder *a, const dw_percept_intruder *b)
{
    return a->slot == b->slot && a->seen == b->seen && a->touched == b->touched &&
           a->detected == b->detected && a->meter == b->meter &&
           dw_vec_equal(a->position, b->position) && a->room == b->room;
}

static bool same_words(const dw_radio_message *a, const dw_radio_message *b)
{
    bool same = a->sent == b->sent && a->due == b->due && a->kind == b->kind &&
                a->sender == b->sender && a->slot == b->slot && a->agitation == b->agitation &&
                a->room == b->room && a->door_count == b->door_count && a->task == b->task &&
                a->receiver == b->receiver && dw_vec_equal(a->place, b->place) &&
                a->bid_mm == b->bid_mm;
    for (uint8_t i = 0; same && i < a->door_count; i++) {
        same = a->doors[i] == b->doors[i];
    }
    return same;
}

static bool same_stimulus(const dw_stimulus *a, const dw_stimulus *b)
{
    return a->kind == b->kind && a->from_own_side == b->from_own_side &&
           a->is_alarm == b->is_alarm && a->room == b->room &&
           dw_vec_equal(a->position, b->position) && a->strength == b->strength &&
           a->error_mm == b->error_mm;
}

static bool same_motion(const dw_percept_motion *a, const dw_percept_motion *b)
{
    return a->moves == b->moves && a->age == b->age && dw_vec_equal(a->centre, b->centre) &&
           a->error_mm == b->error_mm;
}

static bool same_animal_percepts(const dw_percepts *a, const dw_percepts *b)
{
    bool same = a->shut_count == b->shut_count && a->food.found == b->food.found &&
                dw_vec_equal(a->food.position, b->food.position) &&
                a->smell.found == b->smell.found && a->smell.room == b->smell.room &&
                a->smell.age_ticks == b->smell.age_ticks &&
                dw_vec_equal(a->smell.position, b->smell.position);
    for (uint8_t i = 0; same && i < a->shut_count; i++) {
        same = a->shut[i] == b->shut[i];
    }
    return same;
}

static bool same_signs(const dw_percept_signs *a, const dw_percept_signs *b)
{
    bool same = a->leaf_count == b->leaf_count && a->open == b->open &&
                a->switches == b->switches && a->worked == b->worked;
    for (uint8_t i = 0; same && i < a->leaf_count; i++) {
        same = a->leaves[i] == b->leaves[i];
    }
    return same;
}

static bool same_percepts(const dw_percepts *a, const dw_percepts *b)
{
    bool same =
        a->tick == b->tick && dw_vec_equal(a->position, b->position) &&
        a->heading_bam == b->heading_bam && a->room == b->room && a->shortened == b->shortened &&
        a->touched_guard == b->touched_guard && a->door_refused == b->door_refused &&
        a->door_wanted == b->door_wanted && a->door_held == b->door_held &&
        a->intruder_count == b->intruder_count && a->guard_count == b->guard_count &&
        a->caught == b->caught && a->missing == b->missing && a->heard_count == b->heard_count &&
        a->stimulus_count == b->stimulus_count && a->ray_count == b->ray_count &&
        dw_vec_equal(a->rays_from, b->rays_from) && a->rays_heading_bam == b->rays_heading_bam &&
        same_motion(&a->motion, &b->motion) && same_animal_percepts(a, b) && a->light == b->light &&
        same_signs(&a->signs, &b->signs);
    same = same && (a->board == NULL) == (b->board == NULL) &&
           (a->board == NULL || a->board->written == b->board->written);
    for (uint32_t left = same && a->board != NULL ? a->board->written : 0; same && left != 0;
         left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        const dw_radio_message row = dw_board_read(a->board, (uint8_t)s);
        const dw_radio_message other = dw_board_read(b->board, (uint8_t)s);
        same = same_words(&row, &other);
    }
    for (uint8_t i = 0; same && i < a->stimulus_count; i++) {
        same = same_stimulus(&a->stimuli[i], &b->stimuli[i]);
    }
    for (uint8_t i = 0; same && i < a->ray_count; i++) {
        same =
            a->rays[i].what == b->rays[i].what && a->rays[i].distance_mm == b->rays[i].distance_mm;
    }
    for (uint8_t i = 0; same && i < a->heard_count; i++) {
        same = a->heard[i].id == b->heard[i].id && same_words(&a->heard[i], &b->heard[i]);
    }
    for (uint8_t i = 0; same && i < a->intruder_count; i++) {
        same = same_intruder(&a->intruders[i], &b->intruders[i]);
    }
    for (uint8_t i = 0; same && i < a->guard_count; i++) {
        same = a->guards[i].guard == b->guards[i].guard &&
               a->guards[i].heading_bam == b->guards[i].heading_bam &&
               a->guards[i].waiting == b->guards[i].waiting &&
               dw_vec_equal(a->guards[i].step, b->guards[i].step) &&
               dw_vec_equal(a->guards[i].position, b->guards[i].position);
    }
    return same;
}

static bool same_command(const dw_guard_action *a, const dw_guard_action *b)
{
    return dw_vec_equal(a->step, b->step) && a->heading_bam == b->heading_bam &&
           a->open_door == b->open_door && a->close_door == b->close_door && a->mood == b->mood &&
           a->hold_door == b->hold_door && a->waiting == b->waiting && a->deed == b->deed &&
           a->asleep == b->asleep;
}

/* The message that the guard sent in this tick, or NULL. */
static const dw_radio_message *said(const dw_sim *sim, uint16_t guard)
{
    const dw_radio *radio = &sim->radio;
    for (uint32_t i = 0; i < radio->count; i++) {
        const dw_radio_message *message = &radio->messages[(radio->first + i) % radio->capacity];
        if (message->sender == guard && message->sent == sim->world.tick) {
            return message;
        }
    }
    return NULL;
}

bool dw_decision_knows_same(const dw_stage *one, const dw_stage *two, uint16_t guard)
{
    return same_percepts(dw_sim_percepts(one->sim, guard), dw_sim_percepts(two->sim, guard));
}

bool dw_decision_is_same(const dw_stage *one, const dw_stage *two, uint16_t guard)
{
    const dw_sim *a = one->sim;
    const dw_sim *b = two->sim;
    const dw_radio_message *words_a = said(a, guard);
    const dw_radio_message *words_b = said(b, guard);
    const bool same_said =
        words_a == NULL || words_b == NULL ? words_a == words_b : same_words(words_a, words_b);
    const uint64_t shown =
        (dw_sim_torches(a) ^ dw_sim_torches(b)) | (dw_sim_listening(a) ^ dw_sim_listening(b));
    return same_said && (shown >> guard & 1) == 0 &&
           same_command(&a->world.guards[guard].command, &b->world.guards[guard].command) &&
           a->brains[guard]->hash(a->memories[guard], 0) ==
               b->brains[guard]->hash(b->memories[guard], 0);
}
