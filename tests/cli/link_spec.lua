-- Scenes in addresses: `cairn share` and `cairn run` with what it printed.

local process = require "tests.support.process"

local quote, read, write = process.quote, process.read, process.write

local folder

local function cairn(...)
  local words = { quote(process.program) }
  for _, word in ipairs { ... } do words[#words + 1] = quote(word) end
  return process.run(folder, "env -u DISPLAY -u WAYLAND_DISPLAY CAIRN_HOME="
    .. quote(process.home) .. " " .. table.concat(words, " "))
end

local function hash_of(text) return text:match "hash (%x+)" end

local function share(...)
  local out, err, code = cairn("share", "stack.lua", ...)
  assert.equal("", err)
  assert.equal(0, code)
  return out:match "^([^\n]+)\n$"
end

before_each(function()
  folder = process.folder "link"
  write(folder .. "/stack.lua", process.STACK)
end)

after_each(function() process.remove(folder) end)

describe("cairn share", function()
  it("prints an address that cairn run plays to the same hash, parameters and all", function()
    local link = share("--set", "rows=7", "--seed", "3")
    assert.matches("^http://127%.0%.0%.1:8765/#c=[%w_-]+$", link)
    local straight = cairn("run", "stack.lua", "--headless", "--set", "rows=7", "--seed", "3")
    local out, err, code = cairn("run", link, "--headless", "--trust")
    assert.equal(0, code)
    assert.matches("^cairn: the script is ", err)
    assert.matches("loaded 7", out)
    assert.equal(hash_of(straight), hash_of(out))
    assert.is_string(hash_of(out))
  end)

  it("takes another page's address", function()
    assert.matches("^https://example%.org/cairn/#c=",
      share("--page", "https://example.org/cairn/"))
  end)

  it("takes modules along, to the same hash", function()
    write(folder .. "/part.lua", "return { rows = 4 } -- \xc3\xa4\n")
    write(folder .. "/stack.lua", "local part = require 'part'\nlocal cairn = require 'cairn'\n"
      .. "function scene.load() local w = cairn.world {} for i = 1, part.rows do "
      .. "w:box { y = i, w = 1, h = 1 } end return w end\n")
    local link = share("--with", "part.lua")
    local out, _, code = cairn("run", link, "--headless", "--trust", "--steps", "9")
    assert.equal(0, code)
    assert.matches("4 bodies", out)
    assert.equal(hash_of(cairn("run", "stack.lua", "--headless", "--steps", "9")), hash_of(out))
    local _, none = cairn("share", "stack.lua", "--with", "part.lua")
    assert.equal("", none)
    local _, said = cairn("share", "stack.lua")
    assert.equal("cairn: warning: part.lua is not in the link (--with part.lua)\n", said)
    local _, err = cairn("share", "stack.lua", "--with", "../part.lua")
    assert.matches("%-%-with %.%./part%.lua: the name of a module", err)
  end)

  it("refuses a script of more than a megabyte", function()
    write(folder .. "/stack.lua", ("-- x\n"):rep(300000))
    local out, err, code = cairn("share", "stack.lua")
    assert.equal("", out)
    assert.equal("cairn: stack.lua: the script is too long for a link: 1 MB at most\n", err)
    assert.equal(3, code)
  end)
end)

describe("cairn run with a link", function()
  it("shows the script and does not run it where nobody can be asked", function()
    local out, err, code = cairn("run", share(), "--headless")
    assert.equal("", out)
    assert.is_truthy(err:find(process.STACK, 1, true))
    assert.matches("\ncairn: a script from a link is a stranger's, and runs in a sandbox; "
      .. "say yes with %-%-trust\n$", err)
    assert.equal(2, code)
  end)

  it("lets what is typed win over what the link says", function()
    local out = cairn("run", share("--set", "rows=7"), "--headless", "--trust", "--set", "rows=2")
    assert.matches("loaded 2", out)
  end)

  it("says that a link is cut off, has foreign letters, or holds no scene", function()
    local link = share()
    local _, err, code = cairn("run", link:sub(1, -9), "--headless", "--trust")
    assert.equal("cairn: the link is broken, perhaps cut off (it ends too early)\n", err)
    assert.equal(3, code)
    _, err = cairn("run", link .. "%20", "--headless", "--trust")
    assert.equal("cairn: the link is broken: it has letters that no link has\n", err)
    -- "nothing", packed
    _, err = cairn("run", "https://example.org/#c=y8svycjMSwcA", "--headless", "--trust")
    assert.equal("cairn: the link is not one of Cairn, or of a newer one\n", err)
  end)

  it("lets it require nothing that lies about", function()
    local beside = os.tmpname()
    write(beside .. ".lua", "return 1")
    write(folder .. "/stack.lua", ("require '%s'\n"):format(beside:match "[^/]*$"))
    local _, err, code = cairn("run", share(), "--headless", "--trust", "--steps", "1")
    os.remove(beside)
    os.remove(beside .. ".lua")
    assert.equal(1, code)
    assert.matches("module '.*' not found", err)
  end)

  it("runs it in a sandbox, whoever has said yes", function()
    write(folder .. "/stack.lua", "function scene.load() print(io, os.exit) return "
      .. "require('cairn').world {} end\n")
    local out, _, code = cairn("run", share(), "--headless", "--trust", "--steps", "1")
    assert.equal(0, code)
    assert.matches("^nil\tnil\n", out)
  end)

  it("leaves names of files alone that look like one", function()
    local _, err, code = cairn("run", "http.lua#c=x", "--headless")
    assert.equal("cairn: http.lua#c=x: No such file\n", err)
    assert.equal(3, code)
    assert.equal("", read(folder .. "/http.lua"))
  end)
end)
