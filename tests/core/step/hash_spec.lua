-- world:hash() knows of all that a script can set: whatever setter is used, the hash is another one
-- afterwards, and the same again when it is set back. What is no state is named here.
local cairn = require "cairn"
local methods = require("tests.support.chaos_keys").methods()

-- What the world does is the same whatever these say.
local NO_STATE <const> = {
  World = { set_debug_log = "who is told", set_listener = "who is told",
    set_strict = "how mistakes are told", set_threads = "no result depends on it",
    set_paused = "nothing happens meanwhile", set_data = "the script's own",
    set_alpha = "for who draws" },
  Body = { set_name = "a name", set_data = "the script's own" },
  Shape = { set_data = "the script's own", set_color = "for who draws" },
  Joint = { set_name = "a name", set_data = "the script's own" },
  Mover = { set_data = "the script's own" },
}

-- A world with one object for each setter, which takes what stands behind its name. Objects are
-- made in the same order each time, so that equal calls give equal worlds.
local function new_world()
  local w = cairn.world { gravity = { 0, 0 }, layers = { "one" } }
  local o = { World = w }
  o.Body = w:body { x = 1, y = 2 }
  o.Body:add_circle { radius = 0.5 }
  o.kinematic = w:body { type = "kinematic" }
  local function shape(kind, keys)
    keys.x = 10 * w:body_count()
    local _, s = w[kind](w, keys)
    o[kind] = s
  end
  shape("box", { w = 1, h = 2 })
  shape("capsule", { x1 = -1, y1 = 0, x2 = 1, y2 = 0, radius = 0.2 })
  shape("polygon", { points = { 0, 0, 2, 0, 2, 2, 1, 0.5 } })
  shape("ellipse", { rx = 1, ry = 2 })
  shape("circle", { radius = 1 })
  shape("chain", { points = { 0, 0, 1, 0, 1, 1 } })
  shape("halfspace", { y = -20 })
  local _, sensor = w:circle { radius = 1, x = 90, sensor = true }
  o.sensor = sensor
  local a, b = w:circle { radius = 0.1, x = 70 }, w:circle { radius = 0.1, x = 70, y = 1 }
  local function joint(kind, keys)
    keys.a, keys.b, keys.enabled = keys.a or a, keys.b or b, false
    o[kind] = w[kind](w, keys)
  end
  joint("revolute", { at = { 70, 0 } })
  joint("distance", {})
  joint("prismatic", { axis = { 0, 1 } })
  joint("weld", {})
  joint("motor", { linear = { hertz = 1 }, angular = { hertz = 1 } })
  joint("friction", {})
  joint("gear", { a = o.revolute, b = o.prismatic })
  joint("pulley", { ground_from = { 69, 4 }, ground_to = { 71, 4 } })
  joint("ratchet", { step = 0.3 })
  joint("rotary", {})
  o.mouse = w:mouse { body = a, x = 70, y = 0 }
  o.Mover = w:mover { radius = 0.3, height = 1, x = -30, y = 5 }
  o.box_mover = w:mover { w = 0.6, h = 1, x = -40, y = 5 }
  return w, o
end

-- Setter, or setter and the object that has it: arguments. Several lists are several changes.
local CHANGES <const> = {
  World = {
    set_gravity = { { 1, 0 }, { 0, 1 } }, set_substeps = { { 5 } }, set_sleep = { { false } },
    set_continuous = { { false } }, set_max_dt = { { 0.04 } }, set_max_speed = { { 300 }, { 301 } },
    set_slop = { { 0.0004 }, { 0.01 } }, set_push_share = { { 0.2 }, { 0.8 } },
    set_hit_speed = { { 2 }, { 3 } },
    set_restitution_speed = { { 0.5 }, { 0.6 } },
    set_push_speed = { { 4 }, { 5 } }, set_contact_hertz = { { 20 }, { 21 } },
    set_contact_damping = { { 5 }, { 6 } },
    set_friction_mix = { { "max" } }, set_restitution_mix = { { "min" } },
    set_bounds = { { -99, -99, 99, 99 }, { -99, -99, 99, 98 } },
    set_outside = { { "destroy" }, { "disable" } },
    set_collides = { { "default", "one", false } },
    set_wind = { { { x = 1 } }, { { y = 1 } }, { { drag = 2 } }, { { lift = 1 } },
      { { layers = "one" } } },
  },
  Body = {
    set_position = { { 1.5, 2 }, { 1, 2.5 } }, set_angle = { { 1 } },
    set_transform = { { 1, 2, 0.5 } }, set_velocity = { { 1, 0 }, { 0, 1 } },
    set_angular_velocity = { { 1 } }, set_type = { { "static" }, { "kinematic" } },
    set_mass = { { 5 } }, set_inertia = { { 5 } }, set_mass_center = { { 0.1, 0 }, { 0, 0.1 } },
    set_damping = { { 1 } },
    set_angular_damping = { { 1 } }, set_gravity_scale = { { 2 } },
    set_sleep_speed = { { 0.1 }, { 0.2 } },
    set_max_speed = { { 9 }, { 0.1 } }, set_safety = { { 0.1 }, { 0.2 } },
    set_bullet = { { true } },
    set_fast_rotation = { { true } }, set_can_sleep = { { false } },
    set_fixed_rotation = { { true } },
    set_locks = { { true, false, false }, { false, true, false }, { false, false, true } },
    set_awake = { { false } }, set_enabled = { { false } },
    set_constant_force = { { 1, 0 }, { 0, 1 } }, set_relative_force = { { 1, 0 }, { 0, 1 } },
    set_constant_torque = { { 1 } }, set_dominance = { { 1 }, { -1 } },
    set_steered = { { true } },
  },
  Shape = {
    set_enabled = { { false } }, set_layer_mask = { { "one" }, { 0 } },
    set_friction_mix = { { "min" }, { "max" } }, set_restitution_mix = { { "min" }, { "max" } },
    set_density = { { 2 }, { 0 } }, set_friction = { { 0.5 }, { 0.7 } },
    set_restitution = { { 0.5 }, { 1 } },
    set_rolling = { { 0.1 } }, set_surface_speed = { { 1 } }, set_pre_solve = { { true } },
    set_sensor = { { true } }, set_seen = { { true } }, ["set_seen sensor"] = { { true } },
    set_ignores = { function(o) return { o.circle, true } end,
      function(o) return { o.capsule, true } end },
    set_events = { { false } }, set_hits = { { false } },
    set_press = { { 5 }, { 6 }, { 5, 1 }, { 5, 1, 2 } }, set_layer = { { "one" } },
    set_group = { { 1 }, { -1 } },
    set_one_way = { { 0, 1 }, { 1, 0 }, { 0, -1 } }, set_x = { { 0.1 } }, set_y = { { 0.1 } },
    set_angle = { { 1 } }, set_w = { { 2 } }, set_h = { { 3 } }, set_radius = { { 0.1 } },
    ["set_radius chain"] = { { 0.1 } }, ["set_angle circle"] = { { 1 } },
    ["set_angle ellipse"] = { { 1 } }, ["set_angle halfspace"] = { { 1 } },
    ["set_rx ellipse"] = { { 2 } }, ["set_ry ellipse"] = { { 1 } },
    ["set_x1 capsule"] = { { -2 } }, ["set_y1 capsule"] = { { 1 } },
    ["set_x2 capsule"] = { { 2 } }, ["set_y2 capsule"] = { { 1 } },
    ["set_nx halfspace"] = { { 0.1 } }, ["set_ny halfspace"] = { { -1 } },
    ["set_points polygon"] = { { { 0, 0, 2, 0, 2, 2, 1, 0.6 } } },
    ["set_points chain"] = { { { 0, 0, 1, 0, 1, 1.1 } } },
    ["set_hull polygon"] = { { true } }, ["set_loop chain"] = { { true } },
    ["set_material chain"] = { { 1, { friction = 0.1 } }, { 2, { friction = 0.1 } },
      { 1, { rolling = 0.1 } }, { 1, { restitution = 0.1 } }, { 1, { surface_speed = 1 } } },
    ["set_area sensor"] = { { { gravity = { 1, 0 } } }, { { gravity = { 0, 1 } } },
      { { pull = 1 } }, { { pull = 1, pull_distance = 1 } }, { { replace = true } },
      { { drag = 1 } }, { { angular_drag = 1 } }, { { density = 1 } }, { { surface = 0 } },
      { { surface = 1 } }, { { drag = 1, flow = { 1, 0 } } }, { { drag = 1, flow = { 0, 1 } } },
      { {} } },
    ["set_friction chain"] = { { 0.1 } },
  },
  Joint = {
    ["set_enabled revolute"] = { { true } }, ["set_collide revolute"] = { { true } },
    ["set_hidden revolute"] = { { true } },
    ["set_break_force revolute"] = { { 10 }, { 11 } }, ["set_break_torque revolute"] = { { 10 },
    { 11 } },
    ["set_limits revolute"] = { { -1, 1 }, { -1, 2 }, { -2, 1 } },
    ["set_limits distance"] = { { 0.1, 2 }, { 0.2, 2 } },
    ["set_motor revolute"] = { { 1 }, { 1, 5 } }, ["set_spring revolute"] = { { 1 }, { 1, 0.5 } },
    ["set_stiffness revolute"] = { { 1e3 }, { 2e3 }, { 1e3, 0.5 } },
    ["set_target revolute"] = { { 1 } }, ["set_target mouse"] = { { 71, 0 }, { 70, 1 } },
    ["set_target motor"] = { { 1, 0 }, { 0, 1 }, { 0, 0, 1 } },
    ["set_velocity motor"] = { { 1, 0 }, { 0, 1 }, { 0, 0, 1 }, { 0, nil, 0 }, { nil, 0, 0 } },
    ["set_linear weld"] = { { 1 }, { 1, 0.5 } }, ["set_angular weld"] = { { 1 }, { 1, 0.5 } },
    ["set_linear motor"] = { { 2 }, { 1, 0.5 }, { 1, 1, 7 }, { nil } },
    ["set_angular motor"] = { { 2 }, { 1, 0.5 }, { 1, 1, 7 }, { nil } },
    ["set_length distance"] = { { 2 } }, ["set_length pulley"] = { { 9 } },
    ["set_min distance"] = { { 0.5 } }, ["set_max distance"] = { { 3 } },
    ["set_hertz mouse"] = { { 2 } }, ["set_damping mouse"] = { { 0.2 } },
    ["set_max_force mouse"] = { { 9 } }, ["set_max_force friction"] = { { 9 } },
    ["set_max_torque friction"] = { { 9 } }, ["set_ratio gear"] = { { 2 } },
    ["set_ratio pulley"] = { { 2 } }, ["set_step ratchet"] = { { 0.4 }, { -0.3 } },
    ["set_phase ratchet"] = { { 0.1 } },
    ["set_at revolute"] = { { 71, 0 }, { 70, 1 } },
    ["set_from distance"] = { { 71, 0 }, { 70, 1 } },
    ["set_to distance"] = { { 71, 0 }, { 70, 2 } },
    ["set_local_anchors weld"] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 2 } },
    ["set_axis prismatic"] = { { 1, 0 } }, ["set_reference rotary"] = { { 0.1 } },
    ["set_origin prismatic"] = { { 0.1 } }, ["set_spring_max rotary"] = { { 3 } },
    ["set_alarm_force weld"] = { { 1 }, { 2 } }, ["set_alarm_torque weld"] = { { 1 }, { 2 } },
  },
  Mover = {
    set_radius = { { 0.2 } }, set_height = { { 1.2 } }, ["set_w box_mover"] = { { 0.5 } },
    ["set_h box_mover"] = { { 1.5 } },
    set_position = { { -31, 5 }, { -30, 6 } }, set_up = { { 1, 1 } }, set_step = { { 0.1 } },
    set_snap = { { 0.1 } }, set_max_slope = { { 0.1 } }, set_push = { { 1 } },
    set_mass = { { 5 }, { 6 } },
    set_layer = { { "one" } }, set_one_way = { { false } },
    set_filter = { { "one" }, { "default" } },
    set_legs = { { 0.2, 3 }, { 0.3, 3 }, { 0.2, 4 }, { 0.2, 3, 0.1 } },
  },
}

-- What acts without being a setter.
local ACTS <const> = {
  apply_force = { 1, 0 }, apply_impulse = { 1, 0 }, apply_torque = { 1 },
  apply_angular_impulse = { 1 }, sleep = {},
}

local HOME <const> = { Shape = "box", Joint = "revolute" }

describe("cairn.World:hash", function()
  for kind, changes in cairn.pairs(CHANGES) do
    it(("knows of every setter of a %s"):format(kind), function()
      local known = {}
      for key in pairs(changes) do known[key:match "^%S+"] = true end
      for _, name in ipairs(methods[kind]) do
        if name:find "^set_" then
          assert(known[name] or NO_STATE[kind][name], name .. " is in no list of hash_spec.lua")
          assert(not (known[name] and NO_STATE[kind][name]), name .. " is in both")
        end
      end
    end)

    for key, lists in cairn.pairs(changes) do
      it(("changes by %s:%s"):format(kind, key), function()
        local method, home = key:match "^(%S+) ?(.*)$"
        home = home ~= "" and home or HOME[kind] or kind
        local seen = {}
        local plain <close> = new_world()
        seen[plain:hash()] = "nothing"
        for i, list in ipairs(lists) do
          local hashes = {}
          for again = 1, 2 do
            local w <close>, o = new_world()
            local given = type(list) == "function" and list(o) or list
            o[home][method](o[home], table.unpack(given, 1, math.max(#given, 1)))
            hashes[again] = w:hash()
          end
          assert.equal(hashes[1], hashes[2])
          assert.is_nil(seen[hashes[1]], ("%s, list %d, is as %s"):format(key, i,
            tostring(seen[hashes[1]])))
          seen[hashes[1]] = i
        end
      end)
    end
  end

  for kind, names in cairn.pairs(NO_STATE) do
    for name in cairn.pairs(names) do
      it(("does not change by %s:%s"):format(kind, name), function()
        local w <close>, o = new_world()
        local before = w:hash()
        local object = o[HOME[kind] or kind]
        local values = { set_threads = 2, set_color = 0xff, set_name = "me", set_data = {},
          set_listener = {}, set_debug_log = print, set_strict = true, set_paused = true,
          set_alpha = 0.5 }
        object[name](object, values[name])
        assert.equal(before, w:hash())
      end)
    end
  end

  for name, list in cairn.pairs(ACTS) do
    it("changes by Body:" .. name, function()
      local w <close>, o = new_world()
      local before = w:hash()
      o.Body[name](o.Body, table.unpack(list))
      assert.not_equal(before, w:hash())
    end)
  end

  it("is the same again when all is set back", function()
    local w <close>, o = new_world()
    local before = w:hash()
    for _, act in ipairs { { "World", "set_hit_speed", 2, 1 }, { "World", "set_max_speed", 9, 400 },
      { "Body", "set_max_speed", 9, nil }, { "Body", "set_sleep_speed", 9, 0.05 },
      { "Body", "set_safety", 0.1, 0.5 }, { "Body", "set_mass_center", 0.1, nil, 0 },
      { "box", "set_seen", true, false }, { "box", "set_events", false, true },
      { "box", "set_one_way", 0, nil, 1 }, { "revolute", "set_break_torque", 3, nil } } do
      local object, method = o[act[1]], act[2]
      object[method](object, act[3], act[5])
      assert.not_equal(before, w:hash())
      object[method](object, act[4])
      assert.equal(before, w:hash(), method)
    end
  end)

  it("knows of what hooks have said of a pair", function()
    local function hash(listener)
      local w <close> = cairn.world { gravity = { 0, 0 } }
      w:set_listener(listener)
      w:circle { radius = 0.5, pre_solve = true }
      w:circle { radius = 0.5, x = 1.01 }
      w:step(1 / 60)
      w:set_listener(nil)
      return w:hash()
    end
    local plain = hash {}
    assert.not_equal(plain, hash { filter = function() return false end })
    assert.not_equal(plain, hash { pre_solve = function(m) m:ignore() end })
  end)
end)
