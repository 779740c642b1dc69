-- `cairn film` from outside: what is in the files that it writes, and what it refuses.
--
-- What ffmpeg makes of the pictures is read back by ffmpeg itself; without it only folders of PNGs
-- are tried.

local process = require "tests.support.process"

local read, write = process.read, process.write
local HAS_FFMPEG <const> = os.execute "command -v ffmpeg >/dev/null 2>&1" == true

-- A box that moves to the right by 1 m/s past a post, seen 8 m wide.
local SLIDE <const> = [[
local cairn = require "cairn"
function scene.load()
  local world = cairn.world { gravity = { 0, 0 } }
  world:box { type = "kinematic", x = -3, w = 1, h = 1, vx = 1, color = { 1, 0, 0 } }
  return world
end
function scene.draw() scene.view { x = 0, y = 0, w = 8 } end
]]

describe("cairn film", function()
  if not process.has_viewer then return end
  local folder

  local function film(words, env)
    return process.run(folder, ("%s %s film %s"):format(env or "", process.headless, words))
  end

  -- Where red begins, in pixels, in each picture of a film of 160 x 80.
  local function red_begins(path)
    local out = process.run(folder, ("ffmpeg -loglevel error -i %s -f rawvideo -pix_fmt rgb24 -"
      ):format(process.quote(path)))
    local places = {}
    for picture = 0, #out // (160 * 80 * 3) - 1 do
      for x = 0, 159 do
        local at = ((picture * 80 + 40) * 160 + x) * 3
        local r, g, b = out:byte(at + 1, at + 3)
        if r > 150 and g < 100 and b < 100 then
          places[#places + 1] = x
          break
        end
      end
    end
    return places
  end

  before_each(function()
    folder = process.folder "cairn film"
    write(folder .. "/slide.lua", SLIDE)
  end)
  after_each(function() process.remove(folder) end)

  it("writes a PNG for each picture into a folder", function()
    local out, _, code = film "slide.lua --seconds 0.5 --fps 10 --width 160 --height 80 -o pictures"
    assert.equal(0, code)
    assert.equal("pictures\n", out)
    for i = 1, 5 do
      local png = read(("%s/pictures/frame-%05d.png"):format(folder, i))
      assert.equal("\137PNG\r\n\26\n", png:sub(1, 8))
    end
    assert.equal("", read(folder .. "/pictures/frame-00006.png"))
  end)

  it("begins after --step steps, with the picture that cairn shot makes", function()
    film "slide.lua --step 60 --seconds 0.1 --fps 10 --width 160 --height 80 -o pictures"
    process.run(folder, process.headless
      .. " shot slide.lua --step 60 --width 160 --height 80 -o shot.png")
    assert.is_true(read(folder .. "/shot.png") == read(folder .. "/pictures/frame-00001.png"))
  end)

  local moves = HAS_FFMPEG and it or function(name) pending(name .. " (takes ffmpeg)") end

  for _, ending in ipairs { "mp4", "webm", "gif" } do
    moves("moves as the scene does, in ." .. ending, function()
      local _, err, code = film("slide.lua --seconds 4 --fps 5 --width 160 --height 80 -o a."
        .. ending)
      assert.equal(0, code, err)
      local places = red_begins("a." .. ending)
      assert.equal(20, #places)
      -- 20 pixels a metre, 5 pictures a second: four pixels from one to the next
      for i, x in ipairs(places) do assert.is_true(math.abs(x - (10 + 4 * (i - 1))) <= 3) end
    end)
  end

  moves("is slower with --speed, between the steps as well", function()
    film "slide.lua --seconds 4 --fps 30 --speed 0.1 --width 160 --height 80 -o a.gif"
    local places = red_begins "a.gif"
    assert.equal(120, #places)
    assert.is_true(math.abs(places[120] - places[1] - 8) <= 1)
  end)

  moves("leaves the film that was there when the script stops, and says where", function()
    write(folder .. "/a.gif", "kept")
    write(folder .. "/late.lua", SLIDE .. [[
function scene.update() if scene.world:steps() > 5 then error "boom" end end]])
    local _, err, code = film "late.lua --seconds 1 --width 160 --height 80 -o a.gif"
    assert.equal(1, code)
    assert.matches("late.lua:%d+: boom", err)
    assert.equal("kept", read(folder .. "/a.gif"))
    assert.equal("", read(folder .. "/a.gif.part"))
  end)

  moves("takes any name as it is", function()
    local name = "it's $(touch x) -y;.gif"
    assert.equal(0, select(3, film("slide.lua --seconds 0.2 --width 160 --height 80 -o "
      .. process.quote(name))))
    assert.equal("GIF8", read(folder .. "/" .. name):sub(1, 4))
    assert.equal("", read(folder .. "/x"))
  end)

  it("says that ffmpeg is missing, and what does without it", function()
    local _, err, code = process.run(folder, ("env PATH=%s CAIRN_HOME=%s %s film slide.lua "
      .. "-o a.mp4"):format(process.quote(folder), process.quote(process.home),
      process.quote(process.program)))
    assert.equal(8, code)
    assert.equal("cairn: a.mp4: .mp4 takes ffmpeg, which is not installed (a folder of PNGs does "
      .. "not: a name without an ending)\n", err)
  end)

  for _, case in ipairs {
    { "slide.lua -o a.avi", 8, "a.avi: unknown ending '.avi', expected .mp4, .webm, .gif, or none "
      .. "for a folder of PNGs" },
    { "slide.lua -o no/such/a.gif", 8, HAS_FFMPEG and "no/such/a.gif: No such file or directory" },
    { "slide.lua -o slide.lua/a", 8, "slide.lua/a: Not a directory" },
    { "slide.lua --seconds 0", 2, "--seconds: a number in 0.001..3600 expected, got '0'" },
    { "slide.lua --fps many", 2, "--fps: a number in 0.1..240 expected, got 'many'" },
    { "slide.lua --speed 0", 2, "--speed: a number in 0.001..1000 expected, got '0'" },
    { "nothing.lua", 3, "nothing.lua: No such file" },
  } do
    it("refuses " .. case[1], function()
      local _, err, code = film(case[1])
      assert.equal(case[2], code)
      if case[3] then assert.equal("cairn: " .. case[3], err:match "([^\n]*)\n$") end
    end)
  end
end)
