-- cairn.bench.peers: the benchmark scenes on Box2D 2.4.1 and Chipmunk 7.0.3, for `cairn bench
-- --peers`.
--
-- Their programs are built from tests/bench/ into <build>/peers when they are asked for. A scene
-- that they do not know has no peers; a peer that is not installed is left out with a sentence.

local command = require "cairn.cli.command"
local host = require "cairn.host"
local shell = require "cairn.cli.shell"
local stats = require "cairn.cli.stats"

local peers = {}

local LIMIT = 60 -- s; a run that takes longer stops there and is compared as far as it came

peers.KNOWN = {
  { key = "box2d", name = "Box2D 2.4.1", package = "libbox2d-dev g++" },
  { key = "chipmunk", name = "Chipmunk 7.0.3", package = "libchipmunk-dev" },
}

-- ---- building -------------------------------------------------------------------------------

local function build_folder()
  local build = os.getenv("CAIRN_BUILD_DIR") or host.program:match("^(.*)/bin/[^/]*$")
  return (build or host.home .. "/build") .. "/peers"
end

-- Configures, and builds what is out of date; where nothing is it takes half a second.
local function make(option, folder, target)
  local log = folder .. "/build.log"
  local line = ("mkdir -p %s && { cmake -S %s -B %s -DCMAKE_BUILD_TYPE=Release -DCAIRN_PEERS=ON "
    .. "-DCAIRN_VIEWER=OFF && cmake --build %s --target %s; } >%s 2>&1 </dev/null")
    :format(shell.quote(folder), shell.quote(host.home), shell.quote(folder), shell.quote(folder),
      target, shell.quote(log))
  if os.execute(line) then return end
  if not os.execute("command -v cmake >/dev/null 2>&1") then
    command.stop(command.FILE, "%s: cmake is missing; install it: apt-get install cmake g++",
      option)
  end
  command.stop(command.FILE, "%s: the programs of the peers could not be built; see %s", option,
    log)
end

--- Builds a CMake target of tests/bench/ (option: who asks, for what is said when that fails).
--- Returns the folder with its programs.
function peers.build(option, target)
  if not host.stat(host.home .. "/tests/bench/CMakeLists.txt") then
    command.stop(command.FILE, "%s: needs the source tree, and %s is not one", option, host.home)
  end
  local folder = build_folder()
  if not host.stat(folder .. "/bin") then command.say("building the peers in %s", folder) end
  make(option, folder, target)
  return folder .. "/bin"
end

local function scenes_of(program)
  local known = {}
  local names = shell.output(shell.quote(program) .. " 2>/dev/null")
  for name in names:gmatch("[^\n]+") do known[name] = true end
  return known
end

--- What to install for a list of peers that are missing.
function peers.install_sentence(option, missing)
  local names, packages = {}, {}
  for i, peer in ipairs(missing) do names[i], packages[i] = peer.name, peer.package end
  return ("%s: %s not found; install on Debian: apt-get install %s"):format(option,
    table.concat(names, " and "), table.concat(packages, " "))
end

--- The peers that could be built, at least one: a list of { key, name, ... } for peers.run.
function peers.open()
  local folder = peers.build("--peers", "bench_peers")
  local found, missing = {}, {}
  for _, peer in ipairs(peers.KNOWN) do
    local program = ("%s/bench_%s"):format(folder, peer.key)
    local scenes = scenes_of(program) -- none without the program, or when its library has gone
    local list = next(scenes) and found or missing
    list[#list + 1] = { key = peer.key, name = peer.name, package = peer.package,
      program = program, scenes = scenes }
  end
  if #missing == 0 then return found end
  local sentence = peers.install_sentence("--peers", missing)
  if #found == 0 then command.stop(command.FILE, "%s", sentence) end
  command.say("%s", sentence)
  return found
end

-- ---- running --------------------------------------------------------------------------------

--- One run of a scene ({ base =, sets = }): { bodies, contacts, joints } and the times of its
--- steps, or nil for a scene that the peer does not know.
function peers.run(peer, target, steps, args)
  if not peer.scenes[target.base] then return nil end
  local words = { shell.quote(peer.program), target.base, tostring(steps), "seconds=" .. LIMIT }
  if args.cpu then words[#words + 1] = "cpu=1" end
  for _, set in ipairs(args.set or {}) do words[#words + 1] = shell.quote(set) end
  for _, set in ipairs(target.sets) do words[#words + 1] = shell.quote(set) end
  local text = shell.output(table.concat(words, " ") .. " 2>/dev/null")
  local result = require("dkjson").decode(text:match("{.*}") or "") -- Chipmunk greets on stdout
  if not result then command.stop(command.SCRIPT, "%s failed on %s", peer.name, target.name) end
  local times = stats.new()
  for _, ms in ipairs(result.ms) do times:add(ms) end
  return result, times
end

return peers
