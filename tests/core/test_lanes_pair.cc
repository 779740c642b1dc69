/* test_lanes_pair.cc: as test_lanes.c, on lanes that are two vectors of four. */
#include "wide/lanes_pair.h"

#include "lanes_check.h"

int main(void) { return check_lanes(); }
