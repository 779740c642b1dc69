-- Script files in memory, a clock that specs move, and a scene that runs them.
--
--   local p = project { ["scene.lua"] = "..." }
--   local s = p:open()
--   p:edit("scene.lua", "...")  --> "patched"

require "tests.support.fake_world"
local scene = require "cairn.scene"

local Project = {}
Project.__index = Project

local FRAME = 1 / 60 -- s

local project = {}

--- What most scripts in specs begin with: a world without physics.
project.HEAD = [[
local fake = require "fake_world"
function scene.load()
  return fake.world()
end
]]

local function new(_, texts)
  local self = setmetatable({ files = {}, now = 100.0, reads = 0 }, Project)
  for path, text in pairs(texts) do self:save(path, text) end
  return self
end

-- ---- the file system ----------------------------------------------------------------------

function Project:save(path, text)
  self.files[path] = { text = text, mtime = self.now }
end

function Project:delete(path)
  self.files[path] = nil
end

function Project:rename(from, to)
  self.files[to], self.files[from] = self.files[from], nil
end

function Project:reader()
  return function(path)
    self.reads = self.reads + 1
    local file = self.files[path]
    if not file then return nil, "No such file" end
    if file.problem then return nil, file.problem end
    return file.text
  end
end

function Project:stat()
  return function(path)
    local file = self.files[path]
    if not file then return nil end
    return #file.text, file.mtime
  end
end

-- ---- the scene ----------------------------------------------------------------------------

--- Load scene.lua; opts are added to those of the project.
function Project:open(values, opts)
  local all = {
    reader = self:reader(), stat = self:stat(), clock = function() return self.now end,
  }
  for name, value in pairs(opts or {}) do all[name] = value end
  if all.stat == false then all.stat = nil end
  self.s = assert(scene.load("scene.lua", values, all))
  self:wait(0.3) -- the watcher has looked at each file once
  return self.s
end

--- Frames without ticks for so long; the outcomes of the polls, in order.
function Project:wait(seconds)
  local outcomes, till = {}, self.now + seconds
  while self.now < till do
    self.now = self.now + FRAME
    local outcome = self.s:frame_poll(self.now)
    if outcome then outcomes[#outcomes + 1] = outcome end
  end
  return outcomes
end

--- Let go of its scene, if it was opened.
function Project:close()
  if self.s then self.s:close() end
  self.s = nil
end

--- Save and wait; the outcomes as one string, "" for none.
function Project:edit(path, text)
  self:save(path, text)
  return table.concat(self:wait(0.4), ", ")
end

--- Edit by replacing a piece of the present text, which must be there.
function Project:replace(path, from, to)
  local text = self.files[path].text
  local first, last = text:find(from, 1, true)
  assert(first, "not in the text: " .. from)
  return self:edit(path, text:sub(1, first - 1) .. to .. text:sub(last + 1))
end

return setmetatable(project, { __call = new })
