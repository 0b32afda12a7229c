/* conversation.h: which traces are legal, that nothing else is taken, and that no lost message
 * keeps anybody waiting for ever. */
#include "server/mind/team/conversation.h"

#include "tests/support/test.h"

#include <ctype.h>
#include <regex.h>

enum { OPENER, FIRST, SECOND, GUARDS, WAIT_TICKS = 100, TRACE_MAX = 6 };

/* A letter for each performative; capital when the opener says it. */
static const char letters[] = "irancbwdf";
static const dw_performative of_letter[] = {DW_SAY_INFORM, DW_SAY_REQUEST, DW_SAY_AGREE,
                                            DW_SAY_REFUSE, DW_SAY_CALL,    DW_SAY_BID,
                                            DW_SAY_AWARD,  DW_SAY_DONE,    DW_SAY_FAILED};
static const dw_radio_kind kind_of_letter[] = {DW_RADIO_REPORT, DW_RADIO_REQUEST, DW_RADIO_AGREE,
                                               DW_RADIO_REFUSE, DW_RADIO_CALL,    DW_RADIO_BID,
                                               DW_RADIO_AWARD,  DW_RADIO_DONE,    DW_RADIO_FAILED};

static uint32_t index_of(char letter)
{
    return (uint32_t)(strchr(letters, tolower(letter)) - letters);
}

/* The languages of all beginnings, as the specification has them. */
static const struct language {
    const char *name;
    dw_talk_protocol protocol;
    dw_talk_role role;
    const char *pattern;
} languages[] = {
    {"tell", DW_TALK_TELL, DW_TALK_OPENER, "^I?$"},
    {"tell", DW_TALK_TELL, DW_TALK_ANSWERER, "^I?$"},
    {"ask", DW_TALK_ASK, DW_TALK_OPENER, "^(R(n|a[dfi]?)?)?$"},
    {"ask", DW_TALK_ASK, DW_TALK_ANSWERER, "^(R(n|a[dfi]?)?)?$"},
    {"hire", DW_TALK_HIRE, DW_TALK_OPENER, "^(Cn*(N|b[bn]*(N|W(n|a[df]?)?)?)?)?$"},
    {"hire", DW_TALK_HIRE, DW_TALK_ANSWERER, "^(C(n|N|b(N|W(n|a[df]?)?)?)?)?$"},
};

/* Each way to go on from this beginning, and from each legal one that results. */
static uint32_t try_all(const struct language *language, const regex_t *pattern,
                        dw_talk_state state, char trace[TRACE_MAX + 1], uint32_t length)
{
    uint32_t legal = 0;
    for (uint32_t symbol = 0; length < TRACE_MAX && symbol < 2 * DW_SAY_COUNT; symbol++) {
        const bool opener = symbol < DW_SAY_COUNT;
        const char letter = letters[symbol % DW_SAY_COUNT];
        trace[length] = (char)(opener ? toupper(letter) : letter);
        trace[length + 1] = '\0';
        const dw_talk_state next = dw_talk_next(language->protocol, language->role, state,
                                                opener ? DW_TALK_OPENER : DW_TALK_ANSWERER,
                                                of_letter[symbol % DW_SAY_COUNT]);
        const bool expected = regexec(pattern, trace, 0, NULL, 0) == 0;
        if (expected != (next != DW_TALK_STATE_COUNT)) {
            fail_msg("%s, role %u: \"%s\" is %s", language->name, (unsigned)language->role, trace,
                     expected ? "refused" : "taken");
        }
        if (expected) {
            legal += 1 + try_all(language, pattern, next, trace, length + 1);
        }
    }
    return legal;
}

static void exactly_the_legal_traces_are_taken(void **state)
{
    (void)state;
    static const uint32_t least[] = {1, 1, 6, 6, 60, 8};
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        regex_t pattern;
        assert_int_equal(regcomp(&pattern, languages[i].pattern, REG_EXTENDED | REG_NOSUB), 0);
        char trace[TRACE_MAX + 1] = "";
        assert_true(try_all(&languages[i], &pattern, DW_TALK_IDLE, trace, 0) >= least[i]);
        regfree(&pattern);
    }
}

/* Three guards, each with its side of one conversation, and a radio without delay. */
typedef struct circle {
    dw_talker talkers[GUARDS];
    dw_conversation talks[GUARDS];
    uint32_t bids[GUARDS]; /* Numbers of the bids that the opener has heard. */
    uint32_t tick;
} circle;

static circle new_circle(void)
{
    circle it = {.tick = 10};
    for (uint32_t g = 0; g < GUARDS; g++) {
        it.talkers[g] = (dw_talker){.guard = g};
    }
    return it;
}

static dw_radio_message message_of(const circle *it, uint32_t guard, char letter, uint32_t to)
{
    return (dw_radio_message){.kind = (uint8_t)kind_of_letter[index_of(letter)],
                              .sender = (uint8_t)guard,
                              .receiver = (uint8_t)to,
                              .reply_to = letter == 'w' ? it->bids[to - 1] : 0,
                              .deadline = it->tick + WAIT_TICKS};
}

static void deliver(circle *it, const dw_radio_message *message)
{
    for (uint32_t g = 0; g < GUARDS; g++) {
        if (g != message->sender) {
            (void)dw_conversation_hear(&it->talks[g], &it->talkers[g], message, it->tick);
        }
    }
    if (message->kind == DW_RADIO_BID && it->talks[OPENER].state == DW_TALK_BIDDING) {
        it->bids[message->sender] = message->number;
    }
}

/* Whether the guard takes that step; everybody hears it, unless it gets lost. */
static bool step(circle *it, uint32_t guard, char letter, uint32_t to, bool lost)
{
    dw_radio_message message = message_of(it, guard, letter, to);
    it->tick++;
    if (!dw_conversation_say(&it->talks[guard], &it->talkers[guard], &message)) {
        return false;
    }
    if (!lost) {
        deliver(it, &message);
    }
    return true;
}

/* Whole conversations: sender, message and receiver (guards count from 1; 0 is all). */
static const struct script {
    uint32_t length;
    struct script_step {
        uint32_t guard;
        char letter;
        uint32_t to;
    } steps[8];
} scripts[] = {
    {1, {{OPENER, 'i', 0}}},
    {2, {{OPENER, 'r', 2}, {FIRST, 'n', 1}}},
    {3, {{OPENER, 'r', 2}, {FIRST, 'a', 1}, {FIRST, 'd', 1}}},
    {3, {{OPENER, 'r', 2}, {FIRST, 'a', 1}, {FIRST, 'f', 1}}},
    {3, {{OPENER, 'c', 0}, {FIRST, 'n', 1}, {SECOND, 'n', 1}}},
    {4, {{OPENER, 'c', 0}, {FIRST, 'b', 1}, {SECOND, 'n', 1}, {OPENER, 'n', 0}}},
    {5, {{OPENER, 'c', 0}, {FIRST, 'b', 1}, {SECOND, 'b', 1}, {OPENER, 'w', 3}, {SECOND, 'n', 1}}},
    {6,
     {{OPENER, 'c', 0},
      {FIRST, 'b', 1},
      {SECOND, 'b', 1},
      {OPENER, 'w', 2},
      {FIRST, 'a', 1},
      {FIRST, 'd', 1}}},
    {6,
     {{OPENER, 'c', 0},
      {FIRST, 'b', 1},
      {SECOND, 'b', 1},
      {OPENER, 'w', 3},
      {SECOND, 'a', 1},
      {SECOND, 'f', 1}}},
};

static void each_whole_conversation_ends_on_all_sides_without_a_refusal(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof scripts / sizeof scripts[0]; s++) {
        circle it = new_circle();
        for (uint32_t i = 0; i < scripts[s].length; i++) {
            const struct script_step *said = &scripts[s].steps[i];
            assert_true(step(&it, said->guard, said->letter, said->to, false));
        }
        for (uint32_t g = 0; g < GUARDS; g++) {
            /* Those that all refuse leave the call open until its time is over. */
            const bool waits = s == 4 && g == OPENER;
            assert_int_equal(dw_conversation_is_on(&it.talks[g]), waits);
            assert_int_equal(it.talkers[g].refused, 0);
            assert_int_equal(it.talkers[g].timed_out, 0);
        }
    }
}

/* After the last deadline nobody waits, each wait ended once, and all can begin anew. */
static void expect_nobody_waits(circle *it)
{
    uint32_t before[GUARDS];
    for (uint32_t g = 0; g < GUARDS; g++) {
        before[g] = it->talkers[g].timed_out;
        const bool waits = dw_conversation_is_on(&it->talks[g]);
        const uint32_t deadline = it->talks[g].deadline;
        assert_true(!waits || deadline <= it->tick + WAIT_TICKS);
        assert_false(waits && dw_conversation_times_out(&it->talks[g], &it->talkers[g], deadline));
        assert_int_equal(
            dw_conversation_times_out(&it->talks[g], &it->talkers[g], it->tick + WAIT_TICKS + 1),
            waits);
        assert_false(
            dw_conversation_times_out(&it->talks[g], &it->talkers[g], it->tick + WAIT_TICKS + 2));
        assert_int_equal(it->talkers[g].timed_out, before[g] + (waits ? 1 : 0));
        assert_false(dw_conversation_is_on(&it->talks[g]));
        it->talks[g] = (dw_conversation){.state = DW_TALK_IDLE};
    }
    assert_true(step(it, OPENER, 'c', 0, false) && step(it, FIRST, 'b', 1, false) &&
                step(it, OPENER, 'w', 2, false) && step(it, FIRST, 'a', 1, false) &&
                step(it, FIRST, 'd', 1, false));
}

static void the_loss_of_any_single_message_blocks_nobody(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof scripts / sizeof scripts[0]; s++) {
        for (uint32_t lost = 0; lost < scripts[s].length; lost++) {
            circle it = new_circle();
            for (uint32_t i = 0; i < scripts[s].length; i++) {
                /* A guard that did not hear what a step answers cannot take it. */
                const struct script_step *said = &scripts[s].steps[i];
                (void)step(&it, said->guard, said->letter, said->to, i == lost);
            }
            expect_nobody_waits(&it);
        }
    }
}

static void a_guard_that_answers_no_more_blocks_nobody(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof scripts / sizeof scripts[0]; s++) {
        for (uint32_t dead = 0; dead < GUARDS; dead++) {
            for (uint32_t from = 0; from < scripts[s].length; from++) {
                circle it = new_circle();
                for (uint32_t i = 0; i < scripts[s].length; i++) {
                    const struct script_step *said = &scripts[s].steps[i];
                    if (said->guard != dead || i < from) {
                        (void)step(&it, said->guard, said->letter, said->to, false);
                    }
                }
                expect_nobody_waits(&it);
            }
        }
    }
}

/* Called, bid by both, awarded to the first. */
static circle awarded_circle(dw_radio_message *award)
{
    circle it = new_circle();
    assert_true(step(&it, OPENER, 'c', 0, false) && step(&it, FIRST, 'b', 1, false) &&
                step(&it, SECOND, 'b', 1, false));
    *award = message_of(&it, OPENER, 'w', FIRST + 1);
    assert_true(dw_conversation_say(&it.talks[OPENER], &it.talkers[OPENER], award));
    return it;
}

static void a_message_that_does_not_fit_is_refused_and_counted(void **state)
{
    (void)state;
    dw_radio_message award;
    for (uint32_t fault = 0; fault < 6; fault++) {
        circle it = awarded_circle(&award);
        const dw_conversation before = it.talks[FIRST];
        uint32_t tick = it.tick;
        switch (fault) {
        case 0:
            award.sender = SECOND; /* Not the partner. */
            break;
        case 1:
            award.reply_to++; /* Answers something else. */
            break;
        case 2:
            award.conversation++;
            break;
        case 3:
            award.kind = DW_RADIO_DONE; /* Not this step now. */
            break;
        case 4:
            tick = before.deadline + 1;
            break;
        default:
            award.kind = DW_RADIO_AGREE;
            award.receiver = SECOND + 1; /* Overheard: this one is not counted. */
            break;
        }
        assert_false(dw_conversation_hear(&it.talks[FIRST], &it.talkers[FIRST], &award, tick));
        assert_int_equal(it.talkers[FIRST].refused, fault < 5 ? 1 : 0);
        assert_memory_equal(&it.talks[FIRST], &before, sizeof before);
    }
    circle it = awarded_circle(&award);
    const uint32_t deadline = it.talks[FIRST].deadline;
    assert_true(dw_conversation_hear(&it.talks[FIRST], &it.talkers[FIRST], &award, deadline));
    assert_int_equal(it.talks[FIRST].state, DW_TALK_AWARDED);
    assert_false(dw_conversation_hear(&it.talks[FIRST], &it.talkers[FIRST], &award, it.tick));
    assert_int_equal(it.talkers[FIRST].refused, 1); /* The same one twice. */
}

static void an_award_to_another_guard_ends_the_own_bid(void **state)
{
    (void)state;
    dw_radio_message award;
    circle it = awarded_circle(&award);
    deliver(&it, &award);
    assert_int_equal(it.talks[FIRST].state, DW_TALK_AWARDED);
    assert_int_equal(it.talks[SECOND].state, DW_TALK_ENDED);
    assert_int_equal(it.talkers[SECOND].refused, 0);
}

static void the_opener_takes_no_second_award_and_no_agreement_of_a_loser(void **state)
{
    (void)state;
    dw_radio_message award;
    circle it = awarded_circle(&award);
    dw_radio_message second = message_of(&it, OPENER, 'w', SECOND + 1);
    assert_false(dw_conversation_say(&it.talks[OPENER], &it.talkers[OPENER], &second));
    const dw_radio_message agree = {.kind = DW_RADIO_AGREE,
                                    .sender = SECOND,
                                    .receiver = OPENER + 1,
                                    .conversation = award.conversation,
                                    .reply_to = award.number};
    assert_false(dw_conversation_hear(&it.talks[OPENER], &it.talkers[OPENER], &agree, it.tick));
    assert_int_equal(it.talkers[OPENER].refused, 2);
    assert_int_equal(it.talks[OPENER].state, DW_TALK_AWARDED);
}

static void conversations_of_all_guards_have_names_of_their_own(void **state)
{
    (void)state;
    uint32_t names[GUARDS * 3];
    uint32_t count = 0;
    circle it = new_circle();
    for (uint32_t g = 0; g < GUARDS; g++) {
        for (uint32_t i = 0; i < 3; i++) {
            dw_conversation talk = {.state = DW_TALK_IDLE};
            dw_radio_message message = message_of(&it, g, 'c', 0);
            assert_true(dw_conversation_say(&talk, &it.talkers[g], &message));
            for (uint32_t k = 0; k < count; k++) {
                assert_true(names[k] != talk.name);
            }
            names[count++] = talk.name;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_the_legal_traces_are_taken),
        cmocka_unit_test(each_whole_conversation_ends_on_all_sides_without_a_refusal),
        cmocka_unit_test(the_loss_of_any_single_message_blocks_nobody),
        cmocka_unit_test(a_guard_that_answers_no_more_blocks_nobody),
        cmocka_unit_test(a_message_that_does_not_fit_is_refused_and_counted),
        cmocka_unit_test(an_award_to_another_guard_ends_the_own_bid),
        cmocka_unit_test(the_opener_takes_no_second_award_and_no_agreement_of_a_loser),
        cmocka_unit_test(conversations_of_all_guards_have_names_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
