/* contact_event.h: notes that contacts begin and end, and sensors are entered and left, while the
 * step goes on or between two steps; the next step tells it. */
#ifndef CN_CONTACT_EVENT_H
#define CN_CONTACT_EVENT_H

#include "data/world.h"

/* The ends of the step, by ids. */
void cn_event_sort_ends(cn_World *w);
/* Whether a begin has to be told, with all others of a stage; sensors tell it at once. */
bool cn_event_begin(cn_World *w, int contact);
/* In the order of their keys, slots in a; b is room. */
void cn_event_begins(cn_World *w, cn_Keyed *begun, int count);
bool cn_event_reserve_ends(cn_World *w, int more);
void cn_event_end_of(cn_World *w, uint64_t key); /* of two shapes; there is room */
void cn_event_end(cn_World *w, int contact);
void cn_event_take_back_ends(cn_World *w, const cn_ContactList *list); /* of this step */

#endif
