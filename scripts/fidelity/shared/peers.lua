-- What other engines gave in the same scenes, as figures copied from the study that this battery
-- comes from (2026-11-21, one x86-64 machine). Figures are facts; nobody's code is here.
--
-- The scenes list them in the order of `peers.order`. A text stands where an engine ends in no
-- sensible state, peers.NONE where it cannot express the scene. Box2D 2.4.1 keeps polygons some
-- 15 mm apart by a skin: its negative overlaps are that gap.

local peers = {}

peers.NONE = false

-- default: shipped settings, which decide who is the best peer; the others are only shown.
peers.order = {
  { key = "box2d_v3", name = "Box2D v3", default = true },
  { key = "box2d_v3_8", name = "Box2D v3, 8 sub-steps" },
  { key = "box2d_241", name = "Box2D 2.4.1", default = true },
  { key = "box2d_241_x4", name = "Box2D 2.4.1, 4 steps of dt/4" },
  { key = "chipmunk10", name = "Chipmunk", default = true },
  { key = "chipmunk30", name = "Chipmunk, 30 iterations" },
  { key = "chipmunk10_x4", name = "Chipmunk, 4 steps of dt/4" },
  { key = "avbd10", name = "AVBD", default = true },
  { key = "proto", name = "prototype" },
}

peers.versions = [[
Box2D v3.2-dev 617d32a with 4 sub-steps (its default) and 8; Box2D 2.4.1 with 8/3 iterations, and
with 4 steps of dt/4; Chipmunk 7.0.3 with 10 iterations, 30, and 10 with 4 steps of dt/4; the AVBD
demo 858ceb5 with 10 iterations (boxes only, no restitution, no continuous collision); a prototype
in double precision of joints and free motion alone.]]

--- A figure's values in the order above -> table by key.
local function keyed(_, ...)
  local values, row = { ... }, {}
  assert(#values == #peers.order, "a value for each peer")
  for i, peer in ipairs(peers.order) do row[peer.key] = values[i] or nil end
  return row
end

return setmetatable(peers, { __call = keyed })
