---@meta _
-- luacheck: ignore 212 241 631

---@class cairn.ReplayKeys
---@field salvage? boolean of a damaged file, play what stands before the damage; default false
---@field force? boolean play what was recorded on the script's files of today, and compare nothing; default false
---@field threads? integer for a scene that says nothing, 1..256; default as recorded
---@field echo? boolean|fun(line: string) where prints go: true for stdout; default nowhere

---What `world:record` gives. It ends as well with `local r <close> = ...`, or when it is collected.
---@class cairn.Recorder
local Recorder = {}

---Steps that were recorded.
---@return integer
function Recorder:steps() end
---The end of the recording. True, or nil and a sentence when the file is not whole: `recording stopped
---at step 8123: No space left on device`.
---@return boolean?, string? message
function Recorder:close() end

---A recording that plays (`cairn.replay`).
---@class cairn.Player
local Player = {}

---The next step, with all that was given before it. False at the end.
---@return boolean
function Player:step() end
---Goes to the state after step n, 0 for the start. The first time that it goes back it starts again,
---with another world; from then on it keeps states on its way. False when the recording ends before.
---@param n integer steps
---@return boolean
function Player:seek(n) end
---The first step that differs from the recording and a sentence: `diverged at step 812 (body #12 "top",
---3.1e-4 m)`; nil as long as none does.
---@return integer? step, string? sentence
function Player:diverged() end
---Steps that were taken.
---@return integer
function Player:steps() end
---Steps in the recording.
---@return integer
function Player:length() end
---The world that plays. After a restart or a rebuild in the recording it is another one, and after
---the first `seek` back; the one before has been destroyed then.
---@return cairn.World?
function Player:world() end
---The message of the error that has stopped the script at the present step; nil when there is none.
---@return string?
function Player:fault() end
---Why the recording ends before what was recorded did: the file was cut, or damaged; nil where it is
---whole.
---@return string?
function Player:early_end() end
---The end of it; the world goes.
function Player:close() end

return Player, Recorder
