/* contact.h: contacts one by one: whether two shapes may meet, how many neighbours a body has,
 * order of ids, and the end of a contact. */
#ifndef CN_CONTACT_H
#define CN_CONTACT_H

#include "data/world.h"

int cn_contact_slot(const cn_World *w, cn_ContactId id); /* -1 = it has ended */
bool cn_contact_allowed(const cn_World *w, int shape_a, int shape_b);
/* A body has one neighbour more, or less. */
void cn_contact_near(cn_World *w, int body);
void cn_contact_part(cn_World *w, int body);
void cn_contact_limit(cn_World *w, int body); /* reached, where this body is */
/* An end event follows if it was touching. unlink and release do it in two parts, for two threads:
 * out of the lists of its bodies; out of all else. strike is out of the table alone, for a contact
 * without an event to tell and without shapes of several pieces. */
void cn_contact_destroy(cn_World *w, int contact);
void cn_contact_unlink(cn_World *w, int contact, int body_a, int body_b);
void cn_contact_strike(cn_World *w, int contact);
void cn_contact_release(cn_World *w, int contact, int piece_a, int piece_b);
void cn_contact_leave_pair(cn_World *w, int pair); /* of shapes, which has one contact less */
void cn_contact_destroy_of_piece(cn_World *w, int piece);
void cn_contact_set_reach(cn_World *w, int contact); /* when a body of it has another extent */
/* Ids by shape ids, then pieces: one after the other, count of them before it, and at last sort_ids
 * with the count of all. Of more than there is room for the first stay, whatever slots they have.
 */
void cn_contact_put_id(const cn_World *w, cn_ContactId *ids, int capacity, int count, int slot);
void cn_contact_sort_ids(const cn_World *w, cn_ContactId *ids, int capacity, int count);
/* In the same order, with scratch memory: a list of a stage. */
void cn_contact_note(cn_World *w, cn_ContactList *list, int contact);
void cn_contact_sort_list(cn_World *w, cn_ContactList *list);
/* Into scratch.contact.sorted: keys, slots, and what note says of each, side by side. False: no
 * memory. */
bool cn_contact_sort(cn_World *w, const cn_ContactList *list,
                     int (*note)(cn_World *w, int contact));
void cn_contact_tell(const cn_World *w, int contact, cn_Manifold *out);

#endif
