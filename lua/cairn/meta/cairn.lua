---@meta cairn
-- luacheck: ignore 212 241 631

-- Types of the module `cairn` for editors (LuaCATS), a file for each noun; this one has the module
-- and the names of types. Never run: the functions are in C. docs/reference.lua writes the reference
-- from them.
-- Metres, kilograms, seconds, radians; y points up; counter-clockwise is positive.

---@class cairn
---@field _VERSION string "cairn 0.1.0"
---@field build cairn.Build
---@field vec cairn.vec functions of vectors
local cairn = {}

---@class cairn.Build
---@field simd string the instruction set the step runs on
---@field compiler string
---@field float_bits integer
---@field position_bits integer
---@field lua string

---@alias cairn.BodyType "static"|"kinematic"|"dynamic"
---@alias cairn.Kind "box"|"circle"|"capsule"|"polygon"|"ellipse"|"segment"|"chain"|"halfspace"
---@alias cairn.JointType "revolute"|"distance"|"prismatic"|"weld"|"mouse"|"wheel"|"motor"|"friction"|"filter"|"gear"|"pulley"|"ratchet"|"rotary"
---@alias cairn.Mix "min"|"max"|"average"|"multiply"|"geometric"
---@alias cairn.ShapeMix "min"|"max"|"average"|"multiply"|"geometric"|"world"
---@alias cairn.Outside "keep"|"disable"|"destroy"
---@alias cairn.Color integer|number[] 0xRRGGBB, or {r, g, b} or {r, g, b, a} in 0..1: without a it is solid
---@alias cairn.QueryFilter string|integer|string[]|cairn.Filter

---@param keys? cairn.WorldKeys default none: all as it is by default
---@return cairn.World
function cairn.world(keys) end
---Walk a table in an order that is the same in every run: numbers, strings, booleans, objects by id.
---@generic K, V
---@param t table<K, V>
---@return fun(): K, V
function cairn.pairs(t) end
---The step's own, the same bits on every machine. A ratio, -1..1.
---@param a number rad
---@return number
function cairn.sin(a) end
---Likewise: a ratio, -1..1.
---@param a number rad
---@return number
function cairn.cos(a) end
---Likewise: rad in -pi..pi.
---@param y number m, or any unit that x has: only their ratio counts
---@param x number likewise, their ratio counts
---@return number
function cairn.atan2(y, x) end
---The checksum that Cairn's files carry: XXH3 of xxHash, 64 bits. It is the same on every machine.
---@param text string any bytes
---@return integer
function cairn.checksum(text) end
---Opens a recording: the world at its start, and a player that steps it. Of a scene the recorded texts
---run, so the script's file need not be there. Nil and a sentence for a file that cannot be read, is no
---recording, was made by another format, or is damaged; one that is cut off plays to its last whole block.
---@param path string
---@param options? cairn.ReplayKeys default none
---@return cairn.World?, cairn.Player|string
function cairn.replay(path, options) end
---A world from a file that `world:save` wrote, with the threads of `set_threads`; nil and a sentence
---where it is missing, or no sound snapshot of this version.
---@param path string
---@return cairn.World?, string?
function cairn.load(path) end
---s on a clock that never goes back; for measuring only.
---@return number
function cairn.now() end
---The corners of the convex hull of 3 to 256 points, m, counter-clockwise, flat, in out or a new
---table, and how many they are.
---@param points number[] m, flat {x1, y1, x2, y2, ...}
---@param out? table filled and given back, default a new table
---@return number[] hull, integer n
function cairn.hull(points, out) end
---A buffer for n rays, which `world:raycasts` casts side by side.
---@param n integer 1..1000000
---@return cairn.Rays
function cairn.rays(n) end
---The text of a scene file that makes the world that the table tells, as world:describe() gives it:
---to be mended by hand and kept. Tables, strings, numbers and booleans can be written; anything else
---in it raises with its place.
---@param t table
---@return string
function cairn.to_lua(t) end
---@return integer major, integer minor, integer patch
function cairn.version() end
---The default of `strict` for worlds made afterwards.
---@param strict boolean
function cairn.set_strict(strict) end
---The default of `threads` for worlds made afterwards, 1 until then.
---@param n integer 1..256
function cairn.set_threads(n) end

return cairn
