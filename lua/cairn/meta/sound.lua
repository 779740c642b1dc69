---@meta _
-- luacheck: ignore 111 112 113 212 241 631

---@class cairn.SoundLook
---@field volume? number 0..1, default 1
---@field pitch? number times as high, and as fast, 0.25..4, default 1
---@field pan? number -1 left to 1 right, default 0

---Sounds, in a window. Without one, without a device and in a page all is silent.
---@class sound
sound = {}

---Begins to play a WAV, OGG, FLAC or other file that SDL_mixer reads, of at most 16 MiB; several at
---once are mixed, up to 32. It is read again when it changes. Raises when there is no such file.
---@param file string beside the script, or from / on
---@param look? cairn.SoundLook default none
function sound.play(file, look) end

return sound
