/* buddy.h: blocks of memory out of large pages, of which the system gives a whole one at a time. */
#ifndef CN_BUDDY_H
#define CN_BUDDY_H

#include <stdbool.h>
#include <stddef.h>

#define CN_BUDDY_MOST ((size_t)1 << 23) /* bytes of the largest block */
#define CN_LARGE_PAGE ((size_t)1 << 21) /* bytes */

/* A block of at least so many bytes, up to CN_BUDDY_MOST: not cleared, 64-byte aligned. NULL when
 * the system has no memory. From any thread. */
void *cn_buddy_take(size_t bytes);
/* bytes as it was taken, or as it has grown in place. */
void cn_buddy_give(void *block, size_t bytes);
/* May a block of so many bytes become one of so many others where it is? Then it may be used so. */
bool cn_buddy_resize(void *block, size_t bytes, size_t wanted);

/* So much is to be free before anything else is asked for, if the system has it: at the cost of so
 * many large pages now. True: it is, or there is no more. */
bool cn_buddy_expect(size_t bytes, int pages);

/* Pages of their own, a multiple of CN_LARGE_PAGE at such an address; NULL when there are none. */
void *cn_large_pages(size_t bytes);

#endif
