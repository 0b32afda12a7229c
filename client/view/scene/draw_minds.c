#include "client/view/scene/draw_minds.h"

#include "client/core/roster.h"
#include "client/view/model/mind_text.h"
#include "client/view/scene/draw_mind_rooms.h"
#include "client/view/scene/draw_mind_senses.h"
#include "client/view/texts/say.h"
#include "client/view/tools/palette.h"
#include "common/base/check.h"
#include "protocol/snapshot.h"

#include <math.h>
#include <stdio.h>

enum {
    CALL_TICKS = 90, /* How long a message is shown. */
    CROWD = 4,       /* With more guards, what all say at once is only in the column. */
    SHARED_BELIEFS_MAX = 64
};

static const dw_drawn_body *find_intruder(const dw_minds_view *view, uint8_t slot)
{
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        const dw_drawn_body *drawn = &view->world->bodies[i];
        if (drawn->slot == slot && drawn->role == DW_ROLE_INTRUDER) {
            return drawn;
        }
    }
    return NULL;
}

/* The opacity of a guard's mind: the others are faint while one guard is followed. */
static float strength_of(const dw_minds_view *view, uint8_t body)
{
    return dw_minds_view_followed(view) == NULL || view->followed_id == body ? 1.0F : 0.30F;
}

static float place_x(const dw_minds_view *view, dw_vec place)
{
    return dw_camera_screen_x(view->camera,
                              dw_snapshot_restore((uint16_t)place.x, view->map->bounds.min.x));
}

static float place_y(const dw_minds_view *view, dw_vec place)
{
    return dw_camera_screen_y(view->camera,
                              dw_snapshot_restore((uint16_t)place.y, view->map->bounds.min.y));
}

/* The guard's path, from its position over the corners to the end. */
static void draw_path(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *guard,
                      const dw_mind_view *mind)
{
    if (mind->path_count == 0) {
        return;
    }
    const float ui = pen->ui;
    const float alpha = strength_of(view, mind->body);
    const dw_colour colour = dw_colour_fade(dw_palette_guard(mind->body), 0.85F * alpha);
    float x = dw_camera_screen_x(view->camera, guard->x);
    float y = dw_camera_screen_y(view->camera, guard->y);
    for (uint32_t i = 0; i < mind->path_count; i++) {
        const float nx = place_x(view, mind->path[i]);
        const float ny = place_y(view, mind->path[i]);
        dw_canvas_line(pen->canvas, (dw_segment){x, y, nx, ny}, 4.0F * ui,
                       dw_colour_fade(dw_palette_shade(0x90), alpha));
        dw_canvas_line(pen->canvas, (dw_segment){x, y, nx, ny}, 2.0F * ui, colour);
        if (i + 1 < mind->path_count) {
            dw_canvas_disc(pen->canvas, nx, ny, 2.6F * ui, colour);
        }
        x = nx;
        y = ny;
    }
    dw_canvas_disc(pen->canvas, x, y, 7.0F * ui, dw_colour_fade(dw_palette_shade(0x90), alpha));
    dw_canvas_ring(pen->canvas, x, y, 6.0F * ui, 2.0F * ui, colour);
    dw_canvas_disc(pen->canvas, x, y, 2.0F * ui, colour);
}

/* A belief about an intruder and the guards that hold it: shared ones are drawn once. */
typedef struct shared_belief {
    const dw_mind_intruder *row;
    uint32_t count; /* Guards that hold it. */
    uint8_t bodies[CROWD];
} shared_belief;

static bool sees_now(const dw_mind_view *mind, const dw_mind_intruder *row)
{
    return row->source == DW_BELIEF_SEEN && row->tick + 3 >= mind->tick;
}

static void note_shared_belief(shared_belief *all, uint32_t *count, const dw_mind_intruder *row,
                               uint8_t body)
{
    for (uint32_t i = 0; i < *count; i++) {
        const dw_mind_intruder *held = all[i].row;
        if (held->slot == row->slot && held->source == row->source && held->tick == row->tick &&
            held->place.x == row->place.x && held->place.y == row->place.y) {
            if (all[i].count < CROWD) {
                all[i].bodies[all[i].count] = body;
            }
            all[i].count++;
            return;
        }
    }
    if (*count < SHARED_BELIEFS_MAX) {
        all[(*count)++] = (shared_belief){.row = row, .count = 1, .bodies = {body}};
    }
}

static void draw_shared_belief_tag(const dw_pen *pen, const dw_minds_view *view,
                                   const shared_belief *item, float x, float y, dw_colour colour)
{
    static const dw_say_id how[DW_BELIEF_SOURCE_COUNT] = {DW_SAY_NOTHING, DW_SAY_HOW_SEEN,
                                                          DW_SAY_HOW_FELT, DW_SAY_HOW_TOLD};
    const float ui = pen->ui;
    char age[DW_MIND_TEXT];
    char since[DW_MIND_TEXT];
    char tag[DW_MIND_TEXT];
    dw_mind_age(age, item->row->tick, view->world->tick);
    const bool crowd = item->count > CROWD;
    dw_say_into(since, sizeof since, how[item->row->source], DW_S(age));
    dw_say_into(tag, sizeof tag, crowd ? DW_SAY_HOW_BY_GUARDS : DW_SAY_HOW_ALONE, DW_S(since),
                DW_N(item->count));
    const dw_text_style style = dw_pen_style(pen, DW_FACE_REGULAR, 11.0F, colour);
    const float plate = 12.0F * ui;
    const float plates = crowd ? 0.0F : plate * (float)item->count;
    const float wide = dw_text_width(pen->text, &style, tag) + plates;
    for (uint32_t i = 0; !crowd && i < item->count; i++) {
        dw_draw_guard_number(pen, x - wide * 0.5F + plate * ((float)i + 0.4F), y + 7.0F * ui,
                             5.5F * ui, item->bodies[i], 1.0F);
    }
    (void)dw_text_draw_edged(pen, x - wide * 0.5F + plates + 2.0F * ui, y, DW_ALIGN_LEFT, &style,
                             tag);
}

/* The believed position of an intruder: an empty shape in its colour, and the age of the belief. */
static void draw_shared_belief(const dw_pen *pen, const dw_minds_view *view,
                               const shared_belief *item, uint32_t tags)
{
    const float ui = pen->ui;
    const float alpha = 0.45F + 0.55F * (float)item->row->confidence / 100.0F;
    const dw_colour colour = dw_colour_fade(dw_palette_slot(item->row->slot), alpha);
    const float x = place_x(view, item->row->place);
    const float y = place_y(view, item->row->place);
    const float r = fmaxf(dw_camera_pixels(view->camera, DW_BODY_HALF), 7.0F * ui);
    for (uint32_t i = 0; i < item->count && item->count <= CROWD; i++) {
        const dw_drawn_body *guard = dw_drawn_body_find(view->world, item->bodies[i]);
        if (guard != NULL) {
            dw_canvas_dashes(pen->canvas,
                             (dw_segment){dw_camera_screen_x(view->camera, guard->x),
                                          dw_camera_screen_y(view->camera, guard->y), x, y},
                             1.2F * ui, 5.0F * ui, dw_colour_fade(colour, 0.55F));
        }
    }
    dw_canvas_disc(pen->canvas, x, y, r, dw_colour_fade(dw_palette_shade(0x80), alpha));
    for (int i = 0; i < 6; i++) {
        dw_canvas_arc(pen->canvas, (dw_arc){x, y, r, 1.8F * ui, (float)i / 6.0F, 0.10F}, colour);
    }
    const dw_text_style question = {DW_FACE_BOLD, (int)(r * 1.25F), colour, 0.0F};
    (void)dw_text_draw(pen, x, y - dw_text_height(pen->text, &question) * 0.5F, DW_ALIGN_CENTRE,
                       &question, "?");
    draw_shared_belief_tag(pen, view, item, x, y + r + 1.0F * ui + 14.0F * ui * (float)tags,
                           colour);
}

static void draw_beliefs(const dw_pen *pen, const dw_minds_view *view)
{
    shared_belief all[SHARED_BELIEFS_MAX];
    uint32_t count = 0;
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next_watched(view, &i, &guard)) != NULL;) {
        for (uint32_t k = 0; k < mind->intruder_count; k++) {
            const dw_mind_intruder *row = &mind->intruders[k];
            /* A line shows the intruders that the guard sees now. */
            if (row->source != DW_BELIEF_NONE && !sees_now(mind, row)) {
                note_shared_belief(all, &count, row, guard->id);
            }
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t tags = 0; /* Tags already below the same position. */
        for (uint32_t k = 0; k < i; k++) {
            tags += all[k].row->place.x == all[i].row->place.x &&
                            all[k].row->place.y == all[i].row->place.y
                        ? 1
                        : 0;
        }
        draw_shared_belief(pen, view, &all[i], tags);
    }
}

void dw_draw_minds_below(const dw_pen *pen, const dw_minds_view *view)
{
    if (dw_overlay_has(view->overlay, DW_LAYER_SECTORS)) {
        dw_draw_mind_sectors(pen, view);
    }
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        const bool full = strength_of(view, guard->id) >= 1.0F;
        if (full && dw_overlay_has(view->overlay, DW_LAYER_SEARCH)) {
            dw_draw_mind_search(pen, view, mind);
        }
        if (dw_overlay_has(view->overlay, DW_LAYER_PATHS)) {
            draw_path(pen, view, guard, mind);
        }
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_NOTICED)) {
        dw_draw_mind_senses(pen, view);
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_MEMORY)) {
        draw_beliefs(pen, view);
    }
}

/* For each intruder with a filled meter: the meter, and a line while the guard sees the intruder.
 */
static void draw_meters(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *guard,
                        const dw_mind_view *mind)
{
    const float ui = pen->ui;
    const float gx = dw_camera_screen_x(view->camera, guard->x);
    const float gy = dw_camera_screen_y(view->camera, guard->y);
    const float size = fmaxf(dw_camera_pixels(view->camera, DW_BODY_SIZE), 14.0F * ui);
    float stacked = 0.0F;
    for (uint32_t i = 0; i < mind->intruder_count; i++) {
        const dw_mind_intruder *row = &mind->intruders[i];
        const dw_drawn_body *intruder = find_intruder(view, row->slot);
        if (row->meter == 0 || intruder == NULL) {
            continue;
        }
        const float ix = dw_camera_screen_x(view->camera, intruder->x);
        const float iy = dw_camera_screen_y(view->camera, intruder->y);
        const float level = fminf((float)row->meter / 100.0F, 1.0F);
        const dw_colour colour = dw_palette_mood(row->meter >= 100  ? DW_MOOD_CHASING
                                                 : row->meter >= 50 ? DW_MOOD_SUSPICIOUS
                                                                    : DW_MOOD_ALERT);
        if (sees_now(mind, row) && dw_overlay_has(view->overlay, DW_LAYER_SIGHT)) {
            dw_canvas_line(pen->canvas, (dw_segment){gx, gy, ix, iy}, (1.0F + 1.5F * level) * ui,
                           dw_colour_fade(colour, 0.75F));
        }
        if (!dw_overlay_has(view->overlay, DW_LAYER_METERS)) {
            continue;
        }
        /* At a third of the line, so that the meters of two guards stay apart. Too near for that:
         * stacked above the guard. */
        const bool near = hypotf(ix - gx, iy - gy) < 90.0F * ui;
        const float mx = near ? gx - size * 1.0F : gx + (ix - gx) * 0.35F;
        const float my = near ? gy - size * 0.9F - 18.0F * ui * stacked : gy + (iy - gy) * 0.35F;
        stacked += near ? 1.0F : 0.0F;
        char percent[16];
        (void)snprintf(percent, sizeof percent, "%u%%", row->meter < 100 ? row->meter : 100u);
        const dw_text_style style = dw_pen_bold(pen, 11.0F, DW_TINT_ON_PLATE);
        const float wide = dw_text_width(pen->text, &style, percent) + 12.0F * ui;
        const dw_box box = dw_box_at(mx - wide * 0.5F, my - 8.0F * ui, wide, 16.0F * ui);
        dw_canvas_round_rect(pen->canvas, dw_box_grown(box, 1.5F), 8.0F * ui,
                             dw_palette_shade(0xe0));
        dw_canvas_round_rect(pen->canvas, box, 8.0F * ui, colour);
        (void)dw_text_draw(pen, mx, box.y0 + 1.0F * ui, DW_ALIGN_CENTRE, &style, percent);
    }
}

enum { PLACES_MAX = DW_GUARDS_MAX, TRIES = 6 };

/* Boxes of words in this frame: one that would overlap another moves, goals down and calls up. */
typedef struct word_places {
    float direction; /* 1: down; -1: up. */
    dw_box boxes[PLACES_MAX];
    uint32_t count;
} word_places;

static dw_box find_place(word_places *places, dw_box box)
{
    const float step = (box.y1 - box.y0 + 4.0F) * places->direction;
    for (uint32_t tries = 0; tries < TRIES; tries++) {
        bool free = true;
        for (uint32_t i = 0; i < places->count && free; i++) {
            const dw_box *at = &places->boxes[i];
            free = box.x0 >= at->x1 || at->x0 >= box.x1 || box.y0 >= at->y1 || at->y0 >= box.y1;
        }
        if (free) {
            break;
        }
        box = dw_box_moved(box, 0.0F, step);
    }
    if (places->count < PLACES_MAX) {
        places->boxes[places->count++] = box;
    }
    return box;
}

static void draw_goal(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *guard,
                      const dw_mind_view *mind, word_places *places)
{
    const float ui = pen->ui;
    const float alpha = fmaxf(strength_of(view, guard->id), 0.6F);
    const float x = dw_camera_screen_x(view->camera, guard->x);
    const float size = fmaxf(dw_camera_pixels(view->camera, DW_BODY_SIZE), 14.0F * ui);
    const float y = dw_camera_screen_y(view->camera, guard->y) + size * 0.72F;
    char words[DW_MIND_TEXT];
    (void)snprintf(words, sizeof words, "%s%s%s", dw_mind_goal(mind->goal),
                   mind->doing[0] != '\0' ? ": " : "", dw_mind_goal(mind->doing));
    const dw_text_style style = dw_pen_style(
        pen, DW_FACE_BOLD, 11.0F,
        dw_colour_fade(
            dw_colour_mix(dw_palette_mood(guard->mood), dw_palette(DW_TINT_WHITE), 0.35F), alpha));
    const float number = 14.0F * ui;
    const float wide = dw_text_width(pen->text, &style, words) + number + 12.0F * ui;
    const dw_box box = find_place(places, dw_box_at(x - wide * 0.5F, y, wide, 16.0F * ui));
    dw_canvas_round_rect(pen->canvas, box, 8.0F * ui,
                         dw_colour_fade(dw_palette(DW_TINT_LABEL_PLATE), alpha));
    dw_draw_guard_number(pen, box.x0 + 8.0F * ui, (box.y0 + box.y1) * 0.5F, 6.0F * ui, mind->body,
                         alpha);
    (void)dw_text_draw(pen, box.x0 + number + 4.0F * ui, box.y0 + 1.0F * ui, DW_ALIGN_LEFT, &style,
                       words);
}

/* Without its goal a guard still shows its number. */
static void draw_number(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *guard)
{
    const float size = fmaxf(dw_camera_pixels(view->camera, DW_BODY_SIZE), 14.0F * pen->ui);
    dw_draw_guard_number(pen, dw_camera_screen_x(view->camera, guard->x) - size * 0.62F,
                         dw_camera_screen_y(view->camera, guard->y) + size * 0.62F, 6.5F * pen->ui,
                         guard->id, 0.9F);
}

/* A radio message on the move from its sender to each of the other guards. */
static void draw_call(const dw_pen *pen, const dw_minds_view *view, const dw_drawn_body *sender,
                      const dw_mind_call *call, word_places *places)
{
    const uint32_t tick = view->world->tick;
    if (tick < call->tick || tick - call->tick > CALL_TICKS) {
        return;
    }
    const float ui = pen->ui;
    const float age = (float)(tick - call->tick);
    const float delay = fmaxf((float)view->rules->radio_delay_ticks, 1.0F);
    const float way = fminf(age / delay, 1.0F);
    const float fade = fminf(((float)CALL_TICKS - age) / 30.0F, 1.0F);
    const dw_colour colour = dw_colour_fade(dw_palette_guard(call->sender), fade);
    const float sx = dw_camera_screen_x(view->camera, sender->x);
    const float sy = dw_camera_screen_y(view->camera, sender->y);
    dw_canvas_ring(pen->canvas, sx, sy, (12.0F + age * 0.25F) * ui, 1.4F * ui, colour);
    const bool is_bid = dw_mind_call_is_bid(call);
    const bool claims = call->kind == DW_RADIO_TAKES || is_bid;
    if (claims && dw_minds_view_guards(view) > CROWD && view->followed_id != call->sender) {
        return; /* All guards bid at once. */
    }
    for (uint32_t i = 0; i < view->world->body_count; i++) {
        const dw_drawn_body *other = &view->world->bodies[i];
        if (other->role != DW_ROLE_GUARD || other->id == call->sender) {
            continue;
        }
        const float ox = dw_camera_screen_x(view->camera, other->x);
        const float oy = dw_camera_screen_y(view->camera, other->y);
        dw_canvas_dashes(pen->canvas, (dw_segment){sx, sy, ox, oy}, 1.0F * ui, 3.0F * ui,
                         dw_colour_fade(colour, 0.45F));
        dw_canvas_disc(pen->canvas, sx + (ox - sx) * way, sy + (oy - sy) * way, 3.5F * ui, colour);
        if (way >= 1.0F) {
            dw_canvas_ring(pen->canvas, ox, oy, (10.0F + (age - delay) * 0.3F) * ui, 1.4F * ui,
                           dw_colour_fade(colour, fade));
        }
    }
    if (is_bid && view->followed_id != call->sender) {
        return; /* Seen on its way; the words are for what comes of it. */
    }
    char words[DW_MIND_TEXT];
    const dw_intruder_names names = dw_minds_view_names(view);
    dw_mind_call_text(words, call, &names);
    const dw_text_style style =
        dw_pen_style(pen, DW_FACE_BOLD, 12.0F, dw_colour_fade(dw_palette(DW_TINT_ON_PAPER), fade));
    const float wide = dw_text_width(pen->text, &style, words) + 16.0F * ui;
    const float size = dw_camera_pixels(view->camera, DW_BODY_SIZE);
    /* Above the bubble with what the guard shouts. */
    const float top = sy - size * 0.8F - 64.0F * ui;
    const dw_box box = find_place(places, dw_box_at(sx - wide * 0.5F, top, wide, 20.0F * ui));
    dw_canvas_round_rect(pen->canvas, dw_box_grown(box, 1.5F), 10.0F * ui,
                         dw_colour_fade(dw_palette_shade(0xe0), fade));
    dw_canvas_round_rect(pen->canvas, box, 10.0F * ui, colour);
    (void)dw_text_draw(pen, sx, box.y0 + 2.0F * ui, DW_ALIGN_CENTRE, &style, words);
}

/* Each message once: its sender has it in its own mind at once. */
static void draw_calls(const dw_pen *pen, const dw_minds_view *view)
{
    word_places places = {.direction = -1.0F};
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        for (uint32_t k = mind->call_count; k > 0; k--) {
            if (mind->calls[k - 1].sender == guard->id) {
                draw_call(pen, view, guard, &mind->calls[k - 1], &places);
            }
        }
    }
}

void dw_draw_minds_above(const dw_pen *pen, const dw_minds_view *view)
{
    word_places places = {.direction = 1.0F};
    const dw_drawn_body *guard = NULL;
    const dw_mind_view *mind = NULL;
    for (uint32_t i = 0; (mind = dw_minds_view_next(view, &i, &guard)) != NULL;) {
        draw_meters(pen, view, guard, mind);
        if (dw_overlay_has(view->overlay, DW_LAYER_GOALS)) {
            draw_goal(pen, view, guard, mind, &places);
        } else {
            draw_number(pen, view, guard);
        }
    }
    if (dw_overlay_has(view->overlay, DW_LAYER_RADIO)) {
        draw_calls(pen, view);
    }
}
