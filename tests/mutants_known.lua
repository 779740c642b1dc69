-- Checks that nothing misses (tests/mutants.lua), by file and a part of the line, and why.
return {
  { "mover/mover.c", "return check_def(&unused, &d) == CN_OK",
    "of a snapshot, not of a caller: tests/fuzz/fuzz_snapshots.c" },
  { "objects/shape_build.c", "all %d points lie on one line",
    "what has no pieces has been refused before; here so that none comes of other pieces" },
  { "snapshot/head.c", "which this build cannot read", "of a build without zstd" },
}
