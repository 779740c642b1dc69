-- cairn.bench.peers: the benchmark scenes on Box2D 2.4.1 and Chipmunk 7.0.3, for `cairn bench
-- --peers`.
--
-- Their programs are built from tests/bench/ into <build>/peers when they are asked for. A scene
-- that they do not know has no peers; a peer that is not installed is left out with a sentence.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local stats = require "cairn.cli.stats"

local peers = {}

local LIMIT = 60 -- s; a run that takes longer stops there and is compared as far as it came

local KNOWN = {
  { key = "box2d", name = "Box2D 2.4.1", package = "libbox2d-dev g++" },
  { key = "chipmunk", name = "Chipmunk 7.0.3", package = "libchipmunk-dev" },
}

local function quote(text) return "'" .. text:gsub("'", [['\'']]) .. "'" end

local function output(line)
  local pipe <close> = assert(io.popen(line, "r"))
  return pipe:read("a")
end

-- ---- building -------------------------------------------------------------------------------

local function build_folder()
  local build = os.getenv("CAIRN_BUILD_DIR") or host.program:match("^(.*)/bin/[^/]*$")
  return (build or host.home .. "/build") .. "/peers"
end

-- Configures, and builds what is out of date; where nothing is it takes half a second.
local function build(folder)
  local log = folder .. "/build.log"
  local line = ("mkdir -p %s && { cmake -S %s -B %s -DCMAKE_BUILD_TYPE=Release -DCAIRN_PEERS=ON "
    .. "-DCAIRN_VIEWER=OFF && cmake --build %s --target bench_peers; } >%s 2>&1 </dev/null")
    :format(quote(folder), quote(host.home), quote(folder), quote(folder), quote(log))
  if os.execute(line) then return end
  if not os.execute("command -v cmake >/dev/null 2>&1") then
    command.stop(command.FILE, "--peers: cmake is missing; install it: apt-get install cmake g++")
  end
  command.stop(command.FILE, "--peers: the programs of the peers could not be built; see %s", log)
end

local function scenes_of(program)
  local known = {}
  for name in output(quote(program) .. " 2>/dev/null"):gmatch("[^\n]+") do known[name] = true end
  return known
end

local function install_sentence(missing)
  local names, packages = {}, {}
  for i, peer in ipairs(missing) do names[i], packages[i] = peer.name, peer.package end
  return ("--peers: %s not found; install on Debian: apt-get install %s"):format(
    table.concat(names, " and "), table.concat(packages, " "))
end

--- The peers that could be built, at least one: a list of { key, name, ... } for peers.run.
function peers.open()
  if not host.stat(host.home .. "/tests/bench/CMakeLists.txt") then
    command.stop(command.FILE, "--peers: needs the source tree, and %s is not one", host.home)
  end
  local folder = build_folder()
  if not host.stat(folder .. "/bin") then command.say("building the peers in %s", folder) end
  build(folder)
  local found, missing = {}, {}
  for _, peer in ipairs(KNOWN) do
    local program = ("%s/bin/bench_%s"):format(folder, peer.key)
    local scenes = scenes_of(program) -- none without the program, or when its library has gone
    local list = next(scenes) and found or missing
    list[#list + 1] = { key = peer.key, name = peer.name, package = peer.package,
      program = program, scenes = scenes }
  end
  if #found == 0 then command.stop(command.FILE, "%s", install_sentence(missing)) end
  if #missing > 0 then command.say("%s", install_sentence(missing)) end
  return found
end

-- ---- running --------------------------------------------------------------------------------

--- One run of a scene ({ base =, sets = }): { bodies, contacts, joints } and the times of its
--- steps, or nil for a scene that the peer does not know.
function peers.run(peer, target, steps, args)
  if not peer.scenes[target.base] then return nil end
  local words = { quote(peer.program), target.base, tostring(steps), "seconds=" .. LIMIT }
  if args.cpu then words[#words + 1] = "cpu=1" end
  for _, set in ipairs(args.set or {}) do words[#words + 1] = quote(set) end
  for _, set in ipairs(target.sets) do words[#words + 1] = quote(set) end
  local text = output(table.concat(words, " ") .. " 2>/dev/null")
  local result = require("dkjson").decode(text:match("{.*}") or "") -- Chipmunk greets on stdout
  if not result then command.stop(command.SCRIPT, "%s failed on %s", peer.name, target.name) end
  local times = stats.new()
  for _, ms in ipairs(result.ms) do times:add(ms) end
  return result, times
end

return peers
