---@meta _
-- luacheck: ignore 212 241 631

-- Manifolds: what hooks are shown of two shapes that touch. See cairn.lua.

---@class cairn.Manifold
local Manifold = {}

---@return cairn.Shape a, cairn.Shape b
function Manifold:shapes() end
---@return cairn.Body a, cairn.Body b
function Manifold:bodies() end
---@param layer_a string
---@param layer_b string
---@return cairn.Shape? a, cairn.Shape? b
function Manifold:between(layer_a, layer_b) end
---@param shape cairn.Shape
---@return cairn.Shape?
function Manifold:other(shape) end
---@return integer i, integer j
function Manifold:pieces() end
---@return integer
function Manifold:count() end
---@param from? cairn.Shape
---@return number nx, number ny
function Manifold:normal(from) end
---@param i integer
---@return number? x, number? y, number? separation
function Manifold:point(i) end
---@return number
function Manifold:penetration() end
---@param i integer
---@return number? normal, number? tangent
function Manifold:speed(i) end
---@param i integer
---@return number? normal, number? tangent
function Manifold:impulse(i) end
---@return number
function Manifold:friction() end
---@return number
function Manifold:restitution() end
---@return number
function Manifold:surface_speed() end
---In pre_solve, for this step.
---@param friction number
function Manifold:set_friction(friction) end
---In pre_solve, for this step.
---@param restitution number
function Manifold:set_restitution(restitution) end
---In pre_solve, for this step.
---@param speed number
function Manifold:set_surface_speed(speed) end
---No response until the two part.
function Manifold:ignore() end
---@param t? table
---@return table
function Manifold:copy(t) end
---@return boolean
function Manifold:is_valid() end
