/* static_contacts.h: lists, for each body, its contacts with walls (what is not dynamic) in this
 * step. */
#ifndef CN_STATIC_CONTACTS_H
#define CN_STATIC_CONTACTS_H

#include "data/world.h"

/* Contacts with walls by body, for this step. */
bool cn_static_contacts_list(cn_World *w); /* false: out of memory, no body has any */

/* Of a contact with a wall, the end that is none: 0 a, 1 b; and its body. */
static inline int cn_static_contact_end(const cn_Contact *c) {
    return c->flags & CN_CONTACT_WALL_A ? 1 : 0;
}

static inline int cn_static_contact_body(const cn_Contact *c) {
    return cn_static_contact_end(c) ? c->body_b : c->body_a;
}

static inline int cn_static_contacts_first(const cn_World *w, int body) {
    return body < w->scratch.contact.wall_bodies ? w->scratch.contact.wall_first[body] : -1;
}

#endif
