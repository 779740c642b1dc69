-- cairn.scene.prints: what a scene has to say in words: the log that its prints go to, how much of
-- them is shown, and its warnings.
--
-- Not here: how lines are kept, held and thinned out (cairn.scene.output).

local output = require "cairn.scene.output"

local Prints = {}
local prints = { methods = Prints }

local LINES_PER_SECOND <const> = 200 -- that are shown: what prints in a loop must not stall a frame

local function echo_to_stdout(line) io.stdout:write(line, "\n") end

--- The log of a scene with these options: echo (true or fn(line)), clock.
function prints.new(options)
  local echo = options.echo
  if echo and type(echo) ~= "function" then echo = echo_to_stdout end
  return output.new(echo, nil, options.clock)
end

--- A person watches from now on: each line is passed on when it is printed, and what was printed
--- before now.
function Prints.go_live()
  io.stdout:flush()
  io.stdout:setvbuf "line"
end

--- How many lines a second are shown before it is known whether it is a program.
function Prints.prints_at_start() return LINES_PER_SECOND end

--- A storm of prints is thinned out, but not that of a program, which ends by itself.
function Prints:limit_prints() self.log.limit = not self.program and LINES_PER_SECOND or nil end

function Prints:warn(sentence)
  self.warnings[#self.warnings + 1] = sentence
  self.log:write("warning: " .. sentence)
end

--- Say a thing about one name once in the life of the scene.
function Prints:warn_once(name, sentence)
  if self.warned[name .. sentence] then return end
  self.warned[name .. sentence] = true
  self:warn(sentence)
end

return prints
