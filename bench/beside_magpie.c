// Asks MAGPIE (https://github.com/jvc56/MAGPIE, GPL-3) how fast it is: our own text, which calls its
// functions and holds nothing of its code. It is no part of Wordsmith and is never built with it;
// linked with MAGPIE, outside of this repository, it is a program under MAGPIE's licence.
//
// Built with MAGPIE's own flags (release: -O3 -flto -march=native -DNDEBUG), in its folder:
//   make BUILD=release CC=clang magpie          # the objects; with clang 14 add -flto to LFLAGS
//   clang FLAGS -DBOARD_DIM=15 -DRACK_SIZE=7 -Isrc -c beside_magpie.c -o obj/peer.o
//   clang FLAGS -pthread obj/peer.o $(find obj/release-b15-r7/src -name '*.o') -lm -o peer
// with -fprofile-instr-generate, then, after some games, best plays, simulations and endgames in
// all modes, anew with -fprofile-instr-use. For ``peer-counting``: a global uint64_t horizon_leaves
// in src/impl/endgame.c, counted up in abdada_negamax where depth 0 calls the greedy playout.
//
//   peer DATA MODE ROWS ENDGAMES      MODE: kwg, wmp, rit
//
// Then one question a line on standard input, one line of JSON as the answer:
//   best equity|score     best play of every row           all     all plays of every row
//   values FILE           points and equity of every best play, one row a line
//   games N SEED THREADS  self-play, static play           sim ROW PLIES SAMPLES THREADS
//   endgame ROW SECONDS THREADS       SECONDS of CPU       quit
// Times are nanoseconds: cpu (user + sys of the whole process, for best and all of the thread), wall.
#include "ent/endgame_results.h"
#include "ent/game.h"
#include "ent/move.h"
#include "ent/player.h"
#include "ent/rack.h"
#include "ent/sim_results.h"
#include "ent/thread_control.h"
#include "impl/cgp.h"
#include "impl/config.h"
#include "impl/endgame.h"
#include "impl/move_gen.h"
#include "util/io_util.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROWS = 4000, MOST_PLAYS = 200000, LINE = 4096 };

// Only peer-counting defines it: the leaves that were cut off by the depth.
extern uint64_t horizon_leaves __attribute__((weak));

static Config *config;
static ErrorStack *errors;
static Game *games[MOST_ROWS], *board;
static bool wild[MOST_ROWS];
static char *rows[MOST_ROWS], *endgames[MOST_ROWS];
static int row_count, endgame_count;

static int64_t clock_ns(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
#define CPU() clock_ns(CLOCK_PROCESS_CPUTIME_ID)
#define THREAD() clock_ns(CLOCK_THREAD_CPUTIME_ID)
#define WALL() clock_ns(CLOCK_MONOTONIC)

static void check(const char *what) {
  if (!error_stack_is_empty(errors)) {
    fprintf(stderr, "peer: %s\n", what);
    error_stack_print_and_reset(errors);
    exit(1);
  }
}

// Runs a command as a program that embeds the peer would; its output is thrown away.
static char *run(const char *command) {
  char *output = NULL;
  config_load_command(config, command, errors);
  check(command);
  config_run_str_api_command(config, errors, &output);
  check(command);
  return output;
}

static int read_lines(const char *name, char **lines) {
  FILE *file = fopen(name, "r");
  char line[LINE];
  int count = 0;
  while (file && fgets(line, LINE, file) && count < MOST_ROWS) {
    if (line[0] != '#') {
      line[strcspn(line, "\t\r\n")] = 0;
      lines[count++] = strdup(line);
    }
  }
  if (file) fclose(file);
  return count;
}

static void generate(const Game *game, move_record_t record, move_sort_t sort, MoveList *list) {
  const MoveGenArgs args = {
      .game = game,
      .move_record_type = record,
      .move_sort_type = sort,
      .override_kwg = NULL,
      .eq_margin_movegen = 0,
      .target_equity = EQUITY_MAX_VALUE,
      .target_leave_size_for_exchange_cutoff = UNSET_LEAVE_SIZE,
      .move_list = list,
  };
  generate_moves(&args);
}

// Each position is laid just before its turn comes, outside of the time: ours are, too.
static void over_rows(move_record_t record, move_sort_t sort, MoveList *list) {
  int64_t cpu[2] = {0}, points = 0, equity = 0, plays = 0;
  int count[2] = {0};
  for (int i = 0; i < row_count; i++) {
    game_copy(board, games[i]);
    const int64_t before = THREAD();
    generate(board, record, sort, list);
    cpu[wild[i]] += THREAD() - before;
    count[wild[i]]++;
    plays += move_list_get_count(list);
    if (record == MOVE_RECORD_BEST) {
      const Move *best = move_list_get_move(list, 0);
      points += equity_to_int(move_get_score(best));
      equity += move_get_equity(best);
    }
  }
  printf("{\"plain\": [%lld, %d], \"wild\": [%lld, %d], \"points\": %lld, \"millipoints\": %lld, "
         "\"plays\": %lld}\n", (long long)cpu[0], count[0], (long long)cpu[1], count[1],
         (long long)points, (long long)equity, (long long)plays);
}

static void write_values(const char *name, MoveList *list) {
  FILE *file = fopen(name, "w");
  for (int i = 0; i < row_count; i++) {
    generate(games[i], MOVE_RECORD_BEST, MOVE_SORT_EQUITY, list);
    const Move *best = move_list_get_move(list, 0);
    fprintf(file, "%s\t%d\t%d\n", rows[i], equity_to_int(move_get_score(best)),
            (int)move_get_equity(best));
  }
  fclose(file);
  printf("{\"rows\": %d}\n", row_count);
}

static void play_games(int number, long seed, int threads) {
  char command[LINE];
  snprintf(command, LINE, "autoplay games %d -seed %ld -threads %d -gp false -r1 best -r2 best "
           "-s1 equity -s2 equity -hr false", number, seed, threads);
  const int64_t cpu = CPU(), wall = WALL();
  char *output = run(command);
  const int64_t spent = CPU() - cpu, passed = WALL() - wall;
  for (char *at = output; at && *at; at++) if (*at == '\n' || *at == '"' || *at == '\\') *at = ' ';
  printf("{\"games\": %d, \"cpu\": %lld, \"wall\": %lld, \"says\": \"%.300s\"}\n", number,
         (long long)spent, (long long)passed, output ? output : "");
  free(output);
}

static void simulate_row(int row, int plies, int samples, int threads) {
  char command[LINE];
  snprintf(command, LINE, "cgp %s", rows[row]);
  free(run(command));
  free(run("generate -numplays 10 -r1 all -r2 all -s1 equity -s2 equity"));
  snprintf(command, LINE, "simulate -plies %d -iterations %d -minplayiterations 1 -threads %d "
           "-scondition none -threshold none -sr rr -cutoff 0 -seed 1 -sinfer false "
           "-useheatmap false", plies, samples, threads);
  const int64_t cpu = CPU(), wall = WALL();
  free(run(command));
  const int64_t spent = CPU() - cpu, passed = WALL() - wall;
  const SimResults *results = config_get_sim_results(config);
  printf("{\"samples\": %llu, \"nodes\": %llu, \"plays\": %d, \"cpu\": %lld, \"wall\": %lld}\n",
         (unsigned long long)sim_results_get_iteration_count(results),
         (unsigned long long)sim_results_get_node_count(results),
         sim_results_get_number_of_plays(results), (long long)spent, (long long)passed);
}

// One depth done: when, and with what value.
typedef struct { int depth, value; int64_t cpu; uint64_t cut; } Depth;
static Depth depths[MAX_SEARCH_DEPTH + 1];
static int depth_count;
static uint64_t cut_before;
static atomic_bool enough;

static void on_depth(int depth, int32_t value, const struct PVLine *line, const struct Game *game,
                     const struct PVLine *ranked, int ranks, void *data) {
  (void)line, (void)game, (void)ranked, (void)ranks, (void)data;
  const uint64_t cut = &horizon_leaves ? horizon_leaves : 0;
  const uint64_t fresh = cut - cut_before;
  cut_before = cut;
  if (depth_count <= MAX_SEARCH_DEPTH)
    depths[depth_count++] = (Depth){depth, value, CPU(), fresh};
  if (&horizon_leaves && fresh == 0) atomic_store(&enough, true);  // nothing was cut off: proved
}

// Ends a search when it has used its seconds (of CPU, all threads), or has proved its value.
static void *watch(void *limit) {
  const int64_t until = CPU() + (int64_t)(*(double *)limit * 1e9);
  while (!atomic_load(&enough) && CPU() < until) usleep(2000);
  thread_control_set_status(config_get_thread_control(config),
                            THREAD_CONTROL_STATUS_USER_INTERRUPT);
  return NULL;
}

static void solve(int row, double seconds, int threads) {
  char command[LINE];
  snprintf(command, LINE, "cgp %s", endgames[row]);
  free(run(command));
  const Game *game = config_get_game(config);
  int tiles = 0;
  for (int i = 0; i < 2; i++)
    tiles += rack_get_total_letters(player_get_rack(game_get_player(game, i)));
  EndgameResults *results = endgame_results_create();
  EndgameCtx *ctx = NULL;
  const EndgameArgs args = {
      .thread_control = config_get_thread_control(config),
      .game = game,
      .tt_fraction_of_mem = 0.02,
      .plies = MAX_SEARCH_DEPTH,
      .initial_small_move_arena_size = DEFAULT_INITIAL_SMALL_MOVE_ARENA_SIZE,
      .num_threads = threads,
      .use_heuristics = true,
      .num_top_moves = 1,
      .per_ply_callback = on_depth,
      .dual_lexicon_mode = DUAL_LEXICON_MODE_IGNORANT,
      .seed = 1,
  };
  depth_count = 0;
  cut_before = &horizon_leaves ? horizon_leaves : 0;
  atomic_store(&enough, false);
  thread_control_set_status(args.thread_control, THREAD_CONTROL_STATUS_STARTED);
  pthread_t watcher;
  const int64_t cpu = CPU(), wall = WALL();
  pthread_create(&watcher, NULL, watch, &seconds);
  endgame_solve(&ctx, &args, results, errors);
  atomic_store(&enough, true);
  pthread_join(watcher, NULL);
  check("endgame");
  thread_control_set_status(args.thread_control, THREAD_CONTROL_STATUS_FINISHED);
  printf("{\"tiles\": %d, \"cpu\": %lld, \"wall\": %lld, \"depths\": [", tiles,
         (long long)(CPU() - cpu), (long long)(WALL() - wall));
  for (int i = 0; i < depth_count; i++)
    printf("%s[%d, %d, %lld, %llu]", i ? ", " : "", depths[i].depth, depths[i].value,
           (long long)(depths[i].cpu - cpu),
           (unsigned long long)depths[i].cut);
  printf("]}\n");
  endgame_ctx_destroy(ctx);
  endgame_results_destroy(results);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  errors = error_stack_create();
  const bool with_map = strcmp(argv[2], "kwg") != 0, with_racks = !strcmp(argv[2], "rit");
  const ConfigArgs args = {.data_paths = argv[1], .settings_filename = NULL, .use_wmp = with_map};
  config = config_create(&args, errors);
  check("data");
  char command[LINE];
  snprintf(command, LINE, "set -lex AmericaENABLE -leaves AmericaENABLE -ld english -wmp %s -rit %s "
           "-savesettings false -autosavegcg false", with_map ? "true" : "false",
           with_racks ? "true" : "false");
  free(run(command));
  row_count = read_lines(argv[3], rows);
  endgame_count = read_lines(argv[4], endgames);
  for (int i = 0; i < row_count; i++) {
    games[i] = config_game_create(config);
    game_load_cgp(games[i], rows[i], errors);
    check(rows[i]);
    wild[i] = strchr(strchr(rows[i], ' '), '?') != NULL;
  }
  board = config_game_create(config);
  MoveList *list = move_list_create(MOST_PLAYS), *one = move_list_create(1);
  char line[LINE], name[LINE];
  int a, b, c, d;
  double seconds;
  long seed;
  printf("{\"rows\": %d, \"endgames\": %d}\n", row_count, endgame_count);
  fflush(stdout);
  while (fgets(line, LINE, stdin)) {
    if (!strncmp(line, "best equity", 11)) over_rows(MOVE_RECORD_BEST, MOVE_SORT_EQUITY, one);
    else if (!strncmp(line, "best score", 10)) over_rows(MOVE_RECORD_BEST, MOVE_SORT_SCORE, one);
    else if (!strncmp(line, "all", 3)) over_rows(MOVE_RECORD_ALL, MOVE_SORT_SCORE, list);
    else if (sscanf(line, "values %4000s", name) == 1) write_values(name, one);
    else if (sscanf(line, "games %d %ld %d", &a, &seed, &b) == 3) play_games(a, seed, b);
    else if (sscanf(line, "sim %d %d %d %d", &a, &b, &c, &d) == 4) simulate_row(a, b, c, d);
    else if (sscanf(line, "endgame %d %lf %d", &a, &seconds, &b) == 3) solve(a, seconds, b);
    else break;
    fflush(stdout);
  }
  return 0;
}
