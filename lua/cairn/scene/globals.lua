-- cairn.scene.globals: global names and fields of the scene table over a patch.
--
-- The chunk of a patch runs into emptied tables. While it runs, a name that it has not set yet
-- reads as its live value, so that `score = score or 0` and `if not made then ... end` mean what
-- they say. What the chunk does not set keeps its live value; what it sets without looking is read
-- again, and said once if it had changed. Functions are never carried.
--
-- Whether the scene must be built anew is judged by what the chunk leaves when nothing lives yet
-- (`initials`): a score that has risen is no other source.

local locals = require "cairn.scene.locals"

local globals = {}

--- From now on t reads what it lacks from `live`, but for functions and the names that is_dropped
--- knows. The result is for close.
function globals.open(t, live, is_dropped)
  local meta = debug.getmetatable(t)
  local bare = type(meta) ~= "table" -- a script has taken it away
  if bare then
    meta = {}
    debug.setmetatable(t, meta)
  end
  local below, asked = rawget(meta, "__index"), {}
  local function index(_, name)
    local value = live[name]
    if value ~= nil and not locals.is_code(value) and not (is_dropped and is_dropped(name)) then
      asked[name] = true
      return value
    end
    if type(below) == "function" then return below(t, name) end
    return below and below[name]
  end
  rawset(meta, "__index", index)
  return { t = t, live = live, meta = meta, below = below, index = index, asked = asked,
    bare = bare }
end

--- The end of it, whatever the script has done to the metatable meanwhile.
function globals.close(stage)
  if rawget(stage.meta, "__index") == stage.index then
    rawset(stage.meta, "__index", stage.below)
  end
  if stage.bare and rawequal(debug.getmetatable(stage.t), stage.meta) then
    debug.setmetatable(stage.t, nil)
  end
end

--- What the chunk left, name -> initial value (see cairn.scene.locals). Where it asked for the live
--- value and left it, that is what it left before; former: the initials then, or nil.
function globals.initials(t, stage, former)
  local all = {}
  for name, value in next, t do
    local kept = stage and stage.asked[name] and rawequal(value, stage.live[name])
    all[name] = kept and former[name] or locals.initial(value)
  end
  return all
end

local function warn_of(name, stage, former, form, warn)
  local first, live, now = former[name], stage.live[name], rawget(stage.t, name)
  if first == nil or now == nil or type(now) == "function" or rawequal(now, live) then return end
  if not locals.is_changed(first, live) then return end
  local shown = form:format(name)
  local written = shown:match("'(.*)'") or shown
  warn(shown, ("%s had changed while running; the file gives it a value, so it is read again "
    .. "('%s = %s or ...' would keep it)"):format(shown, written, written))
end

--- Say which live values are lost, and put back those that the chunk has not set. form: what the
--- script calls a name, with %s.
function globals.carry(stage, former, form, is_dropped, warn)
  local names = {}
  for name in next, stage.live do
    if type(name) == "string" then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do warn_of(name, stage, former, form, warn) end
  for name, value in next, stage.live do
    local dropped = locals.is_code(value) or is_dropped and is_dropped(name)
    if rawget(stage.t, name) == nil and not dropped then rawset(stage.t, name, value) end
  end
end

return globals
