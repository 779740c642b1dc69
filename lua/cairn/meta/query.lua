---@meta _
-- luacheck: ignore 212 241 631

-- What a world answers: rays, shapes on their way, and what is somewhere. See world.lua.

---What world:query_shape asks about; the sizes tell the kind, or `kind` does.
---@class cairn.ProbeKeys
---@field kind? "circle"|"box"|"capsule"|"polygon"|"ellipse"|"segment" default by the sizes that are given; with ends alone a segment, with a radius too a capsule
---@field x? number m in the world, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field angle? number rad, default 0; -1e9..1e9
---@field radius? number m of a circle or capsule, which need it; of the others rounding, added outside, default 0; 0.001..1e4
---@field w? number m, of a box; needed there, default none; 0.001..1e4
---@field h? number m, of a box; needed there, default none; 0.001..1e4
---@field x1? number m, of a capsule or segment; needed there, default none; -1e4..1e4
---@field y1? number m, likewise, default none; -1e4..1e4
---@field x2? number m, likewise, default none; -1e4..1e4
---@field y2? number m, likewise, default none; -1e4..1e4
---@field rx? number m, of an ellipse; needed there, default none; 0.001..1e4
---@field ry? number m, of an ellipse; needed there, default none; 0.001..1e4
---@field points? number[] m, flat, of a polygon; needed there, default none; -1e4..1e4
---@field hull? boolean take the convex hull of the points, default false
---@field filter? cairn.QueryFilter which shapes count, default all but sensors

---@class cairn.CastKeys : cairn.ProbeKeys
---@field dx number m, how far it moves: any finite number
---@field dy number m

---@class cairn.World
local World = {}

---The nearest shape on the way, where it is hit (m), its normal there, a direction of length 1, after
---which share of the way, and which piece it is: of a chain the segment, whose material
---`shape:material(piece)` gives. nil where there is none. What the ray starts in is hit there:
---fraction 0, and the normal of its nearest face. So a ray of no length asks what its point is in. Of
---equally near ones the lowest id; bodies that sleep are hit, disabled ones are not.
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param filter? cairn.QueryFilter default all but sensors
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction, integer? piece
function World:raycast(x1, y1, x2, y2, filter) end
---All on the way, near to far: shape, x and y in m, nx and ny a direction, fraction and piece as
---`raycast` gives them; each shape once, where it is met first.
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param filter? cairn.QueryFilter default all but sensors
---@return fun(): cairn.Shape, number, number, number, number, number, integer
function World:raycast_all(x1, y1, x2, y2, filter) end
---The same flat in t, six values for each hit, without the piece; returns how many hits.
---@param t table
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param filter? cairn.QueryFilter default all but sensors
---@return integer n
function World:raycast_all_into(t, x1, y1, x2, y2, filter) end
---The nearest hit of each of many rays, without garbage: held by a buffer (`raycasts(rays[, filter])`),
---or six values of each in hits: shape or false, x, y in m, nx, ny a direction, fraction; of one that
---meets nothing its end, no direction and 1. Returns how many meet something.
---@param rays cairn.Rays|number[] m, flat: x1, y1, x2, y2 of each
---@param hits? table filled flat; default, of a buffer, none
---@param filter? cairn.QueryFilter default all but sensors
---@return integer n
---@overload fun(self: cairn.World, rays: cairn.Rays, filter?: cairn.QueryFilter): integer
function World:raycasts(rays, hits, filter) end
---The body of a shape there that is no sensor; of several the one with the highest id; nil: none.
---@param x number m
---@param y number m
---@return cairn.Body?
function World:pick(x, y) end
---The first shape in the way of one that moves by dx, dy, where it is touched (m), the normal there,
---after which share of the way, and the piece. What it overlaps from the beginning is hit where it
---starts: fraction 0, and the direction of the shortest way out; so on a way of no length it asks
---what it overlaps. Makes no garbage when the table is used again.
---@param keys cairn.CastKeys
---@return cairn.Shape? shape, number? x, number? y, number? nx, number? ny, number? fraction, integer? piece
function World:shapecast(keys) end
---All that it would meet, near to far, whatever is in between: shape, x and y in m, nx and ny a
---direction, fraction and piece as `shapecast` gives them.
---@param keys cairn.CastKeys
---@return fun(): cairn.Shape, number, number, number, number, number, integer
function World:shapecast_all(keys) end
---The same flat in t, six values for each hit; returns how many hits.
---@param t table
---@param keys cairn.CastKeys
---@return integer n
function World:shapecast_all_into(t, keys) end
---The shape nearest to a point, its nearest point (m), and how far that is (m): 0 inside, of several
---the lowest id. nil where there is none so near.
---@param x number m
---@param y number m
---@param max_distance number m, 0 or more; math.huge: however far
---@param filter? cairn.QueryFilter default all but sensors
---@return cairn.Shape? shape, number? x, number? y, number? distance
function World:closest(x, y, max_distance, filter) end
---Shapes that overlap the one described, deepest first: shape, nx and ny the direction of the shortest
---way out of it, how far that is (m), and the piece that is deepest.
---@param keys cairn.ProbeKeys
---@return fun(): cairn.Shape, number, number, number, integer
function World:overlaps(keys) end
---How far a body gets on its way, without turning, before it meets what it would collide with, m; and
---the shape that it meets, or nil. Layers, groups and joints count, one-way sides and hooks do not.
---What it touches or overlaps already is in its way only where it would go deeper: what lies on a floor
---may slide on it, and rise.
---@param body cairn.Body
---@param dx number m, -1e6..1e6
---@param dy number m, -1e6..1e6
---@param filter? cairn.QueryFilter default all that it would collide with
---@return number dx, number dy, cairn.Shape? shape
function World:test_move(body, dx, dy, filter) end
---Shapes that overlap the one described, exactly.
---@param keys cairn.ProbeKeys
---@return fun(): cairn.Shape
function World:query_shape(keys) end
---The same in t; returns how many.
---@param t table
---@param keys cairn.ProbeKeys
---@return integer n
function World:query_shape_into(t, keys) end
---Shapes that overlap the box, exactly; a touch is enough.
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param filter? cairn.QueryFilter default all but sensors
---@return fun(): cairn.Shape
function World:query_box(x1, y1, x2, y2, filter) end
---The same in t; returns how many.
---@param t table
---@param x1 number m
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@param filter? cairn.QueryFilter default all but sensors
---@return integer n
function World:query_box_into(t, x1, y1, x2, y2, filter) end
---Shapes that overlap the disc, exactly; of radius 0 those that contain the point.
---@param x number m
---@param y number m
---@param r number m
---@param filter? cairn.QueryFilter default all but sensors
---@return fun(): cairn.Shape
function World:query_circle(x, y, r, filter) end
---The same in t; returns how many.
---@param t table
---@param x number m
---@param y number m
---@param r number m
---@param filter? cairn.QueryFilter default all but sensors
---@return integer n
function World:query_circle_into(t, x, y, r, filter) end
---Shapes that contain the point, their edge included.
---@param x number m
---@param y number m
---@param filter? cairn.QueryFilter default all but sensors
---@return fun(): cairn.Shape
function World:query_point(x, y, filter) end
---The same in t; returns how many.
---@param t table
---@param x number m
---@param y number m
---@param filter? cairn.QueryFilter default all but sensors
---@return integer n
function World:query_point_into(t, x, y, filter) end
