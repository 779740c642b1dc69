-- cairn.build: ropes, bridges, chains, soft bodies, ragdolls, cars and cloth, made of bodies and
-- joints over the plain API, and a controller: all that they do, a script could do. One noun in
-- each file of build/.
--
--   local build = require "cairn.build"
--   local rope = build.rope(world, { from = { 0, 5 }, to = { 4, 5 }, b = crate })
--
-- Each gives back a table with `bodies`, `shapes` and `joints`, lists in the order of their making,
-- and `destroy()`. Types and keys are in meta/build.lua.

---@type cairn.build
local build = {
  rope = require("cairn.build.line").rope,
  chain = require("cairn.build.line").chain,
  bridge = require("cairn.build.line").bridge,
  soft = require "cairn.build.soft",
  ragdoll = require "cairn.build.ragdoll",
  car = require "cairn.build.car",
  cloth = require "cairn.build.cloth",
  pid = require "cairn.build.pid",
}

return build
