/* words.h: what was meant by a word that is not known. */
#ifndef BIND_BASE_WORDS_H
#define BIND_BASE_WORDS_H

#include <stdbool.h>

/* How many letters to insert, delete, change or swap to get from a to b; of long words 40. */
int bind_edit_distance(const char *a, const char *b);
/* "top" is near "tpo": the nearest of the words, the first of equally near ones, or NULL. */
const char *bind_nearest(const char *word, const char *const *words, int count);
/* The same, asked also for what other engines call it: a key of a table, a method. */
const char *bind_meant_field(const char *word, const char *const *words, int count);
const char *bind_meant_method(const char *word, const char *const *words, int count);
/* The same without slips: the word as we write it, or another engine's for it. */
const char *bind_known_method(const char *word, const char *const *words, int count);
/* Whether a method of that name would destroy the thing that it is given, any or that noun:
 * removeBody, destroy_joint. */
bool bind_means_destroy(const char *word, bool any, const char *noun);

#endif
