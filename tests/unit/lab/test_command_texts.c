/* What commands of the lab print, whole: each text was read and checked once (folder
 * command_texts). With `print NAME` the program prints a text as it would be now. Commands run in
 * an empty folder, so that no text holds a path of the machine. */
#include "server/lab/brain_command.h"
#include "server/lab/map_command.h"
#include "server/lab/matrix_command.h"
#include "server/lab/path_command.h"
#include "server/lab/play_command.h"
#include "server/lab/replay_command.h"
#include "server/lab/results_command.h"
#include "server/lab/solve_command.h"
#include "server/lab/sweep_command.h"
#include "tests/support/recorded_text.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <unistd.h>

enum { TEXT_SIZE = 1 << 18, WORDS = 24, PATH_SIZE = 64 };

typedef int command_main(int argc, char **argv);

typedef struct text {
    const char *name;
    void (*say)(void);
} text;

/* What commands leave in the folder. */
static const char *const made[] = {"out.svg",   "gaps.json",   "three.dwr",
                                   "night.dwr", "mission.dwr", "plans/training-2.dwr",
                                   "plans"};

/* Runs a command: its words stand apart by `|`. Says its exit status unless it is 0. */
static void say_call(command_main *run, const char *name, const char *line)
{
    char words_of_line[512];
    char *argv[WORDS] = {0};
    int argc = 0;
    char *rest = NULL;
    (void)snprintf(words_of_line, sizeof words_of_line, "%s|%s", name, line);
    for (char *at = strtok_r(words_of_line, "|", &rest); at != NULL && argc < WORDS - 1;
         at = strtok_r(NULL, "|", &rest)) {
        argv[argc++] = at;
    }
    (void)printf("$ %s", name);
    for (int i = 1; i < argc; i++) {
        (void)printf(strchr(argv[i], ' ') != NULL ? " '%s'" : " %s", argv[i]);
    }
    (void)printf("\n");
    (void)fflush(stdout);
    const int exit_status = run(argc, argv);
    (void)fflush(stdout);
    (void)fflush(stderr);
    if (exit_status != 0) {
        (void)printf("exit status %d\n", exit_status);
    }
}

static void show_file(const char *path)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    for (int c = fgetc(in); c != EOF; c = fgetc(in)) {
        (void)putchar(c);
    }
    (void)fclose(in);
}

static void brain(const char *line)
{
    say_call(dw_lab_brain_main, "brain", line);
}

/* One brain of each kind in all scenes; the other forms in those where much happens. */
static void say_traces(void)
{
    static const char *const scenes[] = {"calm",  "noise", "shot",  "glimpse", "sight",
                                         "touch", "trail", "tired", "hungry",  "handler",
                                         "alarm", "day",   "caught"};
    static const struct {
        const char *name, *kind;
        bool in_all;
    } brains[] = {{"guard-fsm", "guard", true},   {"guard-tree", "guard", false},
                  {"guard-goap", "guard", false}, {"captain", "captain", true},
                  {"robot", "robot", true},       {"servant", "servant", true},
                  {"dog-fsm", "dog", false},      {"dog-tree", "dog", false},
                  {"dog-goap", "dog", true},      {"cat", "cat", true}};
    enum { SCENES = sizeof scenes / sizeof scenes[0], BRAINS = sizeof brains / sizeof brains[0] };
    char line[128];
    for (int s = 0; s < SCENES; s++) {
        const bool much = strcmp(scenes[s], "sight") == 0 || strcmp(scenes[s], "hungry") == 0 ||
                          strcmp(scenes[s], "day") == 0;
        for (int b = 0; b < BRAINS; b++) {
            if (brains[b].in_all || much) {
                (void)snprintf(line, sizeof line, "trace|%s|--scene|%s|--kind|%s", brains[b].name,
                               scenes[s], brains[b].kind);
                brain(line);
            }
        }
    }
    brain("trace|guard-fsm|--scene|party");
    brain("trace|reference|--scene|calm");
}

static void say_brains(void)
{
    static const char *const names[] = {"captain",  "cat",       "dog-fsm",    "dog-goap",
                                        "dog-tree", "guard-fsm", "guard-goap", "guard-tree",
                                        "robot",    "servant"};
    char line[128];
    brain("facts");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(line, sizeof line, "check|%s", names[i]);
        brain(line);
    }
}

static void say_pictures(void)
{
    static const char *const names[] = {"dog-fsm", "guard-tree", "dog-goap", "cat"};
    char line[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(line, sizeof line, "draw|%s|out.svg", names[i]);
        brain(line);
        show_file("out.svg");
    }
}

/* Brains with all that their authors may not have meant. */
static const struct {
    const char *name, *text;
} gaps[] = {
    {"fsm.json", "{\"form\": \"fsm\", \"about\": \"Gaps.\", \"start\": \"calm\", \"states\": {"
                 "\"calm\": {\"skill\": \"patrol\", \"transitions\": ["
                 "{\"if\": [\"detected\"], \"to\": \"hunt\"}, {\"if\": [], \"to\": \"doze\"}, "
                 "{\"if\": [\"curious\"], \"to\": \"eat\"}]}, "
                 "\"hunt\": {\"skill\": \"chase\", \"transitions\": ["
                 "{\"if\": [\"lost\"], \"to\": \"calm\"}]}, "
                 "\"doze\": {\"skill\": \"sleep\", \"transitions\": ["
                 "{\"if\": [\"rested_lately\"], \"to\": \"eat\"}]}, "
                 "\"eat\": {\"skill\": \"eat\", \"transitions\": ["
                 "{\"if\": [\"hunger<3\"], \"to\": \"stay\"}]}, "
                 "\"stay\": {\"skill\": \"hold\"}, "
                 "\"attic\": {\"skill\": \"look_round\", \"transitions\": ["
                 "{\"if\": [\"done\"], \"to\": \"calm\"}]}}}"},
    {"tree.json",
     "{\"form\": \"tree\", \"root\": {\"selector\": ["
     "{\"name\": \"hunt\", \"sequence\": [{\"condition\": [\"detected\"]}, \"chase\"]}, "
     "{\"name\": \"rest\", \"sequence\": [{\"condition\": [\"tired\"]}, \"sleep\"]}, "
     "\"patrol\", \"hold\"]}}"},
    {"goap.json",
     "{\"form\": \"goap\", \"goals\": {"
     "\"fly\": {\"when\": \"afraid\", \"want\": \"hungry\", \"priority\": 900}, "
     "\"fed\": {\"when\": [[\"hungry\"], [\"curious\"]], \"want\": \"!hungry\", "
     "\"priority\": 500}, "
     "\"walk\": {\"want\": \"detected\", \"priority\": 0}}, "
     "\"actions\": {"
     "\"food\": {\"skill\": \"eat\", \"needs\": \"food_near\", \"gives\": \"!hungry\", "
     "\"cost\": 10}, "
     "\"dear\": {\"skill\": \"eat\", \"needs\": \"food_near\", \"gives\": \"!hungry\", "
     "\"cost\": 90}, "
     "\"patrol\": {\"skill\": \"patrol\", \"gives\": \"detected\", \"cost\": 10}, "
     "\"nap\": {\"skill\": \"sleep\", \"gives\": \"!tired\", \"cost\": 10}}}"},
    {"utility.json", "{\"form\": \"utility\", \"options\": {"
                     "\"walk\": {\"skill\": \"patrol\", \"priority\": 500}, "
                     "\"never\": {\"skill\": \"wander\", \"priority\": 100}, "
                     "\"doze\": {\"skill\": \"sleep\", \"when\": \"tired\", \"priority\": 600}, "
                     "\"food\": {\"skill\": \"eat\", \"when\": [\"hungry\"], \"priority\": 700}}}"},
    {"bdi.json", "{\"form\": \"bdi\", \"desires\": {"
                 "\"catch\": {\"when\": \"detected\", \"priority\": 900}, "
                 "\"rest\": {\"when\": \"tired\", \"priority\": 500}, "
                 "\"walk\": {\"priority\": 0}}, "
                 "\"plans\": {"
                 "\"doze\": {\"desire\": \"rest\", \"body\": [\"sleep\", \"look_round\"]}, "
                 "\"patrol\": {\"desire\": \"walk\", \"body\": [\"patrol\"]}}}"},
};

static void say_findings(void)
{
    char line[128];
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        FILE *out = fopen("gaps.json", "w");
        assert_non_null(out);
        (void)fputs(gaps[i].text, out);
        (void)fclose(out);
        (void)printf("# %s\n", gaps[i].name);
        brain("check|gaps.json");
        (void)snprintf(line, sizeof line, "trace|gaps.json|--scene|%s|--kind|dog",
                       i % 2 == 0 ? "tired" : "hungry");
        brain(line);
        brain("draw|gaps.json|out.svg");
        show_file("out.svg");
    }
}

static void say_compare(void)
{
    brain("compare|--brains|reference,guard-fsm,patrol-only|--policies|rush|--seeds|1-4|"
          "--timed|0");
}

static void map(const char *line)
{
    say_call(dw_lab_map_main, "map", line);
}

static void say_map(void)
{
    map("route|reference|Entry hall|Archive");
    map("route|reference|Entry hall|Archive|--danger|Great hall=4,North corridor=16");
    map("route|reference|Kitchen|Library|--danger|South corridor=0.25");
    map("route|museum|Vault|Service entrance");
    map("route|reference|Kitchen|Cellar");
    map("route|reference|Kitchen|Library|--danger|Kitchen=0.2");
    map("route|reference|Kitchen|Library|--danger|Kitchen=17");
    map("route|reference|Kitchen|Library|--danger|Kitchen");
    map("routes|training");
    map("routes|training|--draws|3|--seed|2|--least|50|--most|800");
    map("routes|reference|--draws|1");
    map("routes|training|--least|300|--most|200");
    map("check|museum-robots|--findings");
    map("check|manor-night|--findings");
}

static void say_plays(void)
{
    static const char *const lines[] = {
        "--policy|careful|--seeds|41-43|--intruders|2|--ticks-max|3000",
        "--policy|rush|--seeds|14|--intruders|3|--explain|--ruleset|standard|--strategy|cutoff",
        "--mission|reference-heist|--policy|errand|--intruders|2|--seeds|31-32|--ticks-max|3000",
        "--mission|training|--policy|errand|--seeds|31",
        "--policy|sing",
        "--intruders|9",
        "--brain|sphinx",
        "--seeds|4-3",
        "--seeds|1-2|--record|two.dwr",
        "--record|no/where.dwr",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        say_call(dw_lab_play_main, "play", lines[i]);
    }
}

static void replay(const char *line)
{
    say_call(dw_lab_replay_main, "replay", line);
}

static void say_replays(void)
{
    say_call(dw_lab_play_main, "play",
             "--map|reference|--intruders|3|--policy|careful|--seeds|41|--ruleset|standard|"
             "--strategy|team|--ticks-max|4000|--record|three.dwr");
    replay("show|--from|2600|three.dwr");
    replay("show|--from|1100|--to|1300|--events|three.dwr");
    replay("show|--from|1100|--to|1300|--orders|three.dwr");
    replay("show|--from|1300|--to|1100|three.dwr");
    replay("show|none.dwr");
    say_call(dw_lab_play_main, "play",
             "--map|manor-night|--intruders|4|--policy|random|--seeds|12|--ruleset|night|"
             "--ticks-max|1800|--record|night.dwr");
    replay("show|--from|540|--to|700|night.dwr");
    say_call(dw_lab_play_main, "play",
             "--mission|reference-heist|--policy|errand|--intruders|2|--seeds|31|--ticks-max|3000|"
             "--record|mission.dwr");
    replay("show|--from|2300|--events|mission.dwr");
}

static void say_solve(void)
{
    static const char *const lines[] = {
        "--map|training|--seeds|1-3",
        "--map|reference|--seeds|3|--states|20000",
        "--map|reference|--seeds|3|--states|2000",
        "--map|reference|--seeds|4|--states|30000|--ruleset|standard",
        "--map|training|--seeds|2|--ruleset|night|--out|plans",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        say_call(dw_lab_solve_main, "solve", lines[i]);
    }
}

/* What no command takes: of each range the first value beyond both ends. Lists of known files are
 * left out, since they stand beside the path of the tree. */
static void say_refusals(void)
{
    static const struct {
        command_main *main;
        const char *name, *line;
    } calls[] = {
        {dw_lab_play_main, "play", "--intruders|0"},
        {dw_lab_play_main, "play", "--intruders|17"},
        {dw_lab_play_main, "play", "--ticks-max|0"},
        {dw_lab_play_main, "play", "--ticks-max|100000001"},
        {dw_lab_play_main, "play", "--seeds|x"},
        {dw_lab_play_main, "play", "more"},
        {dw_lab_map_main, "map", "routes|training|--draws|0"},
        {dw_lab_map_main, "map", "routes|training|--draws|1001"},
        {dw_lab_map_main, "map", "routes|training|--seed|-1"},
        {dw_lab_map_main, "map", "routes|training|--seed|4294967296"},
        {dw_lab_map_main, "map", "routes|training|--least|24"},
        {dw_lab_map_main, "map", "routes|training|--least|1601"},
        {dw_lab_map_main, "map", "routes|training|--most|24"},
        {dw_lab_map_main, "map", "routes|training|--most|1601"},
        {dw_lab_map_main, "map", "route|training|Porch"},
        {dw_lab_map_main, "map", "render|training|out.png|--scale|3"},
        {dw_lab_map_main, "map", "render|training|out.png|--scale|401"},
        {dw_lab_map_main, "map", "render|training"},
        {dw_lab_map_main, "map", "turn|training"},
        {dw_lab_map_main, "map", ""},
        {dw_lab_solve_main, "solve", "--map|training|--states|0"},
        {dw_lab_solve_main, "solve", "--map|training|--states|50000001"},
        {dw_lab_solve_main, "solve", "--map|training|--ticks-max|0"},
        {dw_lab_solve_main, "solve", "--map|training|--ticks-max|1000001"},
        {dw_lab_solve_main, "solve", "--map|training|--seeds|3-2"},
        {dw_lab_brain_main, "brain", "compare|--intruders|0"},
        {dw_lab_brain_main, "brain", "compare|--intruders|17"},
        {dw_lab_brain_main, "brain", "compare|--intruders|9"},
        {dw_lab_brain_main, "brain", "compare|--timed|-1"},
        {dw_lab_brain_main, "brain", "compare|--timed|1000001"},
        {dw_lab_brain_main, "brain", "compare|--seeds|2-1"},
        {dw_lab_brain_main, "brain", "compare|--policies|sing"},
        {dw_lab_brain_main, "brain", "sing"},
        {dw_lab_brain_main, "brain", "check"},
        {dw_lab_replay_main, "replay", "show|--from|-1|x"},
        {dw_lab_replay_main, "replay", "show|--to|4294967296|x"},
        {dw_lab_replay_main, "replay", "verify|none.dwr"},
        {dw_lab_replay_main, "replay", "rewind"},
        {dw_lab_path_main, "path", "--map|none.map"},
        {dw_lab_path_main, "path", "--scen|none.scen"},
        {dw_lab_path_main, "path", "--map|none.map|--scen|none.scen"},
        {dw_lab_results_main, "results", "none.db"},
        {dw_lab_results_main, "results", "--since|soon|none.db"},
        {dw_lab_results_main, "results", "--until|2026-02-30|none.db"},
        {dw_lab_results_main, "results", "--since|2026-02-02|--until|2026-02-01|none.db"},
        {dw_lab_results_main, "results", "--forget|12345|none.db"},
        {dw_lab_results_main, "results", "--forget|0123456789abcdef|none.db"},
        {dw_lab_results_main, "results", "--forget|0123456789abcdef|--csv|-|none.db"},
        {dw_lab_results_main, "results", "--forget|0123456789abcdef|--since|2026-02-02|none.db"},
        {dw_lab_results_main, "results", ""},
        {dw_lab_sweep_main, "sweep", "--steps|1"},
        {dw_lab_sweep_main, "sweep", "--steps|1000"},
        {dw_lab_sweep_main, "sweep", "--field|nothing=1..2"},
        {dw_lab_matrix_main, "matrix", "--replays|-1"},
        {dw_lab_matrix_main, "matrix", "--counts|0|--guards|mute|--intruders|rush|--out|m"},
        {dw_lab_matrix_main, "matrix", "--guards|mute"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        say_call(calls[i].main, calls[i].name, calls[i].line);
    }
}

/* What each command says of itself and its flags. */
static void say_help(void)
{
    static const struct {
        command_main *main;
        const char *name, *line;
    } calls[] = {
        {dw_lab_play_main, "play", "--help"},
        {dw_lab_matrix_main, "matrix", "--help"},
        {dw_lab_sweep_main, "sweep", "--help"},
        {dw_lab_solve_main, "solve", "--help"},
        {dw_lab_path_main, "path", "--help"},
        {dw_lab_results_main, "results", "--help"},
        {dw_lab_map_main, "map", "--help"},
        {dw_lab_map_main, "map", "check|--help"},
        {dw_lab_map_main, "map", "render|--help"},
        {dw_lab_map_main, "map", "route|--help"},
        {dw_lab_map_main, "map", "routes|--help"},
        {dw_lab_brain_main, "brain", "--help"},
        {dw_lab_brain_main, "brain", "facts|--help"},
        {dw_lab_brain_main, "brain", "check|--help"},
        {dw_lab_brain_main, "brain", "trace|--help"},
        {dw_lab_brain_main, "brain", "draw|--help"},
        {dw_lab_brain_main, "brain", "compare|--help"},
        {dw_lab_replay_main, "replay", "--help"},
        {dw_lab_replay_main, "replay", "show|--help"},
        {dw_lab_replay_main, "replay", "verify|--help"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        say_call(calls[i].main, calls[i].name, calls[i].line);
    }
}

static const text texts[] = {
    {"brain_traces", say_traces},
    {"brains", say_brains},
    {"brain_pictures", say_pictures},
    {"brain_findings", say_findings},
    {"brain_compare", say_compare},
    {"map", say_map},
    {"refusals", say_refusals},
    {"help", say_help},
    {"play", say_plays},
    {"replay", say_replays},
    {"solve", say_solve},
};

/* State hashes change with each new field, and the version with each release: digits behind these
 * words become `#`. */
static void hide_what_changes(char *said)
{
    static const char *const words[] = {"\"hash\":\"", " hash ", "by duskwatch "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (char *at = strstr(said, words[i]); at != NULL; at = strstr(at, words[i])) {
            at += strlen(words[i]);
            memset(at, '#', strspn(at, "0123456789abcdef."));
        }
    }
}

/* What `say` writes to both outputs. */
static char *capture(const text *of)
{
    static char said[TEXT_SIZE];
    FILE *into = tmpfile();
    assert_non_null(into);
    (void)fflush(stdout);
    const int outputs[2] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    (void)dup2(fileno(into), STDOUT_FILENO);
    (void)dup2(fileno(into), STDERR_FILENO);
    of->say();
    (void)fflush(stdout);
    (void)dup2(outputs[0], STDOUT_FILENO);
    (void)dup2(outputs[1], STDERR_FILENO);
    (void)close(outputs[0]);
    (void)close(outputs[1]);
    rewind(into);
    const size_t size = fread(said, 1, sizeof said - 1, into);
    assert_true(size < sizeof said - 1);
    said[size] = '\0';
    (void)fclose(into);
    hide_what_changes(said);
    return said;
}

static void prints_what_was_checked(void **state)
{
    const text *of = *state;
    char name[PATH_SIZE];
    (void)snprintf(name, sizeof name, "lab/command_texts/%s.txt", of->name);
    dw_recorded_same(name, capture(of));
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/dw_command_texts_XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        perror(folder);
        return EXIT_FAILURE;
    }
    enum { COUNT = sizeof texts / sizeof texts[0] };
    int failed = 0;
    if (argc == 3 && strcmp(argv[1], "print") == 0) {
        for (int i = 0; i < COUNT; i++) {
            if (strcmp(argv[2], texts[i].name) == 0) {
                (void)fputs(capture(&texts[i]), stdout);
            }
        }
    } else {
        struct CMUnitTest tests[COUNT];
        for (int i = 0; i < COUNT; i++) {
            tests[i] = (struct CMUnitTest){texts[i].name, prints_what_was_checked, NULL, NULL,
                                           (void *)(uintptr_t)&texts[i]};
        }
        failed = cmocka_run_group_tests(tests, NULL, NULL);
    }
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        (void)remove(made[i]);
    }
    (void)rmdir(folder);
    return failed;
}
