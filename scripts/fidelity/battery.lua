-- The scenes of the battery, in the order of its table.
return {
  "f1_projectile", "f2_spin", "c1_bounce", "c2_bounce_half", "c4_gas", "c5_cradle", "c6_off_centre",
  "r1_incline", "r4_stopping", "r6_tiles", "j1_pendulum", "j2_double_pendulum", "j3_hanging_chain",
  "j4_swinging_chain", "j6_ragdolls", "j7_spring", "j8_cantilever", "s1_tallest_stack",
  "s2_stack_at_rest", "s3_pyramid", "s4_card_house", "s5_heavy_on_light", "s7_dominoes",
  "t1_tunnelling", "p1_pile", "x1_far_away", "d1_determinism",
}
