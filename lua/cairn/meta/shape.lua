---@meta _
-- luacheck: ignore 212 241 631

-- Shapes: of each kind, and of bodies made together with one. See cairn.lua.

---@class cairn.ShapeKeys
---@field density? number kg/m^2, default 1
---@field friction? number default 0.6
---@field restitution? number 0..1, default 0
---@field rolling? number rolling resistance, default 0
---@field surface_speed? number m/s; positive carries what lies on top towards +x
---@field sensor? boolean no response, only the hook `sensor`; sees all but other sensors; its mass counts, density = 0 for none
---@field seen? boolean of a sensor: other sensors see it too, default false
---@field layer? string default "default"
---@field group? integer the same non-zero group decides before layers
---@field one_way? number[] {nx, ny} in the body's frame: solid from that side
---@field pre_solve? boolean ask the hook each step
---@field events? boolean false: no begin_contact, end_contact, hit or sensor tells of it, default true
---@field area? cairn.AreaKeys what a sensor does to who is in it
---@field color? cairn.Color

---What a sensor does to the dynamic bodies in it, to each by the share of it that is inside. Areas
---add up. Not for chains and segments, which have no inside. On a dynamic body pull, density and drag
---push back at that body; gravity does not.
---@class cairn.AreaKeys
---@field gravity? number[] {x, y} m/s^2, besides the world's, default {0, 0}
---@field pull? number m/s^2 towards the middle of the sensor, negative away from it, default 0; not of a halfspace
---@field pull_distance? number m, where pull is that much: beyond it falls off with the square of the distance, within it evenly to nothing; default 0, the same everywhere
---@field replace? boolean instead of the world's gravity, default false
---@field drag? number 1/s: v' = -drag (v - flow), v against the sensor's body, default 0
---@field angular_drag? number 1/s, default 0
---@field density? number kg/m^2 of a fluid: what is in it floats or sinks, default 0
---@field surface? number m, y in the world: only what is below it counts; default all of the sensor
---@field flow? number[] {x, y} m/s of what drags; needs drag > 0

---@class cairn.AddKeys : cairn.ShapeKeys
---@field x? number m, where the shape lies on its body
---@field y? number m
---@field angle? number rad
---@field data? any

---@class cairn.BoxSize
---@field w number m
---@field h number m
---@field radius? number m of rounding, added outside

---@class cairn.CircleSize
---@field radius number m

---@class cairn.CapsuleSize
---@field x1 number m
---@field y1 number m
---@field x2 number m
---@field y2 number m
---@field radius number m

---@class cairn.PolygonSize
---@field points number[] flat {x1, y1, x2, y2, ...}, 3 to 256 points that cross nowhere, either way round
---@field radius? number m of rounding
---@field hull? boolean take the convex hull

---@class cairn.EllipseSize
---@field rx number m
---@field ry number m

---@class cairn.SegmentSize
---@field x1 number m
---@field y1 number m
---@field x2 number m
---@field y2 number m
---@field radius? number m of rounding

---@class cairn.ChainSize
---@field points number[] flat
---@field radius? number m of rounding
---@field loop? boolean join the last point to the first
---@field materials? cairn.MaterialKeys[] one for each segment

---@class cairn.HalfspaceSize
---@field nx? number outward normal, default (0, 1)
---@field ny? number

---@class cairn.MaterialKeys
---@field friction? number
---@field restitution? number
---@field rolling? number
---@field surface_speed? number

---@class cairn.BoxKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.BoxSize
---@class cairn.CircleKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.CircleSize
---@class cairn.CapsuleKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.CapsuleSize
---@class cairn.PolygonKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.PolygonSize
---@class cairn.EllipseKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.EllipseSize
---@class cairn.SegmentKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.SegmentSize
---@class cairn.ChainKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.ChainSize
---@class cairn.HalfspaceKeys : cairn.BodyKeys, cairn.ShapeKeys, cairn.HalfspaceSize
---@class cairn.AddBoxKeys : cairn.AddKeys, cairn.BoxSize
---@class cairn.AddCircleKeys : cairn.AddKeys, cairn.CircleSize
---@class cairn.AddCapsuleKeys : cairn.AddKeys, cairn.CapsuleSize
---@class cairn.AddPolygonKeys : cairn.AddKeys, cairn.PolygonSize
---@class cairn.AddEllipseKeys : cairn.AddKeys, cairn.EllipseSize
---@class cairn.AddSegmentKeys : cairn.AddKeys, cairn.SegmentSize
---@class cairn.AddChainKeys : cairn.AddKeys, cairn.ChainSize
---@class cairn.AddHalfspaceKeys : cairn.AddKeys, cairn.HalfspaceSize

---Those that the kind of shape has.
---@class cairn.ReshapeKeys
---@field x? number m on its body
---@field y? number m
---@field angle? number rad
---@field w? number m, of a box
---@field h? number m
---@field radius? number m of a circle or capsule, or of rounding
---@field x1? number m, of a capsule or segment
---@field y1? number m
---@field x2? number m
---@field y2? number m
---@field rx? number m, of an ellipse
---@field ry? number m
---@field points? number[] flat, of a polygon or chain
---@field hull? boolean of a polygon
---@field loop? boolean of a chain
---@field materials? cairn.MaterialKeys[] of a chain
---@field nx? number of a halfspace
---@field ny? number

---@class cairn.Shape
local Shape = {}

---@return integer
function Shape:id() end
---@return cairn.Kind
function Shape:kind() end
---@return cairn.Body
function Shape:body() end
---@return cairn.World
function Shape:world() end
---@return any
function Shape:data() end
---@param data any
function Shape:set_data(data) end
---@return boolean
function Shape:is_valid() end
---@return boolean
function Shape:destroy() end
---@return number
function Shape:density() end
---@param density number
function Shape:set_density(density) end
---@return number
function Shape:friction() end
---@param friction number
function Shape:set_friction(friction) end
---@return number
function Shape:restitution() end
---@param restitution number
function Shape:set_restitution(restitution) end
---@return number
function Shape:rolling() end
---@param rolling number
function Shape:set_rolling(rolling) end
---@return number
function Shape:surface_speed() end
---@param speed number
function Shape:set_surface_speed(speed) end
---@return boolean
function Shape:is_sensor() end
---Its contacts end, and begin anew as those of the other. What has an area stays a sensor.
---@param sensor boolean
function Shape:set_sensor(sensor) end
---Of a sensor: whether others see it.
---@return boolean
function Shape:is_seen() end
---@param seen boolean
function Shape:set_seen(seen) end
---@return boolean
function Shape:has_pre_solve() end
---@return boolean
function Shape:is_pre_solve() end
---@param ask boolean
function Shape:set_pre_solve(ask) end
---@return boolean
function Shape:has_events() end
---@return boolean
function Shape:is_events() end
---Whether begin_contact, end_contact, hit and sensor tell of it, as hooks and as events to loop over.
---Both shapes that meet must have it. What touches when it is taken away has no end; what touches when
---it is given had no begin. filter, pre_solve and touching do not ask for it.
---@param events boolean
function Shape:set_events(events) end
---@return string
function Shape:layer() end
---@param name string
function Shape:set_layer(name) end
---@return integer
function Shape:group() end
---@param group integer
function Shape:set_group(group) end
---@return number? nx, number? ny
function Shape:one_way() end
---Solid from that side, in the body's frame; nil from all. What touches it is judged anew.
---@param nx number?
---@param ny? number
function Shape:set_one_way(nx, ny) end
---0xRRGGBB
---@return integer?
function Shape:color() end
---0xRRGGBB, or r, g, b or {r, g, b} in 0..1.
---@param color? number|number[]
---@param g? number
---@param b? number
function Shape:set_color(color, g, b) end
---Forget answers of filter and ignored manifolds.
function Shape:refilter() end
---In the world.
---@return number x1, number y1, number x2, number y2
function Shape:bounds() end
---A point of the world.
---@param x number
---@param y number
---@return boolean
function Shape:contains(x, y) end
---Where it is hit, in the world, and after which part of the way; nil where it is not.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:raycast(x1, y1, x2, y2) end
---Its point nearest to one of the world; that one itself when it is inside.
---@param x number
---@param y number
---@return number x, number y
function Shape:closest(x, y) end
---m, 0 where they overlap; and the nearest point of each.
---@param other cairn.Shape
---@return number d, number x1, number y1, number x2, number y2
function Shape:distance(other) end
---Where it first meets the other when it moves by dx, dy, whatever else is in between; fraction 0, and
---no normal: they overlap from the beginning.
---@param dx number
---@param dy number
---@param other cairn.Shape
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:cast(dx, dy, other) end
---@return fun(): cairn.Manifold
function Shape:manifolds() end
---@param other cairn.Shape
---@return boolean
function Shape:touching(other) end
---kg
---@return number
function Shape:mass() end
---Its size, m^2; and of a sensor with an area what that does.
---@return number size, cairn.AreaKeys? area
function Shape:area() end
---Of a sensor; nil: nothing any more. What is left out is as in a new one. Wakes who is in it.
---@param area cairn.AreaKeys?
function Shape:set_area(area) end
---kg m^2 about its own centre.
---@return number
function Shape:inertia() end
---What a sensor overlaps since the last step, and what has crossed it within that step. Bodies of
---any two types are seen, asleep or not; other sensors if they are `seen`.
---@return fun(): cairn.Shape
function Shape:visitors() end
---@return number
function Shape:x() end
---@return number
function Shape:y() end
---@return number
function Shape:angle() end
---@return number
function Shape:w() end
---@return number
function Shape:h() end
---@return number
function Shape:radius() end
---@return number
function Shape:rx() end
---@return number
function Shape:ry() end
---@return number
function Shape:x1() end
---@return number
function Shape:y1() end
---@return number
function Shape:x2() end
---@return number
function Shape:y2() end
---@return number
function Shape:nx() end
---@return number
function Shape:ny() end
---@return boolean
function Shape:is_hull() end
---@return boolean
function Shape:is_loop() end
---@return cairn.MaterialKeys[]?
function Shape:materials() end
---Of a segment of a chain.
---@param i integer
---@return number friction, number restitution, number rolling, number surface_speed
function Shape:material(i) end
---Of a segment of a chain; what is left out stays. What rests on it learns of it at once.
---set_friction and its like set all segments.
---@param i integer
---@param material cairn.MaterialKeys
function Shape:set_material(i, material) end
---On the body, flat, without the rounding.
---@param buffer? number[]
---@return number[] points, integer n
function Shape:points(buffer) end
---Where it lies on its body, m: another geometry in its place. Its contacts end, and begin anew
---where it still touches; mass follows; the body wakes. So do all that follow.
---@param x number
function Shape:set_x(x) end
---@param y number
function Shape:set_y(y) end
---@param angle number
function Shape:set_angle(angle) end
---Of a box, m.
---@param w number
function Shape:set_w(w) end
---@param h number
function Shape:set_h(h) end
---Of all but ellipses and halfspaces, m.
---@param radius number
function Shape:set_radius(radius) end
---Of an ellipse, m.
---@param rx number
function Shape:set_rx(rx) end
---@param ry number
function Shape:set_ry(ry) end
---Of a capsule or segment, m.
---@param x1 number
function Shape:set_x1(x1) end
---@param y1 number
function Shape:set_y1(y1) end
---@param x2 number
function Shape:set_x2(x2) end
---@param y2 number
function Shape:set_y2(y2) end
---Of a halfspace's normal.
---@param nx number
function Shape:set_nx(nx) end
---@param ny number
function Shape:set_ny(ny) end
---Any of the keys of its geometry and its place at once; what is left out stays.
---@param keys cairn.ReshapeKeys
function Shape:reshape(keys) end
---Of a polygon or a chain, flat.
---@param points number[]
function Shape:set_points(points) end
---Of a polygon: its convex hull, or as it was drawn.
---@param hull boolean
function Shape:set_hull(hull) end
---Of a chain.
---@param loop boolean
function Shape:set_loop(loop) end
---How many pieces it has: a chain its segments, a concave polygon its convex parts, all others one.
---@return integer
function Shape:piece_count() end
---The vertices of one piece in world coordinates, flat, without the rounding.
---@param i integer from 1
---@return number[]
function Shape:piece(i) end
