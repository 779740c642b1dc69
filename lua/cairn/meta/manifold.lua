---@meta _
-- luacheck: ignore 212 241 631

-- Manifolds: what hooks are shown of two shapes that touch. See cairn.lua.

---@class cairn.Manifold
local Manifold = {}

---a has the lower id.
---@return cairn.Shape a, cairn.Shape b
function Manifold:shapes() end
---@return cairn.Body a, cairn.Body b
function Manifold:bodies() end
---The two, the one on layer_a first; nil when they are on others.
---@param layer_a string|integer|string[]
---@param layer_b string|integer|string[]
---@return cairn.Shape? a, cairn.Shape? b
function Manifold:between(layer_a, layer_b) end
---nil when it is neither.
---@param shape cairn.Shape
---@return cairn.Shape?
function Manifold:other(shape) end
---Which piece of each shape, from 1: of chains and concave polygons.
---@return integer i, integer j
function Manifold:pieces() end
---0, 1 or 2 points.
---@return integer
function Manifold:count() end
---A direction of length 1 from a to b; away from the shape that is given.
---@param from? cairn.Shape one of the two; default a
---@return number nx, number ny
function Manifold:normal(from) end
---m in the world; separation in m, negative is overlap. nil where there are fewer points.
---@param i integer
---@return number? x, number? y, number? separation
function Manifold:point(i) end
---m of the deepest overlap, 0 where there is none.
---@return number
function Manifold:penetration() end
---m/s before the step has solved it, positive approaching.
---@param i integer
---@return number? normal, number? tangent
function Manifold:speed(i) end
---N s: in pre_solve those of the last step, after it those of this one.
---@param i integer
---@return number? normal, number? tangent
function Manifold:impulse(i) end
---N along the normal, and N of friction on b along (ny, -nx), averaged over the last step.
---@return number normal, number tangent
function Manifold:force() end
---The same from step to step as long as the two pieces are near each other, and no other manifold of
---that time has it; birth is another one when they have been apart meanwhile.
---@return integer id, integer birth
function Manifold:id() end
---Which corner meets which face: the same as long as that is so. nil where there are fewer points.
---@param i integer
---@return integer?
function Manifold:feature(i) end
---A coefficient, mixed, of both shapes.
---@return number
function Manifold:friction() end
---A ratio, mixed, of both shapes.
---@return number
function Manifold:restitution() end
---m/s, mixed.
---@return number
function Manifold:surface_speed() end
---In pre_solve, for this step.
---@param friction number coefficient, 0 or more; 0..1e6
function Manifold:set_friction(friction) end
---In pre_solve, for this step.
---@param restitution number ratio, 0..2
function Manifold:set_restitution(restitution) end
---In pre_solve, for this step.
---@param speed number m/s; -1e6..1e6
function Manifold:set_surface_speed(speed) end
---No response until the two part.
function Manifold:ignore() end
---In t or a new table: a, b, body_a, body_b, piece_a, piece_b, count, nx, ny, friction, restitution,
---surface_speed, and of point 1 (and 2) x1, y1, separation1, normal_speed1, tangent_speed1,
---normal_impulse1, tangent_impulse1.
---@param t? table default a new table
---@return table
function Manifold:copy(t) end
---Whether its hook or turn of a loop lasts.
---@return boolean
function Manifold:is_valid() end
