-- Nothing that a world keeps is forgotten by its snapshots. Each member of the world, of its
-- settings and of the step's memory, as the headers have it, is one of these: a number that
-- world_numbers.c names; an array in the list of world_arrays.c; what world_image.c or an owner of
-- its own writes; or it is named below, with why it need not be in a snapshot. A member more, and
-- this fails until somebody has said which it is.

local function read(path)
  local file <close> = assert(io.open(path))
  return (file:read "a":gsub("/%*.-%*/", ""):gsub("//[^\n]*", ""))
end

-- The names of the members of a struct, in their order.
local function members_of(path, name)
  local body = assert(read(path):match("struct " .. name .. " (%b{})"), name)
  local names = {}
  for declaration in body:sub(2, -2):gmatch "([^;]+);" do
    declaration = declaration:gsub("%b[]", ""):gsub("%b{}", ""):gsub("%s+", " ")
    local first, others = declaration:match "^(.-)(,.*)$"
    names[#names + 1] = (first or declaration):match "([%w_]+) *$"
    for more in (others or ""):gmatch ", *%**([%w_]+)" do names[#names + 1] = more end
  end
  assert(#names > 0, name)
  return names
end

local WORLD <const>, TYPES <const> = "src/core/data/world.h", "src/core/include/cairn_types.h"
local numbers = read "src/core/snapshot/world_numbers.c"
local arrays = read "src/core/step/world_arrays.c"
local image = read "src/core/snapshot/world_image.c"

local function is_number(name) return numbers:find("[WO]%(" .. name:gsub("%.", "%%.") .. "%)") end

-- As w->name or s->room.name; or as the whole of an argument of ARRAY or LIST.
local function is_array(name)
  local pattern = name:gsub("%.", "%%.")
  return arrays:find("[ws]%->" .. pattern .. "[^%w_]") ~= nil
    or arrays:find("ARRAY%(" .. pattern .. ",") ~= nil
    or arrays:find("LIST%(" .. pattern .. ",") ~= nil
end

local function is_written(name) return image:find("w%->" .. name .. "[^%w_]") ~= nil end

-- Where an array has its elements and its counts they are its own matter.
local function belongs_to_array(name, prefix)
  local base = name:match "^(.-)_capacity$" or name:match "^(.-)_count$"
  if not base then return false end
  return is_array(prefix .. base) or is_array(prefix .. base .. "s")
    or is_array(prefix .. base .. "es")
    or arrays:find(prefix:gsub("%.", "%%.") .. name .. "[^%w_]") ~= nil
end

local NOT_STATE <const> = {
  -- of the machine, the call, or the place
  pool = "threads of this world", jobs = "the same", error = "the last one that was told",
  profile = "times of the last step", taken = "which snapshots there are", spare = "idle memory",
  same = "of the last restore", stepping = "false between steps", locked = "the same",
  links_changed = "then the articulations have no signature (exact_image.c)",
  -- of the last step
  limit_hit = "told with the step", limit_place = "the same", public_events = "are told; their "
    .. "stamp is a number", events = "those that wait are arrays",
  disturbed_first = "what scripts did is worked off first", disturbed_end = "the same",
  sent_to_sleep = "the same",
  -- told elsewhere
  def = "member by member", wind = "the same", scratch = "room by room",
  articulations = "exact_image.c", rest = "rest_image.c", rest_count = "the same",
  rest_capacity = "the same", rest_free = "the same",
  contact_table = "made anew", pair_table = "made anew",
}

local NOT_STATE_OF_STEP <const> = {
  -- told by their owners, or made anew
  ["order.joint_stage"] = "joints are laid out anew; how often they changed is a number",
  ["exact.coupling_stage"] = "made anew", ["rest.rooms"] = "rooms of threads, only in steps",
  ["rest.rooms_capacity"] = "the same",
  -- which of last step's lists hold: forgotten between two steps at any time
  ["order.prepared"] = "blocks are made anew", ["order.blocks_made"] = "the same",
  ["order.layer_count"] = "the same", ["order.lot_layer"] = "the same",
  ["order.joined"] = "blocks are made anew", ["order.solid_listed"] = "none: all are compared",
  ["order.lots"] = "found in each step", ["order.lopsided"] = "the same",
  ["order.shares"] = "the same", ["order.has_strays"] = "the same",
  ["order.strayed"] = "the same", ["order.home_block"] = "of stations",
  ["order.stepping_octets"] = "of stations", ["order.stations_sorted"] = "of stations",
  ["order.stationed"] = "stations are given anew", ["order.stationings"] = "counts them",
  ["order.stepping"] = "of this step", ["order.direct_octet_count"] = "of this step",
  ["activity.awake_listed"] = "listed anew", ["impact.bounces"] = "of this step",
  ["activity.sleepy"] = "of this step", ["activity.looks"] = "of this step",
  ["contact.wall_bodies"] = "of this step",
  ["contact.jammed"] = "of this step",
  ["contact.strays"] = "of this step", ["ccd.guarded_words"] = "of this step",
  ["ccd.unlisted"] = "of this step",
}

describe("a snapshot", function()
  it("has every member of the world, or this says why not", function()
    for _, name in ipairs(members_of(WORLD, "cn_World")) do
      local known = is_number(name) or is_array(name) or is_written(name)
        or belongs_to_array(name, "") or NOT_STATE[name]
      assert.is_truthy(known, "w->" .. name .. " is in no snapshot")
    end
  end)

  it("has every setting", function()
    for _, name in ipairs(members_of(TYPES, "cn_WorldDef")) do
      assert.is_truthy(is_number("def." .. name), "w->def." .. name .. " is in no snapshot")
    end
    for _, name in ipairs(members_of(TYPES, "cn_WindDef")) do
      assert.is_truthy(is_number("wind." .. name), "w->wind." .. name .. " is in no snapshot")
    end
  end)

  it("has every member of the step's memory, or this says why not", function()
    local header = "src/core/data/step_memory.h"
    local rooms = read(header):match "struct cn_StepMemory (%b{})"
    for kind, room in rooms:gmatch "(cn_%w+Memory) (%w+);" do
      for _, member in ipairs(members_of(header, kind)) do
        local name = room .. "." .. member
        local known = is_number("scratch." .. name) or is_number(member) or is_array(name)
          or belongs_to_array(member, room .. ".") or NOT_STATE_OF_STEP[name]
        assert.is_truthy(known, "w->scratch." .. name .. " is in no snapshot")
      end
    end
  end)

  it("is told of nothing that there is not", function()
    local world, step = {}, {}
    for _, name in ipairs(members_of(WORLD, "cn_World")) do world[name] = true end
    for name in pairs(NOT_STATE) do assert.is_true(world[name] == true, name) end
    local header = "src/core/data/step_memory.h"
    local rooms = read(header):match "struct cn_StepMemory (%b{})"
    for kind, room in rooms:gmatch "(cn_%w+Memory) (%w+);" do
      for _, member in ipairs(members_of(header, kind)) do step[room .. "." .. member] = true end
    end
    for name in pairs(NOT_STATE_OF_STEP) do assert.is_true(step[name] == true, name) end
  end)
end)
