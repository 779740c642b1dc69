-- cairn.scene.inspect: what is to be said of the things of a world, as rows of text with units: a
-- body, a shape, a joint, a contact, the world.
--
-- A row that can be changed has the line for the console that would set its value as it is now; one
-- that leads to another thing says to which. Not here: what is shown of them, and where
-- (src/view/inspector.c).

local parts = require "cairn.scene.inspect.parts"
local rows = require "cairn.scene.inspect.rows"

local Inspect = {}

-- It is only there while it is walked over.
local function add_contact(out, world, id)
  for m in world:manifolds() do
    if m:id() == id then return parts.contact(out, m) end
  end
end

-- The thing that a link leads to, and its kind; nil where it is gone, or none.
local function thing_of(self, body, link)
  local world = self.live_world
  if not world then return nil end
  local kind, id = "body", body
  if link and link ~= "" then
    kind, id = link:match "^(%a+) (%d+)$"
    id = tonumber(id)
  end
  if kind == "world" then return world, kind end
  if kind == "contact" then return id, kind end
  if not id or id < 1 or not parts[kind] then return nil end
  return world[kind](world, id), kind
end

--- Rows about the body of that id, or about what the link says ("joint 4", "shape 2", "contact 7",
--- "world 0"), in order; see cairn.scene.inspect.rows. closed: groups of which heads are enough.
--- Nothing of the script's is run.
function Inspect:inspect(body, link, closed)
  local out = rows.new(closed)
  local thing, kind = thing_of(self, body, link)
  if kind == "contact" then
    add_contact(out, self.live_world, thing)
  elseif thing then
    parts[kind](out, thing)
  end
  return out.list
end

local function place_of(world, list, wanted)
  local i = 0
  for thing in world[list](world) do
    i = i + 1
    if thing == wanted then return i end
  end
end

--- The same thing as Lua, as a scene: a body alone, a joint alone with all bodies, a world; a shape
--- as its body. Nil for others.
function Inspect:thing_as_lua(body, link)
  local world = self.live_world
  local thing, kind = thing_of(self, body, link)
  if kind == "shape" and thing then thing, kind = thing:body(), "body" end
  if not thing or kind == "contact" then return nil end
  local all = world:describe()
  if kind == "joint" then
    all.joints = { all.joints[place_of(world, "joints", thing)] }
  elseif kind == "body" then
    all.bodies, all.joints = { all.bodies[place_of(world, "bodies", thing)] }, nil
    all.movers, all.apart = nil, nil
  end
  return require("cairn").to_lua(all)
end

return Inspect
