-- Scenes in archives: `cairn run scene.zip`, and archives that are none.

local process = require "tests.support.process"

local quote, write = process.quote, process.write

-- An archive of stored files, with their checksums, as zip writes them.
local function crc_of(text)
  local crc = 0xffffffff
  for i = 1, #text do
    crc = crc ~ text:byte(i)
    for _ = 1, 8 do crc = crc & 1 == 1 and crc >> 1 ~ 0xedb88320 or crc >> 1 end
  end
  return crc ~ 0xffffffff
end

local function archive(files)
  local body, list = "", ""
  for _, file in ipairs(files) do
    local name, text = table.unpack(file)
    local sums = string.pack("<I4I4I4I2I2", file.crc or crc_of(text), #text, #text, #name, 0)
    list = list .. "PK\1\2" .. string.pack("<I2I2I2I2I4", 20, 20, 0, 0, 0) .. sums
      .. string.pack("<I2I2I2I4I4", 0, 0, 0, 0, #body) .. name
    body = body .. "PK\3\4" .. string.pack("<I2I2I2I4", 20, 0, 0, 0) .. sums .. name .. text
  end
  return body .. list .. "PK\5\6"
    .. string.pack("<I2I2I2I2I4I4I2", 0, 0, #files, #files, #list, #body, 0)
end

local SCENE <const> = [[
local part = require "part"
local cairn = require "cairn"
function scene.load()
  print(io, part.rows)
  local w = cairn.world {}
  for i = 1, part.rows do w:box { y = i, w = 1, h = 1 } end
  return w
end
]]

describe("cairn run with an archive", function()
  local folder
  before_each(function() folder = process.folder "archive" end)
  after_each(function() process.remove(folder) end)

  local function run(bytes)
    write(folder .. "/scene.zip", bytes)
    local line = "env -u DISPLAY CAIRN_HOME=%s %s run scene.zip --headless --steps 3"
    return process.run(folder, line:format(quote(process.home), quote(process.program)))
  end

  it("runs its scene, with modules beside it, in a sandbox", function()
    local out, err, code = run(archive { { "game/part.lua", "return { rows = 4 }" },
      { "game/scene.lua", SCENE } })
    assert.equal(0, code)
    assert.matches("^nil\t4\n", out)
    assert.matches("4 bodies", out)
    assert.matches("game/scene.lua; it runs in a sandbox", err)
  end)

  it("says what is wrong with one that cannot be read", function()
    local good = archive { { "scene.lua", SCENE } }
    for _, case in ipairs {
      { "", "it has no list of files" }, { good:sub(1, 100), "it has no list of files" },
      { good:sub(20), "" }, { archive { { "../scene.lua", "" } }, "'../scene.lua' is no name" },
      { archive { { "/scene.lua", "" } }, "is no name" },
      { archive { { "scene.lua", SCENE, crc = 1 } }, "scene.lua is damaged" },
      { archive { { "other.txt", "x" } }, "holds neither scene.lua nor main.lua" },
    } do
      local out, err, code = run(case[1])
      assert.same({ "", 3 }, { out, code })
      assert.is_truthy(err:find("cairn: scene.zip: ", 1, true), err)
      assert.is_truthy(err:find(case[2], 1, true), err)
    end
  end)

  it("survives whatever bytes are changed", function()
    math.randomseed(3)
    local good = archive { { "scene.lua", "return 1" }, { "part.lua", "return 2" } }
    local zip = require "cairn.words.zip"
    assert.equal(2, #assert(zip.unpack(good, 1 << 20)))
    for _ = 1, 3000 do
      local at = math.random(#good)
      local bad = good:sub(1, at - 1) .. string.char(math.random(0, 255)) .. good:sub(at + 1)
      local files, why = zip.unpack(bad, 1 << 20)
      assert.is_true(type(files) == "table" or type(why) == "string")
    end
  end)
end)
