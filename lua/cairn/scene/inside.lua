-- cairn.scene.inside: what the binding keeps for timelines and recordings alone, out of the reach
-- of scripts.
--
-- attach(world, fn(kind, ...)) -> boolean; replay_step(world, dt, asked, decisions);
-- watch_hits(world, speed, fn(shape, shape, speed)); keep_places(world); take_places(world) ->
-- string; packed_poses(world, awake) -> string.
assert(require "cairn".world) -- the registry has it from the first `require "cairn"` on

return debug.getregistry()["cairn.recording"]
