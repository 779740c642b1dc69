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


wav("jump.wav", 0.18, { { 330, 0.35, 0.07, 1400 } }, 0.02, 0.02)
wav("land.wav", 0.12, { { 110, 0.5, 0.03 } }, 0.3, 0.012)
wav("spark.wav", 0.3, { { 1320, 0.25, 0.09 }, { 1980, 0.2, 0.12 } }, 0, 1)
wav("spring.wav", 0.35, { { 180, 0.5, 0.12, 1900 }, { 360, 0.2, 0.1, 1900 } }, 0.03, 0.03)
wav("stomp.wav", 0.2, { { 240, 0.6, 0.05, -700 } }, 0.3, 0.02)
wav("hurt.wav", 0.45, { { 420, 0.4, 0.16, -700 }, { 210, 0.3, 0.16, -350 } }, 0.08, 0.05)
wav("lantern.wav", 0.5, { { 440, 0.25, 0.2 }, { 660, 0.25, 0.25 } }, 0.05, 0.05)
wav("won.wav", 0.8, { { 392, 0.25, 0.3 }, { 494, 0.25, 0.3 }, { 587, 0.25, 0.35 },
  { 784, 0.2, 0.4 } }, 0, 1)
