---@meta _
-- luacheck: ignore 212 241 631

-- Shapes: of each kind, and of bodies made together with one. See cairn.lua.

---@class cairn.ShapeKeys
---@field density? number kg/m^2, default 1; 0..1e9
---@field friction? number coefficient, default 0.6; 0..1e6
---@field restitution? number ratio 0..2 of speed after and before, default 0; more than 1 is a source of energy: it grows with each blow, up to max_speed
---@field friction_mix? cairn.ShapeMix how its friction and the other's become one, default "world": as the world has it; of two that have rules of their own max goes before multiply, min, geometric and average
---@field restitution_mix? cairn.ShapeMix the same of restitution, default "world"
---@field rolling? number coefficient of the torque against rolling, rolling * radius * load, of what is round; default 0; 0..1e6
---@field surface_speed? number m/s, default 0; positive carries what lies on top towards +x; -1e6..1e6
---@field sensor? boolean no response, only the hook `sensor`; sees all but other sensors; its mass counts, density = 0 for none; default false
---@field seen? boolean of a sensor: other sensors see it too, default false
---@field layer? string default "default"
---@field layer_mask? string|integer|string[] the layers that it meets, by name, as bits or as a list of names: two meet where each one's mask has the other's layer and the world lets those collide; default -1: all
---@field group? integer default 0: none; two of the same group decide before layers and masks, negative never meet, positive always
---@field one_way? number[] direction {nx, ny} in the body's frame: solid from that side; default none: from all; -1e6..1e6
---@field pre_solve? boolean ask the hook each step, default false
---@field events? boolean false: no begin_contact, end_contact, hit or sensor tells of it, default true
---@field hits? boolean false: no hit tells of it, and begin_contact and the others do; default true
---@field press_force? number N: from as much weight on as that the hook `pressed` tells it, default without limit: never; 0..1e18 or math.huge
---@field release_force? number N, below it it is told to be free again, default without limit: 0.8 press_force; 0..1e18 or math.huge
---@field press_time? number s that either has to last, default 0.1: a blow does not count; 0..1e9
---@field area? cairn.AreaKeys what a sensor does to who is in it, default nothing
---@field color? cairn.Color default the viewer's choice

---What a sensor does to the dynamic bodies in it, to each by the share of it that is inside. Areas
---add up. Not for chains and segments, which have no inside. On a dynamic body pull, density and drag
---push back at that body; gravity does not.
---@class cairn.AreaKeys
---@field gravity? number[] m/s^2 {x, y}, besides the world's, default {0, 0}; -1e4..1e4
---@field pull? number m/s^2 towards the middle of the sensor, negative away from it, default 0; not of a halfspace; -1e4..1e4
---@field pull_distance? number m, where pull is that much: beyond it falls off with the square of the distance, within it evenly to nothing; default 0, the same everywhere; 0..1e4
---@field replace? boolean instead of the world's gravity, default false
---@field drag? number 1/s: v' = -drag (v - flow), v against the sensor's body, taken once a step: where speeds settle is exact, a decay is too fast by about half of drag * dt (10 /s: 9 %); default 0; 0..1e6
---@field angular_drag? number 1/s, default 0; 0..1e6
---@field density? number kg/m^2 of a fluid: what is in it floats or sinks, default 0; 0..1e9
---@field surface? number m, y in the world: only what is below it counts; default none: all of the sensor; -1e6..1e6
---@field flow? number[] m/s {x, y} of what drags, default {0, 0}; needs drag > 0; -1e6..1e6

---@class cairn.AddKeys : cairn.ShapeKeys
---@field x? number m, where the shape lies on its body, default 0; -1e6..1e6
---@field y? number m, default 0; -1e6..1e6
---@field angle? number rad on its body, default 0; -1e9..1e9
---@field enabled? boolean default true; one that is disabled counts in the mass of its body, and nothing finds it
---@field data? any whatever belongs to it, default none

---@class cairn.BoxSize
---@field w number m; 0.001..1e4
---@field h number m; 0.001..1e4
---@field radius? number m of rounding, added outside, default 0; 0.001..1e4

---@class cairn.CircleSize
---@field radius number m; 0.001..1e4

---@class cairn.CapsuleSize
---@field x1 number m; -1e4..1e4
---@field y1 number m; -1e4..1e4
---@field x2 number m; -1e4..1e4
---@field y2 number m; -1e4..1e4
---@field radius number m; 0.001..1e4

---@class cairn.PolygonSize
---@field points number[] m, flat {x1, y1, x2, y2, ...}, 3 to 256 points that cross nowhere, either way round; -1e4..1e4
---@field radius? number m of rounding, added outside, default 0; 0.001..1e4
---@field hull? boolean take the convex hull, default false

---Its outline is made of arcs, within a ten-thousandth of its longer half of the true one (of ellipses
---a hundred times as long as wide within four); its mass is that of the true one.
---@class cairn.EllipseSize
---@field rx number m, half its width; 0.001..1e4
---@field ry number m, half its height; 0.001..1e4

---@class cairn.SegmentSize
---@field x1 number m; -1e4..1e4
---@field y1 number m; -1e4..1e4
---@field x2 number m; -1e4..1e4
---@field y2 number m; -1e4..1e4
---@field radius? number m of rounding, added around, default 0; 0.001..1e4

---@class cairn.ChainSize
---@field points number[] m, flat, 2 or more, each 0.001 m or more from the one before; -1e4..1e4
---@field radius? number m of rounding, added around, default 0; 0.001..1e4
---@field loop? boolean join the last point to the first, default false
---@field materials? cairn.MaterialKeys[] one for each segment, default none: all are as the shape

---@class cairn.HalfspaceSize
---@field nx? number outward normal, a direction of any length but 0, default (0, 1) with ny: where one is given the other is 0; -1e6..1e6
---@field ny? number direction, default with nx; -1e6..1e6

---Of a segment of a chain; by default each is as the shape has it.
---@class cairn.MaterialKeys
---@field friction? number coefficient; 0..1e6
---@field restitution? number ratio 0..2
---@field rolling? number coefficient of the torque against rolling, rolling * radius * load, of what is round; 0..1e6
---@field surface_speed? number m/s; -1e6..1e6

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

---Those that the kind of shape has; by default each is as it was.
---@class cairn.ReshapeKeys
---@field x? number m on its body; -1e6..1e6
---@field y? number m on its body; -1e6..1e6
---@field angle? number rad on its body; -1e9..1e9
---@field w? number m, of a box; 0.001..1e4
---@field h? number m, of a box; 0.001..1e4
---@field radius? number m of a circle or capsule, or of rounding; 0.001..1e4
---@field x1? number m, of a capsule or segment; -1e4..1e4
---@field y1? number m; -1e4..1e4
---@field x2? number m; -1e4..1e4
---@field y2? number m; -1e4..1e4
---@field rx? number m, of an ellipse; 0.001..1e4
---@field ry? number m; 0.001..1e4
---@field points? number[] m, flat, of a polygon or chain; -1e4..1e4
---@field hull? boolean of a polygon
---@field loop? boolean of a chain
---@field materials? cairn.MaterialKeys[] of a chain
---@field nx? number direction, of a halfspace; -1e6..1e6
---@field ny? number direction; -1e6..1e6

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
---kg/m^2
---@return number
function Shape:density() end
---The mass of the body follows. Wakes.
---@param density number kg/m^2
function Shape:set_density(density) end
---A coefficient.
---@return number
function Shape:friction() end
---Wakes. Contacts that there are take it up.
---@param friction number coefficient, 0 or more
function Shape:set_friction(friction) end
---A ratio, 0..2.
---@return number
function Shape:restitution() end
---Wakes.
---@param restitution number ratio, 0..2
function Shape:set_restitution(restitution) end
---@return cairn.ShapeMix
function Shape:friction_mix() end
---Contacts that there are take it up. Wakes.
---@param mix cairn.ShapeMix
function Shape:set_friction_mix(mix) end
---@return cairn.ShapeMix
function Shape:restitution_mix() end
---Contacts that there are take it up. Wakes.
---@param mix cairn.ShapeMix
function Shape:set_restitution_mix(mix) end
---A coefficient.
---@return number
function Shape:rolling() end
---@param rolling number coefficient, 0 or more
function Shape:set_rolling(rolling) end
---m/s
---@return number
function Shape:surface_speed() end
---Positive carries what lies on top towards +x; of two that touch they add up. Wakes.
---@param speed number m/s
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
---N that its contacts press it with, the sum of their normal forces; N, N: all that they did to it,
---friction included. Averaged over the last step; what sleeps bears what it bore last.
---@return number load, number fx, number fy
function Shape:load() end
---N; math.huge: never.
---@return number
function Shape:press_force() end
---N; math.huge: 0.8 of press_force.
---@return number
function Shape:release_force() end
---s
---@return number
function Shape:press_time() end
---@param force number? N from which on it is pressed, 0 or more; nil or math.huge: never
---@param release? number N below which it is no more, default math.huge: 0.8 of that
---@param time? number s that either has to last, default 0.1
function Shape:set_press(force, release, time) end
---What the hook `pressed` told last.
---@return boolean
function Shape:is_pressed() end
---@return boolean
function Shape:has_hits() end
---@param hits boolean false: no hit tells of it, and begin_contact and the others do
function Shape:set_hits(hits) end
---Whether the two never meet.
---@param other cairn.Shape
---@return boolean
function Shape:ignores(other) end
---Whatever layers, groups and hooks say, until it is set again or one of the two is destroyed. Queries
---find both. Wakes.
---@param other cairn.Shape
---@param ignores boolean
function Shape:set_ignores(other, ignores) end
---@return boolean
function Shape:is_enabled() end
---One that is disabled keeps its place and its part in the mass of its body, and nothing else finds
---it: no contacts, no queries and rays of the world, no areas, no wind. Its contacts end. Its own
---questions (`contains`, `raycast`, ...) are answered. Wakes.
---@param enabled boolean
function Shape:set_enabled(enabled) end
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
---Bits of the layers that it meets, -1: all.
---@return integer
function Shape:layer_mask() end
---A name, a bit mask or a list of names. What touches it is judged anew. A positive group that two have
---in common decides before masks.
---@param layers? string|integer|string[] default all layers
function Shape:set_layer_mask(layers) end
---@return integer
function Shape:group() end
---@param group integer
function Shape:set_group(group) end
---A direction of length 1 in the body's frame; nil: none.
---@return number? nx, number? ny
function Shape:one_way() end
---Solid from that side, in the body's frame; nil: from all. What touches it is judged anew.
---@param nx number? direction in the body's frame; nil: solid from all sides
---@param ny? number direction; needed with nx, default none
function Shape:set_one_way(nx, ny) end
---0xRRGGBB, and from 0 (clear) to 1 (solid), kept in 255 steps; nil where the viewer chooses.
---@return integer? color, number? alpha
function Shape:color() end
---0xRRGGBB and alpha, or r, g, b, alpha, or {r, g, b, alpha}, in 0..1; nil for the viewer's choice.
---@param color? number|number[] 0xRRGGBB, or the share of red, 0..1, or a table of three or four shares; default the viewer's choice
---@param g? number share of green, 0..1, or the alpha after 0xRRGGBB; default none: color has all
---@param b? number share of blue, 0..1, default none: color has all
---@param alpha? number share, from 0 (clear) to 1 (solid), default 1
function Shape:set_color(color, g, b, alpha) end
---Forget answers of filter and ignored manifolds.
function Shape:refilter() end
---m, in the world.
---@return number x1, number y1, number x2, number y2
function Shape:bounds() end
---Whether a point of the world is in it, its edge included.
---@param x number m in the world
---@param y number m
---@return boolean
function Shape:contains(x, y) end
---Where it is hit (m), its normal there, a direction of length 1, and after which share of the way;
---nil where it is not. It is a shape of its own here: filters, sensor or not, and whether its body is
---enabled do not matter. What the ray starts in is hit there: fraction 0, and no normal (0, 0), on a
---way of no length, too.
---@param x1 number m in the world, where it starts
---@param y1 number m
---@param x2 number m, where it ends
---@param y2 number m
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:raycast(x1, y1, x2, y2) end
---s until the two touch if their bodies go on as they move and turn now, forces and what is in between
---aside; 0 when they touch already, nil: not within dt.
---@param other cairn.Shape
---@param dt? number s, default 1/60; 0..1e9
---@return number?
function Shape:time_of_impact(other, dt) end
---m in the world: its point farthest along a direction, rounding included. A halfspace has none.
---@param dx number direction, not 0, 0
---@param dy number direction
---@return number x, number y
function Shape:support(dx, dy) end
---m: its point nearest to one of the world; that one itself when it is inside.
---@param x number m in the world
---@param y number m
---@return number x, number y
function Shape:closest(x, y) end
---m, 0 where they overlap; and the nearest point of each, m in the world.
---@param other cairn.Shape
---@return number d, number x1, number y1, number x2, number y2
function Shape:distance(other) end
---Where it first meets the other when it moves by dx, dy (m), the normal there, a direction of length
---1, and after which share of the way, whatever else is in between; nil: nowhere. What it overlaps
---from the beginning is hit: fraction 0, and the direction of the shortest way out, on a way of no
---length, too.
---@param dx number m
---@param dy number m
---@param other cairn.Shape
---@return number? x, number? y, number? nx, number? ny, number? fraction
function Shape:cast(dx, dy, other) end
---Cuts a box, polygon or circle along the line through two points of the world, m: a list of bodies,
---with the velocity, spin and material that it had, and together its mass. Their origin is where that
---of its body was: `body:center()` says where they are. What is round becomes
---corners, 32 to a whole turn, which are within a hundredth of the radius of it (16 or 8, an eighth,
---where a polygon would have more than 256), and the parts have no rounding. A body that has no other shape
---is destroyed, its joints, name and data with it. One that has others keeps them, and of the parts
---those on their side of the line; it is the first of the list. nil where the line misses; nil and a
---message, and nothing changed, where a part would be too small, or where the rounding fills a hollow
---of the polygon. Takes the Lua files of Cairn.
---@param x1 number m in the world
---@param y1 number m
---@param x2 number m
---@param y2 number m
---@return cairn.Body[]? bodies, string? message
function Shape:cut(x1, y1, x2, y2) end
---@return fun(): cairn.Manifold
function Shape:manifolds() end
---@param other cairn.Shape
---@return boolean
function Shape:touching(other) end
---kg, of its area and density.
---@return number
function Shape:mass() end
---Its size, m^2; and of a sensor with an area what that does.
---@return number size, cairn.AreaKeys? area
function Shape:area() end
---Of a sensor. What is left out is as in a new one. Wakes who is in it.
---@param area cairn.AreaKeys? nil: nothing any more
function Shape:set_area(area) end
---kg m^2 about its own centre.
---@return number
function Shape:inertia() end
---What a sensor overlaps since the last step, and what has crossed it within that step. Bodies of
---any two types are seen, asleep or not; other sensors if they are `seen`.
---@return fun(): cairn.Shape
function Shape:visitors() end
---m, where it lies on its body.
---@return number
function Shape:x() end
---m, where it lies on its body.
---@return number
function Shape:y() end
---rad on its body.
---@return number
function Shape:angle() end
---m. Box.
---@return number
function Shape:w() end
---m. Box.
---@return number
function Shape:h() end
---m, or m of rounding. All but ellipses and halfspaces.
---@return number
function Shape:radius() end
---m. Ellipse.
---@return number
function Shape:rx() end
---m. Ellipse.
---@return number
function Shape:ry() end
---m on its body. Capsule, segment.
---@return number
function Shape:x1() end
---m on its body. Capsule, segment.
---@return number
function Shape:y1() end
---m on its body. Capsule, segment.
---@return number
function Shape:x2() end
---m on its body. Capsule, segment.
---@return number
function Shape:y2() end
---A direction on its body, of the length that it was given. Halfspace.
---@return number
function Shape:nx() end
---A direction on its body. Halfspace.
---@return number
function Shape:ny() end
---@return boolean
function Shape:is_hull() end
---@return boolean
function Shape:is_loop() end
---@return cairn.MaterialKeys[]?
function Shape:materials() end
---Of a segment of a chain: a coefficient, a ratio, a coefficient, m/s.
---@param i integer
---@return number friction, number restitution, number rolling, number surface_speed
function Shape:material(i) end
---Of a segment of a chain; what is left out stays. What rests on it learns of it at once.
---set_friction and its like set all segments.
---@param i integer
---@param material cairn.MaterialKeys
function Shape:set_material(i, material) end
---m on the body, flat, without the rounding; and how many points. Of a circle or ellipse its centre,
---of a halfspace a point of its face.
---@param buffer? number[] m, filled and given back, default a new table
---@return number[] points, integer n
function Shape:points(buffer) end
---Where it lies on its body, m: another geometry in its place. Its contacts end, and begin anew
---where it still touches; mass follows; the body wakes. So do all that follow.
---@param x number m on its body
function Shape:set_x(x) end
---@param y number m on its body
function Shape:set_y(y) end
---@param angle number rad on its body
function Shape:set_angle(angle) end
---Of a box, m.
---@param w number m
function Shape:set_w(w) end
---@param h number m
function Shape:set_h(h) end
---Of all but ellipses and halfspaces, m.
---@param radius number m
function Shape:set_radius(radius) end
---Of an ellipse, m.
---@param rx number m
function Shape:set_rx(rx) end
---@param ry number m
function Shape:set_ry(ry) end
---Of a capsule or segment, m.
---@param x1 number m
function Shape:set_x1(x1) end
---@param y1 number m
function Shape:set_y1(y1) end
---@param x2 number m
function Shape:set_x2(x2) end
---@param y2 number m
function Shape:set_y2(y2) end
---Of a halfspace's normal.
---@param nx number direction, of any length but 0
function Shape:set_nx(nx) end
---@param ny number direction
function Shape:set_ny(ny) end
---Any of the keys of its geometry and its place at once; what is left out stays.
---@param keys cairn.ReshapeKeys
function Shape:reshape(keys) end
---Of a polygon or a chain, flat.
---@param points number[] m, flat {x1, y1, x2, y2, ...}
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
---m: the vertices of one piece in world coordinates, flat, without the rounding.
---@param i integer from 1
---@return number[]
function Shape:piece(i) end
