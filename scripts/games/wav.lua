-- Writes the sounds of a game: 16 bits, one channel. For the `sounds.lua` of each.

local RATE <const> = 22050

local state = 7
local function noise()
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 1073741824 - 1
end

-- tones: { hertz, loudness, s until it has died to 1/e, hertz that it gains in each second }
return function(name, seconds, tones, hiss, fading)
  local samples = {}
  for i = 0, math.floor(seconds * RATE) - 1 do
    local t, v = i / RATE, 0
    for _, tone in ipairs(tones) do
      local phase = tone[1] * t + 0.5 * (tone[4] or 0) * t * t
      v = v + tone[2] * math.sin(2 * math.pi * phase) * math.exp(-t / tone[3])
    end
    v = v + hiss * noise() * math.exp(-t / fading)
    samples[#samples + 1] = string.pack("<i2", math.floor(32000 * math.max(-1, math.min(1, v))))
  end
  local data = table.concat(samples)
  local file <close> = assert(io.open("sounds/" .. name, "wb"))
  file:write("RIFF", string.pack("<I4", 36 + #data), "WAVEfmt ",
    string.pack("<I4I2I2I4I4I2I2", 16, 1, 1, RATE, 2 * RATE, 2, 16), "data",
    string.pack("<I4", #data), data)
end
