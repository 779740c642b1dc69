-- cairn.scene.undo: what a person has done to a scene by hand, taken back and done again.
--
-- Before each act the state of the scene (cairn.scene.state) is put on a pile. Going back is to
-- that state: world, script and all, as they were. Only the count of ticks goes on, by which
-- timelines and recordings know one moment from the next. Where the code has been edited since, it
-- stays as it is now, and so does what the script holds: the world alone goes back. An act in a
-- world that is no longer there cannot be taken back.
--
-- Not here: the acts (cairn.scene.hand).

local pile = require "cairn.scene.pile"
local states = require "cairn.scene.state"

local undo = {}

local MOST <const> = 64              -- acts that can be taken back
local MOST_BYTES <const> = 128 * 2^20 -- of their states

local function take(s, what)
  local state, message = states.take(s)
  if not state then return nil, message end
  local made, removed = pile.made(s)
  return { what = what, state = state, made = made, removed = removed }
end

-- The oldest go where there are too many, or they hold too much; the last one stays.
local function bound(list)
  local bytes, first = 0, 1
  for i = #list, 1, -1 do
    bytes = bytes + list[i].state.bytes
    if i < #list and (#list - i >= MOST or bytes > MOST_BYTES) then
      first = i + 1
      break
    end
  end
  table.move(list, first, #list + first - 1, 1)
end

--- Something is about to be done by hand; `what` says it in a word or two. True, or false and why
--- it will not be possible to take it back.
function undo.before(s, what)
  local frame, message = take(s, what)
  local p = pile.of(s)
  p.kept, p.undone = p.undone, {}
  if not frame then
    p.done = {}
    return false, message
  end
  table.insert(p.done, frame)
  bound(p.done)
  return true
end

--- It has not been done after all.
function undo.nothing(s)
  local p = pile.of(s)
  table.remove(p.done)
  p.undone = p.kept
end

local function same_texts(s, code)
  for path, text in pairs(s.modules.texts) do
    if code.texts[path] ~= text then return false end
  end
  return s.main ~= nil and code.main ~= nil and s.main.text == code.main.text
end

-- True, or nil and a sentence.
local function go(s, frame)
  local state = frame.state
  if not same_texts(s, state.code) then
    if not rawequal(s.live_world, state.code.live_world) then
      return nil, "the world of then is gone: the script has been edited"
    end
    return s.live_world:restore(state.worlds[1].image)
  end
  local ticks, by_hand = s.ticks, s.by_hand
  local ok, message = states.put(s, state)
  s.ticks, s.by_hand = ticks, by_hand
  return ok, message
end

-- One act from one list to the other.
local function move(s, from, to, verb)
  local p = pile.of(s)
  local frame = table.remove(p[from])
  if not frame then return false, ("nothing to %s"):format(verb) end
  local here, message = take(s, frame.what)
  if not here then return false, message end
  local ok, why = go(s, frame)
  if not ok then return false, why end
  p.made, p.removed = frame.made, frame.removed
  table.insert(p[to], here)
  return true, ("%s: %s"):format(verb == "undo" and "undone" or "done again", frame.what)
end

--- Take the last act back. True and a sentence, or false and why not.
function undo.undo(s) return move(s, "done", "undone", "undo") end

--- Do again what was taken back last.
function undo.redo(s) return move(s, "undone", "done", "redo") end

return undo
