-- cairn.bench.snapshot: `cairn bench snapshot`: how long world:snapshot and world:restore take, and
-- how many bytes a body has in memory and in a file: of a pile at rest, of one that moves, and of a
-- small world that is rolled back.

local cairn = require "cairn"
local command = require "cairn.cli.command"
local stats = require "cairn.cli.stats"

local snapshot = {}

local BODIES <const>, RUNS <const> = 10000, 25
local MOVING <const>, MOST <const> = 150, 3000 -- steps: until it is on its way; to rest
local SMALL <const>, ROLLBACKS <const>, BACK <const> = 200, 8, 8 -- bodies, count, steps

-- So many boxes above the ground between two walls.
local function pile(n)
  local world = cairn.world { gravity = { 0, -10 } }
  local k = math.ceil(math.sqrt(n))
  local ground = world:body { type = "static" }
  ground:add_box { y = -0.5, w = 0.6 * k + 2, h = 1 }
  for side = -1, 1, 2 do
    ground:add_box { x = side * (0.3 * k + 1), y = 0.6 * k, w = 1, h = 1.2 * k }
  end
  for i = 0, n - 1 do
    local row = i // k
    world:box {
      x = -0.3 * (k - 1) + 0.6 * (i % k) + 0.02 * (row % 3), y = 1 + 0.6 * row, w = 0.5, h = 0.5,
    }
  end
  return world
end

local function run(world, steps)
  for _ = 1, steps do world:step() end
end

local function time_of(fn)
  local start = cairn.now()
  local result = fn()
  return (cairn.now() - start) * 1e3, result
end

local function file_size(world)
  local path = os.tmpname()
  local ok, message = world:save(path)
  local file <close> = ok and io.open(path, "rb")
  local size = file and file:seek "end"
  os.remove(path)
  if not size then command.stop(command.OUTPUT, "bench snapshot: %s", message or path) end
  return size
end

-- In turn, so that a slow minute of the machine is everybody's.
local function measure(name, world, bodies, runs)
  local take, restore, taken = stats.new(), stats.new(), nil
  for _ = 1, runs do
    local ms
    ms, taken = time_of(function() return world:snapshot() end)
    take:add(ms)
    restore:add((time_of(function() return assert(world:restore(taken)) end)))
    collectgarbage()
  end
  return { scene = name, bodies = bodies, runs = runs,
    take_ms = take:summary(), restore_ms = restore:summary(),
    bytes_per_body = #taken / bodies, file_bytes_per_body = file_size(world) / bodies }
end

-- Each step has a snapshot. A late input comes: back to what was BACK steps ago, and those steps
-- once more, which take theirs anew. What that costs besides the steps.
local function roll_back(bodies)
  local world <close> = pile(bodies)
  run(world, MOVING // 2)
  local extra = stats.new()
  for _ = 1, ROLLBACKS do
    local old = world:snapshot()
    run(world, BACK)
    local ms = time_of(function() return assert(world:restore(old)) end)
    for _ = 1, BACK do
      world:step()
      ms = ms + time_of(function() return world:snapshot() end)
    end
    extra:add(ms)
  end
  return { scene = "rollback", bodies = bodies, runs = ROLLBACKS, steps = BACK,
    extra_ms = extra:summary() }
end

local KEYS <const> = { "scene", "bodies", "runs", "steps", "take_ms", "restore_ms", "extra_ms",
  "min", "median", "p95", "bytes_per_body", "file_bytes_per_body" }

local function print_result(r, as_json)
  if as_json then return command.print_json(r, KEYS) end
  if r.extra_ms then
    return print(("%-9s %6d boxes  %d times %d steps  ms each besides them: min %.2f  median %.2f")
      :format(r.scene, r.bodies, r.runs, r.steps, r.extra_ms.min, r.extra_ms.median))
  end
  print(("%-9s %6d boxes  take ms: min %.2f  median %.2f  restore ms: min %.2f  median %.2f  "
    .. "bytes a body: %.0f  in a file: %.0f"):format(r.scene, r.bodies, r.take_ms.min,
    r.take_ms.median, r.restore_ms.min, r.restore_ms.median, r.bytes_per_body,
    r.file_bytes_per_body))
end

--- --steps: instead of as many as it takes until all rest; n: --set n, instead of 10,000 boxes.
function snapshot.main(args)
  local n, runs = BODIES, args.runs > 1 and args.runs or RUNS
  for _, set in ipairs(args.set or {}) do
    n = math.tointeger(tonumber(set:match "^n=(%d+)$"))
    if not n or n < 1 then command.stop(command.USAGE, "bench snapshot: --set n=<boxes>") end
  end
  local world <close> = pile(n)
  run(world, MOVING)
  print_result(measure("moving", world, n, runs), args.json)
  local most = args.steps or MOST
  for _ = MOVING, most do
    if world:awake_count() == 0 then break end
    world:step()
  end
  print_result(measure(world:awake_count() == 0 and "at rest" or "unrest", world, n, runs),
    args.json)
  print_result(roll_back(math.min(n, SMALL)), args.json)
  return command.OK
end

return snapshot
