/* dominance_entry.c: which bodies lead others where they meet: a list by body, ascending. */
#include "world/dominance_entry.h"

#include "base/sort.h"
#include "data/world.h"

int cn_dominance_place(const cn_World *w, int body) {
    return cn_sort_place(w->dominance, sizeof *w->dominance, offsetof(cn_Dominance, body),
                         w->dominance_count, body);
}

/* Also while another thread counts contacts, which is told in other bits of the flags. */
static bool is_dominant(const cn_World *w, int body) {
    return __atomic_load_n(&w->body_flags[body], __ATOMIC_RELAXED) & CN_BODY_DOMINANT;
}

int cn_dominance_of(const cn_World *w, int body) {
    bool has = is_dominant(w, body);
    return has ? w->dominance[cn_dominance_place(w, body)].level : 0;
}

int cn_dominance_lead(const cn_World *w, int a, int b) {
    if (!is_dominant(w, a) && !is_dominant(w, b)) return 0;
    if (w->cold[a].type != CN_DYNAMIC || w->cold[b].type != CN_DYNAMIC) return 0;
    return cn_dominance_of(w, a) - cn_dominance_of(w, b);
}

void cn_contact_masses(const cn_World *w, const cn_Contact *c, cn_Mass *a, cn_Mass *b) {
    int lead = cn_dominance_lead(w, c->body_a, c->body_b);
    *a = lead > 0 ? (cn_Mass){0, 0} : w->mass[c->body_a];
    *b = lead < 0 ? (cn_Mass){0, 0} : w->mass[c->body_b];
}
