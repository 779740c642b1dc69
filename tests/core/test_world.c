/* test_world.c: a world under random orders and hostile numbers.
 *
 * Random sequences of calls with stale ids and bad values must leave a world that validates, and
 * the same calls give the same hash. Where memory ends: test_world_arrays.c.
 * Prints "N checks, N failed". */
#include "random_game.h"

static void random_games(int games, int operations) {
    for (int seed = 1; seed <= games; seed++) {
        Game g;
        state = (uint32_t)seed * 7919u;
        if (!start(&g)) continue;
        for (int i = 0; i < operations; i++) {
            const char *why = "";
            operate(&g);
            bool sound = i % 16 != 0 || cn_world_validate(g.world, &why);
            check(sound, why, seed, i);
        }
        check(all_finite(g.world), "everything is finite", seed, operations);
        cn_world_destroy(g.world);
    }
}

static uint64_t play(uint32_t seed) {
    Game g;
    state = seed;
    start(&g);
    for (int i = 0; i < 400; i++) operate(&g);
    uint64_t hash = cn_world_hash(g.world);
    cn_world_destroy(g.world);
    return hash;
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 400;
    random_games(games, 400);
    for (uint32_t seed = 1; seed <= 20; seed++)
        check(play(seed) == play(seed), "the same calls give the same hash", (int)seed, 400);
    return tally();
}
