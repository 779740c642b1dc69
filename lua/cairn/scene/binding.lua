-- cairn.scene.binding: what the binding has for Cairn's own files alone (src/bind/event/watch.c,
-- src/bind/query/rays.c):
--
--   watch_hits(world, speed, fn(shape, shape, speed))
--   keep_places(world), take_places(world) -> string
--   packed_poses(world, awake) -> string
--   hold(world), let_go(world, keep), dismiss(world)
--   attach(world, fn(kind, ...))
--   hold_rays(rays) -> string, put_rays(rays, string)

local cairn = require "cairn"

assert(cairn.world) -- which has put it there

return debug.getregistry()["cairn.recording"]
