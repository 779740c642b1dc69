-- Sounds in the real viewer, by a device that writes what it is given into a file. Needs Xvfb and
-- xdotool.

local process = require "tests.support.process"
local viewer = require "tests.support.viewer"

describe("a sound", function()
  local v
  local open = viewer.opener { pending = pending, after_each = after_each }
  if not open then return end
  local facts = package.loaded["cairn.host"] and require("cairn.host").facts().viewer or ""
  if not facts:find "SDL_mixer" then return pending "this build has no sound" end

  local RATE = 44100 -- Hz, of the file and the device
  local HERTZ, SECONDS = 500, 0.3

  -- A WAV of one side: a square wave.
  local function wave()
    local samples = {}
    for i = 1, math.floor(SECONDS * RATE) do
      samples[i] = string.pack("<i2", (i * HERTZ * 2 // RATE) % 2 == 0 and 8000 or -8000)
    end
    local data = table.concat(samples)
    return "RIFF" .. string.pack("<I4", 36 + #data) .. "WAVEfmt "
      .. string.pack("<I4I2I2I4I4I2I2", 16, 1, 1, RATE, RATE * 2, 2, 16) .. "data"
      .. string.pack("<I4", #data) .. data
  end

  local SCENE = [[
local cairn = require "cairn"
local said
function scene.load() return cairn.world {} end
function scene.keypressed(key)
  if key == "space" then sound.play("blip.wav", LOOK) io.stderr:write "played\n" end
end
function scene.draw()
  if not said then io.stderr:write "drawn\n" said = true end
end
]]

  -- What is heard of a sound played with that look: seconds, loudness left and right, Hz.
  local function heard(look, driver)
    v = open((SCENE:gsub("LOOK", look)), "drawn", nil, function(folder)
      process.write(folder .. "/blip.wav", wave())
      return ("SDL_AUDIODRIVER=%s SDL_DISKAUDIOFILE='%s/heard'"):format(driver or "disk", folder)
    end)
    v:hear("played", function() v:hand("mousemove 640 360 key space sleep 1") end)
    local bytes = process.read(v.folder .. "/heard")
    local loud, left, right, turns, before = 0, 0, 0, 0, 0
    for at = 1, #bytes - 3, 4 do
      local a, b = string.unpack("<i2i2", bytes, at)
      local now = a + b
      if math.abs(now) > 100 then
        loud, left, right = loud + 1, math.max(left, math.abs(a)), math.max(right, math.abs(b))
        if now * before < 0 then turns = turns + 1 end
        before = now
      end
    end
    return loud / RATE, left, right, loud > 0 and turns / (2 * loud / RATE) or 0
  end

  it("is heard from both sides as it is", function()
    local seconds, left, right, hertz = heard "{}"
    assert.near(SECONDS, seconds, 0.02)
    assert.near(8000, left, 100)
    assert.near(8000, right, 100)
    assert.near(HERTZ, hertz, 10)
  end)

  it("is softer, to the right, and twice as high for half as long when that is wanted", function()
    local seconds, left, right, hertz = heard "{ volume = 0.5, pan = 0.75, pitch = 2 }"
    assert.near(SECONDS / 2, seconds, 0.02)
    assert.near(1000, left, 100)
    assert.near(4000, right, 100)
    assert.near(2 * HERTZ, hertz, 20)
  end)

  it("is silence without a device, and nothing else", function()
    assert.equal(0, (heard("{}", "none_of_that_name")))
    v:hear("played", function() v:hand "key space" end)
    assert.is_nil(v:said():find "rror")
  end)
end)
