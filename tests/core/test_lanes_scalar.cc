/* test_lanes_scalar.cc: as test_lanes.c, on the reference: lanes one by one. */
#include <string.h>

#include "wide/lanes_scalar.h"

#include "lanes_check.h"

int main(void) { return check_lanes(); }
