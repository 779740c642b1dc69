-- Hashes of many worlds, the same under Lua 5.4 and LuaJIT; .ci/run compares what both print:
--
--     LUA_PATH="./?.lua;lua/?.lua;;" LUA_CPATH="build/?.so;;" lua5.4 tests/luajit/hashes.lua
--     LUA_PATH="./?.lua;lua/?.lua;;" LUA_CPATH="build/luajit/?.so;;" luajit tests/luajit/hashes.lua
if jit then require "tests.luajit.lua54" end -- luacheck: ignore 113

local cairn = require "cairn"
local geometry = require "tests.support.geometry"
local golden = require "tests.support.golden_worlds"
local hash_scenes = require "tests.support.hash_scenes"
local step_scenes = require "tests.support.step_scenes"

-- 20,000 bodies of four kinds that fall into bins; what listeners are told is written down, too.
local function crowd()
  local world, r = cairn.world {}, geometry.random(97)
  for i = 0, 40 do world:box { type = "static", x = 10 * i - 200, y = 6, w = 0.5, h = 14 } end
  world:box { type = "static", y = -1, w = 420, h = 1 }
  for i = 0, 19999 do
    local x, y = 0.75 * (i % 500) - 187 + r.between(-0.05, 0.05), 0.8 * math.floor(i / 500)
    if i % 4 == 0 then world:circle { x = x, y = y, radius = r.between(0.1, 0.3) }
    elseif i % 4 == 1 then world:box { x = x, y = y, w = r.between(0.2, 0.6), h = 0.5 }
    elseif i % 4 == 2 then
      world:capsule { x = x, y = y, x1 = 0, y1 = 0, x2 = 0.3, y2 = 0, radius = 0.1 }
    else world:polygon { x = x, y = y, points = geometry.random_polygon(r) } end
  end
  local begun, order = 0, 0
  world:set_listener { begin_contact = function(a, b)
    begun = begun + 1
    order = (order * 31 + a:id() * 7 + b:id()) % 2 ^ 40
  end }
  for step = 1, 60 do
    world:step()
    if step % 10 == 0 then
      print("crowd", step, world:hash_text(), world:hash_text "poses", begun,
        ("%.0f"):format(order))
    end
  end
  world:destroy()
end

for _, name in ipairs(hash_scenes.names) do print(hash_scenes.hashes(name)) end
for _, name in ipairs { "bins", "churn1", "drum", "strings", "turncoats" } do
  local lines = step_scenes.run(name, 1)
  print(lines[#lines - 1], lines[#lines])
end
for _, of in ipairs(golden.WORLDS) do
  local world = assert(cairn.load(golden.path(of[1])))
  for _ = 1, golden.STEPS do world:step() end
  print("golden " .. of[1], world:hash_text())
  world:destroy()
end
crowd()
