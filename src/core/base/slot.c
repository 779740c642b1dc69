/* slot.c: see slot.h. */
#include "base/slot.h"

#include "base/memory.h"

void cn_slots_init(cn_Slots *s) { *s = (cn_Slots){.free = CN_SLOT_END}; }

int cn_slots_reserve(cn_Slots *s) {
    if (s->free != CN_SLOT_END) return s->free;
    if (s->count == INT32_MAX) return -1;
    bool grown = CN_GROW(s->generation, s->count + 1) && CN_GROW(s->next, s->count + 1);
    return grown ? s->count : -1;
}

int cn_slots_take(cn_Slots *s) {
    int slot = s->free;
    if (slot != CN_SLOT_END) {
        s->free = s->next[slot];
    } else {
        slot = s->count++;
        s->generation[slot] = 1;
    }
    s->next[slot] = CN_SLOT_LIVE;
    s->live++;
    return slot;
}

void cn_slots_release(cn_Slots *s, int slot) {
    s->live--;
    /* A slot whose generations are used up is retired rather than reused. */
    if (++s->generation[slot] == 0) {
        s->next[slot] = CN_SLOT_END;
        return;
    }
    s->next[slot] = s->free;
    s->free = slot;
}

void cn_slots_close_up(cn_Slots *s) {
    s->count = s->live;
    s->free = CN_SLOT_END;
    for (int i = 0; i < s->count; i++) s->next[i] = CN_SLOT_LIVE;
}

bool cn_slots_skip_first(cn_Slots *s) {
    if (cn_slots_reserve(s) != 0) return false;
    cn_slots_take(s);
    s->next[0] = CN_SLOT_END;
    s->live = 0;
    return true;
}
