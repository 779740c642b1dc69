/* contact_create.h: makes all contacts of a step at once, from the pairs that have come near. */
#ifndef CN_CONTACT_CREATE_H
#define CN_CONTACT_CREATE_H

#include "data/world.h"

/* Contacts of the first count of scratch.contact.sorted_pairs, sorted: a is the pair in apart,
 * one of those that wait when it is less than waiting; b whether one of its shapes has several
 * pieces. All is how many pairs there are, new ones included. False when one could not be made:
 * then those before it were, and scratch.contact.pair_words says of the others that they do not
 * come. */
bool cn_contact_create_all(cn_World *w, int count, int waiting, int all);

#endif
