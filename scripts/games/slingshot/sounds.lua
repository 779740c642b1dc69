-- Makes the sounds of this folder: lua5.4 sounds.lua, run in it. 16 bits, one channel.

local RATE <const> = 22050

local state = 7
local function noise()
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 1073741824 - 1
end

-- tones: { hertz, loudness, s until it has died to 1/e, hertz that it gains in each second }
local function wav(name, seconds, tones, hiss, fading)
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

wav("wood.wav", 0.2, { { 380, 0.4, 0.03 }, { 610, 0.25, 0.02 } }, 0.35, 0.012)
wav("ice.wav", 0.3, { { 1900, 0.3, 0.05 }, { 2750, 0.25, 0.04 }, { 4100, 0.15, 0.03 } }, 0.3, 0.02)
wav("stone.wav", 0.3, { { 120, 0.6, 0.05 }, { 210, 0.3, 0.04 } }, 0.4, 0.03)
wav("pop.wav", 0.25, { { 260, 0.7, 0.05, 2600 } }, 0.15, 0.02)
wav("knock.wav", 0.15, { { 150, 0.7, 0.04 }, { 300, 0.2, 0.02 } }, 0.2, 0.006)
wav("throw.wav", 0.3, { { 160, 0.5, 0.12, -300 } }, 0.25, 0.1)
wav("won.wav", 0.7, { { 523, 0.3, 0.3 }, { 659, 0.25, 0.3 }, { 784, 0.25, 0.35 } }, 0, 1)
