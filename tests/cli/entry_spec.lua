-- The entry script `cairn` on machines that lack things: it runs with a PATH of its own, where the
-- tools are links and the package manager is a stand-in that writes down what it is asked.

local process = require "tests.support.process"

local quote, read = process.quote, process.read
local HOME = process.home

local TOOLS = {
  "sh", "sed", "awk", "find", "head", "tr", "grep", "cat", "mkdir", "dirname", "readlink", "rm",
  "mv", "flock", "env",
}

local folder

local function stand_in(name, body)
  local path = folder .. "/bin/" .. name
  local file = assert(io.open(path, "w"))
  file:write("#!/bin/sh\n", body, "\n")
  file:close()
  assert(os.execute("chmod +x " .. quote(path)))
end

-- Call the script with nothing but the stand-ins: stdout and stderr in one, and the exit code.
local function entry(arguments, before)
  local line = "cd %s && %s PATH=%s CAIRN_BUILD_DIR=%s %s %s >.log 2>&1 </dev/null"
  local _, _, code = os.execute(line:format(quote(folder), before or "", quote(folder .. "/bin"),
    quote(folder .. "/b"), quote(folder .. "/link to cairn"), arguments))
  return read(folder .. "/.log"), code
end

before_each(function()
  folder = process.folder "entry"
  local links = { ("mkdir -p %s"):format(quote(folder .. "/bin")) }
  for _, tool in ipairs(TOOLS) do
    links[#links + 1] = ('ln -s "$(command -v %s)" %s'):format(tool, quote(folder .. "/bin/"))
  end
  links[#links + 1] = ('ln -s "$(cd %s && pwd)/cairn" %s'):format(quote(HOME),
    quote(folder .. "/link to cairn"))
  assert(os.execute(table.concat(links, " && ")))
  stand_in("id", "echo 1000")
  stand_in("apt-cache", "echo '  Candidate: (none)'")
  stand_in("apt-get", 'echo "$*" >>"$0.log"')
end)

after_each(function() process.remove(folder) end)

describe("cairn on a bare machine", function()
  it("names what is missing and the exact command; without a terminal it stops with 2", function()
    stand_in("sudo", "exit 1")
    local log, code = entry("run scene.lua")
    assert.equal(2, code)
    assert.matches("cairn: missing: compiler make cmake pkg%-config lua lua%-dev", log)
    assert.matches("  sudo apt-get update\n", log, 1, true)
    assert.matches("  sudo apt-get install -y --no-install-recommends gcc libc6-dev make cmake "
      .. "pkg-config lua5.4 liblua5.4-dev lua-argparse lua-dkjson libxxhash-dev libzstd-dev "
      .. "libsdl2-dev", log, 1, true)
    assert.matches("no terminal to ask on", log, 1, true)
    assert.equal("", read(folder .. "/bin/apt-get.log"))
  end)

  it("asks for busted when specs are to run, and only then", function()
    assert.is_nil((entry("run scene.lua")):find("lua-busted", 1, true))
    assert.matches("lua-busted", (entry("test")), 1, true)
  end)

  it("asks for LuaJIT and LÖVE for a game of LÖVE, and not for Lua 5.4", function()
    local log, code = entry("love")
    assert.equal(2, code)
    assert.matches("missing: compiler make cmake pkg%-config xxhash zstd luajit%-dev love\n", log)
    assert.matches("libxxhash-dev libzstd-dev libluajit-5.1-dev love", log, 1, true)
    assert.is_nil(log:find("lua5.4", 1, true))
  end)

  it("leaves SDL2 alone when told to be headless", function()
    assert.is_nil((entry("run scene.lua", "CAIRN_HEADLESS=1")):find("sdl", 1, true))
  end)

  it("installs at once as root, after fetching the lists that apt lacks", function()
    stand_in("id", "echo 0")
    local log, code = entry("test")
    local asked = read(folder .. "/bin/apt-get.log")
    assert.matches("^update\ninstall %-y %-%-no%-install%-recommends gcc ", asked)
    assert.matches("cannot go on without: compiler", log, 1, true)
    assert.equal(2, code)
  end)

  it("installs at once with sudo that asks for no password", function()
    stand_in("sudo", '[ "$1" = -n ] && exit 0; exec "$@"')
    entry("test")
    assert.matches("\ninstall ", read(folder .. "/bin/apt-get.log"), 1, true)
  end)

  it("says which packages it needs where it knows no package manager", function()
    os.remove(folder .. "/bin/apt-get")
    local log, code = entry("run scene.lua")
    assert.equal(2, code)
    assert.matches("no package manager that I know", log, 1, true)
  end)

  it("knows the names of dnf, and takes from luarocks what dnf lacks", function()
    os.remove(folder .. "/bin/apt-get")
    stand_in("dnf", "exit 0")
    local log = entry("test")
    assert.matches("dnf install -y gcc make cmake pkgconf-pkg-config lua lua-devel", log, 1, true)
    assert.matches("luarocks --lua-version 5.4 install busted", log, 1, true)
  end)
end)

describe("cairn that is built", function()
  it("starts from another folder, through a link, within a second", function()
    local built = io.open(HOME .. "/build/.cairn-stamp")
    if not built then return pending("build/ has not been made by ./cairn") end
    built:close()
    local line = ("cd %s && ./'link to cairn' --version >.log 2>&1"):format(quote(folder))
    os.execute(line) -- builds, where only cmake has built since an edit
    os.execute(line)
    assert.matches("^cairn %d+%.%d+%.%d+\n", read(folder .. "/.log"))
  end)
end)
