/* test_lanes.c: eight lanes as vectors of the compiler's (wide/lanes.h), on what every machine of
 * this kind has.
 *
 * Kernels write what nobody uses to a plain struct on the stack, which is aligned to no more than
 * its largest member: so rows that stand anywhere a float may. Prints "N checks, N failed". */
#include "wide/lanes.h"

#include "lanes_check.h"

int main(void) { return check_lanes(); }
